//! SIGHUP: reloads the TLS certificate after its renewal.

use std::sync::Arc;

use crate::Failure;
use crate::tls::Certificate;

/// The signal SIGHUP. On systems without it, a new certificate requires a restart.
pub(crate) struct HangupSignals {
    #[cfg(unix)]
    signal: tokio::signal::unix::Signal,
}

impl HangupSignals {
    /// Handles the signal, which would otherwise end the process.
    pub(crate) fn listen() -> Result<Self, Failure> {
        #[cfg(unix)]
        {
            use tokio::signal::unix::{SignalKind, signal};
            let signal = signal(SignalKind::hangup()).map_err(Failure::of("listen for SIGHUP"))?;
            Ok(Self { signal })
        }
        #[cfg(not(unix))]
        Ok(Self {})
    }

    #[cfg(unix)]
    async fn next(&mut self) -> Option<()> {
        self.signal.recv().await
    }

    #[cfg(not(unix))]
    async fn next(&mut self) -> Option<()> {
        std::future::pending().await
    }
}

/// Reloads the certificate at each signal. If the new one cannot be used, that is logged and the earlier one stays.
pub(crate) async fn reload_on_hangup(
    certificate: Option<Arc<Certificate>>,
    mut hangups: HangupSignals,
) {
    while hangups.next().await.is_some() {
        let outcome = reload_outcome(certificate.as_deref());
        tracing::warn!("SIGHUP: {outcome}");
    }
}

/// Reloads the certificate and returns the outcome for the log.
fn reload_outcome(certificate: Option<&Certificate>) -> String {
    let Some(certificate) = certificate else {
        return "there is no TLS certificate to read again".to_owned();
    };
    match certificate.reload() {
        Ok(()) => "the TLS certificate was read again".to_owned(),
        Err(failure) => {
            let report = failure.report().replace('\n', ";");
            format!("the TLS certificate cannot be used; the previous one stays in use: {report}")
        }
    }
}

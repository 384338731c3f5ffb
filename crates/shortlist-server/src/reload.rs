//! SIGHUP: the TLS certificate is read again, as its renewal asks for.

use std::sync::Arc;

use crate::Failure;
use crate::tls::Certificate;

/// The signal that says so. On systems that have none a new certificate takes a restart.
pub(crate) struct HangUps {
    #[cfg(unix)]
    signal: tokio::signal::unix::Signal,
}

impl HangUps {
    /// Takes the signal over from the system, which would end the process.
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

/// Reads the certificate again at each signal. One that cannot be used is told, and the one before stays.
pub(crate) async fn at_hang_up(certificate: Option<Arc<Certificate>>, mut hang_ups: HangUps) {
    while hang_ups.next().await.is_some() {
        match &certificate {
            None => tracing::warn!("SIGHUP: there is no TLS certificate to read again"),
            Some(certificate) => match certificate.reload() {
                Ok(()) => tracing::warn!("SIGHUP: the TLS certificate was read again"),
                Err(failure) => {
                    let report = failure.report();
                    tracing::error!(
                        report,
                        "SIGHUP: the TLS certificate cannot be used; the one before stays"
                    );
                }
            },
        }
    }
}

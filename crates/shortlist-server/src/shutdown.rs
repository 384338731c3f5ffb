//! Shutdown: after a signal, no more connections are accepted, and running requests may finish.

use std::sync::Arc;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use shortlist_app::App;

use crate::Failure;

/// Waits for a signal to stop, then until load balancers have noticed, then for running requests. A second signal shortens either.
///
/// Work that no request waits for ends, and continues after the next start. From then on, the server is not ready.
pub(crate) async fn stop_at_signal(
    server: ServerHandle,
    mut signals: Signals,
    app: Arc<App>,
    drain: Duration,
) {
    signals.next().await;
    tracing::info!("stopping: running requests may finish");
    app.stop_background();
    signals.next_within(drain).await;
    tokio::select! {
        () = server.stop(true) => {}
        () = signals.next() => server.stop(false).await,
    }
}

/// SIGTERM and SIGINT.
pub(crate) struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
}

impl Signals {
    /// Handles the signals, which would otherwise end the process at once.
    #[cfg(unix)]
    pub(crate) fn listen() -> Result<Self, Failure> {
        use tokio::signal::unix::{SignalKind, signal};
        let attempt = "listen for signals";
        Ok(Self {
            terminate: signal(SignalKind::terminate()).map_err(Failure::of(attempt))?,
            interrupt: signal(SignalKind::interrupt()).map_err(Failure::of(attempt))?,
        })
    }

    #[cfg(unix)]
    async fn next(&mut self) {
        tokio::select! {
            _signal = self.terminate.recv() => {}
            _signal = self.interrupt.recv() => {}
        }
    }

    /// Waits for a signal, at most this long.
    async fn next_within(&mut self, longest: Duration) {
        let _arrived = tokio::time::timeout(longest, self.next()).await;
    }

    /// Handles Ctrl-C.
    #[cfg(not(unix))]
    pub(crate) fn listen() -> Result<Self, Failure> {
        Ok(Self {})
    }

    #[cfg(not(unix))]
    async fn next(&mut self) {
        let _listening = tokio::signal::ctrl_c().await;
    }
}

//! Cancellation of work whose client disconnects.

use shortlist_app::Cancellation;

/// Cancels work when the handler that waits for it is dropped. The server drops the handler when its client
/// disconnects.
#[derive(Default)]
pub(crate) struct CancelOnDrop(Cancellation);

impl CancelOnDrop {
    /// Returns the flag that the work checks.
    pub(crate) fn cancellation(&self) -> Cancellation {
        self.0.clone()
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

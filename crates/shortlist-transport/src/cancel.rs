//! Work whose client may go away.

use shortlist_app::Cancellation;

/// Cancels work when the handler that waits for it is dropped: the server drops it when its client disconnects.
#[derive(Default)]
pub(crate) struct CancelOnDrop(Cancellation);

impl CancelOnDrop {
    /// What the work looks at.
    pub(crate) fn cancellation(&self) -> Cancellation {
        self.0.clone()
    }
}

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

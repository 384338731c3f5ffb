//! The id of the current request, for logs and error messages.

use std::cell::RefCell;
use std::future::Future;

tokio::task_local! {
    static CURRENT: String;
}

thread_local! {
    static BLOCKING: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Returns the id of the current request, or `-` outside a request.
pub fn current_request_id() -> String {
    let blocking = BLOCKING.with_borrow(Clone::clone);
    blocking
        .or_else(|| CURRENT.try_with(Clone::clone).ok())
        .unwrap_or_else(|| "-".to_owned())
}

/// Runs work on a thread of the blocking pool under a request's id.
pub(crate) fn with_request_id<T>(id: String, work: impl FnOnce() -> T) -> T {
    struct Clear;
    impl Drop for Clear {
        fn drop(&mut self) {
            BLOCKING.set(None);
        }
    }
    BLOCKING.set(Some(id));
    let _clear = Clear;
    work()
}

/// Runs a future under a request's id.
pub(crate) fn scope<F: Future>(id: String, future: F) -> impl Future<Output = F::Output> {
    CURRENT.scope(id, future)
}

//! How callers learn how far a long task is.

use std::fmt;
use std::sync::Arc;

/// The function that is called with an amount of work.
type Listener = dyn Fn(u64) + Send + Sync;

/// A function that a long task calls with the amount of work that it has just finished. By default, nobody listens.
#[derive(Clone, Default)]
pub struct WorkListener(Option<Arc<Listener>>);

impl WorkListener {
    /// Wraps a function. Several threads may call it at once.
    pub fn new(listener: impl Fn(u64) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(listener)))
    }

    /// Reports that this many things are finished.
    pub(crate) fn finished(&self, things: usize) {
        if let Some(listener) = &self.0 {
            listener(u64::try_from(things).unwrap_or(u64::MAX));
        }
    }
}

impl fmt::Debug for WorkListener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("WorkListener")
            .field(&self.0.is_some())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    #[test]
    fn the_listener_gets_each_amount() {
        let sum = Arc::new(AtomicU64::new(0));
        let listener = WorkListener::new({
            let sum = Arc::clone(&sum);
            move |done| {
                sum.fetch_add(done, Ordering::Relaxed);
            }
        });
        listener.finished(2);
        listener.clone().finished(3);
        WorkListener::default().finished(4);
        assert_eq!(sum.load(Ordering::Relaxed), 5);
    }
}

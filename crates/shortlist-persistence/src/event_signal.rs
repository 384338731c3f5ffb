//! A signal that this process has written events, so that their delivery does not wait for the next look at the database.

use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Mutex, PoisonError};

/// Tells listeners that there may be new events.
#[derive(Default)]
pub(crate) struct EventSignal {
    listeners: Mutex<Vec<SyncSender<()>>>,
}

/// Wakes the listener of a store's events.
#[derive(Clone)]
pub struct EventWaker(SyncSender<()>);

impl EventWaker {
    /// Wakes the listener. Several calls before it looks count as one.
    pub fn wake(&self) {
        // A full channel means that the listener will wake anyway, a closed one that nobody listens.
        let _woken_or_gone = self.0.try_send(());
    }
}

impl EventSignal {
    /// Adds a listener.
    pub(crate) fn listen(&self) -> (EventWaker, Receiver<()>) {
        let (sender, receiver) = sync_channel(1);
        let mut listeners = self
            .listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        listeners.push(sender.clone());
        (EventWaker(sender), receiver)
    }

    /// Wakes all listeners, and forgets those that are gone.
    pub(crate) fn send(&self) {
        let mut listeners = self
            .listeners
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|one| !matches!(one.try_send(()), Err(TrySendError::Disconnected(()))));
    }
}

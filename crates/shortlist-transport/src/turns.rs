//! Turns: limits on how many requests of one kind run at once, shared fairly between organizations.

use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use shortlist_domain::OrganizationId;
use shortlist_turns::{FairQueue, Sharing};
use tokio::sync::oneshot;

use crate::error::{ApiError, Code};

/// The limits on one kind of request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TurnLimits {
    /// The most requests that run at once. One organization gets at most half of them, even if no other waits.
    pub(crate) at_once: usize,
    /// The most requests of one organization that may wait.
    pub(crate) waiting: usize,
    /// The longest wait of a request.
    pub(crate) patience: Duration,
    /// The time after which to try again, in seconds.
    pub(crate) retry_seconds: i64,
}

/// The turns of one kind of request. Those who share them are organizations, unless another type is given.
pub(crate) struct Turns<K: Hash + Eq + Clone = OrganizationId> {
    limits: TurnLimits,
    queue: Mutex<FairQueue<K, oneshot::Sender<Turn<K>>>>,
}

/// A turn. Dropping it passes it to the next request, so the work owns it and not the client that asked for it.
pub(crate) struct Turn<K: Hash + Eq + Clone = OrganizationId> {
    turns: Arc<Turns<K>>,
    owner: K,
}

impl<K: Hash + Eq + Clone> Turns<K> {
    pub(crate) fn new(limits: TurnLimits) -> Arc<Self> {
        Arc::new(Self {
            queue: Mutex::new(FairQueue::new(limits.at_once, Sharing::ManyCallers)),
            limits,
        })
    }

    /// Waits for a turn of an organization, or of who else shares the turns.
    pub(crate) async fn take(self: &Arc<Self>, owner: &K) -> Result<Turn<K>, ApiError> {
        let Some(waiting) = self.enqueue(owner)? else {
            return Ok(self.turn(owner.clone()));
        };
        match tokio::time::timeout(self.limits.patience, waiting).await {
            Ok(Ok(turn)) => Ok(turn),
            Ok(Err(_)) | Err(_) => Err(self.busy()),
        }
    }

    /// Takes a turn at once and returns `None`, or joins the queue.
    fn enqueue(&self, owner: &K) -> Result<Option<oneshot::Receiver<Turn<K>>>, ApiError> {
        let mut queue = self.lock();
        if queue.try_take(owner) {
            return Ok(None);
        }
        if queue.waiting(owner) >= self.limits.waiting {
            queue.retain(|waiter| !waiter.is_closed());
        }
        if queue.waiting(owner) >= self.limits.waiting {
            return Err(self.busy());
        }
        let (sender, receiver) = oneshot::channel();
        queue.push(owner, 0, sender);
        Ok(Some(receiver))
    }

    fn turn(self: &Arc<Self>, owner: K) -> Turn<K> {
        Turn {
            turns: Arc::clone(self),
            owner,
        }
    }

    fn busy(&self) -> ApiError {
        let message = "too many requests of this kind are waiting; send the request again later";
        ApiError::new(Code::Unavailable, message).retry_after(self.limits.retry_seconds)
    }

    fn lock(&self) -> MutexGuard<'_, FairQueue<K, oneshot::Sender<Turn<K>>>> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a turn and starts the next requests. Waiting requests whose client disconnected are skipped.
    fn release(self: &Arc<Self>, owner: &K) {
        self.lock().release(owner);
        loop {
            let next = self.lock().pop();
            let Some((owner, waiter)) = next else {
                return;
            };
            if waiter.is_closed() {
                self.lock().release(&owner);
            } else {
                // If the client disconnected just now, the turn is dropped here and passed on.
                let _disconnected = waiter.send(self.turn(owner));
            }
        }
    }
}

impl<K: Hash + Eq + Clone> Drop for Turn<K> {
    fn drop(&mut self) {
        self.turns.release(&self.owner);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turns(at_once: usize, waiting: usize) -> Arc<Turns> {
        Turns::new(TurnLimits {
            at_once,
            waiting,
            patience: Duration::from_secs(3_600),
            retry_seconds: 7,
        })
    }

    fn organization(name: &str) -> OrganizationId {
        OrganizationId::parse("organizationId", name).unwrap()
    }

    /// Runs until no task can continue.
    async fn run_until_idle() {
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
    }

    #[actix_web::test]
    async fn one_organization_cannot_take_every_turn() {
        let (turns, a, b) = (turns(4, 9), organization("a"), organization("b"));
        let held = [turns.take(&a).await.unwrap(), turns.take(&a).await.unwrap()];
        let (shared, own) = (Arc::clone(&turns), a.clone());
        let third = actix_web::rt::spawn(async move { shared.take(&own).await.map(drop) });
        run_until_idle().await;
        assert!(!third.is_finished(), "two of four are its share");
        drop(turns.take(&b).await.unwrap());
        drop(held);
        third.await.unwrap().unwrap();
    }

    #[actix_web::test]
    async fn the_next_turn_goes_to_another_organization() {
        let (turns, a, b) = (turns(1, 9), organization("a"), organization("b"));
        let first = turns.take(&a).await.unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut waiters = Vec::new();
        for (name, id) in [("a1", &a), ("a2", &a), ("b", &b)] {
            let (turns, order, id) = (Arc::clone(&turns), Arc::clone(&order), id.clone());
            waiters.push(actix_web::rt::spawn(async move {
                let _turn = turns.take(&id).await.unwrap();
                order.lock().unwrap().push(name);
            }));
            run_until_idle().await;
        }
        drop(first);
        for waiter in waiters {
            waiter.await.unwrap();
        }
        assert_eq!(*order.lock().unwrap(), ["a1", "b", "a2"]);
    }

    #[actix_web::test]
    async fn a_disconnected_client_leaves_the_queue() {
        let (turns, a) = (turns(1, 1), organization("a"));
        let first = turns.take(&a).await.unwrap();
        let (shared, own) = (Arc::clone(&turns), a.clone());
        let disconnected = actix_web::rt::spawn(async move { shared.take(&own).await.map(drop) });
        run_until_idle().await;
        let busy = turns.take(&a).await.map(drop).unwrap_err();
        assert_eq!(busy.code, Code::Unavailable);
        assert_eq!(busy.retry_after_seconds, Some(7));
        disconnected.abort();
        run_until_idle().await;
        let (shared, own) = (Arc::clone(&turns), a.clone());
        let next = actix_web::rt::spawn(async move { shared.take(&own).await.map(drop) });
        run_until_idle().await;
        drop(first);
        next.await.unwrap().unwrap();
    }
}

//! How long to wait for the next bytes of a body.
//!
//! A sender may be slow, but not endlessly: a body holds a connection, a place and a part of a disk. So a sender may stall for
//! a time, and has to send at a minimum rate otherwise. Only the time that the server waits counts, not its own work.

use std::time::{Duration, Instant};

use futures_util::{Stream, StreamExt};

use crate::error::{ApiError, Code};
use crate::turn_rules::MIN_BYTES_PER_SECOND;

/// The pace of a body that is arriving.
#[derive(Debug)]
pub(crate) struct ArrivalPace {
    stall: Duration,
    waited: Duration,
    bytes: u64,
}

impl ArrivalPace {
    /// Begins a body whose sender may stall for this time.
    pub(crate) fn new(stall_seconds: u64) -> Self {
        Self {
            stall: Duration::from_secs(stall_seconds),
            waited: Duration::ZERO,
            bytes: 0,
        }
    }

    /// Records that bytes have arrived.
    pub(crate) fn count(&mut self, bytes: u64) {
        self.bytes = self.bytes.saturating_add(bytes);
    }

    /// Returns the time until a sender at the slowest rate would have sent more.
    fn left(&self) -> Duration {
        let earned = Duration::from_secs(self.bytes / MIN_BYTES_PER_SECOND);
        (self.stall + earned).saturating_sub(self.waited)
    }

    /// Returns the next item, or an error if the sender stalls or is too slow.
    pub(crate) async fn next<T, E>(
        &mut self,
        stream: &mut (impl Stream<Item = Result<T, E>> + Unpin),
        broken: impl FnOnce(&E) -> ApiError,
    ) -> Result<Option<T>, ApiError> {
        let patience = self.stall.min(self.left());
        let begun = Instant::now();
        let next = tokio::time::timeout(patience, stream.next()).await;
        self.waited += begun.elapsed();
        match next {
            Ok(item) => item.transpose().map_err(|error| broken(&error)),
            Err(_elapsed) => Err(self.too_slow(patience)),
        }
    }

    fn too_slow(&self, patience: Duration) -> ApiError {
        let stall = self.stall.as_secs();
        // The sender of the first bytes stalls, too: it has not earned any time yet.
        let is_stalled = patience + Duration::from_secs(1) > self.stall;
        request_timeout(if is_stalled {
            format!("no data of the upload arrived for {stall} s")
        } else {
            format!(
                "the upload arrives at less than {} KiB/s; send it over a faster connection",
                MIN_BYTES_PER_SECOND >> 10
            )
        })
    }
}

/// Returns the error for a body that did not arrive in time.
pub(crate) fn request_timeout(message: String) -> ApiError {
    ApiError::new(Code::RequestTimeout, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(waited: u64, bytes: u64) -> ArrivalPace {
        ArrivalPace {
            waited: Duration::from_secs(waited),
            bytes,
            ..ArrivalPace::new(30)
        }
    }

    #[test]
    fn a_sender_earns_time_by_sending() {
        let left = |waited, bytes| pace(waited, bytes).left().as_secs();
        assert_eq!(left(0, 0), 30);
        assert_eq!(left(30, 0), 0);
        assert_eq!(left(40, 10 * MIN_BYTES_PER_SECOND), 0);
        assert_eq!(left(40, 25 * MIN_BYTES_PER_SECOND), 15);
        assert_eq!(
            left(40, u64::MAX),
            u64::MAX / MIN_BYTES_PER_SECOND + 30 - 40
        );
    }

    #[actix_web::test]
    async fn a_slow_sender_is_told_from_a_stalled_one() {
        let mut silent = futures_util::stream::pending::<Result<(), ()>>();
        let broken = |_error: &()| request_timeout("broken".to_owned());
        let mut slow = pace(40, 10 * MIN_BYTES_PER_SECOND);
        let refused = slow.next(&mut silent, broken).await.unwrap_err();
        assert!(
            refused.message().contains("less than 16 KiB/s"),
            "{refused}"
        );
        let mut stalled = ArrivalPace::new(0);
        let refused = stalled.next(&mut silent, broken).await.unwrap_err();
        assert_eq!(refused.message(), "no data of the upload arrived for 0 s");
    }
}

//! What a request may still take while it runs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use shortlist_app::{App, AppError, Cancellation};
use shortlist_domain::InvalidValue;

use super::GraphQLLimits;

/// What an object in a list counts besides its texts, in bytes: about what its values take in memory.
pub(crate) const ITEM_BYTES: usize = 500;

/// What a request may still take: text and time, as long as its client waits.
pub(crate) struct Allowance {
    limits: GraphQLLimits,
    text_bytes: AtomicUsize,
    /// How often the document asks for the same text under other names, at most.
    repeats: usize,
    /// When the service will have run so long.
    ends_at: Duration,
    cancellation: Cancellation,
}

impl Allowance {
    /// What a document may take from now on.
    pub(crate) fn new(
        app: &App,
        limits: &GraphQLLimits,
        (repeats, cancellation): (u64, &Cancellation),
    ) -> Self {
        Self {
            text_bytes: AtomicUsize::new(limits.answer_bytes),
            repeats: usize::try_from(repeats).unwrap_or(usize::MAX),
            ends_at: app.running() + Duration::from_secs(limits.seconds),
            cancellation: cancellation.clone(),
            limits: limits.clone(),
        }
    }

    pub(crate) fn cancellation(&self) -> &Cancellation {
        &self.cancellation
    }

    /// Ends a request that takes too long, or whose client has gone.
    pub(crate) fn check(&self, app: &App) -> Result<(), AppError> {
        if self.cancellation.is_cancelled() {
            return Err(AppError::Cancelled);
        }
        if app.running() < self.ends_at {
            return Ok(());
        }
        let seconds = self.limits.seconds;
        let problem = format!(
            "takes more than {seconds} s; ask for fewer items, fields or aliases at a time"
        );
        Err(InvalidValue::new("query", problem).into())
    }

    /// Counts text that the answer will hold, once for each time that the document asks for it. What was loaded is charged
    /// before the answer is built of it.
    pub(crate) fn charge(&self, app: &App, bytes: usize) -> Result<(), AppError> {
        self.check(app)?;
        let bytes = bytes.saturating_mul(self.repeats);
        let take = |left: usize| left.checked_sub(bytes);
        let (set, fetch) = (Ordering::Relaxed, Ordering::Relaxed);
        if self.text_bytes.fetch_update(set, fetch, take).is_ok() {
            return Ok(());
        }
        let most = self.limits.answer_bytes >> 20;
        let problem = format!(
            "its answer holds more than {most} MiB of text; ask for fewer items, fields of long text or aliases at a time"
        );
        Err(InvalidValue::new("query", problem).into())
    }
}

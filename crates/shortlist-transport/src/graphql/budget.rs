//! The limits that a request must keep while it runs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use juniper::OperationType;
use shortlist_app::{App, AppError, Cancellation};
use shortlist_domain::{InvalidValue, QueryProblem};

use crate::graphql::limits::GraphQLLimits;

/// The number of bytes that an object in a list counts, besides its texts. It is about the memory of its values.
pub(crate) const ITEM_BYTES: usize = 500;

/// The text and time that a request may still use, and whether its client still waits.
///
/// A mutation is refused before it writes, or not at all. Once it has written, it returns what it wrote, even beyond
/// the limits.
pub(crate) struct RequestBudget {
    limits: GraphQLLimits,
    writes: bool,
    text_bytes: AtomicUsize,
    /// The most times that the document selects the same text under different aliases.
    repeats: usize,
    /// The deadline, counted from the start of the service.
    ends_at: Duration,
    cancellation: Cancellation,
}

impl RequestBudget {
    /// Starts the limits of an operation, which may select the same text this many times.
    pub(crate) fn new(
        app: &App,
        limits: &GraphQLLimits,
        operation: OperationType,
        repeats: u64,
        cancellation: &Cancellation,
    ) -> Self {
        Self {
            writes: operation == OperationType::Mutation,
            text_bytes: AtomicUsize::new(limits.answer_bytes),
            repeats: usize::try_from(repeats).unwrap_or(usize::MAX),
            ends_at: app.clock().running() + Duration::from_secs(limits.seconds),
            cancellation: cancellation.clone(),
            limits: limits.clone(),
        }
    }

    pub(crate) fn cancellation(&self) -> &Cancellation {
        &self.cancellation
    }

    /// Ends a request before its next root field if it takes too long, if its client disconnected, or if its answer is
    /// full.
    pub(crate) fn begin_field(&self, app: &App) -> Result<(), AppError> {
        self.check_time(app)?;
        match self.text_bytes.load(Ordering::Relaxed) {
            0 => Err(self.too_long()),
            _ => Ok(()),
        }
    }

    /// Ends a query that takes too long, or whose client disconnected.
    pub(crate) fn check(&self, app: &App) -> Result<(), AppError> {
        if self.writes {
            Ok(())
        } else {
            self.check_time(app)
        }
    }

    /// Counts text that the answer will contain, once for each time that the document selects it. Loaded text is
    /// counted before the answer is built.
    pub(crate) fn charge(&self, app: &App, bytes: usize) -> Result<(), AppError> {
        self.check(app)?;
        let bytes = bytes.saturating_mul(self.repeats);
        let take = |left: usize| {
            if self.writes {
                Some(left.saturating_sub(bytes))
            } else {
                left.checked_sub(bytes)
            }
        };
        let (set, fetch) = (Ordering::Relaxed, Ordering::Relaxed);
        let taken = self.text_bytes.fetch_update(set, fetch, take);
        taken.map(|_left| ()).map_err(|_left| self.too_long())
    }

    /// Refuses a mutation before it writes, if the stored text that it would return is too long.
    pub(crate) fn check_stored(&self, bytes: usize) -> Result<(), AppError> {
        let left = self.text_bytes.load(Ordering::Relaxed);
        if bytes.saturating_mul(self.repeats) <= left {
            Ok(())
        } else {
            Err(self.too_long())
        }
    }

    /// Refuses a query before it loads text that is too long to be returned. A mutation may already have written.
    pub(crate) fn check_unloaded(&self, bytes: usize) -> Result<(), AppError> {
        if self.writes {
            Ok(())
        } else {
            self.check_stored(bytes)
        }
    }

    fn check_time(&self, app: &App) -> Result<(), AppError> {
        if self.cancellation.is_cancelled() {
            return Err(AppError::Cancelled);
        }
        if app.clock().running() < self.ends_at {
            return Ok(());
        }
        let seconds = self.limits.seconds;
        let problem = QueryProblem::TooSlow(seconds);
        Err(InvalidValue::new("query", problem).into())
    }

    fn too_long(&self) -> AppError {
        let most = self.limits.answer_bytes >> 20;
        let problem = QueryProblem::AnswerTooLong(most);
        InvalidValue::new("query", problem).into()
    }
}

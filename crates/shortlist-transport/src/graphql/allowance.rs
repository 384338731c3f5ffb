//! What a request may still take while it runs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use juniper::OperationType;
use shortlist_app::{App, AppError, Cancellation};
use shortlist_domain::InvalidValue;

use super::GraphQLLimits;
use super::documents::Document;

/// What an object in a list counts besides its texts, in bytes: about what its values take in memory.
pub(crate) const ITEM_BYTES: usize = 500;

/// What a request may still take: text and time, as long as its client waits.
///
/// A mutation is refused before it writes, or answered: what it has written it says, whatever that takes.
pub(crate) struct Allowance {
    limits: GraphQLLimits,
    writes: bool,
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
        (document, cancellation): (&Document, &Cancellation),
    ) -> Self {
        let repeats = document.cost().repeats;
        Self {
            writes: document.operation_type() == OperationType::Mutation,
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

    /// Ends a request that takes too long, whose client has gone, or whose answer is long enough, before its next root field.
    pub(crate) fn begin_field(&self, app: &App) -> Result<(), AppError> {
        self.check_time(app)?;
        match self.text_bytes.load(Ordering::Relaxed) {
            0 => Err(self.too_long()),
            _ => Ok(()),
        }
    }

    /// Ends a query that takes too long, or whose client has gone.
    pub(crate) fn check(&self, app: &App) -> Result<(), AppError> {
        match self.writes {
            true => Ok(()),
            false => self.check_time(app),
        }
    }

    /// Counts text that the answer will hold, once for each time that the document asks for it. What was loaded is charged
    /// before the answer is built of it.
    pub(crate) fn charge(&self, app: &App, bytes: usize) -> Result<(), AppError> {
        self.check(app)?;
        let bytes = bytes.saturating_mul(self.repeats);
        let take = |left: usize| match self.writes {
            true => Some(left.saturating_sub(bytes)),
            false => left.checked_sub(bytes),
        };
        let (set, fetch) = (Ordering::Relaxed, Ordering::Relaxed);
        let taken = self.text_bytes.fetch_update(set, fetch, take);
        taken.map(|_left| ()).map_err(|_left| self.too_long())
    }

    /// Refuses a mutation before it writes, if what is stored and will be answered is too long.
    pub(crate) fn check_stored(&self, bytes: usize) -> Result<(), AppError> {
        let left = self.text_bytes.load(Ordering::Relaxed);
        match bytes.saturating_mul(self.repeats) <= left {
            true => Ok(()),
            false => Err(self.too_long()),
        }
    }

    fn check_time(&self, app: &App) -> Result<(), AppError> {
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

    fn too_long(&self) -> AppError {
        let most = self.limits.answer_bytes >> 20;
        let problem = format!(
            "its answer holds more than {most} MiB of text; ask for fewer items, fields of long text or aliases at a time"
        );
        InvalidValue::new("query", problem).into()
    }
}

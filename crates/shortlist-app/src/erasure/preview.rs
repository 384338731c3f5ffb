//! Whom the next run of retention would erase, before it happens.

use std::collections::HashSet;

use chrono::Duration;
use shortlist_domain::{Candidate, CandidateId, ListPosition, Principal};

use crate::blind::Masks;
use crate::erasure::{Erasures, check_retention_days};
use crate::error::AppError;

/// The most candidates that a preview names.
pub const MAX_PREVIEWED: usize = 20;
/// The number of candidates that are examined at once.
const BATCH: u32 = 1_000;
/// The most batches of a preview, so that a page takes a limited time in an organization of any size.
const MAX_BATCHES: usize = 20;

/// Whom a retention period would erase if it ran now.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RetentionPreview {
    /// The first of them, the oldest application first.
    pub candidates: Vec<Candidate>,
    /// How many they are.
    pub count: usize,
    /// Whether the organization has more old candidates than a preview examines, so that there may be more.
    pub is_partial: bool,
}

impl Erasures<'_> {
    /// Returns whom a retention period of this number of days would erase if it ran now. Candidates of blind jobs have no name.
    ///
    /// # Errors
    /// Returns an error if the number of days is out of range.
    pub fn preview_retention(
        &self,
        principal: &Principal,
        days: i32,
    ) -> Result<RetentionPreview, AppError> {
        check_retention_days(days)?;
        let organization = &principal.organization_id;
        let before = self.records.clock.now().minus(Duration::days(days.into()));
        let stored = self.records.store.candidates();
        let mut preview = RetentionPreview::default();
        let mut named: Vec<CandidateId> = Vec::new();
        let mut after: Option<ListPosition> = None;
        for _ in 0..MAX_BATCHES {
            let batch = stored.list_created_before(organization, before, after.as_ref(), BATCH)?;
            let ids = batch
                .iter()
                .map(|position| CandidateId::parse("id", &position.tie_breaker));
            let ids: Vec<CandidateId> = ids.collect::<Result<_, _>>()?;
            let expired = stored.expired_among(organization, before, &ids)?;
            let expired: HashSet<CandidateId> = expired.into_iter().collect();
            preview.count += expired.len();
            let missing = MAX_PREVIEWED.saturating_sub(named.len());
            let in_order = ids.into_iter().filter(|id| expired.contains(id));
            named.extend(in_order.take(missing));
            preview.is_partial = u32::try_from(batch.len()) == Ok(BATCH);
            if !preview.is_partial {
                break;
            }
            after = batch.into_iter().next_back();
        }
        preview.candidates = self.named(principal, &named)?;
        Ok(preview)
    }

    /// Loads candidates in the given order. Those that are masked for the caller have no name.
    fn named(
        &self,
        principal: &Principal,
        ids: &[CandidateId],
    ) -> Result<Vec<Candidate>, AppError> {
        let organization = &principal.organization_id;
        let stored = self.records.store.candidates();
        let mut found = stored.load_many(organization, ids)?;
        let in_order = ids.iter().filter_map(|id| found.remove(id));
        let mut candidates: Vec<Candidate> = in_order.map(|(candidate, _)| candidate).collect();
        Masks::of(self.records.store, principal, ids)?.mask_all(&mut candidates);
        Ok(candidates)
    }
}

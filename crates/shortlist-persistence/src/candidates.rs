//! Candidates: how they are created and found.

mod bulk;
mod changes;
mod counts;
pub(crate) mod custom_fields;
mod custom_values;
pub(crate) mod documents;
mod facts;
mod filters;
mod insert;
pub(crate) mod list;
mod long_lists;
mod measured;
pub(crate) mod notes;
pub(crate) mod offers;
mod order;
mod ordered;
mod outdated;
mod replace;
mod restore;
mod reveals;
pub(crate) mod saved_views;
mod stage_history;
pub(crate) mod stages;
mod tags;
mod teams;
mod update;

use diesel::prelude::*;
use shortlist_domain::{
    Candidate, CandidateCode, CandidateId, CandidateQuery, NewAuditEntry, NewCandidate,
    OrganizationId, Page,
};

use crate::candidate_rows::row::CandidateRow;
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::people;
use crate::resumes::Uploader;
use crate::schema::candidates;
use crate::store::Candidates;
use crate::uploads::UploadStep;
use crate::uploads::quotas::add_stored;
use crate::writer::{CandidateWriter, UploadEnd, Written};
pub use measured::MeasuredCandidate;
pub use ordered::OrderedPage;
pub use replace::{ReplacementFile, ResumeReplacement, ResumeReplacementOutcome};
pub use restore::{Restoration, Restored};
pub use stages::StageTarget;
pub(crate) use tags::change as change_tags;
pub use update::CandidateUpdate;
use update::{apply, update};

/// The outcome of one candidate of a batch.
#[derive(Debug, Clone, PartialEq)]
pub enum CandidateInsertion {
    /// It was created.
    Created(Box<Candidate>),
    /// The job already has the same person or the same file.
    Duplicate {
        /// The existing candidate.
        id: CandidateId,
        /// Its code.
        code: CandidateCode,
    },
}

/// The outcomes of a batch with their audit entries.
type Inserted = Written<Vec<CandidateInsertion>>;

impl CandidateWriter<'_> {
    /// Creates at most 500 candidates of one organization in one transaction. Returns the outcome of each, in the given
    /// order.
    ///
    /// `random` provides another code if one is taken.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such job or recruiter.
    pub fn insert(
        &self,
        new: &[NewCandidate],
        random: &mut dyn FnMut() -> u128,
    ) -> Result<Vec<CandidateInsertion>, StoreError> {
        self.insert_in_step(new, random, None)
    }

    /// Creates candidates as [`insert`](Self::insert) does, as a step of an upload that another server could take over.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if another server has taken over, and those of [`insert`](Self::insert).
    pub fn insert_in_step(
        &self,
        new: &[NewCandidate],
        random: &mut dyn FnMut() -> u128,
        step: Option<&UploadStep<'_, [CandidateInsertion]>>,
    ) -> Result<Vec<CandidateInsertion>, StoreError> {
        self.insert_and(new, random, |conn, written| {
            step.map_or(Ok(()), |step| step.write(conn, written.value()))?;
            Ok(written)
        })
    }

    /// Creates the last candidates of an upload as [`insert`](Self::insert) does. The same transaction announces the end of the upload
    /// and counts its files, which saves a transaction. `end` describes the end.
    ///
    /// # Errors
    /// As for [`insert`](Self::insert).
    pub fn insert_last(
        &self,
        new: &[NewCandidate],
        random: &mut dyn FnMut() -> u128,
        end: &dyn Fn(&[CandidateInsertion]) -> UploadEnd,
    ) -> Result<Vec<CandidateInsertion>, StoreError> {
        self.insert_and(new, random, |_conn, written| {
            let end = end(written.value());
            Ok(written.ending(end))
        })
    }

    /// Creates a candidate as [`insert`](Self::insert) does, from the file of another one, whose log says so.
    ///
    /// # Errors
    /// As for [`insert`](Self::insert).
    pub fn insert_considered(
        &self,
        new: &NewCandidate,
        from: &CandidateId,
        random: &mut dyn FnMut() -> u128,
    ) -> Result<CandidateInsertion, StoreError> {
        let all = std::slice::from_ref(new);
        let inserted = self.insert_and(all, random, |_conn, written| {
            let is_created =
                |outcome: &CandidateInsertion| matches!(outcome, CandidateInsertion::Created(_));
            let created = written.value().iter().any(is_created);
            let entry = created.then(|| changes::considered_entry(from, new));
            Ok(written.with_entries(entry))
        })?;
        let nothing = || StoreError::other("create a candidate", "no outcome is known");
        inserted.into_iter().next().ok_or_else(nothing)
    }

    /// Creates candidates, and completes the transaction with a function.
    fn insert_and(
        &self,
        new: &[NewCandidate],
        random: &mut dyn FnMut() -> u128,
        complete: impl Fn(&mut DbConn, Inserted) -> Result<Inserted, StoreError>,
    ) -> Result<Vec<CandidateInsertion>, StoreError> {
        let Some(first) = new.first() else {
            return Ok(Vec::new());
        };
        let organization = &first.organization_id;
        self.writer.check_organization(organization)?;
        if new.iter().any(|c| c.organization_id != *organization) {
            let problem = "they belong to more than one organization";
            return Err(StoreError::other("create candidates", problem));
        }
        let uploader = Uploader::of(self.writer.action());
        self.writer.write(|conn| {
            let (outcomes, entries) = create(conn, organization.as_str(), uploader, new, random)?;
            complete(conn, Written::each(outcomes, entries))
        })
    }
}

/// Creates candidates and groups them with the other applications of the same people. Returns the outcomes with the audit
/// entries.
pub(crate) fn create(
    conn: &mut DbConn,
    organization: &str,
    uploader: Uploader<'_>,
    new: &[NewCandidate],
    random: &mut dyn FnMut() -> u128,
) -> Result<(Vec<CandidateInsertion>, Vec<NewAuditEntry>), StoreError> {
    let (outcomes, blind) = insert::insert(conn, organization, uploader, new, random)?;
    let created = insert::new_applications(&outcomes, &blind);
    add_stored(conn, organization, created_bytes(new, &outcomes))?;
    let joined = people::group(conn, organization, (&created, uploader.at))?;
    let entries = new
        .iter()
        .zip(&outcomes)
        .filter_map(|(new, outcome)| changes::creation_entry(new, outcome))
        .chain(joined)
        .collect();
    Ok((outcomes, entries))
}

/// Returns the total size of the created candidates' files, in bytes.
fn created_bytes(new: &[NewCandidate], outcomes: &[CandidateInsertion]) -> i64 {
    let created = new
        .iter()
        .zip(outcomes)
        .filter(|(_, outcome)| matches!(outcome, CandidateInsertion::Created(_)));
    created
        .map(|(new, _)| i64::try_from(new.file.bytes).unwrap_or(i64::MAX))
        .fold(0, i64::saturating_add)
}

impl Candidates<'_> {
    /// Lists a page of candidates, newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list(&self, query: &CandidateQuery) -> Result<Page<Candidate>, StoreError> {
        self.list_for(query, None)
    }

    /// Finds a candidate.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
    ) -> Result<Option<Candidate>, StoreError> {
        self.pools
            .read(|conn| find(conn, organization.as_str(), id.as_str()))
    }

    /// Finds a candidate by code.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_by_code(
        &self,
        organization: &OrganizationId,
        code: &CandidateCode,
    ) -> Result<Option<Candidate>, StoreError> {
        self.pools.read(|conn| {
            candidates::table
                .filter(candidates::organization_id.eq(organization.as_str()))
                .filter(candidates::code.eq(code.as_str()))
                .select(CandidateRow::as_select())
                .first(conn)
                .optional()?
                .map(CandidateRow::into_candidate)
                .transpose()
        })
    }
}

fn find(conn: &mut DbConn, organization: &str, id: &str) -> Result<Option<Candidate>, StoreError> {
    candidates::table
        .filter(candidates::organization_id.eq(organization))
        .filter(candidates::id.eq(id))
        .select(CandidateRow::as_select())
        .first(conn)
        .optional()?
        .map(CandidateRow::into_candidate)
        .transpose()
}

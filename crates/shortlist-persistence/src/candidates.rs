//! Candidates: creation, lists and changes.

mod bulk;
mod changes;
mod counts;
mod custom_values;
mod experience;
mod filters;
mod fold_texts;
mod insert;
pub(crate) mod list;
mod long_lists;
mod measured;
mod order;
mod ordered;
mod replace;
mod row;
mod stage_history;
pub(crate) mod stages;
mod tags;
mod teams;

use diesel::prelude::*;
use shortlist_domain::{
    Candidate, CandidateChange, CandidateCode, CandidateId, CandidateIdentity, CandidateQuery,
    CandidateStatus, EmailAddress, InvalidValue, NewAuditEntry, NewCandidate, OrganizationId, Page,
    PhoneNumber, Timestamp,
};

use crate::StoreError;
use crate::dialect::{self, DbConn};
use crate::people;
use crate::quotas::add_stored;
use crate::resumes::{Uploader, file_digest};
use crate::reveals;
use crate::schema::candidates;
use crate::store::Candidates;
use crate::times::stored;
use crate::uploads::UploadStep;
use crate::writer::{CandidateWriter, UploadEnd, Written};
use custom_values::CustomWrites;
pub use experience::ExperiencePosition;
pub use measured::MeasuredCandidate;
pub use ordered::OrderedPage;
pub use replace::{ResumeReplacement, ResumeReplacementOutcome};
pub(crate) use row::{CandidateRow, is_code_key};
use stages::HeldStages;
pub use stages::StageTarget;

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

/// The outcome of changing a candidate.
#[derive(Debug, Clone, PartialEq)]
pub enum CandidateUpdate {
    /// It was changed.
    Updated(Box<Candidate>),
    /// The organization has no such candidate.
    NotFound,
    /// Another candidate of the same job has the new e-mail address or telephone number.
    Conflict {
        /// That candidate, unless it was erased meanwhile.
        existing: Option<Box<Candidate>>,
    },
    /// A value of a custom field is invalid or missing.
    Refused(InvalidValue),
}

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
            let of = (organization.as_str(), uploader);
            let (outcomes, entries) = create(conn, of, new, random)?;
            complete(conn, Written::each(outcomes, entries))
        })
    }

    /// Changes a candidate. Its identity is computed again from the e-mail address and the telephone number.
    ///
    /// # Errors
    /// When the database fails.
    pub fn update(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
        change: &CandidateChange,
        at: Timestamp,
    ) -> Result<CandidateUpdate, StoreError> {
        self.writer.check_organization(organization)?;
        let actor = &self.writer.action().actor;
        let updated = self.writer.write(|conn| {
            let (tenant, candidate) = (organization.as_str(), id.as_str());
            let fields = match CustomWrites::read(conn, tenant, &change.custom_fields)? {
                Ok(fields) => fields,
                Err(refused) => return Ok(Written::nothing(CandidateUpdate::Refused(refused))),
            };
            let held = match change.status {
                Some(_) => HeldStages::of_candidates(conn, tenant, &[candidate])?,
                None => HeldStages::default(),
            };
            if !dialect::lock_candidate(conn, tenant, candidate)? {
                return Ok(Written::nothing(CandidateUpdate::NotFound));
            }
            if let Err(refused) = fields.check(conn, (tenant, candidate))? {
                return Ok(Written::nothing(CandidateUpdate::Refused(refused)));
            }
            let Some(before) = find(conn, tenant, candidate)? else {
                return Ok(Written::nothing(CandidateUpdate::NotFound));
            };
            let mut after = before.clone();
            apply(&mut after, change, at);
            held.follow_status(&mut after);
            update(conn, &after)?;
            let reason = change.status_reason.as_deref();
            held.record_step(conn, (&before, &after), (actor, reason))?;
            let entries = record(conn, (&before, &after), (change, &fields))?;
            Ok(Written::each(
                CandidateUpdate::Updated(Box::new(after)),
                entries,
            ))
        });
        match updated {
            // A change affects two unique values: the identity, and the identifier in another system.
            Err(StoreError::UniqueViolation(_)) => {
                let existing = self.writer.write(|conn| {
                    Ok(Written::nothing(conflicting(
                        conn,
                        organization,
                        id,
                        change,
                    )?))
                })?;
                Ok(CandidateUpdate::Conflict {
                    existing: existing.map(Box::new),
                })
            }
            updated => updated,
        }
    }
}

/// Stores what a change writes outside the candidate's row. Returns the audit entries.
fn record(
    conn: &mut DbConn,
    (before, after): (&Candidate, &Candidate),
    (change, fields): (&CandidateChange, &CustomWrites),
) -> Result<Vec<NewAuditEntry>, StoreError> {
    let key = (after.organization_id.as_str(), after.id.as_str());
    let moved = changes::regroup(conn, (before, after), after.updated_at)?;
    let mut entry = changes::change_entry(before, after).with_change(
        "personId",
        moved.before.as_deref(),
        moved.after.as_deref(),
    );
    if let Some(tags) = &change.tags {
        let (before, after) = tags::replace(conn, key, tags)?;
        entry = entry.with_change("tags", before.as_deref(), after.as_deref());
    }
    let entry = fields.write(conn, key, entry)?;
    Ok(std::iter::once(entry).chain(moved.entries).collect())
}

/// Creates candidates and groups them with the other applications of the same people. Returns the outcomes with the audit
/// entries.
pub(crate) fn create(
    conn: &mut DbConn,
    (organization, uploader): (&str, Uploader<'_>),
    new: &[NewCandidate],
    random: &mut dyn FnMut() -> u128,
) -> Result<(Vec<CandidateInsertion>, Vec<NewAuditEntry>), StoreError> {
    let outcomes = insert::insert(conn, (organization, uploader), new, random)?;
    add_stored(conn, organization, created_bytes(new, &outcomes))?;
    let created = insert::new_applications(&outcomes);
    let joined = people::group(conn, organization, &created)?;
    let entries = new
        .iter()
        .zip(&outcomes)
        .filter_map(|(new, outcome)| changes::creation_entry(new, outcome))
        .chain(joined)
        .collect();
    Ok((outcomes, entries))
}

/// Finds the candidate of the same job whose identity another candidate would get by a change.
fn conflicting(
    conn: &mut DbConn,
    organization: &OrganizationId,
    id: &CandidateId,
    change: &CandidateChange,
) -> Result<Option<Candidate>, StoreError> {
    let organization = organization.as_str();
    let Some(mut candidate) = find(conn, organization, id.as_str())? else {
        return Ok(None);
    };
    let at = candidate.updated_at;
    apply(&mut candidate, change, at);
    let identity = identity_of(conn, &candidate)?;
    let others = candidates::table
        .filter(candidates::organization_id.eq(organization))
        .filter(candidates::id.ne(id.as_str()));
    let same_person = others
        .filter(candidates::job_id.eq(candidate.job_id.as_str()))
        .filter(candidates::identity.eq(identity.as_str()))
        .select(CandidateRow::as_select())
        .first(conn)
        .optional()?;
    let found = match (same_person, &candidate.external_id) {
        (None, Some(external)) => {
            filters::with_external_id(conn, (organization, external), &candidate)?
        }
        (found, _) => found,
    };
    found.map(CandidateRow::into_candidate).transpose()
}

/// Computes the identity of a stored candidate.
fn identity_of(conn: &mut DbConn, candidate: &Candidate) -> Result<CandidateIdentity, StoreError> {
    let digest: Vec<u8> = candidates::table
        .filter(candidates::organization_id.eq(candidate.organization_id.as_str()))
        .filter(candidates::id.eq(candidate.id.as_str()))
        .select(candidates::file_digest)
        .first(conn)?;
    Ok(CandidateIdentity::of(
        candidate.email.as_ref(),
        candidate.phone.as_ref(),
        file_digest(digest)?,
    ))
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

fn apply(candidate: &mut Candidate, change: &CandidateChange, at: Timestamp) {
    let change = change.clone();
    candidate.updated_at = at;
    if let Some(status) = change.status {
        candidate.status = status;
        candidate.status_reason = change.status_reason;
    }
    if let Some(source) = change.source {
        candidate.source = source;
    }
    if let Some(external_id) = change.external_id {
        candidate.external_id = external_id;
    }
    if let Some(full_name) = change.full_name {
        candidate.full_name = full_name.unwrap_or_default();
    }
    if let Some(email) = change.email {
        candidate.email = email;
    }
    if let Some(phone) = change.phone {
        candidate.phone = phone;
    }
}

fn update(conn: &mut DbConn, candidate: &Candidate) -> Result<(), StoreError> {
    let row = candidates::table
        .filter(candidates::organization_id.eq(candidate.organization_id.as_str()))
        .filter(candidates::id.eq(candidate.id.as_str()));
    let identity = identity_of(conn, candidate)?;
    let job = candidate.job_id.as_str();
    let blind = reveals::blind_jobs(conn, candidate.organization_id.as_str(), &[job])?;
    let names = row::Names::of_job(!blind.is_empty());
    diesel::update(row)
        .set((
            candidates::status.eq(candidate.status.map(CandidateStatus::as_str)),
            candidates::full_name.eq(&candidate.full_name),
            candidates::email.eq(candidate.email.as_ref().map(EmailAddress::as_str)),
            candidates::phone.eq(candidate.phone.as_ref().map(PhoneNumber::as_str)),
            candidates::identity.eq(identity.as_str()),
            candidates::sort_name.eq(row::sort_name(candidate, names)),
            candidates::search_text.eq(row::search_text(candidate, names)),
            candidates::status_reason.eq(candidate.status_reason.as_deref()),
            candidates::stage_id.eq(candidate.stage_id.as_str()),
            candidates::source.eq(candidate.source.as_deref()),
            candidates::external_id.eq(candidate.external_id.as_deref()),
            candidates::updated_at.eq(stored(candidate.updated_at)),
        ))
        .execute(conn)?;
    Ok(())
}

//! Changes of a candidate's values.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    Candidate, CandidateChange, CandidateId, CandidateIdentity, CandidateStatus, EmailAddress,
    InvalidValue, NewAuditEntry, OrganizationId, PhoneNumber, Timestamp,
};

use super::custom_values::CustomWrites;
use super::stages::HeldStages;
use super::{changes, filters, find, tags};
use crate::candidate_rows::blind_jobs;
use crate::candidate_rows::row::{self, CandidateRow};
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::resumes::file_digest;
use crate::schema::candidates;
use crate::times::stored;
use crate::writer::{CandidateWriter, Written};

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
        let updated = match self.try_update(organization, id, change, at) {
            // In a blind job, nothing conflicts. Another transaction has taken the identity meanwhile.
            Err(StoreError::UniqueViolation(_)) if self.is_masked(organization, id)? => {
                self.try_update(organization, id, change, at)
            }
            updated => updated,
        };
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

    /// Returns whether a candidate appears by code.
    fn is_masked(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
    ) -> Result<bool, StoreError> {
        let names = [id.as_str()];
        self.writer.write(|conn| {
            let blind = blind_jobs::in_blind_jobs(conn, organization.as_str(), &names)?;
            Ok(Written::nothing(!blind.is_empty()))
        })
    }

    fn try_update(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
        change: &CandidateChange,
        at: Timestamp,
    ) -> Result<CandidateUpdate, StoreError> {
        let actor = &self.writer.action().actor;
        self.writer.write(|conn| {
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
            if let Err(refused) = fields.check(
                conn,
                CandidateKey {
                    organization: tenant,
                    candidate,
                },
            )? {
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
            held.record_step(conn, &before, &after, actor, reason)?;
            let entries = record(conn, &before, &after, change, &fields)?;
            Ok(Written::each(
                CandidateUpdate::Updated(Box::new(after)),
                entries,
            ))
        })
    }
}

/// Stores what a change writes outside the candidate's row. Returns the audit entries.
fn record(
    conn: &mut DbConn,
    before: &Candidate,
    after: &Candidate,
    change: &CandidateChange,
    fields: &CustomWrites,
) -> Result<Vec<NewAuditEntry>, StoreError> {
    let key = CandidateKey::of(&after.organization_id, &after.id);
    let moved = changes::regroup(conn, before, after, after.updated_at)?;
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
            filters::with_external_id(conn, organization, external, &candidate)?
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

/// Returns the identity that a changed candidate is stored with. In a blind job, one that another candidate has leaves the stored
/// identity as it is: a conflict would say that somebody has this address.
fn stored_identity(
    conn: &mut DbConn,
    candidate: &Candidate,
    names: row::Names,
) -> Result<String, StoreError> {
    let identity = identity_of(conn, candidate)?.as_str().to_owned();
    if names == row::Names::Shown {
        return Ok(identity);
    }
    let organization = candidate.organization_id.as_str();
    let of_job = candidates::table
        .filter(candidates::organization_id.eq(organization))
        .filter(candidates::job_id.eq(candidate.job_id.as_str()));
    let owner: Option<String> = of_job
        .filter(candidates::identity.eq(&identity))
        .select(candidates::id)
        .first(conn)
        .optional()?;
    if owner.is_none_or(|owner| owner == candidate.id.as_str()) {
        return Ok(identity);
    }
    Ok(of_job
        .filter(candidates::id.eq(candidate.id.as_str()))
        .select(candidates::identity)
        .first(conn)?)
}

pub(super) fn apply(candidate: &mut Candidate, change: &CandidateChange, at: Timestamp) {
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

pub(super) fn update(conn: &mut DbConn, candidate: &Candidate) -> Result<(), StoreError> {
    let row = candidates::table
        .filter(candidates::organization_id.eq(candidate.organization_id.as_str()))
        .filter(candidates::id.eq(candidate.id.as_str()));
    let job = candidate.job_id.as_str();
    let blind = blind_jobs::blind_jobs(conn, candidate.organization_id.as_str(), &[job])?;
    let names = row::Names::of_job(!blind.is_empty());
    let identity = stored_identity(conn, candidate, names)?;
    let external_id = candidate.external_id.as_deref();
    let (external_id, masked_external_id) = match names {
        row::Names::Shown => (external_id, None),
        row::Names::Masked => (None, external_id),
    };
    diesel::update(row)
        .set((
            candidates::status.eq(candidate.status.map(CandidateStatus::as_str)),
            candidates::full_name.eq(&candidate.full_name),
            candidates::email.eq(candidate.email.as_ref().map(EmailAddress::as_str)),
            candidates::phone.eq(candidate.phone.as_ref().map(PhoneNumber::as_str)),
            candidates::identity.eq(identity),
            candidates::sort_name.eq(row::sort_name(candidate, names)),
            candidates::search_text.eq(row::search_text(candidate, names)),
            candidates::status_reason.eq(candidate.status_reason.as_deref()),
            candidates::stage_id.eq(candidate.stage_id.as_str()),
            candidates::source.eq(candidate.source.as_deref()),
            candidates::external_id.eq(external_id),
            candidates::masked_external_id.eq(masked_external_id),
            candidates::updated_at.eq(stored(candidate.updated_at)),
            candidates::contacted_at.eq(None::<NaiveDateTime>),
        ))
        .execute(conn)?;
    Ok(())
}

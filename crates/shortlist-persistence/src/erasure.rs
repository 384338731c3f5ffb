//! Erasure of candidates with all their data, and legal holds that prevent it.

mod counts;
mod holds;
mod list;
pub(crate) mod of_people;
mod retention;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, CandidateId, ERASED_RECORDS, JobId, NewAuditEntry, OrganizationId, Timestamp,
};

use crate::decisions;
use crate::dialect::{self, DbConn, on_either};
use crate::error::StoreError;
use crate::idempotency::delete_responses;
use crate::keys::CandidateKey;
use crate::outbox;
use crate::people::{self, is_held};
use crate::schema::{
    application_forms, candidate_documents, candidate_facts, candidate_keys, candidate_notes,
    candidate_tags, candidates, custom_values, erasures, interview_reports, interviews,
    legal_holds, offers, recordings, report_versions, resume_corrections, resume_versions, resumes,
    reveals, reviews, score_receipts, self_identifications, stage_steps,
};
use crate::store::Candidates;
use crate::times::{stored, timestamp};
use crate::uploads::delete_answers;
use crate::uploads::quotas::subtract_files;
use crate::writer::{CandidateWriter, Written};

/// The outcome of erasing a candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErasureOutcome {
    /// The candidate's rows were erased at this time, which may be that of an earlier erasure.
    Erased(Timestamp),
    /// The organization has no such candidate and has never erased one.
    NotFound,
    /// A legal hold protects the candidate.
    Held,
}

impl CandidateWriter<'_> {
    /// Erases a candidate: the row, the text, the receipts, the interviews with their reports, the reviews, and the key that
    /// seals the audit log's values. A tombstone records the erasure. The caller must remove the files.
    ///
    /// # Errors
    /// When the database fails.
    pub fn erase(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
        reason: &str,
        at: Timestamp,
    ) -> Result<ErasureOutcome, StoreError> {
        self.writer.check_organization(organization)?;
        let key = CandidateKey::of(organization, id);
        self.writer.write(|conn| {
            if !dialect::lock_candidate(conn, key.organization, key.candidate)? {
                let earlier = find_erasure(conn, key)?.map(timestamp);
                let outcome = earlier.map_or(ErasureOutcome::NotFound, ErasureOutcome::Erased);
                return Ok(Written::nothing(outcome));
            }
            if is_held(conn, key)? {
                return Ok(Written::nothing(ErasureOutcome::Held));
            }
            let entry = erasure_entry(conn, key, reason)?;
            delete(conn, key)?;
            leave_tombstone(conn, key, reason, at)?;
            people::remove(conn, key)?;
            Ok(Written::one(ErasureOutcome::Erased(at), entry))
        })
    }

    /// Sets or lifts the legal hold on a candidate. Returns `false` if the organization has no such candidate.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_legal_hold(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
        reason: Option<&str>,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        self.writer.check_organization(organization)?;
        let key = CandidateKey::of(organization, id);
        self.writer.write(|conn| {
            if !dialect::lock_candidate(conn, key.organization, key.candidate)? {
                return Ok(Written::nothing(false));
            }
            let held = legal_holds::table
                .filter(legal_holds::organization_id.eq(key.organization))
                .filter(legal_holds::candidate_id.eq(key.candidate));
            let before = diesel::delete(held).execute(conn)? > 0;
            if let Some(reason) = reason {
                diesel::insert_into(legal_holds::table)
                    .values((
                        legal_holds::organization_id.eq(key.organization),
                        legal_holds::candidate_id.eq(key.candidate),
                        legal_holds::reason.eq(reason),
                        legal_holds::held_at.eq(stored(at)),
                    ))
                    .execute(conn)?;
            }
            let text = |held: bool| if held { "held" } else { "free" };
            let entry = NewAuditEntry::done(AuditedKind::Candidate, key.candidate)
                .for_candidate(id)
                .with_change(
                    "legalHold",
                    Some(text(before)),
                    Some(text(reason.is_some())),
                );
            Ok(Written::one(true, entry))
        })
    }
}

/// Returns the audit entry for an erasure, with the numbers of erased records, which say nothing about who it was. It reads
/// the candidate's job and records, so call it before the candidate is deleted.
pub(crate) fn erasure_entry(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    reason: &str,
) -> Result<NewAuditEntry, StoreError> {
    let job: String = candidates::table
        .filter(candidates::organization_id.eq(key.organization))
        .filter(candidates::id.eq(key.candidate))
        .select(candidates::job_id)
        .first(conn)?;
    let mut entry = NewAuditEntry::done(AuditedKind::Candidate, key.candidate).with_reason(reason);
    let counts = counts::record_counts(conn, key)?;
    for (field, count) in ERASED_RECORDS.into_iter().zip(counts) {
        if count > 0 {
            entry = entry.with_field(field, &count.to_string());
        }
    }
    Ok(entry.of_job(&JobId::parse("job_id", &job)?))
}

impl Candidates<'_> {
    /// Records that an erasure is complete: the candidate's file is deleted, and nothing of them is left in the database's
    /// own files.
    ///
    /// # Errors
    /// When the database fails.
    pub fn complete_erasure(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.pools.write_unaudited(|conn| {
            let erasure = erasures::table
                .filter(erasures::organization_id.eq(organization.as_str()))
                .filter(erasures::candidate_id.eq(id.as_str()))
                .filter(erasures::completed_at.is_null());
            diesel::update(erasure)
                .set(erasures::completed_at.eq(stored(at)))
                .execute(conn)?;
            Ok(())
        })
    }

    /// Returns whether a legal hold protects a candidate, or their person.
    ///
    /// # Errors
    /// When the database fails.
    pub fn is_held(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
    ) -> Result<bool, StoreError> {
        let key = CandidateKey::of(organization, id);
        self.pools.read(|conn| Ok(is_held(conn, key)?))
    }

    /// Lists the erased candidates of an organization whose erasure is not complete.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_unfinished_erasures(
        &self,
        organization: &OrganizationId,
    ) -> Result<Vec<CandidateId>, StoreError> {
        let ids: Vec<String> = self.pools.read(|conn| {
            Ok(erasures::table
                .filter(erasures::organization_id.eq(organization.as_str()))
                .filter(erasures::completed_at.is_null())
                .select(erasures::candidate_id)
                .load(conn)?)
        })?;
        let ids = ids.iter().map(|id| CandidateId::parse("candidate_id", id));
        Ok(ids.collect::<Result<_, _>>()?)
    }
}

fn find_erasure(conn: &mut DbConn, key: CandidateKey<'_>) -> QueryResult<Option<NaiveDateTime>> {
    erasures::table
        .filter(erasures::organization_id.eq(key.organization))
        .filter(erasures::candidate_id.eq(key.candidate))
        .select(erasures::erased_at)
        .first(conn)
        .optional()
}

/// Deletes the candidate and everything that refers to them, except their person.
pub(crate) fn delete(conn: &mut DbConn, key: CandidateKey<'_>) -> QueryResult<()> {
    let CandidateKey {
        organization,
        candidate,
    } = key;
    let interview_ids: Vec<String> = interviews::table
        .filter(interviews::organization_id.eq(organization))
        .filter(interviews::candidate_id.eq(candidate))
        .select(interviews::id)
        .load(conn)?;
    let reports = interview_reports::table
        .filter(interview_reports::organization_id.eq(organization))
        .filter(interview_reports::interview_id.eq_any(&interview_ids));
    diesel::delete(reports).execute(conn)?;
    let versions = report_versions::table
        .filter(report_versions::organization_id.eq(organization))
        .filter(report_versions::interview_id.eq_any(&interview_ids));
    diesel::delete(versions).execute(conn)?;
    macro_rules! delete_of_candidate {
        ($($table:ident),*) => {$(
            let rows = $table::table
                .filter($table::organization_id.eq(organization))
                .filter($table::candidate_id.eq(candidate));
            diesel::delete(rows).execute(conn)?;
        )*};
    }
    decisions::end_due(conn, key)?;
    outbox::delete_of(conn, organization, candidate)?;
    subtract_files(conn, key)?;
    delete_of_candidate!(
        recordings,
        interviews,
        reviews,
        candidate_tags,
        candidate_facts,
        candidate_notes,
        stage_steps,
        offers,
        custom_values,
        score_receipts,
        application_forms,
        candidate_documents,
        resume_corrections,
        resume_versions,
        resumes,
        reveals,
        self_identifications,
        candidate_keys
    );
    // A response that is stored for a repeated upload names the candidates that the upload created.
    delete_responses(conn, organization)?;
    delete_answers(conn, organization)?;
    let row = candidates::table
        .filter(candidates::organization_id.eq(organization))
        .filter(candidates::id.eq(candidate));
    diesel::delete(row).execute(conn)?;
    Ok(())
}

pub(crate) fn leave_tombstone(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    reason: &str,
    at: Timestamp,
) -> Result<(), StoreError> {
    let insert = diesel::insert_into(erasures::table).values((
        erasures::organization_id.eq(key.organization),
        erasures::candidate_id.eq(key.candidate),
        erasures::reason.eq(reason),
        erasures::erased_at.eq(stored(at)),
    ));
    on_either!(conn, conn => insert.execute(conn))?;
    Ok(())
}

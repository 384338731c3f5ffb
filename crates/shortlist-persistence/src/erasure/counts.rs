//! How many records an erasure deletes, for its entry in the audit log.

use chrono::NaiveDateTime;
use diesel::prelude::*;

use crate::candidate_rows::blind_jobs::in_blind_jobs;
use crate::dialect::DbConn;
use crate::keys::CandidateKey;
use crate::schema::{
    candidate_documents, candidate_notes, candidates, interviews, recordings, resumes, reviews,
};

/// Returns how many records of each kind a candidate has, in the order of [`ERASED_RECORDS`](shortlist_domain::ERASED_RECORDS).
pub(super) fn record_counts(conn: &mut DbConn, key: CandidateKey<'_>) -> QueryResult<[i64; 6]> {
    macro_rules! count_of_candidate {
        ($table:ident) => {
            $table::table
                .filter($table::organization_id.eq(key.organization))
                .filter($table::candidate_id.eq(key.candidate))
                .count()
                .get_result(conn)?
        };
    }
    Ok([
        count_of_candidate!(resumes),
        count_documents(conn, key)?,
        count_of_candidate!(interviews),
        count_of_candidate!(recordings),
        count_of_candidate!(reviews),
        count_of_candidate!(candidate_notes),
    ])
}

/// Counts the documents. In a blind job, those of later applications do not count: only a reveal shows them, and it ends with the
/// candidate.
fn count_documents(conn: &mut DbConn, key: CandidateKey<'_>) -> QueryResult<i64> {
    let all = candidate_documents::table
        .filter(candidate_documents::organization_id.eq(key.organization))
        .filter(candidate_documents::candidate_id.eq(key.candidate));
    if in_blind_jobs(conn, key.organization, &[key.candidate])?.is_empty() {
        return all.count().get_result(conn);
    }
    let applied_at: NaiveDateTime = candidates::table
        .filter(candidates::organization_id.eq(key.organization))
        .filter(candidates::id.eq(key.candidate))
        .select(candidates::created_at)
        .first(conn)?;
    let is_of_first = candidate_documents::uploaded_at.eq(applied_at);
    let is_shown = candidate_documents::uploaded_by
        .is_not_null()
        .or(is_of_first);
    all.filter(is_shown).count().get_result(conn)
}

//! Receipts of scores: the current one of each candidate, and earlier ones.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    CandidateId, NewCandidate, OrganizationId, Score, ScoreReceipt, Timestamp, Weights,
};

use crate::candidate_rows::tenths;
use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::records::{ReceiptRecord, read_weights};
use crate::resumes::{CANDIDATES_PER_STATEMENT, file_digest, octet_length, total_bytes};
use crate::schema::{candidates, score_receipts};
use crate::store::Scores;
use crate::times::{stored, timestamp};

/// A receipt of a candidate.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredReceipt {
    /// The receipt as it was made.
    pub receipt: ScoreReceipt,
    /// The weights of its score. Those of the newest receipt rank the candidate. An earlier receipt has its own.
    pub weighting: Weights,
    /// The version of the job that the candidate was scored against.
    pub job_version: i32,
    /// When it was made.
    pub made_at: Timestamp,
}

#[derive(Insertable)]
#[diesel(table_name = score_receipts)]
struct NewReceiptRow<'a> {
    organization_id: &'a str,
    candidate_id: &'a str,
    number: i32,
    job_version: i32,
    score_tenths: i16,
    record: String,
    created_at: NaiveDateTime,
}

/// The columns of a receipt.
#[derive(Queryable, Selectable)]
#[diesel(table_name = score_receipts)]
struct ReceiptRow {
    candidate_id: String,
    number: i32,
    job_version: i32,
    record: String,
    created_at: NaiveDateTime,
    document_digest: Option<Vec<u8>>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = candidates)]
struct ScoredCandidateRow {
    receipt_number: i32,
    weighting: String,
    file_digest: Vec<u8>,
}

fn read(row: ReceiptRow, candidate: ScoredCandidateRow) -> Result<StoredReceipt, StoreError> {
    let record: ReceiptRecord = serde_json::from_str(&row.record)?;
    let is_in_force = row.number == candidate.receipt_number;
    let weighting = if is_in_force {
        read_weights(&candidate.weighting)?
    } else {
        record.weights()
    };
    // Only a receipt of a replaced resume names its own file.
    let document = row.document_digest.unwrap_or(candidate.file_digest);
    Ok(StoredReceipt {
        receipt: record.into_receipt(file_digest(document)?)?,
        weighting,
        job_version: row.job_version,
        made_at: timestamp(row.created_at),
    })
}

/// Joins receipts to their candidates, as far as a condition holds.
macro_rules! with_candidates {
    ($condition:expr) => {
        score_receipts::table.inner_join(
            candidates::table.on(candidates::organization_id
                .eq(score_receipts::organization_id)
                .and(candidates::id.eq(score_receipts::candidate_id))
                .and($condition)),
        )
    };
}

/// Stores the first receipts of candidates that were just created.
pub(crate) fn insert_first(conn: &mut DbConn, new: &[&NewCandidate]) -> Result<(), StoreError> {
    let rows: Vec<NewReceiptRow<'_>> = new
        .iter()
        .map(|candidate| {
            Ok(NewReceiptRow {
                organization_id: candidate.organization_id.as_str(),
                candidate_id: candidate.id.as_str(),
                number: 1,
                job_version: candidate.job_version,
                score_tenths: tenths(candidate.receipt.score),
                record: serde_json::to_string(&ReceiptRecord::of(&candidate.receipt))?,
                created_at: stored(candidate.created_at),
            })
        })
        .collect::<Result<_, StoreError>>()?;
    let insert = diesel::insert_into(score_receipts::table).values(&rows);
    on_either!(conn, conn => insert.execute(conn))?;
    Ok(())
}

/// A receipt that will follow a candidate's newest one.
pub(crate) struct NextReceipt<'a> {
    pub(crate) candidate: &'a str,
    pub(crate) number: i32,
    pub(crate) job_version: i32,
    pub(crate) score: Score,
    /// The receipt in its stored form.
    pub(crate) record: &'a str,
}

/// Stores a receipt after the existing ones.
pub(crate) fn insert_next(
    conn: &mut DbConn,
    organization: &str,
    next: &NextReceipt<'_>,
    at: Timestamp,
) -> Result<(), StoreError> {
    let row = NewReceiptRow {
        organization_id: organization,
        candidate_id: next.candidate,
        number: next.number,
        job_version: next.job_version,
        score_tenths: tenths(next.score),
        record: next.record.to_owned(),
        created_at: stored(at),
    };
    diesel::insert_into(score_receipts::table)
        .values(row)
        .execute(conn)?;
    Ok(())
}

/// Records in the receipts of a candidate's current file that they were computed from it, before another file replaces it.
pub(crate) fn pin_document(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    document: &[u8],
) -> QueryResult<usize> {
    let unpinned = score_receipts::table
        .filter(score_receipts::organization_id.eq(key.organization))
        .filter(score_receipts::candidate_id.eq(key.candidate))
        .filter(score_receipts::document_digest.is_null());
    diesel::update(unpinned)
        .set(score_receipts::document_digest.eq(document))
        .execute(conn)
}

/// Returns a candidate's newest receipt.
pub(crate) fn newest(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
) -> Result<Option<StoredReceipt>, StoreError> {
    let newest = candidates::receipt_number.eq(score_receipts::number);
    let row: Option<(ReceiptRow, ScoredCandidateRow)> = with_candidates!(newest)
        .filter(score_receipts::organization_id.eq(key.organization))
        .filter(score_receipts::candidate_id.eq(key.candidate))
        .select((ReceiptRow::as_select(), ScoredCandidateRow::as_select()))
        .first(conn)
        .optional()?;
    row.map(|(row, candidate)| read(row, candidate)).transpose()
}

impl Scores<'_> {
    /// Loads the newest receipts of some candidates. Candidates that do not exist are left out.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load_receipts(
        &self,
        organization: &OrganizationId,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, StoredReceipt>, StoreError> {
        let mut loaded = HashMap::with_capacity(candidates.len());
        for chunk in candidates.chunks(CANDIDATES_PER_STATEMENT) {
            let ids: Vec<&str> = chunk.iter().map(CandidateId::as_str).collect();
            let rows: Vec<(ReceiptRow, ScoredCandidateRow)> =
                self.pools.read_list(organization, |conn| {
                    let newest = candidates::receipt_number.eq(score_receipts::number);
                    Ok(with_candidates!(newest)
                        .filter(score_receipts::organization_id.eq(organization.as_str()))
                        .filter(score_receipts::candidate_id.eq_any(&ids))
                        .select((ReceiptRow::as_select(), ScoredCandidateRow::as_select()))
                        .load(conn)?)
                })?;
            for (row, candidate) in rows {
                let id = CandidateId::parse("candidate_id", &row.candidate_id)?;
                loaded.insert(id, read(row, candidate)?);
            }
        }
        Ok(loaded)
    }

    /// Returns how many bytes all receipts of a candidate have.
    ///
    /// # Errors
    /// When the database fails.
    pub fn receipt_bytes(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<u64, StoreError> {
        let lengths: Vec<i32> = self.pools.read(|conn| {
            Ok(score_receipts::table
                .filter(score_receipts::organization_id.eq(organization.as_str()))
                .filter(score_receipts::candidate_id.eq(candidate.as_str()))
                .select(octet_length(score_receipts::record))
                .load(conn)?)
        })?;
        Ok(total_bytes(&lengths))
    }

    /// Lists all receipts of a candidate, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_receipts(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<Vec<StoredReceipt>, StoreError> {
        let rows: Vec<(ReceiptRow, ScoredCandidateRow)> = self.pools.read(|conn| {
            let any = score_receipts::number.gt(0);
            Ok(with_candidates!(any)
                .filter(score_receipts::organization_id.eq(organization.as_str()))
                .filter(score_receipts::candidate_id.eq(candidate.as_str()))
                .order(score_receipts::number.desc())
                .select((ReceiptRow::as_select(), ScoredCandidateRow::as_select()))
                .load(conn)?)
        })?;
        rows.into_iter()
            .map(|(row, candidate)| read(row, candidate))
            .collect()
    }
}

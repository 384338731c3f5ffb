//! Resumes as read, and receipts of their scores.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    CandidateId, FileDigest, MediaKind, NewCandidate, OrganizationId, Resume, ScoreReceipt,
    StoredFile, Timestamp, Weights,
};
use shortlist_records::ResumeRecord;

use crate::candidates::tenths;
use crate::dialect::{DbConn, on_either};
use crate::records::ReceiptRecord;
use crate::schema::{candidates, resumes, score_receipts};
use crate::times::stored;
use crate::{Store, StoreError};

/// How many candidates one statement loads.
const CANDIDATES_PER_STATEMENT: usize = 500;

/// A resume as read, with its file.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredResume {
    /// The file.
    pub file: StoredFile,
    /// What it says.
    pub resume: Resume,
}

/// The newest receipt of a candidate.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredReceipt {
    /// The receipt.
    pub receipt: ScoreReceipt,
    /// The weights behind it.
    pub weights: Weights,
    /// The job's version that it was scored against.
    pub job_version: i32,
}

/// A candidate's new score.
#[derive(Debug, Clone)]
pub struct NewReceipt {
    /// The candidate.
    pub candidate_id: CandidateId,
    /// The receipt.
    pub receipt: ScoreReceipt,
    /// The job's version that it was scored against.
    pub job_version: i32,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = resumes)]
struct ResumeRow {
    organization_id: String,
    candidate_id: String,
    file_name: String,
    media_type: String,
    file_bytes: i64,
    file_digest: Vec<u8>,
    record: String,
}

impl ResumeRow {
    fn of(new: &NewCandidate) -> Result<Self, StoreError> {
        Ok(Self {
            organization_id: new.organization_id.to_string(),
            candidate_id: new.id.to_string(),
            file_name: new.file.name.clone(),
            media_type: new.file.media.media_type().to_owned(),
            file_bytes: i64::try_from(new.file.bytes).unwrap_or(i64::MAX),
            file_digest: new.file.digest.0.to_vec(),
            record: serde_json::to_string(&ResumeRecord::of(&new.resume))?,
        })
    }

    fn into_resume(self) -> Result<(CandidateId, StoredResume), StoreError> {
        let digest = file_digest(self.file_digest)?;
        let record: ResumeRecord = serde_json::from_str(&self.record)?;
        let file = StoredFile {
            name: self.file_name,
            media: MediaKind::parse("media_type", &self.media_type)?,
            bytes: u64::try_from(self.file_bytes).unwrap_or(0),
            digest,
        };
        let resume = record.into_resume()?;
        let id = CandidateId::parse("candidate_id", &self.candidate_id)?;
        Ok((id, StoredResume { file, resume }))
    }
}

/// A stored digest.
pub(crate) fn file_digest(stored: Vec<u8>) -> Result<FileDigest, StoreError> {
    let bytes = <[u8; 32]>::try_from(stored).map_err(|stored| {
        let problem = format!("it has {} bytes", stored.len());
        StoreError::other("read a file's digest", problem)
    })?;
    Ok(FileDigest(bytes))
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

/// Keeps the resumes and first receipts of candidates that were just created.
pub(crate) fn insert_with_candidates(
    conn: &mut DbConn,
    new: &[&NewCandidate],
) -> Result<(), StoreError> {
    let resume_rows: Vec<ResumeRow> = new
        .iter()
        .map(|candidate| ResumeRow::of(candidate))
        .collect::<Result<_, _>>()?;
    let insert = diesel::insert_into(resumes::table).values(&resume_rows);
    on_either!(conn, conn => insert.execute(conn))?;
    let receipt_rows: Vec<NewReceiptRow<'_>> = new
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
    let insert = diesel::insert_into(score_receipts::table).values(&receipt_rows);
    on_either!(conn, conn => insert.execute(conn))?;
    Ok(())
}

impl Store {
    /// Loads the resumes of some candidates; those that do not exist are left out.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load_resumes(
        &self,
        organization: &OrganizationId,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, StoredResume>, StoreError> {
        let mut loaded = HashMap::with_capacity(candidates.len());
        for chunk in candidates.chunks(CANDIDATES_PER_STATEMENT) {
            let rows: Vec<ResumeRow> = self.read(|conn| {
                Ok(resumes::table
                    .filter(resumes::organization_id.eq(organization.as_str()))
                    .filter(resumes::candidate_id.eq_any(chunk.iter().map(CandidateId::as_str)))
                    .select(ResumeRow::as_select())
                    .load(conn)?)
            })?;
            for row in rows {
                let (id, resume) = row.into_resume()?;
                loaded.insert(id, resume);
            }
        }
        Ok(loaded)
    }

    /// Loads the newest receipts of some candidates; those that do not exist are left out.
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
            let rows = self.read(|conn| newest_receipts(conn, organization.as_str(), &ids))?;
            for (id, job_version, json, digest) in rows {
                let record: ReceiptRecord = serde_json::from_str(&json)?;
                let receipt = StoredReceipt {
                    weights: record.weights(),
                    receipt: record.into_receipt(file_digest(digest)?)?,
                    job_version,
                };
                loaded.insert(CandidateId::parse("candidate_id", &id)?, receipt);
            }
        }
        Ok(loaded)
    }

    /// Keeps new receipts and sets the candidates' scores, in one transaction; older receipts stay as history. Returns how
    /// many candidates there were.
    ///
    /// # Errors
    /// When the database fails.
    pub fn save_receipts(
        &self,
        organization: &OrganizationId,
        receipts: &[NewReceipt],
        at: Timestamp,
    ) -> Result<usize, StoreError> {
        let mut ordered: Vec<&NewReceipt> = receipts.iter().collect();
        // In one order, so that two transactions cannot wait for one another.
        ordered.sort_by(|a, b| a.candidate_id.cmp(&b.candidate_id));
        self.write(|conn| {
            let mut saved = 0;
            for receipt in &ordered {
                saved += usize::from(save(conn, organization.as_str(), receipt, at)?);
            }
            Ok(saved)
        })
    }
}

fn newest_receipts(
    conn: &mut DbConn,
    organization: &str,
    ids: &[&str],
) -> Result<Vec<(String, i32, String, Vec<u8>)>, StoreError> {
    Ok(score_receipts::table
        .inner_join(
            candidates::table.on(candidates::organization_id
                .eq(score_receipts::organization_id)
                .and(candidates::id.eq(score_receipts::candidate_id))
                .and(candidates::receipt_number.eq(score_receipts::number))),
        )
        .filter(score_receipts::organization_id.eq(organization))
        .filter(score_receipts::candidate_id.eq_any(ids))
        .select((
            score_receipts::candidate_id,
            score_receipts::job_version,
            score_receipts::record,
            candidates::file_digest,
        ))
        .load(conn)?)
}

fn save(
    conn: &mut DbConn,
    organization: &str,
    new: &NewReceipt,
    at: Timestamp,
) -> Result<bool, StoreError> {
    let candidate = candidates::table
        .filter(candidates::organization_id.eq(organization))
        .filter(candidates::id.eq(new.candidate_id.as_str()));
    let number: Option<i32> = diesel::update(candidate)
        .set((
            candidates::receipt_number.eq(candidates::receipt_number + 1),
            candidates::score_tenths.eq(tenths(new.receipt.score)),
            candidates::updated_at.eq(stored(at)),
        ))
        .returning(candidates::receipt_number)
        .get_result(conn)
        .optional()?;
    let Some(number) = number else {
        return Ok(false);
    };
    let row = NewReceiptRow {
        organization_id: organization,
        candidate_id: new.candidate_id.as_str(),
        number,
        job_version: new.job_version,
        score_tenths: tenths(new.receipt.score),
        record: serde_json::to_string(&ReceiptRecord::of(&new.receipt))?,
        created_at: stored(at),
    };
    diesel::insert_into(score_receipts::table)
        .values(row)
        .execute(conn)?;
    Ok(true)
}

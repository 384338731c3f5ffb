//! Replacing a candidate's resume by a newer one. The earlier version stays, with its file and its receipts.

use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, Candidate, CandidateCode, CandidateId, DocumentId, NewAuditEntry, NewCandidate,
};

use super::row::{Names, as_candidate, months};
use super::{changes, find, update};
use crate::StoreError;
use crate::dialect::{self, DbConn};
use crate::quotas::add_stored;
use crate::receipts::{self, NextReceipt, tenths};
use crate::records::{ReceiptRecord, values_text, weighting_text};
use crate::resume_versions::{archive, has_version};
use crate::resumes::{self, Uploader};
use crate::schema::candidates;
use crate::writer::{CandidateWriter, Written};

/// A newer resume for an existing candidate.
#[derive(Debug, Clone, Copy)]
pub struct ResumeReplacement<'a> {
    /// The existing candidate.
    pub candidate: &'a CandidateId,
    /// The name under which the new file is stored.
    pub file_id: &'a DocumentId,
    /// What was read from the new file, and its score. Its identifier and its code are not used.
    pub new: &'a NewCandidate,
}

/// The outcome of replacing a resume.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResumeReplacementOutcome {
    /// The resume is now the candidate's current one.
    Replaced {
        /// The candidate's code.
        code: CandidateCode,
        /// The number of the new version.
        version: i32,
    },
    /// The candidate had this file already, or another candidate of the job has it.
    Unchanged,
    /// The organization has no such candidate.
    NotFound,
}

impl CandidateWriter<'_> {
    /// Replaces a candidate's resume and score. The name, the e-mail address and the telephone number stay, because somebody
    /// may have corrected them. Those that are missing come from the new resume.
    ///
    /// # Errors
    /// When the database fails.
    pub fn replace_resume(
        &self,
        replacement: ResumeReplacement<'_>,
    ) -> Result<ResumeReplacementOutcome, StoreError> {
        let ResumeReplacement {
            candidate: id, new, ..
        } = replacement;
        self.writer.check_organization(&new.organization_id)?;
        let key = (new.organization_id.as_str(), id.as_str());
        let uploader = Uploader::of(self.writer.action());
        self.writer.write(|conn| {
            let Some(before) = lock(conn, key, new)? else {
                return Ok(Written::nothing(ResumeReplacementOutcome::NotFound));
            };
            if is_known(conn, key, new)? {
                return Ok(Written::nothing(ResumeReplacementOutcome::Unchanged));
            }
            let earlier = archive(conn, (key, &before), uploader.at)?;
            let version = earlier.number + 1;
            receipts::pin_document(conn, key, &earlier.file.digest.0)?;
            let upload = (version, replacement.file_id.as_str(), uploader);
            resumes::put_version(conn, key, new, upload)?;
            let mut after = renewed(&before, new);
            after.updated_at = uploader.at;
            store_score(conn, key, new)?;
            update(conn, &after)?;
            add_stored(
                conn,
                key.0,
                i64::try_from(new.file.bytes).unwrap_or(i64::MAX),
            )?;
            let moved = changes::regroup(conn, (&before, &after), uploader.at)?;
            let entry = audit_entry((&before, &after), version, &earlier.file.name, new);
            let entry =
                entry.with_change("personId", moved.before.as_deref(), moved.after.as_deref());
            let entries = std::iter::once(entry).chain(moved.entries).collect();
            let code = before.code;
            let replaced = ResumeReplacementOutcome::Replaced { code, version };
            Ok(Written::each(replaced, entries))
        })
    }
}

/// Finds and locks the candidate. The job is locked first, as when its candidates are scored again.
fn lock(
    conn: &mut DbConn,
    (organization, candidate): (&str, &str),
    new: &NewCandidate,
) -> Result<Option<Candidate>, StoreError> {
    dialect::lock_job(conn, organization, new.job_id.as_str())?;
    if !dialect::lock_candidate(conn, organization, candidate)? {
        return Ok(None);
    }
    let found = find(conn, organization, candidate)?;
    Ok(found.filter(|candidate| candidate.job_id == new.job_id))
}

/// Returns whether the file is a version of the candidate's resume, or the resume of another candidate of the job.
fn is_known(conn: &mut DbConn, key: (&str, &str), new: &NewCandidate) -> Result<bool, StoreError> {
    let digest = new.file.digest.0.as_slice();
    let same: Option<String> = candidates::table
        .filter(candidates::organization_id.eq(key.0))
        .filter(candidates::job_id.eq(new.job_id.as_str()))
        .filter(candidates::file_digest.eq(digest))
        .select(candidates::id)
        .first(conn)
        .optional()?;
    Ok(same.is_some() || has_version(conn, key, digest)?)
}

/// Returns what the new resume says. Its code, its stage and whether it is masked are not used.
fn read_from(new: &NewCandidate) -> Candidate {
    as_candidate(new, new.code.clone(), (None, Names::Masked))
}

/// Returns the candidate with what the new resume says.
fn renewed(before: &Candidate, new: &NewCandidate) -> Candidate {
    let read = read_from(new);
    let full_name = match before.full_name.is_empty() {
        true => read.full_name,
        false => before.full_name.clone(),
    };
    Candidate {
        full_name,
        email: before.email.clone().or(read.email),
        phone: before.phone.clone().or(read.phone),
        score: read.score,
        skills: read.skills,
        months_worked: read.months_worked,
        ..before.clone()
    }
}

/// Stores what the new resume determines, and the receipt of its score.
fn store_score(
    conn: &mut DbConn,
    (organization, candidate): (&str, &str),
    new: &NewCandidate,
) -> Result<(), StoreError> {
    let row = candidates::table
        .filter(candidates::organization_id.eq(organization))
        .filter(candidates::id.eq(candidate));
    let number: i32 = row.select(candidates::receipt_number).first(conn)?;
    let number = number + 1;
    let read = read_from(new);
    diesel::update(row)
        .set((
            candidates::file_digest.eq(new.file.digest.0.as_slice()),
            candidates::skills.eq(serde_json::to_string(&read.skills)?),
            candidates::months_worked.eq(months(read.months_worked)),
            candidates::receipt_number.eq(number),
            candidates::score_tenths.eq(tenths(new.receipt.score)),
            candidates::weighting.eq(weighting_text(&new.receipt)?),
            candidates::criterion_values.eq(values_text(&new.receipt)?),
            candidates::scored_by.eq(&new.receipt.engine_version),
            candidates::scored_version.eq(new.job_version),
        ))
        .execute(conn)?;
    let record = serde_json::to_string(&ReceiptRecord::of(&new.receipt))?;
    let next = NextReceipt {
        candidate,
        number,
        job_version: new.job_version,
        score: new.receipt.score,
        record: &record,
    };
    receipts::insert_next(conn, organization, &next, new.created_at)
}

fn audit_entry(
    (before, after): (&Candidate, &Candidate),
    version: i32,
    earlier_name: &str,
    new: &NewCandidate,
) -> NewAuditEntry {
    let score = |of: &Candidate| of.score.map(|score| score.to_f64().to_string());
    NewAuditEntry::done(AuditedKind::Candidate, after.id.as_str())
        .for_candidate(&after.id)
        .with_field("resumeVersion", &version.to_string())
        .with_change("fileName", Some(earlier_name), Some(&new.file.name))
        .with_field("fileDigest", &new.file.digest.to_hex())
        .with_change(
            "resumeScore",
            score(before).as_deref(),
            score(after).as_deref(),
        )
}

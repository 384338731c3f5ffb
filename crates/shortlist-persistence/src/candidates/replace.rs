//! Replacing a candidate's resume by a newer one. The earlier version stays, with its file and its receipts.

use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, Candidate, CandidateCode, CandidateId, DocumentId, NewAuditEntry, NewCandidate,
    OrganizationId,
};

use super::{changes, find, update};
use crate::candidate_rows::row::{Names, as_candidate, months};
use crate::candidate_rows::tenths;
use crate::candidate_rows::touch;
use crate::candidates::documents;
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::records::{ReceiptRecord, facts_text, values_text, weighting_text};
use crate::resumes::versions::{archive, has_version};
use crate::resumes::{self, Uploader};
use crate::schema::candidates;
use crate::scores::receipts::{self, NextReceipt};
use crate::uploads::quotas::add_stored;
use crate::writer::{CandidateWriter, Written};

/// Where the file of a newer resume comes from.
#[derive(Debug, Clone, Copy)]
pub enum ReplacementFile<'a> {
    /// It was uploaded, and is stored under this name.
    Uploaded(&'a DocumentId),
    /// It is this further document of the candidate, which becomes a version of the resume.
    Document(&'a DocumentId),
    /// It is an earlier version of the resume, with its name if it has one of its own.
    Version(Option<&'a DocumentId>),
}

/// A newer resume for an existing candidate.
#[derive(Debug, Clone, Copy)]
pub struct ResumeReplacement<'a> {
    /// The existing candidate.
    pub candidate: &'a CandidateId,
    /// The new file.
    pub file: ReplacementFile<'a>,
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
    /// The organization has no such candidate, or the candidate has no such document any more.
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
        let key = CandidateKey::of(&new.organization_id, id);
        let uploader = Uploader::of(self.writer.action());
        self.writer.write(|conn| {
            let Some(before) = lock(conn, key, new)? else {
                return Ok(Written::nothing(ResumeReplacementOutcome::NotFound));
            };
            if let ReplacementFile::Document(id) = replacement.file
                && !documents::exists(conn, key, id)?
            {
                return Ok(Written::nothing(ResumeReplacementOutcome::NotFound));
            }
            if is_known(conn, key, replacement)? {
                return Ok(Written::nothing(ResumeReplacementOutcome::Unchanged));
            }
            let earlier = archive(conn, key, uploader.at)?;
            let version = earlier.number + 1;
            receipts::pin_document(conn, key, &earlier.file.digest.0)?;
            resumes::put_version(conn, key, new, version, replacement.file.id(), uploader)?;
            replacement.file.settle(conn, key, new)?;
            let mut after = renewed(&before, new);
            after.updated_at = uploader.at;
            store_score(conn, key, new)?;
            update(conn, &after)?;
            let moved = changes::regroup(conn, &before, &after, uploader.at)?;
            let entry = audit_entry(&before, &after, version, &earlier.file.name, new);
            let entry =
                entry.with_change("personId", moved.before.as_deref(), moved.after.as_deref());
            let entries = std::iter::once(entry).chain(moved.entries).collect();
            let code = before.code;
            let replaced = ResumeReplacementOutcome::Replaced { code, version };
            Ok(Written::each(replaced, entries))
        })
    }
}

impl ReplacementFile<'_> {
    /// Returns the name under which the file is stored. The first version of a resume has none.
    fn id(&self) -> Option<&str> {
        match self {
            Self::Uploaded(id) | Self::Document(id) => Some(id.as_str()),
            Self::Version(id) => id.map(DocumentId::as_str),
        }
    }

    /// Counts the file as stored, except for a document, which is counted already. After a choice, no resume competes.
    fn settle(
        &self,
        conn: &mut DbConn,
        key: CandidateKey<'_>,
        new: &NewCandidate,
    ) -> Result<(), StoreError> {
        match self {
            Self::Document(id) => return Ok(documents::settle(conn, key, Some(id))?),
            Self::Version(_) => documents::settle(conn, key, None)?,
            Self::Uploaded(_) => {}
        }
        let bytes = i64::try_from(new.file.bytes).unwrap_or(i64::MAX);
        Ok(add_stored(conn, key.organization, bytes)?)
    }
}

impl CandidateWriter<'_> {
    /// Records that the current resume of a candidate counts, and no other competes with it. Returns `false` if the
    /// organization has no such candidate.
    ///
    /// # Errors
    /// When the database fails.
    pub fn keep_resume(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
        version: i32,
    ) -> Result<bool, StoreError> {
        self.writer.check_organization(organization)?;
        let key = CandidateKey::of(organization, candidate);
        self.writer.write(|conn| {
            if !dialect::lock_candidate(conn, key.organization, key.candidate)? {
                return Ok(Written::nothing(false));
            }
            documents::settle(conn, key, None)?;
            touch(conn, key, self.writer.action().at)?;
            let entry = NewAuditEntry::done(AuditedKind::Candidate, candidate.as_str())
                .for_candidate(candidate)
                .with_field("resumeVersion", &version.to_string());
            Ok(Written::one(true, entry))
        })
    }
}

/// Finds and locks the candidate. The job is locked first, as when its candidates are scored again.
fn lock(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    new: &NewCandidate,
) -> Result<Option<Candidate>, StoreError> {
    dialect::lock_job(conn, key.organization, new.job_id.as_str())?;
    if !dialect::lock_candidate(conn, key.organization, key.candidate)? {
        return Ok(None);
    }
    let found = find(conn, key.organization, key.candidate)?;
    Ok(found.filter(|candidate| candidate.job_id == new.job_id))
}

/// Returns whether an uploaded file is a version of the candidate's resume, or any file is the current resume of a
/// candidate of the job.
fn is_known(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    ResumeReplacement { file, new, .. }: ResumeReplacement<'_>,
) -> Result<bool, StoreError> {
    let digest = new.file.digest.0.as_slice();
    let same: Option<String> = candidates::table
        .filter(candidates::organization_id.eq(key.organization))
        .filter(candidates::job_id.eq(new.job_id.as_str()))
        .filter(candidates::file_digest.eq(digest))
        .select(candidates::id)
        .first(conn)
        .optional()?;
    let is_uploaded = matches!(file, ReplacementFile::Uploaded(_));
    Ok(same.is_some() || (is_uploaded && has_version(conn, key, digest)?))
}

/// Returns what the new resume says. Its code, its stage and whether it is masked are not used.
fn read_from(new: &NewCandidate) -> Candidate {
    as_candidate(new, new.code.clone(), None, Names::Masked)
}

/// Returns the candidate with what the new resume says.
fn renewed(before: &Candidate, new: &NewCandidate) -> Candidate {
    let read = read_from(new);
    let full_name = if before.full_name.is_empty() {
        read.full_name
    } else {
        before.full_name.clone()
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
    key: CandidateKey<'_>,
    new: &NewCandidate,
) -> Result<(), StoreError> {
    let row = candidates::table
        .filter(candidates::organization_id.eq(key.organization))
        .filter(candidates::id.eq(key.candidate));
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
            candidates::receipt_facts.eq(facts_text(&new.receipt)),
            candidates::scored_by.eq(&new.receipt.engine_version),
            candidates::scored_version.eq(new.job_version),
        ))
        .execute(conn)?;
    let record = serde_json::to_string(&ReceiptRecord::of(&new.receipt))?;
    let next = NextReceipt {
        candidate: key.candidate,
        number,
        job_version: new.job_version,
        score: new.receipt.score,
        record: &record,
    };
    receipts::insert_next(conn, key.organization, &next, new.created_at)
}

fn audit_entry(
    before: &Candidate,
    after: &Candidate,
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

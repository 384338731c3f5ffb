//! Corrections of what was read from resumes. The parsed values stay as they are.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::dsl::max;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, CandidateId, CorrectedField, Correction, NewAuditEntry, OrganizationId, UserId,
};

use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::schema::{resume_corrections, resumes};
use crate::store::Candidates;
use crate::times::{stored, timestamp};
use crate::writer::{CandidateWriter, Written};

/// The most corrections of a candidate.
pub const MAX_CORRECTIONS: i32 = 200;

/// The result of storing a correction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CorrectionOutcome {
    /// It is stored.
    Stored,
    /// The organization has no such candidate with a resume.
    NotFound,
    /// The candidate has as many corrections as possible.
    TooMany,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = resume_corrections)]
struct CorrectionRow {
    candidate_id: String,
    resume_version: i32,
    entry: i32,
    field: String,
    parsed: Option<String>,
    stated: String,
    user_id: Option<String>,
    corrected_at: NaiveDateTime,
}

impl CorrectionRow {
    fn into_correction(self) -> Result<Correction, StoreError> {
        let user_id = self.user_id.map(|id| UserId::parse("user_id", &id));
        Ok(Correction {
            entry: usize::try_from(self.entry).unwrap_or(usize::MAX),
            field: CorrectedField::parse("field", &self.field)?,
            parsed: self.parsed,
            stated: self.stated,
            user_id: user_id.transpose()?,
            corrected_at: timestamp(self.corrected_at),
        })
    }
}

/// The corrections of candidates with the version of the resume that each belongs to, the earliest first.
pub(crate) type LoadedCorrections = HashMap<String, Vec<(i32, Correction)>>;

/// Loads the corrections of some candidates.
pub(crate) fn load(
    conn: &mut DbConn,
    organization: &OrganizationId,
    candidates: &[CandidateId],
) -> Result<LoadedCorrections, StoreError> {
    let rows: Vec<CorrectionRow> = resume_corrections::table
        .filter(resume_corrections::organization_id.eq(organization.as_str()))
        .filter(resume_corrections::candidate_id.eq_any(candidates.iter().map(CandidateId::as_str)))
        .order((resume_corrections::candidate_id, resume_corrections::number))
        .select(CorrectionRow::as_select())
        .load(conn)?;
    let mut loaded = LoadedCorrections::new();
    for row in rows {
        let (candidate, version) = (row.candidate_id.clone(), row.resume_version);
        let corrections = loaded.entry(candidate).or_default();
        corrections.push((version, row.into_correction()?));
    }
    Ok(loaded)
}

/// Returns the corrections of one version of a resume.
pub(crate) fn of_version(corrections: Vec<(i32, Correction)>, version: i32) -> Vec<Correction> {
    let of_version = corrections.into_iter().filter(|(of, _)| *of == version);
    of_version.map(|(_, correction)| correction).collect()
}

impl Candidates<'_> {
    /// Lists all corrections of a candidate, also those of earlier versions of the resume, the earliest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_corrections(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<Vec<Correction>, StoreError> {
        let ids = std::slice::from_ref(candidate);
        let mut loaded = self.pools.read(|conn| load(conn, organization, ids))?;
        let corrections = loaded.remove(candidate.as_str()).unwrap_or_default();
        Ok(corrections.into_iter().map(|(_, one)| one).collect())
    }
}

impl CandidateWriter<'_> {
    /// Stores a correction for the current version of a resume. The audit log seals its values with the candidate's key.
    ///
    /// # Errors
    /// When the database fails.
    pub fn add_correction(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
        correction: &Correction,
    ) -> Result<CorrectionOutcome, StoreError> {
        self.writer.check_organization(organization)?;
        let key = CandidateKey::of(organization, candidate);
        self.writer.write(|conn| {
            if !dialect::lock_candidate(conn, key.organization, key.candidate)? {
                return Ok(Written::nothing(CorrectionOutcome::NotFound));
            }
            let version: Option<i32> = resumes::table
                .filter(resumes::organization_id.eq(key.organization))
                .filter(resumes::candidate_id.eq(key.candidate))
                .select(resumes::version)
                .first(conn)
                .optional()?;
            let Some(version) = version else {
                return Ok(Written::nothing(CorrectionOutcome::NotFound));
            };
            let last: Option<i32> = resume_corrections::table
                .filter(resume_corrections::organization_id.eq(key.organization))
                .filter(resume_corrections::candidate_id.eq(key.candidate))
                .select(max(resume_corrections::number))
                .first(conn)?;
            let number = last.unwrap_or(0) + 1;
            if number > MAX_CORRECTIONS {
                return Ok(Written::nothing(CorrectionOutcome::TooMany));
            }
            insert(conn, key, number, version, correction)?;
            let entry = NewAuditEntry::done(AuditedKind::Candidate, key.candidate)
                .for_candidate(candidate)
                .with_field("correctedField", correction.field.as_str())
                .with_change(
                    "correction",
                    correction.parsed.as_deref(),
                    Some(&correction.stated),
                );
            Ok(Written::one(CorrectionOutcome::Stored, entry))
        })
    }
}

fn insert(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    number: i32,
    version: i32,
    correction: &Correction,
) -> QueryResult<()> {
    diesel::insert_into(resume_corrections::table)
        .values((
            resume_corrections::organization_id.eq(key.organization),
            resume_corrections::candidate_id.eq(key.candidate),
            resume_corrections::number.eq(number),
            resume_corrections::resume_version.eq(version),
            resume_corrections::entry.eq(i32::try_from(correction.entry).unwrap_or(i32::MAX)),
            resume_corrections::field.eq(correction.field.as_str()),
            resume_corrections::parsed.eq(correction.parsed.as_deref()),
            resume_corrections::stated.eq(&correction.stated),
            resume_corrections::user_id.eq(correction.user_id.as_ref().map(UserId::as_str)),
            resume_corrections::corrected_at.eq(stored(correction.corrected_at)),
        ))
        .execute(conn)?;
    Ok(())
}

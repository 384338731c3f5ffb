//! Corrections of what was read from resumes. The parsed values stay as they are.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::dsl::max;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, Candidate, CandidateId, CorrectedField, Correction, NewAuditEntry, OrganizationId,
    Resume, UserId,
};

use crate::candidate_rows::blind_jobs::blind_jobs;
use crate::candidate_rows::row::{Names, months, search_text};
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::resumes::facts;
use crate::schema::{candidates, resume_corrections, resumes};
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
            // No value is stored as an empty text.
            stated: Some(self.stated).filter(|stated| !stated.is_empty()),
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
    /// Stores corrections for the current version of a resume: all or none. Filters and searches then find what the corrected resume has.
    /// The audit log seals the values with the candidate's key.
    ///
    /// # Errors
    /// When the database fails.
    pub fn add_corrections(
        &self,
        candidate: &Candidate,
        corrections: &[Correction],
        corrected: &Resume,
    ) -> Result<CorrectionOutcome, StoreError> {
        self.writer.check_organization(&candidate.organization_id)?;
        let key = CandidateKey::of(&candidate.organization_id, &candidate.id);
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
            let last = last.unwrap_or(0);
            let new = i32::try_from(corrections.len()).unwrap_or(i32::MAX);
            if new > MAX_CORRECTIONS - last {
                return Ok(Written::nothing(CorrectionOutcome::TooMany));
            }
            for (number, correction) in (last + 1..).zip(corrections) {
                insert(conn, key, Numbered { number, version }, correction)?;
            }
            update_found(conn, candidate, corrected)?;
            facts::replace(conn, key)?;
            let entry = |correction| audit_entry(&candidate.id, correction);
            let entries = corrections.iter().map(entry).collect();
            Ok(Written::each(CorrectionOutcome::Stored, entries))
        })
    }
}

/// Stores what filters and searches find of a corrected resume.
fn update_found(
    conn: &mut DbConn,
    candidate: &Candidate,
    corrected: &Resume,
) -> Result<(), StoreError> {
    let skills = corrected.skills.iter().map(|skill| skill.name.clone());
    let candidate = Candidate {
        skills: skills.collect(),
        months_worked: corrected.experience_months(candidate.created_at.date()),
        ..candidate.clone()
    };
    let organization = candidate.organization_id.as_str();
    let blind = blind_jobs(conn, organization, &[candidate.job_id.as_str()])?;
    let names = Names::of_job(!blind.is_empty());
    let row = candidates::table
        .filter(candidates::organization_id.eq(organization))
        .filter(candidates::id.eq(candidate.id.as_str()));
    diesel::update(row)
        .set((
            candidates::skills.eq(serde_json::to_string(&candidate.skills)?),
            candidates::months_worked.eq(months(candidate.months_worked)),
            candidates::search_text.eq(search_text(&candidate, names)),
        ))
        .execute(conn)?;
    Ok(())
}

fn audit_entry(candidate: &CandidateId, correction: &Correction) -> NewAuditEntry {
    NewAuditEntry::done(AuditedKind::Candidate, candidate.as_str())
        .for_candidate(candidate)
        .with_field("correctedField", correction.field.as_str())
        .with_change(
            "correction",
            correction.parsed.as_deref(),
            correction.stated.as_deref(),
        )
}

/// The number of a correction, and the version of the resume that it belongs to.
struct Numbered {
    number: i32,
    version: i32,
}

fn insert(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    numbered: Numbered,
    correction: &Correction,
) -> QueryResult<()> {
    diesel::insert_into(resume_corrections::table)
        .values((
            resume_corrections::organization_id.eq(key.organization),
            resume_corrections::candidate_id.eq(key.candidate),
            resume_corrections::number.eq(numbered.number),
            resume_corrections::resume_version.eq(numbered.version),
            resume_corrections::entry.eq(i32::try_from(correction.entry).unwrap_or(i32::MAX)),
            resume_corrections::field.eq(correction.field.as_str()),
            resume_corrections::parsed.eq(correction.parsed.as_deref()),
            resume_corrections::stated.eq(correction.stated.as_deref().unwrap_or_default()),
            resume_corrections::user_id.eq(correction.user_id.as_ref().map(UserId::as_str)),
            resume_corrections::corrected_at.eq(stored(correction.corrected_at)),
        ))
        .execute(conn)?;
    Ok(())
}

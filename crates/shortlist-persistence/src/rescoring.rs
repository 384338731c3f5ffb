//! Scoring the candidates of a job again, all in one transaction.

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use shortlist_domain::{
    CandidateCode, CandidateId, JobId, MicroPoints, NewAuditEntry, OrganizationId, Resume, Score,
    ScoreReceipt, ThingKind, Timestamp, Weights,
};
use shortlist_records::ResumeRecord;

use crate::candidates::tenths;
use crate::dialect::{self, DbConn};
use crate::receipts::{self, NextReceipt};
use crate::records::{
    ReceiptRecord, read_values, read_weights, values_text, weighting_text, weights_text,
};
use crate::schema::{candidates, jobs};
use crate::writer::{Writer, Written};
use crate::{Store, StoreError, resumes};

/// How many candidates are looked at together, and then written by one statement.
const PAGE: i64 = 20_000;

/// Where a candidate of a job stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// Who.
    pub candidate: CandidateId,
    /// The job applied for.
    pub job: JobId,
    /// Their code.
    pub code: CandidateCode,
    /// The score.
    pub score: Score,
    /// Which of their receipts counts.
    pub receipt_number: i32,
    /// The weights in force, as stored.
    weighting: Option<String>,
    /// What was measured, by the names of the criteria.
    pub values: Vec<(String, MicroPoints)>,
    /// The version of the engine that measured.
    pub scored_by: String,
    /// The job's version that was measured against.
    pub scored_version: i32,
}

impl Standing {
    /// The weights in force; unknown of candidates that an early version of this program scored.
    ///
    /// # Errors
    /// When what is stored cannot be read.
    pub fn weights(&self) -> Result<Option<Weights>, StoreError> {
        self.weighting.as_deref().map(read_weights).transpose()
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = candidates)]
struct StandingRow {
    id: String,
    job_id: String,
    code: String,
    score_tenths: i16,
    receipt_number: i32,
    weighting: Option<String>,
    criterion_values: String,
    scored_by: String,
    scored_version: i32,
}

impl StandingRow {
    fn into_standing(self) -> Result<Standing, StoreError> {
        Ok(Standing {
            candidate: CandidateId::parse("id", &self.id)?,
            job: JobId::parse("job_id", &self.job_id)?,
            code: CandidateCode::parse("code", &self.code)?,
            score: Score::from_tenths(i64::from(self.score_tenths)),
            receipt_number: self.receipt_number,
            weighting: self.weighting,
            values: read_values(&self.criterion_values)?,
            scored_by: self.scored_by,
            scored_version: self.scored_version,
        })
    }
}

/// Which candidates are scored again, and against what.
#[derive(Debug, Clone)]
pub struct Rescoring<'a> {
    /// The tenant.
    pub organization: &'a OrganizationId,
    /// The job.
    pub job: &'a JobId,
    /// Its version; where it has become another, nothing is changed.
    pub job_version: i32,
    /// The weights of those that are weighed anew; without any, each keeps its own.
    pub weights: Option<&'a Weights>,
    /// When.
    pub at: Timestamp,
}

/// A receipt on its way into the database, in the form that is stored: a large job's are many, and wait outside of memory.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Measurement {
    score_tenths: u16,
    engine_version: String,
    weighting: String,
    criterion_values: String,
    receipt: String,
    resume: Option<String>,
}

impl Measurement {
    /// Takes a receipt, with the resume where that was read anew.
    ///
    /// # Errors
    /// When one cannot be written as text.
    pub fn of(receipt: &ScoreReceipt, resume: Option<&Resume>) -> Result<Self, StoreError> {
        let record = |resume| serde_json::to_string(&ResumeRecord::of(resume));
        Ok(Self {
            score_tenths: receipt.score.tenths(),
            engine_version: receipt.engine_version.clone(),
            weighting: weighting_text(receipt)?,
            criterion_values: values_text(receipt)?,
            receipt: serde_json::to_string(&ReceiptRecord::of(receipt))?,
            resume: resume.map(record).transpose()?,
        })
    }

    /// As bytes, to be put aside.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn encode(&self) -> Result<Vec<u8>, StoreError> {
        Ok(serde_json::to_vec(self)?)
    }

    /// Takes bytes back.
    ///
    /// # Errors
    /// When they are not what was put aside.
    pub fn decode(bytes: &[u8]) -> Result<Self, StoreError> {
        Ok(serde_json::from_slice(bytes)?)
    }

    /// The score.
    pub fn score(&self) -> Score {
        Score::from_tenths(i64::from(self.score_tenths))
    }
}

/// What comes of a candidate.
#[derive(Debug, Clone)]
pub enum Rescored {
    /// Nothing changes.
    Kept,
    /// The measured values count by the new weights.
    Reweighed(Score),
    /// All was measured anew.
    Measured(Measurement),
}

impl Store {
    /// Lists where the candidates of a job, or of all, stand, by identifier, some of those after `after`.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_standings(
        &self,
        organization: &OrganizationId,
        job: Option<&JobId>,
        after: Option<&CandidateId>,
    ) -> Result<Vec<Standing>, StoreError> {
        self.read(|conn| page(conn, organization, job, after))
    }

    /// Finds where a candidate stands.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_standing(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<Option<Standing>, StoreError> {
        self.read(|conn| {
            candidates::table
                .filter(candidates::organization_id.eq(organization.as_str()))
                .filter(candidates::id.eq(candidate.as_str()))
                .select(StandingRow::as_select())
                .first(conn)
                .optional()?
                .map(StandingRow::into_standing)
                .transpose()
        })
    }
}

impl Writer<'_> {
    /// Scores the candidates of a job again as `decide` says, all or none. It may be asked twice about a candidate, where the
    /// database has the transaction run anew.
    ///
    /// # Errors
    /// [`StoreError::Stale`] when the job has become another; when `decide` fails, or the database.
    pub fn rescore(
        &self,
        rescoring: &Rescoring<'_>,
        decide: &mut dyn FnMut(&Standing) -> Result<Rescored, StoreError>,
    ) -> Result<(), StoreError> {
        self.check_organization(rescoring.organization)?;
        self.write(|conn| {
            let counted = rescore(conn, rescoring, decide)?;
            Ok(Written::one((), told(rescoring, &counted)?))
        })
    }
}

/// How many candidates were scored in which way.
#[derive(Default)]
struct Counted {
    reweighed: usize,
    measured: usize,
}

/// What the audit log says of it: one row for the job. What changed of each candidate is in their receipts.
fn told(rescoring: &Rescoring<'_>, counted: &Counted) -> Result<NewAuditEntry, StoreError> {
    let weights = rescoring.weights.map(weights_text).transpose()?;
    Ok(NewAuditEntry::done(ThingKind::Job, rescoring.job.as_str())
        .with("jobVersion", &rescoring.job_version.to_string())
        .changing("resumeScoreBreakdown", None, weights.as_deref())
        .with("reweighed", &counted.reweighed.to_string())
        .with("measured", &counted.measured.to_string()))
}

fn page(
    conn: &mut DbConn,
    organization: &OrganizationId,
    job: Option<&JobId>,
    after: Option<&CandidateId>,
) -> Result<Vec<Standing>, StoreError> {
    // Every identifier stands after the empty string.
    let after = after.map_or("", CandidateId::as_str);
    let mut standings = candidates::table
        .filter(candidates::organization_id.eq(organization.as_str()))
        .filter(candidates::id.gt(after))
        .into_boxed();
    if let Some(job) = job {
        standings = standings.filter(candidates::job_id.eq(job.as_str()));
    }
    let rows: Vec<StandingRow> = standings
        .order(candidates::id)
        .limit(PAGE)
        .select(StandingRow::as_select())
        .load(conn)?;
    rows.into_iter().map(StandingRow::into_standing).collect()
}

fn rescore(
    conn: &mut DbConn,
    rescoring: &Rescoring<'_>,
    decide: &mut dyn FnMut(&Standing) -> Result<Rescored, StoreError>,
) -> Result<Counted, StoreError> {
    let (organization, job) = (rescoring.organization, rescoring.job);
    let mut counted = Counted::default();
    // Changes of the job, and others who score its candidates, wait.
    dialect::lock_job(conn, organization.as_str(), job.as_str())?;
    let version: Option<i32> = jobs::table
        .filter(jobs::organization_id.eq(organization.as_str()))
        .filter(jobs::id.eq(job.as_str()))
        .select(jobs::version)
        .first(conn)
        .optional()?;
    if version != Some(rescoring.job_version) {
        return Err(StoreError::Stale);
    }
    let mut after = None;
    loop {
        let mut reweighed: Vec<(&str, i16)> = Vec::new();
        let standings = page(conn, organization, Some(job), after.as_ref())?;
        for standing in &standings {
            match decide(standing)? {
                Rescored::Kept => {}
                Rescored::Reweighed(score) => {
                    reweighed.push((standing.candidate.as_str(), tenths(score)));
                }
                Rescored::Measured(measured) => {
                    save_measured(conn, rescoring, standing, &measured)?;
                    counted.measured += 1;
                }
            }
        }
        save_scores(conn, rescoring, &reweighed)?;
        counted.reweighed += reweighed.len();
        match standings.last() {
            Some(last) => after = Some(last.candidate.clone()),
            None => return Ok(counted),
        }
    }
}

/// Gives each candidate its score, under the new weights; those that are absent leave those that are there.
fn save_scores(
    conn: &mut DbConn,
    rescoring: &Rescoring<'_>,
    scores: &[(&str, i16)],
) -> Result<(), StoreError> {
    let weighting = rescoring.weights.map(weights_text).transpose()?;
    let organization = rescoring.organization.as_str();
    dialect::set_scores(conn, organization, weighting.as_deref(), scores)
}

fn save_measured(
    conn: &mut DbConn,
    rescoring: &Rescoring<'_>,
    standing: &Standing,
    measured: &Measurement,
) -> Result<(), StoreError> {
    let organization = rescoring.organization.as_str();
    let candidate = standing.candidate.as_str();
    let engine = measured.engine_version.as_str();
    let number = standing.receipt_number + 1;
    let row = candidates::table
        .filter(candidates::organization_id.eq(organization))
        .filter(candidates::id.eq(candidate));
    diesel::update(row)
        .set((
            candidates::receipt_number.eq(number),
            candidates::score_tenths.eq(tenths(measured.score())),
            candidates::weighting.eq(&measured.weighting),
            candidates::criterion_values.eq(&measured.criterion_values),
            candidates::scored_by.eq(engine),
            candidates::scored_version.eq(rescoring.job_version),
        ))
        .execute(conn)?;
    if let Some(record) = &measured.resume {
        resumes::replace(conn, organization, candidate, (record, engine))?;
    }
    let next = NextReceipt {
        candidate,
        number,
        job_version: rescoring.job_version,
        score: measured.score(),
        record: &measured.receipt,
    };
    receipts::insert_next(conn, organization, &next, rescoring.at)
}

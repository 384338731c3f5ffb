//! Rescoring of a job's candidates in one transaction.

use diesel::prelude::*;
use serde::{Deserialize, Serialize};
use shortlist_domain::{
    AuditedKind, CandidateCode, CandidateId, JobId, MicroPoints, NewAuditEntry, OrganizationId,
    Resume, Score, ScoreReceipt, Timestamp, Weights,
};
use shortlist_records::ResumeRecord;

use crate::candidate_rows::change_without_contact;
use crate::candidate_rows::tenths;
use crate::dialect::{self, DbConn, NewScoring};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::records::{
    ReceiptRecord, facts_text, read_values, read_weights, values_text, weighting_text, weights_text,
};
use crate::resumes;
use crate::schema::{candidates, jobs};
use crate::scores::receipts::{self, NextReceipt};
use crate::store::Scores;
use crate::times::stored;
use crate::writer::{ScoreWriter, Written};

/// How many candidates are read together and then updated by one statement.
const PAGE: i64 = 20_000;

/// The current score of a candidate, and what it was made from.
#[derive(Debug, Clone, PartialEq)]
pub struct CurrentScore {
    /// The candidate.
    pub candidate: CandidateId,
    /// The job applied for.
    pub job: JobId,
    /// The candidate's code.
    pub code: CandidateCode,
    /// The score.
    pub score: Score,
    /// The number of the candidate's current receipt.
    pub receipt_number: i32,
    /// The current weights, as stored.
    weighting: String,
    /// The measured values, by the names of the criteria.
    pub values: Vec<(String, MicroPoints)>,
    /// The version of the engine that measured the values.
    pub scored_by: String,
    /// The version of the job that the values were measured against.
    pub scored_version: i32,
}

impl CurrentScore {
    /// Returns the current weights.
    ///
    /// # Errors
    /// When what is stored cannot be read.
    pub fn weights(&self) -> Result<Weights, StoreError> {
        read_weights(&self.weighting)
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = candidates)]
struct CurrentScoreRow {
    id: String,
    job_id: String,
    code: String,
    score_tenths: i16,
    receipt_number: i32,
    weighting: String,
    criterion_values: String,
    scored_by: String,
    scored_version: i32,
}

impl CurrentScoreRow {
    fn into_current_score(self) -> Result<CurrentScore, StoreError> {
        Ok(CurrentScore {
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

/// What to rescore.
#[derive(Debug, Clone)]
pub struct Rescoring<'a> {
    /// The tenant.
    pub organization: &'a OrganizationId,
    /// The job.
    pub job: &'a JobId,
    /// The job's version. If the job has another version by now, nothing is changed.
    pub job_version: i32,
    /// The new weights of reweighed candidates. Without any, each candidate keeps its own.
    pub weights: Option<&'a Weights>,
    /// The only candidate to rescore. Without it, all candidates of the job.
    pub only: Option<&'a CandidateId>,
    /// The time of the rescoring.
    pub at: Timestamp,
}

/// A receipt in its stored form, before it is written. A large job has many of them, which wait outside of memory.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Measurement {
    score_tenths: u16,
    engine_version: String,
    weighting: String,
    criterion_values: String,
    receipt_facts: String,
    receipt: String,
    resume: Option<String>,
}

impl Measurement {
    /// Converts a receipt, and the resume if it was read again.
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
            receipt_facts: facts_text(receipt),
            receipt: serde_json::to_string(&ReceiptRecord::of(receipt))?,
            resume: resume.map(record).transpose()?,
        })
    }

    /// Encodes the measurement as bytes, to store it temporarily.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn encode(&self) -> Result<Vec<u8>, StoreError> {
        Ok(serde_json::to_vec(self)?)
    }

    /// Decodes a measurement.
    ///
    /// # Errors
    /// When the bytes are not an encoded measurement.
    pub fn decode(bytes: &[u8]) -> Result<Self, StoreError> {
        Ok(serde_json::from_slice(bytes)?)
    }

    /// The score.
    pub fn score(&self) -> Score {
        Score::from_tenths(i64::from(self.score_tenths))
    }
}

/// The result of rescoring a candidate.
#[derive(Debug, Clone)]
pub enum Rescored {
    /// Nothing changes.
    Kept,
    /// The measured values stay, and the new weights apply.
    Reweighed(Score),
    /// All values were measured again.
    Measured(Measurement),
}

impl Rescored {
    /// Returns the new score; `None` if it was kept.
    fn score(&self) -> Option<Score> {
        match self {
            Self::Kept => None,
            Self::Reweighed(score) => Some(*score),
            Self::Measured(measured) => Some(measured.score()),
        }
    }
}

impl Scores<'_> {
    /// Lists the current scores of a job's candidates, or of all candidates. Returns a page after `after`, in the order of
    /// identifiers.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_current(
        &self,
        organization: &OrganizationId,
        job: Option<&JobId>,
        after: Option<&CandidateId>,
    ) -> Result<Vec<CurrentScore>, StoreError> {
        self.pools
            .read(|conn| page(conn, organization, job, None, after))
    }

    /// Finds the current score of a candidate.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_current(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<Option<CurrentScore>, StoreError> {
        self.pools.read(|conn| {
            candidates::table
                .filter(candidates::organization_id.eq(organization.as_str()))
                .filter(candidates::id.eq(candidate.as_str()))
                .select(CurrentScoreRow::as_select())
                .first(conn)
                .optional()?
                .map(CurrentScoreRow::into_current_score)
                .transpose()
        })
    }
}

impl ScoreWriter<'_> {
    /// Rescores the candidates of a job, all or none. `decide` returns the result for each. It may run twice for a candidate,
    /// if the transaction is retried.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if the job has another version. Also fails if `decide` or the database fails.
    pub fn rescore(
        &self,
        rescoring: &Rescoring<'_>,
        decide: &mut dyn FnMut(&CurrentScore) -> Result<Rescored, StoreError>,
    ) -> Result<(), StoreError> {
        self.writer.check_organization(rescoring.organization)?;
        self.writer.write(|conn| {
            let counted = rescore(conn, rescoring, decide)?;
            let entry = audit_entry(rescoring, &counted)?;
            let written = Written::one((), entry).with_measured(counted.measured);
            Ok(written.with_new_scores(rescoring.job, counted.changed))
        })
    }
}

/// How many candidates were scored in which way, and which of them have another score.
#[derive(Default)]
struct Counted {
    reweighed: usize,
    measured: Vec<CandidateId>,
    changed: Vec<CandidateId>,
}

/// Returns the audit entry: one row for the job. The receipts of the candidates contain what changed for each.
fn audit_entry(rescoring: &Rescoring<'_>, counted: &Counted) -> Result<NewAuditEntry, StoreError> {
    let weights = rescoring.weights.map(weights_text).transpose()?;
    Ok(
        NewAuditEntry::done(AuditedKind::Job, rescoring.job.as_str())
            .with_field("jobVersion", &rescoring.job_version.to_string())
            .with_change("resumeScoreBreakdown", None, weights.as_deref())
            .with_field("reweighed", &counted.reweighed.to_string())
            .with_field("measured", &counted.measured.len().to_string()),
    )
}

fn page(
    conn: &mut DbConn,
    organization: &OrganizationId,
    job: Option<&JobId>,
    only: Option<&CandidateId>,
    after: Option<&CandidateId>,
) -> Result<Vec<CurrentScore>, StoreError> {
    // Every identifier sorts after the empty string.
    let after = after.map_or("", CandidateId::as_str);
    let mut current_scores = candidates::table
        .filter(candidates::organization_id.eq(organization.as_str()))
        .filter(candidates::id.gt(after))
        .into_boxed();
    if let Some(job) = job {
        current_scores = current_scores.filter(candidates::job_id.eq(job.as_str()));
    }
    if let Some(only) = only {
        current_scores = current_scores.filter(candidates::id.eq(only.as_str()));
    }
    let rows: Vec<CurrentScoreRow> = current_scores
        .order(candidates::id)
        .limit(PAGE)
        .select(CurrentScoreRow::as_select())
        .load(conn)?;
    rows.into_iter()
        .map(CurrentScoreRow::into_current_score)
        .collect()
}

fn rescore(
    conn: &mut DbConn,
    rescoring: &Rescoring<'_>,
    decide: &mut dyn FnMut(&CurrentScore) -> Result<Rescored, StoreError>,
) -> Result<Counted, StoreError> {
    let (organization, job) = (rescoring.organization, rescoring.job);
    let mut counted = Counted::default();
    // Other transactions that change the job or score its candidates wait.
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
        let current_scores = page(
            conn,
            organization,
            Some(job),
            rescoring.only,
            after.as_ref(),
        )?;
        for current in &current_scores {
            let rescored = decide(current)?;
            if rescored.score().is_some_and(|score| score != current.score) {
                counted.changed.push(current.candidate.clone());
            }
            match rescored {
                Rescored::Kept => {}
                Rescored::Reweighed(score) => {
                    reweighed.push((current.candidate.as_str(), tenths(score)));
                }
                Rescored::Measured(measured) => {
                    save_measured(conn, rescoring, current, &measured)?;
                    counted.measured.push(current.candidate.clone());
                }
            }
        }
        save_scores(conn, rescoring, &reweighed)?;
        counted.reweighed += reweighed.len();
        match current_scores.last() {
            Some(last) => after = Some(last.candidate.clone()),
            None => return Ok(counted),
        }
    }
}

/// Saves each candidate's score and the new weights. Without new weights, the stored ones stay.
fn save_scores(
    conn: &mut DbConn,
    rescoring: &Rescoring<'_>,
    scores: &[(&str, i16)],
) -> Result<(), StoreError> {
    let weighting = rescoring.weights.map(weights_text).transpose()?;
    let organization = rescoring.organization.as_str();
    let new = NewScoring {
        weighting: weighting.as_deref(),
        at: stored(rescoring.at),
    };
    dialect::set_scores(conn, organization, &new, scores)
}

fn save_measured(
    conn: &mut DbConn,
    rescoring: &Rescoring<'_>,
    current: &CurrentScore,
    measured: &Measurement,
) -> Result<(), StoreError> {
    let organization = rescoring.organization.as_str();
    let candidate = current.candidate.as_str();
    let engine = measured.engine_version.as_str();
    let number = current.receipt_number + 1;
    let row = candidates::table
        .filter(candidates::organization_id.eq(organization))
        .filter(candidates::id.eq(candidate));
    diesel::update(row)
        .set((
            candidates::receipt_number.eq(number),
            candidates::score_tenths.eq(tenths(measured.score())),
            candidates::weighting.eq(&measured.weighting),
            candidates::criterion_values.eq(&measured.criterion_values),
            candidates::receipt_facts.eq(&measured.receipt_facts),
            candidates::scored_by.eq(engine),
            candidates::scored_version.eq(rescoring.job_version),
        ))
        .execute(conn)?;
    let key = CandidateKey {
        organization,
        candidate,
    };
    change_without_contact(conn, key, rescoring.at)?;
    if let Some(record) = &measured.resume {
        resumes::replace(conn, key, record, engine)?;
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

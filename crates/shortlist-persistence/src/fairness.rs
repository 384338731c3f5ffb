//! What a bias audit reads: scores, self-identifications, and who was taken forward.
//!
//! Each query reads a batch of candidates in the order of their identifiers, so memory depends on the batch and not on the
//! organization.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    CandidateStatus, InvalidValue, JobId, OrganizationId, RaceEthnicity, Score, SelfIdentification,
    Sex, StageId, StageList, Timestamp,
};

use crate::StoreError;
use crate::schema::{candidates, jobs, self_identifications, stage_steps};
use crate::stage_lists::read_list;
use crate::store::Fairness;
use crate::times::timestamp;

/// The statuses of stages to which candidates are taken forward.
const FORWARD: [&str; 2] = ["Active", "Hired"];

/// A candidate as an audit reads it. The texts are as stored: an audit compares millions of them and keeps none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoredCandidate {
    /// The identifier.
    pub id: String,
    /// The code.
    pub code: String,
    /// The e-mail address.
    pub email: Option<String>,
    /// The job.
    pub job_id: String,
    /// The score that the tool computed. Reviews do not change it.
    pub score: Score,
    /// Whether the candidate is hired.
    pub is_hired: bool,
    /// When the candidate was stored.
    pub created_at: Timestamp,
}

/// The candidates of a batch: from one identifier to another.
#[derive(Debug, Clone, Copy)]
pub struct CandidateRange<'a> {
    /// The first identifier.
    pub first: &'a str,
    /// The last identifier.
    pub last: &'a str,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = candidates)]
struct ScoredRow {
    id: String,
    code: String,
    email: Option<String>,
    job_id: String,
    score_tenths: i16,
    status: Option<String>,
    created_at: NaiveDateTime,
}

impl ScoredRow {
    fn into_candidate(self) -> ScoredCandidate {
        ScoredCandidate {
            id: self.id,
            code: self.code,
            email: self.email,
            job_id: self.job_id,
            score: Score::from_tenths(i64::from(self.score_tenths)),
            is_hired: self.status.as_deref() == Some(CandidateStatus::Hired.as_str()),
            created_at: timestamp(self.created_at),
        }
    }
}

impl Fairness<'_> {
    /// Lists candidates by identifier, after `after`. With a job, only those of the job.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_scored(
        &self,
        organization: &OrganizationId,
        job: Option<&JobId>,
        (after, limit): (&str, u32),
    ) -> Result<Vec<ScoredCandidate>, StoreError> {
        let rows: Vec<ScoredRow> = self.pools.read(|conn| {
            let mut wanted = candidates::table
                .filter(candidates::organization_id.eq(organization.as_str()))
                .filter(candidates::id.gt(after))
                .order(candidates::id)
                .limit(i64::from(limit))
                .select(ScoredRow::as_select())
                .into_boxed();
            if let Some(job) = job {
                wanted = wanted.filter(candidates::job_id.eq(job.as_str()));
            }
            Ok(wanted.load(conn)?)
        })?;
        Ok(rows.into_iter().map(ScoredRow::into_candidate).collect())
    }

    /// Returns what the candidates of a batch said about themselves, by identifier.
    ///
    /// # Errors
    /// When the database fails.
    pub fn self_identifications(
        &self,
        organization: &OrganizationId,
        range: CandidateRange<'_>,
    ) -> Result<HashMap<String, SelfIdentification>, StoreError> {
        let rows: Vec<(String, Option<String>, Option<String>)> = self.pools.read(|conn| {
            Ok(self_identifications::table
                .filter(self_identifications::organization_id.eq(organization.as_str()))
                .filter(self_identifications::candidate_id.ge(range.first))
                .filter(self_identifications::candidate_id.le(range.last))
                .select((
                    self_identifications::candidate_id,
                    self_identifications::sex,
                    self_identifications::race_ethnicity,
                ))
                .load(conn)?)
        })?;
        let rows = rows.into_iter();
        let parsed = rows.map(|(id, sex, race)| Ok((id, parse_identification(sex, race)?)));
        Ok(parsed.collect::<Result<_, InvalidValue>>()?)
    }

    /// Lists the moves of a batch's candidates to stages that are active or hired: candidate and stage.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_forward_moves(
        &self,
        organization: &OrganizationId,
        range: CandidateRange<'_>,
    ) -> Result<Vec<(String, StageId)>, StoreError> {
        let rows: Vec<(String, String)> = self.pools.read(|conn| {
            Ok(stage_steps::table
                .filter(stage_steps::organization_id.eq(organization.as_str()))
                .filter(stage_steps::candidate_id.ge(range.first))
                .filter(stage_steps::candidate_id.le(range.last))
                .filter(stage_steps::status.eq_any(FORWARD))
                .select((stage_steps::candidate_id, stage_steps::to_id))
                .load(conn)?)
        })?;
        let rows = rows.into_iter();
        let parsed = rows.map(|(id, stage)| Ok((id, StageId::parse("to_id", &stage)?)));
        Ok(parsed.collect::<Result<_, InvalidValue>>()?)
    }

    /// Returns the stages of the jobs that have a list of their own, by the job's identifier.
    ///
    /// # Errors
    /// When the database fails.
    pub fn stage_lists(
        &self,
        organization: &OrganizationId,
    ) -> Result<HashMap<String, StageList>, StoreError> {
        let rows: Vec<(String, Option<String>)> = self.pools.read(|conn| {
            Ok(jobs::table
                .filter(jobs::organization_id.eq(organization.as_str()))
                .filter(jobs::stages.is_not_null())
                .select((jobs::id, jobs::stages))
                .load(conn)?)
        })?;
        let rows = rows.into_iter();
        rows.map(|(id, stages)| Ok((id, read_list(stages.as_deref())?)))
            .collect()
    }
}

/// Reads a stored identification.
fn parse_identification(
    sex: Option<String>,
    race_ethnicity: Option<String>,
) -> Result<SelfIdentification, InvalidValue> {
    Ok(SelfIdentification {
        sex: Sex::parse("sex", sex.as_deref().unwrap_or_default())?,
        race_ethnicity: RaceEthnicity::parse(
            "race_ethnicity",
            race_ethnicity.as_deref().unwrap_or_default(),
        )?,
    })
}

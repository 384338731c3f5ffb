//! What a bias audit reads: scores, self-identifications, and who was taken forward.
//!
//! Each query reads a batch of candidates in the order of their identifiers, so memory depends on the batch and not on the
//! organization. Candidates, answers and moves are read by separate queries over the same range: reading two lists in order costs less
//! than looking up a row for each candidate.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel::sql_types::Bool;
use shortlist_domain::{
    CandidateStatus, InvalidValue, JobId, OrganizationId, RaceEthnicity, Score, SelfIdentification,
    Sex, StageId, StageList, Timestamp,
};

use crate::dialect::MultiBackend;
use crate::error::StoreError;
use crate::records::read_list;
use crate::schema::{candidates, jobs, self_identifications, stage_steps};
use crate::store::Fairness;
use crate::times::stored;

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
    /// The score that the tool computed. Reviews do not change it.
    pub score: Score,
    /// Whether the candidate is hired.
    pub is_hired: bool,
    /// Whether the audit covers the candidate.
    pub is_covered: bool,
}

/// What an audit of stored answers reads of a candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateScore {
    /// The identifier.
    pub id: String,
    /// The score that the tool computed.
    pub score: Score,
    /// Whether the candidate is hired.
    pub is_hired: bool,
}

/// When the candidates of an audit were stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StoredWithin {
    /// The earliest time.
    pub from: Option<Timestamp>,
    /// The time at which the period is over.
    pub until: Option<Timestamp>,
}

/// The candidates that an audit covers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Coverage<'a> {
    /// Their jobs; empty for all jobs.
    pub jobs: &'a [JobId],
    /// When they were stored.
    pub within: StoredWithin,
}

/// A move of a candidate to a stage that is active or hired.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForwardMove {
    /// The candidate.
    pub candidate_id: String,
    /// The candidate's job.
    pub job_id: String,
    /// The stage.
    pub stage_id: StageId,
}

/// The candidates of a batch: from one identifier to another.
#[derive(Debug, Clone, Copy)]
pub struct CandidateRange<'a> {
    /// The first identifier.
    pub first: &'a str,
    /// The last identifier.
    pub last: &'a str,
}

/// What is read of a candidate: identifier, code, e-mail address, score, status, and whether the audit covers it.
type ScoredRow = (String, String, Option<String>, i16, Option<String>, bool);

/// A condition on candidates.
type Condition<'a> =
    Box<dyn BoxableExpression<candidates::table, MultiBackend, SqlType = Bool> + 'a>;

impl StoredWithin {
    fn condition(self) -> Condition<'static> {
        let mut condition: Condition<'static> = Box::new(true.into_sql::<Bool>());
        if let Some(from) = self.from {
            condition = Box::new(condition.and(candidates::created_at.ge(stored(from))));
        }
        if let Some(until) = self.until {
            condition = Box::new(condition.and(candidates::created_at.lt(stored(until))));
        }
        condition
    }
}

impl Coverage<'_> {
    fn condition(&self) -> Condition<'_> {
        let within = self.within.condition();
        if self.jobs.is_empty() {
            return within;
        }
        let jobs = self.jobs.iter().map(JobId::as_str);
        Box::new(within.and(candidates::job_id.eq_any(jobs)))
    }
}

fn is_hired(status: Option<&str>) -> bool {
    status == Some(CandidateStatus::Hired.as_str())
}

/// The candidates of an organization, or of one of its jobs.
macro_rules! candidates_of {
    ($organization:expr, $job:expr) => {{
        let of_organization = candidates::table
            .filter(candidates::organization_id.eq($organization.as_str()))
            .into_boxed();
        match $job {
            Some(job) => of_organization.filter(candidates::job_id.eq(job.as_str())),
            None => of_organization,
        }
    }};
}

impl Fairness<'_> {
    /// Returns the first and the last identifier of the next `limit` candidates after `after`. Returns `None` if there are no more. With
    /// a job, only its candidates count.
    ///
    /// # Errors
    /// When the database fails.
    pub fn next_range(
        &self,
        organization: &OrganizationId,
        job: Option<&JobId>,
        after: &str,
        limit: u32,
    ) -> Result<Option<(String, String)>, StoreError> {
        let ids = || {
            candidates_of!(organization, job)
                .filter(candidates::id.gt(after))
                .select(candidates::id)
        };
        self.pools.read(|conn| {
            let by_id = || ids().order(candidates::id).limit(1);
            let Some(first) = by_id().first(conn).optional()? else {
                return Ok(None);
            };
            let offset = i64::from(limit.saturating_sub(1));
            let full = by_id().offset(offset).first(conn).optional()?;
            let last = match full {
                Some(last) => last,
                None => ids().order(candidates::id.desc()).first(conn)?,
            };
            Ok(Some((first, last)))
        })
    }

    /// Lists the scores of a batch's candidates by identifier. With a job, only its candidates.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_scores(
        &self,
        organization: &OrganizationId,
        job: Option<&JobId>,
        within: StoredWithin,
        range: CandidateRange<'_>,
    ) -> Result<Vec<CandidateScore>, StoreError> {
        let rows: Vec<(String, i16, Option<String>)> = self.pools.read(|conn| {
            Ok(candidates_of!(organization, job)
                .filter(candidates::id.ge(range.first))
                .filter(candidates::id.le(range.last))
                .filter(within.condition())
                .order(candidates::id)
                .select((candidates::id, candidates::score_tenths, candidates::status))
                .load(conn)?)
        })?;
        let candidate = |(id, tenths, status): (String, i16, Option<String>)| CandidateScore {
            id,
            score: Score::from_tenths(i64::from(tenths)),
            is_hired: is_hired(status.as_deref()),
        };
        Ok(rows.into_iter().map(candidate).collect())
    }

    /// Lists a batch's candidates by identifier, and says of each whether an audit covers it.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_scored(
        &self,
        organization: &OrganizationId,
        coverage: Coverage<'_>,
        range: CandidateRange<'_>,
    ) -> Result<Vec<ScoredCandidate>, StoreError> {
        let rows: Vec<ScoredRow> = self.pools.read(|conn| {
            Ok(candidates_of!(organization, None::<&JobId>)
                .filter(candidates::id.ge(range.first))
                .filter(candidates::id.le(range.last))
                .order(candidates::id)
                .select((
                    candidates::id,
                    candidates::code,
                    candidates::email,
                    candidates::score_tenths,
                    candidates::status,
                    coverage.condition(),
                ))
                .load(conn)?)
        })?;
        let candidate =
            |(id, code, email, tenths, status, is_covered): ScoredRow| ScoredCandidate {
                id,
                code,
                email,
                score: Score::from_tenths(i64::from(tenths)),
                is_hired: is_hired(status.as_deref()),
                is_covered,
            };
        Ok(rows.into_iter().map(candidate).collect())
    }

    /// Lists what the candidates of a batch said about themselves, by identifier.
    ///
    /// # Errors
    /// When the database fails.
    pub fn self_identifications(
        &self,
        organization: &OrganizationId,
        range: CandidateRange<'_>,
    ) -> Result<Vec<(String, SelfIdentification)>, StoreError> {
        let rows: Vec<(String, Option<String>, Option<String>)> = self.pools.read(|conn| {
            Ok(self_identifications::table
                .filter(self_identifications::organization_id.eq(organization.as_str()))
                .filter(self_identifications::candidate_id.ge(range.first))
                .filter(self_identifications::candidate_id.le(range.last))
                .order(self_identifications::candidate_id)
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

    /// Lists the moves of a batch's candidates to stages that are active or hired.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_forward_moves(
        &self,
        organization: &OrganizationId,
        range: CandidateRange<'_>,
    ) -> Result<Vec<ForwardMove>, StoreError> {
        let rows: Vec<(String, String, String)> = self.pools.read(|conn| {
            Ok(stage_steps::table
                .filter(stage_steps::organization_id.eq(organization.as_str()))
                .filter(stage_steps::candidate_id.ge(range.first))
                .filter(stage_steps::candidate_id.le(range.last))
                .filter(stage_steps::status.eq_any(FORWARD))
                // Who was new and is active since is still in the same stage.
                .filter(stage_steps::to_id.ne(stage_steps::from_id))
                .select((
                    stage_steps::candidate_id,
                    stage_steps::job_id,
                    stage_steps::to_id,
                ))
                .load(conn)?)
        })?;
        let parsed = rows.into_iter().map(|(candidate_id, job_id, stage)| {
            Ok(ForwardMove {
                candidate_id,
                job_id,
                stage_id: StageId::parse("to_id", &stage)?,
            })
        });
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

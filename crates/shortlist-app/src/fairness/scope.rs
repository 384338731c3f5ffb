//! Which candidates an audit covers.

use std::collections::HashSet;

use chrono::{NaiveDate, NaiveTime};
use shortlist_domain::{InvalidValue, JobId, ListProblem, OrganizationId, TimeProblem, Timestamp};
use shortlist_fairness::Justification;
use shortlist_persistence::{Coverage, Store, StoredWithin};

use super::report::AuditedJob;
use crate::checks::existing_job;
use crate::error::AppError;

/// The most jobs that an audit names one by one.
const MAX_JOBS: usize = 1_000;

/// An audit as the caller asked for it.
#[derive(Debug, Clone, Default)]
pub struct BiasAuditRequest {
    /// The first day of the applications, in UTC.
    pub from: Option<String>,
    /// The last day of the applications, in UTC.
    pub to: Option<String>,
    /// The jobs; empty for all jobs.
    pub job_ids: Vec<String>,
    /// Why categories under 2 % are excluded; `None` to keep them.
    pub exclude_small: Option<String>,
}

/// A period of days, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// The first day.
    pub from: Option<NaiveDate>,
    /// The last day.
    pub to: Option<NaiveDate>,
}

impl From<Period> for StoredWithin {
    fn from(period: Period) -> Self {
        let midnight = |day: NaiveDate| Timestamp::new(day.and_time(NaiveTime::MIN).and_utc());
        Self {
            from: period.from.map(midnight),
            until: period.to.and_then(|to| to.succ_opt()).map(midnight),
        }
    }
}

/// The candidates that an audit covers.
pub(super) struct Scope {
    pub(super) organization_id: OrganizationId,
    pub(super) period: Period,
    pub(super) jobs: Vec<AuditedJob>,
    pub(super) exclude_small: Option<Justification>,
    job_ids: Vec<JobId>,
}

impl Scope {
    pub(super) fn of(
        store: &Store,
        organization: &OrganizationId,
        request: &BiasAuditRequest,
    ) -> Result<Self, AppError> {
        let period = period(request)?;
        let reason = request.exclude_small.as_deref();
        let reason = reason.map(|text| Justification::parse("excludeSmall", text));
        let jobs = jobs(store, organization, &request.job_ids)?;
        Ok(Self {
            organization_id: organization.clone(),
            period,
            job_ids: jobs.iter().map(|job| job.id.clone()).collect(),
            jobs,
            exclude_small: reason.transpose()?,
        })
    }

    /// Returns which jobs to read, one after the other; `None` reads all of them at once.
    pub(super) fn jobs_to_read(&self) -> Vec<Option<&JobId>> {
        if self.jobs.is_empty() {
            return vec![None];
        }
        self.jobs.iter().map(|job| Some(&job.id)).collect()
    }

    pub(super) fn coverage(&self) -> Coverage<'_> {
        Coverage {
            jobs: &self.job_ids,
            within: self.period.into(),
        }
    }
}

fn period(request: &BiasAuditRequest) -> Result<Period, InvalidValue> {
    let day = |field: &'static str, text: &Option<String>| {
        let text = text
            .as_deref()
            .map(str::trim)
            .filter(|text| !text.is_empty());
        let parsed = text.map(|text| NaiveDate::parse_from_str(text, "%Y-%m-%d"));
        let problem = TimeProblem::NotDay;
        parsed
            .transpose()
            .map_err(|_not_a_date| InvalidValue::new(field, problem))
    };
    let period = Period {
        from: day("from", &request.from)?,
        to: day("to", &request.to)?,
    };
    if matches!((period.from, period.to), (Some(from), Some(to)) if to < from) {
        return Err(InvalidValue::new("to", TimeProblem::BeforeField("from")));
    }
    Ok(period)
}

/// Returns the named jobs, each once.
fn jobs(
    store: &Store,
    organization: &OrganizationId,
    ids: &[String],
) -> Result<Vec<AuditedJob>, AppError> {
    if ids.len() > MAX_JOBS {
        let problem = ListProblem::TooManyJobsOrNone(MAX_JOBS);
        return Err(InvalidValue::new("jobIds", problem).into());
    }
    let mut named = HashSet::new();
    let ids = ids.iter().filter(|id| named.insert(id.as_str()));
    let job = |id: &String| {
        let id = JobId::parse("jobIds", id)?;
        let job = existing_job(store, organization, &id)?;
        Ok(AuditedJob {
            id,
            title: job.title,
        })
    };
    ids.map(job).collect()
}

//! Reports about recruiting: figures by period and job. They name jobs and reviewers, and no candidate.

use std::cmp::Reverse;

use chrono::Duration;
use shortlist_domain::{
    Job, JobId, OpenWork, Principal, RecruitingFigures, RecruitingQuery, ReportDays, Stage,
    StageId, StageList, UserType,
};
use shortlist_persistence::Store;

use crate::access::job_access::{team_scope, visible_job};
use crate::clock::Clock;
use crate::error::AppError;
use crate::interviews::hidden_reviews::reader_of_some;

/// The name of a stage that is no longer in the job's list.
const REMOVED_STAGE: &str = "A removed stage";

/// Creates reports about recruiting.
#[derive(Clone, Copy)]
pub struct RecruitingReports<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
}

/// What a caller asks for.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReportRequest<'a> {
    /// Only this job.
    pub job_id: Option<&'a str>,
    /// The first day; 30 days before the last one if it is missing.
    pub from: Option<&'a str>,
    /// The last day; today if it is missing.
    pub to: Option<&'a str>,
}

/// A report.
#[derive(Debug, Clone)]
pub struct RecruitingReport {
    /// The days that it covers.
    pub days: ReportDays,
    /// The job that it is about; `None` for all jobs that the caller has access to.
    pub job: Option<Job>,
    /// The stages of the job. In a report about several jobs, each status is a stage.
    pub stages: StageList,
    /// The figures.
    pub figures: RecruitingFigures,
    /// Whether reviews are left out because they are hidden from the caller.
    pub hides_reviews: bool,
}

impl RecruitingReport {
    /// Returns the name of a stage.
    pub fn stage_name(&self, id: &StageId) -> &str {
        let found = self.stages.find(id);
        found.map_or(REMOVED_STAGE, |stage: &Stage| stage.name.as_str())
    }
}

impl RecruitingReports<'_> {
    /// Returns a report about a job, or about all jobs that the caller has access to.
    ///
    /// # Errors
    /// Returns an error if a day is invalid, or if the caller has no access to the job.
    pub fn get(
        &self,
        principal: &Principal,
        request: ReportRequest<'_>,
    ) -> Result<RecruitingReport, AppError> {
        let today = self.clock.now().date();
        let days = ReportDays::parse(request.from, request.to, today)?;
        let organization = &principal.organization_id;
        let job = match request.job_id {
            Some(id) => Some(self.job(principal, id)?),
            None => None,
        };
        let member = match &job {
            Some(_) => None,
            None => team_scope(self.store, principal)?.cloned(),
        };
        let id = job.as_ref().map(|job| job.id.clone());
        let lists = self.store.jobs().stage_lists(organization, id.as_slice())?;
        let hides_reviews_from = reader_of_some(self.store, principal, id.as_ref())?;
        let hides_reviews = hides_reviews_from.is_some();
        let figures = self.store.recruiting_reports().figures(&RecruitingQuery {
            organization_id: organization.clone(),
            job_id: id,
            member,
            days,
            hides_reviews_from,
        })?;
        Ok(RecruitingReport {
            days,
            job,
            stages: lists.into_values().next().unwrap_or_default(),
            figures,
            hides_reviews,
        })
    }

    /// Returns what waits in jobs: candidates without a decision, and files that were skipped within this time. A Recruiter gets
    /// the jobs of their hiring teams, an Admin all jobs.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn open_work(
        &self,
        principal: &Principal,
        skipped_within: Duration,
    ) -> Result<Vec<OpenWork>, AppError> {
        let is_admin = principal.user_type == UserType::Admin;
        let member = (!is_admin).then_some(&principal.user_id);
        let since = self.clock.now().minus(skipped_within);
        let reports = self.store.recruiting_reports();
        Ok(reports.open_work(&principal.organization_id, member, since)?)
    }

    /// Returns the job with the most candidates, among those that the caller has access to and that accept resumes. `None` if
    /// nobody has applied for any of them.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn largest_job(&self, principal: &Principal) -> Result<Option<OpenWork>, AppError> {
        let mut work = self.open_work(principal, Duration::zero())?;
        work.retain(|one| one.candidates > 0);
        work.sort_by_key(|one| Reverse(one.candidates));
        for one in work {
            if visible_job(self.store, principal, &one.job_id)?
                .status
                .accepts_resumes()
            {
                return Ok(Some(one));
            }
        }
        Ok(None)
    }

    fn job(&self, principal: &Principal, id: &str) -> Result<Job, AppError> {
        visible_job(self.store, principal, &JobId::parse("jobId", id)?)
    }
}

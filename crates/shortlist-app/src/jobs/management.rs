//! All jobs of an organization: lists, status, deletion and hiring teams.

use std::collections::HashMap;

use shortlist_domain::{
    InvalidValue, Job, JobId, JobListQuery, JobQuestion, JobStatus, JobStatusChange, ListProblem,
    OrganizationId, Page, Principal, RecruiterAccess, RecruiterAccessChange, TeamMember, UserId,
    check_short,
};
use shortlist_persistence::JobDeletion;

use crate::access::job_access::{check_job_visible, team_scope};
use crate::checks::NO_JOB;
use crate::conflict::JobConflict;
use crate::error::AppError;
use crate::jobs::Jobs;
use crate::jobs::outcomes::updated_job;
use crate::operations::Operation;

/// The largest hiring team that a caller may set.
const MAX_TEAM_MEMBERS: usize = 100;

/// A new status for a job, as the caller gave it.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct SetJobStatus {
    pub job_id: String,
    pub status: String,
    pub reason: Option<String>,
}

impl Jobs<'_> {
    /// Lists the jobs of the organization that the caller has access to.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list_all(
        &self,
        principal: &Principal,
        query: &JobListQuery,
    ) -> Result<Page<Job>, AppError> {
        let member = team_scope(self.store, principal)?;
        Ok(self.store.jobs().list_all(query, member)?)
    }

    /// Returns the titles of the jobs that the caller has access to, loaded with a single query. Those of others are missing.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn titles(
        &self,
        principal: &Principal,
        jobs: &[JobId],
    ) -> Result<HashMap<JobId, String>, AppError> {
        let member = team_scope(self.store, principal)?;
        let organization = &principal.organization_id;
        Ok(self.store.jobs().titles(organization, jobs, member)?)
    }

    /// Returns the hiring teams of jobs, loaded with a single query.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn teams(
        &self,
        organization: &OrganizationId,
        jobs: &[JobId],
    ) -> Result<HashMap<JobId, Vec<TeamMember>>, AppError> {
        Ok(self.store.jobs().teams(organization, jobs)?)
    }

    /// Closes, reopens, archives or publishes a job.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, the reason is missing, the organization has no such job, or its status
    /// cannot change this way.
    pub fn set_status(
        &self,
        principal: &Principal,
        request: &SetJobStatus,
    ) -> Result<Job, AppError> {
        let id = JobId::parse("jobId", &request.job_id)?;
        let change = JobStatusChange {
            status: JobStatus::parse("status", &request.status)?,
            reason: check_short("reason", request.reason.as_deref().unwrap_or(""))?,
            at: self.clock.now(),
        };
        check_job_visible(self.store, principal, &id)?;
        let writer = self.writers.for_caller(principal, Operation::SetJobStatus);
        let updated = writer
            .jobs()
            .set_status(&principal.organization_id, &id, &change)?;
        updated_job(updated)
    }

    /// Deletes a job without candidates.
    ///
    /// # Errors
    /// Returns an error if the organization has no such job, or if the job has candidates.
    pub fn delete(&self, principal: &Principal, job_id: &str) -> Result<JobId, AppError> {
        let id = JobId::parse("jobId", job_id)?;
        check_job_visible(self.store, principal, &id)?;
        let writer = self.writers.for_caller(principal, Operation::DeleteJob);
        match writer.jobs().delete(&principal.organization_id, &id)? {
            JobDeletion::Deleted => Ok(id),
            JobDeletion::NotFound => Err(NO_JOB),
            JobDeletion::HasCandidates => Err(AppError::conflict(JobConflict::HasCandidates)),
        }
    }

    /// Replaces the hiring team of a job. The recruiter who owns the job stays a member.
    ///
    /// # Errors
    /// Returns an error if there are too many members, or if the organization has no such job or no such active user.
    pub fn set_team(
        &self,
        principal: &Principal,
        job_id: &str,
        user_ids: &[String],
    ) -> Result<Job, AppError> {
        let id = JobId::parse("jobId", job_id)?;
        let members = self.team_members(principal, user_ids)?;
        check_job_visible(self.store, principal, &id)?;
        let writer = self.writers.for_caller(principal, Operation::SetHiringTeam);
        let (organization, now) = (&principal.organization_id, self.clock.now());
        if !writer.jobs().set_team(organization, &id, &members, now)? {
            return Err(NO_JOB);
        }
        self.store.jobs().find(organization, &id)?.ok_or(NO_JOB)
    }

    fn team_members(
        &self,
        principal: &Principal,
        user_ids: &[String],
    ) -> Result<Vec<UserId>, AppError> {
        if user_ids.len() > MAX_TEAM_MEMBERS {
            let problem = ListProblem::TooMany(MAX_TEAM_MEMBERS);
            return Err(InvalidValue::new("userIds", problem).into());
        }
        let member = |id: &String| {
            let id = UserId::parse("userIds", id)?;
            let user = self.store.users().find(&principal.organization_id, &id)?;
            user.filter(|user| user.active)
                .map(|user| user.id)
                .ok_or(AppError::NotFound {
                    field: "userIds",
                    what: "active user",
                })
        };
        user_ids.iter().map(member).collect()
    }

    /// Returns the questions that applicants for a job answer.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn questions(
        &self,
        organization: &OrganizationId,
        job: &JobId,
    ) -> Result<Vec<JobQuestion>, AppError> {
        Ok(self.store.jobs().questions(organization, job)?)
    }

    /// Replaces the questions that applicants for a job answer.
    ///
    /// # Errors
    /// Returns an error if a question is invalid, or if the organization has no such job.
    pub fn set_questions(
        &self,
        principal: &Principal,
        job_id: &str,
        questions: Vec<JobQuestion>,
    ) -> Result<Job, AppError> {
        let id = JobId::parse("jobId", job_id)?;
        let questions = JobQuestion::check_all("questions", questions)?;
        check_job_visible(self.store, principal, &id)?;
        let organization = &principal.organization_id;
        let writer = self
            .writers
            .for_caller(principal, Operation::SetJobQuestions);
        if !writer.jobs().set_questions(organization, &id, &questions)? {
            return Err(NO_JOB);
        }
        self.store.jobs().find(organization, &id)?.ok_or(NO_JOB)
    }

    /// Returns which jobs the recruiters of the organization have access to.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn recruiter_access(&self, principal: &Principal) -> Result<RecruiterAccess, AppError> {
        let organizations = self.store.organizations();
        Ok(organizations.recruiter_access(&principal.organization_id)?)
    }

    /// Returns whether the hiring managers of the organization decide about candidates.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn hiring_managers_decide(&self, principal: &Principal) -> Result<bool, AppError> {
        let organizations = self.store.organizations();
        Ok(organizations.hiring_managers_decide(&principal.organization_id)?)
    }

    /// Sets which jobs the recruiters of the organization have access to, and whether its hiring managers decide about candidates.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn set_recruiter_access(
        &self,
        principal: &Principal,
        change: RecruiterAccessChange,
    ) -> Result<(), AppError> {
        let writer = self
            .writers
            .for_caller(principal, Operation::SetRecruiterAccess);
        let organizations = writer.organizations();
        Ok(organizations.set_recruiter_access(&principal.organization_id, change)?)
    }
}

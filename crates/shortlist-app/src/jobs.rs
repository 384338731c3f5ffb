//! Listing, reading, creating and changing jobs.

pub(crate) mod import;
pub(crate) mod management;
pub(crate) mod outcomes;
pub(crate) mod requirements;
pub(crate) mod requirements_cache;

use std::sync::Arc;

use shortlist_domain::{
    Attribute, InvalidValue, Job, JobChange, JobId, JobQuery, JobRequirements, NewJob,
    OrganizationId, Page, Principal, TextProblem, UserId, check_attributes, check_description,
    check_short, check_skills, check_title,
};
use shortlist_jobfiles::employment_kind;
use shortlist_persistence::{DuplicateJob, JobInsertion, Store};
use shortlist_scoring::{JobText, read_requirements};
use shortlist_vocabulary::Vocabulary;

use crate::access::Access;
use crate::access::job_access::{check_job_visible, visible_job};
use crate::checks::{find_recruiter, not_null, parse_reply_to};
use crate::clock::Clock;
use crate::conflict::JobConflict;
use crate::error::AppError;
use crate::jobs::outcomes::updated_job;
use crate::jobs::requirements_cache::RequirementsCache;
use crate::language_model::ModelQueue;
use crate::operations::Operation;
use crate::secrets::random_bits;
use crate::writers::Writers;

/// A job to create, as the caller gave it.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct CreateJob {
    pub recruiter_id: String,
    pub title: String,
    pub description: Option<String>,
    pub skills: Vec<String>,
    pub code: Option<String>,
    pub department: Option<String>,
    pub location: Option<String>,
    pub employment_type: Option<String>,
    pub draft: bool,
    pub blind: bool,
    pub external_id: Option<String>,
    pub reply_to: Option<String>,
    pub attributes: Vec<Attribute>,
}

/// The fields of a job to change: `None` keeps a field, `Some(None)` clears it.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct UpdateJob {
    pub job_id: String,
    pub title: Option<Option<String>>,
    pub description: Option<Option<String>>,
    pub skills: Option<Option<Vec<String>>>,
    pub department: Option<Option<String>>,
    pub location: Option<Option<String>>,
    pub employment_type: Option<Option<String>>,
    pub draft: Option<Option<bool>>,
    pub blind: Option<Option<bool>>,
    pub code: Option<Option<String>>,
    pub external_id: Option<Option<String>>,
    pub reply_to: Option<Option<String>>,
    pub attributes: Option<Option<Vec<Attribute>>>,
    /// The revision that the job must still have.
    pub expected_revision: Option<i32>,
}

/// Lists, reads, creates, changes and imports jobs.
pub struct Jobs<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) writers: &'a Writers,
    pub(crate) access: Access<'a>,
    pub(crate) model: Option<&'a ModelQueue>,
    pub(crate) requirements: &'a RequirementsCache,
    pub(crate) vocabulary: &'a Vocabulary,
}

impl Jobs<'_> {
    /// Lists the jobs of a recruiter.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list(&self, query: &JobQuery) -> Result<Page<Job>, AppError> {
        Ok(self.store.jobs().list(query)?)
    }

    /// Lists the identifiers of all jobs of an organization, for tasks that process each of them.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list_ids(&self, organization: &OrganizationId) -> Result<Vec<JobId>, AppError> {
        Ok(self.store.jobs().list_ids(organization)?)
    }

    /// Returns a job.
    ///
    /// # Errors
    /// Returns an error if the organization has no such job.
    pub fn get(&self, principal: &Principal, job_id: &str) -> Result<Job, AppError> {
        let id = JobId::parse("jobId", job_id)?;
        visible_job(self.store, principal, &id)
    }

    /// Counts the candidates of a job who were scored before its title, description or skills changed.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn count_outdated_scores(&self, job: &Job) -> Result<i64, AppError> {
        Ok(self.store.candidates().count_outdated(job)?)
    }

    /// Returns the requirements of a job. If several threads request them at once, one computes them and the others wait.
    pub fn requirements(&self, job: &Job) -> Arc<JobRequirements> {
        self.requirements.get(job, self.vocabulary)
    }

    /// Returns the requirements of a job that is still being written. Nothing is stored.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, as for a job that is created. Only the title may still be missing.
    pub fn preview_requirements(&self, job: &CreateJob) -> Result<JobRequirements, AppError> {
        let title = match job.title.trim() {
            "" => String::new(),
            title => check_title("title", title)?,
        };
        let description = job.description.as_deref().unwrap_or("");
        let description = check_description("jobDescription", description)?;
        let skills = check_skills("skills", &job.skills)?;
        let text = JobText {
            title: &title,
            description: &description,
            skills: &skills,
        };
        Ok(read_requirements(&text, self.vocabulary))
    }

    /// Creates a job.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, or if the organization already has such a job.
    pub fn create(&self, principal: &Principal, request: &CreateJob) -> Result<Job, AppError> {
        let recruiter_id = UserId::parse("recruiterId", &request.recruiter_id)?;
        let short =
            |field, value: &Option<String>| check_short(field, value.as_deref().unwrap_or(""));
        let employment_type = short("employmentType", &request.employment_type)?;
        let job = NewJob {
            id: JobId::generate(self.clock.now(), random_bits()?),
            organization_id: principal.organization_id.clone(),
            title: check_title("title", &request.title)?,
            description: check_description(
                "jobDescription",
                request.description.as_deref().unwrap_or(""),
            )?,
            skills: check_skills("skills", &request.skills)?,
            code: short("jobCode", &request.code)?,
            department: short("department", &request.department)?,
            location: short("location", &request.location)?,
            employment_kind: employment_type.as_deref().and_then(employment_kind),
            employment_type,
            draft: request.draft,
            blind: request.blind,
            external_id: short("externalId", &request.external_id)?,
            reply_to: parse_reply_to(request.reply_to.as_deref())?,
            attributes: check_attributes("attributes", &request.attributes)?,
            created_at: self.clock.now(),
            recruiter_id: find_recruiter(self.store, principal, &recruiter_id)?.id,
        };
        match self
            .writers
            .for_caller(principal, Operation::CreateJob)
            .jobs()
            .insert(&job)?
        {
            JobInsertion::Created(job) => Ok(*job),
            JobInsertion::Duplicate(DuplicateJob { by, of, .. }) => {
                Err(AppError::conflict(JobConflict::Duplicate { by, of }))
            }
        }
    }

    /// Changes a job.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, or if the organization has no such job or has another one like it.
    pub fn update(&self, principal: &Principal, request: UpdateJob) -> Result<Job, AppError> {
        let id = JobId::parse("jobId", &request.job_id)?;
        let change = parse_change(request)?;
        check_job_visible(self.store, principal, &id)?;
        let updated = self
            .writers
            .for_caller(principal, Operation::UpdateJob)
            .jobs()
            .update(&principal.organization_id, &id, &change, self.clock.now());
        updated_job(updated?)
    }
}

fn parse_change(request: UpdateJob) -> Result<JobChange, InvalidValue> {
    let short = |field, given: Option<Option<String>>| {
        given
            .map(|value| check_short(field, value.as_deref().unwrap_or("")))
            .transpose()
    };
    let employment = short("employmentType", request.employment_type)?;
    Ok(JobChange {
        title: not_null("title", request.title)?
            .map(|t| check_title("title", &t))
            .transpose()?,
        description: not_null("jobDescription", request.description)?
            .map(|text| check_description("jobDescription", &text))
            .transpose()?,
        skills: not_null("skills", request.skills)?
            .map(|s| check_skills("skills", &s))
            .transpose()?,
        department: short("department", request.department)?,
        location: short("location", request.location)?,
        employment: employment.map(|value| {
            value.map(|text| {
                let kind = employment_kind(&text);
                (text, kind)
            })
        }),
        draft: not_null("draft", request.draft)?,
        blind: not_null("blind", request.blind)?,
        code: not_null("jobCode", request.code)?
            .map(|code| check_code(&code))
            .transpose()?,
        external_id: short("externalId", request.external_id)?,
        reply_to: request
            .reply_to
            .map(|given| parse_reply_to(given.as_deref()))
            .transpose()?,
        attributes: request
            .attributes
            .map(|given| check_attributes("attributes", &given.unwrap_or_default()))
            .transpose()?,
        requirement_edits: None,
        if_revision: request.expected_revision,
    })
}

/// Checks a new job code, which must not be empty.
fn check_code(code: &str) -> Result<String, InvalidValue> {
    check_short("jobCode", code)?
        .ok_or_else(|| InvalidValue::new("jobCode", TextProblem::EmptyJobCode))
}

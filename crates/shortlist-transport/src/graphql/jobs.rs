//! The GraphQL types of jobs.

pub(crate) mod job_operations;
pub(crate) mod management;
pub(crate) mod requirement_items;
mod requirements;

use std::sync::Arc;

use juniper::{GraphQLInputObject, GraphQLObject, Nullable, graphql_object};
use shortlist_app::{AppError, Claims, CreateJob, UpdateJob};
use shortlist_domain::{
    DraftFilter, EmailAddress, InvalidValue, Job, JobQuery, Page, PageRequest, Principal,
    Timestamp, UserId, UserType,
};

use crate::error::ApiError;
use crate::graphql::applications::JobQuestion;
use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::RequestContext;
use crate::graphql::cursor::CursorScope;
use crate::graphql::input::input;
use crate::graphql::jobs::management::{
    HiringTeamMember, JobAttributeInput, PageTeams, attribute_values,
};
use crate::graphql::jobs::requirements::Requirements;
use crate::graphql::page::{PageInfo, count, filter, parsed, search_term};
use crate::graphql::stages::{JobStage, PageStages};

#[derive(GraphQLInputObject)]
#[graphql(name = "getJobsInput")]
pub(crate) struct GetJobsInput {
    pub(crate) organization_id: String,
    pub(crate) recruiter_id: String,
    pub(crate) user_type: String,
    #[graphql(default = Some(1))]
    page_num: Option<i32>,
    #[graphql(default = Some(20))]
    per_page: Option<i32>,
    /// The `endCursor` of the previous page, instead of a page number.
    after: Option<String>,
    search: Option<String>,
    #[graphql(default = Some(false))]
    drafts: Option<bool>,
    /// Only jobs that were changed at this time or later, the earliest change first.
    updated_since: Option<String>,
}

impl GetJobsInput {
    pub(crate) fn claims(&self) -> Claims<'_> {
        Claims {
            organization_id: Some(&self.organization_id),
            user_type: Some(&self.user_type),
            recruiter_id: Some(&self.recruiter_id),
        }
    }

    /// Returns the list to which the cursors belong.
    pub(crate) fn cursor_scope(&self, principal: &Principal) -> CursorScope {
        let scope = CursorScope::of("getJobs", principal)
            .with(Some(&self.recruiter_id))
            .with(filter(self.search.as_ref()))
            .with((self.drafts == Some(true)).then_some("drafts"));
        scope.with_change(self.updated_since.as_ref())
    }

    pub(crate) fn query(
        &self,
        principal: &Principal,
        count: bool,
    ) -> Result<JobQuery, InvalidValue> {
        UserType::parse_claim("userType", &self.user_type)?;
        let page = PageRequest::parse(
            ("pageNum", self.page_num.unwrap_or(1)),
            ("perPage", self.per_page.unwrap_or(20)),
        )?;
        let page =
            self.cursor_scope(principal)
                .page(page, "pageNum", filter(self.after.as_ref()))?;
        Ok(JobQuery {
            organization_id: principal.organization_id.clone(),
            recruiter_id: UserId::parse("recruiterId", &self.recruiter_id)?,
            search: search_term(self.search.clone())?,
            drafts: if self.drafts == Some(true) {
                DraftFilter::All
            } else {
                DraftFilter::Published
            },
            updated_since: parsed(
                self.updated_since.as_ref(),
                "updatedSince",
                Timestamp::parse,
            )?,
            page,
            count,
        })
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct GetJobInput {
    pub(crate) organization_id: String,
    pub(crate) job_id: String,
}

input! {
    pub(crate) struct CreateJobInput(CreateJob) of organization_id "organizationId" {
        "recruiterId" as recruiter_id: String;
        "title" as title: String;
        "jobDescription" as description: Option<String>;
        "skills" as skills: Option<Vec<String>> = skills.unwrap_or_default();
        "jobCode" as code: Option<String>;
        "department" as department: Option<String>;
        "location" as location: Option<String>;
        "employmentType" as employment_type: Option<String>;
        "draft" as draft: Option<bool> [Some(false)] = draft.unwrap_or(false);
        /// Whether its candidates appear by code until somebody reveals them.
        "blind" as blind: Option<bool> [Some(false)] = blind.unwrap_or(false);
        /// The job's identifier in another system, unique in the organization.
        "externalId" as external_id: Option<String>;
        /// Where answers to mails about its candidates go. Without it, the address of the organization counts.
        "replyTo" as reply_to: Option<String>;
        "attributes" as attributes: Option<Vec<JobAttributeInput>> = management::attributes(attributes);
    }
}

input! {
    pub(crate) struct UpdateJobInput(UpdateJob) of organization_id "organizationId" {
        "jobId" as job_id: String;
        "title" as title: Nullable<String> = change(title);
        "jobDescription" as description: Nullable<String> = change(description);
        "skills" as skills: Nullable<Vec<String>> = change(skills);
        "department" as department: Nullable<String> = change(department);
        "location" as location: Nullable<String> = change(location);
        "employmentType" as employment_type: Nullable<String> = change(employment_type);
        "draft" as draft: Nullable<bool> = change(draft);
        /// Whether its candidates appear by code. It can be changed only while the job has no candidates.
        "blind" as blind: Nullable<bool> = change(blind);
        "jobCode" as code: Nullable<String> = change(code);
        "externalId" as external_id: Nullable<String> = change(external_id);
        /// Where answers to mails about its candidates go. Null takes the address of the organization again.
        "replyTo" as reply_to: Nullable<String> = change(reply_to);
        /// The new attributes, which replace the stored ones.
        "attributes" as attributes: Nullable<Vec<JobAttributeInput>> = change(attributes).map(|given| given.map(attribute_values));
        /// The `revision` that the job must still have. If somebody has changed it since, nothing is changed: `CONFLICT`.
        "expectedRevision" as expected_revision: Option<i32>;
    }
}

/// Converts an input field to a change. An absent field stays as it is, and an explicit null clears it.
pub(crate) fn change<T>(given: Nullable<T>) -> Option<Option<T>> {
    match given {
        Nullable::ImplicitNull => None,
        Nullable::ExplicitNull => Some(None),
        Nullable::Some(value) => Some(Some(value)),
    }
}

/// A page of jobs.
#[derive(GraphQLObject)]
#[graphql(context = RequestContext)]
pub(crate) struct JobList {
    jobs: Vec<JobObject>,
    total_count: i32,
    page_info: PageInfo,
}

impl JobList {
    pub(crate) fn load(
        context: &RequestContext,
        scope: &CursorScope,
        query: &JobQuery,
    ) -> Result<Self, AppError> {
        let page = context.app.jobs().list(query)?;
        Self::of(context, scope, &query.page, page)
    }

    /// Returns a page with the hiring teams of its jobs, loaded when they are first selected.
    pub(crate) fn of(
        context: &RequestContext,
        scope: &CursorScope,
        request: &PageRequest,
        page: Page<Job>,
    ) -> Result<Self, AppError> {
        context.charge(page.items.iter().map(text_bytes).sum())?;
        let teams = Arc::new(PageTeams::of(&page.items));
        let ids = page.items.iter().map(|job| job.id.clone());
        let stages = Arc::new(PageStages::of(ids));
        let object = |job| JobObject {
            job,
            teams: Arc::clone(&teams),
            stages: Arc::clone(&stages),
        };
        Ok(Self {
            page_info: PageInfo::of(scope, request, &page),
            total_count: count(page.total_count()),
            jobs: page.items.into_iter().map(object).collect(),
        })
    }
}

/// Returns the size of a job's long texts, in bytes.
fn text_bytes(job: &Job) -> usize {
    let attributes = job.attributes.iter();
    let attributes = attributes.map(|a| a.name.len() + a.value.len());
    job.description.len() + attributes.sum::<usize>()
}

/// A job.
pub(crate) struct JobObject {
    job: Job,
    teams: Arc<PageTeams>,
    stages: Arc<PageStages>,
}

impl JobObject {
    pub(crate) fn of(context: &RequestContext, job: Job) -> Result<Self, AppError> {
        context.charge(text_bytes(&job))?;
        let teams = Arc::new(PageTeams::of(std::slice::from_ref(&job)));
        let stages = Arc::new(PageStages::of([job.id.clone()]));
        Ok(Self { job, teams, stages })
    }
}

#[graphql_object(name = "Job", context = RequestContext)]
impl JobObject {
    #[graphql(name = "_id")]
    fn id(&self) -> &str {
        self.job.id.as_str()
    }

    fn title(&self) -> &str {
        &self.job.title
    }

    fn job_description(&self) -> &str {
        &self.job.description
    }

    fn skills(&self) -> &[String] {
        &self.job.skills
    }

    fn recruiter_id(&self) -> &str {
        self.job.recruiter_id.as_str()
    }

    fn recruiter_name(&self) -> &str {
        &self.job.recruiter_name
    }

    fn organization_id(&self) -> &str {
        self.job.organization_id.as_str()
    }

    fn job_code(&self) -> &str {
        &self.job.code
    }

    fn department(&self) -> Option<&str> {
        self.job.department.as_deref()
    }

    fn location(&self) -> Option<&str> {
        self.job.location.as_deref()
    }

    fn employment_type(&self) -> Option<&str> {
        self.job.employment_type.as_deref()
    }

    fn employment_kind(&self) -> Option<&str> {
        self.job
            .employment_kind
            .map(shortlist_domain::EmploymentKind::as_str)
    }

    fn draft(&self) -> bool {
        self.job.is_draft()
    }

    /// Whether its candidates appear by code until somebody reveals them.
    fn blind(&self) -> bool {
        self.job.blind
    }

    /// `Draft`, `Open`, `Closed` or `Archived`. A closed or archived job accepts no resumes.
    fn status(&self) -> &str {
        self.job.status.as_str()
    }

    /// The reason for the last change of the status, if one was given.
    fn status_reason(&self) -> Option<&str> {
        self.job.status_reason.as_deref()
    }

    /// When the status last changed.
    fn status_changed_at(&self) -> Option<String> {
        self.job.status_changed_at.map(|at| at.to_string())
    }

    /// The job's identifier in another system.
    fn external_id(&self) -> Option<&str> {
        self.job.external_id.as_deref()
    }

    /// Where answers to mails about its candidates go, if not to the address of the organization.
    fn reply_to(&self) -> Option<&str> {
        self.job.reply_to.as_ref().map(EmailAddress::as_str)
    }

    /// The stages of the job, in their order.
    fn stages(&self, context: &RequestContext) -> Result<Vec<JobStage>, ApiError> {
        Ok(self.stages.of_job(context, &self.job)?)
    }

    /// The users who work on the job. The recruiter who owns it comes first.
    fn hiring_team(&self, context: &RequestContext) -> Result<Vec<HiringTeamMember>, ApiError> {
        Ok(self.teams.members(context, &self.job)?)
    }

    /// The questions that applicants answer.
    fn questions(&self, context: &RequestContext) -> Result<Vec<JobQuestion>, ApiError> {
        context.check()?;
        Ok(JobQuestion::load(context, &self.job.id)?)
    }

    fn updated_at(&self) -> String {
        self.job.updated_at.to_string()
    }

    fn created_at(&self) -> String {
        self.job.created_at.to_string()
    }

    /// The version of the scored texts. It increases when title, description, skills or requirements change.
    fn version(&self) -> i32 {
        self.job.version
    }

    /// It increases with each change of the job's fields or its status, for `expectedRevision`.
    fn revision(&self) -> i32 {
        self.job.revision
    }

    /// The number of candidates who were scored before title, description, skills or requirements changed. `rescoreJob` scores them again.
    fn outdated_scores(&self, context: &RequestContext) -> Result<i32, ApiError> {
        context.check()?;
        let jobs = context.app.jobs();
        Ok(count(Some(jobs.count_outdated_scores(&self.job)?)))
    }

    /// Values for which a job has no field, from a job file or set by a caller.
    fn attributes(&self) -> Vec<Attribute> {
        let attribute = |a: &shortlist_domain::Attribute| Attribute {
            name: a.name.clone(),
            value: a.value.clone(),
        };
        self.job.attributes.iter().map(attribute).collect()
    }

    /// The requirements that the scorer reads from title, description and skills, with their sources and people's changes to them.
    fn requirements(&self, context: &RequestContext) -> Result<Requirements, ApiError> {
        // Parsing a job's texts costs more than returning them, so they count too.
        context.charge(text_bytes(&self.job))?;
        let edited = context.app.jobs().requirement_items(&self.job);
        let read = &edited.requirements;
        let sources = read.sources.iter();
        let bytes =
            |s: &shortlist_domain::RequirementSource| 2 * s.name.len() + s.quote.len() + ITEM_BYTES;
        context.charge(sources.map(bytes).sum::<usize>() + ITEM_BYTES * read.skills.len())?;
        let items = edited.items.iter().map(|item| {
            let texts = item.any_of.iter().chain(&item.quotes);
            texts.map(String::len).sum::<usize>() + ITEM_BYTES
        });
        context.charge(items.sum())?;
        Ok(Requirements::of(&self.job, &edited))
    }
}

#[derive(GraphQLObject)]
struct Attribute {
    name: String,
    value: String,
}

//! The GraphQL types for all jobs of an organization: their list, status, deletion and hiring teams.

use std::collections::HashMap;
use std::sync::OnceLock;

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{App, AppError, SetJobStatus};
use shortlist_domain::{
    Attribute, InvalidValue, Job, JobFilters, JobId, JobListQuery, JobStatus, ListProblem,
    PageRequest, Principal, TeamMember, TextProblem, Timestamp, UserId, check_short,
};

use crate::graphql::context::RequestContext;
use crate::graphql::cursor::CursorScope;
use crate::graphql::input::input;
use crate::graphql::object::object;
use crate::graphql::page::{filter, parsed, search_term};

/// The largest number of words of a search.
const MAX_SEARCH_WORDS: usize = 50;
/// The largest number of attributes in a filter.
const MAX_FILTERED_ATTRIBUTES: usize = 20;

/// An attribute to store, or to filter by.
#[derive(GraphQLInputObject, Clone)]
pub(crate) struct JobAttributeInput {
    name: String,
    value: String,
}

/// Returns the attributes of an input.
pub(crate) fn attributes(given: Option<Vec<JobAttributeInput>>) -> Vec<Attribute> {
    attribute_values(given.unwrap_or_default())
}

/// Returns the attributes of an input.
pub(crate) fn attribute_values(given: Vec<JobAttributeInput>) -> Vec<Attribute> {
    let attribute = |input: JobAttributeInput| Attribute {
        name: input.name,
        value: input.value,
    };
    given.into_iter().map(attribute).collect()
}

#[derive(GraphQLInputObject)]
pub(crate) struct ListJobsInput {
    pub(crate) organization_id: String,
    /// Any of `Draft`, `Open`, `Closed` and `Archived`. Without it, all.
    statuses: Option<Vec<String>>,
    /// The recruiter who owns the jobs.
    recruiter_id: Option<String>,
    department: Option<String>,
    location: Option<String>,
    job_code: Option<String>,
    external_id: Option<String>,
    /// Attributes that a job must all have.
    attributes: Option<Vec<JobAttributeInput>>,
    /// Words that must all occur in title, description, code, external identifier, department, location or attributes.
    search: Option<String>,
    /// Only jobs that were changed at this time or later.
    updated_since: Option<String>,
    #[graphql(default = Some(1))]
    page_num: Option<i32>,
    #[graphql(default = Some(20))]
    per_page: Option<i32>,
    /// The `endCursor` of the previous page, instead of a page number.
    after: Option<String>,
}

impl ListJobsInput {
    /// Returns the list to which the cursors belong.
    pub(crate) fn cursor_scope(&self, principal: &Principal) -> CursorScope {
        let statuses = self.statuses.clone().unwrap_or_default().join(",");
        let attributes = attributes(self.attributes.clone());
        let attributes = attributes.iter().map(|a| format!("{}={}", a.name, a.value));
        let attributes: Vec<_> = attributes.collect();
        CursorScope::of("listJobs", principal)
            .with(Some(&statuses.to_lowercase()))
            .with(filter(self.recruiter_id.as_ref()))
            .with(filter(self.department.as_ref()))
            .with(filter(self.location.as_ref()))
            .with(filter(self.job_code.as_ref()))
            .with(filter(self.external_id.as_ref()))
            .with(Some(&attributes.join("\n")))
            .with(filter(self.search.as_ref()))
            .with(filter(self.updated_since.as_ref()))
    }

    pub(crate) fn query(
        &self,
        principal: &Principal,
        count: bool,
    ) -> Result<JobListQuery, InvalidValue> {
        let page = PageRequest::parse(
            ("pageNum", self.page_num.unwrap_or(1)),
            ("perPage", self.per_page.unwrap_or(20)),
        )?;
        Ok(JobListQuery {
            organization_id: principal.organization_id.clone(),
            filters: self.filters()?,
            page: self.cursor_scope(principal).page(
                page,
                "pageNum",
                filter(self.after.as_ref()),
            )?,
            count,
        })
    }

    fn filters(&self) -> Result<JobFilters, InvalidValue> {
        let short = |field, value: &Option<String>| {
            check_short(field, value.as_deref().unwrap_or_default())
        };
        let statuses = self.statuses.iter().flatten();
        let statuses = statuses.map(|status| JobStatus::parse("statuses", status));
        Ok(JobFilters {
            statuses: statuses.collect::<Result<_, _>>()?,
            recruiter_id: parsed(self.recruiter_id.as_ref(), "recruiterId", UserId::parse)?,
            department: short("department", &self.department)?,
            location: short("location", &self.location)?,
            code: short("jobCode", &self.job_code)?,
            external_id: short("externalId", &self.external_id)?,
            attributes: filtered_attributes(self.attributes.clone())?,
            search: search_words(self.search.clone())?,
            updated_since: parsed(
                self.updated_since.as_ref(),
                "updatedSince",
                Timestamp::parse,
            )?,
        })
    }
}

fn search_words(search: Option<String>) -> Result<Option<String>, InvalidValue> {
    let term = search_term(search)?;
    let words = term.iter().flat_map(|term| term.split_whitespace()).count();
    if words > MAX_SEARCH_WORDS {
        let problem = TextProblem::TooManyWords(MAX_SEARCH_WORDS);
        return Err(InvalidValue::new("search", problem));
    }
    Ok(term)
}

fn filtered_attributes(
    given: Option<Vec<JobAttributeInput>>,
) -> Result<Vec<Attribute>, InvalidValue> {
    let given = attributes(given);
    if given.len() > MAX_FILTERED_ATTRIBUTES {
        let problem = ListProblem::TooMany(MAX_FILTERED_ATTRIBUTES);
        return Err(InvalidValue::new("attributes", problem));
    }
    let checked = given.into_iter().map(|attribute| {
        let text = |text: &str| check_short("attributes", text).map(Option::unwrap_or_default);
        Ok(Attribute {
            name: text(&attribute.name)?,
            value: text(&attribute.value)?,
        })
    });
    checked.collect()
}

input! {
    pub(crate) struct SetJobStatusInput(SetJobStatus) of organization_id "organizationId" {
        "jobId" as job_id: String;
        /// `Draft`, `Open`, `Closed` or `Archived`.
        "status" as status: String;
        /// Why. It is required to close, archive or reopen a job. It must not name a person, because the audit log keeps it.
        "reason" as reason: Option<String>;
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct DeleteJobInput {
    pub(crate) organization_id: String,
    pub(crate) job_id: String,
}

/// A job that was deleted.
#[derive(GraphQLObject)]
pub(crate) struct DeletedJob {
    #[graphql(name = "_id")]
    id: String,
}

impl DeletedJob {
    pub(crate) fn of(id: &JobId) -> Self {
        Self { id: id.to_string() }
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct SetHiringTeamInput {
    pub(crate) organization_id: String,
    pub(crate) job_id: String,
    /// The new members. The recruiter who owns the job stays one of them.
    pub(crate) user_ids: Vec<String>,
}

#[derive(GraphQLInputObject)]
pub(crate) struct GetRecruiterAccessInput {
    pub(crate) organization_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct SetRecruiterAccessInput {
    pub(crate) organization_id: String,
    /// `AllJobs`, or `TeamJobs`: only the jobs whose hiring team a recruiter belongs to.
    pub(crate) access: String,
    /// Whether hiring managers change the status and the stage of the candidates of their jobs. Without it, this stays as it is.
    pub(crate) hiring_managers_decide: Option<bool>,
}

/// Which jobs the recruiters of an organization have access to.
#[derive(GraphQLObject)]
#[graphql(name = "RecruiterAccess")]
pub(crate) struct RecruiterAccessObject {
    /// `AllJobs` or `TeamJobs`.
    access: &'static str,
    /// Whether hiring managers change the status and the stage of the candidates of their jobs.
    hiring_managers_decide: bool,
}

impl RecruiterAccessObject {
    pub(crate) fn load(app: &App, principal: &Principal) -> Result<Self, AppError> {
        let jobs = app.jobs();
        Ok(Self {
            access: jobs.recruiter_access(principal)?.as_str(),
            hiring_managers_decide: jobs.hiring_managers_decide(principal)?,
        })
    }
}

object! {
    /// A member of a job's hiring team.
    pub(crate) struct HiringTeamMember(TeamMember) as member {
        user_id: &str = member.user_id.as_str();
        full_name: &str = &member.full_name;
        user_type: &'static str = member.user_type.claim().as_str();
        /// `Admin`, `Recruiter`, `HiringManager`, `ReadOnly` or `Interviewer`.
        role: &'static str = member.user_type.as_str();
        /// Whether the user is the recruiter who owns the job.
        is_owner: bool = member.is_owner;
    }
}

/// The hiring teams of the jobs of one page. The first job whose team is selected loads them all.
pub(crate) struct PageTeams {
    jobs: Vec<JobId>,
    loaded: OnceLock<HashMap<JobId, Vec<TeamMember>>>,
}

impl PageTeams {
    pub(crate) fn of(jobs: &[Job]) -> Self {
        Self {
            jobs: jobs.iter().map(|job| job.id.clone()).collect(),
            loaded: OnceLock::new(),
        }
    }

    /// Returns the team of a job.
    pub(crate) fn members(
        &self,
        context: &RequestContext,
        job: &Job,
    ) -> Result<Vec<HiringTeamMember>, AppError> {
        let teams = match self.loaded.get() {
            Some(teams) => teams,
            None => {
                let jobs = context.app.jobs();
                let loaded = jobs.teams(&job.organization_id, &self.jobs)?;
                self.loaded.get_or_init(|| loaded)
            }
        };
        let members = teams.get(&job.id).map(Vec::as_slice).unwrap_or_default();
        context.charge(members.iter().map(|member| member.full_name.len()).sum())?;
        Ok(members.iter().cloned().map(HiringTeamMember).collect())
    }
}

//! The GraphQL types of jobs.

use juniper::{GraphQLInputObject, GraphQLObject, Nullable, graphql_object};
use shortlist_app::{AppError, Claims, CreateJob, UpdateJob};
use shortlist_domain::{
    CertificateRequirement, DraftFilter, Importance, InvalidValue, Job, JobQuery, JobRequirements,
    LanguageRequirement, PageRequest, Principal, UserId, UserType,
};

use super::budget::ITEM_BYTES;
use super::context::RequestContext;
use super::cursor::CursorScope;
use super::page::{PageInfo, count, filter, search_term};
use crate::error::ApiError;

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
        CursorScope::of("getJobs", principal)
            .with(Some(&self.recruiter_id))
            .with(filter(self.search.as_ref()))
            .with((self.drafts == Some(true)).then_some("drafts"))
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
        let after = ("pageNum", filter(self.after.as_ref()));
        let page = self.cursor_scope(principal).page(page, after)?;
        Ok(JobQuery {
            organization_id: principal.organization_id.clone(),
            recruiter_id: UserId::parse("recruiterId", &self.recruiter_id)?,
            search: search_term(self.search.clone())?,
            drafts: if self.drafts == Some(true) {
                DraftFilter::All
            } else {
                DraftFilter::Published
            },
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

#[derive(GraphQLInputObject)]
pub(crate) struct CreateJobInput {
    pub(crate) organization_id: String,
    pub(crate) recruiter_id: String,
    title: String,
    job_description: Option<String>,
    skills: Option<Vec<String>>,
    job_code: Option<String>,
    department: Option<String>,
    location: Option<String>,
    employment_type: Option<String>,
    #[graphql(default = Some(false))]
    draft: Option<bool>,
}

impl CreateJobInput {
    pub(crate) fn request(self) -> CreateJob {
        CreateJob {
            recruiter_id: self.recruiter_id,
            title: self.title,
            description: self.job_description,
            skills: self.skills.unwrap_or_default(),
            code: self.job_code,
            department: self.department,
            location: self.location,
            employment_type: self.employment_type,
            draft: self.draft.unwrap_or(false),
        }
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct UpdateJobInput {
    pub(crate) organization_id: String,
    job_id: String,
    title: Nullable<String>,
    job_description: Nullable<String>,
    skills: Nullable<Vec<String>>,
    department: Nullable<String>,
    location: Nullable<String>,
    employment_type: Nullable<String>,
    draft: Nullable<bool>,
}

impl UpdateJobInput {
    pub(crate) fn request(self) -> UpdateJob {
        UpdateJob {
            job_id: self.job_id,
            title: change(self.title),
            description: change(self.job_description),
            skills: change(self.skills),
            department: change(self.department),
            location: change(self.location),
            employment_type: change(self.employment_type),
            draft: change(self.draft),
        }
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
        context.charge(page.items.iter().map(text_bytes).sum())?;
        Ok(Self {
            page_info: PageInfo::of(scope, &query.page, &page),
            total_count: count(page.total_count),
            jobs: page.items.into_iter().map(JobObject).collect(),
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
pub(crate) struct JobObject(Job);

impl JobObject {
    pub(crate) fn of(context: &RequestContext, job: Job) -> Result<Self, AppError> {
        context.charge(text_bytes(&job))?;
        Ok(Self(job))
    }
}

#[graphql_object(name = "Job", context = RequestContext)]
impl JobObject {
    #[graphql(name = "_id")]
    fn id(&self) -> &str {
        self.0.id.as_str()
    }

    fn title(&self) -> &str {
        &self.0.title
    }

    fn job_description(&self) -> &str {
        &self.0.description
    }

    fn skills(&self) -> &[String] {
        &self.0.skills
    }

    fn recruiter_id(&self) -> &str {
        self.0.recruiter_id.as_str()
    }

    fn recruiter_name(&self) -> &str {
        &self.0.recruiter_name
    }

    fn organization_id(&self) -> &str {
        self.0.organization_id.as_str()
    }

    fn job_code(&self) -> &str {
        &self.0.code
    }

    fn department(&self) -> Option<&str> {
        self.0.department.as_deref()
    }

    fn location(&self) -> Option<&str> {
        self.0.location.as_deref()
    }

    fn employment_type(&self) -> Option<&str> {
        self.0.employment_type.as_deref()
    }

    fn employment_kind(&self) -> Option<&str> {
        self.0
            .employment_kind
            .map(shortlist_domain::EmploymentKind::as_str)
    }

    fn draft(&self) -> bool {
        self.0.draft
    }

    fn created_at(&self) -> String {
        self.0.created_at.to_string()
    }

    /// The version of the scored texts. It increases when title, description or skills change.
    fn version(&self) -> i32 {
        self.0.version
    }

    /// The columns of the job file for which a job has no field.
    fn attributes(&self) -> Vec<Attribute> {
        let attribute = |a: &shortlist_domain::Attribute| Attribute {
            name: a.name.clone(),
            value: a.value.clone(),
        };
        self.0.attributes.iter().map(attribute).collect()
    }

    /// The requirements that the scorer reads from title, description and skills, with their sources.
    fn requirements(&self, context: &RequestContext) -> Result<Requirements, ApiError> {
        // Parsing a job's texts costs more than returning them, so they count too.
        context.charge(text_bytes(&self.0))?;
        let read = context.app.jobs().requirements(&self.0);
        let sources = read.sources.iter();
        let bytes = |s: &shortlist_domain::RequirementSource| {
            s.requirement.len() + s.quote.len() + ITEM_BYTES
        };
        context.charge(sources.map(bytes).sum::<usize>() + ITEM_BYTES * read.skills.len())?;
        Ok(Requirements::of(&read))
    }
}

#[derive(GraphQLObject)]
struct Attribute {
    name: String,
    value: String,
}

#[derive(GraphQLObject)]
#[graphql(name = "JobRequirements")]
struct Requirements {
    required_skills: Vec<String>,
    preferred_skills: Vec<String>,
    minimum_years: Option<f64>,
    education_level: Option<&'static str>,
    /// The years of experience that single skills require.
    skill_years: Vec<SkillYears>,
    /// The spoken languages.
    languages: Vec<LanguageRequirementObject>,
    /// The certificates and licences.
    certificates: Vec<CertificateRequirementObject>,
    sources: Vec<RequirementSource>,
}

#[derive(GraphQLObject)]
struct SkillYears {
    skill: String,
    minimum_years: f64,
}

#[derive(GraphQLObject)]
#[graphql(name = "LanguageRequirement")]
struct LanguageRequirementObject {
    /// The accepted languages. One of them is enough.
    any_of: Vec<String>,
    /// The level, in the words of the job.
    level: Option<String>,
    /// `required`, `described` or `preferred`.
    importance: &'static str,
}

impl LanguageRequirementObject {
    fn of(requirement: LanguageRequirement) -> Self {
        Self {
            importance: requirement.importance.as_str(),
            any_of: requirement.any_of,
            level: requirement.level,
        }
    }
}

#[derive(GraphQLObject)]
#[graphql(name = "CertificateRequirement")]
struct CertificateRequirementObject {
    /// The accepted certificates. One of them is enough.
    any_of: Vec<String>,
    /// `required`, `described` or `preferred`.
    importance: &'static str,
}

impl CertificateRequirementObject {
    fn of(requirement: CertificateRequirement) -> Self {
        Self {
            importance: requirement.importance.as_str(),
            any_of: requirement.any_of,
        }
    }
}

#[derive(GraphQLObject)]
struct RequirementSource {
    requirement: String,
    quote: String,
}

fn years_of(months: u32) -> f64 {
    f64::from(months) / 12.0
}

impl Requirements {
    fn of(read: &JobRequirements) -> Self {
        let read = read.clone();
        let years = read.skills.iter().filter_map(|skill| {
            Some(SkillYears {
                skill: skill.name.clone(),
                minimum_years: years_of(skill.minimum_months?),
            })
        });
        let skill_years = years.collect();
        let (preferred, required): (Vec<_>, Vec<_>) = read
            .skills
            .into_iter()
            .partition(|skill| skill.importance == Importance::Preferred);
        let name = |skill: shortlist_domain::SkillRequirement| skill.name;
        let source = |s: shortlist_domain::RequirementSource| RequirementSource {
            requirement: s.requirement,
            quote: s.quote,
        };
        Self {
            required_skills: required.into_iter().map(name).collect(),
            preferred_skills: preferred.into_iter().map(name).collect(),
            minimum_years: read.minimum_months.map(years_of),
            education_level: read
                .education_level
                .map(shortlist_domain::EducationLevel::as_str),
            skill_years,
            languages: read
                .languages
                .into_iter()
                .map(LanguageRequirementObject::of)
                .collect(),
            certificates: read
                .certificates
                .into_iter()
                .map(CertificateRequirementObject::of)
                .collect(),
            sources: read.sources.into_iter().map(source).collect(),
        }
    }
}

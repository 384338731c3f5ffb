//! Requests for lists of an organization's jobs, and the people who work on a job.

use crate::{
    Attribute, ChoiceProblem, InvalidValue, JobStatus, OrganizationId, PageRequest, Timestamp,
    UserId, UserType,
};

/// The filters of a list of jobs. An empty list and `None` mean any.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct JobFilters {
    /// The accepted statuses.
    pub statuses: Vec<JobStatus>,
    /// The recruiter who owns the jobs.
    pub recruiter_id: Option<UserId>,
    /// The department. Letter case and extra spaces do not matter.
    pub department: Option<String>,
    /// The location. Letter case and extra spaces do not matter.
    pub location: Option<String>,
    /// The job's code. Letter case and extra spaces do not matter.
    pub code: Option<String>,
    /// The job's identifier in another system, exactly.
    pub external_id: Option<String>,
    /// Attributes that the job must all have. Letter case and extra spaces do not matter.
    pub attributes: Vec<Attribute>,
    /// Words that must all occur in title, description, code, external identifier, department, location or attributes.
    pub search: Option<String>,
    /// The earliest time of the last change.
    pub updated_since: Option<Timestamp>,
}

/// A request for a page of an organization's jobs, newest first.
#[derive(Debug, Clone, PartialEq)]
pub struct JobListQuery {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The filters.
    pub filters: JobFilters,
    /// The page to return.
    pub page: PageRequest,
    /// Whether to count all matching jobs.
    pub count: bool,
}

/// Which jobs the recruiters of an organization have access to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecruiterAccess {
    /// All jobs of the organization.
    AllJobs,
    /// Only jobs whose hiring team they belong to.
    TeamJobs,
}

impl RecruiterAccess {
    /// Returns the setting's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AllJobs => "AllJobs",
            Self::TeamJobs => "TeamJobs",
        }
    }

    /// Parses a setting in any letter case.
    ///
    /// # Errors
    /// Returns an error if no setting has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        [Self::AllJobs, Self::TeamJobs]
            .into_iter()
            .find(|access| access.as_str().eq_ignore_ascii_case(value.trim()))
            .ok_or_else(|| {
                InvalidValue::new(field, ChoiceProblem::Neither(&["AllJobs", "TeamJobs"]))
            })
    }
}

/// A change of what recruiters and hiring managers may do. It is stored as one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecruiterAccessChange {
    /// Which jobs the recruiters have access to.
    pub access: RecruiterAccess,
    /// Whether hiring managers decide about candidates; `None` to keep the setting.
    pub hiring_managers_decide: Option<bool>,
}

impl From<RecruiterAccess> for RecruiterAccessChange {
    fn from(access: RecruiterAccess) -> Self {
        Self {
            access,
            hiring_managers_decide: None,
        }
    }
}

/// A member of a job's hiring team.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamMember {
    /// The user.
    pub user_id: UserId,
    /// The user's display name.
    pub full_name: String,
    /// The user's role.
    pub user_type: UserType,
    /// Whether the user owns the job.
    pub is_owner: bool,
}

//! The GraphQL types of people's changes to the requirements of a job.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{Operation, SetRequirementInput, UpdateJobRequirements};
use shortlist_domain::{RequirementItem, RequirementMark};

use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::input::input;
use crate::graphql::jobs::JobObject;
use crate::graphql::jobs::requirements::years_of;

input! {
    /// A change to a requirement of a job.
    pub(crate) struct RequirementInput(SetRequirementInput) {
        /// `experience`, `education`, `skill`, `language` or `certificate`.
        "kind" as kind: String;
        /// The name of the requirement, as in the `names` of `JobRequirements.all`. Several become one that either meets.
        "names" as names: Vec<String>;
        /// `required`, `preferred` or `ignored`. Without it, the importance stays what the posting says.
        "importance" as importance: Option<String>;
        /// Other ways to meet it that the posting does not name, at most 20.
        "alternatives" as alternatives: Option<Vec<String>> = alternatives.unwrap_or_default();
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct UpdateJobRequirementsInput {
    organization_id: String,
    job_id: String,
    /// What differs from the posting, at most 200 requirements. It replaces the changes made before.
    requirements: Vec<RequirementInput>,
    /// The occupation of the job: a code that `searchOccupations` finds, `unknown`, or `title` for the one that the title names. Without
    /// it, what was set before stays.
    occupation: Option<String>,
    /// The `revision` that the job must still have. If somebody has changed it since, nothing is changed: `CONFLICT`.
    expected_revision: Option<i32>,
}

impl UpdateJobRequirementsInput {
    /// Stores the changes, and returns the job.
    pub(crate) fn perform(self, context: &RequestContext) -> Resolved<JobObject> {
        let given = self.requirements.into_iter();
        let request = UpdateJobRequirements {
            requirements: given.map(|one| one.request).collect(),
            occupation: self.occupation,
            expected_revision: self.expected_revision,
        };
        context.perform(
            Operation::UpdateJobRequirements,
            of_organization(&self.organization_id),
            |app, principal| {
                let job = app
                    .jobs()
                    .update_requirements(principal, &self.job_id, request)?;
                JobObject::of(context, job)
            },
        )
    }
}

/// A requirement of a job, with a person's change to it.
#[derive(GraphQLObject)]
pub(crate) struct JobRequirement {
    /// `experience`, `education`, `skill`, `language` or `certificate`.
    kind: &'static str,
    /// The names that the posting gives it: several if a person made them alternatives.
    names: Vec<String>,
    /// What a resume may show. One of them is enough.
    any_of: Vec<String>,
    /// The alternatives that a person added.
    alternatives: Vec<String>,
    /// `required`, `described`, `preferred` or `ignored`.
    importance: &'static str,
    /// The importance that the posting gives it.
    posted_importance: &'static str,
    /// How a person marked it: `required`, `preferred` or `ignored`. Null if it counts as the posting says.
    set_importance: Option<&'static str>,
    /// The level of a language or a degree, with the fields of the degree.
    level: Option<String>,
    minimum_years: Option<f64>,
    /// The passages of the job that it was read from.
    quotes: Vec<String>,
    /// `posting`, or `set by` and the name of the person who changed it.
    source: String,
    /// Who changed it.
    set_by_id: Option<String>,
    /// When it was changed.
    set_at: Option<String>,
}

impl JobRequirement {
    pub(crate) fn of(item: RequirementItem) -> Self {
        let author = item.author.as_ref();
        Self {
            kind: item.kind.as_str(),
            importance: item.importance_name(),
            posted_importance: item.posted.as_str(),
            set_importance: item.mark.map(RequirementMark::as_str),
            source: author.map_or("posting".to_owned(), |by| format!("set by {}", by.name)),
            set_by_id: author.map(|by| by.user_id.to_string()),
            set_at: author.map(|by| by.at.to_string()),
            names: item.names,
            any_of: item.any_of,
            alternatives: item.alternatives,
            level: item.level,
            minimum_years: item.minimum_months.map(years_of),
            quotes: item.quotes,
        }
    }
}

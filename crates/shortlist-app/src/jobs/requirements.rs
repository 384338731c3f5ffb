//! What recruiters change about the requirements that were read from a job.

use std::sync::Arc;

use shortlist_domain::{
    InvalidValue, Job, JobChange, JobId, JobProblem, MAX_REQUIREMENT_CHARS, Occupation,
    OccupationEdit, Principal, RequirementAuthor, RequirementChange, RequirementEdit,
    RequirementEdits, RequirementKind, RequirementMark, RequirementProblem,
};
use shortlist_persistence::JobUpdate;
use shortlist_scoring::{
    EditedRequirements, check_requirement_changes, edit_requirements, find_occupation,
    read_requirements,
};

use crate::access::job_access::visible_job;
use crate::error::AppError;
use crate::jobs::outcomes::updated_job;
use crate::jobs::requirements_cache::job_text;
use crate::jobs::{CreateJob, Jobs};
use crate::operations::Operation;
use crate::refusal::Refusal;

/// The input field with the changes.
const FIELD: &str = "requirements";
/// How often a change is computed again because the job's text changed at the same time.
const ATTEMPTS: usize = 3;
/// How much of a wrong code an error repeats, in characters.
const MAX_SHOWN_CODE_CHARS: usize = 40;

/// A change to a requirement, as given.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct SetRequirementInput {
    pub kind: String,
    pub names: Vec<String>,
    pub importance: Option<String>,
    pub alternatives: Vec<String>,
}

/// Changes to the requirements of a job, as given.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct UpdateJobRequirements {
    pub requirements: Vec<SetRequirementInput>,
    pub occupation: Option<String>,
    pub expected_revision: Option<i32>,
}

/// The occupation of a job that is unknown, so that titles are compared by their words.
pub const UNKNOWN_OCCUPATION: &str = "unknown";
/// The occupation that the title of the job names.
pub const OCCUPATION_OF_TITLE: &str = "title";

/// What a request says about the occupation of a job.
enum OccupationChoice {
    /// Nothing, so it stays as it is.
    Keep,
    /// It is the one that the title names.
    OfTitle,
    /// It is this one. `None` if it is unknown.
    Set(Option<Occupation>),
}

impl OccupationChoice {
    fn parse(given: Option<&str>) -> Result<Self, InvalidValue> {
        match given.map(str::trim) {
            None => Ok(Self::Keep),
            Some(OCCUPATION_OF_TITLE) => Ok(Self::OfTitle),
            Some(UNKNOWN_OCCUPATION) => Ok(Self::Set(None)),
            Some(code) => match find_occupation(code) {
                Some(found) => Ok(Self::Set(Some(found))),
                None => Err(InvalidValue::new("occupation", no_occupation(code))),
            },
        }
    }
}

fn no_occupation(code: &str) -> JobProblem {
    JobProblem::NoSuchOccupation {
        code: code.chars().take(MAX_SHOWN_CODE_CHARS).collect(),
        unknown: UNKNOWN_OCCUPATION,
        of_title: OCCUPATION_OF_TITLE,
    }
}

impl SetRequirementInput {
    fn parse(self) -> Result<RequirementChange, InvalidValue> {
        let mark = self.importance.as_deref();
        let is_too_long = |name: &String| name.chars().count() > MAX_REQUIREMENT_CHARS;
        if self.names.iter().any(is_too_long) {
            let problem = RequirementProblem::NameTooLong(MAX_REQUIREMENT_CHARS);
            return Err(InvalidValue::new(FIELD, problem));
        }
        Ok(RequirementChange {
            kind: RequirementKind::parse("kind", &self.kind)?,
            names: self.names,
            alternatives: self.alternatives,
            mark: mark
                .map(|mark| RequirementMark::parse("importance", mark))
                .transpose()?,
        })
    }
}

impl Jobs<'_> {
    /// Returns every requirement of a job, with its change, and notices about what no longer fits.
    pub fn requirement_items(&self, job: &Job) -> Arc<EditedRequirements> {
        self.requirements.edited(job, self.vocabulary)
    }

    /// Returns the requirements of a job that is being edited, with the changes to those of the stored one.
    ///
    /// # Errors
    /// Returns an error if a value is invalid.
    pub fn preview_edited_requirements(
        &self,
        job: &CreateJob,
        edits: &RequirementEdits,
    ) -> Result<EditedRequirements, AppError> {
        let read = self.preview_requirements(job)?;
        Ok(edit_requirements(&read, edits, self.vocabulary))
    }

    /// Replaces the changes to the requirements of a job, and sets its occupation. What stays the same keeps its author.
    ///
    /// # Errors
    /// Returns an error if no occupation has the code, if a change names a requirement that the job does not have or contradicts
    /// another change, if the organization has no such job, or if somebody changed it meanwhile.
    pub fn update_requirements(
        &self,
        principal: &Principal,
        job_id: &str,
        request: UpdateJobRequirements,
    ) -> Result<Job, AppError> {
        let id = JobId::parse("jobId", job_id)?;
        let given = request.requirements.into_iter();
        let given: Vec<RequirementChange> = given
            .map(SetRequirementInput::parse)
            .collect::<Result<_, _>>()?;
        let occupation = OccupationChoice::parse(request.occupation.as_deref())?;
        let mut attempt = 1;
        loop {
            let job = visible_job(self.store, principal, &id)?;
            let expected = request.expected_revision;
            if expected.is_some_and(|expected| expected != job.revision) {
                return updated_job(JobUpdate::Stale(Box::new(job)));
            }
            let edits = self.edits(principal, &job, given.clone(), &occupation)?;
            if edits == job.requirement_edits {
                return Ok(job);
            }
            let updated = self.store_edits(principal, &job, edits)?;
            let is_last = expected.is_some() || attempt == ATTEMPTS;
            if !matches!(updated, JobUpdate::Stale(_)) || is_last {
                return updated_job(updated);
            }
            attempt += 1;
        }
    }

    /// Returns changes with their authors. A change that is stored already keeps its author.
    fn edits(
        &self,
        principal: &Principal,
        job: &Job,
        given: Vec<RequirementChange>,
        occupation: &OccupationChoice,
    ) -> Result<RequirementEdits, AppError> {
        let read = read_requirements(&job_text(job), self.vocabulary);
        let checked = check_requirement_changes(FIELD, &read, given, self.vocabulary)?;
        let author = self.requirement_author(principal)?;
        let edit = |change: RequirementChange| {
            let mut stored = job.requirement_edits.requirements.iter();
            let same = stored.find(|edit| edit.change == change);
            same.cloned().unwrap_or_else(|| RequirementEdit {
                change,
                author: author.clone(),
            })
        };
        let stored = job.requirement_edits.occupation.clone();
        let occupation = match occupation {
            OccupationChoice::Keep => stored,
            OccupationChoice::OfTitle => None,
            OccupationChoice::Set(occupation) => {
                let same = stored.filter(|stored| stored.occupation == *occupation);
                Some(same.unwrap_or_else(|| OccupationEdit {
                    occupation: occupation.clone(),
                    author: author.clone(),
                }))
            }
        };
        Ok(RequirementEdits {
            requirements: checked.into_iter().map(edit).collect(),
            occupation,
        })
    }

    fn requirement_author(&self, principal: &Principal) -> Result<RequirementAuthor, AppError> {
        let users = self.store.users();
        let caller = users.find(&principal.organization_id, &principal.user_id)?;
        let caller = caller
            .filter(|user| user.active)
            .ok_or(AppError::Forbidden(Refusal::CallerDeactivated))?;
        Ok(RequirementAuthor {
            user_id: caller.id,
            name: caller.full_name,
            at: self.clock.now(),
        })
    }

    /// Stores changes for the revision of the job that they were checked against.
    fn store_edits(
        &self,
        principal: &Principal,
        job: &Job,
        edits: RequirementEdits,
    ) -> Result<JobUpdate, AppError> {
        let change = JobChange {
            requirement_edits: Some(edits),
            if_revision: Some(job.revision),
            ..JobChange::default()
        };
        let writer = self
            .writers
            .for_caller(principal, Operation::UpdateJobRequirements);
        let organization = &principal.organization_id;
        let updated = writer
            .jobs()
            .update(organization, &job.id, &change, self.clock.now());
        Ok(updated?)
    }
}

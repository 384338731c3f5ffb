//! Creating jobs from a file.

use shortlist_domain::{InvalidValue, Job, JobId, NewJob, OrganizationId, Principal, UserId};
use shortlist_parsing::{Clause, JobDraft, JobFile, JobFileError, read_job_file};
use shortlist_persistence::{DuplicateJob, ImportOutcome, OnDuplicate};

use crate::jobs::duplicate_text;
use crate::upload_fields::required;
use crate::{AccessError, App, AppError, Claims, Operation};

/// The longest prompt, in characters.
pub const MAX_PROMPT_CHARS: usize = 20_000;

/// The form fields of a job file, as sent.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the form field of that name")]
pub struct ImportFields {
    pub recruiter_id: Option<String>,
    pub organization_id: Option<String>,
    pub prompt: Option<String>,
    pub on_duplicate: Option<String>,
}

/// What is wrong in a file, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowProblem {
    /// The row as a person sees it in the file.
    pub row: Option<u32>,
    /// The column's header.
    pub column: Option<String>,
    /// What is wrong.
    pub problem: String,
}

/// A file that was carried out.
#[derive(Debug)]
pub struct ImportSummary {
    /// The jobs created, in the file's order.
    pub jobs: Vec<Job>,
    /// Duplicates that were left out, where the caller asked for that.
    pub skipped: Vec<RowProblem>,
    /// What was understood of the prompt.
    pub interpretation: Vec<Clause>,
}

/// Why a file was refused as a whole.
#[derive(Debug, thiserror::Error)]
pub enum ImportRefusal {
    /// A field that is missing or cannot be used.
    #[error(transparent)]
    BadField(#[from] InvalidValue),
    /// The file is no CSV, XLSX or JSON, or is malformed.
    #[error("{message}")]
    BadFile {
        /// What is wrong and what was expected.
        message: String,
        /// Where.
        problems: Vec<RowProblem>,
    },
    /// The file was read, but holds what cannot become jobs.
    #[error("{message}")]
    Unprocessable {
        /// What is wrong.
        message: String,
        /// Every bad row.
        problems: Vec<RowProblem>,
    },
    /// The organization, or the file itself, has such jobs already.
    #[error("the file holds {} of the organization's or its own jobs again; nothing was created", problems.len())]
    Duplicates {
        /// Every duplicate and what it meets.
        problems: Vec<RowProblem>,
    },
    /// The caller may not.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// Something failed.
    #[error(transparent)]
    App(#[from] AppError),
}

struct ImportRequest {
    recruiter_id: UserId,
    policy: OnDuplicate,
}

impl ImportFields {
    /// Checks the fields, then the caller's rights.
    fn check(
        &self,
        principal: &Principal,
        file: Option<&[u8]>,
    ) -> Result<ImportRequest, ImportRefusal> {
        let recruiter = required("recruiterId", self.recruiter_id.as_deref())?;
        let recruiter_id = UserId::parse("recruiterId", recruiter)?;
        let organization = required("organizationId", self.organization_id.as_deref())?;
        OrganizationId::parse("organizationId", organization)?;
        if self
            .prompt
            .as_ref()
            .is_some_and(|prompt| prompt.chars().count() > MAX_PROMPT_CHARS)
        {
            return Err(InvalidValue::new(
                "prompt",
                format!("must have at most {MAX_PROMPT_CHARS} characters"),
            )
            .into());
        }
        let policy = match self.on_duplicate.as_deref().map(str::trim) {
            None | Some("" | "refuse") => OnDuplicate::Refuse,
            Some("skip") => OnDuplicate::Skip,
            Some(_) => {
                return Err(InvalidValue::new("onDuplicate", "must be skip or refuse").into());
            }
        };
        if file.is_none() {
            return Err(InvalidValue::new(
                "recfiles",
                "is missing; send one CSV, XLSX or JSON file",
            )
            .into());
        }
        let claims = Claims {
            organization_id: Some(organization),
            user_type: None,
            recruiter_id: Some(recruiter),
        };
        Operation::ImportJobs.authorize(principal, claims)?;
        Ok(ImportRequest {
            recruiter_id,
            policy,
        })
    }
}

impl App {
    /// Creates the jobs of a file: all of them, or none.
    ///
    /// # Errors
    /// When the fields or the file cannot be used, a row is bad, or a job is there already.
    pub fn import_jobs(
        &self,
        principal: &Principal,
        fields: &ImportFields,
        file: Option<&[u8]>,
    ) -> Result<ImportSummary, ImportRefusal> {
        let request = fields.check(principal, file)?;
        self.recruiter(principal, &request.recruiter_id)
            .map_err(|error| match error {
                AppError::BadInput(invalid) => ImportRefusal::BadField(invalid),
                other => ImportRefusal::App(other),
            })?;
        let prompt = fields
            .prompt
            .as_deref()
            .map(str::trim)
            .filter(|prompt| !prompt.is_empty());
        let JobFile {
            drafts,
            interpretation,
            ..
        } = read_job_file(file.unwrap_or_default(), prompt).map_err(file_refusal)?;
        let rows: Vec<u32> = drafts.iter().map(|draft| draft.row).collect();
        let jobs = drafts
            .into_iter()
            .map(|draft| self.new_job(principal, &request, draft));
        let jobs = jobs.collect::<Result<Vec<_>, AppError>>()?;
        let outcome = self
            .store
            .insert_jobs(&principal.organization_id, &jobs, request.policy);
        let ImportOutcome {
            created,
            duplicates,
        } = outcome.map_err(AppError::from)?;
        let skipped: Vec<_> = duplicates
            .iter()
            .map(|duplicate| duplicate_problem(duplicate, &rows))
            .collect();
        if request.policy == OnDuplicate::Refuse && !skipped.is_empty() {
            return Err(ImportRefusal::Duplicates { problems: skipped });
        }
        Ok(ImportSummary {
            jobs: created,
            skipped,
            interpretation,
        })
    }

    fn new_job(
        &self,
        principal: &Principal,
        request: &ImportRequest,
        draft: JobDraft,
    ) -> Result<NewJob, AppError> {
        Ok(NewJob {
            id: self.new_id(JobId::generate)?,
            organization_id: principal.organization_id.clone(),
            recruiter_id: request.recruiter_id.clone(),
            title: draft.title,
            description: draft.description,
            skills: draft.skills,
            code: draft.code,
            department: draft.department,
            location: draft.location,
            employment_type: draft.employment_type,
            employment_kind: draft.employment_kind,
            draft: draft.draft,
            attributes: draft.attributes,
            created_at: self.now(),
        })
    }
}

fn file_refusal(error: JobFileError) -> ImportRefusal {
    let message = error.to_string();
    let problems = error.problems().into_iter().map(|problem| RowProblem {
        row: problem.row,
        column: problem.column.clone(),
        problem: problem.problem.clone(),
    });
    let problems = problems.collect();
    if error.is_unprocessable() {
        ImportRefusal::Unprocessable { message, problems }
    } else {
        ImportRefusal::BadFile { message, problems }
    }
}

fn duplicate_problem(duplicate: &DuplicateJob, rows: &[u32]) -> RowProblem {
    RowProblem {
        row: rows.get(duplicate.index).copied(),
        column: None,
        problem: format!("duplicate job: {}", duplicate_text(duplicate, rows)),
    }
}

//! Creating jobs from a file.

mod fields;
mod translate;

use shortlist_domain::{InvalidValue, Job, JobId, NewJob, Principal};
use shortlist_jobfiles::{Clause, Field, JobDraft, JobFile, JobFileError, read_steered_job_file};
use shortlist_persistence::{DuplicateBy, DuplicateJob, ImportOutcome, OnDuplicate};

use crate::jobs::duplicate_text;
use crate::{AccessError, App, AppError, Operation};

pub use fields::{ImportFields, MAX_PROMPT_CHARS};
use fields::{ImportRequest, Run};

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

/// What came of a file that could be taken.
#[derive(Debug)]
pub enum Import {
    /// Its jobs were created.
    Created(ImportSummary),
    /// Its jobs would be created: nothing was, since the caller asked for a dry run.
    Planned(Box<ImportPlan>),
}

/// What an import would do.
#[derive(Debug)]
pub struct ImportPlan {
    /// The file as it was read: the plan, every job with its sources, the rows left out.
    pub file: JobFile,
    /// Jobs that the organization or the file has already; an import refuses them, or leaves them out if asked to.
    pub duplicates: Vec<RowProblem>,
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

impl App {
    /// Creates the jobs of a file: all of them, or none. A dry run creates none and tells what would come of it.
    ///
    /// # Errors
    /// When the fields or the file cannot be used, a row is bad, or a job is there already.
    pub fn import_jobs(
        &self,
        principal: &Principal,
        fields: &ImportFields,
        file: Option<&[u8]>,
    ) -> Result<Import, ImportRefusal> {
        let (request, claims) = fields.check(file)?;
        self.authorize(principal, Operation::ImportJobs, claims)?;
        self.recruiter(principal, &request.recruiter_id)
            .map_err(|error| match error {
                AppError::BadInput(invalid) => ImportRefusal::BadField(invalid),
                other => ImportRefusal::App(other),
            })?;
        let prompt = self.read_prompt(fields.prompt().unwrap_or_default());
        let file = read_steered_job_file(file.unwrap_or_default(), prompt).map_err(file_refusal)?;
        match request.run {
            Run::Dry => self.plan_import(principal, &request, file),
            Run::Real => self.run_import(principal, &request, file),
        }
    }

    fn plan_import(
        &self,
        principal: &Principal,
        request: &ImportRequest,
        file: JobFile,
    ) -> Result<Import, ImportRefusal> {
        let rows = Rows::of(&file);
        let drafts = file.drafts.iter().cloned();
        let jobs = drafts
            .map(|draft| self.new_job(principal, request, draft))
            .collect::<Result<Vec<_>, AppError>>()?;
        let duplicates = self
            .store
            .find_duplicate_jobs(&principal.organization_id, &jobs)
            .map_err(AppError::from)?;
        let duplicates = duplicates.iter().map(|duplicate| rows.problem(duplicate));
        Ok(Import::Planned(Box::new(ImportPlan {
            duplicates: duplicates.collect(),
            file,
        })))
    }

    fn run_import(
        &self,
        principal: &Principal,
        request: &ImportRequest,
        file: JobFile,
    ) -> Result<Import, ImportRefusal> {
        let rows = Rows::of(&file);
        let jobs = file
            .drafts
            .into_iter()
            .map(|draft| self.new_job(principal, request, draft))
            .collect::<Result<Vec<_>, AppError>>()?;
        let outcome = self.by(principal, Operation::ImportJobs).insert_jobs(
            &principal.organization_id,
            &jobs,
            request.policy,
        );
        let ImportOutcome {
            created,
            duplicates,
        } = outcome.map_err(AppError::from)?;
        let skipped: Vec<_> = duplicates
            .iter()
            .map(|duplicate| rows.problem(duplicate))
            .collect();
        if request.policy == OnDuplicate::Refuse && !skipped.is_empty() {
            return Err(ImportRefusal::Duplicates { problems: skipped });
        }
        Ok(Import::Created(ImportSummary {
            jobs: created,
            skipped,
            interpretation: file.interpretation,
        }))
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

/// Where the jobs of a file stand in it.
struct Rows {
    rows: Vec<u32>,
    /// The header of the column with the codes.
    code_column: Option<String>,
}

impl Rows {
    fn of(file: &JobFile) -> Self {
        Self {
            rows: file.drafts.iter().map(|draft| draft.row).collect(),
            code_column: file.plan.column_of(Field::Code).map(str::to_owned),
        }
    }

    fn problem(&self, duplicate: &DuplicateJob) -> RowProblem {
        RowProblem {
            row: self.rows.get(duplicate.index).copied(),
            column: match duplicate.by {
                DuplicateBy::Code => self.code_column.clone(),
                DuplicateBy::TitleAndPlace => None,
            },
            problem: format!("duplicate job: {}", duplicate_text(duplicate, &self.rows)),
        }
    }
}

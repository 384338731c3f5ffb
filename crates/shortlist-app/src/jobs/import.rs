//! Importing jobs from a file.

mod claimed;
mod fields;
mod translate;

use shortlist_domain::{InvalidValue, Job, JobId, NewJob, Principal};
use shortlist_jobfiles::{
    Clause, Field, JobDraft, JobFile, RejectedJobFile, RowProblem, read_steered_job_file,
};
use shortlist_persistence::{
    DuplicateBy, DuplicateJob, ImportOutcome, OnDuplicate, UploadLease, UploadStep,
};

use crate::checks::find_recruiter;
use crate::english::duplicate_text;
use crate::error::{AccessError, AppError};
use crate::jobs::Jobs;
use crate::operations::Operation;
use crate::run_mode::RunMode;
use crate::secrets::random_bits;
use crate::uploads::claim::describe_import;

use fields::ImportRequest;
pub use fields::{ImportFields, MAX_PROMPT_CHARS};

/// The result of importing an accepted file.
#[derive(Debug)]
pub enum Import {
    /// The jobs were created.
    Created(ImportSummary),
    /// The jobs would be created. Nothing was created, because the caller requested a dry run.
    Planned(Box<ImportPlan>),
}

/// The plan of an import.
#[derive(Debug)]
pub struct ImportPlan {
    /// The file as it was read: the plan, every job with its sources, and the rows that were left out.
    pub file: JobFile,
    /// Jobs that already exist in the organization or in the file. An import refuses them, or skips them on request.
    pub duplicates: Vec<RowProblem>,
}

/// The result of an import that ran.
#[derive(Debug)]
pub struct ImportSummary {
    /// The created jobs, in the order of the file.
    pub jobs: Vec<Job>,
    /// The duplicates that were skipped, if the caller requested that.
    pub skipped: Vec<RowProblem>,
    /// How the prompt was interpreted.
    pub interpretation: Vec<Clause>,
}

/// Why a whole file was refused.
#[derive(Debug, thiserror::Error)]
pub enum ImportRefusal {
    /// A field is missing or invalid.
    #[error(transparent)]
    BadField(#[from] InvalidValue),
    /// The file is not CSV, XLSX or JSON, or is malformed.
    #[error("{message}")]
    BadFile {
        /// What is wrong, and what was expected.
        message: String,
        /// The locations of the problems.
        problems: Vec<RowProblem>,
        /// How the prompt was interpreted.
        interpretation: Vec<Clause>,
    },
    /// The file was read, but contains rows that cannot become jobs.
    #[error("{message}")]
    Unprocessable {
        /// What is wrong.
        message: String,
        /// Every invalid row.
        problems: Vec<RowProblem>,
        /// How the prompt was interpreted.
        interpretation: Vec<Clause>,
    },
    /// The organization or the file itself already has some of the jobs.
    #[error("the file contains {} jobs that already exist in the organization or in the file; nothing was created", problems.len())]
    Duplicates {
        /// Every duplicate, with the job that it duplicates.
        problems: Vec<RowProblem>,
        /// How the prompt was interpreted.
        interpretation: Vec<Clause>,
    },
    /// The caller lacks permission.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The import failed.
    #[error(transparent)]
    App(#[from] AppError),
}

impl Jobs<'_> {
    /// Creates the jobs of a file, either all or none. A dry run creates none and returns the plan.
    ///
    /// # Errors
    /// Returns an error if the fields, the file or one of its rows is invalid, or if a job already exists.
    pub fn import(
        &self,
        principal: &Principal,
        fields: &ImportFields,
        file: Option<&[u8]>,
    ) -> Result<Import, ImportRefusal> {
        self.import_within(principal, fields, file, None)
    }

    /// Imports a file as [`import`](Self::import) does, within the lease on a staged upload if there is one.
    fn import_within(
        &self,
        principal: &Principal,
        fields: &ImportFields,
        file: Option<&[u8]>,
        lease: Option<&UploadLease>,
    ) -> Result<Import, ImportRefusal> {
        let request = self.check_import(principal, fields, file)?;
        let file = self.read_file(fields, file.unwrap_or_default())?;
        match request.mode {
            RunMode::DryRun => self.plan_import(principal, &request, file),
            RunMode::Execute => self.run_import(principal, &request, lease, file),
        }
    }

    fn check_import(
        &self,
        principal: &Principal,
        fields: &ImportFields,
        file: Option<&[u8]>,
    ) -> Result<ImportRequest, ImportRefusal> {
        let (request, claims) = fields.check(file)?;
        self.access
            .authorize(principal, Operation::ImportJobs, claims)?;
        find_recruiter(self.store, principal, &request.recruiter_id).map_err(
            |error| match error {
                AppError::BadInput(invalid) => ImportRefusal::BadField(invalid),
                other => ImportRefusal::App(other),
            },
        )?;
        Ok(request)
    }

    fn read_file(&self, fields: &ImportFields, file: &[u8]) -> Result<JobFile, ImportRefusal> {
        let prompt = self.read_prompt(fields.prompt().unwrap_or_default());
        read_steered_job_file(file, prompt, self.vocabulary)
            .map_err(|rejected| file_refusal(*rejected))
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
            .jobs()
            .find_duplicates(&principal.organization_id, &jobs)
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
        lease: Option<&UploadLease>,
        file: JobFile,
    ) -> Result<Import, ImportRefusal> {
        let rows = Rows::of(&file);
        let jobs = file
            .drafts
            .into_iter()
            .map(|draft| self.new_job(principal, request, draft))
            .collect::<Result<Vec<_>, AppError>>()?;
        let describe = |outcome: &ImportOutcome| describe_import(outcome, rows.problems(outcome));
        let step = lease.map(|lease| UploadStep {
            lease,
            describe: &describe,
        });
        let writer = self.writers.for_caller(principal, Operation::ImportJobs);
        let outcome = writer.jobs().import_in_step(
            &principal.organization_id,
            &jobs,
            request.policy,
            step.as_ref(),
        );
        let outcome = outcome.map_err(AppError::from)?;
        let skipped = rows.problems(&outcome);
        if request.policy == OnDuplicate::Refuse && !skipped.is_empty() {
            return Err(ImportRefusal::Duplicates {
                problems: skipped,
                interpretation: file.interpretation,
            });
        }
        Ok(Import::Created(ImportSummary {
            jobs: outcome.created,
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
            id: JobId::generate(self.clock.now(), random_bits()?),
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
            blind: false,
            external_id: None,
            attributes: draft.attributes,
            created_at: self.clock.now(),
        })
    }
}

fn file_refusal(rejected: RejectedJobFile) -> ImportRefusal {
    let RejectedJobFile {
        error,
        interpretation,
    } = rejected;
    let message = error.to_string();
    let problems = error.problems();
    if error.is_unprocessable() {
        ImportRefusal::Unprocessable {
            message,
            problems,
            interpretation,
        }
    } else {
        ImportRefusal::BadFile {
            message,
            problems,
            interpretation,
        }
    }
}

/// The rows of a file that its jobs came from.
struct Rows {
    rows: Vec<u32>,
    /// The header of the code column.
    code_column: Option<String>,
}

impl Rows {
    fn of(file: &JobFile) -> Self {
        Self {
            rows: file.drafts.iter().map(|draft| draft.row).collect(),
            code_column: file.plan.column_of(Field::Code).map(str::to_owned),
        }
    }

    fn problems(&self, outcome: &ImportOutcome) -> Vec<RowProblem> {
        let duplicates = outcome.duplicates.iter();
        duplicates
            .map(|duplicate| self.problem(duplicate))
            .collect()
    }

    fn problem(&self, duplicate: &DuplicateJob) -> RowProblem {
        RowProblem {
            row: self.rows.get(duplicate.index).copied(),
            column: match duplicate.by {
                DuplicateBy::Code => self.code_column.clone(),
                DuplicateBy::ExternalId | DuplicateBy::TitleAndPlace => None,
            },
            problem: format!(
                "duplicate job: {}",
                duplicate_text(duplicate.by, &duplicate.of, &self.rows)
            ),
        }
    }
}

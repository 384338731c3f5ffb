//! Importing jobs from a file.

mod claimed;
mod duplicates;
mod english;
mod fields;
mod translate;

use shortlist_domain::{InvalidValue, Job, JobId, NewJob, Principal};
use shortlist_jobfiles::{Clause, JobDraft, JobFile, RejectedJobFile, read_steered_job_file};
use shortlist_persistence::{ImportOutcome, OnDuplicate, UploadLease, UploadStep};

use crate::checks::find_recruiter;
use crate::error::{AccessError, AppError};
use crate::jobs::Jobs;
use crate::operations::Operation;
use crate::run_mode::RunMode;
use crate::secrets::random_bits;

use duplicates::Rows;
use fields::ImportRequest;

pub use duplicates::DuplicateRow;
pub use english::duplicate_row_text;
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
    pub duplicates: Vec<DuplicateRow>,
}

/// The result of an import that ran.
#[derive(Debug)]
pub struct ImportSummary {
    /// The created jobs, in the order of the file.
    pub jobs: Vec<Job>,
    /// The duplicates that were skipped, if the caller requested that.
    pub skipped: Vec<DuplicateRow>,
    /// How the prompt was interpreted.
    pub interpretation: Vec<Clause>,
}

/// Why a whole file was refused.
#[derive(Debug, thiserror::Error)]
pub enum ImportRefusal {
    /// A field is missing or invalid.
    #[error(transparent)]
    BadField(#[from] InvalidValue),
    /// The file is not a readable job file, or contains rows that cannot become jobs.
    #[error(transparent)]
    File(#[from] Box<RejectedJobFile>),
    /// The organization or the file itself already has some of the jobs.
    #[error("{}", english::duplicates_text(rows.len()))]
    Duplicates {
        /// Every duplicate, with the job that it duplicates.
        rows: Vec<DuplicateRow>,
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
        Ok(read_steered_job_file(file, prompt, self.vocabulary)?)
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
        let duplicates = duplicates.iter().map(|duplicate| rows.duplicate(duplicate));
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
        let describe =
            |outcome: &ImportOutcome| claimed::describe_import(outcome, rows.duplicates(outcome));
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
        let skipped = rows.duplicates(&outcome);
        if request.policy == OnDuplicate::Refuse && !skipped.is_empty() {
            return Err(ImportRefusal::Duplicates {
                rows: skipped,
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
            reply_to: None,
            attributes: draft.attributes,
            created_at: self.clock.now(),
        })
    }
}

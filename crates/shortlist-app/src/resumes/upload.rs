//! Uploading resumes in bulk: reading, scoring and storing them.

mod batch;
mod blind_duplicates;
mod chosen;
mod claimed;
mod considered;
mod end;
mod existing;
mod interrupted;
mod known_contacts;
mod results;
mod single;
mod typed;

use std::collections::VecDeque;
use std::sync::atomic::AtomicU64;

use chrono::NaiveDate;
use shortlist_domain::{
    CandidateCode, CandidateId, CandidateIdentity, DocumentId, EmailAddress, FileDigest,
    InvalidValue, Job, JobId, NewCandidate, Party, Principal, Resume, ScoreReceipt, SkipReason,
    StoredFile, UncountedFile, UserId, Weights,
};
use shortlist_scoring::Profile;

use crate::access::job_access::visible_job;
use crate::checks::find_recruiter;
use crate::conflict::{CandidateConflict, ExistingCandidate};
use crate::error::{AccessError, AppError};
use crate::files::{StagedFile, client_file_name};
use crate::jobs::outcomes::check_accepts_resumes;
use crate::language_model::{ModelJob, ModelSession, PendingQuestion};
use crate::operations::Operation;
use crate::scores::Scorer;
use crate::scores::resume_scorer::check_resume;
use crate::secrets::random_bits;
use crate::uploads::claim::UploadClaim;
use crate::uploads::fields::{OnDuplicateResume, UploadFields, UploadRequest};
use crate::uploads::intake::{Intake, RejectedFile, SentFile, Uploads};

use batch::Batch;
pub use chosen::ChooseResume;
pub(crate) use claimed::ClaimedFiles;
pub use considered::ConsiderForJob;
pub(crate) use end::upload_end;
pub use interrupted::InterruptedUpload;
pub(crate) use known_contacts::KnownContacts;
use results::Results;
pub(crate) use single::SingleUpload;
pub use typed::CreateCandidate;

/// The longest time without any arriving byte, in seconds, before an upload is aborted.
const STALL_SECONDS: u64 = 30;

/// The limits of an upload.
#[derive(Debug, Clone)]
pub struct UploadLimits {
    /// The largest file, in bytes.
    pub file_bytes: u64,
    /// The largest number of files in a request.
    pub files: usize,
    /// The largest request, in bytes.
    pub request_bytes: u64,
    /// The longest time for a request's body to arrive, in seconds.
    pub seconds: u64,
    /// The longest time without any arriving byte, in seconds.
    pub stall_seconds: u64,
}

impl Default for UploadLimits {
    fn default() -> Self {
        Self {
            file_bytes: 10 << 20,
            files: 2_000,
            request_bytes: 512 << 20,
            seconds: 1_800,
            stall_seconds: STALL_SECONDS,
        }
    }
}

/// The outcome for a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A candidate was created.
    Created {
        /// The candidate.
        id: CandidateId,
        /// The candidate's code.
        code: CandidateCode,
        /// Their e-mail address.
        email: Option<EmailAddress>,
    },
    /// The person or the file already exists.
    Duplicate {
        /// The existing candidate with its code. `None` in a blind job, where it would say whose address the file has.
        existing: Option<(CandidateId, CandidateCode)>,
        /// Whether the resume names somebody else, who may use the same e-mail address or telephone number.
        has_other_name: bool,
    },
    /// It replaced the resume of an existing candidate, who was scored again.
    Replaced {
        /// The candidate.
        id: CandidateId,
        /// Its code.
        code: CandidateCode,
        /// The number of the new version.
        version: i32,
    },
    /// It was kept as a further document of an existing candidate.
    Added {
        /// The candidate.
        id: CandidateId,
        /// Its code.
        code: CandidateCode,
        /// The document.
        document: DocumentId,
    },
    /// The file could not be used, for this reason.
    Skipped(SkipReason),
}

impl Outcome {
    const CREATED: &'static str = "created";
    const DUPLICATES: &'static str = "duplicates";

    /// Returns the name under which the event of an upload counts it.
    fn counted_as(&self) -> &'static str {
        match self {
            Self::Created { .. } => Self::CREATED,
            Self::Duplicate { .. } => Self::DUPLICATES,
            Self::Replaced { .. } => "replaced",
            Self::Added { .. } => "added",
            Self::Skipped(_) => "skipped",
        }
    }

    /// Returns as what reports count the file; `None` for a new candidate, who is counted as one.
    fn uncounted(&self) -> Option<UncountedFile> {
        match self {
            Self::Created { .. } => None,
            Self::Duplicate { .. } | Self::Replaced { .. } | Self::Added { .. } => {
                Some(UncountedFile::Existing)
            }
            Self::Skipped(reason) => Some(UncountedFile::Skipped(reason.counted())),
        }
    }
}

/// A file with its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileOutcome {
    /// The file's name.
    pub file: String,
    /// Its outcome.
    pub outcome: Outcome,
}

/// The result of an upload.
#[derive(Debug, Clone)]
pub struct UploadSummary {
    /// The job.
    pub job_id: JobId,
    /// What the upload does with people who are candidates already.
    pub on_duplicate: OnDuplicateResume,
    /// One outcome for each file, in the order sent.
    pub results: Vec<FileOutcome>,
}

/// Why a whole upload was refused.
#[derive(Debug, thiserror::Error)]
pub enum UploadRefusal {
    /// A field is missing or invalid.
    #[error(transparent)]
    BadField(#[from] InvalidValue),
    /// The caller lacks permission.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The job does not exist, or something failed.
    #[error(transparent)]
    App(#[from] AppError),
    /// It failed after some of its files were stored.
    #[error(transparent)]
    Interrupted(Box<InterruptedUpload>),
}

/// The data shared by all files of an upload.
struct Upload {
    party: Party,
    job: Job,
    recruiter_id: UserId,
    scorer: Scorer,
    weights: Weights,
    as_of: NaiveDate,
    on_duplicate: OnDuplicateResume,
    /// The questions for the language model, if there is one.
    session: Option<ModelSession>,
    /// The claim under which candidates are created, if the upload's sender does not wait.
    claim: Option<UploadClaim>,
    /// The files of other people's candidates in blind jobs that the caller has sent today.
    confirmed: AtomicU64,
}

/// A file as it was received.
#[derive(Clone, Copy)]
pub(crate) struct ReceivedFile<'a> {
    pub(crate) name: &'a str,
    pub(crate) bytes: u64,
    pub(crate) digest: FileDigest,
}

/// A file that was read and scored by the formulas.
struct Scored {
    resume: Resume,
    receipt: ScoreReceipt,
    question: Option<PendingQuestion>,
}

/// A scored file that waits for the language model's answer.
struct PendingFile {
    index: usize,
    file: String,
    staged: StagedFile,
    scored: Scored,
}

/// Reads and scores a file. A panic fails only this file.
fn score_catching_panics(
    upload: &Upload,
    digest: FileDigest,
    read: impl FnOnce() -> Result<Resume, SkipReason>,
) -> Result<Scored, SkipReason> {
    let score = std::panic::AssertUnwindSafe(|| score_resume(upload, digest, read()?));
    std::panic::catch_unwind(score).unwrap_or(Err(SkipReason::NotScored))
}

fn score_resume(upload: &Upload, digest: FileDigest, resume: Resume) -> Result<Scored, SkipReason> {
    check_resume(&resume)?;
    Ok(score_any(upload, digest, resume))
}

/// Scores a resume without asking whether it is one.
fn score_any(upload: &Upload, digest: FileDigest, resume: Resume) -> Scored {
    let profile = upload.scorer.profile(&resume);
    let receipt = receipt_of(upload, digest, &profile);
    let session = upload.session.as_ref();
    Scored {
        resume,
        receipt,
        question: session.map(|session| session.ask(profile)),
    }
}

fn receipt_of(upload: &Upload, digest: FileDigest, profile: &Profile) -> ScoreReceipt {
    upload
        .scorer
        .score(profile, digest, &upload.weights, upload.as_of)
}

impl Uploads<'_> {
    /// Scores and stores the resumes of an upload. Reading them began while they arrived.
    ///
    /// A file that cannot be used becomes [`Outcome::Skipped`] and does not affect the others. Candidates are written in
    /// batches, each atomically. Batches written before a crash or a cancellation stay, and sending the upload again is
    /// safe.
    ///
    /// # Errors
    /// Returns an error if the upload is refused as a whole, or if the database fails.
    pub fn finish(
        &self,
        principal: &Principal,
        fields: &UploadFields,
        intake: Intake,
    ) -> Result<UploadSummary, UploadRefusal> {
        let (request, job) = self.check(principal, fields, intake.files.len())?;
        self.check_blind_duplicates(principal, &job)?;
        let (files, bytes) = intake.size();
        self.quotas
            .reserve(&principal.organization_id, files, bytes)?;
        let upload = self.prepare(principal, request, job, None)?;
        let names = intake.files.iter().map(|file| client_file_name(&file.name));
        let names: Vec<String> = names.collect();
        let mut results = Results::reporting(intake.progress.clone());
        let done = self.upload_files(&upload, intake, &mut results);
        let done = done.and_then(|last| self.write_last(&upload, last, &mut results));
        let results = results.finish();
        done.map_err(|error| interrupted::refusal(error, &upload, names, results.clone()))?;
        Ok(UploadSummary {
            job_id: upload.job.id,
            on_duplicate: upload.on_duplicate,
            results,
        })
    }

    /// Checks the fields of an upload with this number of files.
    fn check(
        &self,
        principal: &Principal,
        fields: &UploadFields,
        files: usize,
    ) -> Result<(UploadRequest, Job), UploadRefusal> {
        let (request, claims) = fields.check(files)?;
        self.access
            .authorize(principal, Operation::UploadResumes, claims)?;
        let job = visible_job(self.store, principal, &request.job_id)?;
        check_accepts_resumes(job.status)?;
        find_recruiter(self.store, principal, &request.recruiter_id).map_err(recruiter_refusal)?;
        Ok((request, job))
    }

    fn prepare(
        &self,
        principal: &Principal,
        request: UploadRequest,
        job: Job,
        claim: Option<UploadClaim>,
    ) -> Result<Upload, AppError> {
        let scorer = Scorer::current(self.store, self.clock, self.vocabulary, &job)?;
        let model_job = ModelJob::of(&job, scorer.job.requirements());
        let criteria = request.weights.criteria().iter();
        let criteria = criteria.map(|weight| weight.name.clone()).collect();
        let model = self.model;
        let confirmed = AtomicU64::new(self.blind_duplicates(principal, &job)?);
        Ok(Upload {
            party: principal.party(),
            session: model.map(|queue| queue.begin_session(model_job, criteria)),
            scorer,
            job,
            recruiter_id: request.recruiter_id,
            weights: request.weights,
            as_of: self.clock.now().date(),
            on_duplicate: request.on_duplicate,
            claim,
            confirmed,
        })
    }

    /// Stores full batches, and returns the last one, which is not stored yet.
    fn upload_files(
        &self,
        upload: &Upload,
        intake: Intake,
        results: &mut Results,
    ) -> Result<Batch, AppError> {
        let Intake {
            files,
            reading_mode,
            cancellation,
            ..
        } = intake;
        let mut waiting = VecDeque::new();
        let max_pending = upload.session.as_ref().map_or(0, ModelSession::max_pending);
        let mut batch = Batch::default();
        for (index, SentFile { name, content }) in files.into_iter().enumerate() {
            if cancellation.is_cancelled() {
                return Err(AppError::Cancelled);
            }
            let file = client_file_name(&name);
            let scored = match content {
                Err(rejected) => Err(self.rejection_reason(rejected)),
                Ok(staged) => score_catching_panics(upload, staged.digest, || {
                    reading_mode.resume(index, &staged)
                })
                .map(|scored| (staged, scored)),
            };
            match scored {
                Ok((staged, scored)) => {
                    results.add_pending(&file);
                    waiting.push_back(PendingFile {
                        index,
                        file,
                        staged,
                        scored,
                    });
                }
                Err(reason) => results.add(&file, Outcome::Skipped(reason)),
            }
            self.apply_model_answers(upload, &mut waiting, max_pending, &mut batch, results)?;
        }
        self.apply_model_answers(upload, &mut waiting, 0, &mut batch, results)?;
        Ok(batch)
    }

    /// Moves the first waiting files into the batch, until `left` files still wait for the language model.
    fn apply_model_answers(
        &self,
        upload: &Upload,
        waiting: &mut VecDeque<PendingFile>,
        left: usize,
        batch: &mut Batch,
        results: &mut Results,
    ) -> Result<(), AppError> {
        while waiting.len() > left {
            let Some(next) = waiting.pop_front() else {
                break;
            };
            if upload.has_confirmed_too_many() {
                results.set(next.index, blind_duplicates::skipped());
                continue;
            }
            let file = ReceivedFile {
                name: &next.file,
                bytes: next.staged.bytes,
                digest: next.staged.digest,
            };
            let candidate = self.new_candidate(upload, file, next.scored)?;
            batch.text_bytes += candidate.resume.text.as_str().len();
            batch.candidates.push(candidate);
            batch.indexes.push((next.index, next.staged));
            if batch.is_full(upload) {
                self.write_batch(upload, std::mem::take(batch), results)?;
            }
        }
        Ok(())
    }

    fn rejection_reason(&self, rejected: RejectedFile) -> SkipReason {
        match rejected {
            RejectedFile::TooLarge => SkipReason::TooLarge(self.max_file_bytes >> 20),
            RejectedFile::UnreadableName => SkipReason::UnreadableName,
            RejectedFile::NotAllowed => SkipReason::NotAllowed,
        }
    }

    fn new_candidate(
        &self,
        upload: &Upload,
        ReceivedFile {
            name,
            bytes,
            digest,
        }: ReceivedFile<'_>,
        scored: Scored,
    ) -> Result<NewCandidate, AppError> {
        let (job, recruiter_id) = (&upload.job, &upload.recruiter_id);
        let Scored {
            resume,
            receipt,
            question,
        } = scored;
        let receipt = match (&upload.session, question) {
            (Some(session), Some(question)) => {
                session.apply_opinion(&question, &upload.weights, receipt)
            }
            _ => receipt,
        };
        Ok(NewCandidate {
            id: CandidateId::generate(self.clock.now(), random_bits()?),
            code: CandidateCode::generate(random_bits()?),
            organization_id: job.organization_id.clone(),
            job_id: job.id.clone(),
            recruiter_id: recruiter_id.clone(),
            identity: CandidateIdentity::of(resume.email_address(), resume.phone_number(), digest),
            file: StoredFile {
                name: resume.media.file_name(name),
                media: resume.media,
                bytes,
                digest,
            },
            resume,
            receipt,
            job_version: job.version,
            created_at: self.clock.now(),
        })
    }
}

/// Returns the conflict with a candidate of the job who is the same person.
fn is_there_already(id: CandidateId, code: CandidateCode) -> AppError {
    let other = ExistingCandidate { id, code };
    AppError::conflict(CandidateConflict::AlreadyInJob(other))
}

/// Reports an unknown recruiter as an invalid form field.
fn recruiter_refusal(error: AppError) -> UploadRefusal {
    match error {
        AppError::BadInput(invalid) => UploadRefusal::BadField(invalid),
        other => UploadRefusal::App(other),
    }
}

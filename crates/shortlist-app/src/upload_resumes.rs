//! Uploading resumes in bulk: read, score, keep.

use std::collections::HashMap;

use chrono::NaiveDate;
use shortlist_domain::{
    CandidateCode, CandidateId, CandidateIdentity, EmailAddress, InvalidValue, Job, JobId,
    NewCandidate, Principal, Resume, ScoreReceipt, StoredFile, UserId, Weights,
};
use shortlist_parsing::ReadError;
use shortlist_persistence::Insertion;

use shortlist_scoring::Profile;

use crate::files::client_file_name;
use crate::scores::Scorer;
use crate::secrets::random_bits;
use crate::{AccessError, App, AppError, Intake, SentFile, StagedFile, UploadFields};

/// The most candidates that are written in one transaction.
const BATCH_FILES: usize = 200;
/// The text, in bytes, at which a transaction is written though it has fewer candidates: it bounds the memory of an upload.
const BATCH_TEXT_BYTES: usize = 8 << 20;
/// How long no byte of an upload may arrive, in seconds, before it is given up.
const STALL_SECONDS: u64 = 30;

/// The bounds of an upload.
#[derive(Debug, Clone)]
pub struct UploadLimits {
    /// The largest file, in bytes.
    pub file_bytes: u64,
    /// The most files of a request.
    pub files: usize,
    /// The largest request, in bytes.
    pub request_bytes: u64,
    /// How long a request's body may take to arrive, in seconds.
    pub seconds: u64,
    /// How long no byte of it may arrive, in seconds.
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

/// What became of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// A candidate was created.
    Created {
        /// The candidate's code.
        code: CandidateCode,
        /// Their e-mail address.
        email: Option<EmailAddress>,
    },
    /// The person, or the file, is there already.
    Duplicate {
        /// The code of the candidate that is there.
        existing: Option<CandidateCode>,
    },
    /// It could not be used; the sentence says why.
    Skipped(String),
}

/// A file with what became of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileOutcome {
    /// The file's name.
    pub file: String,
    /// What became of it.
    pub outcome: Outcome,
}

/// An upload that was carried out.
#[derive(Debug, Clone)]
pub struct UploadSummary {
    /// The job.
    pub job_id: JobId,
    /// One outcome for each file, in the order sent.
    pub results: Vec<FileOutcome>,
}

/// Why an upload was refused as a whole.
#[derive(Debug, thiserror::Error)]
pub enum UploadRefusal {
    /// A field that is missing or cannot be used.
    #[error(transparent)]
    BadField(#[from] InvalidValue),
    /// The caller may not.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// There is no such job, or something failed.
    #[error(transparent)]
    App(#[from] AppError),
}

/// What all files of an upload have in common.
struct Upload {
    job: Job,
    recruiter_id: UserId,
    scorer: Scorer,
    weights: Weights,
    as_of: NaiveDate,
}

/// A file that was read and scored.
struct Scored {
    resume: Resume,
    receipt: ScoreReceipt,
}

/// Candidates that are to be written together, with the places of their files in the upload.
#[derive(Default)]
struct Batch {
    candidates: Vec<NewCandidate>,
    places: Vec<(usize, StagedFile)>,
    text_bytes: usize,
}

impl Batch {
    fn is_full(&self) -> bool {
        self.candidates.len() >= BATCH_FILES || self.text_bytes >= BATCH_TEXT_BYTES
    }
}

/// Scores a file once it is read; a panic in that costs this file alone.
fn score_surely(
    upload: &Upload,
    staged: &StagedFile,
    read: impl FnOnce() -> Result<Resume, String>,
) -> Result<Scored, String> {
    let score = std::panic::AssertUnwindSafe(|| score_resume(upload, staged, read()?));
    std::panic::catch_unwind(score).unwrap_or_else(|_panic| {
        Err(
            "the file cannot be read: it is built in a way that the reader does not know"
                .to_owned(),
        )
    })
}

fn score_resume(upload: &Upload, staged: &StagedFile, resume: Resume) -> Result<Scored, String> {
    if resume.shows_nobody() {
        return Err(ReadError::Nobody.to_string());
    }
    let (document, weights) = (staged.digest, &upload.weights);
    let receipt = upload
        .scorer
        .score(&Profile::of(&resume), document, weights, upload.as_of);
    Ok(Scored { resume, receipt })
}

impl App {
    /// Scores and keeps the resumes of an upload, whose reading began while it arrived.
    ///
    /// A file that cannot be used is a [`Outcome::Skipped`]; the others are not touched by it. Candidates are written in
    /// batches, each whole: what was created before a crash stays, and sending the upload again is safe.
    ///
    /// # Errors
    /// When the upload is refused as a whole, or the database fails.
    pub fn upload_resumes(
        &self,
        principal: &Principal,
        fields: &UploadFields,
        intake: Intake,
    ) -> Result<UploadSummary, UploadRefusal> {
        let request = fields.check(principal, intake.files.len())?;
        let job = self
            .store
            .find_job(&principal.organization_id, &request.job_id)
            .map_err(AppError::from)?;
        let job = job.ok_or(crate::jobs::NO_JOB)?;
        self.recruiter(principal, &request.recruiter_id)
            .map_err(recruiter_refusal)?;
        let upload = Upload {
            scorer: self.scorer(&job)?,
            job,
            recruiter_id: request.recruiter_id,
            weights: request.weights,
            as_of: self.now().date(),
        };
        let results = self.upload_files(&upload, intake)?;
        Ok(UploadSummary {
            job_id: upload.job.id,
            results,
        })
    }

    fn upload_files(&self, upload: &Upload, intake: Intake) -> Result<Vec<FileOutcome>, AppError> {
        let Intake { files, readings } = intake;
        let mut results = Vec::with_capacity(files.len());
        let mut batch = Batch::default();
        for (place, SentFile { name, content }) in files.into_iter().enumerate() {
            let file = client_file_name(&name);
            let scored = match &content {
                Some(staged) => score_surely(upload, staged, || readings.resume(place, staged)),
                None => Err(self.too_large()),
            };
            let outcome = match (scored, content) {
                (Ok(scored), Some(staged)) => {
                    batch.text_bytes += scored.resume.text.as_str().len();
                    batch
                        .candidates
                        .push(self.new_candidate(upload, &file, &staged, scored)?);
                    batch.places.push((place, staged));
                    // Until the batch is written, which tells.
                    Outcome::Duplicate { existing: None }
                }
                (Err(reason), _) => Outcome::Skipped(reason),
                (Ok(_), None) => Outcome::Skipped(self.too_large()),
            };
            results.push(FileOutcome { file, outcome });
            if batch.is_full() {
                self.write_batch(std::mem::take(&mut batch), &mut results)?;
            }
        }
        self.write_batch(batch, &mut results)?;
        Ok(results)
    }

    fn too_large(&self) -> String {
        let most = self.settings.upload.file_bytes >> 20;
        format!("the file is over the limit of {most} MiB")
    }

    fn write_batch(&self, batch: Batch, results: &mut [FileOutcome]) -> Result<(), AppError> {
        if batch.candidates.is_empty() {
            return Ok(());
        }
        for (place, outcome) in self.keep_candidates(batch.candidates, batch.places)? {
            if let Some(result) = results.get_mut(place) {
                result.outcome = outcome;
            }
        }
        Ok(())
    }

    fn new_candidate(
        &self,
        upload: &Upload,
        name: &str,
        staged: &StagedFile,
        scored: Scored,
    ) -> Result<NewCandidate, AppError> {
        let Upload {
            job, recruiter_id, ..
        } = upload;
        let Scored { resume, receipt } = scored;
        Ok(NewCandidate {
            id: self.new_id(CandidateId::generate)?,
            code: CandidateCode::generate(random_bits()?),
            organization_id: job.organization_id.clone(),
            job_id: job.id.clone(),
            recruiter_id: recruiter_id.clone(),
            identity: CandidateIdentity::of(
                resume.email_address(),
                resume.phone_number(),
                staged.digest,
            ),
            file: StoredFile {
                name: name.to_owned(),
                media: resume.media,
                bytes: staged.bytes,
                digest: staged.digest,
            },
            resume,
            receipt,
            job_version: job.version,
            created_at: self.now(),
        })
    }

    /// Keeps the files first and the rows after, so that no row is without its file; a duplicate's file goes again.
    fn keep_candidates(
        &self,
        candidates: Vec<NewCandidate>,
        places: Vec<(usize, StagedFile)>,
    ) -> Result<HashMap<usize, Outcome>, AppError> {
        let mut outcomes = HashMap::with_capacity(places.len());
        let mut order = Vec::with_capacity(places.len());
        let kept = candidates
            .iter()
            .zip(places)
            .try_for_each(|(candidate, (place, staged))| {
                order.push(place);
                self.files
                    .keep(&candidate.organization_id, &candidate.id, staged)
            });
        let inserted = kept
            .map_err(AppError::from)
            .and_then(|()| self.insert(&candidates));
        if inserted.is_err() {
            self.forget_files(&candidates);
        }
        for ((place, candidate), insertion) in order.into_iter().zip(&candidates).zip(inserted?) {
            let outcome = match insertion {
                Insertion::Created(created) => Outcome::Created {
                    code: created.code,
                    email: created.email,
                },
                Insertion::Duplicate { code } => {
                    self.files
                        .remove(&candidate.organization_id, &candidate.id)?;
                    Outcome::Duplicate {
                        existing: Some(code),
                    }
                }
            };
            outcomes.insert(place, outcome);
        }
        Ok(outcomes)
    }

    fn insert(&self, candidates: &[NewCandidate]) -> Result<Vec<Insertion>, AppError> {
        // Spare randomness is drawn before, so that a failing source fails the upload and not a transaction.
        let mut spare = (0..candidates.len())
            .map(|_| random_bits())
            .collect::<Result<Vec<_>, _>>()?;
        let mut drawn = 0_u128;
        let mut random = || {
            drawn += 1;
            spare.pop().unwrap_or(drawn)
        };
        Ok(self.store.insert_candidates(candidates, &mut random)?)
    }

    fn forget_files(&self, candidates: &[NewCandidate]) {
        for candidate in candidates {
            if let Err(error) = self.files.remove(&candidate.organization_id, &candidate.id) {
                tracing::error!(%error, candidate = %candidate.id, "the file of a candidate that was not created stays");
            }
        }
    }
}

/// An unknown recruiter is a bad field of the form.
fn recruiter_refusal(error: AppError) -> UploadRefusal {
    match error {
        AppError::BadInput(invalid) => UploadRefusal::BadField(invalid),
        other => UploadRefusal::App(other),
    }
}

//! Uploading resumes in bulk: read, score, keep.

use std::collections::HashMap;

use chrono::NaiveDate;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use shortlist_domain::{
    CandidateCode, CandidateId, CandidateIdentity, EmailAddress, InvalidValue, Job, JobId,
    NewCandidate, OrganizationId, Principal, Resume, ScoreReceipt, StoredFile, UserId, UserType,
    Weights,
};
use shortlist_parsing::{ReadError, read_resume};
use shortlist_persistence::Insertion;
use shortlist_scoring::{PreparedJob, Profile, ScoreInput, score};

use crate::files::client_file_name;
use crate::jobs::job_text;
use crate::secrets::random_bits;
use crate::{AccessError, App, AppError, Claims, Operation, StagedFile};

/// How many files are read before their candidates are written in one transaction.
const BATCH_FILES: usize = 200;

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
}

impl Default for UploadLimits {
    fn default() -> Self {
        Self {
            file_bytes: 10 << 20,
            files: 2_000,
            request_bytes: 512 << 20,
            seconds: 1_800,
        }
    }
}

/// The form fields of an upload, as sent.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the form field of that name")]
pub struct UploadFields {
    pub job_id: Option<String>,
    pub recruiter_id: Option<String>,
    pub organization_id: Option<String>,
    pub user_type: Option<String>,
    pub resume_score_breakdown: Option<String>,
}

/// A file as sent.
pub struct SentFile {
    /// Its name.
    pub name: String,
    /// Its bytes; `None` when they were over the limit of a file.
    pub content: Option<StagedFile>,
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

/// The fields once checked.
struct UploadRequest {
    job_id: JobId,
    recruiter_id: UserId,
    weights: Weights,
}

/// What all files of an upload have in common.
struct Upload {
    job: Job,
    recruiter_id: UserId,
    prepared: PreparedJob,
    weights: Weights,
    as_of: NaiveDate,
}

/// A file that was read and scored.
struct Scored {
    resume: Resume,
    receipt: ScoreReceipt,
}

impl UploadFields {
    /// Checks the fields, then the caller's rights.
    fn check(
        &self,
        principal: &Principal,
        files: &[SentFile],
    ) -> Result<UploadRequest, UploadRefusal> {
        let job_id = JobId::parse("jobId", required("jobId", self.job_id.as_deref())?)?;
        let recruiter = required("recruiterId", self.recruiter_id.as_deref())?;
        let recruiter_id = UserId::parse("recruiterId", recruiter)?;
        let organization = required("organizationId", self.organization_id.as_deref())?;
        OrganizationId::parse("organizationId", organization)?;
        let user_type = required("userType", self.user_type.as_deref())?;
        UserType::parse_claim("userType", user_type)?;
        let weights = read_weights(required(
            "resumeScoreBreakdown",
            self.resume_score_breakdown.as_deref(),
        )?)?;
        if files.is_empty() {
            return Err(InvalidValue::new("files", "is missing; send at least one resume").into());
        }
        let claims = Claims {
            organization_id: Some(organization),
            user_type: Some(user_type),
            recruiter_id: Some(recruiter),
        };
        Operation::UploadResumes.authorize(principal, claims)?;
        Ok(UploadRequest {
            job_id,
            recruiter_id,
            weights,
        })
    }
}

/// A form field that must be there and not blank.
pub(crate) fn required<'a>(field: &str, value: Option<&'a str>) -> Result<&'a str, InvalidValue> {
    let value = value.map(str::trim).filter(|value| !value.is_empty());
    value.ok_or_else(|| InvalidValue::new(field, "is missing; send it as a form field"))
}

/// The pairs of a JSON object in the order written, repeated names included: a map would hide them.
struct Pairs(Vec<(String, f64)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PairVisitor;
        impl<'de> Visitor<'de> for PairVisitor {
            type Value = Pairs;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object of criteria and their weights")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Pairs, M::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(PairVisitor)
    }
}

/// Reads `resumeScoreBreakdown`: a JSON object of criteria and numbers.
///
/// # Errors
/// When it is none, or the weights cannot be used.
pub(crate) fn read_weights(json: &str) -> Result<Weights, InvalidValue> {
    let pairs: Pairs = serde_json::from_str(json).map_err(|error| {
        let example = r#"{"experience": 40, "skills": 40, "education": 20}"#;
        InvalidValue::new(
            "resumeScoreBreakdown",
            format!("must be a JSON object such as {example} ({error})"),
        )
    })?;
    Weights::new(&pairs.0)
}

impl App {
    /// Reads, scores and keeps the resumes of an upload.
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
        files: Vec<SentFile>,
    ) -> Result<UploadSummary, UploadRefusal> {
        let request = fields.check(principal, &files)?;
        let job = self
            .store
            .find_job(&principal.organization_id, &request.job_id)
            .map_err(AppError::from)?;
        let job = job.ok_or(crate::jobs::NO_JOB)?;
        self.recruiter(principal, &request.recruiter_id)
            .map_err(recruiter_refusal)?;
        let upload = Upload {
            prepared: PreparedJob::new(&job_text(&job), &self.job_requirements(&job)),
            job,
            recruiter_id: request.recruiter_id,
            weights: request.weights,
            as_of: self.now().date(),
        };
        let mut results = Vec::with_capacity(files.len());
        let mut files = files;
        while !files.is_empty() {
            let rest = files.split_off(files.len().min(BATCH_FILES));
            let batch = std::mem::replace(&mut files, rest);
            results.extend(self.upload_batch(&upload, batch)?);
        }
        Ok(UploadSummary {
            job_id: upload.job.id,
            results,
        })
    }

    fn upload_batch(
        &self,
        upload: &Upload,
        batch: Vec<SentFile>,
    ) -> Result<Vec<FileOutcome>, AppError> {
        let read = self
            .reading_slots
            .map(&batch, |file| self.read_surely(upload, file));
        let mut outcomes = Vec::with_capacity(batch.len());
        let mut candidates = Vec::new();
        let mut places = Vec::new();
        for (place, (file, scored)) in batch.into_iter().zip(read).enumerate() {
            let name = client_file_name(&file.name);
            let outcome = match (scored, file.content) {
                (Ok(scored), Some(staged)) => {
                    candidates.push(self.new_candidate(upload, &name, &staged, scored)?);
                    places.push((place, staged));
                    Outcome::Duplicate { existing: None }
                }
                (Err(reason), _) => Outcome::Skipped(reason),
                (Ok(_), None) => Outcome::Skipped("the file did not arrive".to_owned()),
            };
            outcomes.push(FileOutcome {
                file: name,
                outcome,
            });
        }
        for (place, outcome) in self.keep_candidates(candidates, places)? {
            if let Some(slot) = outcomes.get_mut(place) {
                slot.outcome = outcome;
            }
        }
        Ok(outcomes)
    }

    /// Reads and scores a file; a panic in that costs this file alone.
    fn read_surely(&self, upload: &Upload, file: &SentFile) -> Result<Scored, String> {
        let read = std::panic::AssertUnwindSafe(|| self.read_and_score(upload, file));
        std::panic::catch_unwind(read).unwrap_or_else(|_panic| {
            Err(
                "the file cannot be read: it is built in a way that the reader does not know"
                    .to_owned(),
            )
        })
    }

    fn read_and_score(&self, upload: &Upload, file: &SentFile) -> Result<Scored, String> {
        let Some(staged) = &file.content else {
            let most = self.settings.upload.file_bytes >> 20;
            return Err(format!("the file is over the limit of {most} MiB"));
        };
        let bytes = staged.read().map_err(|error| {
            tracing::error!(%error, "a staged file cannot be read");
            "the file could not be read back on the server; send it again".to_owned()
        })?;
        let resume =
            read_resume(&bytes, &self.settings.reading).map_err(|error| error.to_string())?;
        if resume.shows_nobody() {
            return Err(ReadError::Nobody.to_string());
        }
        let profile = Profile::of(&resume);
        let input = ScoreInput {
            profile: &profile,
            weights: &upload.weights,
            as_of: upload.as_of,
            document: staged.digest,
        };
        let receipt = score(&upload.prepared, &input);
        Ok(Scored { resume, receipt })
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
                resume.email.as_ref(),
                resume.phone.as_ref(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_with_their_names_as_written() {
        let weights = read_weights(r#"{"experience": 40, "skills": 60.0}"#).unwrap();
        assert_eq!(weights.criteria().len(), 2);
        for bad in [
            "",
            "[]",
            "{}",
            "{\"skills\": \"10\"}",
            "{\"skills\": 1, \"Skills\": 1}",
            "{\"skills\": 1e999}",
            "{\"a\":1}x",
        ] {
            assert_eq!(
                read_weights(bad).unwrap_err().field,
                "resumeScoreBreakdown",
                "{bad}"
            );
        }
    }
}

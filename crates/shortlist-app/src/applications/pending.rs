//! Applications whose resume is a scan. They are answered at once, and the text is recognized in the background.
//!
//! What arrived is stored first. So nothing of an application is lost if the server is killed, or if the scan turns out to be
//! unreadable: then the applicant becomes a candidate without a text, whose scan a person reads.

use chrono::Duration;
use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use shortlist_domain::{
    ApiKeyId, ApplicationAnswer, FileDigest, InvalidValue, MissingProblem, OrganizationId,
    PendingApplication, TextProblem, Timestamp,
};
use shortlist_persistence::ClaimedApplication;

use super::reading::ScanFailure;
use super::{ApplicationFields, ApplicationRefusal, Applications, CheckedApplication, CheckedFile};
use crate::access::application_sender::ApplicationSender;
use crate::checks::NO_JOB;
use crate::error::AppError;
use crate::files::StagedFile;
use crate::secrets::random_bits;
use crate::uploads::intake::SentFile;

/// How long a server works on an application before another one may, in seconds.
const LEASE_SECONDS: i64 = 300;
/// The delay after a failed attempt, in seconds. It doubles with each attempt.
const RETRY_SECONDS: i64 = 15;
/// The most doublings of the delay: the longest is about four hours.
const MAX_DOUBLINGS: i32 = 10;

/// What arrived, as it is stored for the server that claims it.
#[derive(Serialize, Deserialize)]
struct PendingRecord {
    key_id: String,
    address: Option<String>,
    fields: ApplicationFields,
    /// The answers with the questions as they were asked.
    answers: Vec<AnswerRecord>,
    /// The resume, and then the documents, in the order of their files.
    files: Vec<FileRecord>,
}

#[derive(Serialize, Deserialize)]
struct AnswerRecord {
    key: String,
    question: String,
    answer: String,
}

#[derive(Serialize, Deserialize)]
struct FileRecord {
    name: String,
    bytes: u64,
    /// The SHA-256 digest, in hexadecimal.
    digest: String,
}

impl AnswerRecord {
    fn of(answer: &ApplicationAnswer) -> Self {
        Self {
            key: answer.key.clone(),
            question: answer.question.clone(),
            answer: answer.answer.clone(),
        }
    }

    fn into_answer(self) -> ApplicationAnswer {
        ApplicationAnswer {
            key: self.key,
            question: self.question,
            answer: self.answer,
        }
    }
}

impl FileRecord {
    fn of(name: &str, staged: &StagedFile) -> Self {
        Self {
            name: name.to_owned(),
            bytes: staged.bytes,
            digest: staged.digest.to_hex(),
        }
    }

    fn digest(&self) -> Result<FileDigest, InvalidValue> {
        let bytes = HEXLOWER.decode(self.digest.as_bytes()).ok();
        let bytes = bytes.and_then(|bytes| bytes.try_into().ok());
        let invalid = || InvalidValue::new("digest", TextProblem::NotDigest);
        bytes.map(FileDigest).ok_or_else(invalid)
    }
}

impl Applications<'_> {
    /// Stores an application whose scan is recognized later.
    pub(super) fn postpone(
        &self,
        sender: &ApplicationSender,
        fields: &ApplicationFields,
        application: &CheckedApplication,
    ) -> Result<PendingApplication, ApplicationRefusal> {
        let (name, resume) = &application.resume;
        let resume = std::iter::once((name.as_str(), resume));
        let documents = application.documents.iter();
        let documents = documents.map(|file| (file.name.as_str(), &file.staged));
        let files: Vec<(&str, &StagedFile)> = resume.chain(documents).collect();
        let records = files
            .iter()
            .map(|(name, staged)| FileRecord::of(name, staged));
        let record = PendingRecord {
            key_id: sender.key_id.to_string(),
            address: sender.address.clone(),
            fields: fields.clone(),
            answers: application.answers.iter().map(AnswerRecord::of).collect(),
            files: records.collect(),
        };
        let request = serde_json::to_vec(&record).map_err(std::io::Error::other)?;
        let key = application.key();
        let token = format!("{:032x}", random_bits()?);
        let staged = files.iter().map(|(_, staged)| *staged);
        self.files
            .store_upload(&key.organization_id, &token, staged.enumerate())?;
        let now = self.records.clock.now();
        let candidates = self.records.store.candidates();
        if !candidates.insert_pending(&key, &token, &request, now)? {
            self.files.remove_upload(&key.organization_id, &token)?;
        }
        Ok(key)
    }

    /// Lists the accepted applications that no server works on.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list_pending(&self) -> Result<Vec<PendingApplication>, AppError> {
        Ok(self
            .records
            .store
            .candidates()
            .list_pending(self.records.clock.now())?)
    }

    /// Recognizes the scan of an accepted application and stores it, unless another server does.
    ///
    /// # Errors
    /// Returns an error if the attempt fails. It is repeated later.
    pub fn complete_pending(&self, key: &PendingApplication) -> Result<(), AppError> {
        let now = self.records.clock.now();
        let until = now.plus(Duration::seconds(LEASE_SECONDS));
        let candidates = self.records.store.candidates();
        let Some(claimed) = candidates.claim_pending(key, now, until)? else {
            return Ok(());
        };
        match self.complete_claimed(key, &claimed) {
            Ok(()) => {
                candidates.remove_pending(key)?;
                Ok(self
                    .files
                    .remove_upload(&key.organization_id, &claimed.token)?)
            }
            Err(error) => {
                candidates.postpone_pending(key, self.next_attempt(claimed.attempts))?;
                Err(error)
            }
        }
    }

    fn next_attempt(&self, attempts: i32) -> Timestamp {
        let doublings = attempts.saturating_sub(1).clamp(0, MAX_DOUBLINGS);
        let delay = RETRY_SECONDS << doublings;
        self.records.clock.now().plus(Duration::seconds(delay))
    }

    fn complete_claimed(
        &self,
        key: &PendingApplication,
        claimed: &ClaimedApplication,
    ) -> Result<(), AppError> {
        let record: PendingRecord =
            serde_json::from_slice(&claimed.request).map_err(std::io::Error::other)?;
        let sender = ApplicationSender {
            organization_id: key.organization_id.clone(),
            key_id: ApiKeyId::parse("keyId", &record.key_id)?,
            address: record.address.clone(),
            is_server: false,
        };
        let application = self.claimed_application(key, &claimed.token, record)?;
        let candidates = self.records.store.candidates();
        if candidates.is_stored(&key.organization_id, &key.receipt)? {
            // An earlier attempt was killed after it stored the application.
            return Ok(());
        }
        let read = match self.read_scan(&application.resume.1) {
            Ok(resume) => Ok(resume),
            Err(ScanFailure::Unreadable(reason)) => Err(reason),
            Err(ScanFailure::Unavailable) => return Err(AppError::Cancelled),
        };
        self.store_scan(&sender, application, read).map_err(fault)
    }

    /// Stages the files again, and checks the fields as when they arrived. The job may have been closed meanwhile.
    fn claimed_application(
        &self,
        key: &PendingApplication,
        token: &str,
        record: PendingRecord,
    ) -> Result<CheckedApplication, AppError> {
        let organization = &key.organization_id;
        let job = self.find_job(organization, record.fields.job_id.as_deref())?;
        let job = job.ok_or(NO_JOB)?;
        let checked = record.fields.check()?;
        let mut files = self.staged_again(organization, token, &record.files)?;
        if files.is_empty() {
            return Err(InvalidValue::new("resume", MissingProblem::Missing).into());
        }
        let (name, resume) = files.remove(0);
        let max = self.uploads.max_file_bytes;
        let documents = files.into_iter().map(|(name, staged)| {
            let content = Ok(staged);
            CheckedFile::of(SentFile { name, content }, max)
        });
        let documents: Result<Vec<_>, _> = documents.collect();
        Ok(CheckedApplication {
            job,
            fields: checked,
            answers: record
                .answers
                .into_iter()
                .map(AnswerRecord::into_answer)
                .collect(),
            resume: (name, resume),
            documents: documents.map_err(std::io::Error::other)?,
            receipt: key.receipt.clone(),
        })
    }

    fn staged_again(
        &self,
        organization: &OrganizationId,
        token: &str,
        records: &[FileRecord],
    ) -> Result<Vec<(String, StagedFile)>, AppError> {
        let file = |(number, record): (usize, &FileRecord)| {
            let digest = record.digest()?;
            let staged =
                self.files
                    .stage_from_upload(organization, token, number, record.bytes, digest)?;
            Ok((record.name.clone(), staged))
        };
        records.iter().enumerate().map(file).collect()
    }
}

/// Converts the refusal of an application that was already accepted. Its sender has gone, so it is a fault of the service.
fn fault(refusal: ApplicationRefusal) -> AppError {
    match refusal {
        ApplicationRefusal::Fault(error) => error,
        ApplicationRefusal::Unavailable => AppError::Cancelled,
        refused => std::io::Error::other(refused).into(),
    }
}

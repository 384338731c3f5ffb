//! Applications from outside: a resume, further documents, answers and a consent, sent with a key that opens nothing else.
//!
//! The answer is only a receipt number. It follows from what was sent, so it is the same whether the person is a candidate
//! already or not.

mod fields;
mod listing;
mod pending;
mod reading;
mod storing;

use std::io;

use data_encoding::HEXLOWER;
use ring::hmac;
use sha2::{Digest, Sha256};
use shortlist_domain::{
    ApplicationAnswer, ApplicationForm, FileProblem, InvalidValue, Job, JobId, JobStatus,
    MissingProblem, OrganizationId, PendingApplication, Problem, ReceiptNumber, SkipReason,
};
use shortlist_persistence::StoreError;

pub use fields::ApplicationFields;
pub use listing::MAX_APPLICATION_PAGE;

use crate::access::application_sender::ApplicationSender;
use crate::candidates::documents::{CheckedFile, DocumentRefusal};
use crate::error::{AppError, StorageFault};
use crate::files::{FileStore, StagedFile};
use crate::records::Records;
use crate::resumes::upload::SingleUpload;
use crate::uploads::intake::{RejectedFile, SentFile, Uploads};
use fields::CheckedFields;
use shortlist_domain::english::skip_reason_text;

/// The most further documents of an application.
pub const MAX_APPLICATION_DOCUMENTS: usize = 5;
/// The largest application with all its files, in bytes.
pub const MAX_APPLICATION_BYTES: u64 = 25 << 20;
/// The longest time for an application to arrive, in seconds. The largest one takes half an hour at the slowest rate that is
/// accepted, but an applicant does not wait that long.
pub const MAX_APPLICATION_SECONDS: u64 = 600;

/// The name of the key that receipt numbers are computed with.
const KEY_NAME: &str = "application-receipts";
/// The length of that key, in bytes.
const KEY_BYTES: usize = 32;
/// The bytes of a receipt number.
const RECEIPT_BYTES: usize = 16;
/// Why a PDF that begins with something else is refused.
const NOT_FIRST: &str =
    "the PDF has other bytes before its beginning; open it and save it as a PDF again";

/// Why an application was refused. No text says anything about the organization's candidates.
#[derive(Debug, thiserror::Error)]
pub enum ApplicationRefusal {
    /// A field is missing or invalid.
    #[error(transparent)]
    BadField(#[from] InvalidValue),
    /// There is no such job, or it is not open.
    #[error("jobId: there is no open job with this identifier")]
    NoJob,
    /// The resume cannot be used, for this reason.
    #[error("resume: {}", skip_reason_text(*.0))]
    Unreadable(SkipReason),
    /// The resume is a PDF that other programs could take for another format.
    #[error("resume: {NOT_FIRST}")]
    UnsafeResume,
    /// The document with this name is a PDF that other programs could take for another format.
    #[error("documents: {0}: {NOT_FIRST}")]
    UnsafeDocument(String),
    /// A file cannot be accepted.
    #[error(transparent)]
    File(#[from] DocumentRefusal),
    /// Nothing can be stored now.
    #[error("applications cannot be received at the moment; send this one again later")]
    Unavailable,
    /// The service failed.
    #[error("the service failed")]
    Fault(#[source] AppError),
}

impl From<StoreError> for ApplicationRefusal {
    fn from(error: StoreError) -> Self {
        Self::Fault(error.into())
    }
}

impl From<io::Error> for ApplicationRefusal {
    fn from(error: io::Error) -> Self {
        Self::Fault(error.into())
    }
}

impl From<StorageFault> for ApplicationRefusal {
    fn from(error: StorageFault) -> Self {
        Self::Fault(error.into())
    }
}

/// The files of an application.
pub struct ApplicationFiles {
    /// The resume. The form must have one.
    pub resume: Vec<SentFile>,
    /// Further documents.
    pub documents: Vec<SentFile>,
}

/// Receives applications from outside, and lists them.
pub struct Applications<'a> {
    pub(crate) records: Records<'a>,
    pub(crate) files: &'a FileStore,
    pub(crate) uploads: Uploads<'a>,
}

/// An application that was accepted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AcceptedApplication {
    /// The number that the applicant gets.
    pub receipt: ReceiptNumber,
    /// The work that remains, if the resume is a scan.
    pub pending: Option<PendingApplication>,
}

/// An application whose fields and files are valid.
struct CheckedApplication {
    job: Job,
    fields: CheckedFields,
    answers: Vec<ApplicationAnswer>,
    resume: (String, StagedFile),
    documents: Vec<CheckedFile>,
    receipt: ReceiptNumber,
}

impl CheckedApplication {
    fn key(&self) -> PendingApplication {
        PendingApplication {
            organization_id: self.job.organization_id.clone(),
            receipt: self.receipt.clone(),
        }
    }
}

impl Applications<'_> {
    /// Stores an application, and returns its receipt number. The same application again changes nothing.
    ///
    /// A new person becomes a candidate of the job. For a person who is a candidate already, the application and its files are
    /// added to that candidate, whose resume and score stay: anyone could send a resume with another's address.
    ///
    /// A scan is accepted without its text, which is recognized later.
    ///
    /// # Errors
    /// Returns an error if a field or a file is invalid, or if the job is not open.
    pub fn submit(
        &self,
        sender: &ApplicationSender,
        fields: &ApplicationFields,
        files: ApplicationFiles,
    ) -> Result<AcceptedApplication, ApplicationRefusal> {
        let organization = &sender.organization_id;
        let job = self.open_job(organization, fields.job_id.as_deref())?;
        let checked = fields.check()?;
        let questions = self.records.store.jobs().questions(organization, &job.id)?;
        let answers = ApplicationAnswer::check_all(&questions, &checked.answers)?;
        ApplicationForm::check_texts(&answers, &checked.consent)?;
        let (resume, documents) = self.checked_files(files)?;
        let content = fields.content(&resume.1, &documents);
        let receipt = self.receipt(organization, &job.id, content)?;
        let accepted = |pending| AcceptedApplication {
            receipt: receipt.clone(),
            pending,
        };
        let candidates = self.records.store.candidates();
        if candidates.has_application(organization, &receipt)? {
            return Ok(accepted(None));
        }
        self.reserve(organization, &resume.1, &documents)?;
        let read = self.read(organization, &resume.1);
        let application = CheckedApplication {
            job,
            fields: checked,
            answers,
            resume,
            documents,
            receipt: receipt.clone(),
        };
        match read {
            Some(read) => {
                self.store_application(sender, application, read)?;
                Ok(accepted(None))
            }
            None => {
                let key = self.postpone(sender, fields, &application)?;
                Ok(accepted(Some(key)))
            }
        }
    }

    /// Checks the files of an application. What applicants send is opened by recruiters, so a PDF must begin as one.
    fn checked_files(
        &self,
        files: ApplicationFiles,
    ) -> Result<((String, StagedFile), Vec<CheckedFile>), ApplicationRefusal> {
        let max = self.uploads.max_file_bytes;
        let mut resumes = files.resume;
        let resume = only_resume(&mut resumes, max)?;
        if !resume.1.begins_cleanly()? {
            return Err(ApplicationRefusal::UnsafeResume);
        }
        let documents = files.documents.into_iter();
        let documents = documents.map(|file| CheckedFile::of(file, max));
        let documents = documents.collect::<Result<Vec<_>, _>>()?;
        for document in &documents {
            if !document.staged.begins_cleanly()? {
                return Err(ApplicationRefusal::UnsafeDocument(document.name.clone()));
            }
        }
        Ok((resume, documents))
    }

    fn open_job(
        &self,
        organization: &OrganizationId,
        id: Option<&str>,
    ) -> Result<Job, ApplicationRefusal> {
        let found = self.find_job(organization, id)?;
        found
            .filter(|job| job.status == JobStatus::Open)
            .ok_or(ApplicationRefusal::NoJob)
    }

    fn find_job(
        &self,
        organization: &OrganizationId,
        id: Option<&str>,
    ) -> Result<Option<Job>, StoreError> {
        match JobId::parse("jobId", id.unwrap_or_default()) {
            Ok(id) => self.records.store.jobs().find(organization, &id),
            Err(_invalid) => Ok(None),
        }
    }

    /// Reserves quota. An applicant does not learn which quota is used up.
    fn reserve(
        &self,
        organization: &OrganizationId,
        resume: &StagedFile,
        documents: &[CheckedFile],
    ) -> Result<(), ApplicationRefusal> {
        let bytes = documents.iter().map(|document| document.staged.bytes);
        let bytes = bytes.fold(resume.bytes, u64::saturating_add);
        let quotas = &self.uploads.quotas;
        match quotas.reserve_application(organization, bytes) {
            Ok(true) => Ok(()),
            Ok(false) => Err(ApplicationRefusal::Unavailable),
            Err(error) => Err(ApplicationRefusal::Fault(error)),
        }
    }

    /// Computes the receipt number of what was sent. Without the service's key, nobody can compute it.
    fn receipt(
        &self,
        organization: &OrganizationId,
        job: &JobId,
        content: [u8; 32],
    ) -> Result<ReceiptNumber, ApplicationRefusal> {
        let mut fresh = [0; KEY_BYTES];
        getrandom::fill(&mut fresh).map_err(StorageFault::Randomness)?;
        let database = self.records.store.database();
        let key = database.service_key(KEY_NAME, &fresh, self.records.clock.now())?;
        let key = hmac::Key::new(hmac::HMAC_SHA256, &key);
        let message = format!("{organization}\n{job}\n{}", HEXLOWER.encode(&content));
        let tag = hmac::sign(&key, message.as_bytes());
        let number = tag.as_ref().get(..RECEIPT_BYTES).unwrap_or_default();
        let number = format!("apl_{}", HEXLOWER.encode(number));
        Ok(ReceiptNumber::parse("receiptNumber", &number)?)
    }

    fn single_upload(
        &self,
        sender: &ApplicationSender,
        job: &Job,
    ) -> Result<SingleUpload, ApplicationRefusal> {
        Ok(SingleUpload {
            party: sender.party(),
            weights: self
                .uploads
                .usual_weights(job)
                .map_err(ApplicationRefusal::Fault)?,
            job: job.clone(),
        })
    }
}

/// Returns the form's only resume.
fn only_resume(
    files: &mut Vec<SentFile>,
    max_bytes: u64,
) -> Result<(String, StagedFile), ApplicationRefusal> {
    let refused = |problem: Problem| Err(InvalidValue::new("resume", problem).into());
    let Some(file) = files.pop() else {
        return refused(MissingProblem::Resume.into());
    };
    if !files.is_empty() {
        return refused(FileProblem::MoreThanOneResume.into());
    }
    match file.content {
        Ok(staged) => Ok((crate::files::client_file_name(&file.name), staged)),
        Err(RejectedFile::TooLarge) => {
            let most_mib = max_bytes >> 20;
            Err(DocumentRefusal::TooLarge { most_mib }.into())
        }
        Err(RejectedFile::UnreadableName) => refused(FileProblem::UnreadableName.into()),
        Err(RejectedFile::NotAllowed) => refused(FileProblem::NotRead.into()),
    }
}

/// Adds a text to a digest. Its length comes first, so that different contents never hash the same bytes.
fn add_text(digest: &mut Sha256, text: &[u8]) {
    digest.update(u64::try_from(text.len()).unwrap_or(u64::MAX).to_be_bytes());
    digest.update(text);
}

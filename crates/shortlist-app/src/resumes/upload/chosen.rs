//! Choosing which of a candidate's resumes counts: the current one, an earlier version, or one that an applicant sent.
//!
//! Anyone can apply with the contact data of somebody else. So an application never changes the resume of a candidate, and
//! a recruiter decides.

use shortlist_domain::{
    Candidate, CandidateId, CombinationProblem, Document, DocumentId, DocumentMedia, FileProblem,
    Found, InvalidValue, MediaKind, Principal, ResumeVersion, SkipReason, StoredFile, UnusableFile,
};
use shortlist_persistence::{ReplacementFile, ResumeReplacement, ResumeReplacementOutcome};

use super::known_contacts::KnownContacts;
use super::{ReceivedFile, SingleUpload};
use crate::access::job_access::visible_candidate;
use crate::checks::{NO_CANDIDATE, NO_DOCUMENT, NO_JOB, find_candidate_id};
use crate::conflict::CandidateConflict;
use crate::error::AppError;
use crate::files::FileOwner;
use crate::operations::Operation;
use crate::scores::Scores;
use crate::scores::read_again::{ReadAgain, typed_place};
use crate::scores::resume_scorer::check_resume;
use crate::uploads::intake::Uploads;

/// The reason that is recorded for contact data that the candidate has already.
const OF_CANDIDATE: &str = "of the candidate";

const NO_VERSION: AppError = AppError::NotFound {
    field: "version",
    what: "version of the resume",
};

/// The resume of a candidate that is to count, as given. One of the two must be present.
#[derive(Debug, Clone, Default)]
pub struct ChooseResume {
    /// The candidate.
    pub candidate_id: String,
    /// A further document of the candidate.
    pub document_id: Option<String>,
    /// The number of a version of the resume. The current one may be chosen, so that no other competes with it.
    pub version: Option<i32>,
}

/// The resume that was chosen.
enum Chosen {
    Current(i32),
    Version(ResumeVersion),
    Document(Document, StoredFile),
}

impl Uploads<'_> {
    /// Makes a resume the one that counts, and scores the candidate again if it is not the current one. The other resumes stay
    /// as versions and documents, and none competes any more.
    ///
    /// # Errors
    /// Returns an error if the caller has no access to such a candidate, if there is no such resume, or if it cannot be used.
    pub fn choose_resume(
        &self,
        principal: &Principal,
        request: &ChooseResume,
    ) -> Result<Candidate, AppError> {
        let organization = &principal.organization_id;
        let id = find_candidate_id(self.store, organization, &request.candidate_id)?;
        let candidate = visible_candidate(self.store, principal, &id)?;
        match self.chosen(principal, &id, request)? {
            Chosen::Current(version) => {
                let writer = self.writers.for_caller(principal, Operation::ChooseResume);
                if !writer
                    .candidates()
                    .keep_resume(organization, &id, version)?
                {
                    return Err(NO_CANDIDATE);
                }
            }
            Chosen::Version(version) => {
                let file = ReplacementFile::Version(version.file_id.as_ref());
                self.put_chosen(principal, &candidate, file, &version.file)?;
            }
            Chosen::Document(document, stored) => {
                let file = ReplacementFile::Document(&document.id);
                self.put_chosen(principal, &candidate, file, &stored)?;
            }
        }
        visible_candidate(self.store, principal, &id)
    }

    fn chosen(
        &self,
        principal: &Principal,
        candidate: &CandidateId,
        request: &ChooseResume,
    ) -> Result<Chosen, AppError> {
        let organization = &principal.organization_id;
        let candidates = self.store.candidates();
        match (&request.document_id, request.version) {
            (Some(id), None) => {
                let id = DocumentId::parse("documentId", id)?;
                let found = candidates.find_document(organization, candidate, &id)?;
                let document = found.ok_or(NO_DOCUMENT)?;
                let file = resume_file(&document)?;
                Ok(Chosen::Document(document, file))
            }
            (None, Some(number)) => {
                let versions = candidates.resume_versions(organization, candidate)?;
                let found = versions.into_iter().find(|one| one.number == number);
                let version = found.ok_or(NO_VERSION)?;
                match version.replaced_at {
                    None => Ok(Chosen::Current(version.number)),
                    Some(_) => Ok(Chosen::Version(version)),
                }
            }
            _ => {
                let problem = CombinationProblem::EitherOr("version");
                Err(InvalidValue::new("documentId", problem).into())
            }
        }
    }

    /// Reads and scores the chosen file, and stores it as the newest version.
    fn put_chosen(
        &self,
        principal: &Principal,
        candidate: &Candidate,
        file: ReplacementFile<'_>,
        stored: &StoredFile,
    ) -> Result<(), AppError> {
        let organization = &principal.organization_id;
        let job = self.store.jobs().find(organization, &candidate.job_id)?;
        let ids = std::slice::from_ref(&candidate.id);
        let mut receipts = self.store.scores().load_receipts(organization, ids)?;
        let receipt = receipts.remove(&candidate.id).ok_or(NO_CANDIDATE)?;
        let single = SingleUpload {
            party: principal.party(),
            job: job.ok_or(NO_JOB)?,
            weights: receipt.weighting,
        };
        let id = match file {
            ReplacementFile::Uploaded(id) | ReplacementFile::Document(id) => Some(id),
            ReplacementFile::Version(id) => id,
        };
        let ReadAgain { resume, is_typed } = self.read_chosen(candidate, id, stored)?;
        let received = ReceivedFile {
            name: &stored.name,
            bytes: stored.bytes,
            digest: stored.digest,
        };
        let new = if is_typed {
            self.typed_candidate(single, received, resume)?
        } else {
            let scored = self.score_single(single, received, Ok(resume))?;
            scored.map_err(unusable)?
        };
        let writer = self.writers.for_caller(principal, Operation::ChooseResume);
        let replaced = writer.candidates().replace_resume(ResumeReplacement {
            candidate: &candidate.id,
            file,
            new: &new,
        })?;
        match replaced {
            ResumeReplacementOutcome::Replaced { .. } => Ok(()),
            ResumeReplacementOutcome::NotFound => Err(NO_DOCUMENT),
            ResumeReplacementOutcome::Unchanged => {
                Err(AppError::conflict(CandidateConflict::ResumeInUse))
            }
        }
    }

    /// Reads the chosen file. What is known of the candidate stays.
    fn read_chosen(
        &self,
        candidate: &Candidate,
        id: Option<&DocumentId>,
        stored: &StoredFile,
    ) -> Result<ReadAgain, AppError> {
        let of = FileOwner {
            organization: &candidate.organization_id,
            candidate: &candidate.id,
        };
        let read = self.scores().read_file(of, id, stored.digest);
        let mut read = read.map_err(refused)?;
        if !read.is_typed {
            // This comes first: with the known contact data, every document would look like a resume.
            check_resume(&read.resume).map_err(|error| unusable(error.into()))?;
        }
        KnownContacts::of(candidate).apply_to(&mut read.resume, OF_CANDIDATE);
        if let Some(place) = self.typed_place_of(candidate)? {
            read.resume.place = Some(place);
        }
        Ok(read)
    }

    /// Returns where a candidate lives, if somebody typed it.
    fn typed_place_of(&self, candidate: &Candidate) -> Result<Option<Found<String>>, AppError> {
        let ids = std::slice::from_ref(&candidate.id);
        let candidates = self.store.candidates();
        let mut resumes = candidates.load_resumes(&candidate.organization_id, ids)?;
        let current = resumes.remove(&candidate.id);
        Ok(current.and_then(|current| typed_place(current.parsed())))
    }

    /// Returns the service for scores, which reads stored files.
    pub(super) fn scores(&self) -> Scores<'_> {
        Scores {
            store: self.store,
            clock: self.clock,
            writers: self.writers,
            files: self.files,
            readers: self.readers,
            reading: self.reading,
            vocabulary: self.vocabulary,
        }
    }
}

/// Returns the error for a document that is no resume that can be used.
fn unusable(reason: SkipReason) -> AppError {
    refused(UnusableFile::Skipped(reason))
}

fn refused(why: UnusableFile) -> AppError {
    AppError::unusable_file(why, |why| {
        InvalidValue::new("documentId", FileProblem::NotUsable(why))
    })
}

/// Returns the file of a document that can be a resume.
fn resume_file(document: &Document) -> Result<StoredFile, InvalidValue> {
    let media = match document.media {
        DocumentMedia::Pdf => MediaKind::Pdf,
        DocumentMedia::Doc => MediaKind::Doc,
        DocumentMedia::Docx => MediaKind::Docx,
        DocumentMedia::Png | DocumentMedia::Jpeg | DocumentMedia::Text => {
            let problem = FileProblem::NotResumeFormat;
            return Err(InvalidValue::new("documentId", problem));
        }
    };
    Ok(StoredFile {
        name: document.name.clone(),
        media,
        bytes: document.bytes,
        digest: document.digest,
    })
}

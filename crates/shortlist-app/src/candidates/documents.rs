//! Further documents of candidates, such as cover letters and certificates. They are never scored.

use std::io;

use shortlist_domain::{
    AuditedKind, CandidateId, Document, DocumentId, DocumentKind, DocumentMedia, FileProblem,
    InvalidValue, MAX_DOCUMENTS, NewAuditEntry, Principal,
};
use shortlist_persistence::{DocumentInsertion, DocumentRemoval, Store};

use crate::access::job_access::visible_candidate;
use crate::blind::{Masks, check_revealed, mask_document};
use crate::checks::{NO_CANDIDATE, NO_DOCUMENT, check_assigned, find_candidate_id};
use crate::clock::Clock;
use crate::conflict::{Limited, ProtectedRecord};
use crate::error::AppError;
use crate::files::{FileOwner, FileStore, StagedFile, client_file_name};
use crate::operations::Operation;
use crate::resumes::original_file::OriginalFile;
use crate::secrets::random_bits;
use crate::uploads::intake::{RejectedFile, SentFile};
use crate::uploads::quotas::Quotas;
use crate::writers::Writers;

/// Why a document was refused.
#[derive(Debug, thiserror::Error)]
pub enum DocumentRefusal {
    /// The file is over the size limit.
    #[error("file: the file is over the limit of {most_mib} MiB")]
    TooLarge {
        /// The limit, in MiB.
        most_mib: u64,
    },
    /// No document may have this format.
    #[error(
        "file: {file} is not a PDF, DOC, DOCX, PNG, JPEG or text file in UTF-8; the format is detected from its bytes, not from its name"
    )]
    UnsupportedType {
        /// The file's name.
        file: String,
    },
    /// The use case refused it, or failed.
    #[error(transparent)]
    App(#[from] AppError),
}

impl From<InvalidValue> for DocumentRefusal {
    fn from(invalid: InvalidValue) -> Self {
        Self::App(invalid.into())
    }
}

impl From<io::Error> for DocumentRefusal {
    fn from(error: io::Error) -> Self {
        Self::App(error.into())
    }
}

/// A document that has arrived, with its format.
pub(crate) struct CheckedFile {
    pub(crate) name: String,
    pub(crate) media: DocumentMedia,
    pub(crate) staged: StagedFile,
}

impl CheckedFile {
    /// Detects the format of a file that was sent.
    pub(crate) fn of(file: SentFile, max_bytes: u64) -> Result<Self, DocumentRefusal> {
        let name = client_file_name(&file.name);
        let staged = match file.content {
            Ok(staged) => staged,
            Err(RejectedFile::TooLarge) => {
                let most_mib = max_bytes >> 20;
                return Err(DocumentRefusal::TooLarge { most_mib });
            }
            Err(RejectedFile::UnreadableName) => {
                return Err(InvalidValue::new("file", FileProblem::UnreadableName).into());
            }
            Err(RejectedFile::NotAllowed) => {
                return Err(InvalidValue::new("file", FileProblem::NotRead).into());
            }
        };
        match DocumentMedia::detect(&staged.read()?) {
            Some(media) => Ok(Self {
                name: media.file_name(&name),
                media,
                staged,
            }),
            None => Err(DocumentRefusal::UnsupportedType { file: name }),
        }
    }
}

/// Stores, sends and deletes further documents of candidates.
#[derive(Clone, Copy)]
pub struct Documents<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) writers: &'a Writers,
    pub(crate) files: &'a FileStore,
    pub(crate) quotas: Quotas<'a>,
    pub(crate) max_file_bytes: u64,
}

impl Documents<'_> {
    /// Checks whether a document may be sent, before any of it is read.
    ///
    /// # Errors
    /// Returns an error if the organization has no such candidate, or if its storage quota is used up.
    pub fn begin(
        &self,
        principal: &Principal,
        candidate_id: &str,
    ) -> Result<CandidateId, AppError> {
        let id = find_candidate_id(self.store, &principal.organization_id, candidate_id)?;
        visible_candidate(self.store, principal, &id)?;
        self.quotas.check_stored(&principal.organization_id, 1)?;
        Ok(id)
    }

    /// Stores a document. The same bytes of the same kind again return the existing document.
    ///
    /// # Errors
    /// Returns an error if the kind or the file is invalid, or if the candidate no longer exists or has too many documents.
    pub fn store(
        &self,
        principal: &Principal,
        candidate: &CandidateId,
        kind: Option<&str>,
        file: SentFile,
    ) -> Result<Document, DocumentRefusal> {
        let kind = kind.map_or(Ok(DocumentKind::Other), |kind| {
            DocumentKind::parse("kind", kind)
        })?;
        let CheckedFile {
            name,
            media,
            staged,
        } = CheckedFile::of(file, self.max_file_bytes)?;
        let organization = &principal.organization_id;
        self.quotas.check_stored(organization, staged.bytes)?;
        let document = Document {
            id: DocumentId::generate(self.clock.now(), random_bits().map_err(AppError::from)?),
            organization_id: organization.clone(),
            candidate_id: candidate.clone(),
            kind,
            name,
            media,
            bytes: staged.bytes,
            digest: staged.digest,
            uploaded_at: self.clock.now(),
            uploaded_by: Some(principal.user_id.clone()),
            competes: false,
        };
        let of = FileOwner {
            organization,
            candidate,
        };
        // The file is stored first, so that a row never lacks its file.
        self.files.store_document(of, &document.id, staged)?;
        let writer = self.writers.for_caller(principal, Operation::AddDocument);
        let inserted = writer.candidates().insert_document(&document);
        if !matches!(inserted, Ok(DocumentInsertion::Stored)) {
            self.files.remove_document(of, &document.id)?;
        }
        match inserted.map_err(AppError::from)? {
            DocumentInsertion::Stored => Ok(document),
            DocumentInsertion::Duplicate(existing) => Ok(existing),
            DocumentInsertion::NoCandidate => Err(NO_CANDIDATE.into()),
            DocumentInsertion::Full => {
                Err(AppError::too_many(Limited::Documents, MAX_DOCUMENTS).into())
            }
        }
    }

    /// Lists the further documents of a candidate, the earliest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list(
        &self,
        principal: &Principal,
        candidate: &CandidateId,
    ) -> Result<Vec<Document>, AppError> {
        let candidates = self.store.candidates();
        let mut documents = candidates.list_documents(&principal.organization_id, candidate)?;
        let masks = Masks::of(self.store, principal, std::slice::from_ref(candidate))?;
        if masks.hides(candidate) {
            // Those of a later application say whose address the candidate has: that which its sender gave.
            let first = candidates.find(&principal.organization_id, candidate)?;
            let first = first.map(|candidate| candidate.created_at);
            documents.retain(|document| {
                document.uploaded_by.is_some() || Some(document.uploaded_at) == first
            });
            for document in &mut documents {
                mask_document(document);
            }
        }
        Ok(documents)
    }

    /// Finds the file of a document, and records in the audit log that the caller gets it.
    ///
    /// # Errors
    /// Returns an error if the candidate has no such document, or an Interviewer is not assigned to them.
    pub fn get(
        &self,
        principal: &Principal,
        candidate_id: &str,
        document_id: &str,
    ) -> Result<OriginalFile, AppError> {
        let document = self.find(principal, candidate_id, document_id)?;
        check_revealed(self.store, principal, &document.candidate_id)?;
        let entry = NewAuditEntry::done(AuditedKind::Document, document.id.as_str())
            .for_candidate(&document.candidate_id);
        self.writers
            .for_caller(principal, Operation::GetDocument)
            .record(&[entry])?;
        Ok(OriginalFile::of_document(document))
    }

    /// Deletes a document.
    ///
    /// # Errors
    /// Returns an error if the candidate has no such document, or if a legal hold protects it.
    pub fn delete(
        &self,
        principal: &Principal,
        candidate_id: &str,
        document_id: &str,
    ) -> Result<(), AppError> {
        let document = self.find(principal, candidate_id, document_id)?;
        let writer = self
            .writers
            .for_caller(principal, Operation::DeleteDocument);
        match writer.candidates().delete_document(&document)? {
            DocumentRemoval::Removed => {
                let of = FileOwner {
                    organization: &document.organization_id,
                    candidate: &document.candidate_id,
                };
                Ok(self.files.remove_document(of, &document.id)?)
            }
            DocumentRemoval::NotFound => Err(NO_DOCUMENT),
            DocumentRemoval::Held => Err(AppError::conflict(ProtectedRecord::Document)),
        }
    }

    fn find(
        &self,
        principal: &Principal,
        candidate_id: &str,
        document_id: &str,
    ) -> Result<Document, AppError> {
        let organization = &principal.organization_id;
        let candidate = find_candidate_id(self.store, organization, candidate_id)?;
        visible_candidate(self.store, principal, &candidate)?;
        check_assigned(self.store, principal, &candidate)?;
        let id = DocumentId::parse("documentId", document_id)?;
        let candidates = self.store.candidates();
        let found = candidates.find_document(organization, &candidate, &id)?;
        found.ok_or(NO_DOCUMENT)
    }
}

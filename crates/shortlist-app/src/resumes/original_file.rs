//! The files of a candidate, as they were uploaded: the versions of the resume.

use std::io;
use std::ops::Range;

use shortlist_domain::{
    AuditedKind, CandidateId, Document, DocumentId, FileDigest, InvalidValue, NewAuditEntry,
    NumberProblem, OrganizationId, Principal, ResumeVersion,
};

use crate::access::job_access::visible_candidate;
use crate::blind::{Masks, check_revealed, mask_file};
use crate::checks::{NO_CANDIDATE, check_assigned, find_candidate_id};
use crate::error::AppError;
use crate::files::{FileOwner, VerifiedReader};
use crate::operations::Operation;
use crate::scores::Scores;

/// A file of a candidate whom the caller may read.
#[derive(Debug, Clone)]
pub struct OriginalFile {
    /// The file's name as uploaded.
    pub name: String,
    /// The media type.
    pub media_type: &'static str,
    /// A name for clients that read only plain letters.
    pub plain_name: String,
    /// The size in bytes.
    pub bytes: u64,
    /// The digest.
    pub digest: FileDigest,
    pub(crate) organization: OrganizationId,
    pub(crate) candidate: CandidateId,
    pub(crate) id: Option<DocumentId>,
}

impl Scores<'_> {
    /// Finds a version of a candidate's resume, and records in the audit log that the caller gets it. Without a number, it is
    /// the current version.
    ///
    /// # Errors
    /// Returns an error if the organization has no such candidate or version, or an Interviewer is not assigned to them.
    pub fn original_file(
        &self,
        principal: &Principal,
        candidate_id: &str,
        version: Option<&str>,
    ) -> Result<OriginalFile, AppError> {
        let organization = &principal.organization_id;
        let id = find_candidate_id(self.store, organization, candidate_id)?;
        visible_candidate(self.store, principal, &id)?;
        check_assigned(self.store, principal, &id)?;
        check_revealed(self.store, principal, &id)?;
        let number = version.map(version_number).transpose()?;
        let versions = self.store.candidates().resume_versions(organization, &id)?;
        let found = match number {
            None => versions.into_iter().next().ok_or(NO_CANDIDATE)?,
            Some(number) => versions
                .into_iter()
                .find(|version| version.number == number)
                .ok_or(AppError::NotFound {
                    field: "version",
                    what: "version of the resume",
                })?,
        };
        let mut entry = NewAuditEntry::done(AuditedKind::Candidate, id.as_str()).for_candidate(&id);
        if found.replaced_at.is_some() {
            entry = entry.with_field("resumeVersion", &found.number.to_string());
        }
        self.writers
            .for_caller(principal, Operation::GetOriginalFile)
            .record(&[entry])?;
        Ok(OriginalFile::of_version(found, organization, id))
    }

    /// Lists the versions of a candidate's resume, the newest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn resume_versions(
        &self,
        principal: &Principal,
        candidate: &CandidateId,
    ) -> Result<Vec<ResumeVersion>, AppError> {
        let candidates = self.store.candidates();
        let mut versions = candidates.resume_versions(&principal.organization_id, candidate)?;
        let masks = Masks::of(self.store, principal, std::slice::from_ref(candidate))?;
        if masks.hides(candidate) {
            for version in &mut versions {
                mask_file(&mut version.file);
            }
        }
        Ok(versions)
    }

    /// Opens a byte range of a file; the end is exclusive. A whole file is verified against its digest while it is read.
    ///
    /// # Errors
    /// Returns an error if the file is missing, for example because the candidate was erased meanwhile.
    pub fn open_original(
        &self,
        original: &OriginalFile,
        part: Range<u64>,
    ) -> Result<VerifiedReader, AppError> {
        let of = FileOwner {
            organization: &original.organization,
            candidate: &original.candidate,
        };
        let opened = self.files.open_file(
            of,
            original.id.as_ref(),
            original.bytes,
            original.digest,
            part,
        );
        match opened {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(NO_CANDIDATE),
            opened => Ok(opened?),
        }
    }
}

impl OriginalFile {
    fn of_version(
        version: ResumeVersion,
        organization: &OrganizationId,
        candidate: CandidateId,
    ) -> Self {
        let file = version.file;
        Self {
            plain_name: format!("resume.{}", file.media.ending()),
            name: file.name,
            media_type: file.media.media_type(),
            bytes: file.bytes,
            digest: file.digest,
            organization: organization.clone(),
            candidate,
            id: version.file_id,
        }
    }

    /// Returns the file of a further document.
    pub(crate) fn of_document(document: Document) -> Self {
        Self {
            plain_name: format!("document.{}", document.media.ending()),
            name: document.name,
            media_type: document.media.media_type(),
            bytes: document.bytes,
            digest: document.digest,
            organization: document.organization_id,
            candidate: document.candidate_id,
            id: Some(document.id),
        }
    }
}

/// Parses the number of a version.
fn version_number(text: &str) -> Result<i32, InvalidValue> {
    let number = text.trim().parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| {
        let problem = NumberProblem::NotVersion;
        InvalidValue::new("version", problem)
    })
}

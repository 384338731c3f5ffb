//! The file that a candidate was read from, as it was uploaded.

use std::io;
use std::ops::Range;

use shortlist_domain::{
    AuditedKind, CandidateId, NewAuditEntry, OrganizationId, Principal, StoredFile,
};

use crate::checks::{NO_CANDIDATE, check_assigned, find_candidate_id};
use crate::files::VerifiedReader;
use crate::job_access::visible_candidate;
use crate::{AppError, Operation, Scores};

/// The file of a candidate whom the caller may read.
#[derive(Debug, Clone)]
pub struct OriginalFile {
    /// The file's name, format, size and digest.
    pub file: StoredFile,
    organization: OrganizationId,
    candidate: CandidateId,
}

impl Scores<'_> {
    /// Finds the file of a candidate, and records in the audit log that the caller gets it.
    ///
    /// # Errors
    /// Returns an error if the organization has no such candidate, or an Interviewer is not assigned to them.
    pub fn original_file(
        &self,
        principal: &Principal,
        candidate_id: &str,
    ) -> Result<OriginalFile, AppError> {
        let organization = &principal.organization_id;
        let id = find_candidate_id(self.store, organization, candidate_id)?;
        visible_candidate(self.store, principal, &id)?;
        let mut found = self
            .store
            .candidates()
            .load_resumes(organization, std::slice::from_ref(&id))?;
        let resume = found.remove(&id).ok_or(NO_CANDIDATE)?;
        check_assigned(self.store, principal, &id)?;
        let entry = NewAuditEntry::done(AuditedKind::Candidate, id.as_str()).for_candidate(&id);
        self.writers
            .for_caller(principal, Operation::GetOriginalFile)
            .record(&[entry])?;
        Ok(OriginalFile {
            file: resume.file,
            organization: organization.clone(),
            candidate: id,
        })
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
        let of = (&original.organization, &original.candidate);
        match self.files.open_resume(of, &original.file, part) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(NO_CANDIDATE),
            opened => Ok(opened?),
        }
    }
}

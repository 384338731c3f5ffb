//! Stored files of a candidate that have names of their own: later versions of the resume, and further documents.
//!
//! Each candidate has one folder for them, so that removing all of them needs no database query. No file ever changes its
//! name, so a row can never refer to a file that is being moved.

use std::io;
use std::ops::Range;

use shortlist_domain::{CandidateId, DocumentId, FileDigest, NewCandidate, OrganizationId};

use super::{FileStore, StagedFile, VerifiedReader, key_of, resume_key, staging};

/// The owner of a file: the tenant and the candidate.
#[derive(Clone, Copy)]
pub(crate) struct FileOwner<'a> {
    pub(crate) organization: &'a OrganizationId,
    pub(crate) candidate: &'a CandidateId,
}

fn folder(
    FileOwner {
        organization,
        candidate,
    }: FileOwner<'_>,
) -> String {
    key_of(&["documents", organization.as_str(), candidate.as_str()])
}

/// Returns the key of a candidate's file. The first version of the resume has no name of its own.
pub(super) fn file_key(of: FileOwner<'_>, id: Option<&DocumentId>) -> String {
    match id {
        None => resume_key(of.organization, of.candidate),
        Some(id) => key_of(&[
            "documents",
            of.organization.as_str(),
            of.candidate.as_str(),
            id.as_str(),
        ]),
    }
}

impl FileStore {
    /// Stores a staged file under a name of its own.
    ///
    /// # Errors
    /// Returns an error if it cannot be stored.
    pub(crate) fn store_document(
        &self,
        of: FileOwner<'_>,
        id: &DocumentId,
        staged: StagedFile,
    ) -> io::Result<()> {
        self.location.store(vec![(file_key(of, Some(id)), staged)])
    }

    /// Copies a file of one candidate to another, under a name of its own.
    ///
    /// # Errors
    /// Returns an error if it cannot be read or stored.
    pub(crate) fn copy_file(
        &self,
        from: FileOwner<'_>,
        source: Option<&DocumentId>,
        to: FileOwner<'_>,
        id: &DocumentId,
    ) -> io::Result<()> {
        let copy = self.staged_copy(from, source)?;
        self.store_document(to, id, copy)
    }

    /// Copies a file of one candidate as the first resume of another, after verifying that it is the same file.
    ///
    /// # Errors
    /// Returns an error if it cannot be read or stored, or if it has changed.
    pub(crate) fn copy_resume(
        &self,
        from: FileOwner<'_>,
        source: Option<&DocumentId>,
        to: &NewCandidate,
    ) -> io::Result<()> {
        let copy = self.staged_copy(from, source)?;
        if copy.digest == to.file.digest {
            self.store(std::iter::once((to, copy)))
        } else {
            let problem = "the stored resume is not the file that was uploaded";
            Err(io::Error::new(io::ErrorKind::InvalidData, problem))
        }
    }

    fn staged_copy(
        &self,
        from: FileOwner<'_>,
        source: Option<&DocumentId>,
    ) -> io::Result<StagedFile> {
        let mut source = self.location.open(&file_key(from, source), None)?;
        let mut copy = self.staging().begin()?;
        staging::for_each_chunk(&mut source, |chunk| copy.write(chunk))?;
        copy.finish()
    }

    /// Opens a byte range of a candidate's file; the end is exclusive.
    ///
    /// # Errors
    /// Returns an error if the file is missing or cannot be opened.
    pub(crate) fn open_file(
        &self,
        of: FileOwner<'_>,
        id: Option<&DocumentId>,
        bytes: u64,
        digest: FileDigest,
        part: Range<u64>,
    ) -> io::Result<VerifiedReader> {
        let whole = (part == (0..bytes)).then_some(digest);
        let length = part.end.saturating_sub(part.start);
        let source = self.location.open(&file_key(of, id), Some(part))?;
        Ok(VerifiedReader::new(source, length, whole))
    }

    /// Removes a file with a name of its own. A missing file counts as removed.
    ///
    /// # Errors
    /// Returns an error if it exists and cannot be removed.
    pub(crate) fn remove_document(&self, of: FileOwner<'_>, id: &DocumentId) -> io::Result<()> {
        self.location.remove(&[file_key(of, Some(id))])
    }

    /// Removes all files of a candidate that have names of their own.
    pub(super) fn remove_documents(&self, of: FileOwner<'_>) -> io::Result<()> {
        self.location.remove_below(&folder(of))
    }
}

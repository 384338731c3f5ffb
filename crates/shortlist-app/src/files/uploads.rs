//! Staged files of uploads that continue without their sender. Each upload has a folder, which every server can read if the
//! files are in an object store or the servers share the folder.

use std::io;

use shortlist_domain::{FileDigest, OrganizationId};

use super::{FileLocation, FileStore, StagedFile, key_of, staging};

fn folder(organization: &OrganizationId, token: &str) -> String {
    key_of(&["uploads", organization.as_str(), token])
}

fn key(organization: &OrganizationId, token: &str, number: usize) -> String {
    key_of(&["uploads", organization.as_str(), token, &number.to_string()])
}

impl FileStore {
    /// Stores the staged files of an upload, each under its number. The given ones remain staged.
    ///
    /// # Errors
    /// Returns an error if a file cannot be stored; others may have been stored.
    pub(crate) fn store_upload<'a>(
        &self,
        organization: &OrganizationId,
        token: &str,
        files: impl Iterator<Item = (usize, &'a StagedFile)>,
    ) -> io::Result<()> {
        let linked = |(number, file): (usize, &StagedFile)| {
            Ok((key(organization, token, number), self.staging().link(file)?))
        };
        self.location
            .store(files.map(linked).collect::<io::Result<_>>()?)
    }

    /// Stages a file of an upload again. The stored one remains.
    ///
    /// # Errors
    /// Returns an error if it is missing or cannot be read.
    pub(crate) fn stage_from_upload(
        &self,
        organization: &OrganizationId,
        token: &str,
        number: usize,
        bytes: u64,
        digest: FileDigest,
    ) -> io::Result<StagedFile> {
        let key = key(organization, token, number);
        if let FileLocation::Folder(root) = &self.location {
            return self.staging().link_stored(&root.join(key), bytes, digest);
        }
        let mut source = self.location.open(&key, None)?;
        let mut copy = self.staging().begin()?;
        staging::for_each_chunk(&mut source, |chunk| copy.write(chunk))?;
        copy.finish()
    }

    /// Removes all staged files of an upload. Missing ones count as removed.
    ///
    /// # Errors
    /// Returns an error if a file exists and cannot be removed.
    pub(crate) fn remove_upload(
        &self,
        organization: &OrganizationId,
        token: &str,
    ) -> io::Result<()> {
        self.location.remove_below(&folder(organization, token))
    }
}

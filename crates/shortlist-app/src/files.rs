//! Files: staged on the local disk while they arrive, then stored: resumes, further documents and recordings.

mod copies;
mod documents;
mod location;
mod objects;
mod recordings;
mod server_folder;
mod staging;
pub(crate) mod typed_file;
mod uploads;
mod verified;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};
use shortlist_domain::{
    CandidateId, DocumentId, FileDigest, NewCandidate, OrganizationId, ServerId,
};

pub(crate) use copies::{NamedFile, TABLES_WITH_FILES};
pub(crate) use documents::FileOwner;
use location::FileLocation;
pub use objects::ObjectStore;
pub(crate) use server_folder::AbandonedFolder;
use server_folder::ServerFolder;
pub use staging::{StagedFile, Staging, StagingFile};
pub use verified::VerifiedReader;

/// The store of files: for each candidate the first resume, a folder for later ones and documents, and one for recordings.
///
/// A file belongs to a single candidate, even if another one has the same bytes. It can therefore be removed without
/// checking whether it is shared.
pub struct FileStore {
    staging: ServerFolder,
    location: FileLocation,
}

/// The folder of the folders in which servers stage files.
const STAGING: &str = "staging";
/// The number of bytes that must fit on the disk, or else the store is not ready.
const PROBE_BYTES: usize = 256 << 10;

/// A candidate's file with a verified hash: the original, or a copy that is deleted when dropped.
pub(crate) enum LocalFile {
    /// The original in the folder.
    Original(PathBuf),
    /// A copy fetched from an object store.
    Copy(StagedFile),
}

impl LocalFile {
    /// Returns the path at which it can be read.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Original(path) => path,
            Self::Copy(staged) => staged.path(),
        }
    }
}

impl FileStore {
    /// Opens the store in a folder and creates the folder if necessary.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be written.
    pub fn open(root: impl Into<PathBuf>) -> io::Result<Self> {
        let root = root.into();
        // Staging uses the same file system as the store, so that storing a file is a rename.
        let staging = ServerFolder::open(&root.join(STAGING))?;
        let location = FileLocation::Folder(root);
        Ok(Self { staging, location })
    }

    /// Returns this store with files in an object store. Files are still staged in the folder.
    #[must_use]
    pub fn with_objects(self, objects: Arc<dyn ObjectStore>) -> Self {
        let location = FileLocation::Objects(objects);
        Self { location, ..self }
    }

    /// Returns the staging area for files that arrive.
    pub fn staging(&self) -> Staging {
        Staging {
            folder: self.staging.path().to_owned(),
        }
    }

    /// Returns the identifier of the server that uses this store.
    pub(crate) fn server(&self) -> &ServerId {
        self.staging.server()
    }

    /// Removes the folder in which files are staged, if it is empty.
    pub(crate) fn leave(&self) {
        self.staging.leave();
    }

    /// Returns what servers of the same folder left that were killed.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be read.
    pub(crate) fn abandoned(&self) -> io::Result<Vec<AbandonedFolder>> {
        self.staging.abandoned()
    }

    /// Checks that files can be staged: the disk is not full, and it is not read-only.
    ///
    /// # Errors
    /// Returns an error if nothing can be written.
    pub(crate) fn check_writable(&self) -> io::Result<()> {
        self.staging().scratch()?.write_all(&vec![0; PROBE_BYTES])
    }

    /// Stores staged files as those of candidates.
    ///
    /// # Errors
    /// Returns an error if a file cannot be stored; others may have been stored.
    pub(crate) fn store<'a>(
        &self,
        files: impl Iterator<Item = (&'a NewCandidate, StagedFile)>,
    ) -> io::Result<()> {
        let under_key = |(candidate, staged): (&NewCandidate, StagedFile)| {
            (
                resume_key(&candidate.organization_id, &candidate.id),
                staged,
            )
        };
        self.location.store(files.map(under_key).collect())
    }

    /// Removes the files of candidates that were not created, and therefore have no recordings.
    ///
    /// # Errors
    /// Returns an error if a file cannot be removed.
    pub(crate) fn remove_unused(&self, candidates: &[&NewCandidate]) -> io::Result<()> {
        let keys = candidates
            .iter()
            .map(|candidate| resume_key(&candidate.organization_id, &candidate.id));
        self.location.remove(&keys.collect::<Vec<_>>())
    }

    /// Makes a version of a candidate's resume readable locally, and verifies that it is the stored one.
    ///
    /// # Errors
    /// Returns an error if the file is missing or cannot be read. If its hash differs, the kind is
    /// [`io::ErrorKind::InvalidData`].
    pub(crate) fn fetch_verified(
        &self,
        of: FileOwner<'_>,
        id: Option<&DocumentId>,
        digest: FileDigest,
    ) -> io::Result<LocalFile> {
        let key = documents::file_key(of, id);
        let mut source = self.location.open(&key, None)?;
        if let FileLocation::Folder(root) = &self.location {
            let mut hasher = Sha256::new();
            staging::for_each_chunk(&mut source, |chunk| {
                hasher.update(chunk);
                Ok(())
            })?;
            verified::check(hasher, digest)?;
            return Ok(LocalFile::Original(root.join(key)));
        }
        let mut copy = self.staging().begin()?;
        staging::for_each_chunk(&mut source, |chunk| copy.write(chunk))?;
        let copy = copy.finish()?;
        verified::check_digest(copy.digest, digest)?;
        Ok(LocalFile::Copy(copy))
    }

    /// Removes all files of a candidate, and all recordings of their interviews. Missing files count as removed.
    ///
    /// # Errors
    /// Returns an error if a file exists and cannot be removed.
    pub(crate) fn remove(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> io::Result<()> {
        self.location
            .remove(&[resume_key(organization, candidate)])?;
        self.remove_documents(FileOwner {
            organization,
            candidate,
        })?;
        self.remove_recordings(organization, candidate)
    }
}

fn resume_key(organization: &OrganizationId, candidate: &CandidateId) -> String {
    key_of(&["resumes", organization.as_str(), candidate.as_str()])
}

/// Returns a path with one name for each identifier.
///
/// Characters other than letters, digits, `_` and `-` are escaped, so that `..` names no folder. Folders and object stores
/// use the same path, so files can be copied between them.
fn key_of(identifiers: &[&str]) -> String {
    let spell = |c: char| match c {
        c if c.is_ascii_alphanumeric() || c == '_' || c == '-' => c.to_string(),
        c => format!("%{:02x}", u32::from(c)),
    };
    let names = identifiers
        .iter()
        .map(|identifier| identifier.chars().map(spell).collect::<String>());
    names.collect::<Vec<_>>().join("/")
}

/// Returns the last part of the path that a client sent as a file name, without control characters and at most 255
/// characters long.
pub(crate) fn client_file_name(sent: &str) -> String {
    let last = sent.rsplit(['/', '\\']).next().unwrap_or(sent);
    last.chars().filter(|c| !c.is_control()).take(255).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_staged_file_is_deleted_unless_it_is_stored() {
        let folder = tempfile::tempdir().unwrap();
        let store = FileStore::open(folder.path()).unwrap();
        let organization = OrganizationId::parse("o", "..").unwrap();
        let candidate = CandidateId::parse("c", "cnd:1").unwrap();
        let stage = |bytes: &[u8]| {
            let mut file = store.staging().begin().unwrap();
            file.write(bytes).unwrap();
            file.finish().unwrap()
        };
        drop(stage(b"dropped"));
        assert_eq!(fs::read_dir(store.staging.path()).unwrap().count(), 0);
        let staged = stage(b"abc");
        let digest = staged.digest;
        assert_eq!(
            digest.to_hex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        let key = resume_key(&organization, &candidate);
        store.location.store(vec![(key, staged)]).unwrap();
        let path = folder.path().join("resumes/%2e%2e/cnd%3a1");
        let fetched = store
            .fetch_verified(
                FileOwner {
                    organization: &organization,
                    candidate: &candidate,
                },
                None,
                digest,
            )
            .unwrap();
        assert_eq!(fetched.path(), path);
        fs::write(&path, b"abd").unwrap();
        let Err(changed) = store.fetch_verified(
            FileOwner {
                organization: &organization,
                candidate: &candidate,
            },
            None,
            digest,
        ) else {
            panic!("it is another file");
        };
        assert_eq!(changed.kind(), io::ErrorKind::InvalidData);
        store.remove(&organization, &candidate).unwrap();
        store.remove(&organization, &candidate).unwrap();
        assert!(
            store
                .fetch_verified(
                    FileOwner {
                        organization: &organization,
                        candidate: &candidate
                    },
                    None,
                    digest
                )
                .is_err()
        );
    }

    #[test]
    fn a_clients_file_name_loses_its_folders() {
        assert_eq!(client_file_name("C:\\cv\\ada.pdf"), "ada.pdf");
        assert_eq!(client_file_name("../../etc/pa\u{7}sswd"), "passwd");
    }
}

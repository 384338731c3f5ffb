//! Files: staged while they arrive, then kept in a folder, one for each candidate, and the recordings beside them.

mod recordings;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use shortlist_domain::{CandidateId, FileDigest, OrganizationId};
use tempfile::{NamedTempFile, TempPath};

/// A file while it arrives: hashed as it is written, deleted when dropped.
pub struct Staging {
    folder: PathBuf,
}

/// A file being written.
pub struct StagingFile {
    file: NamedTempFile,
    hasher: Sha256,
    bytes: u64,
}

/// A file that arrived whole: deleted when dropped, unless it is kept. It is not held open: an upload has thousands.
pub struct StagedFile {
    path: TempPath,
    /// SHA-256 of its bytes.
    pub digest: FileDigest,
    /// Its size.
    pub bytes: u64,
}

impl Staging {
    /// Begins a file.
    ///
    /// # Errors
    /// When none can be created.
    pub fn begin(&self) -> io::Result<StagingFile> {
        let file = NamedTempFile::new_in(&self.folder)?;
        Ok(StagingFile {
            file,
            hasher: Sha256::new(),
            bytes: 0,
        })
    }

    /// A file without a name, for what need not outlast the process.
    ///
    /// # Errors
    /// When none can be created.
    pub(crate) fn scratch(&self) -> io::Result<fs::File> {
        tempfile::tempfile_in(&self.folder)
    }
}

impl StagingFile {
    /// Appends bytes.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn write(&mut self, chunk: &[u8]) -> io::Result<()> {
        self.file.write_all(chunk)?;
        self.hasher.update(chunk);
        self.bytes += u64::try_from(chunk.len()).unwrap_or(u64::MAX);
        Ok(())
    }

    /// How many bytes were written.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When the last bytes cannot be written.
    pub fn finish(mut self) -> io::Result<StagedFile> {
        self.file.flush()?;
        Ok(StagedFile {
            path: self.file.into_temp_path(),
            digest: FileDigest(self.hasher.finalize().into()),
            bytes: self.bytes,
        })
    }
}

impl StagedFile {
    /// Reads it whole.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        fs::read(&self.path)
    }

    /// Where it is staged.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// The folder that resumes are kept in: one folder for each organization, one file for each candidate.
///
/// A file belongs to one candidate alone, though two may hold the same bytes, so that a candidate's
/// file can be removed without asking who else has it.
pub struct FileStore {
    root: PathBuf,
}

impl FileStore {
    /// Opens the store in a folder, which is created where it is missing; what an earlier run left staged is removed.
    ///
    /// # Errors
    /// When the folder cannot be used.
    pub fn open(root: impl Into<PathBuf>) -> io::Result<Self> {
        let store = Self { root: root.into() };
        let staging = store.staging_folder();
        fs::create_dir_all(&staging)?;
        for left in fs::read_dir(&staging)? {
            // Another process on the same folder may be writing: only what is an hour old was left behind.
            let left = left?;
            let age = left.metadata()?.modified()?.elapsed().unwrap_or_default();
            if age.as_secs() > 3_600 {
                fs::remove_file(left.path())?;
            }
        }
        Ok(store)
    }

    fn staging_folder(&self) -> PathBuf {
        self.root.join("staging")
    }

    /// Where files that arrive are staged: in the same file system, so that keeping one is a rename.
    pub fn staging(&self) -> Staging {
        Staging {
            folder: self.staging_folder(),
        }
    }

    /// Where a candidate's file lies.
    pub(crate) fn path(&self, organization: &OrganizationId, candidate: &CandidateId) -> PathBuf {
        self.root
            .join("resumes")
            .join(file_name(organization.as_str()))
            .join(file_name(candidate.as_str()))
    }

    /// Keeps a staged file as a candidate's.
    ///
    /// # Errors
    /// When it cannot be moved.
    pub fn keep(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
        staged: StagedFile,
    ) -> io::Result<()> {
        let path = self.path(organization, candidate);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        staged.path.persist(path).map_err(|error| error.error)
    }

    /// Reads a candidate's file.
    ///
    /// # Errors
    /// When it is not there or cannot be read.
    pub fn read(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> io::Result<Vec<u8>> {
        fs::read(self.path(organization, candidate))
    }

    /// Removes a candidate's file and all recordings of their interviews; what is not there is removed already.
    ///
    /// # Errors
    /// When something is there and cannot be removed.
    pub fn remove(&self, organization: &OrganizationId, candidate: &CandidateId) -> io::Result<()> {
        gone(fs::remove_file(self.path(organization, candidate)))?;
        self.remove_recordings(organization, candidate)
    }
}

/// What is not there is removed already.
fn gone(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// A file name for an identifier: what is no letter or digit is spelled by its code, so that `..` names no folder.
fn file_name(identifier: &str) -> String {
    let spell = |c: char| match c {
        c if c.is_ascii_alphanumeric() || c == '_' || c == '-' => c.to_string(),
        c => format!("%{:02x}", u32::from(c)),
    };
    identifier.chars().map(spell).collect()
}

/// The last part of a path that a client sent as a file's name, without control characters and cut to 255 characters.
pub(crate) fn client_file_name(sent: &str) -> String {
    let last = sent.rsplit(['/', '\\']).next().unwrap_or(sent);
    last.chars().filter(|c| !c.is_control()).take(255).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_staged_file_is_gone_unless_it_is_kept() {
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
        assert_eq!(fs::read_dir(store.staging_folder()).unwrap().count(), 0);
        let kept = stage(b"abc");
        assert_eq!(
            kept.digest.to_hex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        store.keep(&organization, &candidate, kept).unwrap();
        assert_eq!(store.read(&organization, &candidate).unwrap(), b"abc");
        assert!(folder.path().join("resumes/%2e%2e/cnd%3a1").exists());
        store.remove(&organization, &candidate).unwrap();
        store.remove(&organization, &candidate).unwrap();
        assert!(store.read(&organization, &candidate).is_err());
    }

    #[test]
    fn a_clients_file_name_loses_its_folders() {
        assert_eq!(client_file_name("C:\\cv\\ada.pdf"), "ada.pdf");
        assert_eq!(client_file_name("../../etc/pa\u{7}sswd"), "passwd");
    }
}

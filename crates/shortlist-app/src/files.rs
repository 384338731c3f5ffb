//! Files: staged on the local disk while they arrive, then kept, one for each candidate, and the recordings beside them.

mod checked;
mod objects;
mod place;
mod recordings;
mod staging;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sha2::{Digest, Sha256};
use shortlist_domain::{CandidateId, FileDigest, NewCandidate, OrganizationId};

pub use checked::CheckedRead;
pub use objects::ObjectStore;
use place::Place;
pub use staging::{StagedFile, Staging, StagingFile};

/// Where resumes and recordings are kept: one file for each candidate, one folder for their recordings.
///
/// A file belongs to one candidate alone, though two may hold the same bytes, so that a candidate's
/// file can be removed without asking who else has it.
pub struct FileStore {
    staging: PathBuf,
    place: Place,
}

/// A candidate's file whose hash was checked: where it lies, or a copy that is deleted when dropped.
pub(crate) enum KeptFile {
    /// In the folder.
    Here(PathBuf),
    /// Brought from a store of objects.
    Brought(StagedFile),
}

impl KeptFile {
    /// Where it can be read.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Here(path) => path,
            Self::Brought(staged) => staged.path(),
        }
    }
}

impl FileStore {
    /// Opens the store in a folder, which is created where it is missing; what an earlier run left staged is removed.
    ///
    /// # Errors
    /// When the folder cannot be used.
    pub fn open(root: impl Into<PathBuf>) -> io::Result<Self> {
        let root = root.into();
        // In the same file system as what is kept, so that keeping a file is a rename.
        let staging = root.join("staging");
        fs::create_dir_all(&staging)?;
        for left in fs::read_dir(&staging)? {
            // Another process on the same folder may be writing: only what is an hour old was left behind.
            let left = left?;
            let age = left.metadata()?.modified()?.elapsed().unwrap_or_default();
            if age.as_secs() > 3_600 {
                fs::remove_file(left.path())?;
            }
        }
        let place = Place::Folder(root);
        Ok(Self { staging, place })
    }

    /// The same, with what is kept in a store of objects; files are staged in the folder still.
    #[must_use]
    pub fn with_objects(self, objects: Arc<dyn ObjectStore>) -> Self {
        let place = Place::Objects(objects);
        Self { place, ..self }
    }

    /// Where files that arrive are staged.
    pub fn staging(&self) -> Staging {
        Staging {
            folder: self.staging.clone(),
        }
    }

    /// Keeps staged files as those of candidates.
    ///
    /// # Errors
    /// When one cannot be kept; others may have been.
    pub(crate) fn keep<'a>(
        &self,
        files: impl Iterator<Item = (&'a NewCandidate, StagedFile)>,
    ) -> io::Result<()> {
        let under_key = |(candidate, staged): (&NewCandidate, StagedFile)| {
            (
                resume_key(&candidate.organization_id, &candidate.id),
                staged,
            )
        };
        self.place.keep(files.map(under_key).collect())
    }

    /// Takes back the files of candidates that were not created after all, and so have no recordings.
    ///
    /// # Errors
    /// When one cannot be removed.
    pub(crate) fn take_back(&self, candidates: &[&NewCandidate]) -> io::Result<()> {
        let keys = candidates
            .iter()
            .map(|candidate| resume_key(&candidate.organization_id, &candidate.id));
        self.place.remove(&keys.collect::<Vec<_>>())
    }

    /// Brings a candidate's file where it can be read, and checks that it is the one that was kept.
    ///
    /// # Errors
    /// When it is not there or cannot be read; of the kind [`io::ErrorKind::InvalidData`] when it is another.
    pub(crate) fn bring(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
        digest: FileDigest,
    ) -> io::Result<KeptFile> {
        let key = resume_key(organization, candidate);
        let mut source = self.place.open(&key, None)?;
        if let Place::Folder(root) = &self.place {
            let mut hasher = Sha256::new();
            staging::each_piece(&mut source, |piece| {
                hasher.update(piece);
                Ok(())
            })?;
            checked::check(hasher, digest)?;
            return Ok(KeptFile::Here(root.join(key)));
        }
        let mut copy = self.staging().begin()?;
        staging::each_piece(&mut source, |piece| copy.write(piece))?;
        let copy = copy.finish()?;
        checked::check_digest(copy.digest, digest)?;
        Ok(KeptFile::Brought(copy))
    }

    /// Removes a candidate's file and all recordings of their interviews; what is not there is removed already.
    ///
    /// # Errors
    /// When something is there and cannot be removed.
    pub(crate) fn remove(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> io::Result<()> {
        self.place.remove(&[resume_key(organization, candidate)])?;
        self.remove_recordings(organization, candidate)
    }
}

fn resume_key(organization: &OrganizationId, candidate: &CandidateId) -> String {
    key_of(&["resumes", organization.as_str(), candidate.as_str()])
}

/// A path of file names, one for each identifier: what is no letter or digit is spelled by its code, so that `..` names no
/// folder. It is the same in a folder and in a store of objects, so that files can be copied from one to the other.
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
        assert_eq!(fs::read_dir(&store.staging).unwrap().count(), 0);
        let kept = stage(b"abc");
        let digest = kept.digest;
        assert_eq!(
            digest.to_hex(),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        let key = resume_key(&organization, &candidate);
        store.place.keep(vec![(key, kept)]).unwrap();
        let path = folder.path().join("resumes/%2e%2e/cnd%3a1");
        let brought = store.bring(&organization, &candidate, digest).unwrap();
        assert_eq!(brought.path(), path);
        fs::write(&path, b"abd").unwrap();
        let Err(changed) = store.bring(&organization, &candidate, digest) else {
            panic!("it is another file");
        };
        assert_eq!(changed.kind(), io::ErrorKind::InvalidData);
        store.remove(&organization, &candidate).unwrap();
        store.remove(&organization, &candidate).unwrap();
        assert!(store.bring(&organization, &candidate, digest).is_err());
    }

    #[test]
    fn a_clients_file_name_loses_its_folders() {
        assert_eq!(client_file_name("C:\\cv\\ada.pdf"), "ada.pdf");
        assert_eq!(client_file_name("../../etc/pa\u{7}sswd"), "passwd");
    }
}

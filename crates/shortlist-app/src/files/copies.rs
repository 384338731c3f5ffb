//! Copies of an organization's files, in a folder with the names that they have in the store.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use data_encoding::HEXLOWER;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use shortlist_domain::{
    CandidateId, DocumentId, FileDigest, FileProblem, InvalidValue, OrganizationId, RecordingId,
};

use super::FileOwner;
use super::{FileStore, StagedFile, documents, recordings, staging, verified};

/// The tables whose rows name a file each.
pub(crate) const TABLES_WITH_FILES: [&str; 4] = [
    "resumes",
    "resume_versions",
    "candidate_documents",
    RECORDINGS,
];
const RECORDINGS: &str = "recordings";

/// What a row says about its file.
#[derive(Deserialize)]
struct FileRow {
    candidate_id: String,
    /// The name of a version of a resume. The first version has none.
    #[serde(default)]
    file_id: Option<String>,
    /// The name of a document or recording.
    #[serde(default)]
    id: Option<String>,
    #[serde(alias = "digest")]
    file_digest: String,
}

/// A file of the store.
pub(crate) struct NamedFile {
    key: String,
    digest: FileDigest,
}

impl NamedFile {
    /// Returns the file that a row names, a line of JSON.
    pub(crate) fn of_row(
        organization: &OrganizationId,
        table: &str,
        line: &str,
    ) -> Result<Self, InvalidValue> {
        let row: FileRow = serde_json::from_str(line).map_err(|error| {
            InvalidValue::new(table, FileProblem::RowLibrarySays(error.to_string()))
        })?;
        let candidate = CandidateId::parse("candidate_id", &row.candidate_id)?;
        let of = FileOwner {
            organization,
            candidate: &candidate,
        };
        let id = row.file_id.or(row.id);
        let key = match (table, id) {
            (RECORDINGS, Some(id)) => recordings::key(of, &RecordingId::parse("id", &id)?),
            (_, id) => {
                let id = id.map(|id| DocumentId::parse("file_id", &id));
                documents::file_key(of, id.transpose()?.as_ref())
            }
        };
        let digest = digest(&row.file_digest)
            .ok_or_else(|| InvalidValue::new(table, FileProblem::NotRowDigest))?;
        Ok(Self { key, digest })
    }

    fn named(&self, attempt: &str, error: &io::Error) -> io::Error {
        let key = &self.key;
        io::Error::new(error.kind(), format!("{attempt} the file {key}: {error}"))
    }
}

fn digest(hexadecimal: &str) -> Option<FileDigest> {
    let bytes = HEXLOWER.decode(hexadecimal.as_bytes()).ok()?;
    bytes.try_into().ok().map(FileDigest)
}

impl FileStore {
    /// Copies a file into a folder, and verifies its hash.
    ///
    /// # Errors
    /// Returns an error with the file's name if it is missing, has changed or cannot be written.
    pub(crate) fn copy_out(&self, file: &NamedFile, folder: &Path) -> io::Result<()> {
        let copy = || {
            let mut source = self.location.open(&file.key, None)?;
            let target = folder.join(&file.key);
            if let Some(parent) = target.parent() {
                fs::create_dir_all(parent)?;
            }
            let mut target = BufWriter::new(File::create(target)?);
            let mut hasher = Sha256::new();
            staging::for_each_chunk(&mut source, |chunk| {
                hasher.update(chunk);
                target.write_all(chunk)
            })?;
            target.flush()?;
            verified::check(hasher, file.digest)
        };
        copy().map_err(|error| file.named("copy", &error))
    }

    /// Stores files from such a folder, and verifies their hashes before.
    ///
    /// # Errors
    /// Returns an error with the file's name if it is missing, has changed or cannot be stored; others may have been stored.
    pub(crate) fn copy_in(&self, files: Vec<NamedFile>, folder: &Path) -> io::Result<()> {
        let staged = files.into_iter().map(|file| {
            let staged = self.stage_copy(&file, folder);
            let staged = staged.map_err(|error| file.named("read", &error))?;
            Ok((file.key, staged))
        });
        self.location.store(staged.collect::<io::Result<_>>()?)
    }

    fn stage_copy(&self, file: &NamedFile, folder: &Path) -> io::Result<StagedFile> {
        let mut source = File::open(folder.join(&file.key))?;
        let mut copy = self.staging().begin()?;
        staging::for_each_chunk(&mut source, |chunk| copy.write(chunk))?;
        let staged = copy.finish()?;
        verified::check_digest(staged.digest, file.digest)?;
        Ok(staged)
    }
}

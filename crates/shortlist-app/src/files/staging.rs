//! Staging of arriving files on the local disk: they are hashed while they are written, and deleted when dropped.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use shortlist_domain::{DocumentMedia, FileDigest};
use tempfile::{Builder, NamedTempFile, TempPath};

/// The number of bytes that are copied or hashed at once.
const CHUNK_BYTES: usize = 64 << 10;
/// The number of bytes at the start of a file by which its format is checked.
const HEAD_BYTES: u64 = 8 << 10;

/// The folder in which arriving files are staged.
pub struct Staging {
    pub(super) folder: PathBuf,
}

/// A file being written.
pub struct StagingFile {
    file: NamedTempFile,
    hasher: Sha256,
    bytes: u64,
}

/// A file that has arrived completely. It is deleted when dropped unless it is stored. It is not kept open, because an
/// upload may contain thousands of files.
pub struct StagedFile {
    pub(super) path: TempPath,
    /// SHA-256 of its bytes.
    pub digest: FileDigest,
    /// Its size in bytes.
    pub bytes: u64,
}

impl Staging {
    /// Begins a file.
    ///
    /// # Errors
    /// Returns an error if no file can be created.
    pub fn begin(&self) -> io::Result<StagingFile> {
        let file = NamedTempFile::new_in(&self.folder)?;
        Ok(StagingFile {
            file,
            hasher: Sha256::new(),
            bytes: 0,
        })
    }

    /// Stages a file a second time, without copying its bytes.
    ///
    /// # Errors
    /// Returns an error if it cannot be linked.
    pub(super) fn link(&self, file: &StagedFile) -> io::Result<StagedFile> {
        self.link_stored(&file.path, file.bytes, file.digest)
    }

    /// Stages a file of the same file system, without copying its bytes.
    ///
    /// # Errors
    /// Returns an error if it cannot be linked.
    pub(super) fn link_stored(
        &self,
        source: &Path,
        bytes: u64,
        digest: FileDigest,
    ) -> io::Result<StagedFile> {
        let linked = Builder::new().make_in(&self.folder, |path| fs::hard_link(source, path))?;
        Ok(StagedFile {
            path: linked.into_temp_path(),
            digest,
            bytes,
        })
    }

    /// Creates an unnamed file for data that need not outlive the process.
    ///
    /// # Errors
    /// Returns an error if no file can be created.
    pub(crate) fn scratch(&self) -> io::Result<fs::File> {
        tempfile::tempfile_in(&self.folder)
    }
}

impl StagingFile {
    /// Appends bytes.
    ///
    /// # Errors
    /// Returns an error if they cannot be written.
    pub fn write(&mut self, chunk: &[u8]) -> io::Result<()> {
        self.file.write_all(chunk)?;
        self.hasher.update(chunk);
        self.bytes += u64::try_from(chunk.len()).unwrap_or(u64::MAX);
        Ok(())
    }

    /// Returns the number of bytes written.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Completes the file.
    ///
    /// # Errors
    /// Returns an error if the last bytes cannot be written.
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
    /// Reads the whole file.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    pub fn read(&self) -> io::Result<Vec<u8>> {
        fs::read(&self.path)
    }

    /// Returns whether its first bytes are those of a PDF, or contain no PDF.
    pub(crate) fn begins_cleanly(&self) -> io::Result<bool> {
        let mut head = Vec::new();
        fs::File::open(&self.path)?
            .take(HEAD_BYTES)
            .read_to_end(&mut head)?;
        Ok(DocumentMedia::begins_cleanly(&head))
    }

    /// Returns the path at which it is staged.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Reads to the end, one chunk at a time.
pub(super) fn for_each_chunk(
    source: &mut dyn Read,
    mut take: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut buffer = vec![0; CHUNK_BYTES];
    loop {
        let read = match source.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            read => read?,
        };
        if read == 0 {
            return Ok(());
        }
        take(buffer.get(..read).unwrap_or_default())?;
    }
}

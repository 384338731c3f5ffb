//! Files while they arrive: on the local disk, hashed as they are written, deleted when dropped.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use shortlist_domain::FileDigest;
use tempfile::{NamedTempFile, TempPath};

/// How much of a file is held at once while it is copied or hashed.
const PIECE_BYTES: usize = 64 << 10;

/// A file while it arrives: hashed as it is written, deleted when dropped.
pub struct Staging {
    pub(super) folder: PathBuf,
}

/// A file being written.
pub struct StagingFile {
    file: NamedTempFile,
    hasher: Sha256,
    bytes: u64,
}

/// A file that arrived whole: deleted when dropped, unless it is kept. It is not held open: an upload has thousands.
pub struct StagedFile {
    pub(super) path: TempPath,
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

/// Reads to the end, one piece after the other.
pub(super) fn each_piece(
    source: &mut dyn Read,
    mut take: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut buffer = vec![0; PIECE_BYTES];
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

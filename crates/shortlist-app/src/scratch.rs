//! Temporary storage on disk for data that would fill the memory.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicU64, Ordering};

/// An unnamed file that is deleted when the process ends.
pub(crate) struct Scratch {
    file: File,
    end: AtomicU64,
}

/// The position of stored bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extent {
    start: u64,
    length: usize,
}

impl Scratch {
    pub(crate) fn in_file(file: File) -> Self {
        Self {
            file,
            end: AtomicU64::new(0),
        }
    }

    /// Stores bytes and returns their position.
    pub(crate) fn put(&self, bytes: &[u8]) -> io::Result<Extent> {
        let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let start = self.end.fetch_add(length, Ordering::Relaxed);
        self.file.write_all_at(bytes, start)?;
        Ok(Extent {
            start,
            length: bytes.len(),
        })
    }

    /// Reads stored bytes.
    pub(crate) fn get(&self, extent: Extent) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; extent.length];
        self.file.read_exact_at(&mut bytes, extent.start)?;
        Ok(bytes)
    }
}

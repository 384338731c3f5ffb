//! What has to wait and would fill the memory: put aside in a file without a name, and taken back by its place.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicU64, Ordering};

/// A file that is gone with the process.
pub(crate) struct Scratch {
    file: File,
    end: AtomicU64,
}

/// Where something was put.
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

    /// Puts bytes aside.
    pub(crate) fn put(&self, bytes: &[u8]) -> io::Result<Extent> {
        let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        let start = self.end.fetch_add(length, Ordering::Relaxed);
        self.file.write_all_at(bytes, start)?;
        Ok(Extent {
            start,
            length: bytes.len(),
        })
    }

    /// Takes them back.
    pub(crate) fn get(&self, extent: Extent) -> io::Result<Vec<u8>> {
        let mut bytes = vec![0; extent.length];
        self.file.read_exact_at(&mut bytes, extent.start)?;
        Ok(bytes)
    }
}

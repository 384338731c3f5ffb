//! The location of stored files: a folder or an object store, with the same names in both.

use std::fs;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use super::{ObjectStore, StagedFile};

/// The location of stored files.
pub(super) enum FileLocation {
    /// Below this folder.
    Folder(PathBuf),
    /// In an object store that other servers share.
    Objects(Arc<dyn ObjectStore>),
}

impl FileLocation {
    /// Stores files under their keys, each of them atomically.
    pub(super) fn store(&self, files: Vec<(String, StagedFile)>) -> io::Result<()> {
        let root = match self {
            Self::Folder(root) => root,
            Self::Objects(store) => return store.put(files),
        };
        files.into_iter().try_for_each(|(key, staged)| {
            let path = root.join(key);
            if let Some(folder) = path.parent() {
                fs::create_dir_all(folder)?;
            }
            staged.path.persist(path).map_err(|error| error.error)
        })
    }

    /// Opens a file, or a range of it.
    pub(super) fn open(
        &self,
        key: &str,
        part: Option<Range<u64>>,
    ) -> io::Result<Box<dyn Read + Send>> {
        let root = match self {
            Self::Folder(root) => root,
            Self::Objects(store) => return store.open(key, part),
        };
        let mut file = fs::File::open(root.join(key))?;
        let Some(part) = part else {
            return Ok(Box::new(file));
        };
        file.seek(SeekFrom::Start(part.start))?;
        Ok(Box::new(file.take(part.end.saturating_sub(part.start))))
    }

    /// Removes files. A missing file counts as removed.
    pub(super) fn remove(&self, keys: &[String]) -> io::Result<()> {
        match self {
            Self::Folder(root) => keys
                .iter()
                .try_for_each(|key| ignore_missing(fs::remove_file(root.join(key)))),
            Self::Objects(store) => store.remove(keys),
        }
    }

    /// Removes everything below a folder.
    pub(super) fn remove_below(&self, folder: &str) -> io::Result<()> {
        match self {
            Self::Folder(root) => ignore_missing(fs::remove_dir_all(root.join(folder))),
            Self::Objects(store) => store.remove(&store.list(folder)?),
        }
    }
}

/// Treats a missing file as removed.
pub(super) fn ignore_missing(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

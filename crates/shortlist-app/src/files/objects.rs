//! The interface of an object store for files.

use std::io::{self, Read};
use std::ops::Range;

use super::StagedFile;

/// An object store that several servers share. It is a trait because it is an external dependency.
///
/// A key is a path below the store's own prefix. It consists of letters, digits and `_-%`, with slashes in between. An
/// object is visible to every server as soon as the call that stored it returns. A failure has the kind
/// [`io::ErrorKind::NotFound`] if the object does not exist, and [`io::ErrorKind::NotConnected`] if the same call may
/// succeed later.
pub trait ObjectStore: Send + Sync {
    /// Stores files under their keys, several at a time, and replaces existing objects. Each object is stored only if its
    /// bytes match the file's digest.
    ///
    /// # Errors
    /// Returns an error if a file cannot be stored; others may have been stored.
    fn put(&self, files: Vec<(String, StagedFile)>) -> io::Result<()>;

    /// Opens an object, or a range of its bytes with an exclusive end. The content is streamed, so little of it is in
    /// memory at once.
    ///
    /// # Errors
    /// Returns an error if the object does not exist or cannot be fetched.
    fn open(&self, key: &str, part: Option<Range<u64>>) -> io::Result<Box<dyn Read + Send>>;

    /// Removes objects. A missing object counts as removed.
    ///
    /// # Errors
    /// Returns an error if an object cannot be removed.
    fn remove(&self, keys: &[String]) -> io::Result<()>;

    /// Returns the keys of all objects below a folder.
    ///
    /// # Errors
    /// Returns an error if they cannot be listed.
    fn list(&self, folder: &str) -> io::Result<Vec<String>>;
}

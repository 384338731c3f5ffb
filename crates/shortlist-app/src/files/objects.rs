//! What a store of objects has to do for files to be kept in it.

use std::io::{self, Read};
use std::ops::Range;

use super::StagedFile;

/// A store of objects that several servers share; outside of the service, so a trait.
///
/// A key is a path below the store's own prefix, with slashes between, of letters, digits and `_-%`. What was put is there for every server
/// as soon as the call returns. A failure has the kind [`io::ErrorKind::NotFound`] where there is no such object, and
/// [`io::ErrorKind::NotConnected`] where the same call may succeed later.
pub trait ObjectStore: Send + Sync {
    /// Puts files under their keys, in place of what is there, several at a time. What is put is the bytes that the file's digest is of, or nothing.
    ///
    /// # Errors
    /// When one cannot be put; some others may have been.
    fn put(&self, files: Vec<(String, StagedFile)>) -> io::Result<()>;

    /// Opens an object, or a part of it from one byte up to another that is not in it any more. It is read while it arrives: little of it is held.
    ///
    /// # Errors
    /// When there is none, or it cannot be had.
    fn open(&self, key: &str, part: Option<Range<u64>>) -> io::Result<Box<dyn Read + Send>>;

    /// Removes objects; one that is not there is removed already.
    ///
    /// # Errors
    /// When one cannot be removed.
    fn remove(&self, keys: &[String]) -> io::Result<()>;

    /// The keys of all objects below a folder.
    ///
    /// # Errors
    /// When they cannot be listed.
    fn list(&self, folder: &str) -> io::Result<Vec<String>>;
}

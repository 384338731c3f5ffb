//! The folder in which a server stages files, and the folders that killed servers left.
//!
//! Several servers may share the folder of the files. Each stages files in a folder of its own, and holds a lock on a file next to it. The
//! system releases the lock when the process ends, however it ends. So a folder whose lock is free belongs to nobody.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use shortlist_domain::ServerId;
use tempfile::Builder;

use super::location::ignore_missing;

/// The ending of the name of a lock. The name without it is that of the folder.
const LOCK: &str = "lock";
/// The number of random letters in the identifier of a server.
const ID_LETTERS: usize = 20;
/// The age from which a file next to the folders is a leftover: of an earlier version, or of a start that was killed.
const LEFTOVER_AGE: Duration = Duration::from_secs(60 * 60);

/// The folder of this server.
pub(super) struct ServerFolder {
    server: ServerId,
    place: Place,
}

/// The folder of a server that was killed. Nobody else can take it until it is dropped.
pub(crate) struct AbandonedFolder {
    server: ServerId,
    place: Place,
}

/// A folder, and its lock, which is held.
struct Place {
    folder: PathBuf,
    lock: PathBuf,
    _held: File,
}

impl ServerFolder {
    /// Creates the folder of a server below the folder of all of them.
    pub(super) fn open(all: &Path) -> io::Result<Self> {
        fs::create_dir_all(all)?;
        let new = Builder::new()
            .prefix("")
            .rand_bytes(ID_LETTERS)
            .tempfile_in(all)?;
        let name = new.path().file_name().and_then(OsStr::to_str);
        let server = ServerId::parse("server", name.unwrap_or_default());
        let server = server.map_err(io::Error::other)?;
        if let Err(error) = new.as_file().lock() {
            tracing::warn!(%error, "the file system has no locks, so what a killed server leaves in the folder of the files stays there");
        }
        let lock = new.path().with_extension(LOCK);
        // Nobody sees the lock before it is held.
        let held = new.persist(&lock)?;
        let folder = all.join(server.as_str());
        fs::create_dir(&folder)?;
        let place = Place {
            folder,
            lock,
            _held: held,
        };
        Ok(Self { server, place })
    }

    /// Returns the identifier of this server.
    pub(super) fn server(&self) -> &ServerId {
        &self.server
    }

    /// Returns the folder.
    pub(super) fn path(&self) -> &Path {
        &self.place.folder
    }

    /// Removes the folder if it is empty. One that still contains files is removed by the next server that starts.
    pub(super) fn leave(&self) {
        if fs::remove_dir(&self.place.folder).is_ok() {
            let _removed = fs::remove_file(&self.place.lock);
        }
    }

    /// Returns the folders of servers that were killed. Removes leftovers that belong to none.
    pub(super) fn abandoned(&self) -> io::Result<Vec<AbandonedFolder>> {
        let all = self.place.folder.parent().unwrap_or(&self.place.folder);
        let mut abandoned = Vec::new();
        for entry in fs::read_dir(all)? {
            let path = entry?.path();
            if path.extension() == Some(OsStr::new(LOCK)) {
                abandoned.extend(AbandonedFolder::take(path)?);
            } else {
                remove_leftover(&path)?;
            }
        }
        Ok(abandoned)
    }
}

impl Drop for ServerFolder {
    fn drop(&mut self) {
        self.leave();
    }
}

impl AbandonedFolder {
    /// Takes the folder of a lock, unless its server runs or another server takes it.
    fn take(lock: PathBuf) -> io::Result<Option<Self>> {
        let held = match OpenOptions::new().read(true).write(true).open(&lock) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened?,
        };
        let folder = lock.with_extension("");
        let name = folder.file_name().and_then(OsStr::to_str);
        let server = ServerId::parse("server", name.unwrap_or_default());
        let (Ok(()), Ok(server)) = (held.try_lock(), server) else {
            return Ok(None);
        };
        let place = Place {
            folder,
            lock,
            _held: held,
        };
        Ok(Some(Self { server, place }))
    }

    /// Returns the identifier of the server.
    pub(crate) fn server(&self) -> &ServerId {
        &self.server
    }

    /// Removes the folder with its files.
    pub(crate) fn remove(self) -> io::Result<()> {
        ignore_missing(fs::remove_dir_all(&self.place.folder))?;
        ignore_missing(fs::remove_file(&self.place.lock))
    }
}

/// Removes a file next to the folders if it is old.
fn remove_leftover(path: &Path) -> io::Result<()> {
    let found = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        found => found?,
    };
    let age = found.modified()?.elapsed().unwrap_or_default();
    if found.is_file() && age > LEFTOVER_AGE {
        ignore_missing(fs::remove_file(path))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the names in a folder.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort_unstable();
        names
    }

    #[test]
    fn only_the_folder_of_a_server_that_has_ended_is_abandoned() {
        let all = tempfile::tempdir().unwrap();
        let first = ServerFolder::open(all.path()).unwrap();
        let second = ServerFolder::open(all.path()).unwrap();
        fs::write(first.path().join("arriving"), "bytes").unwrap();
        assert!(second.abandoned().unwrap().is_empty());
        let server = first.server().clone();
        drop(first);
        let abandoned = second.abandoned().unwrap();
        let servers: Vec<_> = abandoned.iter().map(AbandonedFolder::server).collect();
        assert_eq!(servers, [&server]);
        assert!(second.abandoned().unwrap().is_empty(), "it is taken");
        abandoned.into_iter().for_each(|one| one.remove().unwrap());
        let own = second.server().to_string();
        assert_eq!(names(all.path()), [own.clone(), format!("{own}.{LOCK}")]);
        drop(second);
        assert!(names(all.path()).is_empty(), "a clean end leaves nothing");
    }

    #[test]
    fn files_of_earlier_versions_are_removed_once_they_are_old() {
        let all = tempfile::tempdir().unwrap();
        let (old, new) = (all.path().join("old"), all.path().join("new"));
        for path in [&old, &new] {
            fs::write(path, "bytes").unwrap();
        }
        let age = std::time::SystemTime::now() - 2 * LEFTOVER_AGE;
        File::open(&old).unwrap().set_modified(age).unwrap();
        let server = ServerFolder::open(all.path()).unwrap();
        assert!(server.abandoned().unwrap().is_empty());
        assert!(!old.exists() && new.exists());
    }
}

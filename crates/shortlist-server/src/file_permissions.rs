//! Permissions of files: only the program's own user has access to its data, regardless of existing modes and of the
//! inherited umask.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::Mode;

use crate::Failure;
use crate::data_folder::{DATABASE, FILES};

/// The permission bits of the group and of all others.
const OTHERS: u32 = 0o077;
/// The sticky bit: a folder that several users share on purpose, such as `/tmp`.
const SHARED: u32 = 0o1000;
/// The suffixes of the database and of the files that SQLite creates next to it, with the database's mode.
const COMPANIONS: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// Makes every file and folder that is created from now on private to this user: resumes, the database, staged files,
/// backups.
pub(crate) fn set_umask() {
    rustix::process::umask(Mode::from_raw_mode(OTHERS));
}

/// Creates a folder that only its owner can access. If the folder exists, others lose their access.
pub(crate) fn create_folder(folder: &Path) -> Result<(), Failure> {
    let created = DirBuilder::new().recursive(true).mode(0o700).create(folder);
    let attempt = || format!("create the folder {}", folder.display());
    created.map_err(Failure::of(attempt()))?;
    let Some(mode) = mode_open_to_others(folder)? else {
        return Ok(());
    };
    if mode & SHARED != 0 || !is_data_folder(folder).map_err(Failure::of(attempt()))? {
        let folder = folder.display();
        return Err(Failure::new(format!(
            "{folder} is open to other users of this machine (mode {mode:04o}) and holds more than Shortlist's data. Give a folder of its \
             own by --data-dir, or type: chmod 700 {folder}"
        )));
    }
    make_private(folder, mode)
}

/// Creates a folder for a copy of personal data. If it exists, it must be empty.
pub(crate) fn create_empty_folder(folder: &Path) -> Result<(), Failure> {
    check_is_unused(folder)?;
    create_folder(folder)
}

/// Returns an error if a folder exists and contains anything.
pub(crate) fn check_is_unused(folder: &Path) -> Result<(), Failure> {
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        let folder = folder.display();
        return Err(Failure::new(format!(
            "{folder} is not empty; give a folder that does not exist yet"
        )));
    }
    Ok(())
}

/// Returns whether a folder is empty or a data folder. Any other, such as a system's own, is not closed to the users who
/// share it.
fn is_data_folder(folder: &Path) -> io::Result<bool> {
    let is_known = [DATABASE, FILES]
        .iter()
        .any(|name| folder.join(name).exists());
    Ok(is_known || fs::read_dir(folder)?.next().is_none())
}

/// Closes a SQLite database to others, if it exists.
pub(crate) fn make_database_private(database: &Path) -> Result<(), Failure> {
    for suffix in COMPANIONS {
        let mut name = OsString::from(database);
        name.push(suffix);
        let file = PathBuf::from(name);
        if let Some(mode) = mode_open_to_others(&file)? {
            make_private(&file, mode)?;
        }
    }
    Ok(())
}

/// Returns the mode of a file or folder if others have a right to it.
fn mode_open_to_others(path: &Path) -> Result<Option<u32>, Failure> {
    match fs::metadata(path) {
        Ok(found) => {
            Ok(Some(found.permissions().mode() & 0o7777).filter(|mode| mode & OTHERS != 0))
        }
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::of(format!("look at {}", path.display()))(error)),
    }
}

/// Removes the rights of others from a file or folder.
fn make_private(path: &Path, mode: u32) -> Result<(), Failure> {
    let private = mode & 0o700;
    let name = path.display();
    fs::set_permissions(path, Permissions::from_mode(private)).map_err(Failure::of(format!(
        "close {name} to other users of this machine (mode {mode:04o}). Type, as root: chown USER {name} && chmod {private:o} {name}, with \
         the user that runs shortlist"
    )))?;
    tracing::warn!(
        "{name} was open to other users of this machine (mode {mode:04o}) and is now closed (mode {private:04o})"
    );
    Ok(())
}

/// Copies a file. Only this user can access the copy, while [`fs::copy`] would repeat the mode of the original.
///
/// # Errors
/// When the original cannot be read or the copy cannot be written.
pub(crate) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let mut original = File::open(from)?;
    let mut copy = File::create(to)?;
    io::copy(&mut original, &mut copy).map(|_bytes| ())
}

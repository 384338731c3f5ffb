//! `shortlist backup` and `shortlist restore`: copies of a SQLite database and its files.
//!
//! A backup is a folder with the layout of a data folder. The database is copied first. The service stores a file before its
//! row, so that every row of the copy finds its file.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use shortlist_persistence::{CopyOutcome, DatabaseUrl, ListSource, Store, StoreConfig};

use crate::config::{Config, ConfigArguments};
use crate::data_folder::{DATABASE, FILES};
use crate::progress::Progress;
use crate::service::{DataLocations, open_database};
use crate::{Failure, file_permissions, output, service, telemetry};

/// The folder of files that are arriving and are not stored yet.
const STAGING: &str = "staging";

/// Flags of `backup`.
#[derive(Debug, Args)]
pub(crate) struct BackupArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The folder to write to. It must be empty or not exist yet.
    #[arg(long)]
    to: PathBuf,
}

/// Flags of `restore`.
#[derive(Debug, Args)]
pub(crate) struct RestoreArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The folder that `backup` wrote.
    #[arg(long)]
    from: PathBuf,
}

/// Copies the database and the files. The server may run meanwhile.
pub(crate) fn backup(arguments: &BackupArguments) -> Result<(), Failure> {
    let config = Config::load(&arguments.config)?;
    telemetry::start("warn", config.logging.log_format)?;
    let locations = service::data_locations(&config)?;
    let to = &arguments.to;
    file_permissions::check_is_unused(to)?;
    let DatabaseUrl::Sqlite(database) = locations.database() else {
        return Err(Failure::new(NOT_SQLITE));
    };
    if !database.exists() {
        return Err(Failure::new(format!(
            "there is no database at {}; give the data folder with --data-dir",
            database.display()
        )));
    }
    file_permissions::create_folder(locations.data_dir)?;
    file_permissions::create_folder(to)?;
    let copy = to.join(DATABASE);
    let progress = begin_copy(&locations, &database, &locations.files());
    let copied = open_database(&locations)?.database().copy_to(&copy);
    if copied.map_err(Failure::of("copy the database"))? == CopyOutcome::Unsupported {
        return Err(Failure::new(NOT_SQLITE));
    }
    check(&copy)?;
    progress.add(size(&database));
    let files = copy_files(&locations, (&locations.files(), &to.join(FILES)), &progress)?;
    rustix::fs::sync();
    progress.finish();
    output::print_result(&copy_report(&locations, files, to))
}

/// Copies the files of the data folder and returns their number. Files in an object store are not copied: they may not fit
/// on the disk, and the store has its own backup features.
fn copy_files(
    locations: &DataLocations<'_>,
    (from, to): (&Path, &Path),
    progress: &Progress,
) -> Result<usize, Failure> {
    if locations.objects.is_some() {
        return Ok(0);
    }
    copy_tree(from, to, progress).map_err(Failure::of("copy the files"))
}

/// Begins copying a database and a folder of files.
fn begin_copy(locations: &DataLocations<'_>, database: &Path, files: &Path) -> Progress {
    let copies_files = locations.objects.is_none() && Progress::is_visible();
    let files = if copies_files { tree_size(files) } else { 0 };
    Progress::of_bytes("copying", size(database) + files)
}

/// Returns the size of a file in bytes; 0 if it cannot be read, because the copy reports that.
fn size(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |found| found.len())
}

/// Returns the size of what [`copy_tree`] copies, as far as it can be read.
fn tree_size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let sizes = entries.map(|entry| match entry.file_type() {
        Ok(kind) if kind.is_dir() && entry.file_name() == OsStr::new(STAGING) => 0,
        Ok(kind) if kind.is_dir() => tree_size(&entry.path()),
        _ => size(&entry.path()),
    });
    sizes.sum()
}

/// Describes what was copied to a folder.
fn copy_report(locations: &DataLocations<'_>, files: usize, folder: &Path) -> String {
    let folder = folder.display();
    match &locations.objects {
        Some(objects) => format!(
            "the database is in {folder}; the files in {objects} are not part of the backup, so back them up there"
        ),
        None => format!("the database and {files} files are in {folder}"),
    }
}

const NOT_SQLITE: &str = "the database is PostgreSQL: back it up with pg_dump and restore it with pg_restore, then copy the folder of the \
                          files (docs/OPERATIONS.md)";

/// Restores a backup to a place without data. The database is copied last, so that an interrupted restore can be repeated.
pub(crate) fn restore(arguments: &RestoreArguments) -> Result<(), Failure> {
    let config = Config::load(&arguments.config)?;
    telemetry::start("warn", config.logging.log_format)?;
    let locations = service::data_locations(&config)?;
    let DatabaseUrl::Sqlite(database) = locations.database() else {
        return Err(Failure::new(NOT_SQLITE));
    };
    if database.exists() {
        return Err(Failure::new(format!(
            "{} exists, and restoring would replace it; move it away first, or name another data folder",
            database.display()
        )));
    }
    let copy = arguments.from.join(DATABASE);
    check(&copy)?;
    file_permissions::create_folder(locations.data_dir)?;
    let backup_files = arguments.from.join(FILES);
    if let Some(objects) = &locations.objects
        && backup_files.exists()
    {
        return Err(Failure::new(format!(
            "{} contains files, but file_store is {objects}; restore without file_store, then copy the \
             folders resumes and recordings below the bucket's prefix (docs/OPERATIONS.md)",
            arguments.from.display()
        )));
    }
    let progress = begin_copy(&locations, &copy, &backup_files);
    let files = copy_files(&locations, (&backup_files, &locations.files()), &progress)?;
    let arriving = database.with_extension("arriving");
    file_permissions::copy(&copy, &arriving).map_err(Failure::of("copy the database"))?;
    rustix::fs::sync();
    fs::rename(&arriving, &database).map_err(Failure::of("move the database into place"))?;
    rustix::fs::sync();
    progress.finish();
    output::print_result(&copy_report(&locations, files, locations.data_dir))
}

/// Checks that a copied database is intact.
fn check(copy: &Path) -> Result<(), Failure> {
    let attempt = format!("read the database {}", copy.display());
    if !copy.is_file() {
        return Err(Failure::new(format!(
            "{} is missing; give a folder that shortlist backup wrote",
            copy.display()
        )));
    }
    let config = StoreConfig {
        url: DatabaseUrl::Sqlite(copy.to_owned()),
        max_connections: 1,
        lists: ListSource::Database,
    };
    let damage = Store::open(&config)
        .and_then(|store| store.database().integrity_errors())
        .map_err(Failure::of(attempt))?;
    match damage.first() {
        None => Ok(()),
        Some(first) => Err(Failure::new(format!(
            "the database {} is damaged: {first}",
            copy.display()
        ))),
    }
}

/// Copies a folder with everything in it, except files that are still arriving. Returns the number of files. A file that
/// disappears meanwhile was erased.
fn copy_tree(from: &Path, to: &Path, progress: &Progress) -> io::Result<usize> {
    let entries = match fs::read_dir(from) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        entries => entries?,
    };
    fs::create_dir_all(to)?;
    let mut files = 0;
    for entry in entries {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            if entry.file_name() != OsStr::new(STAGING) {
                files += copy_tree(&entry.path(), &target, progress)?;
            }
            continue;
        }
        match file_permissions::copy(&entry.path(), &target) {
            Ok(()) => {
                files += 1;
                progress.add(size(&target));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(files)
}

//! `shortlist backup` and `shortlist restore`: a database in SQLite with the files that belong to it.
//!
//! A backup is a folder that is laid out as a data folder is. The database is copied first: a row's file is there before the row
//! is, so that every row of the copy finds its file.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use shortlist_persistence::{Copied, DatabaseUrl, Store, StoreConfig};

use crate::config::{Config, ConfigArguments};
use crate::service::{DATABASE, FILES, Places, open_database};
use crate::{Failure, output, privacy, serve, telemetry};

/// What arrives at this moment, and is not kept yet.
const STAGING: &str = "staging";

/// Flags of `backup`.
#[derive(Debug, Args)]
pub(crate) struct BackupArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The folder to write to; it must not exist or be empty.
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

/// Copies database and files while the server may serve.
pub(crate) fn backup(arguments: &BackupArguments) -> Result<(), Failure> {
    let config = Config::load(&arguments.config)?;
    telemetry::start("warn", config.log_format)?;
    let places = serve::places(&config)?;
    let to = &arguments.to;
    if fs::read_dir(to).is_ok_and(|mut entries| entries.next().is_some()) {
        return Err(Failure::new(format!(
            "{} is not empty; give a folder that does not exist yet",
            to.display()
        )));
    }
    let DatabaseUrl::Sqlite(database) = places.database() else {
        return Err(Failure::new(NOT_SQLITE));
    };
    if !database.exists() {
        return Err(Failure::new(format!(
            "there is no database at {}; name the data folder by --data-dir",
            database.display()
        )));
    }
    privacy::create_folder(places.data_dir)?;
    privacy::create_folder(to)?;
    let copy = to.join(DATABASE);
    let copied = open_database(&places)?.copy_to(&copy);
    if copied.map_err(Failure::of("copy the database"))? == Copied::NotHere {
        return Err(Failure::new(NOT_SQLITE));
    }
    check(&copy)?;
    let files = copy_files(&places, &places.files(), &to.join(FILES))?;
    rustix::fs::sync();
    output::say(&format!("the database{files} in {}", to.display()))
}

/// Copies the files that lie in the folder, and says what is where: those in a store of objects are not copied, for they are as
/// many as the disk may not hold, and the store has means of its own.
fn copy_files(places: &Places<'_>, from: &Path, to: &Path) -> Result<String, Failure> {
    if let Some(objects) = &places.objects {
        return Ok(format!(
            " alone, without the files in {objects}, which its own replication or a copy saves, is"
        ));
    }
    let files = copy_tree(from, to).map_err(Failure::of("copy the files"))?;
    Ok(format!(" and {files} files are"))
}

const NOT_SQLITE: &str = "the database is PostgreSQL, which pg_dump backs up and pg_restore brings back; the folder of the files is copied \
                          beside it, after the database (docs/OPERATIONS.md)";

/// Puts a backup where no data are yet. The database comes last, so that what was cut off can be begun again.
pub(crate) fn restore(arguments: &RestoreArguments) -> Result<(), Failure> {
    let config = Config::load(&arguments.config)?;
    telemetry::start("warn", config.log_format)?;
    let places = serve::places(&config)?;
    let DatabaseUrl::Sqlite(database) = places.database() else {
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
    privacy::create_folder(places.data_dir)?;
    let kept = arguments.from.join(FILES);
    if let Some(objects) = &places.objects
        && kept.exists()
    {
        return Err(Failure::new(format!(
            "{} holds files, and file_store says that they lie in {objects}; restore without file_store, then copy the \
             folders resumes and recordings below the bucket's prefix (docs/OPERATIONS.md)",
            arguments.from.display()
        )));
    }
    let files = copy_files(&places, &kept, &places.files())?;
    let arriving = database.with_extension("arriving");
    privacy::copy(&copy, &arriving).map_err(Failure::of("copy the database"))?;
    rustix::fs::sync();
    fs::rename(&arriving, &database).map_err(Failure::of("put the database in its place"))?;
    rustix::fs::sync();
    output::say(&format!(
        "the database{files} in {}",
        places.data_dir.display()
    ))
}

/// Whether a copied database is whole.
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
        replica: None,
    };
    let damage = Store::open(&config)
        .and_then(|store| store.find_damage())
        .map_err(Failure::of(attempt))?;
    match damage.first() {
        None => Ok(()),
        Some(first) => Err(Failure::new(format!(
            "the database {} is damaged: {first}",
            copy.display()
        ))),
    }
}

/// Copies a folder with all below it but what is being staged; tells how many files there were. A file that is gone was erased
/// meanwhile.
fn copy_tree(from: &Path, to: &Path) -> io::Result<usize> {
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
                files += copy_tree(&entry.path(), &target)?;
            }
            continue;
        }
        match privacy::copy(&entry.path(), &target) {
            Ok(()) => files += 1,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(files)
}

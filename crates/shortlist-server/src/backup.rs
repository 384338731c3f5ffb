//! `shortlist backup` and `shortlist restore`: copies of a database and its files.
//!
//! A backup is a folder with the layout of a data folder, and a manifest. The database is copied first. The service stores a file before
//! its row, so that every row of the copy finds its file. A database of PostgreSQL is copied by its own program before.

mod manifest;

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::Args;
use shortlist_persistence::{DatabaseUrl, integrity_errors};

use crate::config::{Config, ConfigArguments};
use crate::data_folder::{DATABASE, FILES};
use crate::progress::Progress;
use crate::service::{DataLocations, open_database};
use crate::{Failure, file_permissions, output, service, telemetry};
use manifest::{Content, Manifest};

/// The folder of files that are arriving and are not stored yet.
const STAGING: &str = "staging";
/// The file of a copied PostgreSQL database.
const DUMP: &str = "shortlist.dump";
/// The first bytes of such a file.
const DUMP_MAGIC: &[u8] = b"PGDMP";

/// Flags of `backup`.
#[derive(Debug, Args)]
pub(crate) struct BackupArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The folder to write to. It must be empty or not exist yet.
    #[arg(long)]
    to: PathBuf,
    /// With PostgreSQL: the file that `pg_dump --format custom` has just written.
    #[arg(long)]
    database_dump: Option<PathBuf>,
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
    let source = Source::of(&locations, arguments.database_dump.as_deref())?;
    file_permissions::create_folder(locations.data_dir)?;
    file_permissions::create_empty_folder(&arguments.to)?;
    let to = &arguments.to;
    let progress = begin_copy(&locations, source.file());
    let mut manifest = Manifest::default();
    source.copy(&locations, to, &mut manifest)?;
    progress.add(size(source.file()));
    if locations.objects.is_none() {
        let add = |path: String, content: Content| {
            progress.add(content.bytes);
            manifest.add(path, content);
        };
        copy_files(&locations.files(), &to.join(FILES), add)
            .map_err(Failure::of("copy the files"))?;
    }
    manifest
        .write(to)
        .map_err(Failure::of("write the manifest"))?;
    rustix::fs::sync();
    progress.finish();
    output::print_result(&report(&locations, &manifest, to))
}

/// The copy of the database that a backup begins with.
enum Source<'a> {
    Sqlite(PathBuf),
    Dump(&'a Path),
}

impl<'a> Source<'a> {
    fn of(locations: &DataLocations<'_>, dump: Option<&'a Path>) -> Result<Self, Failure> {
        match (locations.database(), dump) {
            (DatabaseUrl::Sqlite(database), None) if database.exists() => {
                Ok(Self::Sqlite(database))
            }
            (DatabaseUrl::Sqlite(database), None) => Err(Failure::new(format!(
                "there is no database at {}; give the data folder with --data-dir",
                database.display()
            ))),
            (DatabaseUrl::Sqlite(_), Some(_)) => Err(Failure::new(
                "the database is a SQLite file, which backup copies itself; leave out --database-dump",
            )),
            (DatabaseUrl::PostgreSql(_), Some(dump)) => {
                check_dump(dump)?;
                Ok(Self::Dump(dump))
            }
            (DatabaseUrl::PostgreSql(_), None) => Err(Failure::new(NO_DUMP)),
        }
    }

    fn file(&self) -> &Path {
        match self {
            Self::Sqlite(file) => file,
            Self::Dump(file) => file,
        }
    }

    fn copy(
        &self,
        locations: &DataLocations<'_>,
        to: &Path,
        manifest: &mut Manifest,
    ) -> Result<(), Failure> {
        let attempt = "copy the database";
        let (name, content) = match self {
            Self::Sqlite(_) => {
                let copy = to.join(DATABASE);
                let store = open_database(locations)?;
                let copied = store.database().copy_to(&copy);
                copied.map_err(Failure::of(attempt))?;
                check_integrity(&copy)?;
                (DATABASE, Content::of(&copy))
            }
            Self::Dump(dump) => (DUMP, Content::copy(dump, &to.join(DUMP))),
        };
        manifest.add(name.to_owned(), content.map_err(Failure::of(attempt))?);
        Ok(())
    }
}

const NO_DUMP: &str = "the database is PostgreSQL: first run pg_dump --format custom --file shortlist.dump, then give that file with \
                       --database-dump (docs/OPERATIONS.md)";

/// Checks that a file is a copy of a PostgreSQL database.
fn check_dump(dump: &Path) -> Result<(), Failure> {
    let attempt = || format!("read the copy of the database {}", dump.display());
    let mut first = Vec::new();
    fs::File::open(dump)
        .and_then(|file| file.take(5).read_to_end(&mut first))
        .map_err(Failure::of(attempt()))?;
    if first == DUMP_MAGIC {
        Ok(())
    } else {
        Err(Failure::new(format!(
            "{} is not what pg_dump --format custom writes; run pg_dump again",
            dump.display()
        )))
    }
}

/// Begins copying a database and the files.
fn begin_copy(locations: &DataLocations<'_>, database: &Path) -> Progress {
    let copies_files = locations.objects.is_none() && Progress::is_visible();
    let files = if copies_files {
        manifest::list(&locations.files()).unwrap_or_default()
    } else {
        Vec::new()
    };
    let sizes = files.iter().map(|path| size(&locations.files().join(path)));
    Progress::of_bytes("copying", size(database) + sizes.sum::<u64>())
}

/// Returns the size of a file in bytes; 0 if it cannot be read, because the copy reports that.
fn size(file: &Path) -> u64 {
    fs::metadata(file).map_or(0, |found| found.len())
}

/// Describes what was copied to a folder.
fn report(locations: &DataLocations<'_>, manifest: &Manifest, folder: &Path) -> String {
    let folder = folder.display();
    let files = manifest.files().count().saturating_sub(1);
    match &locations.objects {
        Some(objects) => format!(
            "the database is in {folder}; the files in {objects} are not part of the backup, so back them up there"
        ),
        None => format!("the database and {files} files are in {folder}"),
    }
}

/// Restores a backup to a place without data. Nothing is changed before the whole backup was checked. The database comes last, so that
/// an interrupted restore can be repeated.
pub(crate) fn restore(arguments: &RestoreArguments) -> Result<(), Failure> {
    let config = Config::load(&arguments.config)?;
    telemetry::start("warn", config.logging.log_format)?;
    let locations = service::data_locations(&config)?;
    let from = &arguments.from;
    let manifest = Manifest::read(from)?;
    let target = Target::of(&locations, from, &manifest)?;
    let progress = Progress::of_bytes("checking", manifest.bytes());
    manifest.check(from, |bytes| progress.add(bytes))?;
    progress.finish();
    file_permissions::create_folder(locations.data_dir)?;
    let progress = Progress::of_bytes("copying", manifest.bytes());
    for (path, content) in manifest.files().filter(|(path, _)| is_below_files(path)) {
        restore_file(&from.join(path), &locations.data_dir.join(path), content)?;
        progress.add(content.bytes);
    }
    rustix::fs::sync();
    if let Target::Sqlite(database) = &target {
        restore_database(&from.join(DATABASE), database)?;
    }
    progress.finish();
    output::print_result(&match target {
        Target::Sqlite(_) => report(&locations, &manifest, locations.data_dir),
        Target::PostgreSql => format!(
            "{} files are in {}; now run pg_restore --dbname ADDRESS {}",
            manifest.files().count().saturating_sub(1),
            locations.data_dir.display(),
            from.join(DUMP).display()
        ),
    })
}

fn is_below_files(path: &str) -> bool {
    path.split('/').next() == Some(FILES)
}

/// Copies a file of a backup that was checked. It may have changed since.
fn restore_file(from: &Path, to: &Path, expected: &Content) -> Result<(), Failure> {
    let attempt = format!("copy the file {}", from.display());
    let copied = Content::copy(from, to).map_err(Failure::of(attempt))?;
    if copied == *expected {
        Ok(())
    } else {
        Err(Failure::new(format!(
            "{} changed while it was copied; restore again",
            from.display()
        )))
    }
}

fn restore_database(copy: &Path, database: &Path) -> Result<(), Failure> {
    let arriving = database.with_extension("arriving");
    file_permissions::copy(copy, &arriving).map_err(Failure::of("copy the database"))?;
    rustix::fs::sync();
    fs::rename(&arriving, database).map_err(Failure::of("move the database into place"))?;
    rustix::fs::sync();
    Ok(())
}

/// Where a backup is restored.
enum Target {
    /// To this file, which does not exist yet.
    Sqlite(PathBuf),
    /// The database itself is restored by its own program.
    PostgreSql,
}

impl Target {
    /// Checks that the place is that of the backup's database, and that nothing would be replaced.
    fn of(
        locations: &DataLocations<'_>,
        from: &Path,
        manifest: &Manifest,
    ) -> Result<Self, Failure> {
        let from = from.display();
        if let Some(objects) = &locations.objects
            && manifest.files().any(|(path, _)| is_below_files(path))
        {
            return Err(Failure::new(format!(
                "{from} contains files, but file_store is {objects}; restore without file_store, then copy the \
                 folders resumes, documents and recordings below the bucket's prefix (docs/OPERATIONS.md)"
            )));
        }
        match locations.database() {
            DatabaseUrl::Sqlite(database) if database.exists() => Err(Failure::new(format!(
                "{} exists, and restoring would replace it; move it away first, or name another data folder",
                database.display()
            ))),
            DatabaseUrl::Sqlite(database) if manifest.contains(DATABASE) => {
                Ok(Self::Sqlite(database))
            }
            DatabaseUrl::Sqlite(_) => Err(Failure::new(format!(
                "{from} is the backup of a PostgreSQL database; set database_url to the database that is restored"
            ))),
            DatabaseUrl::PostgreSql(_) if manifest.contains(DUMP) => {
                check_files_are_known(&locations.files(), manifest)?;
                Ok(Self::PostgreSql)
            }
            DatabaseUrl::PostgreSql(_) => Err(Failure::new(format!(
                "{from} is the backup of a SQLite database; restore it without database_url, then move its organizations \
                 (docs/OPERATIONS.md)"
            ))),
        }
    }
}

/// Checks that a folder contains no other files than those of a backup, so that nothing is mixed.
fn check_files_are_known(files: &Path, manifest: &Manifest) -> Result<(), Failure> {
    let found = manifest::list(files).map_err(Failure::of("list the files of the data folder"))?;
    let mut others = found
        .iter()
        .filter(|path| !is_staged(path) && !manifest.contains(&format!("{FILES}/{path}")));
    match others.next() {
        None => Ok(()),
        Some(other) => Err(Failure::new(format!(
            "{} is not part of the backup, and restoring would mix two sets of files; move it away first, or name another data folder",
            files.join(other).display()
        ))),
    }
}

fn is_staged(path: &str) -> bool {
    path.split('/').next() == Some(STAGING)
}

/// Checks that a copied database is intact.
fn check_integrity(copy: &Path) -> Result<(), Failure> {
    let attempt = format!("read the database {}", copy.display());
    let damage = integrity_errors(copy).map_err(Failure::of(attempt))?;
    match damage.first() {
        None => Ok(()),
        Some(first) => Err(Failure::new(format!(
            "the database {} is damaged: {first}",
            copy.display()
        ))),
    }
}

/// Copies the folder of the files, except files that are still arriving. A file that disappears meanwhile was erased.
fn copy_files(from: &Path, to: &Path, mut copied: impl FnMut(String, Content)) -> io::Result<()> {
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let entries = match fs::read_dir(from.join(&folder)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let path = folder.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                if path.as_os_str() != OsStr::new(STAGING) {
                    folders.push(path);
                }
                continue;
            }
            let name = path.to_str().ok_or(io::ErrorKind::InvalidFilename)?;
            match Content::copy(&from.join(&path), &to.join(&path)) {
                Ok(content) => copied(format!("{FILES}/{name}"), content),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
    }
    Ok(())
}

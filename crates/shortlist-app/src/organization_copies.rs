//! Copies of a whole organization in a folder, to move it to another installation.
//!
//! The folder contains `rows/TABLE.jsonl` with the rows of each table, `files/` with the names of the file store, and
//! `organization.json`, which is written last: a folder without it is incomplete.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use shortlist_domain::{AuditedKind, InvalidValue, NewAuditEntry, OrganizationId};
use shortlist_persistence::{Store, StoreError, tables_of_organizations};

use crate::checks::require_organization;
use crate::files::{NamedFile, TABLES_WITH_FILES};
use crate::writers::Writers;
use crate::{AppError, FileStore};

const MANIFEST: &str = "organization.json";
const ROWS: &str = "rows";
const FILES: &str = "files";
/// The form of the folder. It increases when programs of earlier versions cannot read it any more.
const FORMAT: u32 = 1;
/// How many files are stored at once.
const FILES_AT_ONCE: usize = 16;

/// What a folder contains.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct OrganizationCopy {
    format: u32,
    schema: String,
    /// The identifier of the organization.
    pub organization_id: String,
    /// The number of rows of all tables.
    pub rows: usize,
    /// The number of files.
    pub files: usize,
}

/// Copies organizations to folders, and from folders.
pub struct OrganizationCopies<'a> {
    pub(crate) store: &'a Store,
    pub(crate) files: &'a FileStore,
    pub(crate) writers: &'a Writers,
}

impl OrganizationCopies<'_> {
    /// Writes everything of an organization to an empty folder, as of one moment. The audit log records it.
    ///
    /// # Errors
    /// Returns an error if the organization is unknown, one of its uploads or applications has not ended, or something cannot be read or written.
    pub fn export(
        &self,
        organization: &OrganizationId,
        folder: &Path,
    ) -> Result<OrganizationCopy, AppError> {
        require_organization(self.store, organization)?;
        let is_open = self.store.uploads().has_open(organization)?
            || self.store.candidates().has_pending(organization)?;
        if is_open {
            let problem = format!(
                "an upload or application of {organization} has not ended; keep the server running until it has, then export again"
            );
            return Err(AppError::Conflict(problem));
        }
        self.record(organization, "exportOrganization")?;
        let schema = self.store.organization_rows().schema_version()?;
        let rows = self.export_rows(organization, &folder.join(ROWS))?;
        let mut files = 0;
        for table in TABLES_WITH_FILES {
            for line in lines_of(folder, table)?.lines() {
                let file = NamedFile::of_row(organization, table, &line?)?;
                self.files.copy_out(&file, &folder.join(FILES))?;
                files += 1;
            }
        }
        let copy = OrganizationCopy {
            format: FORMAT,
            schema,
            organization_id: organization.as_str().to_owned(),
            rows,
            files,
        };
        let text = serde_json::to_string_pretty(&copy).map_err(io::Error::from)?;
        fs::write(folder.join(MANIFEST), text + "\n")?;
        Ok(copy)
    }

    fn export_rows(&self, organization: &OrganizationId, folder: &Path) -> Result<usize, AppError> {
        fs::create_dir_all(folder)?;
        let mut tables = HashMap::new();
        for table in tables_of_organizations() {
            let file = File::create(folder.join(file_name(table)))?;
            tables.insert(table, BufWriter::new(file));
        }
        let mut rows = 0;
        let mut take = |table, line: &str| {
            rows += 1;
            match tables.get_mut(table) {
                Some(file) => writeln!(file, "{line}"),
                None => Err(io::Error::other(format!("the table {table} is not copied"))),
            }
        };
        self.store
            .organization_rows()
            .read(organization, &mut take)?;
        for mut file in tables.into_values() {
            file.flush()?;
        }
        Ok(rows)
    }

    /// Creates the organization of a folder, with all rows and files or not at all. Files that were stored before a failure are
    /// stored again by the next attempt. The audit log records it.
    ///
    /// # Errors
    /// Returns an error if the folder is incomplete, damaged or of another version, or the organization exists already. If only the
    /// audit log does not hold, the organization was imported, and the error says so.
    pub fn import(&self, folder: &Path) -> Result<OrganizationCopy, AppError> {
        let copy = self.check(folder)?;
        let organization = OrganizationId::parse("organizationId", &copy.organization_id)?;
        if self.store.organizations().find(&organization)?.is_some() {
            let problem = format!("the organization {organization} exists in this installation");
            return Err(AppError::Conflict(problem));
        }
        let files = self.import_files(&organization, folder)?;
        if files != copy.files {
            return Err(damaged(format!(
                "{files} of {} files are named",
                copy.files
            )));
        }
        self.import_rows(&organization, folder, copy.rows)?;
        let verdict = self.store.audit().verify(&organization)?;
        if let Some((number, problem)) = verdict.broken {
            let problem = format!(
                "{organization} was imported, but row {number} of its audit log {problem}; compare with verify-audit of the old \
                 installation"
            );
            return Err(AppError::Conflict(problem));
        }
        self.record(&organization, "importOrganization")?;
        Ok(copy)
    }

    /// Reads what the folder contains, and checks that this installation can import it.
    fn check(&self, folder: &Path) -> Result<OrganizationCopy, AppError> {
        let manifest = folder.join(MANIFEST);
        let text = fs::read_to_string(&manifest).map_err(|error| {
            let manifest = manifest.display();
            let problem = format!(
                "cannot read {manifest} ({error}); give a folder to which an export was completed"
            );
            AppError::Conflict(problem)
        })?;
        let copy: OrganizationCopy =
            serde_json::from_str(&text).map_err(|error| damaged(format!("{MANIFEST}: {error}")))?;
        let schema = self.store.organization_rows().schema_version()?;
        if copy.format != FORMAT || copy.schema != schema {
            let problem = format!(
                "the folder was written by a version with the schema {} (format {}), and this one has {schema} (format {FORMAT}); \
                 use the same version of the program for both",
                copy.schema, copy.format
            );
            return Err(AppError::Conflict(problem));
        }
        Ok(copy)
    }

    fn import_files(
        &self,
        organization: &OrganizationId,
        folder: &Path,
    ) -> Result<usize, AppError> {
        let mut stored = 0;
        for table in TABLES_WITH_FILES {
            let mut batch = Vec::new();
            for line in lines_of(folder, table)?.lines() {
                batch.push(NamedFile::of_row(organization, table, &line?)?);
                stored += 1;
                if batch.len() == FILES_AT_ONCE {
                    let full = std::mem::take(&mut batch);
                    self.files.copy_in(full, &folder.join(FILES))?;
                }
            }
            self.files.copy_in(batch, &folder.join(FILES))?;
        }
        Ok(stored)
    }

    fn import_rows(
        &self,
        organization: &OrganizationId,
        folder: &Path,
        expected: usize,
    ) -> Result<(), AppError> {
        let mut open =
            |table| -> io::Result<Box<dyn BufRead>> { Ok(Box::new(lines_of(folder, table)?)) };
        let rows = self.store.organization_rows();
        rows.write(organization, expected, &mut open)
            .map_err(|error| match error {
                StoreError::UniqueViolation(_) => AppError::Conflict(format!(
                    "a record of {organization}, such as an API key, exists in this installation"
                )),
                error => error.into(),
            })
    }

    fn record(
        &self,
        organization: &OrganizationId,
        operation: &'static str,
    ) -> Result<(), AppError> {
        let entry = NewAuditEntry::done(AuditedKind::Organization, organization.as_str());
        let writer = self.writers.for_operator(organization, operation);
        Ok(writer.record(&[entry])?)
    }
}

fn damaged(problem: impl std::fmt::Display) -> AppError {
    AppError::BadInput(InvalidValue::new(
        "the folder",
        format!("is damaged: {problem}; export the organization again"),
    ))
}

fn file_name(table: &str) -> PathBuf {
    Path::new(table).with_extension("jsonl")
}

fn lines_of(folder: &Path, table: &str) -> io::Result<BufReader<File>> {
    let path = folder.join(ROWS).join(file_name(table));
    let opened = File::open(&path);
    opened.map(BufReader::new).map_err(|error| {
        let path = path.display();
        io::Error::new(error.kind(), format!("open {path}: {error}"))
    })
}

//! Copies of a whole organization in a folder, to move it to another installation.
//!
//! The folder contains `rows/TABLE.jsonl` with the rows of each table, `files/` with the names of the file store, and
//! `organization.json`, which is written last: a folder without it is incomplete.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use shortlist_domain::{
    AuditedKind, CopyDamage, FileProblem, InvalidValue, NewAuditEntry, OrganizationId,
};
use shortlist_persistence::{RowSchema, Store, StoreError, tables_of_organizations};

use crate::checks::require_organization;
use crate::conflict::{CopyConflict, CopyVersion};
use crate::error::AppError;
use crate::files::{FileStore, NamedFile, TABLES_WITH_FILES};
use crate::writers::Writers;

const MANIFEST: &str = "organization.json";
const ROWS: &str = "rows";
const FILES: &str = "files";
/// The form of the folder. It increases when programs of earlier versions cannot read it any more.
const FORMAT: u32 = 1;
/// The earliest schema whose rows this program can import, because each column that they lack has a default. It increases with
/// each migration that needs a back-fill.
const EARLIEST_SCHEMA: &str = "0170";
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
            return Err(AppError::conflict(CopyConflict::WorkRuns(
                organization.clone(),
            )));
        }
        self.record(organization, "exportOrganization")?;
        let schema = self.store.organization_rows().schema_version()?;
        let rows = self.export_rows(organization, &folder.join(ROWS))?;
        let mut files = 0;
        for table in TABLES_WITH_FILES {
            for line in lines_of(folder, table, RowSchema::Same)?.lines() {
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
        let (copy, schema) = self.check(folder)?;
        let lines = |table: &str| lines_of(folder, table, schema);
        let organization = OrganizationId::parse("organizationId", &copy.organization_id)?;
        if self.store.organizations().find(&organization)?.is_some() {
            let exists = CopyConflict::OrganizationExists(organization);
            return Err(AppError::conflict(exists));
        }
        let files = self.import_files(&organization, folder, &lines)?;
        if files != copy.files {
            return Err(damaged(CopyDamage::FileCount {
                named: files,
                copied: copy.files,
            }));
        }
        self.import_rows(&organization, copy.rows, schema, &lines)?;
        let verdict = self.store.audit().verify(&organization)?;
        if let Some((row, problem)) = verdict.broken {
            return Err(AppError::conflict(CopyConflict::BrokenAuditLog {
                organization,
                row,
                problem,
            }));
        }
        self.record(&organization, "importOrganization")?;
        Ok(copy)
    }

    /// Reads what the folder contains, and checks that this installation can import it. Returns how the schema of its rows compares
    /// with that of this installation.
    fn check(&self, folder: &Path) -> Result<(OrganizationCopy, RowSchema), AppError> {
        let manifest = folder.join(MANIFEST);
        let text = fs::read_to_string(&manifest).map_err(|error| {
            AppError::conflict(CopyConflict::Unreadable {
                manifest: manifest.clone(),
                system_error: error.to_string(),
            })
        })?;
        let copy: OrganizationCopy = serde_json::from_str(&text).map_err(|error| {
            damaged(CopyDamage::LibrarySays {
                file: MANIFEST.to_owned(),
                message: error.to_string(),
            })
        })?;
        let schema = self.store.organization_rows().schema_version()?;
        let is_readable = (EARLIEST_SCHEMA..=schema.as_str()).contains(&copy.schema.as_str());
        if copy.format != FORMAT || !is_readable {
            let version = |schema, format| CopyVersion { schema, format };
            return Err(AppError::conflict(CopyConflict::OtherVersion {
                folder: version(copy.schema, copy.format),
                program: version(schema, FORMAT),
                earliest_schema: EARLIEST_SCHEMA,
            }));
        }
        let compared = if copy.schema == schema {
            RowSchema::Same
        } else {
            RowSchema::Earlier
        };
        Ok((copy, compared))
    }

    fn import_files(
        &self,
        organization: &OrganizationId,
        folder: &Path,
        lines: &LinesOf<'_>,
    ) -> Result<usize, AppError> {
        let mut stored = 0;
        for table in TABLES_WITH_FILES {
            let mut batch = Vec::new();
            for line in lines(table)?.lines() {
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
        expected: usize,
        schema: RowSchema,
        lines: &LinesOf<'_>,
    ) -> Result<(), AppError> {
        let rows = self.store.organization_rows();
        rows.write(organization, expected, schema, &mut |table| lines(table))
            .map_err(|error| match error {
                StoreError::UniqueViolation(_) => {
                    AppError::conflict(CopyConflict::RecordExists(organization.clone()))
                }
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

fn damaged(damage: CopyDamage) -> AppError {
    AppError::BadInput(InvalidValue::new(
        "the folder",
        FileProblem::DamagedCopy(damage),
    ))
}

fn file_name(table: &str) -> PathBuf {
    Path::new(table).with_extension("jsonl")
}

/// Opens the rows of a table.
type LinesOf<'a> = dyn Fn(&str) -> io::Result<Box<dyn BufRead>> + 'a;

/// Opens the rows of a table in a folder. An earlier schema may not have the table, so there are none.
fn lines_of(folder: &Path, table: &str, schema: RowSchema) -> io::Result<Box<dyn BufRead>> {
    let path = folder.join(ROWS).join(file_name(table));
    match File::open(&path) {
        Ok(file) => Ok(Box::new(BufReader::new(file))),
        Err(error) if error.kind() == io::ErrorKind::NotFound && schema == RowSchema::Earlier => {
            Ok(Box::new(io::empty()))
        }
        Err(error) => {
            let path = path.display();
            let problem = format!("open {path}: {error}");
            Err(io::Error::new(error.kind(), problem))
        }
    }
}

//! All rows of an organization, to move it to another installation.
//!
//! A row becomes a line of JSON, in the same form from both databases. So an organization can be moved from SQLite to PostgreSQL,
//! to a cluster, and back.

use std::io::{self, BufRead};

use serde_json::{Deserializer, Map, Value};
use shortlist_domain::OrganizationId;

use crate::citus::TABLES;
use crate::connections::run_on;
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::store::OrganizationRows;

/// Tables that belong to an installation, not to an organization: keys of the service, failed sign-ins, known devices and
/// migrations.
const OF_THE_INSTALLATION: [&str; 4] = [
    "service_keys",
    "login_failures",
    "known_devices",
    "__diesel_schema_migrations",
];
/// How many bytes of rows one statement inserts, and how many rows.
const STATEMENT_BYTES: usize = 4 << 20;
const STATEMENT_ROWS: usize = 1_000;

/// Returns the tables with rows of organizations, those that others refer to first.
pub fn tables_of_organizations() -> impl Iterator<Item = &'static str> {
    let tables = TABLES.iter().map(|one| one.table);
    tables.filter(|table| !OF_THE_INSTALLATION.contains(table))
}

/// A table and the column that names the organization.
fn owned(table: &'static str) -> (&'static str, &'static str) {
    let is_owner = table == "organizations";
    (table, if is_owner { "id" } else { "organization_id" })
}

/// Opens the lines of a table.
pub type OpenLines<'a> = dyn FnMut(&'static str) -> io::Result<Box<dyn BufRead>> + 'a;
/// Takes a row of a table, a line of JSON.
pub type TakeRow<'a> = dyn FnMut(&'static str, &str) -> io::Result<()> + 'a;

/// The schema that rows come from, compared with that of the database that they are written to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowSchema {
    /// The same one. The rows have all columns.
    Same,
    /// An earlier one. Columns that the rows lack get their defaults.
    Earlier,
}

impl OrganizationRows<'_> {
    /// Returns the version of the schema, the number of the last migration.
    ///
    /// # Errors
    /// When the database fails.
    pub fn schema_version(&self) -> Result<String, StoreError> {
        self.pools.read(dialect::schema_version)
    }

    /// Passes each row of an organization to a function with its table, as of one moment, in the order of
    /// [`tables_of_organizations`].
    ///
    /// # Errors
    /// When the database or the function fails.
    pub fn read(
        &self,
        organization: &OrganizationId,
        take: &mut TakeRow<'_>,
    ) -> Result<(), StoreError> {
        let mut pooled = self.pools.readers.get()?;
        run_on(&mut pooled, |conn| {
            dialect::in_snapshot(conn, |conn| {
                for table in tables_of_organizations() {
                    let columns = dialect::copied_columns(conn, owned(table))?;
                    let mut take = |line: &str| {
                        let taken = take(table, line);
                        taken.map_err(|error| {
                            StoreError::other("copy the rows of an organization", error)
                        })
                    };
                    let organization = organization.as_str();
                    dialect::for_each_row(conn, owned(table), &columns, organization, &mut take)?;
                }
                Ok(())
            })
        })
    }

    /// Inserts the rows of an organization, all of them or none.
    ///
    /// # Errors
    /// [`StoreError::UniqueViolation`] if the organization or one of its keys exists already, and when the database or the lines
    /// cannot be read or are not as many as expected.
    pub fn write(
        &self,
        organization: &OrganizationId,
        expected: usize,
        schema: RowSchema,
        open: &mut OpenLines<'_>,
    ) -> Result<(), StoreError> {
        let failed = |error| StoreError::other("open the rows of an organization", error);
        self.pools.write_unaudited(|conn| {
            dialect::prepare_copy(conn)?;
            let mut rows = 0;
            for table in tables_of_organizations() {
                let mut lines = open(table).map_err(failed)?;
                rows += insert_lines(conn, organization, table, schema, &mut lines)?;
            }
            if rows == expected {
                return Ok(());
            }
            let problem = format!("{expected} rows were expected, and {rows} are there");
            Err(StoreError::other("import an organization", problem))
        })
    }
}

fn insert_lines(
    conn: &mut DbConn,
    organization: &OrganizationId,
    table: &'static str,
    schema: RowSchema,
    lines: &mut dyn BufRead,
) -> Result<usize, StoreError> {
    let mut columns = dialect::copied_columns(conn, owned(table))?;
    let mut inserted = 0;
    let mut batch = Batch::default();
    loop {
        let is_complete = batch.take(lines)?;
        if let Some(rows) = batch.finish() {
            if schema == RowSchema::Earlier && inserted == 0 {
                let first = first_row(&rows)?;
                columns.retain(|column| first.contains_key(column.name()));
            }
            let organization = organization.as_str();
            inserted += dialect::insert_rows(conn, owned(table), &columns, organization, &rows)?;
        }
        if is_complete {
            return Ok(inserted);
        }
    }
}

/// Returns the first row of a JSON array. All rows of a table have the same columns.
fn first_row(rows: &str) -> Result<Map<String, Value>, StoreError> {
    let first = Deserializer::from_str(rows.trim_start_matches('['));
    let first = first.into_iter().next();
    Ok(first.transpose()?.unwrap_or_default())
}

/// Lines that become one JSON array.
#[derive(Default)]
struct Batch(String);

impl Batch {
    /// Reads lines until the batch is full. Returns whether there are no more.
    fn take(&mut self, lines: &mut dyn BufRead) -> Result<bool, StoreError> {
        let failed = |error| StoreError::other("read the rows of an organization", error);
        for _ in 0..STATEMENT_ROWS {
            let before = self.0.len();
            self.0.push(if before == 0 { '[' } else { ',' });
            if lines.read_line(&mut self.0).map_err(failed)? == 0 {
                self.0.truncate(before);
                return Ok(true);
            }
            if self.0.len() >= STATEMENT_BYTES {
                break;
            }
        }
        Ok(false)
    }

    /// Returns the array, or `None` if it has no rows.
    fn finish(&mut self) -> Option<String> {
        let mut rows = std::mem::take(&mut self.0);
        rows.push(']');
        (rows.len() > 1).then_some(rows)
    }
}

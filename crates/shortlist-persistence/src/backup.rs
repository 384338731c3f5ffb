//! Copies and integrity checks of a database.

use std::path::Path;

use crate::{Store, StoreError, dialect};

/// The outcome of copying a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CopyOutcome {
    /// The file contains everything that existed when the copy began.
    Complete,
    /// The database is PostgreSQL, which has its own backup tools.
    Unsupported,
}

impl Store {
    /// Writes a consistent copy of the database to a new file. Others can read and write meanwhile. Only SQLite is
    /// supported.
    ///
    /// # Errors
    /// When the file exists or cannot be written, or the database cannot be read.
    pub fn copy_to(&self, file: &Path) -> Result<CopyOutcome, StoreError> {
        let name = file.to_string_lossy();
        let copied = self.read(|conn| Ok(dialect::copy_to(conn, &name)?))?;
        Ok(if copied {
            CopyOutcome::Complete
        } else {
            CopyOutcome::Unsupported
        })
    }

    /// Returns the integrity errors of a SQLite file. The list is empty if the file is intact.
    ///
    /// # Errors
    /// When it cannot be read at all.
    pub fn integrity_errors(&self) -> Result<Vec<String>, StoreError> {
        self.read(|conn| Ok(dialect::integrity_errors(conn)?))
    }
}

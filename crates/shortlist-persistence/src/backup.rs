//! Copies of a database, and whether one is whole.

use std::path::Path;

use crate::{Store, StoreError, dialect};

/// What came of copying a database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Copied {
    /// The file holds all that was there when the copy began.
    Whole,
    /// The database copies itself by other means.
    NotHere,
}

impl Store {
    /// Writes the database as it stands to a file that does not exist yet, while others read and write it. Only SQLite is copied
    /// here.
    ///
    /// # Errors
    /// When the file exists or cannot be written, or the database cannot be read.
    pub fn copy_to(&self, file: &Path) -> Result<Copied, StoreError> {
        let name = file.to_string_lossy();
        let copied = self.read(|conn| Ok(dialect::copy_to(conn, &name)?))?;
        Ok(if copied {
            Copied::Whole
        } else {
            Copied::NotHere
        })
    }

    /// What is damaged in a SQLite file; nothing where it is whole.
    ///
    /// # Errors
    /// When it cannot be read at all.
    pub fn find_damage(&self) -> Result<Vec<String>, StoreError> {
        self.read(|conn| Ok(dialect::damage(conn)?))
    }
}

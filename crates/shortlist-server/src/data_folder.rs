//! What the data folder contains, and a backup too.

/// The file of the database.
pub(crate) const DATABASE: &str = "shortlist.db";
/// The folder of the kept files.
pub(crate) const FILES: &str = "files";

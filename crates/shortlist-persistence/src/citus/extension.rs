//! The extension in a database: whether it is there, and its version.

use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable, Text};

use crate::error::StoreError;

/// The oldest version with which the project is tested.
const OLDEST_VERSION: (u32, u32) = (13, 2);

#[derive(QueryableByName)]
struct InstalledRow {
    #[diesel(sql_type = Text)]
    extension: String,
    #[diesel(sql_type = Nullable<Text>)]
    loaded: Option<String>,
}

#[derive(QueryableByName)]
struct FlagRow {
    #[diesel(sql_type = Bool)]
    flag: bool,
}

/// Returns whether the database has Citus.
pub(crate) fn is_installed(conn: &mut PgConnection) -> QueryResult<bool> {
    flag(
        conn,
        "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus') AS flag",
    )
}

/// Returns the only value of a query, which is named `flag`.
pub(super) fn flag(conn: &mut PgConnection, query: &str) -> QueryResult<bool> {
    let row: FlagRow = diesel::sql_query(query).get_result(conn)?;
    Ok(row.flag)
}

/// Returns an error about a cluster that cannot be used.
pub(crate) fn unusable(problem: impl Into<String>) -> StoreError {
    let problem: String = problem.into();
    StoreError::other("use the Citus cluster", problem)
}

/// Returns an error if the version is too old, or not the one that the server has loaded.
pub(super) fn check_version(conn: &mut PgConnection) -> Result<(), StoreError> {
    let row: InstalledRow = diesel::sql_query(
        "SELECT extversion AS extension, current_setting('citus.version', true) AS loaded \
         FROM pg_extension WHERE extname = 'citus'",
    )
    .get_result(conn)?;
    version_problem(&row.extension, row.loaded.as_deref())
        .map_or(Ok(()), |problem| Err(unusable(problem)))
}

/// Returns what is wrong with the version of the extension and that of the loaded library.
fn version_problem(extension: &str, loaded: Option<&str>) -> Option<String> {
    let (major, minor) = OLDEST_VERSION;
    let Some(loaded) = loaded else {
        return Some(
            "this database has the extension citus, but the server has not loaded it: put citus first in \
             shared_preload_libraries on every machine, and restart PostgreSQL"
                .to_owned(),
        );
    };
    if version(loaded) < Some(OLDEST_VERSION) {
        return Some(format!(
            "Citus {loaded} is older than {major}.{minor}: install Citus {major}.{minor} or later on every machine, restart \
             PostgreSQL, and run ALTER EXTENSION citus UPDATE in this database on every machine"
        ));
    }
    (version(extension) < Some(OLDEST_VERSION)).then(|| {
        format!(
            "the extension citus of this database has version {extension}, and the server has loaded {loaded}: run ALTER \
             EXTENSION citus UPDATE in this database on every machine"
        )
    })
}

/// Returns the first two numbers of a version such as `13.2.2` or `13.2-1`.
fn version(text: &str) -> Option<(u32, u32)> {
    let mut numbers = text.split(|letter: char| !letter.is_ascii_digit());
    let major = numbers.next()?.parse().ok()?;
    let minor = numbers.next()?.parse().ok()?;
    Some((major, minor))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_older_or_unloaded_citus_is_named_with_what_to_run() {
        for (extension, loaded, expected) in [
            ("13.2-1", Some("13.2.2"), None),
            ("14.0-1", Some("14.0.0"), None),
            ("13.2-1", None, Some("shared_preload_libraries")),
            ("12.1-1", Some("12.1.5"), Some("install Citus 13.2")),
            (
                "12.1-1",
                Some("13.2.2"),
                Some("ALTER EXTENSION citus UPDATE"),
            ),
            (
                "unknown",
                Some("13.2.2"),
                Some("ALTER EXTENSION citus UPDATE"),
            ),
        ] {
            let problem = version_problem(extension, loaded);
            assert_eq!(
                problem.is_some(),
                expected.is_some(),
                "{extension} {loaded:?}"
            );
            let (problem, expected) = (problem.unwrap_or_default(), expected.unwrap_or_default());
            assert!(problem.contains(expected), "{problem}");
        }
    }
}

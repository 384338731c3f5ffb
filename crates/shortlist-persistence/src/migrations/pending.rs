//! Which migrations a database lacks, and whether this program can use it.

use super::Migration;
use crate::error::StoreError;

/// The end of the number of a migration after which earlier programs cannot use the schema.
const CONTRACTING: char = 'c';

/// Returns the migrations that a database lacks, of those that this program knows.
///
/// # Errors
/// When this program cannot use the database, because a version before the first release or a later one created its schema.
pub(super) fn pending<'a>(
    known: &'a [Migration],
    applied: &[String],
) -> Result<Vec<&'a Migration>, StoreError> {
    let is_known = |version: &str| known.iter().any(|one| one.version == version);
    let first = known.first().map_or("", |one| one.version);
    for version in applied.iter().filter(|version| !is_known(version)) {
        if version.as_str() < first {
            return Err(refused(format!(
                "it was created by a version before the first release, with the migration {version}, which this program does not know; \
                 nothing was changed. To keep its data, run shortlist admin export-organization for each organization with the program \
                 that created it, and shortlist admin import-organization with this program on a new database"
            )));
        }
        if version.ends_with(CONTRACTING) {
            return Err(refused(format!(
                "a later version has changed it (migration {version}) so that this program cannot use it; nothing was changed. Start \
                 that version, or restore the backup from before the upgrade"
            )));
        }
        tracing::warn!(
            version,
            "a later version has extended the schema; this program can still use it, but should be replaced soon"
        );
    }
    let is_applied = |one: &&Migration| applied.iter().any(|version| version == one.version);
    Ok(known.iter().filter(|one| !is_applied(one)).collect())
}

fn refused(problem: String) -> StoreError {
    StoreError::other("use the database", problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn migration(version: &'static str) -> Migration {
        Migration {
            version,
            sqlite: "",
            postgresql: "",
        }
    }

    fn outcome(applied: &[&str]) -> Result<Vec<&'static str>, String> {
        let known = ["0166", "0167", "0168c"].map(migration);
        let applied: Vec<String> = applied.iter().map(ToString::to_string).collect();
        match pending(&known, &applied) {
            Ok(lacking) => Ok(lacking.iter().map(|one| one.version).collect()),
            Err(error) => Err(std::error::Error::source(&error).unwrap().to_string()),
        }
    }

    #[test]
    fn a_database_lacks_what_was_not_applied_in_the_order_of_numbers() {
        assert_eq!(outcome(&[]), Ok(vec!["0166", "0167", "0168c"]));
        // A migration that was merged later may have a smaller number.
        assert_eq!(outcome(&["0166", "0168c"]), Ok(vec!["0167"]));
        assert_eq!(outcome(&["0166", "0167", "0168c"]), Ok(vec![]));
    }

    #[test]
    fn the_database_of_an_earlier_program_is_refused_with_what_to_do() {
        for applied in [&["0001", "0166"][..], &["0001"], &["0165"]] {
            let problem = outcome(applied).unwrap_err();
            assert!(problem.contains("export-organization"), "{problem}");
            assert!(problem.contains(applied[0]), "{problem}");
        }
    }

    #[test]
    fn the_database_of_a_later_program_is_refused_only_after_it_was_contracted() {
        let all = ["0166", "0167", "0168c"];
        // What was merged later may have a smaller number.
        for extended in ["0169", "0167b"] {
            assert_eq!(outcome(&[&all[..], &[extended]].concat()), Ok(vec![]));
        }
        let problem = outcome(&[&all[..], &["0169", "0170c"]].concat()).unwrap_err();
        assert!(problem.contains("0170c"), "{problem}");
        assert!(problem.contains("Start that version"), "{problem}");
    }
}

//! Migrations: what they make of the schema, and which databases a program accepts.

use std::collections::BTreeSet;
use std::error::Error as _;
use std::fs;
use std::path::PathBuf;

use shortlist_persistence::{DatabaseUrl, ListSource, Migration, Store, StoreConfig, StoreError};

use crate::support::catalogue::{Direct, catalogue, columns};
use crate::support::database::{
    on_empty_postgresql, on_empty_sqlite, on_plain_postgresql, on_postgresql, on_sqlite, open,
};
use crate::support::records::{Tenant, unique};
use crate::support::writes::Writes as _;

const LIST: &str = "CREATE TABLE __diesel_schema_migrations (version VARCHAR(50) PRIMARY KEY NOT NULL, \
    run_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP)";

fn unmigrated(url: &DatabaseUrl) -> Store {
    let config = StoreConfig {
        url: url.clone(),
        max_connections: 2,
        lists: ListSource::Database,
    };
    Store::open(&config).unwrap()
}

fn problem(result: Result<(), StoreError>) -> String {
    result.unwrap_err().source().unwrap().to_string()
}

/// Returns a migration with the same statements for both databases.
fn migration(version: &'static str, statements: &'static str) -> Migration {
    Migration {
        version,
        sqlite: statements,
        postgresql: statements,
    }
}

fn folder(database: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "..", "migrations", database]
        .iter()
        .collect()
}

fn database_name(url: &DatabaseUrl) -> &'static str {
    match url {
        DatabaseUrl::Sqlite(_) => "sqlite",
        DatabaseUrl::PostgreSql(_) => "postgresql",
    }
}

/// Lines that only one of two sets has.
fn differences(one: &BTreeSet<String>, other: &BTreeSet<String>) -> Vec<String> {
    one.symmetric_difference(other).cloned().collect()
}

#[test]
fn both_databases_have_the_same_schema() {
    on_sqlite(|sqlite| {
        on_plain_postgresql(|postgresql| {
            let (mut ours, theirs) = (catalogue(sqlite), catalogue(postgresql));
            assert!(ours.len() > 500, "{}", ours.len());
            // PostgreSQL's trigram index finds words of two letters, too.
            assert!(ours.remove("candidates has the index candidates_by_first_letters"));
            assert_eq!(differences(&ours, &theirs), [""; 0]);
        });
    });
}

/// Returns the columns of `schema.rs` in the form of the catalogue.
fn columns_of_queries() -> BTreeSet<String> {
    let text = include_str!("../../../crates/shortlist-persistence/src/schema.rs");
    let mut found = BTreeSet::new();
    for table in text.split("table! {").skip(1) {
        let (name, rest) = table.trim_start().split_once(" (").unwrap();
        let (_key, rest) = rest.split_once('{').unwrap();
        let (columns, _end) = rest.split_once('}').unwrap();
        for column in columns.split(',').filter(|it| it.contains("->")) {
            let (column, kind) = column.trim().split_once(" -> ").unwrap();
            let required = kind.strip_prefix("Nullable<");
            let (kind, end) = match required {
                Some(kind) => (kind.trim_end_matches('>'), ""),
                None => (kind, " not null"),
            };
            let kind = match kind {
                "Bool" => "boolean".to_owned(),
                "Binary" => "blob".to_owned(),
                kind => kind.to_lowercase(),
            };
            found.insert(format!("{name}.{column} {kind}{end}"));
        }
    }
    found
}

#[test]
fn the_columns_of_queries_are_those_of_the_schema() {
    on_sqlite(|url| {
        let (stored, queried) = (columns(url), columns_of_queries());
        let unknown: Vec<_> = queried.difference(&stored).collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        assert!(queried.len() > 350, "{}", queried.len());
    });
}

fn down_files_undo_all_migrations(url: &DatabaseUrl) {
    let before = catalogue(url);
    let mut folders: Vec<_> = fs::read_dir(folder(database_name(url)))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    folders.sort();
    let mut direct = Direct::to(url);
    for folder in folders.iter().rev() {
        direct.run(&fs::read_to_string(folder.join("down.sql")).unwrap());
    }
    assert_eq!(catalogue(url), BTreeSet::new());
    direct.run("DELETE FROM __diesel_schema_migrations");
    drop(direct);
    drop(open(url.clone()));
    assert_eq!(catalogue(url), before);
}

#[test]
fn down_files_undo_all_migrations_on_both_databases() {
    on_sqlite(down_files_undo_all_migrations);
    on_plain_postgresql(down_files_undo_all_migrations);
}

/// A database of the time before the schema was squashed has these migrations, among others.
fn a_database_of_an_earlier_program_is_refused(url: &DatabaseUrl) {
    let mut direct = Direct::to(url);
    direct.run(LIST);
    direct.run("INSERT INTO __diesel_schema_migrations (version) VALUES ('0001'), ('0166')");
    let problem = problem(unmigrated(url).database().migrate());
    for part in ["before the first release", "0001", "export-organization"] {
        assert!(problem.contains(part), "{problem}");
    }
    assert_eq!(catalogue(url), BTreeSet::new(), "nothing was changed");
}

#[test]
fn a_database_of_an_earlier_program_is_refused_on_both_databases() {
    on_empty_sqlite(a_database_of_an_earlier_program_is_refused);
    on_empty_postgresql(a_database_of_an_earlier_program_is_refused);
}

/// An earlier server may restart during an upgrade, but not after a later version has removed what it needs.
fn a_database_of_a_later_program_is_used_until_it_is_contracted(url: &DatabaseUrl) {
    let extended = migration("9001", "ALTER TABLE jobs ADD COLUMN colour TEXT");
    let contracted = migration("9002c", "ALTER TABLE jobs DROP COLUMN colour");
    let later = unmigrated(url);
    later.database().migrate_further(&[extended]).unwrap();
    let earlier = unmigrated(url);
    earlier.database().migrate().unwrap();
    Tenant::create(&earlier, "org_1");
    later
        .database()
        .migrate_further(&[extended, contracted])
        .unwrap();
    let problem = problem(earlier.database().migrate());
    assert!(problem.contains("9002c"), "{problem}");
    assert!(problem.contains("Start that version"), "{problem}");
    later
        .database()
        .migrate_further(&[extended, contracted])
        .unwrap();
}

#[test]
fn a_later_database_is_used_until_it_is_contracted_on_both_databases() {
    on_sqlite(a_database_of_a_later_program_is_used_until_it_is_contracted);
    on_postgresql(a_database_of_a_later_program_is_used_until_it_is_contracted);
}

/// It may also have been interrupted: the next start runs it again, and keeps the rows.
fn a_migration_that_fails_changes_nothing_and_can_run_again(url: &DatabaseUrl) {
    let store = unmigrated(url);
    store.database().migrate().unwrap();
    let tenant = Tenant::create(&store, "org_1");
    let new = tenant.candidate("Ada Example", 500);
    let id = new.id.clone();
    store.insert_candidates(&[new], &mut unique).unwrap();
    let before = catalogue(url);
    let first = migration("9001", "CREATE TABLE colours (name TEXT NOT NULL)");
    let bad = migration(
        "9002",
        "ALTER TABLE jobs ADD COLUMN colour TEXT; UPDATE jobs SET nothing = 1",
    );
    let problem = problem(store.database().migrate_further(&[first, bad]));
    assert!(problem.contains("migration 9002"), "{problem}");
    let now = catalogue(url);
    assert!(!now.contains("jobs.colour text"));
    // SQLite runs all migrations in one transaction, PostgreSQL each in its own.
    assert!(now.is_superset(&before));
    let good = migration(
        "9002",
        "ALTER TABLE jobs ADD COLUMN colour TEXT; UPDATE jobs SET colour = 'green'",
    );
    store.database().migrate_further(&[first, good]).unwrap();
    assert!(catalogue(url).contains("jobs.colour text"));
    assert!(catalogue(url).contains("colours.name text not null"));
    let found = store.candidates().find(&tenant.organization, &id).unwrap();
    assert_eq!(found.unwrap().full_name, "Ada Example");
    let jobs = Direct::to(url).lines("SELECT colour AS line FROM jobs");
    assert_eq!(jobs, ["green"]);
}

#[test]
fn a_migration_that_fails_changes_nothing_on_both_databases() {
    on_sqlite(a_migration_that_fails_changes_nothing_and_can_run_again);
    on_plain_postgresql(a_migration_that_fails_changes_nothing_and_can_run_again);
}

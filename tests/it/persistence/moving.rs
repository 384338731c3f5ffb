//! The rows of an organization, read from one database and written to another.

use std::collections::BTreeMap;
use std::io::{BufRead, Cursor};

use chrono::Duration;
use diesel::sql_types::Text;
use diesel::{Connection as _, QueryableByName, RunQueryDsl as _, SqliteConnection};
use serde_json::Value;
use shortlist_domain::{NewCandidate, OrganizationId};
use shortlist_persistence::{DatabaseUrl, RowSchema, Store, StoreError, tables_of_organizations};

use crate::support::database::{on_sqlite, open};
use crate::support::records::{Tenant, at, unique};
use crate::support::writes::Writes as _;

on_both_databases!(
    rows_survive_a_move_there_and_back,
    an_organization_is_written_completely_or_not_at_all,
    rows_of_an_earlier_schema_get_the_defaults_of_new_columns,
);

/// The lines of each table.
type Rows = BTreeMap<&'static str, Vec<String>>;

fn read(store: &Store, organization: &OrganizationId) -> Rows {
    let mut rows = Rows::new();
    let mut take = |table, line: &str| {
        let row: Value = serde_json::from_str(line).unwrap();
        rows.entry(table).or_default().push(row.to_string());
        Ok(())
    };
    store
        .organization_rows()
        .read(organization, &mut take)
        .unwrap();
    rows.values_mut().for_each(|lines| lines.sort());
    rows
}

fn write(store: &Store, organization: &OrganizationId, rows: &Rows) -> Result<(), StoreError> {
    write_of(RowSchema::Same, store, organization, rows)
}

fn write_of(
    schema: RowSchema,
    store: &Store,
    organization: &OrganizationId,
    rows: &Rows,
) -> Result<(), StoreError> {
    let expected = rows.values().map(Vec::len).sum();
    let mut open = |table| -> std::io::Result<Box<dyn BufRead>> {
        let lines = rows.get(table).map_or_else(Vec::new, Clone::clone);
        Ok(Box::new(Cursor::new(lines.join("\n"))))
    };
    store
        .organization_rows()
        .write(organization, expected, schema, &mut open)
}

/// Creates an organization with candidates, and another one.
fn filled(store: &Store) -> Tenant {
    Tenant::create(store, "org_other");
    let tenant = Tenant::create(store, "org_moved");
    // SQLite stores as many decimals as a time needs.
    let names = [
        ("Ada", 0),
        ("Béla \"Q\" 😀", 120_000),
        ("Çelik\\n", 120_340),
    ];
    let new = names.map(|(name, micros)| NewCandidate {
        created_at: at(0).plus(Duration::microseconds(micros)),
        ..tenant.candidate(name, 500)
    });
    store.insert_candidates(&new, &mut unique).unwrap();
    tenant
}

#[derive(QueryableByName)]
struct Times {
    #[diesel(sql_type = Text)]
    times: String,
}

/// Returns the times of candidates as a SQLite file has them. Pages are compared by these texts.
fn stored_times(url: &DatabaseUrl) -> String {
    let DatabaseUrl::Sqlite(file) = url else {
        panic!("{url:?} is not a file");
    };
    let mut conn = SqliteConnection::establish(file.to_str().unwrap()).unwrap();
    let query = "SELECT group_concat(created_at) AS times FROM (SELECT created_at FROM candidates ORDER BY id)";
    let row: Times = diesel::sql_query(query).get_result(&mut conn).unwrap();
    row.times
}

fn rows_survive_a_move_there_and_back(middle: &Store) {
    on_sqlite(|first| {
        let source = open(first.clone());
        let organization = filled(&source).organization;
        let rows = read(&source, &organization);
        assert_eq!(rows["candidates"].len(), 3);
        assert!(
            rows.keys()
                .all(|table| tables_of_organizations().any(|one| one == *table))
        );

        write(middle, &organization, &rows).unwrap();
        assert_eq!(read(middle, &organization), rows);
        on_sqlite(|end| {
            let last = open(end.clone());
            write(&last, &organization, &read(middle, &organization)).unwrap();
            assert_eq!(read(&last, &organization), rows);
            assert_eq!(stored_times(end), stored_times(first));
            let verdict = last.audit().verify(&organization).unwrap();
            assert!(verdict.broken.is_none() && verdict.rows > 0, "{verdict:?}");
        });
    });
}

fn an_organization_is_written_completely_or_not_at_all(target: &Store) {
    on_sqlite(|first| {
        let source = open(first.clone());
        let organization = filled(&source).organization;
        let rows = read(&source, &organization);
        let mut incomplete = rows.clone();
        incomplete.get_mut("resumes").unwrap()[0] = "{}".to_owned();
        assert!(write(target, &organization, &incomplete).is_err());
        assert_eq!(read(target, &organization), Rows::new());

        write(target, &organization, &rows).unwrap();
        let again = write(target, &organization, &rows);
        assert!(
            matches!(again, Err(StoreError::UniqueViolation(_))),
            "{again:?}"
        );
        assert_eq!(read(target, &organization), rows);
    });
}

/// Also columns that were removed since are ignored.
fn rows_of_an_earlier_schema_get_the_defaults_of_new_columns(target: &Store) {
    on_sqlite(|first| {
        let source = open(first.clone());
        let organization = filled(&source).organization;
        let rows = read(&source, &organization);
        let mut earlier = rows.clone();
        for (table, column) in [("jobs", "revision"), ("users", "integration")] {
            for line in earlier.get_mut(table).unwrap() {
                let mut row: Value = serde_json::from_str(line).unwrap();
                let row = row.as_object_mut().unwrap();
                row.remove(column).unwrap();
                row.insert("draft".to_owned(), Value::Bool(false));
                *line = serde_json::to_string(row).unwrap();
            }
        }
        assert!(write(target, &organization, &earlier).is_err());
        write_of(RowSchema::Earlier, target, &organization, &earlier).unwrap();
        assert_eq!(read(target, &organization), rows);
    });
}

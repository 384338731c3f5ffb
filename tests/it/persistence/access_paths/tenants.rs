//! Tests that tenants can be distributed over machines. Every key contains the organization, and every statement names
//! it for each table.
//!
//! The exceptions are listed here with their reasons. docs/SCALING.md documents how each of them works on several
//! machines.

use diesel::prelude::*;
use diesel::sql_types::{Bool, Text};

use super::{SINGLE_CONNECTION, statements_of_postgresql};
use crate::support::database;
use shortlist_persistence::DatabaseUrl;

/// Tables that belong to no tenant.
const TABLES_WITHOUT_TENANT: [&str; 5] = [
    // The tenants themselves.
    "organizations",
    // Failed sign-ins, counted by address and account before the caller is authenticated.
    "login_failures",
    // Hashes of devices and their accounts, looked up before the caller is authenticated.
    "known_devices",
    // The keys that sign links, shared by all tenants.
    "service_keys",
    // The list of applied migrations.
    "__diesel_schema_migrations",
];

/// Unique keys without the organization. The caller presents a secret or a passkey, and the row with its hash or its name
/// names the organization. These tables are on every machine.
const UNIQUE_EVERYWHERE: [&str; 2] = ["api_keys_secret_hash_key", "passkeys_credential_id_key"];

/// Text that identifies the statements that name no organization.
const WITHOUT_ORGANIZATION: [&str; 10] = [
    // Lookups by the hash of a secret and by a passkey, as above.
    r#""api_keys"."secret_hash" = "#,
    r#""passkeys"."credential_id" = "#,
    // The accounts of an e-mail address that signs in without naming an organization. Users are on every machine.
    r#"WHERE ((("users"."folded_email" = "#,
    r#"WHERE (((("users"."folded_email" = "#,
    // Whether any organization has an identity provider, before somebody signs in. Domains are on every machine.
    r#""provider_domains"."domain" >= "#,
    // The task that has been due the longest, of any organization.
    r#""tasks"."due_at" <= "#,
    // The uploads that no server works on, of any organization.
    r#"WHERE ("uploads"."due_at" <= "#,
    // The accepted applications that no server works on, of any organization.
    r#"WHERE ("pending_applications"."due_at" <= "#,
    // What a killed server had begun, of any organization.
    r#""uploads"."server" = "#,
    r#""idempotent_requests"."server" = "#,
];

#[derive(QueryableByName)]
struct CatalogEntry {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Bool, column_name = "carries")]
    has_organization: bool,
}

/// Returns the names that a catalog query finds, and whether each contains the organization.
fn catalog(conn: &mut PgConnection, query: &str) -> Vec<CatalogEntry> {
    let found: Vec<CatalogEntry> = diesel::sql_query(query).load(conn).unwrap();
    assert!(found.len() > 10, "{} of {query}", found.len());
    found
}

fn without(found: Vec<CatalogEntry>) -> Vec<String> {
    let missing = found.into_iter().filter(|one| !one.has_organization);
    missing.map(|one| one.name).collect()
}

fn sorted<const N: usize>(mut names: [&str; N]) -> [&str; N] {
    names.sort_unstable();
    names
}

#[test]
fn every_key_of_a_tenants_table_carries_the_organization() {
    database::on_plain_postgresql(|url| {
        let DatabaseUrl::PostgreSql(address) = url else {
            panic!("{url:?}");
        };
        drop(database::open(url.clone()));
        let mut conn = PgConnection::establish(address).unwrap();
        // The column must have the same type and collation in every table, because rows are distributed by it.
        let tables = catalog(&mut conn, TABLES);
        assert_eq!(without(tables), sorted(TABLES_WITHOUT_TENANT));
        assert_eq!(
            without(catalog(&mut conn, UNIQUE)),
            sorted(UNIQUE_EVERYWHERE)
        );
        assert_eq!(without(catalog(&mut conn, REFERENCES)), [""; 0]);
    });
}

const TABLES: &str = r#"
SELECT relname::text AS name, EXISTS (
    SELECT FROM pg_attribute JOIN pg_collation ON pg_collation.oid = attcollation
    WHERE attrelid = pg_class.oid AND attname = 'organization_id' AND attnotnull AND atttypid = 'text'::regtype AND collname = 'C'
) AS carries
FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname COLLATE "C""#;

const UNIQUE: &str = r#"
SELECT relname::text AS name, EXISTS (
    SELECT FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY (indkey) AND attname = 'organization_id'
) AS carries
FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE indisunique AND relnamespace = 'public'::regnamespace
    AND EXISTS (SELECT FROM pg_attribute WHERE attrelid = indrelid AND attname = 'organization_id')
ORDER BY relname COLLATE "C""#;

/// Finds the foreign keys. Their organization column must refer to the organization column at the same position.
const REFERENCES: &str = r#"
SELECT conname::text AS name, EXISTS (
    SELECT FROM unnest(conkey, confkey) AS pair (own, other)
    JOIN pg_attribute AS own ON own.attrelid = conrelid AND own.attnum = pair.own AND own.attname = 'organization_id'
    JOIN pg_attribute AS other ON other.attrelid = confrelid AND other.attnum = pair.other
        AND (other.attname = 'organization_id' OR confrelid = 'organizations'::regclass AND other.attname = 'id')
) AS carries
FROM pg_constraint WHERE contype = 'f' ORDER BY conname COLLATE "C""#;

#[test]
fn every_statement_names_the_organization_for_each_table() {
    database::on_plain_postgresql(|url| {
        let DatabaseUrl::PostgreSql(address) = url else {
            panic!("{url:?}");
        };
        let store = database::open_with(url.clone(), SINGLE_CONNECTION);
        let mut conn = PgConnection::establish(address).unwrap();
        let tables = catalog(&mut conn, TABLES);
        let tables: Vec<String> = tables
            .into_iter()
            .filter(|t| t.has_organization)
            .map(|t| t.name)
            .collect();
        // Diesel generates this condition for an insert without rows.
        let statements: Vec<&String> = statements_of_postgresql(&store)
            .iter()
            .filter(|statement| !statement.contains("WHERE 1=0"))
            .collect();
        let excepted = |statement: &str| {
            WITHOUT_ORGANIZATION
                .iter()
                .any(|text| statement.contains(text))
        };
        for statement in &statements {
            for table in tables.iter().filter(|table| reads(statement, table)) {
                assert!(
                    names_organization(statement, table) || excepted(statement),
                    "{table} in {statement}"
                );
            }
        }
        for text in WITHOUT_ORGANIZATION {
            assert!(
                statements.iter().any(|s| s.contains(text)),
                "{text} is needless"
            );
        }
    });
}

/// Returns whether a statement uses a table. Diesel quotes names. The few hand-written statements do not.
fn reads(statement: &str, table: &str) -> bool {
    let quoted = format!("\"{table}\"");
    let bare = [format!("UPDATE {table} "), format!("FROM {table} ")];
    statement.contains(&quoted) || bare.iter().any(|text| statement.contains(text))
}

/// Returns whether a statement compares the table's organization with a given one or with that of another table.
fn names_organization(statement: &str, table: &str) -> bool {
    let column = format!("\"{table}\".\"organization_id\"");
    let ways = [
        format!("{column} = "),
        format!(" = {column}"),
        "WHERE organization_id = $".to_owned(),
    ];
    ways.iter().any(|way| statement.contains(way))
}

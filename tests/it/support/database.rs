//! Databases that exist as long as a test.

use std::path::Path;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use diesel::connection::SimpleConnection;
use diesel::sql_types::Text;
use diesel::{
    Connection, PgConnection, QueryableByName, RunQueryDsl as _, SqliteConnection, sql_query,
};
use shortlist_persistence::{DatabaseUrl, ListSource, Store, StoreConfig};
use tempfile::TempDir;

use super::{citus, templates};

/// A PostgreSQL server on which tests may create databases: `postgres://user@host:port/postgres`. If it is not set, the
/// tests on PostgreSQL do nothing. Continuous integration sets it.
const POSTGRESQL_VARIABLE: &str = "SHORTLIST_TEST_POSTGRES";
/// If this is set, tests on PostgreSQL fail without a server. Continuous integration sets it.
const REQUIRED_VARIABLE: &str = "SHORTLIST_REQUIRE_POSTGRES";

/// More than the threads of any test.
const MAX_CONNECTIONS: u32 = 20;

/// Opens a store and brings its schema up to date.
pub(crate) fn open(url: DatabaseUrl) -> Store {
    open_with(url, MAX_CONNECTIONS)
}

/// Opens a store with this many connections, and brings its schema up to date.
pub(crate) fn open_with(url: DatabaseUrl, max_connections: u32) -> Store {
    let store = Store::open(&StoreConfig {
        url,
        max_connections,
        lists: ListSource::Database,
    })
    .unwrap();
    store.database().migrate().unwrap();
    store
}

/// Records the statements of a store from now on. The store must have a single connection.
pub(crate) fn recorded(store: &Store) -> Arc<Mutex<Vec<String>>> {
    let recorded = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&recorded);
    store
        .database()
        .record_statements(move |statement| listener.lock().unwrap().push(statement))
        .unwrap();
    recorded
}

/// Returns a SQLite file in the folder.
pub(crate) fn sqlite_url(folder: &Path) -> DatabaseUrl {
    DatabaseUrl::Sqlite(folder.join("shortlist.db"))
}

/// Runs a test on a new SQLite database with the schema.
pub(crate) fn on_sqlite(test: impl FnOnce(&DatabaseUrl)) {
    on_empty_sqlite(|url| {
        templates::copy_sqlite(url);
        test(url);
    });
}

/// Runs a test on a SQLite database that does not exist yet.
pub(crate) fn on_empty_sqlite(test: impl FnOnce(&DatabaseUrl)) {
    let folder = TempDir::new().unwrap();
    test(&sqlite_url(folder.path()));
}

/// Runs a test on a new PostgreSQL database with the schema, if a server is configured. If a Citus cluster is, the database's
/// tables are distributed over it.
pub(crate) fn on_postgresql(test: impl FnOnce(&DatabaseUrl)) {
    if let Some(cluster) = citus::cluster() {
        return test(&DatabaseUrl::parse(&cluster.distributed_database().url));
    }
    on_plain_postgresql(test);
}

/// Runs a test that assumes PostgreSQL without Citus. It does nothing in a run on Citus.
pub(crate) fn on_plain_postgresql(test: impl FnOnce(&DatabaseUrl)) {
    on_new_postgresql(templates::postgresql, test);
}

/// Runs a test on an empty PostgreSQL database without Citus. It does nothing in a run on Citus.
pub(crate) fn on_empty_postgresql(test: impl FnOnce(&DatabaseUrl)) {
    on_new_postgresql(|_server| "template1".to_owned(), test);
}

fn on_new_postgresql(template: impl FnOnce(&str) -> String, test: impl FnOnce(&DatabaseUrl)) {
    if citus::cluster().is_some() {
        return;
    }
    if let Some(server) = postgresql_server() {
        let database = PostgresqlDatabase::copy(&server, &template(&server));
        test(&DatabaseUrl::parse(&database.url));
    }
}

fn postgresql_server() -> Option<String> {
    let server = variable(POSTGRESQL_VARIABLE);
    assert!(
        server.is_some() || !is_required(),
        "set {POSTGRESQL_VARIABLE}: PostgreSQL is required"
    );
    server
}

/// Closes every connection to a PostgreSQL database, like a restart of the server.
pub(crate) fn end_connections(url: &DatabaseUrl) {
    let DatabaseUrl::PostgreSql(url) = url else {
        return;
    };
    let others = "datname = current_database() AND pid <> pg_backend_pid()";
    let end =
        format!("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE {others}");
    execute(url, &[&end]);
}

struct PostgresqlDatabase {
    server: String,
    name: String,
    url: String,
}

impl PostgresqlDatabase {
    fn copy(server: &str, template: &str) -> Self {
        let name = unused_name();
        execute(
            server,
            &[
                &format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"),
                &format!("CREATE DATABASE {name} TEMPLATE {template}"),
            ],
        );
        Self {
            server: server.to_owned(),
            url: address(server, &name),
            name,
        }
    }
}

impl Drop for PostgresqlDatabase {
    fn drop(&mut self) {
        let name = &self.name;
        execute(
            &self.server,
            &[&format!("DROP DATABASE {name} WITH (FORCE)")],
        );
    }
}

/// Returns the address of a database on a server, which is the address of another one.
pub(crate) fn address(server: &str, database: &str) -> String {
    let (server, _other) = server.rsplit_once('/').unwrap();
    format!("{server}/{database}")
}

/// Returns a name for a database that no other test uses.
pub(crate) fn unused_name() -> String {
    static CREATED: AtomicU32 = AtomicU32::new(0);
    let number = CREATED.fetch_add(1, Ordering::Relaxed);
    format!("shortlist_test_{}_{number}", process::id())
}

/// Returns whether a test without PostgreSQL fails.
pub(crate) fn is_required() -> bool {
    variable(REQUIRED_VARIABLE).is_some()
}

/// Returns an environment variable.
pub(crate) fn variable(name: &str) -> Option<String> {
    #[expect(
        clippy::disallowed_methods,
        reason = "the tests have no configuration of their own"
    )]
    std::env::var(name).ok()
}

/// Runs a statement on a separate connection, also while a server uses the database.
pub(crate) fn change(url: &DatabaseUrl, statement: &str) {
    match url {
        DatabaseUrl::Sqlite(path) => {
            let mut conn = SqliteConnection::establish(&path.to_string_lossy()).unwrap();
            let patience = "PRAGMA busy_timeout = 60000;";
            conn.batch_execute(&format!("{patience} {statement}"))
                .unwrap();
        }
        DatabaseUrl::PostgreSql(address) => execute(address, &[statement]),
    }
}

/// Runs statements on a separate connection.
pub(crate) fn execute(server: &str, statements: &[&str]) {
    let mut conn = PgConnection::establish(server).unwrap();
    for statement in statements {
        conn.batch_execute(statement).unwrap();
    }
}

/// Returns everything that a database stores: the bytes of a SQLite file and its journals, or every row of every table of
/// PostgreSQL as text. The latter shows bytes in hexadecimal digits.
pub(crate) fn stored_bytes(url: &DatabaseUrl) -> Vec<u8> {
    match url {
        DatabaseUrl::Sqlite(path) => {
            let beside = |ending: &str| {
                let path = format!("{}{ending}", path.display());
                std::fs::read(path).unwrap_or_default()
            };
            ["", "-wal", "-shm"].map(beside).concat()
        }
        DatabaseUrl::PostgreSql(url) => rows_as_text(url).into_bytes(),
    }
}

#[derive(QueryableByName)]
struct TextRow {
    #[diesel(sql_type = Text)]
    value: String,
}

fn rows_as_text(url: &str) -> String {
    let mut conn = PgConnection::establish(url).unwrap();
    let mut texts = |query: String| -> Vec<String> {
        let rows: Vec<TextRow> = sql_query(query).load(&mut conn).unwrap();
        rows.into_iter().map(|row| row.value).collect()
    };
    let tables =
        "SELECT tablename::text AS value FROM pg_tables WHERE schemaname = current_schema()";
    let tables = texts(tables.to_owned());
    assert!(tables.len() > 10, "{tables:?}");
    let rows = tables.iter().flat_map(|table| {
        let query = format!("SELECT one::text AS value FROM \"{table}\" AS one");
        texts(query)
    });
    rows.collect::<Vec<_>>().join("\n")
}

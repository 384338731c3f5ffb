//! Databases with the schema, from which tests copy theirs: migrating takes longer than many a test.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::sync::OnceLock;

use data_encoding::HEXLOWER;
use diesel::connection::SimpleConnection as _;
use diesel::{Connection as _, PgConnection, RunQueryDsl as _, sql_query};
use ring::digest::{Context, SHA256};
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::database::{address, execute, open_with, sqlite_url};

const MIGRATIONS: &str = "../migrations/postgresql";
const SEARCH_INDEXES: &[u8] =
    include_bytes!("../../../crates/shortlist-persistence/src/migrations/search_indexes.sql");

/// Writes a SQLite database with the schema.
pub(crate) fn copy_sqlite(url: &DatabaseUrl) {
    static TEMPLATE: OnceLock<Vec<u8>> = OnceLock::new();
    let DatabaseUrl::Sqlite(path) = url else {
        return;
    };
    // Only its owner may read it, as if the program had created it.
    let mut file = OpenOptions::new();
    let file = file.write(true).create_new(true).mode(0o600).open(path);
    let template = TEMPLATE.get_or_init(migrated_sqlite);
    file.unwrap().write_all(template).unwrap();
}

fn migrated_sqlite() -> Vec<u8> {
    let folder = TempDir::new().unwrap();
    let url = sqlite_url(folder.path());
    drop(open_with(url.clone(), 1));
    let DatabaseUrl::Sqlite(path) = url else {
        return Vec::new();
    };
    // The last connection moved the journal into the file.
    let journal = fs::metadata(format!("{}-wal", path.display()));
    assert!(journal.is_err(), "the template is still open");
    fs::read(path).unwrap()
}

/// Returns the name of a PostgreSQL database with the schema.
///
/// It stays on the server, for the next run. Its name contains a digest of the migrations, so that it never has an earlier schema.
pub(crate) fn postgresql(server: &str) -> String {
    static TEMPLATE: OnceLock<String> = OnceLock::new();
    let find = || {
        let name = format!("shortlist_template_{}", migrations_digest());
        // Another process may look for it now, too.
        let mut conn = PgConnection::establish(server).unwrap();
        conn.batch_execute("SELECT pg_advisory_lock(1)").unwrap();
        let named = format!("SELECT FROM pg_database WHERE datname = '{name}'");
        if sql_query(named).execute(&mut conn).unwrap() == 0 {
            migrate_postgresql(server, &name);
        }
        name
    };
    TEMPLATE.get_or_init(find).clone()
}

/// Gives the database its name at the end, so that no test copies an incomplete one.
fn migrate_postgresql(server: &str, name: &str) {
    let new = format!("{name}_unfinished");
    let drop_old = format!("DROP DATABASE IF EXISTS {new} WITH (FORCE)");
    execute(server, &[&drop_old, &format!("CREATE DATABASE {new}")]);
    drop(open_with(DatabaseUrl::parse(&address(server, &new)), 1));
    execute(server, &[&format!("ALTER DATABASE {new} RENAME TO {name}")]);
}

fn migrations_digest() -> String {
    let mut digest = Context::new(&SHA256);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(MIGRATIONS);
    let mut migrations: Vec<_> = fs::read_dir(folder).unwrap().map(Result::unwrap).collect();
    migrations.sort_unstable_by_key(fs::DirEntry::file_name);
    for migration in migrations {
        digest.update(migration.file_name().as_encoded_bytes());
        digest.update(&fs::read(migration.path().join("up.sql")).unwrap());
    }
    digest.update(SEARCH_INDEXES);
    HEXLOWER.encode(&digest.finish().as_ref()[..8])
}

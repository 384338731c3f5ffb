//! What the catalogue of a database says about its schema, as lines that are the same for both databases.

use std::collections::BTreeSet;

use diesel::connection::SimpleConnection as _;
use diesel::sql_types::Text;
use diesel::{
    Connection as _, PgConnection, QueryableByName, RunQueryDsl as _, SqliteConnection, sql_query,
};
use shortlist_persistence::DatabaseUrl;

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

/// A query for each database.
struct Query {
    sqlite: &'static str,
    postgresql: &'static str,
}

/// Columns with type and nullability. Only SQLite has `seq`, to which its full-text index refers.
const COLUMNS: Query = Query {
    sqlite: "SELECT m.name || '.' || c.name || ' ' || lower(c.type) || iif(c.\"notnull\", ' not null', '') AS line \
             FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name <> 'seq'",
    postgresql: "SELECT table_name || '.' || column_name \
                     || replace(replace(' ' || data_type, ' without time zone', ''), ' bytea', ' blob') \
                     || CASE is_nullable WHEN 'NO' THEN ' not null' ELSE '' END AS line \
                 FROM information_schema.columns WHERE table_schema = current_schema() AND column_name <> 'seq'",
};
/// Primary and unique keys.
const KEYS: Query = Query {
    sqlite: "SELECT m.name || ' has the key ' \
                 || (SELECT group_concat(name) FROM (SELECT name FROM pragma_index_info(l.name) ORDER BY seqno)) AS line \
             FROM sqlite_master m JOIN pragma_index_list(m.name) l WHERE m.type = 'table' AND l.origin <> 'c'",
    postgresql: "SELECT conrelid::regclass || ' has the key ' || (\
                     SELECT string_agg(attname, ',' ORDER BY place) FROM unnest(conkey) WITH ORDINALITY AS one (number, place) \
                     JOIN pg_attribute ON attrelid = conrelid AND attnum = number) AS line \
                 FROM pg_constraint WHERE contype IN ('p', 'u') AND connamespace = current_schema()::regnamespace",
};
const REFERENCES: Query = Query {
    sqlite: "SELECT name || ' (' || group_concat(\"from\") || ') refers to ' || target || ' (' || group_concat(\"to\") || ') ' \
                 || lower(on_delete) AS line \
             FROM (SELECT m.name, f.id, f.\"from\", f.\"table\" AS target, f.\"to\", f.on_delete \
                 FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table' ORDER BY m.name, f.id, f.seq) \
             GROUP BY name, id",
    postgresql: "SELECT conrelid::regclass || ' (' || (\
                     SELECT string_agg(attname, ',' ORDER BY place) FROM unnest(conkey) WITH ORDINALITY AS one (number, place) \
                     JOIN pg_attribute ON attrelid = conrelid AND attnum = number) || ') refers to ' || confrelid::regclass || ' (' || (\
                     SELECT string_agg(attname, ',' ORDER BY place) FROM unnest(confkey) WITH ORDINALITY AS one (number, place) \
                     JOIN pg_attribute ON attrelid = confrelid AND attnum = number) || ') ' \
                     || CASE confdeltype WHEN 'c' THEN 'cascade' ELSE 'no action' END AS line \
                 FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace",
};
const INDEXES: Query = Query {
    sqlite: "SELECT m.name || ' has the index ' || l.name || iif(l.\"unique\", ', unique', '') || iif(l.partial, ', partial', '') AS line \
             FROM sqlite_master m JOIN pragma_index_list(m.name) l WHERE m.type = 'table' AND l.origin = 'c'",
    postgresql: "SELECT indrelid::regclass || ' has the index ' || indexrelid::regclass \
                     || CASE WHEN indisunique THEN ', unique' ELSE '' END || CASE WHEN indpred IS NULL THEN '' ELSE ', partial' END AS line \
                 FROM pg_index JOIN pg_class ON pg_class.oid = indrelid \
                 WHERE relnamespace = current_schema()::regnamespace \
                     AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)",
};

/// Returns the columns, keys, references and indexes of all tables, except those of the search index and of the list of migrations.
pub(crate) fn catalogue(url: &DatabaseUrl) -> BTreeSet<String> {
    let lines = [COLUMNS, KEYS, REFERENCES, INDEXES].map(|query| lines(url, &query));
    let lines = lines.into_iter().flatten();
    lines
        .filter(|line| !line.contains("_search") && !line.contains("__diesel_schema_migrations"))
        .filter(|line| !line.ends_with("has the key seq"))
        .collect()
}

/// Returns the columns, such as `jobs.title text not null`.
pub(crate) fn columns(url: &DatabaseUrl) -> BTreeSet<String> {
    lines(url, &COLUMNS).into_iter().collect()
}

fn lines(url: &DatabaseUrl, query: &Query) -> Vec<String> {
    let rows: Vec<Line> = match url {
        DatabaseUrl::Sqlite(path) => {
            let mut conn = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
            sql_query(query.sqlite).load(&mut conn).unwrap()
        }
        DatabaseUrl::PostgreSql(address) => {
            let mut conn = PgConnection::establish(address).unwrap();
            sql_query(query.postgresql).load(&mut conn).unwrap()
        }
    };
    rows.into_iter().map(|row| row.line).collect()
}

/// A connection next to those of the store.
pub(crate) enum Direct {
    Sqlite(SqliteConnection),
    Postgresql(PgConnection),
}

impl Direct {
    /// Connects. SQLite waits for other writers, as the store does.
    pub(crate) fn to(url: &DatabaseUrl) -> Self {
        match url {
            DatabaseUrl::Sqlite(path) => {
                let mut conn = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
                conn.batch_execute("PRAGMA busy_timeout = 30000").unwrap();
                Self::Sqlite(conn)
            }
            DatabaseUrl::PostgreSql(address) => {
                Self::Postgresql(PgConnection::establish(address).unwrap())
            }
        }
    }

    /// Runs statements.
    pub(crate) fn run(&mut self, statements: &str) {
        match self {
            Self::Sqlite(conn) => conn.batch_execute(statements).unwrap(),
            Self::Postgresql(conn) => conn.batch_execute(statements).unwrap(),
        }
    }

    /// Returns the column `line` of a query.
    pub(crate) fn lines(&mut self, query: &str) -> Vec<String> {
        let rows: Vec<Line> = match self {
            Self::Sqlite(conn) => sql_query(query).load(conn).unwrap(),
            Self::Postgresql(conn) => sql_query(query).load(conn).unwrap(),
        };
        rows.into_iter().map(|row| row.line).collect()
    }
}

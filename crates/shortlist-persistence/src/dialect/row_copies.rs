//! Rows as lines of JSON, in one form for both databases: times with six decimals, bytes in hexadecimal.

use diesel::connection::{DefaultLoadingMode, SimpleConnection};
use diesel::pg::PgRowByRowLoadingMode;
use diesel::prelude::*;
use diesel::sql_types::Text;

use super::DbConn;
use crate::citus;
use crate::error::StoreError;

/// The number of a row, which each database gives itself.
const ROW_NUMBER: &str = "seq";
/// Columns that describe what a server is doing. They are empty in another installation.
const HOLDER: &str = "holder";

/// A column that is copied.
pub(crate) struct Column {
    name: String,
    kind: Kind,
}

impl Column {
    /// Returns the name of the column, which is that of its value in a row.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

/// How a column is written as JSON.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Whole,
    YesNo,
    Time,
    Bytes,
}

impl Kind {
    /// Returns the kind of a type, as either database names it.
    fn of(data_type: &str) -> Option<Self> {
        Some(match data_type.to_ascii_lowercase().as_str() {
            "text" => Self::Text,
            "smallint" | "integer" | "bigint" => Self::Whole,
            "boolean" => Self::YesNo,
            "timestamp" | "timestamp without time zone" => Self::Time,
            "blob" | "bytea" => Self::Bytes,
            _ => return None,
        })
    }

    /// Returns an expression for the JSON value of a column of SQLite.
    fn read_sqlite(self, name: &str) -> String {
        match self {
            Self::Text | Self::Whole => name.to_owned(),
            Self::YesNo => format!("json(CASE {name} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)"),
            // SQLite has as many decimals as the time needs: none, three or six.
            Self::Time => format!(
                "substr({name} || CASE length({name}) WHEN 19 THEN '.000000' ELSE '000' END, 1, 26)"
            ),
            Self::Bytes => format!("CASE WHEN {name} IS NOT NULL THEN lower(hex({name})) END"),
        }
    }

    fn read_postgresql(self, name: &str) -> String {
        match self {
            Self::Text | Self::Whole | Self::YesNo => name.to_owned(),
            Self::Time => format!("to_char({name}, 'YYYY-MM-DD HH24:MI:SS.US')"),
            Self::Bytes => format!("encode({name}, 'hex')"),
        }
    }

    /// Returns an expression that reads the column from `value`, a JSON object.
    fn write_sqlite(self, name: &str) -> String {
        let given = format!("value ->> '{name}'");
        match self {
            Self::Text | Self::Whole | Self::YesNo => given,
            // Times are compared as texts, so they must have the decimals that others have.
            Self::Time => format!(
                "CASE WHEN substr({given}, 21) = '000000' THEN substr({given}, 1, 19) \
                 WHEN substr({given}, 24) = '000' THEN substr({given}, 1, 23) ELSE {given} END"
            ),
            Self::Bytes => format!("unhex({given})"),
        }
    }

    fn write_postgresql(self, name: &str) -> String {
        match self {
            Self::Text | Self::Whole | Self::YesNo | Self::Time => name.to_owned(),
            Self::Bytes => format!("decode({name}, 'hex')"),
        }
    }

    /// Returns the type that PostgreSQL reads from JSON.
    fn given_type(self) -> &'static str {
        match self {
            Self::Text | Self::Bytes => "text",
            Self::Whole => "bigint",
            Self::YesNo => "boolean",
            Self::Time => "timestamp",
        }
    }
}

#[derive(QueryableByName)]
struct ColumnRow {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    data_type: String,
}

#[derive(QueryableByName)]
struct LineRow {
    #[diesel(sql_type = Text)]
    line: String,
}

/// Returns the columns of a table that are copied, all but the one that names the organization.
pub(crate) fn copied_columns(
    conn: &mut DbConn,
    (table, owner): (&str, &str),
) -> Result<Vec<Column>, StoreError> {
    let rows: Vec<ColumnRow> = match conn {
        DbConn::Sqlite(conn) => {
            let query = "SELECT name, type AS data_type FROM pragma_table_info(?) ORDER BY name";
            diesel::sql_query(query).bind::<Text, _>(table).load(conn)?
        }
        DbConn::Postgresql(conn) => {
            let query = "SELECT column_name::text AS name, data_type::text FROM information_schema.columns \
                         WHERE table_schema = current_schema() AND table_name = $1 ORDER BY column_name COLLATE \"C\"";
            diesel::sql_query(query).bind::<Text, _>(table).load(conn)?
        }
    };
    let rows = rows
        .into_iter()
        .filter(|row| ![owner, ROW_NUMBER, HOLDER].contains(&row.name.as_str()));
    rows.map(|ColumnRow { name, data_type }| match Kind::of(&data_type) {
        Some(kind) => Ok(Column { name, kind }),
        None => {
            let problem = format!("the column {name} of {table} has the type {data_type}");
            Err(StoreError::other("copy an organization", problem))
        }
    })
    .collect()
}

/// Runs queries that see the database as of one moment.
pub(crate) fn in_snapshot<T>(
    conn: &mut DbConn,
    queries: impl FnOnce(&mut DbConn) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    conn.transaction(|conn| {
        if let DbConn::Postgresql(conn) = conn {
            conn.batch_execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")?;
        }
        queries(conn)
    })
}

/// Prepares a transaction that writes to tables of every placement.
pub(crate) fn prepare_copy(conn: &mut DbConn) -> Result<(), StoreError> {
    match conn {
        DbConn::Sqlite(_) => Ok(()),
        DbConn::Postgresql(conn) => Ok(citus::inspect(conn)?.prepare_transaction(conn)?),
    }
}

/// Passes each row of an organization to a function, as a line of JSON. Few rows are in memory at once.
pub(crate) fn for_each_row(
    conn: &mut DbConn,
    (table, owner): (&str, &str),
    columns: &[Column],
    organization: &str,
    each: &mut dyn FnMut(&str) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let fields = |read: fn(Kind, &str) -> String| {
        let field = |it: &Column| format!("'{}', {}", it.name, read(it.kind, &it.name));
        columns.iter().map(field).collect::<Vec<_>>().join(", ")
    };
    match conn {
        DbConn::Sqlite(conn) => {
            let fields = fields(Kind::read_sqlite);
            let query =
                format!("SELECT json_object({fields}) AS line FROM {table} WHERE {owner} = ?");
            let query = diesel::sql_query(query).bind::<Text, _>(organization);
            for row in query.load_iter::<LineRow, DefaultLoadingMode>(conn)? {
                each(&row?.line)?;
            }
        }
        DbConn::Postgresql(conn) => {
            let fields = fields(Kind::read_postgresql);
            let query = format!(
                "SELECT json_build_object({fields})::text AS line FROM {table} WHERE {owner} = $1"
            );
            let query = diesel::sql_query(query).bind::<Text, _>(organization);
            for row in query.load_iter::<LineRow, PgRowByRowLoadingMode>(conn)? {
                each(&row?.line)?;
            }
        }
    }
    Ok(())
}

/// Inserts rows of an organization, a JSON array of what [`for_each_row`] passes. Returns their number.
pub(crate) fn insert_rows(
    conn: &mut DbConn,
    (table, owner): (&str, &str),
    columns: &[Column],
    organization: &str,
    rows: &str,
) -> Result<usize, StoreError> {
    let names = columns.iter().map(|it| format!(", {}", it.name));
    let names: String = names.collect();
    let values = |write: fn(Kind, &str) -> String| -> String {
        let value = |it: &Column| format!(", {}", write(it.kind, &it.name));
        columns.iter().map(value).collect()
    };
    Ok(match conn {
        DbConn::Sqlite(conn) => {
            let values = values(Kind::write_sqlite);
            let query =
                format!("INSERT INTO {table} ({owner}{names}) SELECT ?{values} FROM json_each(?)");
            diesel::sql_query(query)
                .bind::<Text, _>(organization)
                .bind::<Text, _>(rows)
                .execute(conn)?
        }
        DbConn::Postgresql(conn) => {
            let values = values(Kind::write_postgresql);
            let given = columns
                .iter()
                .map(|it| format!("{} {}", it.name, it.kind.given_type()));
            let given = given.collect::<Vec<_>>().join(", ");
            let query = format!(
                "INSERT INTO {table} ({owner}{names}) SELECT $1{values} FROM json_to_recordset($2::json) AS given ({given})"
            );
            diesel::sql_query(query)
                .bind::<Text, _>(organization)
                .bind::<Text, _>(rows)
                .execute(conn)?
        }
    })
}

/// Returns the number of the last migration that has run.
pub(crate) fn schema_version(conn: &mut DbConn) -> Result<String, StoreError> {
    let query = "SELECT max(version) AS line FROM __diesel_schema_migrations";
    let row: LineRow = super::on_either!(conn, conn => diesel::sql_query(query).get_result(conn))?;
    Ok(row.line)
}

//! Tests that each statement goes to one machine of a cluster.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;

use super::{PlanLine, SINGLE_CONNECTION, statements};
use crate::support::citus::on_citus;
use crate::support::database;
use shortlist_persistence::DatabaseUrl;

/// Text that identifies the statements that read from all machines, with the reason.
const ON_ALL_MACHINES: [&str; 4] = [
    // The uploads and applications that no server works on, of any organization. A server reads them every few seconds.
    r#"WHERE ("uploads"."due_at" <= "#,
    r#"WHERE ("pending_applications"."due_at" <= "#,
    // The uploads and claims of a server that was killed, of any organization. Another server releases them once.
    r#"FROM "uploads" WHERE ((("uploads"."server" = "#,
    r#"DELETE FROM "idempotent_requests" WHERE (("idempotent_requests"."server" = "#,
];

#[derive(QueryableByName)]
struct TypeRow {
    #[diesel(sql_type = Text)]
    name: String,
}

#[test]
fn each_statement_goes_to_one_machine() {
    on_citus(|cluster| {
        let copy = cluster.distributed_database();
        let store = database::open_with(DatabaseUrl::parse(&copy.url), SINGLE_CONNECTION);
        let statements = statements(&store);
        let mut conn = PgConnection::establish(&copy.url).unwrap();
        let mut elsewhere = Vec::new();
        for statement in statements {
            // Diesel generates this condition for an insert without rows.
            if statement.contains("WHERE 1=0") {
                continue;
            }
            let plan = explain(&mut conn, &statement);
            let tasks = plan
                .iter()
                .find_map(|line| line.trim().strip_prefix("Task Count: "));
            let is_local = tasks.is_none();
            let is_excepted = ON_ALL_MACHINES.iter().any(|text| statement.contains(text));
            if !(is_local || tasks == Some("1") || is_excepted) {
                elsewhere.push((statement, plan));
            }
        }
        assert!(elsewhere.is_empty(), "{elsewhere:#?}");
    });
}

/// Returns the plan of a statement for an organization.
fn explain(conn: &mut PgConnection, statement: &str) -> Vec<String> {
    let statement = &without_escape(statement);
    conn.batch_execute(&format!("PREPARE explained AS {statement}"))
        .unwrap();
    let types: Vec<TypeRow> = diesel::sql_query(
        "SELECT unnest(parameter_types)::text AS name FROM pg_prepared_statements WHERE name = 'explained'",
    )
    .load(conn)
    .unwrap();
    let values: Vec<String> = types.iter().map(|one| value(&one.name)).collect();
    let given = if values.is_empty() {
        String::new()
    } else {
        format!("({})", values.join(", "))
    };
    let lines: Vec<PlanLine> =
        diesel::sql_query(format!("EXPLAIN (COSTS OFF) EXECUTE explained{given}"))
            .load(conn)
            .unwrap_or_else(|error| panic!("{statement}: {error}"));
    conn.batch_execute("DEALLOCATE explained").unwrap();
    lines.into_iter().map(|row| row.line).collect()
}

/// Returns a statement whose searches have no escape character, which must be a single letter.
fn without_escape(statement: &str) -> String {
    let mut parts = statement.split("ESCAPE $");
    let mut text = parts.next().unwrap().to_owned();
    for part in parts {
        let end = part
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(part.len());
        let (number, rest) = part.split_at(end);
        text.push_str(&format!("ESCAPE substr(${number}, 1, 0){rest}"));
    }
    text
}

/// Returns a value of a type. All texts are the same one, so that they name one organization.
fn value(name: &str) -> String {
    let text = match name {
        "boolean" => "true",
        "bigint" | "integer" | "smallint" => "1",
        "bytea" => "\\x00",
        "timestamp without time zone" => "2026-01-01",
        list if list.ends_with("[]") => "{}",
        _ => "org_1",
    };
    format!("'{text}'::{name}")
}

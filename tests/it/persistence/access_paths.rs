//! Tests that no query scans a whole table or sorts a page. Both databases explain every statement of the store.

mod calls;
mod one_machine;
mod tenants;

use std::sync::OnceLock;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;

use shortlist_persistence::{DatabaseUrl, Store};

use crate::support::database;

/// Uses a single connection, so that the listener records every statement.
const SINGLE_CONNECTION: u32 = 1;

/// Marks a SQLite statement that reads the rows found by a search index.
const FOUND_BY_SEARCH: [&str; 2] = ["candidates.seq IN (", "jobs.seq IN ("];

/// How many values a long list has.
const LONG_LIST: usize = 500;

#[derive(QueryableByName)]
struct PlanRow {
    #[diesel(sql_type = Text)]
    detail: String,
}

#[derive(QueryableByName)]
struct PlanLine {
    #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
    line: String,
}

/// Returns each distinct statement that the store's queries run, except inserts.
fn statements(store: &Store) -> Vec<String> {
    let recorded = database::recorded(store);
    calls::call_everything(store);
    let mut statements = recorded.lock().unwrap().clone();
    for statement in &mut statements {
        let end = statement.find("-- binds").unwrap_or(statement.len());
        statement.truncate(end);
    }
    statements.retain(|s| {
        ["SELECT", "UPDATE", "DELETE", "WITH"]
            .iter()
            .any(|verb| s.starts_with(verb))
    });
    statements.sort();
    statements.dedup();
    assert!(statements.len() > 80, "{} statements", statements.len());
    statements
}

/// Returns the statements on PostgreSQL, which several tests look at: recording them takes longer.
fn statements_of_postgresql(store: &Store) -> &'static [String] {
    static STATEMENTS: OnceLock<Vec<String>> = OnceLock::new();
    STATEMENTS.get_or_init(|| statements(store))
}

#[test]
fn no_statement_of_sqlite_reads_a_whole_table_or_sorts_a_page() {
    database::on_sqlite(|url| {
        let DatabaseUrl::Sqlite(path) = url else {
            panic!("{url:?}");
        };
        let store = database::open_with(url.clone(), SINGLE_CONNECTION);
        let mut conn = SqliteConnection::establish(&path.to_string_lossy()).unwrap();
        let statements = statements(&store);
        for found in FOUND_BY_SEARCH {
            let searched = statements.iter().any(|s| s.contains(found));
            assert!(searched, "no statement follows a search: {found}");
        }
        for statement in statements
            .iter()
            .flat_map(|short| [short.clone(), with_long_lists(short)])
        {
            let rows: Vec<PlanRow> = diesel::sql_query(format!("EXPLAIN QUERY PLAN {statement}"))
                .load(&mut conn)
                .unwrap();
            let plan: Vec<String> = rows.into_iter().map(|row| row.detail).collect();
            check_sqlite(&statement, &plan);
        }
    });
}

#[test]
fn sqlite_keeps_the_plan_of_a_statement_whatever_is_bound_to_it() {
    let mut conn = SqliteConnection::establish(":memory:").unwrap();
    let rows: Vec<PlanRow> =
        diesel::sql_query("SELECT compile_options AS detail FROM pragma_compile_options")
            .load(&mut conn)
            .unwrap();
    let options: Vec<String> = rows.into_iter().map(|row| row.detail).collect();
    // `.cargo/config.toml` sets this option for everything that is built in the repository.
    assert!(
        options.iter().any(|option| option == "ENABLE_QPSG"),
        "{options:?}"
    );
}

/// Returns a statement with lists of many values. SQLite compares the length of a list with its guess of a tenant's rows.
fn with_long_lists(statement: &str) -> String {
    statement.replace(
        "IN (?)",
        &format!("IN ({})", vec!["?"; LONG_LIST].join(", ")),
    )
}

fn check_sqlite(statement: &str, plan: &[String]) {
    // `SELECT EXISTS` reads its own constant row, and no table, beside its search. The table of organizations is small. `given` and `json_each` are values that the statement carries, and `owners` and
    // `found` are what it has found for them, not tables.
    // `candidates_search` and `jobs_search` are trigram indexes, which are searched for what matches.
    let own = [
        "SCAN CONSTANT ROW",
        "SCAN organizations",
        "SCAN given",
        "SCAN owners",
        "SCAN found",
        "SCAN json_each VIRTUAL TABLE",
        "SCAN candidates_search VIRTUAL TABLE INDEX 0:M1",
        "SCAN jobs_search VIRTUAL TABLE INDEX 0:M2",
    ];
    let whole = plan
        .iter()
        .any(|step| step.starts_with("SCAN") && !own.iter().any(|own| step.starts_with(own)));
    assert!(
        !whole,
        "{statement}
{plan:#?}"
    );
    // A search finds few enough rows to sort them. The plan must reach these rows by rowid only.
    if FOUND_BY_SEARCH
        .iter()
        .any(|found| statement.contains(found))
    {
        let first = plan.iter().find(|step| !step.starts_with("CO-ROUTINE"));
        assert!(
            first.is_some_and(|step| step.ends_with("USING INTEGER PRIMARY KEY (rowid=?)")),
            "{statement}
{plan:#?}"
        );
        return;
    }
    let by_key = statement.contains("_key` IN (") || statement.contains("id` IN (");
    let whole_tenant = plan
        .iter()
        .any(|step| step.ends_with("(organization_id=?)"));
    assert!(!(by_key && whole_tenant), "{statement}\n{plan:#?}");
    let is_page = statement.contains("LIMIT");
    let sorts = plan.iter().any(|step| step.contains("TEMP B-TREE"));
    assert!(!(is_page && sorts), "{statement}\n{plan:#?}");
}

#[test]
fn no_statement_of_postgresql_reads_a_whole_table_or_sorts_a_page() {
    database::on_plain_postgresql(|url| {
        let DatabaseUrl::PostgreSql(address) = url else {
            panic!("{url:?}");
        };
        let store = database::open_with(url.clone(), SINGLE_CONNECTION);
        let statements = statements_of_postgresql(&store);
        let mut conn = PgConnection::establish(address).unwrap();
        // PostgreSQL still uses a disabled plan node if there is no alternative. Such a node then appears in the plan.
        conn.batch_execute(
            "SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off;
             SET plan_cache_mode = force_generic_plan",
        )
        .unwrap();
        for statement in statements {
            let plan = explain_postgresql(&mut conn, statement);
            check_postgresql(statement, &plan);
        }
    });
}

/// Returns the generic plan of a statement, which does not depend on its parameters.
fn explain_postgresql(conn: &mut PgConnection, statement: &str) -> Vec<String> {
    let parameters = (1..).take_while(|n| statement.contains(&format!("${n}")));
    let nothing = vec!["NULL"; parameters.count()].join(", ");
    let given = if nothing.is_empty() {
        String::new()
    } else {
        format!("({nothing})")
    };
    conn.batch_execute(&format!("PREPARE explained AS {statement}"))
        .unwrap();
    let lines: Vec<PlanLine> = diesel::sql_query(format!("EXPLAIN EXECUTE explained{given}"))
        .load(conn)
        .unwrap();
    conn.batch_execute("DEALLOCATE explained").unwrap();
    lines.into_iter().map(|row| row.line).collect()
}

fn check_postgresql(statement: &str, plan: &[String]) {
    let whole = plan.iter().any(|line| line.contains("Seq Scan"));
    assert!(!whole, "{statement}\n{plan:#?}");
    for (scan, next) in plan.iter().zip(plan.iter().skip(1)) {
        let by_index = scan.contains("Index Scan") || scan.contains("Index Only Scan");
        // The table of organizations is small.
        let few = scan.contains(" on organizations ");
        let whole = by_index && !few && !next.contains("Index Cond");
        assert!(!whole, "{statement}\n{plan:#?}");
    }
    let is_page = statement.contains("LIMIT");
    let sorts = plan.iter().any(|line| line.contains("Sort"));
    assert!(!(is_page && sorts), "{statement}\n{plan:#?}");
}

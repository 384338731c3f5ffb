//! The machines of a cluster: whether they respond, and how they are configured.

use std::collections::BTreeMap;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable, Text};

use super::extension::is_installed;

/// How long a machine may take to accept a connection before it counts as missing.
const NODE_TIMEOUT: &str = "SET LOCAL citus.node_connection_timeout = '2s'";

/// Runs a statement on every machine of the cluster. A machine that does not respond yields a row without a result.
const ON_EVERY_NODE: &str = "\
SELECT nodename || ':' || nodeport AS node, success AS responds, answers.result AS answer \
FROM run_command_on_all_nodes($1) AS answers JOIN pg_dist_node USING (nodeid) ORDER BY nodename, nodeport";

/// Returns the settings that a cluster depends on, as JSON.
const SETTINGS: &str = "\
SELECT json_object_agg(name, setting) FROM pg_settings \
WHERE name IN ('max_prepared_transactions', 'max_locks_per_transaction', 'wal_level')";

/// The smallest number of locks for a transaction. Each shard that a migration changes takes several; the default of 64 is enough
/// for a few shards.
const MIN_LOCKS: u32 = 256;

#[derive(QueryableByName)]
struct NodeRow {
    #[diesel(sql_type = Text)]
    node: String,
    #[diesel(sql_type = Bool)]
    responds: bool,
    #[diesel(sql_type = Nullable<Text>)]
    answer: Option<String>,
}

/// Returns the machines of the database's cluster that do not respond. A database without Citus has none.
pub(crate) fn missing_nodes(conn: &mut PgConnection) -> QueryResult<Vec<String>> {
    if !is_installed(conn)? {
        return Ok(Vec::new());
    }
    let nodes = on_every_node(conn, "SELECT 1")?;
    let missing = nodes.into_iter().filter(|node| !node.responds);
    Ok(missing.map(|node| node.node).collect())
}

/// Returns the settings of the machines that respond which do not fit a cluster, each with what to do.
pub(super) fn unfit_settings(conn: &mut PgConnection) -> QueryResult<Vec<String>> {
    let nodes = on_every_node(conn, SETTINGS)?;
    let unfit = nodes.into_iter().flat_map(|node| {
        let answer = node.answer.filter(|_| node.responds).unwrap_or_default();
        let problems = problems(&answer);
        problems
            .into_iter()
            .map(move |text| format!("{}: {text}", node.node))
    });
    Ok(unfit.collect())
}

fn on_every_node(conn: &mut PgConnection, statement: &str) -> QueryResult<Vec<NodeRow>> {
    conn.transaction(|conn| {
        conn.batch_execute(NODE_TIMEOUT)?;
        diesel::sql_query(ON_EVERY_NODE)
            .bind::<Text, _>(statement)
            .load(conn)
    })
}

/// Returns what is wrong with the settings of a machine.
fn problems(settings: &str) -> Vec<String> {
    let settings: BTreeMap<String, String> = serde_json::from_str(settings).unwrap_or_default();
    let number = |name: &str| settings.get(name).and_then(|text| text.parse::<u32>().ok());
    let mut problems = Vec::new();
    if number("max_prepared_transactions") == Some(0) {
        problems
            .push("max_prepared_transactions is 0: set it to max_connections or more".to_owned());
    }
    if number("max_locks_per_transaction").is_some_and(|locks| locks < MIN_LOCKS) {
        problems.push(format!(
            "max_locks_per_transaction is under {MIN_LOCKS}: set it to 1024"
        ));
    }
    if settings
        .get("wal_level")
        .is_some_and(|level| level != "logical")
    {
        problems.push("wal_level is not logical, so shards cannot be moved: set it".to_owned());
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_that_do_not_fit_are_named() {
        let fit = r#"{"max_prepared_transactions":"200","max_locks_per_transaction":"1024","wal_level":"logical"}"#;
        assert_eq!(problems(fit), [""; 0]);
        let plain = r#"{"max_prepared_transactions":"0","max_locks_per_transaction":"64","wal_level":"replica"}"#;
        let found = problems(plain).join("; ");
        for name in [
            "max_prepared_transactions",
            "max_locks_per_transaction",
            "wal_level",
        ] {
            assert!(found.contains(name), "{found}");
        }
        // A machine that does not respond is reported elsewhere.
        assert_eq!(problems(""), [""; 0]);
    }
}

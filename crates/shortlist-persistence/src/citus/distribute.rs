//! The distribution of tables.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use shortlist_domain::{InvalidValue, NumberProblem};

use super::extension::unusable;
use super::placements::{Misplaced, Placements, misplacement_problem};
use super::tables::{COLUMN, FIRST_DISTRIBUTED, Placement, TABLES, TableDistribution};
use crate::error::StoreError;

/// What the transactions that distribute tables need:
/// - The first reference table would otherwise draw all tables that refer to it into Citus's catalog, as tables of the coordinator,
///   and those cannot be distributed.
/// - The audit log has a trigger, which works on each shard.
/// - Tables with rows that refer to reference tables can only be distributed one shard after the other.
const PREPARATIONS: &str = "\
SET LOCAL client_min_messages = warning; \
SET LOCAL citus.enable_local_reference_table_foreign_keys = off; \
SET LOCAL citus.enable_unsafe_triggers = on; \
SET LOCAL citus.multi_shard_modify_mode = 'sequential'";

/// The number of shards over which organizations are distributed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShardCount(i32);

impl ShardCount {
    /// The number if an operator chooses none.
    pub const DEFAULT: Self = Self(32);
    /// The largest number. Planning takes longer with each.
    pub const MAX: i32 = 4_096;

    /// Checks a number of shards.
    ///
    /// # Errors
    /// When it is not between 1 and [`ShardCount::MAX`].
    pub fn parse(number: i32) -> Result<Self, InvalidValue> {
        match number {
            1..=Self::MAX => Ok(Self(number)),
            _ => Err(InvalidValue::new(
                "shards",
                NumberProblem::OutOfRange {
                    least: 1,
                    most: 4096,
                },
            )),
        }
    }
}

/// How the tables of a database are distributed now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Distribution {
    /// The tables that this call distributed.
    pub newly_distributed: Vec<&'static str>,
    /// The number of shards of each distributed table.
    pub shards: i64,
    /// The number of machines that have shards.
    pub nodes: i64,
}

#[derive(QueryableByName)]
struct CountRow {
    #[diesel(sql_type = BigInt)]
    shards: i64,
    #[diesel(sql_type = BigInt)]
    nodes: i64,
}

#[derive(QueryableByName)]
struct NameRow {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Sets what a transaction needs that creates or changes distributed tables.
pub(super) fn prepare(conn: &mut PgConnection) -> QueryResult<()> {
    conn.batch_execute(PREPARATIONS)
}

/// Distributes all tables that are not distributed yet, and removes the coordinator's copies of their rows.
pub(crate) fn distribute(
    conn: &mut PgConnection,
    shards: ShardCount,
) -> Result<Distribution, StoreError> {
    let misplaced = Placements::read(conn)?.misplaced();
    let is_otherwise = |one: &Misplaced| matches!(one, Misplaced::Otherwise(..));
    if misplaced.iter().any(is_otherwise) {
        return Err(unusable(
            misplacement_problem(&misplaced).unwrap_or_default(),
        ));
    }
    let is_local = |table: &&TableDistribution| misplaced.contains(&Misplaced::Local(table.table));
    let local: Vec<&TableDistribution> = TABLES.iter().filter(is_local).collect();
    conn.transaction(|conn| {
        prepare(conn)?;
        for table in &local {
            place(conn, table, Some(shards))?;
        }
        Ok::<_, StoreError>(())
    })?;
    remove_local_copies(conn)?;
    let counted = count(conn)?;
    Ok(Distribution {
        newly_distributed: local.iter().map(|one| one.table).collect(),
        shards: counted.shards,
        nodes: counted.nodes,
    })
}

/// Distributes a table, in a prepared transaction. Only the first distributed table needs the number of shards.
pub(super) fn place(
    conn: &mut PgConnection,
    table: &TableDistribution,
    shards: Option<ShardCount>,
) -> Result<(), StoreError> {
    let name = table.table;
    let statement = match table.placement {
        Placement::Everywhere => format!("SELECT create_reference_table('{name}')"),
        Placement::ByOrganization if name == FIRST_DISTRIBUTED => {
            let shards = shards.unwrap_or(ShardCount::DEFAULT).0;
            format!(
                "SELECT create_distributed_table('{name}', '{COLUMN}', shard_count => {shards})"
            )
        }
        Placement::ByOrganization => format!(
            "SELECT create_distributed_table('{name}', '{COLUMN}', colocate_with => '{FIRST_DISTRIBUTED}')"
        ),
        // By now, the tables that it refers to are reference tables.
        Placement::Coordinator => format!(
            "SET LOCAL citus.enable_local_reference_table_foreign_keys = on; \
             SELECT citus_add_local_table_to_metadata('{name}', cascade_via_foreign_keys => true); \
             SET LOCAL citus.enable_local_reference_table_foreign_keys = off"
        ),
    };
    conn.batch_execute(&statement)
        .map_err(|error| StoreError::Other {
            attempted: "distribute the tables",
            source: format!("{name}: {error}").into(),
        })
}

/// Removes the rows that the coordinator still has from before. Nobody sees them, but they are on its disk, data of persons among
/// them. If this is interrupted, the next call does it.
fn remove_local_copies(conn: &mut PgConnection) -> Result<(), StoreError> {
    let copies: Vec<NameRow> = diesel::sql_query(
        "SELECT relname::text AS name FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid \
         WHERE (partmethod = 'h' OR repmodel = 't') AND pg_relation_size(logicalrelid) > 0 \
         AND relnamespace = current_schema()::regnamespace",
    )
    .load(conn)?;
    if copies.is_empty() {
        return Ok(());
    }
    conn.transaction(|conn| {
        set_audit_trigger(conn, "DISABLE")?;
        for copy in &copies {
            diesel::sql_query(
                "SELECT truncate_local_data_after_distributing_table(to_regclass($1))",
            )
            .bind::<Text, _>(&copy.name)
            .execute(conn)?;
        }
        set_audit_trigger(conn, "ENABLE")
    })?;
    Ok(())
}

/// Disables or enables the trigger that protects the audit log, on the coordinator's own copy only. The shards keep theirs.
fn set_audit_trigger(conn: &mut PgConnection, action: &str) -> QueryResult<()> {
    conn.batch_execute(&format!(
        "SET LOCAL citus.enable_ddl_propagation = off; \
         ALTER TABLE audit_log {action} TRIGGER audit_log_is_not_changed"
    ))
}

fn count(conn: &mut PgConnection) -> QueryResult<CountRow> {
    diesel::sql_query(
        "SELECT count(DISTINCT shardid) AS shards, count(DISTINCT groupid) AS nodes FROM pg_dist_shard \
         JOIN pg_dist_placement USING (shardid) WHERE logicalrelid = to_regclass($1)",
    )
    .bind::<Text, _>(FIRST_DISTRIBUTED)
    .get_result(conn)
}

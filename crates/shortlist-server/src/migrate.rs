//! `shortlist migrate`: the schema of the database, and its distribution over a Citus cluster.

use clap::Args;
use shortlist_domain::InvalidValue;
use shortlist_persistence::{DatabaseUrl, Distribution, ShardCount};

use crate::config::{Config, ConfigArguments};
use crate::service::{self, data_locations};
use crate::{Failure, admin, output, telemetry};

/// Flags of `migrate`.
#[derive(Debug, Args)]
pub(crate) struct MigrateArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// Distribute the tables over the Citus cluster of the database. Stop the servers before the first time.
    #[arg(long)]
    distribute: bool,
    /// Number of shards over which organizations are distributed. It can only be chosen the first time.
    #[arg(long, default_value = "32", value_parser = shard_count, requires = "distribute")]
    shards: ShardCount,
}

fn shard_count(text: &str) -> Result<ShardCount, InvalidValue> {
    ShardCount::parse(text.parse().unwrap_or_default())
}

/// Brings the database's schema up to date.
pub(crate) fn run(arguments: &MigrateArguments) -> Result<(), Failure> {
    if !arguments.distribute {
        admin::open(&arguments.config)?;
        return output::print_result("the database's schema is up to date");
    }
    let config = Config::load(&arguments.config)?;
    telemetry::start("warn", config.logging.log_format)?;
    let locations = data_locations(&config)?;
    if matches!(locations.database(), DatabaseUrl::Sqlite(_)) {
        let problem = "the database is a SQLite file, which cannot be distributed: set database_url to the coordinator of a Citus \
                       cluster";
        return Err(Failure::new(problem));
    }
    let store = service::open_database(&locations)?;
    let distribution = store
        .database()
        .distribute(arguments.shards)
        .map_err(Failure::of("distribute the database over its cluster"))?;
    output::print_result(&report(&distribution))
}

fn report(distribution: &Distribution) -> String {
    let Distribution { shards, nodes, .. } = distribution;
    let state = format!("organizations are distributed over {shards} shards on {nodes} machines");
    match distribution.newly_distributed.len() {
        0 => format!("all tables were distributed already; {state}"),
        number => format!("{number} tables were distributed; {state}"),
    }
}

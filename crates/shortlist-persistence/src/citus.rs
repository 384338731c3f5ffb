//! PostgreSQL that Citus distributes over several machines.
//!
//! [`TABLES`] says how each table is distributed. An organization's rows are on one shard, so that its statements and
//! transactions stay on one machine. docs/SCALING.md documents the operation.

mod cluster;
mod distribute;
mod extension;
mod nodes;
mod placements;
mod tables;

pub(crate) use cluster::{Cluster, inspect};
pub(crate) use distribute::distribute;
pub use distribute::{Distribution, ShardCount};
pub(crate) use extension::{is_installed, unusable};
pub(crate) use nodes::missing_nodes;
pub use tables::{Placement, TABLES, TableDistribution};

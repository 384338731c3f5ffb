//! `shortlist bench`: the data for benchmarks.

mod applicants;
mod identify;
mod seed;

use clap::{Args, Subcommand};

use crate::Failure;
use identify::IdentifyArguments;
use seed::SeedArguments;

/// Flags of `bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Fill a database with an organization of invented candidates, and print credentials for it as JSON.
    Seed(SeedArguments),
    /// Invent what the candidates of a seeded organization say about themselves, for measurements of bias audits.
    Identify(IdentifyArguments),
}

/// Runs a task.
pub(crate) fn run(arguments: &BenchArguments) -> Result<(), Failure> {
    match &arguments.task {
        Task::Seed(arguments) => seed::run(arguments),
        Task::Identify(arguments) => identify::run(arguments),
    }
}

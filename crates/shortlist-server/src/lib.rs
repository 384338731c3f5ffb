//! The `shortlist` program: configuration, wiring, subcommands and shutdown.
//!
//! Invariants: only this crate reads environment variables, prints, or knows the clock. It contains no rule of recruitment.

mod admin;
mod backup;
mod bench;
mod cli;
mod config;
mod connections;
mod credentials;
mod data_folder;
mod demo;
mod explain;
mod failure;
mod fairness;
mod file_permissions;
#[cfg(test)]
mod generated_docs;
mod health;
mod http;
mod mail;
mod measuring;
mod migrate;
mod outbox;
mod output;
mod parse;
mod plan_jobs;
mod progress;
mod rank;
mod readers;
mod recognition;
mod reload;
mod resume_files;
mod retention;
mod sandbox;
mod scores;
mod serve;
mod service;
mod shutdown;
mod single_sign_on;
mod telemetry;
mod tls;
mod traces;
mod vocabulary;
mod webhooks;
mod worker_processes;

use std::process::ExitCode;

use clap::Parser;

use cli::{Cli, Command};
use failure::Failure;

/// Runs the program with the process's arguments.
pub fn main() -> ExitCode {
    file_permissions::set_umask();
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            output::print_error(&failure.report());
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> Result<(), Failure> {
    match cli.command {
        Command::Sandbox(arguments) => sandbox::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Admin(arguments) => admin::run(arguments),
        Command::Bench(arguments) => bench::run(&arguments),
        Command::Backup(arguments) => backup::backup(&arguments),
        Command::Restore(arguments) => backup::restore(&arguments),
        Command::Export(arguments) => retention::export(&arguments),
        Command::Retain(arguments) => retention::retain(&arguments),
        Command::Migrate(arguments) => migrate::run(&arguments),
        Command::Health(arguments) => health::run(&arguments),
        Command::Mail(arguments) => mail::run(&arguments),
        Command::Schema => output::print_result(&shortlist_transport::schema_sdl()),
        Command::Replay(arguments) => scores::replay(&arguments),
        Command::Rescore(arguments) => scores::rescore(&arguments),
        Command::Audit(arguments) => fairness::run(&arguments),
        Command::Parse(arguments) => parse::run(&arguments),
        Command::Rank(arguments) => rank::run(&arguments),
        Command::PlanJobs(arguments) => plan_jobs::run(&arguments),
        Command::ReadWorker(arguments) => readers::work(arguments),
        Command::RecognizeWorker(arguments) => recognition::work(arguments),
    }
}

//! Searches for the most expensive GraphQL request that is accepted, by random documents and by changes to expensive
//! ones.
//!
//! `cargo build --release && cargo run --release -p shortlist-benches --example expensive -- [OPTION…]`
//!
//! The server holds the most expensive data that an organization can store, and gets one document at a time. The
//! program prints the ten most expensive documents by processor time and by memory. With `--units` it prints the cost
//! of each field instead. Other options are `--documents 10000` and `--seed 1`.

#![expect(
    dead_code,
    reason = "of what starts the program, the measurement of neighbours uses more"
)]

mod document;
#[path = "../neighbours/documents.rs"]
mod documents;
mod field_costs;
mod generate;
mod inputs;
mod measurement;
#[path = "../neighbours/organization.rs"]
mod organization;
#[path = "../http_fuzz/schema.rs"]
mod schema;
mod search;
#[path = "../neighbours/sending.rs"]
mod sending;
#[path = "../neighbours/server.rs"]
mod server;
#[path = "../neighbours/worst_case_data.rs"]
mod worst_case_data;

use std::error::Error;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use serde_json::{Value, json};
use shortlist_benches::processes;
use tempfile::TempDir;

use generate::Generator;
use inputs::Data;
use measurement::MeasuredServer;
use organization::Organization;
use schema::{INTROSPECTION, Schema};
use search::Bounds;
use server::Server;
use worst_case_data::Amount;

/// The result of every part of this program.
pub(crate) type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Searches for the most expensive GraphQL request that is accepted
#[derive(Parser)]
struct Arguments {
    /// The number of documents that are sent.
    #[arg(long, default_value_t = 10_000)]
    documents: usize,
    /// The time limit of the search, in seconds.
    #[arg(long, default_value_t = 3_600)]
    seconds: u64,
    /// The seed of the documents.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of candidates. Nine of ten are for one job.
    #[arg(long, default_value_t = 11_200)]
    candidates: u32,
    /// The number of jobs with the longest description, and of resumes with the longest text.
    #[arg(long, default_value_t = 100)]
    heavy: u64,
    /// The size of each long resume's text, in bytes.
    #[arg(long, default_value_t = 200_000)]
    resume_bytes: usize,
    /// The time limit of a document, in seconds.
    #[arg(long, default_value_t = 10)]
    patience: u64,
    /// The memory limit in MiB. A server that exceeds it is replaced.
    #[arg(long, default_value_t = 4_096)]
    memory_mib: u64,
    /// Prints the cost of each field.
    #[arg(long)]
    units: bool,
    /// The path of the program. Without it, the one that was built with this one is used.
    #[arg(long)]
    program: Option<PathBuf>,
}

fn main() -> Outcome<()> {
    let arguments = Arguments::parse();
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => processes::program()?,
    };
    let folder = TempDir::new()?;
    let place = (program, folder.path().join("data"));
    let (data, schema) = prepare(&arguments, &place)?;
    let limits = (
        Duration::from_secs(arguments.patience),
        arguments.memory_mib,
    );
    let organization = data.organization.clone();
    let mut server = MeasuredServer::open(place, &organization, limits)?;
    if arguments.units {
        return field_costs::run(&mut server, &schema, &data);
    }
    let generator = Generator {
        schema: &schema,
        data: &data,
    };
    let bounds = Bounds {
        documents: arguments.documents,
        time: Duration::from_secs(arguments.seconds),
        seed: arguments.seed,
    };
    search::run(&mut server, &generator, &bounds)
}

/// Fills an organization and reads the schema.
fn prepare(arguments: &Arguments, place: &(PathBuf, PathBuf)) -> Outcome<(Data, Schema)> {
    let place = (place.0.as_path(), place.1.as_path());
    let organization = Organization::seed(place, "org_expensive", (arguments.candidates, 1))?;
    let server = Server::start(place, &[], u64::MAX >> 10)?;
    let amount = Amount {
        jobs: usize::try_from(arguments.heavy)?,
        resumes: arguments.heavy,
        resume_bytes: arguments.resume_bytes,
    };
    let worst_case = worst_case_data::fill(server.address(), &organization, &amount)?;
    let body = json!({ "query": INTROSPECTION }).to_string();
    let answer = sending::send(
        server.address(),
        &organization.graphql(server.address(), &body),
    )?;
    let answer: Value = serde_json::from_slice(&answer.body)?;
    let schema = Schema::read(&answer)?;
    Ok((
        Data {
            organization,
            worst_case,
        },
        schema,
    ))
}

/// Prints a line and flushes it.
pub(crate) fn print_line(line: &str) -> Outcome<()> {
    let mut out = io::stdout();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

//! The most expensive GraphQL request that is accepted, looked for by chance and by changing those that were expensive.
//!
//! `cargo build --release && cargo run --release -p shortlist-benches --example expensive -- [--documents 10000] [--seed 1] [--units]`. Each
//! document is sent to the server alone, over an organization with the most expensive data that it can keep. It prints the ten most
//! expensive documents by processor time and by memory; with `--units` it prints what each field costs instead.

#![expect(
    dead_code,
    reason = "of what starts the program, the measurement of neighbours uses more"
)]

mod document;
#[path = "../neighbours/documents.rs"]
mod documents;
mod generate;
mod inputs;
mod laboratory;
#[path = "../neighbours/organization.rs"]
mod organization;
#[path = "../http_fuzz/schema.rs"]
mod schema;
mod search;
#[path = "../neighbours/sending.rs"]
mod sending;
#[path = "../neighbours/server.rs"]
mod server;
mod units;
#[path = "../neighbours/worst.rs"]
mod worst;

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
use laboratory::Laboratory;
use organization::Organization;
use schema::{INTROSPECTION, Schema};
use search::Bounds;
use server::Server;
use worst::Amount;

/// What every part of this program can fail with.
pub(crate) type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Looks for the most expensive GraphQL request that is accepted
#[derive(Parser)]
struct Arguments {
    /// How many documents are sent.
    #[arg(long, default_value_t = 10_000)]
    documents: usize,
    /// How long the search may take.
    #[arg(long, default_value_t = 3_600)]
    seconds: u64,
    /// What the documents follow from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Candidates; nine of ten are for one job.
    #[arg(long, default_value_t = 11_200)]
    candidates: u32,
    /// Jobs with the longest description, and resumes with the longest text.
    #[arg(long, default_value_t = 100)]
    heavy: u64,
    /// The text of each long resume.
    #[arg(long, default_value_t = 200_000)]
    resume_bytes: usize,
    /// How long a document may take.
    #[arg(long, default_value_t = 10)]
    patience: u64,
    /// A server that takes more is replaced.
    #[arg(long, default_value_t = 4_096)]
    memory_mib: u64,
    /// Prints what each field costs.
    #[arg(long)]
    units: bool,
    /// The program; without it the one that was built with this one.
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
    let mut laboratory = Laboratory::open(place, &organization, limits)?;
    if arguments.units {
        return units::run(&mut laboratory, &schema, &data);
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
    search::run(&mut laboratory, &generator, &bounds)
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
    let worst = worst::fill(server.address(), &organization, &amount)?;
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
            worst,
        },
        schema,
    ))
}

/// Prints a line at once.
pub(crate) fn say(line: &str) -> Outcome<()> {
    let mut out = io::stdout();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

//! Random requests to the running program: GraphQL documents, resume uploads and job uploads, valid and damaged.
//!
//! `cargo build && cargo run -p shortlist-benches --example http_fuzz -- --target graphql --seconds 600 --seed 1`
//!
//! Without `--target` all three run in turn. The seed and the request's number determine each request. These outcomes
//! are findings:
//! - a status of 500 or above, except 503 with `Retry-After`
//! - an `INTERNAL_SERVER_ERROR`, or a refusal that is not JSON
//! - no response, or a panic in the log
//! - a server that died or uses too much memory
//!
//! The request of a finding is saved, with names in place of identifiers and secrets. `--again FILE` sends it to a new
//! server.

mod forms;
mod graphql;
mod request_heads;
mod schema;
mod server;
mod server_data;
mod tally;
mod values;
mod verdict;
mod wire;

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use serde_json::json;
use shortlist_benches::processes::program;
use shortlist_fixtures::Random;

use forms::Files;
use graphql::graphql_request;
use schema::{INTROSPECTION, Schema};
use server::Server;
use tally::Tally;
use verdict::judge;
use wire::{Request, exchange};

/// The result of every part of this program.
pub(crate) type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// The number of requests after which the server is checked. It is replaced if the callers have lost their access.
const ROUND: u64 = 400;
/// The number of findings after which the search ends.
const MOST_FINDINGS: usize = 25;

/// The endpoint under test.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Target {
    /// `POST /graphql`.
    Graphql,
    /// `POST /bulk-upload-resumes`.
    Resumes,
    /// `POST /addJobByFile`.
    Jobs,
}

/// Sends random requests to the program and looks for responses that no client may get.
#[derive(Parser)]
struct Arguments {
    /// The endpoint under test. Without it, all are tested in turn.
    #[arg(long)]
    target: Option<Target>,
    /// The length of the run, in seconds.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The seed of the requests.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of requests at once.
    #[arg(long, default_value_t = 3)]
    clients: usize,
    /// The memory limit of the server in MiB, without its document workers.
    #[arg(long, default_value_t = 1_024)]
    memory_mib: u64,
    /// The path of the program. Without it, the one that was built with this one is used.
    #[arg(long)]
    program: Option<PathBuf>,
    /// The folder for the requests of findings.
    #[arg(long, default_value = "http-fuzz-findings")]
    save: PathBuf,
    /// Sends a saved request to a new server and prints the response.
    #[arg(long)]
    again: Option<PathBuf>,
}

fn main() -> Outcome<()> {
    let arguments = Arguments::parse();
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => program()?,
    };
    if let Some(saved) = &arguments.again {
        return again(&program, saved);
    }
    let run = Run {
        files: Files::load()?,
        tally: Mutex::default(),
        next: AtomicU64::new(0),
        ends: Instant::now() + Duration::from_secs(arguments.seconds),
        arguments,
        program,
    };
    run.whole()
}

/// Sends a saved request again.
fn again(program: &Path, saved: &Path) -> Outcome<()> {
    let server = Server::start(program, &[])?;
    let bytes = server.names.restore(&fs::read(saved)?);
    let exchanged = exchange(&server.address, &Request::raw(bytes));
    let mut out = std::io::stdout().lock();
    writeln!(out, "{exchanged:?}")?;
    if let Some(log) = server.new_panics() {
        writeln!(out, "{log}")?;
    }
    Ok(())
}

/// The state that the threads of a run share.
struct Run {
    arguments: Arguments,
    program: PathBuf,
    files: Files,
    tally: Mutex<Tally>,
    next: AtomicU64,
    ends: Instant,
}

impl Run {
    /// Runs until the time is over or too many findings exist.
    fn whole(&self) -> Outcome<()> {
        let mut last_report = Instant::now();
        while self.is_running() {
            let server = Server::start(&self.program, &[])?;
            let schema = Schema::read(&server.ask(INTROSPECTION, &json!({}))?)?;
            while self.is_running() && server.still_serves() {
                self.round(&server, &schema);
                self.watch(&server);
                if last_report.elapsed() > Duration::from_secs(60) {
                    last_report = Instant::now();
                    self.print_progress()?;
                }
            }
        }
        self.print_progress()?;
        writeln!(std::io::stdout(), "{}", self.tally().reasons())?;
        match self.tally().findings {
            0 => Ok(()),
            count => Err(format!("{count} findings; see {}", self.arguments.save.display()).into()),
        }
    }

    fn is_running(&self) -> bool {
        Instant::now() < self.ends && self.tally().findings < MOST_FINDINGS
    }

    fn tally(&self) -> std::sync::MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn print_progress(&self) -> Outcome<()> {
        Ok(writeln!(std::io::stdout(), "{}", self.tally().table())?)
    }

    /// Sends one round of requests from the configured number of clients.
    fn round(&self, server: &Server, schema: &Schema) {
        let last = self.next.load(Ordering::Relaxed) + ROUND;
        thread::scope(|scope| {
            for _ in 0..self.arguments.clients.max(1) {
                scope.spawn(|| {
                    while self.is_running() {
                        let number = self.next.fetch_add(1, Ordering::Relaxed);
                        self.one(server, schema, number);
                        if number >= last {
                            break;
                        }
                    }
                });
            }
        });
    }

    fn one(&self, server: &Server, schema: &Schema, number: u64) {
        let mut chance = Random::of_seed(self.arguments.seed.wrapping_mul(1 << 32) + number);
        let target = self.arguments.target.unwrap_or(match number % 3 {
            0 => Target::Graphql,
            1 => Target::Resumes,
            _ => Target::Jobs,
        });
        let names = &server.names;
        let request = match target {
            Target::Graphql => graphql_request(schema, names, &mut chance),
            Target::Resumes => self.files.resume_request(names, &mut chance),
            Target::Jobs => self.files.job_request(names, &mut chance),
        };
        let begun = Instant::now();
        let exchanged = exchange(&server.address, &request);
        let took = begun.elapsed();
        let problem = judge(&request, &exchanged, took);
        self.tally().count(&request, &exchanged, (took, number));
        if let Some(problem) = problem {
            self.find(server, number, &problem, Some(&request));
        }
    }

    /// Checks what no single response shows.
    fn watch(&self, server: &Server) {
        let number = self.next.load(Ordering::Relaxed);
        let kib = server.resident_kib();
        self.tally().memory_kib.push(server.most_kib());
        if kib >> 10 > self.arguments.memory_mib {
            let problem = format!("the server takes {} MiB", kib >> 10);
            self.find(server, number, &problem, None);
        }
        if let Some(panics) = server.new_panics() {
            self.find(server, number, &panics, None);
        }
        if let Some(status) = server.ended() {
            self.find(server, number, &format!("the server ended: {status}"), None);
        }
    }

    fn find(&self, server: &Server, number: u64, problem: &str, request: Option<&Request>) {
        self.tally().findings += 1;
        let folder = &self.arguments.save;
        let name = format!("{}-{number}", self.arguments.seed);
        let message = format!("{number}: {problem}\n");
        // A finding that cannot be saved is still printed.
        drop(std::io::stdout().write_all(message.as_bytes()));
        drop(fs::create_dir_all(folder));
        drop(fs::write(folder.join(format!("{name}.txt")), message));
        if let Some(request) = request {
            let bytes = server.names.hide(&request.bytes);
            drop(fs::write(folder.join(format!("{name}.http")), bytes));
        }
    }
}

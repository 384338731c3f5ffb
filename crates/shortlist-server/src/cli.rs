//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::admin::AdminArguments;
use crate::backup::{BackupArguments, RestoreArguments};
use crate::bench::BenchArguments;
use crate::config::ConfigArguments;
use crate::life::{ExportArguments, RetainArguments};
use crate::readers::{IsolationMode, WorkerArguments};
use crate::scores::{ReplayArguments, RescoreArguments};

/// Shortlist: resumes in, scored and ranked candidates out.
#[derive(Debug, Parser)]
#[command(name = "shortlist", version, about)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Serve a demo organization for trying and testing, with credentials printed.
    Sandbox(SandboxArguments),
    /// Serve production.
    Serve(ServeArguments),
    /// Create organizations, users and API keys of production.
    Admin(AdminArguments),
    /// Print all that is held of a candidate, as JSON Resume.
    Export(ExportArguments),
    /// Erase the candidates whom organizations keep no longer.
    Retain(RetainArguments),
    /// Copy the database and the files to a folder, while the server may serve.
    Backup(BackupArguments),
    /// Put a backup where no data are yet.
    Restore(RestoreArguments),
    /// Bring the database's schema up to this program's.
    Migrate(ConfigArguments),
    /// Print the GraphQL schema.
    Schema,
    /// Read resumes without a server and print one JSON line for each.
    Parse(ParseArguments),
    /// Score candidates anew from their files and compare: the same bytes, job, weights and day give the same digest.
    Replay(ReplayArguments),
    /// Score candidates again: under other weights, for a job that has changed, or after an upgrade.
    Rescore(RescoreArguments),
    /// Print how a job file would be taken, its first jobs and where each value comes from, without creating anything.
    PlanJobs(PlanJobsArguments),
    /// Make what measurements are made on.
    #[command(hide = true)]
    Bench(BenchArguments),
    /// Read documents for the process that started this one.
    #[command(hide = true)]
    ReadWorker(WorkerArguments),
}

/// Flags of `sandbox`. It takes no environment variables but that on isolation, so that it cannot fall upon production's database.
#[derive(Debug, Args)]
pub(crate) struct SandboxArguments {
    /// Address to listen on; port 0 takes a free one.
    #[arg(long, default_value = "127.0.0.1:8080")]
    pub(crate) bind: SocketAddr,
    /// Folder of the database, the resumes and the credentials.
    #[arg(long, default_value = ".sandbox")]
    pub(crate) data_dir: PathBuf,
    /// PostgreSQL address or SQLite file; without it a SQLite file in the data folder.
    #[arg(long)]
    pub(crate) database_url: Option<String>,
    /// File to write the credentials to, as JSON.
    #[arg(long)]
    pub(crate) credentials_file: Option<PathBuf>,
    /// Leave out the demo jobs, candidates and interviews.
    #[arg(long)]
    pub(crate) empty: bool,
    /// Allow an address beyond loopback: something in front of the sandbox speaks TLS or keeps strangers out.
    #[arg(long)]
    pub(crate) behind_proxy: bool,
    /// Address that clients use, if it is not the one to listen on: links to recordings begin with it.
    #[arg(long)]
    pub(crate) public_url: Option<String>,
    /// Origins whose pages may call from a browser, such as <http://localhost:3000>, with commas between.
    #[arg(long, value_delimiter = ',')]
    pub(crate) cors_origins: Vec<String>,
    /// Worker processes that read documents; 0 is one for each core.
    #[arg(long, default_value_t = 0)]
    pub(crate) readers: usize,
    /// What to do where the system cannot shut the readers of documents in.
    #[arg(long, env = "SHORTLIST_ISOLATION", value_enum, default_value_t)]
    pub(crate) isolation: IsolationMode,
    /// The requests that an API key may make in a minute.
    #[arg(long, default_value_t = 6_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) requests_per_minute: u32,
    /// CSV file of skills to add to the vocabulary, in the project's own form or ESCO's.
    #[arg(long)]
    pub(crate) vocabulary: Option<PathBuf>,
}

/// Flags of `serve`.
#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
    /// Print the effective configuration with secrets hidden, and stop.
    #[arg(long)]
    pub(crate) check_config: bool,
}

/// Flags of `parse`.
#[derive(Debug, Args)]
pub(crate) struct ParseArguments {
    /// How many files are read at once; without it one for each core.
    #[arg(long)]
    pub(crate) threads: Option<usize>,
    /// What to do where the system cannot shut the readers in.
    #[arg(long, env = "SHORTLIST_ISOLATION", value_enum, default_value_t)]
    pub(crate) isolation: IsolationMode,
    /// Print each file's blocks and sections, and each value with its reason, instead of a line of JSON.
    ///
    /// The files are read one after the other in this process, so take no strangers' files.
    #[arg(long)]
    pub(crate) explain: bool,
    /// CSV file of skills to add to the vocabulary, in the project's own form or ESCO's.
    #[arg(long, env = "SHORTLIST_VOCABULARY")]
    pub(crate) vocabulary: Option<PathBuf>,
    /// Files, or folders that are read with their folders.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
}

/// Flags of `plan-jobs`.
#[derive(Debug, Args)]
pub(crate) struct PlanJobsArguments {
    /// What to do with the file, in the words of `docs/JOB_FILES.md`.
    #[arg(long)]
    pub(crate) prompt: Option<String>,
    /// Print JSON, as a dry run over HTTP answers.
    #[arg(long)]
    pub(crate) json: bool,
    /// How many jobs are printed.
    #[arg(long, default_value_t = 3)]
    pub(crate) rows: usize,
    /// CSV file of skills to add to the vocabulary, in the project's own form or ESCO's.
    #[arg(long, env = "SHORTLIST_VOCABULARY")]
    pub(crate) vocabulary: Option<PathBuf>,
    /// The job file: CSV, XLSX or JSON.
    pub(crate) file: PathBuf,
}

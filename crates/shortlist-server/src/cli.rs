//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::admin::AdminArguments;
use crate::backup::{BackupArguments, RestoreArguments};
use crate::bench::BenchArguments;
use crate::demo::DemoSize;
use crate::fairness::AuditArguments;
use crate::health::HealthArguments;
use crate::mail::MailArguments;
use crate::migrate::MigrateArguments;
use crate::rank::RankArguments;
use crate::readers::WorkerArguments;
use crate::recognition::RecognizerArguments;
use crate::resume_files::ResumeFileArguments;
use crate::retention::{ExportArguments, RetainArguments};
use crate::scores::{ReplayArguments, RescoreArguments};
use crate::serve::ServeArguments;
use crate::worker_processes::IsolationMode;

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
    /// Run a demo organization for trials and tests, and print its credentials.
    Sandbox(SandboxArguments),
    /// Run the production server.
    Serve(ServeArguments),
    /// Manage organizations, users and API keys of production.
    Admin(AdminArguments),
    /// Print all data of a candidate, as JSON Resume.
    Export(ExportArguments),
    /// Erase the candidates whose retention period is over.
    Retain(RetainArguments),
    /// Copy the database and the files to a folder. The server may run meanwhile.
    Backup(BackupArguments),
    /// Restore a backup to a place without data.
    Restore(RestoreArguments),
    /// Migrate the database's schema to the version of this program.
    Migrate(MigrateArguments),
    /// Ask a running server whether it is ready. Exits with 0 if it is, and with 1 if not.
    Health(HealthArguments),
    /// Test the settings for e-mail.
    Mail(MailArguments),
    /// Print the GraphQL schema.
    Schema,
    /// Read resumes without a server and print one JSON line for each.
    Parse(ParseArguments),
    /// Rank resumes for a job without a server, with the evidence for each score.
    ///
    /// Exits with 0 if at least one resume was ranked, with 2 if the command line is invalid, and with 1 for every other
    /// problem, such as a job that cannot be read.
    Rank(RankArguments),
    /// Score candidates again from their files and compare. The same file, job, weights and date give the same digest.
    Replay(ReplayArguments),
    /// Score candidates again: with other weights, for a job that has changed, or after an upgrade.
    Rescore(RescoreArguments),
    /// Compute a bias audit of the scores and of who was taken forward.
    Audit(AuditArguments),
    /// Print how a job file would be imported: its first jobs, and where each value comes from. Creates nothing.
    PlanJobs(PlanJobsArguments),
    /// Create the data for benchmarks.
    #[command(hide = true)]
    Bench(BenchArguments),
    /// Read documents for the parent process.
    #[command(hide = true)]
    ReadWorker(WorkerArguments),
    /// Recognize the text of an image for the parent process.
    #[command(hide = true)]
    RecognizeWorker(RecognizerArguments),
}

/// Flags of `sandbox`. It reads no environment variables except those for readers and isolation, so that it cannot use the
/// production database by mistake.
#[derive(Debug, Args)]
pub(crate) struct SandboxArguments {
    /// Address to listen on. Port 0 selects a free one.
    #[arg(long, default_value = "127.0.0.1:8080")]
    pub(crate) bind: SocketAddr,
    /// Folder of the database, the resumes and the credentials.
    #[arg(long, default_value = ".sandbox")]
    pub(crate) data_dir: PathBuf,
    /// PostgreSQL address or SQLite file. By default, a SQLite file in the data folder.
    #[arg(long)]
    pub(crate) database_url: Option<String>,
    /// File to write the credentials to, as JSON.
    #[arg(long)]
    pub(crate) credentials_file: Option<PathBuf>,
    /// How much demo data to load.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) demo: DemoSize,
    /// Leave out the demo jobs, candidates and interviews.
    #[arg(long, conflicts_with = "demo")]
    pub(crate) empty: bool,
    /// Allow an address other than loopback, because something in front of the sandbox provides TLS or restricts access.
    #[arg(long)]
    pub(crate) behind_proxy: bool,
    /// Address that clients use, if it differs from the one to listen on. Links to recordings start with it.
    #[arg(long)]
    pub(crate) public_url: Option<String>,
    /// Host names by which clients may address the sandbox, in addition to that of the public URL, separated by commas. Those of this
    /// machine and addresses are always allowed.
    #[arg(long, value_delimiter = ',')]
    pub(crate) allowed_hosts: Vec<String>,
    /// Origins whose pages may call from a browser, such as <http://localhost:3000>, separated by commas.
    #[arg(long, value_delimiter = ',')]
    pub(crate) cors_origins: Vec<String>,
    /// Number of documents of one organization that are read at once. 0 means one for each core.
    #[arg(long, env = "SHORTLIST_READERS", default_value_t = 0)]
    pub(crate) readers: usize,
    /// What to do if the system cannot isolate the processes that read documents.
    #[arg(long, env = "SHORTLIST_ISOLATION", value_enum, default_value_t)]
    pub(crate) isolation: IsolationMode,
    /// Number of requests that an API key may make in a minute.
    #[arg(long, default_value_t = 6_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) requests_per_minute: u32,
    /// CSV file of skills to add to the vocabulary, in the project's own form or ESCO's.
    #[arg(long)]
    pub(crate) vocabulary: Option<PathBuf>,
}

/// Flags of `parse`.
#[derive(Debug, Args)]
pub(crate) struct ParseArguments {
    /// Print each file's blocks and sections, and each value with its reason, instead of a line of JSON.
    ///
    /// The files are read one after the other in this process, without isolation. So use it only for files that you trust.
    #[arg(long)]
    pub(crate) explain: bool,
    #[command(flatten)]
    pub(crate) files: ResumeFileArguments,
}

/// Flags of `plan-jobs`.
#[derive(Debug, Args)]
pub(crate) struct PlanJobsArguments {
    /// Instructions for the import, in the language that `docs/JOB_FILES.md` documents.
    #[arg(long)]
    pub(crate) prompt: Option<String>,
    /// Print JSON, as returned by a dry run over HTTP.
    #[arg(long)]
    pub(crate) json: bool,
    /// Number of jobs to print.
    #[arg(long, default_value_t = 3)]
    pub(crate) rows: usize,
    /// CSV file of skills to add to the vocabulary, in the project's own form or ESCO's.
    #[arg(long, env = "SHORTLIST_VOCABULARY")]
    pub(crate) vocabulary: Option<PathBuf>,
    /// The job file: CSV, XLSX or JSON.
    pub(crate) file: PathBuf,
}

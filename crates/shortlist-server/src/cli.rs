//! The command line.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::admin::AdminArguments;
use crate::config::ConfigArguments;

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
    /// Bring the database's schema up to this program's.
    Migrate(ConfigArguments),
    /// Print the GraphQL schema.
    Schema,
    /// Read resumes without a server and print one JSON line for each.
    Parse(ParseArguments),
}

/// Flags of `sandbox`. It takes no environment variables, so that it cannot fall upon production's database.
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
    /// Read in this process: what a worker process is told.
    #[arg(long, hide = true)]
    pub(crate) in_process: bool,
    /// Files, or folders that are read with their folders.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
}

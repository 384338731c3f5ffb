//! Measures the whole service under load: the program as a process, resumes over HTTP, and memory as the system counts
//! it.
//!
//! `cargo build --release && cargo bench -p shortlist-benches --bench service -- [NAME…]`
//!
//! The names are `roundtrip`, `upload`, `parse`, `kill`, `kinds`, `hostile` and `jobs`. Without a name, all of these
//! run. `soak` (for `--seconds`) and `events` run only by name, on SQLite or on `--database-url`. With
//! `SHORTLIST_CORPUS`, the resumes of that folder are uploaded too, and the files of its folder `badinput` are sent among
//! the damaged ones.

mod events;
mod hostile;
mod jobs;
mod round_trip;
mod server;
mod soak;
mod uploads;

use std::error::Error;
use std::io::Write as _;
use std::time::Duration;

use clap::Parser;
use shortlist_benches::processes::program;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// The measurements that run without a name.
const USUAL: [&str; 7] = [
    "roundtrip",
    "upload",
    "parse",
    "kill",
    "kinds",
    "hostile",
    "jobs",
];

/// Measures the release program as a whole
#[derive(Parser)]
struct Arguments {
    /// The measurements to run.
    names: Vec<String>,
    /// The length of a soak, in seconds.
    #[arg(long, default_value_t = 1_800)]
    seconds: u64,
    /// An empty PostgreSQL database for `soak` or `events`, instead of SQLite.
    #[arg(long)]
    database_url: Option<String>,
    /// The flag that cargo adds.
    #[arg(long, hide = true)]
    bench: bool,
}

fn main() -> Outcome<()> {
    let mut arguments = Arguments::parse();
    if arguments.names.is_empty() {
        arguments.names = USUAL.map(str::to_owned).into();
    }
    let program = program()?;
    for name in &arguments.names {
        match name.as_str() {
            "roundtrip" => round_trip::run(&program)?,
            "upload" => uploads::run(&program)?,
            "parse" => uploads::against_parse(&program)?,
            "kill" => uploads::kill(&program)?,
            "kinds" => hostile::kinds(&program)?,
            "hostile" => hostile::damaged(&program)?,
            "jobs" => jobs::run(&program)?,
            "events" => events::run(&program, arguments.database_url.as_deref())?,
            "soak" => {
                let length = Duration::from_secs(arguments.seconds);
                soak::run(&program, length, arguments.database_url.as_deref())?;
            }
            other => return Err(format!("there is no measurement named {other}").into()),
        }
    }
    Ok(())
}

fn print_line(line: &str) -> Outcome<()> {
    Ok(writeln!(std::io::stdout(), "{line}")?)
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

//! Measures a server's throughput and latency. A closed loop sends requests as fast as responses arrive. Then an open
//! loop sends at half of that rate. Its times start when a request is due, not when a connection is free.
//!
//! `cargo run --release -p shortlist-benches --example load -- --seeded seed.json --address 127.0.0.1:8080`
//!
//! `seed.json` is the output of `shortlist bench seed`. With `--peer`, another GraphQL server over the same PostgreSQL
//! database gets requests for the same pages, in turn with ours. `--pid` names processes whose processor time per
//! request is printed, including their children. With `--once`, each request is sent once, one after another, which measures
//! requests whose results are not cached.

mod bare;
mod connection;
mod cost;
mod filters;
mod kinds;
mod rounds;
mod searches;
mod web;

use std::error::Error;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;

use bare::Bare;
use cost::Cost;
use kinds::{Kind, Seeded};
use rounds::Round;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Measures throughput and latency of a server that `bench seed` has filled
#[derive(Parser)]
struct Arguments {
    /// The file with the output of `shortlist bench seed`.
    #[arg(long)]
    seeded: PathBuf,
    /// The host and port of our server. Requests go to several addresses in turn.
    #[arg(long = "address", default_value = "127.0.0.1:8080")]
    addresses: Vec<String>,
    /// The address of another GraphQL server over the same tables (`PostGraphile`, at `/graphql`).
    #[arg(long)]
    peer: Option<String>,
    /// The database of our server, to query the store directly for the same pages.
    #[arg(long)]
    database_url: Option<String>,
    /// Measures only these kinds of requests. `web-*` means all kinds whose names begin with `web-`.
    #[arg(long = "kind")]
    kinds: Vec<String>,
    /// The number of the deep page of the large job. Pages have ten candidates.
    #[arg(long, default_value_t = 5_000)]
    deep_page: usize,
    /// The number of connections.
    #[arg(long, default_value_t = 16)]
    connections: usize,
    /// The length of each loop, in seconds.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// The number of measurements of each kind. The best rate counts.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Sends each request of our server once, one after another, and prints the slowest.
    #[arg(long, conflicts_with_all = ["peer", "database_url"])]
    once: bool,
    /// A process of the server or of its database.
    #[arg(long = "pid")]
    pids: Vec<u32>,
}

fn main() -> Outcome<()> {
    let arguments = Arguments::parse();
    let seeded = Seeded::read(&arguments.seeded, arguments.deep_page)?;
    let first = arguments.addresses.first().ok_or("no address")?;
    let kinds = kinds::all(&seeded, first, arguments.peer.as_deref())?;
    let wanted = |kind: &Kind| {
        arguments.kinds.is_empty() || arguments.kinds.iter().any(|name| is_named(kind, name))
    };
    let kinds = kinds.iter().filter(|kind| wanted(kind));
    if arguments.once {
        return once(&arguments.addresses, kinds);
    }
    print_line(
        "| request | server | answers a second | p50 | p99 | at half of that: p50 | p99 | processor time of a request |\n\
         |---|---|---|---|---|---|---|---|",
    )?;
    let open = |url: &String| Bare::open(url, arguments.connections, seeded.large_job());
    let bare = arguments.database_url.as_ref().map(open).transpose()?;
    for kind in kinds {
        measure(&arguments, kind)?;
        if let Some(query) = bare.as_ref().and_then(|bare| bare.query(kind.name)) {
            measure_bare(&arguments, kind.name, query)?;
        }
    }
    Ok(())
}

/// Returns whether a kind has this name, or a name that begins with what precedes a final asterisk.
fn is_named(kind: &Kind, name: &str) -> bool {
    let beginning = name.strip_suffix('*');
    beginning.map_or(kind.name == name, |it| kind.name.starts_with(it))
}

/// Sends each request once.
fn once<'a>(addresses: &[String], kinds: impl Iterator<Item = &'a Kind>) -> Outcome<()> {
    print_line("| request | requests | p50 | slowest | which |\n|---|---|---|---|---|")?;
    for kind in kinds {
        for server in kind.servers(addresses, None) {
            let (round, slowest) = rounds::once(&server)?;
            print_line(&format!(
                "| {} | {} | {} | {} | `{}` |",
                kind.name,
                round.answers(),
                millis(round.percentile(50)),
                millis(round.percentile(100)),
                kinds::variables(slowest),
            ))?;
        }
    }
    Ok(())
}

/// Measures all servers in turn, so that disturbances affect all of them.
fn measure(arguments: &Arguments, kind: &Kind) -> Outcome<()> {
    let servers = kind.servers(&arguments.addresses, arguments.peer.as_deref());
    let length = Duration::from_secs(arguments.seconds);
    let mut best: Vec<Option<(Round, Cost)>> = servers.iter().map(|_| None).collect();
    for _ in 0..arguments.rounds.max(1) {
        for (server, best) in servers.iter().zip(&mut best) {
            let before = Cost::of(&arguments.pids);
            let round = rounds::closed(server, arguments.connections, length)?;
            let cost = Cost::of(&arguments.pids).since(&before);
            if best
                .as_ref()
                .is_none_or(|(best, _)| round.rate() > best.rate())
            {
                *best = Some((round, cost));
            }
        }
    }
    for (server, best) in servers.iter().zip(best) {
        let (closed, cost) = best.ok_or("nothing was measured")?;
        let open = rounds::open(server, arguments.connections, length, closed.rate() / 2.0)?;
        print_line(&format!(
            "| {} | {} | {:.0} | {} | {} | {} | {} | {} |",
            kind.name,
            server.name,
            closed.rate(),
            millis(closed.percentile(50)),
            millis(closed.percentile(99)),
            millis(open.percentile(50)),
            millis(open.percentile(99)),
            cost.of_each(closed.answers()),
        ))?;
    }
    Ok(())
}

/// Measures the store alone, in threads of this process.
fn measure_bare(
    arguments: &Arguments,
    name: &str,
    query: impl Fn() -> Outcome<()> + Sync,
) -> Outcome<()> {
    let length = Duration::from_secs(arguments.seconds);
    let mut best: Option<Round> = None;
    for _ in 0..arguments.rounds.max(1) {
        let round = rounds::bare(arguments.connections, length, &query)?;
        if best.as_ref().is_none_or(|best| round.rate() > best.rate()) {
            best = Some(round);
        }
    }
    let best = best.ok_or("nothing was measured")?;
    print_line(&format!(
        "| {name} | the store alone | {:.0} | {} | {} | | | |",
        best.rate(),
        millis(best.percentile(50)),
        millis(best.percentile(99)),
    ))
}

fn millis(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1_000.0)
}

fn print_line(line: &str) -> Outcome<()> {
    let mut out = io::stdout();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}

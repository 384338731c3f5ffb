//! Measures the effect of wrong sign-ins on users who are signed in.
//!
//! `cargo build && cargo run -p shortlist-benches --example bad_logins -- --rates 0,20,200 --seconds 20`
//!
//! Good clients list candidates as fast as they can. At the same time, wrong sign-ins arrive at a fixed rate. Each
//! comes from a different network and for a different account, so that no rate limit applies.

#![expect(dead_code, reason = "of what starts the program, the fuzzer uses more")]

mod server;
mod server_data;
mod wire;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use reqwest::blocking::Client;
use serde_json::json;

use server::Server;

/// The result of every part of this program.
pub(crate) type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// The most wrong sign-ins at once.
const TRIERS: u64 = 200;

/// Measures good requests during wrong sign-ins.
#[derive(Parser)]
struct Arguments {
    /// The wrong sign-ins per second. Each number has its own round.
    #[arg(long, value_delimiter = ',', default_values_t = [0, 20, 200])]
    rates: Vec<u64>,
    /// The length of each round, in seconds.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// The number of good clients.
    #[arg(long, default_value_t = 4)]
    clients: usize,
    /// The path of the program.
    #[arg(long)]
    program: PathBuf,
}

/// The counts of a round.
#[derive(Default)]
struct Round {
    over: AtomicBool,
    tried: AtomicU64,
    answers: Mutex<BTreeMap<u16, u64>>,
    times: Mutex<Vec<Duration>>,
}

fn main() -> Outcome<()> {
    let arguments = Arguments::parse();
    drop(rustls::crypto::ring::default_provider().install_default());
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "| wrong sign-ins a second | answered with | good requests a second | median, 99th of 100 | server |\n|---|---|---|---|---|"
    )?;
    for rate in &arguments.rates {
        // Each round has its own server, so that its memory is measured separately.
        let server = Server::start(&arguments.program, &["--behind-proxy"])?;
        let round = Round::default();
        run(&arguments, *rate, &server, &round);
        let row = report_round(&arguments, *rate, &server, round)?;
        writeln!(out, "{row}")?;
    }
    Ok(())
}

fn run(arguments: &Arguments, rate: u64, server: &Server, round: &Round) {
    thread::scope(|scope| {
        for _ in 0..arguments.clients {
            scope.spawn(|| list(server, round));
        }
        if rate > 0 {
            for trier in 0..TRIERS {
                scope.spawn(move || try_passwords(server, round, trier, rate));
            }
        }
        thread::sleep(Duration::from_secs(arguments.seconds));
        round.over.store(true, Ordering::Relaxed);
    });
}

/// Lists candidates repeatedly.
fn list(server: &Server, round: &Round) {
    let (client, admin) = (Client::new(), server.names.admin());
    let query = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id fullName } } }";
    let input = json!({ "organizationId": server.names.organization });
    let body = json!({ "query": query, "variables": { "input": input } });
    while !round.over.load(Ordering::Relaxed) {
        let begun = Instant::now();
        let request = client
            .post(format!("http://{}/graphql", server.address))
            .header("x-api-key", &admin.key)
            .bearer_auth(&admin.token);
        let good = request
            .json(&body)
            .send()
            .is_ok_and(|response| response.status().is_success() && response.bytes().is_ok());
        if good {
            let mut times = round.times.lock().unwrap_or_else(PoisonError::into_inner);
            times.push(begun.elapsed());
        }
    }
}

/// Sends wrong sign-ins. All senders together reach the rate per second.
fn try_passwords(server: &Server, round: &Round, trier: u64, rate: u64) {
    let (client, admin) = (Client::new(), server.names.admin());
    let (begun, mut next) = (Instant::now(), trier);
    while !round.over.load(Ordering::Relaxed) {
        // The senders take turns. Each sends once while all of them send once.
        let due = Duration::from_millis(next.saturating_mul(1_000) / rate.max(1));
        if begun.elapsed() < due {
            thread::sleep(Duration::from_millis(2));
            continue;
        }
        next += TRIERS;
        let number = round.tried.fetch_add(1, Ordering::Relaxed);
        let address = format!("10.{}.{}.1", number >> 8 & 255, number & 255);
        let body = json!({ "email": format!("nobody{number}@example.org"), "password": "not the password" });
        let request = client
            .post(format!("http://{}/auth/login", server.address))
            .header("x-api-key", &admin.key)
            .header("X-Forwarded-For", address);
        let status = request
            .json(&body)
            .send()
            .map_or(0, |response| response.status().as_u16());
        let mut answers = round.answers.lock().unwrap_or_else(PoisonError::into_inner);
        *answers.entry(status).or_default() += 1;
    }
}

fn report_round(
    arguments: &Arguments,
    rate: u64,
    server: &Server,
    round: Round,
) -> Outcome<String> {
    let mut times = round
        .times
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    let answers = round
        .answers
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    times.sort_unstable();
    let at = |hundredths: usize| {
        let time = times.get(times.len().saturating_sub(1) * hundredths / 100);
        time.map_or(0.0, |time| time.as_secs_f64() * 1e3)
    };
    let answers: Vec<_> = answers
        .iter()
        .map(|(status, count)| format!("{status}: {count}"))
        .collect();
    Ok(format!(
        "| {rate} | {} | {:.0} | {:.1} ms, {:.1} ms | at most {} MiB |",
        answers.join(", "),
        f64::from(u32::try_from(times.len())?) / f64::from(u32::try_from(arguments.seconds)?),
        at(50),
        at(99),
        server.most_kib() >> 10
    ))
}

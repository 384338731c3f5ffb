//! What is left for those who are signed in while others try passwords.
//!
//! `cargo build && cargo run -p shortlist-benches --example bad_logins -- --rates 0,20,200 --seconds 20`: good clients list
//! candidates as fast as they can; beside them so many wrong sign-ins a second arrive, each from another address and for another
//! account, so that nothing but their cost holds them back.

#![expect(dead_code, reason = "of what starts the program, the fuzzer uses more")]

mod names;
mod server;
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

/// What every part of this program can fail with.
pub(crate) type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// How many wrong sign-ins may be under way at once.
const TRIERS: u64 = 200;

/// Measures good requests beside wrong sign-ins.
#[derive(Parser)]
struct Arguments {
    /// How many wrong sign-ins arrive in a second, one round for each number.
    #[arg(long, value_delimiter = ',', default_values_t = [0, 20, 200])]
    rates: Vec<u64>,
    /// How long each round takes.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// How many good clients there are.
    #[arg(long, default_value_t = 4)]
    clients: usize,
    /// The program.
    #[arg(long)]
    program: PathBuf,
}

/// What is counted in a round.
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
        // Each round has a server of its own, so that its memory is its own.
        let server = Server::start(&arguments.program, &["--behind-proxy"])?;
        let round = Round::default();
        run(&arguments, *rate, &server, &round);
        let row = tell(&arguments, *rate, &server, round)?;
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
                scope.spawn(move || try_passwords(server, round, (trier, rate)));
            }
        }
        thread::sleep(Duration::from_secs(arguments.seconds));
        round.over.store(true, Ordering::Relaxed);
    });
}

/// Lists candidates over and over.
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

/// Signs in wrongly, so often in a second together with the others.
fn try_passwords(server: &Server, round: &Round, (trier, rate): (u64, u64)) {
    let (client, admin) = (Client::new(), server.names.admin());
    let (begun, mut next) = (Instant::now(), trier);
    while !round.over.load(Ordering::Relaxed) {
        // The turns of a trier are as far apart as all triers' turns together are long.
        let due = Duration::from_millis(next.saturating_mul(1_000) / rate.max(1));
        if begun.elapsed() < due {
            thread::sleep(Duration::from_millis(2));
            continue;
        }
        next += TRIERS;
        let number = round.tried.fetch_add(1, Ordering::Relaxed);
        let address = format!(
            "10.{}.{}.{}",
            number >> 16 & 255,
            number >> 8 & 255,
            number & 255
        );
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

fn tell(arguments: &Arguments, rate: u64, server: &Server, round: Round) -> Outcome<String> {
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

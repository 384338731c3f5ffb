//! Measures recruiters' uploads while strangers send applications as slowly as they can, with the same organization's key.
//!
//! `cargo build --release && cargo run --release -p shortlist-benches --example applicants -- [--seconds 30] [--program PATH]`
//!
//! 200 connections from 10 addresses send one byte per second, and begin again when they are refused. `--connections 0` measures
//! without them, for comparison. Meanwhile a recruiter
//! uploads one resume after another, and an honest applicant from another address applies. The goal: p99 of the uploads
//! under 3 s, and none refused.

#![expect(
    dead_code,
    reason = "of what starts the program, the measurement of neighbours uses more"
)]

#[path = "../neighbours/bystander.rs"]
mod bystander;
#[path = "../neighbours/organization.rs"]
mod organization;
#[path = "../neighbours/sending.rs"]
mod sending;
#[path = "../neighbours/server.rs"]
mod server;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use shortlist_benches::processes;
use shortlist_fixtures::{docx, resume_lines};
use tempfile::TempDir;

use bystander::{Bystander, Times};
use organization::Organization;
use sending::{post, send, status_of};
use server::Server;

/// The result of every part of this program.
pub(crate) type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// The boundary between the parts of an application's form.
const BOUNDARY: &str = "part-of-an-application";
/// The number of addresses from which the slow connections come.
const ADDRESSES: usize = 10;
/// The pause between two bytes of a slow connection.
const DRIP: Duration = Duration::from_secs(1);
/// The pause between two applications of the honest applicant, which stays below the limit of a network.
const REST: Duration = Duration::from_millis(1_500);
/// The goal for the 99th percentile of the uploads.
const GOAL: Duration = Duration::from_secs(3);
/// The announced length of a slow application.
const ANNOUNCED_BYTES: usize = 1 << 20;

/// Measures recruiters' uploads while slow applications arrive
#[derive(Parser)]
struct Arguments {
    /// The length of the measurement, in seconds.
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// The number of slow connections.
    #[arg(long, default_value_t = 200)]
    connections: usize,
    /// The number of candidates of the organization.
    #[arg(long, default_value_t = 1_000)]
    candidates: u32,
    /// The path of the program. Without it, the one that was built with this one is used.
    #[arg(long)]
    program: Option<PathBuf>,
}

/// What the strangers and the honest applicant do.
struct Applicants<'a> {
    address: &'a str,
    key: &'a str,
    job: &'a str,
    over: &'a AtomicBool,
    /// How often a slow connection ended with a status; 0 if it ended without.
    ended: Mutex<BTreeMap<u16, usize>>,
}

fn main() -> Outcome<()> {
    let arguments = Arguments::parse();
    drop(rustls::crypto::ring::default_provider().install_default());
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => processes::program()?,
    };
    let folder = TempDir::new()?;
    let data = folder.path().join("data");
    let place = (program.as_path(), data.as_path());
    let recruiter = Organization::seed(place, "org_applied", (arguments.candidates, 1))?;
    let careers_site = recruiter.with_key(place, "apply:server")?;
    let server = Server::start(place, &[], u64::MAX >> 10)?;
    let bystander = Bystander::new(&recruiter, &server.url, None)?;
    let over = AtomicBool::new(false);
    let applicants = Applicants {
        address: server.address(),
        key: &careers_site.api_key,
        job: recruiter.large_job(),
        over: &over,
        ended: Mutex::default(),
    };
    let (times, honest) = thread::scope(|scope| {
        for number in 0..arguments.connections {
            let applicants = &applicants;
            scope.spawn(move || applicants.be_slow(number));
        }
        let honest = scope.spawn(|| applicants.be_honest());
        let uploads = scope.spawn(|| bystander.call(&over));
        thread::sleep(Duration::from_secs(arguments.seconds));
        over.store(true, Ordering::Relaxed);
        (
            uploads.join().unwrap_or_default(),
            honest.join().unwrap_or_default(),
        )
    });
    report(&times.uploads, "upload of a recruiter")?;
    report(&times.pages, "page of a recruiter")?;
    report(&honest, "honest application")?;
    let ended = applicants.ended.lock().map(|ended| ended.clone());
    let failure = bystander.first_failure().unwrap_or_default();
    print_line(&format!(
        "\nThe slow connections ended by status: {:?}. {failure}",
        ended.unwrap_or_default()
    ))
}

impl Applicants<'_> {
    /// Sends applications that never end, one byte per second.
    fn be_slow(&self, number: usize) {
        let network = number % ADDRESSES;
        let address = format!("203.0.{network}.{}", number / ADDRESSES + 1);
        while !self.over.load(Ordering::Relaxed) {
            let status = self.drip(&address).unwrap_or(0);
            if let Ok(mut ended) = self.ended.lock() {
                *ended.entry(status).or_default() += 1;
            }
            thread::sleep(DRIP);
        }
    }

    /// Sends an application slowly until it is refused or the measurement is over. Returns the status.
    fn drip(&self, applicant: &str) -> io::Result<u16> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(DRIP))?;
        let beginning = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"resume\"; filename=\"cv.pdf\"\r\n\r\n%PDF-1.7"
        );
        let head = sending::head(
            self.address,
            &self.path(),
            &self.headers(applicant),
            ANNOUNCED_BYTES,
        );
        stream.write_all(head.as_bytes())?;
        stream.write_all(beginning.as_bytes())?;
        let mut received = vec![0; 4_096];
        while !self.over.load(Ordering::Relaxed) {
            match stream.read(&mut received) {
                Ok(read) => {
                    let head = received.get(..read).unwrap_or_default();
                    return Ok(status_of(head).map_or(0, |(status, _)| status));
                }
                Err(error) if is_silence(&error) => stream.write_all(b"x")?,
                Err(error) => return Err(error),
            }
        }
        Ok(0)
    }

    /// Sends applications of different people from one address.
    fn be_honest(&self) -> Times {
        let mut times = Times::default();
        let mut number = 5_000_000;
        while !self.over.load(Ordering::Relaxed) {
            number += 1;
            let begun = Instant::now();
            let headers = self.headers("198.51.100.7");
            let request = post(self.address, &self.path(), &headers, &application(number));
            let answer = send(self.address, &request);
            times.add(
                begun.elapsed(),
                answer.is_ok_and(|answer| answer.status == 200),
            );
            thread::sleep(REST);
        }
        times.sorted()
    }

    fn path(&self) -> String {
        format!("/apply/{}", self.job)
    }

    fn headers(&self, applicant: &str) -> String {
        let key = self.key;
        format!(
            "x-api-key: {key}\r\nX-Applicant-Address: {applicant}\r\nContent-Type: multipart/form-data; boundary={BOUNDARY}\r\n"
        )
    }
}

fn is_silence(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut
    )
}

/// Returns the form of an application.
fn application(number: u64) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, value) in [("consentText", "I agree."), ("consentVersion", "1")] {
        let part = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"
        );
        body.extend_from_slice(part.as_bytes());
    }
    let part = format!(
        "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"resume\"; filename=\"cv.docx\"\r\n\r\n"
    );
    body.extend_from_slice(part.as_bytes());
    body.extend_from_slice(&docx(&resume_lines(number)));
    body.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
    body
}

fn report(times: &Times, name: &str) -> Outcome<()> {
    let at = |percent| times.percentile(percent).as_millis();
    let met = if times.percentile(99) < GOAL && times.failed == 0 {
        "yes"
    } else {
        "no"
    };
    print_line(&format!(
        "{name}: {} sent, {} failed, p50 {} ms, p99 {} ms, most {} ms, goal met: {met}",
        times.count(),
        times.failed,
        at(50),
        at(99),
        at(100)
    ))
}

fn print_line(line: &str) -> Outcome<()> {
    Ok(writeln!(io::stdout(), "{line}")?)
}

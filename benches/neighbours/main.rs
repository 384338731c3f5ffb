//! Measures how one organization affects another. A neighbour does its worst within its limits, while a bystander's
//! pages and uploads are timed.
//!
//! `cargo build --release && cargo run --release -p shortlist-benches --example neighbours -- [ATTACK…] [--seconds 20]`
//!
//! Without a name, all attacks run in order. Each has its own server on the same temporary folder. `--list` prints
//! their names. All requests are sent to 127.0.0.1 and end with the measurement.

mod attacks;
mod bystander;
mod disconnect;
mod documents;
mod h2;
mod open_connections;
mod organization;
mod report;
mod scene;
mod sending;
mod server;
#[expect(dead_code, reason = "the search for expensive documents uses more")]
mod worst_case_data;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use clap::Parser;
use rcgen::{CertifiedKey, KeyPair, generate_simple_self_signed};
use shortlist_benches::processes;
use tempfile::TempDir;

use attacks::{ATTACKS, Attack, Behavior, Transport};
use bystander::Bystander;
use organization::Organization;
use report::print_line;
use scene::{Scene, Tally};
use server::Server;
use worst_case_data::{Amount, WorstCaseData};

/// The result of every part of this program.
pub(crate) type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Measures how one organization affects another
#[derive(Parser)]
struct Arguments {
    /// The attacks to run. The beginning of a name is enough.
    names: Vec<String>,
    /// The length of each attack, in seconds.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// The number of candidates of the bystander and of the neighbour.
    #[arg(long, default_value_t = 11_200)]
    candidates: u32,
    /// The size of each long resume's text, in bytes.
    #[arg(long, default_value_t = 200_000)]
    resume_bytes: usize,
    /// The memory limit in MiB. A server that exceeds it is killed.
    #[arg(long, default_value_t = 4_096)]
    memory_mib: u64,
    /// The path of the program. Without it, the one that was built with this one is used.
    #[arg(long)]
    program: Option<PathBuf>,
    /// Prints the names of the attacks.
    #[arg(long)]
    list: bool,
}

fn main() -> Outcome<()> {
    let arguments = Arguments::parse();
    if arguments.list {
        return ATTACKS
            .iter()
            .try_for_each(|attack| print_line(&format!("{}: {}", attack.name, attack.about)));
    }
    drop(rustls::crypto::ring::default_provider().install_default());
    let program = match &arguments.program {
        Some(program) => program.clone(),
        None => processes::program()?,
    };
    let folder = TempDir::new()?;
    let stage = Stage::set(&arguments, &program, folder.path())?;
    let is_wanted = |attack: &&Attack| {
        let mut names = arguments.names.iter();
        arguments.names.is_empty() || names.any(|name| attack.name.starts_with(name.as_str()))
    };
    let mut failed = 0;
    for attack in ATTACKS.iter().filter(is_wanted) {
        if let Err(error) = stage.run(attack) {
            failed += 1;
            print_line(&format!("\n{} could not be measured: {error}", attack.name))?;
        }
    }
    match failed {
        0 => Ok(()),
        failed => Err(format!("{failed} attacks could not be measured").into()),
    }
}

/// The parts that all attacks share: the folder with both organizations, and a certificate.
struct Stage<'a> {
    arguments: &'a Arguments,
    program: &'a Path,
    data: PathBuf,
    certificate: CertifiedKey<KeyPair>,
    tls_flags: Vec<String>,
    bystander: Organization,
    neighbour: Organization,
    interviewer: Organization,
    worst_case: WorstCaseData,
}

impl<'a> Stage<'a> {
    fn set(arguments: &'a Arguments, program: &'a Path, folder: &Path) -> Outcome<Self> {
        let data = folder.join("data");
        let place = (program, data.as_path());
        let size = (arguments.candidates, 1);
        let bystander = Organization::seed(place, "org_bystander", size)?;
        let neighbour = Organization::seed(place, "org_neighbour", size)?;
        let amount = Amount {
            jobs: 100,
            resumes: 100,
            resume_bytes: arguments.resume_bytes,
        };
        let server = Server::start(place, &[], u64::MAX >> 10)?;
        let worst_case = worst_case_data::fill(server.address(), &neighbour, &amount)?;
        let interviewer = neighbour.interviewer(place, server.address())?;
        let names = ["localhost", "127.0.0.1"].map(str::to_owned);
        let certificate = generate_simple_self_signed(names)?;
        let tls_flags = keep(&certificate, folder)?;
        Ok(Self {
            arguments,
            program,
            certificate,
            tls_flags,
            bystander,
            neighbour,
            interviewer,
            worst_case,
            data,
        })
    }

    fn run(&self, attack: &Attack) -> Outcome<()> {
        let (flags, certificate) = match attack.transport {
            Transport::Plain => (&[][..], None),
            Transport::Tls => (self.tls_flags.as_slice(), Some(&self.certificate.cert)),
        };
        let settings = attack.settings.iter().map(|flag| (*flag).to_owned());
        let flags: Vec<String> = flags.iter().cloned().chain(settings).collect();
        let place = (self.program, self.data.as_path());
        let server = Server::start(place, &flags, self.arguments.memory_mib)?;
        let scene = Scene {
            server: &server,
            place,
            neighbour: &self.neighbour,
            interviewer: &self.interviewer,
            worst_case: &self.worst_case,
            certificate,
            seconds: self.arguments.seconds,
            over: &AtomicBool::new(false),
            tally: Tally::default(),
        };
        match attack.behavior {
            Behavior::During(behavior) => self.during(attack, scene, behavior),
            Behavior::Disconnect(request) => {
                let request = request(&scene);
                let observed =
                    disconnect::send_and_disconnect(server.address(), server.pid(), &request)?;
                report::disconnect(attack, &observed, &server.memory)
            }
        }
    }

    /// Measures the bystander while the neighbour attacks. The server is killed before the neighbour's last requests are
    /// answered.
    fn during(
        &self,
        attack: &Attack,
        scene: Scene<'_>,
        behavior: fn(&Scene<'_>) -> Outcome<()>,
    ) -> Outcome<()> {
        let pem = scene.certificate.map(rcgen::Certificate::pem);
        let bystander = Bystander::new(&self.bystander, &scene.server.url, pem.as_deref())?;
        let measured = AtomicBool::new(false);
        let times = thread::scope(|scope| {
            let times = scope.spawn(|| bystander.call(&measured));
            let acting = scope.spawn(|| behavior(&scene));
            thread::sleep(Duration::from_secs(scene.seconds));
            measured.store(true, Ordering::Relaxed);
            let times = times.join().unwrap_or_default();
            scene.over.store(true, Ordering::Relaxed);
            scene.server.kill();
            acting.join().map_err(|_panic| "the attack ended early")??;
            Outcome::Ok(times)
        })?;
        report::during(attack, &times, &scene.server.memory, &scene.tally.shown())?;
        bystander.first_failure().map_or(Ok(()), |failure| {
            print_line(&format!("\nThe bystander's first failure: {failure}"))
        })
    }
}

/// Writes a certificate for the server, and returns the flags that select it.
fn keep(pair: &CertifiedKey<KeyPair>, folder: &Path) -> Outcome<Vec<String>> {
    let (certificate, key) = (folder.join("cert.pem"), folder.join("key.pem"));
    fs::write(&certificate, pair.cert.pem())?;
    fs::write(&key, pair.signing_key.serialize_pem())?;
    Ok(vec![
        format!("--tls-cert={}", certificate.display()),
        format!("--tls-key={}", key.display()),
    ])
}

//! The whole service under load: the program as a process, resumes through HTTP, memory as the system counts it.
//!
//! `cargo build --release && cargo bench -p shortlist-benches --bench service -- [roundtrip] [upload] [kill] [kinds] [hostile] [jobs]`;
//! without a name all of them. With `SHORTLIST_CORPUS` the resumes of that folder are uploaded too, over and over, and the files of
//! its folder `badinput` are among what is damaged and sent.

#![expect(
    clippy::indexing_slicing,
    reason = "JSON that lacks a member answers null, and the counts have three places"
)]

use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use reqwest::blocking::Client;
use reqwest::blocking::multipart::{Form, Part};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use shortlist_benches::job_tables::{JobTable, job_tables};
use shortlist_benches::{demo_files, files_below, middle, quickest_wall};
use shortlist_fixtures::{ResumeFile, hostile_files, mutate, resume_file};
use shortlist_parsing::{ReadOptions, read_job_file, read_resume, with_deep_stack};
use shortlist_workers::{EncodedResume, Launch, Limits, Pool};
use tempfile::TempDir;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Resumes of the large upload.
const UPLOAD_FILES: u64 = 2_000;
/// Resumes of the upload whose readers are killed, and how often they are.
const KILL_FILES: u64 = 500;
const KILL_EVERY: Duration = Duration::from_millis(200);
/// Damaged files in all, and of one request.
const DAMAGED_FILES: u64 = 10_000;
const REQUEST_FILES: u64 = 500;
/// Jobs of a file.
const JOBS: usize = 10_000;
/// Every so many-th file of a request is a good one.
const GOOD_EVERY: u64 = 10;

fn main() -> Outcome<()> {
    let asked: Vec<String> = std::env::args()
        .skip(1)
        .filter(|name| !name.starts_with('-'))
        .collect();
    let wanted = |name: &str| asked.is_empty() || asked.iter().any(|own| own == name);
    let program = program()?;
    if wanted("roundtrip") {
        round_trip(&program)?;
    }
    if wanted("upload") {
        let invented: Vec<_> = (0..UPLOAD_FILES).map(resume_file).collect();
        let corpus = corpus_files()?;
        for (name, files) in [("invented", &invented), ("of the corpus", &corpus)] {
            for readers in [1, 2] {
                upload(&program, readers, name, files)?;
            }
        }
    }
    if wanted("kill") {
        kill(&program)?;
    }
    if wanted("kinds") {
        kinds(&program)?;
    }
    if wanted("hostile") {
        hostile(&program)?;
    }
    if wanted("jobs") {
        jobs(&program)?;
    }
    Ok(())
}

/// Files of ten thousand jobs through HTTP, from the first byte sent to the answer: all of them are committed then.
fn jobs(program: &Path) -> Outcome<()> {
    tell(
        "| 10,000 jobs | bytes | dry run | created | of it parsing and planning | memory |\n|---|---|---|---|---|---|",
    )?;
    for table in job_tables(JOBS)? {
        let parse = quickest_wall(|| read_job_file(&table.bytes, None));
        let server = Server::start(program, 1)?;
        let begun = Instant::now();
        server.import(&table, "true")?;
        let planned = begun.elapsed();
        let begun = Instant::now();
        server.import(&table, "false")?;
        let created = begun.elapsed();
        tell(&format!(
            "| {} | {} | {:.0} ms | {:.0} ms | {:.0} % | {} MiB |",
            table.format,
            table.bytes.len(),
            millis(planned),
            millis(created),
            100.0 * parse.as_secs_f64() / created.as_secs_f64().max(f64::EPSILON),
            server.memory.server.load(Ordering::Relaxed) >> 10
        ))?;
        server.stop()?;
    }
    Ok(())
}

/// The release program, which stands beside the folder of this one.
fn program() -> Outcome<PathBuf> {
    let own = std::env::current_exe()?;
    let folder = own.parent().and_then(Path::parent);
    let program = folder.map(|folder| folder.join("shortlist"));
    program
        .filter(|program| program.exists())
        .ok_or_else(|| "build the program first: cargo build --release".into())
}

fn tell(line: &str) -> Outcome<()> {
    Ok(writeln!(std::io::stdout(), "{line}")?)
}

/// What a worker adds to reading in process: by the clock, the quickest of several readings of each file.
fn round_trip(program: &Path) -> Outcome<()> {
    let arguments = ["read-worker", "--memory-mib=512", "--cpu-seconds=10"];
    let launch = Launch {
        program: program.to_owned(),
        arguments: arguments.map(str::to_owned).into(),
        ..Launch::default()
    };
    let begun = Instant::now();
    let pool = Pool::start(launch, 1, Limits::default())?;
    let started = begun.elapsed();
    let line = pool.open_line();
    let mut added = Vec::new();
    for sample in demo_files()? {
        let by_worker = quickest_wall(|| {
            let reading = line.read_now(&sample.path);
            reading
                .resume
                .and_then(|resume: EncodedResume| resume.decode())
        });
        let here = with_deep_stack(|| {
            quickest_wall(|| read_resume(&sample.bytes, &ReadOptions::default()))
        })?;
        added.push(by_worker.saturating_sub(here));
    }
    tell("| a worker | |\n|---|---|")?;
    tell(&format!("| ready after | {:.1} ms |", millis(started)))?;
    tell(&format!(
        "| adds to reading in process, median and most of {} demo resumes | {:.3} ms, {:.3} ms |",
        added.len(),
        millis(middle(&mut added)),
        millis(added.last().copied().unwrap_or_default())
    ))
}

/// As many files as the large upload has, from the corpus over and over; none where there is no corpus.
fn corpus_files() -> Outcome<Vec<ResumeFile>> {
    let Some(corpus) = std::env::var_os("SHORTLIST_CORPUS") else {
        return Ok(Vec::new());
    };
    let samples = files_below(Path::new(&corpus))?;
    let files = samples.into_iter().map(|sample| ResumeFile {
        name: format!("resume.{}", sample.format),
        bytes: sample.bytes,
    });
    let files: Vec<_> = files.collect();
    Ok(files
        .iter()
        .cycle()
        .take(if files.is_empty() {
            0
        } else {
            usize::try_from(UPLOAD_FILES)?
        })
        .cloned()
        .collect())
}

fn upload(program: &Path, readers: usize, name: &str, files: &[ResumeFile]) -> Outcome<()> {
    if files.is_empty() {
        return Ok(());
    }
    let server = Server::start(program, readers)?;
    let job = server.create_job()?;
    server.upload(&job, (1_000_000..1_000_010).map(resume_file).collect())?;
    let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
    let begun = Instant::now();
    let body = server.upload(&job, files.to_vec())?;
    let seconds = begun.elapsed().as_secs_f64();
    tell(&format!(
        "| {} resumes {name} ({} MiB), {readers} readers | {} | {:.0} files/s | server at most {} MiB, with readers {} MiB |",
        files.len(),
        bytes >> 20,
        body["message"].as_str().unwrap_or_default(),
        f64::from(u32::try_from(files.len())?) / seconds,
        server.memory.server.load(Ordering::Relaxed) >> 10,
        server.memory.all.load(Ordering::Relaxed) >> 10,
    ))?;
    server.stop()
}

/// One hostile file of each kind, a good one before each, in one request: what became of each.
fn kinds(program: &Path) -> Outcome<()> {
    let server = Server::start(program, 2)?;
    let job = server.create_job()?;
    let mut files = Vec::new();
    for (number, hostile) in (5_000..).zip(hostile_files()) {
        files.push(resume_file(number));
        files.push(ResumeFile {
            name: hostile.name.to_owned(),
            bytes: hostile.bytes,
        });
    }
    let names: Vec<_> = files.iter().map(|file| file.name.clone()).collect();
    let body = server.upload(&job, files)?;
    tell(&format!(
        "| hostile and good in turn | {} |\n|---|---|",
        body["message"]
    ))?;
    for (name, result) in names
        .iter()
        .zip(body["results"].as_array().into_iter().flatten())
    {
        let reason = result["reason"].as_str().unwrap_or_default();
        tell(&format!(
            "| {name} | {} {reason} |",
            result["outcome"].as_str().unwrap_or_default()
        ))?;
    }
    server.stop()
}

/// Kills the readers over and over while an upload runs.
fn kill(program: &Path) -> Outcome<()> {
    let server = Server::start(program, 2)?;
    let job = server.create_job()?;
    let (done, pid) = (AtomicBool::new(false), server.child.id());
    let (body, killed) = thread::scope(|scope| {
        let killer = scope.spawn(|| {
            let mut killed = 0;
            while !done.load(Ordering::Relaxed) {
                thread::sleep(KILL_EVERY);
                let workers = children(pid);
                killed += workers
                    .iter()
                    .filter(|pid| kill_process(**pid, Signal::KILL).is_ok())
                    .count();
            }
            killed
        });
        let body = server.upload(&job, (0..KILL_FILES).map(resume_file).collect());
        done.store(true, Ordering::Relaxed);
        (body, killer.join().unwrap_or(0))
    });
    let body = body?;
    tell(&format!(
        "| kill -9 of all readers each {} ms | {killed} killed | {} created, {} skipped of {KILL_FILES} |",
        KILL_EVERY.as_millis(),
        body["created"],
        body["skipped"],
    ))?;
    server.stop()
}

/// Sends damaged files with good ones among them.
fn hostile(program: &Path) -> Outcome<()> {
    let server = Server::start(program, 2)?;
    let job = server.create_job()?;
    let mut sources: Vec<Vec<u8>> = demo_files()?
        .into_iter()
        .map(|sample| sample.bytes)
        .collect();
    sources.extend((0..6).map(|number| resume_file(number).bytes));
    if let Some(corpus) = std::env::var_os("SHORTLIST_CORPUS") {
        let bad = Path::new(&corpus).join("badinput");
        sources.extend(files_below(&bad)?.into_iter().map(|sample| sample.bytes));
    }
    let sources: Vec<&[u8]> = sources.iter().map(Vec::as_slice).collect();
    let (mut counts, mut good, mut requests) = ([0; 3], 0, 0);
    let begun = Instant::now();
    let mut next = 0;
    while next < DAMAGED_FILES {
        let numbers = next..(next + REQUEST_FILES).min(DAMAGED_FILES);
        next = numbers.end;
        let files = numbers.flat_map(|number| {
            let damaged = ResumeFile {
                name: format!("damaged-{number}"),
                bytes: mutate(number, &sources),
            };
            let with_good = (number % GOOD_EVERY == 0).then(|| resume_file(1_000 + number));
            std::iter::once(damaged).chain(with_good)
        });
        let files: Vec<_> = files.collect();
        let names: Vec<_> = files.iter().map(|file| file.name.clone()).collect();
        let body = server.upload(&job, files)?;
        requests += 1;
        let results = body["results"].as_array().cloned().unwrap_or_default();
        for (name, result) in names.iter().zip(&results) {
            let created = result["outcome"] == "created";
            if !name.starts_with("damaged") {
                good += u64::from(created);
            } else if created {
                counts[0] += 1;
            } else {
                counts[if result["outcome"] == "duplicate" {
                    1
                } else {
                    2
                }] += 1;
            }
        }
    }
    tell(&format!(
        "| {DAMAGED_FILES} damaged files in {requests} requests, {:.0} s | of the damaged {} created, {} duplicates, {} skipped | \
         good ones among them: {good} of {} created | server at most {} MiB, with readers {} MiB |",
        begun.elapsed().as_secs_f64(),
        counts[0],
        counts[1],
        counts[2],
        DAMAGED_FILES.div_ceil(GOOD_EVERY),
        server.memory.server.load(Ordering::Relaxed) >> 10,
        server.memory.all.load(Ordering::Relaxed) >> 10,
    ))?;
    server.stop()
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// A sandbox with nothing in it, and who watches its memory.
struct Server {
    child: Child,
    credentials: Value,
    client: Client,
    memory: &'static Memory,
    _folder: TempDir,
}

/// The most memory seen, in KiB, of the server and of it with its readers.
#[derive(Default)]
struct Memory {
    server: AtomicU64,
    all: AtomicU64,
}

impl Server {
    fn start(program: &Path, readers: usize) -> Outcome<Self> {
        let folder = TempDir::new()?;
        let printed = folder.path().join("credentials.json");
        let mut child = Command::new(program)
            .args(["sandbox", "--empty", "--bind", "127.0.0.1:0"])
            .arg(format!("--readers={readers}"))
            .arg("--data-dir")
            .arg(folder.path().join("data"))
            .arg("--credentials-file")
            .arg(&printed)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let out = child.stdout.take().ok_or("no output")?;
        BufReader::new(out)
            .lines()
            .find(|line| line.as_ref().is_ok_and(|line| line == "ready"));
        let memory: &'static Memory = Box::leak(Box::default());
        let pid = child.id();
        thread::spawn(move || watch(pid, memory));
        drop(rustls::crypto::ring::default_provider().install_default());
        Ok(Self {
            child,
            credentials: serde_json::from_slice(&fs::read(printed)?)?,
            client: Client::builder().timeout(None).build()?,
            memory,
            _folder: folder,
        })
    }

    fn text(&self, pointer: &str) -> String {
        let value = self.credentials.pointer(pointer);
        value.and_then(Value::as_str).unwrap_or_default().to_owned()
    }

    /// The place of the first recruiter among the users.
    fn recruiter(&self) -> usize {
        let users = self.credentials["users"].as_array();
        let place = users.and_then(|users| {
            users
                .iter()
                .position(|user| user["userType"] == "Recruiter")
        });
        place.unwrap_or(0)
    }

    fn post(&self, path: &str) -> reqwest::blocking::RequestBuilder {
        let token = self.text(&format!("/users/{}/accessToken", self.recruiter()));
        self.client
            .post(format!("{}{path}", self.text("/serviceUrl")))
            .header("x-api-key", self.text("/apiKey"))
            .bearer_auth(token)
    }

    fn create_job(&self) -> Outcome<String> {
        let query = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
        let input = json!({
            "organizationId": self.text("/organizationId"),
            "recruiterId": self.text(&format!("/users/{}/_id", self.recruiter())),
            "title": "Backend Engineer",
        });
        let body = json!({ "query": query, "variables": { "input": input } });
        let answer: Value = self.post("/graphql").json(&body).send()?.json()?;
        let id = answer["data"]["createJob"]["_id"].as_str();
        Ok(id.ok_or("no job was created")?.to_owned())
    }

    /// Sends a job file; anything but an answer for every job is an error.
    fn import(&self, table: &JobTable, dry_run: &str) -> Outcome<()> {
        let name = format!("jobs.{}", table.format);
        let form = Form::new()
            .text(
                "recruiterId",
                self.text(&format!("/users/{}/_id", self.recruiter())),
            )
            .text("organizationId", self.text("/organizationId"))
            .text("dryRun", dry_run.to_owned())
            .part("recfiles", Part::bytes(table.bytes.clone()).file_name(name));
        let body: Value = self.post("/addJobByFile").multipart(form).send()?.json()?;
        let created = body["jobs"].as_array().map_or(0, Vec::len);
        if created == JOBS || body["rows"] == json!(JOBS) {
            return Ok(());
        }
        Err(format!("{created} jobs were created: {}", body["message"]).into())
    }

    /// Uploads files; anything but an answer that was carried out is an error.
    fn upload(&self, job: &str, files: Vec<ResumeFile>) -> Outcome<Value> {
        let form = Form::new()
            .text("jobId", job.to_owned())
            .text(
                "recruiterId",
                self.text(&format!("/users/{}/_id", self.recruiter())),
            )
            .text("organizationId", self.text("/organizationId"))
            .text("userType", "Recruiter")
            .text(
                "resumeScoreBreakdown",
                r#"{"experience": 40, "skills": 40, "education": 20}"#,
            );
        let count = files.len();
        let form = files.into_iter().fold(form, |form, file| {
            form.part("files", Part::bytes(file.bytes).file_name(file.name))
        });
        let response = self.post("/bulk-upload-resumes").multipart(form).send()?;
        let status = response.status();
        let body: Value = response.json()?;
        let results = body["results"].as_array().map_or(0, Vec::len);
        if !status.is_success() || results != count {
            return Err(format!(
                "{status}, {results} results of {count} files: {}",
                body["message"]
            )
            .into());
        }
        Ok(body)
    }

    fn stop(mut self) -> Outcome<()> {
        kill_process(Pid::from_child(&self.child), Signal::TERM)?;
        let status = self.child.wait()?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("the server ended with {status}").into())
        }
    }
}

/// Looks at the memory of a process and its children until it ends.
fn watch(pid: u32, memory: &Memory) {
    while let Some(server) = resident_kib(pid) {
        let readers: u64 = children(pid)
            .into_iter()
            .filter_map(|child| resident_kib(u32::try_from(child.as_raw_nonzero().get()).ok()?))
            .sum();
        memory.server.fetch_max(server, Ordering::Relaxed);
        memory.all.fetch_max(server + readers, Ordering::Relaxed);
        thread::sleep(Duration::from_millis(5));
    }
}

fn resident_kib(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// The processes that a process started, as Linux lists them.
fn children(pid: u32) -> Vec<Pid> {
    let Ok(tasks) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    let lists = tasks
        .flatten()
        .filter_map(|task| fs::read_to_string(task.path().join("children")).ok());
    let text: String = lists.collect();
    text.split_whitespace()
        .filter_map(|pid| Pid::from_raw(pid.parse().ok()?))
        .collect()
}

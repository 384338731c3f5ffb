//! Bulk uploads of resumes: their speed, compared with reading alone, and with workers that are killed.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Signal, kill_process};
use shortlist_benches::{children, files_below};
use shortlist_fixtures::{ResumeFile, resume_file};
use tempfile::TempDir;

use crate::server::Server;
use crate::{Outcome, print_line};

/// The number of resumes in the large upload.
const UPLOAD_FILES: u64 = 2_000;
/// The number of resumes that are read with and without the service.
const PARSED_FILES: u64 = 1_000;
/// The number of measurements of each, in turn. The best counts.
const ROUNDS: usize = 3;
/// The number of resumes in the upload whose workers are killed, and the interval.
const KILL_FILES: u64 = 500;
const KILL_EVERY: Duration = Duration::from_millis(200);

/// Measures large uploads with one worker and with two.
pub(crate) fn run(program: &Path) -> Outcome<()> {
    let invented: Vec<_> = (0..UPLOAD_FILES).map(resume_file).collect();
    let corpus = corpus_files()?;
    let corpus: Vec<_> = corpus
        .iter()
        .cycle()
        .take(if corpus.is_empty() { 0 } else { invented.len() })
        .cloned()
        .collect();
    for (name, files) in [("invented", &invented), ("of the corpus", &corpus)] {
        for readers in [1, 2] {
            upload(program, readers, name, files)?;
        }
    }
    Ok(())
}

/// Returns the resumes of the corpus, or none if there is no corpus.
fn corpus_files() -> Outcome<Vec<ResumeFile>> {
    let Some(corpus) = std::env::var_os("SHORTLIST_CORPUS") else {
        return Ok(Vec::new());
    };
    let samples = files_below(Path::new(&corpus))?;
    let files = samples.into_iter().map(|sample| ResumeFile {
        name: format!("resume.{}", sample.format),
        bytes: sample.bytes,
    });
    Ok(files.collect())
}

/// Measures the cost of the service. It compares uploads until commit with `shortlist parse` over the same files, which
/// are from the corpus and invented.
pub(crate) fn against_parse(program: &Path) -> Outcome<()> {
    let mut files = corpus_files()?;
    let real = files.len();
    let invented = PARSED_FILES.saturating_sub(u64::try_from(real)?);
    files.extend((0..invented).map(resume_file));
    let folder = TempDir::new()?;
    for (number, file) in files.iter().enumerate() {
        let name = format!("{number:04}-{}", file.name);
        fs::write(folder.path().join(name), &file.bytes)?;
    }
    let (mut alone, mut served) = (Duration::MAX, Duration::MAX);
    let mut message = String::new();
    for _ in 0..ROUNDS {
        let begun = Instant::now();
        let status = Command::new(program)
            .args(["parse", "--threads=2"])
            .arg(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        alone = alone.min(begun.elapsed());
        let server = Server::start(program, &["--readers=2"])?;
        let job = server.create_job()?;
        server.upload(&job, (1_000_000..1_000_010).map(resume_file).collect())?;
        let begun = Instant::now();
        let body = server.upload(&job, files.clone())?;
        served = served.min(begun.elapsed());
        message = format!("{}; parse ended with {status}", body.message);
        server.stop()?;
    }
    let rate = |time: Duration| -> Outcome<f64> {
        Ok(f64::from(u32::try_from(files.len())?) / time.as_secs_f64())
    };
    print_line(&format!(
        "| {} resumes, {real} of the corpus, 2 readers | {message} | parse alone {:.0} files/s | upload to committed {:.0} files/s, {:.0} % of it |",
        files.len(),
        rate(alone)?,
        rate(served)?,
        100.0 * rate(served)? / rate(alone)?,
    ))
}

fn upload(program: &Path, readers: usize, name: &str, files: &[ResumeFile]) -> Outcome<()> {
    if files.is_empty() {
        return Ok(());
    }
    let server = Server::start(program, &[&format!("--readers={readers}")])?;
    let job = server.create_job()?;
    server.upload(&job, (1_000_000..1_000_010).map(resume_file).collect())?;
    let bytes: usize = files.iter().map(|file| file.bytes.len()).sum();
    let begun = Instant::now();
    let body = server.upload(&job, files.to_vec())?;
    let seconds = begun.elapsed().as_secs_f64();
    print_line(&format!(
        "| {} resumes {name} ({} MiB), {readers} readers | {} | {:.0} files/s | server at most {} MiB, with readers {} MiB |",
        files.len(),
        bytes >> 20,
        body.message,
        f64::from(u32::try_from(files.len())?) / seconds,
        server.memory.server.load(Ordering::Relaxed) >> 10,
        server.memory.all.load(Ordering::Relaxed) >> 10,
    ))?;
    server.stop()
}

/// Kills workers repeatedly during an upload.
pub(crate) fn kill(program: &Path) -> Outcome<()> {
    let server = Server::start(program, &["--readers=2"])?;
    let job = server.create_job()?;
    let (done, pid) = (AtomicBool::new(false), server.pid());
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
    print_line(&format!(
        "| kill -9 of all readers each {} ms | {killed} killed | {} created, {} skipped of {KILL_FILES} |",
        KILL_EVERY.as_millis(),
        body.count("created"),
        body.count("skipped"),
    ))?;
    server.stop()
}

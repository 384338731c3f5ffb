//! Damaged and malicious files.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use shortlist_benches::{demo_files, files_below};
use shortlist_fixtures::{ResumeFile, hostile_files, mutate, resume_file};

use crate::server::Server;
use crate::{Outcome, print_line};

/// The number of damaged files in total and per request.
const DAMAGED_FILES: u64 = 10_000;
const REQUEST_FILES: u64 = 500;
/// Every tenth file of a request is a good one.
const GOOD_EVERY: u64 = 10;

/// Sends one hostile file of each kind in one request, each after a good one, and prints the outcomes.
pub(crate) fn kinds(program: &Path) -> Outcome<()> {
    let server = Server::start(program, &["--readers=2"])?;
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
    print_line(&format!(
        "| hostile and good in turn | {} |\n|---|---|",
        body.message
    ))?;
    for (name, result) in names.iter().zip(&body.results) {
        let reason = result.reason.as_deref().unwrap_or_default();
        print_line(&format!("| {name} | {} {reason} |", result.outcome))?;
    }
    server.stop()
}

/// Sends damaged files with good ones among them.
pub(crate) fn damaged(program: &Path) -> Outcome<()> {
    let server = Server::start(program, &["--readers=2"])?;
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
    let (mut created, mut duplicates, mut skipped) = (0, 0, 0);
    let (mut good, mut requests) = (0, 0);
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
        for (name, result) in names.iter().zip(&body.results) {
            match (name.starts_with("damaged"), result.outcome.as_str()) {
                (true, "created") => created += 1,
                (true, "duplicate") => duplicates += 1,
                (true, _) => skipped += 1,
                (false, outcome) => good += u64::from(outcome == "created"),
            }
        }
    }
    print_line(&format!(
        "| {DAMAGED_FILES} damaged files in {requests} requests, {:.0} s | of the damaged {created} created, {duplicates} duplicates, {skipped} skipped | \
         good ones among them: {good} of {} created | server at most {} MiB, with readers {} MiB |",
        begun.elapsed().as_secs_f64(),
        DAMAGED_FILES.div_ceil(GOOD_EVERY),
        server.memory.server.load(Ordering::Relaxed) >> 10,
        server.memory.all.load(Ordering::Relaxed) >> 10,
    ))?;
    server.stop()
}

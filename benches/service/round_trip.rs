//! A worker process compared with reading in process.

use std::path::Path;
use std::time::Instant;

use shortlist_benches::{demo_files, middle, quickest_wall};
use shortlist_parsing::{ReadOptions, read_resume, with_deep_stack};
use shortlist_vocabulary::Vocabulary;
use shortlist_workers::{EncodedResume, Launch, Limits, Pool};

use crate::{Outcome, millis, print_line};

/// Prints the time that a worker adds to reading in process: the wall-clock time of the quickest of several readings of
/// each file.
pub(crate) fn run(program: &Path) -> Outcome<()> {
    let arguments = ["read-worker", "--memory-mib=512", "--cpu-seconds=10"];
    let launch = Launch {
        program: program.to_owned(),
        arguments: arguments.map(str::to_owned).into(),
        ..Launch::default()
    };
    let begun = Instant::now();
    let pool = Pool::start(launch, 1, Limits::default())?;
    let started = begun.elapsed();
    let lane = pool.open_lane();
    let mut added = Vec::new();
    for sample in demo_files()? {
        let by_worker = quickest_wall(|| {
            let reading = lane.read_blocking(&sample.path);
            reading
                .resume
                .and_then(|resume: EncodedResume| resume.decode())
        });
        let here = with_deep_stack(|| {
            quickest_wall(|| {
                read_resume(
                    &sample.bytes,
                    &ReadOptions::default(),
                    Vocabulary::built_in(),
                )
            })
        })?;
        added.push(by_worker.saturating_sub(here));
    }
    print_line("| worker process | |\n|---|---|")?;
    print_line(&format!("| ready after | {:.1} ms |", millis(started)))?;
    print_line(&format!(
        "| adds to reading in process, median and most of {} demo resumes | {:.3} ms, {:.3} ms |",
        added.len(),
        millis(middle(&mut added)),
        millis(added.last().copied().unwrap_or_default())
    ))
}

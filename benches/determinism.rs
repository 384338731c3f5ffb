//! Scores 500 resumes repeatedly and counts the bytes in which their receipts differ. Then it prints the cost of
//! scoring.
//!
//! `[SHORTLIST_CORPUS=/path] cargo bench -p shortlist-benches --bench determinism`
//!
//! If the variable names a folder, half of the resumes come from there. There are 3 runs from the bytes and 200 from
//! the parsed resumes. They use 1, 2 and 8 threads in turn, in shuffled order.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use shortlist_benches::receipts::{POSTINGS, Runs, jobs, receipt, repeat, weights};
use shortlist_benches::{files_below, middle, quickest};
use shortlist_fixtures::invented_resumes;
use shortlist_parsing::{ReadOptions, read_resume, with_deep_stack};
use shortlist_scoring::{JobText, read_requirements};
use shortlist_vocabulary::Vocabulary;

/// The allocator of the `shortlist` program.
#[global_allocator]
static ALLOCATOR: shortlist_allocator::Allocator = shortlist_allocator::Allocator;

const RESUMES: usize = 500;
const RUNS: Runs<'_> = Runs {
    from_bytes: 3,
    from_resumes: 200,
    threads: &[1, 2, 8],
};

fn main() -> io::Result<()> {
    let mut files: Vec<Vec<u8>> = Vec::new();
    if let Some(folder) = std::env::var_os("SHORTLIST_CORPUS") {
        let found = files_below(Path::new(&folder))?;
        // An unreadable resume has no receipt.
        let readable = with_deep_stack(|| {
            let readable = found.into_iter().map(|sample| sample.bytes);
            let readable = readable.filter(|bytes| {
                read_resume(bytes, &ReadOptions::default(), Vocabulary::built_in()).is_ok()
            });
            readable.take(RESUMES / 2).collect::<Vec<_>>()
        })?;
        files.extend(readable);
    }
    let given = files.len();
    let left = RESUMES.saturating_sub(given);
    let step = (invented_resumes().count() / left.max(1)).max(1);
    files.extend(
        invented_resumes()
            .step_by(step)
            .take(left)
            .map(|file| file.bytes),
    );
    let repeated = repeat(&files, RUNS)?;
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "resumes {} ({given} of a corpus), receipts compared {}, differing bytes {}",
        repeated.resumes, repeated.receipts, repeated.differing
    )?;
    let (mut scoring, mut reading) = with_deep_stack(|| costs(&files))?;
    writeln!(
        out,
        "scoring a parsed resume: median {:.3} ms\nreading a job's requirements: median {:.3} ms",
        middle(&mut scoring).as_secs_f64() * 1e3,
        middle(&mut reading).as_secs_f64() * 1e3
    )
}

/// Returns the cost of scoring each resume and of reading each posting.
fn costs(files: &[Vec<u8>]) -> (Vec<Duration>, Vec<Duration>) {
    let jobs = jobs();
    let options = ReadOptions::default();
    let Ok(weights) = weights() else {
        return Default::default();
    };
    let resumes = files
        .iter()
        .filter_map(|bytes| read_resume(bytes, &options, Vocabulary::built_in()).ok());
    let scoring = resumes
        .zip(jobs.iter().cycle())
        .map(|(resume, job)| quickest(|| receipt(job, &resume, &weights)))
        .collect();
    let reading = POSTINGS.iter().map(|(title, description, skills)| {
        let skills: Vec<String> = skills.iter().map(|&skill| skill.to_owned()).collect();
        let job = JobText {
            title,
            description,
            skills: &skills,
        };
        quickest(|| read_requirements(&job, Vocabulary::built_in()))
    });
    (scoring, reading.collect())
}

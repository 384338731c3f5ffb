//! Measures how accurately job files are read, and at what cost.
//!
//! `cargo bench -p shortlist-benches --bench job_files` reads three invented files of 10,000 jobs. It prints the
//! processor time of parsing and planning, the quickest of several runs. The benchmark `service` measures the cost of
//! committing the jobs.
//!
//! `SHORTLIST_CORPUS=FOLDER cargo bench -p shortlist-benches --bench job_files` reads `FOLDER/jobs/*` and
//! `FOLDER/jobs/labels/*.json`. A label has the number of jobs and the fields of the first jobs. The number is `null`
//! for a file that must be refused with a location. `-- --errors` prints each value that differs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde_json::Value;
use shortlist_benches::job_tables::job_tables;
use shortlist_benches::quickest;
use shortlist_jobfiles::{JobDraft, JobFile, JobFileError, read_job_file};
use shortlist_vocabulary::Vocabulary;

/// The fields of a label that a draft has too.
const FIELDS: [&str; 5] = ["title", "code", "location", "department", "employmentType"];

/// The number of correct values of a field.
#[derive(Default)]
struct Tally {
    right: u32,
    all: u32,
}

impl Tally {
    fn count(&mut self, right: bool) {
        self.all += 1;
        self.right += u32::from(right);
    }
}

/// The results for all files.
#[derive(Default)]
struct Board {
    tallies: BTreeMap<&'static str, Tally>,
    errors: Vec<String>,
}

impl Board {
    fn count(&mut self, what: &'static str, right: bool, error: impl FnOnce() -> String) {
        self.tallies.entry(what).or_default().count(right);
        if !right {
            self.errors.push(format!("{what}: {}", error()));
        }
    }
}

/// The allocator of the `shortlist` program.
#[global_allocator]
static ALLOCATOR: shortlist_allocator::Allocator = shortlist_allocator::Allocator;

/// The number of jobs in a large file.
const MANY_JOBS: usize = 10_000;

/// A prompt that affects every row.
const PROMPT: &str = "The column Grade is the salary. Treat \"FT\" as full-time; skip rows marked closed. \
    Split skills on semicolons. Add English as a required skill to all jobs.";

#[expect(clippy::print_stdout, reason = "a measuring program")]
fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    for table in job_tables(MANY_JOBS)? {
        let plain = quickest(|| read_job_file(&table.bytes, None, Vocabulary::built_in()));
        let steered =
            quickest(|| read_job_file(&table.bytes, Some(PROMPT), Vocabulary::built_in()));
        println!(
            "{MANY_JOBS} jobs as {:<5} {:>9} bytes: parse and plan {:>7.1} ms, with a prompt {:>7.1} ms",
            table.format,
            table.bytes.len(),
            plain.as_secs_f64() * 1_000.0,
            steered.as_secs_f64() * 1_000.0
        );
    }
    measure_corpus();
    Ok(())
}

#[expect(clippy::print_stdout, reason = "a measuring program")]
fn measure_corpus() {
    let Some(corpus) = std::env::var_os("SHORTLIST_CORPUS") else {
        println!("job_files: set SHORTLIST_CORPUS to a folder with jobs/ and jobs/labels/");
        return;
    };
    let folder = Path::new(&corpus).join("jobs");
    let mut board = Board::default();
    for label in labels(&folder) {
        measure(&folder, &label, &mut board);
    }
    println!("{:<28} {:>7} {:>7} {:>8}", "what", "right", "of", "%");
    for (what, tally) in &board.tallies {
        let percent = 100.0 * f64::from(tally.right) / f64::from(tally.all.max(1));
        println!(
            "{what:<28} {:>7} {:>7} {percent:>8.1}",
            tally.right, tally.all
        );
    }
    if std::env::args().any(|argument| argument == "--errors") {
        for error in &board.errors {
            println!("{error}");
        }
    }
}

/// Returns the labels in a folder, sorted by name.
fn labels(folder: &Path) -> Vec<Value> {
    let read = |path: PathBuf| serde_json::from_slice(&std::fs::read(path).ok()?).ok();
    let mut paths: Vec<PathBuf> = std::fs::read_dir(folder.join("labels"))
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .collect();
    paths.sort();
    paths.into_iter().filter_map(read).collect()
}

#[expect(clippy::print_stdout, reason = "a measuring program")]
fn measure(folder: &Path, label: &Value, board: &mut Board) {
    let text = |key: &str| label.get(key).and_then(Value::as_str).unwrap_or_default();
    let name = format!("{}.{}", text("id"), text("format"));
    let Ok(bytes) = std::fs::read(folder.join(&name)) else {
        board
            .errors
            .push(format!("{name}: there is a label but no file"));
        return;
    };
    let start = Instant::now();
    let outcome = read_job_file(&bytes, None, Vocabulary::built_in());
    let taken = start.elapsed();
    let jobs = outcome.as_ref().map_or(0, |file| file.drafts.len());
    println!(
        "{name:<18} {:<22} {:>8} bytes {jobs:>6} jobs {:>9.1} ms",
        text("name"),
        bytes.len(),
        taken.as_secs_f64() * 1_000.0
    );
    match label.get("job_count").and_then(Value::as_u64) {
        Some(count) => compare(&name, label, count, outcome, board),
        None => refuse(&name, &outcome, board),
    }
}

/// Checks that a file without readable jobs is refused, and that the refusal names a row.
fn refuse(name: &str, outcome: &Result<JobFile, JobFileError>, board: &mut Board) {
    let placed = match outcome {
        Ok(_) => false,
        Err(JobFileError::NotJson { .. } | JobFileError::TooManyFields { .. }) => true,
        Err(error) => error.problems().iter().any(|problem| problem.row.is_some()),
    };
    board.count("refused with the place", placed, || match outcome {
        Ok(file) => format!("{name}: {} jobs were read", file.drafts.len()),
        Err(error) => format!("{name}: {error}"),
    });
}

fn compare(
    name: &str,
    label: &Value,
    count: u64,
    outcome: Result<JobFile, JobFileError>,
    board: &mut Board,
) {
    let drafts = match outcome {
        Ok(file) => file.drafts,
        Err(error) => {
            board.errors.push(format!("{name}: refused: {error}"));
            Vec::new()
        }
    };
    let right = u64::try_from(drafts.len()) == Ok(count);
    board.count("row count", right, || {
        format!("{name}: {} jobs, expected {count}", drafts.len())
    });
    let rows = label.get("first_rows").and_then(Value::as_array);
    for (place, row) in rows.into_iter().flatten().enumerate() {
        let draft = drafts.get(place);
        for field in FIELDS {
            let expected = row.get(field).and_then(Value::as_str);
            let found = draft.and_then(|draft| value_of(draft, field));
            board.count(field, draft.is_some() && found == expected, || {
                format!("{name} job {}: {found:?}, expected {expected:?}", place + 1)
            });
        }
    }
}

fn value_of<'d>(draft: &'d JobDraft, field: &str) -> Option<&'d str> {
    match field {
        "title" => Some(&draft.title),
        "code" => draft.code.as_deref(),
        "location" => draft.location.as_deref(),
        "department" => draft.department.as_deref(),
        _ => draft.employment_type.as_deref(),
    }
}

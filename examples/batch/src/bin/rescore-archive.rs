//! Scores an archive of resumes for a job under two sets of weights, as CSV with both scores.
//!
//! ```sh
//! cargo run -p shortlist-examples --bin rescore-archive -- \
//!     demo/resumes posting.txt 2026-11-21 skills=1 skills=1,experience=2
//! ```
//!
//! The files are read in this process. For files that you do not trust, use `shortlist rank`, which isolates the reading.

use std::error::Error;
use std::path::Path;
use std::{env, fs, io};

use chrono::NaiveDate;
use sha2::{Digest, Sha256};
use shortlist_domain::{FileDigest, Weights};
use shortlist_jobfiles::read_posting;
use shortlist_parsing::english::read_error_text;
use shortlist_parsing::{ReadOptions, read_resume, with_deep_stack};
use shortlist_scoring::{JobText, PreparedJob, Profile, ScoreInput, read_requirements, score};
use shortlist_vocabulary::Vocabulary;

const USAGE: &str = "usage: rescore-archive FOLDER POSTING DATE WEIGHTS-BEFORE WEIGHTS-AFTER";

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [folder, posting, date, before, after] = arguments.as_slice() else {
        return Err(USAGE.into());
    };
    let (job, as_of) = (prepare(Path::new(posting))?, date.parse()?);
    let weights = [weights(before)?, weights(after)?];
    let mut table = csv::Writer::from_writer(io::stdout());
    table.write_record(["file", "before", "after", "problem"])?;
    let mut paths: Vec<_> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    for path in paths {
        let file = path.display().to_string();
        match score_file(&path, &job, as_of, &weights) {
            Ok([before, after]) => table.write_record([&file, &before, &after, ""])?,
            Err(problem) => table.write_record([&file, "", "", &problem.to_string()])?,
        }
    }
    Ok(table.flush()?)
}

/// Reads a resume and scores it under each of the weights.
fn score_file(
    path: &Path,
    job: &PreparedJob,
    as_of: NaiveDate,
    weights: &[Weights; 2],
) -> Result<[String; 2], Box<dyn Error>> {
    let (bytes, options) = (fs::read(path)?, ReadOptions::default());
    // Nested documents need more stack than a program's first thread may have.
    let resume = with_deep_stack(|| read_resume(&bytes, &options, Vocabulary::built_in()))?;
    let resume = resume.map_err(read_error_text)?;
    let profile = &Profile::of(&resume, Vocabulary::built_in());
    let document = FileDigest(Sha256::digest(&bytes).into());
    Ok(weights.each_ref().map(|weights| {
        let input = ScoreInput {
            profile,
            weights,
            as_of,
            document,
        };
        let receipt = score(job, &input, Vocabulary::built_in());
        receipt.score.to_string()
    }))
}

fn prepare(posting: &Path) -> Result<PreparedJob, Box<dyn Error>> {
    let posting = read_posting(&fs::read(posting)?)?;
    let (title, description) = (&posting.title, &posting.description);
    let job = JobText {
        title,
        description,
        skills: &[],
    };
    let vocabulary = Vocabulary::built_in();
    Ok(PreparedJob::new(
        &job,
        &read_requirements(&job, vocabulary),
        vocabulary,
    ))
}

/// Parses weights such as `skills=2,experience=1`.
fn weights(text: &str) -> Result<Weights, Box<dyn Error>> {
    let parts = text.split(',').map(|part| {
        let (name, weight) = part.split_once('=').ok_or(USAGE)?;
        Ok((name.to_owned(), weight.parse()?))
    });
    Ok(Weights::new(
        &parts.collect::<Result<Vec<_>, Box<dyn Error>>>()?,
    )?)
}

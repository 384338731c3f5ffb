//! Whether people come out in the order in which any recruiter would read them.
//!
//! `cargo bench -p shortlist-benches --bench ranking` ranks the invented people of `ranking/people.txt` for six invented postings
//! in four languages. If `SHORTLIST_CORPUS` has a folder `common_sense`, its postings and resumes are ranked too.
#![expect(clippy::print_stdout, reason = "the program prints its results")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::{env, fs};

use chrono::NaiveDate;
use shortlist_domain::{FileDigest, Weights};
use shortlist_fixtures::docx;
use shortlist_parsing::{ReadOptions, read_resume, with_deep_stack};
use shortlist_scoring::{JobText, PreparedJob, Profile, ScoreInput, read_requirements, score};
use shortlist_vocabulary::Vocabulary;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The weights of `shortlist rank`.
const WEIGHTS: [(&str, f64); 3] = [("experience", 40.0), ("skills", 40.0), ("education", 20.0)];
const PEOPLE: &str = include_str!("ranking/people.txt");
/// The endings of the people's names: who of two people is better for their job, and why.
const PAIRS: [(&str, &str, &str); 10] = [
    (
        "fit",
        "junior",
        "experienced against a beginner of the profession",
    ),
    ("fit", "former", "recent against old experience"),
    ("fit", "adjacent", "profession against a neighbouring one"),
    ("fit", "stuffer", "profession against a list of keywords"),
    ("fit", "other", "profession against another one"),
    ("junior", "stuffer", "beginner against a list of keywords"),
    ("junior", "other", "beginner against another profession"),
    (
        "translated",
        "adjacent",
        "another language against a neighbouring profession",
    ),
    (
        "translated",
        "stuffer",
        "another language against a list of keywords",
    ),
    (
        "translated",
        "other",
        "another language against another profession",
    ),
];

/// The scores by job and person.
type Scores = BTreeMap<(String, String), f64>;

fn main() -> Outcome<()> {
    with_deep_stack(run)?.map_err(Into::into)
}

fn run() -> Result<(), String> {
    invented().map_err(|error| error.to_string())?;
    let Some(corpus) = env::var_os("SHORTLIST_CORPUS") else {
        return Ok(());
    };
    let folder = Path::new(&corpus).join("common_sense");
    match folder.is_dir() {
        true => common_sense(&folder).map_err(|error| error.to_string()),
        false => Ok(()),
    }
}

/// Ranks the invented people.
fn invented() -> Outcome<()> {
    let (mut jobs, mut people) = (Vec::new(), Vec::new());
    for part in PEOPLE.split("\n## ").skip(1) {
        let (head, body) = part.split_once('\n').ok_or("a heading without a text")?;
        match head.split_once(' ') {
            Some(("job", name)) => jobs.push((name.to_owned(), body.to_owned())),
            Some(("person", name)) => {
                let lines: Vec<&str> = body.trim_end().lines().collect();
                people.push((name.to_owned(), docx(&lines)));
            }
            _ => return Err(format!("not a job or a person: {head}").into()),
        }
    }
    let scores = ranked(&jobs, &people)?;
    let mut right = 0;
    let names: Vec<&String> = jobs.iter().map(|(name, _)| name).collect();
    for (number, job) in names.iter().enumerate() {
        let other = names.get((number + 1) % names.len()).ok_or("no job")?;
        let person = |ending: &str| match ending {
            "other" => format!("{other}_fit"),
            ending => format!("{job}_{ending}"),
        };
        for (better, worse, why) in PAIRS {
            right += pair(&scores, job, (&person(better), &person(worse)), why)?;
        }
    }
    println!(
        "invented: {right} of {} pairs right",
        names.len() * PAIRS.len()
    );
    Ok(())
}

/// Ranks the resumes of the common-sense suite.
fn common_sense(folder: &Path) -> Outcome<()> {
    let mut jobs = Vec::new();
    for (name, bytes) in files(&folder.join("jobs"))? {
        jobs.push((name, String::from_utf8(bytes)?));
    }
    let scores = ranked(&jobs, &files(&folder.join("resumes"))?)?;
    let (mut right, mut all) = (0, 0);
    for row in rows(&folder.join("pairs.tsv"))? {
        let [_, job, better, worse, why] = row.each_ref().map(String::as_str);
        right += pair(&scores, job, (better, worse), why)?;
        all += 1;
    }
    println!("common sense: {right} of {all} pairs right");
    Ok(())
}

/// Prints the scores of two people, and returns 1 if the better one is ahead.
fn pair(scores: &Scores, job: &str, (better, worse): (&str, &str), why: &str) -> Outcome<usize> {
    let score = |person: &str| {
        let score = scores.get(&(job.to_owned(), person.to_owned()));
        score.copied().ok_or(format!("{job} has no {person}"))
    };
    let (above, below) = (score(better)?, score(worse)?);
    let mark = if above > below { "ok   " } else { "WRONG" };
    println!("{mark} {above:5.1} {below:5.1} {job}: {better} > {worse} ({why})");
    Ok(usize::from(above > below))
}

fn ranked(jobs: &[(String, String)], people: &[(String, Vec<u8>)]) -> Outcome<Scores> {
    let vocabulary = Vocabulary::built_in();
    let weights = WEIGHTS.map(|(name, weight)| (name.to_owned(), weight));
    let weights = Weights::new(&weights)?;
    let mut profiles = Vec::new();
    for (name, bytes) in people {
        let resume = read_resume(bytes, &ReadOptions::default(), vocabulary)?;
        profiles.push((name, Profile::of(&resume, vocabulary)));
    }
    let mut scores = Scores::new();
    for (job, text) in jobs {
        let (title, description) = text.trim().split_once('\n').ok_or("a job of one line")?;
        let read = JobText {
            title,
            description,
            skills: &[],
        };
        let prepared = PreparedJob::new(&read, &read_requirements(&read, vocabulary), vocabulary);
        for (person, profile) in &profiles {
            let input = ScoreInput {
                profile,
                weights: &weights,
                as_of: NaiveDate::from_ymd_opt(2026, 11, 28).ok_or("no such day")?,
                document: FileDigest([0; 32]),
            };
            let receipt = score(&prepared, &input, vocabulary);
            scores.insert((job.clone(), (*person).clone()), receipt.score.to_f64());
        }
    }
    Ok(scores)
}

/// Returns the files of a folder, by their names without endings.
fn files(folder: &Path) -> Outcome<Vec<(String, Vec<u8>)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().ok_or("a file without a name")?;
        found.push((name.to_string_lossy().into_owned(), fs::read(&path)?));
    }
    Ok(found)
}

/// Returns the rows of a table of five columns, without its header.
fn rows(path: &Path) -> Outcome<Vec<[String; 5]>> {
    let table = fs::read_to_string(path)?;
    let rows = table.lines().skip(1).map(|line| {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        cells
            .try_into()
            .map_err(|cells: Vec<String>| format!("not five columns: {}", cells.join(", ")).into())
    });
    rows.collect()
}

//! Whether people come out in the order in which any recruiter would read them.
//!
//! `cargo bench -p shortlist-benches --bench ranking` ranks the invented people of `ranking/people.txt` for six invented postings
//! in four languages, and the people of `ranking/translated.txt`, whose resumes exist in four languages. If `SHORTLIST_CORPUS` has a folder `common_sense`, its postings and resumes are ranked too.
#![expect(clippy::print_stdout, reason = "the program prints its results")]

use std::path::Path;
use std::{env, fs};

use ranked::{Outcome, Receipts, Texts};
use shortlist_parsing::with_deep_stack;

#[path = "ranking/ranked.rs"]
mod ranked;
#[path = "ranking/translated.rs"]
mod translated;

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

fn main() -> Outcome<()> {
    with_deep_stack(run)?.map_err(Into::into)
}

fn run() -> Result<(), String> {
    invented().map_err(|error| error.to_string())?;
    languages().map_err(|error| error.to_string())?;
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
    let texts = Texts::read(PEOPLE)?;
    let scores = texts.receipts()?;
    let mut right = 0;
    let names: Vec<&String> = texts.jobs.iter().map(|(name, _)| name).collect();
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
    let mut texts = Texts::default();
    for (name, bytes) in files(&folder.join("jobs"))? {
        texts.jobs.push((name, String::from_utf8(bytes)?));
    }
    texts.people = files(&folder.join("resumes"))?;
    let scores = texts.receipts()?;
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
fn pair(scores: &Receipts, job: &str, (better, worse): (&str, &str), why: &str) -> Outcome<usize> {
    let score = |person: &str| {
        let score = scores.get(&(job.to_owned(), person.to_owned()));
        score
            .map(|receipt| receipt.score.to_f64())
            .ok_or(format!("{job} has no {person}"))
    };
    let (above, below) = (score(better)?, score(worse)?);
    let mark = if above > below { "ok   " } else { "WRONG" };
    println!("{mark} {above:5.1} {below:5.1} {job}: {better} > {worse} ({why})");
    Ok(usize::from(above > below))
}

/// Scores people whose resumes exist in four languages, and prints what a translation gains or loses.
fn languages() -> Outcome<()> {
    let all = translated::translations()?;
    for one in &all {
        let parts = one.by_criterion.iter();
        let parts: Vec<String> = parts
            .map(|(name, points)| format!("{name} {points:+.1}"))
            .collect();
        println!(
            "{:5.1} {:5.1} {:+6.1} {} ({})",
            one.english,
            one.translated,
            one.difference(),
            one.name,
            parts.join(", ")
        );
    }
    let largest = all.iter().map(|one| one.difference().abs());
    let sum: f64 = largest.clone().sum();
    let count = f64::from(u32::try_from(all.len())?);
    println!(
        "translated: {} pairs, {:.1} points apart on average, {:.1} at most",
        all.len(),
        sum / count,
        largest.fold(0.0, f64::max)
    );
    Ok(())
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

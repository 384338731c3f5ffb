//! Whether people come out in the order in which any recruiter would read them.
//!
//! `cargo bench -p shortlist-benches --bench ranking` ranks the invented people of `ranking/people.txt` for six invented postings
//! in four languages, and the people of `ranking/translated.txt`, whose resumes exist in four languages. If `SHORTLIST_CORPUS` has a folder `common_sense`, its postings and resumes are ranked too.
#![expect(clippy::print_stdout, reason = "the program prints its results")]

use std::path::Path;
use std::{env, fs};

use pairs::Pair;
use ranked::{Outcome, Receipts, Texts};
use shortlist_parsing::with_deep_stack;

#[path = "ranking/pairs.rs"]
mod pairs;
#[path = "ranking/ranked.rs"]
mod ranked;
#[path = "ranking/translated.rs"]
mod translated;

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
    if folder.is_dir() {
        common_sense(&folder).map_err(|error| error.to_string())
    } else {
        Ok(())
    }
}

/// Ranks the invented people.
fn invented() -> Outcome<()> {
    let pairs = pairs::invented()?;
    println!(
        "invented: {} of {} pairs right",
        printed(&pairs),
        pairs.len()
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
    let mut pairs = Vec::new();
    for row in rows(&folder.join("pairs.tsv"))? {
        let [_, job, better, worse, why] = row.each_ref().map(String::as_str);
        pairs.push(Pair::of(&scores, job, [better, worse], why)?);
    }
    println!(
        "common sense: {} of {} pairs right",
        printed(&pairs),
        pairs.len()
    );
    absolute(&scores, &folder.join("absolute.tsv"))
}

/// Prints pairs, and returns how many are right.
fn printed(pairs: &[Pair]) -> usize {
    for pair in pairs {
        let mark = if pair.is_right() { "ok   " } else { "WRONG" };
        let ([above, below], [better, worse]) = (pair.scores, &pair.people);
        let (job, why) = (&pair.job, &pair.why);
        println!("{mark} {above:5.1} {below:5.1} {job}: {better} > {worse} ({why})");
    }
    pairs.iter().filter(|pair| pair.is_right()).count()
}

/// Prints how many people have the scores that a table expects: `below 25` for another profession, `above 80` for people who
/// meet everything.
fn absolute(scores: &Receipts, table: &Path) -> Outcome<()> {
    for expected in ["below 25", "above 80"] {
        let (mut right, mut all) = (0, 0);
        for [job, person, expect] in &rows(table)? {
            if expect != expected {
                continue;
            }
            let receipt = scores.get(&(job.clone(), person.clone()));
            let receipt = receipt.ok_or(format!("{job} has no {person}"))?;
            let score = receipt.score.to_f64();
            all += 1;
            right += usize::from(if expected == "below 25" {
                score < 25.0
            } else {
                score > 80.0
            });
        }
        println!("common sense: {right} of {all} {expected}");
    }
    Ok(())
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

/// Returns the rows of a table with this many columns, without its header.
fn rows<const COLUMNS: usize>(path: &Path) -> Outcome<Vec<[String; COLUMNS]>> {
    let table = fs::read_to_string(path)?;
    let rows = table.lines().skip(1).map(|line| {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        cells.try_into().map_err(|cells: Vec<String>| {
            format!("not {COLUMNS} columns: {}", cells.join(", ")).into()
        })
    });
    rows.collect()
}

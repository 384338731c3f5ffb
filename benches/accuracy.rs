//! Measures how accurately the parser reads the invented resumes, and prints the tables of `docs/ACCURACY.md`.
//!
//! `cargo bench -p shortlist-benches --bench accuracy -- [--write FILE] [--errors FIELD] [--files FOLDER]`

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use shortlist_benches::accuracy_document::document;
use shortlist_benches::matching;
use shortlist_benches::scoreboard::{FIELDS, LISTS, Reading, readings, rows, years};
use shortlist_fixtures::{ExpectedFacts, invented_resumes};

fn main() -> io::Result<()> {
    let arguments: Vec<_> = std::env::args().collect();
    let option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1)
    };
    if let Some(folder) = option("--files") {
        return write_files(&root().join(folder));
    }
    let readings = readings()?;
    let mut out = io::stdout().lock();
    if let Some(field) = option("--errors") {
        return write_errors(&mut out, &readings, field);
    }
    let text = document(&rows(&readings));
    match option("--write") {
        Some(path) => fs::write(root().join(path), text),
        None => out.write_all(text.as_bytes()),
    }
}

/// Returns the project's folder. Cargo runs benchmarks in their package's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn write_files(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for file in invented_resumes() {
        fs::write(folder.join(file.file_name()), &file.bytes)?;
    }
    Ok(())
}

/// Writes each resume in which the field is wrong, with the expected and the reported value.
fn write_errors(out: &mut impl Write, readings: &[Reading], field: &str) -> io::Result<()> {
    for reading in readings {
        if let Some((expected, reported)) = error(reading, field) {
            let file = reading.file.file_name();
            writeln!(
                out,
                "{file:<44} says {expected}\n{:<44} reported {reported}",
                ""
            )?;
        }
    }
    Ok(())
}

/// Returns the expected and the reported value of a field, if they differ.
fn error(reading: &Reading, field: &str) -> Option<(String, String)> {
    let truth = &reading.file.truth;
    if let Some(place) = FIELDS.iter().position(|name| *name == field) {
        let wrong = *reading.marks.right.get(place)? == 0;
        let [expected, reported] = [&fields(truth), &reading.reported];
        let values = (expected.get(place)?.clone(), reported.get(place)?.clone());
        return wrong.then_some(values);
    }
    let place = LISTS.iter().position(|name| *name == field)?;
    let marks = reading.marks.lists.get(place)?;
    let wrong = marks.found < marks.listed || marks.reported > marks.found;
    let expected = matching::expected(truth).get(place)?.clone();
    let reported = reading.reported_lists.get(place)?.clone();
    wrong.then_some((expected, reported))
}

fn fields(truth: &ExpectedFacts) -> [String; 6] {
    [
        truth.full_name.clone(),
        truth.email.clone(),
        truth.phone.clone(),
        truth.place.to_owned(),
        years(Some(truth.months)),
        truth.level.to_owned(),
    ]
}

//! Measures how accurately the parser reads the invented resumes, and prints the tables of `docs/ACCURACY.md`.
//!
//! `cargo bench -p shortlist-benches --bench accuracy -- [--write FILE] [--errors FIELD] [--files FOLDER]`

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use shortlist_benches::accuracy_document::document;
use shortlist_benches::scoreboard::{FIELDS, Reading, readings, rows, years};
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
    let place = FIELDS.iter().position(|name| *name == field);
    for reading in readings {
        let marks = &reading.marks;
        let wrong = match place {
            Some(place) => marks.right.get(place) == Some(&0),
            None => marks.found < marks.listed || marks.reported > marks.found,
        };
        if wrong {
            let reported = reading.reported.get(place.unwrap_or(FIELDS.len()));
            writeln!(
                out,
                "{:<44} says {}\n{:<44} reported {}",
                reading.file.file_name(),
                expected(&reading.file.truth, place),
                "",
                reported.map_or("", String::as_str)
            )?;
        }
    }
    Ok(())
}

fn expected(truth: &ExpectedFacts, place: Option<usize>) -> String {
    match place {
        Some(0) => truth.full_name.clone(),
        Some(1) => truth.email.clone(),
        Some(2) => truth.phone.clone(),
        Some(3) => years(Some(truth.months)),
        Some(_) => truth.level.to_owned(),
        None => truth.skills.join(", "),
    }
}

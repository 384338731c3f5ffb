//! Writes what the reader of work history learns from: descriptions of the dates and phrases of resumes, and the invented ones' truth.
//!
//! `cargo run -p shortlist-benches --example learning -- OUT [FOLDER]` writes `OUT.jsonl` (a line for each resume), `OUT.dates` and
//! `OUT.pieces` (rows of little-endian `i32`). Without a folder, it describes the invented resumes.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use serde_json::{Value, json};
use shortlist_domain::{EducationEntry, PartialDate, Position};
use shortlist_fixtures::{ExpectedFacts, invented_resumes};
use shortlist_parsing::{Examples, examples, read_document, with_deep_stack};
use shortlist_vocabulary::Vocabulary;

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let Some(out) = arguments.next() else {
        return Err(io::Error::other(
            "name the files to write: learning OUT [FOLDER]",
        ));
    };
    let mut files = Files::create(&out)?;
    match arguments.next() {
        Some(folder) => {
            let mut paths: Vec<PathBuf> = fs::read_dir(folder)?
                .flatten()
                .map(|it| it.path())
                .collect();
            paths.sort();
            with_deep_stack(|| {
                for path in &paths {
                    let id = path.file_stem().unwrap_or_default().to_string_lossy();
                    files.add(&id, &fs::read(path)?, Value::Null)?;
                }
                Ok(())
            })?
        }
        None => {
            for file in invented_resumes() {
                files.add(&file.file_name(), &file.bytes, truth(&file.truth))?;
            }
            Ok(())
        }
    }
}

/// The files that are written.
struct Files {
    resumes: BufWriter<File>,
    dates: BufWriter<File>,
    pieces: BufWriter<File>,
}

impl Files {
    fn create(out: &str) -> io::Result<Self> {
        let create = |end: &str| File::create(format!("{out}.{end}")).map(BufWriter::new);
        Ok(Self {
            resumes: create("jsonl")?,
            dates: create("dates")?,
            pieces: create("pieces")?,
        })
    }

    /// Adds a resume. A file that cannot be read has nothing to learn from.
    fn add(&mut self, id: &str, bytes: &[u8], truth: Value) -> io::Result<()> {
        let Ok(document) = read_document(bytes) else {
            return Ok(());
        };
        let found = examples(&document, Vocabulary::built_in());
        for date in &found.dates {
            write_row(&mut self.dates, &date.row)?;
            for (_, row) in &date.pieces {
                write_row(&mut self.pieces, row)?;
            }
        }
        writeln!(self.resumes, "{}", described(id, &found, truth))
    }
}

fn write_row(file: &mut impl Write, row: &[i32]) -> io::Result<()> {
    row.iter()
        .try_for_each(|value| file.write_all(&value.to_le_bytes()))
}

fn described(id: &str, found: &Examples, truth: Value) -> Value {
    let dates = found.dates.iter().map(|date| {
        let pieces: Vec<usize> = date.pieces.iter().map(|(piece, _)| *piece).collect();
        json!([
            date.line,
            date.start.to_string(),
            date.end,
            date.written,
            date.ruled,
            pieces,
            date.studied
        ])
    });
    json!({
        "id": id,
        "dates": dates.collect::<Vec<_>>(),
        "pieces": found.pieces,
        "positions": found.ruled.iter().map(position).collect::<Vec<_>>(),
        "education": found.education.iter().map(|(line, entry)| study(*line, entry)).collect::<Vec<_>>(),
        "truth": truth,
        "nd": found.dates.first().map(|date| date.row.len()),
        "np": found.dates.iter().flat_map(|date| &date.pieces).next().map(|(_, row)| row.len()),
    })
}

fn position(position: &Position) -> Value {
    json!({
        "title": position.title,
        "organization": position.organization,
        "start": position.start.as_ref().map(PartialDate::to_string),
        "end": if position.current { Some("present".to_owned()) } else { position.end.map(|end| end.to_string()) },
        "ok": position.is_certain(),
    })
}

fn study(line: usize, entry: &EducationEntry) -> Value {
    json!({
        "line": line,
        "degree": entry.degree,
        "institution": entry.institution,
        "end": entry.end.map(|end| end.to_string()),
        "open": entry.in_progress,
        "ok": entry.is_certain(),
    })
}

fn truth(truth: &ExpectedFacts) -> Value {
    let jobs = truth.jobs.iter();
    let jobs = jobs
        .map(|job| json!({"title": job.title, "organization": job.employer, "start": job.start}));
    let studies = truth.studies.iter();
    let studies = studies.map(
        |study| json!({"degree": study.degree, "institution": study.school, "end": study.end}),
    );
    json!({
        "positions": jobs.collect::<Vec<_>>(),
        "education": studies.collect::<Vec<_>>(),
    })
}

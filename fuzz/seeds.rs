//! Writes seeds for every target into `corpus/<target>`: the demo's files, invented resumes and the small hostile
//! files.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use shortlist_fixtures::{hostile_files, resume_file};
use shortlist_fuzz::SEPARATOR;
use shortlist_parsing::{ReadOptions, read_resume};
use shortlist_vocabulary::Vocabulary;
use shortlist_workers::{EncodedResume, Frame, Kind, write_frame};

/// The size limit of a seed, because larger files only slow the fuzzer down.
const MAX_SEED_BYTES: usize = 64 << 10;

/// Clauses of the controlled language, one for each operation.
const CLAUSES: &str = "The column Team is the department
All jobs are in Berlin
Parse as nursing roles
Skip rows where Status is closed
Nur Stellen mit Status open importieren
Treat \"FT\" as full-time
Dates are DD/MM/YYYY
Split skills on semicolons
The header is in row 1
Combine Ort and Team into location, and create them as drafts; prefix the job code with X-
Les dates sont au format JJ/MM/AAAA
{\"operation\":\"layout\",\"header_row\":1}";

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut resumes = Vec::new();
    for entry in fs::read_dir(root.join("../demo/resumes"))? {
        resumes.push(fs::read(entry?.path())?);
    }
    resumes.extend((0..6).map(|number| resume_file(number).bytes));
    let hostile = hostile_files().into_iter().map(|file| file.bytes);
    for bytes in resumes.iter().cloned().chain(hostile) {
        seed("resume", &bytes)?;
        for (target, mark) in [
            ("pdf", &b"%PDF-1.4\n"[..]),
            ("rtf", b"{\\rtf1"),
            ("html", b"<html>"),
        ] {
            if let Some(rest) = bytes.strip_prefix(mark) {
                seed(target, rest)?;
            }
        }
    }
    for bytes in &resumes {
        if let Ok(resume) = read_resume(bytes, &ReadOptions::default(), Vocabulary::built_in()) {
            let payload = EncodedResume::of(&resume)
                .map_err(io::Error::other)?
                .into_bytes();
            let (kind, cpu) = (Kind::Resume, Duration::ZERO);
            let mut frame = Vec::new();
            write_frame(&mut frame, &Frame { kind, cpu, payload })?;
            seed("frame", &frame)?;
        }
        for (target, names) in [
            (
                "docx",
                &[
                    "word/document.xml",
                    "word/styles.xml",
                    "word/_rels/document.xml.rels",
                ][..],
            ),
            ("doc", &["/WordDocument", "/1Table"]),
        ] {
            if let Some(parts) = parts(target, bytes, names) {
                seed(target, &parts.join(SEPARATOR))?;
            }
        }
    }
    for entry in fs::read_dir(root.join("../demo"))? {
        let path = entry?.path();
        if path.is_file() {
            let prompt = b"Stelle is the title. Create them as drafts.";
            let file = fs::read(&path)?;
            seed("jobs", &[&file, SEPARATOR, prompt].concat())?;
            let ending = path.extension().and_then(|ending| ending.to_str());
            match ending {
                Some("csv") => seed("job_csv", &[&file, SEPARATOR, prompt].concat())?,
                Some("json") => seed("job_json", &[&file, SEPARATOR, prompt].concat())?,
                Some("xlsx") => {
                    let names = [
                        "xl/worksheets/sheet1.xml",
                        "xl/sharedStrings.xml",
                        "xl/workbook.xml",
                    ];
                    if let Some(parts) = parts("xlsx", &file, &names) {
                        seed(
                            "job_xlsx",
                            &[&parts.join(SEPARATOR), SEPARATOR, prompt].concat(),
                        )?;
                    }
                }
                _ => {}
            }
        }
    }
    for clause in CLAUSES.lines() {
        seed("prompt", clause.as_bytes())?;
    }
    seed("prompt", CLAUSES.as_bytes())?;
    Ok(())
}

/// Returns the parts of a file for which a target builds the container itself.
fn parts(target: &str, bytes: &[u8], names: &[&str]) -> Option<Vec<Vec<u8>>> {
    if target == "doc" {
        let mut file = cfb::CompoundFile::open(io::Cursor::new(bytes)).ok()?;
        let mut read = |name: &&str| {
            let mut part = Vec::new();
            io::Read::read_to_end(&mut file.open_stream(name).ok()?, &mut part).ok()?;
            Some(part)
        };
        return names.iter().map(&mut read).collect();
    }
    let mut archive = zip::ZipArchive::new(io::Cursor::new(bytes)).ok()?;
    let read = names.iter().map(|name| {
        let mut part = Vec::new();
        if let Ok(mut file) = archive.by_name(name) {
            let _cut = io::Read::read_to_end(&mut file, &mut part);
        }
        part
    });
    Some(read.collect())
}

/// Writes a seed. Its name contains its length and a checksum, so that a second run writes the same files.
fn seed(target: &str, bytes: &[u8]) -> io::Result<()> {
    if bytes.len() > MAX_SEED_BYTES {
        return Ok(());
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(target);
    fs::create_dir_all(&folder)?;
    let sum = bytes.iter().fold(0_u32, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add((*byte).into())
    });
    fs::write(folder.join(format!("{}-{sum:08x}", bytes.len())), bytes)
}

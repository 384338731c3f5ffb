//! Prints the interpretation of resumes as JSON lines, to measure accuracy. With `--all` first, it also prints the entries
//! that are too uncertain to be shown, to measure how certain they are.

use std::path::PathBuf;
use std::time::Duration;

use chrono::NaiveDate;
use rustix::time::{ClockId, clock_gettime};
use serde_json::{Value, json};
use shortlist_domain::{EducationEntry, EmailAddress, PartialDate, PhoneNumber, Position, Resume};
use shortlist_parsing::{ReadOptions, is_posting, read_resume, with_deep_stack, wording};
use shortlist_vocabulary::Vocabulary;

/// Which entries are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    Certain,
    All,
}

/// The allocator of the `shortlist` program.
#[global_allocator]
static ALLOCATOR: shortlist_allocator::Allocator = shortlist_allocator::Allocator;

#[expect(clippy::print_stdout, reason = "it is a program")]
fn main() -> std::io::Result<()> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut arguments = std::env::args_os().skip(1).peekable();
    let shown = match arguments.next_if(|it| it == "--all") {
        Some(_) => Shown::All,
        None => Shown::Certain,
    };
    for path in arguments.map(PathBuf::from) {
        match std::fs::read_dir(&path) {
            Ok(entries) => files.extend(entries.flatten().map(|entry| entry.path())),
            Err(_no_folder) => files.push(path),
        }
    }
    files.sort();
    // As in a worker, one thread reads all files.
    with_deep_stack(|| {
        for path in &files {
            println!("{}", predict(path, shown));
        }
    })
}

/// Returns the processor time of the program so far.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

fn predict(path: &PathBuf, shown: Shown) -> Value {
    let id = path.file_stem().unwrap_or_default().to_string_lossy();
    let start = processor_time();
    let read = std::fs::read(path)
        .map_err(|error| error.to_string())
        .and_then(|bytes| {
            read_resume(&bytes, &ReadOptions::default(), Vocabulary::built_in())
                .map_err(|error| error.to_string())
        });
    let seconds = processor_time().saturating_sub(start).as_secs_f64();
    match read {
        Ok(resume) => described(&id, &resume, seconds, shown),
        Err(error) => json!({"id": id, "ok": false, "error": error, "cpu_s": seconds}),
    }
}

fn described(id: &str, resume: &Resume, seconds: f64, shown: Shown) -> Value {
    let years = NaiveDate::from_ymd_opt(2026, 11, 21)
        .and_then(|date| resume.experience_months(date))
        .map(|months| (f64::from(months) / 1.2).round() / 10.0);
    let highest = resume.highest_education();
    let is_shown = |certain: bool| certain || shown == Shown::All;
    let positions = resume.positions.iter();
    let positions = positions.filter(|it| is_shown(it.is_certain()));
    let studies = resume.education.iter();
    let studies = studies.filter(|it| is_shown(it.is_certain()));
    json!({
        "id": id,
        "ok": true,
        "fullName": resume.name(),
        "emailAddress": resume.email_address().map(EmailAddress::as_str),
        "phoneNumber": resume.phone_number().map(PhoneNumber::as_str),
        "skills": resume.skills.iter().map(|skill| wording(resume, skill)).collect::<Vec<_>>(),
        "yearsExperience": years,
        "degree": highest.map(|entry| &entry.degree),
        "degree_level": highest.and_then(|entry| entry.level).map(|level| vec![level.as_str()]),
        "location": resume.place.as_ref().map(|place| &place.value),
        "positions": positions.map(position).collect::<Vec<_>>(),
        "education": studies.map(education).collect::<Vec<_>>(),
        "posting": is_posting(resume),
        "pages": resume.text.pages(),
        "cpu_s": seconds,
    })
}

fn position(position: &Position) -> Value {
    let end = if position.current {
        Some("present".to_owned())
    } else {
        position.end.map(|end| end.to_string())
    };
    json!({
        "title": position.title,
        "organization": position.organization,
        "location": position.place,
        "start": position.start.as_ref().map(PartialDate::to_string),
        "end": end,
        "confidence": [position.confidence.title, position.confidence.organization],
    })
}

fn education(entry: &EducationEntry) -> Value {
    json!({
        "degree": entry.degree,
        "institution": entry.institution,
        "end": entry.end.as_ref().map(PartialDate::to_string),
        "confidence": [entry.confidence.degree, entry.confidence.institution],
    })
}

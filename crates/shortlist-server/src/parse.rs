//! `shortlist parse`: reads resumes without a server, in the same worker processes as a server.

use std::ffi::OsStr;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::{fs, io};

use chrono::NaiveDate;
use serde::Serialize;
use shortlist_domain::Resume;
use shortlist_workers::{Lane, Reading};

use crate::cli::ParseArguments;
use crate::readers::{self, ReaderOptions};
use crate::{Failure, explain, output, service, vocabulary};

/// How many results may wait to be printed before the readers pause.
const WAITING_READINGS: usize = 64;

/// What was read from a file, as one line of the output.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    id: String,
    ok: bool,
    error: Option<String>,
    full_name: Option<String>,
    email_address: Option<String>,
    phone_number: Option<String>,
    skills: Vec<String>,
    years_experience: Option<f64>,
    degree: Option<String>,
    /// The level of the degree, if it is known. The degree's own words express it only in the language of the resume.
    #[serde(rename = "degree_level")]
    degree_level: Option<&'static str>,
    pages: Option<u32>,
    #[serde(rename = "cpu_s")]
    cpu_seconds: f64,
}

/// Reads the files and prints a line for each, in the order of completion.
pub(crate) fn run(arguments: &ParseArguments) -> Result<(), Failure> {
    let mut files = Vec::new();
    for path in &arguments.paths {
        collect(path, &mut files)?;
    }
    if files.is_empty() {
        return Ok(());
    }
    let vocabulary = vocabulary::load(arguments.vocabulary.as_deref())?;
    if arguments.explain {
        return files.iter().try_for_each(|file| explain::print(file));
    }
    let pool = readers::start(&ReaderOptions {
        count: arguments.threads.unwrap_or(0),
        isolation: arguments.isolation,
        vocabulary,
        ..ReaderOptions::default()
    })?;
    match print_readings(&pool.open_lane(), &files) {
        // The reader of the output has closed it.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        printed => printed.map_err(Failure::of("write to standard output")),
    }
}

/// Collects the files of a path, sorted by name: the file itself, or all files in a folder and its subfolders.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let attempt = || format!("look at {}", path.display());
    if !fs::metadata(path).map_err(Failure::of(attempt()))?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let entries = fs::read_dir(path).map_err(Failure::of(attempt()))?;
    let mut entries = entries
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(Failure::of(attempt()))?;
    entries.sort_unstable();
    entries.iter().try_for_each(|entry| collect(entry, files))
}

fn print_readings(lane: &Lane, files: &[PathBuf]) -> io::Result<()> {
    let today = service::now().date();
    let (sender, receiver) = mpsc::sync_channel(WAITING_READINGS);
    for file in files {
        let (id, sender) = (id(file), sender.clone());
        lane.read(file, move |reading| {
            let _nobody_waits = sender.send((id, reading));
        });
    }
    drop(sender);
    let shows_progress = io::stderr().is_terminal();
    for (done, (id, reading)) in (1..).zip(receiver) {
        output::try_print(&serde_json::to_string(&record(id, reading, today))?)?;
        if shows_progress {
            let _closed = write!(io::stderr(), "\r{done} of {} files", files.len());
        }
    }
    if shows_progress {
        output::print_error("");
    }
    Ok(())
}

fn record(id: String, reading: Reading, today: NaiveDate) -> Record {
    let cpu_seconds = reading.cpu.as_secs_f64();
    let resume = reading.resume.and_then(|resume| resume.decode());
    let record = match resume {
        Ok(resume) => record_of(&resume, today),
        Err(failure) => Record {
            error: Some(failure.to_string()),
            ..Record::default()
        },
    };
    Record {
        id,
        cpu_seconds,
        ..record
    }
}

fn record_of(resume: &Resume, today: NaiveDate) -> Record {
    let degree = resume.highest_education();
    let years = |months: u32| (f64::from(months) / 12.0 * 10.0).round() / 10.0;
    Record {
        ok: true,
        full_name: resume.name().map(ToOwned::to_owned),
        email_address: resume.email_address().map(ToString::to_string),
        phone_number: resume.phone_number().map(ToString::to_string),
        skills: resume
            .skills
            .iter()
            .map(|skill| skill.name.clone())
            .collect(),
        years_experience: resume.experience_months(today).map(years),
        degree: degree.map(|entry| entry.degree.clone()),
        degree_level: degree
            .and_then(|entry| entry.level)
            .map(shortlist_domain::EducationLevel::as_str),
        pages: resume.text.pages(),
        ..Record::default()
    }
}

/// Returns the file's name without its extension.
fn id(file: &Path) -> String {
    file.file_stem()
        .map(OsStr::to_string_lossy)
        .unwrap_or_default()
        .into_owned()
}

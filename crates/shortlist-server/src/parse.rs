//! `shortlist parse`: reads resumes without a server, in the same worker processes as a server.

mod record;

use std::ffi::OsStr;
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::{fs, io};

use chrono::NaiveDate;
use shortlist_workers::{Lane, Reading};

use crate::cli::ParseArguments;
use crate::readers::{self, ReaderOptions};
use crate::vocabulary::OperatorSkills;
use crate::{Failure, explain, output, service};
use record::Record;

/// How many results may wait to be printed before the readers pause.
const WAITING_READINGS: usize = 64;

/// Reads the files and prints a line for each, in the order of completion.
pub(crate) fn run(arguments: &ParseArguments) -> Result<(), Failure> {
    let mut files = Vec::new();
    for path in &arguments.paths {
        collect(path, &mut files)?;
    }
    if files.is_empty() {
        return Ok(());
    }
    let skills = OperatorSkills::load(arguments.vocabulary.as_deref())?;
    if arguments.explain {
        let vocabulary = skills.into_vocabulary();
        let mut files = files.iter();
        return files.try_for_each(|file| explain::print(file, &vocabulary));
    }
    let pool = readers::start(&ReaderOptions {
        count: arguments.threads.unwrap_or(0),
        isolation: arguments.isolation,
        vocabulary: skills.for_workers(),
        ocr: arguments.ocr.clone(),
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
    let mut record = match resume {
        Ok(resume) => Record::of(&resume, today),
        Err(failure) => Record::of_unreadable(failure.to_string()),
    };
    record.id = id;
    record.cpu_seconds = cpu_seconds;
    record
}

/// Returns the file's name without its extension.
fn id(file: &Path) -> String {
    file.file_stem()
        .map(OsStr::to_string_lossy)
        .unwrap_or_default()
        .into_owned()
}

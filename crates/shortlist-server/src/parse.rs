//! `shortlist parse`: reads resumes without a server and prints what was read.

mod record;

use std::ffi::OsStr;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use chrono::NaiveDate;
use shortlist_workers::Reading;

use crate::cli::ParseArguments;
use crate::progress::Progress;
use crate::resume_files::{ResumeReader, resume_of};
use crate::vocabulary::OperatorSkills;
use crate::{Failure, explain, service};
use record::Record;

/// Reads the files and prints a line for each, in the order of completion.
pub(crate) fn run(arguments: &ParseArguments) -> Result<(), Failure> {
    let files = arguments.files.files()?;
    if files.is_empty() {
        return Ok(());
    }
    let skills = OperatorSkills::load(arguments.files.vocabulary.as_deref())?;
    if arguments.explain {
        let vocabulary = skills.into_vocabulary();
        let mut files = files.iter();
        return files.try_for_each(|file| explain::print(file, &vocabulary));
    }
    let reader = ResumeReader::start(&arguments.files, &skills)?;
    match print_readings(&reader, &files) {
        // The reader of the output has closed it.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        printed => printed.map_err(Failure::of("write to standard output")),
    }
}

fn print_readings(reader: &ResumeReader, files: &[PathBuf]) -> io::Result<()> {
    let today = service::now().date();
    let progress = Progress::of_files(files);
    let line = |file: &Path, reading| serde_json::to_string(&record(file, reading, today));
    reader.read(files, line, |line| {
        progress.add(1);
        progress.try_print(&line?)
    })
}

fn record(file: &Path, reading: Reading, today: NaiveDate) -> Record {
    let cpu_seconds = reading.cpu.as_secs_f64();
    let mut record = match resume_of(reading) {
        Ok(resume) => Record::of(&resume, today),
        Err(reason) => Record::of_unreadable(reason),
    };
    record.id = id(file);
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

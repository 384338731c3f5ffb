//! `shortlist rank`: ranks resumes for a job without a server or a database.

mod csv;
mod job;
mod json;
mod page;
mod ranking;
mod table;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use chrono::NaiveDate;
use clap::{Args, ValueEnum};
use shortlist_app::{ResumeScorer, parse_weights, skip_reason_text};
use shortlist_domain::Resume;
use shortlist_workers::Reading;
use tempfile::NamedTempFile;

use crate::progress::Progress;
use crate::resume_files::{ResumeFileArguments, ResumeReader, resume_of};
use crate::vocabulary::OperatorSkills;
use crate::{Failure, output, service};
use job::RankedJob;
use ranking::{RankedResume, Ranking};

/// The weights if none are given.
const WEIGHTS: &str = r#"{"experience": 40, "skills": 40, "education": 20}"#;

/// Flags of `rank`.
#[derive(Debug, Args)]
pub(crate) struct RankArguments {
    /// The job: a posting as text, whose first line is the title, or a JSON file with a job.
    #[arg(long)]
    job: PathBuf,
    /// Code of the job, if the JSON file contains several.
    #[arg(long)]
    job_code: Option<String>,
    /// How much each criterion counts, as JSON.
    #[arg(long, default_value = WEIGHTS)]
    weights: String,
    /// The date that "present" means in resumes, YYYY-MM-DD. By default, today.
    #[arg(long)]
    as_of: Option<NaiveDate>,
    /// Form of the output. By default, what the name of the output file ends in, otherwise text.
    #[arg(long, value_enum)]
    format: Option<RankingFormat>,
    /// File to write to, instead of standard output.
    #[arg(long)]
    output: Option<PathBuf>,
    /// How many of the best candidates to list. By default, all.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    top: Option<u32>,
    #[command(flatten)]
    files: ResumeFileArguments,
}

/// The form of a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RankingFormat {
    /// A table for the terminal.
    Text,
    /// One row for each file.
    Csv,
    /// Everything, with the receipts.
    Json,
    /// One page with receipts and marked quotes, which needs no server.
    Html,
}

/// Ranks the files and writes the ranking.
pub(crate) fn run(arguments: &RankArguments) -> Result<(), Failure> {
    let skills = OperatorSkills::load(arguments.files.vocabulary.as_deref())?;
    let weights = parse_weights(&arguments.weights).map_err(Failure::of("read --weights"))?;
    let files = arguments.resumes()?;
    let destination = Destination::open(arguments.output.as_deref())?;
    let reader = ResumeReader::start(&arguments.files, &skills)?;
    let vocabulary = skills.into_vocabulary();
    let job = RankedJob::read(&arguments.job, arguments.job_code.as_deref(), &vocabulary)?;
    let as_of = arguments.as_of.unwrap_or_else(|| service::now().date());
    let scorer = ResumeScorer::new(&job.text(), weights, as_of, &vocabulary);
    let ranking = rank(&reader, &files, &scorer, arguments)?;
    if let Some(note) = &job.note {
        output::print_error(&format!("note: {}: {note}", arguments.job.display()));
    }
    let text = write(arguments.format(), &job, &scorer, &ranking)?;
    destination.write(&text)?;
    ranking.report()
}

/// Reads and scores the files.
fn rank(
    reader: &ResumeReader,
    files: &[PathBuf],
    scorer: &ResumeScorer,
    arguments: &RankArguments,
) -> Result<Ranking, Failure> {
    let top = arguments.top.and_then(|top| usize::try_from(top).ok());
    let mut ranking = Ranking::keeping(top);
    let keeps_text = arguments.format() == RankingFormat::Html;
    let process = |file: &Path, reading| {
        let (mut ranked, resume) = score_file(scorer, file, reading)?;
        ranked.resume = keeps_text.then_some(resume);
        Ok(ranked)
    };
    let progress = Progress::of_files(files);
    let ranked = reader.read(files, process, |result| {
        ranking.add(result);
        progress.add(1);
        Ok(())
    });
    ranked.map_err(Failure::of("rank the resumes"))?;
    Ok(ranking.finish())
}

/// Scores a file, and returns it with what was read from it.
fn score_file(
    scorer: &ResumeScorer,
    file: &Path,
    reading: Reading,
) -> Result<(RankedResume, Resume), (String, String)> {
    let name = file.display().to_string();
    let scored = resume_of(reading).and_then(|resume| {
        let bytes =
            fs::read(file).map_err(|error| format!("the file cannot be opened: {error}"))?;
        let receipt = scorer.score(&resume, &bytes).map_err(skip_reason_text)?;
        Ok((receipt, resume))
    });
    match scored {
        Ok((receipt, resume)) => Ok((RankedResume::of(name, &resume, receipt), resume)),
        Err(reason) => Err((name, reason)),
    }
}

fn write(
    format: RankingFormat,
    job: &RankedJob,
    scorer: &ResumeScorer,
    ranking: &Ranking,
) -> Result<String, Failure> {
    let attempt = "write the ranking";
    match format {
        RankingFormat::Text => Ok(table::text(ranking)),
        RankingFormat::Csv => Ok(csv::text(ranking)),
        RankingFormat::Json => json::text(job, scorer, ranking).map_err(Failure::of(attempt)),
        RankingFormat::Html => page::text(job, scorer, ranking).map_err(Failure::of(attempt)),
    }
}

impl RankArguments {
    /// Returns the files to rank in the order of their names, each once, and without the job's own file.
    fn resumes(&self) -> Result<Vec<PathBuf>, Failure> {
        let mut files = self.files.files()?;
        files.sort_unstable();
        files.dedup();
        let job = fs::canonicalize(&self.job).ok();
        files.retain(|file| job.is_none() || fs::canonicalize(file).ok() != job);
        if files.is_empty() {
            return Err(Failure::new(
                "the paths contain no files; name resumes, or folders of resumes",
            ));
        }
        Ok(files)
    }

    fn format(&self) -> RankingFormat {
        let output = self.output.as_deref().and_then(Path::extension);
        let ending = output.and_then(|ending| RankingFormat::from_str(ending.to_str()?, true).ok());
        let ending = ending.or_else(|| (output? == "htm").then_some(RankingFormat::Html));
        self.format.or(ending).unwrap_or(RankingFormat::Text)
    }
}

/// Where the ranking is written to.
enum Destination<'a> {
    StandardOutput,
    /// A temporary file next to the real one, so that a run that fails leaves the earlier file.
    File(&'a Path, NamedTempFile),
}

impl<'a> Destination<'a> {
    /// Opens the file before any work is done.
    fn open(path: Option<&'a Path>) -> Result<Self, Failure> {
        let Some(path) = path else {
            return Ok(Self::StandardOutput);
        };
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        let file = NamedTempFile::new_in(folder.unwrap_or(Path::new(".")));
        let file = file.map_err(Failure::of(format!("create {}", path.display())))?;
        Ok(Self::File(path, file))
    }

    fn write(self, text: &str) -> Result<(), Failure> {
        let Self::File(path, mut file) = self else {
            return output::print_result_unless_closed(text);
        };
        let attempt = || format!("write {}", path.display());
        writeln!(file, "{}", text.trim_end()).map_err(Failure::of(attempt()))?;
        file.persist(path).map_err(Failure::of(attempt()))?;
        Ok(())
    }
}

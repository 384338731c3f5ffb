//! `shortlist audit`: bias audits, and what candidates say about themselves.

use std::fs::File;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use shortlist_app::{App, BiasAuditReport, BiasAuditRequest, CategoryFile};
use shortlist_domain::{OrganizationId, Party};

use crate::admin::open;
use crate::config::ConfigArguments;
use crate::{Failure, output};

/// Flags of `audit`.
#[derive(Debug, Args)]
pub(crate) struct AuditArguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Compute scoring rates, selection rates and impact ratios by sex, by race or ethnicity, and by both.
    Bias(BiasArguments),
    /// Store what candidates said about themselves, from a CSV file. Only bias audits and the person's own export read it.
    Import(ImportArguments),
}

#[derive(Debug, Args)]
struct BiasArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The organization's identifier.
    #[arg(long)]
    organization: String,
    /// The first day of the applications, YYYY-MM-DD in UTC. By default, there is no limit.
    #[arg(long)]
    from: Option<String>,
    /// The last day of the applications.
    #[arg(long)]
    to: Option<String>,
    /// Only this job, by identifier. Repeat it for several jobs. By default, all jobs.
    #[arg(long = "job")]
    jobs: Vec<String>,
    /// CSV file of categories. Its columns are `candidate_unique_id` or `email`, `sex`, and `race_ethnicity`. Nothing of it is
    /// stored. By default, the audit uses what the candidates said about themselves to this service.
    #[arg(long)]
    categories: Option<PathBuf>,
    /// Exclude categories under 2 % from the ratios, for this reason.
    #[arg(long)]
    exclude_small: Option<String>,
    /// The format of the report.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Debug, Args)]
struct ImportArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The organization's identifier.
    #[arg(long)]
    organization: String,
    /// CSV file with the columns `candidate_unique_id` or `email`, `sex`, and `race_ethnicity`.
    file: PathBuf,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Format {
    /// A page that can be published.
    #[default]
    Html,
    /// One line for each category.
    Csv,
    /// All figures as JSON.
    Json,
}

/// Runs a task.
pub(crate) fn run(arguments: &AuditArguments) -> Result<(), Failure> {
    match &arguments.task {
        Task::Bias(arguments) => bias(arguments),
        Task::Import(arguments) => import(arguments),
    }
}

fn bias(arguments: &BiasArguments) -> Result<(), Failure> {
    let party = operator(&arguments.organization)?;
    let file = arguments.categories.as_deref().map(read).transpose()?;
    let app = open(&arguments.config)?;
    let report = compute(&app, &party, arguments, file.as_ref())?;
    let text = match arguments.format {
        Format::Html => {
            shortlist_web::bias_audit_document(&report).map_err(Failure::of("write the report"))?
        }
        Format::Csv => report.to_csv(),
        Format::Json => format!("{:#}", report.to_json()),
    };
    output::print_result(&text)
}

fn compute(
    app: &App,
    party: &Party,
    arguments: &BiasArguments,
    file: Option<&CategoryFile>,
) -> Result<BiasAuditReport, Failure> {
    let request = BiasAuditRequest {
        from: arguments.from.clone(),
        to: arguments.to.clone(),
        job_ids: arguments.jobs.clone(),
        exclude_small: arguments.exclude_small.clone(),
    };
    let fairness = app.fairness();
    let report = match file {
        Some(file) => fairness.audit_with_file(party, &request, file),
        None => fairness.audit(party, &request),
    };
    report.map_err(Failure::of("compute the audit"))
}

fn import(arguments: &ImportArguments) -> Result<(), Failure> {
    let party = operator(&arguments.organization)?;
    let file = read(&arguments.file)?;
    let app = open(&arguments.config)?;
    let stored = app.fairness().import(&party, &file);
    let stored = stored.map_err(Failure::of("store the categories"))?;
    output::print_result(&format!("the answers of {stored} candidates are stored"))
}

fn operator(organization: &str) -> Result<Party, Failure> {
    let organization = OrganizationId::parse("organization", organization);
    let organization = organization.map_err(Failure::of("understand the organization"))?;
    Ok(Party::operator(&organization))
}

fn read(path: &Path) -> Result<CategoryFile, Failure> {
    let file = File::open(path).map_err(Failure::of(format!("open {}", path.display())))?;
    CategoryFile::read(file).map_err(Failure::of(format!("read {}", path.display())))
}

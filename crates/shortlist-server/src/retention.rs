//! `shortlist export`, `shortlist retain`, and the daily work of the server.

use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde_json::{Value, json};
use shortlist_app::{App, AppError, RetentionResult, RunMode};
use shortlist_domain::{CandidateId, OrganizationId, Party};

use crate::admin::open;
use crate::config::ConfigArguments;
use crate::progress::Progress;
use crate::{Failure, output};

/// How often a server checks whether the daily work is due.
const CHECK_INTERVAL: Duration = Duration::from_secs(600);

/// Flags of `export`.
#[derive(Debug, Args)]
pub(crate) struct ExportArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// The candidate's identifier.
    #[arg(long)]
    candidate: String,
    /// The organization's identifier. Without it, all organizations are searched.
    #[arg(long)]
    organization: Option<String>,
}

/// Flags of `retain`.
#[derive(Debug, Args)]
pub(crate) struct RetainArguments {
    #[command(flatten)]
    config: ConfigArguments,
    /// Print who would be erased, and erase nobody.
    #[arg(long)]
    dry_run: bool,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
}

/// Prints all data of a candidate, as JSON.
pub(crate) fn export(arguments: &ExportArguments) -> Result<(), Failure> {
    let attempt = "export the candidate";
    let app = open(&arguments.config)?;
    let organizations = match &arguments.organization {
        Some(id) => vec![OrganizationId::parse("organization", id).map_err(Failure::of(attempt))?],
        None => app
            .accounts()
            .list_organization_ids()
            .map_err(Failure::of(attempt))?,
    };
    for organization in &organizations {
        match app
            .candidates()
            .export(&Party::operator(organization), &arguments.candidate)
        {
            Ok(export) => return output::print_result(&format!("{export:#}")),
            Err(AppError::NotFound { .. }) => {}
            Err(error) => return Err(Failure::of(attempt)(error)),
        }
    }
    Err(Failure::new(
        "no organization has that candidate; use an identifier from getCandidates",
    ))
}

/// Erases the candidates whose retention period is over.
pub(crate) fn retain(arguments: &RetainArguments) -> Result<(), Failure> {
    let app = open(&arguments.config)?;
    let mode = if arguments.dry_run {
        RunMode::DryRun
    } else {
        RunMode::Execute
    };
    let retained = apply_retention(&app, mode).map_err(Failure::of(
        "erase the candidates whose retention period is over",
    ))?;
    if arguments.json {
        let organizations: Vec<_> = retained.iter().map(organization_json).collect();
        return output::print_result(&json!({ "organizations": organizations }).to_string());
    }
    let lines: Vec<_> = retained.iter().map(|one| line(one, mode)).collect();
    output::print_result(&lines.join("\n"))
}

/// Erases the candidates, or reports who they are. On a terminal, it first counts them.
fn apply_retention(app: &App, mode: RunMode) -> Result<Vec<RetentionResult>, AppError> {
    let erasures = app.erasures();
    if mode == RunMode::DryRun || !Progress::is_visible() {
        return erasures.apply_retention(mode);
    }
    let due = erasures.apply_retention(RunMode::DryRun)?;
    let due: usize = due.iter().map(|one| one.candidates.len()).sum();
    let total = u64::try_from(due).unwrap_or(u64::MAX);
    let progress = Progress::counting("erasing candidates", total);
    erasures.apply_retention_reporting(mode, &progress.listener())
}

fn organization_json(retained: &RetentionResult) -> Value {
    let ids = retained.candidates.iter().map(CandidateId::as_str);
    json!({
        "organizationId": retained.organization_id.as_str(),
        "days": retained.days,
        "candidates": ids.collect::<Vec<_>>(),
    })
}

fn line(retained: &RetentionResult, mode: RunMode) -> String {
    let id = &retained.organization_id;
    let Some(days) = retained.days else {
        return format!("{id} keeps all candidates");
    };
    let count = retained.candidates.len();
    let done = match mode {
        RunMode::DryRun => "would be erased",
        RunMode::Execute => "erased",
    };
    format!("{id}: {count} candidates without contact for {days} days {done}")
}

/// Checks every few minutes whether the daily work is due, as long as the server runs.
pub(crate) async fn run_daily_work(app: Arc<App>) {
    let mut due = actix_web::rt::time::interval(CHECK_INTERVAL);
    loop {
        due.tick().await;
        let app = Arc::clone(&app);
        let work = move || {
            if let Err(error) = app.end_work_of_killed_servers() {
                log_error(error, "end what a killed server had begun");
            }
            if let Err(error) = app.maintenance().run_backfills() {
                log_error(error, "fill what rows from before an upgrade lack");
            }
            app.maintenance().run_daily(&mut log_retained)
        };
        match actix_web::web::block(work).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => log_error(error, "run the daily work"),
            Err(_stopping) => return,
        }
    }
}

fn log_retained(organization: &OrganizationId, done: Result<RetentionResult, AppError>) {
    match done {
        Ok(retained) if retained.candidates.is_empty() => {}
        Ok(retained) => {
            let erased = retained.candidates.len();
            tracing::info!(%organization, erased, "candidates were erased after their retention period");
        }
        Err(error) => log_error(error, format!("run the daily work for {organization}")),
    }
}

fn log_error(error: AppError, attempt: impl Into<String>) {
    tracing::error!("{}", Failure::of(attempt)(error).report());
}

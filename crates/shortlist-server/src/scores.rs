//! `shortlist replay` and `shortlist rescore`: existing scores, computed again.

use clap::Args;
use serde_json::{Value, json};
use shortlist_app::{
    App, AppError, ReplayScope, Replayed, RescoreJob, RescoreSummary, Verdict, receipt_part_text,
    unusable_file_text,
};
use shortlist_domain::{CandidateId, Environment, JobId, OrganizationId, Party};

use crate::config::{Config, ConfigArguments};
use crate::progress::Progress;
use crate::readers::{self, ReaderOptions};
use crate::vocabulary::OperatorSkills;
use crate::{Failure, output, service, telemetry};

/// Flags of `replay`.
#[derive(Debug, Args)]
pub(crate) struct ReplayArguments {
    #[command(flatten)]
    config: ConfigArguments,
    #[command(flatten)]
    scope: ReplayScopeArguments,
    /// Only candidates of this organization. By default, those of all organizations.
    #[arg(long)]
    organization: Option<String>,
    /// Print a line of JSON for each candidate.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct ReplayScopeArguments {
    /// One candidate, by identifier.
    #[arg(long)]
    candidate: Option<String>,
    /// The candidates of a job, by the job's identifier.
    #[arg(long)]
    job: Option<String>,
    /// All candidates.
    #[arg(long)]
    all: bool,
}

/// Flags of `rescore`.
#[derive(Debug, Args)]
pub(crate) struct RescoreArguments {
    #[command(flatten)]
    config: ConfigArguments,
    #[command(flatten)]
    scope: RescoreScopeArguments,
    /// Only candidates of this organization. By default, those of all organizations.
    #[arg(long)]
    organization: Option<String>,
    /// New weights as JSON, such as {"experience": 40, "skills": 60}. Without them, each candidate keeps its own.
    #[arg(long)]
    weights: Option<String>,
    /// The date that "present" means, YYYY-MM-DD. By default, today for everything that must be measured again.
    #[arg(long)]
    as_of: Option<String>,
    /// Print a line of JSON for each job.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct RescoreScopeArguments {
    /// The candidates of a job, by the job's identifier.
    #[arg(long)]
    job: Option<String>,
    /// The candidates of every job. Use it after an upgrade of the engine.
    #[arg(long)]
    all: bool,
}

/// How many candidates got which verdict.
#[derive(Default)]
struct Tally {
    same: usize,
    different: usize,
    other_engine: usize,
    unreadable: usize,
}

/// Scores candidates again from their files and compares the results. Fails if a result differs or a file cannot be read.
pub(crate) fn replay(arguments: &ReplayArguments) -> Result<(), Failure> {
    let scope = arguments.scope.parse()?;
    let app = open(&arguments.config)?;
    let organizations = organizations(&app, arguments.organization.as_deref())?;
    let mut tally = Tally::default();
    let progress = Progress::counting("replaying", total(&app, &organizations, &scope)?);
    let named = run_in_organizations(&organizations, |organization| {
        app.scores().replay(organization, &scope, &mut |replayed| {
            tally.count(&replayed.verdict);
            progress.add(1);
            // The reader may have closed the output. The tally still counts.
            let _closed = progress.try_print(&verdict_line(&replayed, arguments.json));
        })
    })?;
    progress.finish();
    if !named {
        return Err(Failure::new(
            "no organization has that candidate or job; use an identifier from getCandidates or getJobs",
        ));
    }
    tally.report()
}

/// Scores candidates again, in one transaction for each job.
pub(crate) fn rescore(arguments: &RescoreArguments) -> Result<(), Failure> {
    let app = open(&arguments.config)?;
    let organizations = organizations(&app, arguments.organization.as_deref())?;
    match &arguments.scope.job {
        Some(job) => rescore_job(&app, &organizations, job, arguments),
        None => rescore_all(&app, &organizations, arguments),
    }
}

/// Scores the candidates of a job again, in whichever organization has it.
fn rescore_job(
    app: &App,
    organizations: &[OrganizationId],
    job: &str,
    arguments: &RescoreArguments,
) -> Result<(), Failure> {
    let scope = ReplayScope::Job(JobId::parse("job", job).map_err(Failure::of("read --job"))?);
    let progress = Progress::counting("measuring", total(app, organizations, &scope)?);
    let mut done = None;
    let named = run_in_organizations(organizations, |organization| {
        let party = Party::operator(organization);
        let request = arguments.request(job.to_owned(), &progress);
        done = Some(app.scores().rescore(&party, &request)?);
        Ok(())
    })?;
    progress.finish();
    if !named {
        return Err(Failure::new(format!("no organization has the job {job}")));
    }
    let print = |summary| output::print_result(&line(summary, arguments.json));
    done.iter().try_for_each(print)
}

/// Scores the candidates of every job again.
fn rescore_all(
    app: &App,
    organizations: &[OrganizationId],
    arguments: &RescoreArguments,
) -> Result<(), Failure> {
    let progress = Progress::counting("scoring", total(app, organizations, &ReplayScope::All)?);
    let mut done = 0;
    for organization in organizations {
        let party = Party::operator(organization);
        for job in job_ids(app, organization)? {
            let request = arguments.request(job.to_string(), &progress);
            let summary = app.scores().rescore(&party, &request);
            let attempt = || format!("score the candidates of {job} again");
            let summary = summary.map_err(Failure::of(attempt()))?;
            done += u64::try_from(summary.candidates).unwrap_or(0);
            progress.reach(done);
            let printed = progress.try_print(&line(&summary, arguments.json));
            printed.map_err(Failure::of("write to standard output"))?;
        }
    }
    Ok(())
}

/// Returns the number of scores to compute, if a terminal shows the progress.
fn total(app: &App, organizations: &[OrganizationId], scope: &ReplayScope) -> Result<u64, Failure> {
    if !Progress::is_visible() {
        return Ok(0);
    }
    let count = |organization: &OrganizationId| {
        let jobs = match scope {
            ReplayScope::Candidate(_) => return Ok(1),
            ReplayScope::Job(job) => vec![job.clone()],
            ReplayScope::All => job_ids(app, organization)?,
        };
        let counted = app.scores().count(organization, &jobs);
        counted.map_err(Failure::of("count the scores"))
    };
    organizations.iter().map(count).sum()
}

fn job_ids(app: &App, organization: &OrganizationId) -> Result<Vec<JobId>, Failure> {
    let listed = app.jobs().list_ids(organization);
    listed.map_err(Failure::of("list the jobs"))
}

/// Runs a function that uses an identifier for each organization. Returns whether one of them has that identifier.
fn run_in_organizations(
    organizations: &[OrganizationId],
    mut run: impl FnMut(&OrganizationId) -> Result<(), AppError>,
) -> Result<bool, Failure> {
    let mut found = false;
    for organization in organizations {
        match run(organization) {
            Ok(()) => found = true,
            Err(AppError::NotFound { .. }) => {}
            Err(error) => return Err(Failure::of("score candidates again")(error)),
        }
    }
    Ok(found)
}

fn open(arguments: &ConfigArguments) -> Result<App, Failure> {
    let config = Config::load(arguments)?;
    telemetry::start("warn", config.logging.log_format)?;
    let skills = OperatorSkills::load(config.resumes.vocabulary.as_deref())?;
    let pool = readers::start(&ReaderOptions {
        vocabulary: skills.for_workers(),
        ..config.readers()
    })?;
    let settings = config.settings(Environment::Production)?;
    let locations = service::data_locations(&config)?;
    let clock = service::system_clock();
    Ok(service::open(&locations, settings, skills.into_vocabulary(), clock)?.with_readers(pool))
}

fn organizations(app: &App, named: Option<&str>) -> Result<Vec<OrganizationId>, Failure> {
    match named {
        Some(id) => {
            let id = OrganizationId::parse("organization", id);
            Ok(vec![
                id.map_err(Failure::of("understand the organization"))?,
            ])
        }
        None => app
            .accounts()
            .list_organization_ids()
            .map_err(Failure::of("list the organizations")),
    }
}

impl RescoreArguments {
    fn request(&self, job_id: String, progress: &Progress) -> RescoreJob {
        RescoreJob {
            job_id,
            resume_score_breakdown: self.weights.clone(),
            as_of: self.as_of.clone(),
            listener: progress.listener(),
            ..RescoreJob::default()
        }
    }
}

impl ReplayScopeArguments {
    fn parse(&self) -> Result<ReplayScope, Failure> {
        let attempt = "read the identifier";
        let scope = match (&self.candidate, &self.job) {
            (Some(id), _) => CandidateId::parse("candidate", id).map(ReplayScope::Candidate),
            (None, Some(id)) => JobId::parse("job", id).map(ReplayScope::Job),
            (None, None) => Ok(ReplayScope::All),
        };
        scope.map_err(Failure::of(attempt))
    }
}

impl Tally {
    fn count(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Same { .. } => self.same += 1,
            Verdict::Different { .. } => self.different += 1,
            Verdict::OtherEngine { .. } => self.other_engine += 1,
            Verdict::Unreadable(_) => self.unreadable += 1,
        }
    }

    fn report(&self) -> Result<(), Failure> {
        let summary = format!(
            "{} the same, {} different, {} made by another version of the engine, {} unreadable",
            self.same, self.different, self.other_engine, self.unreadable
        );
        if self.different + self.unreadable > 0 {
            return Err(Failure::new(summary));
        }
        output::print_error(&summary);
        Ok(())
    }
}

fn verdict_line(replayed: &Replayed, as_json: bool) -> String {
    let (word, detail) = match &replayed.verdict {
        Verdict::Same { digest } => ("same", digest.clone()),
        Verdict::Different {
            stored,
            replayed,
            parts,
        } => ("different", {
            let parts: Vec<String> = parts.iter().map(receipt_part_text).collect();
            let parts = parts.join("; ");
            format!("stored {stored}, computed {replayed}; they differ in {parts}")
        }),
        Verdict::OtherEngine { made_by } => ("other-engine", format!("made by {made_by}")),
        Verdict::Unreadable(reason) => ("unreadable", unusable_file_text(reason)),
    };
    if as_json {
        json!({
            "organizationId": replayed.organization_id.as_str(),
            "candidateId": replayed.candidate_id.as_str(),
            "uId": replayed.code.as_str(),
            "verdict": word,
            "detail": detail,
        })
        .to_string()
    } else {
        format!(
            "{} {} {word} {detail}",
            replayed.candidate_id, replayed.code
        )
    }
}

fn line(summary: &RescoreSummary, as_json: bool) -> String {
    if as_json {
        return summary_json(summary).to_string();
    }
    format!(
        "{} version {}: {} candidates, {} measured again, {} up, {} down, {} unreadable",
        summary.job_id,
        summary.job_version,
        summary.candidates,
        summary.measured,
        summary.up,
        summary.down,
        summary.unreadable.len()
    )
}

fn summary_json(summary: &RescoreSummary) -> Value {
    let moved = |moved: &shortlist_app::RankChange| {
        json!({
            "candidateId": moved.candidate_id.as_str(),
            "uId": moved.code.as_str(),
            "scoreBefore": moved.score.0.to_f64(),
            "scoreAfter": moved.score.1.to_f64(),
            "rankBefore": moved.rank.0,
            "rankAfter": moved.rank.1,
        })
    };
    let unread = |unread: &shortlist_app::UnreadableCandidate| json!({ "candidateId": unread.candidate_id.as_str(), "reason": unusable_file_text(&unread.reason), "code": unread.reason.code() });
    json!({
        "jobId": summary.job_id.as_str(),
        "jobVersion": summary.job_version,
        "engineVersion": summary.engine_version,
        "candidates": summary.candidates,
        "measured": summary.measured,
        "up": summary.up,
        "down": summary.down,
        "unread": summary.unreadable.iter().map(unread).collect::<Vec<_>>(),
        "moves": summary.rank_changes.iter().map(moved).collect::<Vec<_>>(),
    })
}

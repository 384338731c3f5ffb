//! What needs attention today. Each entry is a link to the page on which one acts.

use chrono::Duration;
use shortlist_app::{App, AppError, Operation};
use shortlist_domain::{
    DueExplanation, Interview, InterviewQuery, InterviewStatus, JobFilters, JobId, JobListQuery,
    JobStatus, OpenWork, PageRequest, Period, Principal, Timestamp, UserType,
};

use crate::administration::keys::expiring_keys;
use crate::candidate::interview_time;
use crate::links;
use crate::naming::name_of;
use crate::respond::error::PageError;
use crate::visit::Visit;

/// The most entries of a group. More are counted.
const MAX_ENTRIES: usize = 5;
/// The most interviews and jobs that are looked at.
const MAX_LOADED: i32 = 100;
/// The days after an interview in which its report is called due.
const REPORT_DAYS: i64 = 14;
/// The days before an explanation is due in which it is shown.
const EXPLANATION_DAYS_AHEAD: i64 = 14;
/// The days in which skipped files are shown.
const SKIPPED_DAYS: i64 = 7;

/// What needs attention, in groups. Groups without entries are left out.
#[derive(Default)]
pub(crate) struct Attention {
    pub(crate) groups: Vec<Group>,
}

/// Entries of one kind.
pub(crate) struct Group {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) entries: Vec<Entry>,
    /// How many more there are.
    pub(crate) more: usize,
    /// The page with all of them.
    pub(crate) all: String,
}

/// Something to do.
pub(crate) struct Entry {
    pub(crate) link: String,
    pub(crate) text: String,
    pub(crate) detail: String,
}

impl Attention {
    /// Loads what needs the attention of a Recruiter or an Admin.
    pub(crate) async fn load(visit: &Visit) -> Result<Self, PageError> {
        let now = visit.now();
        let load = move |app: &App, principal: &Principal| interviews(app, principal, now);
        let (today, due) = visit.run(Operation::GetInterviews, load).await?;
        let work = |app: &App, principal: &Principal| open_work(app, principal);
        let (work, without) = visit.run(Operation::GetRecruitingReport, work).await?;
        let load = move |app: &App, principal: &Principal| explanations(app, principal, now);
        let explanations = visit.run(Operation::ListDueExplanations, load).await?;
        let week = links::with_fields("/app/interviews", &[("from", &now.date().to_string())]);
        let mut groups = vec![
            Group::of("interviews", "Interviews today", today, &week),
            Group::of("due", "Reports due", due, "/app/interviews"),
            explanations,
            undecided(&work),
            Group::of(
                "empty-jobs",
                "Jobs without candidates",
                without,
                "/app/jobs",
            ),
            skipped(&work, now),
        ];
        if visit.principal().user_type == UserType::Admin {
            let keys = expiring_keys(visit).await?.into_iter();
            let entries = keys.map(|(name, day)| Entry {
                link: "/app/settings/keys".to_owned(),
                text: name,
                detail: format!("expires on {day}"),
            });
            let entries = entries.collect();
            groups.push(Group::of(
                "keys",
                "API keys that expire",
                entries,
                "/app/settings/keys",
            ));
        }
        groups.retain(|group| !group.entries.is_empty());
        Ok(Self { groups })
    }
}

impl Group {
    fn of(id: &'static str, title: &'static str, mut entries: Vec<Entry>, all: &str) -> Self {
        let more = entries.len().saturating_sub(MAX_ENTRIES);
        entries.truncate(MAX_ENTRIES);
        Self {
            id,
            title,
            entries,
            more,
            all: all.to_owned(),
        }
    }
}

/// Returns the interviews of today, and the past ones without a report, the latest first.
fn interviews(
    app: &App,
    principal: &Principal,
    now: Timestamp,
) -> Result<(Vec<Entry>, Vec<Entry>), AppError> {
    let midnight = now
        .as_datetime()
        .date_naive()
        .and_time(chrono::NaiveTime::MIN);
    let midnight = Timestamp::new(midnight.and_utc());
    let list = |from: Timestamp, before: Timestamp| {
        let query = InterviewQuery {
            updated_since: None,
            organization_id: principal.organization_id.clone(),
            candidate_id: None,
            interviewer_id: None,
            job_id: None,
            status: None,
            period: Period {
                from: Some(from),
                before: Some(before),
            },
            page: PageRequest::parse(("page", 1), ("size", MAX_LOADED))?,
            count: false,
        };
        Ok::<_, AppError>(app.interviews().list(principal, query)?.items)
    };
    let mut today = list(midnight, midnight.plus(Duration::days(1)))?;
    today.reverse();
    today.retain(|one| is_planned(one.status));
    let mut due = list(now.minus(Duration::days(REPORT_DAYS)), now)?;
    due.retain(|one| !one.has_report && needs_report(one.status));
    Ok((
        entries(app, principal, &today, "")?,
        entries(app, principal, &due, "#report")?,
    ))
}

fn is_planned(status: InterviewStatus) -> bool {
    matches!(
        status,
        InterviewStatus::Scheduled | InterviewStatus::Rescheduled | InterviewStatus::InProgress
    )
}

fn needs_report(status: InterviewStatus) -> bool {
    is_planned(status) || status == InterviewStatus::Completed
}

/// Returns entries that lead to interviews. The names of blind candidates are their codes.
fn entries(
    app: &App,
    principal: &Principal,
    interviews: &[Interview],
    place: &str,
) -> Result<Vec<Entry>, AppError> {
    let entry = |(number, interview): (usize, &Interview)| {
        // Only the names of the entries that the page shows are read.
        let text = if number < MAX_ENTRIES {
            name_of(
                &app.candidates()
                    .get(principal, interview.candidate_id.as_str())?,
            )
        } else {
            String::new()
        };
        Ok(Entry {
            link: format!("/app/interviews/{}{place}", interview.id),
            text,
            detail: interview_time(interview),
        })
    };
    interviews.iter().enumerate().map(entry).collect()
}

/// Returns the explanations of rejections that are due soon or overdue.
fn explanations(app: &App, principal: &Principal, now: Timestamp) -> Result<Group, AppError> {
    let due = app
        .packets()
        .due_explanations(principal, Duration::days(EXPLANATION_DAYS_AHEAD))?;
    let entry = |(number, one): (usize, &DueExplanation)| {
        // Only the names of the entries that the page shows are read.
        let text = if number < MAX_ENTRIES {
            name_of(&app.candidates().get(principal, one.candidate_id.as_str())?)
        } else {
            String::new()
        };
        let day = one.due_at.date();
        Ok(Entry {
            link: format!("/app/candidates/{}/packet", one.candidate_id),
            text,
            detail: if one.due_at < now {
                format!("was due on {day}")
            } else {
                format!("due by {day}")
            },
        })
    };
    let entries = due.iter().enumerate().map(entry);
    let entries: Vec<Entry> = entries.collect::<Result<_, AppError>>()?;
    Ok(Group::of(
        "explanations",
        "Explanations for rejected candidates",
        entries,
        "/app/jobs",
    ))
}

/// Returns the work in jobs, and the open jobs without candidates.
fn open_work(app: &App, principal: &Principal) -> Result<(Vec<OpenWork>, Vec<Entry>), AppError> {
    let work = app
        .recruiting_reports()
        .open_work(principal, Duration::days(SKIPPED_DAYS))?;
    let recruiter = match principal.user_type {
        UserType::Admin => None,
        _ => Some(principal.user_id.clone()),
    };
    let query = JobListQuery {
        organization_id: principal.organization_id.clone(),
        filters: JobFilters {
            statuses: vec![JobStatus::Open],
            recruiter_id: recruiter,
            ..JobFilters::default()
        },
        page: PageRequest::parse(("page", 1), ("size", MAX_LOADED))?,
        count: false,
    };
    let mut jobs = app.jobs().list_all(principal, &query)?.items;
    let has_candidates = |id: &JobId| {
        work.iter()
            .any(|one| one.job_id == *id && one.candidates > 0)
    };
    jobs.retain(|job| !has_candidates(&job.id));
    let without = jobs.into_iter().map(|job| Entry {
        link: format!("/app/jobs/{}/upload", job.id),
        text: job.title,
        detail: "Upload resumes".to_owned(),
    });
    Ok((work, without.collect()))
}

fn undecided(work: &[OpenWork]) -> Group {
    let waiting = work.iter().filter(|one| one.undecided > 0);
    let entries = waiting.map(|one| Entry {
        link: format!("/app/jobs/{}/review", one.job_id),
        text: one.title.clone(),
        detail: match one.undecided {
            1 => "1 candidate".to_owned(),
            number => format!("{number} candidates"),
        },
    });
    Group::of(
        "undecided",
        "Candidates without a decision",
        entries.collect(),
        "/app/jobs",
    )
}

fn skipped(work: &[OpenWork], now: Timestamp) -> Group {
    let from = now.minus(Duration::days(SKIPPED_DAYS)).date().to_string();
    let address = |job: &str| {
        let fields = [("job", job), ("from", &from)];
        format!(
            "{}#skipped-files",
            links::with_fields("/app/reports", &fields)
        )
    };
    let with_problems = work.iter().filter(|one| one.skipped > 0);
    let entries = with_problems.map(|one| Entry {
        link: address(one.job_id.as_str()),
        text: one.title.clone(),
        detail: match one.skipped {
            1 => "1 file could not be used".to_owned(),
            number => format!("{number} files could not be used"),
        },
    });
    Group::of(
        "problems",
        "Uploads with problems",
        entries.collect(),
        &address(""),
    )
}

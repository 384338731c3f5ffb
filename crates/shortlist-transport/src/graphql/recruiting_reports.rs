//! The GraphQL types of reports about recruiting.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{AppError, RecruitingReport, ReportRequest, skip_problem_text};
use shortlist_domain::{
    Agreement, CandidateStatus, DayNumbers, JobNumbers, RecruitingFigures, ReviewerAgreement,
    STAY_BANDS, SkipReason, StageNumbers, StatusNumbers, StayNumbers, rounded_mean,
};

use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::RequestContext;
use crate::graphql::object::object;
use crate::graphql::page::filter;

/// What reports and the parameters of addresses call candidates whom nobody has decided about.
pub const UNDECIDED: &str = "New";

/// The width of a band of scores, in points.
const BAND_POINTS: i32 = 10;

#[derive(GraphQLInputObject)]
pub(crate) struct GetRecruitingReportInput {
    pub(crate) organization_id: String,
    /// Only this job. Without it, the report is about all jobs that the caller has access to.
    job_id: Option<String>,
    /// The first day in UTC, such as `2026-03-05`. Without it, there are 30 days.
    from: Option<String>,
    /// The last day in UTC. Without it, it is today.
    to: Option<String>,
}

/// The figures of a period. Candidates count on the day on which they were added, by what they are now.
#[derive(GraphQLObject)]
#[graphql(name = "RecruitingReport")]
pub(crate) struct RecruitingReportObject {
    /// The first day.
    from: String,
    /// The last day.
    to: String,
    job_id: Option<String>,
    /// The candidates who were added. Erased candidates are not counted.
    candidates: i32,
    statuses: Vec<ReportStatus>,
    /// The stages of the job; empty in a report about all jobs.
    stages: Vec<ReportStage>,
    scores: Vec<ReportScores>,
    /// The 100 jobs with the most candidates.
    jobs: Vec<ReportJob>,
    /// The days on which something was uploaded.
    days: Vec<ReportDay>,
    /// The files that could not be used, by reason.
    skipped: Vec<ReportReason>,
    /// The stays in a stage that ended in the period. In a report about all jobs, each status is a stage.
    stays: Vec<ReportStay>,
    reviews: ReportReviews,
}

#[derive(GraphQLObject)]
struct ReportStatus {
    /// `New` for candidates whom nobody has decided about.
    status: &'static str,
    count: i32,
}

#[derive(GraphQLObject)]
struct ReportStage {
    stage_id: String,
    name: String,
    /// The candidates who are or were in the stage.
    reached: i32,
    /// The candidates who are in it now.
    now: i32,
}

/// The candidates with a score of at least `from` points and less than the next band's. The last band includes 100.
#[derive(GraphQLObject)]
struct ReportScores {
    from: i32,
    count: i32,
}

object! {
    struct ReportJob(JobNumbers) as job {
        job_id: &str = job.job_id.as_str();
        title: &str = &job.title;
        code: &str = &job.code;
        statuses: Vec<ReportStatus> = statuses(&job.statuses);
    }
}

object! {
    struct ReportDay(DayNumbers) as day {
        day: String = day.day.to_string();
        /// The candidates who were added.
        added: i32 = count(day.added);
        /// The files of existing candidates: duplicates, new versions and further documents.
        existing: i32 = count(day.existing);
        /// The files that could not be used.
        skipped: i32 = count(day.skipped);
    }
}

#[derive(GraphQLObject)]
struct ReportReason {
    reason: String,
    count: i32,
    /// The reason's name, such as `other_format`. It does not depend on the language of `reason`.
    code: &'static str,
    /// The name of the format or the limit, if the reason has one.
    detail: Option<&'static str>,
    /// The limit that the files exceed, if the reason has one: seconds, MiB, documents or duplicates.
    number: Option<i32>,
}

#[derive(GraphQLObject)]
struct ReportStay {
    stage_id: String,
    name: String,
    status: &'static str,
    count: i32,
    mean_seconds: i32,
    longest_seconds: i32,
    lengths: Vec<ReportLength>,
}

/// The stays of at least `from_days` days and less than the next length's.
#[derive(GraphQLObject)]
struct ReportLength {
    from_days: i32,
    count: i32,
}

/// How far reviews agree that were first given in the period. Distances are means, in points.
#[derive(GraphQLObject)]
struct ReportReviews {
    count: i32,
    /// The pairs of reviews of one candidate by two reviewers.
    pairs: i32,
    /// The pairs that are at most 10 points apart.
    agreeing: i32,
    distance: f64,
    reviewers: Vec<ReportReviewer>,
}

#[derive(GraphQLObject)]
struct ReportReviewer {
    user_id: String,
    name: String,
    count: i32,
    /// The distance from the scores of the resumes.
    resume_distance: f64,
    /// The difference from the scores of the resumes, which is positive if the reviewer's are higher.
    resume_difference: f64,
    pairs: i32,
    /// The distance from the reviews of others.
    distance: f64,
}

impl RecruitingReportObject {
    pub(crate) fn load(
        context: &RequestContext,
        input: &GetRecruitingReportInput,
    ) -> Result<Self, AppError> {
        let request = ReportRequest {
            job_id: filter(input.job_id.as_ref()),
            from: filter(input.from.as_ref()),
            to: filter(input.to.as_ref()),
        };
        let reports = context.app.recruiting_reports();
        let report = reports.get(&context.principal, request)?;
        context.charge(items(&report.figures).saturating_mul(ITEM_BYTES))?;
        Ok(Self::of(&report))
    }

    fn of(report: &RecruitingReport) -> Self {
        let figures = &report.figures;
        let stage = |numbers: &StageNumbers| ReportStage {
            stage_id: numbers.stage_id.to_string(),
            name: report.stage_name(&numbers.stage_id).to_owned(),
            reached: count(numbers.reached),
            now: count(numbers.now),
        };
        let reason = |(reason, number): &(SkipReason, i64)| ReportReason {
            reason: skip_problem_text(*reason),
            count: count(*number),
            code: reason.code(),
            detail: reason.detail(),
            number: reason.number().and_then(|number| number.try_into().ok()),
        };
        Self {
            from: report.days.first().to_string(),
            to: report.days.last().to_string(),
            job_id: report.job.as_ref().map(|job| job.id.to_string()),
            candidates: count(figures.statuses.total()),
            statuses: statuses(&figures.statuses),
            stages: figures.stages.iter().map(stage).collect(),
            scores: (0..)
                .zip(figures.scores)
                .map(|(band, number)| ReportScores {
                    from: band * BAND_POINTS,
                    count: count(number),
                })
                .collect(),
            jobs: figures.jobs.iter().cloned().map(ReportJob).collect(),
            days: figures.days.iter().cloned().map(ReportDay).collect(),
            skipped: figures.skipped.iter().map(reason).collect(),
            stays: figures
                .stays
                .iter()
                .map(|stay| {
                    let name = stay.status.map(|_| report.stage_name(&stay.stage_id));
                    ReportStay::of(stay, name.unwrap_or(UNDECIDED))
                })
                .collect(),
            reviews: ReportReviews::of(&figures.agreement),
        }
    }
}

/// Returns how many objects a report has.
fn items(figures: &RecruitingFigures) -> usize {
    let reviewers = &figures.agreement.reviewers;
    let lists = figures.days.len() + figures.skipped.len() + reviewers.len();
    let inner = CandidateStatus::ALL.len() + STAY_BANDS.len();
    lists + (figures.jobs.len() + figures.stays.len() + figures.stages.len() + 2) * inner
}

fn count(number: i64) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn statuses(numbers: &StatusNumbers) -> Vec<ReportStatus> {
    let status = |(status, number): (Option<CandidateStatus>, i64)| ReportStatus {
        status: status.map_or(UNDECIDED, CandidateStatus::as_str),
        count: count(number),
    };
    numbers.iter().map(status).collect()
}

impl ReportStay {
    fn of(stay: &StayNumbers, name: &str) -> Self {
        let from = std::iter::once(0).chain(STAY_BANDS);
        let length = |(from, number): (i64, &i64)| ReportLength {
            from_days: count(from),
            count: count(*number),
        };
        Self {
            stage_id: stay.stage_id.to_string(),
            name: name.to_owned(),
            status: stay.status.map_or(UNDECIDED, CandidateStatus::as_str),
            count: count(stay.number),
            mean_seconds: count(rounded_mean(stay.seconds, stay.number)),
            longest_seconds: count(stay.longest),
            lengths: from.zip(&stay.bands).map(length).collect(),
        }
    }
}

impl ReportReviews {
    fn of(agreement: &Agreement) -> Self {
        Self {
            count: count(agreement.reviews),
            pairs: count(agreement.pairs),
            agreeing: count(agreement.agreeing),
            distance: points(agreement.distance, agreement.pairs),
            reviewers: agreement.reviewers.iter().map(ReportReviewer::of).collect(),
        }
    }
}

impl ReportReviewer {
    fn of(reviewer: &ReviewerAgreement) -> Self {
        Self {
            user_id: reviewer.reviewer_id.to_string(),
            name: reviewer.name.clone(),
            count: count(reviewer.reviews),
            resume_distance: points(reviewer.resume_distance, reviewer.reviews),
            resume_difference: points(reviewer.resume_difference, reviewer.reviews),
            pairs: count(reviewer.pairs),
            distance: points(reviewer.distance, reviewer.pairs),
        }
    }
}

/// Returns the mean of a sum of tenths of a point, in points with one decimal.
fn points(tenths: i64, number: i64) -> f64 {
    f64::from(count(rounded_mean(tenths, number))) / 10.0
}

//! The figures of reports about recruiting.
//!
//! Numbers of candidates and files are sums of daily counts, so they cost what the days and jobs of the report cost, however many
//! candidates there are. Stays and reviews are read from indexes: they cost what the moves and reviews of these days cost.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, NaiveDate};
use diesel::dsl::{exists, sql};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, Text};
use shortlist_domain::{
    Agreement, CandidateId, CandidateStatus, DayNumbers, GivenReview, JobId, JobNumbers,
    OrganizationId, RecruitingFigures, RecruitingQuery, SCORE_BANDS, STAY_BANDS, SkipReason,
    StageId, StageNumbers, StatusNumbers, StayNumbers, UserId,
};
use shortlist_records::decode_skip_reason;

use crate::candidate_rows::stage::UNDECIDED_STAGE;
use crate::daily_counts::{
    ACTIVATED, ALL_JOBS, EXISTING, NEW, REACHED, SCORE, SKIPPED, STAGE_NOW, STATUS, SUM, day_of,
};
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::interviews::hidden_reviews::shown_to;
use crate::schema::{candidates, daily_counts, hiring_teams, jobs, reviews, stage_steps, users};
use crate::store::RecruitingReports;
use crate::times::stored;

/// The most jobs that a report lists.
const MAX_JOBS: usize = 100;
/// How many names one statement reads.
const IDS_PER_STATEMENT: usize = 1_000;
const DAY_SECONDS: i64 = 86_400;
/// What stays are grouped by: the stage, its status, and the band of [`STAY_BANDS`].
const STAY: &str = "stage_steps.from_id, stage_steps.from_status, CASE WHEN stage_steps.seconds < 86400 THEN 0 \
    WHEN stage_steps.seconds < 259200 THEN 1 WHEN stage_steps.seconds < 604800 THEN 2 WHEN stage_steps.seconds < 1209600 THEN 3 \
    WHEN stage_steps.seconds < 2592000 THEN 4 ELSE 5 END";
/// The number of stays of a group, their sum, and the longest one.
const STAY_SUMS: &str =
    "COUNT(*), CAST(SUM(stage_steps.seconds) AS BIGINT), MAX(stage_steps.seconds)";
type StayColumns = (Text, Text, Integer, BigInt, BigInt, BigInt);

/// Restricts a query to the jobs of a report.
macro_rules! of_jobs {
    ($found:expr, $query:expr, $table:ident) => {{
        let mut found = $found;
        if let Some(job) = &$query.job_id {
            found = found.filter($table::job_id.eq(job.as_str()));
        }
        if let Some(member) = &$query.member {
            found = found.filter(exists(
                hiring_teams::table
                    .filter(hiring_teams::organization_id.eq($query.organization_id.as_str()))
                    .filter(hiring_teams::job_id.eq($table::job_id))
                    .filter(hiring_teams::user_id.eq(member.as_str())),
            ));
        }
        found
    }};
}

/// Adds up a figure by one or two columns.
macro_rules! sums_of {
    ($conn:expr, $query:expr, $figure:expr, $columns:expr) => {{
        let found = daily_counts::table
            .group_by($columns)
            .select(($columns, sql::<BigInt>(SUM)))
            .into_boxed()
            .filter(daily_counts::organization_id.eq($query.organization_id.as_str()))
            .filter(daily_counts::figure.eq($figure))
            .filter(daily_counts::day.ge(day_of($query.days.start())))
            .filter(daily_counts::day.lt(day_of($query.days.end())));
        let found = if is_about_all_jobs($query) {
            found.filter(daily_counts::job_id.eq(ALL_JOBS))
        } else {
            of_jobs!(found, $query, daily_counts)
        };
        found.load($conn)
    }};
}

impl RecruitingReports<'_> {
    /// Returns the figures of a report.
    ///
    /// # Errors
    /// When the database fails.
    pub fn figures(&self, query: &RecruitingQuery) -> Result<RecruitingFigures, StoreError> {
        self.pools.read_list(&query.organization_id, |conn| {
            let by_job = statuses_by_job(conn, query)?;
            Ok(RecruitingFigures {
                statuses: total(&by_job),
                stages: stages(conn, query)?,
                scores: scores(conn, query)?,
                jobs: named_jobs(conn, &query.organization_id, by_job)?,
                days: days(conn, query)?,
                skipped: skipped(conn, query)?,
                stays: stays(conn, query)?,
                agreement: agreement(conn, query)?,
            })
        })
    }
}

/// Returns whether sums of all jobs answer a query.
fn is_about_all_jobs(query: &RecruitingQuery) -> bool {
    query.job_id.is_none() && query.member.is_none()
}

type ByJob = HashMap<String, StatusNumbers>;

fn statuses_by_job(conn: &mut DbConn, query: &RecruitingQuery) -> Result<ByJob, StoreError> {
    let columns = (daily_counts::job_id, daily_counts::bucket);
    let found = daily_counts::table
        .group_by(columns)
        .select((columns, sql::<BigInt>(SUM)))
        .into_boxed()
        .filter(daily_counts::organization_id.eq(query.organization_id.as_str()))
        .filter(daily_counts::figure.eq_any([STATUS, NEW]))
        .filter(daily_counts::day.ge(day_of(query.days.start())))
        .filter(daily_counts::day.lt(day_of(query.days.end())))
        .filter(daily_counts::job_id.ne(ALL_JOBS));
    let rows: Vec<((String, String), i64)> = of_jobs!(found, query, daily_counts).load(conn)?;
    let mut by_job = ByJob::new();
    for ((job, status), number) in rows {
        let numbers = by_job.entry(job).or_default();
        match status.as_str() {
            // Those without a decision have no status, and are also counted as active.
            "" => {
                numbers.add(None, number);
                numbers.add(Some(CandidateStatus::Active), -number);
            }
            // A status that this version does not know is left out, because another version may have written it.
            status => match CandidateStatus::parse("status", status) {
                Ok(status) => numbers.add(Some(status), number),
                Err(_unknown) => continue,
            },
        }
    }
    Ok(by_job)
}

fn total(by_job: &ByJob) -> StatusNumbers {
    let mut total = StatusNumbers::default();
    for (status, number) in by_job.values().flat_map(StatusNumbers::iter) {
        total.add(status, number);
    }
    total
}

/// Looks up the titles of the jobs with the most candidates.
fn named_jobs(
    conn: &mut DbConn,
    organization: &OrganizationId,
    by_job: ByJob,
) -> Result<Vec<JobNumbers>, StoreError> {
    let mut found: Vec<(String, StatusNumbers)> = by_job.into_iter().collect();
    found.retain(|(_, statuses)| statuses.total() > 0);
    found.sort_by(|one, other| {
        let order = other.1.total().cmp(&one.1.total());
        order.then_with(|| one.0.cmp(&other.0))
    });
    found.truncate(MAX_JOBS);
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let names: Vec<(String, String, String)> = jobs::table
        .filter(jobs::organization_id.eq(organization.as_str()))
        .filter(jobs::id.eq_any(found.iter().map(|(id, _)| id)))
        .select((jobs::id, jobs::title, jobs::code))
        .load(conn)?;
    let mut names: HashMap<String, (String, String)> = names
        .into_iter()
        .map(|(id, title, code)| (id, (title, code)))
        .collect();
    let named = |(id, statuses): (String, StatusNumbers)| {
        let (title, code) = names.remove(&id).unwrap_or_default();
        Ok(JobNumbers {
            job_id: JobId::parse("id", &id)?,
            title,
            code,
            statuses,
        })
    };
    found.into_iter().map(named).collect()
}

/// Returns the candidates by stage. A report about all jobs has none, because each job has stages of its own.
fn stages(conn: &mut DbConn, query: &RecruitingQuery) -> Result<Vec<StageNumbers>, StoreError> {
    if query.job_id.is_none() {
        return Ok(Vec::new());
    }
    let columns = daily_counts::bucket;
    let now: Vec<(String, i64)> = sums_of!(conn, query, STAGE_NOW, columns)?;
    let reached: Vec<(String, i64)> = sums_of!(conn, query, REACHED, columns)?;
    let activated: Vec<(String, i64)> = sums_of!(conn, query, ACTIVATED, columns)?;
    let activated: i64 = activated.iter().map(|(_, number)| number).sum();
    let now: HashMap<String, i64> = now.into_iter().collect();
    let first = StageId::of_status(CandidateStatus::Active);
    let stage = |(id, reached): (String, i64)| {
        let stage_id = StageId::parse("stage_id", &id).ok()?;
        Some(StageNumbers {
            now: now.get(&id).copied().unwrap_or(0),
            decided: if stage_id == first {
                activated
            } else {
                reached
            },
            stage_id,
            reached,
        })
    };
    // A stage that this version does not know is left out, because another version may have written it.
    let reached = reached.into_iter().filter(|(_, number)| *number > 0);
    let mut found: Vec<StageNumbers> = reached.filter_map(stage).collect();
    found.sort_by(|one, other| one.stage_id.cmp(&other.stage_id));
    Ok(found)
}

fn scores(conn: &mut DbConn, query: &RecruitingQuery) -> Result<[i64; SCORE_BANDS], StoreError> {
    let rows: Vec<(String, i64)> = sums_of!(conn, query, SCORE, daily_counts::bucket)?;
    let mut bands = [0; SCORE_BANDS];
    for (band, number) in rows {
        let band = band.parse::<usize>().ok();
        if let Some(sum) = band.and_then(|band| bands.get_mut(band)) {
            *sum += number;
        }
    }
    Ok(bands)
}

/// Returns the files by day: candidates, files of existing candidates, and skipped files.
fn days(conn: &mut DbConn, query: &RecruitingQuery) -> Result<Vec<DayNumbers>, StoreError> {
    let mut days: BTreeMap<i64, [i64; 3]> = BTreeMap::new();
    for (place, figure) in [STATUS, EXISTING, SKIPPED].into_iter().enumerate() {
        let rows: Vec<(i64, i64)> = sums_of!(conn, query, figure, daily_counts::day)?;
        for (day, number) in rows {
            if let Some(sum) = days.entry(day).or_default().get_mut(place) {
                *sum += number;
            }
        }
    }
    let used = days.into_iter().filter(|(_, numbers)| *numbers != [0; 3]);
    let numbers = used.filter_map(|(day, [added, existing, skipped])| {
        Some(DayNumbers {
            day: date_of(day)?,
            added,
            existing,
            skipped,
        })
    });
    Ok(numbers.collect())
}

fn date_of(day: i64) -> Option<NaiveDate> {
    let at = DateTime::from_timestamp(day.checked_mul(DAY_SECONDS)?, 0)?;
    Some(at.date_naive())
}

fn skipped(
    conn: &mut DbConn,
    query: &RecruitingQuery,
) -> Result<Vec<(SkipReason, i64)>, StoreError> {
    let rows: Vec<(String, i64)> = sums_of!(conn, query, SKIPPED, daily_counts::bucket)?;
    // All reasons that this version does not know are one.
    let mut numbers: BTreeMap<SkipReason, i64> = BTreeMap::new();
    for (reason, number) in rows {
        *numbers.entry(decode_skip_reason(&reason)).or_default() += number;
    }
    let mut numbers: Vec<_> = numbers.into_iter().collect();
    numbers.sort_by_key(|(reason, number)| (-number, *reason));
    Ok(numbers)
}

/// Stage, status, band, number of stays, their sum, and the longest one.
type StayRow = (String, String, i32, i64, i64, i64);

/// Returns the stays that ended on the days of the report. In a report about all jobs, each status is a stage.
fn stays(conn: &mut DbConn, query: &RecruitingQuery) -> Result<Vec<StayNumbers>, StoreError> {
    let found = stage_steps::table
        .group_by(sql::<(Text, Text, Integer)>(STAY))
        .select(sql::<StayColumns>(&format!("{STAY}, {STAY_SUMS}")))
        .into_boxed()
        .filter(stage_steps::organization_id.eq(query.organization_id.as_str()))
        .filter(stage_steps::moved_at.ge(stored(query.days.start())))
        .filter(stage_steps::moved_at.lt(stored(query.days.end())));
    let rows: Vec<StayRow> = of_jobs!(found, query, stage_steps).load(conn)?;
    let mut stays: BTreeMap<StageId, StayNumbers> = BTreeMap::new();
    for (stage, status, band, number, seconds, longest) in rows {
        let status = match status.as_str() {
            // Where stages have names of their own, a candidate without a decision is in one of them.
            UNDECIDED_STAGE if query.job_id.is_none() || is_default_stage(&stage) => None,
            UNDECIDED_STAGE => Some(CandidateStatus::Active),
            status => Some(CandidateStatus::parse("from_status", status)?),
        };
        let stage_id = match (&query.job_id, status) {
            (_, None) => StageId::parse("from_id", UNDECIDED_STAGE)?,
            (Some(_), Some(_)) => StageId::parse("from_id", &stage)?,
            (None, Some(status)) => StageId::of_status(status),
        };
        let empty = StayNumbers {
            stage_id: stage_id.clone(),
            status,
            number: 0,
            seconds: 0,
            longest: 0,
            bands: [0; STAY_BANDS.len() + 1],
        };
        let stay = stays.entry(stage_id).or_insert(empty);
        stay.number += number;
        stay.seconds += seconds;
        stay.longest = stay.longest.max(longest);
        let band = usize::try_from(band).ok();
        if let Some(sum) = band.and_then(|band| stay.bands.get_mut(band)) {
            *sum += number;
        }
    }
    Ok(stays.into_values().collect())
}

/// Returns whether a stage has the name of the status of active candidates.
fn is_default_stage(stage: &str) -> bool {
    stage == CandidateStatus::Active.as_str()
}

/// Compares the reviews that were first given on the days of the report.
fn agreement(conn: &mut DbConn, query: &RecruitingQuery) -> Result<Agreement, StoreError> {
    let mut found = candidates::table
        .inner_join(
            reviews::table.on(reviews::organization_id
                .eq(candidates::organization_id)
                .and(reviews::candidate_id.eq(candidates::id))),
        )
        .select((
            reviews::candidate_id,
            reviews::reviewer_id,
            reviews::score_tenths,
            candidates::score_tenths,
        ))
        .into_boxed()
        .filter(reviews::created_at.ge(stored(query.days.start())))
        .filter(reviews::created_at.lt(stored(query.days.end())));
    if let Some(user) = &query.hides_reviews_from {
        found = found.filter(shown_to(&query.organization_id, user));
    }
    // A job's reviewed candidates have an index. For all jobs, the reviews are found by their time.
    found = match query.job_id {
        Some(_) => found
            .filter(candidates::organization_id.eq(query.organization_id.as_str()))
            .filter(candidates::manual_tenths.is_not_null()),
        None => found.filter(reviews::organization_id.eq(query.organization_id.as_str())),
    };
    let rows: Vec<(String, String, i16, i16)> = of_jobs!(found, query, candidates).load(conn)?;
    let review = |(candidate, reviewer, tenths, resume): (String, String, i16, i16)| {
        Ok(GivenReview {
            candidate_id: CandidateId::parse("candidate_id", &candidate)?,
            reviewer_id: UserId::parse("reviewer_id", &reviewer)?,
            tenths: i64::from(tenths),
            resume_tenths: i64::from(resume),
        })
    };
    let given: Result<Vec<GivenReview>, StoreError> = rows.into_iter().map(review).collect();
    let mut agreement = Agreement::of(&given?);
    name_reviewers(conn, &query.organization_id, &mut agreement)?;
    Ok(agreement)
}

fn name_reviewers(
    conn: &mut DbConn,
    organization: &OrganizationId,
    agreement: &mut Agreement,
) -> Result<(), StoreError> {
    for chunk in agreement.reviewers.chunks_mut(IDS_PER_STATEMENT) {
        let ids: Vec<&str> = chunk.iter().map(|one| one.reviewer_id.as_str()).collect();
        let names: Vec<(String, String)> = users::table
            .filter(users::organization_id.eq(organization.as_str()))
            .filter(users::id.eq_any(ids))
            .select((users::id, users::full_name))
            .load(conn)?;
        let mut names: HashMap<String, String> = names.into_iter().collect();
        for reviewer in chunk {
            reviewer.name = names
                .remove(reviewer.reviewer_id.as_str())
                .unwrap_or_default();
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bands_of_stays_are_those_of_the_report() {
        for (band, days) in STAY_BANDS.into_iter().enumerate() {
            let until = format!("seconds < {} THEN {band} ", days * DAY_SECONDS);
            assert!(STAY.contains(&until), "{until}");
        }
    }
}

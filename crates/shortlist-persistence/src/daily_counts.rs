//! Numbers of candidates and files by job and day, which reports add up.
//!
//! A transaction that changes candidates counts them again at its end. [`counted_candidates`] says as what each of them was counted
//! before, so only the differences are added. The audit log stays locked until the transaction ends, so no two of an organization do
//! this at once, and a report is exact however many candidates there are.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::NaiveDateTime;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Nullable, Text};
use diesel::upsert::excluded;
use shortlist_domain::{
    Action, AuditedKind, CandidateId, CandidateStatus, NewAuditEntry, Timestamp, UncountedFile,
    UncountedFiles, score_band,
};
use shortlist_records::encode_skip_reason;

use crate::candidate_rows::stage::STAGE;
use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::events::Unlogged;
use crate::schema::{candidates, counted_candidates, daily_counts};
use crate::times::stored;

/// The figure of a candidate's status.
pub(crate) const STATUS: &str = "status";
/// The figure of a candidate's stage.
pub(crate) const STAGE_NOW: &str = "stage";
/// The figure of each stage that a candidate is or was in.
pub(crate) const REACHED: &str = "reached";
/// The figure of candidates who are or were in the first default stage because somebody decided so, and not only since they were added.
pub(crate) const ACTIVATED: &str = "activated";
/// The figure of the band of a candidate's score.
pub(crate) const SCORE: &str = "score";
/// The figure of all candidates of a job. Like those without a decision, they have no day.
pub(crate) const TOTAL: &str = "total";
/// The figure of candidates without a decision.
pub(crate) const UNDECIDED: &str = "undecided";
/// The figure of candidates without a decision by the day on which they were added. The figure of statuses counts them as active.
pub(crate) const NEW: &str = "new";
/// The figure of files that belong to an existing candidate.
pub(crate) const EXISTING: &str = "existing";
/// The figure of files that could not be used, by reason.
pub(crate) const SKIPPED: &str = "skipped";

/// The job of the sums of all jobs.
pub(crate) const ALL_JOBS: &str = "";
/// The day of numbers that are not reported by day.
pub(crate) const NO_DAY: i64 = 0;

/// The sum of the numbers that a query finds. PostgreSQL would return another type without the cast.
pub(crate) const SUM: &str = "CAST(SUM(daily_counts.number) AS BIGINT)";

/// Separates the stages that a candidate reached. Identifiers do not contain it.
const SEPARATOR: &str = ",";
/// Stands among the stages that a candidate reached if one of them is the first default stage by a decision. No stage has this identifier.
const DECIDED: &str = "Active/decided";
/// How many candidates one statement names.
const IDS_PER_STATEMENT: usize = 1_000;
const DAY_SECONDS: i64 = 86_400;

/// What a number counts: the job, the day, the figure, and its bucket.
type Cell = (String, i64, &'static str, String);

/// As what a candidate is counted.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = counted_candidates, treat_none_as_default_value = false)]
struct CountedRow {
    organization_id: String,
    candidate_id: String,
    job_id: String,
    day: i64,
    /// Empty without a decision.
    status: String,
    stage_id: String,
    band: i16,
    reached: String,
}

/// A candidate's identifier, job, time of creation, status, stage and score.
type PresentRow = (String, String, NaiveDateTime, Option<String>, String, i16);

/// Returns the number of a time's UTC day, counted from 1970.
pub(crate) fn day_of(at: Timestamp) -> i64 {
    day_number(stored(at))
}

/// Returns a number that is not reported by day, of a job or of all jobs together.
pub(crate) fn number_of(
    conn: &mut DbConn,
    organization: &str,
    job: Option<&str>,
    figure: &str,
) -> QueryResult<i64> {
    let found = daily_counts::table
        .filter(daily_counts::organization_id.eq(organization))
        .filter(daily_counts::figure.eq(figure))
        .filter(daily_counts::day.eq(NO_DAY))
        .select(sql::<Nullable<BigInt>>(SUM))
        .into_boxed();
    let found = match job {
        Some(job) => found.filter(daily_counts::job_id.eq(job)),
        None => found.filter(daily_counts::job_id.ne(ALL_JOBS)),
    };
    Ok(found.get_result::<Option<i64>>(conn)?.unwrap_or(0))
}

fn day_number(at: NaiveDateTime) -> i64 {
    at.and_utc().timestamp().div_euclid(DAY_SECONDS)
}

/// Counts the candidates and files of a transaction. Call it while the audit log is locked.
pub(crate) fn count_again(
    conn: &mut DbConn,
    action: &Action,
    entries: &[NewAuditEntry],
    unlogged: &Unlogged,
) -> Result<(), StoreError> {
    let organization = action.organization_id.as_str();
    let mut differences = Differences::default();
    let changed: Vec<&str> = changed_candidates(entries, unlogged).into_iter().collect();
    for ids in changed.chunks(IDS_PER_STATEMENT) {
        count_candidates(conn, organization, ids, &mut differences)?;
    }
    if let Some(files) = &unlogged.files {
        differences.add_files(files, day_of(action.at));
    }
    differences.store(conn, organization)
}

/// Returns the candidates that a transaction may have changed.
fn changed_candidates<'a>(
    entries: &'a [NewAuditEntry],
    unlogged: &'a Unlogged,
) -> BTreeSet<&'a str> {
    let of_entries = entries.iter().filter_map(|entry| {
        let of_candidate = entry.kind == AuditedKind::Candidate;
        let thing = entry.thing_id.as_deref().filter(|_| of_candidate);
        thing.or(entry.candidate_id.as_ref().map(CandidateId::as_str))
    });
    let scored = unlogged.new_scores.iter();
    let scored = scored.flat_map(|scores| scores.candidates.iter().map(CandidateId::as_str));
    of_entries.chain(scored).collect()
}

/// Compares candidates with what they were counted as, and stores as what they are counted from now on.
fn count_candidates(
    conn: &mut DbConn,
    organization: &str,
    ids: &[&str],
    differences: &mut Differences,
) -> Result<(), StoreError> {
    let counted = load_counted(conn, organization, ids)?;
    let present = load_present(conn, organization, ids)?;
    let (mut outdated, mut rows) = (Vec::new(), Vec::new());
    for id in ids {
        let before = counted.get(*id);
        let after = present.get(*id);
        let after = after.map(|row| CountedRow::of(organization, row, before));
        if before == after.as_ref() {
            continue;
        }
        if let Some(before) = before {
            differences.add(before, -1);
            outdated.push(*id);
        }
        if let Some(after) = after {
            differences.add(&after, 1);
            rows.push(after);
        }
    }
    replace(conn, organization, &outdated, &rows)
}

fn load_counted(
    conn: &mut DbConn,
    organization: &str,
    ids: &[&str],
) -> Result<HashMap<String, CountedRow>, StoreError> {
    let rows: Vec<CountedRow> = counted_candidates::table
        .filter(counted_candidates::organization_id.eq(organization))
        .filter(counted_candidates::candidate_id.eq_any(ids))
        .select(CountedRow::as_select())
        .load(conn)?;
    let keyed = |row: CountedRow| (row.candidate_id.clone(), row);
    Ok(rows.into_iter().map(keyed).collect())
}

fn load_present(
    conn: &mut DbConn,
    organization: &str,
    ids: &[&str],
) -> Result<HashMap<String, PresentRow>, StoreError> {
    let rows: Vec<PresentRow> = candidates::table
        .filter(candidates::organization_id.eq(organization))
        .filter(candidates::id.eq_any(ids))
        .select((
            candidates::id,
            candidates::job_id,
            candidates::created_at,
            candidates::status,
            sql::<Text>(STAGE),
            candidates::score_tenths,
        ))
        .load(conn)?;
    let keyed = |row: PresentRow| (row.0.clone(), row);
    Ok(rows.into_iter().map(keyed).collect())
}

/// Replaces rows: the outdated ones by the present ones.
fn replace(
    conn: &mut DbConn,
    organization: &str,
    outdated: &[&str],
    rows: &[CountedRow],
) -> Result<(), StoreError> {
    if !outdated.is_empty() {
        let outdated = counted_candidates::table
            .filter(counted_candidates::organization_id.eq(organization))
            .filter(counted_candidates::candidate_id.eq_any(outdated));
        diesel::delete(outdated).execute(conn)?;
    }
    if !rows.is_empty() {
        let insert = diesel::insert_into(counted_candidates::table).values(rows);
        on_either!(conn, conn => insert.execute(conn))?;
    }
    Ok(())
}

impl CountedRow {
    fn of(
        organization: &str,
        (id, job, created_at, status, stage, tenths): &PresentRow,
        before: Option<&Self>,
    ) -> Self {
        let mut reached: BTreeSet<&str> = before.map(Self::reached).into_iter().flatten().collect();
        reached.insert(stage);
        if status.as_ref() == Some(stage) && stage == CandidateStatus::Active.as_str() {
            reached.insert(DECIDED);
        }
        let reached: Vec<&str> = reached.into_iter().collect();
        Self {
            organization_id: organization.to_owned(),
            candidate_id: id.clone(),
            job_id: job.clone(),
            day: day_number(*created_at),
            status: status.clone().unwrap_or_default(),
            stage_id: stage.clone(),
            band: score_band(*tenths),
            reached: reached.join(SEPARATOR),
        }
    }

    fn reached(&self) -> impl Iterator<Item = &str> {
        self.reached.split(SEPARATOR)
    }
}

/// What is added to the stored numbers.
#[derive(Default)]
struct Differences(BTreeMap<Cell, i64>);

impl Differences {
    fn add(&mut self, row: &CountedRow, number: i64) {
        let (status, undecided) = match row.status.as_str() {
            "" => (CandidateStatus::Active.as_str(), true),
            status => (status, false),
        };
        let own = [
            (STATUS, status.to_owned()),
            (STAGE_NOW, row.stage_id.clone()),
            (SCORE, row.band.to_string()),
        ];
        let reached = row.reached().map(|stage| match stage {
            DECIDED => (ACTIVATED, String::new()),
            stage => (REACHED, stage.to_owned()),
        });
        let new = undecided.then(|| (NEW, String::new()));
        for (figure, bucket) in own.into_iter().chain(reached).chain(new) {
            self.add_cell(&row.job_id, row.day, figure, bucket, number);
        }
        let waiting = undecided.then_some(UNDECIDED);
        for figure in [TOTAL].into_iter().chain(waiting) {
            self.add_cell(&row.job_id, NO_DAY, figure, String::new(), number);
        }
    }

    fn add_files(&mut self, files: &UncountedFiles, day: i64) {
        for (file, number) in &files.files {
            let (figure, bucket) = match file {
                UncountedFile::Existing => (EXISTING, String::new()),
                UncountedFile::Skipped(reason) => (SKIPPED, encode_skip_reason(*reason)),
            };
            self.add_cell(files.job_id.as_str(), day, figure, bucket, *number);
        }
    }

    /// Adds to a number of a job and, if reports about all jobs need it, to that of all jobs.
    fn add_cell(&mut self, job: &str, day: i64, figure: &'static str, bucket: String, number: i64) {
        if [STATUS, SCORE, EXISTING, SKIPPED, NEW].contains(&figure) {
            let all = (ALL_JOBS.to_owned(), day, figure, bucket.clone());
            *self.0.entry(all).or_default() += number;
        }
        let cell = (job.to_owned(), day, figure, bucket);
        *self.0.entry(cell).or_default() += number;
    }

    /// Adds the differences to the stored numbers.
    fn store(self, conn: &mut DbConn, organization: &str) -> Result<(), StoreError> {
        for ((job, day, figure, bucket), difference) in self.0 {
            if difference == 0 {
                continue;
            }
            let insert = diesel::insert_into(daily_counts::table)
                .values((
                    daily_counts::organization_id.eq(organization),
                    daily_counts::job_id.eq(&job),
                    daily_counts::figure.eq(figure),
                    daily_counts::day.eq(day),
                    daily_counts::bucket.eq(&bucket),
                    daily_counts::number.eq(difference),
                ))
                .on_conflict((
                    daily_counts::organization_id,
                    daily_counts::job_id,
                    daily_counts::figure,
                    daily_counts::day,
                    daily_counts::bucket,
                ))
                .do_update()
                .set(
                    daily_counts::number.eq(daily_counts::number + excluded(daily_counts::number)),
                );
            on_either!(conn, conn => insert.execute(conn))?;
        }
        Ok(())
    }
}

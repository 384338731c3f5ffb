//! The stages of a job: changes of its list, and the number of candidates in each stage.

use std::collections::HashMap;

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use shortlist_domain::{
    AuditedKind, CandidateCounts, CandidateId, InvalidValue, JobId, MAX_BULK_CANDIDATES,
    NewAuditEntry, OrganizationId, Stage, StageDraft, StageId, StageInUse, StageList, StageMove,
    StageProblem, Timestamp,
};

use crate::candidates::notes;
use crate::candidates::stages::{Destination, candidates_in, move_all};
use crate::daily_counts::{NO_DAY, STAGE_NOW, SUM, TOTAL, UNDECIDED, number_of};
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::jobs::stage_lists::{shown, stored_template};
use crate::keys::JobKey;
use crate::records::{list_text, read_list};
use crate::schema::{daily_counts, jobs};
use crate::store::Jobs;
use crate::times::stored;
use crate::writer::{JobWriter, Written};

/// A new list of stages for a job.
#[derive(Debug, Clone, Copy)]
pub struct JobStagesChange<'a> {
    /// The new list.
    pub stages: &'a [StageDraft],
    /// Where the candidates of removed stages go.
    pub moves: &'a [StageMove],
    /// Why they are moved.
    pub reason: Option<&'a str>,
    /// When.
    pub at: Timestamp,
}

/// The outcome of changing a job's stages.
#[derive(Debug, Clone, PartialEq)]
pub enum JobStagesUpdate {
    /// The job has these stages now.
    Set(StageList),
    /// The organization has no such job.
    NotFound,
    /// A value is invalid.
    Refused(InvalidValue),
    /// A stage has candidates.
    InUse(StageInUse),
}

impl JobWriter<'_> {
    /// Replaces a job's list of stages. A stage with candidates disappears only if a move says where they go.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_stages(
        &self,
        organization: &OrganizationId,
        id: &JobId,
        change: &JobStagesChange<'_>,
        new_id: &mut dyn FnMut() -> StageId,
    ) -> Result<JobStagesUpdate, StoreError> {
        self.writer.check_organization(organization)?;
        let actor = &self.writer.action().actor;
        self.writer.write(|conn| {
            let key = JobKey::of(organization, id);
            let Some((before, after)) = lists(conn, key, change, new_id)? else {
                return Ok(Written::nothing(JobStagesUpdate::NotFound));
            };
            let after = match after {
                Ok(after) => after,
                Err(refused) => return Ok(Written::nothing(JobStagesUpdate::Refused(refused))),
            };
            let relocations = match relocations(conn, key, &before, &after, change)? {
                Ok(relocations) => relocations,
                Err(refused) => return Ok(Written::nothing(refused)),
            };
            write(conn, key, &after, change.at)?;
            let mut entries = vec![entry(id, &before, &after)];
            for relocation in &relocations {
                let destination = Destination {
                    list: &before,
                    to: &relocation.to,
                    reason: relocation.reason.as_deref(),
                };
                let moved = &relocation.candidates;
                entries.extend(move_all(
                    conn,
                    organization,
                    moved,
                    destination,
                    actor,
                    change.at,
                )?);
            }
            Ok(Written::each(JobStagesUpdate::Set(after), entries))
        })
    }
}

/// Locks a job and returns its list with the new one. Returns `None` if there is no such job.
#[expect(
    clippy::type_complexity,
    reason = "the list before is valid, the new one may not be"
)]
fn lists(
    conn: &mut DbConn,
    key: JobKey<'_>,
    change: &JobStagesChange<'_>,
    new_id: &mut dyn FnMut() -> StageId,
) -> Result<Option<(StageList, Result<StageList, InvalidValue>)>, StoreError> {
    if !dialect::lock_job(conn, key.organization, key.job)? {
        return Ok(None);
    }
    let text: Option<String> = jobs::table
        .filter(jobs::organization_id.eq(key.organization))
        .filter(jobs::id.eq(key.job))
        .select(jobs::stages)
        .first(conn)?;
    let before = read_list(text.as_deref())?;
    let template = read_list(stored_template(conn, key.organization)?.as_deref())?;
    let after = StageList::of_drafts(change.stages, &[&before, &template], new_id);
    Ok(Some((before, after)))
}

/// Candidates of a removed stage, and where they go.
struct Relocation {
    candidates: Vec<CandidateId>,
    to: Stage,
    reason: Option<String>,
}

/// Returns where the candidates of removed stages go, or why the list cannot change.
fn relocations(
    conn: &mut DbConn,
    key: JobKey<'_>,
    before: &StageList,
    after: &StageList,
    change: &JobStagesChange<'_>,
) -> Result<Result<Vec<Relocation>, JobStagesUpdate>, StoreError> {
    if let Some(stray) = stray_move(before, after, change.moves) {
        return Ok(Err(JobStagesUpdate::Refused(stray)));
    }
    let policy = notes::rejection_policy(conn, key.organization)?;
    let most = i64::try_from(MAX_BULK_CANDIDATES + 1).unwrap_or(i64::MAX);
    let mut relocations = Vec::new();
    for old in before.stages() {
        let new = after.find(&old.id);
        if new.is_some_and(|new| new.status == old.status) {
            continue;
        }
        let found = candidates_in(conn, key, &old.id, most)?;
        if found.is_empty() {
            continue;
        }
        let to = match destination(old, new, after, change.moves, found.len()) {
            Ok(to) => to,
            Err(in_use) => return Ok(Err(JobStagesUpdate::InUse(in_use))),
        };
        match policy.check(to.status, change.reason) {
            Ok(reason) => relocations.push(Relocation {
                candidates: found,
                to,
                reason,
            }),
            Err(refused) => return Ok(Err(JobStagesUpdate::Refused(refused))),
        }
    }
    Ok(Ok(relocations))
}

/// Returns the stage to which the candidates of a removed stage go, or why they cannot.
fn destination(
    old: &Stage,
    new: Option<&Stage>,
    after: &StageList,
    moves: &[StageMove],
    count: usize,
) -> Result<Stage, StageInUse> {
    if new.is_some() {
        return Err(StageInUse::OtherStatus(old.clone()));
    }
    let target = moves.iter().find(|one| one.from == old.id);
    let Some(to) = target.and_then(|one| after.find(&one.to)) else {
        return Err(StageInUse::NoMove(old.clone()));
    };
    if count > MAX_BULK_CANDIDATES {
        return Err(StageInUse::TooManyCandidates {
            stage: old.clone(),
            most: MAX_BULK_CANDIDATES,
        });
    }
    Ok(to.clone())
}

/// Returns the error about a move that does not go from a removed stage to a stage of the new list.
fn stray_move(before: &StageList, after: &StageList, moves: &[StageMove]) -> Option<InvalidValue> {
    let stray = moves.iter().find_map(|one| {
        if before.find(&one.from).is_none() {
            return Some(StageProblem::NotInJob(one.from.to_string()));
        }
        if after.find(&one.from).is_some() {
            return Some(StageProblem::Stays(one.from.to_string()));
        }
        let to = &one.to;
        let problem = StageProblem::NotInNewList(to.to_string());
        after.find(to).is_none().then_some(problem)
    });
    stray.map(|problem| InvalidValue::new("moves", problem))
}

fn write(
    conn: &mut DbConn,
    key: JobKey<'_>,
    list: &StageList,
    at: Timestamp,
) -> Result<(), StoreError> {
    let row = jobs::table
        .filter(jobs::organization_id.eq(key.organization))
        .filter(jobs::id.eq(key.job));
    diesel::update(row)
        .set((
            jobs::stages.eq(list_text(list)?),
            jobs::updated_at.eq(stored(at)),
        ))
        .execute(conn)?;
    Ok(())
}

fn entry(id: &JobId, before: &StageList, after: &StageList) -> NewAuditEntry {
    let (before, after) = (shown(before), shown(after));
    NewAuditEntry::done(AuditedKind::Job, id.as_str()).with_change(
        "stages",
        Some(&before),
        Some(&after),
    )
}

impl Jobs<'_> {
    /// Returns the number of candidates of a job in each stage that has any.
    ///
    /// # Errors
    /// When the database fails.
    pub fn stage_counts(
        &self,
        organization: &OrganizationId,
        job: &JobId,
    ) -> Result<HashMap<StageId, i64>, StoreError> {
        let rows: Vec<(String, i64)> = self.pools.read(|conn| {
            Ok(daily_counts::table
                .filter(daily_counts::organization_id.eq(organization.as_str()))
                .filter(daily_counts::job_id.eq(job.as_str()))
                .filter(daily_counts::figure.eq(STAGE_NOW))
                .group_by(daily_counts::bucket)
                .select((daily_counts::bucket, sql::<BigInt>(SUM)))
                .having(sql::<BigInt>(SUM).gt(0))
                .load(conn)?)
        })?;
        let count = |(id, count): (String, i64)| Ok((StageId::parse("stage_id", &id)?, count));
        rows.into_iter().map(count).collect()
    }

    /// Returns how many candidates these jobs have. A job that never had one is left out.
    ///
    /// # Errors
    /// When the database fails.
    pub fn candidate_counts(
        &self,
        organization: &OrganizationId,
        jobs: &[JobId],
    ) -> Result<HashMap<JobId, CandidateCounts>, StoreError> {
        let ids: Vec<&str> = jobs.iter().map(JobId::as_str).collect();
        let rows: Vec<(String, String, i64)> = self.pools.read(|conn| {
            Ok(daily_counts::table
                .filter(daily_counts::organization_id.eq(organization.as_str()))
                .filter(daily_counts::job_id.eq_any(&ids))
                .filter(daily_counts::figure.eq_any([TOTAL, UNDECIDED]))
                .filter(daily_counts::day.eq(NO_DAY))
                .group_by((daily_counts::job_id, daily_counts::figure))
                .select((
                    daily_counts::job_id,
                    daily_counts::figure,
                    sql::<BigInt>(SUM),
                ))
                .load(conn)?)
        })?;
        let mut counts: HashMap<JobId, CandidateCounts> = HashMap::new();
        for (job, figure, number) in rows {
            let of_job = counts.entry(JobId::parse("job_id", &job)?).or_default();
            if figure == TOTAL {
                of_job.all = number;
            } else {
                of_job.undecided = number;
            }
        }
        Ok(counts)
    }

    /// Returns how many candidates of a job nobody has decided about.
    ///
    /// # Errors
    /// When the database fails.
    pub fn undecided_count(
        &self,
        organization: &OrganizationId,
        job: &JobId,
    ) -> Result<i64, StoreError> {
        self.pools.read(|conn| {
            Ok(number_of(
                conn,
                organization.as_str(),
                Some(job.as_str()),
                UNDECIDED,
            )?)
        })
    }
}

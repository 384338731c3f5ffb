//! Stages of candidates: which one a new status leads to, and moves.

use std::collections::{BTreeSet, HashMap};

use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::Text;
use shortlist_domain::{
    Actor, BulkUpdate, Candidate, CandidateId, InvalidValue, NewAuditEntry, OrganizationId,
    RejectionPolicy, Stage, StageId, StageList, StageProblem, StageStep, Timestamp,
};

use super::stage_history::insert_step;
use super::{bulk, changes, update};
use crate::candidate_rows::jobs_of;
pub(crate) use crate::candidate_rows::stage::STAGE;
use crate::candidate_rows::stage::UNDECIDED_STAGE;
use crate::candidates::notes;
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::JobKey;
use crate::records::read_list;
use crate::schema::candidates;
use crate::writer::{CandidateWriter, Written};

/// The lists of stages of jobs, which stay as they are until the transaction ends.
#[derive(Default)]
pub(super) struct HeldStages(HashMap<String, StageList>);

impl HeldStages {
    /// Reads the lists of the jobs of candidates. Call it before the candidates are locked: transactions that change a job lock it
    /// first, too.
    pub(super) fn of_candidates(
        conn: &mut DbConn,
        organization: &str,
        ids: &[&str],
    ) -> Result<Self, StoreError> {
        let jobs = jobs_of(conn, organization, ids)?;
        Self::of_jobs(conn, organization, jobs.into_values())
    }

    /// Reads the lists of jobs, in the order of their identifiers.
    pub(super) fn of_jobs(
        conn: &mut DbConn,
        organization: &str,
        jobs: impl IntoIterator<Item = String>,
    ) -> Result<Self, StoreError> {
        let jobs: BTreeSet<String> = jobs.into_iter().collect();
        let mut lists = HashMap::with_capacity(jobs.len());
        for job in jobs {
            if let Some(text) = dialect::hold_stages(conn, organization, &job)? {
                lists.insert(job, read_list(text.as_deref())?);
            }
        }
        Ok(Self(lists))
    }

    /// Returns the list of a job.
    pub(super) fn of_job(&self, job: &str) -> Option<&StageList> {
        self.0.get(job)
    }

    /// Gives a candidate the stage that its status leads to.
    pub(super) fn follow_status(&self, candidate: &mut Candidate) {
        if let Some(list) = self.of_job(candidate.job_id.as_str()) {
            candidate.stage_id = list.after_status(&candidate.stage_id, candidate.status);
        }
    }

    /// Adds a step to the history of a candidate, if the stage changed, or if it is no longer or again without a decision.
    pub(super) fn record_step(
        &self,
        conn: &mut DbConn,
        before: &Candidate,
        after: &Candidate,
        actor: &Actor,
        reason: Option<&str>,
    ) -> Result<(), StoreError> {
        let Some(list) = self.of_job(after.job_id.as_str()) else {
            return Ok(());
        };
        let Some(to) = list.find(&after.stage_id) else {
            return Ok(());
        };
        record_step(conn, before, after, Destination { list, to, reason }, actor)
    }
}

/// Adds a step to the history of a candidate, if the stage changed. The list contains the stage before.
fn record_step(
    conn: &mut DbConn,
    before: &Candidate,
    after: &Candidate,
    Destination { list, to, reason }: Destination<'_>,
    actor: &Actor,
) -> Result<(), StoreError> {
    let (left, entered) = (is_new(list, before), is_new(list, after));
    if before.stage_id == after.stage_id && left == entered {
        return Ok(());
    }
    let name = match list.find(&before.stage_id) {
        Some(_) if left => UNDECIDED_STAGE,
        Some(stage) => &stage.name,
        None => before.stage_id.as_str(),
    };
    let mut to = to.clone();
    if entered {
        UNDECIDED_STAGE.clone_into(&mut to.name);
    }
    let step = StageStep {
        from: (before.stage_id.clone(), name.to_owned()),
        to,
        reason: reason.map(str::to_owned),
        user_id: actor.user_id().cloned(),
        at: after.updated_at,
    };
    insert_step(conn, before, &step)
}

/// Returns whether pages show a candidate as new: nobody has decided, and the stages are the statuses. Where an organization has
/// named its stages, a candidate without a decision is in one of them.
fn is_new(list: &StageList, candidate: &Candidate) -> bool {
    candidate.status.is_none() && *list == StageList::default()
}

/// A move of candidates to a stage.
#[derive(Debug, Clone, Copy)]
pub struct StageTarget<'a> {
    /// The stage.
    pub stage_id: &'a StageId,
    /// Why they are moved. The rules of rejections apply.
    pub reason: Option<&'a str>,
}

impl CandidateWriter<'_> {
    /// Moves all of the candidates to a stage of their jobs in one transaction, or none of them.
    ///
    /// # Errors
    /// When the database fails.
    pub fn move_to_stage(
        &self,
        organization: &OrganizationId,
        ids: &[CandidateId],
        target: StageTarget<'_>,
        at: Timestamp,
    ) -> Result<BulkUpdate, StoreError> {
        self.writer.check_organization(organization)?;
        let tenant = organization.as_str();
        let ordered = bulk::in_lock_order(ids);
        let names: Vec<&str> = ordered.iter().map(|id| id.as_str()).collect();
        let actor = &self.writer.action().actor;
        self.writer.write(|conn| {
            let held = HeldStages::of_candidates(conn, tenant, &names)?;
            if let Some(missing) = bulk::lock_all(conn, organization, &ordered)? {
                return Ok(Written::nothing(missing));
            }
            let policy = notes::rejection_policy(conn, tenant)?;
            let mut found = bulk::load(conn, organization, &ordered)?;
            let moves = match Moves::plan(&held, &policy, target, found.values()) {
                Ok(moves) => moves,
                Err(refused) => return Ok(Written::nothing(BulkUpdate::Refused(refused))),
            };
            let mut entries = Vec::with_capacity(found.len());
            for id in &ordered {
                let target = found.get(*id).and_then(|found| moves.of(&held, found));
                if let (Some(candidate), Some(target)) = (found.get_mut(*id), target) {
                    entries.push(move_one(conn, candidate, target, actor, at)?);
                }
            }
            let moved = ids.iter().filter_map(|id| found.get(id).cloned()).collect();
            Ok(Written::each(BulkUpdate::Updated(moved), entries))
        })
    }
}

/// Where a candidate goes: the list of stages before, the stage, and the reason.
#[derive(Clone, Copy)]
pub(crate) struct Destination<'a> {
    pub(crate) list: &'a StageList,
    pub(crate) to: &'a Stage,
    pub(crate) reason: Option<&'a str>,
}

/// Moves a candidate, who must be locked. Returns the audit entry.
fn move_one(
    conn: &mut DbConn,
    candidate: &mut Candidate,
    destination: Destination<'_>,
    actor: &Actor,
    at: Timestamp,
) -> Result<NewAuditEntry, StoreError> {
    let before = candidate.clone();
    candidate.stage_id = destination.to.id.clone();
    candidate.status = Some(destination.to.status);
    candidate.status_reason = destination.reason.map(str::to_owned);
    candidate.updated_at = at;
    update(conn, candidate)?;
    record_step(conn, &before, candidate, destination, actor)?;
    Ok(changes::change_entry(&before, candidate))
}

/// Moves candidates of a job to a stage. Returns their audit entries.
pub(crate) fn move_all(
    conn: &mut DbConn,
    organization: &OrganizationId,
    ids: &[CandidateId],
    destination: Destination<'_>,
    actor: &Actor,
    at: Timestamp,
) -> Result<Vec<NewAuditEntry>, StoreError> {
    let ordered = bulk::in_lock_order(ids);
    // A candidate who was erased meanwhile does not move.
    bulk::lock_all(conn, organization, &ordered)?;
    let mut found = bulk::load(conn, organization, &ordered)?;
    let mut entries = Vec::with_capacity(found.len());
    for id in &ordered {
        if let Some(candidate) = found.get_mut(*id) {
            entries.push(move_one(conn, candidate, destination, actor, at)?);
        }
    }
    Ok(entries)
}

/// Returns at most `most` candidates of a job who are in a stage.
pub(crate) fn candidates_in(
    conn: &mut DbConn,
    key: JobKey<'_>,
    stage: &StageId,
    most: i64,
) -> Result<Vec<CandidateId>, StoreError> {
    let ids: Vec<String> = candidates::table
        .filter(candidates::organization_id.eq(key.organization))
        .filter(candidates::job_id.eq(key.job))
        .filter(sql::<Text>(STAGE).eq(stage.as_str()))
        .select(candidates::id)
        .limit(most)
        .load(conn)?;
    let ids = ids.iter().map(|id| CandidateId::parse("id", id));
    Ok(ids.collect::<Result<_, _>>()?)
}

/// Where the candidates of each job go, and why.
struct Moves(HashMap<String, (Stage, Option<String>)>);

impl Moves {
    fn plan<'c>(
        held: &HeldStages,
        policy: &RejectionPolicy,
        target: StageTarget<'_>,
        moved: impl Iterator<Item = &'c Candidate>,
    ) -> Result<Self, InvalidValue> {
        let jobs: BTreeSet<&str> = moved.map(|candidate| candidate.job_id.as_str()).collect();
        let (mut targets, mut without) = (HashMap::new(), Vec::new());
        for job in jobs {
            let list = held.of_job(job);
            let Some(stage) = list.and_then(|list| list.find(target.stage_id)) else {
                without.push(job.to_owned());
                continue;
            };
            let reason = policy.check(stage.status, target.reason)?;
            targets.insert(job.to_owned(), (stage.clone(), reason));
        }
        if without.is_empty() {
            return Ok(Self(targets));
        }
        let problem = StageProblem::NotInJobs {
            stage: target.stage_id.to_string(),
            jobs: without,
        };
        Err(InvalidValue::new("stageId", problem))
    }

    fn of<'a>(&'a self, held: &'a HeldStages, candidate: &Candidate) -> Option<Destination<'a>> {
        let job = candidate.job_id.as_str();
        let (stage, reason) = self.0.get(job)?;
        Some(Destination {
            list: held.of_job(job)?,
            to: stage,
            reason: reason.as_deref(),
        })
    }
}

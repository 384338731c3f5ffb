//! Records of the decisions that end an application.
//!
//! A record contains no text that a person wrote or that is about a person, so nothing has to be removed from it when the
//! candidate is erased. Only an explanation is then no longer due.

mod policies;

use chrono::{Duration, NaiveDateTime};
use diesel::dsl::{exists, min, not};
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, Candidate, CandidateId, CandidateStatus, Decision, DecisionCriterion,
    DueExplanation, EXPLANATION_DAYS, JobId, MicroPoints, NewAuditEntry, OrganizationId, Score,
    StageId, StageStep, Timestamp, UserId, is_decision,
};

use crate::candidate_rows::tenths;
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::schema::{candidates, decisions, hiring_teams, stage_steps};
use crate::scores::receipts::{self, StoredReceipt};
use crate::store::{Candidates, Fairness};
use crate::times::{stored, timestamp};
use crate::writer::{CandidateWriter, OrganizationWriter, Written};

/// The statuses of stages to which candidates are taken forward.
const FORWARD: [&str; 2] = ["Active", "Hired"];

/// A criterion as it is stored: name, weight and value.
type StoredCriterion = (String, i64, i64);

/// Records a step in a candidate's history if it is a decision. `before` is the candidate before the step, with the status.
pub(crate) fn record(
    conn: &mut DbConn,
    before: &Candidate,
    status: CandidateStatus,
    number: i32,
    step: &StageStep,
) -> Result<(), StoreError> {
    let key = CandidateKey::of(&before.organization_id, &before.id);
    if step.to.status == status {
        return Ok(());
    }
    if status == CandidateStatus::Rejected {
        end_due(conn, key)?;
    }
    if !is_decision(step.to.status) {
        return Ok(());
    }
    match receipts::newest(conn, key)? {
        Some(receipt) => insert(conn, before, number, step, &receipt),
        None => Ok(()),
    }
}

fn insert(
    conn: &mut DbConn,
    candidate: &Candidate,
    number: i32,
    step: &StageStep,
    stored_receipt: &StoredReceipt,
) -> Result<(), StoreError> {
    let receipt = &stored_receipt.receipt;
    let is_adverse = step.to.status == CandidateStatus::Rejected;
    let due_at = step.at.plus(Duration::days(EXPLANATION_DAYS));
    let score = candidate.score.unwrap_or(receipt.score);
    diesel::insert_into(decisions::table)
        .values((
            decisions::organization_id.eq(candidate.organization_id.as_str()),
            decisions::candidate_id.eq(candidate.id.as_str()),
            decisions::number.eq(number),
            decisions::job_id.eq(candidate.job_id.as_str()),
            decisions::job_version.eq(stored_receipt.job_version),
            decisions::status.eq(step.to.status.as_str()),
            decisions::user_id.eq(step.user_id.as_ref().map(UserId::as_str)),
            decisions::decided_at.eq(stored(step.at)),
            decisions::score_tenths.eq(tenths(score)),
            decisions::engine_version.eq(&receipt.engine_version),
            decisions::receipt_digest.eq(&receipt.digest),
            decisions::criteria.eq(criteria_text(stored_receipt)?),
            decisions::due_at.eq(is_adverse.then(|| stored(due_at))),
        ))
        .execute(conn)?;
    Ok(())
}

/// Returns the criteria of the current weights, with the values of the receipt.
fn criteria_text(stored: &StoredReceipt) -> Result<String, StoreError> {
    let value = |name: &str| {
        let mut parts = stored.receipt.criteria.iter();
        let found = parts.find(|part| part.criterion == name);
        found.map_or(0, |part| part.value.get())
    };
    let weights = stored.weighting.criteria().iter();
    let rows: Vec<StoredCriterion> = weights
        .map(|weight| (weight.name.clone(), weight.share.get(), value(&weight.name)))
        .collect();
    Ok(serde_json::to_string(&rows)?)
}

/// Records that no explanation is due any more.
pub(crate) fn end_due(conn: &mut DbConn, key: CandidateKey<'_>) -> QueryResult<()> {
    let due = decisions::table
        .filter(decisions::organization_id.eq(key.organization))
        .filter(decisions::candidate_id.eq(key.candidate))
        .filter(decisions::due_at.is_not_null());
    diesel::update(due)
        .set(decisions::due_at.eq(None::<NaiveDateTime>))
        .execute(conn)?;
    Ok(())
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = decisions)]
struct DecisionRow {
    candidate_id: String,
    number: i32,
    job_id: String,
    job_version: i32,
    status: String,
    user_id: Option<String>,
    decided_at: NaiveDateTime,
    score_tenths: i16,
    engine_version: String,
    receipt_digest: String,
    criteria: String,
    due_at: Option<NaiveDateTime>,
    explained_at: Option<NaiveDateTime>,
}

impl DecisionRow {
    fn into_decision(self) -> Result<Decision, StoreError> {
        let user_id = self.user_id.map(|id| UserId::parse("user_id", &id));
        let criteria: Vec<StoredCriterion> = serde_json::from_str(&self.criteria)?;
        let criterion = |(name, weight, value)| DecisionCriterion {
            name,
            weight: MicroPoints::new(weight),
            value: MicroPoints::new(value),
        };
        Ok(Decision {
            candidate_id: CandidateId::parse("candidate_id", &self.candidate_id)?,
            number: self.number,
            job_id: JobId::parse("job_id", &self.job_id)?,
            job_version: self.job_version,
            status: CandidateStatus::parse("status", &self.status)?,
            user_id: user_id.transpose()?,
            decided_at: timestamp(self.decided_at),
            score: Score::from_tenths(i64::from(self.score_tenths)),
            engine_version: self.engine_version,
            receipt_digest: self.receipt_digest,
            criteria: criteria.into_iter().map(criterion).collect(),
            due_at: self.due_at.map(timestamp),
            explained_at: self.explained_at.map(timestamp),
        })
    }
}

impl Candidates<'_> {
    /// Returns the decisions about a candidate, the earliest first. The candidate may be erased.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_decisions(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<Vec<Decision>, StoreError> {
        let rows: Vec<DecisionRow> = self.pools.read(|conn| {
            Ok(decisions::table
                .filter(decisions::organization_id.eq(organization.as_str()))
                .filter(decisions::candidate_id.eq(candidate.as_str()))
                .order(decisions::number)
                .select(DecisionRow::as_select())
                .load(conn)?)
        })?;
        rows.into_iter().map(DecisionRow::into_decision).collect()
    }

    /// Lists the explanations that are due before a time, the earliest first. With `member`, only those of jobs whose hiring team
    /// contains that user.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_due_explanations(
        &self,
        organization: &OrganizationId,
        member: Option<&UserId>,
        before: Timestamp,
        limit: u32,
    ) -> Result<Vec<DueExplanation>, StoreError> {
        let rows: Vec<(String, String, Option<NaiveDateTime>)> = self.pools.read(|conn| {
            let mut due = decisions::table
                .select((
                    decisions::candidate_id,
                    decisions::job_id,
                    decisions::due_at,
                ))
                .into_boxed()
                .filter(decisions::organization_id.eq(organization.as_str()))
                .filter(decisions::due_at.lt(stored(before)));
            if let Some(member) = member {
                due = due.filter(exists(
                    hiring_teams::table
                        .filter(hiring_teams::organization_id.eq(organization.as_str()))
                        .filter(hiring_teams::job_id.eq(decisions::job_id))
                        .filter(hiring_teams::user_id.eq(member.as_str())),
                ));
            }
            Ok(due
                .order(decisions::due_at)
                .limit(i64::from(limit))
                .load(conn)?)
        })?;
        let rows = rows.into_iter();
        let due = rows.filter_map(|(candidate, job, due_at)| Some((candidate, job, due_at?)));
        due.map(|(candidate, job, due_at)| {
            Ok(DueExplanation {
                candidate_id: CandidateId::parse("candidate_id", &candidate)?,
                job_id: JobId::parse("job_id", &job)?,
                due_at: timestamp(due_at),
            })
        })
        .collect()
    }
}

impl Fairness<'_> {
    /// Returns the lowest score of a job's candidates who were taken forward: hired, or moved to an active stage after the first.
    /// One candidate is left out.
    ///
    /// # Errors
    /// When the database fails.
    pub fn lowest_score_taken_forward(
        &self,
        organization: &OrganizationId,
        job: &JobId,
        first: &StageId,
        except: &CandidateId,
    ) -> Result<Option<Score>, StoreError> {
        let lowest: Option<i16> = self.pools.read(|conn| {
            let same = candidates::organization_id
                .eq(stage_steps::organization_id)
                .and(candidates::id.eq(stage_steps::candidate_id));
            Ok(stage_steps::table
                .inner_join(candidates::table.on(same))
                .filter(stage_steps::organization_id.eq(organization.as_str()))
                .filter(stage_steps::job_id.eq(job.as_str()))
                .filter(stage_steps::status.eq_any(FORWARD))
                // Who was new and is active since is still in the same stage.
                .filter(stage_steps::to_id.ne(stage_steps::from_id))
                .filter(stage_steps::to_id.ne(first.as_str()))
                .filter(stage_steps::candidate_id.ne(except.as_str()))
                .select(min(candidates::score_tenths))
                .first(conn)?)
        })?;
        Ok(lowest.map(|tenths| Score::from_tenths(i64::from(tenths))))
    }
}

impl CandidateWriter<'_> {
    /// Records that a candidate got the explanation of the latest adverse decision. Returns `false` if there is none, or if it was
    /// recorded before.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_explained(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        self.writer.check_organization(organization)?;
        let key = CandidateKey::of(organization, candidate);
        let by = self.writer.action().actor.user_id().map(UserId::as_str);
        self.writer.write(|conn| {
            let latest: Option<(i32, NaiveDateTime)> = decisions::table
                .filter(decisions::organization_id.eq(key.organization))
                .filter(decisions::candidate_id.eq(key.candidate))
                .filter(decisions::status.eq(CandidateStatus::Rejected.as_str()))
                .order(decisions::number.desc())
                .select((decisions::number, decisions::decided_at))
                .first(conn)
                .optional()?;
            let Some((number, decided_at)) = latest else {
                return Ok(Written::nothing(false));
            };
            let open = decisions::table
                .filter(decisions::organization_id.eq(key.organization))
                .filter(decisions::candidate_id.eq(key.candidate))
                .filter(decisions::number.eq(number))
                .filter(decisions::explained_at.is_null());
            let changed = diesel::update(open)
                .set((
                    decisions::due_at.eq(None::<NaiveDateTime>),
                    decisions::explained_at.eq(stored(at)),
                    decisions::explained_by.eq(by),
                ))
                .execute(conn)?;
            if changed == 0 {
                return Ok(Written::nothing(false));
            }
            let entry = NewAuditEntry::done(AuditedKind::Candidate, key.candidate)
                .for_candidate(candidate)
                .with_field("explainedDecision", &timestamp(decided_at).to_string());
            Ok(Written::one(true, entry))
        })
    }
}

impl OrganizationWriter<'_> {
    /// Deletes the records of decisions before a time about candidates who are no longer stored. Returns their number.
    ///
    /// # Errors
    /// When the database fails.
    pub fn remove_old_decisions(
        &self,
        organization: &OrganizationId,
        before: Timestamp,
    ) -> Result<usize, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            let known = candidates::table
                .filter(candidates::organization_id.eq(decisions::organization_id))
                .filter(candidates::id.eq(decisions::candidate_id));
            let old = decisions::table
                .filter(decisions::organization_id.eq(organization.as_str()))
                .filter(decisions::decided_at.lt(stored(before)))
                .filter(not(exists(known)));
            let removed = diesel::delete(old).execute(conn)?;
            if removed == 0 {
                return Ok(Written::nothing(0));
            }
            let entry = NewAuditEntry::done(AuditedKind::Organization, organization.as_str())
                .with_field("removedDecisionRecords", &removed.to_string());
            Ok(Written::one(removed, entry))
        })
    }
}

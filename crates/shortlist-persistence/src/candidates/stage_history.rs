//! The history of candidates' stages.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::dsl::max;
use diesel::prelude::*;
use shortlist_domain::{
    Candidate, CandidateId, CandidateStatus, OrganizationId, Stage, StageId, StageStep, Timestamp,
    UserId,
};

use crate::candidate_rows::stage::UNDECIDED_STAGE;
use crate::decisions;
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::schema::stage_steps;
use crate::store::Candidates;
use crate::times::{stored, timestamp};

/// The most steps of a candidate's history that are returned.
const MAX_STEPS: i64 = 1_000;

/// Adds a step to the history of a candidate. `before` is the candidate in the stage that the step leaves.
pub(super) fn insert_step(
    conn: &mut DbConn,
    before: &Candidate,
    step: &StageStep,
) -> Result<(), StoreError> {
    let (organization, id) = (before.organization_id.as_str(), before.id.as_str());
    let last: Option<(i32, NaiveDateTime)> = stage_steps::table
        .filter(stage_steps::organization_id.eq(organization))
        .filter(stage_steps::candidate_id.eq(id))
        .order(stage_steps::number.desc())
        .select((stage_steps::number, stage_steps::moved_at))
        .first(conn)
        .optional()?;
    let (number, since) = last.unwrap_or((0, stored(before.created_at)));
    let status = before.status.unwrap_or(CandidateStatus::Active);
    diesel::insert_into(stage_steps::table)
        .values((
            stage_steps::organization_id.eq(organization),
            stage_steps::candidate_id.eq(id),
            stage_steps::number.eq(number + 1),
            stage_steps::from_id.eq(step.from.0.as_str()),
            stage_steps::from_name.eq(&step.from.1),
            stage_steps::to_id.eq(step.to.id.as_str()),
            stage_steps::to_name.eq(&step.to.name),
            stage_steps::status.eq(step.to.status.as_str()),
            stage_steps::reason.eq(step.reason.as_deref()),
            stage_steps::user_id.eq(step.user_id.as_ref().map(UserId::as_str)),
            stage_steps::moved_at.eq(stored(step.at)),
            stage_steps::job_id.eq(before.job_id.as_str()),
            stage_steps::from_status.eq(before
                .status
                .map_or(UNDECIDED_STAGE, CandidateStatus::as_str)),
            stage_steps::seconds.eq(seconds_between(since, stored(step.at))),
        ))
        .execute(conn)?;
    decisions::record(conn, before, status, number + 1, step)
}

/// Returns the whole seconds between two times; 0 if a clock went backwards.
fn seconds_between(from: NaiveDateTime, to: NaiveDateTime) -> i64 {
    (to.and_utc().timestamp() - from.and_utc().timestamp()).max(0)
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = stage_steps)]
struct StepRow {
    from_id: String,
    from_name: String,
    to_id: String,
    to_name: String,
    status: String,
    reason: Option<String>,
    user_id: Option<String>,
    moved_at: NaiveDateTime,
}

impl StepRow {
    fn into_step(self) -> Result<StageStep, StoreError> {
        let user_id = self.user_id.map(|id| UserId::parse("user_id", &id));
        Ok(StageStep {
            from: (StageId::parse("from_id", &self.from_id)?, self.from_name),
            to: Stage {
                id: StageId::parse("to_id", &self.to_id)?,
                name: self.to_name,
                status: CandidateStatus::parse("status", &self.status)?,
            },
            reason: self.reason,
            user_id: user_id.transpose()?,
            at: timestamp(self.moved_at),
        })
    }
}

impl Candidates<'_> {
    /// Returns the latest 1,000 changes of a candidate's stage, the earliest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn stage_history(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<Vec<StageStep>, StoreError> {
        let rows: Vec<StepRow> = self.pools.read(|conn| {
            Ok(stage_steps::table
                .filter(stage_steps::organization_id.eq(organization.as_str()))
                .filter(stage_steps::candidate_id.eq(candidate.as_str()))
                .order(stage_steps::number.desc())
                .limit(MAX_STEPS)
                .select(StepRow::as_select())
                .load(conn)?)
        })?;
        rows.into_iter().rev().map(StepRow::into_step).collect()
    }

    /// Returns when candidates were last moved to their present stages. Candidates who were never moved are left out.
    ///
    /// # Errors
    /// When the database fails.
    pub fn last_moves(
        &self,
        organization: &OrganizationId,
        of: &[CandidateId],
    ) -> Result<HashMap<CandidateId, Timestamp>, StoreError> {
        if of.is_empty() {
            return Ok(HashMap::new());
        }
        let ids: Vec<&str> = of.iter().map(CandidateId::as_str).collect();
        let rows: Vec<(String, Option<NaiveDateTime>)> =
            self.pools.read_list(organization, |conn| {
                Ok(stage_steps::table
                    .filter(stage_steps::organization_id.eq(organization.as_str()))
                    .filter(stage_steps::candidate_id.eq_any(&ids))
                    .group_by(stage_steps::candidate_id)
                    .select((stage_steps::candidate_id, max(stage_steps::moved_at)))
                    .load(conn)?)
            })?;
        // Each group has a step, so each maximum is a time.
        let moved = rows.into_iter().filter_map(|(id, at)| Some((id, at?)));
        moved
            .map(|(id, at)| Ok((CandidateId::parse("candidate_id", &id)?, timestamp(at))))
            .collect()
    }
}

//! Stages: the template of the organization, the list of a job, and moves of candidates.

use std::collections::HashMap;

use shortlist_domain::{
    Candidate, CandidateCounts, CandidateId, InvalidValue, Job, JobId, ListProblem, MAX_STAGES,
    OrganizationId, Principal, StageDraft, StageId, StageList, StageMove, StageStep, Timestamp,
    UserType, check_short,
};
use shortlist_persistence::{JobStagesChange, JobStagesUpdate, StageTarget};

use crate::access::job_access::{check_candidates_visible, check_job_visible};
use crate::blind::Masks;
use crate::candidates::Candidates;
use crate::candidates::bulk_changes::changed_candidates;
use crate::checks::{NO_JOB, find_candidate_ids};
use crate::conflict::JobConflict;
use crate::error::AppError;
use crate::jobs::Jobs;
use crate::operations::Operation;
use crate::stage_ids::new_stage_ids;

/// A new list of stages for a job, as given.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct SetJobStages {
    pub stages: Vec<StageDraft>,
    /// Pairs of a removed stage and the stage to which its candidates go.
    pub moves: Vec<(String, String)>,
    pub reason: Option<String>,
}

/// A move of candidates to a stage, as given.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct MoveCandidates {
    pub candidate_ids: Vec<String>,
    pub stage_id: String,
    pub reason: Option<String>,
}

impl Jobs<'_> {
    /// Returns the stages that new jobs get.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn stage_template(&self, principal: &Principal) -> Result<StageList, AppError> {
        let organizations = self.store.organizations();
        Ok(organizations.stage_template(&principal.organization_id)?)
    }

    /// Sets the stages that new jobs get.
    ///
    /// # Errors
    /// Returns an error if a value is invalid.
    pub fn set_stage_template(
        &self,
        principal: &Principal,
        stages: &[StageDraft],
    ) -> Result<StageList, AppError> {
        let mut new_id = new_stage_ids(self.clock)?;
        let writer = self
            .writers
            .for_caller(principal, Operation::SetStageTemplate);
        let set = writer.organizations().set_stage_template(
            &principal.organization_id,
            stages,
            &mut new_id,
        )?;
        Ok(set?)
    }

    /// Replaces the stages of a job.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, if the organization has no such job, or if a removed stage has candidates and
    /// no move says where they go.
    pub fn set_stages(
        &self,
        principal: &Principal,
        job_id: &str,
        request: &SetJobStages,
    ) -> Result<Job, AppError> {
        let id = JobId::parse("jobId", job_id)?;
        check_job_visible(self.store, principal, &id)?;
        let moves = parse_moves(&request.moves)?;
        let reason = check_short("reason", request.reason.as_deref().unwrap_or(""))?;
        let change = JobStagesChange {
            stages: &request.stages,
            moves: &moves,
            reason: reason.as_deref(),
            at: self.clock.now(),
        };
        let mut new_id = new_stage_ids(self.clock)?;
        let organization = &principal.organization_id;
        let writer = self.writers.for_caller(principal, Operation::SetJobStages);
        let jobs = writer.jobs();
        match jobs.set_stages(organization, &id, &change, &mut new_id)? {
            JobStagesUpdate::Set(_list) => self.store.jobs().find(organization, &id)?.ok_or(NO_JOB),
            JobStagesUpdate::NotFound => Err(NO_JOB),
            JobStagesUpdate::Refused(refused) => Err(refused.into()),
            JobStagesUpdate::InUse(why) => Err(AppError::conflict(JobConflict::StageInUse(why))),
        }
    }

    /// Returns the stages of jobs, loaded with a single query.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn stage_lists(
        &self,
        organization: &OrganizationId,
        jobs: &[JobId],
    ) -> Result<HashMap<JobId, StageList>, AppError> {
        Ok(self.store.jobs().stage_lists(organization, jobs)?)
    }

    /// Returns the number of candidates in each stage of a job that has any.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn stage_counts(
        &self,
        organization: &OrganizationId,
        job: &JobId,
    ) -> Result<HashMap<StageId, i64>, AppError> {
        Ok(self.store.jobs().stage_counts(organization, job)?)
    }

    /// Returns how many candidates these jobs have. A job that never had one is left out.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn candidate_counts(
        &self,
        organization: &OrganizationId,
        jobs: &[JobId],
    ) -> Result<HashMap<JobId, CandidateCounts>, AppError> {
        Ok(self.store.jobs().candidate_counts(organization, jobs)?)
    }

    /// Returns how many candidates of a job nobody has decided about.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn undecided_count(
        &self,
        organization: &OrganizationId,
        job: &JobId,
    ) -> Result<i64, AppError> {
        Ok(self.store.jobs().undecided_count(organization, job)?)
    }
}

fn parse_moves(given: &[(String, String)]) -> Result<Vec<StageMove>, InvalidValue> {
    if given.len() > MAX_STAGES {
        let problem = ListProblem::TooMany(MAX_STAGES);
        return Err(InvalidValue::new("moves", problem));
    }
    let parse = |(from, to): &(String, String)| {
        Ok(StageMove {
            from: StageId::parse("fromStageId", from)?,
            to: StageId::parse("toStageId", to)?,
        })
    };
    given.iter().map(parse).collect()
}

impl Candidates<'_> {
    /// Moves all of the candidates to a stage of their jobs, or none of them.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, if the organization lacks one of the candidates, if one of their jobs has no
    /// such stage, or if a rejection lacks its reason.
    pub fn move_to_stage(
        &self,
        principal: &Principal,
        request: &MoveCandidates,
    ) -> Result<Vec<Candidate>, AppError> {
        let organization = &principal.organization_id;
        let stage_id = StageId::parse("stageId", &request.stage_id)?;
        let ids = find_candidate_ids(self.store, organization, &request.candidate_ids)?;
        check_candidates_visible(self.store, principal, &ids)?;
        let reason = check_short("reason", request.reason.as_deref().unwrap_or(""))?;
        let target = StageTarget {
            stage_id: &stage_id,
            reason: reason.as_deref(),
        };
        let writer = self
            .writers
            .for_caller(principal, Operation::MoveCandidates);
        let moved =
            writer
                .candidates()
                .move_to_stage(organization, &ids, target, self.clock.now())?;
        let mut moved = changed_candidates(moved)?;
        self.mask_all(principal, &mut moved)?;
        Ok(moved)
    }

    /// Returns the changes of a candidate's stage, the earliest first. An Interviewer sees none.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn stage_history(
        &self,
        principal: &Principal,
        candidate: &CandidateId,
    ) -> Result<Vec<StageStep>, AppError> {
        if principal.user_type == UserType::Interviewer {
            return Ok(Vec::new());
        }
        let candidates = self.store.candidates();
        let mut steps = candidates.stage_history(&principal.organization_id, candidate)?;
        let ids = std::slice::from_ref(candidate);
        let mut masks = Masks::of(self.store, principal, ids)?.load([candidate.clone()])?;
        if let Some(mask) = masks.remove(candidate) {
            for step in &mut steps {
                step.reason = mask.redact_some_written(step.reason.take());
            }
        }
        Ok(steps)
    }

    /// Returns since when candidates are in their stages, loaded with a single query. Who was never moved is there since the upload.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn in_stage_since<'a>(
        &self,
        principal: &Principal,
        candidates: impl IntoIterator<Item = &'a Candidate>,
    ) -> Result<HashMap<CandidateId, Timestamp>, AppError> {
        if principal.user_type == UserType::Interviewer {
            return Ok(HashMap::new());
        }
        let added = candidates.into_iter();
        let mut since: HashMap<CandidateId, Timestamp> = added
            .map(|candidate| (candidate.id.clone(), candidate.created_at))
            .collect();
        let ids: Vec<CandidateId> = since.keys().cloned().collect();
        let organization = &principal.organization_id;
        since.extend(self.store.candidates().last_moves(organization, &ids)?);
        Ok(since)
    }
}

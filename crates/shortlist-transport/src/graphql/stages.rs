//! The GraphQL types of stages.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use juniper::{GraphQLInputObject, GraphQLObject, graphql_object};
use shortlist_app::{AppError, MoveCandidates, Operation, SetJobStages};
use shortlist_domain::{
    Candidate, CandidateId, CandidateStatus, Job, JobId, OrganizationId, StageDraft, StageId,
    StageList, StageStep,
};

use crate::error::ApiError;
use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::input::input;
use crate::graphql::page::loaded;

/// A stage of a list. Stages that the list does not name are removed.
#[derive(GraphQLInputObject)]
pub(crate) struct StageInput {
    /// The identifier of a present stage. Without it, the stage is new.
    #[graphql(name = "_id")]
    id: Option<String>,
    name: String,
    /// The status of the candidates in it: `Active`, `OnHold`, `Rejected`, `Hired` or `Withdrawn`.
    status: String,
}

fn drafts(given: Vec<StageInput>) -> Vec<StageDraft> {
    let draft = |input: StageInput| StageDraft {
        id: input.id,
        name: input.name,
        status: input.status,
    };
    given.into_iter().map(draft).collect()
}

/// A stage of a job.
#[derive(GraphQLObject)]
pub(crate) struct Stage {
    #[graphql(name = "_id")]
    id: String,
    name: String,
    /// The status of the candidates in it.
    status: &'static str,
}

impl Stage {
    fn of(stage: &shortlist_domain::Stage) -> Self {
        Self {
            id: stage.id.to_string(),
            name: stage.name.clone(),
            status: stage.status.as_str(),
        }
    }

    /// Returns the stage of a candidate. While the job's list is being changed, it may already be missing there.
    pub(crate) fn of_candidate(
        candidate: &Candidate,
        stage: Option<&shortlist_domain::Stage>,
    ) -> Self {
        let status = candidate.status.unwrap_or(CandidateStatus::Active);
        stage.map_or_else(
            || Self {
                id: candidate.stage_id.to_string(),
                name: candidate.stage_id.to_string(),
                status: status.as_str(),
            },
            Self::of,
        )
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct GetStageTemplateInput {
    organization_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct SetStageTemplateInput {
    organization_id: String,
    stages: Vec<StageInput>,
}

/// The stages that new jobs get.
#[derive(GraphQLObject)]
pub(crate) struct StageTemplate {
    stages: Vec<Stage>,
}

impl StageTemplate {
    fn of(list: &StageList) -> Self {
        Self {
            stages: list.stages().iter().map(Stage::of).collect(),
        }
    }

    pub(crate) fn get(context: &RequestContext, input: &GetStageTemplateInput) -> Resolved<Self> {
        context.perform(
            Operation::GetStageTemplate,
            of_organization(&input.organization_id),
            |app, principal| Ok(Self::of(&app.jobs().stage_template(principal)?)),
        )
    }

    pub(crate) fn set(context: &RequestContext, input: SetStageTemplateInput) -> Resolved<Self> {
        let organization = input.organization_id;
        context.perform(
            Operation::SetStageTemplate,
            of_organization(&organization),
            |app, principal| {
                let stages = drafts(input.stages);
                Ok(Self::of(
                    &app.jobs().set_stage_template(principal, &stages)?,
                ))
            },
        )
    }
}

/// Where the candidates of a removed stage go.
#[derive(GraphQLInputObject)]
pub(crate) struct StageMoveInput {
    from_stage_id: String,
    to_stage_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct SetJobStagesInput {
    pub(crate) organization_id: String,
    job_id: String,
    /// All stages in their order. The default stage of each status without a stage is added at the end.
    stages: Vec<StageInput>,
    /// Where the candidates of removed stages go, at most 1,000 of each stage.
    moves: Option<Vec<StageMoveInput>>,
    /// Why they are moved. The rules of rejections apply.
    reason: Option<String>,
}

impl SetJobStagesInput {
    /// Returns the job, and its new stages.
    pub(crate) fn request(self) -> (String, SetJobStages) {
        let moves = self.moves.into_iter().flatten();
        let request = SetJobStages {
            stages: drafts(self.stages),
            moves: moves
                .map(|one| (one.from_stage_id, one.to_stage_id))
                .collect(),
            reason: self.reason,
        };
        (self.job_id, request)
    }
}

input! {
    /// Moves candidates to a stage of their jobs: all of them, or none.
    pub(crate) struct MoveCandidatesInput(MoveCandidates) of organization_id "organizationId" {
        /// At most 1,000 identifiers or `uId`s.
        "candidateIds" as candidate_ids: Vec<String>;
        /// The stage. Candidates of several jobs can be moved together if all of these jobs have it.
        "stageId" as stage_id: String;
        /// Why. A stage for rejected candidates follows the organization's rules for rejections.
        "reason" as reason: Option<String>;
    }
}

/// A change of a candidate's stage. Names and status are those of the time of the change.
#[derive(GraphQLObject)]
pub(crate) struct StageChange {
    from_stage_id: String,
    from_stage_name: String,
    stage_id: String,
    stage_name: String,
    status: &'static str,
    reason: Option<String>,
    /// The user who changed it. Null if the operator or the service did.
    user_id: Option<String>,
    moved_at: String,
}

impl StageChange {
    fn of(step: StageStep) -> Self {
        Self {
            from_stage_id: step.from.0.into_string(),
            from_stage_name: step.from.1,
            stage_id: step.to.id.into_string(),
            stage_name: step.to.name,
            status: step.to.status.as_str(),
            reason: step.reason,
            user_id: step.user_id.map(shortlist_domain::UserId::into_string),
            moved_at: step.at.to_string(),
        }
    }

    /// Returns the history of a candidate.
    pub(crate) fn list(
        context: &RequestContext,
        candidate: &CandidateId,
    ) -> Result<Vec<Self>, AppError> {
        context.check()?;
        let candidates = context.app.candidates();
        let steps = candidates.stage_history(&context.principal, candidate)?;
        let bytes = |step: &StageStep| {
            step.from.1.len() + step.to.name.len() + step.reason.as_ref().map_or(0, String::len)
        };
        context.charge(steps.iter().map(|step| bytes(step) + ITEM_BYTES).sum())?;
        Ok(steps.into_iter().map(Self::of).collect())
    }
}

/// The stages of the jobs of one page. The first job whose stages are selected loads them all.
pub(crate) struct PageStages {
    jobs: Vec<JobId>,
    lists: OnceLock<HashMap<JobId, StageList>>,
}

impl PageStages {
    pub(crate) fn of(jobs: impl IntoIterator<Item = JobId>) -> Self {
        Self {
            jobs: jobs.into_iter().collect(),
            lists: OnceLock::new(),
        }
    }

    /// Returns the stages of a job.
    pub(crate) fn of_job(
        &self,
        context: &RequestContext,
        job: &Job,
    ) -> Result<Vec<JobStage>, AppError> {
        let lists = loaded(&self.lists, || {
            let jobs = context.app.jobs();
            jobs.stage_lists(&job.organization_id, &self.jobs)
        })?;
        let stages = lists
            .get(&job.id)
            .map(StageList::stages)
            .unwrap_or_default();
        context.charge(stages.len().saturating_mul(ITEM_BYTES))?;
        let counts = Arc::new(StageCounts {
            organization: job.organization_id.clone(),
            job: job.id.clone(),
            loaded: OnceLock::new(),
        });
        let stage = |stage: &shortlist_domain::Stage| JobStage {
            stage: stage.clone(),
            counts: Arc::clone(&counts),
        };
        Ok(stages.iter().map(stage).collect())
    }
}

/// The number of candidates in each stage of a job, loaded when it is first selected.
struct StageCounts {
    organization: OrganizationId,
    job: JobId,
    loaded: OnceLock<HashMap<StageId, i64>>,
}

/// A stage in the list of a job.
pub(crate) struct JobStage {
    stage: shortlist_domain::Stage,
    counts: Arc<StageCounts>,
}

#[graphql_object(context = RequestContext)]
impl JobStage {
    #[graphql(name = "_id")]
    fn id(&self) -> &str {
        self.stage.id.as_str()
    }

    fn name(&self) -> &str {
        &self.stage.name
    }

    /// The status of the candidates in it.
    fn status(&self) -> &str {
        self.stage.status.as_str()
    }

    /// The number of candidates in it.
    fn candidate_count(&self, context: &RequestContext) -> Result<i32, ApiError> {
        let counts = loaded(&self.counts.loaded, || {
            context.check()?;
            let jobs = context.app.jobs();
            jobs.stage_counts(&self.counts.organization, &self.counts.job)
        })?;
        let count = counts.get(&self.stage.id).copied();
        Ok(i32::try_from(count.unwrap_or(0)).unwrap_or(i32::MAX))
    }
}

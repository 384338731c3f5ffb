//! The operations on stages whose answers are jobs or candidates.

use juniper::Executor;
use shortlist_app::Operation;

use super::candidate_changes::UpdatedCandidates;
use super::candidates::SelectedParts;
use super::context::{RequestContext, Resolved, of_organization};
use super::jobs::JobObject;
use super::stages::{MoveCandidatesInput, SetJobStagesInput};

pub(crate) fn set_job_stages(
    context: &RequestContext,
    input: SetJobStagesInput,
) -> Resolved<JobObject> {
    let organization = input.organization_id.clone();
    context.perform(
        Operation::SetJobStages,
        of_organization(&organization),
        |app, principal| {
            let job = app.jobs().set_stages(principal, &input.request())?;
            JobObject::of(context, job)
        },
    )
}

pub(crate) fn move_candidates(
    context: &RequestContext,
    executor: &Executor<'_, '_, RequestContext>,
    input: MoveCandidatesInput,
) -> Resolved<UpdatedCandidates> {
    let organization = input.organization_id.clone();
    context.perform(
        Operation::MoveCandidates,
        of_organization(&organization),
        |app, principal| {
            let moved = app
                .candidates()
                .move_to_stage(principal, &input.request())?;
            let selected = SelectedParts::within(executor, "candidates");
            UpdatedCandidates::load(context, moved, selected)
        },
    )
}

//! The operations that change jobs.

use shortlist_app::{Claims, Operation};
use shortlist_domain::{RecruiterAccess, RecruiterAccessChange};

use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::jobs::management::{
    DeleteJobInput, DeletedJob, RecruiterAccessObject, SetHiringTeamInput, SetJobStatusInput,
    SetRecruiterAccessInput,
};
use crate::graphql::jobs::{CreateJobInput, JobObject, UpdateJobInput};
use crate::graphql::stages::SetJobStagesInput;

pub(crate) fn create_job(context: &RequestContext, input: CreateJobInput) -> Resolved<JobObject> {
    let claims = Claims {
        organization_id: Some(&input.organization_id),
        recruiter_id: Some(&input.request.recruiter_id),
        user_type: None,
    };
    context.perform(Operation::CreateJob, claims, |app, principal| {
        JobObject::of(context, app.jobs().create(principal, &input.request)?)
    })
}

pub(crate) fn update_job(context: &RequestContext, input: UpdateJobInput) -> Resolved<JobObject> {
    context.perform(
        Operation::UpdateJob,
        of_organization(&input.organization_id),
        |app, principal| JobObject::of(context, app.jobs().update(principal, input.request)?),
    )
}

pub(crate) fn set_job_status(
    context: &RequestContext,
    input: SetJobStatusInput,
) -> Resolved<JobObject> {
    context.perform(
        Operation::SetJobStatus,
        of_organization(&input.organization_id),
        |app, principal| {
            let job = app.jobs().set_status(principal, &input.request)?;
            JobObject::of(context, job)
        },
    )
}

pub(crate) fn delete_job(context: &RequestContext, input: DeleteJobInput) -> Resolved<DeletedJob> {
    context.perform(
        Operation::DeleteJob,
        of_organization(&input.organization_id),
        |app, principal| {
            let id = app.jobs().delete(principal, &input.job_id)?;
            Ok(DeletedJob::of(&id))
        },
    )
}

pub(crate) fn set_hiring_team(
    context: &RequestContext,
    input: SetHiringTeamInput,
) -> Resolved<JobObject> {
    context.perform(
        Operation::SetHiringTeam,
        of_organization(&input.organization_id),
        |app, principal| {
            let jobs = app.jobs();
            let job = jobs.set_team(principal, &input.job_id, &input.user_ids)?;
            JobObject::of(context, job)
        },
    )
}

pub(crate) fn set_recruiter_access(
    context: &RequestContext,
    input: SetRecruiterAccessInput,
) -> Resolved<RecruiterAccessObject> {
    context.perform(
        Operation::SetRecruiterAccess,
        of_organization(&input.organization_id),
        |app, principal| {
            let change = RecruiterAccessChange {
                access: RecruiterAccess::parse("access", &input.access)?,
                hiring_managers_decide: input.hiring_managers_decide,
            };
            app.jobs().set_recruiter_access(principal, change)?;
            RecruiterAccessObject::load(app, principal)
        },
    )
}

pub(crate) fn set_job_stages(
    context: &RequestContext,
    input: SetJobStagesInput,
) -> Resolved<JobObject> {
    let organization = input.organization_id.clone();
    context.perform(
        Operation::SetJobStages,
        of_organization(&organization),
        |app, principal| {
            let (job, request) = input.request();
            let job = app.jobs().set_stages(principal, &job, &request)?;
            JobObject::of(context, job)
        },
    )
}

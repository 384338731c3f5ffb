//! Publishing, closing, archiving and reopening a job.

use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{App, Operation, SetJobStatus};
use shortlist_domain::{Job, JobStatus, Principal};

use super::{EditedJob, Notice, Values, show};
use crate::changed_meanwhile::{ChangedMeanwhile, if_unchanged};
use crate::form::Fields;
use crate::ranking::find_job;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer_form};

/// What the button for a status says.
pub(super) fn action(from: JobStatus, to: JobStatus) -> &'static str {
    match (from, to) {
        (JobStatus::Draft, JobStatus::Open) => "Publish",
        (_, JobStatus::Draft) => "Make it a draft",
        (_, JobStatus::Open) => "Reopen",
        (_, JobStatus::Closed) => "Close",
        (_, JobStatus::Archived) => "Archive",
    }
}

/// What a status means for those who upload resumes.
pub(super) fn about(status: JobStatus) -> &'static str {
    match status {
        JobStatus::Draft => "The job is not published yet. Resumes can be uploaded.",
        JobStatus::Open => "The job is published. Resumes can be uploaded.",
        JobStatus::Closed => "The job is filled or withdrawn. No more resumes can be uploaded.",
        JobStatus::Archived => "The job is put away. No more resumes can be uploaded.",
    }
}

/// Changes the status of the job in the address.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        match set(&visit, &fields).await {
            Ok(job) => {
                let page = format!("/app/jobs/{}/edit?saved=status", job.id);
                Ok(respond::redirect(&page))
            }
            Err(error) => {
                let (status, problem) = error.about_input()?;
                let job = find_job(&visit).await?;
                let edited = EditedJob::of(&job);
                let notice = Notice {
                    problem,
                    reason: fields.get("reason").to_owned(),
                    ..Notice::default()
                };
                show(
                    &visit,
                    Some(edited),
                    Values::of_job(job).into(),
                    status,
                    notice,
                )
                .await
            }
        }
    })
    .await
}

async fn set(visit: &Visit, fields: &Fields) -> Result<Job, PageError> {
    let request = SetJobStatus {
        job_id: visit.id(),
        status: fields.get("status").to_owned(),
        reason: fields.some("reason").map(str::to_owned),
    };
    let was = fields.some("was").map(str::to_owned);
    let set = move |app: &App, principal: &Principal| {
        if_unchanged(app, principal, |services| {
            let jobs = services.jobs();
            let now = jobs.get(principal, &request.job_id)?.status;
            match was.as_deref() {
                Some(was) if was != now.as_str() => Err(ChangedMeanwhile::JobStatus(now).into()),
                _ => Ok(jobs.set_status(principal, &request)?),
            }
        })
    };
    Ok(visit.run(Operation::SetJobStatus, set).await??)
}

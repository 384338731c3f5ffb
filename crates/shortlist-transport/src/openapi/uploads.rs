//! Resumes, job files and applications that clients send, and the progress of uploads.

use utoipa::ToSchema;
use utoipa::openapi::{Content, HttpMethod};

use super::endpoint::{Access, Endpoint, Refusals, json, plain_text};
use super::schemas::{FormField, form};
use crate::apply::ReceiptBody;
use crate::idempotency::IDEMPOTENCY_KEY;
use crate::import::body::ImportBody;
use crate::paths::{self, Route};
use crate::respond_async::AcceptedBody;
use crate::upload::body::UploadBody;
use crate::uploads::ProgressBody;

pub(super) const TAG: &str = "Uploads";

const JSON: &str = "application/json";
const FORM: &str = "multipart/form-data";

/// The form with resumes.
pub(super) const RESUMES: [FormField; 7] = [
    FormField::files("files", "The resumes: PDF, DOC or DOCX, each up to 10 MiB."),
    FormField::id("jobId", "The job."),
    FormField::id("recruiterId", "The user who sends them."),
    FormField::id("organizationId", "The organization."),
    FormField::one_of(
        &["Recruiter", "Admin"],
        "userType",
        "The type of this user.",
    ),
    FormField::text(
        "resumeScoreBreakdown",
        "The weights as JSON, such as `{\"experience\": 40, \"skills\": 40, \"education\": 20}`.",
    ),
    FormField::one_of(
        &["skip", "replace", "add"],
        "onDuplicate",
        "What happens to another resume of a person who is a candidate for the job.",
    )
    .optional(),
];

/// The form with a job file.
pub(super) const JOBS: [FormField; 6] = [
    FormField::file("recfiles", "The job file: CSV, XLSX or JSON, up to 10 MiB."),
    FormField::id("recruiterId", "The user who owns the jobs."),
    FormField::id("organizationId", "The organization."),
    FormField::text("prompt", "Instructions for how to read the file.").optional(),
    FormField::one_of(
        &["skip", "refuse"],
        "onDuplicate",
        "What happens to jobs that exist.",
    )
    .optional(),
    FormField::text("dryRun", "`true` to see the plan and to create nothing.").optional(),
];

/// The form with an application.
pub(super) const APPLICATION: [FormField; 10] = [
    FormField::file("resume", "The resume: PDF, DOC or DOCX, up to 10 MiB."),
    FormField::files("documents", "Further documents, up to 5.").optional(),
    FormField::text(
        "answers",
        "The answers to the job's questions, as a JSON object.",
    )
    .optional(),
    FormField::text("consentText", "What the applicant agreed to."),
    FormField::text("consentVersion", "The version of that text."),
    FormField::text("consentTime", "When they agreed.").optional(),
    FormField::text("fullName", "The name that the applicant states.").optional(),
    FormField::text(
        "emailAddress",
        "The e-mail address that the applicant states.",
    )
    .optional(),
    FormField::text(
        "phoneNumber",
        "The telephone number that the applicant states.",
    )
    .optional(),
    FormField::text("source", "Where the application came from.").optional(),
];

pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        resumes(paths::UPLOAD_RESUMES, "uploadResumes"),
        resumes(paths::UPLOAD_CANDIDATES, "uploadCandidates"),
        jobs(paths::ADD_JOBS, "addJobsByFile"),
        jobs(paths::UPLOAD_JOBS, "uploadJobs"),
        apply(),
        progress(),
    ]
}

fn resumes(route: Route, id: &str) -> Endpoint {
    let own = UploadBody::name();
    tracked(
        route,
        id,
        "Send resumes for a job",
        own.into_owned(),
        &RESUMES,
    )
    .answer(
        200,
        "Each file has an outcome.",
        &[(JSON, json::<UploadBody>())],
    )
}

fn jobs(route: Route, id: &str) -> Endpoint {
    let own = ImportBody::name();
    tracked(
        route,
        id,
        "Create jobs from a file",
        own.into_owned(),
        &JOBS,
    )
    .answer(
        200,
        "The jobs, or the plan of a dry run.",
        &[(JSON, json::<ImportBody>())],
    )
}

/// Returns an upload whose progress can be followed.
fn tracked(
    (path, _): Route,
    id: &str,
    summary: &str,
    own: String,
    fields: &[FormField],
) -> Endpoint {
    let accepted = [(JSON, json::<AcceptedBody>())];
    Endpoint::new(path, HttpMethod::Post, TAG, id, summary)
        .refusals(Refusals::ErrorOr(own))
        .access(Access::Caller)
        .chosen_id(
            IDEMPOTENCY_KEY,
            "A key with which the request may be sent again.",
        )
        .chosen_id(
            "X-Upload-Id",
            "The identifier for the progress of the upload.",
        )
        .header(
            "Prefer",
            "`respond-async` to get the answer once the bytes have arrived.",
        )
        .body(&[FORM], &Content::new(Some(form(fields))))
        .answer(
            202,
            "The upload has arrived, and is being processed.",
            &accepted,
        )
        .refuse(
            404,
            "The job does not exist, or the caller has no access to it.",
        )
        .refuse(
            409,
            "The request conflicts with what exists, or with one that is still running.",
        )
        .refuse(
            422,
            "The file cannot be used, or the idempotency key belongs to another request.",
        )
}

fn apply() -> Endpoint {
    let (path, _) = paths::APPLY;
    Endpoint::new(
        path,
        HttpMethod::Post,
        TAG, "apply",
        "Send an application from outside",
    )
    .describe(
        "An API key that has only the permission `apply` or `apply:server` is enough. With `apply:server`, the header \
         `X-Applicant-Address` states the address of the applicant, for whose network limits hold.",
    )
    .access(Access::Key)
    .chosen_id(
        IDEMPOTENCY_KEY,
        "A key with which the request may be sent again.",
    )
    .body(&[FORM], &Content::new(Some(form(&APPLICATION))))
    .answer(
        200,
        "The application has been received.",
        &[(JSON, json::<ReceiptBody>())],
    )
    .refuse(404, "There is no open job with this identifier.")
    .refuse(
        409,
        "The first request with this idempotency key is still running.",
    )
    .refuse(
        422,
        "The resume cannot be read, or the idempotency key belongs to another application.",
    )
}

fn progress() -> Endpoint {
    let (path, _) = paths::UPLOAD;
    let progress = [
        (JSON, json::<ProgressBody>()),
        ("text/event-stream", plain_text()),
    ];
    Endpoint::new(
        path,
        HttpMethod::Get,
        TAG,
        "getUpload",
        "Get the progress of an upload",
    )
    .describe("With `Accept: text/event-stream`, a stream sends each change until the upload ends.")
    .access(Access::Caller)
    .answer(200, "The progress.", &progress)
    .refuse(404, "The caller has no such upload.")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_forms_have_the_fields_that_the_handlers_read() {
        let names = |fields: &[FormField]| -> BTreeSet<&str> {
            fields.iter().map(|field| field.name).collect()
        };
        assert_eq!(names(&RESUMES), BTreeSet::from(crate::upload::FIELDS));
        assert_eq!(names(&JOBS), BTreeSet::from(crate::import::FIELDS));
        assert_eq!(names(&APPLICATION), BTreeSet::from(crate::apply::FIELDS));
    }
}

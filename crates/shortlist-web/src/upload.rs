//! Uploading resumes for a job.

use actix_web::http::StatusCode;
use actix_web::http::header::ACCEPT;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use serde::Serialize;
use shortlist_app::{
    FileOutcome, Operation, Outcome, UploadFields, UploadSummary, skip_reason_text,
};
use shortlist_domain::{Principal, UserType};
use shortlist_transport::{Form, PageUpload, send_progress, upload_from_page};

use crate::frame::Frame;
use crate::ranking::{JobHead, find_job};
use crate::respond::error::PageError;
use crate::skipped::SkippedFile;
use crate::visit::{Visit, answer, answer_upload};

/// The criteria of the form, with the weight that each has at first.
const CRITERIA: [(&str, &str, &str); 3] = [
    ("experience", "Experience", "40"),
    ("skills", "Skills", "40"),
    ("education", "Education", "20"),
];

const OTHER_NAME: &str = "The e-mail address or telephone number is that of a candidate with another name. If this is somebody \
    else, correct the contact data of that candidate and upload the file again.";

#[derive(Template)]
#[template(path = "upload.html")]
struct UploadPage {
    frame: Frame,
    job: JobHead,
    criteria: Vec<CriterionField>,
    max_files: usize,
    max_file_mib: u64,
    problem: Option<String>,
    results: Vec<FileRow>,
    counts: Option<[usize; 3]>,
    skipped: Vec<SkippedFile>,
}

struct CriterionField {
    name: &'static str,
    label: &'static str,
    weight: &'static str,
}

/// The outcome of a file, for the table and for the script.
#[derive(Serialize)]
struct FileRow {
    file: String,
    outcome: &'static str,
    label: &'static str,
    reason: String,
    candidate: Option<String>,
    code: String,
}

impl FileRow {
    fn of(result: FileOutcome) -> Self {
        let (outcome, label, reason, candidate) = match result.outcome {
            Outcome::Created { id, code, .. } => {
                ("created", "Added", String::new(), Some((id, code)))
            }
            Outcome::Duplicate {
                existing,
                has_other_name,
            } => {
                let reason = if has_other_name {
                    OTHER_NAME
                } else {
                    "The job already has this file or this person. This file was not kept."
                };
                let reason = reason.to_owned();
                ("duplicate", "Already there", reason, existing)
            }
            Outcome::Replaced { id, code, .. } => {
                let reason = "It replaced the person's earlier resume.".to_owned();
                ("replaced", "Replaced", reason, Some((id, code)))
            }
            Outcome::Added { id, code, .. } => {
                let reason = "It is a further document of this person.".to_owned();
                ("added", "Kept", reason, Some((id, code)))
            }
            Outcome::Skipped(reason) => ("skipped", "Skipped", skip_reason_text(reason), None),
        };
        let (id, code) = candidate.unzip();
        Self {
            file: result.file,
            outcome,
            label,
            reason,
            candidate: id.map(shortlist_domain::CandidateId::into_string),
            code: code.map_or(String::new(), |code| code.to_string()),
        }
    }
}

/// Shows the form.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin_for(&request, Operation::UploadResumes).await?;
        show(&visit, StatusCode::OK, None, Vec::new()).await
    };
    answer(&request, shown).await
}

async fn show(
    visit: &Visit,
    status: StatusCode,
    problem: Option<String>,
    results: Vec<FileRow>,
) -> Result<HttpResponse, PageError> {
    let job = find_job(visit).await?;
    let limits = &visit.state.app().settings().upload;
    let field = |(name, label, weight)| CriterionField {
        name,
        label,
        weight,
    };
    let count = |outcome| results.iter().filter(|row| row.outcome == outcome).count();
    let page = UploadPage {
        frame: visit.frame(),
        job: JobHead::of(&job),
        criteria: CRITERIA.map(field).into(),
        max_files: limits.files,
        max_file_mib: limits.file_bytes >> 20,
        problem,
        counts: (!results.is_empty()).then(|| ["created", "duplicate", "skipped"].map(count)),
        skipped: results
            .iter()
            .filter(|row| row.outcome == "skipped")
            .map(|row| SkippedFile::new(&row.file, &row.reason))
            .collect(),
        results,
    };
    visit.page_with_status(status, page).await
}

/// Receives files. A script that asks for JSON gets the outcomes alone, or where to watch them if it does not wait.
pub(crate) async fn receive(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let wants_json = request
        .headers()
        .get(ACCEPT)
        .is_some_and(|accepted| accepted == "application/json");
    let received = async {
        let visit = Visit::begin(&request).await?;
        let done = upload(&visit, payload).await;
        if wants_json {
            return Ok(as_json(done));
        }
        match done {
            Ok(PageUpload::Complete(UploadSummary { results, .. })) => {
                let rows = results.into_iter().map(FileRow::of).collect();
                show(&visit, StatusCode::OK, None, rows).await
            }
            Ok(PageUpload::Accepted(_)) => show(&visit, StatusCode::ACCEPTED, None, vec![]).await,
            Err(error) => {
                let (status, problem) = error.about_input()?;
                show(&visit, status, Some(problem), Vec::new()).await
            }
        }
    };
    if wants_json {
        // A script cannot follow the redirect to the sign-in page, so it gets the status instead.
        return received.await.unwrap_or_else(|error| error.respond(None));
    }
    answer_upload(&request, received).await
}

/// Shows a script the progress of an upload.
pub(crate) async fn progress(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let principal = visit.principal().clone();
        Ok::<_, PageError>(send_progress(&request, &visit.state, principal, &visit.id()).await?)
    };
    shown.await.unwrap_or_else(|error| error.respond(None))
}

async fn upload(visit: &Visit, payload: web::Payload) -> Result<PageUpload, PageError> {
    let principal = visit.principal().clone();
    let (job_id, caller) = (visit.id(), principal.clone());
    let fields = move |form: &mut Form| upload_fields(form, job_id, &caller);
    Ok(upload_from_page(&visit.request, payload, &visit.state, principal, fields).await?)
}

fn as_json(done: Result<PageUpload, PageError>) -> HttpResponse {
    #[derive(Serialize)]
    struct Problem {
        problem: String,
    }
    #[derive(Serialize)]
    struct Accepted {
        id: String,
    }
    match done.map_err(PageError::about_input) {
        Ok(PageUpload::Complete(UploadSummary { results, .. })) => {
            let rows: Vec<FileRow> = results.into_iter().map(FileRow::of).collect();
            HttpResponse::Ok().json(rows)
        }
        Ok(PageUpload::Accepted(id)) => {
            HttpResponse::Accepted().json(Accepted { id: id.to_string() })
        }
        Err(Ok((status, problem))) => HttpResponse::build(status).json(Problem { problem }),
        Err(Err(error)) => error.respond(None),
    }
}

fn upload_fields(form: &mut Form, job_id: String, principal: &Principal) -> UploadFields {
    let weights: Vec<String> = CRITERIA
        .iter()
        .map(|(name, _, weight)| {
            let given = form.take(name);
            let given = given.as_deref().map(str::trim).unwrap_or(weight);
            // Anything but a number makes the whole value invalid, which is reported as a problem of the weights.
            let number = given
                .parse::<f64>()
                .map_or("null".to_owned(), |n| n.to_string());
            format!("\"{name}\": {number}")
        })
        .collect();
    let role = match principal.user_type {
        UserType::Admin => UserType::Admin,
        UserType::Recruiter
        | UserType::HiringManager
        | UserType::ReadOnly
        | UserType::Interviewer => UserType::Recruiter,
    };
    UploadFields {
        job_id: Some(job_id),
        recruiter_id: Some(principal.user_id.to_string()),
        organization_id: Some(principal.organization_id.to_string()),
        user_type: Some(role.as_str().to_owned()),
        resume_score_breakdown: Some(format!("{{{}}}", weights.join(", "))),
        on_duplicate: None,
    }
}

//! Importing jobs from a file: the plan is shown, and can be corrected, before anything is created.

mod meanings;
mod plan;

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use data_encoding::BASE64URL_NOPAD;
use shortlist_app::limits::MAX_PROMPT_CHARS;
use shortlist_app::{Import, ImportFields, ImportRefusal, ImportSummary, Operation};
use shortlist_transport::{
    ApiError, MAX_PAGE_JOB_FILE_BYTES, import_from_page, read_job_file_form,
};

use crate::form::Fields;
use crate::frame::Frame;
use crate::respond::error::{PageError, sentence};
use crate::visit::{Visit, answer, answer_form, answer_upload};
use meanings::with_meanings;
use plan::{ClauseRow, PlanView, ProblemRow};

#[derive(Template)]
#[template(path = "job_import.html")]
struct ImportPage {
    frame: Frame,
    prompt: String,
    max_prompt: usize,
    max_mib: u64,
    /// The file, as the forms of the page carry it; empty before one was sent.
    content: String,
    skip: bool,
    plan: Option<PlanView>,
    clauses: Vec<ClauseRow>,
    problems: Vec<ProblemRow>,
    problem: String,
}

#[derive(Template)]
#[template(path = "job_imported.html")]
struct ImportedPage {
    frame: Frame,
    jobs: Vec<(String, String, String)>,
    skipped: Vec<ProblemRow>,
}

/// What a user asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Plan,
    Create,
}

/// A file with the sentences that say how to read it.
#[derive(Default)]
struct Given {
    file: Vec<u8>,
    prompt: String,
    skip: bool,
}

/// Shows the form.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        // Whoever may not import sees no form.
        visit
            .run(Operation::ImportJobs, |_app, _principal| Ok(()))
            .await?;
        visit
            .page(ImportPage::of(visit.frame(), &Given::default()))
            .await
    };
    answer(&request, shown).await
}

/// Receives a file and shows its plan.
pub(crate) async fn receive(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let received = async {
        let visit = Visit::begin(&request).await?;
        let mut given = Given::default();
        match read_job_file_form(&request, payload, &visit.state, visit.principal()).await {
            Ok(mut form) => {
                given.prompt = form.fields.take("prompt").unwrap_or_default();
                given.file = form.file;
                run(&visit, given, Step::Plan).await
            }
            Err(error) => {
                let (status, problem) = PageError::from(error).about_input()?;
                let page = ImportPage::of(visit.frame(), &given);
                let page = ImportPage { problem, ..page };
                visit.page_with_status(status, page).await
            }
        }
    };
    answer_upload(&request, received).await
}

/// Shows the plan of a corrected form, or creates the jobs.
pub(crate) async fn correct(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let step = if fields.has("create") {
            Step::Create
        } else {
            Step::Plan
        };
        let given = visit.compute(move || read(&fields)).await?;
        run(&visit, given, step).await
    })
    .await
}

/// Returns the rows that cannot be imported as CSV (RFC 4180).
pub(crate) async fn problems(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let given = visit.compute(move || read(&fields)).await?;
        let done = import(&visit, &given, Step::Plan).await?;
        let frame = visit.frame();
        let table = visit.compute(move || -> Result<String, PageError> {
            let mut page = ImportPage::of(frame, &given);
            page.add(done)?;
            Ok(page.problems.iter().map(ProblemRow::csv).collect())
        });
        let lines = table.await??;
        Ok(HttpResponse::Ok()
            .insert_header((CONTENT_TYPE, "text/csv; charset=utf-8"))
            .insert_header((
                CONTENT_DISPOSITION,
                "attachment; filename=\"rows-with-problems.csv\"",
            ))
            .body(format!("row,column,problem\r\n{lines}")))
    })
    .await
}

fn read(fields: &Fields) -> Given {
    let content = fields.get("content");
    Given {
        // A file that was changed on the way is read like any other: the use case says what is wrong with it.
        file: BASE64URL_NOPAD
            .decode(content.as_bytes())
            .unwrap_or_default(),
        prompt: with_meanings(fields),
        skip: fields.has("skip"),
    }
}

async fn import(
    visit: &Visit,
    given: &Given,
    step: Step,
) -> Result<Result<Import, ImportRefusal>, PageError> {
    let principal = visit.principal();
    let text = |text: &str| Some(text.to_owned());
    let fields = ImportFields {
        recruiter_id: text(principal.user_id.as_str()),
        organization_id: text(principal.organization_id.as_str()),
        prompt: text(&given.prompt),
        on_duplicate: text(if given.skip { "skip" } else { "refuse" }),
        dry_run: text(if step == Step::Plan { "true" } else { "false" }),
    };
    let done = import_from_page(&visit.state, principal, fields, given.file.clone());
    Ok(done.await?)
}

async fn run(visit: &Visit, given: Given, step: Step) -> Result<HttpResponse, PageError> {
    if given.file.is_empty() {
        let page = ImportPage {
            problem: "Choose a file first.".to_owned(),
            ..ImportPage::of(visit.frame(), &given)
        };
        return visit.page_with_status(StatusCode::BAD_REQUEST, page).await;
    }
    match import(visit, &given, step).await? {
        Ok(Import::Created(summary)) => {
            let frame = visit.frame();
            let build = move || Ok((StatusCode::OK, ImportedPage::of(frame, summary)));
            visit.built(build).await
        }
        Err(refused @ ImportRefusal::Duplicates { .. }) => {
            // The plan is shown again, with what is wrong.
            let planned = import(visit, &given, Step::Plan).await?;
            let problem = sentence(&refused.to_string());
            show(visit, given, planned, Some(problem)).await
        }
        done => show(visit, given, done, None).await,
    }
}

/// Shows the plan, or why there is none. A problem is that of jobs that were not created.
async fn show(
    visit: &Visit,
    given: Given,
    done: Result<Import, ImportRefusal>,
    problem: Option<String>,
) -> Result<HttpResponse, PageError> {
    let frame = visit.frame();
    let build = move || {
        let mut page = ImportPage::of(frame, &given);
        let status = page.add(done)?;
        Ok(match problem {
            Some(problem) => (StatusCode::CONFLICT, ImportPage { problem, ..page }),
            None => (status, page),
        })
    };
    visit.built(build).await
}

impl ImportPage {
    fn of(frame: Frame, given: &Given) -> Self {
        Self {
            frame,
            prompt: given.prompt.clone(),
            max_prompt: MAX_PROMPT_CHARS,
            max_mib: MAX_PAGE_JOB_FILE_BYTES >> 20,
            content: BASE64URL_NOPAD.encode(&given.file),
            skip: given.skip,
            plan: None,
            clauses: Vec::new(),
            problems: Vec::new(),
            problem: String::new(),
        }
    }

    /// Adds the plan, or why there is none.
    fn add(&mut self, done: Result<Import, ImportRefusal>) -> Result<StatusCode, PageError> {
        let refusal = match done {
            Ok(Import::Planned(plan)) => {
                let clauses = plan.file.interpretation.clone();
                self.clauses = clauses.into_iter().map(ClauseRow::of).collect();
                self.problems = ProblemRow::of_plan(&plan);
                self.plan = Some(PlanView::of(&plan));
                return Ok(StatusCode::OK);
            }
            Ok(Import::Created(_)) => return Ok(StatusCode::OK),
            Err(refusal) => refusal,
        };
        self.problem = sentence(&refusal.to_string());
        let (problems, clauses, status) = match refusal {
            ImportRefusal::File(rejected) => {
                let status = if rejected.error.is_unprocessable() {
                    StatusCode::UNPROCESSABLE_ENTITY
                } else {
                    StatusCode::BAD_REQUEST
                };
                let rows = rejected.error.problems();
                (ProblemRow::all(rows), rejected.interpretation, status)
            }
            ImportRefusal::Duplicates {
                rows,
                interpretation,
            } => (ProblemRow::all(rows), interpretation, StatusCode::CONFLICT),
            ImportRefusal::BadField(_) => return Ok(StatusCode::BAD_REQUEST),
            ImportRefusal::Access(error) => return Err(ApiError::from(error).into()),
            ImportRefusal::App(error) => return Err(ApiError::from(error).into()),
        };
        self.problems = problems;
        self.clauses = clauses.into_iter().map(ClauseRow::of).collect();
        Ok(status)
    }
}

impl ImportedPage {
    fn of(frame: Frame, summary: ImportSummary) -> Self {
        let job = |job: shortlist_domain::Job| (job.id.into_string(), job.title, job.code);
        Self {
            frame,
            jobs: summary.jobs.into_iter().map(job).collect(),
            skipped: ProblemRow::all(summary.skipped),
        }
    }
}

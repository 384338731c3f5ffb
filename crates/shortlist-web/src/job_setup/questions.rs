//! The questions that applicants for a job answer.

use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, Operation};
use shortlist_domain::{Job, JobQuestion, MAX_JOB_QUESTIONS, Principal};

use crate::changed_meanwhile::{ChangedMeanwhile, if_unchanged};
use crate::form::Fields;
use crate::frame::Frame;
use crate::ranking::JobHead;
use crate::refusal::Refusal;
use crate::respond::error::PageError;
use crate::visit::Visit;

/// The number of empty places for new questions.
const NEW_QUESTIONS: usize = 2;

#[derive(Template)]
#[template(path = "job_questions.html")]
struct QuestionsPage {
    frame: Frame,
    job: JobHead,
    rows: Vec<QuestionRow>,
    /// The stored questions in one text. It is compared with the stored ones when the form is sent.
    was: String,
    /// Whether others have changed the questions since the form was filled.
    is_stale: bool,
    problem: String,
    is_saved: bool,
}

/// A question in the form. The choices are one on each line.
#[derive(Default)]
struct QuestionRow {
    number: usize,
    key: String,
    text: String,
    choices: String,
    is_required: bool,
}

impl QuestionRow {
    fn of(question: &JobQuestion, number: usize) -> Self {
        Self {
            number,
            key: question.key.clone(),
            text: question.text.clone(),
            choices: question.choices.join("\n"),
            is_required: question.required,
        }
    }

    fn typed(fields: &Fields, number: usize) -> Self {
        let get = |name: &str| fields.get(&format!("{name}.{number}")).to_owned();
        Self {
            number,
            key: get("key"),
            text: get("text"),
            choices: get("choices"),
            is_required: fields.has(&format!("required.{number}")),
        }
    }

    fn is_empty(&self) -> bool {
        self.key.is_empty() && self.text.is_empty() && self.choices.is_empty()
    }
}

/// Returns the questions that a form contains, in the order of the page.
fn typed_rows(fields: &Fields) -> Vec<QuestionRow> {
    let numbers = fields.names_after("text.");
    let mut numbers: Vec<usize> = numbers.iter().filter_map(|one| one.parse().ok()).collect();
    numbers.sort_unstable();
    numbers.truncate(MAX_JOB_QUESTIONS + NEW_QUESTIONS);
    let row = |number| QuestionRow::typed(fields, number);
    numbers.into_iter().map(row).collect()
}

/// Returns the questions of a form. Those that were emptied are removed.
fn questions(fields: &Fields) -> Vec<JobQuestion> {
    let rows = typed_rows(fields).into_iter().filter(|row| !row.is_empty());
    let question = |row: QuestionRow| {
        let lines = row.choices.lines().map(str::trim);
        JobQuestion {
            choices: lines
                .filter(|line| !line.is_empty())
                .map(str::to_owned)
                .collect(),
            key: row.key,
            text: row.text,
            required: row.is_required,
        }
    };
    rows.map(question).collect()
}

/// Describes the questions in one text, to compare them with those that a form was filled with.
fn described(questions: &[JobQuestion]) -> String {
    let described = |question: &JobQuestion| {
        let required = if question.required { "*" } else { "" };
        let choices = question.choices.join(" | ");
        format!("{}{required}: {} ({choices})", question.key, question.text)
    };
    questions
        .iter()
        .map(described)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Shows the questions of the job in the address.
pub(super) async fn page(request: HttpRequest) -> HttpResponse {
    super::page(request, show).await
}

async fn show(visit: &Visit, job: Job, refusal: Refusal) -> Result<HttpResponse, PageError> {
    let id = job.id.clone();
    let load = move |app: &App, principal: &Principal| {
        app.jobs().questions(&principal.organization_id, &id)
    };
    let stored = visit.run(Operation::SetJobQuestions, load).await?;
    let was = described(&stored);
    let typed = refusal.typed.as_ref();
    let mut rows = match typed {
        Some(fields) => typed_rows(fields),
        None => stored
            .iter()
            .zip(1..)
            .map(|(question, number)| QuestionRow::of(question, number))
            .collect(),
    };
    let empty = rows.iter().filter(|row| row.is_empty()).count();
    let next = rows.last().map_or(1, |row| row.number + 1);
    let new = |number| QuestionRow {
        number,
        ..QuestionRow::default()
    };
    rows.extend((next..).take(NEW_QUESTIONS.saturating_sub(empty)).map(new));
    let page = QuestionsPage {
        frame: visit.frame(),
        job: JobHead::of(&job),
        rows,
        is_stale: typed.is_some_and(|fields| fields.get("was") != was),
        was,
        problem: refusal.problem,
        is_saved: visit.address_fields().has("saved"),
    };
    visit.page_with_status(refusal.status, page).await
}

/// Stores the questions of the job in the address.
pub(super) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    super::change(request, payload, "questions", store, show).await
}

async fn store(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let (id, was) = (visit.id(), fields.get("was").to_owned());
    let questions = questions(fields);
    let set = move |app: &App, principal: &Principal| {
        if_unchanged(app, principal, |services| {
            let jobs = services.jobs();
            let job = jobs.get(principal, &id)?.id;
            let stored = jobs.questions(&principal.organization_id, &job)?;
            if described(&stored) != was {
                return Err(ChangedMeanwhile::Questions.into());
            }
            Ok(jobs.set_questions(principal, &id, questions.clone())?)
        })
    };
    visit.run(Operation::SetJobQuestions, set).await??;
    Ok(())
}

//! The forms of the page of a candidate: status, tags, notes and reviews.

use std::future::Future;

use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{App, AppError, ChooseResume, Operation, SubmitReview, UpdateCandidates};
use shortlist_domain::{InvalidValue, NumberProblem, Principal};

use super::page::{Notice, show};
use super::{custom, mentions, offer, other_job};
use crate::form::Fields;
use crate::mails::resend;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer_form};
use crate::{links, respond, status};

/// Answers a form of the page. If a value is invalid, the page is shown again with what was typed.
async fn change<F: Future<Output = Result<(), PageError>>>(
    request: HttpRequest,
    payload: web::Payload,
    saved: &'static str,
    part: &'static str,
    work: impl FnOnce(Visit, Fields) -> F,
) -> HttpResponse {
    let shown = request.clone();
    answer_form(request, payload, |visit, fields| async move {
        let id = visit.id();
        let typed = fields.clone();
        match work(visit, fields).await {
            Ok(()) => {
                let page = format!("/app/candidates/{}", links::segment(&id));
                Ok(respond::redirect(&format!("{page}?saved={saved}#{part}")))
            }
            Err(error) => refused(&shown, error, typed).await,
        }
    })
    .await
}

/// Shows the page again with what was typed, if a value of the form is invalid.
async fn refused(
    request: &HttpRequest,
    error: PageError,
    typed: Fields,
) -> Result<HttpResponse, PageError> {
    let (status, problem) = error.about_input()?;
    let notice = Notice {
        saved: "",
        problem,
        typed,
    };
    show(&Visit::begin(request).await?, status, notice).await
}

/// Changes the status.
pub(crate) async fn status(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    change(
        request,
        payload,
        "status",
        "status",
        |visit, fields| async move { status::store(&visit, visit.id(), &fields).await },
    )
    .await
}

/// Chooses the resume that counts.
pub(crate) async fn resume(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    change(
        request,
        payload,
        "resume",
        "resume-title",
        |visit, fields| async move {
            let request = ChooseResume {
                candidate_id: visit.id(),
                document_id: fields.some("document").map(str::to_owned),
                version: fields
                    .some("version")
                    .and_then(|number| number.parse().ok()),
            };
            let choose = move |app: &App, principal: &Principal| {
                app.uploads().choose_resume(principal, &request)
            };
            visit.run(Operation::ChooseResume, choose).await?;
            Ok(())
        },
    )
    .await
}

/// Considers the candidate for another job, and shows the new candidate.
pub(crate) async fn other_job(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    let shown = request.clone();
    answer_form(request, payload, |visit, fields| async move {
        match other_job::store(&visit, &fields).await {
            Ok(candidate) => {
                let page = format!("/app/candidates/{}", links::segment(candidate.id.as_str()));
                Ok(respond::redirect(&format!("{page}?saved=considered")))
            }
            Err(error) => refused(&shown, error, fields).await,
        }
    })
    .await
}

/// Adds or removes a tag.
pub(crate) async fn tags(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    change(
        request,
        payload,
        "tags",
        "tags",
        |visit, fields| async move {
            let one = |name| fields.some(name).map(str::to_owned).into_iter().collect();
            let change = UpdateCandidates {
                candidate_ids: vec![visit.id()],
                add_tags: one("tag"),
                remove_tags: one("remove"),
                ..UpdateCandidates::default()
            };
            let update = move |app: &App, principal: &Principal| {
                app.candidates().update_many(principal, change)
            };
            visit.run(Operation::UpdateCandidates, update).await?;
            Ok(())
        },
    )
    .await
}

/// Changes the values of custom fields.
pub(crate) async fn fields(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    change(
        request,
        payload,
        "fields",
        "fields",
        |visit, fields| async move { custom::store(&visit, &fields).await },
    )
    .await
}

/// Changes the offer.
pub(crate) async fn offer(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    change(
        request,
        payload,
        "offer",
        "offer",
        |visit, fields| async move { offer::store(&visit, &fields).await },
    )
    .await
}

/// Adds a note.
pub(crate) async fn note(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    change(
        request,
        payload,
        "note",
        "notes",
        |visit, fields| async move {
            let (id, text) = (visit.id(), fields.get("note").to_owned());
            let users = mentions::find(&visit, &text).await?;
            let add = move |app: &App, principal: &Principal| {
                app.candidates().add_note(principal, &id, &text, &users)
            };
            visit.run(Operation::AddNote, add).await?;
            Ok(())
        },
    )
    .await
}

/// Deletes a note.
pub(crate) async fn delete_note(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    change(
        request,
        payload,
        "no-note",
        "notes",
        |visit, fields| async move {
            let id = fields.get("delete").to_owned();
            let delete = move |app: &App, principal: &Principal| {
                app.candidates().delete_note(principal, &id)
            };
            visit.run(Operation::DeleteNote, delete).await?;
            Ok(())
        },
    )
    .await
}

/// Sends a mail again that failed.
pub(crate) async fn mail(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    change(
        request,
        payload,
        "mail",
        "mails",
        |visit, fields| async move { resend(&visit, fields.get("mail").to_owned()).await },
    )
    .await
}

/// Reveals a candidate of a blind job to the viewer.
pub(crate) async fn reveal(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    change(
        request,
        payload,
        "reveal",
        "main",
        |visit, fields| async move {
            let (id, reason) = (visit.id(), fields.get("why").to_owned());
            let reveal = move |app: &App, principal: &Principal| {
                app.candidates().reveal(principal, &id, &reason)
            };
            visit.run(Operation::RevealCandidate, reveal).await?;
            Ok(())
        },
    )
    .await
}

/// Stores the review of the viewer.
pub(crate) async fn review(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    change(
        request,
        payload,
        "review",
        "reviews",
        |visit, fields| async move { submit_review(&visit, visit.id(), &fields).await },
    )
    .await
}

/// Stores the review of a form.
pub(crate) async fn submit_review(
    visit: &Visit,
    candidate_id: String,
    fields: &Fields,
) -> Result<(), PageError> {
    let score = fields.get("score").parse::<f64>();
    let comment = fields.some("comment").map(str::to_owned);
    let submit = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        let refused = |_error| InvalidValue::new("score", NumberProblem::NotScore(100));
        let request = SubmitReview {
            candidate_id,
            score: score.map_err(refused)?,
            comment,
        };
        app.interviews().submit_review(principal, &request)
    };
    visit.run(Operation::SubmitReview, submit).await?;
    Ok(())
}

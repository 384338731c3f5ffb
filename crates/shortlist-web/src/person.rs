//! A person with all applications: merging two people, splitting one, a legal hold and erasure.

use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, AppError, Operation};
use shortlist_domain::{
    Candidate, InvalidValue, PageFormProblem, Person, PersonId, Principal, UserType,
};

use crate::candidate::erased;
use crate::form::Fields;
use crate::frame::Frame;
use crate::naming::name_of;
use crate::refusal::Refusal;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};
use crate::{links, respond, status};

/// The beginning of the names of the checkboxes of applications.
const APPLICATION: &str = "application.";

#[derive(Template)]
#[template(path = "person_page.html")]
struct PersonPage {
    frame: Frame,
    id: String,
    name: String,
    applications: Vec<ApplicationRow>,
    is_held: bool,
    is_admin: bool,
    problem: String,
    saved: &'static str,
    typed: Fields,
}

/// An application of the person.
struct ApplicationRow {
    id: String,
    code: String,
    name: String,
    job: String,
    email: String,
    score: String,
    status: &'static str,
    class: &'static str,
    at: String,
    is_chosen: bool,
}

/// A person and the titles of the jobs, in the order of the applications.
type Loaded = (Person, Vec<String>);

fn load(app: &App, principal: &Principal, id: &PersonId) -> Result<Loaded, AppError> {
    app.people().check_access(principal)?;
    let person = app.people().get(principal, id.as_str())?;
    let jobs = person.applications.iter().map(|one| one.job_id.clone());
    let known = app.jobs().titles(principal, &jobs.collect::<Vec<_>>())?;
    let title = |application: &Candidate| {
        let title = known.get(&application.job_id).cloned();
        title.unwrap_or_else(|| "Another job".to_owned())
    };
    let titles = person.applications.iter().map(title).collect();
    Ok((person, titles))
}

/// Shows the person in the address.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, Refusal::default()).await
    };
    answer(&request, shown).await
}

async fn show(visit: &Visit, refusal: Refusal) -> Result<HttpResponse, PageError> {
    let id = PersonId::parse("id", &visit.id()).map_err(|_malformed| PageError::NotFound)?;
    let load = move |app: &App, principal: &Principal| load(app, principal, &id);
    let (person, titles) = visit.run(Operation::GetPerson, load).await?;
    let typed = refusal.typed.unwrap_or_default();
    let newest = person.applications.first();
    let name = newest.map(name_of).unwrap_or_default();
    let applications = person.applications.into_iter().zip(titles);
    let row = |(application, job): (Candidate, String)| ApplicationRow {
        code: application.code.to_string(),
        name: name_of(&application),
        job,
        email: application
            .email
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default(),
        score: application
            .score
            .map_or(String::new(), |score| score.to_string()),
        status: status::label(application.status),
        class: status::class(application.status),
        at: application.created_at.date().to_string(),
        is_chosen: typed.has(&format!("{APPLICATION}{}", application.id)),
        id: application.id.into_string(),
    };
    let page = PersonPage {
        frame: visit.frame(),
        id: person.id.to_string(),
        name,
        applications: applications.map(row).collect(),
        is_held: person.held,
        is_admin: visit.principal().user_type == UserType::Admin,
        problem: refusal.problem,
        saved: match visit.address_fields().get("saved") {
            "merge" => "The applications are now those of one person.",
            "split" => "The chosen applications are now those of another person.",
            "hold" => "The legal hold is in force. Nobody can erase this person.",
            "no-hold" => "The legal hold is lifted.",
            _ => "",
        },
        typed,
    };
    visit.page_with_status(refusal.status, page).await
}

/// Answers a form of the page. If a value is invalid, the page is shown again with what was typed.
async fn answered(
    visit: &Visit,
    fields: Fields,
    done: Result<String, PageError>,
) -> Result<HttpResponse, PageError> {
    match done {
        Ok(page) => Ok(respond::redirect(&page)),
        Err(error) => show(visit, Refusal::of(error, fields)?).await,
    }
}

fn address(id: &PersonId, saved: &str) -> String {
    let path = format!("/app/people/{}", links::segment(id.as_str()));
    links::with_fields(&path, &[("saved", saved)])
}

/// Merges the person with that of another candidate.
pub(crate) async fn merge(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let (id, other) = (visit.id(), fields.get("other").to_owned());
        let merge = move |app: &App, principal: &Principal| {
            let other = other_person(app, principal, &other)?;
            app.people().merge(principal, &id, other.as_str())
        };
        let merged = visit.run(Operation::MergePeople, merge).await;
        let page = merged.map(|person| address(&person.id, "merge"));
        answered(&visit, fields, page).await
    })
    .await
}

/// Returns the person of a candidate, who is named by code, identifier or address.
fn other_person(app: &App, principal: &Principal, given: &str) -> Result<PersonId, AppError> {
    let unknown = || {
        let problem = PageFormProblem::NoCandidate;
        AppError::from(InvalidValue::new("candidate", problem))
    };
    let candidate = app.candidates().get(principal, links::last_segment(given));
    let candidate = AppError::if_found(candidate)?.ok_or_else(unknown)?;
    let ids = std::slice::from_ref(&candidate.id);
    let mut people = app.people().of_candidates(principal, ids)?;
    people.remove(&candidate.id).ok_or_else(unknown)
}

/// Moves the chosen applications to a new person.
pub(crate) async fn split(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let (id, leaving) = (visit.id(), fields.names_after(APPLICATION));
        let split = move |app: &App, principal: &Principal| {
            if leaving.is_empty() {
                let problem = PageFormProblem::NoApplication;
                return Err(InvalidValue::new("applications", problem).into());
            }
            app.people().split(principal, &id, &leaving)
        };
        let split = visit.run(Operation::SplitPerson, split).await;
        let page = split.map(|split| address(&split.person.id, "split"));
        answered(&visit, fields, page).await
    })
    .await
}

/// Sets or lifts the legal hold.
pub(crate) async fn hold(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let (id, lifts) = (visit.id(), fields.has("lift"));
        let reason = fields.some("hold").filter(|_| !lifts).map(str::to_owned);
        let set = move |app: &App, principal: &Principal| {
            if !lifts && reason.is_none() {
                let problem = PageFormProblem::NoHoldReason;
                return Err(InvalidValue::new("reason", problem).into());
            }
            app.people()
                .set_legal_hold(principal, &id, reason.as_deref())
        };
        let set = visit.run(Operation::SetPersonLegalHold, set).await;
        let saved = if lifts { "no-hold" } else { "hold" };
        let page = set.map(|id| address(&id, saved));
        answered(&visit, fields, page).await
    })
    .await
}

/// Erases all applications if the form confirms it.
pub(crate) async fn erase(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let (id, is_confirmed) = (visit.id(), fields.has("confirmed"));
        let reason = fields.get("reason").to_owned();
        let erase = move |app: &App, principal: &Principal| {
            if !is_confirmed {
                let problem = PageFormProblem::NotConfirmed;
                return Err(InvalidValue::new("confirmed", problem).into());
            }
            app.people().erase(principal, &id, &reason)
        };
        let erased = visit.run(Operation::ErasePerson, erase).await;
        let page = erased.map(|erasure| {
            let one = erasure.candidate_ids.first();
            one.map_or_else(
                || "/app/people".to_owned(),
                |id| erased::address(id.as_str()),
            )
        });
        answered(&visit, fields, page).await
    })
    .await
}

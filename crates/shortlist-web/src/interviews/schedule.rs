//! Scheduling an interview with a candidate.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, Operation, ScheduleInterview};
use shortlist_domain::{Candidate, Principal, User};

use super::edits;
use super::plan::Plan;
use super::time_form::{TimeForm, zone_names};
use crate::form::Fields;
use crate::frame::Frame;
use crate::naming::name_of;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};

/// What the name of an interviewer's checkbox begins with; the identifier follows.
const CHOSEN: &str = "i.";

#[derive(Template)]
#[template(path = "schedule.html")]
struct SchedulePage {
    frame: Frame,
    candidate_id: String,
    name: String,
    people: Vec<Choice>,
    form: TimeForm,
    plan: Option<Plan>,
    zones: Vec<&'static str>,
    problem: String,
    is_first: bool,
}

/// An interviewer who can be chosen.
struct Choice {
    id: String,
    name: String,
    role: &'static str,
    is_chosen: bool,
}

/// Shows the form, and the day of the chosen interviewers.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin_for(&request, Operation::ScheduleInterview).await?;
        show(&visit, &visit.address_fields(), None).await
    };
    answer(&request, shown).await
}

/// Returns the candidate in the address.
async fn find_candidate(visit: &Visit) -> Result<Candidate, PageError> {
    let id = visit.id();
    let find = move |app: &App, principal: &Principal| app.candidates().get(principal, &id);
    visit.run(Operation::GetCandidate, find).await
}

/// Returns the users who may interview.
pub(super) async fn interviewers(visit: &Visit) -> Result<Vec<User>, PageError> {
    let list = |app: &App, principal: &Principal| app.accounts().list_interviewers(principal);
    visit.run(Operation::ListInterviewers, list).await
}

async fn show(
    visit: &Visit,
    fields: &Fields,
    refused: Option<(StatusCode, String)>,
) -> Result<HttpResponse, PageError> {
    let users = interviewers(visit).await?;
    let candidate = find_candidate(visit).await?;
    let is_chosen = |user: &User| fields.has(&format!("{CHOSEN}{}", user.id));
    let chosen: Vec<User> = users
        .iter()
        .filter(|user| is_chosen(user))
        .cloned()
        .collect();
    let form = TimeForm::of_fields(fields).with_defaults(visit.now());
    let (plan, (status, problem)) = match Plan::load(visit, &form, &chosen, None).await {
        Ok(plan) => (plan, refused.unwrap_or((StatusCode::OK, String::new()))),
        Err(error) => (None, refused.map_or_else(|| error.about_input(), Ok)?),
    };
    let choice = |user: &User| Choice {
        is_chosen: is_chosen(user),
        id: user.id.to_string(),
        name: user.full_name.clone(),
        role: user.user_type.as_str(),
    };
    let page = SchedulePage {
        frame: visit.frame(),
        name: name_of(&candidate),
        candidate_id: candidate.id.into_string(),
        people: users.iter().map(choice).collect(),
        is_first: fields.get("zone").is_empty(),
        form,
        plan,
        zones: zone_names(),
        problem,
    };
    visit.page_with_status(status, page).await
}

/// Schedules the interview, and shows it.
pub(crate) async fn schedule(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        match store(&visit, &fields).await {
            Ok(id) => Ok(respond::redirect(&format!(
                "/app/interviews/{id}?saved=scheduled"
            ))),
            Err(error) => {
                let refused = edits::about_form(error)?;
                show(&visit, &fields, Some(refused)).await
            }
        }
    })
    .await
}

async fn store(visit: &Visit, fields: &Fields) -> Result<String, PageError> {
    let candidate_id = visit.id();
    let (form, fields) = (TimeForm::of_fields(fields), fields.clone());
    let schedule = move |app: &App, principal: &Principal| {
        let some = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        let request = ScheduleInterview {
            candidate_id,
            interviewer_ids: fields.names_after(CHOSEN),
            date_and_time: form.at()?.to_string(),
            duration_minutes: Some(form.duration()?),
            place: some(&form.place),
            meeting_link: some(&form.link),
            time_zone: Some(form.time_zone()?.name().to_owned()),
            allow_overlap: fields.has("overlap"),
        };
        let scheduled = app.interviews().schedule(principal, &request)?;
        let first = scheduled.into_iter().next();
        Ok(first.map_or(String::new(), |first| first.id.into_string()))
    };
    visit.run(Operation::ScheduleInterview, schedule).await
}

//! The hiring team of a job.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, AppError, Operation};
use shortlist_domain::{Job, Principal, RecruiterAccess, TeamMember, User};

use crate::form::Fields;
use crate::frame::Frame;
use crate::ranking::{JobHead, find_job};
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};
use crate::{links, respond};

/// The beginning of the names of the checkboxes.
const MEMBER: &str = "member.";

#[derive(Template)]
#[template(path = "job_team.html")]
struct TeamPage {
    frame: Frame,
    job: JobHead,
    users: Vec<UserRow>,
    was: String,
    /// Whether recruiters see only the jobs of their teams.
    is_limited: bool,
    problem: String,
    is_saved: bool,
}

/// A user who can be a member.
struct UserRow {
    id: String,
    name: String,
    role: &'static str,
    is_member: bool,
    is_owner: bool,
}

/// Describes a team in one text, to compare it with the one that a form was filled with.
fn described(team: &[TeamMember]) -> String {
    let mut ids: Vec<&str> = team.iter().map(|member| member.user_id.as_str()).collect();
    ids.sort_unstable();
    ids.join(" ")
}

/// Shows the team of the job in the address.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let job = find_job(&visit).await?;
        show(&visit, job, None).await
    };
    answer(&request, shown).await
}

async fn show(
    visit: &Visit,
    job: Job,
    refused: Option<(Fields, StatusCode, String)>,
) -> Result<HttpResponse, PageError> {
    let id = job.id.clone();
    let load = move |app: &App, principal: &Principal| {
        let jobs = app.jobs();
        let mut teams = jobs.teams(&principal.organization_id, std::slice::from_ref(&id))?;
        let users = app.accounts().list_interviewers(principal)?;
        let access = jobs.recruiter_access(principal)?;
        Ok((teams.remove(&id).unwrap_or_default(), users, access))
    };
    let (team, users, access) = visit.run(Operation::SetHiringTeam, load).await?;
    let (typed, status, problem) = match refused {
        Some((fields, status, problem)) => (Some(fields), status, problem),
        None => (None, StatusCode::OK, String::new()),
    };
    let row = |user: User| {
        let stored = team.iter().find(|member| member.user_id == user.id);
        let is_owner = stored.is_some_and(|member| member.is_owner);
        let is_typed = |fields: &Fields| fields.has(&format!("{MEMBER}{}", user.id));
        UserRow {
            is_member: is_owner || typed.as_ref().map_or(stored.is_some(), is_typed),
            is_owner,
            role: user.user_type.as_str(),
            name: user.full_name,
            id: user.id.into_string(),
        }
    };
    let page = TeamPage {
        frame: visit.frame(),
        job: JobHead::of(&job),
        users: users.into_iter().map(row).collect(),
        was: match &typed {
            Some(fields) => fields.get("was").to_owned(),
            None => described(&team),
        },
        is_limited: access == RecruiterAccess::TeamJobs,
        problem,
        is_saved: visit.address_fields().has("saved"),
    };
    visit.page_with_status(status, page).await
}

/// Stores the team of the job in the address.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let job = find_job(&visit).await?;
        match store(&visit, &fields).await {
            Ok(()) => {
                let path = format!("/app/jobs/{}/team", links::segment(job.id.as_str()));
                Ok(respond::redirect(&format!("{path}?saved=1")))
            }
            Err(error) => {
                let (status, problem) = error.about_input()?;
                show(&visit, job, Some((fields, status, problem))).await
            }
        }
    })
    .await
}

async fn store(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let (id, was) = (visit.id(), fields.get("was").to_owned());
    let members = fields.names_after(MEMBER);
    let set = move |app: &App, principal: &Principal| {
        app.if_unchanged(&principal.organization_id, |services| {
            let jobs = services.jobs();
            let job = jobs.get(principal, &id)?.id;
            let teams = jobs.teams(&principal.organization_id, std::slice::from_ref(&job))?;
            let team = teams.get(&job).map(Vec::as_slice).unwrap_or_default();
            if described(team) != was {
                let names: Vec<&str> = team.iter().map(|one| one.full_name.as_str()).collect();
                return Err(AppError::Conflict(format!(
                    "someone else has changed the team since you opened this page. It is now: {}. Your choice is still in the form; open the page again before you change it",
                    names.join(", ")
                )));
            }
            jobs.set_team(principal, &id, &members)
        })
    };
    visit.run(Operation::SetHiringTeam, set).await?;
    Ok(())
}

//! The hiring team of a job.

use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, Operation};
use shortlist_domain::{Job, Principal, RecruiterAccess, TeamMember, User};

use crate::changed_meanwhile::{ChangedMeanwhile, if_unchanged};
use crate::form::Fields;
use crate::frame::Frame;
use crate::ranking::JobHead;
use crate::refusal::Refusal;
use crate::respond::error::PageError;
use crate::visit::Visit;

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
pub(super) async fn page(request: HttpRequest) -> HttpResponse {
    super::page(request, show).await
}

async fn show(visit: &Visit, job: Job, refusal: Refusal) -> Result<HttpResponse, PageError> {
    let id = job.id.clone();
    let load = move |app: &App, principal: &Principal| {
        let jobs = app.jobs();
        let mut teams = jobs.teams(&principal.organization_id, std::slice::from_ref(&id))?;
        let users = app.accounts().list_interviewers(principal)?;
        let access = jobs.recruiter_access(principal)?;
        Ok((teams.remove(&id).unwrap_or_default(), users, access))
    };
    let (team, users, access) = visit.run(Operation::SetHiringTeam, load).await?;
    let row = |user: User| {
        let stored = team.iter().find(|member| member.user_id == user.id);
        let is_owner = stored.is_some_and(|member| member.is_owner);
        let is_typed = |fields: &Fields| fields.has(&format!("{MEMBER}{}", user.id));
        UserRow {
            is_member: is_owner || refusal.typed.as_ref().map_or(stored.is_some(), is_typed),
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
        was: described(&team),
        is_limited: access == RecruiterAccess::TeamJobs,
        problem: refusal.problem,
        is_saved: visit.address_fields().has("saved"),
    };
    visit.page_with_status(refusal.status, page).await
}

/// Stores the team of the job in the address.
pub(super) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    super::change(request, payload, "team", store, show).await
}

async fn store(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let (id, was) = (visit.id(), fields.get("was").to_owned());
    let members = fields.names_after(MEMBER);
    let set = move |app: &App, principal: &Principal| {
        if_unchanged(app, principal, |services| {
            let jobs = services.jobs();
            let job = jobs.get(principal, &id)?.id;
            let teams = jobs.teams(&principal.organization_id, std::slice::from_ref(&job))?;
            let team = teams.get(&job).map(Vec::as_slice).unwrap_or_default();
            if described(team) != was {
                let names = team.iter().map(|one| one.full_name.clone()).collect();
                return Err(ChangedMeanwhile::Team { names }.into());
            }
            Ok(jobs.set_team(principal, &id, &members)?)
        })
    };
    visit.run(Operation::SetHiringTeam, set).await??;
    Ok(())
}

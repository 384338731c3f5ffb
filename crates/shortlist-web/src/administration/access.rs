//! Which jobs recruiters have access to, and whether hiring managers decide.

use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, Operation};
use shortlist_domain::{Principal, RecruiterAccess, RecruiterAccessChange};

use super::{Tab, tabs};
use crate::changed_meanwhile::{ChangedSettings, if_unchanged};
use crate::frame::Frame;
use crate::refusal::Refusal;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};

const PATH: &str = "/app/settings/access";
/// The name of the checkbox that lets hiring managers decide.
const DECIDE: &str = "managersDecide";

#[derive(Template)]
#[template(path = "settings_access.html")]
struct AccessPage {
    frame: Frame,
    tabs: Vec<Tab>,
    is_limited: bool,
    was: &'static str,
    managers_decide: bool,
    /// Whether hiring managers decide, as it is stored.
    decided_before: &'static str,
    problem: String,
    is_saved: bool,
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, Refusal::default()).await
    };
    answer(&request, shown).await
}

async fn show(visit: &Visit, refusal: Refusal) -> Result<HttpResponse, PageError> {
    let load = |app: &App, principal: &Principal| {
        let jobs = app.jobs();
        let access = jobs.recruiter_access(principal)?;
        Ok((access, jobs.hiring_managers_decide(principal)?))
    };
    let (access, decide) = visit.run(Operation::GetRecruiterAccess, load).await?;
    let typed = refusal.typed.as_ref();
    let shown = typed.map_or(access.as_str(), |fields| fields.get("access"));
    let page = AccessPage {
        frame: visit.frame(),
        tabs: tabs(PATH),
        is_limited: shown == RecruiterAccess::TeamJobs.as_str(),
        was: access.as_str(),
        managers_decide: typed.map_or(decide, |fields| fields.has(DECIDE)),
        decided_before: if decide { "1" } else { "" },
        problem: refusal.problem,
        is_saved: visit.address_fields().has("saved"),
    };
    visit.page_with_status(refusal.status, page).await
}

/// Stores the setting.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let (access, was) = (
            fields.get("access").to_owned(),
            fields.get("was").to_owned(),
        );
        let decide = fields.has(DECIDE);
        let decided_before = fields.get("decidedBefore") == "1";
        let set = move |app: &App, principal: &Principal| {
            if_unchanged(app, principal, |services| {
                let jobs = services.jobs();
                let stored = jobs.recruiter_access(principal)?;
                let decided = jobs.hiring_managers_decide(principal)?;
                if stored.as_str() != was || decided != decided_before {
                    return Err(ChangedSettings::RecruiterAccess.into());
                }
                let change = RecruiterAccessChange {
                    access: RecruiterAccess::parse("access", &access)?,
                    hiring_managers_decide: Some(decide),
                };
                Ok(jobs.set_recruiter_access(principal, change)?)
            })
        };
        let set = visit.run(Operation::SetRecruiterAccess, set).await;
        match set.and_then(|saved| Ok(saved?)) {
            Ok(()) => Ok(respond::redirect(&format!("{PATH}?saved=1"))),
            Err(error) => show(&visit, Refusal::of(error, fields)?).await,
        }
    })
    .await
}

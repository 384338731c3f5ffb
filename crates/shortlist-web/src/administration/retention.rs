//! How long candidates are kept, and who is under a legal hold.

mod preview;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, AppError, MAX_RETENTION_DAYS, Operation, RetentionPreview};
use shortlist_domain::{DecisionPolicy, HeldCandidate, InvalidValue, NumberProblem, Principal};

use preview::{Asks, PreviewView};

use super::{Tab, tabs, time};
use crate::changed_meanwhile::{ChangedMeanwhile, ChangedSettings, if_unchanged};
use crate::form::Fields;
use crate::frame::Frame;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};
use crate::{links, respond};

#[derive(Template)]
#[template(path = "settings_retention.html")]
struct RetentionPage {
    frame: Frame,
    tabs: Vec<Tab>,
    /// The days as stored; empty if all candidates are kept.
    stored: String,
    /// The days in the form.
    days: String,
    holds: Vec<HoldRow>,
    next: Option<String>,
    is_first: bool,
    problem: String,
    saved: &'static str,
    contact: String,
    record_years: String,
    /// The contact and the years as stored.
    stored_decisions: (String, String),
    /// How the period conflicts with explanations and records; empty if it does not.
    warning: String,
    preview: Option<PreviewView>,
}

struct HoldRow {
    id: String,
    code: String,
    reason: String,
    since: String,
}

impl HoldRow {
    fn of(held: HeldCandidate) -> Self {
        Self {
            id: held.candidate_id.into_string(),
            code: held.code.to_string(),
            reason: held.reason,
            since: time(held.held_at),
        }
    }
}

/// What the page shows besides what is stored.
enum Shown {
    /// Nothing else.
    Stored,
    /// Why a form was refused.
    Refused(StatusCode, String),
    /// Whom a new period would erase, before it is saved.
    Asking(RetentionPreview),
}

/// The outcome of a form.
enum Saved {
    /// It is stored.
    Stored,
    /// A new period would erase these candidates, which the form does not confirm yet.
    Unconfirmed(RetentionPreview),
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, &visit.address_fields(), Shown::Stored).await
    };
    answer(&request, shown).await
}

async fn stored_days(visit: &Visit) -> Result<String, PageError> {
    let load = |app: &App, principal: &Principal| {
        app.erasures().retention_days(&principal.organization_id)
    };
    Ok(text_of(
        visit.run(Operation::GetRetentionPolicy, load).await?,
    ))
}

/// Returns the period as the form has it; empty if all candidates are kept.
fn text_of(days: Option<i32>) -> String {
    days.map_or(String::new(), |days| days.to_string())
}

async fn show(visit: &Visit, fields: &Fields, shown: Shown) -> Result<HttpResponse, PageError> {
    let stored = stored_days(visit).await?;
    let after = fields.some("after").map(str::to_owned);
    let is_first = after.is_none();
    let list = move |app: &App, principal: &Principal| {
        app.erasures().list_held(principal, after.as_deref())
    };
    let held = visit.run(Operation::ListLegalHolds, list).await?;
    let last = held.candidates.last().map(|held| held.candidate_id.clone());
    let next = last.filter(|_| held.has_next_page);
    let (policy, warning) = decision_policy(visit).await?;
    let (status, problem, asked) = match shown {
        Shown::Stored => (StatusCode::OK, String::new(), None),
        Shown::Refused(status, problem) => (status, problem, None),
        Shown::Asking(preview) => (StatusCode::OK, String::new(), Some(preview)),
    };
    let preview = match asked {
        Some(preview) => Some(PreviewView::of(preview, Asks::ToConfirm)),
        None => next_run(visit, &stored).await?,
    };
    let days = if fields.has("days") {
        fields.get("days").to_owned()
    } else {
        stored.clone()
    };
    let page = RetentionPage {
        frame: visit.frame(),
        tabs: tabs("/app/settings/retention"),
        stored,
        days,
        holds: held.candidates.into_iter().map(HoldRow::of).collect(),
        next: next
            .map(|id| links::with_fields("/app/settings/retention", &[("after", id.as_str())])),
        is_first,
        problem,
        saved: match fields.get("saved") {
            "retention" => "The retention period is saved.",
            "no-hold" => "The legal hold is lifted.",
            "decisions" => "The settings for decisions are saved.",
            _ => "",
        },
        stored_decisions: (
            policy.contact.clone().unwrap_or_default(),
            policy.record_years.to_string(),
        ),
        contact: typed(fields, "contact", policy.contact.unwrap_or_default()),
        record_years: typed(fields, "years", policy.record_years.to_string()),
        warning: warning.unwrap_or_default(),
        preview,
    };
    visit.page_with_status(status, page).await
}

/// Sets the retention period, or lifts a legal hold.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let (saved, done) = match fields.some("lift") {
            Some(id) => ("no-hold", lift(&visit, id.to_owned()).await),
            None if fields.has("years") => ("decisions", set_decisions(&visit, &fields).await),
            // Without the field, the period would be removed.
            None if !fields.has("days") => ("", Err(PageError::unknown_action())),
            None => ("retention", set(&visit, &fields).await),
        };
        match done {
            Ok(Saved::Stored) => {
                let page = format!("/app/settings/retention?saved={saved}");
                Ok(respond::redirect(&page))
            }
            Ok(Saved::Unconfirmed(preview)) => show(&visit, &fields, Shown::Asking(preview)).await,
            Err(error) => {
                let (status, problem) = error.about_input()?;
                show(&visit, &fields, Shown::Refused(status, problem)).await
            }
        }
    })
    .await
}

/// Returns whom the next run would erase, if candidates are erased at all.
async fn next_run(visit: &Visit, stored: &str) -> Result<Option<PreviewView>, PageError> {
    let Ok(days) = stored.parse::<i32>() else {
        return Ok(None);
    };
    let preview = load_preview(visit, days).await?;
    Ok(Some(PreviewView::of(preview, Asks::Nothing)))
}

async fn load_preview(visit: &Visit, days: i32) -> Result<RetentionPreview, PageError> {
    let preview =
        move |app: &App, principal: &Principal| app.erasures().preview_retention(principal, days);
    visit.run(Operation::GetRetentionPolicy, preview).await
}

/// Returns whom a new period would erase, unless it would erase nobody or the form confirms it. What is wrong with the
/// number is said when it is saved.
async fn unconfirmed(
    visit: &Visit,
    fields: &Fields,
) -> Result<Option<RetentionPreview>, PageError> {
    let days = fields.get("days").parse::<i32>();
    let days = days
        .ok()
        .filter(|days| (1..=MAX_RETENTION_DAYS).contains(days));
    let Some(days) = days else {
        return Ok(None);
    };
    if [fields.get("confirmed"), fields.get("was")].contains(&fields.get("days")) {
        return Ok(None);
    }
    let preview = load_preview(visit, days).await?;
    let may_erase = preview.count > 0 || preview.is_partial;
    Ok(may_erase.then_some(preview))
}

/// Returns an error if somebody else has changed the period since the form was shown.
fn check_seen(now: String, was: &str) -> Result<(), ChangedSettings> {
    if now == was {
        return Ok(());
    }
    let was = was.to_owned();
    Err(ChangedSettings::Retention { was, now })
}

async fn set(visit: &Visit, fields: &Fields) -> Result<Saved, PageError> {
    // The page that asks shows the stored period, so that its form would no longer say which one was seen.
    check_seen(stored_days(visit).await?, fields.get("was")).map_err(ChangedMeanwhile::Settings)?;
    if let Some(preview) = unconfirmed(visit, fields).await? {
        return Ok(Saved::Unconfirmed(preview));
    }
    let fields = fields.clone();
    let set = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        let days = fields.some("days").map(|days| {
            let days = days.parse::<i32>();
            days.map_err(|_error| InvalidValue::new("days", NumberProblem::NotWholeNumber))
        });
        let days = days.transpose()?;
        if_unchanged(app, principal, |services| {
            let erasures = services.erasures();
            let stored = erasures.retention_days(&principal.organization_id)?;
            check_seen(text_of(stored), fields.get("was"))?;
            Ok(erasures.set_retention(&principal.party(), days)?)
        })
    };
    visit.run(Operation::SetRetentionPolicy, set).await??;
    Ok(Saved::Stored)
}

/// Returns what was typed into a field, or otherwise the stored value.
fn typed(fields: &Fields, name: &str, stored: String) -> String {
    if fields.has(name) {
        fields.get(name).to_owned()
    } else {
        stored
    }
}

async fn decision_policy(visit: &Visit) -> Result<(DecisionPolicy, Option<String>), PageError> {
    let load = |app: &App, principal: &Principal| {
        let policy = app.packets().policy(principal)?;
        Ok((policy, app.packets().retention_warning(principal)?))
    };
    visit.run(Operation::GetDecisionPolicy, load).await
}

async fn set_decisions(visit: &Visit, fields: &Fields) -> Result<Saved, PageError> {
    let fields = fields.clone();
    let set = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        let contact = fields.some("contact");
        let years = fields.get("years").parse::<i32>();
        let years =
            years.map_err(|_error| InvalidValue::new("years", NumberProblem::NotWholeNumber))?;
        if_unchanged(app, principal, |services| {
            let packets = services.packets();
            check_decisions(&packets.policy(principal)?, &fields)?;
            Ok(packets.set_policy(principal, contact, Some(years))?)
        })
    };
    visit.run(Operation::SetDecisionPolicy, set).await??;
    Ok(Saved::Stored)
}

/// Returns an error if somebody else has changed the settings for decisions since the form was shown.
fn check_decisions(stored: &DecisionPolicy, fields: &Fields) -> Result<(), ChangedSettings> {
    let contact = stored.contact.as_deref().unwrap_or_default();
    let years = stored.record_years.to_string();
    let is_seen = contact == fields.get("was.contact") && years == fields.get("was.years");
    if is_seen || !fields.has("was.years") {
        return Ok(());
    }
    Err(ChangedSettings::Decisions {
        contact: contact.to_owned(),
        years: stored.record_years,
    })
}

async fn lift(visit: &Visit, id: String) -> Result<Saved, PageError> {
    let lift =
        move |app: &App, principal: &Principal| app.erasures().set_legal_hold(principal, &id, None);
    visit.run(Operation::SetLegalHold, lift).await?;
    Ok(Saved::Stored)
}

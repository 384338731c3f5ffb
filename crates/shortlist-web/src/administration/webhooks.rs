//! Webhooks: other systems that receive events, and what they received.

mod deliveries;

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, AppError, CreateWebhook, Operation};
use shortlist_domain::{EventType, Principal, Webhook};

pub(crate) use deliveries::{change as change_one, page as page_of_one};

use super::{Tab, tabs, time};
use crate::form::Fields;
use crate::frame::Frame;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};

const PATH: &str = "/app/settings/webhooks";
/// The beginning of the names of the form's checkboxes.
const EVENT: &str = "event.";

#[derive(Template)]
#[template(path = "settings_webhooks.html")]
struct WebhooksPage {
    frame: Frame,
    tabs: Vec<Tab>,
    webhooks: Vec<WebhookRow>,
    events: Vec<EventChoice>,
    url: String,
    description: String,
    jobs: String,
    issued: Option<Issued>,
    problem: String,
    is_deleted: bool,
}

/// A new secret, which this page alone shows.
struct Issued {
    url: String,
    secret: String,
}

impl Issued {
    fn of(webhook: &Webhook, secret: String) -> Self {
        Self {
            url: webhook.address.as_str().to_owned(),
            secret,
        }
    }
}

/// A webhook in the table.
struct WebhookRow {
    id: String,
    url: String,
    description: String,
    events: String,
    state: &'static str,
    class: &'static str,
    reason: String,
}

impl WebhookRow {
    fn of(webhook: &Webhook) -> Self {
        let (state, class) = match (&webhook.disabled, webhook.failing_since) {
            (Some(_), _) => ("Disabled", "rejected"),
            (None, Some(_)) => ("Failing", "hold"),
            (None, None) => ("Enabled", "active"),
        };
        let failing = webhook.failing_since;
        let failing = failing.map(|since| format!("since {} UTC", time(since)));
        Self {
            id: webhook.id.as_str().to_owned(),
            url: webhook.address.as_str().to_owned(),
            description: webhook.description.clone().unwrap_or_default(),
            events: selection(webhook),
            state,
            class,
            reason: webhook.disabled.clone().or(failing).unwrap_or_default(),
        }
    }
}

/// Returns which events a webhook receives.
fn selection(webhook: &Webhook) -> String {
    let types = webhook.filter.event_types.iter();
    let types: Vec<&str> = types.copied().map(EventType::as_str).collect();
    let types = if types.is_empty() {
        "All".to_owned()
    } else {
        types.join(", ")
    };
    match webhook.filter.job_ids.len() {
        0 => types,
        1 => format!("{types}; of one job"),
        jobs => format!("{types}; of {jobs} jobs"),
    }
}

/// A type of event in the form.
struct EventChoice {
    value: &'static str,
    about: &'static str,
    is_chosen: bool,
}

/// Shows the webhooks.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        show(&visit, &visit.address_fields(), None, None).await
    };
    answer(&request, shown).await
}

async fn show(
    visit: &Visit,
    fields: &Fields,
    issued: Option<Issued>,
    refused: Option<(StatusCode, String)>,
) -> Result<HttpResponse, PageError> {
    let load = |app: &App, principal: &Principal| app.webhooks().list(&principal.party());
    let webhooks = visit.run(Operation::ListWebhooks, load).await?;
    let choice = |event: &EventType| EventChoice {
        value: event.as_str(),
        about: event.describes(),
        is_chosen: fields.has(&format!("{EVENT}{}", event.as_str())),
    };
    let (status, problem) = refused.unwrap_or((StatusCode::OK, String::new()));
    let page = WebhooksPage {
        frame: visit.frame(),
        tabs: tabs(PATH),
        webhooks: webhooks.iter().map(WebhookRow::of).collect(),
        events: EventType::ALL.iter().map(choice).collect(),
        url: fields.get("url").to_owned(),
        description: fields.get("description").to_owned(),
        jobs: fields.get("jobs").to_owned(),
        issued,
        problem,
        is_deleted: fields.get("saved") == "deleted",
    };
    visit.page_with_status(status, page).await
}

/// Creates a webhook.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        match create(&visit, &fields).await {
            Ok((webhook, secret)) => {
                let issued = Some(Issued::of(&webhook, secret));
                show(&visit, &Fields::default(), issued, None).await
            }
            Err(error) => show(&visit, &fields, None, Some(error.about_input()?)).await,
        }
    })
    .await
}

async fn create(visit: &Visit, fields: &Fields) -> Result<(Webhook, String), PageError> {
    let chosen = |event: &&EventType| fields.has(&format!("{EVENT}{}", event.as_str()));
    let events = EventType::ALL.iter().filter(chosen);
    let jobs = fields.get("jobs").split([',', ' ', '\n']);
    let request = CreateWebhook {
        url: fields.get("url").to_owned(),
        description: fields.some("description").map(str::to_owned),
        event_types: events.map(|one| one.as_str().to_owned()).collect(),
        job_ids: jobs
            .filter(|id| !id.is_empty())
            .map(str::to_owned)
            .collect(),
    };
    let create = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        app.webhooks().create(&principal.party(), &request)
    };
    visit.run(Operation::CreateWebhook, create).await
}

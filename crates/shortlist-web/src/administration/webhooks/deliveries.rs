//! A webhook with its deliveries.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use shortlist_app::{App, AppError, ListDeliveries, Operation, UpdateWebhook};
use shortlist_domain::{
    Delivery, DeliveryAttempt, DeliveryState, InvalidValue, NumberProblem, Principal, WebhookId,
};

use super::{Issued, PATH, WebhookRow};
use crate::administration::{Tab, tabs, time};
use crate::form::Fields;
use crate::frame::Frame;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer, answer_form};
use crate::{links, respond};

/// The number of deliveries on a page.
const PAGE_SIZE: usize = 50;
/// The hours for which an earlier secret usually signs.
const USUAL_OVERLAP_HOURS: i32 = 24;

#[derive(Template)]
#[template(path = "settings_webhook.html")]
struct WebhookPage {
    frame: Frame,
    tabs: Vec<Tab>,
    webhook: WebhookRow,
    overlap: String,
    states: Vec<(&'static str, bool)>,
    deliveries: Vec<DeliveryRow>,
    next: Option<String>,
    issued: Option<Issued>,
    problem: String,
    done: &'static str,
}

impl WebhookPage {
    fn is_enabled(&self) -> bool {
        self.webhook.state != "Disabled"
    }
}

struct DeliveryRow {
    sequence: i64,
    event: &'static str,
    subject: String,
    at: String,
    state: &'static str,
    class: &'static str,
    next: String,
    attempts: Vec<AttemptRow>,
}

struct AttemptRow {
    at: String,
    millis: u32,
    result: String,
    response: String,
}

impl DeliveryRow {
    fn of(delivery: &Delivery) -> Self {
        let event = &delivery.event;
        let class = match delivery.state {
            DeliveryState::Waiting => "hold",
            DeliveryState::Delivered => "active",
            DeliveryState::Dead => "rejected",
        };
        Self {
            sequence: event.sequence,
            event: event.event_type.as_str(),
            subject: event.subject.id.clone(),
            at: time(event.occurred_at),
            state: delivery.state.as_str(),
            class,
            next: delivery.next_attempt_at.map(time).unwrap_or_default(),
            attempts: delivery.attempts.iter().map(AttemptRow::of).collect(),
        }
    }
}

impl AttemptRow {
    fn of(attempt: &DeliveryAttempt) -> Self {
        let status = attempt.status.map(|status| format!("status {status}"));
        Self {
            at: time(attempt.at),
            millis: attempt.duration_millis,
            result: attempt.failure.clone().or(status).unwrap_or_default(),
            response: attempt.response.clone().unwrap_or_default(),
        }
    }
}

/// Shows a webhook and its deliveries.
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
    let id = WebhookId::parse("webhookId", &visit.id()).map_err(|_invalid| PageError::NotFound)?;
    let path = format!("{PATH}/{id}");
    let request = ListDeliveries {
        state: fields.some("state").map(str::to_owned),
        before_sequence: fields.get("before").parse().ok(),
        limit: i32::try_from(PAGE_SIZE + 1).ok(),
    };
    let load = move |app: &App, principal: &Principal| {
        let (webhooks, party) = (app.webhooks(), principal.party());
        let webhook = webhooks.get(&party, id.as_str())?;
        Ok((
            webhook,
            webhooks.list_deliveries(&party, id.as_str(), &request)?,
        ))
    };
    let (webhook, deliveries) = visit.run(Operation::ListWebhookDeliveries, load).await?;
    let shown = deliveries.iter().take(PAGE_SIZE);
    let rows: Vec<DeliveryRow> = shown.map(DeliveryRow::of).collect();
    let last = rows.last().filter(|_| deliveries.len() > PAGE_SIZE);
    let state = fields.get("state");
    let next = last.map(|row| {
        let before = row.sequence.to_string();
        links::with_fields(&path, &[("state", state), ("before", &before)])
    });
    let (status, problem) = refused.unwrap_or((StatusCode::OK, String::new()));
    let page = WebhookPage {
        frame: visit.frame(),
        tabs: tabs(PATH),
        webhook: WebhookRow::of(&webhook),
        overlap: fields
            .some("overlap")
            .map_or_else(|| USUAL_OVERLAP_HOURS.to_string(), str::to_owned),
        states: DeliveryState::ALL
            .map(|one| (one.as_str(), one.as_str() == state))
            .into(),
        deliveries: rows,
        next,
        issued,
        problem,
        done: message(fields.get("saved")),
    };
    visit.page_with_status(status, page).await
}

/// Returns what a form has done.
fn message(saved: &str) -> &'static str {
    match saved {
        "ping" => {
            "The test event is on its way. Load the page again to see how the receiver answered."
        }
        "replay" => "The event is sent again.",
        "replay-since" => "The events are sent again.",
        "enable" => {
            "The webhook is enabled. Events from the time in between are not sent, unless you send them again."
        }
        "disable" => "The webhook is disabled. It receives nothing until you enable it.",
        _ => "",
    }
}

/// Tests, changes or deletes the webhook, or sends events again.
pub(crate) async fn change(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let done = match fields.get("action") {
            "rotate" => rotate(&visit, &fields).await.map(Some),
            _ => change_it(&visit, &fields).await.map(|()| None),
        };
        let here = format!("{PATH}/{}", visit.id());
        match done {
            Ok(None) if fields.get("action") == "delete" => Ok(respond::redirect(
                &links::with_fields(PATH, &[("saved", "deleted")]),
            )),
            Ok(None) => {
                let saved = [("saved", fields.get("action"))];
                Ok(respond::redirect(&links::with_fields(&here, &saved)))
            }
            Ok(issued) => show(&visit, &Fields::default(), issued, None).await,
            Err(error) => show(&visit, &fields, None, Some(error.about_input()?)).await,
        }
    })
    .await
}

async fn rotate(visit: &Visit, fields: &Fields) -> Result<Issued, PageError> {
    let (id, overlap) = (visit.id(), fields.get("overlap").parse::<i32>());
    let rotate = move |app: &App, principal: &Principal| -> Result<_, AppError> {
        let overlap = overlap
            .map_err(|_error| InvalidValue::new("overlapHours", NumberProblem::NotWholeNumber))?;
        app.webhooks()
            .rotate_secret(&principal.party(), &id, Some(overlap))
    };
    let (webhook, secret) = visit.run(Operation::RotateWebhookSecret, rotate).await?;
    Ok(Issued::of(&webhook, secret))
}

async fn change_it(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let action = fields.get("action");
    let operation = match action {
        "ping" => Operation::PingWebhook,
        "replay" => Operation::ReplayWebhookDelivery,
        "replay-since" => Operation::ReplayWebhooksSince,
        "delete" => Operation::DeleteWebhook,
        "enable" | "disable" => Operation::UpdateWebhook,
        _ => return Err(PageError::unknown_action()),
    };
    let (id, fields, enabled) = (visit.id(), fields.clone(), action == "enable");
    let change = move |app: &App, principal: &Principal| -> Result<(), AppError> {
        let (webhooks, party) = (app.webhooks(), principal.party());
        match operation {
            Operation::PingWebhook => webhooks.ping(&party, &id).map(drop),
            Operation::ReplayWebhookDelivery => {
                let sequence = fields.get("sequence").parse::<i64>();
                let sequence = sequence.map_err(|_error| {
                    InvalidValue::new("sequence", NumberProblem::NotWholeNumber)
                })?;
                webhooks.replay(&party, &id, sequence).map(drop)
            }
            Operation::ReplayWebhooksSince => {
                let since = format!("{}:00Z", fields.get("since"));
                webhooks.replay_since(&party, &id, &since).map(drop)
            }
            Operation::DeleteWebhook => webhooks.delete(&party, &id).map(drop),
            _ => {
                let change = UpdateWebhook {
                    webhook_id: id,
                    enabled: Some(enabled),
                    ..UpdateWebhook::default()
                };
                webhooks.update(&party, &change).map(drop)
            }
        }
    };
    visit.run(operation, change).await
}

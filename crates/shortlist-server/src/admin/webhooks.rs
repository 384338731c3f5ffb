//! `shortlist admin webhooks`: the addresses that receive an organization's events.

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use shortlist_app::{App, CreateWebhook, ListDeliveries, UpdateWebhook};
use shortlist_domain::{Delivery, DeliveryAttempt, EventType, JobId, Webhook};

use super::{Answer, OrganizationArguments, open, refused};
use crate::Failure;

#[derive(Debug, Args)]
pub(super) struct WebhookArguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Create a webhook. Prints its secret, only this once.
    Create(NewWebhookArguments),
    /// List the webhooks.
    List(OrganizationArguments),
    /// Change a webhook, disable it, or enable it again.
    Update(UpdateWebhookArguments),
    /// Delete a webhook with its deliveries.
    Delete(OneWebhookArguments),
    /// Replace the secret. The earlier one signs for a while longer. Prints the new one, only this once.
    RotateSecret(RotateSecretArguments),
    /// Send a test event. `deliveries` shows the result.
    Ping(OneWebhookArguments),
    /// List the deliveries with their attempts, the latest event first.
    Deliveries(DeliveriesArguments),
    /// Send an event again.
    Replay(ReplayEventArguments),
    /// Send all events since a time again.
    ReplaySince(ReplaySinceArguments),
}

#[derive(Debug, Args)]
struct NewWebhookArguments {
    #[command(flatten)]
    of: OrganizationArguments,
    /// Its address.
    #[arg(long)]
    url: String,
    /// What it is for.
    #[arg(long)]
    description: Option<String>,
    /// Types of events, such as candidate.created, separated by commas. Without it, all.
    #[arg(long = "event-type", value_delimiter = ',')]
    event_types: Vec<String>,
    /// Only events of these jobs.
    #[arg(long = "job", value_delimiter = ',')]
    jobs: Vec<String>,
}

#[derive(Debug, Args)]
struct OneWebhookArguments {
    #[command(flatten)]
    of: OrganizationArguments,
    /// The webhook's identifier, as `list` shows it.
    #[arg(long)]
    webhook: String,
}

#[derive(Debug, Args)]
struct UpdateWebhookArguments {
    #[command(flatten)]
    one: OneWebhookArguments,
    /// Its new address.
    #[arg(long)]
    url: Option<String>,
    /// Its new description. An empty one removes it.
    #[arg(long)]
    description: Option<String>,
    /// Whether events are sent.
    #[arg(long)]
    enabled: Option<bool>,
}

#[derive(Debug, Args)]
struct RotateSecretArguments {
    #[command(flatten)]
    one: OneWebhookArguments,
    /// How many hours the earlier secret still signs.
    #[arg(long, default_value_t = 24)]
    overlap_hours: i32,
}

#[derive(Debug, Args)]
struct DeliveriesArguments {
    #[command(flatten)]
    one: OneWebhookArguments,
    /// Only deliveries in this state: waiting, delivered or dead.
    #[arg(long)]
    state: Option<String>,
    /// Only events before this number.
    #[arg(long)]
    before: Option<i64>,
    /// How many.
    #[arg(long, default_value_t = 20)]
    limit: i32,
}

#[derive(Debug, Args)]
struct ReplayEventArguments {
    #[command(flatten)]
    one: OneWebhookArguments,
    /// The number of the event, as `deliveries` shows it.
    #[arg(long)]
    sequence: i64,
}

#[derive(Debug, Args)]
struct ReplaySinceArguments {
    #[command(flatten)]
    one: OneWebhookArguments,
    /// The time, such as 2026-11-22T09:30:00Z. At most 30 days ago.
    #[arg(long)]
    since: String,
}

impl OneWebhookArguments {
    fn open(&self) -> Result<App, Failure> {
        open(&self.of.config)
    }
}

pub(super) fn run(arguments: &WebhookArguments) -> Result<Answer, Failure> {
    match &arguments.task {
        Task::Create(task) => create(task),
        Task::List(of) => list(of),
        Task::Update(task) => update(task),
        Task::Delete(one) => delete(one),
        Task::RotateSecret(task) => rotate_secret(task),
        Task::Ping(one) => ping(one),
        Task::Deliveries(task) => deliveries(task),
        Task::Replay(task) => replay(task),
        Task::ReplaySince(task) => replay_since(task),
    }
}

fn create(task: &NewWebhookArguments) -> Result<Answer, Failure> {
    let request = CreateWebhook {
        url: task.url.clone(),
        description: task.description.clone(),
        event_types: task.event_types.clone(),
        job_ids: task.jobs.clone(),
    };
    let (webhook, secret) = open(&task.of.config)?
        .webhooks()
        .create(&task.of.party(), &request)
        .map_err(refused("create the webhook"))?;
    Ok(with_secret(&webhook, &secret))
}

fn with_secret(webhook: &Webhook, secret: &str) -> Answer {
    let mut json = webhook_json(webhook);
    if let Some(fields) = json.as_object_mut() {
        fields.insert("secret".to_owned(), secret.into());
    }
    Answer {
        text: format!("webhook {}\nsecret {secret} (shown this once)", webhook.id),
        json,
    }
}

fn list(of: &OrganizationArguments) -> Result<Answer, Failure> {
    let webhooks = open(&of.config)?
        .webhooks()
        .list(&of.party())
        .map_err(refused("list the webhooks"))?;
    let lines: Vec<String> = webhooks.iter().map(webhook_line).collect();
    let webhooks: Vec<Value> = webhooks.iter().map(webhook_json).collect();
    Ok(Answer {
        text: lines.join("\n"),
        json: json!({ "webhooks": webhooks }),
    })
}

fn update(task: &UpdateWebhookArguments) -> Result<Answer, Failure> {
    let removable = |text: &String| (!text.is_empty()).then(|| text.clone());
    let request = UpdateWebhook {
        webhook_id: task.one.webhook.clone(),
        url: task.url.clone(),
        description: task.description.as_ref().map(removable),
        enabled: task.enabled,
        ..UpdateWebhook::default()
    };
    let webhook = task
        .one
        .open()?
        .webhooks()
        .update(&task.one.of.party(), &request)
        .map_err(refused("change the webhook"))?;
    Ok(one(&webhook))
}

fn one(webhook: &Webhook) -> Answer {
    Answer {
        text: webhook_line(webhook),
        json: webhook_json(webhook),
    }
}

fn delete(task: &OneWebhookArguments) -> Result<Answer, Failure> {
    let webhook = task
        .open()?
        .webhooks()
        .delete(&task.of.party(), &task.webhook)
        .map_err(refused("delete the webhook"))?;
    Ok(Answer {
        text: format!("webhook {} is deleted", webhook.id),
        json: webhook_json(&webhook),
    })
}

fn rotate_secret(task: &RotateSecretArguments) -> Result<Answer, Failure> {
    let hours = task.overlap_hours;
    let (webhook, secret) = task
        .one
        .open()?
        .webhooks()
        .rotate_secret(&task.one.of.party(), &task.one.webhook, Some(hours))
        .map_err(refused("replace the secret"))?;
    let mut answer = with_secret(&webhook, &secret);
    answer.text = format!(
        "{}\nthe earlier secret signs {hours} hours more",
        answer.text
    );
    Ok(answer)
}

fn ping(task: &OneWebhookArguments) -> Result<Answer, Failure> {
    let webhook = task
        .open()?
        .webhooks()
        .ping(&task.of.party(), &task.webhook)
        .map_err(refused("send the test event"))?;
    let id = &webhook.id;
    Ok(Answer {
        text: format!(
            "a running server sends webhook.ping to {id} within seconds; `deliveries --webhook {id}` shows the result"
        ),
        json: webhook_json(&webhook),
    })
}

fn deliveries(task: &DeliveriesArguments) -> Result<Answer, Failure> {
    let request = ListDeliveries {
        state: task.state.clone(),
        before_sequence: task.before,
        limit: Some(task.limit),
    };
    let deliveries = task
        .one
        .open()?
        .webhooks()
        .list_deliveries(&task.one.of.party(), &task.one.webhook, &request)
        .map_err(refused("list the deliveries"))?;
    let lines: Vec<String> = deliveries.iter().map(delivery_lines).collect();
    let deliveries: Vec<Value> = deliveries.iter().map(delivery_json).collect();
    Ok(Answer {
        text: lines.join("\n"),
        json: json!({ "deliveries": deliveries }),
    })
}

fn replay(task: &ReplayEventArguments) -> Result<Answer, Failure> {
    let webhook = task
        .one
        .open()?
        .webhooks()
        .replay(&task.one.of.party(), &task.one.webhook, task.sequence)
        .map_err(refused("send the event again"))?;
    Ok(Answer {
        text: format!("event {} is sent again to {}", task.sequence, webhook.id),
        json: json!({ "webhookId": webhook.id.as_str(), "sequence": task.sequence }),
    })
}

fn replay_since(task: &ReplaySinceArguments) -> Result<Answer, Failure> {
    let replayed = task
        .one
        .open()?
        .webhooks()
        .replay_since(&task.one.of.party(), &task.one.webhook, &task.since)
        .map_err(refused("send the events again"))?;
    Ok(Answer {
        text: format!("{replayed} events are sent again"),
        json: json!({ "replayed": replayed }),
    })
}

fn webhook_line(webhook: &Webhook) -> String {
    let state = match &webhook.disabled {
        Some(reason) => format!("disabled ({reason})"),
        None => "enabled".to_owned(),
    };
    let types: Vec<&str> = type_names(webhook);
    let types = if types.is_empty() {
        "all events".to_owned()
    } else {
        types.join(",")
    };
    format!(
        "{} {} {state} {types}",
        webhook.id,
        webhook.address.as_str()
    )
}

fn type_names(webhook: &Webhook) -> Vec<&'static str> {
    let types = webhook.filter.event_types.iter();
    types.copied().map(EventType::as_str).collect()
}

fn webhook_json(webhook: &Webhook) -> Value {
    let jobs: Vec<&str> = webhook.filter.job_ids.iter().map(JobId::as_str).collect();
    json!({
        "webhookId": webhook.id.as_str(),
        "organizationId": webhook.organization_id.as_str(),
        "url": webhook.address.as_str(),
        "description": webhook.description,
        "eventTypes": type_names(webhook),
        "jobIds": jobs,
        "enabled": webhook.disabled.is_none(),
        "disabledReason": webhook.disabled,
        "failingSince": webhook.failing_since.map(|at| at.to_string()),
        "createdAt": webhook.created_at.to_string(),
    })
}

/// Returns a line for the delivery, and one for each attempt.
fn delivery_lines(delivery: &Delivery) -> String {
    let event = &delivery.event;
    let mut text = format!(
        "{} {} {} {}",
        event.sequence,
        event.event_type.as_str(),
        event.subject.id,
        delivery.state.as_str()
    );
    if let Some(next) = delivery.next_attempt_at {
        text.push_str(&format!(", next attempt at {next}"));
    }
    for attempt in &delivery.attempts {
        text.push_str(&format!("\n  {}", attempt_line(attempt)));
    }
    text
}

fn attempt_line(attempt: &DeliveryAttempt) -> String {
    let status = attempt.status.map(|status| status.to_string());
    let result = attempt.failure.clone().or(status).unwrap_or_default();
    format!("{} {result} ({} ms)", attempt.at, attempt.duration_millis)
}

fn delivery_json(delivery: &Delivery) -> Value {
    let attempt = |one: &DeliveryAttempt| {
        json!({
            "at": one.at.to_string(),
            "durationMillis": one.duration_millis,
            "status": one.status,
            "failure": one.failure,
            "response": one.response,
        })
    };
    let attempts: Vec<Value> = delivery.attempts.iter().map(attempt).collect();
    json!({
        "eventId": delivery.event.id,
        "sequence": delivery.event.sequence,
        "type": delivery.event.event_type.as_str(),
        "state": delivery.state.as_str(),
        "nextAttemptAt": delivery.next_attempt_at.map(|at| at.to_string()),
        "attempts": attempts,
    })
}

//! The GraphQL types of webhooks and their deliveries.

pub(crate) mod webhook_operations;

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{AppError, CreateWebhook, ListDeliveries, UpdateWebhook};
use shortlist_domain::{JobId, Principal, Timestamp};

use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::RequestContext;
use crate::graphql::input::input;
use crate::graphql::object::object;

#[derive(GraphQLInputObject)]
pub(crate) struct ListWebhooksInput {
    pub(crate) organization_id: String,
}

input! {
    pub(crate) struct CreateWebhookInput(CreateWebhook) of organization_id "organizationId" {
        /// The https address that receives the events.
        "url" as url: String;
        /// What it is for.
        "description" as description: Option<String>;
        /// The types of events, such as `candidate.created`. Without them, all types.
        "eventTypes" as event_types: Option<Vec<String>> = event_types.unwrap_or_default();
        /// The jobs whose events are sent. Without them, all events.
        "jobIds" as job_ids: Option<Vec<String>> = job_ids.unwrap_or_default();
    }
}

input! {
    pub(crate) struct UpdateWebhookInput(UpdateWebhook) of organization_id "organizationId" {
        "webhookId" as webhook_id: String;
        "url" as url: Option<String>;
        "description" as description: juniper::Nullable<String> = description.explicit();
        /// The types of events. An empty list selects all.
        "eventTypes" as event_types: Option<Vec<String>>;
        /// The jobs whose events are sent. An empty list selects all events.
        "jobIds" as job_ids: Option<Vec<String>>;
        /// Whether it receives events. Enabling it continues with the deliveries that were waiting.
        "enabled" as enabled: Option<bool>;
    }
}

/// The input of operations that need a webhook only.
#[derive(GraphQLInputObject)]
pub(crate) struct WebhookInput {
    pub(crate) organization_id: String,
    pub(crate) webhook_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct RotateWebhookSecretInput {
    pub(crate) organization_id: String,
    pub(crate) webhook_id: String,
    /// The number of hours for which the earlier secret signs as well.
    #[graphql(default = Some(24))]
    pub(crate) overlap_hours: Option<i32>,
}

input! {
    pub(crate) struct ListWebhookDeliveriesInput(ListDeliveries) of organization_id "organizationId", webhook_id "webhookId" {
        /// The state: `waiting`, `delivered` or `dead`.
        "state" as state: Option<String>;
        /// Lists the deliveries of events before this number. Use the last one of the list to get the next.
        "beforeSequence" as before_sequence: Option<i32> = before_sequence.map(i64::from);
        /// The number of deliveries, at most 100.
        "limit" as limit: Option<i32>;
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct ReplayWebhookDeliveryInput {
    pub(crate) organization_id: String,
    pub(crate) webhook_id: String,
    /// The number of the event.
    pub(crate) sequence: i32,
}

#[derive(GraphQLInputObject)]
pub(crate) struct ReplayWebhooksSinceInput {
    pub(crate) organization_id: String,
    pub(crate) webhook_id: String,
    /// The time since which events are sent again, at most 30 days ago.
    pub(crate) since: String,
}

object! {
    /// A webhook, without its secret.
    pub(crate) struct Webhook(shortlist_domain::Webhook) as webhook {
        webhook_id: &str = webhook.id.as_str();
        url: &str = webhook.address.as_str();
        description: Option<&str> = webhook.description.as_deref();
        /// The types of events. An empty list selects all.
        event_types: Vec<&'static str> = webhook.filter.event_types.iter().map(|one| one.as_str()).collect();
        /// The jobs whose events are sent. An empty list selects all events.
        job_ids: Vec<&str> = webhook.filter.job_ids.iter().map(JobId::as_str).collect();
        enabled: bool = webhook.disabled.is_none();
        /// Why it is disabled.
        disabled_reason: Option<&str> = webhook.disabled.as_deref();
        /// Since when every attempt has failed.
        failing_since: Option<String> = time(webhook.failing_since);
        created_at: String = webhook.created_at.to_string();
        updated_at: String = webhook.updated_at.to_string();
    }
}

/// The webhooks of an organization, the earliest first.
#[derive(GraphQLObject)]
pub(crate) struct WebhookList {
    webhooks: Vec<Webhook>,
}

/// A webhook with a new secret, which is shown only once.
#[derive(GraphQLObject)]
pub(crate) struct WebhookWithSecret {
    webhook: Webhook,
    /// The secret that signs, as receivers configure it: `whsec_` and base 64.
    secret: String,
}

object! {
    /// An attempt to deliver an event.
    pub(crate) struct WebhookAttempt(shortlist_domain::DeliveryAttempt) as attempt {
        at: String = attempt.at.to_string();
        duration_millis: i32 = i32::try_from(attempt.duration_millis).unwrap_or(i32::MAX);
        /// The HTTP status of the response.
        status: Option<i32> = attempt.status.map(i32::from);
        /// Why it failed.
        failure: Option<&str> = attempt.failure.as_deref();
        /// The beginning of the response, at most 4 KiB.
        response: Option<&str> = attempt.response.as_deref();
    }
}

object! {
    /// An event for a webhook, and how its delivery went.
    pub(crate) struct WebhookDelivery(shortlist_domain::Delivery) as delivery {
        /// The identifier of the event, which is the header `webhook-id`.
        event_id: &str = &delivery.event.id;
        event_type: &'static str = delivery.event.event_type.as_str();
        /// The number among the organization's events.
        sequence: i32 = i32::try_from(delivery.event.sequence).unwrap_or(i32::MAX);
        occurred_at: String = delivery.event.occurred_at.to_string();
        /// The state: `waiting`, `delivered` or `dead`.
        state: &'static str = delivery.state.as_str();
        /// When it is attempted again.
        next_attempt_at: Option<String> = time(delivery.next_attempt_at);
        attempts: Vec<WebhookAttempt> = delivery.attempts.iter().cloned().map(WebhookAttempt).collect();
    }
}

/// The deliveries to a webhook, the latest event first.
#[derive(GraphQLObject)]
pub(crate) struct WebhookDeliveryList {
    deliveries: Vec<WebhookDelivery>,
}

/// The number of events that are sent again.
#[derive(GraphQLObject)]
pub(crate) struct ReplayedEvents {
    events: i32,
}

impl WebhookWithSecret {
    pub(crate) fn of(webhook: shortlist_domain::Webhook, secret: String) -> Self {
        Self {
            webhook: Webhook(webhook),
            secret,
        }
    }
}

impl WebhookList {
    pub(crate) fn load(context: &RequestContext, principal: &Principal) -> Result<Self, AppError> {
        let webhooks = context.app.webhooks().list(&principal.party())?;
        context.charge(ITEM_BYTES * webhooks.len())?;
        Ok(Self {
            webhooks: webhooks.into_iter().map(Webhook).collect(),
        })
    }
}

impl WebhookDeliveryList {
    pub(crate) fn load(
        context: &RequestContext,
        principal: &Principal,
        input: &ListWebhookDeliveriesInput,
    ) -> Result<Self, AppError> {
        let deliveries = context.app.webhooks().list_deliveries(
            &principal.party(),
            &input.webhook_id,
            &input.request,
        )?;
        let of_delivery = |one: &shortlist_domain::Delivery| {
            let responses = one.attempts.iter().filter_map(|one| one.response.as_ref());
            ITEM_BYTES * (1 + one.attempts.len()) + responses.map(String::len).sum::<usize>()
        };
        context.charge(deliveries.iter().map(of_delivery).sum())?;
        Ok(Self {
            deliveries: deliveries.into_iter().map(WebhookDelivery).collect(),
        })
    }
}

impl ReplayedEvents {
    pub(crate) fn of(events: usize) -> Self {
        Self {
            events: i32::try_from(events).unwrap_or(i32::MAX),
        }
    }
}

fn time(at: Option<Timestamp>) -> Option<String> {
    at.map(|at| at.to_string())
}

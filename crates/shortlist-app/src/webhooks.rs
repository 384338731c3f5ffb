//! Webhooks: other systems that receive events.

pub(crate) mod addresses;
pub(crate) mod delivery;
pub(crate) mod event_payload;
pub(crate) mod event_schema;

use chrono::Duration;
use data_encoding::BASE64;
use shortlist_domain::{
    Delivery, DeliveryState, EventFilter, EventType, InvalidValue, JobId, ListProblem,
    MAX_WEBHOOK_JOBS, MAX_WEBHOOKS, NewWebhook, NumberProblem, Party, TimeProblem, Timestamp,
    Webhook, WebhookChange, WebhookId, WebhookSecret, check_webhook_description,
};
use shortlist_persistence::{DeliveryQuery, Store, WebhookInsertion};

use crate::checks::existing_job;
use crate::clock::Clock;
use crate::conflict::{Conflict, Limited};
use crate::error::AppError;
use crate::operations::Operation;
use crate::secrets::{random_bits, random_nonce};
use crate::webhooks::addresses::AddressRules;
use crate::writers::Writers;

/// The prefix of secrets as they are shown, as Standard Webhooks defines it.
const SECRET_PREFIX: &str = "whsec_";
/// How long an earlier secret signs by default, in hours.
const DEFAULT_OVERLAP_HOURS: i32 = 24;
/// The longest time for which an earlier secret signs, in hours: 30 days.
const MAX_OVERLAP_HOURS: i32 = 720;
/// The most deliveries in a list.
pub const MAX_LISTED_DELIVERIES: i32 = 100;
/// How long events are kept, in days. Older ones cannot be sent again.
pub const EVENT_DAYS: i64 = 30;

const NO_WEBHOOK: AppError = AppError::NotFound {
    field: "webhookId",
    what: "webhook",
};

/// A webhook to create.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct CreateWebhook {
    pub url: String,
    pub description: Option<String>,
    pub event_types: Vec<String>,
    pub job_ids: Vec<String>,
}

/// The fields of a webhook to change; `None` keeps a field.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct UpdateWebhook {
    pub webhook_id: String,
    pub url: Option<String>,
    pub description: Option<Option<String>>,
    pub event_types: Option<Vec<String>>,
    pub job_ids: Option<Vec<String>>,
    pub enabled: Option<bool>,
}

/// Which deliveries to list.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct ListDeliveries {
    pub state: Option<String>,
    pub before_sequence: Option<i64>,
    pub limit: Option<i32>,
}

/// The use cases of webhooks.
pub struct Webhooks<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) writers: &'a Writers,
    pub(crate) rules: &'a AddressRules,
}

impl Webhooks<'_> {
    /// Creates a webhook. Returns it with its secret, which is not shown again.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, or if the organization has too many webhooks.
    pub fn create(
        &self,
        party: &Party,
        input: &CreateWebhook,
    ) -> Result<(Webhook, String), AppError> {
        let now = self.clock.now();
        let description = input.description.as_deref();
        let description = description.map(check_webhook_description).transpose()?;
        let webhook = Webhook {
            organization_id: party.organization_id.clone(),
            id: WebhookId::generate(now, random_bits()?),
            address: self.rules.parse("url", &input.url)?,
            description: description.flatten(),
            filter: EventFilter {
                event_types: event_types(&input.event_types)?,
                job_ids: self.job_ids(party, &input.job_ids)?,
            },
            disabled: None,
            failing_since: None,
            created_at: now,
            updated_at: now,
        };
        let secret = WebhookSecret::new(random_nonce()?);
        let new = NewWebhook { webhook, secret };
        let writer = self
            .writers
            .for_party(party, Operation::CreateWebhook.name());
        match writer.webhooks().insert(&new)? {
            WebhookInsertion::Created => Ok((new.webhook, secret_text(&new.secret))),
            WebhookInsertion::Full => Err(AppError::too_many(Limited::Webhooks, MAX_WEBHOOKS)),
        }
    }

    /// Changes a webhook.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, or if the organization has no such webhook.
    pub fn update(&self, party: &Party, input: &UpdateWebhook) -> Result<Webhook, AppError> {
        let id = WebhookId::parse("webhookId", &input.webhook_id)?;
        let description = input.description.as_ref().map(|text| match text {
            Some(text) => check_webhook_description(text),
            None => Ok(None),
        });
        let job_ids = input.job_ids.as_ref();
        let address = input.url.as_deref().map(|url| self.rules.parse("url", url));
        let change = WebhookChange {
            address: address.transpose()?,
            description: description.transpose()?,
            event_types: input.event_types.as_deref().map(event_types).transpose()?,
            job_ids: job_ids.map(|ids| self.job_ids(party, ids)).transpose()?,
            enabled: input.enabled,
            disabled: None,
        };
        let now = self.clock.now();
        let updated = self
            .writers
            .for_party(party, Operation::UpdateWebhook.name())
            .webhooks()
            .update(&party.organization_id, &id, &|before| {
                change.applied_to(before, now)
            })?;
        updated.ok_or(NO_WEBHOOK)
    }

    /// Deletes a webhook with its deliveries. Returns what was deleted.
    ///
    /// # Errors
    /// Returns an error if the organization has no such webhook.
    pub fn delete(&self, party: &Party, webhook_id: &str) -> Result<Webhook, AppError> {
        let webhook = self.get(party, webhook_id)?;
        let writer = self
            .writers
            .for_party(party, Operation::DeleteWebhook.name());
        if writer
            .webhooks()
            .delete(&party.organization_id, &webhook.id)?
        {
            Ok(webhook)
        } else {
            Err(NO_WEBHOOK)
        }
    }

    /// Lists the organization's webhooks.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list(&self, party: &Party) -> Result<Vec<Webhook>, AppError> {
        Ok(self.store.webhooks().list(&party.organization_id)?)
    }

    /// Replaces the secret of a webhook. The earlier one signs as well for some hours. Returns the webhook and the new
    /// secret, which is not shown again.
    ///
    /// # Errors
    /// Returns an error if the overlap is out of range, or if the organization has no such webhook.
    pub fn rotate_secret(
        &self,
        party: &Party,
        webhook_id: &str,
        overlap_hours: Option<i32>,
    ) -> Result<(Webhook, String), AppError> {
        let webhook = self.get(party, webhook_id)?;
        let hours = overlap_hours.unwrap_or(DEFAULT_OVERLAP_HOURS);
        if !(0..=MAX_OVERLAP_HOURS).contains(&hours) {
            let problem = NumberProblem::OutOfRange {
                least: 0,
                most: i64::from(MAX_OVERLAP_HOURS),
            };
            return Err(InvalidValue::new("overlapHours", problem).into());
        }
        let until = self.clock.now().plus(Duration::hours(i64::from(hours)));
        let secret = WebhookSecret::new(random_nonce()?);
        let rotated = self
            .writers
            .for_party(party, Operation::RotateWebhookSecret.name())
            .webhooks()
            .rotate_secret(&party.organization_id, &webhook.id, &secret, until)?;
        if rotated {
            Ok((webhook, secret_text(&secret)))
        } else {
            Err(NO_WEBHOOK)
        }
    }

    /// Sends a test event to a webhook. Its delivery shows the result.
    ///
    /// # Errors
    /// Returns an error if the organization has no such webhook, or if it is disabled.
    pub fn ping(&self, party: &Party, webhook_id: &str) -> Result<Webhook, AppError> {
        let webhook = self.get(party, webhook_id)?;
        if webhook.disabled.is_some() {
            return Err(AppError::Conflict(Conflict::WebhookDisabled));
        }
        let writer = self.writers.for_party(party, Operation::PingWebhook.name());
        if writer
            .webhooks()
            .ping(&party.organization_id, &webhook.id)?
        {
            Ok(webhook)
        } else {
            Err(NO_WEBHOOK)
        }
    }

    /// Lists the deliveries to a webhook, the latest event first.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, or if the organization has no such webhook.
    pub fn list_deliveries(
        &self,
        party: &Party,
        webhook_id: &str,
        input: &ListDeliveries,
    ) -> Result<Vec<Delivery>, AppError> {
        let webhook = self.get(party, webhook_id)?;
        let limit = input.limit.unwrap_or(MAX_LISTED_DELIVERIES);
        if !(1..=MAX_LISTED_DELIVERIES).contains(&limit) {
            let problem = NumberProblem::OutOfRange {
                least: 1,
                most: i64::from(MAX_LISTED_DELIVERIES),
            };
            return Err(InvalidValue::new("limit", problem).into());
        }
        let state = input.state.as_deref();
        let query = DeliveryQuery {
            state: state
                .map(|name| DeliveryState::parse("state", name))
                .transpose()?,
            before: input.before_sequence,
            limit: i64::from(limit),
        };
        Ok(self
            .store
            .webhooks()
            .list_deliveries(&party.organization_id, &webhook.id, &query)?)
    }

    /// Sends an event to a webhook again, with all its attempts.
    ///
    /// # Errors
    /// Returns an error if there is no such delivery.
    pub fn replay(
        &self,
        party: &Party,
        webhook_id: &str,
        sequence: i64,
    ) -> Result<Webhook, AppError> {
        let webhook = self.get(party, webhook_id)?;
        let writer = self
            .writers
            .for_party(party, Operation::ReplayWebhookDelivery.name());
        if writer
            .webhooks()
            .replay(&party.organization_id, &webhook.id, sequence)?
        {
            return Ok(webhook);
        }
        Err(AppError::NotFound {
            field: "sequence",
            what: "delivery",
        })
    }

    /// Sends all events since a time to a webhook, also those that it has received. Returns their number.
    ///
    /// # Errors
    /// Returns an error if the time is older than the events that are kept, or if the organization has no such webhook.
    pub fn replay_since(
        &self,
        party: &Party,
        webhook_id: &str,
        since: &str,
    ) -> Result<usize, AppError> {
        let webhook = self.get(party, webhook_id)?;
        let since = Timestamp::parse("since", since)?;
        if since < self.clock.now().minus(Duration::days(EVENT_DAYS)) {
            let problem = TimeProblem::EventsNotKept(EVENT_DAYS);
            return Err(InvalidValue::new("since", problem).into());
        }
        let writer = self
            .writers
            .for_party(party, Operation::ReplayWebhooksSince.name());
        writer
            .webhooks()
            .replay_since(&party.organization_id, &webhook.id, since)?
            .ok_or(NO_WEBHOOK)
    }

    /// Returns a webhook.
    ///
    /// # Errors
    /// Returns an error if the organization has no such webhook.
    pub fn get(&self, party: &Party, webhook_id: &str) -> Result<Webhook, AppError> {
        let id = WebhookId::parse("webhookId", webhook_id)?;
        let found = self.store.webhooks().find(&party.organization_id, &id)?;
        found.ok_or(NO_WEBHOOK)
    }

    fn job_ids(&self, party: &Party, ids: &[String]) -> Result<Vec<JobId>, AppError> {
        if ids.len() > MAX_WEBHOOK_JOBS {
            let problem = ListProblem::TooManyJobs(MAX_WEBHOOK_JOBS);
            return Err(InvalidValue::new("jobIds", problem).into());
        }
        let mut jobs = Vec::with_capacity(ids.len());
        for id in ids {
            let id = JobId::parse("jobIds", id)?;
            existing_job(self.store, &party.organization_id, &id)?;
            if !jobs.contains(&id) {
                jobs.push(id);
            }
        }
        Ok(jobs)
    }
}

fn event_types(names: &[String]) -> Result<Vec<EventType>, InvalidValue> {
    let mut types = Vec::with_capacity(names.len());
    for name in names {
        let event_type = EventType::parse("eventTypes", name)?;
        if !types.contains(&event_type) {
            types.push(event_type);
        }
    }
    Ok(types)
}

/// Returns a secret as its receiver configures it.
fn secret_text(secret: &WebhookSecret) -> String {
    format!("{SECRET_PREFIX}{}", BASE64.encode(secret.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_shown_as_standard_webhooks_describes() {
        let text = secret_text(&WebhookSecret::new([1; 32]));
        assert_eq!(text, "whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=");
    }

    #[test]
    fn a_type_is_named_once_and_must_exist() {
        let names = ["job.created", "JOB.created"].map(str::to_owned);
        assert_eq!(event_types(&names).unwrap(), [EventType::JobCreated]);
        assert!(event_types(&["job.*".to_owned()]).is_err());
    }
}

//! A webhook as a row.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    EventFilter, EventType, JobId, OrganizationId, Timestamp, Webhook, WebhookAddress, WebhookId,
    WebhookSecret,
};

use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::keys::WebhookKey;
use crate::schema::webhooks;
use crate::times::{stored, timestamp};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = webhooks, treat_none_as_default_value = false)]
pub(super) struct WebhookRow {
    organization_id: String,
    id: String,
    address: String,
    description: Option<String>,
    event_types: String,
    job_ids: String,
    secret: Vec<u8>,
    disabled: Option<String>,
    failing_since: Option<NaiveDateTime>,
    /// The number of the last event before the webhook was created.
    pub(super) after_sequence: i64,
    created_at: NaiveDateTime,
    updated_at: NaiveDateTime,
}

impl WebhookRow {
    pub(super) fn of(
        webhook: &Webhook,
        secret: &WebhookSecret,
        after_sequence: i64,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            organization_id: webhook.organization_id.as_str().to_owned(),
            id: webhook.id.as_str().to_owned(),
            address: webhook.address.as_str().to_owned(),
            description: webhook.description.clone(),
            event_types: types_json(webhook)?,
            job_ids: jobs_json(webhook)?,
            secret: secret.as_bytes().to_vec(),
            disabled: webhook.disabled.clone(),
            failing_since: webhook.failing_since.map(stored),
            after_sequence,
            created_at: stored(webhook.created_at),
            updated_at: stored(webhook.updated_at),
        })
    }

    pub(super) fn into_webhook(self) -> Result<Webhook, StoreError> {
        let event_types: Vec<String> = serde_json::from_str(&self.event_types)?;
        let job_ids: Vec<String> = serde_json::from_str(&self.job_ids)?;
        let event_types = event_types
            .iter()
            .map(|name| EventType::parse("event_types", name));
        let job_ids = job_ids.iter().map(|id| JobId::parse("job_ids", id));
        Ok(Webhook {
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            id: WebhookId::parse("id", &self.id)?,
            address: WebhookAddress::checked("address", &self.address)?,
            description: self.description,
            filter: EventFilter {
                event_types: event_types.collect::<Result<_, _>>()?,
                job_ids: job_ids.collect::<Result<_, _>>()?,
            },
            disabled: self.disabled,
            failing_since: self.failing_since.map(timestamp),
            created_at: timestamp(self.created_at),
            updated_at: timestamp(self.updated_at),
        })
    }
}

/// Stores what a change may change.
pub(super) fn update(conn: &mut DbConn, webhook: &Webhook) -> Result<(), StoreError> {
    let row = webhooks::table
        .filter(webhooks::organization_id.eq(webhook.organization_id.as_str()))
        .filter(webhooks::id.eq(webhook.id.as_str()));
    diesel::update(row)
        .set((
            webhooks::address.eq(webhook.address.as_str()),
            webhooks::description.eq(&webhook.description),
            webhooks::event_types.eq(types_json(webhook)?),
            webhooks::job_ids.eq(jobs_json(webhook)?),
            webhooks::disabled.eq(&webhook.disabled),
            webhooks::failing_since.eq(webhook.failing_since.map(stored)),
            webhooks::updated_at.eq(stored(webhook.updated_at)),
        ))
        .execute(conn)?;
    Ok(())
}

/// Makes a webhook receive only the events after this one.
pub(super) fn skip_to(conn: &mut DbConn, key: WebhookKey<'_>, sequence: i64) -> QueryResult<()> {
    let row = webhooks::table
        .filter(webhooks::organization_id.eq(key.organization))
        .filter(webhooks::id.eq(key.webhook));
    diesel::update(row)
        .set(webhooks::after_sequence.eq(sequence))
        .execute(conn)?;
    Ok(())
}

/// Stores since when a webhook's deliveries have failed.
pub(super) fn set_failing_since(
    conn: &mut DbConn,
    key: WebhookKey<'_>,
    since: Option<Timestamp>,
) -> QueryResult<()> {
    let row = webhooks::table
        .filter(webhooks::organization_id.eq(key.organization))
        .filter(webhooks::id.eq(key.webhook));
    diesel::update(row)
        .set(webhooks::failing_since.eq(since.map(stored)))
        .execute(conn)?;
    Ok(())
}

fn types_json(webhook: &Webhook) -> Result<String, StoreError> {
    let names = webhook.filter.event_types.iter();
    let names: Vec<&str> = names.copied().map(EventType::as_str).collect();
    Ok(serde_json::to_string(&names)?)
}

fn jobs_json(webhook: &Webhook) -> Result<String, StoreError> {
    let ids: Vec<&str> = webhook.filter.job_ids.iter().map(JobId::as_str).collect();
    Ok(serde_json::to_string(&ids)?)
}

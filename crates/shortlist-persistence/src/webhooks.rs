//! Webhooks: which addresses receive which events.

mod deliveries;
mod lists;
mod outcomes;
mod row;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, EventType, JobId, MAX_WEBHOOKS, NewAuditEntry, NewWebhook, OrganizationId,
    Timestamp, Webhook, WebhookId, WebhookSecret,
};

pub use deliveries::{DueDelivery, HandedOut};
pub use lists::DeliveryQuery;
pub use outcomes::{AttemptOutcome, AttemptResult};

use crate::audit::lock_events;
use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::events::DELIVERY_TASK;
use crate::keys::WebhookKey;
use crate::schema::{event_positions, tasks, webhooks};
use crate::store::Webhooks;
use crate::times::stored;
use crate::writer::{WebhookWriter, Written};
use row::WebhookRow;

/// The result of creating a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WebhookInsertion {
    /// It was stored.
    Created,
    /// The organization has the largest number of webhooks.
    Full,
}

impl WebhookWriter<'_> {
    /// Creates a webhook. It receives the events after this one.
    ///
    /// # Errors
    /// When the database fails.
    pub fn insert(&self, new: &NewWebhook) -> Result<WebhookInsertion, StoreError> {
        let webhook = &new.webhook;
        let organization = webhook.organization_id.as_str();
        self.writer.check_organization(&webhook.organization_id)?;
        self.writer.write(|conn| {
            let last_event = lock_events(conn, organization)?;
            let count: i64 = webhooks::table
                .filter(webhooks::organization_id.eq(organization))
                .count()
                .get_result(conn)?;
            if usize::try_from(count).unwrap_or(usize::MAX) >= MAX_WEBHOOKS {
                return Ok(Written::nothing(WebhookInsertion::Full));
            }
            if count == 0 {
                begin_deliveries(conn, organization, last_event)?;
            }
            let insert = diesel::insert_into(webhooks::table).values(WebhookRow::of(
                webhook,
                &new.secret,
                last_event,
            )?);
            on_either!(conn, conn => insert.execute(conn))?;
            add_task(conn, organization, webhook.created_at)?;
            let entry = NewAuditEntry::done(AuditedKind::Webhook, webhook.id.as_str())
                .with_field("url", webhook.address.as_str())
                .with_change("eventTypes", None, types_text(webhook).as_deref())
                .with_change("jobIds", None, jobs_text(webhook).as_deref());
            Ok(Written::one(WebhookInsertion::Created, entry))
        })
    }

    /// Changes a webhook. `change` returns the webhook after the change. Returns `None` if the organization has no such webhook.
    ///
    /// # Errors
    /// When the database fails.
    pub fn update(
        &self,
        organization: &OrganizationId,
        id: &WebhookId,
        change: &dyn Fn(&Webhook) -> Webhook,
    ) -> Result<Option<Webhook>, StoreError> {
        self.writer.check_organization(organization)?;
        let key = WebhookKey::of(organization, id);
        self.writer.write(|conn| {
            let last_event = lock_events(conn, key.organization)?;
            let Some(before) = find(conn, key)? else {
                return Ok(Written::nothing(None));
            };
            let after = change(&before);
            if after == before {
                return Ok(Written::nothing(Some(after)));
            }
            row::update(conn, &after)?;
            if before.disabled.is_some() && after.disabled.is_none() {
                row::skip_to(conn, key, last_event)?;
            }
            crate::events::make_delivery_due(
                conn,
                key.organization,
                stored(self.writer.action().at),
            )?;
            let entry = change_entry(&before, &after);
            Ok(Written::one(Some(after), entry))
        })
    }

    /// Replaces the secret. The earlier one signs as well until `until`. Returns `false` if the organization has no such
    /// webhook.
    ///
    /// # Errors
    /// When the database fails.
    pub fn rotate_secret(
        &self,
        organization: &OrganizationId,
        id: &WebhookId,
        secret: &WebhookSecret,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            let row = webhooks::table
                .filter(webhooks::organization_id.eq(organization.as_str()))
                .filter(webhooks::id.eq(id.as_str()));
            let changed = diesel::update(row)
                .set((
                    webhooks::earlier_secret.eq(webhooks::secret.nullable()),
                    webhooks::earlier_secret_until.eq(stored(until)),
                    webhooks::secret.eq(secret.as_bytes()),
                ))
                .execute(conn)?;
            if changed == 0 {
                return Ok(Written::nothing(false));
            }
            let entry = NewAuditEntry::done(AuditedKind::Webhook, id.as_str())
                .with_field("earlierSecretUntil", &until.to_string());
            Ok(Written::one(true, entry))
        })
    }

    /// Deletes a webhook with its deliveries. Returns `false` if the organization has no such webhook.
    ///
    /// # Errors
    /// When the database fails.
    pub fn delete(
        &self,
        organization: &OrganizationId,
        id: &WebhookId,
    ) -> Result<bool, StoreError> {
        self.writer.check_organization(organization)?;
        let key = WebhookKey::of(organization, id);
        self.writer.write(|conn| {
            let Some(before) = find(conn, key)? else {
                return Ok(Written::nothing(false));
            };
            let row = webhooks::table
                .filter(webhooks::organization_id.eq(key.organization))
                .filter(webhooks::id.eq(key.webhook));
            diesel::delete(row).execute(conn)?;
            let entry = NewAuditEntry::done(AuditedKind::Webhook, key.webhook).with_change(
                "url",
                Some(before.address.as_str()),
                None,
            );
            Ok(Written::one(true, entry))
        })
    }

    /// Writes the event that tests a webhook. Returns `false` if the organization has no such webhook.
    ///
    /// # Errors
    /// When the database fails.
    pub fn ping(&self, organization: &OrganizationId, id: &WebhookId) -> Result<bool, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            if find(conn, WebhookKey::of(organization, id))?.is_none() {
                return Ok(Written::nothing(false));
            }
            let entry = NewAuditEntry::done(AuditedKind::Webhook, id.as_str());
            Ok(Written::one(true, entry))
        })
    }
}

/// Skips the events from before an organization's first webhook.
fn begin_deliveries(conn: &mut DbConn, organization: &str, last_event: i64) -> QueryResult<()> {
    let position = event_positions::table.filter(event_positions::organization_id.eq(organization));
    diesel::delete(position).execute(conn)?;
    diesel::insert_into(event_positions::table)
        .values((
            event_positions::organization_id.eq(organization),
            event_positions::sequence.eq(last_event),
        ))
        .execute(conn)?;
    Ok(())
}

fn add_task(conn: &mut DbConn, organization: &str, at: Timestamp) -> QueryResult<()> {
    let insert = diesel::insert_into(tasks::table)
        .values((
            tasks::organization_id.eq(organization),
            tasks::name.eq(DELIVERY_TASK),
            tasks::due_at.eq(stored(at)),
        ))
        .on_conflict_do_nothing();
    on_either!(conn, conn => insert.execute(conn))?;
    Ok(())
}

/// Finds a webhook.
fn find(conn: &mut DbConn, key: WebhookKey<'_>) -> Result<Option<Webhook>, StoreError> {
    let row: Option<WebhookRow> = webhooks::table
        .filter(webhooks::organization_id.eq(key.organization))
        .filter(webhooks::id.eq(key.webhook))
        .select(WebhookRow::as_select())
        .first(conn)
        .optional()?;
    row.map(WebhookRow::into_webhook).transpose()
}

/// Returns the audit entry for a changed webhook.
fn change_entry(before: &Webhook, after: &Webhook) -> NewAuditEntry {
    NewAuditEntry::done(AuditedKind::Webhook, after.id.as_str())
        .with_change(
            "url",
            Some(before.address.as_str()),
            Some(after.address.as_str()),
        )
        .with_change(
            "description",
            before.description.as_deref(),
            after.description.as_deref(),
        )
        .with_change(
            "eventTypes",
            types_text(before).as_deref(),
            types_text(after).as_deref(),
        )
        .with_change(
            "jobIds",
            jobs_text(before).as_deref(),
            jobs_text(after).as_deref(),
        )
        .with_change(
            "disabled",
            before.disabled.as_deref(),
            after.disabled.as_deref(),
        )
}

fn types_text(webhook: &Webhook) -> Option<String> {
    let names = webhook.filter.event_types.iter();
    let names: Vec<&str> = names.copied().map(EventType::as_str).collect();
    (!names.is_empty()).then(|| names.join(" "))
}

fn jobs_text(webhook: &Webhook) -> Option<String> {
    let ids = webhook.filter.job_ids.iter();
    let ids: Vec<&str> = ids.map(JobId::as_str).collect();
    (!ids.is_empty()).then(|| ids.join(" "))
}

/// The secret, and the earlier one with its end.
type SecretColumns = (Vec<u8>, Option<Vec<u8>>, Option<NaiveDateTime>);

impl Webhooks<'_> {
    /// Finds a webhook.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find(
        &self,
        organization: &OrganizationId,
        id: &WebhookId,
    ) -> Result<Option<Webhook>, StoreError> {
        self.pools
            .read(|conn| find(conn, WebhookKey::of(organization, id)))
    }

    /// Lists an organization's webhooks, the earliest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list(&self, organization: &OrganizationId) -> Result<Vec<Webhook>, StoreError> {
        self.pools.read(|conn| list(conn, organization.as_str()))
    }

    /// Returns the secrets that sign at this time, the newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn secrets(
        &self,
        organization: &OrganizationId,
        id: &WebhookId,
        now: Timestamp,
    ) -> Result<Vec<WebhookSecret>, StoreError> {
        let secrets: Option<SecretColumns> = self.pools.read(|conn| {
            Ok(webhooks::table
                .filter(webhooks::organization_id.eq(organization.as_str()))
                .filter(webhooks::id.eq(id.as_str()))
                .select((
                    webhooks::secret,
                    webhooks::earlier_secret,
                    webhooks::earlier_secret_until,
                ))
                .first(conn)
                .optional()?)
        })?;
        let Some((secret, earlier, until)) = secrets else {
            return Ok(Vec::new());
        };
        let signs = until.is_some_and(|until| until > stored(now));
        let earlier = earlier.filter(|_| signs);
        let all = std::iter::once(secret).chain(earlier);
        Ok(all.map(WebhookSecret::stored).collect())
    }
}

/// Lists an organization's webhooks, the earliest first.
fn list(conn: &mut DbConn, organization: &str) -> Result<Vec<Webhook>, StoreError> {
    let rows: Vec<WebhookRow> = webhooks::table
        .filter(webhooks::organization_id.eq(organization))
        .order(webhooks::id)
        .select(WebhookRow::as_select())
        .load(conn)?;
    rows.into_iter().map(WebhookRow::into_webhook).collect()
}

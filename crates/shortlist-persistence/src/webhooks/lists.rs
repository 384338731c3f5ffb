//! Lists of deliveries, and replays.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, Delivery, DeliveryAttempt, DeliveryState, Event, NewAuditEntry, OrganizationId,
    Timestamp, WebhookId,
};

use super::deliveries::{DeliveryRow, insert};
use super::find;
use crate::audit::lock_events;
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::events::{EventRow, make_delivery_due};
use crate::keys::WebhookKey;
use crate::schema::{events, webhook_attempts as attempts, webhook_deliveries as deliveries};
use crate::store::Webhooks;
use crate::times::{stored, timestamp};
use crate::writer::{WebhookWriter, Written};

/// How many events a replay reads at a time.
const EVENTS_PER_BATCH: i64 = 500;

type AttemptColumns = (
    i64,
    NaiveDateTime,
    i32,
    Option<i16>,
    Option<String>,
    Option<String>,
);

/// Which deliveries to list.
#[derive(Debug, Clone, Default)]
pub struct DeliveryQuery {
    /// Only those in this state.
    pub state: Option<DeliveryState>,
    /// Only those of events before this number.
    pub before: Option<i64>,
    /// The most deliveries.
    pub limit: i64,
}

impl Webhooks<'_> {
    /// Lists the deliveries to a webhook, the latest event first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_deliveries(
        &self,
        organization: &OrganizationId,
        webhook: &WebhookId,
        query: &DeliveryQuery,
    ) -> Result<Vec<Delivery>, StoreError> {
        let key = WebhookKey::of(organization, webhook);
        self.pools.read(|conn| {
            let mut list = deliveries::table
                .inner_join(
                    events::table.on(events::organization_id
                        .eq(deliveries::organization_id)
                        .and(events::sequence.eq(deliveries::sequence))),
                )
                .filter(deliveries::organization_id.eq(key.organization))
                .filter(deliveries::webhook_id.eq(key.webhook))
                .into_boxed();
            if let Some(state) = query.state {
                list = list.filter(deliveries::state.eq(state.as_str()));
            }
            if let Some(before) = query.before {
                list = list.filter(deliveries::sequence.lt(before));
            }
            let rows: Vec<(EventRow, String, i32, Option<NaiveDateTime>)> = list
                .order(deliveries::sequence.desc())
                .limit(query.limit)
                .select((
                    EventRow::as_select(),
                    deliveries::state,
                    deliveries::failures,
                    deliveries::next_attempt_at,
                ))
                .load(conn)?;
            let mut found = Vec::with_capacity(rows.len());
            for (event, state, failures, next) in rows {
                found.push(Delivery {
                    webhook_id: webhook.clone(),
                    event: event.into_event()?,
                    state: DeliveryState::parse("state", &state)?,
                    failures: u32::try_from(failures).unwrap_or(0),
                    next_attempt_at: next.map(timestamp),
                    attempts: Vec::new(),
                });
            }
            add_attempts(conn, key, &mut found)?;
            Ok(found)
        })
    }
}

impl WebhookWriter<'_> {
    /// Makes a delivery due again, with all its attempts. Returns `false` if there is no such delivery.
    ///
    /// # Errors
    /// When the database fails.
    pub fn replay(
        &self,
        organization: &OrganizationId,
        webhook: &WebhookId,
        sequence: i64,
    ) -> Result<bool, StoreError> {
        self.writer.check_organization(organization)?;
        let now = self.writer.action().at;
        self.writer.write(|conn| {
            let key = WebhookKey::of(organization, webhook);
            lock_events(conn, key.organization)?;
            if reset(conn, key, &[sequence], now)? == 0 {
                return Ok(Written::nothing(false));
            }
            make_delivery_due(conn, key.organization, stored(now))?;
            let entry = NewAuditEntry::done(AuditedKind::Webhook, key.webhook)
                .with_field("sequence", &sequence.to_string());
            Ok(Written::one(true, entry))
        })
    }

    /// Makes the deliveries of all events since a time due again that the webhook's filter selects, also those that it did
    /// not receive at the time. Returns their number, or `None` if there is no such webhook.
    ///
    /// # Errors
    /// When the database fails.
    pub fn replay_since(
        &self,
        organization: &OrganizationId,
        webhook: &WebhookId,
        since: Timestamp,
    ) -> Result<Option<usize>, StoreError> {
        self.writer.check_organization(organization)?;
        let now = self.writer.action().at;
        let key = WebhookKey::of(organization, webhook);
        self.writer.write(|conn| {
            lock_events(conn, key.organization)?;
            let Some(receiver) = find(conn, key)? else {
                return Ok(Written::nothing(None));
            };
            let (mut after, mut replayed) = (0, 0);
            loop {
                let events = events_since(conn, key.organization, after, since)?;
                let Some(last) = events.last() else {
                    break;
                };
                after = last.sequence;
                let received: Vec<&Event> =
                    events.iter().filter(|one| receiver.receives(one)).collect();
                let sequences: Vec<i64> = received.iter().map(|event| event.sequence).collect();
                reset(conn, key, &sequences, now)?;
                let rows = received
                    .iter()
                    .map(|event| DeliveryRow::new(webhook, event, now));
                insert(conn, &rows.collect::<Vec<_>>())?;
                replayed += sequences.len();
            }
            make_delivery_due(conn, key.organization, stored(now))?;
            let entry = NewAuditEntry::done(AuditedKind::Webhook, key.webhook)
                .with_field("since", &since.to_string());
            Ok(Written::one(Some(replayed), entry))
        })
    }
}

/// Lists the next events since a time.
fn events_since(
    conn: &mut DbConn,
    organization: &str,
    after: i64,
    since: Timestamp,
) -> Result<Vec<Event>, StoreError> {
    let rows: Vec<EventRow> = events::table
        .filter(events::organization_id.eq(organization))
        .filter(events::sequence.gt(after))
        .filter(events::occurred_at.ge(stored(since)))
        .order(events::sequence)
        .limit(EVENTS_PER_BATCH)
        .select(EventRow::as_select())
        .load(conn)?;
    rows.into_iter().map(EventRow::into_event).collect()
}

/// Makes existing deliveries due again. Returns their number.
fn reset(
    conn: &mut DbConn,
    key: WebhookKey<'_>,
    sequences: &[i64],
    now: Timestamp,
) -> QueryResult<usize> {
    let existing = deliveries::table
        .filter(deliveries::organization_id.eq(key.organization))
        .filter(deliveries::webhook_id.eq(key.webhook))
        .filter(deliveries::sequence.eq_any(sequences));
    diesel::update(existing)
        .set((
            deliveries::state.eq(DeliveryState::Waiting.as_str()),
            deliveries::failures.eq(0),
            deliveries::replays.eq(deliveries::replays + 1),
            deliveries::next_attempt_at.eq(stored(now)),
        ))
        .execute(conn)
}

fn add_attempts(conn: &mut DbConn, key: WebhookKey<'_>, found: &mut [Delivery]) -> QueryResult<()> {
    let sequences = found.iter().map(|delivery| delivery.event.sequence);
    let rows: Vec<AttemptColumns> = attempts::table
        .filter(attempts::organization_id.eq(key.organization))
        .filter(attempts::webhook_id.eq(key.webhook))
        .filter(attempts::sequence.eq_any(sequences))
        .order((attempts::sequence, attempts::number))
        .select((
            attempts::sequence,
            attempts::at,
            attempts::duration_millis,
            attempts::status,
            attempts::failure,
            attempts::response,
        ))
        .load(conn)?;
    for (sequence, at, duration, status, failure, response) in rows {
        let mut deliveries = found.iter_mut();
        if let Some(delivery) = deliveries.find(|one| one.event.sequence == sequence) {
            delivery.attempts.push(DeliveryAttempt {
                at: timestamp(at),
                duration_millis: u32::try_from(duration).unwrap_or(0),
                status: status.and_then(|status| u16::try_from(status).ok()),
                failure,
                response,
            });
        }
    }
    Ok(())
}

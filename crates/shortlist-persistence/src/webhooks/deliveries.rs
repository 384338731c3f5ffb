//! Deliveries: events are handed out to webhooks, and attempted when they are due.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{DeliveryState, Event, OrganizationId, Timestamp, Webhook, WebhookId};

use super::row::WebhookRow;
use crate::audit::{hold_until_committed, lock_events};
use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::events::{DELIVERY_TASK, EventRow, list_after};
use crate::schema::{event_positions, events, tasks, webhook_deliveries as deliveries, webhooks};
use crate::store::Webhooks;
use crate::tasks::TaskLease;
use crate::times::{stored, timestamp};

/// How many events one transaction hands out.
const EVENTS_PER_BATCH: i64 = 500;
/// How many rows one statement adds.
const ROWS_PER_STATEMENT: usize = 500;

/// How many attempts, failures and replays a delivery has.
type Counts = (i32, i32, i32);

/// The number of a delivery's event, and how often it was attempted.
type DueRow = (i64, Counts, Option<NaiveDateTime>);

/// The result of handing out events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandedOut {
    /// All events were handed out.
    All,
    /// There may be more events.
    Some,
}

/// A delivery that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueDelivery {
    /// The event.
    pub event: Event,
    /// The number of attempts so far.
    pub attempts: u32,
    /// How many attempts failed since the event, or since the last replay.
    pub failures: u32,
    /// How often it was made due again.
    pub replays: i32,
    /// When it became due.
    pub due_at: Timestamp,
}

#[derive(Insertable)]
#[diesel(table_name = deliveries, treat_none_as_default_value = false)]
pub(super) struct DeliveryRow {
    organization_id: String,
    webhook_id: String,
    sequence: i64,
    state: &'static str,
    attempts: i32,
    failures: i32,
    replays: i32,
    next_attempt_at: Option<NaiveDateTime>,
}

impl DeliveryRow {
    /// Returns the delivery of an event that was not attempted yet.
    pub(super) fn new(webhook: &WebhookId, event: &Event, due: Timestamp) -> Self {
        Self {
            organization_id: event.organization_id.as_str().to_owned(),
            webhook_id: webhook.as_str().to_owned(),
            sequence: event.sequence,
            state: DeliveryState::Waiting.as_str(),
            attempts: 0,
            failures: 0,
            replays: 0,
            next_attempt_at: Some(stored(due)),
        }
    }
}

/// Adds deliveries. Those that exist stay as they are.
pub(super) fn insert(conn: &mut DbConn, rows: &[DeliveryRow]) -> QueryResult<()> {
    for chunk in rows.chunks(ROWS_PER_STATEMENT) {
        let insert = diesel::insert_into(deliveries::table)
            .values(chunk)
            .on_conflict_do_nothing();
        on_either!(conn, conn => insert.execute(conn))?;
    }
    Ok(())
}

impl Webhooks<'_> {
    /// Hands out the next 500 events of an organization to its webhooks. Disabled webhooks receive none.
    ///
    /// # Errors
    /// When the database fails.
    pub fn hand_out(
        &self,
        organization: &OrganizationId,
        now: Timestamp,
    ) -> Result<HandedOut, StoreError> {
        let organization = organization.as_str();
        // Most calls find no new event, and must not delay writers.
        if !self.pools.read(|conn| has_new_events(conn, organization))? {
            return Ok(HandedOut::All);
        }
        self.pools.write_unaudited(|conn| {
            let position =
                event_positions::table.filter(event_positions::organization_id.eq(organization));
            let after = position_of(conn, organization)?;
            let events = list_after(conn, organization, after, EVENTS_PER_BATCH)?;
            let Some(last) = events.last() else {
                return Ok(HandedOut::All);
            };
            let rows = deliveries_of(&enabled(conn, organization)?, &events, now);
            insert(conn, &rows)?;
            diesel::update(position)
                .set(event_positions::sequence.eq(last.sequence))
                .execute(conn)?;
            let is_full = i64::try_from(events.len()).is_ok_and(|len| len == EVENTS_PER_BATCH);
            Ok(if is_full {
                HandedOut::Some
            } else {
                HandedOut::All
            })
        })
    }

    /// Lists the deliveries to a webhook that are due, the longest due first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_due(
        &self,
        organization: &OrganizationId,
        webhook: &WebhookId,
        now: Timestamp,
        limit: i64,
    ) -> Result<Vec<DueDelivery>, StoreError> {
        let rows: Vec<(EventRow, Counts, Timestamp)> = self.pools.read(|conn| {
            let due: Vec<DueRow> = deliveries::table
                .filter(deliveries::organization_id.eq(organization.as_str()))
                .filter(deliveries::webhook_id.eq(webhook.as_str()))
                .filter(deliveries::next_attempt_at.le(stored(now)))
                .order((deliveries::next_attempt_at, deliveries::sequence))
                .limit(limit)
                .select((
                    deliveries::sequence,
                    (
                        deliveries::attempts,
                        deliveries::failures,
                        deliveries::replays,
                    ),
                    deliveries::next_attempt_at,
                ))
                .load(conn)?;
            let sequences = due.iter().map(|(sequence, ..)| *sequence);
            let found: Vec<(i64, EventRow)> = events::table
                .filter(events::organization_id.eq(organization.as_str()))
                .filter(events::sequence.eq_any(sequences))
                .select((events::sequence, EventRow::as_select()))
                .load(conn)?;
            let mut found: HashMap<i64, EventRow> = found.into_iter().collect();
            let with_event = |(sequence, counts, due_at): DueRow| {
                Some((found.remove(&sequence)?, counts, timestamp(due_at?)))
            };
            Ok(due.into_iter().filter_map(with_event).collect())
        })?;
        rows.into_iter()
            .map(|(event, (attempts, failures, replays), due_at)| {
                Ok(DueDelivery {
                    event: event.into_event()?,
                    attempts: u32::try_from(attempts).unwrap_or(0),
                    failures: u32::try_from(failures).unwrap_or(0),
                    replays,
                    due_at,
                })
            })
            .collect()
    }

    /// Releases the task of an organization's deliveries until the next one is due, if all events are handed out and nothing
    /// is due. Returns `false` if there is work, or if another server has taken over the task.
    ///
    /// # Errors
    /// When the database fails.
    pub fn release_if_idle(
        &self,
        task: &TaskLease,
        now: Timestamp,
        at_latest: Timestamp,
    ) -> Result<bool, StoreError> {
        let organization = task.organization_id.as_str();
        self.pools.write_unaudited(|conn| {
            // Changes that write events wait for this lock, and so see that nobody works on the task.
            let last_event = lock_events(conn, organization)?;
            let handed_out: Option<i64> = event_positions::table
                .filter(event_positions::organization_id.eq(organization))
                .select(event_positions::sequence)
                .first(conn)
                .optional()?;
            let next = next_attempt(conn, organization)?;
            let is_due = next.is_some_and(|next| next <= now);
            if is_due || handed_out.is_some_and(|sequence| sequence < last_event) {
                return Ok(false);
            }
            hold_until_committed(conn, organization)?;
            let own = tasks::table
                .filter(tasks::organization_id.eq(organization))
                .filter(tasks::name.eq(DELIVERY_TASK))
                .filter(tasks::holder.eq(&task.holder));
            let due = next.map_or(at_latest, |next| next.min(at_latest));
            let released = diesel::update(own)
                .set((
                    tasks::due_at.eq(stored(due)),
                    tasks::holder.eq(None::<String>),
                ))
                .execute(conn)?;
            Ok(released > 0)
        })
    }
}

/// Returns the number of the last event that was handed out.
fn position_of(conn: &mut DbConn, organization: &str) -> QueryResult<i64> {
    let position: Option<i64> = event_positions::table
        .filter(event_positions::organization_id.eq(organization))
        .select(event_positions::sequence)
        .first(conn)
        .optional()?;
    Ok(position.unwrap_or(0))
}

/// Returns whether an organization has events that were not handed out. One that never had a webhook has no position, and none
/// of its events is handed out.
fn has_new_events(conn: &mut DbConn, organization: &str) -> Result<bool, StoreError> {
    let position = event_positions::table
        .filter(event_positions::organization_id.eq(organization))
        .select(event_positions::sequence);
    let new = events::table
        .filter(events::organization_id.eq(organization))
        .filter(events::sequence.nullable().gt(position.single_value()))
        .select(events::sequence);
    let found: Option<i64> = new.first(conn).optional()?;
    Ok(found.is_some())
}

fn enabled(conn: &mut DbConn, organization: &str) -> Result<Vec<(Webhook, i64)>, StoreError> {
    let rows: Vec<WebhookRow> = webhooks::table
        .filter(webhooks::organization_id.eq(organization))
        .filter(webhooks::disabled.is_null())
        .select(WebhookRow::as_select())
        .load(conn)?;
    let mut enabled = Vec::with_capacity(rows.len());
    for row in rows {
        let after_sequence = row.after_sequence;
        enabled.push((row.into_webhook()?, after_sequence));
    }
    Ok(enabled)
}

fn deliveries_of(
    webhooks: &[(Webhook, i64)],
    events: &[Event],
    now: Timestamp,
) -> Vec<DeliveryRow> {
    let mut rows = Vec::new();
    for (webhook, after_sequence) in webhooks {
        let received = events
            .iter()
            .filter(|event| event.sequence > *after_sequence && webhook.receives(event));
        rows.extend(received.map(|event| DeliveryRow::new(&webhook.id, event, now)));
    }
    rows
}

/// Returns when the next delivery to an enabled webhook is due.
fn next_attempt(conn: &mut DbConn, organization: &str) -> Result<Option<Timestamp>, StoreError> {
    let mut next: Option<NaiveDateTime> = None;
    for (webhook, _) in enabled(conn, organization)? {
        let first: Option<Option<NaiveDateTime>> = deliveries::table
            .filter(deliveries::organization_id.eq(organization))
            .filter(deliveries::webhook_id.eq(webhook.id.as_str()))
            .filter(deliveries::next_attempt_at.is_not_null())
            .order(deliveries::next_attempt_at)
            .select(deliveries::next_attempt_at)
            .first(conn)
            .optional()?;
        next = [next, first.flatten()].into_iter().flatten().min();
    }
    Ok(next.map(timestamp))
}

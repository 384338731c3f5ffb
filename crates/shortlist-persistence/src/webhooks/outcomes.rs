//! The outcomes of attempts to deliver events.

use std::collections::BTreeMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{DeliveryAttempt, DeliveryState, OrganizationId, Timestamp, WebhookId};

use super::row::set_failing_since;
use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::keys::WebhookKey;
use crate::schema::{webhook_attempts as attempts, webhook_deliveries as deliveries, webhooks};
use crate::store::Webhooks;
use crate::times::stored;

/// How many rows one statement adds.
const ROWS_PER_STATEMENT: usize = 500;

/// The HTTP status of a receiver that is gone for good.
const GONE: u16 = 410;

/// What becomes of a delivery after an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptOutcome {
    /// The receiver confirmed it.
    Delivered,
    /// It is attempted again at this time.
    Again(Timestamp),
    /// It is not attempted again.
    Dead,
}

/// An attempt to deliver an event to a webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttemptResult {
    /// The webhook.
    pub webhook_id: WebhookId,
    /// The number of the event.
    pub sequence: i64,
    /// The number of attempts before.
    pub attempts: u32,
    /// The failures before.
    pub failures: u32,
    /// How often the delivery was made due again before the attempt.
    pub replays: i32,
    /// The attempt.
    pub attempt: DeliveryAttempt,
    /// What becomes of the delivery.
    pub outcome: AttemptOutcome,
}

impl AttemptResult {
    /// Returns whether the receiver does not want any events any more.
    pub fn is_gone(&self) -> bool {
        self.attempt.status == Some(GONE)
    }
}

#[derive(Insertable)]
#[diesel(table_name = attempts, treat_none_as_default_value = false)]
struct AttemptRow {
    organization_id: String,
    webhook_id: String,
    sequence: i64,
    number: i32,
    at: NaiveDateTime,
    duration_millis: i32,
    status: Option<i16>,
    failure: Option<String>,
    response: Option<String>,
}

impl Webhooks<'_> {
    /// Stores the results of attempts. Results of a webhook that was deleted meanwhile are dropped.
    ///
    /// # Errors
    /// When the database fails.
    pub fn record(
        &self,
        organization: &OrganizationId,
        results: &[AttemptResult],
    ) -> Result<(), StoreError> {
        let organization = organization.as_str();
        self.pools.write_unaudited(|conn| {
            for (webhook, results) in by_webhook(results) {
                let key = WebhookKey {
                    organization,
                    webhook,
                };
                let row = webhooks::table
                    .filter(webhooks::organization_id.eq(organization))
                    .filter(webhooks::id.eq(webhook));
                let failing: Option<Option<NaiveDateTime>> =
                    row.select(webhooks::failing_since).first(conn).optional()?;
                let Some(failing) = failing else {
                    continue;
                };
                insert_attempts(conn, key, &results)?;
                update_deliveries(conn, key, &results)?;
                update_webhook(conn, key, failing.is_some(), &results)?;
            }
            Ok(())
        })
    }
}

fn by_webhook(results: &[AttemptResult]) -> BTreeMap<&str, Vec<&AttemptResult>> {
    let mut grouped: BTreeMap<&str, Vec<&AttemptResult>> = BTreeMap::new();
    for result in results {
        let of_webhook = grouped.entry(result.webhook_id.as_str()).or_default();
        of_webhook.push(result);
    }
    grouped
}

fn insert_attempts(
    conn: &mut DbConn,
    key: WebhookKey<'_>,
    results: &[&AttemptResult],
) -> QueryResult<()> {
    let row = |result: &&AttemptResult| AttemptRow {
        organization_id: key.organization.to_owned(),
        webhook_id: key.webhook.to_owned(),
        sequence: result.sequence,
        number: number(result.attempts + 1),
        at: stored(result.attempt.at),
        duration_millis: number(result.attempt.duration_millis),
        status: result
            .attempt
            .status
            .and_then(|status| i16::try_from(status).ok()),
        failure: result.attempt.failure.clone(),
        response: result.attempt.response.clone(),
    };
    let rows: Vec<AttemptRow> = results.iter().map(row).collect();
    for chunk in rows.chunks(ROWS_PER_STATEMENT) {
        // After a crash between the attempt and this statement, another server may have made the same attempt.
        let insert = diesel::insert_into(attempts::table)
            .values(chunk)
            .on_conflict_do_nothing();
        on_either!(conn, conn => insert.execute(conn))?;
    }
    Ok(())
}

/// Counts the attempts, and ends or postpones the deliveries. A delivery that was replayed meanwhile stays due.
fn update_deliveries(
    conn: &mut DbConn,
    key: WebhookKey<'_>,
    results: &[&AttemptResult],
) -> QueryResult<()> {
    let mut delivered: BTreeMap<i32, Vec<i64>> = BTreeMap::new();
    for result in results {
        match result.outcome {
            AttemptOutcome::Delivered => {
                let sequences = delivered.entry(result.replays).or_default();
                sequences.push(result.sequence);
            }
            AttemptOutcome::Again(at) => {
                fail(conn, key, result, DeliveryState::Waiting, Some(stored(at)))?;
            }
            AttemptOutcome::Dead => fail(conn, key, result, DeliveryState::Dead, None)?,
        }
    }
    for (replays, sequences) in delivered {
        for chunk in sequences.chunks(ROWS_PER_STATEMENT) {
            end_delivered(conn, key, chunk, replays)?;
        }
    }
    Ok(())
}

/// Ends deliveries that the receiver confirmed. Almost none was replayed meanwhile, so one statement counts the attempt and ends
/// the delivery: a row that changes twice costs the database twice as much.
fn end_delivered(
    conn: &mut DbConn,
    key: WebhookKey<'_>,
    sequences: &[i64],
    replays: i32,
) -> QueryResult<()> {
    let rows = || {
        deliveries::table
            .filter(deliveries::organization_id.eq(key.organization))
            .filter(deliveries::webhook_id.eq(key.webhook))
            .filter(deliveries::sequence.eq_any(sequences))
    };
    let attempts = deliveries::attempts.eq(deliveries::attempts + 1);
    let ended = diesel::update(rows().filter(deliveries::replays.eq(replays)))
        .set((
            attempts,
            deliveries::state.eq(DeliveryState::Delivered.as_str()),
            deliveries::next_attempt_at.eq(None::<NaiveDateTime>),
        ))
        .execute(conn)?;
    if ended < sequences.len() {
        diesel::update(rows().filter(deliveries::replays.ne(replays)))
            .set(attempts)
            .execute(conn)?;
    }
    Ok(())
}

/// Counts a failed attempt, and postpones or ends the delivery.
fn fail(
    conn: &mut DbConn,
    key: WebhookKey<'_>,
    result: &AttemptResult,
    state: DeliveryState,
    next: Option<NaiveDateTime>,
) -> QueryResult<()> {
    let row = deliveries::table
        .filter(deliveries::organization_id.eq(key.organization))
        .filter(deliveries::webhook_id.eq(key.webhook))
        .filter(deliveries::sequence.eq(result.sequence));
    let attempts = deliveries::attempts.eq(deliveries::attempts + 1);
    let updated = diesel::update(row.filter(deliveries::replays.eq(result.replays)))
        .set((
            attempts,
            deliveries::state.eq(state.as_str()),
            deliveries::failures.eq(number(result.failures + 1)),
            deliveries::next_attempt_at.eq(next),
        ))
        .execute(conn)?;
    if updated == 0 {
        diesel::update(row).set(attempts).execute(conn)?;
    }
    Ok(())
}

/// Stores since when the webhook's attempts have failed. One success ends that.
fn update_webhook(
    conn: &mut DbConn,
    key: WebhookKey<'_>,
    is_failing: bool,
    results: &[&AttemptResult],
) -> QueryResult<()> {
    let succeeded = results
        .iter()
        .any(|result| result.outcome == AttemptOutcome::Delivered);
    if succeeded && is_failing {
        return set_failing_since(conn, key, None);
    }
    let first = results
        .iter()
        .map(|result| result.attempt.at.as_datetime())
        .min();
    match first {
        Some(first) if !succeeded && !is_failing => {
            set_failing_since(conn, key, Some(Timestamp::new(first)))
        }
        _ => Ok(()),
    }
}

fn number(count: u32) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

//! The audit log: append-only rows, linked by one hash chain for each organization.
//!
//! Values about a candidate are sealed (encrypted) with that candidate's key before the row is hashed. Destroying the
//! key makes the values unreadable and leaves every hash unchanged.

mod chain;
mod list;
pub(crate) mod record_changes;
mod row;
mod seal;
mod verify;

use std::collections::HashMap;

use diesel::prelude::*;
use shortlist_domain::{Action, NewAuditEntry, OrganizationId};

use crate::dialect::{self, DbConn, on_either};
use crate::error::StoreError;
use crate::events::{NewEvents, Unlogged};
use crate::schema::{audit_heads, audit_log};
use crate::store::AuditLog;
use chain::Hash;
use row::AuditRow;
use seal::SealingKey;
pub(crate) use seal::random;

/// How many rows one statement adds.
const ROWS_PER_STATEMENT: usize = 500;

/// The end of an organization's chain.
pub(crate) struct Head {
    pub(crate) number: i64,
    pub(crate) hash: Hash,
    /// The number of the organization's last event.
    last_event: i64,
}

/// Appends rows to the chain of the action's organization. Other transactions that append to it wait until this one ends. Returns the
/// number of the last row, or 0 if there is nothing to append.
pub(crate) fn append(
    conn: &mut DbConn,
    action: &Action,
    entries: &[NewAuditEntry],
    unlogged: &Unlogged,
) -> Result<i64, StoreError> {
    if entries.is_empty() && unlogged.announced.is_none() {
        return Ok(0);
    }
    let organization = action.organization_id.as_str();
    let mut head = lock_head(conn, organization)?;
    // Keys are looked up after the chain is locked, so that two transactions cannot both create a key for one
    // candidate.
    let keys = seal::get_or_create_keys(conn, organization, entries)?;
    let mut events = NewEvents::after(action, head.last_event);
    for chunk in entries.chunks(ROWS_PER_STATEMENT) {
        let mut rows = Vec::with_capacity(chunk.len());
        for entry in chunk {
            let row = next_row(&head, action, entry, &keys)?;
            events.add(entry, &row.hash)?;
            head.number = row.number;
            head.hash = chain::hash_from(&row.hash)?;
            rows.push(row);
        }
        let insert = diesel::insert_into(audit_log::table).values(&rows);
        on_either!(conn, conn => insert.execute(conn))?;
    }
    events.add_unlogged(conn, unlogged, &head.hash)?;
    let last_event = events.store(conn)?;
    diesel::update(audit_heads::table.filter(audit_heads::organization_id.eq(organization)))
        .set((
            audit_heads::number.eq(head.number),
            audit_heads::hash.eq(head.hash.as_slice()),
            audit_heads::last_event.eq(last_event),
        ))
        .execute(conn)?;
    Ok(head.number)
}

/// Returns an error if the log has rows after the first `since` about something that these entries are about. The log stays locked
/// until the transaction ends, so nobody can add such a row before it.
pub(crate) fn check_unchanged(
    conn: &mut DbConn,
    organization: &OrganizationId,
    since: i64,
    entries: &[NewAuditEntry],
) -> Result<(), StoreError> {
    lock_log(conn, organization.as_str())?;
    let things: Vec<&str> = entries
        .iter()
        .filter_map(|entry| entry.thing_id.as_deref())
        .collect();
    for chunk in things.chunks(ROWS_PER_STATEMENT) {
        let later: Option<i64> = audit_log::table
            .filter(audit_log::organization_id.eq(organization.as_str()))
            .filter(audit_log::number.gt(since))
            .filter(audit_log::thing_id.eq_any(chunk))
            .select(audit_log::number)
            .first(conn)
            .optional()?;
        if later.is_some() {
            return Err(StoreError::Stale);
        }
    }
    Ok(())
}

impl AuditLog<'_> {
    /// Returns the number of rows that an organization's log has.
    ///
    /// # Errors
    /// When the database fails.
    pub fn rows(&self, organization: &OrganizationId) -> Result<i64, StoreError> {
        self.pools.read(|conn| {
            let number = audit_heads::table
                .filter(audit_heads::organization_id.eq(organization.as_str()))
                .select(audit_heads::number)
                .first(conn)
                .optional()?;
            Ok(number.unwrap_or(0))
        })
    }
}

/// Locks the organization's log until the transaction ends, so that other transactions that write to it wait.
pub(crate) fn lock_log(conn: &mut DbConn, organization: &str) -> Result<(), StoreError> {
    lock_head(conn, organization).map(drop)
}

/// Locks the organization's log as [`lock_log`] does. Returns the number of its last event.
pub(crate) fn lock_events(conn: &mut DbConn, organization: &str) -> Result<i64, StoreError> {
    Ok(lock_head(conn, organization)?.last_event)
}

/// Changes the locked end of a chain, and leaves it as it is.
///
/// On a cluster, a transaction that only locks a row on a worker ends there first, and on the coordinator afterwards. So those that
/// wait for the lock continue before they can see what it changed on the coordinator. One that changes rows on both commits in two
/// phases, on the coordinator first.
pub(crate) fn hold_until_committed(conn: &mut DbConn, organization: &str) -> QueryResult<()> {
    let head = audit_heads::table.filter(audit_heads::organization_id.eq(organization));
    diesel::update(head)
        .set(audit_heads::last_event.eq(audit_heads::last_event))
        .execute(conn)?;
    Ok(())
}

/// Locks the end of a chain until the transaction ends. Starts the chain if the organization has none.
fn lock_head(conn: &mut DbConn, organization: &str) -> Result<Head, StoreError> {
    if let Some(found) = dialect::lock_audit_head(conn, organization)? {
        return head(found);
    }
    let values = (
        audit_heads::organization_id.eq(organization),
        audit_heads::number.eq(0),
        audit_heads::hash.eq(chain::start(organization).to_vec()),
    );
    let insert = diesel::insert_into(audit_heads::table)
        .values(values)
        .on_conflict_do_nothing();
    on_either!(conn, conn => insert.execute(conn))?;
    let found = dialect::lock_audit_head(conn, organization)?;
    let missing = || StoreError::other("begin an audit log", "its end cannot be found");
    head(found.ok_or_else(missing)?)
}

fn head((number, hash, last_event): (i64, Vec<u8>, i64)) -> Result<Head, StoreError> {
    Ok(Head {
        number,
        hash: chain::hash_from(&hash)?,
        last_event,
    })
}

fn next_row(
    head: &Head,
    action: &Action,
    entry: &NewAuditEntry,
    keys: &HashMap<String, SealingKey>,
) -> Result<AuditRow, StoreError> {
    let mut row = AuditRow::of(head.number + 1, action, entry);
    let changes = row::changes_json(&entry.changes)?;
    match (&entry.candidate_id, changes) {
        (Some(candidate), Some(changes)) => {
            let missing = || StoreError::other("seal an audit row", "the candidate has no key");
            let key = keys.get(candidate.as_str()).ok_or_else(missing)?;
            row.sealed = Some(key.seal(&row.associated_data(), &changes)?);
        }
        (_, changes) => row.changes = changes,
    }
    row.hash = chain::hash(&head.hash, &row).to_vec();
    Ok(row)
}

//! Audited writes. Every transaction that changes an organization's records also writes to the audit log.

use std::sync::atomic::Ordering;

use shortlist_domain::{Action, NewAuditEntry, OrganizationId};

use crate::dialect::DbConn;
use crate::{Store, StoreError, audit};

/// The store, on behalf of an actor.
///
/// The methods that change records are here and not on [`Store`]. So no caller can use them without an actor, and none of
/// them can omit its audit entries.
pub struct Writer<'a> {
    store: &'a Store,
    action: Action,
}

/// The result of a transaction, and its audit entries.
pub(crate) struct Written<T> {
    value: T,
    entries: Vec<NewAuditEntry>,
}

impl<T> Written<T> {
    /// Returns the result of one change.
    pub(crate) fn one(value: T, entry: NewAuditEntry) -> Self {
        Self::each(value, vec![entry])
    }

    /// Returns the result of several changes, with one entry for each.
    pub(crate) fn each(value: T, entries: Vec<NewAuditEntry>) -> Self {
        Self { value, entries }
    }

    /// Returns the result of a transaction that changed nothing.
    pub(crate) fn nothing(value: T) -> Self {
        Self::each(value, Vec::new())
    }
}

impl Store {
    /// Returns a writer that performs the action.
    pub fn writer_for(&self, action: Action) -> Writer<'_> {
        Writer {
            store: self,
            action,
        }
    }
}

impl Writer<'_> {
    /// Returns the action that is performed.
    pub(crate) fn action(&self) -> &Action {
        &self.action
    }

    /// Returns an error if the organization is not that of the action.
    pub(crate) fn check_organization(&self, named: &OrganizationId) -> Result<(), StoreError> {
        if *named == self.action.organization_id {
            return Ok(());
        }
        let problem = "they belong to another organization";
        Err(StoreError::other("write records", problem))
    }

    /// Runs queries and writes their audit entries, in one transaction. The log is written last, because its chain stays
    /// locked until the transaction ends.
    pub(crate) fn write<T>(
        &self,
        mut queries: impl FnMut(&mut DbConn) -> Result<Written<T>, StoreError>,
    ) -> Result<T, StoreError> {
        self.store.pools.write_unaudited(|conn| {
            let Written { value, entries } = queries(conn)?;
            audit::append(conn, &self.action, &entries)?;
            Ok(value)
        })
    }

    /// Does the same for credentials. Also makes caches of callers forget them.
    pub(crate) fn write_credentials<T>(
        &self,
        queries: impl FnMut(&mut DbConn) -> Result<Written<T>, StoreError>,
    ) -> Result<T, StoreError> {
        let done = self.write(queries);
        self.record_credential_change();
        done
    }

    /// Records a change of credentials.
    pub(crate) fn record_credential_change(&self) {
        self.store.credential_changes.fetch_add(1, Ordering::AcqRel);
    }

    /// Writes entries for acts that change no record, such as a refusal or an export of data.
    ///
    /// # Errors
    /// When the database fails.
    pub fn record(&self, entries: &[NewAuditEntry]) -> Result<(), StoreError> {
        self.write(|_conn| Ok(Written::each((), entries.to_vec())))
    }
}

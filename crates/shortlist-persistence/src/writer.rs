//! The way to write: every transaction that changes an organization's records also says so in the audit log.

use shortlist_domain::{Act, NewAuditEntry, OrganizationId};

use crate::dialect::DbConn;
use crate::{Store, StoreError, audit};

/// The store on behalf of someone.
///
/// The methods that change records are here and not on [`Store`], so that none of them can be called without telling who
/// acts, and none can be written without telling what was done.
pub struct Writer<'a> {
    store: &'a Store,
    act: Act,
}

/// What a transaction came to, and what the audit log is to say of it.
pub(crate) struct Written<T> {
    value: T,
    entries: Vec<NewAuditEntry>,
}

impl<T> Written<T> {
    /// Something was written.
    pub(crate) fn one(value: T, entry: NewAuditEntry) -> Self {
        Self::each(value, vec![entry])
    }

    /// As many things were written as there are entries.
    pub(crate) fn each(value: T, entries: Vec<NewAuditEntry>) -> Self {
        Self { value, entries }
    }

    /// Nothing was written.
    pub(crate) fn nothing(value: T) -> Self {
        Self::each(value, Vec::new())
    }
}

impl Store {
    /// The store on behalf of whoever acts.
    pub fn by(&self, act: Act) -> Writer<'_> {
        Writer { store: self, act }
    }
}

impl Writer<'_> {
    /// What is done.
    pub(crate) fn act(&self) -> &Act {
        &self.act
    }

    /// Refuses to write another organization's records than the act is in.
    pub(crate) fn check_organization(&self, named: &OrganizationId) -> Result<(), StoreError> {
        if *named == self.act.organization_id {
            return Ok(());
        }
        let problem = "they belong to another organization";
        Err(StoreError::other("write records", problem))
    }

    /// Runs queries and writes what they did to the audit log, in one transaction. The log comes last: its chain is held
    /// from then until the transaction ends, which is at once.
    pub(crate) fn write<T>(
        &self,
        mut queries: impl FnMut(&mut DbConn) -> Result<Written<T>, StoreError>,
    ) -> Result<T, StoreError> {
        self.store.write_unaudited(|conn| {
            let Written { value, entries } = queries(conn)?;
            audit::append(conn, &self.act, &entries)?;
            Ok(value)
        })
    }

    /// The same for what decides who may call: whoever remembers callers forgets them.
    pub(crate) fn write_credentials<T>(
        &self,
        queries: impl FnMut(&mut DbConn) -> Result<Written<T>, StoreError>,
    ) -> Result<T, StoreError> {
        let done = self.write(queries);
        self.note_credential_change();
        done
    }

    /// Notes that credentials were changed.
    pub(crate) fn note_credential_change(&self) {
        self.store.note_credential_change();
    }

    /// Writes to the audit log what changed no record: a refusal, or that data were read out.
    ///
    /// # Errors
    /// When the database fails.
    pub fn record(&self, entries: &[NewAuditEntry]) -> Result<(), StoreError> {
        self.write(|_conn| Ok(Written::each((), entries.to_vec())))
    }
}

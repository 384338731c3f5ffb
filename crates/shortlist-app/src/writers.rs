//! Database writers, which record in the audit log who acts.

use std::sync::Arc;

use shortlist_domain::{Actor, ApiKey, OrganizationId, Party, Principal, UserId};
use shortlist_persistence::{Store, Writer};

use crate::clock::Clock;
use crate::operations::Operation;

/// Creates a database writer for each party that acts.
pub(crate) struct Writers {
    store: Store,
    clock: Arc<dyn Clock>,
    /// How many rows the audit log had when the caller read what a change is based on.
    since: Option<i64>,
}

impl Writers {
    pub(crate) fn new(store: Store, clock: Arc<dyn Clock>) -> Self {
        Self {
            store,
            clock,
            since: None,
        }
    }

    /// Returns writers that refuse to change anything that somebody else has changed since the audit log had this many rows.
    pub(crate) fn unless_changed_since(&self, rows: i64) -> Self {
        Self {
            store: self.store.clone(),
            clock: Arc::clone(&self.clock),
            since: Some(rows),
        }
    }

    /// Returns a database writer that acts for a caller.
    pub(crate) fn for_caller(&self, principal: &Principal, operation: Operation) -> Writer<'_> {
        self.for_party(&principal.party(), operation.name())
    }

    /// Returns a database writer that acts for a caller, an operator or the service itself.
    pub(crate) fn for_party(&self, party: &Party, operation: &'static str) -> Writer<'_> {
        let writer = self
            .store
            .writer_for(party.action(operation, self.clock.now()));
        match self.since {
            Some(rows) => writer.unless_changed_since(rows),
            None => writer,
        }
    }

    /// Returns a database writer that acts for the operator who runs the command line.
    pub(crate) fn for_operator(
        &self,
        organization: &OrganizationId,
        operation: &'static str,
    ) -> Writer<'_> {
        self.for_party(&Party::operator(organization), operation)
    }

    /// Returns a database writer that acts for an API key and, once known, for the user who signs in with it.
    pub(crate) fn for_key(
        &self,
        key: &ApiKey,
        user: Option<&UserId>,
        operation: &'static str,
        address: &str,
    ) -> Writer<'_> {
        let party = Party {
            organization_id: key.organization_id.clone(),
            actor: Actor::Caller {
                user_id: user.cloned(),
                key_id: Some(key.id.clone()),
                address: known_address(address),
            },
        };
        self.for_party(&party, operation)
    }

    /// Returns a database writer that acts for a visitor of the web app and, once known, for the user who signs in.
    pub(crate) fn for_visitor(
        &self,
        organization: &OrganizationId,
        user: Option<&UserId>,
        operation: &'static str,
        address: &str,
    ) -> Writer<'_> {
        let party = Party {
            organization_id: organization.clone(),
            actor: Actor::Caller {
                user_id: user.cloned(),
                key_id: None,
                address: known_address(address),
            },
        };
        self.for_party(&party, operation)
    }
}

/// Returns the network address of a call, or `None` if it is unknown.
pub(crate) fn known_address(address: &str) -> Option<String> {
    Some(address.to_owned()).filter(|address| !address.is_empty())
}

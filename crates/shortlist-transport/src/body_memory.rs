//! The memory for request bodies while they arrive.
//!
//! One body is small. But many bodies may arrive at once, each as slowly as its sender likes.

use std::sync::{Arc, Mutex, PoisonError};

use shortlist_app::ClientNetwork;
use shortlist_domain::OrganizationId;
use shortlist_turns::{Shares, Sharing};

use crate::error::{ApiError, Code};

/// The memory for all bodies except uploads, in units of [`UNIT_BYTES`]: 64 MiB. One organization gets half of it.
const ALL_BODIES_UNITS: usize = 64 << 10;
/// The memory for the forms of strangers, in the same units: 32 MiB. One network gets half of it.
const STRANGER_FORMS_UNITS: usize = 32 << 10;
/// The memory for pages that show strangers what they typed, in the same units: 16 MiB. One network gets half of it.
const STRANGER_PAGES_UNITS: usize = 16 << 10;
/// The size of one unit, in bytes.
const UNIT_BYTES: usize = 1_024;
/// The time after which to try again while other bodies use the memory, in seconds.
const RETRY_SECONDS: i64 = 1;

/// Who sends a body. Strangers have no organization, so each of their networks has a share of its own.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Sender {
    Organization(OrganizationId),
    Network(Option<ClientNetwork>),
}

/// The memory for bodies, and how much of it each sender uses.
#[derive(Clone)]
pub(crate) struct BodyMemory(Arc<Mutex<Shares<Sender>>>);

impl Default for BodyMemory {
    fn default() -> Self {
        Self::of_units(ALL_BODIES_UNITS)
    }
}

impl BodyMemory {
    /// Returns the memory for the forms of strangers, who cannot use up the memory of organizations.
    pub(crate) fn for_forms_of_strangers() -> Self {
        Self::of_units(STRANGER_FORMS_UNITS)
    }

    /// Returns the memory for pages that strangers have not received yet.
    pub(crate) fn for_pages_of_strangers() -> Self {
        Self::of_units(STRANGER_PAGES_UNITS)
    }

    fn of_units(units: usize) -> Self {
        let shares = Shares::new(units, Sharing::ManyCallers);
        Self(Arc::new(Mutex::new(shares)))
    }

    /// Starts counting a body from an organization.
    pub(crate) fn begin(&self, organization: &OrganizationId) -> BodyShare {
        self.begin_for(Sender::Organization(organization.clone()))
    }

    /// Starts counting a body from a network.
    pub(crate) fn begin_for_network(&self, network: Option<ClientNetwork>) -> BodyShare {
        self.begin_for(Sender::Network(network))
    }

    fn begin_for(&self, sender: Sender) -> BodyShare {
        BodyShare {
            memory: self.clone(),
            sender,
            units: 0,
        }
    }
}

/// The memory that one body uses. Dropping the value returns the memory.
pub(crate) struct BodyShare {
    memory: BodyMemory,
    sender: Sender,
    units: usize,
}

impl BodyShare {
    /// Records that the body now uses this many bytes.
    pub(crate) fn grow_to(&mut self, bytes: usize) -> Result<(), ApiError> {
        let more = bytes.div_ceil(UNIT_BYTES).saturating_sub(self.units);
        if more == 0 {
            return Ok(());
        }
        let mut shares = self.memory.0.lock().unwrap_or_else(PoisonError::into_inner);
        if shares.try_take(&self.sender, more) {
            self.units += more;
            return Ok(());
        }
        let message = "too many request bodies are arriving at once; send the request again later";
        Err(ApiError::new(Code::Unavailable, message).retry_after(RETRY_SECONDS))
    }
}

impl Drop for BodyShare {
    fn drop(&mut self) {
        let mut shares = self.memory.0.lock().unwrap_or_else(PoisonError::into_inner);
        shares.release(&self.sender, self.units);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_organization_cannot_take_all_memory() {
        let memory = BodyMemory::default();
        let organization = |name| OrganizationId::parse("organizationId", name).unwrap();
        let (a, b) = (organization("a"), organization("b"));
        let half = ALL_BODIES_UNITS / 2 * UNIT_BYTES;
        let mut first = memory.begin(&a);
        first.grow_to(1).unwrap();
        first.grow_to(half).unwrap();
        let mut second = memory.begin(&a);
        assert_eq!(second.grow_to(1).unwrap_err().code, Code::Unavailable);
        memory.begin(&b).grow_to(half / 2).unwrap();
        drop(first);
        second.grow_to(half).unwrap();
    }

    #[test]
    fn one_network_of_strangers_leaves_memory_to_others() {
        let memory = BodyMemory::for_forms_of_strangers();
        let begin = |address| memory.begin_for_network(ClientNetwork::of(address));
        let half = STRANGER_FORMS_UNITS / 2 * UNIT_BYTES;
        let mut first = begin("2001:db8::1");
        first.grow_to(half).unwrap();
        let neighbour = begin("2001:db8::2").grow_to(1).unwrap_err();
        assert_eq!(neighbour.code, Code::Unavailable);
        begin("192.0.2.1").grow_to(half / 2).unwrap();
    }
}

//! The memory for request bodies while they arrive.
//!
//! One body is small. But many bodies may arrive at once, each as slowly as its sender likes.

use std::sync::{Arc, Mutex, PoisonError};

use shortlist_domain::OrganizationId;
use shortlist_turns::{Shares, Sharing};

use crate::error::{ApiError, Code};

/// The memory for all bodies except forms, in units of [`UNIT_BYTES`]: 64 MiB. One organization gets half of it.
const ALL_BODIES_UNITS: usize = 64 << 10;
/// The size of one unit, in bytes.
const UNIT_BYTES: usize = 1_024;
/// The time after which to try again while other bodies use the memory, in seconds.
const RETRY_SECONDS: i64 = 1;

/// The memory for bodies, and how much of it each organization uses.
#[derive(Clone)]
pub(crate) struct BodyMemory(Arc<Mutex<Shares<OrganizationId>>>);

impl Default for BodyMemory {
    fn default() -> Self {
        let shares = Shares::new(ALL_BODIES_UNITS, Sharing::ManyCallers);
        Self(Arc::new(Mutex::new(shares)))
    }
}

impl BodyMemory {
    /// Starts counting a body from an organization.
    pub(crate) fn begin(&self, organization: &OrganizationId) -> BodyShare {
        BodyShare {
            memory: self.clone(),
            organization: organization.clone(),
            units: 0,
        }
    }
}

/// The memory that one body uses. Dropping the value returns the memory.
pub(crate) struct BodyShare {
    memory: BodyMemory,
    organization: OrganizationId,
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
        if shares.try_take(&self.organization, more) {
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
        shares.release(&self.organization, self.units);
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
}

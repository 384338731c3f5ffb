//! Changes that are based on what a person saw. They are refused if somebody else has changed the same record since.
//!
//! A form compares what it showed with what is stored, and then stores what was typed. Between the two, somebody else could store
//! something. So the comparison notes how long the audit log is, and the transaction of the change fails if the log has got a later
//! row about the same record. Each change writes such a row, and locks the log until it ends.

use shortlist_domain::OrganizationId;
use shortlist_persistence::{Store, StoreError};

use crate::conflict::Conflict;
use crate::error::{AppError, StorageFault};
use crate::writers::Writers;

/// How often a comparison and its change are tried if others keep changing the record.
const ATTEMPTS: u32 = 5;

/// Does work with writers whose changes are refused if somebody else has changed the same record since it began. The work is
/// done again then.
pub(crate) fn if_unchanged<T>(
    store: &Store,
    writers: &Writers,
    organization: &OrganizationId,
    mut work: impl FnMut(&Writers) -> Result<T, AppError>,
) -> Result<T, AppError> {
    for _attempt in 0..ATTEMPTS {
        let rows = store.audit().rows(organization)?;
        match work(&writers.unless_changed_since(rows)) {
            Err(AppError::Fault(StorageFault::Database(StoreError::Stale))) => {}
            done => return done,
        }
    }
    Err(AppError::Conflict(Conflict::KeepsChanging))
}

//! What the use cases of an organization's records have in common.

use shortlist_domain::OrganizationId;
use shortlist_persistence::Store;

use crate::clock::Clock;
use crate::error::AppError;
use crate::writers::Writers;

/// The records of organizations: how they are read and changed, and the time of a change.
#[derive(Clone, Copy)]
pub(crate) struct Records<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) writers: &'a Writers,
}

/// Lists the identifiers of all organizations.
pub(crate) fn list_organization_ids(store: &Store) -> Result<Vec<OrganizationId>, AppError> {
    let all = store.organizations().list()?;
    Ok(all
        .into_iter()
        .map(|organization| organization.id)
        .collect())
}

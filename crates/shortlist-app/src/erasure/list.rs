//! The list of erased candidates.

use shortlist_domain::{Page, PageRequest, Principal, Timestamp};

use crate::erasure::{Erasure, Erasures};
use crate::error::AppError;

impl Erasures<'_> {
    /// Lists the candidates of the organization that were erased at a time or later, the earliest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list(
        &self,
        principal: &Principal,
        since: Timestamp,
        page: &PageRequest,
    ) -> Result<Page<Erasure>, AppError> {
        let organization = &principal.organization_id;
        let found = self
            .records
            .store
            .candidates()
            .list_erased(organization, since, page)?;
        let erasure = |(candidate_id, erased_at)| Erasure {
            candidate_id,
            erased_at,
        };
        Ok(Page {
            items: found.items.into_iter().map(erasure).collect(),
            total: None,
            has_next_page: found.has_next_page,
            end: found.end,
        })
    }
}

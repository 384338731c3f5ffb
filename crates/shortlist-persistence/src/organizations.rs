//! Organizations: the tenants.

use crate::{Store, StoreError};
use shortlist_domain::{NewOrganization, Organization, OrganizationId};

impl Store {
    /// Creates an organization.
    ///
    /// # Errors
    /// When the database fails.
    pub fn insert_organization(&self, new: &NewOrganization) -> Result<Organization, StoreError> {
        let _ = (new,);
        Err(self.not_built())
    }

    /// Finds an organization.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_organization(
        &self,
        id: &OrganizationId,
    ) -> Result<Option<Organization>, StoreError> {
        let _ = (id,);
        Err(self.not_built())
    }

    /// Lists all organizations by identifier.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_organizations(&self) -> Result<Vec<Organization>, StoreError> {
        Err(self.not_built())
    }
}

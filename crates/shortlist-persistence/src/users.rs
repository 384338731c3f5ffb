//! Users: who may sign in.

use crate::{Store, StoreError};
use shortlist_domain::{EmailAddress, NewUser, OrganizationId, User, UserId};

impl Store {
    /// Creates a user; [`StoreError::UniqueViolation`] where the identifier or the e-mail address is taken in the organization.
    ///
    /// # Errors
    /// When the database fails.
    pub fn insert_user(&self, new: &NewUser) -> Result<User, StoreError> {
        let _ = (new,);
        Err(self.not_built())
    }

    /// Finds a user.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_user(
        &self,
        organization: &OrganizationId,
        id: &UserId,
    ) -> Result<Option<User>, StoreError> {
        let _ = (organization, id);
        Err(self.not_built())
    }

    /// Finds a user and the hash of their password by e-mail address.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_user_by_email(
        &self,
        organization: &OrganizationId,
        email: &EmailAddress,
    ) -> Result<Option<(User, String)>, StoreError> {
        let _ = (organization, email);
        Err(self.not_built())
    }

    /// Lists the organization's users by name, then identifier.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_users(&self, organization: &OrganizationId) -> Result<Vec<User>, StoreError> {
        let _ = (organization,);
        Err(self.not_built())
    }
}

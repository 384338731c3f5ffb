//! Which mails users get, of those that they can switch off.

use shortlist_domain::{MailPreferences, MailPreferencesChange, Principal};

use crate::error::AppError;
use crate::mails::listing::Mails;
use crate::operations::Operation;

impl Mails<'_> {
    /// Returns which mails the caller gets.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn own_preferences(&self, principal: &Principal) -> Result<MailPreferences, AppError> {
        let mails = self.records.store.mails();
        Ok(mails.preferences(&principal.organization_id, &principal.user_id)?)
    }

    /// Changes which mails the caller gets, and returns the preferences. They also count for mails that wait.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn set_own_preferences(
        &self,
        principal: &Principal,
        change: MailPreferencesChange,
    ) -> Result<MailPreferences, AppError> {
        let (organization, user) = (&principal.organization_id, &principal.user_id);
        let writer = self
            .records
            .writers
            .for_caller(principal, Operation::UpdateMailPreferences);
        Ok(writer.mails().set_preferences(organization, user, change)?)
    }
}

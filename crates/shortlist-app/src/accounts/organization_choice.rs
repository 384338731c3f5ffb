//! The choice of an organization by a user whose e-mail address and password belong to several.
//!
//! Each choice carries a signed text that says that the password of this account was right a moment ago.

use shortlist_domain::{OrganizationId, User};

use crate::accounts::password_check::Account;
use crate::accounts::sign_in::{LoginError, Sessions};
use crate::error::AppError;

/// The prefix of the signed message. It names the purpose, so that a signature is valid for nothing else.
const PURPOSE: &str = "shortlist organization choice 1";

/// An organization that a user may choose at a sign-in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrganizationChoice {
    /// Its identifier.
    pub organization: OrganizationId,
    /// Its name.
    pub name: String,
    /// The text that chooses it.
    pub choice: String,
}

impl Sessions<'_> {
    /// Returns the choices among accounts whose password was right.
    pub(crate) fn organization_choices(
        &self,
        accounts: &[Account],
    ) -> Result<Vec<OrganizationChoice>, AppError> {
        let mut choices = Vec::new();
        for Account {
            user,
            password_hash,
            ..
        } in accounts
        {
            let id = user.organization_id.clone();
            let found = self.store.organizations().find(&id)?;
            choices.push(OrganizationChoice {
                name: found.map_or_else(|| id.to_string(), |found| found.name),
                choice: self.sign_account(PURPOSE, user, password_hash)?,
                organization: id,
            });
        }
        choices.sort_by(|a, b| (&a.name, &a.organization).cmp(&(&b.name, &b.organization)));
        Ok(choices)
    }

    /// Returns the user who made a choice, and the hash of the password.
    ///
    /// # Errors
    /// Returns [`LoginError::Refused`] if the choice was not made by this service, is too old, or if the user has a new password or
    /// may no longer sign in.
    pub(crate) fn user_of_choice(&self, choice: &str) -> Result<(User, String), LoginError> {
        self.user_of_signed(choice, |_user| Ok(PURPOSE.to_owned()))
    }
}

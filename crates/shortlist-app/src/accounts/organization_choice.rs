//! The choice of an organization by a user whose e-mail address and password belong to several.
//!
//! The page that asks does not keep the password. Instead, each choice carries a signed text that says that the password of this
//! account was right a moment ago. It contains no secret, and ends with the password.

use chrono::Duration;
use shortlist_domain::{OrganizationId, User, UserId};

use crate::accounts::password_check::Account;
use crate::accounts::sign_in::{LoginError, Sessions};
use crate::error::AppError;
use crate::signed_links::{LinkSigner, canonical_number};

/// The prefix of the signed message. It names the purpose, so that a signature is valid for nothing else.
const PURPOSE: &str = "shortlist organization choice 1";
/// How long a user may think about it, in minutes.
const CHOICE_MINUTES: i64 = 5;
/// What separates the parts of a choice. No identifier contains it.
const SEPARATOR: char = '/';

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
        let expires_at = self.clock.now().plus(Duration::minutes(CHOICE_MINUTES));
        let expires = expires_at.unix_millis() / 1_000;
        let mut choices = Vec::new();
        for Account {
            user,
            password_hash,
            ..
        } in accounts
        {
            let id = user.organization_id.clone();
            let found = self.store.organizations().find(&id)?;
            let signature = self.signer().sign(&message(user, expires, password_hash))?;
            choices.push(OrganizationChoice {
                name: found.map_or_else(|| id.to_string(), |found| found.name),
                choice: format!(
                    "{id}{SEPARATOR}{}{SEPARATOR}{expires}{SEPARATOR}{signature}",
                    user.id
                ),
                organization: id,
            });
        }
        choices.sort_by(|a, b| (&a.name, &a.organization).cmp(&(&b.name, &b.organization)));
        Ok(choices)
    }

    /// Returns the user who made a choice.
    ///
    /// # Errors
    /// Returns [`LoginError::Refused`] if the choice was not made by this service, is too old, or if the user has a new password or
    /// may no longer sign in.
    pub(crate) fn user_of_choice(&self, choice: &str) -> Result<User, LoginError> {
        let parts: Vec<&str> = choice.split(SEPARATOR).collect();
        let [organization, user, expires, signature] = parts.as_slice() else {
            return Err(LoginError::Refused);
        };
        let organization = OrganizationId::parse("organization", organization);
        let user = UserId::parse("user", user);
        let (Ok(organization), Ok(user), Some(expires)) =
            (organization, user, canonical_number(expires))
        else {
            return Err(LoginError::Refused);
        };
        let user = self.store.users().find(&organization, &user)?;
        let user = user.ok_or(LoginError::Refused)?;
        let found = self
            .store
            .users()
            .find_by_email(&organization, &user.email)?;
        let (user, password_hash) = found
            .filter(|(user, _)| user.active && !user.is_integration)
            .ok_or(LoginError::Refused)?;
        let message = message(&user, expires, &password_hash);
        let is_over = expires.saturating_mul(1_000) <= self.clock.now().unix_millis();
        if self.signer().verify(&message, signature)? && !is_over {
            Ok(user)
        } else {
            Err(LoginError::Refused)
        }
    }

    fn signer(&self) -> LinkSigner<'_> {
        LinkSigner {
            store: self.store,
            clock: self.clock,
        }
    }
}

fn message(user: &User, expires: u64, password_hash: &str) -> String {
    let (organization, id) = (&user.organization_id, &user.id);
    format!("{PURPOSE}\n{organization}\n{id}\n{expires}\n{password_hash}")
}

//! Signed texts that say that the password of an account was right a moment ago. A page that asks one more thing carries such a text,
//! so that it does not keep the password.
//!
//! It contains no secret, and ends with the password.

use chrono::Duration;
use shortlist_domain::{OrganizationId, User, UserId};

use crate::accounts::sign_in::{LoginError, Sessions};
use crate::error::AppError;
use crate::signed_links::{LinkSigner, canonical_number};

/// How long a user may take, in minutes.
const MINUTES: i64 = 5;
/// What separates the parts of a text. No identifier contains it.
const SEPARATOR: char = '/';

impl Sessions<'_> {
    /// Returns the text for an account whose password was right. The purpose decides what it is good for.
    pub(crate) fn sign_account(
        &self,
        purpose: &str,
        user: &User,
        password_hash: &str,
    ) -> Result<String, AppError> {
        let expires_at = self.clock.now().plus(Duration::minutes(MINUTES));
        let expires = expires_at.unix_millis() / 1_000;
        let signature = self
            .signer()
            .sign(&message(purpose, user, expires, password_hash))?;
        Ok(format!(
            "{}{SEPARATOR}{}{SEPARATOR}{expires}{SEPARATOR}{signature}",
            user.organization_id, user.id
        ))
    }

    /// Returns the user of a text, and the hash of the password.
    ///
    /// # Errors
    /// Returns [`LoginError::Refused`] if the text was not made by this service for this purpose, is too old, or if the user has a new
    /// password or may no longer sign in.
    pub(crate) fn user_of_signed(
        &self,
        text: &str,
        purpose: impl FnOnce(&User) -> Result<String, AppError>,
    ) -> Result<(User, String), LoginError> {
        let parts: Vec<&str> = text.split(SEPARATOR).collect();
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
        let message = message(&purpose(&user)?, &user, expires, &password_hash);
        let is_over = expires.saturating_mul(1_000) <= self.clock.now().unix_millis();
        if self.signer().verify(&message, signature)? && !is_over {
            Ok((user, password_hash))
        } else {
            Err(LoginError::Refused)
        }
    }

    pub(crate) fn signer(&self) -> LinkSigner<'_> {
        LinkSigner {
            store: self.store,
            clock: self.clock,
        }
    }
}

fn message(purpose: &str, user: &User, expires: u64, password_hash: &str) -> String {
    let (organization, id) = (&user.organization_id, &user.id);
    format!("{purpose}\n{organization}\n{id}\n{expires}\n{password_hash}")
}

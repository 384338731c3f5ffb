//! Changing one's own password.

use shortlist_domain::{AccountProblem, InvalidValue, Principal, User, UserChange};
use shortlist_persistence::{UserUpdate, Writer};

use crate::accounts::new_password::{check_new_password, check_password_length};
use crate::accounts::sign_in::Sessions;
use crate::accounts::sign_in_limits::Counter;
use crate::conflict::AccountConflict;
use crate::error::AppError;
use crate::operations::Operation;
use crate::secrets::{NO_PASSWORD, hash_password, password_matches};

/// A change of the caller's own password.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct ChangePassword {
    pub current_password: String,
    pub new_password: String,
}

impl Sessions<'_> {
    /// Changes the caller's password, and ends all their sessions.
    ///
    /// # Errors
    /// Returns an error if the current password is wrong, after too many wrong ones, if the new one is too short, too long or easy
    /// to guess, or if the caller has no password, as machines and users of an identity provider.
    pub fn change_password(
        &self,
        principal: &Principal,
        request: &ChangePassword,
    ) -> Result<User, AppError> {
        check_password_length("newPassword", &request.new_password)?;
        let (organization, id) = (&principal.organization_id, &principal.user_id);
        let party = principal.party();
        let writer = self
            .writers
            .for_party(&party, Operation::ChangePassword.name());
        let user = self.check_current_password(principal, &request.current_password, &writer)?;
        // The estimate costs some milliseconds, so only those who know the password cause it.
        let about = [user.full_name.as_str(), user.email.as_str()];
        check_new_password("newPassword", &request.new_password, &about)?;
        let change = UserChange {
            password_hash: Some(hash_password(&request.new_password)?),
            ..UserChange::default()
        };
        match writer
            .users()
            .update(organization, id, &change, self.clock.now())?
        {
            UserUpdate::Updated(user) => Ok(user),
            UserUpdate::NotFound | UserUpdate::LastAdmin | UserUpdate::EmergencyAdmin => {
                Err(AppError::NotFound {
                    field: "userId",
                    what: "user",
                })
            }
        }
    }

    /// Returns whether the caller has a password. A user whom an identity provider has created has none.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn has_own_password(&self, principal: &Principal) -> Result<bool, AppError> {
        let (organization, users) = (&principal.organization_id, self.store.users());
        let Some(user) = users.find(organization, &principal.user_id)? else {
            return Ok(false);
        };
        let found = users.find_by_email(organization, &user.email)?;
        Ok(found.is_some_and(|(_, hash)| hash != NO_PASSWORD))
    }

    /// Checks the caller's current password. Only the caller's own mistakes are counted, so strangers cannot prevent the change.
    pub(crate) fn check_current_password(
        &self,
        principal: &Principal,
        password: &str,
        writer: &Writer<'_>,
    ) -> Result<User, AppError> {
        let counters = [Counter::of_signed_in(principal)];
        let counts = self.failure_counts();
        if let Some(seconds) = counts.wait(&counters)? {
            let problem = AccountProblem::WrongPasswordTooOften(seconds);
            let refused = InvalidValue::new("currentPassword", problem);
            return Err(AppError::FieldConflict(refused));
        }
        let organization = &principal.organization_id;
        let user = self.store.users().find(organization, &principal.user_id)?;
        let user = user.filter(|user| !user.is_integration).ok_or_else(|| {
            let problem = AccountProblem::CallerIsIntegration;
            InvalidValue::new("currentPassword", problem)
        })?;
        let found = self
            .store
            .users()
            .find_by_email(organization, &user.email)?;
        let hash = found.map(|(_, hash)| hash);
        if hash.as_deref() == Some(NO_PASSWORD) {
            return Err(AppError::conflict(AccountConflict::NoPassword));
        }
        if hash.is_some_and(|hash| password_matches(password, &hash)) {
            return Ok(user);
        }
        counts.count(&counters)?;
        writer.sessions().record_refused_sign_in(Some(&user.id))?;
        Err(InvalidValue::new("currentPassword", AccountProblem::WrongPassword).into())
    }
}

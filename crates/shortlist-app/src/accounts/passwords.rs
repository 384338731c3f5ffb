//! Changing one's own password.

use shortlist_domain::{AccountProblem, InvalidValue, Principal, User, UserChange};
use shortlist_persistence::{UserUpdate, Writer};

use crate::accounts::new_password::{check_new_password, check_password_length};
use crate::accounts::sign_in::Sessions;
use crate::accounts::sign_in_limits::Counter;
use crate::error::AppError;
use crate::operations::Operation;
use crate::secrets::{hash_password, password_matches};

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
    /// to guess, or if the caller is a machine, which has no password.
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
            UserUpdate::NotFound | UserUpdate::LastAdmin => Err(AppError::NotFound {
                field: "userId",
                what: "user",
            }),
        }
    }

    /// Checks the caller's current password. Only the caller's own mistakes are counted, so strangers cannot prevent the change.
    fn check_current_password(
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
        if found.is_some_and(|(_, hash)| password_matches(password, &hash)) {
            return Ok(user);
        }
        counts.count(&counters)?;
        writer.sessions().record_refused_sign_in(Some(&user.id))?;
        Err(InvalidValue::new("currentPassword", AccountProblem::WrongPassword).into())
    }
}

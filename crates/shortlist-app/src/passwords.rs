//! Changing one's own password.

use shortlist_domain::{InvalidValue, Principal, User, UserChange};
use shortlist_persistence::UserUpdate;

use crate::accounts::check_password_length;
use crate::secrets::hash_password;
use crate::sign_in::SignInAttempt;
use crate::{AppError, LoginError, Operation, Sessions};

/// A change of the caller's own password.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct ChangePassword {
    pub current_password: String,
    pub new_password: String,
}

impl Sessions<'_> {
    /// Changes the caller's password, and ends all their sessions. A wrong current password counts as a failed sign-in.
    ///
    /// # Errors
    /// Returns an error if the current password is wrong, after too many wrong ones, if the new one is too short or too
    /// long, or if the caller is a machine, which has no password.
    pub fn change_password(
        &self,
        principal: &Principal,
        request: &ChangePassword,
    ) -> Result<User, AppError> {
        check_password_length("newPassword", &request.new_password)?;
        let (organization, id) = (&principal.organization_id, &principal.user_id);
        let user = self.store.users().find(organization, id)?;
        let user = user.filter(|user| !user.is_integration).ok_or_else(|| {
            let problem = "belongs to an integration user, which has no password";
            InvalidValue::new("currentPassword", problem)
        })?;
        let attempt = SignInAttempt {
            organization,
            email: user.email.as_str(),
            password: &request.current_password,
            address: principal.address.as_deref().unwrap_or_default(),
        };
        let party = principal.party();
        let operation = Operation::ChangePassword.name();
        self.check_password(&attempt, |_account| {
            self.writers.for_party(&party, operation)
        })
        .map_err(refusal)?;
        let change = UserChange {
            password_hash: Some(hash_password(&request.new_password)?),
            ..UserChange::default()
        };
        let writer = self.writers.for_party(&party, operation);
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
}

fn refusal(error: LoginError) -> AppError {
    match error {
        LoginError::Refused => {
            InvalidValue::new("currentPassword", "is not your password; type it again").into()
        }
        LoginError::Throttled {
            retry_after_seconds,
        } => AppError::Conflict(format!(
            "currentPassword: was wrong too often; try again in {retry_after_seconds} s"
        )),
        LoginError::Fault(fault) => fault,
    }
}

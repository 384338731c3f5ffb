//! Checking codes. Each code works once. An attempt counts as a failure before it is checked, and no longer if the code was right.

use shortlist_domain::{AuditedKind, NewAuditEntry, Principal, SecondFactorProof, Timestamp, User};
use shortlist_persistence::{LastFactor, Writer};

use crate::accounts::known_devices::{DeviceHash, device_of_codes};
use crate::accounts::second_factors::codes::TypedCode;
use crate::accounts::second_factors::totp::matching_step;
use crate::accounts::sign_in::{LoginError, Sessions};
use crate::accounts::sign_in_limits::Counter;
use crate::conflict::AccountConflict;
use crate::error::AppError;

/// A code that was typed, and under what a failure is counted.
pub(crate) struct CodeAttempt<'a> {
    /// The user whose code it should be.
    pub(crate) user: &'a User,
    /// What was typed.
    pub(crate) code: &'a str,
    /// Under what a failure is counted.
    pub(crate) counters: Vec<Counter>,
}

/// Why a code was not accepted.
pub(crate) enum CodeError {
    /// It is wrong, or was used before.
    Wrong,
    /// There were too many wrong ones. Contains the number of seconds to wait.
    Throttled(i64),
    /// The check itself failed.
    Fault(AppError),
}

impl From<AppError> for CodeError {
    fn from(fault: AppError) -> Self {
        Self::Fault(fault)
    }
}

impl From<CodeError> for LoginError {
    fn from(error: CodeError) -> Self {
        match error {
            CodeError::Wrong => Self::WrongCode,
            CodeError::Throttled(retry_after_seconds) => Self::Throttled {
                retry_after_seconds,
            },
            CodeError::Fault(fault) => Self::Fault(fault),
        }
    }
}

impl Sessions<'_> {
    /// Returns whether a user has a passkey.
    pub(crate) fn has_passkey(&self, user: &User) -> Result<bool, AppError> {
        let users = self.store.users();
        Ok(users.count_passkeys(&user.organization_id, &user.id)? > 0)
    }

    /// Returns since when sign-ins of a user can be finished with a code; `None` if the user has no app.
    pub(crate) fn second_factor_since(&self, user: &User) -> Result<Option<Timestamp>, AppError> {
        let users = self.store.users();
        let found = users.find_second_factor(&user.organization_id, &user.id)?;
        Ok(found.and_then(|found| found.confirmed_at))
    }

    /// Returns whether users of this user's role must have a second factor.
    pub(crate) fn requires_second_factor(&self, user: &User) -> Result<bool, AppError> {
        let organizations = self.store.organizations();
        let policy = organizations.second_factor_policy(&user.organization_id)?;
        Ok(policy.requires(user.user_type))
    }

    /// Refuses a session in which no second factor was used, if the user has one. One of an identity provider needs none for other things,
    /// but with the password it would replace the second factor.
    pub(crate) fn check_proven(&self, principal: &Principal, user: &User) -> Result<(), AppError> {
        if self.second_factor_since(user)?.is_none() && !self.has_passkey(user)? {
            return Ok(());
        }
        let is_proven = match &principal.session_id {
            Some(session) => {
                let sessions = self.store.sessions();
                sessions.is_proven(&principal.organization_id, session)?
            }
            None => false,
        };
        if is_proven {
            Ok(())
        } else {
            Err(AppError::conflict(AccountConflict::SecondFactorUnproven))
        }
    }

    /// Returns whether a user may be left without a second factor.
    pub(crate) fn last_factor(&self, user: &User) -> Result<LastFactor, AppError> {
        Ok(if self.requires_second_factor(user)? {
            LastFactor::Stays
        } else {
            LastFactor::MayGo
        })
    }

    /// Checks the code of a user whose password was right, if the user has a second factor. A client with the right code is known for codes
    /// from then on.
    pub(crate) fn check_login_code(
        &self,
        user: &User,
        code: Option<&str>,
        address: &str,
        device: &DeviceHash,
        writer: &Writer<'_>,
    ) -> Result<SecondFactorProof, LoginError> {
        let Some(since) = self.second_factor_since(user)? else {
            return if self.has_passkey(user)? {
                Err(LoginError::PasskeyNeeded)
            } else if self.requires_second_factor(user)? {
                Err(LoginError::SecondFactorMissing)
            } else {
                Ok(SecondFactorProof::Missing)
            };
        };
        let attempt = CodeAttempt {
            user,
            code: code.ok_or(LoginError::CodeNeeded)?,
            counters: self.code_counters(user, address, std::slice::from_ref(device), since)?,
        };
        self.check_code(&attempt, writer)?;
        self.known_devices().remember_code(user, device, since)?;
        Ok(SecondFactorProof::At(self.clock.now()))
    }

    /// Returns the counters of a wrong code at a sign-in: those of a wrong password, and one for the account from anywhere.
    pub(crate) fn code_counters(
        &self,
        user: &User,
        address: &str,
        devices: &[DeviceHash],
        factor_since: Timestamp,
    ) -> Result<Vec<Counter>, AppError> {
        let of_codes = |device: &DeviceHash| device_of_codes(device, factor_since);
        let devices: Vec<DeviceHash> = devices.iter().map(of_codes).collect();
        let known = self
            .known_devices()
            .of_users(std::iter::once(user), &devices)?;
        let known = known.into_iter().flatten().next();
        Ok(Counter::of_code(user, address, known.as_ref()))
    }

    /// Checks a code. A wrong one is counted and recorded.
    pub(crate) fn check_code(
        &self,
        attempt: &CodeAttempt<'_>,
        writer: &Writer<'_>,
    ) -> Result<(), CodeError> {
        let counts = self.failure_counts();
        if let Some(seconds) = counts.count_before(attempt.user, &attempt.counters)? {
            return Err(CodeError::Throttled(seconds));
        }
        if self.use_code(attempt.user, attempt.code, writer)? {
            return Ok(counts.take_back(&attempt.counters)?);
        }
        let user = &attempt.user.id;
        tracing::warn!(organization = %attempt.user.organization_id, %user, "a code was wrong");
        let entry = NewAuditEntry {
            kind: AuditedKind::User,
            thing_id: Some(user.to_string()),
            ..NewAuditEntry::refused("the code of the second factor is wrong or was used")
        };
        writer.record(&[entry]).map_err(AppError::from)?;
        Err(CodeError::Wrong)
    }

    /// Uses a code. Returns whether it was right and new.
    fn use_code(&self, user: &User, code: &str, writer: &Writer<'_>) -> Result<bool, AppError> {
        let (organization, id) = (&user.organization_id, &user.id);
        let users = self.store.users();
        Ok(match TypedCode::read(code) {
            Some(TypedCode::App(code)) => {
                let found = users.find_second_factor(organization, id)?;
                let Some(factor) = found.filter(|factor| factor.confirmed_at.is_some()) else {
                    return Ok(false);
                };
                let secret = &factor.secret;
                match matching_step(secret, code, self.clock.now()) {
                    Some(step) => {
                        users.accept_second_factor_step(organization, id, secret, step)?
                    }
                    None => false,
                }
            }
            Some(TypedCode::Recovery(hash)) => {
                let now = self.clock.now();
                writer
                    .users()
                    .use_recovery_code(organization, id, &hash, now)?
            }
            None => false,
        })
    }
}

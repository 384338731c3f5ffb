//! The second factor of the caller: set up an app, renew its recovery codes, and remove it. Passkeys are in `passkeys/own.rs`.

use shortlist_domain::{
    FactorBeginning, FactorSecret, NewSecondFactor, Passkey, Principal, SecondFactor, Timestamp,
    User,
};
use shortlist_persistence::{FactorConfirmation, FactorRemoval};

use crate::accounts::second_factors::codes::{NewRecoveryCodes, TypedCode, grouped};
use crate::accounts::second_factors::proving::wrong_code;
use crate::accounts::second_factors::totp::{
    matching_step, new_secret, otpauth_address, secret_text,
};
use crate::accounts::sign_in::Sessions;
use crate::conflict::AccountConflict;
use crate::error::AppError;
use crate::operations::Operation;
use crate::secrets::NO_PASSWORD;

/// The second factor of the caller, for its page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnSecondFactor {
    /// Its state.
    pub state: OwnFactorState,
    /// The caller's passkeys, the oldest first.
    pub passkeys: Vec<Passkey>,
    /// Whether the organization requires one for the caller's role.
    pub is_required: bool,
}

/// The state of the caller's second factor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OwnFactorState {
    /// The caller has none.
    Missing,
    /// The caller has no password, so there is nothing that a second factor could be added to.
    NoPassword,
    /// It waits for its first code in the session of the caller.
    Waiting {
        /// The secret, as users type it into their apps, in groups of letters.
        secret: String,
        /// The address that an app reads from a QR code.
        address: String,
    },
    /// It is set up.
    SetUp {
        /// Since when.
        since: Timestamp,
        /// How many recovery codes are left.
        codes_left: i64,
    },
}

/// New recovery codes, which are shown only once. Their debug output is redacted.
pub struct RecoveryCodes(Vec<String>);

impl RecoveryCodes {
    /// Returns the codes.
    pub fn texts(&self) -> &[String] {
        &self.0
    }
}

impl std::fmt::Debug for RecoveryCodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} recovery codes", self.0.len())
    }
}

/// A password and a code that the caller typed.
#[derive(Clone)]
pub struct PasswordAndCode {
    /// The current password.
    pub current_password: String,
    /// A code.
    pub code: String,
}

impl Sessions<'_> {
    /// Returns the caller's second factor.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn own_second_factor(&self, principal: &Principal) -> Result<OwnSecondFactor, AppError> {
        let user = self.caller(principal)?;
        let users = self.store.users();
        let (organization, id) = (&user.organization_id, &user.id);
        let found = users.find_second_factor(organization, id)?;
        let since = found.as_ref().and_then(|factor| factor.confirmed_at);
        let waiting = found.filter(|factor| self.waits(factor, principal));
        let state = match (since, waiting) {
            (Some(since), _) => OwnFactorState::SetUp {
                since,
                codes_left: users.count_recovery_codes(organization, id)?,
            },
            (None, Some(factor)) => self.waiting(&user, &factor.secret)?,
            (None, None) if self.has_password(&user)? => OwnFactorState::Missing,
            (None, None) => OwnFactorState::NoPassword,
        };
        Ok(OwnSecondFactor {
            state,
            passkeys: users.list_passkeys(organization, id)?,
            is_required: self.requires_second_factor(&user)?,
        })
    }

    /// Returns whether a second factor waits for its first code in the session of the caller.
    fn waits(&self, factor: &SecondFactor, principal: &Principal) -> bool {
        factor.waits_in(principal.session_id.as_ref(), self.clock.now())
    }

    fn waiting(&self, user: &User, secret: &FactorSecret) -> Result<OwnFactorState, AppError> {
        let found = self.store.organizations().find(&user.organization_id)?;
        let issuer = found.map_or_else(
            || "Shortlist".to_owned(),
            |found| format!("Shortlist {}", found.name),
        );
        Ok(OwnFactorState::Waiting {
            secret: grouped(&secret_text(secret), " "),
            address: otpauth_address(secret, &issuer, user.email.as_str()),
        })
    }

    /// Makes a secret for the caller's app. It counts once a code has confirmed it in the same session, within some minutes.
    ///
    /// # Errors
    /// Returns an error if the caller has an app already, or no password.
    pub fn begin_second_factor(&self, principal: &Principal) -> Result<(), AppError> {
        let user = self.caller(principal)?;
        if !self.has_password(&user)? {
            return Err(AppError::conflict(AccountConflict::NoPassword));
        }
        let new = NewSecondFactor {
            organization_id: user.organization_id,
            user_id: user.id,
            secret: new_secret()?,
            begun: FactorBeginning {
                session_id: principal.session_id.clone(),
                at: self.clock.now(),
            },
        };
        let writer = self
            .writers
            .for_caller(principal, Operation::SetUpSecondFactor);
        if writer.users().begin_second_factor(&new)? {
            Ok(())
        } else {
            Err(AppError::conflict(AccountConflict::SecondFactorExists))
        }
    }

    /// Confirms the caller's second factor by the first code. It costs as much as checking a password. Returns the recovery codes.
    ///
    /// # Errors
    /// Returns an error if the password or the code is wrong, after too many wrong passwords, if no second factor waits, or if the caller has
    /// a passkey and has used none in the session.
    pub fn confirm_second_factor(
        &self,
        principal: &Principal,
        typed: &PasswordAndCode,
    ) -> Result<RecoveryCodes, AppError> {
        let writer = self
            .writers
            .for_caller(principal, Operation::SetUpSecondFactor);
        let user = self.check_current_password(principal, &typed.current_password, &writer)?;
        let (organization, id) = (&user.organization_id, &user.id);
        let found = self.store.users().find_second_factor(organization, id)?;
        let nothing_waits = || AppError::conflict(AccountConflict::NoSecondFactorWaits);
        let factor = found
            .filter(|factor| self.waits(factor, principal))
            .ok_or_else(nothing_waits)?;
        self.check_proven(principal, &user)?;
        let now = self.clock.now();
        let Some(step) = first_step(&factor.secret, &typed.code, now) else {
            return Err(wrong_code().into());
        };
        let codes = NewRecoveryCodes::generate()?;
        let confirmed = writer.users().confirm_second_factor(&FactorConfirmation {
            organization_id: organization.clone(),
            user_id: id.clone(),
            session_id: principal.session_id.clone(),
            secret: factor.secret,
            step,
            recovery_hashes: codes.hashes,
            at: now,
        })?;
        if confirmed {
            Ok(RecoveryCodes(codes.texts))
        } else {
            Err(nothing_waits())
        }
    }

    /// Replaces the caller's recovery codes.
    ///
    /// # Errors
    /// Returns an error if the code is wrong, or after too many wrong ones.
    pub fn renew_recovery_codes(
        &self,
        principal: &Principal,
        code: &str,
    ) -> Result<RecoveryCodes, AppError> {
        let user = self.caller(principal)?;
        let writer = self
            .writers
            .for_caller(principal, Operation::RenewRecoveryCodes);
        self.check_own_code(principal, &user, code, &writer)?;
        let codes = NewRecoveryCodes::generate()?;
        let (organization, now) = (&user.organization_id, self.clock.now());
        writer
            .users()
            .replace_recovery_codes(organization, &user.id, &codes.hashes, now)?;
        Ok(RecoveryCodes(codes.texts))
    }

    /// Removes the caller's app. It costs as much as checking a password.
    ///
    /// # Errors
    /// Returns an error if it is the only second factor and the organization requires one for the caller's role, if the password or the
    /// code is wrong, or after too many wrong ones.
    pub fn remove_second_factor(
        &self,
        principal: &Principal,
        typed: &PasswordAndCode,
    ) -> Result<(), AppError> {
        let writer = self
            .writers
            .for_caller(principal, Operation::RemoveSecondFactor);
        let user = self.caller(principal)?;
        if !self.has_passkey(&user)? && self.requires_second_factor(&user)? {
            return Err(AppError::conflict(AccountConflict::SecondFactorRequired));
        }
        self.check_current_password(principal, &typed.current_password, &writer)?;
        self.check_own_code(principal, &user, &typed.code, &writer)?;
        let (users, last) = (writer.users(), self.last_factor(&user)?);
        match users.remove_second_factor(&user.organization_id, &user.id, last)? {
            FactorRemoval::Removed => Ok(()),
            FactorRemoval::NotFound => Err(AppError::conflict(AccountConflict::NoSecondFactor)),
            FactorRemoval::Last => Err(AppError::conflict(AccountConflict::SecondFactorRequired)),
        }
    }

    pub(crate) fn caller(&self, principal: &Principal) -> Result<User, AppError> {
        let organization = &principal.organization_id;
        let found = self.store.users().find(organization, &principal.user_id)?;
        found.ok_or(AppError::NotFound {
            field: "userId",
            what: "user",
        })
    }

    fn has_password(&self, user: &User) -> Result<bool, AppError> {
        let users = self.store.users();
        let found = users.find_by_email(&user.organization_id, &user.email)?;
        Ok(found.is_some_and(|(_, hash)| hash != NO_PASSWORD))
    }
}

/// Returns the time step of the code that confirms a secret. A recovery code confirms nothing.
fn first_step(secret: &FactorSecret, code: &str, now: Timestamp) -> Option<i64> {
    match TypedCode::read(code)? {
        TypedCode::App(code) => matching_step(secret, code, now),
        TypedCode::Recovery(_) => None,
    }
}

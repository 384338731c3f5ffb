//! The caller's own passkeys: add one, remove one, and confirm a dangerous operation with one.

use shortlist_domain::{
    AccountProblem, InvalidValue, MAX_PASSKEYS, Passkey, PasskeyId, PasskeyName, Principal,
};
use shortlist_passkeys::{PasskeyError, PasskeyOwner};
use shortlist_persistence::{FactorRemoval, PasskeyInsertion, PasskeyRegistration};

use crate::accounts::passkeys::challenge::Bound;
use crate::accounts::passkeys::{PasskeyRequest, Passkeys, SentPasskey, fault, owner_handle};
use crate::accounts::sign_in::Sessions;
use crate::conflict::{AccountConflict, Limited};
use crate::error::AppError;
use crate::operations::Operation;
use crate::secrets::random_bits;

/// What the caller types in order to add a passkey.
#[derive(Clone)]
pub struct AddPasskey {
    /// Its name.
    pub name: String,
    /// The current password.
    pub current_password: String,
}

impl Passkeys<'_> {
    /// Begins to add a passkey. It costs as much as checking a password.
    ///
    /// # Errors
    /// Returns an error if the name is invalid, if the password is wrong or was wrong too often, if the caller has no password or
    /// the largest number of passkeys, or has a second factor that was not used in the session.
    pub fn begin_registration(
        &self,
        principal: &Principal,
        typed: &AddPasskey,
    ) -> Result<PasskeyRequest, AppError> {
        PasskeyName::parse("name", &typed.name)?;
        let sessions = &self.sessions;
        let writer = sessions
            .writers
            .for_caller(principal, Operation::RegisterPasskey);
        let user = sessions.check_current_password(principal, &typed.current_password, &writer)?;
        sessions.check_proven(principal, &user)?;
        let (organization, id) = (&user.organization_id, &user.id);
        let known = sessions.store.users().list_passkeys(organization, id)?;
        if known.len() >= MAX_PASSKEYS {
            return Err(AppError::too_many(Limited::Passkeys, MAX_PASSKEYS));
        }
        let known: Vec<_> = known.into_iter().map(|one| one.credential).collect();
        let owner = PasskeyOwner {
            handle: owner_handle(organization, id),
            email: user.email.as_str(),
            full_name: &user.full_name,
        };
        let ceremony = self
            .party
            .begin_registration(&owner, &known)
            .map_err(fault)?;
        self.ask(&Bound::Registration(principal), ceremony)
    }

    /// Adds the passkey that the browser has made. From then on, sign-ins with the password ask for a second factor.
    ///
    /// # Errors
    /// Returns an error if the name or the answer is invalid, if the answer is too late or was used before, or if somebody has the passkey.
    pub fn finish_registration(
        &self,
        principal: &Principal,
        name: &str,
        sent: &SentPasskey,
    ) -> Result<(), AppError> {
        let name = PasskeyName::parse("name", name)?;
        let sessions = &self.sessions;
        let challenge = self.read_challenge(&Bound::Registration(principal), &sent.challenge)?;
        let (Some(challenge), Some(session)) = (challenge, &principal.session_id) else {
            return Err(wrong_passkey().into());
        };
        let finished = self
            .party
            .finish_registration(&challenge.state, &sent.answer);
        let credential = match finished {
            Ok(credential) => credential,
            Err(PasskeyError::Damaged) => return Err(fault(PasskeyError::Damaged)),
            Err(refused) => {
                let user = &principal.user_id;
                tracing::warn!(%user, reason = %refused, "a new passkey was refused");
                return Err(wrong_passkey().into());
            }
        };
        // The caller may have added another second factor meanwhile.
        sessions.check_proven(principal, &sessions.caller(principal)?)?;
        let now = sessions.clock.now();
        let registration = PasskeyRegistration {
            passkey: Passkey {
                id: PasskeyId::generate(now, random_bits()?),
                organization_id: principal.organization_id.clone(),
                user_id: principal.user_id.clone(),
                name,
                credential,
                created_at: now,
                last_used_at: None,
            },
            session_id: session.clone(),
            challenge_at: challenge.made_at,
        };
        let writer = sessions
            .writers
            .for_caller(principal, Operation::RegisterPasskey);
        match writer.users().insert_passkey(&registration)? {
            PasskeyInsertion::Stored => Ok(()),
            PasskeyInsertion::ChallengeUsed => Err(wrong_passkey().into()),
            PasskeyInsertion::Taken => Err(AppError::conflict(AccountConflict::PasskeyTaken)),
            PasskeyInsertion::Full => Err(AppError::too_many(Limited::Passkeys, MAX_PASSKEYS)),
        }
    }

    /// Asks for a passkey of the caller before a dangerous operation. Returns `None` if the caller has none.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn begin_proof(&self, principal: &Principal) -> Result<Option<PasskeyRequest>, AppError> {
        let users = self.sessions.store.users();
        let (organization, user) = (&principal.organization_id, &principal.user_id);
        if users.count_passkeys(organization, user)? == 0 {
            return Ok(None);
        }
        let ceremony = self.party.begin_authentication().map_err(fault)?;
        self.ask(&Bound::Proof(principal), ceremony).map(Some)
    }

    /// Proves that it is the caller, so that dangerous operations ask for nothing for a while.
    ///
    /// # Errors
    /// Returns an error if the answer is invalid, is too late or was used before, or if the passkey is not one of the caller.
    pub fn prove(&self, principal: &Principal, sent: &SentPasskey) -> Result<(), AppError> {
        let is_own = |passkey: &Passkey| {
            passkey.organization_id == principal.organization_id
                && passkey.user_id == principal.user_id
        };
        let claim = self.claim(&Bound::Proof(principal), sent)?;
        let Some(claim) = claim.filter(|claim| is_own(&claim.passkey)) else {
            return Err(wrong_passkey().into());
        };
        let writers = self.sessions.writers;
        let writer = writers.for_caller(principal, Operation::ProveSecondFactor);
        if !self.check(&claim, &writer)? {
            return Err(wrong_passkey().into());
        }
        self.sessions.record_proof(principal)
    }
}

impl Sessions<'_> {
    /// Lists the caller's passkeys, the oldest first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list_passkeys(&self, principal: &Principal) -> Result<Vec<Passkey>, AppError> {
        let (organization, user) = (&principal.organization_id, &principal.user_id);
        Ok(self.store.users().list_passkeys(organization, user)?)
    }

    /// Removes a passkey of the caller.
    ///
    /// # Errors
    /// Returns an error if the caller has no such passkey, if no second factor was used in the session, or if it is the only second factor
    /// and the organization requires one.
    pub fn remove_passkey(&self, principal: &Principal, passkey: &str) -> Result<(), AppError> {
        let id = PasskeyId::parse("passkeyId", passkey)?;
        let user = self.caller(principal)?;
        self.check_proven(principal, &user)?;
        let writer = self.writers.for_caller(principal, Operation::RemovePasskey);
        let (users, last) = (writer.users(), self.last_factor(&user)?);
        match users.remove_passkey(&user.organization_id, &user.id, &id, last)? {
            FactorRemoval::Removed => Ok(()),
            FactorRemoval::NotFound => Err(AppError::NotFound {
                field: "passkeyId",
                what: "passkey",
            }),
            FactorRemoval::Last => Err(AppError::conflict(AccountConflict::SecondFactorRequired)),
        }
    }
}

fn wrong_passkey() -> InvalidValue {
    InvalidValue::new("passkey", AccountProblem::WrongPasskey)
}

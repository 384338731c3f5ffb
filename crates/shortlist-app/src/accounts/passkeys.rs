//! Passkeys: users add them, sign in with them, and confirm with them that it is they.
//!
//! A page asks the browser for a passkey, and carries a signed text with the challenge. Each passkey accepts a challenge only if it is later
//! than all that it has answered before. So an answer works once, although no challenge is stored.

mod challenge;
pub(crate) mod own;
pub(crate) mod sign_in;

use sha2::{Digest, Sha256};
use shortlist_domain::{AuditedKind, NewAuditEntry, OrganizationId, Passkey, PasskeyState, UserId};
use shortlist_passkeys::{OwnerHandle, PasskeyAnswer, PasskeyError, RelyingParty};
use shortlist_persistence::{PasskeyUse, Writer};

use crate::accounts::passkeys::challenge::{Bound, Challenge};
use crate::accounts::sign_in::Sessions;
use crate::error::{AppError, StorageFault};

/// What a page asks a browser, and what it sends back with the answer.
#[derive(Debug, Clone)]
pub struct PasskeyRequest {
    /// The options of the browser's API, as JSON.
    pub options: String,
    /// The signed text with the challenge. It is good for some minutes.
    pub challenge: String,
}

/// What a page sends after the browser has answered.
#[derive(Clone)]
pub struct SentPasskey {
    /// The signed text of the request.
    pub challenge: String,
    /// The answer of the browser's API, as JSON.
    pub answer: String,
}

/// Shows no answer.
impl std::fmt::Debug for SentPasskey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SentPasskey(***)")
    }
}

/// Adds and uses passkeys.
pub struct Passkeys<'a> {
    pub(crate) sessions: Sessions<'a>,
    /// The service as devices know it.
    pub(crate) party: &'a RelyingParty,
}

/// An answer with a passkey that is stored. It is not verified yet.
struct Claim {
    passkey: Passkey,
    challenge: Challenge,
    answer: PasskeyAnswer,
}

impl Passkeys<'_> {
    /// Reads an answer, and finds its passkey. Returns `None` if the challenge was not made for this, is too old, or if nobody has the
    /// passkey.
    fn claim(&self, bound: &Bound<'_>, sent: &SentPasskey) -> Result<Option<Claim>, AppError> {
        let Some(challenge) = self.read_challenge(bound, &sent.challenge)? else {
            return Ok(None);
        };
        let Ok(answer) = PasskeyAnswer::read(&sent.answer) else {
            return Ok(None);
        };
        let users = self.sessions.store.users();
        let found = users.find_passkey(answer.credential_id())?;
        Ok(found.map(|passkey| Claim {
            passkey,
            challenge,
            answer,
        }))
    }

    /// Returns what the passkey says about itself; `None` if the answer does not pass a check.
    fn verify(&self, claim: &Claim) -> Result<Option<PasskeyState>, AppError> {
        let passkey = &claim.passkey;
        let (organization, user) = (&passkey.organization_id, &passkey.user_id);
        let verified = self.party.finish_authentication(
            &claim.challenge.state,
            &claim.answer,
            owner_handle(organization, user),
            &passkey.credential,
        );
        match verified {
            Ok(state) => Ok(Some(state)),
            Err(PasskeyError::Damaged) => Err(fault(PasskeyError::Damaged)),
            Err(refused) => {
                tracing::warn!(%organization, %user, reason = %refused, "a passkey was refused");
                Ok(None)
            }
        }
    }

    /// Verifies an answer and uses it up. Returns `false` if it is invalid or was used before, which is recorded.
    fn check(&self, claim: &Claim, writer: &Writer<'_>) -> Result<bool, AppError> {
        if let Some(state) = self.verify(claim)? {
            let users = self.sessions.store.users();
            let is_new = users.accept_passkey_use(&PasskeyUse {
                passkey: &claim.passkey,
                state,
                challenge_at: claim.challenge.made_at,
                at: self.sessions.clock.now(),
            })?;
            if is_new {
                return Ok(true);
            }
        }
        let entry = NewAuditEntry {
            kind: AuditedKind::User,
            thing_id: Some(claim.passkey.user_id.to_string()),
            ..NewAuditEntry::refused("the passkey was not accepted or its answer was used")
        };
        writer.record(&[entry])?;
        Ok(false)
    }
}

/// Returns what devices keep for an account. It says nothing about the user, and stays the same.
fn owner_handle(organization: &OrganizationId, user: &UserId) -> OwnerHandle {
    Sha256::digest(format!("{organization}\n{user}")).into()
}

fn fault(error: PasskeyError) -> AppError {
    StorageFault::Passkey(error).into()
}

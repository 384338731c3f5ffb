//! Signed texts with the challenges of passkeys. A text is good for one purpose, in one browser or session, for some minutes.

use chrono::Duration;
use data_encoding::HEXLOWER;
use shortlist_domain::{PASSKEY_MINUTES, Principal, SessionId, Timestamp};
use shortlist_passkeys::Ceremony;

use crate::accounts::passkeys::{PasskeyRequest, Passkeys};
use crate::error::AppError;
use crate::secrets::hash_secret;
use crate::signed_links::canonical_number;

/// The prefix of the signed message. It names the purpose, so that a signature is valid for nothing else.
const PURPOSE: &str = "shortlist passkey 1";
/// What separates the parts of a text.
const SEPARATOR: char = '/';

/// What a challenge is for, and where it must be answered.
pub(super) enum Bound<'a> {
    /// A sign-in, in the browser that keeps this token.
    SignIn(&'a str),
    /// A new passkey of the caller, in the same session.
    Registration(&'a Principal),
    /// A proof that it is the caller, in the same session.
    Proof(&'a Principal),
}

impl Bound<'_> {
    fn message(&self) -> String {
        let of_session = |purpose: &str, caller: &Principal| {
            let (organization, user) = (&caller.organization_id, &caller.user_id);
            let session = caller.session_id.as_ref().map_or("", SessionId::as_str);
            format!("{purpose}\n{organization}\n{user}\n{session}")
        };
        match self {
            Self::SignIn(token) => format!("sign-in\n{}", HEXLOWER.encode(&hash_secret(token))),
            Self::Registration(caller) => of_session("registration", caller),
            Self::Proof(caller) => of_session("proof", caller),
        }
    }

    fn signed(&self, made: u64, state: &str) -> String {
        format!("{PURPOSE}\n{}\n{made}\n{state}", self.message())
    }
}

/// A challenge that is still good.
pub(super) struct Challenge {
    /// What is needed to verify the answer.
    pub(super) state: Vec<u8>,
    /// When it was made, to the millisecond.
    pub(super) made_at: Timestamp,
}

impl Passkeys<'_> {
    /// Returns what a page asks the browser.
    pub(super) fn ask(
        &self,
        bound: &Bound<'_>,
        ceremony: Ceremony,
    ) -> Result<PasskeyRequest, AppError> {
        let made = self.sessions.clock.now().unix_millis();
        let state = HEXLOWER.encode(&ceremony.state);
        let signature = self.sessions.signer().sign(&bound.signed(made, &state))?;
        Ok(PasskeyRequest {
            options: ceremony.options,
            challenge: format!("{made}{SEPARATOR}{state}{SEPARATOR}{signature}"),
        })
    }

    /// Reads the text that a page has sent back. Returns `None` if it was not made by this service for this, or is too old.
    pub(super) fn read_challenge(
        &self,
        bound: &Bound<'_>,
        text: &str,
    ) -> Result<Option<Challenge>, AppError> {
        let parts: Vec<&str> = text.split(SEPARATOR).collect();
        let [made, state, signature] = parts.as_slice() else {
            return Ok(None);
        };
        let Some(made) = canonical_number(made) else {
            return Ok(None);
        };
        let message = bound.signed(made, state);
        if !self.sessions.signer().verify(&message, signature)? {
            return Ok(None);
        }
        let made_at = i64::try_from(made).ok();
        let made_at = made_at.and_then(Timestamp::from_unix_millis);
        let state = HEXLOWER.decode(state.as_bytes()).ok();
        let challenge = state
            .zip(made_at)
            .map(|(state, made_at)| Challenge { state, made_at });
        let now = self.sessions.clock.now();
        let is_good =
            |read: &Challenge| now < read.made_at.plus(Duration::minutes(PASSKEY_MINUTES));
        Ok(challenge.filter(is_good))
    }
}

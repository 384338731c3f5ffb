//! Uses of passkeys.

use shortlist_domain::{PasskeyCredential, PasskeyState};
use webauthn_rp::bin::{Decode as _, Encode as _};
use webauthn_rp::request::auth::AuthenticationVerificationOptions;
use webauthn_rp::response::CredentialId;
use webauthn_rp::{
    AuthenticatedCredential, DiscoverableAuthentication, DiscoverableAuthenticationServerState,
    DiscoverableCredentialRequestOptions,
};

use crate::checks::PasskeyError;
use crate::credential::{dynamic_state, passkey_state, stored_key, user_handle};
use crate::{Ceremony, HANDLE_BYTES, OwnerHandle, RelyingParty};

/// The answer of a browser with a passkey, which is not verified yet.
#[derive(Debug)]
pub struct PasskeyAnswer(DiscoverableAuthentication<HANDLE_BYTES>);

impl PasskeyAnswer {
    /// Reads the JSON of the browser's API.
    ///
    /// # Errors
    /// Returns [`PasskeyError::Unreadable`] if it is not an answer with a passkey.
    pub fn read(answer: &str) -> Result<Self, PasskeyError> {
        let read = DiscoverableAuthentication::from_json_relaxed(answer.as_bytes());
        read.map(Self).map_err(|_error| PasskeyError::Unreadable)
    }

    /// Returns the identifier by which the passkey is found.
    pub fn credential_id(&self) -> &[u8] {
        self.0.raw_id().into_inner()
    }
}

impl RelyingParty {
    /// Asks a browser for any passkey of this service. The user chooses one.
    ///
    /// # Errors
    /// Returns an error if the options cannot be made.
    pub fn begin_authentication(&self) -> Result<Ceremony, PasskeyError> {
        let (server, client) = DiscoverableCredentialRequestOptions::passkey(&self.id)
            .start_ceremony()
            .map_err(|_error| PasskeyError::NotBegun)?;
        Ok(Ceremony {
            options: serde_json::to_string(&client).map_err(|_error| PasskeyError::NotBegun)?,
            state: server.encode().map_err(|_error| PasskeyError::NotBegun)?,
        })
    }

    /// Verifies the answer with a stored passkey of an account. Returns what the passkey said about itself.
    ///
    /// # Errors
    /// Returns an error if the answer does not pass a check.
    pub fn finish_authentication(
        &self,
        state: &[u8],
        answer: &PasskeyAnswer,
        owner: OwnerHandle,
        credential: &PasskeyCredential,
    ) -> Result<PasskeyState, PasskeyError> {
        let state = DiscoverableAuthenticationServerState::decode(state)
            .map_err(|_error| PasskeyError::Damaged)?;
        let handle = user_handle(owner);
        let id = CredentialId::<&[u8]>::decode(credential.id.as_slice());
        let mut stored = AuthenticatedCredential::new(
            id.map_err(|_error| PasskeyError::Damaged)?,
            &handle,
            stored_key(credential)?,
            dynamic_state(credential.state),
        )
        .map_err(|_error| PasskeyError::Damaged)?;
        let origins = [self.origin.as_str()];
        let options = AuthenticationVerificationOptions::<&str, &str> {
            allowed_origins: &origins,
            error_on_unsolicited_extensions: false,
            ..AuthenticationVerificationOptions::default()
        };
        // Whether something has changed does not matter: the state is stored after each use.
        let _has_changed = state.verify(&self.id, &answer.0, &mut stored, &options)?;
        Ok(passkey_state(stored.dynamic_state()))
    }
}

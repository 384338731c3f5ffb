//! New passkeys.

use shortlist_domain::PasskeyCredential;
use webauthn_rp::bin::{Decode as _, Encode as _};
use webauthn_rp::request::register::{
    CredProtect, Nickname, PublicKeyCredentialCreationOptions, PublicKeyCredentialUserEntity,
    RegistrationVerificationOptions, Username,
};
use webauthn_rp::{Registration, RegistrationServerState};

use crate::checks::PasskeyError;
use crate::credential::{descriptor, passkey_state, user_handle};
use crate::{Ceremony, HANDLE_BYTES, OwnerHandle, RelyingParty};

/// The account name that devices show if they cannot show the e-mail address.
const UNSHOWN: &str = "account";

/// The account that a passkey is for, as devices show it.
#[derive(Debug, Clone, Copy)]
pub struct PasskeyOwner<'a> {
    /// What identifies the account.
    pub handle: OwnerHandle,
    /// The e-mail address.
    pub email: &'a str,
    /// The name of the user.
    pub full_name: &'a str,
}

impl RelyingParty {
    /// Asks a browser for a new passkey, on a device that has none of the known ones.
    ///
    /// # Errors
    /// Returns an error if a known passkey is damaged, or if the options cannot be made.
    pub fn begin_registration(
        &self,
        owner: &PasskeyOwner<'_>,
        known: &[PasskeyCredential],
    ) -> Result<Ceremony, PasskeyError> {
        let handle = user_handle(owner.handle);
        let name = Username::try_from(owner.email).or_else(|_error| Username::try_from(UNSHOWN));
        let user = PublicKeyCredentialUserEntity {
            name: name.map_err(|_error| PasskeyError::NotBegun)?,
            id: &handle,
            display_name: Nickname::try_from(owner.full_name).ok(),
        };
        let known = known
            .iter()
            .map(descriptor)
            .collect::<Result<Vec<_>, _>>()?;
        let mut options = PublicKeyCredentialCreationOptions::passkey(&self.id, user, known);
        // Each answer says whether the device has verified the user, so devices need not protect the passkey otherwise.
        options.extensions.cred_protect = CredProtect::None;
        let (server, client) = options
            .start_ceremony()
            .map_err(|_error| PasskeyError::NotBegun)?;
        Ok(Ceremony {
            options: serde_json::to_string(&client).map_err(|_error| PasskeyError::NotBegun)?,
            state: server.encode().map_err(|_error| PasskeyError::NotBegun)?,
        })
    }

    /// Verifies the answer with a new passkey. The caller checks that nobody has it already.
    ///
    /// # Errors
    /// Returns an error if the answer does not pass a check.
    pub fn finish_registration(
        &self,
        state: &[u8],
        answer: &str,
    ) -> Result<PasskeyCredential, PasskeyError> {
        let state = RegistrationServerState::<HANDLE_BYTES>::decode(state)
            .map_err(|_error| PasskeyError::Damaged)?;
        let answer = Registration::from_json_relaxed(answer.as_bytes())
            .map_err(|_error| PasskeyError::Unreadable)?;
        let origins = [self.origin.as_str()];
        // Browsers ask devices for extensions of their own.
        let options = RegistrationVerificationOptions::<&str, &str> {
            allowed_origins: &origins,
            error_on_unsolicited_extensions: false,
            ..RegistrationVerificationOptions::default()
        };
        let found = state.verify(&self.id, &answer, &options)?;
        let Ok(public_key) = found.static_state().encode();
        let Ok(transports) = found.transports().encode();
        Ok(PasskeyCredential {
            id: found.id().into_inner().to_vec(),
            public_key,
            transports,
            state: passkey_state(found.dynamic_state()),
        })
    }
}

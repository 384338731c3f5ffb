//! Stored passkeys as `webauthn_rp` reads and writes them.

use shortlist_domain::{PasskeyBackup, PasskeyCredential, PasskeyState};
use webauthn_rp::bin::Decode as _;
use webauthn_rp::request::PublicKeyCredentialDescriptor;
use webauthn_rp::request::register::UserHandle;
use webauthn_rp::response::register::{CompressedPubKey, DynamicState, StaticState};
use webauthn_rp::response::{AuthTransports, AuthenticatorAttachment, Backup, CredentialId};

use crate::checks::PasskeyError;
use crate::{HANDLE_BYTES, OwnerHandle};

/// A stored public key, with what its device said about it.
pub(crate) type StoredKey = StaticState<CompressedPubKey<[u8; 32], [u8; 32], [u8; 48], Vec<u8>>>;

pub(crate) fn user_handle(handle: OwnerHandle) -> UserHandle<HANDLE_BYTES> {
    let Ok(handle) = UserHandle::<HANDLE_BYTES>::decode(handle);
    handle
}

pub(crate) fn stored_key(credential: &PasskeyCredential) -> Result<StoredKey, PasskeyError> {
    StoredKey::decode(credential.public_key.as_slice()).map_err(|_error| PasskeyError::Damaged)
}

/// Returns what browsers need to recognize a passkey that a device has already.
pub(crate) fn descriptor(
    credential: &PasskeyCredential,
) -> Result<PublicKeyCredentialDescriptor<Vec<u8>>, PasskeyError> {
    let id = CredentialId::<Vec<u8>>::decode(credential.id.clone());
    let transports = AuthTransports::decode(credential.transports);
    Ok(PublicKeyCredentialDescriptor {
        id: id.map_err(|_error| PasskeyError::Damaged)?,
        transports: transports.map_err(|_error| PasskeyError::Damaged)?,
    })
}

/// Returns the stored state for a comparison. Each use has verified the user.
pub(crate) fn dynamic_state(state: PasskeyState) -> DynamicState {
    DynamicState {
        user_verified: true,
        backup: match state.backup {
            PasskeyBackup::Never => Backup::NotEligible,
            PasskeyBackup::Possible => Backup::Eligible,
            PasskeyBackup::Done => Backup::Exists,
        },
        sign_count: state.counter,
        authenticator_attachment: AuthenticatorAttachment::None,
    }
}

/// Returns the state to store after a use.
pub(crate) fn passkey_state(state: DynamicState) -> PasskeyState {
    PasskeyState {
        counter: state.sign_count,
        backup: match state.backup {
            Backup::NotEligible => PasskeyBackup::Never,
            Backup::Eligible => PasskeyBackup::Possible,
            Backup::Exists => PasskeyBackup::Done,
        },
    }
}

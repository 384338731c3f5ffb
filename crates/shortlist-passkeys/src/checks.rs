//! What an answer must pass.

use webauthn_rp::response::auth::error::AuthCeremonyErr;
use webauthn_rp::response::register::error::RegCeremonyErr;

/// A check of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Check {
    /// The page that asked is one of this service, and not in a frame of another one.
    Origin,
    /// The challenge is the one of the ceremony.
    Challenge,
    /// The device made the answer for this service.
    RelyingParty,
    /// The device has verified the user.
    UserVerification,
    /// The passkey was used more often than before, so it was not copied by a thief.
    Counter,
    /// The signature was made with the key of the passkey.
    Signature,
    /// The passkey belongs to the account.
    Owner,
    /// The form of the answer, its algorithm and its extensions.
    Form,
}

impl Check {
    /// Returns the name of the check, for logs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Origin => "origin",
            Self::Challenge => "challenge",
            Self::RelyingParty => "relying party",
            Self::UserVerification => "user verification",
            Self::Counter => "counter",
            Self::Signature => "signature",
            Self::Owner => "owner",
            Self::Form => "form",
        }
    }
}

/// Why a ceremony failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasskeyError {
    /// The options could not be made.
    #[error("ask a browser for a passkey")]
    NotBegun,
    /// The stored passkey or the kept state is damaged.
    #[error("read a stored passkey or the state of a ceremony")]
    Damaged,
    /// The answer is not one of the browser's API.
    #[error("the answer of the browser cannot be read")]
    Unreadable,
    /// The user took too long.
    #[error("the answer of the browser is too late")]
    Late,
    /// The answer does not pass a check.
    #[error("the answer of the browser does not pass the check of its {}", .0.as_str())]
    Refused(Check),
}

impl From<RegCeremonyErr> for PasskeyError {
    fn from(error: RegCeremonyErr) -> Self {
        use RegCeremonyErr as E;
        Self::Refused(match error {
            E::Timeout => return Self::Late,
            E::OriginMismatch | E::CrossOrigin | E::TopOriginMismatch => Check::Origin,
            E::ChallengeMismatch => Check::Challenge,
            E::RpIdHashMismatch => Check::RelyingParty,
            E::UserNotPresent | E::UserNotVerified => Check::UserVerification,
            E::AttestationSignature => Check::Signature,
            _ => Check::Form,
        })
    }
}

impl From<AuthCeremonyErr> for PasskeyError {
    fn from(error: AuthCeremonyErr) -> Self {
        use AuthCeremonyErr as E;
        Self::Refused(match error {
            E::Timeout => return Self::Late,
            E::OriginMismatch | E::CrossOrigin | E::TopOriginMismatch => Check::Origin,
            E::ChallengeMismatch => Check::Challenge,
            E::RpIdHashMismatch => Check::RelyingParty,
            E::UserNotVerified => Check::UserVerification,
            E::SignatureCounter => Check::Counter,
            E::AssertionSignature => Check::Signature,
            E::UserHandleMismatch | E::CredentialIdMismatch | E::MissingUserHandle => Check::Owner,
            _ => Check::Form,
        })
    }
}

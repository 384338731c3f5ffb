//! Passkeys (WebAuthn Level 3): what a browser is asked, and what its answer must pass.
//!
//! Invariants:
//! - A passkey is discoverable, and its device has verified the user (by a PIN, a fingerprint or a face) at each use.
//! - An answer counts only for the challenge, the origin and the name of the service for which it was asked.
//! - The state of a ceremony is not secret. Whoever keeps it must prevent changes, and a second use.
//! - Errors contain nothing of an answer.
//!
//! This crate knows nothing of users, organizations and storage. `webauthn_rp` verifies; [`Check`] names what is verified.

mod authentication;
mod checks;
mod credential;
mod registration;
mod relying_party;

pub use authentication::PasskeyAnswer;
pub use checks::{Check, PasskeyError};
pub use registration::PasskeyOwner;
pub use relying_party::{RelyingParty, UnsuitableAddress};

/// The length of a user handle in bytes.
pub const HANDLE_BYTES: usize = 32;

/// Identifies an account for passkeys. Devices keep it, so it contains nothing about the person.
pub type OwnerHandle = [u8; HANDLE_BYTES];

/// A browser that is asked for a passkey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ceremony {
    /// The options of the browser's API, as JSON.
    pub options: String,
    /// What is needed to verify the answer.
    pub state: Vec<u8>,
}

#[cfg(test)]
#[path = "../../../tests/it/support/authenticator.rs"]
mod authenticator;
#[cfg(test)]
mod tests;

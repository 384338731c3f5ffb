//! The input of a sign-in with a password.

use shortlist_domain::OrganizationId;

use crate::accounts::known_devices::DeviceHash;

/// What a user types in order to sign in, and from where.
#[derive(Debug, Clone)]
pub struct PasswordSignIn {
    /// The organization of the account. `None` means any in which the e-mail address has an account.
    pub organization: Option<OrganizationId>,
    /// The e-mail address, as it was typed.
    pub email: String,
    /// The password.
    pub password: String,
    /// The network address of the client; empty if unknown.
    pub address: String,
}

/// A sign-in with a password that has to be checked.
pub(crate) struct SignInAttempt<'a> {
    pub(crate) typed: &'a PasswordSignIn,
    /// What the client may be recognized by.
    pub(crate) devices: Vec<DeviceHash>,
}

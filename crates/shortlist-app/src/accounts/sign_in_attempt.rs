//! The input of a sign-in with a password.

use shortlist_domain::OrganizationId;

use crate::accounts::known_devices::DeviceHash;

/// The input of a sign-in with a password.
pub(crate) struct SignInAttempt<'a> {
    /// The organization of the account. `None` means any in which the e-mail address has an account.
    pub(crate) organization: Option<&'a OrganizationId>,
    pub(crate) email: &'a str,
    pub(crate) password: &'a str,
    pub(crate) address: &'a str,
    /// What the client may be recognized by.
    pub(crate) devices: Vec<DeviceHash>,
}

//! Who shares the limits on sign-ins.

use shortlist_app::ClientNetwork;
use shortlist_domain::OrganizationId;

/// Those who share turns at checking passwords, and a number of sign-ins per minute.
///
/// Strangers may name any organization and any account. So what they send counts for their network, and never for the organization
/// or for a device from which the user has signed in before.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum SignInScope {
    /// The clients of the API with a key of an organization.
    Organization(OrganizationId),
    /// The visitors of the web app from a network; `None` if it is unknown.
    Network(Option<ClientNetwork>),
    /// A browser that an account has been used in before, as a hash of both.
    KnownBrowser([u8; 32]),
}

impl SignInScope {
    /// Returns the name in messages.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Self::Organization(_) => "of this organization",
            Self::Network(_) => "from this network",
            Self::KnownBrowser(_) => "from this browser",
        }
    }
}

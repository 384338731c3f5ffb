//! Provisioning: the identity provider of an organization creates, changes and deactivates its users.
//!
//! The provider shows a token of its own, which opens nothing else. What it sends is about users and groups of its organization. Machines
//! are invisible to it, and it can neither deactivate nor lower the last Admin or the emergency Admin.

pub(crate) mod groups;
pub(crate) mod tokens;
pub(crate) mod users;

use shortlist_domain::OrganizationId;
use shortlist_persistence::Writer;

use crate::records::Records;

/// The identity provider of an organization, which has shown its token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvisioningClient {
    /// The organization.
    pub organization_id: OrganizationId,
    /// The network address of the call.
    pub(crate) address: String,
}

/// Provisions users and groups.
pub struct Provisioning<'a> {
    pub(crate) records: Records<'a>,
}

impl Provisioning<'_> {
    /// Returns a database writer that acts for the provider. No user acts.
    fn writer(&self, client: &ProvisioningClient, operation: &'static str) -> Writer<'_> {
        let organization = &client.organization_id;
        let writers = self.records.writers;
        writers.for_visitor(organization, None, operation, &client.address)
    }
}

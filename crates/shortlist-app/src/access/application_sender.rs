//! The senders of applications from outside.

use shortlist_domain::{Actor, ApiKeyId, OrganizationId, Party};

/// The sender of an application: a key with the permission `apply` or `apply:server`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationSender {
    /// The organization of the key.
    pub organization_id: OrganizationId,
    /// The key.
    pub key_id: ApiKeyId,
    /// The network address that the application came from, if known.
    pub address: Option<String>,
    /// Whether it is the server of a careers site, which may state the addresses of applicants.
    pub is_server: bool,
}

impl ApplicationSender {
    pub(crate) fn party(&self) -> Party {
        Party {
            organization_id: self.organization_id.clone(),
            actor: Actor::Caller {
                user_id: None,
                key_id: Some(self.key_id.clone()),
                address: self.address.clone(),
            },
        }
    }
}

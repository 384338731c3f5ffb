//! What a call needs.

use shortlist_app::{App, ProvisioningClient};

/// The use cases, the caller, and the address of resources.
pub(super) struct Context<'a> {
    pub(super) app: &'a App,
    pub(super) client: &'a ProvisioningClient,
    pub(super) base: String,
}

//! Identity providers of organizations.

use std::sync::Arc;

use shortlist_app::App;
use shortlist_oidc::{OidcOptions, OidcProviders};

/// Returns the service with what verifies sign-ins with identity providers. Admins choose their addresses, so the rules of
/// webhooks apply to them.
pub(crate) fn add_providers(app: App) -> App {
    let options = OidcOptions::new(app.settings().webhooks.clone());
    app.with_identity_providers(Arc::new(OidcProviders::new(&options)))
}

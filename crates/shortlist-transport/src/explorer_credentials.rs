//! The credentials that a sandbox fills into the explorer.

/// The credentials that the page is filled in with.
#[derive(Debug, Clone, Default)]
pub struct ExplorerCredentials {
    /// The API key.
    pub api_key: String,
    /// The access token.
    pub access_token: String,
    /// The organization of both.
    pub organization_id: String,
    /// The user of the token.
    pub user_id: String,
    /// The user's type.
    pub user_type: String,
}

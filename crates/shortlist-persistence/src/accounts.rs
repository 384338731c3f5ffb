//! Accounts: users, sessions, keys and tokens.

pub(crate) mod access_tokens;
mod account_links;
mod api_keys;
pub(crate) mod known_devices;
pub(crate) mod link_uses;
pub(crate) mod live_sessions;
mod login_failures;
pub(crate) mod sessions;
mod user_row;
pub(crate) mod users;

//! Accounts: users, sessions, keys and tokens.

pub(crate) mod access_tokens;
mod account_links;
mod api_keys;
pub(crate) mod external_identities;
mod group_roles;
pub(crate) mod group_rows;
mod group_step;
pub(crate) mod identity_providers;
pub(crate) mod known_devices;
pub(crate) mod link_uses;
pub(crate) mod linked_identities;
pub(crate) mod live_sessions;
pub(crate) mod login_failures;
pub(crate) mod provider_notices;
mod provider_sessions;
pub(crate) mod provisioned_groups;
pub(crate) mod provisioned_users;
mod recovery_codes;
mod remaining_admins;
mod scim_tokens;
mod second_factor_policy;
mod second_factor_proofs;
pub(crate) mod second_factors;
pub(crate) mod session_refreshes;
pub(crate) mod sessions;
pub(crate) mod user_row;
pub(crate) mod users;

//! Keeps calls to addresses that organizations choose out of the operator's network. Webhooks and identity providers have such
//! addresses.
//!
//! Invariants:
//! - The address that is checked is the address that is connected to.
//! - [`shortlist_app::AddressRules`] decides which addresses are allowed. A caller also asks them about each address before it
//!   calls it, because a connector looks up names but not addresses.

mod client;
mod resolver;

pub use client::{Cause, cause_of, client_builder};

//! Signs users in with an OpenID Connect provider: authorization code flow with PKCE, ID tokens and logout tokens.
//!
//! Invariants:
//! - Whatever a provider says about itself, only signatures with a public key are accepted, and only with keys that the provider
//!   publishes for signatures. A token never says which key verifies it, except by a name in that list.
//! - Administrators of organizations choose the addresses. Each is checked before a call, and the resolver returns only allowed
//!   addresses. No redirect and no proxy is followed, an answer is read up to a limit, and a use has a time limit.
//! - After a provider's discovery document could not be read, sign-ins fail for a moment without a call. The exchange of a code,
//!   details of users, newer keys and `check` are tried each time. At most [`MAX_CALLERS`] calls of a provider are in progress, and at most
//!   [`MAX_WAITING`] wait for a place, until their time limits.
//! - Errors contain no token, code, secret or claim.
//!
//! This crate knows nothing of users, organizations and storage. [`checks`] names what is verified.

mod calls;
pub mod checks;
mod directory;
mod discovery;
mod exchange;
mod id_token;
mod identity;
mod jws;
mod keys;
mod logout;
mod options;
mod providers;
mod user_info;

pub use calls::MAX_ANSWER_BYTES;
pub use directory::{MAX_CALLERS, MAX_WAITING};
pub use id_token::{MAX_SKEW, MAX_TOKEN_AGE};
pub use identity::MAX_SUBJECT_CHARS;
pub use jws::MAX_TOKEN_BYTES;
pub use logout::MAX_LOGOUT_TOKEN_AGE;
pub use options::OidcOptions;
pub use providers::OidcProviders;

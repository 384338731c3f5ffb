//! The HTTP client for addresses that organizations choose, and why its calls fail.

use std::error::Error;
use std::sync::Arc;

use reqwest::redirect::Policy;
use reqwest::{Client, ClientBuilder};
use shortlist_app::AddressRules;

use crate::resolver::{ForbiddenAddress, PublicResolver};

/// Returns the settings of a client that connects only to allowed addresses.
///
/// It follows no redirect, uses no proxy, and sends no `Referer`. The caller adds time limits.
pub fn client_builder(rules: &Arc<AddressRules>) -> ClientBuilder {
    choose_cryptography();
    Client::builder()
        .user_agent(concat!("shortlist/", env!("CARGO_PKG_VERSION")))
        .redirect(Policy::none())
        .no_proxy()
        .referer(false)
        .dns_resolver(Arc::new(PublicResolver::new(Arc::clone(rules))))
}

/// Chooses the cryptography of all TLS connections of this process, unless that has been done.
fn choose_cryptography() {
    if rustls::crypto::CryptoProvider::get_default().is_none() {
        // Another thread may have installed the same provider first.
        let _installed = rustls::crypto::ring::default_provider().install_default();
    }
}

/// Why a call has no answer. It does not contain the address, because that may contain a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// The host name has no address that is allowed.
    Forbidden(String),
    /// The innermost error, if there is one.
    Other(Option<String>),
}

/// Returns why a call has no answer.
pub fn cause_of(error: &reqwest::Error) -> Cause {
    let mut last = None;
    // The error itself names the address.
    let mut cause: Option<&dyn Error> = error.source();
    while let Some(one) = cause {
        if one.is::<ForbiddenAddress>() {
            return Cause::Forbidden(one.to_string());
        }
        last = Some(one.to_string());
        cause = one.source();
    }
    Cause::Other(last)
}

//! The discovery document of a provider (OpenID Connect Discovery 1.0, section 3).

use std::time::Instant;

use openidconnect::IssuerUrl;
use openidconnect::core::CoreJwsSigningAlgorithm;
use reqwest::Url;
use serde::Deserialize;
use serde_json::Value;
use shortlist_app::ProviderFailure;

use crate::calls::{Calls, Step};
use crate::jws::is_allowed;

/// The members of the document that are used. The library's type also parses unused members, and fails if one is malformed.
#[derive(Deserialize)]
struct Document {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    userinfo_endpoint: Option<String>,
    end_session_endpoint: Option<String>,
    authorization_response_iss_parameter_supported: Option<bool>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
    id_token_signing_alg_values_supported: Option<Vec<Value>>,
}

/// A discovery document with checked addresses.
pub(crate) struct DiscoveryDocument {
    pub(crate) issuer: IssuerUrl,
    pub(crate) authorization: Url,
    pub(crate) token: Url,
    pub(crate) keys: Url,
    pub(crate) user_info: Option<Url>,
    pub(crate) end_session: Option<Url>,
    /// Whether the provider sends `iss` with each response to a browser (RFC 9207).
    pub(crate) sends_iss: bool,
    /// Whether a secret is accepted in the header. That is so unless the provider says otherwise.
    pub(crate) accepts_basic: bool,
    /// Whether the provider announces a signing algorithm that is accepted here, or none at all.
    pub(crate) has_accepted_algorithm: bool,
}

/// Reads the discovery document of a provider.
pub(crate) fn read(
    calls: &Calls,
    issuer: &str,
    deadline: Instant,
) -> Result<DiscoveryDocument, ProviderFailure> {
    if calls.address("issuer", issuer)?.query().is_some() {
        return Err(Step::Discovery.misconfigured("the issuer must not contain ?"));
    }
    let url = format!(
        "{}/.well-known/openid-configuration",
        issuer.trim_end_matches('/')
    );
    let url = calls.address("issuer", &url)?;
    let document: Document = calls.get(Step::Discovery, &url, deadline)?;
    if document.issuer != issuer {
        return Err(Step::Discovery.misconfigured(
            "it names another issuer; copy the issuer from it exactly, with or without / at its end",
        ));
    }
    checked(calls, document)
}

fn checked(calls: &Calls, document: Document) -> Result<DiscoveryDocument, ProviderFailure> {
    let optional =
        |name: &str, text: Option<String>| text.map(|text| calls.address(name, &text)).transpose();
    let issuer = IssuerUrl::new(document.issuer);
    let issuer = issuer.map_err(|error| Step::Discovery.misconfigured(&error.to_string()))?;
    let methods = document.token_endpoint_auth_methods_supported;
    let algorithms = document.id_token_signing_alg_values_supported;
    Ok(DiscoveryDocument {
        issuer,
        authorization: calls.address("authorization_endpoint", &document.authorization_endpoint)?,
        token: calls.address("token_endpoint", &document.token_endpoint)?,
        keys: calls.address("jwks_uri", &document.jwks_uri)?,
        user_info: optional("userinfo_endpoint", document.userinfo_endpoint)?,
        end_session: optional("end_session_endpoint", document.end_session_endpoint)?,
        sends_iss: document.authorization_response_iss_parameter_supported == Some(true),
        accepts_basic: methods
            .is_none_or(|methods| methods.iter().any(|one| one == "client_secret_basic")),
        has_accepted_algorithm: algorithms
            .is_none_or(|algorithms| algorithms.into_iter().any(is_accepted)),
    })
}

fn is_accepted(name: Value) -> bool {
    let algorithm = serde_json::from_value::<CoreJwsSigningAlgorithm>(name);
    algorithm.is_ok_and(|algorithm| is_allowed(&algorithm))
}

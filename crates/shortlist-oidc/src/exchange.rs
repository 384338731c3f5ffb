//! The authorization code flow (OpenID Connect Core 1.0, section 3.1) with PKCE (RFC 7636).

use std::fmt;
use std::time::Instant;

use oauth2::basic::{
    BasicErrorResponse, BasicErrorResponseType, BasicRevocationErrorResponse,
    BasicTokenIntrospectionResponse, BasicTokenType,
};
use oauth2::{
    AccessToken, AuthUrl, AuthorizationCode, Client, ClientId, ClientSecret, CsrfToken,
    ExtraTokenFields, HttpRequest, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl,
    RequestTokenError, Scope, StandardRevocableToken, StandardTokenResponse, TokenResponse,
    TokenUrl,
};
use openidconnect::Nonce;
use serde::{Deserialize, Serialize};
use shortlist_app::{
    PendingSignIn, ProviderAnswer, ProviderClient, ProviderFailure, StartedSignIn,
};

use crate::calls::{CallError, Calls, Step};
use crate::checks;
use crate::discovery::DiscoveryDocument;

/// What is asked for: who the user is, the e-mail address and the name.
const SCOPES: [&str; 3] = ["openid", "email", "profile"];
/// The length of the state and the nonce. The library's verifier has as many.
const RANDOM_BYTES: u32 = 32;
/// The longest code of an error that is repeated, in characters.
const MAX_ERROR_CHARS: usize = 40;

/// The ID token in the answer of a provider. It is text here, so that its own checks say what is wrong with it.
#[derive(Deserialize, Serialize)]
struct IdTokenText {
    id_token: Option<String>,
}

impl ExtraTokenFields for IdTokenText {}

impl fmt::Debug for IdTokenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IdTokenText(***)")
    }
}

type Tokens = StandardTokenResponse<IdTokenText, BasicTokenType>;

type OAuthClient = Client<
    BasicErrorResponse,
    Tokens,
    BasicTokenIntrospectionResponse,
    StandardRevocableToken,
    BasicRevocationErrorResponse,
>;

/// What a provider gave for a code.
pub(crate) struct Exchanged {
    pub(crate) id_token: String,
    pub(crate) access_token: AccessToken,
}

/// Begins a sign-in.
pub(crate) fn begin(
    discovery: &DiscoveryDocument,
    client: &ProviderClient,
    redirect: &str,
) -> Result<StartedSignIn, ProviderFailure> {
    let nonce = Nonce::new_random_len(RANDOM_BYTES);
    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let (address, state) = oauth_client(client)
        .set_auth_uri(AuthUrl::from_url(discovery.authorization.clone()))
        .set_redirect_uri(redirect_url(redirect)?)
        .authorize_url(|| CsrfToken::new_random_len(RANDOM_BYTES))
        .add_scopes(SCOPES.map(|scope| Scope::new(scope.to_owned())))
        .add_extra_param("nonce", nonce.secret().clone())
        .set_pkce_challenge(challenge)
        .url();
    Ok(StartedSignIn {
        address: address.into(),
        state: state.into_secret(),
        pending: PendingSignIn {
            nonce: nonce.into_secret(),
            verifier: verifier.into_secret(),
            redirect: redirect.to_owned(),
        },
    })
}

/// Exchanges the code that a browser came back with.
pub(crate) fn exchange(
    calls: &Calls,
    discovery: &DiscoveryDocument,
    client: &ProviderClient,
    pending: &PendingSignIn,
    answer: &ProviderAnswer,
    deadline: Instant,
) -> Result<Exchanged, ProviderFailure> {
    let send = |request: HttpRequest| calls.send(request, deadline);
    let tokens = oauth_client(client)
        .set_token_uri(TokenUrl::from_url(discovery.token.clone()))
        .set_redirect_uri(redirect_url(&pending.redirect)?)
        .exchange_code(AuthorizationCode::new(answer.code.clone()))
        .set_pkce_verifier(PkceCodeVerifier::new(pending.verifier.clone()))
        .request(&send)
        .map_err(failure_of)?;
    let id_token = tokens.extra_fields().id_token.clone();
    Ok(Exchanged {
        id_token: id_token.ok_or(ProviderFailure::NotProven(checks::ID_TOKEN))?,
        access_token: tokens.access_token().clone(),
    })
}

/// A client with a secret sends it in the header, another one only its identifier (RFC 6749, section 2.3.1).
fn oauth_client(client: &ProviderClient) -> OAuthClient {
    let known = OAuthClient::new(ClientId::new(client.client_id.clone()));
    match &client.client_secret {
        Some(secret) => known.set_client_secret(ClientSecret::new(secret.as_str().to_owned())),
        None => known,
    }
}

fn redirect_url(address: &str) -> Result<RedirectUrl, ProviderFailure> {
    RedirectUrl::new(address.to_owned()).map_err(|error| {
        ProviderFailure::Misconfigured(format!(
            "the address to which the provider sends users back is invalid: {error}"
        ))
    })
}

/// Returns why there are no tokens. Of a provider's answer, only a short code is repeated.
fn failure_of(error: RequestTokenError<CallError, BasicErrorResponse>) -> ProviderFailure {
    let step = Step::Exchange;
    match error {
        RequestTokenError::Request(error) => step.failed(&error),
        RequestTokenError::ServerResponse(response) => match response.error() {
            BasicErrorResponseType::InvalidGrant => ProviderFailure::NotProven(checks::CODE),
            BasicErrorResponseType::InvalidClient => step.misconfigured(
                "the provider answered invalid_client; check the client's identifier and secret",
            ),
            other => step.misconfigured(&format!(
                "the provider answered {}",
                short_code(other.as_ref())
            )),
        },
        RequestTokenError::Parse(..) | RequestTokenError::Other(_) => {
            step.misconfigured("the answer is not what OpenID Connect describes")
        }
    }
}

fn short_code(code: &str) -> &str {
    let is_code = code
        .chars()
        .all(|c| c.is_ascii_lowercase() || matches!(c, '_' | '.' | '-'));
    if is_code && (1..=MAX_ERROR_CHARS).contains(&code.len()) {
        code
    } else {
        "an unknown error"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_short_codes_of_errors_are_repeated() {
        assert_eq!(short_code("unauthorized_client"), "unauthorized_client");
        for other in ["", "eyJhbGciOi", "a code", &"a".repeat(41)] {
            assert_eq!(short_code(other), "an unknown error", "{other}");
        }
    }

    #[test]
    fn an_answer_with_tokens_is_redacted() {
        let text = IdTokenText {
            id_token: Some("eyJhbGciOi".to_owned()),
        };
        assert!(!format!("{text:?}").contains("eyJ"));
    }
}

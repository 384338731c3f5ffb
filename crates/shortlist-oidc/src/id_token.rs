//! ID tokens (OpenID Connect Core 1.0, section 3.1.3.7).
//!
//! The library verifies the signature, the issuer, the audience, the expiry and the nonce. The rest is verified here.

use std::str::FromStr;

use chrono::{DateTime, Duration, Utc};
use openidconnect::core::{
    CoreGenderClaim, CoreJsonWebKey, CoreJsonWebKeySet, CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
};
use openidconnect::{
    AccessToken, AccessTokenHash, AdditionalClaims, ClaimsVerificationError, ClientId, IdToken,
    IdTokenClaims, IdTokenVerifier, IssuerUrl, Nonce, SignatureVerificationError,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::checks;
use crate::jws::{ALLOWED, Jws, Refusal};

/// How far a provider's clock may differ from ours.
pub const MAX_SKEW: Duration = Duration::seconds(60);
/// How long after its issue an ID token opens a session without a sign-in here.
pub const MAX_TOKEN_AGE: Duration = Duration::minutes(5);

/// The claims that the library does not know.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct ProviderClaims {
    nbf: Option<Value>,
    events: Option<Value>,
    pub(crate) sid: Option<Value>,
    pub(crate) groups: Option<Value>,
    pub(crate) roles: Option<Value>,
    /// Entra ID: whether the owner of the domain of the address is verified. It sends no `email_verified`.
    pub(crate) xms_edov: Option<Value>,
    /// Google: the domain of the organization that the account belongs to.
    pub(crate) hd: Option<Value>,
}

impl AdditionalClaims for ProviderClaims {}

/// The claims of an ID token.
pub(crate) type Claims = IdTokenClaims<ProviderClaims, CoreGenderClaim>;

type ProviderIdToken = IdToken<
    ProviderClaims,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
>;

type Verifier<'a> = IdTokenVerifier<'a, CoreJsonWebKey>;

/// What a token is compared with.
pub(crate) struct Expected<'a> {
    pub(crate) client_id: &'a str,
    /// The nonce of the sign-in. `None` if there was no sign-in; then the token must be new, because nothing else keeps an old one
    /// from opening a session after its user signed out.
    pub(crate) nonce: Option<Nonce>,
    /// The access token that came with the token.
    pub(crate) access_token: Option<&'a AccessToken>,
    pub(crate) now: DateTime<Utc>,
}

/// Verifies an ID token, and returns its claims.
pub(crate) fn verify(
    token: &str,
    issuer: &IssuerUrl,
    keys: &CoreJsonWebKeySet,
    expected: &Expected<'_>,
) -> Result<Claims, Refusal> {
    let jws = Jws::parse(token)?;
    let token = ProviderIdToken::from_str(token).map_err(|_quotes| checks::FORM)?;
    let expires_after = expected.now - MAX_SKEW;
    let client_id = ClientId::new(expected.client_id.to_owned());
    let verifier = Verifier::new_public_client(client_id, issuer.clone(), keys.clone())
        .set_allowed_algs(ALLOWED)
        .set_time_fn(move || expires_after)
        // Other audiences are accepted if the token was issued to this client, which is checked below.
        .set_other_audience_verifier_fn(|_audience| true);
    let claims = match &expected.nonce {
        Some(nonce) => token.claims(&verifier, nonce),
        None => token.claims(&verifier, any_nonce),
    };
    let claims = claims.map_err(|error| refusal_of(&error, &jws))?;
    check_party(claims, expected.client_id)?;
    check_times(claims, expected)?;
    if claims.additional_claims().events.is_some() {
        return Err(checks::EVENTS.into());
    }
    if let Some(access_token) = expected.access_token {
        check_access_token(&token, &verifier, claims, access_token)?;
    }
    Ok(claims.clone())
}

/// Accepts each nonce, because there is none to compare it with.
fn any_nonce(_nonce: Option<&Nonce>) -> Result<(), String> {
    Ok(())
}

/// Returns the check that failed. The text of the error is not used, because it quotes claims.
fn refusal_of(error: &ClaimsVerificationError, token: &Jws<'_>) -> Refusal {
    use SignatureVerificationError as Signature;
    match error {
        ClaimsVerificationError::Expired(_) => checks::EXPIRY.into(),
        ClaimsVerificationError::InvalidAudience(_) => checks::AUDIENCE.into(),
        ClaimsVerificationError::InvalidIssuer(_) => checks::ISSUER.into(),
        ClaimsVerificationError::InvalidNonce(_) => checks::NONCE.into(),
        ClaimsVerificationError::Unsupported(_) => checks::TYPE.into(),
        ClaimsVerificationError::SignatureVerification(error) => match error {
            Signature::NoMatchingKey => Refusal::UnknownKey,
            Signature::AmbiguousKeyId(_) | Signature::InvalidKey(_) => checks::KEY.into(),
            Signature::CryptoError(_) => token.wrong_signature(),
            _ => checks::ALGORITHM.into(),
        },
        _ => checks::FORM.into(),
    }
}

/// A token for several audiences must say that it was issued to this client. Otherwise each of the others could sign in here with
/// the tokens of its users.
fn check_party(claims: &Claims, client_id: &str) -> Result<(), &'static str> {
    let is_ours = match claims.authorized_party() {
        Some(party) => party.as_str() == client_id,
        None => claims.audiences().len() == 1,
    };
    is_ours.then_some(()).ok_or(checks::AUTHORIZED_PARTY)
}

fn check_times(claims: &Claims, expected: &Expected<'_>) -> Result<(), &'static str> {
    let latest = expected.now + MAX_SKEW;
    let oldest = expected.now - MAX_TOKEN_AGE - MAX_SKEW;
    let is_old = expected.nonce.is_none() && claims.issue_time() < oldest;
    if is_old || claims.issue_time() > latest {
        return Err(checks::ISSUE_TIME);
    }
    let Some(not_before) = &claims.additional_claims().nbf else {
        return Ok(());
    };
    let is_valid = seconds(not_before).is_some_and(|seconds| seconds <= latest.timestamp());
    is_valid.then_some(()).ok_or(checks::NOT_BEFORE)
}

/// Returns the whole seconds of a time, which may have a fraction.
pub(crate) fn seconds(time: &Value) -> Option<i64> {
    let number = time.as_number()?;
    number
        .as_i64()
        .or_else(|| number.to_string().split_once('.')?.0.parse().ok())
}

fn check_access_token(
    token: &ProviderIdToken,
    verifier: &Verifier<'_>,
    claims: &Claims,
    access_token: &AccessToken,
) -> Result<(), &'static str> {
    let Some(stated) = claims.access_token_hash() else {
        return Ok(());
    };
    let refused = checks::ACCESS_TOKEN_HASH;
    let algorithm = token.signing_alg().map_err(|_unsigned| refused)?;
    let key = token.signing_key(verifier).map_err(|_unknown| refused)?;
    let hash = AccessTokenHash::from_token(access_token, algorithm, key);
    let hash = hash.map_err(|_unsupported| refused)?;
    (hash.as_str() == stated.as_str())
        .then_some(())
        .ok_or(refused)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn times_are_seconds_with_or_without_a_fraction() {
        for (time, expected) in [
            (json!(1_700_000_000), Some(1_700_000_000)),
            (json!(1_700_000_000.75), Some(1_700_000_000)),
            (json!("1700000000"), None),
            (json!(null), None),
            (json!(1e300), None),
        ] {
            assert_eq!(seconds(&time), expected, "{time}");
        }
    }
}

//! Logout tokens: a provider says that a user has signed out (OpenID Connect Back-Channel Logout 1.0, section 2.6).

use chrono::{DateTime, Duration, Utc};
use openidconnect::core::CoreJsonWebKeySet;
use serde_json::{Map, Value};
use shortlist_app::LogoutNotice;

use crate::checks;
use crate::id_token::{MAX_SKEW, seconds};
use crate::identity::{identifier, is_subject};
use crate::jws::{Jws, Refusal};

/// How old a logout token may be.
///
/// Remember its identifier for this long and twice [`MAX_SKEW`], so that it is accepted once: a token from a clock that is fast is
/// accepted that much earlier, and each token that much later.
pub const MAX_LOGOUT_TOKEN_AGE: Duration = Duration::minutes(10);

/// The event that makes a token a logout token.
const EVENT: &str = "http://schemas.openid.net/event/backchannel-logout";
/// The types of logout tokens. The specification recommends the first. The other is that of every token, so the event counts.
const TYPES: [&str; 2] = ["logout+jwt", "jwt"];

/// Verifies a logout token.
pub(crate) fn verify(
    token: &str,
    issuer: &str,
    client_id: &str,
    keys: &CoreJsonWebKeySet,
    now: DateTime<Utc>,
) -> Result<LogoutNotice, Refusal> {
    let token = Jws::parse(token)?;
    let kind = token.kind();
    if kind.is_some_and(|kind| !TYPES.contains(&kind.as_str())) {
        return Err(checks::TYPE.into());
    }
    let claims = token.payload();
    if claims.get("iss").and_then(Value::as_str) != Some(issuer) {
        return Err(checks::ISSUER.into());
    }
    if !names_audience(claims.get("aud"), client_id) {
        return Err(checks::AUDIENCE.into());
    }
    token.verify(keys)?;
    check_times(claims, now)?;
    check_event(claims)?;
    Ok(notice(claims)?)
}

fn names_audience(audience: Option<&Value>, client_id: &str) -> bool {
    match audience {
        Some(Value::String(one)) => one == client_id,
        Some(Value::Array(several)) => several.iter().any(|one| one == client_id),
        _ => false,
    }
}

fn check_times(claims: &Map<String, Value>, now: DateTime<Utc>) -> Result<(), &'static str> {
    let time = |name: &str| claims.get(name).and_then(seconds);
    let expires = time("exp").ok_or(checks::EXPIRY)?;
    if expires <= (now - MAX_SKEW).timestamp() {
        return Err(checks::EXPIRY);
    }
    let issued = time("iat").ok_or(checks::ISSUE_TIME)?;
    let earliest = (now - MAX_LOGOUT_TOKEN_AGE - MAX_SKEW).timestamp();
    let latest = (now + MAX_SKEW).timestamp();
    if !(earliest..=latest).contains(&issued) {
        return Err(checks::ISSUE_TIME);
    }
    let starts = claims.get("nbf").map(seconds);
    let is_valid = starts.is_none_or(|starts| starts.is_some_and(|starts| starts <= latest));
    is_valid.then_some(()).ok_or(checks::NOT_BEFORE)
}

/// Only a logout token has the event, and only an ID token has a nonce, so neither is taken for the other.
fn check_event(claims: &Map<String, Value>) -> Result<(), &'static str> {
    let event = claims.get("events").and_then(|events| events.get(EVENT));
    if !event.is_some_and(Value::is_object) {
        return Err(checks::EVENTS);
    }
    if claims.contains_key("nonce") {
        return Err(checks::NONCE);
    }
    Ok(())
}

fn notice(claims: &Map<String, Value>) -> Result<LogoutNotice, &'static str> {
    let subject = claims.get("sub").and_then(Value::as_str);
    if !subject.is_none_or(is_subject) {
        return Err(checks::SUBJECT);
    }
    let provider_session = identifier(claims.get("sid"));
    if subject.is_none() && provider_session.is_none() {
        return Err(checks::LOGOUT_SUBJECT);
    }
    // A session that cannot be matched must not widen the token to all sessions of the user.
    if claims.contains_key("sid") && provider_session.is_none() {
        return Err(checks::LOGOUT_SUBJECT);
    }
    Ok(LogoutNotice {
        subject: subject.map(str::to_owned),
        provider_session,
        token_id: identifier(claims.get("jti")).ok_or(checks::TOKEN_ID)?,
    })
}

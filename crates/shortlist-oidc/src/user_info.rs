//! Details of a user that a provider gives only at another address (OpenID Connect Core 1.0, section 5.3). Without them, users of
//! providers with short ID tokens would have no e-mail address.

use std::time::Instant;

use oauth2::http::header::{ACCEPT, AUTHORIZATION};
use oauth2::{AccessToken, http};
use reqwest::Url;
use serde::Deserialize;
use serde_json::Value;
use shortlist_app::ProviderFailure;

use crate::calls::{Calls, Step, read_json};
use crate::checks;
use crate::identity::{Details, StatedEmail, is_yes};

#[derive(Deserialize)]
struct Document {
    sub: String,
    email: Option<Value>,
    email_verified: Option<Value>,
    xms_edov: Option<Value>,
    hd: Option<Value>,
    name: Option<Value>,
    groups: Option<Value>,
    roles: Option<Value>,
}

/// Reads the details of the user whose sign-in gave this access token.
pub(crate) fn read(
    calls: &Calls,
    address: &Url,
    token: &AccessToken,
    subject: &str,
    deadline: Instant,
) -> Result<Details, ProviderFailure> {
    let step = Step::UserInfo;
    let request = http::Request::get(address.as_str())
        .header(ACCEPT, "application/json")
        .header(AUTHORIZATION, format!("Bearer {}", token.secret()))
        .body(Vec::new())
        .map_err(|_contains_token| step.misconfigured("the access token is no bearer token"))?;
    let answer = calls.send(request, deadline);
    let answer = answer.map_err(|error| step.failed(&error))?;
    let document: Document = read_json(step, &answer)?;
    // Without this comparison, an exchanged access token would give a user the address of another one (section 5.3.4).
    if document.sub != subject {
        return Err(ProviderFailure::NotProven(checks::SUBJECT));
    }
    let text = |claim: Option<Value>| claim.as_ref().and_then(Value::as_str).map(str::to_owned);
    let verification = document.email_verified.or(document.xms_edov);
    let email = text(document.email).map(|address| StatedEmail {
        address,
        is_verified: is_yes(verification.as_ref()),
        hosted_domain: document.hd,
    });
    Ok(Details {
        email,
        name: text(document.name),
        groups: document.groups,
        roles: document.roles,
    })
}

//! `/auth/token`: a program exchanges the ID token that it got from the identity provider for a session (RFC 8693).

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use shortlist_app::{App, SignedIn, SingleSignOnError};
use utoipa::ToSchema;

use crate::auth::{SessionClient, admit, read_small, respond};
use crate::error::{ApiError, Code};
use crate::headers::Body;
use crate::state::WebState;

/// The value of `grant_type` (RFC 8693, section 2.1).
const GRANT_TYPE: &str = "urn:ietf:params:oauth:grant-type:token-exchange";
/// The value of `subject_token_type` (RFC 8693, section 3).
const ID_TOKEN: &str = "urn:ietf:params:oauth:token-type:id_token";

/// The largest body, in bytes. A token that lists many groups is large.
const MAX_TOKEN_BODY_BYTES: usize = 64 << 10;

/// An exchange of a token.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TokenBody {
    /// `urn:ietf:params:oauth:grant-type:token-exchange`.
    grant_type: String,
    /// The ID token that the identity provider issued for the client of this service.
    #[schema(format = Password)]
    subject_token: String,
    /// `urn:ietf:params:oauth:token-type:id_token`.
    subject_token_type: String,
}

/// Signs a user in by an ID token.
pub(crate) async fn exchange(
    request: HttpRequest,
    payload: web::Payload,
    state: web::Data<WebState>,
) -> HttpResponse {
    let attempt = async {
        let client = admit(&request, &state, Body::UrlEncoded).await?;
        let body = read_small(payload, &state, &client, MAX_TOKEN_BODY_BYTES).await?;
        let body = parse(&body)?;
        sign_in(&state, client, body.subject_token).await
    };
    respond(attempt.await)
}

fn parse(body: &[u8]) -> Result<TokenBody, ApiError> {
    let refuse = |problem: &str| ApiError::new(Code::BadUserInput, problem);
    let shape = "the body must be a form with grant_type, subject_token and subject_token_type";
    let text = std::str::from_utf8(body).map_err(|_error| refuse(shape))?;
    let parsed = web::Query::<TokenBody>::from_query(text);
    let body = parsed.map_err(|_error| refuse(shape))?.into_inner();
    if body.grant_type != GRANT_TYPE {
        return Err(refuse(&format!("grant_type: must be {GRANT_TYPE}")));
    }
    if body.subject_token_type != ID_TOKEN {
        return Err(refuse(&format!("subject_token_type: must be {ID_TOKEN}")));
    }
    Ok(body)
}

async fn sign_in(
    state: &web::Data<WebState>,
    client: SessionClient,
    token: String,
) -> Result<SignedIn, ApiError> {
    let SessionClient {
        key,
        found,
        address,
        device,
    } = client;
    let (owner, sender) = (found.organization_id, address.clone());
    let exchange = move |app: &App| -> Result<SignedIn, SingleSignOnError> {
        let single_sign_on = app.single_sign_on();
        single_sign_on.exchange_token(&key, &token, &address, device)
    };
    Ok(WebState::call_provider(state, owner.as_str(), &sender, exchange).await??)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_id_token_is_exchanged() {
        let body = |grant: &str, kind: &str| {
            parse(
                format!("grant_type={grant}&subject_token=a.b.c&subject_token_type={kind}")
                    .as_bytes(),
            )
        };
        assert_eq!(
            body(GRANT_TYPE, ID_TOKEN).ok().unwrap().subject_token,
            "a.b.c"
        );
        let access = "urn:ietf:params:oauth:token-type:access_token";
        for refused in [
            body("password", ID_TOKEN),
            body(GRANT_TYPE, access),
            parse(b"grant_type=x"),
            parse(b"\xff"),
        ] {
            assert_eq!(refused.err().unwrap().code, Code::BadUserInput);
        }
    }
}

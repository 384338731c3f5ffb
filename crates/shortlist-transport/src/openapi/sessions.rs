//! Signing in and out.

use utoipa::openapi::HttpMethod;

use super::endpoint::{Access, Endpoint, json};
use crate::auth::{LoginBody, RefreshBody, SignedInBody};
use crate::paths;
use crate::token_exchange::TokenBody;

pub(super) const TAG: &str = "Sessions";

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

pub(super) fn endpoints() -> Vec<Endpoint> {
    let signed_in = [(JSON, json::<SignedInBody>())];
    let post = |(path, _): paths::Route, id, summary| {
        Endpoint::new(path, HttpMethod::Post, TAG, id, summary)
    };
    vec![
        post(paths::LOGIN, "login", "Sign in")
            .describe(
                "A user with a second factor also sends a code of the app, or a recovery code. If it is missing or wrong, the answer is 401 and says so.",
            )
            .access(Access::Key)
            .body(&[JSON], &json::<LoginBody>())
            .answer(200, "The session.", &signed_in),
        post(
            paths::TOKEN,
            "exchangeToken",
            "Sign in with a token of the identity provider",
        )
        .describe(
            "For organizations with single sign-on. The ID token must be issued for the client of this service.",
        )
        .access(Access::Key)
        .body(&[FORM], &json::<TokenBody>())
        .answer(200, "The session.", &signed_in),
        post(
            paths::REFRESH,
            "refresh",
            "Get the next tokens of a session",
        )
        .describe("A refresh token is valid once. Using it again later than 10 s ends the session.")
        .access(Access::Key)
        .body(&[JSON], &json::<RefreshBody>())
        .answer(200, "The next tokens.", &signed_in),
        post(paths::LOGOUT, "logout", "End the session")
            .access(Access::Caller)
            .answer(204, "The session has ended.", &[]),
    ]
}

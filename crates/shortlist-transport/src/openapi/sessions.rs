//! Signing in and out.

use utoipa::openapi::HttpMethod;

use super::endpoint::{Access, Endpoint, json};
use crate::auth::{LoginBody, RefreshBody, SignedInBody};
use crate::paths;

pub(super) const TAG: &str = "Sessions";

const JSON: &str = "application/json";

pub(super) fn endpoints() -> Vec<Endpoint> {
    let signed_in = [(JSON, json::<SignedInBody>())];
    let post = |(path, _): paths::Route, id, summary| {
        Endpoint::new(path, HttpMethod::Post, TAG, id, summary)
    };
    vec![
        post(paths::LOGIN, "login", "Sign in")
            .access(Access::Key)
            .body(&[JSON], &json::<LoginBody>())
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

//! Headers for browsers, on every response: nothing is guessed, framed, referred to or kept.

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};

/// What each response says, unless its handler says otherwise.
const ALWAYS: [(HeaderName, &str); 5] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (CACHE_CONTROL, "no-store"),
    (REFERRER_POLICY, "no-referrer"),
    (X_FRAME_OPTIONS, "DENY"),
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'none'; frame-ancestors 'none'",
    ),
];
/// A year: browsers come back by TLS alone.
const STRICT: &str = "max-age=31536000";

/// The policy of the explorer page, which loads its scripts and styles from elsewhere.
pub(crate) const EXPLORER_POLICY: &str =
    "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'";

/// Adds the headers that are not there; `encrypted` is whether this server speaks TLS itself.
pub(crate) fn secure(headers: &mut HeaderMap, encrypted: bool) {
    let strict = encrypted.then_some((STRICT_TRANSPORT_SECURITY, STRICT));
    for (name, value) in ALWAYS.into_iter().chain(strict) {
        if !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
}

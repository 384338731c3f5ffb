//! Security headers for browsers on every response: no MIME sniffing, framing, referrers or caching.

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CROSS_ORIGIN_OPENER_POLICY,
    CROSS_ORIGIN_RESOURCE_POLICY, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};

/// The headers of each response. Its handler may override them.
const ALWAYS: [(HeaderName, &str); 7] = [
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (CACHE_CONTROL, "no-store"),
    (REFERRER_POLICY, "no-referrer"),
    (X_FRAME_OPTIONS, "DENY"),
    // Pages of other sites share no process and no window with ours, and embed nothing of it.
    (CROSS_ORIGIN_OPENER_POLICY, "same-origin"),
    (CROSS_ORIGIN_RESOURCE_POLICY, "same-origin"),
    (
        CONTENT_SECURITY_POLICY,
        "default-src 'none'; frame-ancestors 'none'",
    ),
];
/// The HSTS policy: for one year, browsers connect only by TLS.
const STRICT: &str = "max-age=31536000";

/// Marks a connection that this server itself encrypts.
#[derive(Debug, Clone, Copy)]
pub struct EncryptedConnection;

/// Adds the headers that are missing. `encrypted` says whether this server itself uses TLS.
pub(crate) fn secure(headers: &mut HeaderMap, encrypted: bool) {
    let strict = encrypted.then_some((STRICT_TRANSPORT_SECURITY, STRICT));
    for (name, value) in ALWAYS.into_iter().chain(strict) {
        if !headers.contains_key(&name) {
            headers.insert(name, HeaderValue::from_static(value));
        }
    }
}

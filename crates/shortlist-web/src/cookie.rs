//! The cookies: one keeps the token of a session, and one lets the browser be recognized at the next sign-in.

use actix_web::HttpRequest;
use actix_web::http::header::COOKIE;
use shortlist_app::{DeviceTokens, device_lifetime};
use shortlist_domain::{PASSKEY_MINUTES, PROVIDER_SIGN_IN_MINUTES};

use crate::settings::WebApp;

/// The name over TLS. Browsers accept the prefix only for a cookie of exactly this host that is restricted to TLS.
const ENCRYPTED: &str = "__Host-shortlist";
/// The name without TLS, which only loopback has.
const PLAIN: &str = "shortlist";
/// What is added to the name for the cookie by which the browser is recognized.
const DEVICE: &str = "-device";
/// What is added to the name for the cookie of a sign-in with an identity provider.
const PROVIDER: &str = "-sso";
/// What is added to the name for the cookie of a sign-in with a passkey.
const PASSKEY: &str = "-passkey";
/// The name of the cookie that says that the tour of the sandbox is closed.
const TOUR: &str = "shortlist-tour";
/// The value of that cookie.
const CLOSED: &str = "closed";
/// How long the tour stays closed, in seconds.
const TOUR_SECONDS: u32 = 365 * 24 * 60 * 60;

fn name(app: &WebApp) -> &'static str {
    if app.is_encrypted { ENCRYPTED } else { PLAIN }
}

/// Returns the header that keeps a session's token. The cookie has no expiry, so it ends with the browser.
pub(crate) fn session_cookie(app: &WebApp, token: &str) -> String {
    let secure = if app.is_encrypted { "; Secure" } else { "" };
    format!(
        "{}={token}; HttpOnly; SameSite=Lax{secure}; Path=/",
        name(app)
    )
}

/// Returns the header that removes a session's token.
pub(crate) fn no_session(app: &WebApp) -> String {
    format!("{}; Max-Age=0", session_cookie(app, ""))
}

/// Returns the header that keeps the tokens by which this browser is recognized at the next sign-in.
pub(crate) fn device_cookie(app: &WebApp, devices: &DeviceTokens) -> String {
    let secure = if app.is_encrypted { "; Secure" } else { "" };
    format!(
        "{}{DEVICE}={}; HttpOnly; SameSite=Strict{secure}; Path=/; Max-Age={}",
        name(app),
        devices.to_cookie(),
        device_lifetime().num_seconds()
    )
}

/// Returns the header that keeps what binds a sign-in with an identity provider to this browser. The provider leads back here from
/// another site, so the cookie is sent with links from there.
pub(crate) fn provider_cookie(app: &WebApp, token: &str) -> String {
    let secure = if app.is_encrypted { "; Secure" } else { "" };
    format!(
        "{}{PROVIDER}={token}; HttpOnly; SameSite=Lax{secure}; Path=/; Max-Age={}",
        name(app),
        PROVIDER_SIGN_IN_MINUTES * 60
    )
}

/// Returns the header that removes it.
pub(crate) fn no_provider(app: &WebApp) -> String {
    let secure = if app.is_encrypted { "; Secure" } else { "" };
    format!(
        "{}{PROVIDER}=; HttpOnly; SameSite=Lax{secure}; Path=/; Max-Age=0",
        name(app)
    )
}

/// Returns what binds a sign-in with an identity provider to this browser.
pub(crate) fn provider_token(request: &HttpRequest, app: &WebApp) -> Option<String> {
    value(request, &format!("{}{PROVIDER}", name(app))).filter(|token| !token.is_empty())
}

/// Returns the header that keeps what binds a sign-in with a passkey to this browser.
pub(crate) fn passkey_cookie(app: &WebApp, token: &str) -> String {
    let secure = if app.is_encrypted { "; Secure" } else { "" };
    format!(
        "{}{PASSKEY}={token}; HttpOnly; SameSite=Strict{secure}; Path=/; Max-Age={}",
        name(app),
        PASSKEY_MINUTES * 60
    )
}

/// Returns what binds a sign-in with a passkey to this browser.
pub(crate) fn passkey_token(request: &HttpRequest, app: &WebApp) -> Option<String> {
    value(request, &format!("{}{PASSKEY}", name(app))).filter(|token| !token.is_empty())
}

/// Returns the header that keeps the tour of the sandbox closed.
pub(crate) fn closed_tour(app: &WebApp) -> String {
    let secure = if app.is_encrypted { "; Secure" } else { "" };
    format!("{TOUR}={CLOSED}; HttpOnly; SameSite=Lax{secure}; Path=/; Max-Age={TOUR_SECONDS}")
}

/// Returns whether the browser keeps the tour of the sandbox closed.
pub(crate) fn is_tour_closed(request: &HttpRequest) -> bool {
    value(request, TOUR).is_some_and(|kept| kept == CLOSED)
}

/// Returns the token of a request's session.
pub(crate) fn token(request: &HttpRequest, app: &WebApp) -> Option<String> {
    value(request, name(app)).filter(|token| !token.is_empty())
}

/// Returns the tokens by which this browser is recognized.
pub(crate) fn devices(request: &HttpRequest, app: &WebApp) -> DeviceTokens {
    let text = value(request, &format!("{}{DEVICE}", name(app)));
    DeviceTokens::parse(text.as_deref().unwrap_or_default())
}

fn value(request: &HttpRequest, name: &str) -> Option<String> {
    let headers = request.headers().get_all(COOKIE);
    let texts = headers.filter_map(|header| header.to_str().ok());
    let pairs = texts.flat_map(|text| text.split(';'));
    let mut values = pairs.filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = values.find(|(found, _)| *found == name)?;
    Some(value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_token_is_found_among_other_cookies() {
        let request = |value: &str| {
            let request = actix_web::test::TestRequest::get();
            let request = request.insert_header((COOKIE, value)).to_http_request();
            token(&request, &WebApp::default())
        };
        assert_eq!(request("a=b; shortlist=t; c=d"), Some("t".to_owned()));
        assert_eq!(request("shortlist=; x"), None);
        assert_eq!(request("__Host-shortlist=t"), None);
    }

    #[test]
    fn over_tls_the_cookie_belongs_to_this_host_only() {
        let app = |is_encrypted| WebApp {
            is_encrypted,
            ..WebApp::default()
        };
        let over_tls = session_cookie(&app(true), "t");
        assert_eq!(
            over_tls,
            "__Host-shortlist=t; HttpOnly; SameSite=Lax; Secure; Path=/"
        );
        let plain = session_cookie(&app(false), "t");
        assert_eq!(plain, "shortlist=t; HttpOnly; SameSite=Lax; Path=/");
        assert!(no_session(&app(true)).ends_with("; Max-Age=0"));
        assert_eq!(
            provider_cookie(&app(true), "t"),
            "__Host-shortlist-sso=t; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=600"
        );
        assert_eq!(
            passkey_cookie(&app(true), "t"),
            "__Host-shortlist-passkey=t; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age=300"
        );
        let device = device_cookie(&app(true), &DeviceTokens::default());
        assert!(device.starts_with(
            "__Host-shortlist-device=; HttpOnly; SameSite=Strict; Secure; Path=/; Max-Age="
        ));
    }
}

//! Responses: pages with their security headers, error pages and redirects.

pub(crate) mod error;

use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue, LOCATION, RETRY_AFTER, SET_COOKIE,
};
use actix_web::http::{ConnectionType, StatusCode};
use actix_web::web::Bytes;
use askama::Template;
use data_encoding::BASE64;
use sha2::{Digest, Sha256};
use shortlist_app::MAIL_STYLE;

use error::PageError;

/// What a page may load and do. Everything comes from this server, and nothing is inline but the style of mails, which pages show in frames:
/// a frame without an address follows the policy of its page.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    let of_mails = BASE64.encode(&Sha256::digest(MAIL_STYLE));
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-{of_mails}'; img-src 'self'; font-src 'self'; \
         media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
});

/// Returns a page with the status 200. It is rendered at once, so its texts must be short. The pages of a visit are not.
pub(crate) fn page(template: &impl Template) -> Result<HttpResponse, PageError> {
    page_with_status(StatusCode::OK, template)
}

/// Returns a page with another status, as [`page`] does.
pub(crate) fn page_with_status(
    status: StatusCode,
    template: &impl Template,
) -> Result<HttpResponse, PageError> {
    Ok(html(status, render(template)?))
}

/// Renders a page.
pub(crate) fn render(template: &impl Template) -> Result<String, PageError> {
    template
        .render()
        .map_err(|error| PageError::internal(&error))
}

/// Returns a page that is rendered.
pub(crate) fn html(status: StatusCode, html: impl Into<Bytes>) -> HttpResponse {
    HttpResponse::build(status)
        .insert_header((CONTENT_SECURITY_POLICY, POLICY.as_str()))
        .insert_header((CONTENT_TYPE, "text/html; charset=utf-8"))
        .body(html.into())
}

/// Ends the connection after a response. A caller without a session cannot ask for many answers and read none of them.
pub(crate) fn last_of_connection(mut response: HttpResponse) -> HttpResponse {
    let head = response.head_mut();
    head.set_connection_type(ConnectionType::Close);
    response
}

/// Says when to try again, in seconds, if an answer means "too many" or "busy" and does not say it yet.
pub(crate) fn add_retry_time(response: &mut HttpResponse, seconds: Option<i64>) {
    let usual = match response.status() {
        // Most limits count the requests of a minute.
        StatusCode::TOO_MANY_REQUESTS => 60,
        StatusCode::SERVICE_UNAVAILABLE => 5,
        _ => return,
    };
    if !response.headers().contains_key(RETRY_AFTER) {
        let seconds = seconds.unwrap_or(usual);
        response
            .headers_mut()
            .insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
}

/// Returns a page that sets a cookie, as [`page`] does.
pub(crate) fn page_with_cookie(
    template: &impl Template,
    cookie: &str,
) -> Result<HttpResponse, PageError> {
    let mut response = page(template)?;
    // A cookie of this service has no control characters.
    if let Ok(cookie) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Returns a redirect that the browser follows with `GET`.
pub(crate) fn redirect(to: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((LOCATION, to))
        .finish()
}

/// Returns a redirect that sets a cookie.
pub(crate) fn redirect_with_cookie(to: &str, cookie: &str) -> HttpResponse {
    redirect_with_cookies(to, &[cookie])
}

/// Returns a redirect that sets cookies.
pub(crate) fn redirect_with_cookies(to: &str, cookies: &[&str]) -> HttpResponse {
    let mut response = HttpResponse::SeeOther();
    response.insert_header((LOCATION, to));
    for cookie in cookies {
        response.append_header((SET_COOKIE, *cookie));
    }
    response.finish()
}

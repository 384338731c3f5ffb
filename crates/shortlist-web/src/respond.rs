//! Responses: pages with their security headers, error pages and redirects.

pub(crate) mod error;

use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, LOCATION, SET_COOKIE};
use actix_web::{HttpResponse, HttpResponseBuilder};
use askama::Template;

use error::PageError;

/// What a page may load and do. Everything comes from this server, and nothing is inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; \
    media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Returns a page with the status 200.
pub(crate) fn page(template: &impl Template) -> Result<HttpResponse, PageError> {
    page_with(HttpResponse::Ok(), template)
}

/// Returns a page with another status.
pub(crate) fn page_with_status(
    status: StatusCode,
    template: &impl Template,
) -> Result<HttpResponse, PageError> {
    page_with(HttpResponse::build(status), template)
}

fn page_with(
    mut response: HttpResponseBuilder,
    template: &impl Template,
) -> Result<HttpResponse, PageError> {
    let html = template
        .render()
        .map_err(|error| PageError::internal(&error))?;
    Ok(response
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((CONTENT_TYPE, "text/html; charset=utf-8"))
        .body(html))
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

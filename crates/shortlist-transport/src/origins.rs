//! Cross-origin requests (CORS): pages of the configured origins may call from a browser and read the responses.
//!
//! CORS only restricts what a page may read. The API key and the token still decide who the caller is, as for any
//! client.

use actix_cors::Cors;
use actix_web::http::header::{AUTHORIZATION, CONTENT_TYPE, RANGE, RETRY_AFTER};
use actix_web::http::{Method, Uri};
use actix_web::middleware::Condition;

use crate::headers::{API_KEY, KEY_EXPIRES};
use crate::idempotency::{IDEMPOTENCY_KEY, IDEMPOTENT_REPLAYED};
use crate::rate_limit::{LIMIT, REMAINING, RESET};
use crate::request_log::{ENVIRONMENT, REQUEST_ID};

/// The time that a browser may cache its permission, in seconds.
const MAX_AGE_SECONDS: usize = 3_600;

/// The origins whose pages may call the service.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllowedOrigins(Vec<String>);

/// The error for a text that is not a valid origin.
#[derive(Debug, thiserror::Error)]
#[error(
    "{0} is not a valid origin; write it as browsers send it, such as https://app.example.org or http://localhost:3000: scheme, \
     host and any non-default port, in lower case, without a path or a trailing slash"
)]
pub struct InvalidOrigin(String);

impl AllowedOrigins {
    /// Parses a list of origins. There is no wildcard for all origins.
    ///
    /// # Errors
    /// Returns [`InvalidOrigin`] if a text is not an origin, or not spelled as browsers send it. Such an origin would never
    /// match.
    pub fn parse<T: AsRef<str>>(texts: &[T]) -> Result<Self, InvalidOrigin> {
        let origin = |text: &T| {
            let text = text.as_ref().trim();
            is_origin(text)
                .then(|| text.to_owned())
                .ok_or_else(|| InvalidOrigin(text.to_owned()))
        };
        texts.iter().map(origin).collect::<Result<_, _>>().map(Self)
    }
}

fn is_origin(name: &str) -> bool {
    let Ok(uri) = name.parse::<Uri>() else {
        return false;
    };
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
        return false;
    };
    let usual_port = match scheme {
        "https" => 443,
        "http" => 80,
        _ => return false,
    };
    let host = authority.host();
    let spelled = match authority.port_u16() {
        Some(port) if port == usual_port => return false,
        Some(port) => format!("{scheme}://{host}:{port}"),
        None => format!("{scheme}://{host}"),
    };
    !host.is_empty() && !host.contains('*') && spelled == name && name == name.to_ascii_lowercase()
}

/// Returns a middleware that lets pages of these origins call the service. Without origins it does nothing.
pub fn cross_origin(origins: &AllowedOrigins) -> Condition<Cors> {
    let allowed = origins
        .0
        .iter()
        .fold(Cors::default(), |cors, origin| cors.allowed_origin(origin));
    let cors = allowed
        .allowed_methods([Method::GET, Method::POST, Method::PUT, Method::DELETE])
        .allowed_headers([AUTHORIZATION, CONTENT_TYPE, RANGE])
        .allowed_headers([API_KEY, IDEMPOTENCY_KEY])
        .expose_headers([&LIMIT, &REMAINING, &RESET, &RETRY_AFTER])
        .expose_headers([&KEY_EXPIRES, &ENVIRONMENT, &REQUEST_ID])
        .expose_headers([IDEMPOTENT_REPLAYED])
        .max_age(MAX_AGE_SECONDS);
    Condition::new(!origins.0.is_empty(), cors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_browsers_send_is_an_origin() {
        for origin in [
            "https://app.example.org",
            "https://app.example.org:8443",
            "http://localhost:3000",
            "http://[::1]:3000",
        ] {
            assert!(AllowedOrigins::parse(&[origin]).is_ok(), "{origin}");
        }
        for text in [
            "*",
            "null",
            "",
            "app.example.org",
            "https://",
            "https://*",
            "https://*.example.org",
            "https://app.example.org/",
            "https://app.example.org/path",
            "https://app.example.org:443",
            "http://app.example.org:80",
            "https://app.example.org:99999",
            "https://App.example.org",
            "https://user@app.example.org",
            "ftp://app.example.org",
            "https://app.example.org, https://b.example.org",
        ] {
            let error = AllowedOrigins::parse(&[text]).unwrap_err();
            assert!(error.to_string().starts_with(text), "{error}");
        }
    }
}

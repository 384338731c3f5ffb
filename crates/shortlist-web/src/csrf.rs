//! Protection against forms that other sites send in a user's name.
//!
//! It follows `CrossOriginProtection` of Go: browsers say where a request comes from, so no token in the form is needed.

use actix_web::HttpRequest;
use actix_web::http::header::{HeaderMap, ORIGIN};
use url::Url;

/// Returns whether a request comes from this site. Requests that change nothing always pass.
pub(crate) fn is_from_here(request: &HttpRequest) -> bool {
    let host = request.connection_info().host().to_owned();
    request.method().is_safe() || is_same_site(request.headers(), &host)
}

fn is_same_site(headers: &HeaderMap, host: &str) -> bool {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    match text("sec-fetch-site") {
        Some(site) => site == "same-origin" || site == "none",
        None => text(ORIGIN.as_str()).is_some_and(|origin| is_origin_of(origin, host)),
    }
}

fn is_origin_of(origin: &str, host: &str) -> bool {
    let Ok(url) = Url::parse(origin) else {
        return false;
    };
    let Some(name) = url.host_str() else {
        return false;
    };
    let with_port = url.port().map(|port| format!("{name}:{port}"));
    let default = url.port_or_known_default();
    let with_default = default.map(|port| format!("{name}:{port}"));
    let host = host.to_ascii_lowercase();
    with_port.as_deref().unwrap_or(name) == host || with_default.is_some_and(|full| full == host)
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    fn passes(name: &'static str, value: &str) -> bool {
        let mut headers = HeaderMap::new();
        let value = HeaderValue::from_str(value).unwrap();
        headers.insert(HeaderName::from_static(name), value);
        is_same_site(&headers, "app.example.org:8443")
    }

    #[test]
    fn only_forms_of_this_site_pass() {
        assert!(passes("sec-fetch-site", "same-origin"));
        assert!(passes("sec-fetch-site", "none"));
        assert!(!passes("sec-fetch-site", "same-site"));
        assert!(!passes("sec-fetch-site", "cross-site"));
        assert!(passes("origin", "https://app.example.org:8443"));
        assert!(!passes("origin", "https://app.example.org"));
        assert!(!passes("origin", "https://evil.example.org:8443"));
        assert!(!passes("origin", "null"));
        assert!(!is_same_site(&HeaderMap::new(), "app.example.org"));
    }
}

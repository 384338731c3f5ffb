//! The address that clients reach the service by: what links begin with.

use std::str::FromStr;

use actix_web::HttpRequest;
use actix_web::http::Uri;
use actix_web::http::header::HOST;
use actix_web::http::uri::Authority;

use crate::proxies::TrustedProxies;

/// The address that an operator says the service is reached by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl(String);

/// A text that is no address of a service.
#[derive(Debug, thiserror::Error)]
#[error("{0} is no address such as https://shortlist.example.org, without a query")]
pub struct NoAddress(String);

impl PublicUrl {
    /// Takes an address; a path in front of the service's own is kept.
    ///
    /// # Errors
    /// Where it is none by http or https, or has a query.
    pub fn parse(text: &str) -> Result<Self, NoAddress> {
        let refused = || NoAddress(text.to_owned());
        let uri = Uri::from_str(text).map_err(|_error| refused())?;
        let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
        if is_web && uri.host().is_some() && uri.query().is_none() {
            Ok(Self(text.trim_end_matches('/').to_owned()))
        } else {
            Err(refused())
        }
    }
}

/// What a link for the caller begins with: what the operator said, else the host that the caller named, by https where this
/// server speaks TLS or a proxy in front of it does. Empty where the caller named none: the link is then a path.
pub(crate) fn base_url(
    request: &HttpRequest,
    public: Option<&PublicUrl>,
    proxies: &TrustedProxies,
) -> String {
    if let Some(PublicUrl(address)) = public {
        return address.clone();
    }
    let named = request.headers().get(HOST);
    let named = named.and_then(|value| Authority::from_str(value.to_str().ok()?).ok());
    let authority = named.or_else(|| request.uri().authority().cloned());
    // What stands before an @ is no host, and may be made to look like one.
    let Some(authority) = authority.filter(|authority| !authority.as_str().contains('@')) else {
        return String::new();
    };
    let encrypted = request.app_config().secure() || proxies.speak_for(request);
    let scheme = if encrypted { "https" } else { "http" };
    format!("{scheme}://{authority}")
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn base(host: &str, peer: &str, public: Option<&str>) -> String {
        let request = TestRequest::default()
            .insert_header((HOST, host))
            .peer_addr(format!("{peer}:4000").parse().unwrap())
            .to_http_request();
        let proxies = TrustedProxies::parse(&["10.0.0.1"]).unwrap();
        let public = public.map(|address| PublicUrl::parse(address).unwrap());
        base_url(&request, public.as_ref(), &proxies)
    }

    #[test]
    fn a_link_begins_with_what_is_known_of_the_address() {
        let told = Some("https://jobs.example.org/api/");
        for (host, peer, public, expected) in [
            ("127.0.0.1:8080", "127.0.0.1", None, "http://127.0.0.1:8080"),
            ("a.example.org", "10.0.0.1", None, "https://a.example.org"),
            ("a@b.example.org", "10.0.0.1", None, ""),
            ("a b", "10.0.0.1", None, ""),
            ("else", "10.0.0.1", told, "https://jobs.example.org/api"),
        ] {
            assert_eq!(base(host, peer, public), expected, "{host}");
        }
    }

    #[test]
    fn what_is_no_address_is_named() {
        for bad in ["shortlist.example.org", "ftp://a", "https://a/?b", "/a", ""] {
            let error = PublicUrl::parse(bad).unwrap_err();
            assert!(error.to_string().contains(bad), "{error}");
        }
    }
}

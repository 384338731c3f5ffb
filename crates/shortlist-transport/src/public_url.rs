//! The public URL of the service, with which links begin.

use std::str::FromStr;

use actix_web::http::Uri;

/// The URL at which clients reach the service.
///
/// The operator or the listener sets it. The `Host` header of a request never does: the sender chooses that header, and
/// somebody else often opens the link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl(String);

/// The error for a text that is not a valid public URL.
#[derive(Debug, thiserror::Error)]
#[error(
    "{0} is not a valid public URL; use an http or https URL without a query, such as https://shortlist.example.org"
)]
pub struct InvalidPublicUrl(String);

impl PublicUrl {
    /// Parses a URL. A path in it is kept and comes before the service's own paths.
    ///
    /// # Errors
    /// Returns [`InvalidPublicUrl`] if the text is not an http or https URL, or if it has a query.
    pub fn parse(text: &str) -> Result<Self, InvalidPublicUrl> {
        let refused = || InvalidPublicUrl(text.to_owned());
        let uri = Uri::from_str(text).map_err(|_error| refused())?;
        let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
        if is_web && uri.host().is_some() && uri.query().is_none() {
            Ok(Self(text.trim_end_matches('/').to_owned()))
        } else {
            Err(refused())
        }
    }

    /// Returns the host name or address.
    pub fn host(&self) -> String {
        let uri = Uri::from_str(&self.0).ok();
        let host = uri.as_ref().and_then(Uri::host);
        host.unwrap_or_default().to_owned()
    }

    /// Returns the URL, without a slash at the end.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_in_front_of_the_services_own_is_kept() {
        for (text, kept) in [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:8080", "http://[::1]:8080"),
            (
                "https://jobs.example.org/api/",
                "https://jobs.example.org/api",
            ),
        ] {
            assert_eq!(PublicUrl::parse(text).unwrap().as_str(), kept);
        }
    }

    #[test]
    fn an_invalid_url_is_named() {
        for bad in ["shortlist.example.org", "ftp://a", "https://a/?b", "/a", ""] {
            let error = PublicUrl::parse(bad).unwrap_err();
            assert!(error.to_string().contains(bad), "{error}");
        }
    }
}

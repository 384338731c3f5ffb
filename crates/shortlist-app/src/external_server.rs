//! External servers that the service calls: their addresses and credentials.

use std::fmt;

use url::{Host, Url};

/// Whether the network to a server is trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NetworkTrust {
    /// Others may eavesdrop, so connections beyond this machine must use https.
    Untrusted,
    /// Nobody else can eavesdrop.
    Trusted,
}

/// Why an address cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AddressError {
    /// The address is malformed.
    #[error("the address must look like https://server.example.org/path: {0}")]
    Unusable(String),
    /// The connection would be unencrypted.
    #[error(
        "{0} is neither this machine nor https, so resumes would be sent unencrypted; use https, or \
         declare the network in between as trusted"
    )]
    Unencrypted(String),
}

/// The http or https address of a server: host and path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerAddress(Url);

impl ServerAddress {
    /// Parses an address such as `https://server.example.org` or `http://127.0.0.1:11434/v1`.
    ///
    /// # Errors
    /// Returns an error if it is not an http or https address, contains more than host and path, or would send resumes
    /// unencrypted.
    pub fn parse(text: &str, network: NetworkTrust) -> Result<Self, AddressError> {
        let url =
            Url::parse(text.trim()).map_err(|error| AddressError::Unusable(error.to_string()))?;
        let refuse = |message: &str| Err(AddressError::Unusable(message.to_owned()));
        if !matches!(url.scheme(), "http" | "https") {
            return refuse("it is neither http nor https");
        }
        if !url.username().is_empty() || url.password().is_some() {
            return refuse("credentials do not belong in the address");
        }
        if url.query().is_some() || url.fragment().is_some() {
            return refuse("it must end with its path, without ? and #");
        }
        if url.scheme() == "http" && network == NetworkTrust::Untrusted && !is_this_machine(&url) {
            return Err(AddressError::Unencrypted(url.to_string()));
        }
        Ok(Self(url))
    }

    /// Returns whether the connection is unencrypted.
    pub fn is_unencrypted(&self) -> bool {
        self.0.scheme() == "http"
    }
}

/// Writes the address without a trailing slash, so that a path can be appended.
impl fmt::Display for ServerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.as_str().trim_end_matches('/'))
    }
}

fn is_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    }
}

/// An invalid credential: it is not a single word of visible ASCII characters.
#[derive(Debug, thiserror::Error)]
#[error("the {0} must be one word of visible ASCII characters")]
pub struct InvalidCredential(&'static str);

/// Trims and checks a credential. `what` names it in error messages.
///
/// # Errors
/// Returns an error if it is empty or not a single word of visible ASCII characters.
pub fn credential(what: &'static str, text: &str) -> Result<String, InvalidCredential> {
    let text = text.trim();
    if text.is_empty() || !text.chars().all(|c| c.is_ascii_graphic()) {
        return Err(InvalidCredential(what));
    }
    Ok(text.to_owned())
}

/// The secret that authenticates this service to a server. Its debug output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerSecret(String);

impl ServerSecret {
    /// Trims and checks a secret.
    ///
    /// # Errors
    /// Returns an error if it is empty or not a single word of visible ASCII characters.
    pub fn parse(text: &str) -> Result<Self, InvalidCredential> {
        credential("secret", text).map(Self)
    }

    /// Returns the secret. Send it only to the server.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ServerSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerSecret(***)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unencrypted_connections_need_a_trusted_network() {
        for near in [
            "http://127.0.0.1:9000",
            "http://localhost/v1",
            "http://[::1]:1",
        ] {
            let address = ServerAddress::parse(near, NetworkTrust::Untrusted).unwrap();
            assert!(address.is_unencrypted());
        }
        // These names only resemble addresses of this machine.
        for far in ["http://minio:9000", "http://127.0.0.1.example.org"] {
            let refused = ServerAddress::parse(far, NetworkTrust::Untrusted).unwrap_err();
            assert!(
                refused.to_string().contains("sent unencrypted"),
                "{refused}"
            );
            let trusted = ServerAddress::parse(far, NetworkTrust::Trusted).unwrap();
            assert_eq!(trusted.to_string(), far);
        }
    }

    #[test]
    fn a_path_may_follow_an_address() {
        for text in [
            "https://models.example.org/v1",
            "https://models.example.org/v1/",
        ] {
            let address = ServerAddress::parse(text, NetworkTrust::Untrusted).unwrap();
            assert_eq!(address.to_string(), "https://models.example.org/v1");
            assert!(!address.is_unencrypted());
        }
    }

    #[test]
    fn malformed_addresses_are_refused() {
        for (bad, expected) in [
            ("minio", "must look like"),
            ("ftp://minio", "neither http nor https"),
            ("https://me:pass@minio", "do not belong"),
            ("https://minio/v1?a=b", "without ?"),
        ] {
            let refused = ServerAddress::parse(bad, NetworkTrust::Trusted).unwrap_err();
            assert!(refused.to_string().contains(expected), "{refused}");
        }
    }

    #[test]
    fn a_secret_is_one_word_and_redacted() {
        let secret = ServerSecret::parse(" s3cret\n").unwrap();
        assert_eq!(secret.as_str(), "s3cret");
        assert!(!format!("{secret:?}").contains("s3cret"));
        for bad in ["", " ", "a b", "a\nb", "a\u{7f}"] {
            let refused = ServerSecret::parse(bad).unwrap_err().to_string();
            assert!(refused.contains("the secret must be one word"), "{refused}");
        }
    }
}

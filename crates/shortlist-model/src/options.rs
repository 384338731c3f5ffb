//! Which server is asked, and with what patience.

use std::fmt;
use std::net::IpAddr;
use std::time::Duration;

use reqwest::Url;
use reqwest::header::HeaderValue;

/// Why a language model cannot be used as it is configured.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The address is none.
    #[error("the address of the language model must look like https://models.example.org/v1: {0}")]
    Address(String),
    /// Resumes would cross a network in clear.
    #[error(
        "{0} is neither this machine nor https, so resumes would cross the network in clear; use https, or \
         say that the network in between is trusted"
    )]
    InClear(String),
    /// The key is none.
    #[error("the language model's key holds characters that no HTTP header can carry")]
    Key,
    /// The name is none.
    #[error("the language model needs a name of 1 to 100 characters")]
    Name,
    /// The client cannot be had.
    #[error("set up the client of the language model")]
    Client(#[source] reqwest::Error),
}

/// What is known of the network between here and the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// Others may listen: beyond this machine only https will do.
    Untrusted,
    /// Nobody else listens.
    Trusted,
}

/// The address of an OpenAI-compatible server, up to and without `/chat/completions`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelAddress(Url);

impl ModelAddress {
    /// Takes an address such as `http://127.0.0.1:11434/v1`.
    ///
    /// # Errors
    /// When it is not an http or https address, holds more than host and path, or would put resumes on a network in clear.
    pub fn parse(text: &str, network: Network) -> Result<Self, SetupError> {
        let url =
            Url::parse(text.trim()).map_err(|error| SetupError::Address(error.to_string()))?;
        let refuse = |told: &str| Err(SetupError::Address(told.to_owned()));
        if !matches!(url.scheme(), "http" | "https") {
            return refuse("it is neither http nor https");
        }
        if !url.username().is_empty() || url.password().is_some() {
            return refuse("credentials belong into the key, not into the address");
        }
        if url.query().is_some() || url.fragment().is_some() {
            return refuse("it must end with its path, without ? and #");
        }
        if url.scheme() == "http" && network == Network::Untrusted && !is_this_machine(&url) {
            return Err(SetupError::InClear(url.to_string()));
        }
        Ok(Self(url))
    }

    /// Where completions are asked for.
    pub(crate) fn completions(&self) -> Url {
        let mut url = self.0.clone();
        let path = format!("{}/chat/completions", url.path().trim_end_matches('/'));
        url.set_path(&path);
        url
    }
}

fn is_this_machine(url: &Url) -> bool {
    let host = url.host_str().unwrap_or("");
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    bare == "localhost" || bare.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

/// The key of a server; never shown.
#[derive(Clone)]
pub struct ModelKey(HeaderValue);

impl ModelKey {
    /// Takes a key, without the blanks around it.
    ///
    /// # Errors
    /// When no HTTP header can carry it.
    pub fn parse(text: &str) -> Result<Self, SetupError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(SetupError::Key);
        }
        let mut value = HeaderValue::from_str(&format!("Bearer {text}"))
            .map_err(|_the_error_would_tell_nothing_more| SetupError::Key)?;
        value.set_sensitive(true);
        Ok(Self(value))
    }

    pub(crate) fn header(&self) -> HeaderValue {
        self.0.clone()
    }
}

impl fmt::Debug for ModelKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ModelKey(***)")
    }
}

/// Which server is asked, and with what patience.
#[derive(Debug, Clone)]
pub struct ModelOptions {
    /// Where it is.
    pub address: ModelAddress,
    /// The model's name, for the server and for receipts.
    pub name: String,
    /// What the server asks for, where it does.
    pub key: Option<ModelKey>,
    /// How long a question may take, all tries and waits included.
    pub time: Duration,
    /// The wait before the first of the tries that follow a failure; it doubles.
    pub first_pause: Duration,
    /// So many failed questions in a row, and the server is left alone.
    pub failures: u32,
    /// For so long, before one question tries it again.
    pub rest: Duration,
}

impl ModelOptions {
    /// The decided patience: 30 s for a question, tries again after a quarter of a second, a rest of a minute after five
    /// failures.
    pub fn new(address: ModelAddress, name: impl Into<String>) -> Self {
        Self {
            address,
            name: name.into(),
            key: None,
            time: Duration::from_secs(30),
            first_pause: Duration::from_millis(250),
            failures: 5,
            rest: Duration::from_secs(60),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn completions_are_asked_for_under_the_address() {
        for address in [
            "https://models.example.org/v1",
            "https://models.example.org/v1/",
        ] {
            let address = ModelAddress::parse(address, Network::Untrusted).unwrap();
            assert_eq!(
                address.completions().as_str(),
                "https://models.example.org/v1/chat/completions"
            );
        }
    }

    #[test]
    fn resumes_cross_no_network_in_clear_unless_it_is_trusted() {
        for near in [
            "http://127.0.0.1:8000/v1",
            "http://localhost/v1",
            "http://[::1]:1/v1",
        ] {
            assert!(
                ModelAddress::parse(near, Network::Untrusted).is_ok(),
                "{near}"
            );
        }
        let far = "http://models:11434/v1";
        let refused = ModelAddress::parse(far, Network::Untrusted).unwrap_err();
        assert!(refused.to_string().contains("in clear"), "{refused}");
        assert!(ModelAddress::parse(far, Network::Trusted).is_ok());
        // A name that begins like an address of this machine is none.
        assert!(ModelAddress::parse("http://127.0.0.1.example.org/", Network::Untrusted).is_err());
    }

    #[test]
    fn what_is_no_address_is_told() {
        for (bad, told) in [
            ("models.example.org", "must look like"),
            ("ftp://models.example.org", "neither http nor https"),
            ("https://me:pass@models.example.org", "into the key"),
            ("https://models.example.org/v1?a=b", "without ?"),
        ] {
            let refused = ModelAddress::parse(bad, Network::Untrusted).unwrap_err();
            assert!(refused.to_string().contains(told), "{refused}");
        }
    }

    #[test]
    fn a_key_is_never_shown() {
        let key = ModelKey::parse(" sk-123\n").unwrap();
        assert_eq!(format!("{key:?}"), "ModelKey(***)");
        assert_eq!(key.header(), "Bearer sk-123");
        assert!(!format!("{:?}", key.header()).contains("sk-123"));
        for bad in ["", " ", "a\nb"] {
            assert!(ModelKey::parse(bad).is_err());
        }
    }
}

//! The service as devices know it: its host name, for which they keep passkeys, and its origin, which browsers state.

use url::{Host, Url};
use webauthn_rp::request::{AsciiDomain, RpId};

/// The host name of this machine, which browsers trust without TLS.
const LOCALHOST: &str = "localhost";

/// Why a service at an address can have no passkeys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UnsuitableAddress {
    /// It is not an address of a web server.
    #[error("the address cannot be read")]
    Malformed,
    /// It has no host name.
    #[error("the address has a number instead of a host name")]
    NoHostName,
    /// It is not encrypted, and browsers offer passkeys only over TLS.
    #[error("the address does not begin with https")]
    NotEncrypted,
}

/// The service as devices know it.
#[derive(Debug, Clone)]
pub struct RelyingParty {
    pub(crate) id: RpId,
    pub(crate) origin: String,
}

impl RelyingParty {
    /// Returns the service at a public address. Only `localhost` needs no TLS.
    ///
    /// # Errors
    /// Returns an error if browsers offer no passkeys there.
    pub fn of_address(address: &str) -> Result<Self, UnsuitableAddress> {
        let url = Url::parse(address).map_err(|_error| UnsuitableAddress::Malformed)?;
        let Some(Host::Domain(name)) = url.host() else {
            return Err(UnsuitableAddress::NoHostName);
        };
        match url.scheme() {
            "https" => {}
            "http" if name == LOCALHOST => {}
            "http" => return Err(UnsuitableAddress::NotEncrypted),
            _ => return Err(UnsuitableAddress::Malformed),
        }
        let domain = AsciiDomain::try_from(name.to_owned());
        Ok(Self {
            id: RpId::Domain(domain.map_err(|_error| UnsuitableAddress::Malformed)?),
            origin: url.origin().ascii_serialization(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(address: &str) -> Result<(String, String), UnsuitableAddress> {
        let party = RelyingParty::of_address(address)?;
        Ok((party.id.into(), party.origin))
    }

    #[test]
    fn a_name_with_tls_is_suitable() {
        for (address, id, origin) in [
            (
                "https://Jobs.Example.org/api",
                "jobs.example.org",
                "https://jobs.example.org",
            ),
            (
                "https://jobs.example.org:8443",
                "jobs.example.org",
                "https://jobs.example.org:8443",
            ),
            (
                "https://jobs.example.org:443/",
                "jobs.example.org",
                "https://jobs.example.org",
            ),
            (
                "http://localhost:8080",
                "localhost",
                "http://localhost:8080",
            ),
        ] {
            assert_eq!(known(address), Ok((id.to_owned(), origin.to_owned())));
        }
    }

    #[test]
    fn other_addresses_are_not() {
        for (address, why) in [
            ("http://jobs.example.org", UnsuitableAddress::NotEncrypted),
            ("http://127.0.0.1:8080", UnsuitableAddress::NoHostName),
            ("https://[::1]", UnsuitableAddress::NoHostName),
            ("ftp://jobs.example.org", UnsuitableAddress::Malformed),
            ("jobs.example.org", UnsuitableAddress::Malformed),
            ("", UnsuitableAddress::Malformed),
        ] {
            assert_eq!(known(address), Err(why), "{address}");
        }
    }
}

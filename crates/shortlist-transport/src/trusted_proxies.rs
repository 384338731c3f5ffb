//! The client's address: the address of the connection, or the one that a trusted proxy reports.

use std::net::IpAddr;
use std::str::FromStr;

use actix_web::HttpRequest;
use ipnet::IpNet;

/// The proxies whose `X-Forwarded-For` header is trusted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<IpNet>);

/// The error for a text that is neither an address nor a network.
#[derive(Debug, thiserror::Error)]
#[error("{0} is neither an IP address nor a network such as 10.0.0.0/8")]
pub struct InvalidNetwork(String);

impl TrustedProxies {
    /// Parses addresses and networks.
    ///
    /// # Errors
    /// Returns [`InvalidNetwork`] if a text is neither.
    pub fn parse<T: AsRef<str>>(named: &[T]) -> Result<Self, InvalidNetwork> {
        named
            .iter()
            .map(|name| network(name.as_ref()))
            .collect::<Result<_, _>>()
            .map(Self)
    }

    fn has(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Returns the client's address, for which failed logins are counted and which the audit log records.
    ///
    /// Each proxy appends the address that called it to `X-Forwarded-For`. Read from the end, the first address that is
    /// not a trusted proxy is the client. The client itself could have sent everything before it.
    pub(crate) fn client_address(&self, request: &HttpRequest) -> String {
        let Some(peer) = request.peer_addr().map(|peer| peer.ip().to_canonical()) else {
            return String::new();
        };
        let mut client = peer;
        let values = request.headers().get_all("x-forwarded-for");
        let sent: Vec<_> = values.filter_map(|value| value.to_str().ok()).collect();
        for named in sent.iter().rev().flat_map(|value| value.rsplit(',')) {
            if !self.has(client) {
                break;
            }
            match IpAddr::from_str(named.trim()) {
                Ok(address) => client = address.to_canonical(),
                Err(_) => break,
            }
        }
        client.to_string()
    }
}

fn network(text: &str) -> Result<IpNet, InvalidNetwork> {
    let text = text.trim();
    let address = || text.parse::<IpAddr>().ok().map(IpNet::from);
    text.parse::<IpNet>()
        .ok()
        .or_else(address)
        .ok_or_else(|| InvalidNetwork(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn client(proxies: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let request = TestRequest::default().peer_addr(format!("{peer}:4000").parse().unwrap());
        let request = forwarded.iter().fold(request, |request, value| {
            request.append_header(("x-forwarded-for", *value))
        });
        let proxies = TrustedProxies::parse(proxies).unwrap();
        proxies.client_address(&request.to_http_request())
    }

    #[test]
    fn only_a_named_proxy_may_name_the_client() {
        let sent = ["203.0.113.1", "192.0.2.5, 203.0.113.7"];
        for (proxies, peer, expected) in [
            (&[][..], "198.51.100.9", "198.51.100.9"),
            (&["198.51.100.8"][..], "198.51.100.9", "198.51.100.9"),
            (&["198.51.100.9"][..], "198.51.100.9", "203.0.113.7"),
            (&["198.51.100.0/24"][..], "198.51.100.9", "203.0.113.7"),
            (
                &["198.51.100.9", "203.0.113.7"][..],
                "198.51.100.9",
                "192.0.2.5",
            ),
            (&["0.0.0.0/0"][..], "198.51.100.9", "203.0.113.1"),
        ] {
            assert_eq!(client(proxies, peer, &sent), expected, "{proxies:?}");
        }
        let named = &["198.51.100.9"];
        assert_eq!(client(named, "198.51.100.9", &[]), "198.51.100.9");
        assert_eq!(client(named, "198.51.100.9", &["unknown"]), "198.51.100.9");
        assert_eq!(client(&["::1"], "[::1]", &["2001:db8::7"]), "2001:db8::7");
    }

    #[test]
    fn an_invalid_network_is_named() {
        let error = TrustedProxies::parse(&["10.0.0.1", "proxy"]).unwrap_err();
        assert!(error.to_string().contains("proxy"), "{error}");
    }
}

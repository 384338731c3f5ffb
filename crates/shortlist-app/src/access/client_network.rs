//! The unit by which failures of a client are counted.

use std::fmt;
use std::net::IpAddr;

use ipnet::IpNet;

/// A client for the purpose of counting failures: an IPv4 address or /24 network, or an IPv6 /64 network. Lists of sessions show a
/// coarser IPv6 network.
///
/// A client that has one address of an IPv6 /64 network has all of them, so limits on single addresses would be ineffective.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientNetwork {
    first: IpAddr,
    prefix: u8,
}

impl ClientNetwork {
    /// Returns the network of a client's address, or `None` if the address is unknown. An IPv4-mapped IPv6 address counts
    /// as IPv4, and an IPv4 address counts alone.
    pub fn of(address: &str) -> Option<Self> {
        Self::with_prefixes(address, 32, 64)
    }

    /// Returns the subnet of a client's address, an IPv4 /24 or an IPv6 /64, or `None` if the address is unknown. Limits on
    /// applications and on guessed passwords hold for it, because using all of its addresses is cheap.
    pub fn of_subnet(address: &str) -> Option<Self> {
        Self::with_prefixes(address, 24, 64)
    }

    /// Returns what is stored of the address that a session is used from: an IPv4 /24 or an IPv6 /48 as text, or `None` if the
    /// address is unknown. It suffices to notice a strange network, and names no household: many get an IPv6 /56 of their own.
    pub(crate) fn of_session(address: &str) -> Option<String> {
        let network = Self::with_prefixes(address, 24, 48);
        network.map(|network| network.to_string())
    }

    fn with_prefixes(address: &str, ipv4: u8, ipv6: u8) -> Option<Self> {
        let address = address.parse::<IpAddr>().ok()?.to_canonical();
        let prefix = if address.is_ipv4() { ipv4 } else { ipv6 };
        let network = IpNet::new(address, prefix).ok()?;
        Some(Self {
            first: network.network(),
            prefix,
        })
    }
}

impl fmt::Display for ClientNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.first, self.prefix) {
            (IpAddr::V4(address), 32) => address.fmt(f),
            (first, prefix) => write!(f, "{first}/{prefix}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ipv6_is_counted_by_network_and_mapped_ipv4_as_ipv4() {
        let same = |a: &str, b: &str| ClientNetwork::of(a) == ClientNetwork::of(b);
        assert!(same("2001:db8::1", "2001:db8::ffff:2"));
        assert!(!same("2001:db8::1", "2001:db8:0:1::1"));
        assert!(same("::ffff:192.0.2.1", "192.0.2.1"));
        assert!(!same("192.0.2.1", "192.0.2.2"));
        assert!(same("", "unknown"));
    }

    #[test]
    fn applicants_are_counted_by_larger_networks() {
        let same = |a: &str, b: &str| ClientNetwork::of_subnet(a) == ClientNetwork::of_subnet(b);
        assert!(same("192.0.2.1", "::ffff:192.0.2.250"));
        assert!(!same("192.0.2.1", "192.0.3.1"));
        assert!(same("2001:db8::1", "2001:db8::ffff:2"));
        assert!(!same("2001:db8::1", "2001:db8:0:1::1"));
    }

    #[test]
    fn a_network_is_written_as_usual() {
        for (address, written) in [
            ("2001:db8::ffff:2", "2001:db8::/64"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
        ] {
            assert_eq!(ClientNetwork::of(address).unwrap().to_string(), written);
        }
        for (address, written) in [
            ("2001:db8::ffff:2", "2001:db8::/64"),
            ("::ffff:192.0.2.1", "192.0.2.0/24"),
        ] {
            let network = ClientNetwork::of_subnet(address).unwrap();
            assert_eq!(network.to_string(), written);
        }
        for (address, written) in [
            ("2001:db8:7:9::ffff:2", "2001:db8:7::/48"),
            ("192.0.2.77", "192.0.2.0/24"),
        ] {
            let network = ClientNetwork::of_session(address);
            assert_eq!(network.as_deref(), Some(written));
        }
        assert_eq!(ClientNetwork::of_session("unknown"), None);
    }
}

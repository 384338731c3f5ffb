//! The unit by which failures of a client are counted.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// A client for the purpose of counting failures: an IPv4 address, or an IPv6 /64 network.
///
/// A client that has one address of such a network has all of them, so limits on single addresses would be ineffective.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ClientNetwork(IpAddr);

impl ClientNetwork {
    /// Returns the network of a client's address, or `None` if the address is unknown. An IPv4-mapped IPv6 address counts
    /// as IPv4.
    pub fn of(address: &str) -> Option<Self> {
        let network = match address.parse::<IpAddr>().ok()?.to_canonical() {
            IpAddr::V6(address) => IpAddr::V6(first_of_network(address)),
            address => address,
        };
        Some(Self(network))
    }

    /// Returns the network of an applicant's address, or `None` if the address is unknown: an IPv4 /24 or an IPv6 /64. Limits
    /// on strangers are worth little if they hold for single addresses.
    pub fn of_applicant(address: &str) -> Option<Self> {
        let Self(network) = Self::of(address)?;
        Some(Self(match network {
            IpAddr::V4(address) => IpAddr::V4((u32::from(address) >> 8 << 8).into()),
            network => network,
        }))
    }
}

fn first_of_network(address: Ipv6Addr) -> Ipv6Addr {
    let bits = u128::from(address) >> 64 << 64;
    bits.into()
}

impl fmt::Display for ClientNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            IpAddr::V4(address) => address.fmt(f),
            IpAddr::V6(first) => write!(f, "{first}/64"),
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
        let same =
            |a: &str, b: &str| ClientNetwork::of_applicant(a) == ClientNetwork::of_applicant(b);
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
    }
}

//! Which addresses webhooks may have. Whoever manages webhooks must not reach the operator's own network through this service.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use shortlist_domain::{InvalidValue, WebhookAddress, WebhookProblem};
use url::{Host, Url};

/// IPv4 networks that are not public: <https://www.iana.org/assignments/iana-ipv4-special-registry>, multicast and reserved
/// addresses.
const SPECIAL_IPV4: [([u8; 4], u8); 17] = [
    ([0, 0, 0, 0], 8),
    ([10, 0, 0, 0], 8),
    ([100, 64, 0, 0], 10),
    ([127, 0, 0, 0], 8),
    ([169, 254, 0, 0], 16),
    ([172, 16, 0, 0], 12),
    ([192, 0, 0, 0], 24),
    ([192, 0, 2, 0], 24),
    ([192, 31, 196, 0], 24),
    ([192, 52, 193, 0], 24),
    ([192, 88, 99, 0], 24),
    ([192, 168, 0, 0], 16),
    ([192, 175, 48, 0], 24),
    ([198, 18, 0, 0], 15),
    ([198, 51, 100, 0], 24),
    ([203, 0, 113, 0], 24),
    ([224, 0, 0, 0], 3),
];

/// The IPv6 network of public unicast addresses.
const PUBLIC_IPV6: ([u16; 8], u8) = ([0x2000, 0, 0, 0, 0, 0, 0, 0], 3);

/// Networks within it that are not public, or that contain IPv4 addresses (Teredo, 6to4):
/// <https://www.iana.org/assignments/iana-ipv6-special-registry>.
const SPECIAL_IPV6: [([u16; 8], u8); 5] = [
    ([0x2001, 0, 0, 0, 0, 0, 0, 0], 23),
    ([0x2001, 0xdb8, 0, 0, 0, 0, 0, 0], 32),
    ([0x2002, 0, 0, 0, 0, 0, 0, 0], 16),
    ([0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0], 48),
    ([0x3fff, 0, 0, 0, 0, 0, 0, 0], 20),
];

/// Which addresses webhooks may have.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AddressRules {
    /// Networks that the operator allows in addition to public addresses.
    pub networks: Vec<IpNet>,
    /// Host names that the operator allows, whatever their addresses are.
    pub hosts: Vec<String>,
}

impl AddressRules {
    /// Parses the operator's lists.
    ///
    /// # Errors
    /// Returns an error if a network is malformed.
    pub fn of(networks: &[String], hosts: &[String]) -> Result<Self, InvalidValue> {
        let network = |text: &String| {
            text.trim().parse::<IpNet>().map_err(|_malformed| {
                let problem = WebhookProblem::NotNetwork(text.clone());
                InvalidValue::new("webhook_networks", problem)
            })
        };
        let hosts = hosts.iter().map(|host| host.trim().to_owned());
        Ok(Self {
            networks: networks.iter().map(network).collect::<Result<_, _>>()?,
            hosts: hosts.filter(|host| !host.is_empty()).collect(),
        })
    }

    /// Returns the rules of a sandbox: this machine is allowed.
    pub fn with_this_machine() -> Self {
        let ipv4 = Ipv4Net::new_assert(Ipv4Addr::new(127, 0, 0, 0), 8);
        let ipv6 = Ipv6Net::new_assert(Ipv6Addr::LOCALHOST, 128);
        Self {
            networks: vec![ipv4.into(), ipv6.into()],
            hosts: Vec::new(),
        }
    }

    /// Returns whether a connection to this address is allowed. Call it with the address that is connected to, because the
    /// address of a name may change at any time.
    pub fn permits(&self, address: IpAddr) -> bool {
        self.networks
            .iter()
            .any(|network| network.contains(&address))
            || is_public(address)
    }

    /// Returns whether the operator allows this host name, whatever its addresses are.
    pub fn permits_host(&self, host: &str) -> bool {
        let host = host.trim_end_matches('.');
        self.hosts.iter().any(|one| one.eq_ignore_ascii_case(host))
    }

    /// Parses the address of a webhook.
    ///
    /// # Errors
    /// Returns an error if it is not an https address of host and path, or if it names a host that is not allowed. A host name
    /// is not looked up here.
    pub fn parse(&self, field: &str, text: &str) -> Result<WebhookAddress, InvalidValue> {
        let url = Url::parse(text.trim()).map_err(|error| {
            let problem = WebhookProblem::AddressLibrarySays(error.to_string());
            InvalidValue::new(field, problem)
        })?;
        self.check(field, &url)?;
        WebhookAddress::checked(field, url.as_str())
    }

    /// Checks an address before it is called. Use it for each request, because a connector looks up names but not addresses.
    ///
    /// # Errors
    /// Returns an error if it is not an https address of host and path, or if it names a host that is not allowed. A host name
    /// is not looked up here.
    pub fn check(&self, field: &str, url: &Url) -> Result<(), InvalidValue> {
        let refuse = |problem: WebhookProblem| Err(InvalidValue::new(field, problem));
        let Some(host) = url.host() else {
            return refuse(WebhookProblem::NoHost);
        };
        if !url.username().is_empty() || url.password().is_some() {
            return refuse(WebhookProblem::HasPassword);
        }
        if url.fragment().is_some() {
            return refuse(WebhookProblem::HasFragment);
        }
        if !self.permits_named(&host) {
            return refuse(WebhookProblem::NotPublic);
        }
        match url.scheme() {
            "https" => Ok(()),
            "http" if is_this_machine(&host) => Ok(()),
            _ => refuse(WebhookProblem::NotHttps),
        }
    }

    fn permits_named(&self, host: &Host<&str>) -> bool {
        match host {
            Host::Ipv4(address) => self.permits(IpAddr::V4(*address)),
            Host::Ipv6(address) => self.permits(IpAddr::V6(*address)),
            Host::Domain(name) if self.permits_host(name) => true,
            // Names of this machine and of its own network, which no public name server knows.
            Host::Domain(_) if is_this_machine(host) => self.permits(Ipv4Addr::LOCALHOST.into()),
            Host::Domain(name) => {
                let name = name.trim_end_matches('.');
                let is_inside = [".localhost", ".local", ".internal", ".home.arpa"];
                name.contains('.') && !is_inside.iter().any(|end| name.ends_with(end))
            }
        }
    }
}

fn is_this_machine(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => name.trim_end_matches('.').eq_ignore_ascii_case("localhost"),
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => {
            let within = |(first, length): &([u8; 4], u8)| {
                Ipv4Net::new_assert(Ipv4Addr::from(*first), *length).contains(&address)
            };
            !SPECIAL_IPV4.iter().any(within)
        }
        IpAddr::V6(address) => {
            let within = |(first, length): &([u16; 8], u8)| {
                Ipv6Net::new_assert(Ipv6Addr::from(*first), *length).contains(&address)
            };
            // Everything outside is refused: IPv4-mapped and NAT64 addresses, local ones and multicast.
            within(&PUBLIC_IPV6) && !SPECIAL_IPV6.iter().any(within)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Addresses that a webhook must never reach: private, local, metadata services, multicast, and IPv6 addresses that
    /// contain IPv4 addresses.
    const FORBIDDEN: [&str; 52] = [
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.100.100.200",
        "100.127.255.254",
        "127.0.0.1",
        "127.1.2.3",
        "127.255.255.255",
        "169.254.0.1",
        "169.254.169.254",
        "169.254.170.2",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.0.192",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.0.1",
        "192.168.255.255",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:169.254.169.254",
        "::ffff:8.8.8.8",
        "64:ff9b::7f00:1",
        "64:ff9b::808:808",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:0:7f00:1::",
        "2001:10::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "2002:a00:1::1",
        "3fff::1",
        "fc00::1",
        "fd00:ec2::254",
        "fe80::1",
        "fec0::1",
        "ff02::1",
    ];

    #[test]
    fn forbidden_addresses_are_refused() {
        let rules = AddressRules::default();
        for text in FORBIDDEN {
            let address: IpAddr = text.parse().unwrap();
            assert!(!rules.permits(address), "{text}");
            let url = match address {
                IpAddr::V4(_) => format!("https://{text}/hook"),
                IpAddr::V6(_) => format!("https://[{text}]/hook"),
            };
            assert!(rules.parse("url", &url).is_err(), "{url}");
        }
    }

    #[test]
    fn other_spellings_of_forbidden_addresses_are_refused() {
        let rules = AddressRules::default();
        for url in [
            "https://localhost/",
            "https://LOCALHOST./",
            "https://a.localhost/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://0177.0.0.1/",
            "https://127.1/",
            "https://[::ffff:7f00:1]/",
            "https://metadata/",
            "https://metadata.google.internal/",
            "https://printer.local/",
            "https://router.home.arpa/",
            "https://１２７.0.0.1/",
            "https://db/",
        ] {
            let refused = rules.parse("url", url).unwrap_err().to_string();
            assert!(refused.contains("not a public address"), "{url}: {refused}");
        }
    }

    #[test]
    fn malformed_addresses_are_refused_with_a_reason() {
        let rules = AddressRules::default();
        for (url, reason) in [
            ("", "must look like"),
            ("example.org/hook", "must look like"),
            ("http://example.org/hook", "must begin with https://"),
            ("ftp://example.org/hook", "must begin with https://"),
            ("mailto:me@example.org", "must contain a host"),
            ("https://me:secret@example.org/", "must not contain a user"),
            ("https://example.org/#top", "must not contain #"),
        ] {
            let refused = rules.parse("url", url).unwrap_err().to_string();
            assert!(refused.contains(reason), "{url}: {refused}");
        }
        let long = format!("https://example.org/{}", "a".repeat(2_000));
        assert!(rules.parse("url", &long).is_err());
    }

    #[test]
    fn public_addresses_are_permitted() {
        let rules = AddressRules::default();
        for url in [
            "https://example.org/hook?tenant=1",
            "https://example.org:8443/",
            "https://8.8.8.8/",
            "https://[2606:4700::1111]/",
            "https://xn--bcher-kva.example/",
        ] {
            assert!(rules.parse("url", url).is_ok(), "{url}");
        }
    }

    #[test]
    fn the_operator_may_allow_networks_and_hosts() {
        let sandbox = AddressRules::with_this_machine();
        for url in [
            "http://127.0.0.1:9000/",
            "http://localhost:9000/",
            "http://[::1]:1/",
        ] {
            assert!(sandbox.parse("url", url).is_ok(), "{url}");
        }
        assert!(sandbox.parse("url", "http://10.0.0.1/").is_err());
        let lists = |network: &str| {
            let hosts = [" hooks.internal ", ""].map(str::to_owned);
            AddressRules::of(&[network.to_owned()], &hosts)
        };
        assert!(
            lists("10.1")
                .unwrap_err()
                .to_string()
                .contains("10.1.0.0/16")
        );
        let rules = lists("10.1.0.0/16").unwrap();
        assert!(rules.parse("url", "https://10.1.2.3/").is_ok());
        assert!(rules.parse("url", "https://10.2.2.3/").is_err());
        assert!(rules.parse("url", "https://HOOKS.internal/").is_ok());
        assert!(
            rules.parse("url", "http://hooks.internal/").is_err(),
            "only https"
        );
    }
}

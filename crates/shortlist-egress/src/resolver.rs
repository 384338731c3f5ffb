//! Looks up host names, and returns only addresses that are allowed.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use shortlist_app::AddressRules;

/// No address of a host name is allowed.
#[derive(Debug, thiserror::Error)]
#[error(
    "the host name has no public address, and the operator of this service does not allow another"
)]
pub(crate) struct ForbiddenAddress;

/// Looks up host names for the connector. The connector connects to what this returns, so a name cannot have one address for
/// the check and another for the connection.
pub(crate) struct PublicResolver {
    rules: Arc<AddressRules>,
}

impl PublicResolver {
    /// Creates a resolver that keeps these rules.
    pub(crate) fn new(rules: Arc<AddressRules>) -> Self {
        Self { rules }
    }
}

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let rules = Arc::clone(&self.rules);
        Box::pin(async move {
            // The port is replaced by that of the address.
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let found: Vec<SocketAddr> = found.collect();
            if found.is_empty() {
                let missing =
                    io::Error::new(io::ErrorKind::NotFound, "the host name has no address");
                return Err(missing.into());
            }
            let is_allowed =
                |found: &SocketAddr| rules.permits_host(name.as_str()) || rules.permits(found.ip());
            let allowed: Vec<SocketAddr> = found.into_iter().filter(is_allowed).collect();
            if allowed.is_empty() {
                return Err(ForbiddenAddress.into());
            }
            let addresses: Addrs = Box::new(allowed.into_iter());
            Ok(addresses)
        })
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use super::*;

    fn resolve(host: &str, rules: AddressRules) -> Result<usize, String> {
        let resolver = PublicResolver::new(Arc::new(rules));
        let name = Name::from_str(host).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        let found = runtime.block_on(resolver.resolve(name));
        found
            .map(Iterator::count)
            .map_err(|error| error.to_string())
    }

    /// A name server may answer with any address, and with another one each time. `localhost` represents such a name here,
    /// because it has an address without any name server.
    #[test]
    fn a_name_with_a_forbidden_address_is_not_resolved() {
        let refused = resolve("localhost", AddressRules::default()).unwrap_err();
        assert!(refused.contains("no public address"), "{refused}");
    }

    #[test]
    fn the_operators_networks_and_hosts_are_resolved() {
        assert!(resolve("localhost", AddressRules::with_this_machine()).unwrap() > 0);
        let hosts = AddressRules::of(&[], &["localhost".to_owned()]).unwrap();
        assert!(resolve("localhost", hosts).unwrap() > 0);
    }
}

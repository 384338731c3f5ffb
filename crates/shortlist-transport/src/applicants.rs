//! Where applications come from, and how many of one place may arrive at once.
//!
//! A body arrives as slowly as its sender likes. So an application takes a turn only after it has arrived. Until then it takes
//! one of these places, and no network can take all of them.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix_web::HttpRequest;
use actix_web::http::header::HeaderName;
use shortlist_app::{ApplicationSender, ClientNetwork};
use shortlist_domain::OrganizationId;
use shortlist_turns::{Shares, Sharing};

use crate::error::{ApiError, Code};
use crate::turn_rules::{MAX_ARRIVING, MAX_ARRIVING_OF_NETWORK};

/// The header in which the server of a careers site states the address of an applicant.
pub(crate) static APPLICANT_ADDRESS: HeaderName = HeaderName::from_static("x-applicant-address");
/// The time after which to try again, in seconds.
const RETRY_SECONDS: i64 = 5;

/// Where an application comes from, for the purpose of limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum ApplicationOrigin {
    /// A network; `None` if the address is unknown.
    Network(Option<ClientNetwork>),
    /// The server of a careers site, which did not state the address of the applicant. Only the limits of its key hold.
    Server,
}

impl ApplicationOrigin {
    /// Returns the origin of an application. Only a key for servers may state an address, because everybody may have the
    /// other keys.
    pub(crate) fn of(request: &HttpRequest, sender: &ApplicationSender) -> Result<Self, ApiError> {
        let stated = request.headers().get(&APPLICANT_ADDRESS);
        let refused = |problem: &str| {
            let message = format!("X-Applicant-Address: {problem}");
            Err(ApiError::new(Code::BadUserInput, message))
        };
        match (stated, sender.is_server) {
            (None, true) => Ok(Self::Server),
            (None, false) => {
                let address = sender.address.as_deref().unwrap_or_default();
                Ok(Self::Network(ClientNetwork::of_subnet(address)))
            }
            (Some(_), false) => {
                refused("needs a key with the permission apply:server; omit the header")
            }
            (Some(stated), true) => {
                let address = stated.to_str().unwrap_or_default().trim();
                match ClientNetwork::of_subnet(address) {
                    Some(network) => Ok(Self::Network(Some(network))),
                    None => refused("must be the IPv4 or IPv6 address of the applicant"),
                }
            }
        }
    }
}

/// The applications that are arriving.
#[derive(Clone)]
pub(crate) struct Arrivals(Arc<Mutex<State>>);

struct State {
    organizations: Shares<OrganizationId>,
    networks: HashMap<ApplicationOrigin, usize>,
}

/// The place of an application that is arriving. Dropping it returns the place.
pub(crate) struct Arrival {
    arrivals: Arrivals,
    organization: OrganizationId,
    origin: ApplicationOrigin,
}

impl Default for Arrivals {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(State {
            organizations: Shares::new(MAX_ARRIVING, Sharing::ManyCallers),
            networks: HashMap::new(),
        })))
    }
}

impl Arrivals {
    /// Takes a place for an application.
    pub(crate) fn begin(
        &self,
        organization: &OrganizationId,
        origin: ApplicationOrigin,
    ) -> Result<Arrival, ApiError> {
        let mut state = self.lock();
        let arriving = state.networks.get(&origin).copied().unwrap_or(0);
        let is_network = matches!(origin, ApplicationOrigin::Network(_));
        if is_network && arriving >= MAX_ARRIVING_OF_NETWORK {
            let message = format!(
                "{MAX_ARRIVING_OF_NETWORK} applications from this network are arriving already; send this one again in \
                 {RETRY_SECONDS} s"
            );
            let error = ApiError::new(Code::TooManyRequests, message);
            return Err(error.retry_after(RETRY_SECONDS));
        }
        if !state.organizations.try_take(organization, 1) {
            let message = "too many applications are arriving at once; send this one again later";
            return Err(ApiError::new(Code::Unavailable, message).retry_after(RETRY_SECONDS));
        }
        *state.networks.entry(origin).or_default() += 1;
        Ok(Arrival {
            arrivals: self.clone(),
            organization: organization.clone(),
            origin,
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Arrival {
    fn drop(&mut self) {
        let mut state = self.arrivals.lock();
        state.organizations.release(&self.organization, 1);
        if let Some(arriving) = state.networks.get_mut(&self.origin) {
            *arriving -= 1;
            if *arriving == 0 {
                state.networks.remove(&self.origin);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn organization(name: &str) -> OrganizationId {
        OrganizationId::parse("organizationId", name).unwrap()
    }

    fn network(address: &str) -> ApplicationOrigin {
        ApplicationOrigin::Network(ClientNetwork::of_subnet(address))
    }

    #[test]
    fn one_network_cannot_take_every_place() {
        let (arrivals, a) = (Arrivals::default(), organization("a"));
        let take = |address: &str| arrivals.begin(&a, network(address));
        let mut held: Vec<Arrival> = (0..MAX_ARRIVING_OF_NETWORK)
            .map(|n| take(&format!("192.0.2.{n}")).unwrap())
            .collect();
        let refused = take("192.0.2.99").map(drop).unwrap_err();
        assert_eq!(refused.code, Code::TooManyRequests);
        assert_eq!(refused.retry_after_seconds, Some(RETRY_SECONDS));
        drop(take("192.0.3.1").unwrap());
        held.pop();
        drop(take("192.0.2.99").unwrap());
    }

    #[test]
    fn one_organization_cannot_take_every_place() {
        let arrivals = Arrivals::default();
        let (a, b) = (organization("a"), organization("b"));
        let take = |of: &OrganizationId| arrivals.begin(of, ApplicationOrigin::Server);
        let held: Vec<Arrival> = (0..MAX_ARRIVING / 2).map(|_| take(&a).unwrap()).collect();
        assert_eq!(take(&a).map(drop).unwrap_err().code, Code::Unavailable);
        drop(take(&b).unwrap());
        drop(held);
        assert!(arrivals.lock().networks.is_empty());
        drop(take(&a).unwrap());
    }
}

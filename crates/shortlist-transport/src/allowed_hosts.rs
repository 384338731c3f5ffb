//! The host names by which clients may address the service.
//!
//! A page of a stranger can make its own host name point to this machine (DNS rebinding). Browsers then take the service for a part
//! of that page, and let it read every answer. The page cannot hide its name: it is in `Host`.

use std::net::{IpAddr, Ipv6Addr};

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::HOST;
use actix_web::http::uri::Authority;
use actix_web::middleware::Next;
use actix_web::{HttpRequest, HttpResponse, web};
use serde_json::json;

/// What load balancers ask, under whatever name they know a server by. The answers contain nothing of anybody.
const HEALTH: &str = "/health/";

/// The host names by which clients may address the service.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AllowedHosts {
    /// `None` allows every name.
    names: Option<Vec<String>>,
}

/// The error for a text that is not a valid host name.
#[derive(Debug, thiserror::Error)]
#[error(
    "{0} is not a valid host name; write it without scheme, port and path, such as shortlist.example.org"
)]
pub struct InvalidHost(String);

impl AllowedHosts {
    /// Parses a list of host names. Addresses and the names of this machine are always allowed: no stranger's page has them.
    ///
    /// # Errors
    /// Returns [`InvalidHost`] if a text is not a host name.
    pub fn parse<T: AsRef<str>>(texts: &[T]) -> Result<Self, InvalidHost> {
        let name = |text: &T| {
            let text = text.as_ref().trim();
            let spelled = text.parse::<Authority>();
            let is_name = spelled.is_ok_and(|authority| authority.host() == text);
            if is_name && !text.contains('*') {
                Ok(canonical(text))
            } else {
                Err(InvalidHost(text.to_owned()))
            }
        };
        let names = texts.iter().map(name).collect::<Result<_, _>>()?;
        Ok(Self { names: Some(names) })
    }

    /// Returns whether clients may address the service by this host, which may have a port.
    fn permits(&self, host: &str) -> bool {
        let Some(names) = &self.names else {
            return true;
        };
        let Ok(authority) = host.parse::<Authority>() else {
            return false;
        };
        let name = canonical(authority.host());
        is_address(&name)
            || name == "localhost"
            || name.ends_with(".localhost")
            || names.contains(&name)
    }
}

fn canonical(name: &str) -> String {
    name.trim_end_matches('.').to_ascii_lowercase()
}

fn is_address(name: &str) -> bool {
    let bare = name
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    match bare {
        Some(bare) => bare.parse::<Ipv6Addr>().is_ok(),
        None => name.parse::<IpAddr>().is_ok(),
    }
}

/// A middleware that refuses requests that address the service by a name that is not allowed. The application has the
/// [`AllowedHosts`] as data.
///
/// # Errors
/// Returns the errors of the inner service.
pub async fn check_host(
    hosts: web::Data<AllowedHosts>,
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<EitherBody<BoxBody, impl MessageBody>>, actix_web::Error> {
    let refused = refused_host(&hosts, request.request());
    if let Some(host) = refused {
        let answer = refusal(&host);
        let answer = request.into_response(answer);
        return Ok(answer.map_into_left_body());
    }
    let response = next.call(request).await?;
    Ok(response.map_into_right_body())
}

/// Returns the host of a request that must be refused. HTTP/1.0 needs none, and no browser omits it.
fn refused_host(allowed: &AllowedHosts, request: &HttpRequest) -> Option<String> {
    if request.path().starts_with(HEALTH) {
        return None;
    }
    // Not what a proxy or the client says in other headers: a page can send those.
    let hosts = request.headers().get_all(HOST);
    let named = hosts.map(|host| String::from_utf8_lossy(host.as_bytes()).into_owned());
    let authority = request.uri().authority();
    let mut all = named.chain(authority.map(|authority| authority.as_str().to_owned()));
    all.find(|host| !allowed.permits(host))
}

fn refusal(host: &str) -> HttpResponse {
    let host: String = host.chars().filter(|c| !c.is_control()).take(100).collect();
    let message = format!(
        "this server is not known as {host}; its operator can allow the name with --allowed-hosts, or with --public-url"
    );
    HttpResponse::build(StatusCode::MISDIRECTED_REQUEST).json(json!({ "error": message }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_machine_addresses_and_named_hosts_pass() {
        let hosts = AllowedHosts::parse(&["Jobs.Example.org"]).unwrap();
        for host in [
            "localhost",
            "LOCALHOST:8080",
            "app.localhost:8080",
            "127.0.0.1:8080",
            "[::1]:8080",
            "192.0.2.7",
            "jobs.example.org",
            "JOBS.example.org.:8443",
        ] {
            assert!(hosts.permits(host), "{host}");
        }
        for host in [
            "",
            "evil.example.org",
            "127.0.0.1.evil.example.org",
            "localhost.evil.example.org",
            "evillocalhost",
            "other.jobs.example.org",
            "jobs.example.org@evil.example.org",
            "a b",
            "2130706433x",
        ] {
            assert!(!hosts.permits(host), "{host}");
        }
        assert!(AllowedHosts::default().permits("evil.example.org"));
    }

    #[test]
    fn what_is_not_a_name_is_refused() {
        for text in [
            "",
            "https://jobs.example.org",
            "jobs.example.org:8080",
            "jobs.example.org/app",
            "*.example.org",
            "a b",
        ] {
            let error = AllowedHosts::parse(&[text]).unwrap_err();
            assert!(error.to_string().starts_with(text), "{error}");
        }
    }
}

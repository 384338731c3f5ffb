//! The mail server to send by, and how.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use shortlist_domain::{InvalidValue, MailProblem};
use url::{Host, Url};

/// The port for mail with STARTTLS (RFC 6409).
const SUBMISSION_PORT: u16 = 587;
/// The port for mail with TLS from the beginning (RFC 8314).
const SUBMISSIONS_PORT: u16 = 465;

/// How the connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encryption {
    /// From the beginning.
    Tls,
    /// After STARTTLS. Without it, no mail is sent.
    StartTls,
    /// Not at all. Only for a server on this machine.
    None,
}

/// A user of the mail server with their password.
#[derive(Clone, PartialEq, Eq)]
pub struct SignIn {
    /// The user.
    pub user: String,
    /// The password.
    pub password: String,
}

impl fmt::Debug for SignIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SignIn")
            .field("user", &self.user)
            .finish_non_exhaustive()
    }
}

/// How long the steps may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// To look up the server and to connect.
    pub connect: Duration,
    /// For each answer before the text of the mail.
    pub answer: Duration,
    /// For the answer to the text. Servers check mail before they answer, so it should be long: a mail whose answer was too late is
    /// sent again.
    pub data: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            answer: Duration::from_secs(60),
            data: Duration::from_secs(300),
        }
    }
}

/// A mail server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailServer {
    pub(crate) host: String,
    pub(crate) port: u16,
    pub(crate) encryption: Encryption,
    /// Who signs in. Without it, nobody does.
    pub sign_in: Option<SignIn>,
    /// The file with certificates of further authorities, PEM.
    pub ca_file: Option<PathBuf>,
    /// How long the steps may take.
    pub timeouts: Timeouts,
}

impl MailServer {
    /// Parses an address: `smtp://host:port` for STARTTLS, `smtps://host:port` for TLS from the beginning. If the port is left out, it
    /// is 587 or 465.
    ///
    /// # Errors
    /// Returns an error if it is another address, or contains a password.
    pub fn parse(field: &str, text: &str) -> Result<Self, InvalidValue> {
        let invalid = || InvalidValue::new(field, MailProblem::NotMailServer);
        let url = Url::parse(text.trim()).map_err(|_cause| invalid())?;
        let encryption = match url.scheme() {
            "smtp" => Encryption::StartTls,
            "smtps" => Encryption::Tls,
            _ => return Err(invalid()),
        };
        if !url.username().is_empty() || url.password().is_some() {
            return Err(InvalidValue::new(field, MailProblem::HasPassword));
        }
        let is_plain = matches!(url.path(), "" | "/") && url.query().is_none();
        let host = url.host().filter(|_| is_plain && url.fragment().is_none());
        let host = host.ok_or_else(invalid)?;
        Ok(Self {
            // The URL of an unknown scheme keeps its host as it is written.
            host: host_name(&host).ok_or_else(invalid)?,
            port: url.port().unwrap_or(match encryption {
                Encryption::Tls => SUBMISSIONS_PORT,
                _ => SUBMISSION_PORT,
            }),
            encryption,
            sign_in: None,
            ca_file: None,
            timeouts: Timeouts::default(),
        })
    }

    /// Returns the host.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Returns the port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns how the connection is encrypted.
    pub fn encryption(&self) -> Encryption {
        self.encryption
    }

    /// Gives up STARTTLS, for a server on this machine.
    ///
    /// # Errors
    /// Returns an error if the server is another machine, or the address is `smtps://`.
    pub fn unencrypted(mut self, field: &str) -> Result<Self, InvalidValue> {
        if self.encryption == Encryption::Tls {
            return Err(InvalidValue::new(field, MailProblem::AlwaysEncrypted));
        }
        if !is_this_machine(&self.host) {
            let problem = MailProblem::OtherMachine(self.host);
            return Err(InvalidValue::new(field, problem));
        }
        self.encryption = Encryption::None;
        Ok(self)
    }
}

impl fmt::Display for MailServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = match self.encryption {
            Encryption::Tls => "smtps",
            _ => "smtp",
        };
        match self.host.parse::<IpAddr>() {
            Ok(IpAddr::V6(address)) => write!(f, "{scheme}://[{address}]:{}", self.port),
            _ => write!(f, "{scheme}://{}:{}", self.host, self.port),
        }
    }
}

/// Returns the host as the resolver and the check of certificates take it.
fn host_name(host: &Host<&str>) -> Option<String> {
    match host {
        Host::Domain(name) => match Host::parse(name).ok()? {
            Host::Domain(name) => Some(name),
            Host::Ipv4(address) => Some(address.to_string()),
            Host::Ipv6(_) => None,
        },
        Host::Ipv4(address) => Some(address.to_string()),
        Host::Ipv6(address) => Some(address.to_string()),
    }
}

/// Returns whether a host is this machine whatever a name server says.
fn is_this_machine(host: &str) -> bool {
    let address = host.parse::<IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<MailServer, InvalidValue> {
        MailServer::parse("mail_url", text)
    }

    #[test]
    fn the_scheme_decides_encryption_and_port() {
        for (text, shown, encryption) in [
            (
                "smtp://mail.example.org",
                "smtp://mail.example.org:587",
                Encryption::StartTls,
            ),
            (
                "smtps://mail.example.org/",
                "smtps://mail.example.org:465",
                Encryption::Tls,
            ),
            (
                "smtp://Mail.Müller.example:25",
                "smtp://mail.xn--mller-kva.example:25",
                Encryption::StartTls,
            ),
            (
                "smtp://[::1]:2525",
                "smtp://[::1]:2525",
                Encryption::StartTls,
            ),
            (
                "smtp://127.0.0.1",
                "smtp://127.0.0.1:587",
                Encryption::StartTls,
            ),
        ] {
            let server = parse(text).unwrap();
            assert_eq!(
                (server.to_string().as_str(), server.encryption),
                (shown, encryption)
            );
        }
    }

    #[test]
    fn other_addresses_are_refused() {
        for text in [
            "",
            "mail.example.org",
            "http://mail.example.org",
            "smtp://",
            "smtp://a/b",
            "smtp://a?tls=no",
        ] {
            let refused = parse(text).unwrap_err().to_string();
            assert!(refused.contains("smtp://mail.example.org:587"), "{refused}");
        }
        let refused = parse("smtp://ada:s3cret@mail.example.org")
            .unwrap_err()
            .to_string();
        assert!(
            refused.contains("mail_user") && !refused.contains("s3cret"),
            "{refused}"
        );
    }

    #[test]
    fn only_this_machine_gets_unencrypted_mail() {
        for near in [
            "smtp://127.0.0.1:25",
            "smtp://localhost:25",
            "smtp://[::1]:25",
        ] {
            let server = parse(near).unwrap().unencrypted("mail_starttls").unwrap();
            assert_eq!(server.encryption, Encryption::None);
        }
        for far in [
            "smtp://mail.example.org",
            "smtp://127.0.0.1.example.org",
            "smtp://10.0.0.1",
            "smtps://localhost",
        ] {
            assert!(
                parse(far).unwrap().unencrypted("mail_starttls").is_err(),
                "{far}"
            );
        }
    }

    #[test]
    fn the_password_is_not_shown() {
        let mut server = parse("smtp://mail.example.org").unwrap();
        server.sign_in = Some(SignIn {
            user: "ada".to_owned(),
            password: "s3cret".to_owned(),
        });
        assert!(!format!("{server:?} {server}").contains("s3cret"));
    }
}

//! How fast e-mails are sent, as a configuration says.

use shortlist_mail::{MailAddress, RateLimit, Throttle};

use super::mail::MailSettings;
use crate::Failure;

/// The most e-mails in a minute that can be configured.
const MAX_PER_MINUTE: u32 = 60_000;
/// The most e-mails at once that can be configured.
const MAX_CONNECTIONS: u32 = 100;
/// After a time without mails, those of this part of a minute may begin without waiting.
const BURSTS_PER_MINUTE: u32 = 6;
/// The most mails that may begin without waiting.
const MAX_BURST: u32 = 20;

impl MailSettings {
    /// Returns what limits how fast e-mails are sent.
    pub(crate) fn throttle(&self) -> Result<Throttle, Failure> {
        for (name, number, most) in [
            ("mail_per_minute", self.mail_per_minute, MAX_PER_MINUTE),
            ("mail_connections", self.mail_connections, MAX_CONNECTIONS),
            (
                "mail_domain_per_minute",
                self.mail_domain_per_minute,
                MAX_PER_MINUTE,
            ),
            (
                "mail_domain_connections",
                self.mail_domain_connections,
                MAX_CONNECTIONS,
            ),
        ] {
            if number > most {
                return Err(Failure::new(format!("{name} must be at most {most}")));
            }
        }
        let mut throttle = Throttle::new(
            rate_limit(self.mail_per_minute, self.mail_connections),
            rate_limit(self.mail_domain_per_minute, self.mail_domain_connections),
        );
        for text in &self.mail_domain_limits {
            let (domain, limit) = domain_limit(text).ok_or_else(|| malformed(text))?;
            if throttle.limit_domain(domain, limit).is_some() {
                return Err(Failure::new(format!(
                    "mail_domain_limits names the domain of {text:?} twice"
                )));
            }
        }
        Ok(throttle)
    }
}

fn rate_limit(per_minute: u32, connections: u32) -> RateLimit {
    RateLimit {
        max_concurrent: usize::try_from(connections).unwrap_or(usize::MAX),
        per_minute,
        burst: (per_minute / BURSTS_PER_MINUTE).clamp(1, MAX_BURST),
    }
}

/// Reads the limit of a domain, which is returned as DNS uses it.
fn domain_limit(text: &str) -> Option<(String, RateLimit)> {
    let (domain, numbers) = text.split_once('=')?;
    let (per_minute, connections) = numbers.split_once('/')?;
    let number = |text: &str, most: u32| {
        let parsed = text.trim().parse::<u32>().ok();
        parsed.filter(|value| (1..=most).contains(value))
    };
    let limit = rate_limit(
        number(per_minute, MAX_PER_MINUTE)?,
        number(connections, MAX_CONNECTIONS)?,
    );
    let address = format!("postmaster@{}", domain.trim());
    let address = MailAddress::parse("mail_domain_limits", &address).ok()?;
    Some((address.domain().to_owned(), limit))
}

fn malformed(text: &str) -> Failure {
    Failure::new(format!(
        "mail_domain_limits must contain entries such as example.org=30/1: a domain, e-mails in a minute (1 to {MAX_PER_MINUTE}) and \
         e-mails at once (1 to {MAX_CONNECTIONS}); {text:?} is none"
    ))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use shortlist_mail::Admission;

    use super::*;
    use crate::config::Config;

    fn defaults() -> MailSettings {
        Config::defaults().unwrap().mail
    }

    fn limited(domains: &[&str]) -> Result<Throttle, String> {
        let settings = MailSettings {
            mail_domain_limits: domains.iter().map(|&domain| domain.to_owned()).collect(),
            ..defaults()
        };
        settings.throttle().map_err(|failure| failure.report())
    }

    #[test]
    fn a_domain_can_have_other_limits() {
        let mut throttle = limited(&["Müller.example = 30/1", "example.net=60/2"]).unwrap();
        let now = Instant::now();
        let named = "xn--mller-kva.example";
        assert_eq!(throttle.begin(named, now), Admission::Now);
        assert_eq!(throttle.begin(named, now), Admission::AfterAnother);
        for _ in 0..defaults().mail_domain_connections {
            assert_eq!(throttle.begin("example.org", now), Admission::Now);
        }
        let next = throttle.begin("example.org", now);
        assert_eq!(next, Admission::AfterAnother);
    }

    #[test]
    fn limits_that_cannot_be_kept_are_refused() {
        for text in [
            "example.org",
            "example.org=30",
            "example.org=0/1",
            "example.org=30/0",
            "example.org=30/101",
            "=30/1",
            "a b=30/1",
        ] {
            let refused = limited(&[text]).unwrap_err();
            assert!(refused.contains("example.org=30/1: a domain"), "{refused}");
        }
        let twice = limited(&["example.org=30/1", "EXAMPLE.org=60/2"]).unwrap_err();
        assert!(twice.contains("twice"), "{twice}");
        let many = MailSettings {
            mail_connections: 101,
            ..defaults()
        };
        let refused = many.throttle().unwrap_err().report();
        assert!(
            refused.contains("mail_connections must be at most 100"),
            "{refused}"
        );
    }
}

//! The domains of recipients whose mails were written a moment ago. With these, the throttle is asked before a mail is composed.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use shortlist_domain::NewMail;

/// How long a domain is remembered. An address that is corrected counts after that.
const REMEMBERED_FOR: Duration = Duration::from_secs(60);
/// How many recipients are remembered.
const MAX_REMEMBERED: usize = 1_024;

/// The domains of an organization's recipients, by the identifier of the user or candidate.
#[derive(Default)]
pub(super) struct RecipientDomains(HashMap<String, Known>);

struct Known {
    domain: String,
    at: Instant,
}

impl RecipientDomains {
    /// Returns the domain that a mail goes to, if it is known.
    pub(super) fn find(&self, mail: &NewMail, now: Instant) -> Option<&str> {
        let known = self.0.get(recipient(mail)?)?;
        (now < known.at + REMEMBERED_FOR).then_some(known.domain.as_str())
    }

    /// Remembers the domain that a mail goes to.
    pub(super) fn remember(&mut self, mail: &NewMail, domain: &str, now: Instant) {
        let Some(recipient) = recipient(mail) else {
            return;
        };
        if self.0.len() >= MAX_REMEMBERED {
            self.0.clear();
        }
        let known = Known {
            domain: domain.to_owned(),
            at: now,
        };
        self.0.insert(recipient.to_owned(), known);
    }
}

/// Returns the identifier of whom a mail goes to.
fn recipient(mail: &NewMail) -> Option<&str> {
    match (&mail.user_id, &mail.candidate_id) {
        (Some(user), _) => Some(user.as_str()),
        (None, Some(candidate)) => Some(candidate.as_str()),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::{MailKind, Timestamp, UserId};
    use shortlist_mail::{Admission, Outcome, RateLimit, Throttle};

    use super::*;

    const LIMIT: RateLimit = RateLimit {
        max_concurrent: 1,
        per_minute: 60_000,
        burst: 60_000,
    };
    const MANY: RateLimit = RateLimit {
        max_concurrent: 16,
        ..LIMIT
    };

    fn mail_to(user: &str) -> NewMail {
        NewMail {
            id: format!("password_reset.{user}"),
            kind: MailKind::PasswordReset,
            user_id: Some(UserId::parse("id", user).unwrap()),
            candidate_id: None,
            link_id: None,
            interview: None,
            send_at: Timestamp::from_unix_millis(0).unwrap(),
        }
    }

    /// Looks at a mail as the outbox does. Returns whether it was composed.
    fn look(
        throttle: &mut Throttle,
        domains: &mut RecipientDomains,
        mail: &NewMail,
        now: Instant,
    ) -> bool {
        if throttle.check(domains.find(mail, now), now) != Admission::Now {
            return false;
        }
        domains.remember(mail, "example.org", now);
        throttle.begin("example.org", now);
        true
    }

    #[test]
    fn a_mail_that_is_held_is_composed_once() {
        let (mut domains, now) = (RecipientDomains::default(), Instant::now());
        let mut throttle = Throttle::new(MANY, LIMIT);
        let (first, second) = (mail_to("usr_1"), mail_to("usr_2"));
        assert!(look(&mut throttle, &mut domains, &first, now));
        let looks = (0..5).map(|_| look(&mut throttle, &mut domains, &second, now));
        assert_eq!(looks.filter(|composed| *composed).count(), 1);
        throttle.finish("example.org", Outcome::Answered, now);
        assert!(look(&mut throttle, &mut domains, &second, now));
        assert_eq!(throttle.running(), 1);
    }

    #[test]
    fn a_mail_that_the_server_holds_is_not_composed() {
        let (mut domains, now) = (RecipientDomains::default(), Instant::now());
        let mut throttle = Throttle::new(LIMIT, MANY);
        assert!(look(&mut throttle, &mut domains, &mail_to("usr_1"), now));
        assert!(!look(&mut throttle, &mut domains, &mail_to("usr_2"), now));
    }

    #[test]
    fn a_domain_is_forgotten_so_that_a_corrected_address_counts() {
        let (mut domains, now) = (RecipientDomains::default(), Instant::now());
        let mail = mail_to("usr_1");
        domains.remember(&mail, "example.org", now);
        assert_eq!(domains.find(&mail, now), Some("example.org"));
        assert_eq!(domains.find(&mail, now + REMEMBERED_FOR), None);
        for number in 0..MAX_REMEMBERED {
            domains.remember(&mail_to(&format!("usr_a{number}")), "example.net", now);
        }
        assert!(domains.0.len() <= MAX_REMEMBERED);
    }
}

//! How fast mails are sent: to the server, and to each domain of recipients.
//!
//! The rate is that of the generic cell rate algorithm (ITU-T I.371): one number for each domain says when its next mail is due.

use std::collections::HashMap;
use std::time::{Duration, Instant};

#[cfg(test)]
mod tests;

/// The longest pause after a domain or the server asked to slow down.
const MAX_PAUSE: Duration = Duration::from_secs(60 * 60);
/// The first pause. Each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_secs(60);
/// How many domains are remembered. Only those that got mails within their rate can be more.
const REMEMBERED: usize = 1_024;

/// How many mails may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// How many are sent at once.
    pub max_concurrent: usize,
    /// How many begin in a minute. It is at least 1.
    pub per_minute: u32,
    /// How many may begin without waiting, after a time without any.
    pub burst: u32,
}

impl RateLimit {
    fn interval(self) -> Duration {
        Duration::from_secs(60) / self.per_minute.max(1)
    }

    fn allowance(self) -> Duration {
        self.interval() * self.burst.saturating_sub(1)
    }
}

/// Whether a mail may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Admission {
    /// It is sent now. [`Throttle::finish`] must follow.
    Now,
    /// Not before this time.
    NotBefore(Instant),
    /// As soon as another one has finished.
    AfterAnother,
}

/// How sending a mail ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It was accepted, or refused for a reason of its own.
    Answered,
    /// The recipient's domain asked to try again later.
    DomainBusy,
    /// The server itself did, or did not answer.
    ServerBusy,
}

/// What is known about the server, or a domain.
#[derive(Debug, Clone, Copy)]
struct Limiter {
    running: usize,
    /// When the next mail is due. It may begin earlier by the allowance.
    due: Instant,
    paused_until: Instant,
    /// The last pause. It is zero after a mail that was answered.
    pause: Duration,
}

impl Limiter {
    fn new(now: Instant) -> Self {
        Self {
            running: 0,
            due: now,
            paused_until: now,
            pause: Duration::ZERO,
        }
    }

    fn admission(self, limit: RateLimit, now: Instant) -> Admission {
        let due = self.due.checked_sub(limit.allowance()).unwrap_or(now);
        let due = due.max(self.paused_until);
        if due > now {
            Admission::NotBefore(due)
        } else if self.running >= limit.max_concurrent.max(1) {
            Admission::AfterAnother
        } else {
            Admission::Now
        }
    }

    fn begin(&mut self, limit: RateLimit, now: Instant) {
        self.running += 1;
        self.due = self.due.max(now) + limit.interval();
    }

    fn finish(&mut self, backoff: Backoff, now: Instant) {
        self.running = self.running.saturating_sub(1);
        match backoff {
            Backoff::Unchanged => {}
            // It began before the pause, so it says nothing about what comes after.
            Backoff::Ends if self.paused_until > now => {}
            Backoff::Ends => self.pause = Duration::ZERO,
            // Others that ran at the same time ask for the same pause.
            Backoff::Longer if self.paused_until > now => {}
            Backoff::Longer => {
                self.pause = (self.pause * 2).clamp(FIRST_PAUSE, MAX_PAUSE);
                self.paused_until = now + self.pause;
            }
        }
    }

    /// Returns whether all mails of a burst may begin, so that nothing but the backoff is lost if the limiter is forgotten.
    fn has_full_burst(self, now: Instant) -> bool {
        self.running == 0 && self.due <= now
    }

    /// Returns whether it says nothing any more. A backoff counts for as long as the longest pause.
    fn is_idle(self, now: Instant) -> bool {
        let is_old = self.pause.is_zero() || self.paused_until + MAX_PAUSE <= now;
        self.has_full_burst(now) && self.paused_until <= now && is_old
    }
}

/// What an outcome means for a limiter.
#[derive(Clone, Copy)]
enum Backoff {
    Unchanged,
    Ends,
    Longer,
}

/// Says which mail may be sent when. It knows no clock: times are given.
#[derive(Debug)]
pub struct Throttle {
    server_limit: RateLimit,
    domain_limit: RateLimit,
    /// The limits of domains that have their own.
    named_limits: HashMap<String, RateLimit>,
    server: Option<Limiter>,
    domains: HashMap<String, Limiter>,
}

impl Throttle {
    /// Creates a throttle for a server, on which nothing is sent yet.
    pub fn new(server_limit: RateLimit, domain_limit: RateLimit) -> Self {
        Self {
            server_limit,
            domain_limit,
            named_limits: HashMap::new(),
            server: None,
            domains: HashMap::new(),
        }
    }

    /// Gives a domain a limit of its own. Returns the one that it had.
    pub fn limit_domain(&mut self, domain: String, limit: RateLimit) -> Option<RateLimit> {
        self.named_limits.insert(domain, limit)
    }

    /// Returns what [`Self::begin`] would answer, and changes nothing. If the domain is not known yet, only the server's limit counts.
    pub fn check(&self, domain: Option<&str>, now: Instant) -> Admission {
        let server = self.server.unwrap_or_else(|| Limiter::new(now));
        let by_server = server.admission(self.server_limit, now);
        let Some(domain) = domain else {
            return by_server;
        };
        let known = self.domains.get(domain).copied();
        let limiter = known.unwrap_or_else(|| Limiter::new(now));
        later(by_server, limiter.admission(self.limit_of(domain), now))
    }

    /// Asks whether a mail to a domain may be sent. If it may not, nothing changes.
    pub fn begin(&mut self, domain: &str, now: Instant) -> Admission {
        let admission = self.check(Some(domain), now);
        if admission == Admission::Now {
            let server = self.server.unwrap_or_else(|| Limiter::new(now));
            let known = self.domains.get(domain).copied();
            let limiter = known.unwrap_or_else(|| Limiter::new(now));
            let domain_limit = self.limit_of(domain);
            if known.is_none() {
                self.make_room(now);
            }
            let begun = |mut limiter: Limiter, limit| {
                limiter.begin(limit, now);
                limiter
            };
            self.server = Some(begun(server, self.server_limit));
            let limiter = begun(limiter, domain_limit);
            self.domains.insert(domain.to_owned(), limiter);
        }
        admission
    }

    fn limit_of(&self, domain: &str) -> RateLimit {
        let named = self.named_limits.get(domain).copied();
        named.unwrap_or(self.domain_limit)
    }

    /// Reports how a mail ended that [`Self::begin`] admitted.
    pub fn finish(&mut self, domain: &str, outcome: Outcome, now: Instant) {
        let (server, limiter) = match outcome {
            Outcome::Answered => (Backoff::Ends, Backoff::Ends),
            Outcome::DomainBusy => (Backoff::Unchanged, Backoff::Longer),
            Outcome::ServerBusy => (Backoff::Longer, Backoff::Unchanged),
        };
        if let Some(found) = &mut self.server {
            found.finish(server, now);
        }
        if let Some(found) = self.domains.get_mut(domain) {
            found.finish(limiter, now);
        }
    }

    /// Returns how many mails are being sent.
    pub fn running(&self) -> usize {
        self.server.map_or(0, |server| server.running)
    }

    /// Forgets domains that are idle. If that is not enough, the backoff that ends first is forgotten: recipients of many domains
    /// could all be busy. How many mails a domain got within its rate is never forgotten.
    fn make_room(&mut self, now: Instant) {
        if self.domains.len() < REMEMBERED {
            return;
        }
        self.domains.retain(|_, limiter| !limiter.is_idle(now));
        if self.domains.len() < REMEMBERED {
            return;
        }
        let unused = self.domains.iter();
        let unused = unused.filter(|(_, limiter)| limiter.has_full_burst(now));
        let first = unused.min_by_key(|(_, limiter)| limiter.paused_until);
        if let Some(domain) = first.map(|(domain, _)| domain.clone()) {
            self.domains.remove(&domain);
        }
    }
}

/// Returns the stricter of two answers.
fn later(first: Admission, second: Admission) -> Admission {
    match (first, second) {
        (Admission::Now, other) | (other, Admission::Now) => other,
        (Admission::NotBefore(first), Admission::NotBefore(second)) => {
            Admission::NotBefore(first.max(second))
        }
        (Admission::NotBefore(time), Admission::AfterAnother)
        | (Admission::AfterAnother, Admission::NotBefore(time)) => Admission::NotBefore(time),
        (Admission::AfterAnother, Admission::AfterAnother) => Admission::AfterAnother,
    }
}

//! How fast mails are sent: to the server, and to each domain of recipients.
//!
//! The rate is that of the generic cell rate algorithm (ITU-T I.371): one number for each domain says when its next mail is due.

use std::collections::HashMap;
use std::time::{Duration, Instant};

/// The longest pause after a domain or the server asked to slow down.
const MAX_PAUSE: Duration = Duration::from_secs(60 * 60);
/// The first pause. Each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_secs(60);
/// How many domains are remembered before those without work are forgotten.
const REMEMBERED: usize = 1_024;

/// How many mails may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// How many are sent at once.
    pub at_once: usize,
    /// How many begin in a minute. It is at least 1.
    pub per_minute: u32,
    /// How many may begin without waiting, after a time without any.
    pub burst: u32,
}

impl Pace {
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
struct Lane {
    running: usize,
    /// When the next mail is due. It may begin earlier by the allowance.
    due: Instant,
    paused_until: Instant,
    /// The last pause. It is zero after a mail that was answered.
    pause: Duration,
}

impl Lane {
    fn new(now: Instant) -> Self {
        Self {
            running: 0,
            due: now,
            paused_until: now,
            pause: Duration::ZERO,
        }
    }

    fn admission(self, pace: Pace, now: Instant) -> Admission {
        let due = self.due.checked_sub(pace.allowance()).unwrap_or(now);
        let due = due.max(self.paused_until);
        if due > now {
            Admission::NotBefore(due)
        } else if self.running >= pace.at_once.max(1) {
            Admission::AfterAnother
        } else {
            Admission::Now
        }
    }

    fn begin(&mut self, pace: Pace, now: Instant) {
        self.running += 1;
        self.due = self.due.max(now) + pace.interval();
    }

    fn finish(&mut self, pauses: Pauses, now: Instant) {
        self.running = self.running.saturating_sub(1);
        match pauses {
            Pauses::None => self.pause = Duration::ZERO,
            // Others that ran at the same time ask for the same pause.
            Pauses::Longer if self.paused_until > now => {}
            Pauses::Longer => {
                self.pause = (self.pause * 2).clamp(FIRST_PAUSE, MAX_PAUSE);
                self.paused_until = now + self.pause;
            }
        }
    }

    fn is_idle(self, now: Instant) -> bool {
        self.running == 0 && self.due <= now && self.paused_until <= now && self.pause.is_zero()
    }
}

/// What an outcome means for a lane.
#[derive(Clone, Copy)]
enum Pauses {
    None,
    Longer,
}

/// Says which mail may be sent when. It knows no clock: times are given.
#[derive(Debug)]
pub struct Throttle {
    server_pace: Pace,
    domain_pace: Pace,
    server: Option<Lane>,
    domains: HashMap<String, Lane>,
}

impl Throttle {
    /// Creates a throttle for a server, on which nothing is sent yet.
    pub fn new(server_pace: Pace, domain_pace: Pace) -> Self {
        Self {
            server_pace,
            domain_pace,
            server: None,
            domains: HashMap::new(),
        }
    }

    /// Asks whether a mail to a domain may be sent. If it may not, nothing changes.
    pub fn begin(&mut self, domain: &str, now: Instant) -> Admission {
        let server = self.server.unwrap_or_else(|| Lane::new(now));
        let known = self.domains.get(domain).copied();
        let lane = known.unwrap_or_else(|| Lane::new(now));
        let admission = later(
            server.admission(self.server_pace, now),
            lane.admission(self.domain_pace, now),
        );
        if admission == Admission::Now {
            self.forget_idle(now);
            let begun = |mut lane: Lane, pace| {
                lane.begin(pace, now);
                lane
            };
            self.server = Some(begun(server, self.server_pace));
            let lane = begun(lane, self.domain_pace);
            self.domains.insert(domain.to_owned(), lane);
        }
        admission
    }

    /// Reports how a mail ended that [`Self::begin`] admitted.
    pub fn finish(&mut self, domain: &str, outcome: Outcome, now: Instant) {
        let (server, lane) = match outcome {
            Outcome::Answered => (Pauses::None, Pauses::None),
            Outcome::DomainBusy => (Pauses::None, Pauses::Longer),
            Outcome::ServerBusy => (Pauses::Longer, Pauses::None),
        };
        if let Some(found) = &mut self.server {
            found.finish(server, now);
        }
        if let Some(found) = self.domains.get_mut(domain) {
            found.finish(lane, now);
        }
    }

    /// Returns how many mails are being sent.
    pub fn running(&self) -> usize {
        self.server.map_or(0, |server| server.running)
    }

    fn forget_idle(&mut self, now: Instant) {
        if self.domains.len() >= REMEMBERED {
            self.domains.retain(|_, lane| !lane.is_idle(now));
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SERVER: Pace = Pace {
        at_once: 4,
        per_minute: 600,
        burst: 20,
    };
    const DOMAIN: Pace = Pace {
        at_once: 2,
        per_minute: 60,
        burst: 3,
    };

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_domain_gets_a_burst_and_then_its_rate() {
        let (mut throttle, now) = (Throttle::new(SERVER, DOMAIN), Instant::now());
        for _ in 0..3 {
            assert_eq!(throttle.begin("example.org", now), Admission::Now);
            throttle.finish("example.org", Outcome::Answered, now);
        }
        let next = now + seconds(1);
        assert_eq!(
            throttle.begin("example.org", now),
            Admission::NotBefore(next)
        );
        assert_eq!(throttle.begin("example.net", now), Admission::Now);
        assert_eq!(throttle.begin("example.org", next), Admission::Now);
    }

    #[test]
    fn only_so_many_run_at_once() {
        let (mut throttle, now) = (Throttle::new(SERVER, DOMAIN), Instant::now());
        for domain in ["a", "a", "b", "b"] {
            assert_eq!(throttle.begin(domain, now), Admission::Now);
        }
        assert_eq!(throttle.begin("a", now), Admission::AfterAnother);
        assert_eq!(
            throttle.begin("c", now),
            Admission::AfterAnother,
            "of the server"
        );
        throttle.finish("a", Outcome::Answered, now);
        assert_eq!(throttle.running(), 3);
        assert_eq!(throttle.begin("c", now), Admission::Now);
    }

    #[test]
    fn a_busy_domain_is_left_alone_for_longer_each_time() {
        let (mut throttle, mut now) = (Throttle::new(SERVER, DOMAIN), Instant::now());
        for pause in [60, 120, 240, 480, 960, 1_920, 3_600, 3_600] {
            assert_eq!(throttle.begin("busy", now), Admission::Now);
            throttle.finish("busy", Outcome::DomainBusy, now);
            let until = now + seconds(pause);
            assert_eq!(throttle.begin("busy", now), Admission::NotBefore(until));
            assert_eq!(throttle.begin("other", now), Admission::Now);
            throttle.finish("other", Outcome::Answered, now);
            now = until;
        }
        assert_eq!(throttle.begin("busy", now), Admission::Now);
        throttle.finish("busy", Outcome::Answered, now);
        assert_eq!(throttle.begin("busy", now), Admission::Now);
        throttle.finish("busy", Outcome::DomainBusy, now);
        let until = now + FIRST_PAUSE;
        assert_eq!(throttle.begin("busy", now), Admission::NotBefore(until));
    }

    #[test]
    fn a_busy_server_stops_all_domains_once() {
        let (mut throttle, now) = (Throttle::new(SERVER, DOMAIN), Instant::now());
        assert_eq!(throttle.begin("a", now), Admission::Now);
        assert_eq!(throttle.begin("b", now), Admission::Now);
        throttle.finish("a", Outcome::ServerBusy, now);
        throttle.finish("b", Outcome::ServerBusy, now);
        assert_eq!(
            throttle.begin("c", now),
            Admission::NotBefore(now + FIRST_PAUSE)
        );
    }

    #[test]
    fn domains_without_work_are_forgotten() {
        let pace = Pace {
            at_once: 9_999,
            per_minute: 60_000,
            burst: 9_999,
        };
        let (mut throttle, now) = (Throttle::new(pace, pace), Instant::now());
        for number in 0..4_096 {
            let now = now + seconds(number);
            let domain = format!("{number}.example.org");
            assert_eq!(throttle.begin(&domain, now), Admission::Now);
            throttle.finish(&domain, Outcome::Answered, now);
        }
        assert!(throttle.domains.len() <= REMEMBERED);
    }

    proptest! {
        /// Whatever happens, neither the rates nor the numbers at once are exceeded, and a wait that was announced is enough.
        #[test]
        fn limits_hold(steps in prop::collection::vec((0_u8..4, 0_u64..3_000, 0_u8..4), 1..300)) {
            let mut throttle = Throttle::new(SERVER, DOMAIN);
            let begin = Instant::now();
            let mut now = begin;
            let mut running: Vec<u8> = Vec::new();
            let mut begun = 0_u64;
            for (domain, wait, action) in steps {
                now += Duration::from_millis(wait);
                let name = format!("{domain}.example.org");
                if action == 0 && running.contains(&domain) {
                    let at = running.iter().position(|one| *one == domain).unwrap();
                    running.remove(at);
                    throttle.finish(&name, Outcome::Answered, now);
                } else if let Admission::NotBefore(due) = throttle.begin(&name, now) {
                    prop_assert!(due > now);
                } else if throttle.running() > running.len() {
                    running.push(domain);
                    begun += 1;
                }
                prop_assert_eq!(throttle.running(), running.len());
                prop_assert!(running.len() <= SERVER.at_once);
                prop_assert!(running.iter().filter(|one| **one == domain).count() <= DOMAIN.at_once);
                let elapsed = u64::try_from((now - begin).as_millis()).unwrap();
                prop_assert!(begun <= u64::from(SERVER.burst) + elapsed / 100);
            }
        }
    }
}

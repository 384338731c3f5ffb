//! Tests of how fast mails are sent.

use proptest::prelude::*;

use super::*;

const SERVER: RateLimit = RateLimit {
    max_concurrent: 4,
    per_minute: 600,
    burst: 20,
};
const DOMAIN: RateLimit = RateLimit {
    max_concurrent: 2,
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
fn a_check_says_what_begin_would_answer_and_changes_nothing() {
    let (mut throttle, now) = (Throttle::new(SERVER, DOMAIN), Instant::now());
    for _ in 0..9 {
        assert_eq!(throttle.check(Some("a"), now), Admission::Now);
    }
    for domain in ["a", "a", "b"] {
        assert_eq!(throttle.begin(domain, now), Admission::Now);
    }
    assert_eq!(throttle.check(Some("a"), now), Admission::AfterAnother);
    assert_eq!(throttle.check(None, now), Admission::Now, "of the server");
    assert_eq!(throttle.begin("b", now), Admission::Now);
    assert_eq!(throttle.check(None, now), Admission::AfterAnother);
    assert_eq!(throttle.running(), 4);
}

#[test]
fn a_named_domain_has_a_limit_of_its_own_within_that_of_the_server() {
    let (mut throttle, now) = (Throttle::new(SERVER, DOMAIN), Instant::now());
    let slow = RateLimit {
        max_concurrent: 1,
        per_minute: 2,
        burst: 1,
    };
    assert_eq!(throttle.limit_domain("slow".to_owned(), slow), None);
    let next = now + seconds(30);
    assert_eq!(throttle.begin("slow", now), Admission::Now);
    assert_eq!(throttle.begin("slow", next), Admission::AfterAnother);
    throttle.finish("slow", Outcome::Answered, now);
    assert_eq!(throttle.begin("slow", now), Admission::NotBefore(next));
    for domain in ["slow", "a", "a", "b"] {
        assert_eq!(throttle.begin(domain, next), Admission::Now, "{domain}");
    }
    assert_eq!(
        throttle.begin("c", next),
        Admission::AfterAnother,
        "of the server"
    );
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
fn the_backoff_of_a_domain_outlasts_a_busy_server() {
    let (mut throttle, mut now) = (Throttle::new(SERVER, DOMAIN), Instant::now());
    for outcome in [
        Outcome::DomainBusy,
        Outcome::ServerBusy,
        Outcome::DomainBusy,
    ] {
        assert_eq!(throttle.begin("a", now), Admission::Now);
        throttle.finish("a", outcome, now);
        now += FIRST_PAUSE;
    }
    let until = now + FIRST_PAUSE;
    assert_eq!(throttle.begin("a", now), Admission::NotBefore(until));
}

#[test]
fn the_backoff_of_the_server_outlasts_mails_that_began_before() {
    let (mut throttle, now) = (Throttle::new(SERVER, DOMAIN), Instant::now());
    for domain in ["a", "b", "c"] {
        assert_eq!(throttle.begin(domain, now), Admission::Now);
    }
    throttle.finish("a", Outcome::ServerBusy, now);
    throttle.finish("b", Outcome::Answered, now);
    throttle.finish("c", Outcome::DomainBusy, now);
    let now = now + FIRST_PAUSE;
    assert_eq!(throttle.begin("a", now), Admission::Now);
    throttle.finish("a", Outcome::ServerBusy, now);
    let until = now + FIRST_PAUSE * 2;
    assert_eq!(throttle.begin("a", now), Admission::NotBefore(until));
}

/// Sends a mail a second, each to another domain, and returns how many domains are remembered.
fn remembered(outcome: Outcome) -> usize {
    let limit = RateLimit {
        max_concurrent: 9_999,
        per_minute: 60_000,
        burst: 9_999,
    };
    let (mut throttle, now) = (Throttle::new(limit, limit), Instant::now());
    for number in 0..4_096 {
        let now = now + seconds(number);
        let domain = format!("{number}.example.org");
        assert_eq!(throttle.begin(&domain, now), Admission::Now);
        throttle.finish(&domain, outcome, now);
    }
    throttle.domains.len()
}

#[test]
fn domains_are_forgotten_even_if_all_are_busy() {
    for outcome in [Outcome::Answered, Outcome::DomainBusy] {
        assert!(remembered(outcome) <= REMEMBERED, "{outcome:?}");
    }
}

/// A mail of the simulation: to which of four domains, how long it takes, and how its first attempt ends.
#[derive(Debug, Clone)]
struct Planned {
    domain: u8,
    takes: Duration,
    first: Outcome,
}

fn planned() -> impl Strategy<Value = Planned> {
    let outcome = prop_oneof![
        8 => Just(Outcome::Answered),
        1 => Just(Outcome::DomainBusy),
        1 => Just(Outcome::ServerBusy),
    ];
    (0_u8..4, 0_u64..30_000, outcome).prop_map(|(domain, millis, first)| Planned {
        domain,
        takes: Duration::from_millis(millis),
        first,
    })
}

/// A mail that is being sent.
struct Sending {
    until: Instant,
    mail: Planned,
}

/// When a mail began, and to which domain.
struct Begun {
    at: Instant,
    domain: u8,
}

struct Simulation {
    throttle: Throttle,
    now: Instant,
    waiting: Vec<Planned>,
    sending: Vec<Sending>,
    begun: Vec<Begun>,
}

fn name(domain: u8) -> String {
    format!("{domain}.example.org")
}

impl Simulation {
    /// Begins what may begin, and returns when something can happen next.
    fn begin(&mut self) -> Option<Instant> {
        let mut next = self.sending.iter().map(|sending| sending.until).min();
        let waiting = std::mem::take(&mut self.waiting);
        for mail in waiting {
            match self.throttle.begin(&name(mail.domain), self.now) {
                Admission::Now => {
                    let (at, domain) = (self.now, mail.domain);
                    self.begun.push(Begun { at, domain });
                    let until = self.now + mail.takes;
                    next = next.into_iter().chain([until]).min();
                    self.sending.push(Sending { until, mail });
                }
                Admission::NotBefore(due) => {
                    assert!(due > self.now);
                    next = next.into_iter().chain([due]).min();
                    self.waiting.push(mail);
                }
                Admission::AfterAnother => {
                    assert!(!self.sending.is_empty(), "nothing to wait for");
                    self.waiting.push(mail);
                }
            }
        }
        next
    }

    /// Finishes what has ended. What the domain or the server refused for now waits again.
    fn finish(&mut self) {
        let now = self.now;
        let ended = |sending: &mut Sending| sending.until <= now;
        for Sending { mail, .. } in self.sending.extract_if(.., ended) {
            self.throttle.finish(&name(mail.domain), mail.first, now);
            if mail.first != Outcome::Answered {
                let first = Outcome::Answered;
                self.waiting.push(Planned { first, ..mail });
            }
        }
    }

    /// Checks each window of time that begins and ends with a mail.
    fn check(&self, limit: RateLimit, is_counted: impl Fn(&Begun) -> bool) {
        let times = self.begun.iter().filter(|begun| is_counted(begun));
        let times: Vec<Instant> = times.map(|begun| begun.at).collect();
        for (first, begin) in times.iter().enumerate() {
            for (last, end) in times.iter().enumerate().skip(first) {
                let intervals = (*end - *begin).as_nanos() / limit.interval().as_nanos();
                let allowed = u128::from(limit.burst) + intervals;
                assert!(u128::try_from(last - first + 1).unwrap() <= allowed);
            }
        }
    }
}

proptest! {
    /// Whatever the servers answer, no window of time has more mails than the limits allow, and each mail is sent in the end.
    #[test]
    fn limits_hold_in_each_window_and_no_mail_waits_forever(mails in prop::collection::vec(planned(), 1..60)) {
        let attempts = mails.iter().map(|mail| 1 + usize::from(mail.first != Outcome::Answered)).sum();
        let now = Instant::now();
        let mut simulation = Simulation { throttle: Throttle::new(SERVER, DOMAIN), now, waiting: mails, sending: Vec::new(), begun: Vec::new() };
        while let Some(next) = simulation.begin() {
            let running = simulation.sending.len();
            prop_assert!(running <= SERVER.max_concurrent);
            prop_assert_eq!(simulation.throttle.running(), running);
            for domain in 0..4 {
                let same = simulation.sending.iter().filter(|sending| sending.mail.domain == domain);
                prop_assert!(same.count() <= DOMAIN.max_concurrent);
            }
            simulation.now = simulation.now.max(next);
            prop_assert!(simulation.now < now + seconds(7 * 24 * 60 * 60), "{} mails wait", simulation.waiting.len());
            simulation.finish();
        }
        prop_assert!(simulation.waiting.is_empty());
        prop_assert_eq!(simulation.begun.len(), attempts);
        simulation.check(SERVER, |_| true);
        for domain in 0..4 {
            simulation.check(DOMAIN, |begun| begun.domain == domain);
        }
    }
}

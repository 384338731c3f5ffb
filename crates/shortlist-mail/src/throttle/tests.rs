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
            prop_assert!(running.len() <= SERVER.max_concurrent);
            prop_assert!(running.iter().filter(|one| **one == domain).count() <= DOMAIN.max_concurrent);
            let elapsed = u64::try_from((now - begin).as_millis()).unwrap();
            prop_assert!(begun <= u64::from(SERVER.burst) + elapsed / 100);
        }
    }
}

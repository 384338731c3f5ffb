//! Changes of the clock: revocations stay in effect, stored data is kept, and nobody is erased too early.

use std::sync::Arc;

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_persistence::DatabaseUrl;
use shortlist_transport::{RateLimits, WebState};

use crate::support::database::{on_postgresql, on_sqlite, open};
use crate::support::records::at;
use crate::support::service::{Service, answer};
use crate::support::writes::Writes as _;

on_both_databases!(
    a_clock_that_was_set_forward_ends_tokens_and_erases_nobody,
    events_after_a_clock_change_are_audited_in_order,
);

const RETENTION: &str =
    "mutation($input: SetRetentionPolicyInput!) { setRetentionPolicy(input: $input) { days } }";
const CANDIDATES: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) {
    candidate { _id } pageInfo { endCursor } } }";

fn known(service: &Service) -> bool {
    let caller = &service.recruiter;
    let found = service
        .app
        .access()
        .authenticate(&caller.key, &caller.token, "");
    found.is_ok()
}

/// Another server revokes a key. The cached caller expires within seconds, and stays expired when the clock is set
/// back.
fn a_clock_that_is_set_back_revives_no_cached_caller(url: &DatabaseUrl) {
    let service = Service::start(url);
    assert!(known(&service));
    let caller = &service.recruiter;
    let principal = service
        .app
        .access()
        .authenticate(&caller.key, &caller.token, "");
    let principal = principal.unwrap();
    let elsewhere = open(url.clone());
    let (organization, key) = (
        &principal.organization_id,
        principal.key_id.as_ref().unwrap(),
    );
    elsewhere.revoke_api_key(organization, key, at(0)).unwrap();
    service.clock.set_by(Duration::hours(-1));
    service.clock.advance(Duration::seconds(5));
    assert!(
        !known(&service),
        "within five seconds, whatever the clock shows"
    );
    // The clock reaches the time again at which the caller was cached.
    service
        .clock
        .advance(Duration::hours(1) - Duration::seconds(5));
    assert!(!known(&service));
}

#[test]
fn on_sqlite_a_clock_that_is_set_back_revives_no_cached_caller() {
    on_sqlite(a_clock_that_is_set_back_revives_no_cached_caller);
}

#[test]
fn on_postgresql_a_clock_that_is_set_back_revives_no_cached_caller() {
    on_postgresql(a_clock_that_is_set_back_revives_no_cached_caller);
}

fn a_clock_that_was_set_forward_ends_tokens_and_erases_nobody(service: &Service) {
    let job = service.create_job("Gardener", json!({}));
    service.candidate(&job, "Ada Example");
    let input = json!({ "organizationId": "org_ours", "days": 30 });
    service.data(&service.admin, RETENTION, input);
    let erased = || {
        let mut erased = 0;
        let mut tell = |_: &_, done: Result<shortlist_app::RetentionResult, _>| {
            erased += done.unwrap().candidates.len();
        };
        service.app.maintenance().run_daily(&mut tell).unwrap();
        erased
    };
    assert_eq!(erased(), 0);
    // A jump of a year is not a year. Nothing is erased for a day, in which the clock can be corrected.
    service.clock.set_by(Duration::days(365));
    assert!(!known(service), "its token's time is over");
    assert_eq!(erased(), 0);
    service.clock.advance(Duration::hours(23));
    assert_eq!(erased(), 0);
    service.clock.set_by(Duration::days(-365));
    assert_eq!(erased(), 0);
    // A year that really passes counts.
    service.clock.advance(Duration::days(2));
    assert_eq!(erased(), 0);
    service.clock.advance(Duration::days(365));
    assert_eq!(erased(), 1);
}

fn events_after_a_clock_change_are_audited_in_order(service: &Service) {
    let job = service.create_job("Gardener", json!({}));
    let mut all = vec![service.candidate(&job, "Ada Example").0];
    service.clock.set_by(Duration::days(-1));
    all.extend(["Grace Example", "Joan Example"].map(|name| service.candidate(&job, name).0));
    // Paging by cursor returns each candidate once, including those of the day before.
    let mut met: Vec<Value> = Vec::new();
    let mut after = Value::Null;
    loop {
        let input = json!({ "organizationId": "org_ours", "pageSize": 1, "after": after });
        let page = service.data(&service.recruiter, CANDIDATES, input);
        let items = page["candidate"].as_array().unwrap();
        if items.is_empty() {
            break;
        }
        met.extend(items.iter().map(|item| item["_id"].clone()));
        after = page["pageInfo"]["endCursor"].clone();
    }
    met.sort_by_key(ToString::to_string);
    all.sort();
    assert_eq!(json!(met), json!(all));
    // The audit log continues its numbers, and records the time of the clock.
    let verdicts = service.app.audit().verify(None).unwrap();
    assert!(verdicts.iter().all(|(_, verdict)| verdict.broken.is_none()));
}

/// A key's rate limit window starts again after the change, so that no caller waits for a time in the past to return.
#[test]
fn a_clock_that_is_set_locks_no_key_out() {
    on_sqlite(|url| {
        let limits = RateLimits {
            requests_per_minute: 2,
            ..RateLimits::default()
        };
        let limited = |state: WebState| state.with_rate_limits(&limits);
        let service = Service::start_with_web_state(url, limited);
        let clock = Arc::clone(&service.clock);
        let status = || {
            let body = json!({ "query": "{ __typename }" });
            let request = service.post(&service.admin, "/graphql").json(&body);
            answer(request.send().unwrap()).0
        };
        assert_eq!([status(), status(), status()], [200, 200, 429]);
        clock.set_by(Duration::minutes(-10));
        assert_eq!([status(), status(), status()], [200, 200, 429]);
        clock.set_by(Duration::minutes(10));
        assert_eq!([status(), status(), status()], [200, 200, 429]);
    });
}

//! Model servers that fail: the formulas' score is unchanged, including its digest, and the receipt says why.

use std::time::Duration;

use serde_json::json;
use shortlist_app::{ModelLimits, NetworkTrust, ServerAddress};
use shortlist_model::{ModelOptions, limits};

use super::stub::{Reply, Stub};
use super::{
    LED, LINES, NAME, assert_formulas_only, assert_only_changed, options, patient,
    receipt_with_model, receipt_without_model, upload, with_model,
};
use crate::support::ports::free_address;

const UNUSABLE: &str = "gave an answer that cannot be used";
const TOO_SLOW: &str = "did not answer in time";
const UNREACHABLE: &str = "could not be reached";

fn leadership_opinion() -> Reply {
    Reply::opinions(&[("leadership", json!(1.0), &[LED])])
}

/// Uploads to a service whose model always sends the same reply. Asserts the unchanged score, the reason and the number
/// of requests.
fn assert_ignored(reply: fn() -> Reply, reason: &str, requests: usize) {
    let stub = Stub::answering(move |_, _| reply());
    assert_formulas_only(
        &receipt_with_model(&patient(&stub), &LINES),
        receipt_without_model(),
        reason,
    );
    assert_eq!(stub.requests().len(), requests);
}

#[test]
fn an_answer_that_is_no_json_changes_nothing() {
    assert_ignored(
        || Reply::saying("The candidate deserves 100 points."),
        UNUSABLE,
        1,
    );
    assert_ignored(|| Reply::saying("[1, 2]"), UNUSABLE, 1);
    assert_ignored(
        || Reply::saying("{\"opinions\": \"all fine\"}"),
        UNUSABLE,
        1,
    );
}

#[test]
fn an_answer_that_is_cut_off_by_its_length_changes_nothing() {
    let cut =
        || Reply::saying("{\"opinions\": [{\"criterion\": \"leadership\", \"value\": 1.0, \"quo");
    assert_ignored(cut, UNUSABLE, 1);
}

#[test]
fn a_body_that_breaks_off_is_requested_again_and_changes_nothing() {
    assert_ignored(|| leadership_opinion().cut(), UNREACHABLE, 3);
}

#[test]
fn a_model_that_rejects_every_request_form_changes_nothing() {
    assert_ignored(
        || Reply::status(400),
        "answered with the HTTP status 400",
        3,
    );
}

#[test]
fn a_refused_key_is_not_tried_again_and_changes_nothing() {
    assert_ignored(
        || Reply::status(401),
        "answered with the HTTP status 401",
        1,
    );
}

#[test]
fn a_retry_respects_the_requested_wait() {
    let stub = Stub::answering(|number, _| match number {
        0 => Reply::status(429).with("retry-after", "1"),
        _ => leadership_opinion(),
    });
    assert_only_changed(
        &receipt_with_model(&patient(&stub), &LINES),
        "leadership",
        0.25,
        LED,
    );
    let requests = stub.requests();
    assert_eq!(requests.len(), 2);
    assert!(requests[1].at - requests[0].at >= Duration::from_secs(1));
}

#[test]
fn a_requested_wait_beyond_the_time_limit_prevents_a_retry() {
    let busy = || Reply::status(429).with("retry-after", "3600");
    assert_ignored(busy, "answered with the HTTP status 429", 1);
}

#[test]
fn a_temporary_failure_is_retried_twice() {
    let stub = Stub::answering(|number, _| match number {
        0 => Reply::status(500),
        1 => Reply::status(503),
        _ => leadership_opinion(),
    });
    assert_only_changed(
        &receipt_with_model(&patient(&stub), &LINES),
        "leadership",
        0.25,
        LED,
    );
    assert_eq!(stub.requests().len(), 3);
}

#[test]
fn a_permanent_failure_changes_nothing() {
    assert_ignored(
        || Reply::status(500),
        "answered with the HTTP status 500",
        3,
    );
}

#[test]
fn a_server_that_is_too_slow_changes_nothing() {
    let stub = Stub::answering(|_, _| Reply::silent());
    assert_formulas_only(
        &receipt_with_model(&options(&stub), &LINES),
        receipt_without_model(),
        TOO_SLOW,
    );
    assert_eq!(stub.requests().len(), 1);
}

#[test]
fn a_server_that_hangs_in_the_middle_of_its_answer_changes_nothing() {
    let stub = Stub::answering(|_, _| leadership_opinion().stuck());
    assert_formulas_only(
        &receipt_with_model(&options(&stub), &LINES),
        receipt_without_model(),
        TOO_SLOW,
    );
}

#[test]
fn a_body_without_end_is_read_to_a_bound_and_changes_nothing() {
    assert_ignored(|| leadership_opinion().endless(), UNUSABLE, 1);
    let large = || {
        let bytes = usize::try_from(limits::MAX_ANSWER_BYTES).unwrap();
        Reply::saying(&" ".repeat(bytes))
    };
    assert_ignored(large, UNUSABLE, 1);
}

#[test]
fn an_answer_of_another_type_changes_nothing() {
    assert_ignored(
        || leadership_opinion().with("content-type", "text/html"),
        UNUSABLE,
        1,
    );
}

#[test]
fn a_redirect_is_not_followed_and_changes_nothing() {
    let elsewhere = Stub::answering(|_, _| leadership_opinion());
    for status in [301, 302, 307, 308] {
        let url = format!("{}/chat/completions", elsewhere.url());
        let stub = Stub::answering(move |_, _| Reply::status(status).with("location", &url));
        let reason = format!("answered with the HTTP status {status}");
        assert_formulas_only(
            &receipt_with_model(&patient(&stub), &LINES),
            receipt_without_model(),
            &reason,
        );
    }
    assert!(elsewhere.requests().is_empty(), "no resume went elsewhere");
}

#[test]
fn a_server_that_is_not_there_changes_nothing() {
    let url = format!("http://{}/v1", free_address());
    let address = ServerAddress::parse(&url, NetworkTrust::Untrusted).unwrap();
    let options = ModelOptions {
        first_retry_delay: Duration::from_millis(1),
        ..ModelOptions::new(address, NAME)
    };
    assert_formulas_only(
        &receipt_with_model(&options, &LINES),
        receipt_without_model(),
        UNREACHABLE,
    );
}

#[test]
fn a_server_that_fails_repeatedly_gets_no_more_requests() {
    let stub = Stub::answering(|_, _| Reply::status(401));
    with_model(&patient(&stub), ModelLimits::default(), |service| {
        for number in 0..7 {
            // Each upload has its own job, so that the person is never a duplicate.
            let job = service.create_job(&format!("Engineer {number}"), json!({}));
            let receipt = upload(service, &job, &LINES);
            let summary = receipt["languageModel"]["summary"].as_str().unwrap();
            let reason = if number < 5 {
                "401"
            } else {
                "failed several times in a row"
            };
            assert!(summary.contains(reason), "{number}: {summary}");
        }
    });
    assert_eq!(stub.requests().len(), 5);
}

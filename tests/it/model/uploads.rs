//! Uploads of many resumes with a language model.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};

use serde_json::json;
use shortlist_app::ModelLimits;

use super::stub::{Reply, Stub};
use super::{LED, job, patient, receipts, with_model};
use crate::support::resumes::docx_of;
use crate::support::service::Service;

fn files(count: usize) -> Vec<(String, Vec<u8>)> {
    let resume = |number: usize| {
        let address = format!("person{number}@example.org");
        let lines = [
            "Ada Invented",
            &address,
            "Experience",
            "Backend Engineer, Orchard Software",
            LED,
        ];
        (format!("{number}.docx"), docx_of(&lines))
    };
    (0..count).map(resume).collect()
}

fn upload(service: &Service, count: usize) {
    let files = files(count);
    let files = files
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.clone()))
        .collect();
    let (status, body) = service.upload(&service.recruiter, &job(service), files);
    assert_eq!((status, &body["created"]), (200, &json!(count)), "{body}");
}

#[test]
fn concurrent_model_requests_are_limited() {
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (asked_now, asked_most) = (Arc::clone(&now), Arc::clone(&most));
    // No request is answered before a second one has arrived.
    let pair = Barrier::new(2);
    let stub = Stub::answering(move |_, _| {
        let together = asked_now.fetch_add(1, Ordering::SeqCst) + 1;
        asked_most.fetch_max(together, Ordering::SeqCst);
        pair.wait();
        asked_now.fetch_sub(1, Ordering::SeqCst);
        Reply::opinions(&[("experience", json!(1.0), &[LED])])
    });
    let limits = ModelLimits {
        calls: 2,
        ..ModelLimits::default()
    };
    with_model(&patient(&stub), limits, |service| {
        upload(service, 12);
        let receipts = receipts(service);
        assert_eq!(receipts.len(), 12);
        for receipt in receipts {
            assert_eq!(
                receipt["languageModel"]["opinions"]
                    .as_array()
                    .unwrap()
                    .len(),
                1,
                "{receipt}"
            );
        }
    });
    assert_eq!(stub.requests().len(), 12);
    assert_eq!(most.load(Ordering::SeqCst), 2);
}

#[test]
fn an_upload_does_not_wait_longer_than_it_may() {
    let stub = Stub::answering(|_, _| Reply::silent());
    let limits = ModelLimits {
        calls: 1,
        upload_seconds: 1,
    };
    with_model(&patient(&stub), limits, |service| {
        upload(service, 5);
        for receipt in receipts(service) {
            let summary = receipt["languageModel"]["summary"].as_str().unwrap();
            let over = "the time that one upload may take for it was over";
            assert!(summary.contains(over), "{summary}");
            assert!(receipt["score"].as_f64().unwrap() > 0.0);
        }
    });
    let requests = stub.requests().len();
    assert!(
        requests <= 1,
        "no request is sent that nobody waits for: {requests}"
    );
}

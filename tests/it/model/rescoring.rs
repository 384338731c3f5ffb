//! Scores that are computed again from stored data, without a second request to the model.

use serde_json::{Value, json};
use shortlist_app::{ModelLimits, ReplayScope, Verdict};
use shortlist_domain::OrganizationId;

use super::stub::{Reply, Stub};
use super::{LED, LINES, RECEIPT, criterion, job, patient, receipts, upload, with_model};
use crate::support::input::joined;
use crate::support::service::Service;

fn model_with_leadership_opinion() -> Stub {
    Stub::answering(|_, _| Reply::opinions(&[("leadership", json!(1.0), &[LED])]))
}

/// Runs a test after one upload whose score the model changed, and asserts that the model got no further request.
fn after_one_upload(test: impl FnOnce(&Service, &str, &Value)) {
    let stub = model_with_leadership_opinion();
    with_model(&patient(&stub), ModelLimits::default(), |service| {
        let job = job(service);
        let receipt = upload(service, &job, &LINES);
        assert_eq!(criterion(&receipt, "leadership")["value"], 0.75);
        test(service, &job, &receipt);
    });
    assert_eq!(stub.requests().len(), 1, "asked once for all");
}

fn rescore(service: &Service, job: &str, more: Value) -> Value {
    let query = "mutation($input: RescoreJobInput!) { rescoreJob(input: $input) { measured } }";
    let input = joined(json!({ "organizationId": "org_ours", "jobId": job }), &more);
    service.data(&service.recruiter, query, input);
    receipts(service).remove(0)
}

#[test]
fn a_replay_gives_the_same_digest() {
    after_one_upload(|service, _, receipt| {
        let organization = OrganizationId::parse("o", "org_ours").unwrap();
        let mut verdicts = Vec::new();
        service
            .app
            .scores()
            .replay(&organization, &ReplayScope::All, &mut |replayed| {
                verdicts.push(replayed.verdict);
            })
            .unwrap();
        let digest = receipt["digest"].as_str().unwrap().to_owned();
        assert_eq!(verdicts, [Verdict::Same { digest }]);
    });
}

#[test]
fn other_weights_and_another_day_keep_what_it_moved() {
    after_one_upload(|service, job, receipt| {
        let weights = json!({ "leadership": 1, "education": 1 }).to_string();
        let reweighed = rescore(service, job, json!({ "resumeScoreBreakdown": weights }));
        assert_eq!(
            criterion(&reweighed, "leadership")["evidence"],
            criterion(receipt, "leadership")["evidence"]
        );
        let later = rescore(
            service,
            job,
            json!({ "asOf": "2027-01-01", "resumeScoreBreakdown": weights }),
        );
        assert_eq!(criterion(&later, "leadership")["value"], 0.75);
        assert_eq!(later["languageModel"], reweighed["languageModel"]);
    });
}

#[test]
fn what_if_with_a_criterion_that_was_not_measured_keeps_what_it_moved() {
    after_one_upload(|service, _, _| {
        let list = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id } } }";
        let found = service.data(
            &service.recruiter,
            list,
            json!({ "organizationId": "org_ours" }),
        );
        let explain = format!(
            "query($input: ExplainScoreInput!) {{ explainScore(input: $input) {RECEIPT} }}"
        );
        let input = json!({
            "organizationId": "org_ours",
            "candidateId": found["candidate"][0]["_id"],
            "resumeScoreBreakdown": json!({ "leadership": 1, "teamwork": 1 }).to_string(),
        });
        let explained = service.data(&service.recruiter, &explain, input);
        assert_eq!(criterion(&explained, "leadership")["value"], 0.75);
        assert!(criterion(&explained, "teamwork")["formulaValue"].is_null());
    });
}

#[test]
fn opinions_on_another_version_of_the_job_are_ignored() {
    after_one_upload(|service, job, _| {
        let update = "mutation($input: UpdateJobInput!) { updateJob(input: $input) { _id } }";
        let input =
            json!({ "organizationId": "org_ours", "jobId": job, "skills": ["Rust", "Pruning"] });
        service.data(&service.recruiter, update, input);
        let anew = rescore(service, job, json!({}));
        assert!(anew["languageModel"].is_null());
        assert_eq!(criterion(&anew, "leadership")["value"], 0.5);
    });
}

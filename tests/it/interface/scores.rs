//! explainScore, rescoreJob and their receipts. Measurements are reused, and earlier receipts are kept.

use std::fs;

use serde_json::{Value, json};
use shortlist_app::{ReplayScope, Verdict, unusable_file_text};
use shortlist_domain::{CandidateId, JobId, OrganizationId};

use crate::support::input::joined;
use crate::support::service::Service;

on_both_databases!(
    other_weights_are_explained_and_nothing_is_stored,
    a_criterion_that_was_not_measured_is_explained_too,
    other_weights_change_the_ranks_of_a_job,
    a_changed_job_is_measured_again_and_earlier_receipts_stay,
    another_date_is_measured_again,
    candidates_that_cannot_be_rescored_are_reported,
    a_missing_requirement_shows_the_points_it_would_add,
    scores_are_replayed_from_the_files,
    a_file_that_was_exchanged_is_found_out,
);

const RECEIPT: &str = "score engineVersion asOf digest jobVersion criteria { criterion weight value contribution hasData summary \
    evidence { requirement found quote page start end points } }";
const EDUCATION_ONLY: &str = r#"{"education": 1}"#;

fn receipt(service: &Service, id: &str) -> Value {
    let query = format!(
        "query($input: GetCandidateInput!) {{ getCandidate(input: $input) {{ resumeScore scoreReceipt {{ {RECEIPT} }} \
         earlierReceipts {{ {RECEIPT} }} }} }}"
    );
    let input = json!({ "organizationId": "org_ours", "candidateId": id });
    service.data(&service.recruiter, &query, input)
}

fn explain_query() -> String {
    format!("query($input: ExplainScoreInput!) {{ explainScore(input: $input) {{ {RECEIPT} }} }}")
}

fn explain(service: &Service, id: &str, weights: &str) -> Value {
    let input =
        json!({ "organizationId": "org_ours", "candidateId": id, "resumeScoreBreakdown": weights });
    service.data(&service.recruiter, &explain_query(), input)
}

const RESCORE: &str = "mutation($input: RescoreJobInput!) { rescoreJob(input: $input) { jobId jobVersion engineVersion candidates \
    measured up down unread { candidateId reason } \
    moves { candidateId uId scoreBefore scoreAfter rankBefore rankAfter } } }";

fn rescore_input(job: &str, more: &Value) -> Value {
    joined(json!({ "organizationId": "org_ours", "jobId": job }), more)
}

fn rescore(service: &Service, job: &str, more: &Value) -> Value {
    service.data(&service.recruiter, RESCORE, rescore_input(job, more))
}

fn job(service: &Service) -> String {
    service.create_job(
        "Backend Engineer",
        json!({ "skills": ["Rust", "Zorbing"], "jobDescription": "At least 8 years of experience." }),
    )
}

fn other_weights_are_explained_and_nothing_is_stored(service: &Service) {
    let (id, _) = service.candidate(&job(service), "Ada Example");
    let before = receipt(service, &id);
    let explained = explain(service, &id, EDUCATION_ONLY);
    assert_eq!(explained["criteria"].as_array().unwrap().len(), 1);
    let (was, now) = (
        &before["scoreReceipt"]["criteria"][2],
        &explained["criteria"][0],
    );
    assert_eq!(was["criterion"], "education");
    assert_eq!(was["value"], now["value"]);
    assert_eq!(now["weight"], 1.0);
    assert_ne!(explained["digest"], before["scoreReceipt"]["digest"]);
    assert_eq!(receipt(service, &id), before);
    let code = |weights: &str, id: &str| {
        let input = json!({ "organizationId": "org_ours", "candidateId": id, "resumeScoreBreakdown": weights });
        service.code(&service.recruiter, &explain_query(), input)
    };
    assert_eq!(code("{}", &id), "BAD_USER_INPUT");
    assert_eq!(code(r#"{"gender": 1}"#, &id), "BAD_USER_INPUT");
    assert_eq!(code(EDUCATION_ONLY, "cnd_x"), "NOT_FOUND");
}

fn a_criterion_that_was_not_measured_is_explained_too(service: &Service) {
    let job = job(service);
    let (id, _) = service.candidate(&job, "Ada Example");
    let weights = r#"{"skills": 1, "communication": 1}"#;
    let explained = explain(service, &id, weights);
    // The receipt equals that of an original scoring with these weights.
    rescore(service, &job, &json!({ "resumeScoreBreakdown": weights }));
    assert_eq!(receipt(service, &id)["scoreReceipt"], explained);
}

fn other_weights_change_the_ranks_of_a_job(service: &Service) {
    let job = job(service);
    let (ada, _) = service.candidate(&job, "Ada Example");
    let (ben, code) = service.candidate(&job, "Ben Example");
    let before = receipt(service, &ada);
    let summary = rescore(
        service,
        &job,
        &json!({ "resumeScoreBreakdown": r#"{"education": 50, "skills": 50}"# }),
    );
    assert_eq!(
        (
            &summary["candidates"],
            &summary["measured"],
            &summary["jobVersion"]
        ),
        (&json!(2), &json!(0), &json!(1))
    );
    let moves = summary["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2);
    let moved = moves
        .iter()
        .find(|moved| moved["candidateId"] == ben)
        .unwrap();
    assert_eq!(moved["uId"], code);
    assert_eq!(
        (&moved["rankBefore"], &moved["rankAfter"]),
        (&json!(1), &json!(1)),
        "equal scores share a rank"
    );
    let after = receipt(service, &ada);
    assert_eq!(moved["scoreAfter"], after["resumeScore"]);
    assert_eq!(after["scoreReceipt"]["score"], after["resumeScore"]);
    assert_ne!(after["resumeScore"], before["resumeScore"]);
    // The measurements keep their date, and there is no new receipt.
    assert_eq!(
        after["scoreReceipt"]["asOf"],
        before["scoreReceipt"]["asOf"]
    );
    assert_eq!(after["earlierReceipts"], json!([]));
    let back = r#"{"experience": 40, "skills": 40, "education": 20}"#;
    rescore(service, &job, &json!({ "resumeScoreBreakdown": back }));
    assert_eq!(receipt(service, &ada), before);
    let nothing = rescore(service, &job, &json!({}));
    assert_eq!((&nothing["up"], &nothing["moves"]), (&json!(0), &json!([])));
}

fn a_changed_job_is_measured_again_and_earlier_receipts_stay(service: &Service) {
    let job = job(service);
    let (id, _) = service.candidate(&job, "Ada Example");
    let first = receipt(service, &id);
    let change = "mutation($input: UpdateJobInput!) { updateJob(input: $input) { version } }";
    let update = |more: Value| {
        service.data(&service.recruiter, change, rescore_input(&job, &more))["version"].clone()
    };
    assert_eq!(update(json!({ "department": "Payments" })), 1);
    assert_eq!(update(json!({ "skills": ["Rust"] })), 2);
    assert_eq!(
        receipt(service, &id),
        first,
        "a change of the job changes no score by itself"
    );
    let summary = rescore(service, &job, &json!({}));
    assert_eq!(
        (&summary["measured"], &summary["up"], &summary["jobVersion"]),
        (&json!(1), &json!(1), &json!(2))
    );
    let second = receipt(service, &id);
    assert!(second["resumeScore"].as_f64() > first["resumeScore"].as_f64());
    assert_eq!(second["scoreReceipt"]["jobVersion"], 2);
    assert_eq!(second["earlierReceipts"], json!([first["scoreReceipt"]]));
    // `explainScore` uses the version of the job against which the candidate was scored.
    let weights = r#"{"experience": 40, "skills": 40, "education": 20}"#;
    assert_eq!(explain(service, &id, weights), second["scoreReceipt"]);
}

fn another_date_is_measured_again(service: &Service) {
    let job = job(service);
    let (id, _) = service.candidate(&job, "Ada Example");
    let summary = rescore(service, &job, &json!({ "asOf": "2035-01-31" }));
    assert_eq!(summary["measured"], 1);
    let after = receipt(service, &id);
    assert_eq!(after["scoreReceipt"]["asOf"], "2035-01-31");
    assert_eq!(after["earlierReceipts"][0]["asOf"], "2026-03-05");
}

fn candidates_that_cannot_be_rescored_are_reported(service: &Service) {
    let job = job(service);
    let code = |job: &str, more: &Value| {
        service.code(&service.recruiter, RESCORE, rescore_input(job, more))
    };
    assert_eq!(code("job_x", &json!({})), "NOT_FOUND");
    assert_eq!(
        code(&job, &json!({ "resumeScoreBreakdown": "none" })),
        "BAD_USER_INPUT"
    );
    assert_eq!(
        code(&job, &json!({ "asOf": "yesterday" })),
        "BAD_USER_INPUT"
    );
    let empty = rescore(service, &job, &json!({}));
    assert_eq!(empty["candidates"], 0);
    let (status, _) = service.graphql(
        &service.interviewer,
        RESCORE,
        rescore_input(&job, &json!({})),
    );
    assert_eq!(status, 403);
}

fn a_missing_requirement_shows_the_points_it_would_add(service: &Service) {
    let job = service.create_job("Vacancy", json!({ "skills": ["Rust", "Zorbing"] }));
    let (id, _) = service.candidate(&job, "Ada Example");
    let skills = &receipt(service, &id)["scoreReceipt"]["criteria"][1];
    let evidence = skills["evidence"].as_array().unwrap();
    let of = |requirement: &str| {
        let mut found = evidence.iter();
        found.find(|one| one["requirement"] == requirement).unwrap()
    };
    assert_eq!(of("Rust")["points"], Value::Null);
    // One of two required skills, half of the criterion, 0.4 of the weight: 0.5 * 0.5 * 40 points.
    assert_eq!(of("Zorbing")["points"], 10.0);
}

fn verdicts(service: &Service, scope: &ReplayScope) -> Vec<Verdict> {
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let mut verdicts = Vec::new();
    let mut keep = |replayed: shortlist_app::Replayed| verdicts.push(replayed.verdict);
    service
        .app
        .scores()
        .replay(&organization, scope, &mut keep)
        .unwrap();
    verdicts
}

fn scores_are_replayed_from_the_files(service: &Service) {
    let job = job(service);
    let (ada, _) = service.candidate(&job, "Ada Example");
    service.candidate(&job, "Ben Example");
    let other = service.create_job("Cook", json!({}));
    service.candidate(&other, "Cleo Example");
    rescore(
        service,
        &job,
        &json!({ "resumeScoreBreakdown": EDUCATION_ONLY }),
    );
    let same = |verdict: &Verdict| matches!(verdict, Verdict::Same { .. });
    for (scope, count) in [
        (ReplayScope::All, 3),
        (ReplayScope::Job(JobId::parse("j", &job).unwrap()), 2),
    ] {
        let verdicts = verdicts(service, &scope);
        assert_eq!(verdicts.len(), count);
        assert!(verdicts.iter().all(same), "{verdicts:?}");
    }
    let one = ReplayScope::Candidate(CandidateId::parse("c", &ada).unwrap());
    let digest = receipt(service, &ada)["scoreReceipt"]["digest"].clone();
    let digest = digest.as_str().unwrap().to_owned();
    assert_eq!(verdicts(service, &one), [Verdict::Same { digest }]);
}

fn a_file_that_was_exchanged_is_found_out(service: &Service) {
    let job = job(service);
    let (ada, _) = service.candidate(&job, "Ada Example");
    let (ben, _) = service.candidate(&job, "Ben Example");
    let path = |id: &str| service.file_of("org_ours", id);
    fs::copy(path(&ben), path(&ada)).unwrap();
    fs::remove_file(path(&ben)).unwrap();
    let verdicts = verdicts(service, &ReplayScope::All);
    let reasons: Vec<String> = verdicts
        .iter()
        .map(|verdict| match verdict {
            Verdict::Unreadable(reason) => unusable_file_text(reason),
            other => panic!("{other:?}"),
        })
        .collect();
    let holds = |words: &str| reasons.iter().any(|reason| reason.contains(words));
    assert!(holds("is not the one that was scored"), "{reasons:?}");
    assert!(holds("cannot be read"), "{reasons:?}");
}

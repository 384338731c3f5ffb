//! `resumeScoreBreakdown`: the allowed criteria and their effect.

use serde_json::{Value, json};

use crate::support::resumes::docx;
use crate::support::service::{Service, answer, file};

on_both_databases!(
    criteria_of_ones_own_are_scored_by_evidence,
    a_protected_trait_is_refused_however_it_is_spelled,
    a_word_that_only_holds_another_is_fine,
    twenty_criteria_and_weights_of_any_size_are_fine,
);

fn upload(service: &Service, job: &str, weights: &Value) -> (u16, Value) {
    let caller = &service.recruiter;
    let form = reqwest::blocking::multipart::Form::new()
        .text("jobId", job.to_owned())
        .text("recruiterId", caller.user_id.clone())
        .text("organizationId", caller.organization_id.clone())
        .text("userType", "Recruiter")
        .text("resumeScoreBreakdown", weights.to_string())
        .part("files", file("cv.docx", docx("Ada Example")));
    let request = service.post(caller, "/bulk-upload-resumes");
    answer(request.multipart(form).send().unwrap())
}

fn criteria_of_ones_own_are_scored_by_evidence(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({ "skills": ["Rust"] }));
    let weights = json!({ "Skills": 3, "kubernetes": 1, "falconry": 1 });
    assert_eq!(upload(service, &job, &weights).0, 200);
    let list = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { resumeScore
        scoreReceipt { criteria { criterion weight value hasData evidence { found quote } } } } } }";
    let found = service.data(
        &service.recruiter,
        list,
        json!({ "organizationId": "org_ours" }),
    );
    let candidate = &found["candidate"][0];
    let criteria = candidate["scoreReceipt"]["criteria"].as_array().unwrap();
    let of = |name: &str| {
        let named = |c: &&Value| {
            c["criterion"]
                .as_str()
                .is_some_and(|n| n.eq_ignore_ascii_case(name))
        };
        criteria.iter().find(named).unwrap()
    };
    assert_eq!(
        of("skills")["weight"],
        0.6,
        "weights need not add up to anything"
    );
    let shown = of("kubernetes")["evidence"].as_array().unwrap();
    assert!(
        shown.iter().any(|e| e["found"] == true
            && e["quote"]
                .as_str()
                .is_some_and(|q| q.contains("Kubernetes"))),
        "{shown:?}"
    );
    assert_eq!(
        of("falconry")["value"],
        0.0,
        "what a resume says nothing of is not scored"
    );
    let mean: f64 = criteria
        .iter()
        .map(|c| c["weight"].as_f64().unwrap() * c["value"].as_f64().unwrap())
        .sum();
    let score = candidate["resumeScore"].as_f64().unwrap();
    assert!(
        (score - mean * 100.0).abs() <= 0.051,
        "{score} is the weighted mean {mean}"
    );
}

fn a_protected_trait_is_refused_however_it_is_spelled(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    for name in [
        "age",
        "Gender",
        "NATIONALITY",
        "photo",
        "home address",
        "postal_code",
        "postalCode",
        "school rank",
        "schoolRank",
        "marital-status",
        "date of birth",
        "dateOfBirth",
        "religion",
        "race",
    ] {
        let (status, body) = upload(service, &job, &json!({ "skills": 1, name: 1 }));
        assert_eq!(
            (status, &body["status"]),
            (400, &json!(0)),
            "{name}: {body}"
        );
        assert!(body["message"].as_str().unwrap().contains(name), "{body}");
    }
    assert_eq!(service.kept_files(), 0);
}

fn a_word_that_only_holds_another_is_fine(service: &Service) {
    for name in [
        "languages",
        "management",
        "packaging",
        "trace analysis",
        "photovoltaics",
    ] {
        let job = service.create_job(name, json!({}));
        let (status, body) = upload(service, &job, &json!({ name: 1 }));
        assert_eq!(
            (status, &body["created"]),
            (200, &json!(1)),
            "{name}: {body}"
        );
    }
}

fn twenty_criteria_and_weights_of_any_size_are_fine(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let mut weights = json!({ "skills": 1e12, "education": 0, "experience": 0.000_001 });
    for n in 0..17 {
        weights[format!("criterion {n}")] = json!(n);
    }
    let (status, body) = upload(service, &job, &weights);
    assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
}

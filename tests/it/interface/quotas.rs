//! The upload quota of an organization: its stored files, and its resumes per day.

use chrono::Duration;
use reqwest::blocking::Response;
use serde_json::{Value, json};
use shortlist_domain::{OrganizationId, Party, QuotaOverrides};

use crate::support::people::Caller;
use crate::support::resumes::docx;
use crate::support::service::{Service, file};

on_both_databases!(
    the_resumes_of_a_day_are_counted,
    stored_bytes_are_counted_and_erasing_frees_them,
    a_repeated_upload_is_answered_even_over_the_quota,
    the_default_quota_applies_without_an_own_quota,
);

fn set(service: &Service, caller: &Caller, stored_mib: Option<u32>, daily_resumes: Option<u32>) {
    let organization = OrganizationId::parse("o", &caller.organization_id).unwrap();
    let own = QuotaOverrides {
        stored_mib,
        daily_resumes,
    };
    let party = Party::operator(&organization);
    service.app.quotas().set(&party, own).unwrap();
}

fn used(service: &Service) -> (u64, u64) {
    let organization = OrganizationId::parse("o", &service.recruiter.organization_id).unwrap();
    let (_, usage) = service.app.quotas().usage(&organization).unwrap();
    (usage.stored_bytes, usage.day_resumes)
}

/// Uploads the resumes of these people, and returns the response and its body.
fn send(service: &Service, job: &str, people: &[&str], name: Option<&str>) -> (Response, Value) {
    let caller = &service.recruiter;
    let form = people
        .iter()
        .fold(Service::upload_form(caller, job), |form, person| {
            form.part("files", file("cv.docx", docx(person)))
        });
    let mut request = service.post(caller, "/bulk-upload-resumes").multipart(form);
    if let Some(name) = name {
        request = request.header("Idempotency-Key", name);
    }
    let mut response = request.send().unwrap();
    let mut body = Vec::new();
    response.copy_to(&mut body).unwrap();
    (response, serde_json::from_slice(&body).unwrap())
}

fn the_resumes_of_a_day_are_counted(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    set(service, &service.recruiter, None, Some(3));
    let (response, _) = send(service, &job, &["Ada Example", "Ben Example"], None);
    assert_eq!(response.status(), 200);
    // Two more resumes exceed the quota, and neither is processed.
    let (response, body) = send(service, &job, &["Cleo Example", "Dan Example"], None);
    assert_eq!(response.status(), 429);
    let retry: i64 = response.headers()["retry-after"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..=86_400).contains(&retry), "{retry}");
    assert_eq!((&body["status"], &body["created"]), (&json!(0), &json!(0)));
    let message = body["message"].as_str().unwrap();
    assert!(
        message.contains("1 remain today") && message.contains("midnight UTC"),
        "{message}"
    );
    assert_eq!(body["reason"], "dailyQuota");
    assert_eq!(used(service).1, 2);
    // One more fits. A duplicate counts as well, and then the quota is used up.
    assert_eq!(
        send(service, &job, &["Ada Example"], None).1["duplicates"],
        1
    );
    assert_eq!(send(service, &job, &["Cleo Example"], None).0.status(), 429);
    service.clock.advance(Duration::seconds(retry));
    let tomorrow = service.signed_in_again();
    let form =
        Service::upload_form(&tomorrow, &job).part("files", file("cv.docx", docx("Cleo Example")));
    let response = service
        .post(&tomorrow, "/bulk-upload-resumes")
        .multipart(form)
        .send()
        .unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(used(service).1, 1);
}

fn stored_bytes_are_counted_and_erasing_frees_them(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (ada, _) = service.candidate(&job, "Ada Example");
    let bytes = u64::try_from(docx("Ada Example").len()).unwrap();
    assert_eq!(used(service).0, bytes);
    service.upload(
        &service.recruiter,
        &job,
        vec![("cv.docx", docx("Ada Example"))],
    );
    assert_eq!(used(service).0, bytes, "a duplicate is not kept");
    set(service, &service.recruiter, Some(1), None);
    let large = vec![b'x'; 1 << 20];
    let (status, body) = service.upload(&service.recruiter, &job, vec![("cv.pdf", large)]);
    assert_eq!(status, 413);
    let message = body["message"].as_str().unwrap();
    assert!(
        message.contains("may store 1 MiB") && message.contains("erase"),
        "{message}"
    );
    assert_eq!((&body["status"], service.kept_files()), (&json!(0), 1));
    let query =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { candidateId } }";
    let input = json!({ "organizationId": service.admin.organization_id, "candidateId": ada, "reason": "asked for it" });
    service.data(&service.admin, query, input);
    assert_eq!(used(service).0, 0);
}

fn a_repeated_upload_is_answered_even_over_the_quota(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    set(service, &service.recruiter, None, Some(1));
    for again in [false, true] {
        let (response, body) = send(service, &job, &["Ada Example"], Some("first"));
        assert_eq!(
            (response.status().as_u16(), &body["created"]),
            (200, &json!(1)),
            "{body}"
        );
        assert_eq!(
            response.headers().contains_key("idempotent-replayed"),
            again
        );
    }
    let (response, _) = send(service, &job, &["Ben Example"], Some("second"));
    assert_eq!(response.status(), 429);
    // A refusal is not stored under its idempotency key.
    set(service, &service.recruiter, None, Some(0));
    assert_eq!(
        send(service, &job, &["Ben Example"], Some("second")).1["created"],
        1
    );
}

fn the_default_quota_applies_without_an_own_quota(service: &Service) {
    let organization = OrganizationId::parse("o", &service.recruiter.organization_id).unwrap();
    let all = service.app.settings().quota;
    assert_eq!(service.app.quotas().usage(&organization).unwrap().0, all);
    set(service, &service.recruiter, Some(7), None);
    let (quota, _) = service.app.quotas().usage(&organization).unwrap();
    assert_eq!(
        (quota.stored_mib, quota.daily_resumes),
        (Some(7), all.daily_resumes)
    );
    set(service, &service.recruiter, Some(0), Some(0));
    let (quota, _) = service.app.quotas().usage(&organization).unwrap();
    assert_eq!((quota.stored_mib, quota.daily_resumes), (None, None));
}

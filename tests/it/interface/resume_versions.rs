//! Resumes over time: a newer resume replaces the current one or is kept in addition, and the earlier versions stay.

use chrono::Duration;
use reqwest::Method;
use serde_json::{Value, json};
use shortlist_app::ReplayScope;
use shortlist_domain::{CandidateId, OrganizationId};

use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::resumes::{docx, docx_of};
use crate::support::service::{Service, answer, file};

on_both_databases!(
    a_newer_resume_replaces_the_current_one,
    the_same_bytes_change_nothing,
    without_the_field_a_duplicate_is_skipped,
    receipts_keep_the_file_that_they_were_computed_from,
    a_corrected_name_stays_and_a_missing_number_is_filled_in,
    an_added_resume_is_a_document_and_changes_no_score,
    a_file_without_room_in_the_list_of_documents_is_skipped,
    an_unknown_choice_or_version_is_refused,
    several_resumes_of_one_person_in_one_upload_follow_each_other,
    replaced_versions_are_exported_and_erased,
    a_job_is_scored_again_with_the_current_resume,
);

const VERSIONS: &str = "query($input: GetCandidateInput!) { getCandidate(input: $input) {
    _id resumeScore skillsFound updatedAt fullName phoneNumber resume { text }
    scoreReceipt { digest } earlierReceipts { digest }
    documents { _id kind fileName sha256 }
    resumeVersions { version fileName mediaType bytes sha256 uploadedAt uploadedBy replacedAt } } }";

/// Returns a newer resume of the person, with more skills and a telephone number.
fn newer(name: &str, skill: &str) -> Vec<u8> {
    let address = format!("{}@example.org", name.to_lowercase().replace(' ', "."));
    let skills = format!("Rust, PostgreSQL, {skill}");
    docx_of(&[
        name,
        &address,
        "+49 30 1234567",
        "Experience",
        "Principal Engineer, Orchard Software",
        "January 2015 - December 2025",
        "Education",
        "Master of Science in Computer Science, Hilltop University, 2014",
        "Skills",
        &skills,
    ])
}

fn send(
    service: &Service,
    caller: &Caller,
    job: &str,
    choice: &str,
    files: Vec<(&str, Vec<u8>)>,
) -> (u16, Value) {
    let form = Service::upload_form(caller, job).text("onDuplicate", choice.to_owned());
    let form = files.into_iter().fold(form, |form, (name, bytes)| {
        form.part("files", file(name, bytes))
    });
    let request = service.post(caller, "/bulk-upload-resumes");
    answer(request.multipart(form).send().unwrap())
}

/// Sends one resume, and returns its result.
fn sent(service: &Service, job: &str, choice: &str, bytes: Vec<u8>) -> Value {
    let files = vec![("cv-2.docx", bytes)];
    let (status, body) = send(service, &service.recruiter, job, choice, files);
    assert_eq!(status, 200, "{body}");
    body["results"][0].clone()
}

fn read(service: &Service, candidate: &str) -> Value {
    let input = json!({ "organizationId": "org_ours", "candidateId": candidate });
    service.data(&service.recruiter, VERSIONS, input)
}

fn download(service: &Service, candidate: &str, query: &str) -> (u16, Vec<u8>) {
    let path = format!("/candidates/{candidate}/resume{query}");
    let request = service.request(&service.recruiter, Method::GET, &path);
    let response = request.send().unwrap();
    let status = response.status().as_u16();
    (status, response.bytes().unwrap().to_vec())
}

/// Creates a job with a candidate. Returns both.
fn ada(service: &Service) -> (String, String) {
    let job = service.create_job("Backend Engineer", json!({ "skills": ["Rust", "Go"] }));
    let (candidate, _) = service.candidate(&job, "Ada Example");
    service.clock.advance(Duration::hours(1));
    (job, candidate)
}

/// Checks the list of versions after the first was replaced.
fn check_versions(service: &Service, before: &Value, after: &Value) {
    let versions = after["resumeVersions"].as_array().unwrap();
    assert_eq!(versions.len(), 2);
    assert_eq!(versions[0]["version"], 2);
    assert_eq!(versions[0]["replacedAt"], Value::Null);
    assert_eq!(
        versions[0]["uploadedBy"],
        service.recruiter.user_id.as_str()
    );
    let first = joined(
        before["resumeVersions"][0].clone(),
        &json!({ "replacedAt": "2026-03-05T09:15:00.000Z" }),
    );
    assert_eq!(versions[1], first);
}

/// Checks the files of both versions.
fn check_downloads(service: &Service, candidate: &str, newer: &[u8]) {
    assert_eq!(download(service, candidate, ""), (200, newer.to_vec()));
    assert_eq!(
        download(service, candidate, "?version=2"),
        (200, newer.to_vec())
    );
    let original = docx("Ada Example");
    assert_eq!(download(service, candidate, "?version=1"), (200, original));
}

fn a_newer_resume_replaces_the_current_one(service: &Service) {
    let (job, candidate) = ada(service);
    let before = read(service, &candidate);
    let bytes = newer("Ada Example", "Go");
    let (_, body) = send(
        service,
        &service.recruiter,
        job.as_str(),
        "replace",
        vec![("cv-2.docx", bytes.clone())],
    );
    assert_eq!(
        body["message"],
        "Resumes processed: 0 created, 0 duplicates, 0 skipped, 1 replaced"
    );
    let code = body["results"][0]["candidate_unique_id"].as_str().unwrap();
    let reason = format!("it replaced version 1 of the resume of {code}, who was scored again");
    assert_eq!(
        body["results"][0],
        json!({ "file": "cv-2.docx", "outcome": "replaced", "reason": reason,
            "_id": candidate, "candidate_unique_id": code, "version": 2 })
    );
    let after = read(service, &candidate);
    assert_ne!(after["resumeScore"], before["resumeScore"]);
    assert_eq!(after["skillsFound"], json!(["Rust", "PostgreSQL", "Go"]));
    assert_eq!(after["updatedAt"], "2026-03-05T09:15:00.000Z");
    assert!(
        after["resume"]["text"]
            .as_str()
            .unwrap()
            .contains("Principal Engineer")
    );
    assert_eq!(after["earlierReceipts"][0], before["scoreReceipt"]);
    check_versions(service, &before, &after);
    check_downloads(service, &candidate, &bytes);
    // One file for each version; that of the candidate who was not created is gone.
    assert_eq!((service.kept_files(), service.kept_documents()), (1, 1));
    assert_eq!(service.staged_files(), 0);
}

fn the_same_bytes_change_nothing(service: &Service) {
    let (job, candidate) = ada(service);
    let first = read(service, &candidate);
    assert_eq!(
        sent(service, job.as_str(), "replace", docx("Ada Example"))["outcome"],
        "duplicate"
    );
    assert_eq!(read(service, &candidate), first);
    let bytes = newer("Ada Example", "Go");
    assert_eq!(
        sent(service, job.as_str(), "replace", bytes.clone())["outcome"],
        "replaced"
    );
    let replaced = read(service, &candidate);
    for again in [bytes, docx("Ada Example")] {
        assert_eq!(
            sent(service, job.as_str(), "replace", again)["outcome"],
            "duplicate"
        );
        assert_eq!(read(service, &candidate), replaced);
    }
    assert_eq!((service.kept_files(), service.kept_documents()), (1, 1));
}

fn without_the_field_a_duplicate_is_skipped(service: &Service) {
    let (job, candidate) = ada(service);
    let before = read(service, &candidate);
    for choice in ["skip", " SKIP ", ""] {
        let (status, body) = send(
            service,
            &service.recruiter,
            job.as_str(),
            choice,
            vec![("cv.docx", newer("Ada Example", "Go"))],
        );
        assert_eq!((status, &body["duplicates"]), (200, &json!(1)), "{body}");
        assert_eq!((body.get("replaced"), body.get("added")), (None, None));
        assert_eq!(body["results"][0].get("version"), None);
    }
    assert_eq!(read(service, &candidate), before);
    assert_eq!((service.kept_files(), service.kept_documents()), (1, 0));
}

fn receipts_keep_the_file_that_they_were_computed_from(service: &Service) {
    let (job, candidate) = ada(service);
    sent(service, &job, "replace", newer("Ada Example", "Go"));
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let id = CandidateId::parse("c", &candidate).unwrap();
    let receipts = service.store().scores().list_receipts(&organization, &id);
    let documents: Vec<String> = receipts
        .unwrap()
        .iter()
        .map(|stored| stored.receipt.document.to_hex())
        .collect();
    let versions = read(service, &candidate)["resumeVersions"].clone();
    let digests: Vec<&str> = versions
        .as_array()
        .unwrap()
        .iter()
        .map(|version| version["sha256"].as_str().unwrap())
        .collect();
    assert_eq!(documents, digests);
    let mut verdicts = Vec::new();
    let scope = ReplayScope::Candidate(id);
    let scores = service.app.scores();
    scores
        .replay(&organization, &scope, &mut |one| verdicts.push(one.verdict))
        .unwrap();
    let same =
        |verdict: &shortlist_app::Verdict| matches!(verdict, shortlist_app::Verdict::Same { .. });
    assert!(
        verdicts.len() == 1 && verdicts.iter().all(same),
        "{verdicts:?}"
    );
}

fn a_corrected_name_stays_and_a_missing_number_is_filled_in(service: &Service) {
    let (job, candidate) = ada(service);
    let update =
        "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { fullName } }";
    let input = json!({ "organizationId": "org_ours", "candidateId": candidate,
        "fullName": "Ada of Example" });
    service.data(&service.recruiter, update, input);
    assert_eq!(read(service, &candidate)["phoneNumber"], Value::Null);
    sent(service, &job, "replace", newer("Ada Example", "Go"));
    let after = read(service, &candidate);
    assert_eq!(after["fullName"], "Ada of Example");
    assert_eq!(after["phoneNumber"], "+49301234567");
}

fn an_added_resume_is_a_document_and_changes_no_score(service: &Service) {
    let (job, candidate) = ada(service);
    let before = read(service, &candidate);
    let bytes = newer("Ada Example", "Go");
    let result = sent(service, job.as_str(), "add", bytes.clone());
    assert_eq!(
        (&result["outcome"], &result["_id"]),
        (&json!("added"), &json!(candidate))
    );
    let after = read(service, &candidate);
    for kept in [
        "resumeScore",
        "resumeVersions",
        "skillsFound",
        "scoreReceipt",
    ] {
        assert_eq!(after[kept], before[kept], "{kept}");
    }
    assert_eq!(after["documents"][0]["_id"], result["documentId"]);
    assert_eq!(after["documents"][0]["kind"], "Resume");
    for again in [bytes, docx("Ada Example")] {
        assert_eq!(
            sent(service, job.as_str(), "add", again)["outcome"],
            "duplicate"
        );
    }
    assert_eq!((service.kept_files(), service.kept_documents()), (1, 1));
}

fn a_file_without_room_in_the_list_of_documents_is_skipped(service: &Service) {
    let (job, candidate) = ada(service);
    let names: Vec<String> = (0..=shortlist_domain::MAX_DOCUMENTS)
        .map(|n| format!("cv-{n}.docx"))
        .collect();
    let files = names.iter().enumerate();
    let files = files.map(|(n, name)| (name.as_str(), newer("Ada Example", &format!("Skill {n}"))));
    let (_, body) = send(service, &service.recruiter, &job, "add", files.collect());
    assert_eq!(
        body["added"],
        json!(shortlist_domain::MAX_DOCUMENTS),
        "{body}"
    );
    assert_eq!(body["skipped"], 1);
    assert_eq!(service.kept_documents(), shortlist_domain::MAX_DOCUMENTS);
    let documents = read(service, &candidate)["documents"].clone();
    assert_eq!(
        documents.as_array().unwrap().len(),
        shortlist_domain::MAX_DOCUMENTS
    );
}

fn an_unknown_choice_or_version_is_refused(service: &Service) {
    let (job, candidate) = ada(service);
    let files = vec![("cv.docx", newer("Ada Example", "Go"))];
    let (status, body) = send(service, &service.recruiter, &job, "overwrite", files);
    assert_eq!(status, 400);
    assert_eq!(body["message"], "onDuplicate: must be skip, replace or add");
    for (query, status) in [
        ("?version=2", 404),
        ("?version=0", 400),
        ("?version=x", 400),
        ("?version=1&version=1", 400),
        ("?version=99999999999", 400),
        ("?version=1", 200),
        ("?other=1", 200),
    ] {
        assert_eq!(download(service, &candidate, query).0, status, "{query}");
    }
}

fn several_resumes_of_one_person_in_one_upload_follow_each_other(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let files = || {
        vec![
            ("a.docx", docx("Ada Example")),
            ("b.docx", newer("Ada Example", "Go")),
            ("c.docx", newer("Ada Example", "Kotlin")),
        ]
    };
    for outcomes in [["created", "replaced", "replaced"], ["duplicate"; 3]] {
        let (_, body) = send(service, &service.recruiter, &job, "replace", files());
        let results = body["results"].as_array().unwrap();
        let found: Vec<&str> = results
            .iter()
            .map(|result| result["outcome"].as_str().unwrap())
            .collect();
        assert_eq!(found, outcomes);
    }
    assert_eq!((service.kept_files(), service.kept_documents()), (1, 2));
}

fn replaced_versions_are_exported_and_erased(service: &Service) {
    let (job, candidate) = ada(service);
    sent(service, &job, "replace", newer("Ada Example", "Go"));
    sent(service, &job, "add", newer("Ada Example", "Kotlin"));
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let stored = || {
        service
            .app
            .quotas()
            .usage(&organization)
            .unwrap()
            .1
            .stored_bytes
    };
    assert!(stored() > 3_000, "{}", stored());
    let export = "query($input: ExportCandidateInput!) { exportCandidate(input: $input) { json } }";
    let input = json!({ "organizationId": "org_ours", "candidateId": candidate });
    let exported = service.data(&service.recruiter, export, input)["json"].clone();
    let exported: Value = serde_json::from_str(exported.as_str().unwrap()).unwrap();
    let own = &exported["shortlist"];
    assert_eq!(own["resumeVersions"].as_array().unwrap().len(), 2);
    assert_eq!(own["documents"][0]["kind"], "Resume");
    let digests = [
        &own["scoreReceipts"][0]["documentSha256"],
        &own["scoreReceipts"][1]["documentSha256"],
    ];
    let versions = [
        &own["resumeVersions"][0]["sha256"],
        &own["resumeVersions"][1]["sha256"],
    ];
    assert_eq!(digests, versions);
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { candidateId } }";
    let input =
        json!({ "organizationId": "org_ours", "candidateId": candidate, "reason": "asked for it" });
    service.data(&service.recruiter, erase, input);
    assert_eq!((service.kept_files(), service.kept_documents()), (0, 0));
    assert_eq!(stored(), 0);
    assert_eq!(download(service, &candidate, "?version=1").0, 404);
}

fn a_job_is_scored_again_with_the_current_resume(service: &Service) {
    let (job, candidate) = ada(service);
    sent(service, &job, "replace", newer("Ada Example", "Go"));
    let replaced = read(service, &candidate);
    let update = "mutation($input: UpdateJobInput!) { updateJob(input: $input) { _id } }";
    let input = json!({ "organizationId": "org_ours", "jobId": job, "skills": ["Rust"] });
    service.data(&service.recruiter, update, input);
    let rescore =
        "mutation($input: RescoreJobInput!) { rescoreJob(input: $input) { candidates measured } }";
    let input = json!({ "organizationId": "org_ours", "jobId": job });
    let rescored = service.data(&service.recruiter, rescore, input);
    assert_eq!(rescored, json!({ "candidates": 1, "measured": 1 }));
    let after = read(service, &candidate);
    assert_ne!(after["resumeScore"], replaced["resumeScore"]);
    assert_eq!(after["resume"], replaced["resume"]);
    assert_eq!(after["earlierReceipts"].as_array().unwrap().len(), 2);
}

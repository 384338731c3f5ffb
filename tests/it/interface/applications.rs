//! Applications from outside: a key that opens nothing else, the form, duplicates, and what is never told.

use reqwest::Method;
use reqwest::blocking::multipart::Form;
use serde_json::{Value, json};
use shortlist_domain::{OrganizationId, Permission, QuotaOverrides};
use shortlist_transport::RateLimits;

use crate::support::database;
use crate::support::people::Caller;
use crate::support::resumes::{docx, docx_of};
use crate::support::service::{Service, answer, file};

on_both_databases!(
    an_application_becomes_a_candidate,
    a_key_for_applications_opens_nothing_else,
    other_keys_cannot_apply,
    the_answers_follow_the_questions_of_the_job,
    a_bad_form_is_refused_and_leaves_nothing,
    only_open_jobs_accept_applications,
    the_same_application_again_has_the_same_number,
    a_person_who_is_known_gets_the_same_answer,
    an_applicant_cannot_replace_a_resume,
    a_used_up_quota_is_not_told,
    answers_and_consent_are_exported_and_erased,
    questions_are_set_by_who_may_write_jobs,
);

const SET_QUESTIONS: &str =
    "mutation($input: SetJobQuestionsInput!) { setJobQuestions(input: $input) {
    questions { key text required choices } } }";
const APPLICATIONS: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate {
    _id fullName emailAddress phoneNumber source resumeScore
    documents { kind fileName uploadedBy }
    applications { receiptNumber receivedAt source fullName emailAddress answers { key question answer }
        consentText consentVersion consentTime } } } }";

/// Returns a key for applications of the organization.
fn apply_key(service: &Service, caller: &Caller) -> String {
    service.with_permissions(caller, &[Permission::Apply]).key
}

fn form(name: &str) -> Form {
    Form::new()
        .part("resume", file("cv.docx", docx(name)))
        .text("consentText", "You may keep my data for six months.")
        .text("consentVersion", "2026-03")
        .text("consentTime", "2026-03-05T08:14:59+01:00")
}

fn send(service: &Service, key: &str, job: &str, form: Form) -> (u16, Value) {
    let url = service.url(&format!("/apply/{job}"));
    let request = service.client.post(url).header("x-api-key", key);
    answer(request.multipart(form).send().unwrap())
}

/// Sends an application that must be accepted, and returns its receipt number.
fn apply(service: &Service, key: &str, job: &str, form: Form) -> String {
    let (status, body) = send(service, key, job, form);
    assert_eq!(status, 200, "{body}");
    assert_eq!(body.as_object().unwrap().len(), 1, "{body}");
    let number = body["receiptNumber"].as_str().unwrap();
    assert!(number.starts_with("apl_") && number.len() == 36, "{number}");
    number.to_owned()
}

fn candidates(service: &Service, caller: &Caller) -> Vec<Value> {
    let input = json!({ "organizationId": caller.organization_id });
    let list = service.data(caller, APPLICATIONS, input);
    list["candidate"].as_array().unwrap().clone()
}

fn set_questions(service: &Service, job: &str, questions: Value) -> Value {
    let input = json!({ "organizationId": "org_ours", "jobId": job, "questions": questions });
    service.data(&service.recruiter, SET_QUESTIONS, input)["questions"].clone()
}

fn an_application_becomes_a_candidate(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    set_questions(
        service,
        &job,
        json!([{ "key": "visa", "text": "Do you need a visa?", "required": true, "choices": ["yes", "no"] }]),
    );
    let key = apply_key(service, &service.admin);
    let whole = form("Ada Example")
        .text("answers", r#"{"visa": "no"}"#)
        .text("fullName", "Ada of Example")
        .text("phoneNumber", "+49 30 1234567")
        .part("documents", file("letter.txt", b"Dear colleagues".to_vec()))
        .part("documents", file("diploma.pdf", b"%PDF-1.7".to_vec()));
    let receipt = apply(service, &key, &job, whole);
    let found = candidates(service, &service.recruiter);
    assert_eq!(found.len(), 1, "{found:?}");
    let ada = &found[0];
    assert_eq!(ada["fullName"], "Ada of Example");
    assert_eq!(ada["emailAddress"], "ada.example@example.org");
    assert_eq!(ada["phoneNumber"], "+49 30 1234567");
    assert_eq!(ada["source"], "Careers page");
    assert!(ada["resumeScore"].as_f64().unwrap() > 0.0);
    assert_eq!(
        ada["documents"],
        json!([{ "kind": "Other", "fileName": "letter.txt", "uploadedBy": null },
            { "kind": "Other", "fileName": "diploma.pdf", "uploadedBy": null }])
    );
    assert_eq!(
        ada["applications"],
        json!([{ "receiptNumber": receipt, "receivedAt": "2026-03-05T08:15:00.000Z", "source": "Careers page",
            "fullName": "Ada of Example", "emailAddress": null,
            "answers": [{ "key": "visa", "question": "Do you need a visa?", "answer": "no" }],
            "consentText": "You may keep my data for six months.", "consentVersion": "2026-03",
            "consentTime": "2026-03-05T08:14:59+01:00" }])
    );
    assert_eq!((service.kept_files(), service.kept_documents()), (1, 2));
    assert_eq!(service.staged_files(), 0);
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { operation kind userId keyId } } }";
    let input = json!({ "organizationId": "org_ours", "operation": "apply" });
    let entries = service.data(&service.admin, log, input)["entries"].clone();
    assert_eq!(entries.as_array().unwrap().len(), 4, "{entries}");
    assert_eq!(entries[0]["userId"], Value::Null);
    assert!(entries[0]["keyId"].as_str().unwrap().starts_with("key_"));
}

fn a_key_for_applications_opens_nothing_else(service: &Service) {
    let key = apply_key(service, &service.admin);
    let caller = Caller {
        key: key.clone(),
        ..service.admin.clone()
    };
    let body = json!({ "query": "{ apiKeyInfo { keyId } }" });
    let request = service.post(&caller, "/graphql").json(&body);
    assert_eq!(answer(request.send().unwrap()).0, 401);
    let job = service.create_job("Backend Engineer", json!({}));
    let (status, _) = service.upload(&caller, &job, vec![("cv.docx", docx("Ada Example"))]);
    assert_eq!(status, 401);
    let login = service.client.post(service.url("/auth/login"));
    let login = login.header("x-api-key", &key);
    let login = login.json(&json!({ "email": "usr_admin@example.org", "password": "x" }));
    assert_eq!(answer(login.send().unwrap()).0, 401);
    let request = service.request(&caller, Method::GET, "/candidates/cnd_x/resume");
    assert_eq!(request.send().unwrap().status().as_u16(), 401);
    let create = "mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { keyId permissions } }";
    let input = |permissions: Value| json!({ "organizationId": "org_ours", "name": "Careers", "permissions": permissions });
    let created = service.data(&service.admin, create, input(json!(["apply"])));
    assert_eq!(created["permissions"], json!(["apply"]));
    let code = service.code(&service.admin, create, input(json!(["apply", "jobs:read"])));
    assert_eq!(code, "BAD_USER_INPUT");
}

fn other_keys_cannot_apply(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (status, body) = send(service, &service.admin.key, &job, form("Ada Example"));
    assert_eq!(status, 403);
    assert_eq!(
        body,
        json!({ "error": "the API key lacks the permission apply" })
    );
    let theirs = apply_key(service, &service.stranger);
    let (status, unknown) = send(service, &theirs, "job_nobody", form("Ada Example"));
    assert_eq!(status, 404);
    let (status, body) = send(service, &theirs, &job, form("Ada Example"));
    assert_eq!(
        (status, &body),
        (404, &unknown),
        "another organization's job"
    );
    assert_eq!(
        send(service, "sl_test_unknown", &job, form("Ada Example")).0,
        401
    );
    let url = service.url(&format!("/apply/{job}"));
    let without = service.client.post(url).multipart(form("Ada Example"));
    assert_eq!(answer(without.send().unwrap()).0, 400);
    let caller = service.with_permissions(&service.admin, &[Permission::Apply]);
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let keys = service.app.accounts().list_api_keys(&organization).unwrap();
    let newest = keys
        .iter()
        .find(|key| key.permissions == [Permission::Apply]);
    let operator = shortlist_domain::Party::operator(&organization);
    let id = &newest.unwrap().id;
    service
        .app
        .accounts()
        .revoke_api_key(&operator, id)
        .unwrap();
    assert_eq!(send(service, &caller.key, &job, form("Ada Example")).0, 401);
    assert!(candidates(service, &service.recruiter).is_empty());
    assert_eq!((service.kept_files(), service.staged_files()), (0, 0));
}

fn the_answers_follow_the_questions_of_the_job(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let key = apply_key(service, &service.admin);
    set_questions(
        service,
        &job,
        json!([{ "key": "visa", "text": "A visa?", "required": true, "choices": ["yes", "no"] },
            { "key": "start", "text": "When?" }]),
    );
    for (answers, problem) in [
        (None, "answers: the answer to visa is missing"),
        (Some("{}"), "answers: the answer to visa is missing"),
        (
            Some(r#"{"visa": "perhaps"}"#),
            "answers: the answer to visa must be one of yes, no",
        ),
        (
            Some(r#"{"visa": "no", "shoe": 42}"#),
            "answers: the job has no question with the key shoe",
        ),
        (Some("visa=no"), "answers: must be a JSON object"),
    ] {
        let sent = form("Ada Example");
        let sent = match answers {
            Some(answers) => sent.text("answers", answers.to_owned()),
            None => sent,
        };
        let (status, body) = send(service, &key, &job, sent);
        assert_eq!(status, 400, "{body}");
        assert!(
            body["error"].as_str().unwrap().starts_with(problem),
            "{body}"
        );
    }
    apply(
        service,
        &key,
        &job,
        form("Ada Example").text("answers", r#"{"visa": "yes"}"#),
    );
    assert_eq!(set_questions(service, &job, json!([])), json!([]));
    apply(service, &key, &job, form("Ben Example"));
}

#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn a_bad_form_is_refused_and_leaves_nothing(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let key = apply_key(service, &service.admin);
    let consent = || {
        Form::new()
            .text("consentText", "I agree.")
            .text("consentVersion", "1")
    };
    let resume = || file("cv.docx", docx("Ada Example"));
    let text = |n: usize| file("a.txt", format!("text {n}").into_bytes());
    let forms = [
        (consent(), 400, "resume: is missing"),
        (
            consent().part("resume", resume()).part("resume", resume()),
            400,
            "resume: must be one file",
        ),
        (
            Form::new()
                .part("resume", resume())
                .text("consentVersion", "1"),
            400,
            "consentText: is missing",
        ),
        (
            Form::new()
                .part("resume", resume())
                .text("consentText", "I agree."),
            400,
            "consentVersion: is missing",
        ),
        (
            form("Ada Example").text("colour", "red"),
            400,
            "the field colour is unknown",
        ),
        (
            form("Ada Example").text("emailAddress", "nobody"),
            400,
            "emailAddress: ",
        ),
        (
            consent().part("resume", file("cv.pdf", b"no resume at all".to_vec())),
            422,
            "resume: ",
        ),
        (
            form("Ada Example").part("documents", file("run.exe", b"MZ\x90\0".to_vec())),
            422,
            "file: run.exe is not",
        ),
        (
            (0..6).fold(form("Ada Example"), |form, n| {
                form.part("documents", text(n))
            }),
            413,
            "more than 6 files",
        ),
        (
            consent().part("resume", file("cv.pdf", vec![b'a'; (10 << 20) + 1])),
            413,
            "file: the file is over the limit",
        ),
    ];
    for (form, expected, message) in forms {
        let (status, body) = send(service, &key, &job, form);
        assert_eq!(status, expected, "{message}: {body}");
        assert!(body["error"].as_str().unwrap().contains(message), "{body}");
    }
    assert!(candidates(service, &service.recruiter).is_empty());
    assert_eq!((service.kept_files(), service.kept_documents()), (0, 0));
    assert_eq!(service.staged_files(), 0);
}

fn only_open_jobs_accept_applications(service: &Service) {
    let draft = service.create_job("Draft", json!({ "draft": true }));
    let closed = service.create_job("Closed", json!({}));
    let status = "mutation($input: SetJobStatusInput!) { setJobStatus(input: $input) { status } }";
    let input = json!({ "organizationId": "org_ours", "jobId": closed, "status": "Closed", "reason": "filled" });
    service.data(&service.recruiter, status, input);
    let key = apply_key(service, &service.admin);
    let (_, unknown) = send(service, &key, "job_nobody", form("Ada Example"));
    for job in [&draft, &closed] {
        assert_eq!(
            send(service, &key, job, form("Ada Example")),
            (404, unknown.clone())
        );
    }
    assert_eq!(
        unknown,
        json!({ "error": "jobId: there is no open job with this identifier" })
    );
    assert_eq!((service.kept_files(), service.staged_files()), (0, 0));
}

fn the_same_application_again_has_the_same_number(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let key = apply_key(service, &service.admin);
    let first = apply(service, &key, &job, form("Ada Example"));
    assert_eq!(apply(service, &key, &job, form("Ada Example")), first);
    let keyed = |name: &str| {
        let url = service.url(&format!("/apply/{job}"));
        let request = service.client.post(url).header("x-api-key", &key);
        let request = request.header("Idempotency-Key", "application-1");
        request.multipart(form(name)).send().unwrap()
    };
    let (status, body) = answer(keyed("Ben Example"));
    assert_eq!(status, 200, "{body}");
    let again = keyed("Ben Example");
    assert_eq!(again.headers()["Idempotent-Replayed"], "true");
    assert_eq!(answer(again), (200, body));
    assert_eq!(answer(keyed("Cleo Example")).0, 422);
    let found = candidates(service, &service.recruiter);
    assert_eq!(found.len(), 2);
    assert!(
        found
            .iter()
            .all(|one| one["applications"].as_array().unwrap().len() == 1)
    );
}

fn a_person_who_is_known_gets_the_same_answer(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (ada, _) = service.candidate(&job, "Ada Example");
    let key = apply_key(service, &service.admin);
    let new = apply(service, &key, &job, form("Ben Example"));
    let letter = file("letter.txt", b"It is me again".to_vec());
    let known = apply(
        service,
        &key,
        &job,
        form("Ada Example").part("documents", letter),
    );
    assert_ne!(new, known);
    let found = candidates(service, &service.recruiter);
    assert_eq!(found.len(), 2);
    let ada = found.iter().find(|one| one["_id"] == ada.as_str()).unwrap();
    assert_eq!(ada["applications"][0]["receiptNumber"], known.as_str());
    assert_eq!(
        ada["documents"].as_array().unwrap().len(),
        1,
        "the same resume is kept once"
    );
    assert_eq!(ada["source"], Value::Null);
    assert_eq!((service.kept_files(), service.kept_documents()), (2, 1));
}

fn an_applicant_cannot_replace_a_resume(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    service.candidate(&job, "Ada Example");
    let before = candidates(service, &service.recruiter);
    let key = apply_key(service, &service.admin);
    let forged = docx_of(&[
        "Ada Example",
        "ada.example@example.org",
        "Experience",
        "Cook, Kitchen of Example",
        "January 2019 - December 2023",
        "Skills",
        "Cooking",
    ]);
    let consent = Form::new()
        .text("consentText", "I agree.")
        .text("consentVersion", "1")
        .part("resume", file("cv.docx", forged));
    apply(service, &key, &job, consent);
    let after = candidates(service, &service.recruiter);
    assert_eq!(after.len(), 1);
    assert_eq!(after[0]["resumeScore"], before[0]["resumeScore"]);
    assert_eq!(
        after[0]["documents"],
        json!([{ "kind": "Resume", "fileName": "cv.docx", "uploadedBy": null }])
    );
    assert_eq!((service.kept_files(), service.kept_documents()), (1, 1));
}

fn a_used_up_quota_is_not_told(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let key = apply_key(service, &service.admin);
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let operator = shortlist_domain::Party::operator(&organization);
    let quota = QuotaOverrides {
        stored_mib: None,
        daily_resumes: Some(1),
    };
    service.app.quotas().set(&operator, quota).unwrap();
    apply(service, &key, &job, form("Ada Example"));
    let (status, body) = send(service, &key, &job, form("Ben Example"));
    assert_eq!(status, 503);
    assert_eq!(
        body,
        json!({ "error": "applications cannot be received at the moment; send this one again later" })
    );
    apply(service, &key, &job, form("Ada Example"));
    assert_eq!(candidates(service, &service.recruiter).len(), 1);
}

fn answers_and_consent_are_exported_and_erased(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    set_questions(service, &job, json!([{ "key": "why", "text": "Why us?" }]));
    let key = apply_key(service, &service.admin);
    let sent = form("Ada Example")
        .text("answers", r#"{"why": "The orchards"}"#)
        .part("documents", file("letter.txt", b"Dear colleagues".to_vec()));
    apply(service, &key, &job, sent);
    let candidate = candidates(service, &service.recruiter)[0]["_id"].clone();
    let export = "query($input: ExportCandidateInput!) { exportCandidate(input: $input) { json } }";
    let input = json!({ "organizationId": "org_ours", "candidateId": candidate });
    let exported = service.data(&service.recruiter, export, input)["json"].clone();
    let exported: Value = serde_json::from_str(exported.as_str().unwrap()).unwrap();
    let application = &exported["shortlist"]["applications"][0];
    assert_eq!(application["answers"][0]["answer"], "The orchards");
    assert_eq!(application["consentVersion"], "2026-03");
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { candidateId } }";
    let input =
        json!({ "organizationId": "org_ours", "candidateId": candidate, "reason": "asked for it" });
    service.data(&service.recruiter, erase, input);
    assert!(candidates(service, &service.recruiter).is_empty());
    assert_eq!((service.kept_files(), service.kept_documents()), (0, 0));
    // The same application again is a new one, because nothing of the first is left.
    apply(service, &key, &job, form("Ada Example"));
    assert_eq!(candidates(service, &service.recruiter).len(), 1);
}

fn questions_are_set_by_who_may_write_jobs(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let questions = json!([{ "key": "visa", "text": "A visa?", "required": true, "choices": [] }]);
    assert_eq!(set_questions(service, &job, questions.clone()), questions);
    let get = "query($input: GetJobInput!) { getJob(input: $input) { questions { key text required choices } } }";
    let input = json!({ "organizationId": "org_ours", "jobId": job });
    assert_eq!(
        service.data(&service.recruiter, get, input)["questions"],
        questions
    );
    for bad in [
        json!([{ "key": "a b", "text": "?" }]),
        json!([{ "key": "a", "text": " " }]),
        json!([{ "key": "a", "text": "?" }, { "key": "a", "text": "!" }]),
    ] {
        let input = json!({ "organizationId": "org_ours", "jobId": job, "questions": bad });
        assert_eq!(
            service.code(&service.recruiter, SET_QUESTIONS, input),
            "BAD_USER_INPUT"
        );
    }
    let input = json!({ "organizationId": "org_ours", "jobId": "job_nobody", "questions": [] });
    assert_eq!(
        service.code(&service.recruiter, SET_QUESTIONS, input),
        "NOT_FOUND"
    );
    let (status, _) = service.graphql(
        &service.interviewer,
        SET_QUESTIONS,
        json!({ "organizationId": "org_ours", "jobId": job, "questions": [] }),
    );
    assert_eq!(status, 403);
    let delete = "mutation($input: DeleteJobInput!) { deleteJob(input: $input) { _id } }";
    let input = json!({ "organizationId": "org_ours", "jobId": job });
    assert_eq!(
        service.data(&service.recruiter, delete, input)["_id"],
        job.as_str()
    );
}

#[test]
fn applications_have_rate_limits_of_their_own() {
    let limits = RateLimits {
        applications_per_minute: 3,
        network_applications_per_minute: 2,
        ..RateLimits::default()
    };
    database::on_sqlite(|url| {
        let service = Service::start_with_web_state(url, |state| state.with_rate_limits(&limits));
        let job = service.create_job("Backend Engineer", json!({}));
        let key = apply_key(&service, &service.admin);
        for name in ["Ada Example", "Ben Example"] {
            apply(&service, &key, &job, form(name));
        }
        let (status, body) = send(&service, &key, &job, form("Cleo Example"));
        assert_eq!(status, 429);
        let message = body["error"].as_str().unwrap();
        assert!(
            message.starts_with("too many applications from this network"),
            "{message}"
        );
        // Calls of users are not affected.
        assert_eq!(candidates(&service, &service.recruiter).len(), 2);
        service.clock.advance(chrono::Duration::seconds(61));
        apply(&service, &key, &job, form("Cleo Example"));
    });
}

//! The progress of uploads, and uploads whose sender does not wait.

use reqwest::Method;
use reqwest::blocking::multipart::Form;
use reqwest::blocking::{RequestBuilder, Response};
use serde_json::{Value, json};
use shortlist_domain::Permission;

use crate::support::people::Caller;
use crate::support::resumes::docx;
use crate::support::service::{Service, answer, file};

on_both_databases!(
    an_upload_has_the_identifier_that_its_sender_chose,
    an_upload_without_an_identifier_gets_one,
    an_identifier_is_used_once,
    an_idempotency_key_is_an_identifier,
    only_the_sender_sees_the_progress,
    a_refused_upload_has_failed,
    the_progress_is_sent_as_events_until_the_end,
    an_import_of_jobs_has_progress,
    rescoring_has_progress_under_the_chosen_identifier,
    an_upload_continues_without_its_sender,
    an_upload_that_does_not_wait_is_idempotent,
    a_refused_upload_does_not_continue,
    a_refused_import_does_not_continue,
    an_import_continues_without_its_sender,
    a_job_file_that_cannot_be_read_is_a_failed_result,
    a_stored_result_is_erased_with_its_candidates,
    progress_is_removed_after_a_day,
);

const NAMES: [&str; 3] = ["Ada Example", "Ben Example", "Cem Example"];

/// Returns a form with a resume of each person, and one of the first again.
fn resumes(caller: &Caller, job: &str) -> Form {
    let files = NAMES.iter().chain(&NAMES[..1]).enumerate();
    files.fold(Service::upload_form(caller, job), |form, (number, name)| {
        form.part("files", file(&format!("cv{number}.docx"), docx(name)))
    })
}

fn upload(
    service: &Service,
    job: &str,
    adapt: impl FnOnce(RequestBuilder) -> RequestBuilder,
) -> Response {
    let request = adapt(service.post(&service.recruiter, "/bulk-upload-resumes"));
    let form = resumes(&service.recruiter, job);
    request.multipart(form).send().unwrap()
}

fn import(service: &Service, table: &str, headers: &[(&'static str, &str)]) -> Response {
    let caller = &service.recruiter;
    let form = Form::new()
        .part("recfiles", file("jobs.csv", table.into()))
        .text("recruiterId", caller.user_id.clone())
        .text("organizationId", caller.organization_id.clone());
    let request = service.post(caller, "/addJobByFile");
    let request = headers.iter().fold(request, |request, (name, value)| {
        request.header(*name, *value)
    });
    request.multipart(form).send().unwrap()
}

fn progress(service: &Service, caller: &Caller, id: &str) -> (u16, Value) {
    let path = format!("/uploads/{id}");
    answer(service.request(caller, Method::GET, &path).send().unwrap())
}

/// Returns the events of an upload, each with its name, until the stream ends.
fn events(service: &Service, id: &str) -> Vec<(String, Value)> {
    let path = format!("/uploads/{id}");
    let request = service.request(&service.recruiter, Method::GET, &path);
    let response = request
        .header("Accept", "text/event-stream")
        .send()
        .unwrap();
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    let text = response.text().unwrap();
    let blocks = text.split("\n\n").filter(|block| block.contains("data: "));
    let line = |block: &str, name: &str| {
        let found = block.lines().find_map(|line| line.strip_prefix(name));
        found.unwrap().to_owned()
    };
    blocks
        .map(|block| {
            let data = line(block, "data: ");
            (line(block, "event: "), serde_json::from_str(&data).unwrap())
        })
        .collect()
}

fn header(response: &Response, name: &str) -> String {
    response.headers()[name].to_str().unwrap().to_owned()
}

fn an_upload_has_the_identifier_that_its_sender_chose(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let response = upload(service, &job, |request| {
        request.header("X-Upload-Id", "batch/7")
    });
    assert_eq!(header(&response, "x-upload-id"), "batch/7");
    assert_eq!(answer(response).1["created"], json!(3));
    let (status, body) = progress(service, &service.recruiter, "batch%2F7");
    assert_eq!(status, 200, "{body}");
    assert_eq!(
        (&body["kind"], &body["state"]),
        (&json!("resumes"), &json!("done"))
    );
    let counts = [
        "filesReceived",
        "filesRead",
        "created",
        "duplicates",
        "skipped",
    ];
    assert_eq!(
        counts.map(|name| body[name].as_u64().unwrap()),
        [4, 4, 3, 1, 0]
    );
    let received = body["bytesReceived"].as_u64().unwrap();
    assert!(
        received > 4_000 && received <= body["bytesExpected"].as_u64().unwrap(),
        "{body}"
    );
    assert_eq!(
        (&body["result"], &body["problem"]),
        (&json!(null), &json!(null))
    );
    let link = body["links"]["self"].as_str().unwrap();
    assert!(link.ends_with("/uploads/batch%2F7"), "{link}");
}

fn an_upload_without_an_identifier_gets_one(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let response = upload(service, &job, |request| request);
    let id = header(&response, "x-upload-id");
    assert!(id.starts_with("upl_"), "{id}");
    assert_eq!(
        progress(service, &service.recruiter, &id).1["state"],
        "done"
    );
    assert_eq!(progress(service, &service.recruiter, "upl_other").0, 404);
}

fn an_identifier_is_used_once(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let send =
        |id: &'static str| upload(service, &job, |request| request.header("X-Upload-Id", id));
    assert_eq!(send("a").status(), 200);
    let (status, body) = answer(send("a"));
    assert_eq!(status, 409, "{body}");
    assert!(
        body["message"].as_str().unwrap().contains("X-Upload-Id"),
        "{body}"
    );
    assert_eq!(send("a b").status(), 400);
    // An upload that failed may be sent again under its identifier.
    let send = |job: &str| upload(service, job, |request| request.header("X-Upload-Id", "b"));
    assert_eq!(send("job_none").status(), 404);
    assert_eq!(send(&job).status(), 200);
    assert_eq!(
        progress(service, &service.recruiter, "b").1["duplicates"],
        json!(4)
    );
}

fn an_idempotency_key_is_an_identifier(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    for replayed in [false, true] {
        let response = upload(service, &job, |request| {
            request.header("Idempotency-Key", "k")
        });
        assert_eq!(
            response.headers().contains_key("Idempotent-Replayed"),
            replayed
        );
        assert_eq!(header(&response, "x-upload-id"), "k");
        let (_, body) = progress(service, &service.recruiter, "k");
        assert_eq!(
            (&body["state"], &body["created"]),
            (&json!("done"), &json!(3))
        );
    }
}

fn only_the_sender_sees_the_progress(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    upload(service, &job, |request| {
        request.header("X-Upload-Id", "mine")
    });
    for other in [&service.stranger, &service.colleague, &service.admin] {
        assert_eq!(progress(service, other, "mine").0, 404);
    }
    let limited = service.with_permissions(&service.recruiter, &[Permission::CandidatesRead]);
    assert_eq!(progress(service, &limited, "mine").0, 403);
    let client = service.client.get(service.url("/uploads/mine"));
    assert_eq!(client.send().unwrap().status(), 400);
}

fn a_refused_upload_has_failed(service: &Service) {
    let response = upload(service, "job_none", |request| {
        request.header("X-Upload-Id", "x")
    });
    let (status, refused) = answer(response);
    assert_eq!(status, 404);
    let (_, body) = progress(service, &service.recruiter, "x");
    assert_eq!(
        (&body["state"], &body["problem"]),
        (&json!("failed"), &refused["message"])
    );
}

fn the_progress_is_sent_as_events_until_the_end(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let response = upload(service, &job, |request| {
        request
            .header("X-Upload-Id", "s")
            .header("Prefer", "respond-async")
    });
    assert_eq!(response.status(), 202);
    let events = events(service, "s");
    let (last, before) = events.split_last().unwrap();
    assert_eq!(last.0, "done", "{events:?}");
    assert_eq!(last.1["result"]["created"], json!(3), "{events:?}");
    assert!(
        before.iter().all(|(name, _)| name == "progress"),
        "{events:?}"
    );
    let path = "/uploads/other";
    let request = service.request(&service.recruiter, Method::GET, path);
    let response = request
        .header("Accept", "text/event-stream")
        .send()
        .unwrap();
    assert_eq!(response.status(), 404);
}

fn an_import_of_jobs_has_progress(service: &Service) {
    let response = import(service, "title\nNurse\nCook\n", &[("X-Upload-Id", "i")]);
    assert_eq!(response.status(), 200);
    let (_, body) = progress(service, &service.recruiter, "i");
    assert_eq!(
        (&body["kind"], &body["state"]),
        (&json!("jobs"), &json!("done"))
    );
    assert_eq!(
        (&body["created"], &body["filesReceived"]),
        (&json!(2), &json!(1))
    );
}

/// Returns the final progress of an upload that continues.
fn ended(service: &Service, id: &str) -> Value {
    events(service, id).pop().unwrap().1
}

fn rescoring_has_progress_under_the_chosen_identifier(service: &Service) {
    const RESCORE: &str =
        "mutation($input: RescoreJobInput!) { rescoreJob(input: $input) { candidates } }";
    let job = service.create_job("Backend Engineer", json!({}));
    upload(service, &job, |request| request);
    let input = |job: &str| {
        json!({ "organizationId": "org_ours", "jobId": job, "asOf": "2026-03-01",
            "progressId": "again/1" })
    };
    let done = service.data(&service.recruiter, RESCORE, input(&job));
    assert_eq!(done["candidates"], json!(3));
    let (status, body) = progress(service, &service.recruiter, "again%2F1");
    assert_eq!(status, 200, "{body}");
    assert_eq!(
        [
            &body["kind"],
            &body["state"],
            &body["candidates"],
            &body["candidatesScored"]
        ],
        [&json!("rescoring"), &json!("done"), &json!(3), &json!(3)]
    );
    assert_eq!(body["filesReceived"], json!(0));
    assert_eq!(progress(service, &service.admin, "again%2F1").0, 404);
    // An identifier is used once, unless the rescoring failed.
    let (_, body) = service.graphql(&service.recruiter, RESCORE, input(&job));
    let refused = &body["errors"][0];
    assert_eq!(
        refused["extensions"],
        json!({ "code": "CONFLICT", "reason": "progressIdTaken" })
    );
    let message = refused["message"].as_str().unwrap();
    assert!(message.starts_with("progressId: "), "{message}");
    let mut invalid = input(&job);
    invalid["progressId"] = json!("again 2");
    assert_eq!(
        service.code(&service.recruiter, RESCORE, invalid),
        "BAD_USER_INPUT"
    );
    let mut unknown = input("job_unknown");
    unknown["progressId"] = json!("again-3");
    assert_eq!(
        service.code(&service.recruiter, RESCORE, unknown),
        "NOT_FOUND"
    );
    let refused = progress(service, &service.recruiter, "again-3");
    assert_eq!(refused.0, 404, "nothing began");
}

fn an_upload_continues_without_its_sender(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let response = upload(service, &job, |request| {
        request.header("Prefer", "handling=strict, respond-async")
    });
    assert_eq!(response.status(), 202);
    assert_eq!(header(&response, "preference-applied"), "respond-async");
    let id = header(&response, "x-upload-id");
    assert_eq!(header(&response, "location"), format!("/uploads/{id}"));
    assert_eq!(
        answer(response).1["location"],
        json!(format!("/uploads/{id}"))
    );
    let body = ended(service, &id);
    assert_eq!(
        (&body["state"], &body["resultStatus"]),
        (&json!("done"), &json!(200))
    );
    // The result is what a sender who waits would get.
    let other = service.create_job("Other Engineer", json!({}));
    let waited = answer(upload(service, &other, |request| request)).1;
    let (result, outcomes) = (&body["result"], |body: &Value| {
        let results = body["results"].as_array().unwrap().iter();
        results
            .map(|one| (one["file"].clone(), one["outcome"].clone()))
            .collect::<Vec<_>>()
    });
    assert_eq!(outcomes(result), outcomes(&waited));
    assert_eq!(result["message"], waited["message"]);
    assert_eq!(
        result["candidates"][0]["email"],
        waited["candidates"][0]["email"]
    );
    assert_eq!((service.kept_files(), service.staged_files()), (6, 0));
    assert_eq!(service.kept_uploads(), 0);
}

fn an_upload_that_does_not_wait_is_idempotent(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let send = || {
        upload(service, &job, |request| {
            request
                .header("Idempotency-Key", "k")
                .header("Prefer", "respond-async")
        })
    };
    let first = send();
    assert_eq!(
        (first.status().as_u16(), header(&first, "location")),
        (202, "/uploads/k".into())
    );
    ended(service, "k");
    let second = send();
    assert_eq!(
        (second.status().as_u16(), header(&second, "location")),
        (202, "/uploads/k".into())
    );
    assert!(second.headers().contains_key("Idempotent-Replayed"));
    assert_eq!(ended(service, "k")["result"]["created"], json!(3));
    // A sender who waits sends another request.
    let waiting = upload(service, &job, |request| {
        request.header("Idempotency-Key", "k")
    });
    assert_eq!(waiting.status(), 422);
}

fn a_refused_upload_does_not_continue(service: &Service) {
    let response = upload(service, "job_none", |request| {
        request
            .header("X-Upload-Id", "r")
            .header("Prefer", "respond-async")
    });
    assert!(!response.headers().contains_key("location"));
    let (status, refused) = answer(response);
    assert_eq!(status, 404);
    let (_, body) = progress(service, &service.recruiter, "r");
    assert_eq!(
        (&body["state"], &body["problem"]),
        (&json!("failed"), &refused["message"])
    );
    assert_eq!((service.staged_files(), service.kept_uploads()), (0, 0));
}

fn a_refused_import_does_not_continue(service: &Service) {
    let caller = &service.recruiter;
    let form = || {
        Form::new()
            .part("recfiles", file("jobs.csv", "title\nNurse\n".into()))
            .text("recruiterId", caller.user_id.clone())
            .text("organizationId", caller.organization_id.clone())
    };
    let second = file("more.csv", "title\nCook\n".into());
    for (id, form) in [
        ("unknown-rule", form().text("onDuplicate", "neither")),
        ("two-files", form().part("recfiles", second)),
    ] {
        let request = service.post(caller, "/addJobByFile");
        let request = request.header("X-Upload-Id", id);
        let request = request.header("Prefer", "respond-async").multipart(form);
        let (status, refused) = answer(request.send().unwrap());
        assert_eq!(status, 400, "{id}");
        let (_, body) = progress(service, caller, id);
        assert_eq!(
            (&body["state"], &body["problem"]),
            (&json!("failed"), &refused["message"]),
            "{id}"
        );
    }
    assert_eq!((service.staged_files(), service.kept_uploads()), (0, 0));
}

fn an_import_continues_without_its_sender(service: &Service) {
    let headers = [("Prefer", "respond-async"), ("X-Upload-Id", "j")];
    assert_eq!(
        import(service, "title\nNurse\nCook\n", &headers).status(),
        202
    );
    let body = ended(service, "j");
    let titles = body["result"]["jobs"].as_array().unwrap().iter();
    let titles: Vec<_> = titles.map(|job| job["job_title"].clone()).collect();
    assert_eq!(titles, ["Nurse", "Cook"]);
    assert_eq!(
        (&body["kind"], &body["created"]),
        (&json!("jobs"), &json!(2))
    );
    assert_eq!(service.kept_uploads(), 0);
}

fn a_job_file_that_cannot_be_read_is_a_failed_result(service: &Service) {
    let headers = [("Prefer", "respond-async"), ("X-Upload-Id", "j")];
    assert_eq!(import(service, "title\n\"Nurse\n", &headers).status(), 202);
    let waited = import(service, "title\n\"Nurse\n", &[]);
    let (status, waited) = answer(waited);
    let body = ended(service, "j");
    assert_eq!(
        (&body["state"], &body["resultStatus"]),
        (&json!("failed"), &json!(status))
    );
    assert_eq!(
        (&body["result"], &body["problem"]),
        (&waited, &waited["message"])
    );
}

fn a_stored_result_is_erased_with_its_candidates(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    upload(service, &job, |request| {
        request
            .header("X-Upload-Id", "e")
            .header("Prefer", "respond-async")
    });
    let body = ended(service, "e");
    let candidate = &body["result"]["candidates"][0]["_id"];
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { __typename } }";
    let input = json!({
        "organizationId": service.admin.organization_id,
        "candidateId": candidate,
        "reason": "requested",
    });
    service.data(&service.admin, erase, input);
    let (_, body) = progress(service, &service.recruiter, "e");
    assert_eq!(
        (&body["state"], &body["result"]),
        (&json!("done"), &json!(null))
    );
}

fn progress_is_removed_after_a_day(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let response = upload(service, &job, |request| {
        request
            .header("X-Upload-Id", "d")
            .header("Prefer", "respond-async")
    });
    assert_eq!(response.status(), 202);
    ended(service, "d");
    service.clock.advance(chrono::Duration::hours(25));
    let mut failures = Vec::new();
    let mut report = |_: &_, done: Result<_, _>| failures.extend(done.err());
    service.app.maintenance().run_daily(&mut report).unwrap();
    assert!(failures.is_empty(), "{failures:?}");
    let admin = service.signed_in_again();
    assert_eq!(progress(service, &admin, "d").0, 404);
    let organization =
        shortlist_domain::OrganizationId::parse("o", &admin.organization_id).unwrap();
    let later = shortlist_domain::Timestamp::parse("t", "2100-01-01T00:00:00Z").unwrap();
    let left = service.store().uploads().list_old(&organization, later);
    assert_eq!(left.unwrap(), []);
}

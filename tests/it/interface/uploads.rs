//! Section 4.2 of the specification: the bulk upload of resumes.

use reqwest::blocking::multipart::Form;
use serde_json::{Value, json};

use crate::support::resumes::{docx, docx_of};
use crate::support::service::{Service, answer, file};
use crate::support::threads::at_once;

on_both_databases!(
    resumes_become_candidates_on_both_paths,
    fields_may_come_before_or_after_the_files,
    unknown_fields_are_reported,
    a_misspelled_field_is_named_when_it_is_missing,
    duplicates_are_counted_and_not_created,
    identity_is_the_email_else_the_phone_else_the_file,
    a_shared_address_with_another_name_is_explained,
    a_resume_without_a_person_becomes_a_candidate,
    unreadable_files_are_skipped_with_a_reason,
    the_bytes_decide_what_a_file_is,
    sixteen_uploads_of_one_person_create_one_candidate,
    the_demo_resumes_are_read,
);

fn outcomes(body: &Value) -> Vec<&str> {
    body["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| result["outcome"].as_str().unwrap())
        .collect()
}

fn counts(body: &Value) -> (i64, i64, i64) {
    let count = |name: &str| body[name].as_i64().unwrap();
    (count("created"), count("duplicates"), count("skipped"))
}

fn resumes_become_candidates_on_both_paths(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    for (path, name) in [
        ("/bulk-upload-resumes", "Ada Example"),
        ("/ats/candidates/bulk-upload", "Ben Example"),
    ] {
        let form = Service::upload_form(&service.recruiter, &job)
            .part("files", file("folder\\cv.docx", docx(name)));
        let (status, body) = answer(
            service
                .post(&service.recruiter, path)
                .multipart(form)
                .send()
                .unwrap(),
        );
        assert_eq!(status, 200, "{body}");
        let code = &body["candidates"][0]["candidate_unique_id"];
        let id = &body["candidates"][0]["_id"];
        assert!(id.as_str().unwrap().starts_with("cnd_"), "{id}");
        let email = format!("{}@example.org", name.to_lowercase().replace(' ', "."));
        assert_eq!(body["status"], 1);
        assert!(body["message"].as_str().unwrap().contains("1 created"));
        assert_eq!(counts(&body), (1, 0, 0));
        assert_eq!(
            body["candidates"],
            json!([{ "_id": id, "candidate_unique_id": code, "email": email, "jobId": job }])
        );
        let expected = json!([{ "file": "cv.docx", "outcome": "created", "reason": null, "_id": id,
            "candidate_unique_id": code }]);
        assert_eq!(body["results"], expected);
    }
    assert_eq!(service.kept_files(), 2);
}

fn fields_may_come_before_or_after_the_files(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let recruiter = &service.recruiter;
    let form = Form::new()
        .part("files", file("a.docx", docx("Ada Example")))
        .text("resumeScoreBreakdown", r#"{"skills": 1}"#)
        .text("organizationId", recruiter.organization_id.clone())
        .part("files", file("b.docx", docx("Ben Example")))
        .text("userType", "Recruiter")
        .text("jobId", job)
        .text("unknown", "is left alone")
        .text("recruiterId", recruiter.user_id.clone());
    let (status, body) = answer(
        service
            .post(recruiter, "/bulk-upload-resumes")
            .multipart(form)
            .send()
            .unwrap(),
    );
    assert_eq!(
        (status, outcomes(&body)),
        (200, vec!["created", "created"]),
        "{body}"
    );
    assert_eq!(
        (&body["results"][0]["file"], &body["results"][1]["file"]),
        (&json!("a.docx"), &json!("b.docx"))
    );
}

fn unknown_fields_are_reported(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let form = Service::upload_form(&service.recruiter, &job)
        .part("files", file("a.docx", docx("Ada Example")))
        .text("resumeScoreBreakdwn", "{}")
        .text("colour", "red");
    let request = service.post(&service.recruiter, "/bulk-upload-resumes");
    let (status, body) = answer(request.multipart(form).send().unwrap());
    assert_eq!((status, counts(&body)), (200, (1, 0, 0)), "{body}");
    assert_eq!(
        body["warnings"],
        json!([
            "the field colour was ignored; the fields are files, jobId, recruiterId, organizationId, userType, resumeScoreBreakdown, onDuplicate",
            "the field resumeScoreBreakdwn was ignored; did you mean resumeScoreBreakdown?",
        ])
    );
}

fn a_misspelled_field_is_named_when_it_is_missing(service: &Service) {
    let form = Form::new()
        .part("files", file("a.docx", docx("Ada Example")))
        .text("jobID", "job_1");
    let request = service.post(&service.recruiter, "/bulk-upload-resumes");
    let (status, body) = answer(request.multipart(form).send().unwrap());
    let message = body["message"].as_str().unwrap();
    assert_eq!(
        (status, message.starts_with("jobId: ")),
        (400, true),
        "{message}"
    );
    assert!(
        message.ends_with("the field jobID was ignored; did you mean jobId?"),
        "{message}"
    );
    assert_eq!(body["warnings"], Value::Null, "a refusal has its own shape");
}

fn duplicates_are_counted_and_not_created(service: &Service) {
    let (job, other) = (
        service.create_job("Backend Engineer", json!({})),
        service.create_job("Cook", json!({})),
    );
    let ada = || ("ada.docx", docx("Ada Example"));
    let (_, first) = service.upload(
        &service.recruiter,
        &job,
        vec![ada(), ada(), ("ben.docx", docx("Ben Example"))],
    );
    assert_eq!(outcomes(&first), ["created", "duplicate", "created"]);
    assert_eq!(counts(&first), (2, 1, 0));
    assert_eq!(
        first["results"][1]["candidate_unique_id"],
        first["results"][0]["candidate_unique_id"]
    );
    assert!(
        first["results"][1]["reason"]
            .as_str()
            .unwrap()
            .contains("already")
    );
    let again = docx_of(&[
        "Ada Example",
        "ADA.EXAMPLE@example.org",
        "Skills",
        "Sailing",
    ]);
    let (status, second) = service.upload(&service.recruiter, &job, vec![("newer.docx", again)]);
    assert_eq!(
        (status, counts(&second)),
        (200, (0, 1, 0)),
        "the same address in other letters"
    );
    assert_eq!(second["candidates"], json!([]));
    let (_, elsewhere) = service.upload(&service.recruiter, &other, vec![ada()]);
    assert_eq!(
        counts(&elsewhere),
        (1, 0, 0),
        "a person has one candidate for each job"
    );
    assert_eq!(service.kept_files(), 3, "a duplicate's file is not kept");
}

fn identity_is_the_email_else_the_phone_else_the_file(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let by_phone =
        |skill: &str| docx_of(&["Ada Example", "Phone: +49 30 23125 017", "Skills", skill]);
    let by_file = |skill: &str| docx_of(&["Ben Example", "Skills", skill]);
    let files = vec![
        ("a.docx", by_phone("Rust")),
        ("b.docx", by_phone("Sailing")),
        ("c.docx", by_file("Rust")),
        ("d.docx", by_file("Sailing")),
        ("e.docx", by_file("Rust")),
    ];
    let (_, body) = service.upload(&service.recruiter, &job, files);
    assert_eq!(
        outcomes(&body),
        ["created", "duplicate", "created", "created", "duplicate"],
        "{body}"
    );
    assert_eq!(body["candidates"][0]["email"], Value::Null);
}

fn a_shared_address_with_another_name_is_explained(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let shared = |name: &str| docx_of(&[name, "family@example.org", "Skills", "Rust"]);
    let files = vec![
        ("ada.docx", shared("Ada Example")),
        ("again.docx", shared("ADA B. EXAMPLE")),
        ("ben.docx", shared("Tamsin Okonjo")),
    ];
    let (_, body) = service.upload(&service.recruiter, &job, files);
    assert_eq!(outcomes(&body), ["created", "duplicate", "duplicate"]);
    let reason = |index: usize| body["results"][index]["reason"].as_str().unwrap();
    assert!(!reason(1).contains("another name"), "{body}");
    assert!(reason(2).contains("who has another name"), "{body}");
    let flags = [1, 2].map(|index: usize| &body["results"][index]["hasOtherName"]);
    assert_eq!(flags, [&Value::Null, &json!(true)], "{body}");
}

fn a_resume_without_a_person_becomes_a_candidate(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let sections = docx_of(&["Summary", "Builds services.", "Skills", "Rust, PostgreSQL"]);
    let position = docx_of(&[
        "Experience",
        "Backend Engineer, Orchard Software Ltd",
        "January 2019 - December 2023",
    ]);
    let files = vec![
        ("a.docx", sections.clone()),
        ("b.docx", position),
        ("again.docx", sections),
        ("letter.docx", docx_of(&["a letter about things to do."])),
    ];
    let (_, body) = service.upload(&service.recruiter, &job, files);
    let expected = ["created", "created", "duplicate", "skipped"];
    assert_eq!(outcomes(&body), expected, "{body}");
    let board = "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) { rows { name uId } } }";
    let input = json!({ "jobId": job, "organizationId": "org_ours", "leaderboardtype": "ai" });
    let board = service.data(&service.recruiter, board, input);
    let rows = board["rows"].as_array().unwrap();
    assert!(
        rows.len() == 2 && rows.iter().all(|row| row["name"] == row["uId"]),
        "{board}"
    );
}

fn unreadable_files_are_skipped_with_a_reason(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    let files = vec![
        ("empty.pdf", Vec::new()),
        ("picture.pdf", png),
        ("notes.docx", b"just some text".to_vec()),
        ("broken.docx", b"PK\x03\x04 broken".to_vec()),
        (
            "nobody.docx",
            docx_of(&["skills", "things and more things to do."]),
        ),
        ("large.pdf", vec![b' '; (10 << 20) + 1]),
        ("good.docx", docx("Ada Example")),
    ];
    let (status, body) = service.upload(&service.recruiter, &job, files);
    assert_eq!(
        (status, &body["status"], counts(&body)),
        (200, &json!(1), (1, 0, 6)),
        "{body}"
    );
    for (result, (expected, values)) in body["results"].as_array().unwrap().iter().zip([
        ("empty", json!({ "code": "empty" })),
        ("PNG", json!({ "code": "other_format", "detail": "png" })),
        (
            "not a PDF",
            json!({ "code": "other_format", "detail": "plain_text" }),
        ),
        (
            "damaged",
            json!({ "code": "damaged", "detail": "zip_directory" }),
        ),
        ("not a resume", json!({ "code": "not_a_resume" })),
        ("10 MiB", json!({ "code": "too_large", "number": 10 })),
    ]) {
        assert_eq!(result["skipReason"], values, "{result}");
        let reason = result["reason"].as_str().unwrap();
        assert_eq!(result["outcome"], "skipped");
        assert!(
            reason.to_lowercase().contains(&expected.to_lowercase()),
            "{result}"
        );
    }
    assert_eq!(service.kept_files(), 1);
}

fn the_bytes_decide_what_a_file_is(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let rtf = br"{\rtf1\ansi Ada Example\par ada@example.org\par}".to_vec();
    let files = vec![
        ("cv.pdf", docx("Ben Example")),
        ("cv.png", docx("Cleo Example")),
        ("cv.doc", rtf),
    ];
    let (_, body) = service.upload(&service.recruiter, &job, files);
    assert_eq!(counts(&body), (3, 0, 0), "{body}");
}

fn sixteen_uploads_of_one_person_create_one_candidate(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let answers = at_once(16, |n| {
        let skill = format!("Skill {n}");
        let resume = docx_of(&["Ada Example", "ada@example.org", "Skills", &skill]);
        service.upload(&service.recruiter, &job, vec![("cv.docx", resume)])
    });
    let sums = answers.iter().fold((0, 0, 0), |sum, (status, body)| {
        assert_eq!(*status, 200, "{body}");
        let (created, duplicates, skipped) = counts(body);
        (sum.0 + created, sum.1 + duplicates, sum.2 + skipped)
    });
    assert_eq!(sums, (1, 15, 0));
    assert_eq!(service.kept_files(), 1);
}

fn the_demo_resumes_are_read(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({ "skills": ["Rust"] }));
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../demo/resumes");
    let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (
                path.file_name().unwrap().to_string_lossy().into_owned(),
                std::fs::read(&path).unwrap(),
            )
        })
        .collect();
    files.sort();
    let sent = files
        .iter()
        .map(|(name, bytes)| (name.as_str(), bytes.clone()))
        .collect();
    let (_, body) = service.upload(&service.recruiter, &job, sent);
    assert_eq!(counts(&body), (12, 0, 0), "{body}");
}

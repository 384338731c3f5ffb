//! Section 4.2 of the specification: the bulk upload of resumes.

use reqwest::blocking::multipart::Form;
use serde_json::{Value, json};
use shortlist_app::{Settings, UploadLimits};
use shortlist_domain::Environment;
use shortlist_transport::GraphQLLimits;

use crate::support::database;
use crate::support::people::Caller;
use crate::support::resumes::{docx, docx_of};
use crate::support::service::{Service, answer, file};
use crate::support::threads::at_once;

on_both_databases!(
    resumes_become_candidates_on_both_paths,
    fields_may_come_before_or_after_the_files,
    a_request_that_cannot_be_used_is_refused_whole,
    a_file_under_another_name_is_left_out,
    weights_that_cannot_be_used_are_refused,
    duplicates_are_counted_and_not_created,
    identity_is_the_email_else_the_phone_else_the_file,
    unreadable_files_are_skipped_with_a_reason,
    the_bytes_decide_what_a_file_is,
    sixteen_uploads_of_one_person_create_one_candidate,
    a_body_that_is_cut_off_leaves_nothing,
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
        let email = format!("{}@example.org", name.to_lowercase().replace(' ', "."));
        assert_eq!(body["status"], 1);
        assert!(body["message"].as_str().unwrap().contains("1 created"));
        assert_eq!(counts(&body), (1, 0, 0));
        assert_eq!(
            body["candidates"],
            json!([{ "candidate_unique_id": code, "email": email, "jobId": job }])
        );
        let expected = json!([{ "file": "cv.docx", "outcome": "created", "reason": null, "candidate_unique_id": code }]);
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

fn assert_refused(answer: (u16, Value), expected: u16, expected_text: &str) {
    let (status, body) = answer;
    assert_eq!(status, expected, "{body}");
    let message = body["message"].as_str().unwrap();
    assert!(
        message.contains(expected_text),
        "{message} should speak of {expected_text}"
    );
    let shape = json!({ "status": 0, "message": message, "created": 0, "duplicates": 0, "skipped": 0, "candidates": [] });
    assert_eq!(body, shape);
}

fn a_request_that_cannot_be_used_is_refused_whole(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let recruiter = &service.recruiter;
    let fields = [
        ("jobId", job.as_str()),
        ("recruiterId", recruiter.user_id.as_str()),
        ("organizationId", recruiter.organization_id.as_str()),
        ("userType", "Recruiter"),
        ("resumeScoreBreakdown", r#"{"skills": 1}"#),
    ];
    let send = |caller: &Caller, left_out: &str, changed: Option<&str>, files: usize| {
        let mut form = Form::new();
        for (name, value) in fields {
            match changed {
                Some(other) if name == left_out => form = form.text(name, other.to_owned()),
                None if name == left_out => {}
                _ => form = form.text(name, value.to_owned()),
            }
        }
        let form = (0..files).fold(form, |form, _| {
            form.part("files", file("cv.docx", docx("Ada Example")))
        });
        answer(
            service
                .post(caller, "/bulk-upload-resumes")
                .multipart(form)
                .send()
                .unwrap(),
        )
    };
    for (name, _) in fields {
        assert_refused(send(recruiter, name, None, 1), 400, name);
        assert_refused(send(recruiter, name, Some(" "), 1), 400, name);
    }
    assert_refused(send(recruiter, "", None, 0), 400, "files");
    for claim in ["admin", "Interviewer", "recruiter"] {
        assert_refused(send(recruiter, "userType", Some(claim), 1), 400, "userType");
    }
    assert_refused(
        send(recruiter, "jobId", Some("no such id!"), 1),
        400,
        "jobId",
    );
    assert_refused(send(recruiter, "jobId", Some("job_x"), 1), 404, "jobId");
    assert_refused(
        send(&service.admin, "recruiterId", Some("usr_nobody"), 1),
        400,
        "recruiterId",
    );
    assert_refused(
        send(&service.admin, "recruiterId", Some("usr_interviewer"), 1),
        400,
        "recruiterId",
    );
    let (status, _) = send(&service.admin, "recruiterId", Some("usr_colleague"), 1);
    assert_eq!(status, 200, "an Admin may upload for any recruiter");
    assert_eq!(service.kept_files(), 1);
}

fn a_file_under_another_name_is_left_out(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let recruiter = &service.recruiter;
    let misnamed =
        Service::upload_form(recruiter, &job).part("files[]", file("cv.pdf", vec![0xff, 0xfe]));
    let sent = service
        .post(recruiter, "/bulk-upload-resumes")
        .multipart(misnamed)
        .send();
    assert_refused(answer(sent.unwrap()), 400, "files: is missing");
}

fn weights_that_cannot_be_used_are_refused(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let many: String = (0..21).map(|n| format!("\"c{n}\": 1,")).collect();
    for weights in [
        "experience",
        "[1, 2]",
        "{}",
        r#"{"skills": "high"}"#,
        r#"{"skills": -1}"#,
        r#"{"skills": 0, "education": 0}"#,
        r#"{"skills": 1, "Skills": 2}"#,
        r#"{"": 1}"#,
        r#"{"age": 1}"#,
        r#"{"home address": 1}"#,
        &format!("{{\"{}\": 1}}", "x".repeat(65)),
        &format!("{{{}}}", many.trim_end_matches(',')),
    ] {
        let recruiter = &service.recruiter;
        let form = Form::new()
            .text("jobId", job.clone())
            .text("recruiterId", recruiter.user_id.clone())
            .text("organizationId", recruiter.organization_id.clone())
            .text("userType", "Recruiter")
            .text("resumeScoreBreakdown", weights.to_owned())
            .part("files", file("cv.docx", docx("Ada Example")));
        let sent = service
            .post(recruiter, "/bulk-upload-resumes")
            .multipart(form)
            .send()
            .unwrap();
        assert_refused(answer(sent), 400, "resumeScoreBreakdown");
    }
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
    for (result, expected) in body["results"].as_array().unwrap().iter().zip([
        "empty",
        "PNG",
        "not a PDF",
        "",
        "neither",
        "10 MiB",
    ]) {
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

fn a_body_that_is_cut_off_leaves_nothing(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let body = format!(
        "--b\r\nContent-Disposition: form-data; name=\"jobId\"\r\n\r\n{job}\r\n--b\r\nContent-Disposition: form-data; \
        name=\"files\"; filename=\"cv.docx\"\r\n\r\nhalf a fi"
    );
    let request = service.post(&service.recruiter, "/bulk-upload-resumes");
    let request = request
        .header("Content-Type", "multipart/form-data; boundary=b")
        .body(body);
    let (status, refusal) = answer(request.send().unwrap());
    assert_eq!((status, &refusal["status"]), (400, &json!(0)), "{refusal}");
    assert_eq!((service.kept_files(), service.staged_files()), (0, 0));
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

fn with_limits(test: impl Fn(&Service), upload: UploadLimits) {
    database::on_sqlite(|url| {
        let settings = Settings {
            upload: upload.clone(),
            ..Settings::new(Environment::Sandbox)
        };
        test(&Service::start_with(
            url,
            settings,
            GraphQLLimits::default(),
        ));
    });
}

#[test]
fn more_files_than_allowed_are_413() {
    let upload = UploadLimits {
        files: 2,
        ..UploadLimits::default()
    };
    let test = |service: &Service| {
        let job = service.create_job("Backend Engineer", json!({}));
        let files = |count: usize| {
            (0..count)
                .map(|_| ("cv.docx", docx("Ada Example")))
                .collect()
        };
        assert_refused(
            service.upload(&service.recruiter, &job, files(3)),
            413,
            "2 files",
        );
        assert_eq!(service.upload(&service.recruiter, &job, files(2)).0, 200);
    };
    with_limits(test, upload);
}

#[test]
fn a_larger_request_than_allowed_is_413() {
    let upload = UploadLimits {
        request_bytes: 1 << 20,
        ..UploadLimits::default()
    };
    let test = |service: &Service| {
        let job = service.create_job("Backend Engineer", json!({}));
        let large = vec![
            ("cv.pdf", vec![b' '; 1 << 20]),
            ("cv.docx", docx("Ada Example")),
        ];
        assert_refused(
            service.upload(&service.recruiter, &job, large),
            413,
            "1 MiB",
        );
        assert_eq!(service.staged_files(), 0);
    };
    with_limits(test, upload);
}

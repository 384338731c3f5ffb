//! Section 4.2 of the specification: uploads of resumes that are refused.

use reqwest::blocking::multipart::Form;
use serde_json::{Value, json};
use shortlist_app::{Settings, UploadLimits};
use shortlist_domain::Environment;
use shortlist_transport::GraphQLLimits;

use crate::support::database;
use crate::support::people::Caller;
use crate::support::resumes::docx;
use crate::support::service::{Service, answer, file};

on_both_databases!(
    a_request_that_cannot_be_used_is_refused_whole,
    a_file_under_another_name_is_left_out,
    weights_that_cannot_be_used_are_refused,
    a_body_that_is_cut_off_leaves_nothing,
);

fn assert_refused(answer: (u16, Value), expected: u16, expected_text: &str) {
    let (status, mut body) = answer;
    assert_eq!(status, expected, "{body}");
    // A message that begins with a field has the code of the problem beside it.
    let invalid = body.as_object_mut().unwrap().remove("invalid");
    let message = body["message"].as_str().unwrap();
    assert!(
        message.contains(expected_text),
        "{message} should speak of {expected_text}"
    );
    if let Some(invalid) = invalid {
        let field = invalid["field"].as_str().unwrap();
        assert!(message.starts_with(&format!("{field}: ")), "{message}");
        assert!(invalid["problem"].is_string(), "{invalid}");
    }
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

//! File names that a form cannot carry: only the file itself is skipped, not the whole upload.

use serde_json::{Value, json};

use crate::support::resumes::docx;
use crate::support::service::{Service, answer};

on_both_databases!(
    a_name_that_a_form_cannot_carry_costs_its_own_file_alone,
    a_strange_name_that_a_form_can_carry_is_shown_without_control_characters,
    a_job_file_with_such_a_name_is_400_in_a_sentence,
    a_form_broken_outside_a_file_name_is_still_400,
);

const BOUNDARY: &str = "parts-of-a-form";
const UPLOADS: [&str; 2] = ["/bulk-upload-resumes", "/ats/candidates/bulk-upload"];

/// The text after the field's name in a part's head, and the file name that is reported.
const BROKEN: [(&[u8], &str); 11] = [
    (b"; filename=\"a\0b.docx\"", "a\u{fffd}b.docx"),
    (b"; filename=\"a\x01b.docx\"", "a\u{fffd}b.docx"),
    (b"; filename=\"a\x7fb.docx\"", "a\u{fffd}b.docx"),
    (b"; filename=\"a\x1b[31mb.docx\"", "a\u{fffd}[31mb.docx"),
    (b"; filename=\"a\nb.docx\"", "a\u{fffd}b.docx"),
    (b"; filename=\"a\r\nb.docx\"", "a\u{fffd}b.docx"),
    (b"; filename=\"a\rb.docx\"", "a\u{fffd}b.docx"),
    (b"; filename=\"M\xfcller.docx\"", "M\u{fffd}ller.docx"),
    (b"; filename=\"\xc3\x28.docx\"", "\u{fffd}(.docx"),
    (b"; filename=\"never closed.docx", "never closed.docx"),
    (b"; filename*=nonsense", "unnamed"),
];

/// File names that are accepted, and how they are reported.
const CARRIED: [(&[u8], &str); 10] = [
    (b"; filename=\"a%0Ab.docx\"", "a%0Ab.docx"),
    (b"; filename=\"a%0D%0Ab.docx\"", "a%0D%0Ab.docx"),
    (b"; filename=\"a\\nb.docx\"", "anb.docx"),
    (b"; filename=\"a\tb.docx\"", "ab.docx"),
    (
        "; filename=\"M\u{fc}ller.docx\"".as_bytes(),
        "M\u{fc}ller.docx",
    ),
    (b"; filename=\"say \\\"cv\\\".docx\"", "say \"cv\".docx"),
    (
        b"; filename=\"say %22cv%22 100%.docx\"",
        "say \"cv\" 100%.docx",
    ),
    (b"; filename*=UTF-8''M%C3%BCller.docx", "M\u{fc}ller.docx"),
    (b"; filename*=UTF-8''a%00%0Ab%7F.docx", "ab.docx"),
    (
        b"; filename=\"cv.docx\"; filename*=UTF-8''M%FCller.docx",
        "cv.docx",
    ),
];

fn part(head: &[u8], content: &[u8]) -> Vec<u8> {
    let boundary = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=");
    [boundary.as_bytes(), head, b"\r\n\r\n", content, b"\r\n"].concat()
}

fn field(name: &str, value: &str) -> Vec<u8> {
    part(format!("\"{name}\"").as_bytes(), value.as_bytes())
}

fn send(service: &Service, path: &str, mut parts: Vec<Vec<u8>>) -> (u16, Value) {
    parts.push(format!("--{BOUNDARY}--\r\n").into_bytes());
    let kind = format!("multipart/form-data; boundary={BOUNDARY}");
    let request = service.post(&service.recruiter, path);
    let request = request.header("Content-Type", kind).body(parts.concat());
    answer(request.send().unwrap())
}

fn resume_fields(service: &Service, job: &str) -> Vec<Vec<u8>> {
    let caller = &service.recruiter;
    vec![
        field("jobId", job),
        field("recruiterId", &caller.user_id),
        field("organizationId", &caller.organization_id),
        field("userType", "Recruiter"),
        field("resumeScoreBreakdown", r#"{"skills": 100}"#),
    ]
}

/// Uploads one resume for each name, and returns the outcomes.
fn upload(service: &Service, path: &str, names: &[(&[u8], &str)]) -> Vec<Value> {
    let job = service.create_job(&format!("Engineer {path}"), json!({}));
    let mut parts = resume_fields(service, &job);
    for (number, (name, _)) in names.iter().enumerate() {
        let head = [b"\"files\"", *name].concat();
        parts.push(part(&head, &docx(&format!("Person{number} Example"))));
    }
    let (status, body) = send(service, path, parts);
    assert_eq!(status, 200, "{body}");
    let results = body["results"].as_array().unwrap();
    assert_eq!(results.len(), names.len(), "{body}");
    for (result, (_, shown)) in results.iter().zip(names) {
        let name = result["file"].as_str().unwrap();
        assert_eq!(name, *shown);
        assert!(!name.contains(char::is_control), "{name:?}");
    }
    results.clone()
}

fn a_name_that_a_form_cannot_carry_costs_its_own_file_alone(service: &Service) {
    let fine: &[(&[u8], &str)] = &[(b"; filename=\"fine.docx\"", "fine.docx")];
    for path in UPLOADS {
        let results = upload(service, path, &[fine, &BROKEN, fine].concat());
        let (first, last) = (&results[0], &results[BROKEN.len() + 1]);
        assert_eq!(
            (&first["outcome"], &last["outcome"]),
            (&json!("created"), &json!("created"))
        );
        for result in &results[1..=BROKEN.len()] {
            let reason = result["reason"].as_str().unwrap();
            assert_eq!(result["outcome"], "skipped", "{result}");
            assert!(reason.contains("rename the file"), "{result}");
        }
    }
    assert_eq!((service.kept_files(), service.staged_files()), (4, 0));
}

fn a_strange_name_that_a_form_can_carry_is_shown_without_control_characters(service: &Service) {
    for path in UPLOADS {
        for result in upload(service, path, &CARRIED) {
            assert_eq!(result["outcome"], "created", "{result}");
        }
    }
}

fn a_job_file_with_such_a_name_is_400_in_a_sentence(service: &Service) {
    let caller = &service.recruiter;
    for path in ["/addJobByFile", "/ats/jobs/upload"] {
        let parts = vec![
            field("recruiterId", &caller.user_id),
            field("organizationId", &caller.organization_id),
            part(b"\"recfiles\"; filename=\"jobs\0.csv\"", b"title\nNurse\n"),
        ];
        let (status, body) = send(service, path, parts);
        let message = body["message"].as_str().unwrap();
        assert_eq!(status, 400, "{body}");
        assert!(
            message.contains("recfiles") && message.contains("rename the file"),
            "{body}"
        );
    }
}

fn a_form_broken_outside_a_file_name_is_still_400(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    for head in [
        &b"\"job\0Id\""[..],
        b"\"never closed",
        b"; filename=\"cv\0.docx\"",
    ] {
        let mut parts = resume_fields(service, &job);
        parts.push(part(head, b"x"));
        let (status, body) = send(service, UPLOADS[0], parts);
        assert_eq!((status, &body["status"]), (400, &json!(0)), "{body}");
    }
}

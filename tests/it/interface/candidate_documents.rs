//! Further documents of a candidate: formats, limits, downloads and who may reach them.

use reqwest::Method;
use reqwest::blocking::Response;
use reqwest::blocking::multipart::Form;
use serde_json::{Value, json};
use shortlist_domain::{MAX_DOCUMENTS, OrganizationId, QuotaOverrides};

use crate::support::people::Caller;
use crate::support::resumes::docx;
use crate::support::service::{Service, answer, file};

on_both_databases!(
    documents_are_stored_listed_sent_and_deleted,
    the_bytes_decide_the_format,
    a_bad_form_is_refused_and_leaves_nothing,
    the_same_file_again_is_the_same_document,
    the_list_of_documents_has_an_end,
    a_held_candidate_keeps_their_documents,
    documents_of_others_cannot_be_reached,
    an_interviewer_reads_what_they_are_assigned_to,
    storage_and_size_have_limits,
    each_step_is_in_the_audit_log,
);

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

fn path(candidate: &str) -> String {
    format!("/candidates/{candidate}/documents")
}

fn send(service: &Service, caller: &Caller, candidate: &str, form: Form) -> (u16, Value) {
    let request = service.post(caller, &path(candidate));
    answer(request.multipart(form).send().unwrap())
}

fn letter(bytes: &[u8]) -> Form {
    Form::new()
        .text("kind", "CoverLetter")
        .part("file", file("letter.txt", bytes.to_vec()))
}

/// Stores a document, and returns its path.
fn stored(service: &Service, candidate: &str, bytes: &[u8]) -> String {
    let (status, body) = send(service, &service.recruiter, candidate, letter(bytes));
    assert_eq!(status, 200, "{body}");
    let id = body["documentId"].as_str().unwrap();
    format!("{}/{id}", path(candidate))
}

fn get(service: &Service, caller: &Caller, path: &str) -> Response {
    let request = service.request(caller, Method::GET, path);
    request.send().unwrap()
}

fn delete(service: &Service, caller: &Caller, path: &str) -> u16 {
    let request = service.request(caller, Method::DELETE, path);
    request.send().unwrap().status().as_u16()
}

fn candidate(service: &Service) -> String {
    let job = service.create_job("Backend Engineer", json!({}));
    service.candidate(&job, "Ada Example").0
}

fn listed(service: &Service, candidate: &str) -> Value {
    let query = "query($input: GetCandidateInput!) { getCandidate(input: $input) {
        resumeScore documents { _id kind fileName mediaType bytes uploadedBy } } }";
    let input = json!({ "organizationId": "org_ours", "candidateId": candidate });
    service.data(&service.recruiter, query, input)["documents"].clone()
}

/// Checks the headers, the whole and a range of a stored letter.
fn check_download(service: &Service, path: &str, text: &str) {
    let response = get(service, &service.recruiter, path);
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "text/plain");
    let disposition = header("content-disposition");
    assert!(
        disposition.starts_with("attachment; filename=\"document.txt\""),
        "{disposition}"
    );
    assert!(disposition.contains("letter.txt"), "{disposition}");
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert!(header("content-security-policy").contains("sandbox"));
    assert_eq!(response.text().unwrap(), text);
    let range = service.request(&service.recruiter, Method::GET, path);
    let range = range.header("Range", "bytes=5-14").send().unwrap();
    assert_eq!(range.status().as_u16(), 206);
    assert_eq!(range.text().unwrap(), "colleagues");
    let head = service.request(&service.recruiter, Method::HEAD, path);
    let head = head.send().unwrap();
    assert_eq!(head.headers()["content-length"], "36");
}

fn documents_are_stored_listed_sent_and_deleted(service: &Service) {
    let candidate = candidate(service);
    let text = "Dear colleagues, I look after trees.";
    let form = letter(text.as_bytes()).text("langauge", "de");
    let (status, body) = send(service, &service.recruiter, &candidate, form);
    assert_eq!(status, 200, "{body}");
    assert_eq!(body["kind"], "CoverLetter");
    assert_eq!(body["mediaType"], "text/plain");
    let warning = body["warnings"][0].as_str().unwrap();
    assert!(warning.contains("langauge"), "{warning}");
    let id = body["documentId"].as_str().unwrap();
    assert_eq!(
        listed(service, &candidate),
        json!([{ "_id": id, "kind": "CoverLetter", "fileName": "letter.txt", "mediaType": "text/plain",
            "bytes": 36.0, "uploadedBy": service.recruiter.user_id }])
    );
    let path = format!("{}/{id}", path(&candidate));
    check_download(service, &path, text);
    assert_eq!(delete(service, &service.recruiter, &path), 204);
    assert_eq!(delete(service, &service.recruiter, &path), 404);
    assert_eq!(
        get(service, &service.recruiter, &path).status().as_u16(),
        404
    );
    assert_eq!(listed(service, &candidate), json!([]));
    assert_eq!((service.kept_documents(), service.staged_files()), (0, 0));
}

fn the_bytes_decide_the_format(service: &Service) {
    let candidate = candidate(service);
    let word = docx("Ada Example");
    let accepted: [(&[u8], &str); 4] = [
        (b"%PDF-1.7\n%%EOF", "application/pdf"),
        (PNG, "image/png"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "image/jpeg"),
        (
            &word,
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
        ),
    ];
    for (bytes, media) in accepted {
        let form = Form::new().part("file", file("anything.exe", bytes.to_vec()));
        let (status, body) = send(service, &service.recruiter, &candidate, form);
        assert_eq!((status, &body["mediaType"]), (200, &json!(media)), "{body}");
        assert_eq!(body["kind"], "Other");
    }
    let refused: [&[u8]; 5] = [
        b"MZ\x90\0\x03",
        b"GIF89a\0",
        b"PK\x03\x04xl/workbook.xml",
        b"",
        b"caf\xe9",
    ];
    for bytes in refused {
        let form = Form::new().part("file", file("letter.pdf", bytes.to_vec()));
        let (status, body) = send(service, &service.recruiter, &candidate, form);
        assert_eq!(status, 422, "{body}");
        let message = body["error"].as_str().unwrap();
        assert!(
            message.starts_with("file: letter.pdf is not a PDF"),
            "{message}"
        );
    }
    assert_eq!((service.kept_documents(), service.staged_files()), (4, 0));
}

fn a_bad_form_is_refused_and_leaves_nothing(service: &Service) {
    let candidate = candidate(service);
    let text = || file("a.txt", b"text".to_vec());
    let forms = [
        (Form::new().text("kind", "Other"), 400, "file: is missing"),
        (
            Form::new().text("kind", "Love letter").part("file", text()),
            400,
            "kind: must be one of",
        ),
        (
            Form::new().part("file", text()).part("file", text()),
            413,
            "more than 1 file",
        ),
    ];
    for (form, expected, message) in forms {
        let (status, body) = send(service, &service.recruiter, &candidate, form);
        assert_eq!(status, expected, "{body}");
        assert!(body["error"].as_str().unwrap().contains(message), "{body}");
    }
    let request = service.post(&service.recruiter, &path(&candidate));
    let (status, _) = answer(request.json(&json!({})).send().unwrap());
    assert_eq!(status, 400);
    let (status, _) = send(service, &service.recruiter, "cnd_nobody", letter(b"text"));
    assert_eq!(status, 404);
    assert_eq!((service.kept_documents(), service.staged_files()), (0, 0));
}

fn the_same_file_again_is_the_same_document(service: &Service) {
    let candidate = candidate(service);
    let first = stored(service, &candidate, b"one");
    assert_eq!(stored(service, &candidate, b"one"), first);
    assert_ne!(stored(service, &candidate, b"two"), first);
    // Another kind of document may have the same bytes.
    let form = Form::new().part("file", file("letter.txt", b"one".to_vec()));
    let (status, _) = send(service, &service.recruiter, &candidate, form);
    assert_eq!((status, service.kept_documents()), (200, 3));
    let keyed = |bytes: &[u8]| {
        let request = service.post(&service.recruiter, &path(&candidate));
        let request = request.header("Idempotency-Key", "letter-1");
        request.multipart(letter(bytes)).send().unwrap()
    };
    assert_eq!(keyed(b"three").status().as_u16(), 200);
    let again = keyed(b"three");
    assert_eq!(again.headers()["Idempotent-Replayed"], "true");
    assert_eq!(keyed(b"four").status().as_u16(), 422);
    assert_eq!(service.kept_documents(), 4);
}

fn the_list_of_documents_has_an_end(service: &Service) {
    let candidate = candidate(service);
    for number in 0..MAX_DOCUMENTS {
        stored(service, &candidate, format!("letter {number}").as_bytes());
    }
    let (status, body) = send(service, &service.recruiter, &candidate, letter(b"one more"));
    assert_eq!(status, 409);
    assert!(
        body["error"]
            .as_str()
            .unwrap()
            .contains("50 further documents"),
        "{body}"
    );
    assert_eq!(service.kept_documents(), MAX_DOCUMENTS);
}

fn a_held_candidate_keeps_their_documents(service: &Service) {
    let candidate = candidate(service);
    let document = stored(service, &candidate, b"a letter");
    let hold = "mutation($input: SetLegalHoldInput!) { setLegalHold(input: $input) { held } }";
    for (reason, status) in [(json!("a lawsuit"), 409), (Value::Null, 204)] {
        let input =
            json!({ "organizationId": "org_ours", "candidateId": candidate, "reason": reason });
        service.data(&service.admin, hold, input);
        assert_eq!(delete(service, &service.recruiter, &document), status);
    }
    assert_eq!(service.kept_documents(), 0);
}

fn documents_of_others_cannot_be_reached(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (ada, _) = service.candidate(&job, "Ada Example");
    let (ben, _) = service.candidate(&job, "Ben Example");
    let document = stored(service, &ada, b"a letter");
    let id = document.rsplit('/').next().unwrap();
    let elsewhere = format!("{}/{id}", path(&ben));
    for (caller, path) in [
        (&service.stranger, &document),
        (&service.recruiter, &elsewhere),
    ] {
        assert_eq!(get(service, caller, path).status().as_u16(), 404);
        assert_eq!(delete(service, caller, path), 404);
    }
    let (status, _) = send(service, &service.stranger, &ada, letter(b"theirs"));
    assert_eq!(status, 404);
    let access = "mutation($input: SetRecruiterAccessInput!) { setRecruiterAccess(input: $input) { access } }";
    let input = json!({ "organizationId": "org_ours", "access": "TeamJobs" });
    service.data(&service.admin, access, input);
    assert_eq!(
        get(service, &service.colleague, &document)
            .status()
            .as_u16(),
        404
    );
    assert_eq!(delete(service, &service.colleague, &document), 404);
    let (status, _) = send(service, &service.colleague, &ada, letter(b"theirs"));
    assert_eq!(status, 404);
    assert_eq!(service.kept_documents(), 1);
}

fn an_interviewer_reads_what_they_are_assigned_to(service: &Service) {
    let candidate = candidate(service);
    let document = stored(service, &candidate, b"a letter");
    let interviewer = &service.interviewer;
    assert_eq!(get(service, interviewer, &document).status().as_u16(), 403);
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { message } }";
    let input = json!({ "candidateId": candidate, "interviewerId": interviewer.user_id,
        "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" });
    service.data(&service.recruiter, assign, input);
    assert_eq!(get(service, interviewer, &document).status().as_u16(), 200);
    assert_eq!(delete(service, interviewer, &document), 403);
    assert_eq!(
        send(service, interviewer, &candidate, letter(b"theirs")).0,
        403
    );
    assert_eq!(service.kept_documents(), 1);
}

fn storage_and_size_have_limits(service: &Service) {
    let candidate = candidate(service);
    let large = vec![b'a'; 10 << 20];
    let (status, _) = send(service, &service.recruiter, &candidate, letter(&large));
    assert_eq!(status, 200);
    let too_large = vec![b'a'; (10 << 20) + 1];
    let (status, body) = send(service, &service.recruiter, &candidate, letter(&too_large));
    assert_eq!(status, 413, "{body}");
    assert_eq!(body["error"], "file: the file is over the limit of 10 MiB");
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let quota = QuotaOverrides {
        stored_mib: Some(11),
        daily_resumes: None,
    };
    let operator = shortlist_domain::Party::operator(&organization);
    service.app.quotas().set(&operator, quota).unwrap();
    let another = vec![b'b'; 2 << 20];
    let (status, body) = send(service, &service.recruiter, &candidate, letter(&another));
    assert_eq!(status, 413, "{body}");
    assert!(
        body["error"].as_str().unwrap().contains("may store 11 MiB"),
        "{body}"
    );
    assert_eq!((service.kept_documents(), service.staged_files()), (1, 0));
}

fn each_step_is_in_the_audit_log(service: &Service) {
    let candidate = candidate(service);
    let document = stored(service, &candidate, b"a letter");
    drop(get(service, &service.recruiter, &document));
    delete(service, &service.recruiter, &document);
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { operation kind userId } } }";
    let input = json!({ "organizationId": "org_ours", "candidateId": candidate });
    let entries = service.data(&service.admin, log, input)["entries"].clone();
    let found: Vec<&str> = entries
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["kind"] == "document")
        .map(|entry| entry["operation"].as_str().unwrap())
        .collect();
    assert_eq!(found, ["deleteDocument", "getDocument", "addDocument"]);
}

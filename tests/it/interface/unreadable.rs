//! Unusable files of an upload: each is skipped with a reason that helps a recruiter, and the other files are
//! processed.

use serde_json::{Value, json};

use crate::support::resumes::{docx, docx_of};
use crate::support::service::Service;

on_both_databases!(
    an_encrypted_file_is_skipped,
    a_file_without_text_is_skipped,
    a_damaged_file_is_skipped,
    formats_that_are_not_taken_are_named,
    a_file_that_declares_another_type_is_read_by_its_bytes,
);

/// Uploads a file together with a good one, and returns why it was skipped.
fn reason(service: &Service, bytes: Vec<u8>) -> String {
    let job = service.create_job(&format!("Job of {} bytes", bytes.len()), json!({}));
    let files = vec![("file.pdf", bytes), ("good.docx", docx("Ada Example"))];
    let (status, body) = service.upload(&service.recruiter, &job, files);
    let counts = (&body["created"], &body["duplicates"], &body["skipped"]);
    assert_eq!(
        (status, counts),
        (200, (&json!(1), &json!(0), &json!(1))),
        "{body}"
    );
    let result = &body["results"][0];
    assert_eq!(
        (&result["outcome"], &result["candidate_unique_id"]),
        (&json!("skipped"), &Value::Null)
    );
    result["reason"].as_str().unwrap().to_lowercase()
}

/// Marks every file in an archive as encrypted.
fn marked_encrypted(mut archive: Vec<u8>) -> Vec<u8> {
    // The flags are at byte 6 of a file's header and at byte 8 of its directory entry (APPNOTE.TXT, 4.3.7 and 4.3.12).
    for (signature, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        for place in 0..archive.len() - 4 {
            if archive[place..].starts_with(signature) {
                archive[place + flags] |= 1;
            }
        }
    }
    archive
}

/// Returns a PDF with one page. `trailer` becomes part of its trailer.
fn pdf(trailer: &str, content: &str) -> Vec<u8> {
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Count 1/Kids[3 0 R]>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<<>>>>".to_owned(),
        format!("<</Length {}>>stream\n{content}\nendstream", content.len()),
        format!(
            "<</Filter/Standard/V 1/R 2/P -4/O<{0}>/U<{0}>>>",
            "5a".repeat(32)
        ),
    ];
    let mut file = String::from("%PDF-1.4\n");
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (number, object) in (1..).zip(&objects) {
        table += &format!("{:010} 00000 n \n", file.len());
        file += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let (start, size) = (file.len(), objects.len() + 1);
    file += &format!(
        "{table}trailer\n<</Size {size}/Root 1 0 R{trailer}>>\nstartxref\n{start}\n%%EOF\n"
    );
    file.into_bytes()
}

fn an_encrypted_file_is_skipped(service: &Service) {
    let id = "00".repeat(16);
    let encrypted = pdf(&format!("/Encrypt 5 0 R/ID[<{id}><{id}>]"), "");
    for bytes in [marked_encrypted(docx("Ben Example")), encrypted] {
        let reason = reason(service, bytes);
        assert!(
            reason.contains("password") || reason.contains("encrypted"),
            "{reason}"
        );
    }
}

fn a_file_without_text_is_skipped(service: &Service) {
    for bytes in [docx_of(&["", " "]), pdf("", "")] {
        let reason = reason(service, bytes);
        assert!(reason.contains("text"), "{reason}");
    }
}

fn a_damaged_file_is_skipped(service: &Service) {
    let whole = docx("Ben Example");
    let cut = whole[..whole.len() / 2].to_vec();
    let other_archive = {
        let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        archive
            .start_file("notes.txt", zip::write::SimpleFileOptions::default())
            .unwrap();
        archive.finish().unwrap().into_inner()
    };
    for bytes in [cut, other_archive, b"%PDF-1.7\nnothing more".to_vec()] {
        assert!(reason(service, bytes).len() > 20, "a reason is a sentence");
    }
}

fn formats_that_are_not_taken_are_named(service: &Service) {
    for (bytes, named) in [
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec(), "png"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF".to_vec(), "jpeg"),
        (b"Ada Example, ada@example.org".to_vec(), "pdf, doc or docx"),
    ] {
        let reason = reason(service, bytes);
        assert!(reason.contains(named), "{reason} should name {named}");
    }
}

fn a_file_that_declares_another_type_is_read_by_its_bytes(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let lying = crate::support::service::file("cv.exe", docx("Ben Example"))
        .mime_str("image/png")
        .unwrap();
    let form = Service::upload_form(&service.recruiter, &job).part("files", lying);
    let request = service.post(&service.recruiter, "/bulk-upload-resumes");
    let (_, body) = crate::support::service::answer(request.multipart(form).send().unwrap());
    assert_eq!(body["created"], 1, "{body}");
    let list = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { resume { fileName mediaType } } } }";
    let found = service.data(
        &service.recruiter,
        list,
        json!({ "organizationId": "org_ours" }),
    );
    let kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    assert_eq!(
        found["candidate"][0]["resume"],
        json!({ "fileName": "cv.exe.docx", "mediaType": kind })
    );
}

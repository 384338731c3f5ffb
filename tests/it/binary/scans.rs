//! Scans, whose text an installed Tesseract recognizes.
//!
//! The tests that need it are skipped without it, unless `SHORTLIST_REQUIRE_TESSERACT` is set.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use reqwest::blocking::multipart::Form;
use serde_json::{Value, json};
use shortlist_app::skip_reason_text;
use shortlist_domain::{FindingKind, FindingMeasure, Permission, Resume};
use shortlist_fixtures::{
    Expected, PageEncoding, SCANNED_TEXT, hostile_scans, mutate, scanned_docx, scanned_pdf,
};
use shortlist_parsing::{MAX_SCANNED_PAGES, ReadError, find_scan, read_document};
use shortlist_persistence::DatabaseUrl;
use shortlist_workers::{
    Limits, Pool, ReadFailure, Recognition, RecognitionError, RecognitionOptions, find_tesseract,
};
use tempfile::TempDir;

use super::program::{error_output, run, text};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::service::{Service, answer, file, launch};
use crate::support::threads::{until, until_for};

/// Returns Tesseract's program, or `None` after a message that the test is skipped.
fn tesseract() -> Option<PathBuf> {
    let found = find_tesseract(&std::env::var_os("PATH").unwrap_or_default());
    if found.is_none() {
        let required = std::env::var_os("SHORTLIST_REQUIRE_TESSERACT").is_some();
        assert!(!required, "Tesseract is required, but is not installed");
        eprintln!("SKIPPED: Tesseract is not installed, so no scan is recognized");
    }
    found
}

fn recognition(languages: &str, seconds: u64) -> Result<Recognition, RecognitionError> {
    let command = tesseract().unwrap();
    Recognition::check(RecognitionOptions {
        program: launch().program,
        arguments: vec![
            "recognize-worker".to_owned(),
            format!("--command={}", command.display()),
            "--memory-mib=512".to_owned(),
        ],
        languages: languages.to_owned(),
        seconds,
    })
}

fn readers(seconds: u64) -> Pool {
    let mut launch = launch();
    launch.arguments.push("--scans".to_owned());
    launch.recognition = Some(Arc::new(recognition("eng", seconds).unwrap()));
    Pool::start(launch, 1, Limits::default()).unwrap()
}

/// The readers that most tests share.
static READERS: LazyLock<Pool> = LazyLock::new(|| readers(60));

fn write(folder: &TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    path
}

fn read(pool: &Pool, path: &Path) -> Result<Resume, ReadFailure> {
    let reading = pool.open_lane().read_blocking(path);
    reading.resume.and_then(|resume| resume.decode())
}

/// The words of the scanned resume, as its readers should find them.
fn assert_is_understood(resume: &Resume, what: &str) {
    let words = |text: &str| {
        let words = text.split_whitespace().map(ToOwned::to_owned);
        words.collect::<Vec<_>>()
    };
    let expected = words(SCANNED_TEXT);
    let found = words(resume.text.as_str());
    let missing: Vec<_> = expected
        .iter()
        .filter(|word| !found.contains(word))
        .collect();
    assert!(
        missing.len() * 20 <= expected.len(),
        "{what}: {missing:?} are missing"
    );
    assert_eq!(resume.name(), Some("Mina Example"), "{what}");
    let mail = resume.email_address().map(ToString::to_string);
    assert_eq!(mail.as_deref(), Some("mina@example.org"), "{what}");
    let positions: Vec<_> = resume
        .positions
        .iter()
        .map(|it| (it.title.as_deref().unwrap(), it.start.unwrap().to_string()))
        .collect();
    let expected = [
        ("Senior Data Analyst", "2019-03"),
        ("Data Analyst", "2015-06"),
    ];
    let expected = expected.map(|(title, start)| (title, start.to_owned()));
    assert_eq!(positions, expected, "{what}");
    assert!(
        resume
            .education
            .iter()
            .any(|it| it.degree == "Bachelor of Science"),
        "{what}"
    );
    assert!(
        resume.skills.iter().any(|skill| skill.name == "Tableau"),
        "{what}"
    );
    let place = resume.text.quote(resume.positions[0].span);
    assert!(
        place.contains("March 2019") && place.contains("Built reports"),
        "{what}: {place}"
    );
}

#[test]
fn each_encoding_of_a_page_is_found_without_recognition() {
    let pdf = scanned_pdf(&PageEncoding::ALL);
    let scan = find_scan(&pdf, read_document(&pdf).as_ref())
        .unwrap()
        .unwrap();
    let pages: Vec<_> = scan.images.iter().map(|image| image.page).collect();
    assert_eq!(pages, [0, 1, 2]);
    let [fax, jpeg, flate] = [0, 1, 2].map(|page| scan.images[page].bytes.as_slice());
    assert!(fax.starts_with(b"P4\n1654 2339\n") && jpeg.starts_with(b"\xFF\xD8"));
    // The last two bits of each row are no pixels.
    let rows = |file: &[u8]| -> Vec<(Vec<u8>, u8)> {
        let rows = file[13..].chunks(207);
        rows.map(|row| (row[..206].to_vec(), row[206] >> 2))
            .collect()
    };
    assert!(
        rows(fax) == rows(flate),
        "the encodings give different pixels"
    );
    let docx = scanned_docx();
    let scan = find_scan(&docx, read_document(&docx).as_ref())
        .unwrap()
        .unwrap();
    assert!(scan.images[0].bytes.starts_with(b"\x89PNG"));
    let resume: &[u8] = include_bytes!("../../../demo/resumes/backend-engineer.pdf");
    assert_eq!(find_scan(resume, read_document(resume).as_ref()), Ok(None));
}

#[test]
fn damaged_scans_give_images_or_a_reason() {
    let files = [scanned_pdf(&PageEncoding::ALL), scanned_docx()];
    let files = [files[0].as_slice(), files[1].as_slice()];
    let mut found = 0;
    for number in 0..200 {
        let bytes = mutate(number, &files);
        let scan = find_scan(&bytes, Err(&ReadError::Scan));
        assert_ne!(scan, Err(ReadError::panicked()), "{number}");
        let images = scan.ok().flatten().map_or(Vec::new(), |scan| scan.images);
        assert!(images.len() <= MAX_SCANNED_PAGES, "{number}");
        found += usize::from(!images.is_empty());
    }
    assert!(found > 50, "{found}");
}

#[test]
fn scans_are_recognized_and_say_so() {
    if tesseract().is_none() {
        return;
    }
    let folder = TempDir::new().unwrap();
    for encoding in PageEncoding::ALL {
        let path = write(&folder, "scan.pdf", &scanned_pdf(&[encoding]));
        let resume = read(&READERS, &path).unwrap();
        assert_is_understood(&resume, &format!("{encoding:?}"));
        let [finding] = resume.findings.as_slice() else {
            panic!("{:?}", resume.findings);
        };
        assert_eq!(
            (finding.kind, finding.page),
            (FindingKind::Recognized, Some(1))
        );
        let Some(FindingMeasure::Confidence(confidence)) = finding.measure else {
            panic!("{finding:?}");
        };
        assert!((80..=100).contains(&confidence), "{confidence}");
    }
    let path = write(&folder, "scan.docx", &scanned_docx());
    assert_is_understood(&read(&READERS, &path).unwrap(), "docx");
    let path = write(&folder, "two.pdf", &scanned_pdf(&[PageEncoding::Fax; 2]));
    assert_eq!(read(&READERS, &path).unwrap().text.pages(), Some(2));
}

#[test]
#[ignore = "long"]
fn the_program_recognizes_scans_unless_that_is_switched_off() {
    let folder = TempDir::new().unwrap();
    let path = write(&folder, "scan.pdf", &scanned_pdf(&[PageEncoding::Fax]));
    let parsed = |arguments: &[&str]| -> Value {
        let arguments = [&["parse"], arguments, &[text(&path)]].concat();
        serde_json::from_slice(&run(&arguments).stdout).unwrap()
    };
    let skipped = parsed(&["--ocr=off"]);
    assert_eq!(skipped["ok"], false);
    assert!(
        skipped["error"]
            .as_str()
            .unwrap()
            .contains("a scan without text"),
        "{skipped}"
    );
    if tesseract().is_some() {
        assert_eq!(parsed(&[])["fullName"], "Mina Example");
        assert_eq!(
            parsed(&["--ocr=required"])["languages"],
            json!(["English", "German"])
        );
    }
}

#[test]
fn unusable_settings_are_reported_at_the_start() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let error = error_output(&["parse", "--ocr-command=/nowhere/at/all", file]);
    assert!(error.contains("recognition of scans"), "{error}");
    let error = error_output(&["parse", "--ocr-command=/bin/true", file]);
    assert!(error.contains("list its languages"), "{error}");
    if tesseract().is_some() {
        let error = error_output(&["parse", "--ocr-languages=eng+qaa", file]);
        assert!(error.contains("tesseract-ocr-qaa"), "{error}");
        let error = error_output(&["serve", "--check-config", "--ocr-languages=eng+qaa"]);
        assert!(error.contains("tesseract-ocr-qaa"), "{error}");
    }
}

#[test]
#[ignore = "long"]
fn hostile_scans_are_refused_and_hurt_nobody_else() {
    if tesseract().is_none() {
        return;
    }
    let folder = TempDir::new().unwrap();
    for file in hostile_scans() {
        let path = write(&folder, file.name, &file.bytes);
        let begun = Instant::now();
        let reason = skip_reason_text(read(&READERS, &path).unwrap_err().reason());
        let Expected::Refused(part) = file.expected else {
            panic!("{} is not refused", file.name);
        };
        assert!(reason.contains(part), "{}: {reason}", file.name);
        assert!(begun.elapsed() < Duration::from_secs(60), "{}", file.name);
    }
    let path = write(&folder, "scan.pdf", &scanned_pdf(&[PageEncoding::Fax]));
    assert_is_understood(&read(&READERS, &path).unwrap(), "after hostile files");
}

#[test]
fn recognition_is_as_isolated_as_reading_and_ends_in_time() {
    if tesseract().is_none() {
        return;
    }
    let recognition = recognition("eng", 60).unwrap();
    assert_eq!(recognition.isolation(), READERS.isolation());
    let folder = TempDir::new().unwrap();
    let path = write(&folder, "scan.pdf", &scanned_pdf(&[PageEncoding::Fax; 3]));
    let hurried = readers(0);
    let failure = read(&hurried, &path).unwrap_err();
    assert!(
        matches!(failure, ReadFailure::RecognitionTooSlow(0)),
        "{failure:?}"
    );
}

const APPLICANTS: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate {
    fullName emailAddress tags resume { fileName text } applications { receiptNumber answers { answer } } } } }";

/// Sends a scan as an application to a service with these readers, and returns the only candidate, once it is there.
fn applied(readers: Pool, url: &DatabaseUrl) -> Value {
    let service = Service::start_adapted(url, |app| app.with_readers(Arc::new(readers)));
    let job = service.create_job("Buyer", json!({}));
    let key = service.with_permissions(&service.admin, &[Permission::Apply]);
    let form = || {
        Form::new()
            .part(
                "resume",
                file("scan.pdf", scanned_pdf(&[PageEncoding::Fax])),
            )
            .text("emailAddress", "applicant@example.org")
            .text("consentText", "I agree.")
            .text("consentVersion", "1")
    };
    let send = || {
        let url = service.url(&format!("/apply/{job}"));
        let request = service.client.post(url).header("x-api-key", &key.key);
        answer(request.multipart(form()).send().unwrap())
    };
    let (status, body) = send();
    assert_eq!(status, 200, "{body}");
    let list = || {
        let input = json!({ "organizationId": "org_ours" });
        service.data(&service.recruiter, APPLICANTS, input)["candidate"].clone()
    };
    until_for(120, || list() != json!([]));
    until(|| service.kept_uploads() == 0);
    assert_eq!(send(), (200, body.clone()), "the same application again");
    let found = list();
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    assert_eq!(
        found[0]["applications"][0]["receiptNumber"],
        body["receiptNumber"]
    );
    assert_eq!(found[0]["emailAddress"], "applicant@example.org");
    assert_eq!((service.kept_files(), service.staged_files()), (1, 0));
    found[0].clone()
}

#[test]
fn a_scanned_application_is_recognized_after_its_answer() {
    if tesseract().is_none() {
        return;
    }
    on_sqlite(|url| {
        let applicant = applied(readers(60), url);
        assert_eq!(applicant["fullName"], "Mina Example");
        assert_eq!(applicant["tags"], json!([]));
    });
    on_postgresql(|url| {
        assert_eq!(applied(readers(60), url)["fullName"], "Mina Example");
    });
}

/// The time for recognition is zero, so the scan cannot be read. Its applicant got an answer already.
#[test]
fn an_application_whose_scan_is_unreadable_is_not_lost() {
    if tesseract().is_none() {
        return;
    }
    on_sqlite(|url| {
        let applicant = applied(readers(0), url);
        assert_eq!(applicant["tags"], json!(["Unreadable scan"]));
        assert_eq!(applicant["fullName"], "");
        assert_eq!(applicant["resume"]["fileName"], "scan.pdf");
        assert_eq!(applicant["resume"]["text"], "");
    });
}

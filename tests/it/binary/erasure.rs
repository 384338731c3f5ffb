//! An erased candidate leaves no trace in the files of a real server.

use std::fs;
use std::path::Path;

use reqwest::Method;
use serde_json::json;
use tempfile::TempDir;

use super::program::{json_of, run, text};
use super::server::{Server, admin, with_organization};
use crate::support::resumes::{docx, docx_of};
use crate::support::service::{answer, client};

pub(super) const NAME: &str = "Quillon Zephyrine";
pub(super) const EMAIL: &str = "quillon.zephyrine@example.org";
const PHONE: &str = "+1 202 555 0147";
pub(super) const SENTENCE: &str = "Restored the astrolabe of Uraniborg";
pub(super) const SAID: &str = "I once repaired a heliograph";
/// The number of other candidates, before and after. It is large enough to split pages of the database.
const OTHERS: usize = 60;

/// The texts that must not be found, ignoring case. The telephone number appears by its digits.
const PERSONAL: [&str; 12] = [
    "zephyrine",
    "quillon",
    EMAIL,
    "2025550147",
    "202 555 0147",
    "astrolabe of uraniborg",
    "repaired a heliograph",
    "prefers the quadrant",
    "collects sextants",
    "7654321.",
    "ignored the sundial",
    "octant works",
];

fn others(from: usize) -> Vec<(&'static str, Vec<u8>)> {
    (from..from + OTHERS)
        .map(|n| ("cv.docx", docx(&format!("Other Person{n}"))))
        .collect()
}

/// Changes, interviews, reviews, rescores and exports a candidate.
fn process_candidate(server: &Server, job: &str, candidate: &str) {
    server.call(
        "mutation",
        "updateCandidate",
        "UpdateCandidateInput",
        "_id",
        with_organization(json!({ "candidateId": candidate, "fullName": "Quillon X Zephyrine" })),
    );
    let interview = server.call("mutation", "assignInterviewer", "AssignInterviewerInput", "result { _id }",
        json!({ "candidateId": candidate, "interviewerId": "usr_a", "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" }));
    server.call(
        "mutation",

            "submitInterviewReport",
            "SubmitInterviewReportInput",
            "feedback"
        ,
        json!({
        "interviewId": interview["result"]["_id"], "feedback": format!("{NAME} was calm"),
        "questions": [{ "question": "What did you repair?", "candidateAnswer": SAID }],
        "transcription": { "status": "completed", "text": SAID,
            "segments": [{ "speaker": NAME, "startSeconds": 0.0, "endSeconds": 4.0, "text": SAID }] } }),
    );
    record(
        server,
        interview["result"]["_id"].as_str().unwrap(),
        candidate,
    );
    server.call(
        "mutation",
        "submitReview",
        "SubmitReviewInput",
        "score",
        json!({ "candidateId": candidate, "score": 70.0, "comment": NAME }),
    );
    add_records(server, candidate);
    server.call(
        "mutation",
        "rescoreJob",
        "RescoreJobInput",
        "candidates",
        with_organization(json!({ "jobId": job, "resumeScoreBreakdown": "{\"skills\": 1}" })),
    );
    let export = server.call(
        "query",
        "exportCandidate",
        "ExportCandidateInput",
        "json",
        with_organization(json!({ "candidateId": candidate })),
    );
    assert!(export["json"].as_str().unwrap().contains(SAID));
}

/// Moves a candidate with a reason, makes an offer, and writes a custom field.
fn add_records(server: &Server, candidate: &str) {
    let call = |operation: &str, input: &str, field: &str, more: serde_json::Value| {
        server.call("mutation", operation, input, field, with_organization(more));
    };
    let reason = "She prefers the quadrant";
    let moved = json!({ "candidateIds": [candidate], "stageId": "OnHold", "reason": reason });
    call(
        "moveCandidates",
        "MoveCandidatesInput",
        "candidates { _id }",
        moved,
    );
    // The record of a decision stays after the erasure.
    let reason = "She ignored the sundial";
    let rejected = json!({ "candidateIds": [candidate], "stageId": "Rejected", "reason": reason });
    call(
        "moveCandidates",
        "MoveCandidatesInput",
        "candidates { _id }",
        rejected,
    );
    let explained = json!({ "candidateId": candidate });
    call(
        "recordExplanation",
        "RecordExplanationInput",
        "status",
        explained,
    );
    let correction = json!({ "candidateId": candidate, "entry": 0, "field": "employer", "value": "Brass Octant Works" });
    call(
        "correctResume",
        "CorrectResumeInput",
        "scoreAfter",
        correction,
    );
    let back = json!({ "candidateIds": [candidate], "stageId": "Active" });
    call(
        "moveCandidates",
        "MoveCandidatesInput",
        "candidates { _id }",
        back,
    );
    let offer = json!({ "candidateId": candidate, "amount": "7654321", "currency": "EUR" });
    call("setOffer", "SetOfferInput", "state", offer);
    let field = json!({ "key": "hobby", "label": "Hobby", "type": "Text" });
    call("setCustomField", "SetCustomFieldInput", "key", field);
    let values = json!([{ "key": "hobby", "value": "Collects sextants" }]);
    let written = json!({ "candidateId": candidate, "customFields": values });
    call("updateCandidate", "UpdateCandidateInput", "_id", written);
}

/// Uploads a recording of the interview, and plays the end of it by its link.
fn record(server: &Server, interview: &str, candidate: &str) {
    let film = format!("\0\0\0\x20ftypisom{}{NAME}: {SAID}", "-".repeat(100_000));
    let path = format!("/interviews/{interview}/recording");
    let sent = server
        .request(Method::PUT, &path)
        .header("Content-Type", "video/mp4")
        .body(film.clone());
    let (status, kept) = answer(sent.send().unwrap());
    assert_eq!(status, 201, "{kept}");
    let report = server.call(
        "query",
        "getCanInterviewRpt",
        "GetQuestionsInput",
        "videoPlaybackLink",
        json!({ "candidateId": candidate }),
    );
    let link = report["videoPlaybackLink"].as_str().unwrap();
    let part = client()
        .get(link)
        .header("Range", "bytes=-26")
        .header("Accept-Encoding", "gzip, zstd")
        .send()
        .unwrap();
    assert_eq!(part.status(), 206);
    assert_eq!(
        part.headers().get("content-encoding").unwrap(),
        "identity",
        "a part is not compressed"
    );
    assert_eq!(part.bytes().unwrap(), &film.as_bytes()[film.len() - 26..]);
}

/// Uploads a resume among others, and does everything that is possible with the candidate. Returns the candidate's
/// identifier.
fn create_candidate_with_all_data(server: &Server) -> String {
    let job = server.call("mutation", "createJob", "CreateJobInput", "_id", with_organization(json!({
        "recruiterId": "usr_a", "title": "Backend Engineer", "jobDescription": "Rust and PostgreSQL. Keeps an astrolabe." })));
    let job = job["_id"].as_str().unwrap();
    let lines = [
        NAME,
        EMAIL,
        PHONE,
        "Experience",
        "Backend Engineer, Orchard Software",
        "January 2019 - December 2023",
        SENTENCE,
        "Skills",
        "Rust, PostgreSQL",
    ];
    let mut files = others(0);
    files.insert(OTHERS / 2, ("Zephyrine.docx", docx_of(&lines)));
    let body = server.upload(job, files);
    assert_eq!(body["created"], json!(OTHERS + 1), "{body}");
    assert_eq!(server.upload(job, others(OTHERS))["created"], json!(OTHERS));
    let found = server.call(
        "query",
        "getCandidates",
        "GetCandidatesInput",
        "candidate { _id phoneNumber }",
        with_organization(json!({ "search": EMAIL })),
    );
    let candidate = found["candidate"][0]["_id"].as_str().unwrap().to_owned();
    assert!(found["candidate"][0]["phoneNumber"].is_string());
    process_candidate(server, job, &candidate);
    candidate
}

/// Returns every file below a folder that contains personal data, ignoring case.
pub(super) fn files_with_personal_data(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_with_personal_data(&path));
            continue;
        }
        let bytes = fs::read(&path).unwrap().to_ascii_lowercase();
        let occurs = |text: &&&str| {
            bytes
                .windows(text.len())
                .any(|window| window == text.as_bytes())
        };
        let personal = PERSONAL.iter().filter(occurs);
        found.extend(personal.map(|text| format!("{text} in {}", path.display())));
    }
    found
}

fn resumes_kept(folder: &Path) -> usize {
    fs::read_dir(folder.join("data/files/resumes/org_a"))
        .unwrap()
        .count()
}

#[test]
fn no_byte_of_an_erased_candidate_is_left() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &[]);
    let candidate = create_candidate_with_all_data(&server);
    let before = files_with_personal_data(folder.path());
    assert!(
        PERSONAL[..4]
            .iter()
            .all(|text| before.iter().any(|found| found.starts_with(text))),
        "the scan finds what is there: {before:?}"
    );
    assert!(
        !before.iter().any(|found| found.ends_with("log")),
        "{before:?}"
    );
    assert!(
        before.iter().any(|found| found.contains("/recordings/")),
        "{before:?}"
    );
    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(log.contains("/recordings/rec_") && !log.contains("signature="));
    let kept = resumes_kept(folder.path());
    server.call(
        "mutation",
        "eraseCandidate",
        "EraseCandidateInput",
        "erasedAt",
        with_organization(json!({ "candidateId": candidate, "reason": "asked for it" })),
    );
    assert_eq!(
        files_with_personal_data(folder.path()),
        Vec::<String>::new(),
        "while the server runs"
    );
    assert_eq!(resumes_kept(folder.path()), kept - 1);
    server.program.stop();
    assert_eq!(
        files_with_personal_data(folder.path()),
        Vec::<String>::new(),
        "once it has stopped"
    );
    let data = folder.path().join("data");
    let checked = admin(&["--data-dir", text(&data)], &["verify-audit"]);
    assert_eq!(checked["organizations"][0]["holds"], true, "{checked}");
}

/// Uploads another resume with the same telephone number, for another job.
fn apply_again(server: &Server) {
    let input =
        with_organization(json!({ "recruiterId": "usr_a", "title": "Keeper of the Astrolabe" }));
    let job = server.call("mutation", "createJob", "CreateJobInput", "_id", input);
    let lines = [
        NAME,
        "quillon.zephyrine@example.com",
        PHONE,
        "Experience",
        "Backend Engineer, Orchard Software",
        "January 2019 - December 2023",
        SENTENCE,
    ];
    let files = vec![("Quillon.docx", docx_of(&lines))];
    let body = server.upload(job["_id"].as_str().unwrap(), files);
    assert_eq!(body["created"], json!(1), "{body}");
}

#[test]
#[ignore = "long"]
fn no_byte_of_an_erased_person_is_left() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &[]);
    let first = create_candidate_with_all_data(&server);
    apply_again(&server);
    let found = server.call(
        "query",
        "getCandidate",
        "GetCandidateInput",
        "person { _id applications { _id } }",
        with_organization(json!({ "candidateId": first })),
    );
    let person = &found["person"];
    assert_eq!(person["applications"].as_array().unwrap().len(), 2);
    let kept = resumes_kept(folder.path());
    server.call(
        "mutation",
        "erasePerson",
        "ErasePersonInput",
        "erasedAt",
        with_organization(json!({ "personId": person["_id"], "reason": "asked for it" })),
    );
    assert_eq!(
        files_with_personal_data(folder.path()),
        Vec::<String>::new()
    );
    assert_eq!(resumes_kept(folder.path()), kept - 2);
    server.program.stop();
    assert_eq!(
        files_with_personal_data(folder.path()),
        Vec::<String>::new(),
        "once it has stopped"
    );
}

#[test]
fn an_operator_exports_and_retains() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &[]);
    let candidate = create_candidate_with_all_data(&server);
    server.call(
        "mutation",
        "setRetentionPolicy",
        "SetRetentionPolicyInput",
        "days",
        with_organization(json!({ "days": 36_500 })),
    );
    server.program.stop();
    let data = folder.path().join("data");
    let export = json_of(&[
        "export",
        "--candidate",
        &candidate,
        "--data-dir",
        text(&data),
    ]);
    assert_eq!(export["basics"]["email"], EMAIL);
    assert_eq!(
        export["shortlist"]["interviews"][0]["report"]["questions"][0]["candidateAnswer"],
        SAID
    );
    let unknown = run(&["export", "--candidate", "cnd_x", "--data-dir", text(&data)]);
    assert!(!unknown.status.success());
    let report = json_of(&["retain", "--dry-run", "--json", "--data-dir", text(&data)]);
    assert_eq!(
        report,
        json!({ "organizations": [{ "organizationId": "org_a", "days": 36_500, "candidates": [] }] })
    );
}

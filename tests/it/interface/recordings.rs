//! Recordings of interviews: uploaded, replaced and deleted.

use reqwest::Method;
use reqwest::blocking::{RequestBuilder, Response};
use serde_json::{Value, json};
use shortlist_app::{RecordingLimits, Settings};
use shortlist_domain::{Environment, Permission};
use shortlist_transport::GraphQLLimits;

use crate::support::database;
use crate::support::people::Caller;
use crate::support::service::{Service, answer};

on_both_databases!(
    a_recording_is_replaced_and_removed,
    the_same_recording_again_changes_nothing,
    a_body_that_is_not_a_recording_is_refused,
    recordings_need_the_permission_to_submit_reports,
    an_interview_that_was_not_held_has_no_recording,
    a_recording_under_a_legal_hold_stays,
    an_export_names_the_recording_and_an_erasure_removes_it,
    recordings_are_audited,
);

/// Returns an MP4 file according to its first bytes. Each other byte depends on its position.
pub(super) fn film(bytes: usize, seed: u8) -> Vec<u8> {
    let mut film = b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41".to_vec();
    film.extend(
        (0..251_u8)
            .cycle()
            .map(|byte| byte ^ seed)
            .take(bytes - film.len()),
    );
    film
}

/// Creates a candidate with an interview, and returns both identifiers.
pub(super) fn candidate_with_interview(service: &Service, name: &str) -> (String, String) {
    let job = service.create_job(&format!("Engineer for {name}"), json!({}));
    let (candidate, _) = service.candidate(&job, name);
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { result { _id } } }";
    let input = json!({ "candidateId": candidate, "interviewerId": service.interviewer.user_id,
        "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled", "allowOverlap": true });
    let assigned = service.data(&service.recruiter, assign, input);
    let interview = assigned["result"]["_id"].as_str().unwrap().to_owned();
    (candidate, interview)
}

fn call(service: &Service, caller: &Caller, method: Method, interview: &str) -> RequestBuilder {
    service.request(
        caller,
        method,
        &format!("/interviews/{interview}/recording"),
    )
}

pub(super) fn put(
    service: &Service,
    caller: &Caller,
    interview: &str,
    film: &[u8],
) -> (u16, Value) {
    let request = call(service, caller, Method::PUT, interview)
        .header("Content-Type", "video/mp4")
        .body(film.to_vec());
    answer(request.send().unwrap())
}

fn delete(service: &Service, caller: &Caller, interview: &str) -> u16 {
    let request = call(service, caller, Method::DELETE, interview);
    request.send().unwrap().status().as_u16()
}

const REPORT: &str = "query($input: GetQuestionsInput!) { getCanInterviewRpt(input: $input) {
    interviewId feedback videoPlaybackLink recording { mediaType bytes sha256 createdAt linkExpiresAt } } }";

pub(super) fn report(service: &Service, candidate: &str) -> Value {
    let input = json!({ "candidateId": candidate });
    service.data(&service.recruiter, REPORT, input)
}

pub(super) fn link(service: &Service, candidate: &str) -> String {
    let report = report(service, candidate);
    report["videoPlaybackLink"].as_str().unwrap().to_owned()
}

pub(super) fn play(service: &Service, link: &str) -> Response {
    service.client.get(link).send().unwrap()
}

fn a_recording_is_replaced_and_removed(service: &Service) {
    let (candidate, interview) = candidate_with_interview(service, "Ada Example");
    let first = put(service, &service.recruiter, &interview, &film(1_000, 0)).1;
    let earlier = link(service, &candidate);
    let (status, second) = put(service, &service.recruiter, &interview, &film(2_000, 1));
    assert_eq!(status, 200);
    assert_ne!(first["recordingId"], second["recordingId"]);
    assert_eq!(play(service, &earlier).status(), 404);
    assert_eq!(service.kept_recordings(), 1);
    let later = link(service, &candidate);
    assert!(play(service, &later).bytes().unwrap() == film(2_000, 1));
    assert_eq!(delete(service, &service.recruiter, &interview), 204);
    assert_eq!(play(service, &later).status(), 404);
    assert_eq!(service.kept_recordings(), 0);
    assert_eq!(delete(service, &service.recruiter, &interview), 404);
    let report = report(service, &candidate);
    assert_eq!(report["videoPlaybackLink"], Value::Null);
    // The submitted https link remains.
    let submit = "mutation($input: SubmitInterviewReportInput!) { submitInterviewReport(input: $input) { videoPlaybackLink } }";
    let given = "https://video.example.org/1";
    let input = json!({ "interviewId": interview, "videoPlaybackLink": given });
    let submitted = service.data(&service.recruiter, submit, input);
    assert_eq!(submitted["videoPlaybackLink"], given);
    put(service, &service.recruiter, &interview, &film(1_000, 0));
    assert_ne!(link(service, &candidate), given);
    delete(service, &service.recruiter, &interview);
    assert_eq!(link(service, &candidate), given);
}

fn the_same_recording_again_changes_nothing(service: &Service) {
    let (candidate, interview) = candidate_with_interview(service, "Ada Example");
    let (_, first) = put(service, &service.recruiter, &interview, &film(1_000, 0));
    let (status, again) = put(service, &service.recruiter, &interview, &film(1_000, 0));
    assert_eq!((status, &again), (200, &first));
    assert_eq!(service.kept_recordings(), 1);
    assert_eq!(play(service, &link(service, &candidate)).status(), 200);
}

fn a_body_that_is_not_a_recording_is_refused(service: &Service) {
    let (_, interview) = candidate_with_interview(service, "Ada Example");
    let send = |kind: &str, body: &[u8]| {
        let request = call(service, &service.recruiter, Method::PUT, &interview)
            .header("Content-Type", kind)
            .body(body.to_vec());
        let (status, body) = answer(request.send().unwrap());
        assert!(body["error"].is_string(), "{body}");
        status
    };
    let page = b"<!DOCTYPE html><script>alert(1)</script>".repeat(10);
    for (kind, body, status) in [
        ("video/mp4", page.as_slice(), 422),
        ("video/mp4", b"", 422),
        ("video/mp4", b"\0\0\0\x18ftypheic", 422),
        ("text/html", &film(1_000, 0), 400),
    ] {
        assert_eq!(send(kind, body), status, "{kind}");
    }
    // The bytes of a file determine its type.
    let request = call(service, &service.recruiter, Method::PUT, &interview)
        .header("Content-Type", "application/octet-stream")
        .body(b"fLaC\0\0\0\x22".to_vec());
    let (status, kept) = answer(request.send().unwrap());
    assert_eq!((status, &kept["mediaType"]), (201, &json!("audio/flac")));
    assert_eq!((service.staged_files(), service.kept_recordings()), (0, 1));
    let get = call(service, &service.recruiter, Method::GET, &interview);
    assert_eq!(get.send().unwrap().status(), 405);
}

fn recordings_need_the_permission_to_submit_reports(service: &Service) {
    let (_, interview) = candidate_with_interview(service, "Ada Example");
    let (_, other) = candidate_with_interview(service, "Ben Example");
    let film = film(1_000, 0);
    let reader = service.with_permissions(&service.admin, &[Permission::InterviewsRead]);
    assert_eq!(put(service, &reader, &interview, &film).0, 403);
    assert_eq!(delete(service, &reader, &interview), 403);
    for unknown in [&interview, "int_x"] {
        assert_eq!(put(service, &service.stranger, unknown, &film).0, 404);
        assert_eq!(delete(service, &service.stranger, unknown), 404);
    }
    assert_eq!(put(service, &service.recruiter, "a b", &film).0, 400);
    let nobody = Caller {
        token: "x".to_owned(),
        ..service.admin.clone()
    };
    assert_eq!(put(service, &nobody, &interview, &film).0, 401);
    // An Interviewer has no access to an interview that was cancelled.
    let update =
        "mutation($input: UpdateInterviewInput!) { updateInterview(input: $input) { status } }";
    let input =
        json!({ "organizationId": "org_ours", "interviewId": other, "status": "Cancelled" });
    service.data(&service.recruiter, update, input);
    assert_eq!(put(service, &service.interviewer, &other, &film).0, 403);
    assert_eq!(delete(service, &service.interviewer, &other), 403);
    assert_eq!(service.kept_recordings(), 0);
}

fn an_interview_that_was_not_held_has_no_recording(service: &Service) {
    let (_, interview) = candidate_with_interview(service, "Ada Example");
    let update =
        "mutation($input: UpdateInterviewInput!) { updateInterview(input: $input) { status } }";
    for status in ["NoShow", "Cancelled"] {
        let input =
            json!({ "organizationId": "org_ours", "interviewId": interview, "status": status });
        service.data(&service.recruiter, update, input);
        let (code, body) = put(service, &service.recruiter, &interview, &film(1_000, 0));
        assert_eq!(code, 409);
        assert!(body["error"].as_str().unwrap().contains(status), "{body}");
    }
}

fn a_recording_under_a_legal_hold_stays(service: &Service) {
    let (candidate, interview) = candidate_with_interview(service, "Ada Example");
    let hold = |reason: Value| {
        let document =
            "mutation($input: SetLegalHoldInput!) { setLegalHold(input: $input) { held } }";
        let input =
            json!({ "organizationId": "org_ours", "candidateId": candidate, "reason": reason });
        service.data(&service.admin, document, input);
    };
    hold(json!("a claim is pending"));
    assert_eq!(
        put(service, &service.recruiter, &interview, &film(1_000, 0)).0,
        201,
        "what is new takes nothing away"
    );
    assert_eq!(
        put(service, &service.recruiter, &interview, &film(1_000, 1)).0,
        409
    );
    assert_eq!(delete(service, &service.recruiter, &interview), 409);
    assert_eq!(service.kept_recordings(), 1);
    hold(Value::Null);
    assert_eq!(delete(service, &service.recruiter, &interview), 204);
}

fn an_export_names_the_recording_and_an_erasure_removes_it(service: &Service) {
    let (candidate, interview) = candidate_with_interview(service, "Ada Example");
    let (_, other) = candidate_with_interview(service, "Ben Example");
    let (_, kept) = put(service, &service.recruiter, &interview, &film(1_000, 0));
    put(service, &service.recruiter, &other, &film(1_000, 0));
    let link = link(service, &candidate);
    let export = "query($input: ExportCandidateInput!) { exportCandidate(input: $input) { json } }";
    let target = json!({ "organizationId": "org_ours", "candidateId": candidate });
    let response = service.data(&service.recruiter, export, target.clone());
    let export: Value = serde_json::from_str(response["json"].as_str().unwrap()).unwrap();
    let recording = &export["shortlist"]["interviews"][0]["recording"];
    assert_eq!(
        (&recording["_id"], &recording["sha256"]),
        (&kept["recordingId"], &kept["sha256"])
    );
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { candidateId } }";
    let mut input = target;
    input["reason"] = json!("asked for it");
    service.data(&service.recruiter, erase, input);
    assert_eq!(service.kept_recordings(), 1, "the other's");
    assert_eq!(play(service, &link).status(), 404);
    assert_eq!(
        put(service, &service.recruiter, &interview, &film(1_000, 0)).0,
        404
    );
    assert_eq!((service.staged_files(), service.kept_recordings()), (0, 1));
}

fn recordings_are_audited(service: &Service) {
    let (_, interview) = candidate_with_interview(service, "Ada Example");
    let reader = service.with_permissions(&service.recruiter, &[Permission::InterviewsRead]);
    put(service, &service.recruiter, &interview, &film(1_000, 0));
    put(service, &service.interviewer, &interview, &film(1_000, 1));
    delete(service, &service.recruiter, &interview);
    delete(service, &reader, &interview);
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) {
        entries { operation outcome userId thingId changes { field before after } } } }";
    let input = json!({ "organizationId": "org_ours", "pageSize": 4 });
    let response = service.data(&service.admin, log, input);
    let rows = response["entries"].as_array().unwrap();
    let who = |row: &Value| [&row["operation"], &row["outcome"], &row["userId"]].map(Value::clone);
    let expected = [
        ["deleteRecording", "refused", "usr_recruiter"],
        ["deleteRecording", "done", "usr_recruiter"],
        ["putRecording", "done", "usr_interviewer"],
        ["putRecording", "done", "usr_recruiter"],
    ];
    for (row, expected) in rows.iter().zip(expected) {
        assert_eq!(who(row), expected.map(|text| json!(text)));
    }
    let replaced = &rows[2]["changes"][0];
    assert_eq!(rows[2]["thingId"], json!(interview));
    for side in ["before", "after"] {
        let text = replaced[side].as_str().unwrap();
        assert!(
            text.starts_with("video/mp4, 1000 bytes, SHA-256 "),
            "{text}"
        );
    }
    for (organization, verdict) in service.app.audit().verify(None).unwrap() {
        assert_eq!(verdict.broken, None, "{organization}");
    }
}

#[test]
fn a_recording_over_the_limit_is_413() {
    database::on_sqlite(|url| {
        let mut settings = Settings::new(Environment::Sandbox);
        settings.recordings = RecordingLimits {
            bytes: 1 << 20,
            ..RecordingLimits::default()
        };
        let service = Service::start_with(url, settings, GraphQLLimits::default());
        let (_, interview) = candidate_with_interview(&service, "Ada Example");
        let limit = 1 << 20;
        let (status, body) = put(
            &service,
            &service.recruiter,
            &interview,
            &film(limit + 1, 0),
        );
        assert_eq!(status, 413);
        assert!(body["error"].as_str().unwrap().contains("1 MiB"), "{body}");
        // A body of unknown size is cut off when it exceeds the limit.
        let endless = std::io::Cursor::new(film(limit + 1, 0));
        let request = call(&service, &service.recruiter, Method::PUT, &interview)
            .header("Content-Type", "video/mp4")
            .body(reqwest::blocking::Body::new(endless));
        assert_eq!(request.send().unwrap().status(), 413);
        assert_eq!((service.staged_files(), service.kept_recordings()), (0, 0));
        let (status, _) = put(&service, &service.recruiter, &interview, &film(limit, 0));
        assert_eq!(status, 201);
    });
}

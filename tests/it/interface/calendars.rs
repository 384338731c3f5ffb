//! Interviews as calendar files.

use reqwest::blocking::Response;
use serde_json::{Value, json};
use shortlist_domain::Permission;

use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::service::{Service, answer};

on_both_databases!(
    a_calendar_follows_an_interview,
    a_calendar_names_only_what_the_caller_may_read,
    a_calendar_needs_the_permission_to_read_the_interview,
);

const TITLE: &str = "Engineer; Rust, \"PostgreSQL\"";
const CALENDAR: &str = "query($input: GetInterviewCalendarInput!) { getInterviewCalendar(input: $input) { fileName mediaType text } }";

/// Creates a candidate with an interview, and returns their code and the interview's identifier.
fn candidate_with_interview(service: &Service, name: &str) -> (String, String) {
    let job = service.create_job(TITLE, json!({ "location": name }));
    let (candidate, code) = service.candidate(&job, name);
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { result { _id } } }";
    let input = json!({ "candidateId": candidate, "interviewerId": service.interviewer.user_id,
        "dateAndTime": "2026-03-06T09:30:00+01:00", "status": "Scheduled" });
    let assigned = service.data(&service.recruiter, assign, input);
    let interview = assigned["result"]["_id"].as_str().unwrap().to_owned();
    (code, interview)
}

fn ask(service: &Service, caller: &Caller, interview: &str) -> Response {
    service
        .client
        .get(service.url(&format!("/interviews/{interview}/calendar.ics")))
        .header("x-api-key", &caller.key)
        .header("Authorization", format!("Bearer {}", caller.token))
        .send()
        .unwrap()
}

/// Returns the unfolded lines of the file.
fn lines(service: &Service, caller: &Caller, interview: &str) -> Vec<String> {
    let response = ask(service, caller, interview);
    assert_eq!(response.status(), 200);
    assert_eq!(
        response.headers()["content-type"],
        "text/calendar; charset=utf-8"
    );
    let text = response.text().unwrap();
    let input = json!({ "organizationId": "org_ours", "interviewId": interview });
    let response = service.data(caller, CALENDAR, input);
    assert_eq!(
        response["text"],
        json!(text),
        "both ways return the same text"
    );
    assert_eq!(response["fileName"], format!("interview-{interview}.ics"));
    let whole = text.replace("\r\n ", "");
    whole.lines().map(str::to_owned).collect()
}

fn update(service: &Service, interview: &str, change: Value) {
    let document =
        "mutation($input: UpdateInterviewInput!) { updateInterview(input: $input) { status } }";
    let input = joined(
        json!({ "organizationId": "org_ours", "interviewId": interview }),
        &change,
    );
    service.data(&service.recruiter, document, input);
}

fn a_calendar_follows_an_interview(service: &Service) {
    let (code, interview) = candidate_with_interview(service, "Ada Example");
    let uid = format!("UID:{interview}@shortlist");
    let has = |wanted: &[&str]| {
        let lines = lines(service, &service.recruiter, &interview);
        for line in wanted.iter().chain([&uid.as_str()]) {
            assert!(
                lines.iter().any(|other| other == line),
                "{line}: {lines:#?}"
            );
        }
    };
    has(&[
        "DTSTART:20260306T083000Z",
        "DTEND:20260306T093000Z",
        "SEQUENCE:0",
        "STATUS:CONFIRMED",
        "SUMMARY:Interview: Ada Example\\, Engineer\\; Rust\\, \"PostgreSQL\"",
        &format!(
            "DESCRIPTION:Candidate: {code}\\nInterviewer: Name of usr_interviewer\\nStatus: Scheduled"
        ),
    ]);
    update(
        service,
        &interview,
        json!({ "dateAndTime": "2026-03-07T08:30:00Z" }),
    );
    has(&["DTSTART:20260307T083000Z", "SEQUENCE:1", "STATUS:CONFIRMED"]);
    update(service, &interview, json!({ "status": "Cancelled" }));
    has(&["DTSTART:20260307T083000Z", "SEQUENCE:2", "STATUS:CANCELLED"]);
    update(service, &interview, json!({ "status": "Cancelled" }));
    has(&["SEQUENCE:2"]);
}

fn a_calendar_names_only_what_the_caller_may_read(service: &Service) {
    let (code, interview) = candidate_with_interview(service, "Ada Example");
    let calendar = |caller: &Caller| lines(service, caller, &interview).join("\n");
    let narrow = service.with_permissions(&service.recruiter, &[Permission::InterviewsRead]);
    let narrow_calendar = calendar(&narrow);
    for hidden in ["Ada", "Engineer", &code] {
        assert!(!narrow_calendar.contains(hidden), "{narrow_calendar}");
    }
    assert!(narrow_calendar.contains("SUMMARY:Interview\n"));
    let interviewer_calendar = calendar(&service.interviewer);
    assert!(interviewer_calendar.contains("SUMMARY:Interview: Ada Example\n"));
    // An interviewer who is no longer assigned sees the cancellation, but no candidate data.
    update(service, &interview, json!({ "status": "Cancelled" }));
    let interviewer_calendar = calendar(&service.interviewer);
    assert!(interviewer_calendar.contains("STATUS:CANCELLED"));
    assert!(!interviewer_calendar.contains("Ada"));
    for caller in [&service.recruiter, &service.interviewer] {
        let text = calendar(caller);
        for never in ["@example.org", "ATTENDEE", "+1"] {
            assert!(!text.contains(never), "{text}");
        }
    }
}

fn a_calendar_needs_the_permission_to_read_the_interview(service: &Service) {
    let (_, interview) = candidate_with_interview(service, "Ada Example");
    let status = |caller: &Caller, interview: &str| {
        let (status, body) = answer(ask(service, caller, interview));
        assert!(body["error"].is_string(), "{body}");
        status
    };
    assert_eq!(status(&service.stranger, &interview), 404);
    assert_eq!(status(&service.recruiter, "int_x"), 404);
    assert_eq!(status(&service.recruiter, "a b"), 400);
    let writer = service.with_permissions(&service.recruiter, &[Permission::InterviewsWrite]);
    assert_eq!(status(&writer, &interview), 403);
    let nobody = Caller {
        token: "x".to_owned(),
        ..service.admin.clone()
    };
    assert_eq!(status(&nobody, &interview), 401);
    let job = service.create_job("Gardener", json!({}));
    let (other, _) = service.candidate(&job, "Ben Example");
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { result { _id } } }";
    let input = json!({ "candidateId": other, "interviewerId": service.colleague.user_id,
        "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" });
    let assigned = service.data(&service.recruiter, assign, input);
    let others = assigned["result"]["_id"].as_str().unwrap();
    assert_eq!(status(&service.interviewer, others), 403);
}

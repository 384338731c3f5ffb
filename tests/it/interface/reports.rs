//! submitInterviewReport, getCanInterviewRpt.

use serde_json::json;

use super::interviews::{ASSIGN, assign, assignment, candidate, list};
use crate::support::service::Service;

on_both_databases!(
    a_report_is_submitted_and_read,
    a_report_is_found_by_any_of_its_keys,
    invalid_reports_are_refused,
    a_transcription_has_one_of_four_states,
    a_report_of_anothers_candidate_is_forbidden_to_an_interviewer,
);

pub(super) const SUBMIT: &str =
    "mutation($input: SubmitInterviewReportInput!) { submitInterviewReport(input: $input) {
    interviewId feedback questions { question candidateAnswer qId } transcription { id status text
    segments { speaker startSeconds endSeconds text } } videoPlaybackLink } }";
const REPORT: &str = "query($input: GetQuestionsInput!) { getCanInterviewRpt(input: $input) {
    interviewId feedback questions { question candidateAnswer qId } transcription { id status text
    segments { speaker startSeconds endSeconds text } } videoPlaybackLink } }";

fn a_report_is_submitted_and_read(service: &Service) {
    let (ada, _, _) = candidate(service, "Ada Example");
    let interview = assign(service, &ada, "2026-03-06T08:00:00Z");
    assert_eq!(
        service.code(&service.recruiter, REPORT, json!({ "candidateId": ada })),
        "NOT_FOUND"
    );
    let submitted = service.data(&service.interviewer, SUBMIT, json!({
        "interviewId": interview, "feedback": "Clear answers.",
        "questions": [{ "question": "Why Rust?", "candidateAnswer": "Ownership.", "qId": "q-1" }, { "question": "And now?" }],
        "transcription": { "status": "completed", "text": "Why Rust? Ownership.",
            "segments": [{ "speaker": "Interviewer", "startSeconds": 0.0, "endSeconds": 2.5, "text": "Why Rust?" }] },
        "videoPlaybackLink": "https://video.example.org/1" }));
    assert_eq!(submitted["questions"][0]["qId"], "q-1");
    assert!(
        submitted["questions"][1]["qId"]
            .as_str()
            .unwrap()
            .starts_with("qst_")
    );
    assert_eq!(submitted["transcription"]["status"], "completed");
    assert_eq!(
        service.data(&service.interviewer, REPORT, json!({ "candidateId": ada })),
        submitted
    );
    let listed = list(service, json!({ "candidateId": ada }));
    assert_eq!(
        (
            &listed["interviews"][0]["status"],
            &listed["interviews"][0]["hasReport"]
        ),
        (&json!("Completed"), &json!(true))
    );
    let again = service.data(
        &service.recruiter,
        SUBMIT,
        json!({ "interviewId": interview, "feedback": "Hire." }),
    );
    assert_eq!(again["feedback"], "Hire.");
    assert_eq!(
        again["questions"], submitted["questions"],
        "what is not given stays"
    );
    assert_eq!(again["videoPlaybackLink"], "https://video.example.org/1");
}

fn a_report_is_found_by_any_of_its_keys(service: &Service) {
    let (ada, code, job) = candidate(service, "Ada Example");
    for (at, feedback) in [
        ("2026-03-06T08:00:00Z", "first"),
        ("2026-03-07T08:00:00Z", "second"),
    ] {
        let interview = assign(service, &ada, at);
        service.data(
            &service.recruiter,
            SUBMIT,
            json!({ "interviewId": interview, "feedback": feedback }),
        );
    }
    assign(service, &ada, "2026-03-08T08:00:00Z");
    let all = json!({ "candidateId": ada, "interviewerId": "usr_interviewer", "jobId": job, "uId": code });
    for input in [
        json!({ "candidateId": ada }),
        json!({ "uId": code }),
        all.clone(),
    ] {
        let found = service.data(&service.recruiter, REPORT, input);
        assert_eq!(found["feedback"], "second", "the newest that has a report");
    }
    for (name, other) in [
        ("interviewerId", "usr_colleague"),
        ("jobId", "job_x"),
        ("uId", "CAN-000000"),
        ("candidateId", "cnd_x"),
    ] {
        let mut input = all.clone();
        input[name] = json!(other);
        assert_eq!(
            service.code(&service.recruiter, REPORT, input),
            "NOT_FOUND",
            "all that are given must match: {name}"
        );
    }
    for input in [
        json!({}),
        json!({ "jobId": job }),
        json!({ "uId": "" }),
        json!({ "uId": "CAN-1" }),
    ] {
        assert_eq!(
            service.code(&service.recruiter, REPORT, input),
            "BAD_USER_INPUT"
        );
    }
}

fn invalid_reports_are_refused(service: &Service) {
    let (ada, _, _) = candidate(service, "Ada Example");
    let interview = assign(service, &ada, "2026-03-06T08:00:00Z");
    let segments = |of: &[(&str, f64, Option<f64>)]| {
        let segment = |(speaker, start, end): &(&str, f64, Option<f64>)| json!({ "speaker": speaker, "startSeconds": start, "endSeconds": end, "text": "x" });
        json!({ "status": "completed", "segments": of.iter().map(segment).collect::<Vec<_>>() })
    };
    for (field, value) in [
        ("videoPlaybackLink", json!("http://video.example.org/1")),
        ("videoPlaybackLink", json!("javascript:alert(1)")),
        ("transcription", json!({ "status": "done" })),
        ("transcription", segments(&[("A", -1.0, Some(2.0))])),
        ("transcription", segments(&[("A", 3.0, Some(2.0))])),
        ("transcription", segments(&[(" ", 0.0, Some(2.0))])),
        (
            "transcription",
            segments(&[("A", 1.0, None), ("B", 0.5, None)]),
        ),
        ("questions", json!([{ "question": " " }])),
        ("feedback", json!("x".repeat(100_001))),
    ] {
        let mut input = json!({ "interviewId": interview });
        input[field] = value;
        assert_eq!(
            service.code(&service.recruiter, SUBMIT, input),
            "BAD_USER_INPUT",
            "{field}"
        );
    }
    assert_eq!(
        service.code(
            &service.recruiter,
            SUBMIT,
            json!({ "interviewId": "int_x" })
        ),
        "NOT_FOUND"
    );
    let mut input = json!({ "interviewId": interview });
    input["transcription"] = segments(&[("A", 0.0, Some(3.0)), ("B", 2.5, Some(2.5))]);
    let kept = service.data(&service.recruiter, SUBMIT, input.clone());
    assert_eq!(
        kept["transcription"]["segments"], input["transcription"]["segments"],
        "two may speak at once"
    );
    input["transcription"]["segments"][1]["startSeconds"] = json!(-0.5);
    let (_, refused) = service.graphql(&service.recruiter, SUBMIT, input);
    let message = refused["errors"][0]["message"].as_str().unwrap();
    assert!(message.contains("segment 2"), "{message}");
}

fn a_transcription_has_one_of_four_states(service: &Service) {
    let (ada, _, _) = candidate(service, "Ada Example");
    let interview = assign(service, &ada, "2026-03-06T08:00:00Z");
    for status in ["pending", "processing", "failed", "completed"] {
        let input = json!({ "interviewId": interview, "transcription": { "status": status } });
        let report = service.data(&service.recruiter, SUBMIT, input);
        assert_eq!(report["transcription"]["status"], status);
        let found = service.data(&service.recruiter, REPORT, json!({ "candidateId": ada }));
        assert_eq!(found["transcription"]["status"], status);
    }
}

fn a_report_of_anothers_candidate_is_forbidden_to_an_interviewer(service: &Service) {
    let (ada, _, _) = candidate(service, "Ada Example");
    let mut others = assignment(&ada, "2026-03-06T08:00:00Z");
    others["interviewerId"] = json!("usr_colleague");
    let assigned = service.data(&service.recruiter, ASSIGN, others);
    let interview = &assigned["result"]["_id"];
    let report = json!({ "interviewId": interview, "feedback": "Hire." });
    assert_eq!(
        service.code(&service.interviewer, SUBMIT, report.clone()),
        "FORBIDDEN"
    );
    service.data(&service.colleague, SUBMIT, report);
    let asked = json!({ "candidateId": ada });
    assert_eq!(
        service.code(&service.interviewer, REPORT, asked.clone()),
        "FORBIDDEN"
    );
    assert_eq!(
        service.data(&service.recruiter, REPORT, asked)["feedback"],
        "Hire."
    );
}

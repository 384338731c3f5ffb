//! assignInterviewer, getInterviews, updateInterview.

use serde_json::{Value, json};
use shortlist_domain::InterviewStatus;

use super::reports::SUBMIT;
use crate::support::input::joined;
use crate::support::service::Service;

on_both_databases!(
    an_interview_is_scheduled,
    the_same_assignment_again_gives_the_first_record,
    an_interviewer_cannot_be_in_two_places_within_an_hour,
    values_are_checked_before_records,
    a_list_of_an_unknown_object_is_not_found,
    interviews_are_listed_and_changed,
    an_interview_moves_through_its_states,
    a_transition_that_is_not_in_the_table_is_refused,
    another_time_reschedules_within_the_rules_of_overlap,
);

pub(super) const ASSIGN: &str =
    "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) {
    message result { acknowledged insertedId _id } } }";

const UPDATE: &str = "mutation($input: UpdateInterviewInput!) { updateInterview(input: $input) { status dateAndTime } }";

pub(super) fn assignment(candidate: &str, at: &str) -> Value {
    json!({ "candidateId": candidate, "interviewerId": "usr_interviewer", "dateAndTime": at, "status": "Scheduled" })
}

pub(super) fn assign(service: &Service, candidate: &str, at: &str) -> String {
    let assigned = service.data(&service.recruiter, ASSIGN, assignment(candidate, at));
    assigned["result"]["insertedId"]
        .as_str()
        .unwrap()
        .to_owned()
}

pub(super) fn candidate(service: &Service, name: &str) -> (String, String, String) {
    let job = service.create_job(&format!("Engineer for {name}"), json!({}));
    let (id, code) = service.candidate(&job, name);
    (id, code, job)
}

fn an_interview_is_scheduled(service: &Service) {
    let (ada, _, _) = candidate(service, "Ada Example");
    let assigned = service.data(
        &service.recruiter,
        ASSIGN,
        assignment(&ada, "2020-03-06T08:00:00Z"),
    );
    assert!(
        assigned["message"].as_str().unwrap().contains("scheduled"),
        "a time in the past is accepted"
    );
    let result = &assigned["result"];
    assert_eq!(result["acknowledged"], true);
    assert_eq!(result["insertedId"], result["_id"]);
    assert!(result["_id"].as_str().unwrap().starts_with("int_"));
}

fn the_same_assignment_again_gives_the_first_record(service: &Service) {
    let (ada, _, _) = candidate(service, "Ada Example");
    let first = assign(service, &ada, "2026-03-06T08:00:00Z");
    assert_eq!(
        assign(service, &ada, "2026-03-06T09:00:00+01:00"),
        first,
        "the same moment"
    );
    assert_ne!(assign(service, &ada, "2026-03-07T08:00Z"), first);
}

fn an_interviewer_cannot_be_in_two_places_within_an_hour(service: &Service) {
    let (ada, _, _) = candidate(service, "Ada Example");
    let (ben, _, _) = candidate(service, "Ben Example");
    let first = assign(service, &ada, "2026-03-06T08:00:00Z");
    for at in [
        "2026-03-06T08:00:00Z",
        "2026-03-06T08:59:59Z",
        "2026-03-06T07:00:01Z",
    ] {
        assert_eq!(
            service.code(&service.recruiter, ASSIGN, assignment(&ben, at)),
            "CONFLICT"
        );
    }
    let (_, refused) = service.graphql(
        &service.recruiter,
        ASSIGN,
        assignment(&ben, "2026-03-06T08:00:00Z"),
    );
    let expected = json!({ "code": "CONFLICT", "cause": "interview_overlap",
        "reason": "interviewOverlap" });
    assert_eq!(refused["errors"][0]["extensions"], expected, "{refused}");
    assign(service, &ben, "2026-03-06T09:00:00Z");
    let mut overlapping = assignment(&ben, "2026-03-06T08:30:00Z");
    overlapping["allowOverlap"] = json!(true);
    service.data(&service.recruiter, ASSIGN, overlapping);
    let (cleo, _, _) = candidate(service, "Cleo Example");
    let mut other = assignment(&cleo, "2026-03-06T08:00:00Z");
    other["interviewerId"] = json!("usr_colleague");
    service.data(&service.recruiter, ASSIGN, other);
    // A cancelled interview takes no time of anyone.
    let update =
        "mutation($input: UpdateInterviewInput!) { updateInterview(input: $input) { status } }";
    let (dan, _, _) = candidate(service, "Dan Example");
    assign(service, &dan, "2026-04-01T08:00:00Z");
    let listed = list(service, json!({ "candidateId": dan }));
    let id = &listed["interviews"][0]["_id"];
    service.data(
        &service.recruiter,
        update,
        json!({ "organizationId": "org_ours", "interviewId": id, "status": "Cancelled" }),
    );
    assign(service, &cleo, "2026-04-01T08:00:00Z");
    assert_eq!(assign(service, &ada, "2026-03-06T08:00:00Z"), first);
}

fn values_are_checked_before_records(service: &Service) {
    let (ada, _, _) = candidate(service, "Ada Example");
    let code = |input: Value| service.code(&service.recruiter, ASSIGN, input);
    for at in [
        "2026-03-06T08:00:00",
        "2026-03-06",
        "soon",
        "",
        "-0044-03-15T08:00:00Z",
    ] {
        assert_eq!(code(assignment("cnd_x", at)), "BAD_USER_INPUT");
    }
    for status in ["Completed", "Cancelled", "Planned", ""] {
        let mut input = assignment("cnd_x", "2026-03-06T08:00:00Z");
        input["status"] = json!(status);
        assert_eq!(code(input), "BAD_USER_INPUT", "{status}");
    }
    let mut lower = assignment(&ada, "2026-03-06T08:00:00Z");
    lower["status"] = json!("scheduled");
    service.data(&service.recruiter, ASSIGN, lower);
    assert_eq!(
        code(assignment("cnd_x", "2026-03-06T08:00:00Z")),
        "NOT_FOUND"
    );
    let mut unknown = assignment(&ada, "2026-03-06T08:00:00Z");
    unknown["interviewerId"] = json!("usr_stranger");
    assert_eq!(
        code(unknown),
        "NOT_FOUND",
        "a user of another organization is as unknown as one that is none"
    );
}

pub(super) fn list(service: &Service, more: Value) -> Value {
    let document =
        "query($input: GetInterviewsInput!) { getInterviews(input: $input) { interviews {
        _id candidateId interviewerId interviewerName jobId dateAndTime status hasReport createdAt }
        totalCount pageInfo { pageNumber pageSize hasNextPage } } }";
    let input = joined(json!({ "organizationId": "org_ours" }), &more);
    service.data(&service.recruiter, document, input)
}

fn a_list_of_an_unknown_object_is_not_found(service: &Service) {
    let document =
        "query($input: GetInterviewsInput!) { getInterviews(input: $input) { totalCount } }";
    for (name, id) in [
        ("jobId", "job_x"),
        ("candidateId", "cnd_x"),
        ("interviewerId", "usr_stranger"),
    ] {
        let mut input = json!({ "organizationId": "org_ours" });
        input[name] = json!(id);
        assert_eq!(
            service.code(&service.recruiter, document, input),
            "NOT_FOUND",
            "{name}"
        );
    }
}

fn interviews_are_listed_and_changed(service: &Service) {
    let (ada, _, job) = candidate(service, "Ada Example");
    let (ben, _, _) = candidate(service, "Ben Example");
    let early = assign(service, &ada, "2026-03-06T08:00:00Z");
    let late = assign(service, &ben, "2026-03-08T08:00:00Z");
    let all = list(service, json!({}));
    assert_eq!(all["totalCount"], 2);
    assert_eq!(all["interviews"][0]["_id"], json!(late), "the latest first");
    let expected = json!({ "_id": early, "candidateId": ada, "interviewerId": "usr_interviewer",
        "interviewerName": "Name of usr_interviewer", "jobId": job, "dateAndTime": "2026-03-06T08:00:00.000Z",
        "status": "Scheduled", "hasReport": false, "createdAt": "2026-03-05T08:15:00.000Z" });
    assert_eq!(
        list(service, json!({ "candidateId": ada, "jobId": job }))["interviews"],
        json!([expected])
    );
    let update = "mutation($input: UpdateInterviewInput!) { updateInterview(input: $input) { status dateAndTime } }";
    let input = |more: Value| {
        joined(
            json!({ "organizationId": "org_ours", "interviewId": early }),
            &more,
        )
    };
    let moved = json!({ "status": "rescheduled", "dateAndTime": "2026-03-09T10:00:00+02:00" });
    let changed = service.data(&service.recruiter, update, input(moved));
    assert_eq!(
        changed,
        json!({ "status": "Rescheduled", "dateAndTime": "2026-03-09T08:00:00.000Z" })
    );
    assert_eq!(
        list(service, json!({ "status": "RESCHEDULED" }))["totalCount"],
        1
    );
    for bad in [
        json!({ "status": "Planned" }),
        json!({ "status": null }),
        json!({ "dateAndTime": "tomorrow" }),
    ] {
        assert_eq!(
            service.code(&service.recruiter, update, input(bad)),
            "BAD_USER_INPUT"
        );
    }
    let unknown = json!({ "organizationId": "org_ours", "interviewId": "int_x" });
    assert_eq!(
        service.code(&service.recruiter, update, unknown),
        "NOT_FOUND"
    );
}

#[test]
fn the_documentation_contains_the_transition_table() {
    let document = include_str!("../../../docs/API.md");
    for from in InterviewStatus::ALL {
        let next = match from.next_statuses() {
            [] => "nothing".to_owned(),
            next => {
                let names = next.iter().map(|next| format!("`{}`", next.as_str()));
                names.collect::<Vec<_>>().join(", ")
            }
        };
        let row = format!("| `{}` | {next}", from.as_str());
        assert!(document.contains(&row), "docs/API.md lacks: {row}");
    }
}

fn update(service: &Service, interview: &str, change: &Value) -> Value {
    let input = joined(
        json!({ "organizationId": "org_ours", "interviewId": interview }),
        change,
    );
    let (_, body) = service.graphql(&service.recruiter, UPDATE, input);
    body
}

fn an_interview_moves_through_its_states(service: &Service) {
    let (ada, _, _) = candidate(service, "Ada Example");
    let interview = assign(service, &ada, "2026-03-06T08:00:00Z");
    for (given, kept) in [
        ("RESCHEDULED", "Rescheduled"),
        ("scheduled", "Scheduled"),
        ("inprogress", "InProgress"),
        ("noShow", "NoShow"),
        ("Cancelled", "Cancelled"),
        ("Scheduled", "Scheduled"),
        ("completed", "Completed"),
    ] {
        let changed = update(service, &interview, &json!({ "status": given }));
        assert_eq!(changed["data"]["updateInterview"]["status"], kept);
        let again = update(service, &interview, &json!({ "status": given }));
        assert_eq!(again["data"], changed["data"], "a retry changes nothing");
        assert_eq!(list(service, json!({ "status": given }))["totalCount"], 1);
    }
}

fn a_transition_that_is_not_in_the_table_is_refused(service: &Service) {
    let (ada, _, _) = candidate(service, "Ada Example");
    let interview = assign(service, &ada, "2026-03-06T08:00:00Z");
    let refused = |change: Value| {
        let body = update(service, &interview, &change);
        let error = &body["errors"][0];
        assert_eq!(error["extensions"]["code"], "CONFLICT", "{body}");
        error["message"].as_str().unwrap().to_owned()
    };
    update(service, &interview, &json!({ "status": "Cancelled" }));
    let error = refused(json!({ "status": "InProgress" }));
    for word in ["Cancelled", "InProgress", "Scheduled, Rescheduled"] {
        assert!(error.contains(word), "{error}");
    }
    let report = json!({ "interviewId": interview, "feedback": "Was not held." });
    assert_eq!(
        service.code(&service.recruiter, SUBMIT, report.clone()),
        "CONFLICT"
    );
    let at = "2026-03-10T08:00:00Z";
    update(service, &interview, &json!({ "dateAndTime": at }));
    let error = refused(json!({ "status": "NoShow", "dateAndTime": "2026-03-11T08:00:00Z" }));
    assert!(error.contains("dateAndTime"), "{error}");
    service.data(&service.recruiter, SUBMIT, report);
    for change in [
        json!({ "status": "Cancelled" }),
        json!({ "dateAndTime": "2026-03-11T08:00:00Z" }),
    ] {
        assert!(refused(change).contains("Completed is final"));
    }
    let listed = list(service, json!({ "candidateId": ada }));
    let kept = &listed["interviews"][0];
    assert_eq!(
        (&kept["status"], &kept["dateAndTime"]),
        (&json!("Completed"), &json!("2026-03-10T08:00:00.000Z"))
    );
}

fn another_time_reschedules_within_the_rules_of_overlap(service: &Service) {
    let (ada, _, _) = candidate(service, "Ada Example");
    let (ben, _, _) = candidate(service, "Ben Example");
    let taken = assign(service, &ada, "2026-03-06T08:00:00Z");
    let interview = assign(service, &ben, "2026-03-07T08:00:00Z");
    let near = json!({ "dateAndTime": "2026-03-06T08:59:59Z" });
    let refused = update(service, &interview, &near);
    let error = &refused["errors"][0];
    assert_eq!(error["extensions"]["code"], "CONFLICT");
    assert!(error["message"].as_str().unwrap().contains(&taken));
    let mut overlapping = near;
    overlapping["allowOverlap"] = json!(true);
    let moved = update(service, &interview, &overlapping);
    assert_eq!(
        moved["data"]["updateInterview"],
        json!({ "status": "Rescheduled", "dateAndTime": "2026-03-06T08:59:59.000Z" })
    );
    let twice = assign(service, &ben, "2026-03-09T08:00:00Z");
    let same = update(
        service,
        &interview,
        &json!({ "dateAndTime": "2026-03-09T08:00:00Z", "allowOverlap": true }),
    );
    let error = &same["errors"][0];
    assert_eq!(error["extensions"]["code"], "CONFLICT");
    assert!(error["message"].as_str().unwrap().contains(&twice));
}

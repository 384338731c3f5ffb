//! getBusyTimes, the period of getInterviews, changes with ifSequence, reports by interview, and getActivity.

use serde_json::{Value, json};

use super::interviews::{assign, candidate};
use super::reports::SUBMIT;
use crate::support::input::joined;
use crate::support::service::Service;

on_both_databases!(
    busy_times_contain_nothing_but_times,
    interviews_of_a_period_are_listed,
    a_change_that_is_based_on_an_old_state_is_refused,
    a_report_is_found_by_its_interview,
    an_activity_has_who_did_what,
);

const BUSY: &str = "query($input: GetBusyTimesInput!) { getBusyTimes(input: $input) { times { interviewerId from to } } }";
const LIST: &str = "query($input: GetInterviewsInput!) { getInterviews(input: $input) { interviews { _id sequence } totalCount } }";
const UPDATE: &str = "mutation($input: UpdateInterviewInput!) { updateInterview(input: $input) { status sequence } }";
const ACTIVITY: &str = "query($input: GetActivityInput!) { getActivity(input: $input) {
    entries { userId operation outcome reason changes { field before after } } pageInfo { hasNextPage endCursor } } }";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

fn day(interviewers: &[&str]) -> Value {
    ours(
        json!({ "interviewerIds": interviewers, "from": "2026-03-06T00:00:00Z", "to": "2026-03-07T00:00:00Z" }),
    )
}

fn busy_times_contain_nothing_but_times(service: &Service) {
    let (ada, _, _) = candidate(service, "Ada Example");
    for at in [
        "2026-03-05T23:30:00Z",
        "2026-03-06T08:00:00Z",
        "2026-03-07T00:00:00Z",
    ] {
        assign(service, &ada, at);
    }
    let cancelled = assign(service, &ada, "2026-03-06T12:00:00Z");
    let cancel = ours(json!({ "interviewId": cancelled, "status": "Cancelled" }));
    service.data(&service.recruiter, UPDATE, cancel);
    let busy = service.data(
        &service.recruiter,
        BUSY,
        day(&["usr_interviewer", "usr_colleague"]),
    );
    let time = |from: &str, to: &str| json!({ "interviewerId": "usr_interviewer", "from": from, "to": to });
    assert_eq!(
        busy["times"],
        json!([
            time("2026-03-05T23:30:00.000Z", "2026-03-06T00:30:00.000Z"),
            time("2026-03-06T08:00:00.000Z", "2026-03-06T09:00:00.000Z"),
        ])
    );
    let refused = |input: Value, field: &str| {
        let (_, body) = service.graphql(&service.recruiter, BUSY, input);
        let message = body["errors"][0]["message"].as_str().unwrap();
        assert!(message.starts_with(field), "{message}");
    };
    refused(day(&[]), "interviewerIds:");
    refused(
        joined(
            day(&["usr_interviewer"]),
            &json!({ "to": "2026-03-05T00:00:00Z" }),
        ),
        "to:",
    );
    refused(
        joined(
            day(&["usr_interviewer"]),
            &json!({ "to": "2026-04-07T00:00:00Z" }),
        ),
        "to:",
    );
    let (_, body) = service.graphql(&service.interviewer, BUSY, day(&["usr_interviewer"]));
    assert!(body.to_string().contains("may not do this"), "{body}");
}

fn interviews_of_a_period_are_listed(service: &Service) {
    let (ada, _, _) = candidate(service, "Ada Example");
    let ids = [
        "2026-03-06T08:00:00Z",
        "2026-03-07T08:00:00Z",
        "2026-03-08T08:00:00Z",
    ];
    let ids = ids.map(|at| assign(service, &ada, at));
    let list = |more: Value| service.data(&service.recruiter, LIST, ours(more));
    let found = list(json!({ "from": "2026-03-07T08:00:00Z", "to": "2026-03-08T08:00:00Z" }));
    assert_eq!(found["totalCount"], 1);
    assert_eq!(found["interviews"][0]["_id"], ids[1]);
    assert_eq!(
        list(json!({ "from": "2026-03-07T00:00:00Z" }))["totalCount"],
        2
    );
    assert_eq!(
        list(json!({ "to": "2026-03-06T00:00:00Z" }))["totalCount"],
        0
    );
    let (_, body) = service.graphql(&service.recruiter, LIST, ours(json!({ "from": "monday" })));
    assert!(
        body["errors"][0]["message"]
            .as_str()
            .unwrap()
            .starts_with("from:")
    );
}

fn a_change_that_is_based_on_an_old_state_is_refused(service: &Service) {
    let (ada, _, _) = candidate(service, "Ada Example");
    let interview = assign(service, &ada, "2026-03-06T08:00:00Z");
    let update = |more: Value| {
        let input = joined(ours(json!({ "interviewId": interview })), &more);
        service.graphql(&service.recruiter, UPDATE, input).1
    };
    let moved = update(json!({ "dateAndTime": "2026-03-06T10:00:00Z", "ifSequence": 0 }));
    assert_eq!(
        moved["data"]["updateInterview"],
        json!({ "status": "Rescheduled", "sequence": 1 })
    );
    let stale = update(json!({ "dateAndTime": "2026-03-06T12:00:00Z", "ifSequence": 0 }));
    let error = &stale["errors"][0];
    assert_eq!(error["extensions"]["code"], "CONFLICT");
    let message = error["message"].as_str().unwrap();
    assert!(message.contains("2026-03-06T10:00:00.000Z"), "{message}");
    let negative = update(json!({ "status": "Cancelled", "ifSequence": -1 }));
    assert_eq!(
        negative["errors"][0]["extensions"]["code"],
        "BAD_USER_INPUT"
    );
    let cancelled = update(json!({ "status": "Cancelled", "ifSequence": 1 }));
    assert_eq!(cancelled["data"]["updateInterview"]["status"], "Cancelled");
}

fn a_report_is_found_by_its_interview(service: &Service) {
    let (ada, _, _) = candidate(service, "Ada Example");
    let report = "query($input: GetQuestionsInput!) { getCanInterviewRpt(input: $input) { feedback interviewId } }";
    let first = assign(service, &ada, "2026-03-06T08:00:00Z");
    let second = assign(service, &ada, "2026-03-07T08:00:00Z");
    let third = assign(service, &ada, "2026-03-08T08:00:00Z");
    for interview in [&first, &second] {
        let input = json!({ "interviewId": interview, "feedback": interview });
        service.data(&service.recruiter, SUBMIT, input);
    }
    let found = service.data(&service.recruiter, report, json!({ "interviewId": first }));
    assert_eq!(found, json!({ "feedback": first, "interviewId": first }));
    let (_, body) = service.graphql(&service.recruiter, report, json!({ "interviewId": third }));
    assert_eq!(body["errors"][0]["extensions"]["code"], "NOT_FOUND");
}

fn an_activity_has_who_did_what(service: &Service) {
    let (ada, code, job) = candidate(service, "Ada Example");
    let hold =
        "mutation($input: SetLegalHoldInput!) { setLegalHold(input: $input) { __typename } }";
    let held = ours(json!({ "candidateId": ada, "reason": "for admins" }));
    service.data(&service.admin, hold, held);
    assign(service, &ada, "2026-03-06T08:00:00Z");
    let of = |caller, more: Value| service.data(caller, ACTIVITY, ours(more))["entries"].clone();
    let entries = of(&service.recruiter, json!({ "candidateId": code }));
    let operations: Vec<_> = entries
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["operation"])
        .collect();
    assert_eq!(
        operations,
        ["assignInterviewer", "setLegalHold", "bulkUploadResumes"]
    );
    assert_eq!(entries[0]["userId"], service.recruiter.user_id);
    assert_eq!(
        (&entries[1]["reason"], &entries[1]["changes"]),
        (&Value::Null, &json!([]))
    );
    let entries = of(&service.admin, json!({ "candidateId": ada }));
    assert_eq!(entries[1]["changes"][0]["field"], "legalHold");
    let of_job = of(&service.recruiter, json!({ "jobId": job }));
    let operations = of_job
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["operation"]);
    assert!(operations.clone().any(|one| one == "createJob"), "{of_job}");
    let page = service.data(
        &service.recruiter,
        ACTIVITY,
        ours(json!({ "candidateId": ada, "pageSize": 2 })),
    );
    let cursor = &page["pageInfo"]["endCursor"];
    let next = of(
        &service.recruiter,
        json!({ "candidateId": ada, "pageSize": 2, "after": cursor }),
    );
    assert_eq!(next[0]["operation"], "bulkUploadResumes");
    for bad in [json!({}), json!({ "candidateId": ada, "jobId": job })] {
        let (_, body) = service.graphql(&service.recruiter, ACTIVITY, ours(bad));
        assert!(
            body["errors"][0]["message"]
                .as_str()
                .unwrap()
                .starts_with("jobId:")
        );
    }
}

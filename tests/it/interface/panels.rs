//! scheduleInterview, and changes of place, duration, time zone and interviewer.

use serde_json::{Value, json};

use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::service::Service;

on_both_databases!(
    a_panel_is_scheduled_and_each_interviewer_reports,
    a_panel_changes_together,
    an_interviewer_is_replaced,
    details_that_cannot_be_used_are_bad_user_input,
    the_calendar_file_contains_the_details,
    an_export_contains_the_details,
    an_interviewer_joins_a_panel_and_leaves_it,
    only_a_panel_that_is_not_over_gets_an_interviewer,
    a_candidate_who_is_booked_twice_gets_a_warning,
);

const FIELDS: &str = "_id interviewerId dateAndTime status hasReport durationMinutes place meetingLink timeZone panelId
    panel { interviewId interviewerId interviewerName status hasReport }";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

fn schedule_document() -> String {
    format!(
        "mutation($input: ScheduleInterviewInput!) {{ scheduleInterview(input: $input) {{ interviews {{ {FIELDS} }} }} }}"
    )
}

fn update_document() -> String {
    format!(
        "mutation($input: UpdateInterviewInput!) {{ updateInterview(input: $input) {{ {FIELDS} }} }}"
    )
}

fn candidate(service: &Service) -> String {
    let job = service.create_job("Backend Engineer", json!({}));
    service.candidate(&job, "Ada Example").0
}

fn panel_input(candidate: &str) -> Value {
    ours(
        json!({ "candidateId": candidate, "interviewerIds": ["usr_interviewer", "usr_colleague"],
        "dateAndTime": "2026-03-06T08:30:00Z", "durationMinutes": 45, "place": " Room 7 ",
        "meetingLink": "https://meet.example/7", "timeZone": "Europe/Berlin" }),
    )
}

fn schedule(service: &Service, input: Value) -> Vec<Value> {
    let done = service.data(&service.recruiter, &schedule_document(), input);
    done["interviews"].as_array().unwrap().clone()
}

fn update(service: &Service, caller: &Caller, input: Value) -> Value {
    service.data(caller, &update_document(), ours(input))
}

fn id(interview: &Value) -> &str {
    interview["_id"].as_str().unwrap()
}

fn a_panel_is_scheduled_and_each_interviewer_reports(service: &Service) {
    let candidate = candidate(service);
    let interviews = schedule(service, panel_input(&candidate));
    assert_eq!(interviews.len(), 2);
    let (first, second) = (&interviews[0], &interviews[1]);
    assert_eq!(first["interviewerId"], "usr_interviewer");
    assert_eq!(
        (
            &first["durationMinutes"],
            &first["place"],
            &first["timeZone"]
        ),
        (&json!(45), &json!("Room 7"), &json!("Europe/Berlin"))
    );
    assert_eq!(first["panelId"], second["panelId"]);
    assert_eq!(first["panel"].as_array().unwrap().len(), 2);
    let again = schedule(service, panel_input(&candidate));
    assert_eq!(again, interviews, "the same request is safe");
    let report = "mutation($input: SubmitInterviewReportInput!) { submitInterviewReport(input: $input) { interviewId feedback } }";
    for (caller, interview) in [(&service.interviewer, first), (&service.colleague, second)] {
        let input = json!({ "interviewId": id(interview), "feedback": caller.user_id });
        let submitted = service.data(caller, report, input);
        assert_eq!(submitted["feedback"], json!(caller.user_id));
    }
    let list = format!(
        "query($input: GetInterviewsInput!) {{ getInterviews(input: $input) {{ interviews {{ {FIELDS} }} }} }}"
    );
    let listed = service.data(
        &service.interviewer,
        &list,
        ours(json!({ "candidateId": candidate })),
    );
    for interview in listed["interviews"].as_array().unwrap() {
        assert_eq!(interview["hasReport"], true);
        let panel = interview["panel"].as_array().unwrap();
        assert!(panel.iter().all(|member| member["hasReport"] == true));
    }
    let find =
        "query($input: GetQuestionsInput!) { getCanInterviewRpt(input: $input) { feedback } }";
    for interviewer in ["usr_interviewer", "usr_colleague"] {
        let input = json!({ "candidateId": candidate, "interviewerId": interviewer });
        let found = service.data(&service.recruiter, find, input);
        assert_eq!(found["feedback"], interviewer);
    }
}

fn a_panel_changes_together(service: &Service) {
    let candidate = candidate(service);
    let interviews = schedule(service, panel_input(&candidate));
    let (first, second) = (id(&interviews[0]), id(&interviews[1]));
    let moved = json!({ "interviewId": first, "dateAndTime": "2026-03-07T08:30:00Z",
        "place": null, "durationMinutes": 30 });
    let moved = update(service, &service.recruiter, moved);
    assert_eq!(
        (&moved["place"], &moved["durationMinutes"]),
        (&json!(null), &json!(30))
    );
    let statuses = |interview: &Value| {
        let panel = interview["panel"].as_array().unwrap().iter();
        let mut statuses: Vec<_> = panel
            .map(|member| member["status"].as_str().unwrap().to_owned())
            .collect();
        statuses.sort();
        statuses
    };
    assert_eq!(statuses(&moved), ["Rescheduled", "Rescheduled"]);
    let out = json!({ "interviewId": second, "status": "Cancelled", "onlyThis": true });
    let out = update(service, &service.recruiter, out);
    assert_eq!(statuses(&out), ["Cancelled", "Rescheduled"]);
    let mixed = ours(json!({ "interviewId": first, "place": "Room 8", "onlyThis": true }));
    let code = service.code(&service.recruiter, &update_document(), mixed);
    assert_eq!(code, "BAD_USER_INPUT");
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { thingId changes { field after } } } }";
    let log = service.data(
        &service.admin,
        log,
        ours(json!({ "operation": "updateInterview" })),
    );
    assert_eq!(log["entries"].as_array().unwrap().len(), 3);
    let changes = log["entries"][1]["changes"].as_array().unwrap();
    let changed = |field: &str| changes.iter().find(|change| change["field"] == field);
    assert_eq!(changed("durationMinutes").unwrap()["after"], "30");
    assert!(changed("place").is_some() && changed("dateAndTime").is_some());
}

fn an_interviewer_is_replaced(service: &Service) {
    let candidate = candidate(service);
    let mut input = panel_input(&candidate);
    input["interviewerIds"] = json!(["usr_colleague"]);
    let interviews = schedule(service, input);
    let interview = id(&interviews[0]);
    assert_eq!(
        (&interviews[0]["panelId"], &interviews[0]["panel"]),
        (&json!(null), &json!([]))
    );
    let get = "query($input: GetCandidateInput!) { getCandidate(input: $input) { _id } }";
    let asked = ours(json!({ "candidateId": candidate }));
    assert_eq!(
        service.code(&service.interviewer, get, asked.clone()),
        "FORBIDDEN"
    );
    let replace = |to: &str| ours(json!({ "interviewId": interview, "interviewerId": to }));
    let replaced = service.data(
        &service.recruiter,
        &update_document(),
        replace("usr_interviewer"),
    );
    assert_eq!(replaced["interviewerId"], "usr_interviewer");
    assert_eq!(
        service.data(&service.interviewer, get, asked)["_id"],
        json!(candidate)
    );
    for (to, code) in [
        ("usr_nobody", "NOT_FOUND"),
        ("usr_stranger", "NOT_FOUND"),
        ("?", "BAD_USER_INPUT"),
    ] {
        assert_eq!(
            service.code(&service.recruiter, &update_document(), replace(to)),
            code
        );
    }
    let report = "mutation($input: SubmitInterviewReportInput!) { submitInterviewReport(input: $input) { interviewId } }";
    let feedback = json!({ "interviewId": interview, "feedback": "Good" });
    service.data(&service.interviewer, report, feedback);
    let refused = service.code(
        &service.recruiter,
        &update_document(),
        replace("usr_colleague"),
    );
    assert_eq!(refused, "CONFLICT");
}

fn details_that_cannot_be_used_are_bad_user_input(service: &Service) {
    let candidate = candidate(service);
    for (field, value) in [
        ("interviewerIds", json!([])),
        ("interviewerIds", json!(["usr_admin", "usr_admin"])),
        (
            "interviewerIds",
            json!((0..11).map(|n| format!("usr_{n}")).collect::<Vec<_>>()),
        ),
        ("durationMinutes", json!(4)),
        ("durationMinutes", json!(481)),
        ("place", json!("x".repeat(301))),
        ("meetingLink", json!("http://meet.example")),
        ("timeZone", json!("Berlin")),
        ("dateAndTime", json!("tomorrow")),
    ] {
        let mut input = panel_input(&candidate);
        input[field] = value.clone();
        let code = service.code(&service.recruiter, &schedule_document(), input);
        assert_eq!(code, "BAD_USER_INPUT", "{field} {value}");
    }
    let mut input = panel_input(&candidate);
    input["interviewerIds"] = json!(["usr_interviewer", "usr_nobody"]);
    assert_eq!(
        service.code(&service.recruiter, &schedule_document(), input),
        "NOT_FOUND"
    );
    let list = "query($input: GetInterviewsInput!) { getInterviews(input: $input) { totalCount } }";
    assert_eq!(
        service.data(&service.recruiter, list, ours(json!({})))["totalCount"],
        0
    );
    let (status, _) = service.graphql(
        &service.interviewer,
        &schedule_document(),
        panel_input(&candidate),
    );
    assert_eq!(status, 403);
}

fn the_calendar_file_contains_the_details(service: &Service) {
    let candidate = candidate(service);
    let interviews = schedule(service, panel_input(&candidate));
    let calendar = "query($input: GetInterviewCalendarInput!) { getInterviewCalendar(input: $input) { text } }";
    let file = service.data(
        &service.interviewer,
        calendar,
        ours(json!({ "interviewId": id(&interviews[0]) })),
    );
    let text = file["text"].as_str().unwrap().replace("\r\n ", "");
    for part in [
        "DTSTART:20260306T083000Z",
        "DTEND:20260306T091500Z",
        "LOCATION:Room 7",
        "URL:https://meet.example/7",
        "Interviewers: Name of usr_colleague\\, Name of usr_interviewer",
        "Local time: 2026-03-06 09:30 (Europe/Berlin)",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

fn an_export_contains_the_details(service: &Service) {
    let candidate = candidate(service);
    let interviews = schedule(service, panel_input(&candidate));
    let export = "query($input: ExportCandidateInput!) { exportCandidate(input: $input) { json } }";
    let exported = service.data(
        &service.admin,
        export,
        ours(json!({ "candidateId": candidate })),
    );
    let exported: Value = serde_json::from_str(exported["json"].as_str().unwrap()).unwrap();
    let held = exported["shortlist"]["interviews"].as_array().unwrap();
    assert_eq!(held.len(), 2);
    for interview in held {
        assert_eq!(interview["durationMinutes"], 45);
        assert_eq!(interview["place"], "Room 7");
        assert_eq!(interview["meetingLink"], "https://meet.example/7");
        assert_eq!(interview["timeZone"], "Europe/Berlin");
        assert_eq!(interview["panelId"], interviews[0]["panelId"]);
    }
}

fn add_document() -> String {
    format!(
        "mutation($input: AddInterviewerInput!) {{ addInterviewer(input: $input) {{ {FIELDS} }} }}"
    )
}

fn adding(interview: &Value, interviewer: &str) -> Value {
    ours(json!({ "interviewId": interview["_id"], "interviewerId": interviewer }))
}

fn an_interviewer_joins_a_panel_and_leaves_it(service: &Service) {
    let candidate = candidate(service);
    let interviews = schedule(service, panel_input(&candidate));
    let input = adding(&interviews[1], "usr_recruiter");
    let added = service.data(&service.recruiter, &add_document(), input.clone());
    assert_eq!(added["interviewerId"], "usr_recruiter");
    assert_eq!(added["panel"].as_array().unwrap().len(), 3);
    for shared in [
        "dateAndTime",
        "durationMinutes",
        "place",
        "meetingLink",
        "timeZone",
        "panelId",
    ] {
        assert_eq!(added[shared], interviews[0][shared], "{shared}");
    }
    let again = service.data(&service.recruiter, &add_document(), input.clone());
    assert_eq!(again["_id"], added["_id"]);
    let leaving = json!({ "interviewId": added["_id"], "status": "Cancelled", "onlyThis": true });
    let left = update(service, &service.recruiter, leaving);
    assert_eq!(left["status"], "Cancelled");
    let panel = left["panel"].as_array().unwrap();
    let active = panel
        .iter()
        .filter(|member| member["status"] == "Scheduled");
    assert_eq!(active.count(), 2);
    // An interviewer who left joins again with the same interview.
    assert_eq!(
        service.code(&service.recruiter, &add_document(), input),
        "CONFLICT"
    );
    let joining = json!({ "interviewId": added["_id"], "status": "Rescheduled", "onlyThis": true });
    assert_eq!(
        update(service, &service.recruiter, joining)["status"],
        "Rescheduled"
    );
}

fn only_a_panel_that_is_not_over_gets_an_interviewer(service: &Service) {
    let candidate = candidate(service);
    let refused = |interview: &Value, interviewer: &str| {
        let input = adding(interview, interviewer);
        service.code(&service.recruiter, &add_document(), input)
    };
    let single = joined(
        panel_input(&candidate),
        &json!({ "interviewerIds": ["usr_colleague"] }),
    );
    let single = schedule(service, single);
    assert_eq!(refused(&single[0], "usr_recruiter"), "CONFLICT");
    let panel = joined(
        panel_input(&candidate),
        &json!({ "dateAndTime": "2026-03-07T08:30:00Z" }),
    );
    let panel = schedule(service, panel);
    assert_eq!(refused(&panel[0], "usr_nobody"), "NOT_FOUND");
    assert_eq!(
        refused(&json!({ "_id": "int_x" }), "usr_recruiter"),
        "NOT_FOUND"
    );
    let job = service.create_job("Gardener", json!({}));
    let (other, _) = service.candidate(&job, "Ben Example");
    let elsewhere = joined(
        panel_input(&other),
        &json!({ "interviewerIds": ["usr_recruiter"], "dateAndTime": "2026-03-07T09:00:00Z" }),
    );
    schedule(service, elsewhere);
    assert_eq!(refused(&panel[0], "usr_recruiter"), "CONFLICT");
    let overlapping = joined(
        adding(&panel[0], "usr_recruiter"),
        &json!({ "allowOverlap": true }),
    );
    let added = service.data(&service.recruiter, &add_document(), overlapping);
    assert_eq!(added["panelId"], panel[0]["panelId"]);
    for interview in &panel {
        let cancelling = json!({ "interviewId": id(interview), "status": "Cancelled" });
        update(service, &service.recruiter, cancelling);
    }
    assert_eq!(refused(&panel[0], "usr_admin"), "CONFLICT");
}

/// Promise: two meetings of one candidate at one time are possible, and both say so.
fn a_candidate_who_is_booked_twice_gets_a_warning(service: &Service) {
    let candidate = candidate(service);
    let document = "mutation($input: ScheduleInterviewInput!) { scheduleInterview(input: $input) { interviews { _id candidateConflicts } } }";
    let schedule = |interviewers: &[&str], time: &str, minutes: i32| {
        let input = ours(
            json!({ "candidateId": candidate, "interviewerIds": interviewers, "dateAndTime": time,
            "durationMinutes": minutes }),
        );
        let done = service.data(&service.recruiter, document, input);
        done["interviews"].as_array().unwrap().clone()
    };
    // The interviews of a panel are one meeting.
    let panel = ["usr_interviewer", "usr_colleague"];
    let first = schedule(&panel, "2026-03-06T08:30:00Z", 45);
    assert!(
        first
            .iter()
            .all(|one| one["candidateConflicts"] == json!([]))
    );
    let after = schedule(&["usr_recruiter"], "2026-03-06T09:15:00Z", 60);
    assert_eq!(
        after[0]["candidateConflicts"],
        json!([]),
        "it begins when the first ends"
    );
    let overlapping = schedule(&["usr_admin"], "2026-03-06T09:00:00Z", 30);
    let ids = |interviews: &[&Value]| {
        let mut ids: Vec<String> = interviews.iter().map(|one| id(one).to_owned()).collect();
        ids.sort_unstable();
        ids
    };
    let warned = |interview: &Value| {
        let conflicts = interview["candidateConflicts"].as_array().unwrap();
        let mut warned: Vec<String> = conflicts
            .iter()
            .map(|id| id.as_str().unwrap().to_owned())
            .collect();
        warned.sort_unstable();
        warned
    };
    assert_eq!(
        warned(&overlapping[0]),
        ids(&[&first[0], &first[1], &after[0]])
    );
    let list = "query($input: GetInterviewsInput!) { getInterviews(input: $input) { interviews { _id candidateConflicts } } }";
    let listed = || {
        let input = ours(json!({ "candidateId": candidate }));
        let found = service.data(&service.recruiter, list, input);
        found["interviews"].as_array().unwrap().clone()
    };
    let of = |interviews: &[Value], wanted: &Value| {
        let mut found = interviews.iter();
        warned(found.find(|one| id(one) == id(wanted)).unwrap())
    };
    assert_eq!(of(&listed(), &first[0]), ids(&[&overlapping[0]]));
    // A cancelled interview takes no time.
    let input = json!({ "interviewId": id(&overlapping[0]), "status": "Cancelled" });
    update(service, &service.recruiter, input);
    let interviews = listed();
    for one in [&first[0], &after[0], &overlapping[0]] {
        assert_eq!(of(&interviews, one), Vec::<String>::new());
    }
}

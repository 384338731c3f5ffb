//! Stages: the template, the list of a job, moves, the history, and their agreement with the status.

use std::collections::HashSet;

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_app::{Clock as _, CreateOrganization, MoveCandidates};
use shortlist_domain::{Stage, StageId};

use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::service::Service;

on_both_databases!(
    a_job_has_one_stage_for_each_status_at_first,
    a_new_organization_has_the_stages_of_recruiting,
    a_template_gives_new_jobs_their_stages,
    a_renamed_stage_keeps_its_identifier,
    a_status_and_a_stage_follow_each_other,
    many_are_moved_or_none,
    a_rejecting_stage_needs_a_reason_of_the_list,
    a_stage_in_use_needs_a_destination,
    stages_are_filtered_and_counted,
    bad_lists_and_moves_are_refused,
    an_interviewer_sees_the_stage_but_not_its_history,
    a_move_that_is_sent_again_happens_once,
    stages_are_exported,
    the_time_in_a_stage_begins_with_the_last_move,
);

const TEMPLATE: &str =
    "mutation($input: SetStageTemplateInput!) { setStageTemplate(input: $input) {
    stages { _id name status } } }";
const GET_TEMPLATE: &str =
    "query($input: GetStageTemplateInput!) { getStageTemplate(input: $input) {
    stages { _id name status } } }";
const SET: &str = "mutation($input: SetJobStagesInput!) { setJobStages(input: $input) {
    stages { _id name status candidateCount } } }";
const GET_JOB: &str = "query($input: GetJobInput!) { getJob(input: $input) {
    stages { _id name status candidateCount } } }";
const MOVE: &str = "mutation($input: MoveCandidatesInput!) { moveCandidates(input: $input) {
    candidates { _id status statusReason stage { _id name status } } } }";
const UPDATE: &str = "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) {
    status stage { _id name status } } }";
const GET: &str = "query($input: GetCandidateInput!) { getCandidate(input: $input) { status
    stage { _id name status } stageHistory { fromStageName stageName stageId status reason userId movedAt } } }";
const LIST: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) {
    candidate { fullName stage { name } } totalCount pageInfo { endCursor hasNextPage } } }";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

fn set_stages(service: &Service, job: &str, more: Value) -> Value {
    let input = joined(ours(json!({ "jobId": job })), &more);
    service.data(&service.recruiter, SET, input)["stages"].clone()
}

fn stages(service: &Service, job: &str) -> Value {
    service.data(&service.recruiter, GET_JOB, ours(json!({ "jobId": job })))["stages"].clone()
}

fn id_of(stages: &Value, name: &str) -> String {
    let stage = stages
        .as_array()
        .unwrap()
        .iter()
        .find(|stage| stage["name"] == name);
    stage.unwrap()["_id"].as_str().unwrap().to_owned()
}

fn names(stages: &Value) -> Vec<&str> {
    let stages = stages.as_array().unwrap().iter();
    stages
        .map(|stage| stage["name"].as_str().unwrap())
        .collect()
}

fn candidate(service: &Service, id: &str) -> Value {
    service.data(&service.recruiter, GET, ours(json!({ "candidateId": id })))
}

fn moving(ids: &[&str], stage: &str) -> Value {
    ours(json!({ "candidateIds": ids, "stageId": stage }))
}

/// Creates a job with two more stages for active candidates, and returns it with its list.
fn job_with_stages(service: &Service) -> (String, Value) {
    let job = service.create_job("Backend Engineer", json!({}));
    let list = set_stages(
        service,
        &job,
        json!({ "stages": [{ "_id": "Active", "name": "Applied", "status": "Active" },
            { "name": "Interview", "status": "active" }, { "name": "Offer", "status": "Active" },
            { "name": "No", "status": "Rejected" }] }),
    );
    (job, list)
}

fn a_job_has_one_stage_for_each_status_at_first(service: &Service) {
    let job = service.create_job("Nurse", json!({}));
    let (ada, _) = service.candidate(&job, "Ada Example");
    let stage = |id: &str, name: &str, count: i32| json!({ "_id": id, "name": name, "status": id, "candidateCount": count });
    assert_eq!(
        stages(service, &job),
        json!([
            stage("Active", "Active", 1),
            stage("OnHold", "On hold", 0),
            stage("Rejected", "Rejected", 0),
            stage("Hired", "Hired", 0),
            stage("Withdrawn", "Withdrawn", 0)
        ])
    );
    let found = candidate(service, &ada);
    assert_eq!(
        found["status"],
        Value::Null,
        "the specification's status is still unset"
    );
    assert_eq!(
        found["stage"],
        json!({ "_id": "Active", "name": "Active", "status": "Active" })
    );
    assert_eq!(found["stageHistory"], json!([]));
}

fn a_new_organization_has_the_stages_of_recruiting(service: &Service) {
    let created = service
        .app
        .accounts()
        .create_organization(CreateOrganization {
            id: None,
            name: "New".to_owned(),
        });
    let organization = created.unwrap().id;
    let template = service.store().organizations();
    let template = template.stage_template(&organization).unwrap();
    let shown = |stage: &Stage| format!("{}: {}", stage.name, stage.status.as_str());
    let shown: Vec<String> = template.stages().iter().map(shown).collect();
    let expected = [
        "Applied: Active",
        "Screening: Active",
        "Interview: Active",
        "Offer: Active",
        "Hired: Hired",
        "On hold: OnHold",
        "Rejected: Rejected",
        "Withdrawn: Withdrawn",
    ];
    assert_eq!(shown, expected);
    let ids: HashSet<&StageId> = template.stages().iter().map(|stage| &stage.id).collect();
    assert_eq!(ids.len(), 8, "each stage has an identifier of its own");
    assert_eq!(template.first().as_str(), "Active");
    // What an organization had before stays.
    let ours = service.data(&service.admin, GET_TEMPLATE, ours(json!({})));
    assert_eq!(ours["stages"].as_array().unwrap().len(), 5);
}

fn a_template_gives_new_jobs_their_stages(service: &Service) {
    let earlier = service.create_job("Nurse", json!({}));
    let input = ours(json!({ "stages": [{ "name": "New", "status": "Active" },
        { "name": "Phone screen", "status": "Active" }, { "name": "Hired", "status": "Hired" }] }));
    assert_eq!(
        service
            .graphql(&service.recruiter, TEMPLATE, input.clone())
            .0,
        403
    );
    let set = service.data(&service.admin, TEMPLATE, input);
    let expected = [
        "New",
        "Phone screen",
        "Hired",
        "On hold",
        "Rejected",
        "Withdrawn",
    ];
    assert_eq!(names(&set["stages"]), expected);
    let read = service.data(&service.recruiter, GET_TEMPLATE, ours(json!({})));
    assert_eq!(read, set);
    let job = service.create_job("Florist", json!({}));
    let (status, body) = service.import(
        &service.recruiter,
        "jobs.csv",
        b"title\nBaker\n".to_vec(),
        &[],
    );
    assert_eq!(status, 200, "{body}");
    let imported = body["jobs"][0]["job_unique_id"].as_str().unwrap();
    for job in [job.as_str(), imported] {
        assert_eq!(names(&stages(service, job)), expected);
    }
    assert_eq!(stages(service, &earlier)[0]["_id"], "Active");
    let (ada, _) = service.candidate(&job, "Ada Example");
    assert_eq!(candidate(service, &ada)["stage"]["name"], "New");
    let screen = id_of(&set["stages"], "Phone screen");
    let filter = json!({ "filter": { "stageIds": [screen] } });
    assert_eq!(
        service.data(&service.recruiter, LIST, ours(filter.clone()))["totalCount"],
        0
    );
    service.data(&service.recruiter, MOVE, moving(&[&ada], &screen));
    let list = service.data(&service.recruiter, LIST, ours(filter));
    assert_eq!(list["candidate"][0]["stage"]["name"], "Phone screen");
}

fn a_renamed_stage_keeps_its_identifier(service: &Service) {
    let stages_of = |name: &str| json!([{ "name": name, "status": "Active" }]);
    let set =
        |stages: Value| service.data(&service.admin, TEMPLATE, ours(json!({ "stages": stages })));
    let template = set(stages_of("Phone screen"));
    let screen = id_of(&template["stages"], "Phone screen");
    let job = service.create_job("Florist", json!({}));
    let mut renamed = stages_of("Call");
    renamed[0]["_id"] = json!(screen);
    let template = set(renamed);
    let expected = json!({ "_id": screen, "name": "Call", "status": "Active" });
    assert_eq!(template["stages"][0], expected);
    assert_eq!(
        names(&stages(service, &job))[0],
        "Phone screen",
        "jobs keep their stages"
    );
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { kind changes { field } } } }";
    let asked = ours(json!({ "operation": "setStageTemplate" }));
    let log = service.data(&service.admin, log, asked);
    let changes = json!([{ "field": "stages" }]);
    assert_eq!(
        log["entries"][0],
        json!({ "kind": "organization", "changes": changes })
    );
}

fn a_status_and_a_stage_follow_each_other(service: &Service) {
    let (job, list) = job_with_stages(service);
    let (ada, code) = service.candidate(&job, "Ada Example");
    let interview = id_of(&list, "Interview");
    service.clock.advance(Duration::minutes(1));
    let input = joined(
        moving(&[&code], &interview),
        &json!({ "reason": "good call" }),
    );
    let moved = service.data(&service.recruiter, MOVE, input);
    assert_eq!(
        moved["candidates"][0],
        json!({ "_id": ada, "status": "Active", "statusReason": "good call",
            "stage": { "_id": interview, "name": "Interview", "status": "Active" } })
    );
    let set = |status: Value| {
        let input = ours(json!({ "candidateId": ada, "status": status }));
        let updated = service.data(&service.recruiter, UPDATE, input);
        (
            updated["status"].clone(),
            updated["stage"]["name"].as_str().unwrap().to_owned(),
        )
    };
    let pair = |status: Value, stage: &str| (status, stage.to_owned());
    assert_eq!(
        set(json!("active")),
        pair(json!("Active"), "Interview"),
        "it keeps its stage"
    );
    assert_eq!(set(json!("Rejected")), pair(json!("Rejected"), "No"));
    assert_eq!(set(json!("OnHold")), pair(json!("OnHold"), "On hold"));
    assert_eq!(
        set(json!("Active")),
        pair(json!("Active"), "Applied"),
        "the first one"
    );
    assert_eq!(set(json!("Hired")), pair(json!("Hired"), "Hired"));
    assert_eq!(set(Value::Null), pair(Value::Null, "Applied"));
    let found = candidate(service, &ada);
    let history = found["stageHistory"].as_array().unwrap();
    let path: Vec<&str> = history
        .iter()
        .map(|one| one["stageName"].as_str().unwrap())
        .collect();
    assert_eq!(
        path,
        ["Interview", "No", "On hold", "Applied", "Hired", "Applied"]
    );
    assert_eq!(
        history[0],
        json!({ "fromStageName": "Applied", "stageName": "Interview", "stageId": interview, "status": "Active",
            "reason": "good call", "userId": "usr_recruiter", "movedAt": "2026-03-05T08:16:00.000Z" })
    );
}

fn many_are_moved_or_none(service: &Service) {
    let (job, list) = job_with_stages(service);
    let (ada, _) = service.candidate(&job, "Ada Example");
    let (ben, _) = service.candidate(&job, "Ben Example");
    let other = service.create_job("Nurse", json!({}));
    let (cleo, _) = service.candidate(&other, "Cleo Example");
    let interview = id_of(&list, "Interview");
    let (_, body) = service.graphql(&service.recruiter, MOVE, moving(&[&ada, &cleo], &interview));
    let error = &body["errors"][0];
    assert_eq!(error["extensions"]["code"], "BAD_USER_INPUT");
    assert!(
        error["message"].as_str().unwrap().contains(&other),
        "{error}"
    );
    assert_eq!(
        candidate(service, &ada)["stage"]["name"],
        "Applied",
        "none was moved"
    );
    let moved = service.data(&service.recruiter, MOVE, moving(&[&ben, &ada], &interview));
    let ids: Vec<&Value> = moved["candidates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["_id"])
        .collect();
    assert_eq!(
        ids,
        [&json!(ben), &json!(ada)],
        "in the order of the request"
    );
    // Every job without a list of its own has the default stages.
    let moved = service.data(&service.recruiter, MOVE, moving(&[&ada, &cleo], "Hired"));
    assert_eq!(moved["candidates"][1]["status"], "Hired");
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { totalCount entries {
        changes { field before after } } } }";
    let log = service.data(
        &service.admin,
        log,
        ours(json!({ "operation": "moveCandidates", "candidateId": ben })),
    );
    assert_eq!(log["totalCount"], 1);
    let stage = json!({ "field": "stageId", "before": "Active", "after": interview });
    assert!(
        log["entries"][0]["changes"]
            .as_array()
            .unwrap()
            .contains(&stage),
        "{log}"
    );
}

fn a_rejecting_stage_needs_a_reason_of_the_list(service: &Service) {
    let (job, list) = job_with_stages(service);
    let (ada, _) = service.candidate(&job, "Ada Example");
    let reasons = "mutation($input: SetRejectionReasonsInput!) { setRejectionReasons(input: $input) { required } }";
    service.data(
        &service.admin,
        reasons,
        ours(json!({ "reasons": ["Salary"], "required": true })),
    );
    let no = id_of(&list, "No");
    for more in [json!({}), json!({ "reason": "other" })] {
        let input = joined(moving(&[&ada], &no), &more);
        assert_eq!(
            service.code(&service.recruiter, MOVE, input),
            "BAD_USER_INPUT"
        );
    }
    let input = joined(moving(&[&ada], &no), &json!({ "reason": " salary " }));
    let moved = service.data(&service.recruiter, MOVE, input);
    assert_eq!(moved["candidates"][0]["statusReason"], "Salary");
    assert_eq!(
        candidate(service, &ada)["stageHistory"][0]["reason"],
        "Salary"
    );
}

fn a_stage_in_use_needs_a_destination(service: &Service) {
    let (job, list) = job_with_stages(service);
    let (ada, _) = service.candidate(&job, "Ada Example");
    let interview = id_of(&list, "Interview");
    service.data(&service.recruiter, MOVE, moving(&[&ada], &interview));
    let applied = json!({ "_id": "Active", "name": "Applied", "status": "Active" });
    let input = ours(json!({ "jobId": job, "stages": [applied] }));
    assert_eq!(
        service.code(&service.recruiter, SET, input.clone()),
        "CONFLICT"
    );
    let moves = json!({ "moves": [{ "fromStageId": interview, "toStageId": "Active" }], "reason": "shorter" });
    let set = service.data(&service.recruiter, SET, joined(input, &moves));
    assert_eq!(
        names(&set["stages"]),
        ["Applied", "On hold", "Rejected", "Hired", "Withdrawn"]
    );
    assert_eq!(set["stages"][0]["candidateCount"], 1);
    let last = &candidate(service, &ada)["stageHistory"][1];
    let expected = (&json!("Interview"), &json!("Applied"), &json!("shorter"));
    assert_eq!(
        (&last["fromStageName"], &last["stageName"], &last["reason"]),
        expected
    );
}

fn stages_are_filtered_and_counted(service: &Service) {
    let (job, list) = job_with_stages(service);
    let interview = id_of(&list, "Interview");
    let mut ids = Vec::new();
    for name in ["Ada Example", "Ben Example", "Cleo Example", "Dan Example"] {
        ids.push(service.candidate(&job, name).0);
        service.clock.advance(Duration::seconds(1));
    }
    let some: Vec<&str> = ids.iter().take(3).map(String::as_str).collect();
    service.data(&service.recruiter, MOVE, moving(&some, &interview));
    let list = stages(service, &job);
    let counts: Vec<i64> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["candidateCount"].as_i64().unwrap())
        .collect();
    assert_eq!(counts[..3], [1, 3, 0]);
    let read = |more: Value| service.data(&service.recruiter, LIST, ours(more));
    let filter = json!({ "stageIds": [interview] });
    let page = read(json!({ "jobId": job, "filter": filter, "pageSize": 2 }));
    assert_eq!(
        (
            &page["totalCount"],
            page["candidate"].as_array().unwrap().len()
        ),
        (&json!(3), 2)
    );
    let after = page["pageInfo"]["endCursor"].clone();
    let next = read(json!({ "jobId": job, "filter": filter, "pageSize": 2, "after": after }));
    assert_eq!(next["candidate"][0]["fullName"], "Ada Example");
    assert_eq!(next["pageInfo"]["hasNextPage"], false);
    assert_eq!(read(json!({ "filter": filter }))["totalCount"], 3);
    let both = json!({ "stageIds": [interview, "Active"], "statuses": ["Active"] });
    assert_eq!(read(json!({ "filter": both }))["totalCount"], 4);
    assert_eq!(
        read(json!({ "filter": { "stageIds": ["stg_other"] } }))["totalCount"],
        0
    );
}

fn bad_lists_and_moves_are_refused(service: &Service) {
    let (job, list) = job_with_stages(service);
    let (ada, _) = service.candidate(&job, "Ada Example");
    let many: Vec<Value> = (0..51)
        .map(|n| json!({ "name": n.to_string(), "status": "Active" }))
        .collect();
    let other = service.create_job("Nurse", json!({}));
    for bad in [
        json!([]),
        json!(many),
        json!([{ "name": "A", "status": "Dreaming" }]),
        json!([{ "name": "", "status": "Active" }]),
        json!([{ "name": "A", "status": "Active" }, { "name": "a", "status": "Active" }]),
        json!([{ "_id": "stg_unknown", "name": "A", "status": "Active" }]),
        json!([{ "_id": id_of(&list, "Offer"), "name": "A", "status": "Active" }]),
        json!([{ "_id": "Hired", "name": "A", "status": "Active" }]),
    ] {
        let input = ours(json!({ "jobId": other, "stages": bad }));
        assert_eq!(
            service.code(&service.recruiter, SET, input),
            "BAD_USER_INPUT",
            "{bad}"
        );
    }
    let one = json!([{ "name": "A", "status": "Active" }]);
    let unknown = ours(json!({ "jobId": "job_x", "stages": one }));
    assert_eq!(service.code(&service.recruiter, SET, unknown), "NOT_FOUND");
    let theirs = json!({ "organizationId": "org_theirs", "jobId": job, "stages": one });
    assert_eq!(service.code(&service.stranger, SET, theirs), "NOT_FOUND");
    let stranger =
        json!({ "organizationId": "org_theirs", "candidateIds": [ada], "stageId": "Hired" });
    assert_eq!(
        service.code(&service.stranger, MOVE, stranger),
        "BAD_USER_INPUT"
    );
    let too_many = vec![ada.as_str(); 1_001];
    for input in [
        moving(&[], "Hired"),
        moving(&too_many, "Hired"),
        moving(&[&ada], "stg_unknown"),
        moving(&[&ada], "not a stage"),
        moving(&[&ada, "cnd_x"], "Hired"),
    ] {
        assert_eq!(
            service.code(&service.recruiter, MOVE, input),
            "BAD_USER_INPUT"
        );
    }
    let found = candidate(service, &ada);
    assert_eq!(
        (&found["status"], &found["stageHistory"]),
        (&Value::Null, &json!([]))
    );
}

fn an_interviewer_sees_the_stage_but_not_its_history(service: &Service) {
    let (job, list) = job_with_stages(service);
    let (ada, _) = service.candidate(&job, "Ada Example");
    let interview = id_of(&list, "Interview");
    service.data(&service.recruiter, MOVE, moving(&[&ada], &interview));
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { message } }";
    let input = json!({ "candidateId": ada, "interviewerId": service.interviewer.user_id,
        "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" });
    service.data(&service.recruiter, assign, input);
    let seen = service.data(
        &service.interviewer,
        GET,
        ours(json!({ "candidateId": ada })),
    );
    assert_eq!(seen["stage"]["name"], "Interview");
    assert_eq!(seen["stageHistory"], json!([]));
    let closed = |caller: &Caller, document, input| service.graphql(caller, document, input).0;
    assert_eq!(
        closed(&service.interviewer, MOVE, moving(&[&ada], "Hired")),
        403
    );
    assert_eq!(
        closed(&service.interviewer, GET_TEMPLATE, ours(json!({}))),
        403
    );
}

fn a_move_that_is_sent_again_happens_once(service: &Service) {
    let (job, list) = job_with_stages(service);
    let (ada, _) = service.candidate(&job, "Ada Example");
    let interview = id_of(&list, "Interview");
    let body = json!({ "query": MOVE, "variables": { "input": moving(&[&ada], &interview) } });
    let send = || {
        let request = service.post(&service.recruiter, "/graphql").json(&body);
        let response = request.header("Idempotency-Key", "move-1").send().unwrap();
        let is_replay = response.headers().contains_key("Idempotent-Replayed");
        (is_replay, response.text().unwrap())
    };
    let first = send();
    service.data(&service.recruiter, MOVE, moving(&[&ada], "Active"));
    assert_eq!(send(), (true, first.1));
    assert!(!first.0);
    assert_eq!(
        candidate(service, &ada)["stage"]["name"],
        "Applied",
        "the move did not happen again"
    );
}

fn stages_are_exported(service: &Service) {
    let (job, list) = job_with_stages(service);
    let (ada, _) = service.candidate(&job, "Ada Example");
    let interview = id_of(&list, "Interview");
    let input = joined(
        moving(&[&ada], &interview),
        &json!({ "reason": "good call" }),
    );
    service.data(&service.recruiter, MOVE, input);
    let export = "query($input: ExportCandidateInput!) { exportCandidate(input: $input) { json } }";
    let exported = service.data(&service.admin, export, ours(json!({ "candidateId": ada })));
    let exported: Value = serde_json::from_str(exported["json"].as_str().unwrap()).unwrap();
    let own = &exported["shortlist"];
    assert_eq!(own["candidate"]["stageId"], json!(interview));
    assert_eq!(own["stageHistory"][0]["stage"], "Interview");
    assert_eq!(own["stageHistory"][0]["reason"], "good call");
    assert_eq!(own["offer"], Value::Null);
    assert_eq!(own["customFields"], json!([]));
}

fn the_time_in_a_stage_begins_with_the_last_move(service: &Service) {
    let job = service.create_job("Nurse", json!({}));
    let (ada, _) = service.candidate(&job, "Ada Example");
    let (ben, _) = service.candidate(&job, "Ben Example");
    let caller = |caller: &Caller| {
        let access = service.app.access();
        access.authenticate(&caller.key, &caller.token, "").unwrap()
    };
    let (recruiter, interviewer) = (caller(&service.recruiter), caller(&service.interviewer));
    let candidates = service.app.candidates();
    let both = [&ada, &ben].map(|id| candidates.get(&recruiter, id).unwrap());
    let since = |principal| candidates.in_stage_since(principal, &both).unwrap();
    let added = both[0].created_at;
    assert!(since(&recruiter).values().all(|at| *at == added));
    service.clock.advance(Duration::days(3));
    let moved_at = service.clock.now();
    let request = MoveCandidates {
        candidate_ids: vec![ada],
        stage_id: "OnHold".to_owned(),
        reason: None,
    };
    candidates.move_to_stage(&recruiter, &request).unwrap();
    service.clock.advance(Duration::days(1));
    let found = since(&recruiter);
    assert_eq!(found[&both[0].id], moved_at);
    assert_eq!(found[&both[1].id], added, "the other one stayed");
    assert!(since(&interviewer).is_empty(), "as the history");
}

//! What colleagues and other systems add to candidates: tags, notes, sources and reasons, and changes of many.

mod filters;

use chrono::Duration;
use serde_json::{Value, json};

use crate::support::input::joined;
use crate::support::service::Service;

on_both_databases!(
    a_candidate_keeps_what_other_systems_know_of_it,
    an_external_id_is_unique_for_its_source,
    tags_are_kept_once_whatever_their_spelling,
    many_are_changed_or_none,
    a_rejection_needs_a_reason_of_the_list,
    notes_are_written_read_and_deleted,
    records_are_exported_and_erased,
);

const UPDATE: &str = "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) {
    status statusReason source externalId tags updatedAt } }";
const BULK: &str = "mutation($input: UpdateCandidatesInput!) { updateCandidates(input: $input) {
    candidates { _id status statusReason source tags } } }";
const LIST: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) {
    candidate { fullName } totalCount pageInfo { endCursor hasNextPage } } }";
const NOTE: &str =
    "mutation($input: AddNoteInput!) { addNote(input: $input) { _id text mentions authorId } }";
const DELETE_NOTE: &str =
    "mutation($input: DeleteNoteInput!) { deleteNote(input: $input) { _id } }";
const REASONS: &str = "mutation($input: SetRejectionReasonsInput!) { setRejectionReasons(input: $input) { reasons required } }";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

fn update(service: &Service, id: &str, more: Value) -> Value {
    let input = joined(ours(json!({ "candidateId": id })), &more);
    service.data(&service.recruiter, UPDATE, input)
}

/// Returns the names that a filter finds, newest first.
fn found(service: &Service, filter: Value) -> Vec<String> {
    let list = service.data(&service.recruiter, LIST, ours(json!({ "filter": filter })));
    let candidates = list["candidate"].as_array().unwrap();
    assert_eq!(list["totalCount"], json!(candidates.len()), "{filter}");
    let name = |one: &Value| one["fullName"].as_str().unwrap().to_owned();
    candidates.iter().map(name).collect()
}

/// Creates Ada and Ben a second after each other.
fn two(service: &Service) -> (String, String) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (ada, _) = service.candidate(&job, "Ada Example");
    service.clock.advance(Duration::seconds(1));
    let (ben, _) = service.candidate(&job, "Ben Example");
    (ada, ben)
}

fn a_candidate_keeps_what_other_systems_know_of_it(service: &Service) {
    let (ada, _) = two(service);
    service.clock.advance(Duration::minutes(1));
    let updated = update(
        service,
        &ada,
        json!({ "source": " Job board ", "externalId": "A-17", "tags": ["Remote", "urgent"],
            "status": "OnHold", "reason": "on leave" }),
    );
    assert_eq!(
        updated,
        json!({ "status": "OnHold", "statusReason": "on leave", "source": "Job board",
            "externalId": "A-17", "tags": ["Remote", "urgent"], "updatedAt": "2026-03-05T08:16:01.000Z" })
    );
    let kept = update(service, &ada, json!({ "fullName": "Ada Sample" }));
    assert_eq!(
        (&kept["source"], &kept["statusReason"]),
        (&json!("Job board"), &json!("on leave"))
    );
    let cleared = update(
        service,
        &ada,
        json!({ "source": null, "externalId": null, "tags": [], "status": "Active" }),
    );
    assert_eq!(cleared["source"], Value::Null);
    assert_eq!(cleared["externalId"], Value::Null);
    assert_eq!(
        cleared["statusReason"],
        Value::Null,
        "a new status has its own reason"
    );
    assert_eq!(cleared["tags"], json!([]));
}

fn an_external_id_is_unique_for_its_source(service: &Service) {
    let (ada, ben) = two(service);
    let id = json!({ "externalId": "17", "source": "Board" });
    update(service, &ada, id.clone());
    let input = joined(ours(json!({ "candidateId": ben })), &id);
    let (_, body) = service.graphql(&service.recruiter, UPDATE, input);
    assert_eq!(body["errors"][0]["extensions"]["code"], "CONFLICT");
    let message = body["errors"][0]["message"].as_str().unwrap();
    assert!(
        message.contains(&ada) && message.ends_with("has this externalId for the same source"),
        "{message}"
    );
    update(
        service,
        &ben,
        json!({ "externalId": "17", "source": "Other board" }),
    );
    assert_eq!(found(service, json!({ "externalId": "17" })).len(), 2);
    assert_eq!(
        found(service, json!({ "externalId": "17", "source": "Board" })),
        ["Ada Example"]
    );
    update(service, &ada, json!({ "externalId": "18", "source": null }));
    let input = ours(json!({ "candidateId": ben, "externalId": "18", "source": null }));
    assert_eq!(
        service.code(&service.recruiter, UPDATE, input),
        "CONFLICT",
        "no source counts as one"
    );
}

fn tags_are_kept_once_whatever_their_spelling(service: &Service) {
    let (ada, _) = two(service);
    let updated = update(
        service,
        &ada,
        json!({ "tags": ["Señior", "senior", " SENIOR "] }),
    );
    assert_eq!(updated["tags"], json!(["Señior"]));
    for bad in [
        json!([""]),
        json!(["a\u{7}"]),
        json!(vec!["x"; 51]),
        json!(["y".repeat(65)]),
    ] {
        let input = ours(json!({ "candidateId": ada, "tags": bad }));
        assert_eq!(
            service.code(&service.recruiter, UPDATE, input),
            "BAD_USER_INPUT",
            "{bad}"
        );
    }
}

fn many_are_changed_or_none(service: &Service) {
    let (ada, ben) = two(service);
    let input = ours(
        json!({ "candidateIds": [ben, ada], "status": "Rejected", "reason": "salary",
        "source": "Board", "addTags": ["b", "a"] }),
    );
    let updated = service.data(&service.recruiter, BULK, input);
    let expected = |id: &str| {
        json!({ "_id": id, "status": "Rejected", "statusReason": "salary", "source": "Board",
            "tags": ["a", "b"] })
    };
    assert_eq!(
        updated["candidates"],
        json!([expected(&ben), expected(&ada)])
    );
    let input = ours(json!({ "candidateIds": [ada, "cnd_x"], "status": "Hired" }));
    let (_, body) = service.graphql(&service.recruiter, BULK, input);
    let error = &body["errors"][0];
    assert_eq!(error["extensions"]["code"], "BAD_USER_INPUT");
    assert!(
        error["message"]
            .as_str()
            .unwrap()
            .ends_with("none was changed: cnd_x")
    );
    assert_eq!(
        found(service, json!({ "statuses": ["Hired"] })),
        Vec::<String>::new()
    );
    let input = ours(json!({ "candidateIds": [ada], "addTags": ["c"], "removeTags": ["A"] }));
    let updated = service.data(&service.recruiter, BULK, input);
    assert_eq!(updated["candidates"][0]["tags"], json!(["b", "c"]));
    assert_eq!(updated["candidates"][0]["status"], "Rejected");
    let many: Vec<String> = (0..50).map(|n| format!("tag {n}")).collect();
    let input = ours(json!({ "candidateIds": [ben, ada], "addTags": many }));
    assert_eq!(
        service.code(&service.recruiter, BULK, input),
        "BAD_USER_INPUT"
    );
    for ids in [json!([]), json!(vec![ada.clone(); 1_001])] {
        let input = ours(json!({ "candidateIds": ids, "status": "Hired" }));
        assert_eq!(
            service.code(&service.recruiter, BULK, input),
            "BAD_USER_INPUT"
        );
    }
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { totalCount } }";
    let input = ours(json!({ "operation": "updateCandidates", "candidateId": ada }));
    assert_eq!(service.data(&service.admin, log, input)["totalCount"], 2);
}

fn a_rejection_needs_a_reason_of_the_list(service: &Service) {
    let (ada, _) = two(service);
    let input =
        ours(json!({ "reasons": ["Missing licence", "Salary", "salary "], "required": true }));
    assert_eq!(
        service
            .graphql(&service.recruiter, REASONS, input.clone())
            .0,
        403
    );
    assert_eq!(
        service.data(&service.admin, REASONS, input),
        json!({ "reasons": ["Missing licence", "Salary"], "required": true })
    );
    let read = "query($input: GetRejectionReasonsInput!) { getRejectionReasons(input: $input) { reasons } }";
    let reasons = service.data(&service.recruiter, read, ours(json!({})));
    assert_eq!(reasons["reasons"], json!(["Missing licence", "Salary"]));
    for more in [json!({}), json!({ "reason": "other" })] {
        let one = joined(
            ours(json!({ "candidateId": ada, "status": "Rejected" })),
            &more,
        );
        let many = joined(
            ours(json!({ "candidateIds": [ada], "status": "Rejected" })),
            &more,
        );
        assert_eq!(
            service.code(&service.recruiter, UPDATE, one),
            "BAD_USER_INPUT"
        );
        assert_eq!(
            service.code(&service.recruiter, BULK, many),
            "BAD_USER_INPUT"
        );
    }
    let rejected = update(
        service,
        &ada,
        json!({ "status": "rejected", "reason": "SALARY" }),
    );
    assert_eq!(rejected["statusReason"], "Salary");
}

fn notes_are_written_read_and_deleted(service: &Service) {
    let (ada, _) = two(service);
    let input = ours(json!({ "candidateId": ada, "text": " Call her on Monday ",
        "mentions": ["usr_interviewer", "usr_interviewer"] }));
    let note = service.data(&service.recruiter, NOTE, input);
    assert_eq!(note["text"], "Call her on Monday");
    assert_eq!(note["mentions"], json!(["usr_interviewer"]));
    assert_eq!(note["authorId"], "usr_recruiter");
    let read =
        "query($input: GetCandidateInput!) { getCandidate(input: $input) { notes { _id text } } }";
    let one = ours(json!({ "candidateId": ada }));
    let notes = service.data(&service.admin, read, one.clone());
    assert_eq!(
        notes["notes"],
        json!([{ "_id": note["_id"], "text": "Call her on Monday" }])
    );
    for bad in [
        json!({ "text": " " }),
        json!({ "text": "x".repeat(10_001) }),
        json!({ "text": "x", "mentions": ["usr_x"] }),
        json!({ "text": "x", "mentions": vec!["usr_interviewer"; 21] }),
    ] {
        let input = joined(one.clone(), &bad);
        assert_eq!(
            service.code(&service.recruiter, NOTE, input),
            "BAD_USER_INPUT",
            "{bad}"
        );
    }
    let input = ours(json!({ "noteId": note["_id"] }));
    assert_eq!(
        service.code(&service.colleague, DELETE_NOTE, input.clone()),
        "FORBIDDEN"
    );
    service.data(&service.recruiter, DELETE_NOTE, input.clone());
    assert_eq!(
        service.code(&service.recruiter, DELETE_NOTE, input),
        "NOT_FOUND"
    );
    assert_eq!(service.data(&service.admin, read, one)["notes"], json!([]));
}

fn records_are_exported_and_erased(service: &Service) {
    let (ada, _) = two(service);
    update(
        service,
        &ada,
        json!({ "source": "Board", "externalId": "A-17", "tags": ["Remote"] }),
    );
    let input = ours(json!({ "candidateId": ada, "text": "Call her on Monday" }));
    service.data(&service.recruiter, NOTE, input);
    let export = "query($input: ExportCandidateInput!) { exportCandidate(input: $input) { json } }";
    let one = ours(json!({ "candidateId": ada }));
    let exported = service.data(&service.admin, export, one.clone());
    let exported: Value = serde_json::from_str(exported["json"].as_str().unwrap()).unwrap();
    let own = &exported["shortlist"];
    assert_eq!(own["tags"], json!(["Remote"]));
    assert_eq!(own["notes"][0]["text"], "Call her on Monday");
    assert_eq!(own["candidate"]["source"], "Board");
    assert_eq!(own["candidate"]["externalId"], "A-17");
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { candidateId } }";
    service.data(
        &service.admin,
        erase,
        joined(one, &json!({ "reason": "asked for it" })),
    );
    assert_eq!(
        found(service, json!({ "tags": ["Remote"] })),
        Vec::<String>::new()
    );
    assert_eq!(
        found(service, json!({ "externalId": "A-17" })),
        Vec::<String>::new()
    );
}

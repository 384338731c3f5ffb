//! People: the applications of one human, merged, split, exported, held and erased together.

use serde_json::{Value, json};
use shortlist_domain::Permission;

use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::records::unique;
use crate::support::resumes::docx_of;
use crate::support::service::Service;

on_both_databases!(
    a_candidate_shows_all_applications_of_the_person,
    people_are_merged_and_split_by_hand,
    impossible_changes_are_refused,
    a_person_is_exported_with_all_applications,
    a_person_is_erased_with_all_applications,
    a_held_person_is_not_erased,
    an_interviewer_sees_no_person,
    an_upload_that_connects_people_is_audited,
    a_changed_address_may_change_the_person,
);

const APPLICATIONS: &str =
    "_id legalHold applications { _id uId jobId fullName emailAddress phoneNumber resumeScore
    status createdAt }";

fn query(root: &str, input: &str, selection: &str) -> String {
    format!("query($input: {input}!) {{ {root}(input: $input) {{ {selection} }} }}")
}

fn mutation(root: &str, input: &str, selection: &str) -> String {
    format!("mutation($input: {input}!) {{ {root}(input: $input) {{ {selection} }} }}")
}

fn input(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

/// Uploads a resume with these contact data to a job of its own, and returns the candidate's identifier.
fn apply(service: &Service, name: &str, contacts: &[&str]) -> String {
    let title = format!("Backend Engineer {}", unique());
    let job = service.create_job(&title, json!({}));
    let mut lines = vec![name];
    lines.extend(contacts);
    lines.extend([
        "Experience",
        "Backend Engineer, Orchard Software",
        "January 2019 - December 2023",
        "Skills",
        "Rust, PostgreSQL",
    ]);
    let files = vec![("cv.docx", docx_of(&lines))];
    let (status, body) = service.upload(&service.recruiter, &job, files);
    assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
    body["candidates"][0]["_id"].as_str().unwrap().to_owned()
}

/// Returns the person of a candidate.
fn person(service: &Service, candidate: &str) -> Value {
    let document = query(
        "getCandidate",
        "GetCandidateInput",
        &format!("person {{ {APPLICATIONS} }}"),
    );
    let of = input(json!({ "candidateId": candidate }));
    service.data(&service.recruiter, &document, of)["person"].clone()
}

fn id(person: &Value) -> &str {
    person["_id"].as_str().unwrap()
}

/// Returns the identifiers of a person's applications, sorted.
fn applications(person: &Value) -> Vec<String> {
    let all = person["applications"].as_array().unwrap().iter();
    let mut ids: Vec<_> = all
        .map(|one| one["_id"].as_str().unwrap().to_owned())
        .collect();
    ids.sort();
    ids
}

fn sorted(ids: &[&String]) -> Vec<String> {
    let mut ids: Vec<String> = ids.iter().map(|id| (*id).clone()).collect();
    ids.sort();
    ids
}

/// Returns two applications with the same e-mail address, and one with only the same name.
fn three(service: &Service) -> [String; 3] {
    [
        apply(service, "Ada Example", &["ada@example.org"]),
        apply(
            service,
            "Ada M. Example",
            &["ADA@example.org", "+1 202 555 0147"],
        ),
        apply(service, "Ada Example", &["other.ada@example.org"]),
    ]
}

fn a_candidate_shows_all_applications_of_the_person(service: &Service) {
    let [first, second, other] = three(service);
    let found = person(service, &first);
    assert_eq!(applications(&found), sorted(&[&first, &second]));
    assert_eq!(found["legalHold"], false);
    assert_eq!(person(service, &second), found);
    assert_eq!(applications(&person(service, &other)), [other.as_str()]);
    let document = query("getPerson", "GetPersonInput", APPLICATIONS);
    let of = input(json!({ "personId": id(&found) }));
    assert_eq!(service.data(&service.recruiter, &document, of), found);
    let list = query(
        "getCandidates",
        "GetCandidatesInput",
        "candidate { _id person { _id applications { _id } } }",
    );
    let listed = service.data(&service.recruiter, &list, input(json!({})));
    for candidate in listed["candidate"].as_array().unwrap() {
        let alone = candidate["_id"] == json!(other);
        let count = candidate["person"]["applications"]
            .as_array()
            .unwrap()
            .len();
        assert_eq!(count, if alone { 1 } else { 2 }, "{candidate}");
    }
    let application = &found["applications"][0];
    let field = if application["_id"] == json!(first) {
        "Ada Example"
    } else {
        "Ada M. Example"
    };
    assert_eq!(application["fullName"], field);
    assert!(application["resumeScore"].is_number());
    let unknown = input(json!({ "personId": "per_x" }));
    assert_eq!(
        service.code(&service.recruiter, &document, unknown),
        "NOT_FOUND"
    );
    let invalid = input(json!({ "personId": "" }));
    assert_eq!(
        service.code(&service.recruiter, &document, invalid),
        "BAD_USER_INPUT"
    );
}

fn merge(service: &Service, into: &Value, other: &Value) -> Value {
    let document = mutation("mergePeople", "MergePeopleInput", APPLICATIONS);
    let of = input(json!({ "personId": id(into), "otherPersonId": id(other) }));
    service.data(&service.recruiter, &document, of)
}

fn people_are_merged_and_split_by_hand(service: &Service) {
    let [first, second, other] = three(service);
    let (own, others) = (person(service, &first), person(service, &other));
    let merged = merge(service, &own, &others);
    assert_eq!(merged["_id"], own["_id"]);
    assert_eq!(applications(&merged), sorted(&[&first, &second, &other]));
    assert_eq!(person(service, &other), merged);
    let document = mutation(
        "splitPerson",
        "SplitPersonInput",
        &format!("person {{ {APPLICATIONS} }} newPerson {{ {APPLICATIONS} }}"),
    );
    let of = input(json!({ "personId": id(&own), "candidateIds": [other] }));
    let split = service.data(&service.recruiter, &document, of);
    assert_eq!(split["person"], own);
    assert_eq!(applications(&split["newPerson"]), [other.as_str()]);
    assert_ne!(split["newPerson"]["_id"], own["_id"]);
    assert_eq!(person(service, &other), split["newPerson"]);
    let log = query(
        "getAuditLog",
        "GetAuditLogInput",
        "entries { operation kind thingId changes { field after } }",
    );
    let of = input(json!({ "thingId": id(&own) }));
    let entries = service.data(&service.admin, &log, of)["entries"].clone();
    let new = &split["newPerson"]["_id"];
    assert_eq!(
        entries,
        json!([
            { "operation": "splitPerson", "kind": "person", "thingId": own["_id"], "changes": [
                { "field": "newPersonId", "after": new }, { "field": "candidateIds", "after": other }] },
            { "operation": "mergePeople", "kind": "person", "thingId": own["_id"], "changes": [
                { "field": "mergedPersonId", "after": others["_id"] }, { "field": "candidateIds", "after": other }] },
        ])
    );
}

fn impossible_changes_are_refused(service: &Service) {
    let [first, second, other] = three(service);
    let own = person(service, &first);
    let merge = mutation("mergePeople", "MergePeopleInput", "_id");
    for (into, from, code) in [
        (id(&own), id(&own), "BAD_USER_INPUT"),
        (id(&own), "per_x", "NOT_FOUND"),
        ("per_x", id(&own), "NOT_FOUND"),
        ("", id(&own), "BAD_USER_INPUT"),
    ] {
        let of = input(json!({ "personId": into, "otherPersonId": from }));
        assert_eq!(
            service.code(&service.recruiter, &merge, of),
            code,
            "{into} {from}"
        );
    }
    let split = mutation("splitPerson", "SplitPersonInput", "person { _id }");
    for (of, leaving, code) in [
        (id(&own), json!([]), "BAD_USER_INPUT"),
        (id(&own), json!([first, second]), "BAD_USER_INPUT"),
        (id(&own), json!([other]), "BAD_USER_INPUT"),
        (id(&own), json!(["CAN-000000"]), "NOT_FOUND"),
        ("per_x", json!([first]), "NOT_FOUND"),
    ] {
        let of = input(json!({ "personId": of, "candidateIds": leaving }));
        assert_eq!(
            service.code(&service.recruiter, &split, of),
            code,
            "{leaving}"
        );
    }
    assert_eq!(person(service, &first), own, "nothing has changed");
    let reading = service.with_permissions(&service.admin, &[Permission::CandidatesRead]);
    let of = input(json!({ "personId": id(&own), "candidateIds": [first] }));
    assert_eq!(service.graphql(&reading, &split, of).0, 403);
}

fn a_person_is_exported_with_all_applications(service: &Service) {
    let [first, second, _] = three(service);
    let own = person(service, &first);
    let document = query("exportPerson", "ExportPersonInput", "personId json");
    let of = input(json!({ "personId": id(&own) }));
    let export = service.data(&service.recruiter, &document, of);
    assert_eq!(export["personId"], own["_id"]);
    let export: Value = serde_json::from_str(export["json"].as_str().unwrap()).unwrap();
    assert_eq!(export["personId"], own["_id"]);
    let parts = export["applications"].as_array().unwrap();
    let mut ids: Vec<_> = parts
        .iter()
        .map(|part| {
            part["shortlist"]["candidate"]["_id"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    ids.sort();
    assert_eq!(ids, sorted(&[&first, &second]));
    for part in parts {
        assert_eq!(part["shortlist"]["personId"], own["_id"]);
        let text = part["shortlist"]["file"]["text"].as_str().unwrap();
        assert!(text.to_lowercase().contains("ada@example.org"));
    }
    let log = query("getAuditLog", "GetAuditLogInput", "entries { candidateId }");
    let of = input(json!({ "operation": "exportPerson" }));
    let entries = service.data(&service.admin, &log, of);
    assert_eq!(entries["entries"].as_array().unwrap().len(), 2);
}

fn erase(service: &Service, caller: &Caller, person: &Value, reason: &str) -> (u16, Value) {
    let document = mutation(
        "erasePerson",
        "ErasePersonInput",
        "personId candidateIds erasedAt",
    );
    let of = input(json!({ "personId": id(person), "reason": reason }));
    service.graphql(caller, &document, of)
}

fn a_person_is_erased_with_all_applications(service: &Service) {
    let [first, second, other] = three(service);
    let own = person(service, &first);
    let caller = &service.recruiter;
    for reason in ["", "Ms Example asked", "mail from ADA@example.org"] {
        let (_, body) = erase(service, caller, &own, reason);
        assert_eq!(
            body["errors"][0]["extensions"]["code"], "BAD_USER_INPUT",
            "{body}"
        );
    }
    assert_eq!(service.kept_files(), 3);
    let (_, body) = erase(service, caller, &own, "asked for it");
    let erased = &body["data"]["erasePerson"];
    assert_eq!(erased["personId"], own["_id"], "{body}");
    assert_eq!(erased["candidateIds"], json!(sorted(&[&first, &second])));
    assert_eq!(erased["erasedAt"], "2026-03-05T08:15:00.000Z");
    assert_eq!(service.kept_files(), 1);
    let (_, body) = erase(service, caller, &own, "asked for it");
    assert_eq!(
        body["errors"][0]["extensions"]["code"], "NOT_FOUND",
        "{body}"
    );
    let list = query("getCandidates", "GetCandidatesInput", "candidate { _id }");
    let left = service.data(caller, &list, input(json!({})));
    assert_eq!(left["candidate"], json!([{ "_id": other }]));
    for (organization, verdict) in service.app.audit().verify(None).unwrap() {
        assert_eq!(verdict.broken, None, "{organization}");
    }
    let again = apply(service, "Ada Example", &["ada@example.org"]);
    assert_eq!(applications(&person(service, &again)), [again]);
}

fn a_held_person_is_not_erased(service: &Service) {
    let [first, second, _] = three(service);
    let own = person(service, &first);
    let document = mutation(
        "setPersonLegalHold",
        "SetPersonLegalHoldInput",
        "personId held",
    );
    let hold = |caller: &Caller, reason: Value| {
        let of = input(json!({ "personId": id(&own), "reason": reason }));
        service.graphql(caller, &document, of)
    };
    assert_eq!(hold(&service.recruiter, json!("a claim")).0, 403);
    let (_, held) = hold(&service.admin, json!("a claim is pending"));
    let expected = json!({ "personId": own["_id"], "held": true });
    assert_eq!(held["data"]["setPersonLegalHold"], expected, "{held}");
    assert_eq!(person(service, &second)["legalHold"], true);
    let (_, body) = erase(service, &service.admin, &own, "asked for it");
    assert_eq!(
        body["errors"][0]["extensions"]["code"], "CONFLICT",
        "{body}"
    );
    let one = mutation("eraseCandidate", "EraseCandidateInput", "erasedAt");
    let of = input(json!({ "candidateId": first, "reason": "asked for it" }));
    assert_eq!(service.code(&service.admin, &one, of.clone()), "CONFLICT");
    assert_eq!(service.kept_files(), 3);
    let (_, free) = hold(&service.admin, Value::Null);
    assert_eq!(free["data"]["setPersonLegalHold"]["held"], false, "{free}");
    service.data(&service.admin, &one, of);
    assert_eq!(applications(&person(service, &second)), [second]);
}

fn an_interviewer_sees_no_person(service: &Service) {
    let [first, ..] = three(service);
    let own = person(service, &first);
    let assign = mutation(
        "assignInterviewer",
        "AssignInterviewerInput",
        "result { _id }",
    );
    service.data(
        &service.recruiter,
        &assign,
        json!({ "candidateId": first, "interviewerId": service.interviewer.user_id,
            "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" }),
    );
    let document = query("getCandidate", "GetCandidateInput", "_id person { _id }");
    let of = input(json!({ "candidateId": first }));
    assert_eq!(
        service.data(&service.interviewer, &document, of),
        json!({ "_id": first, "person": null })
    );
    let document = query("getPerson", "GetPersonInput", "_id");
    let of = input(json!({ "personId": id(&own) }));
    assert_eq!(service.graphql(&service.interviewer, &document, of).0, 403);
}

fn an_upload_that_connects_people_is_audited(service: &Service) {
    let by_email = apply(service, "Ada Example", &["ada@example.org"]);
    let by_phone = apply(service, "Ada Example", &["+1 202 555 0147"]);
    let (own, other) = (person(service, &by_email), person(service, &by_phone));
    assert_ne!(own["_id"], other["_id"]);
    let both = apply(
        service,
        "Ada Example",
        &["ada@example.org", "+1 202 555 0147"],
    );
    let joined = person(service, &both);
    assert_eq!(
        applications(&joined),
        sorted(&[&by_email, &by_phone, &both])
    );
    let log = query(
        "getAuditLog",
        "GetAuditLogInput",
        "entries { operation changes { field after } }",
    );
    let of = input(json!({ "thingId": id(&joined) }));
    let ended = if joined["_id"] == own["_id"] {
        &other
    } else {
        &own
    };
    assert_eq!(
        service.data(&service.admin, &log, of)["entries"],
        json!([{ "operation": "bulkUploadResumes",
            "changes": [{ "field": "mergedPersonId", "after": ended["_id"] }] }])
    );
}

fn a_changed_address_may_change_the_person(service: &Service) {
    let [first, second, other] = three(service);
    let update = mutation(
        "updateCandidate",
        "UpdateCandidateInput",
        APPLICATIONS_OF_PERSON,
    );
    let of = input(json!({ "candidateId": first, "emailAddress": "Other.Ada@example.org" }));
    let changed = service.data(&service.recruiter, &update, of);
    assert_eq!(applications(&changed["person"]), sorted(&[&first, &other]));
    assert_eq!(applications(&person(service, &second)), [second]);
    let log = query(
        "getAuditLog",
        "GetAuditLogInput",
        "entries { changes { field } }",
    );
    let of = input(json!({ "operation": "updateCandidate" }));
    let entries = service.data(&service.admin, &log, of);
    assert_eq!(
        entries["entries"][0]["changes"],
        json!([{ "field": "emailAddress" }, { "field": "personId" }])
    );
}

const APPLICATIONS_OF_PERSON: &str = "person { _id applications { _id } }";

//! Custom fields: definitions by an Admin, values of candidates, and filters by them.

use chrono::Duration;
use serde_json::{Value, json};

use crate::support::input::joined;
use crate::support::service::Service;

on_both_databases!(
    a_field_is_defined_written_and_read,
    a_value_is_validated_by_its_type,
    a_definition_keeps_values,
    a_required_field_needs_a_value,
    filters_find_values,
    a_bad_filter_is_refused,
    pages_of_a_filter_by_a_field_return_each_once,
    only_an_admin_defines_and_an_interviewer_sees_none,
    values_are_audited_exported_and_erased,
);

const DEFINE: &str = "mutation($input: SetCustomFieldInput!) { setCustomField(input: $input) {
    key label type options required archived } }";
const FIELDS: &str = "query($input: GetCustomFieldsInput!) { getCustomFields(input: $input) {
    fields { key label type options required archived } } }";
const UPDATE: &str = "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) {
    customFields { key label type value } } }";
const BULK: &str = "mutation($input: UpdateCandidatesInput!) { updateCandidates(input: $input) {
    candidates { customFields { key value } } } }";
const GET: &str = "query($input: GetCandidateInput!) { getCandidate(input: $input) { customFields { key value } } }";
const LIST: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) {
    candidate { fullName } totalCount pageInfo { endCursor hasNextPage } } }";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

fn define(service: &Service, key: &str, kind: &str, more: Value) -> Value {
    let input = ours(json!({ "key": key, "label": key.to_uppercase(), "type": kind }));
    service.data(&service.admin, DEFINE, joined(input, &more))
}

fn writing(id: &str, fields: &Value) -> Value {
    ours(json!({ "candidateId": id, "customFields": fields }))
}

/// Writes values, and returns all values as pairs.
fn write(service: &Service, id: &str, fields: &[(&str, &str)]) -> Vec<(String, String)> {
    let fields = fields
        .iter()
        .map(|(key, value)| json!({ "key": key, "value": value }));
    let fields: Vec<Value> = fields.collect();
    let updated = service.data(&service.recruiter, UPDATE, writing(id, &json!(fields)));
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let values = updated["customFields"].as_array().unwrap().iter();
    values
        .map(|one| (text(&one["key"]), text(&one["value"])))
        .collect()
}

/// Creates Ada and Ben a second after each other, and a field of each type.
fn two_with_fields(service: &Service) -> (String, String) {
    define(service, "city", "Text", json!({}));
    define(service, "notice", "Number", json!({}));
    define(service, "available", "Date", json!({}));
    define(service, "visa", "YesNo", json!({}));
    define(
        service,
        "office",
        "Choice",
        json!({ "options": ["Berlin", "Zürich"] }),
    );
    let job = service.create_job("Backend Engineer", json!({}));
    let (ada, _) = service.candidate(&job, "Ada Example");
    service.clock.advance(Duration::seconds(1));
    let (ben, _) = service.candidate(&job, "Ben Example");
    (ada, ben)
}

fn a_field_is_defined_written_and_read(service: &Service) {
    let (ada, ben) = two_with_fields(service);
    let fields = service.data(&service.recruiter, FIELDS, ours(json!({})));
    assert_eq!(
        fields["fields"][4],
        json!({ "key": "office", "label": "OFFICE", "type": "Choice", "options": ["Berlin", "Zürich"],
            "required": false, "archived": false })
    );
    let pairs = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        pairs
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect()
    };
    let written = write(
        service,
        &ada,
        &[
            ("office", "zurich"),
            ("visa", "TRUE"),
            ("notice", "1.50"),
            ("available", "2026-04-01"),
            ("city", " Bonn "),
        ],
    );
    let expected = [
        ("city", "Bonn"),
        ("notice", "1.5"),
        ("available", "2026-04-01"),
        ("visa", "yes"),
        ("office", "Zürich"),
    ];
    assert_eq!(written, pairs(&expected), "in the order of the fields");
    let changed = write(service, &ada, &[("city", "Ulm")]);
    assert_eq!(changed[0].1, "Ulm");
    assert_eq!(changed.len(), 5, "other fields keep their values");
    let cleared = writing(
        &ada,
        &json!([{ "key": "city", "value": null }, { "key": "visa", "value": " " }]),
    );
    let cleared = service.data(&service.recruiter, UPDATE, cleared);
    assert_eq!(cleared["customFields"].as_array().unwrap().len(), 3);
    let input = ours(
        json!({ "candidateIds": [ben, ada], "customFields": [{ "key": "city", "value": "Jena" }] }),
    );
    let updated = service.data(&service.recruiter, BULK, input);
    assert_eq!(
        updated["candidates"][0]["customFields"],
        json!([{ "key": "city", "value": "Jena" }])
    );
    assert_eq!(
        updated["candidates"][1]["customFields"]
            .as_array()
            .unwrap()
            .len(),
        4
    );
}

fn a_value_is_validated_by_its_type(service: &Service) {
    let (ada, _) = two_with_fields(service);
    define(service, "old", "Text", json!({ "archived": true }));
    for (key, value, expected) in [
        ("notice", "soon", "must be a decimal number"),
        ("notice", "1e5", "must be a decimal number"),
        ("available", "tomorrow", "must be a date as YYYY-MM-DD"),
        ("available", "2026-02-30", "must be a date as YYYY-MM-DD"),
        ("visa", "maybe", "must be yes or no"),
        ("office", "Paris", "must be one of: Berlin; Zürich"),
        ("city", &"x".repeat(501), "must have 1 to 500 characters"),
        ("shoe", "44", "no field has the key \"shoe\""),
        ("old", "x", "is archived"),
    ] {
        let input = writing(
            &ada,
            &json!([{ "key": "city", "value": "Bonn" }, { "key": key, "value": value }]),
        );
        let (_, body) = service.graphql(&service.recruiter, UPDATE, input);
        let error = &body["errors"][0];
        assert_eq!(error["extensions"]["code"], "BAD_USER_INPUT", "{body}");
        let message = error["message"].as_str().unwrap();
        assert!(message.contains(expected) || key == "city", "{message}");
    }
    let many = vec![json!({ "key": "city", "value": "Bonn" }); 51];
    assert_eq!(
        service.code(&service.recruiter, UPDATE, writing(&ada, &json!(many))),
        "BAD_USER_INPUT"
    );
    let found = service.data(&service.recruiter, GET, ours(json!({ "candidateId": ada })));
    assert_eq!(found["customFields"], json!([]), "nothing was stored");
}

fn a_definition_keeps_values(service: &Service) {
    let (ada, _) = two_with_fields(service);
    write(service, &ada, &[("office", "Berlin"), ("city", "Bonn")]);
    let attempt = |key: &str, kind: &str, options: Value| {
        let input = ours(json!({ "key": key, "label": "x", "type": kind, "options": options }));
        let (_, body) = service.graphql(&service.admin, DEFINE, input);
        body["errors"][0]["message"]
            .as_str()
            .unwrap_or("")
            .to_owned()
    };
    let message = attempt("city", "Number", json!([]));
    assert!(message.contains("1 candidates have a value"), "{message}");
    let message = attempt("office", "Choice", json!(["Zürich"]));
    assert!(
        message.contains("the option Berlin") && message.contains("1 candidates"),
        "{message}"
    );
    assert_eq!(attempt("office", "Choice", json!(["Berlin", "Wien"])), "");
    assert_eq!(attempt("notice", "Text", json!([])), "", "it has no values");
    define(service, "city", "Text", json!({ "archived": true }));
    let read = |service: &Service| {
        service.data(&service.recruiter, GET, ours(json!({ "candidateId": ada })))
    };
    assert_eq!(
        read(service)["customFields"],
        json!([{ "key": "office", "value": "Berlin" }])
    );
    define(service, "city", "Text", json!({ "archived": false }));
    assert_eq!(
        read(service)["customFields"][0],
        json!({ "key": "city", "value": "Bonn" })
    );
    for bad in [
        json!({ "key": "A b", "label": "x", "type": "Text" }),
        json!({ "key": "x", "label": "", "type": "Text" }),
        json!({ "key": "x", "label": "x", "type": "Colour" }),
        json!({ "key": "x", "label": "x", "type": "Choice" }),
        json!({ "key": "x", "label": "x", "type": "Text", "options": ["a"] }),
    ] {
        assert_eq!(
            service.code(&service.admin, DEFINE, ours(bad)),
            "BAD_USER_INPUT"
        );
    }
}

fn a_required_field_needs_a_value(service: &Service) {
    let (ada, ben) = two_with_fields(service);
    define(service, "visa", "YesNo", json!({ "required": true }));
    let city = json!([{ "key": "city", "value": "Bonn" }]);
    assert_eq!(
        service.code(&service.recruiter, UPDATE, writing(&ada, &city)),
        "BAD_USER_INPUT"
    );
    write(service, &ada, &[("city", "Bonn"), ("visa", "no")]);
    write(service, &ada, &[("city", "Ulm")]);
    let clear = json!([{ "key": "visa", "value": null }]);
    assert_eq!(
        service.code(&service.recruiter, UPDATE, writing(&ada, &clear)),
        "BAD_USER_INPUT"
    );
    let both = ours(json!({ "candidateIds": [ada, ben], "customFields": city }));
    assert_eq!(
        service.code(&service.recruiter, BULK, both),
        "BAD_USER_INPUT"
    );
    let status =
        "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { status } }";
    let input = ours(json!({ "candidateId": ben, "status": "OnHold" }));
    assert_eq!(
        service.data(&service.recruiter, status, input)["status"],
        "OnHold",
        "other changes need none"
    );
}

/// Returns the names that a filter finds, newest first.
fn found(service: &Service, fields: Value) -> Vec<String> {
    let input = ours(json!({ "filter": { "customFields": fields } }));
    let list = service.data(&service.recruiter, LIST, input);
    let candidates = list["candidate"].as_array().unwrap();
    assert_eq!(list["totalCount"], json!(candidates.len()));
    candidates
        .iter()
        .map(|one| one["fullName"].as_str().unwrap().to_owned())
        .collect()
}

/// Creates Ada and Ben with a value in every field.
fn two_with_values(service: &Service) -> (String, String) {
    let (ada, ben) = two_with_fields(service);
    write(
        service,
        &ada,
        &[
            ("city", "Zürich West"),
            ("notice", "1.5"),
            ("available", "2026-04-01"),
            ("visa", "yes"),
            ("office", "Berlin"),
        ],
    );
    write(
        service,
        &ben,
        &[
            ("city", "Bonn"),
            ("notice", "-3"),
            ("available", "2026-06-30"),
            ("visa", "no"),
            ("office", "Zürich"),
        ],
    );
    (ada, ben)
}

fn filters_find_values(service: &Service) {
    let (ada, _) = two_with_values(service);
    let (a, b, none) = (vec!["Ada Example"], vec!["Ben Example"], Vec::new());
    let both = vec!["Ben Example", "Ada Example"];
    for (filter, expected) in [
        (json!([{ "key": "city", "equals": "ZURICH west" }]), &a),
        (json!([{ "key": "city", "equals": "zurich" }]), &none),
        (
            json!([{ "key": "city", "anyOf": ["bonn", "zürich west"] }]),
            &both,
        ),
        (json!([{ "key": "notice", "equals": "1.50" }]), &a),
        (json!([{ "key": "notice", "from": "-3", "to": "0" }]), &b),
        (json!([{ "key": "notice", "from": "-2.999999" }]), &a),
        (json!([{ "key": "available", "to": "2026-04-01" }]), &a),
        (
            json!([{ "key": "available", "from": "2026-04-01", "to": "2026-06-30" }]),
            &both,
        ),
        (json!([{ "key": "available", "equals": "2026-06-30" }]), &b),
        (json!([{ "key": "visa", "equals": "yes" }]), &a),
        (json!([{ "key": "office", "anyOf": ["zurich"] }]), &b),
        (
            json!([{ "key": "office", "anyOf": ["Berlin", "Zürich"] }]),
            &both,
        ),
        (
            json!([{ "key": "office", "equals": "Berlin" }, { "key": "visa", "equals": "yes" }]),
            &a,
        ),
        (
            json!([{ "key": "office", "equals": "Berlin" }, { "key": "visa", "equals": "no" }]),
            &none,
        ),
    ] {
        assert_eq!(&found(service, filter.clone()), expected, "{filter}");
    }
    write(service, &ada, &[("office", "Zürich")]);
    assert_eq!(
        found(service, json!([{ "key": "office", "equals": "Zürich" }])),
        both
    );
}

fn a_bad_filter_is_refused(service: &Service) {
    two_with_fields(service);
    define(service, "old", "Text", json!({ "archived": true }));
    let many = vec![json!({ "key": "city", "equals": "x" }); 6];
    for filter in [
        json!([{ "key": "shoe", "equals": "44" }]),
        json!([{ "key": "old", "equals": "x" }]),
        json!([{ "key": "city" }]),
        json!([{ "key": "city", "from": "a" }]),
        json!([{ "key": "city", "anyOf": [] }]),
        json!([{ "key": "notice", "from": "many" }]),
        json!([{ "key": "notice", "from": "1", "equals": "1" }]),
        json!([{ "key": "available", "equals": "May" }]),
        json!([{ "key": "office", "anyOf": ["Paris"] }]),
        json!(many),
    ] {
        let input = ours(json!({ "filter": { "customFields": filter } }));
        assert_eq!(
            service.code(&service.recruiter, LIST, input),
            "BAD_USER_INPUT",
            "{filter}"
        );
    }
}

fn pages_of_a_filter_by_a_field_return_each_once(service: &Service) {
    define(service, "city", "Text", json!({}));
    let job = service.create_job("Backend Engineer", json!({}));
    let mut ids = Vec::new();
    for name in ["Ada", "Ben", "Cleo", "Dan", "Eve"] {
        ids.push(service.candidate(&job, &format!("{name} Example")).0);
        service.clock.advance(Duration::seconds(1));
    }
    let input =
        ours(json!({ "candidateIds": ids, "customFields": [{ "key": "city", "value": "Bonn" }] }));
    service.data(&service.recruiter, BULK, input);
    let (mut seen, mut after) = (Vec::new(), Value::Null);
    loop {
        let filter = json!({ "customFields": [{ "key": "city", "equals": "Bonn" }] });
        let input = ours(json!({ "filter": filter, "pageSize": 2, "after": after }));
        let page = service.data(&service.recruiter, LIST, input);
        let names = page["candidate"].as_array().unwrap().clone();
        seen.extend(
            names
                .iter()
                .map(|one| one["fullName"].as_str().unwrap().to_owned()),
        );
        after = page["pageInfo"]["endCursor"].clone();
        if page["pageInfo"]["hasNextPage"] == false {
            break;
        }
    }
    assert_eq!(
        seen,
        [
            "Eve Example",
            "Dan Example",
            "Cleo Example",
            "Ben Example",
            "Ada Example"
        ]
    );
    let other = json!({ "customFields": [{ "key": "city", "equals": "Ulm" }] });
    let input = ours(json!({ "filter": other, "after": after }));
    assert_eq!(
        service.code(&service.recruiter, LIST, input),
        "BAD_USER_INPUT",
        "a cursor of another list"
    );
}

fn only_an_admin_defines_and_an_interviewer_sees_none(service: &Service) {
    let (ada, _) = two_with_fields(service);
    let input = ours(json!({ "key": "x", "label": "x", "type": "Text" }));
    assert_eq!(service.graphql(&service.recruiter, DEFINE, input).0, 403);
    write(service, &ada, &[("city", "Bonn")]);
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { message } }";
    let interview = json!({ "candidateId": ada, "interviewerId": service.interviewer.user_id,
        "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" });
    service.data(&service.recruiter, assign, interview);
    let seen = service.data(
        &service.interviewer,
        GET,
        ours(json!({ "candidateId": ada })),
    );
    assert_eq!(seen["customFields"], json!([]));
    let theirs = service.data(
        &service.stranger,
        FIELDS,
        json!({ "organizationId": "org_theirs" }),
    );
    assert_eq!(theirs["fields"], json!([]));
}

fn values_are_audited_exported_and_erased(service: &Service) {
    let (ada, _) = two_with_fields(service);
    write(service, &ada, &[("city", "Bonn")]);
    write(service, &ada, &[("city", "Ulm")]);
    define(service, "city", "Text", json!({ "archived": true }));
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { changes { field before after } } } }";
    let entries = |operation: &str| {
        let input = ours(json!({ "operation": operation }));
        service.data(&service.admin, log, input)["entries"].clone()
    };
    let expected = json!([{ "field": "customFields.city", "before": "Bonn", "after": "Ulm" }]);
    assert_eq!(entries("updateCandidate")[0]["changes"], expected);
    assert_eq!(
        entries("setCustomField")[0]["changes"][0]["field"],
        "customFields.city"
    );
    let export = "query($input: ExportCandidateInput!) { exportCandidate(input: $input) { json } }";
    let exported = service.data(&service.admin, export, ours(json!({ "candidateId": ada })));
    let exported: Value = serde_json::from_str(exported["json"].as_str().unwrap()).unwrap();
    let expected = json!([{ "key": "city", "label": "CITY", "value": "Ulm" }]);
    assert_eq!(
        exported["shortlist"]["customFields"], expected,
        "also of an archived field"
    );
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { candidateId } }";
    let input = ours(json!({ "candidateId": ada, "reason": "asked for it" }));
    service.data(&service.admin, erase, input);
    define(service, "city", "Number", json!({}));
}

//! Section 4.1 of the specification: bodies, documents, variables and their limits.

use serde_json::{Value, json};

use crate::support::service::{Service, answer};

on_both_databases!(
    an_unreadable_request_is_400_with_a_code,
    limits_are_checked_before_anything_runs,
    defaults_hold_for_inputs_through_variables,
    a_root_field_that_fails_leaves_the_others,
    the_schema_is_as_decided,
    introspection_answers,
);

fn send(service: &Service, body: String) -> (u16, Value) {
    let request = service
        .post(&service.admin, "/graphql")
        .header("Content-Type", "application/json")
        .body(body);
    answer(request.send().unwrap())
}

fn assert_invalid(answer: (u16, Value)) {
    let (status, body) = answer;
    assert_eq!(status, 400, "{body}");
    let errors = body["errors"].as_array().unwrap();
    assert!(!errors.is_empty());
    for error in errors {
        assert_eq!(
            error["extensions"]["code"], "GRAPHQL_VALIDATION_FAILED",
            "{body}"
        );
        assert!(
            error["message"]
                .as_str()
                .is_some_and(|text| !text.is_empty()),
            "{body}"
        );
    }
}

fn an_unreadable_request_is_400_with_a_code(service: &Service) {
    for body in [
        "",
        "{",
        "[]",
        "\"query\"",
        "{}",
        r#"{"query": 7}"#,
        r#"{"query": null}"#,
        r#"{"query": ""}"#,
        r#"{"query": "{"}"#,
        r#"{"query": "{ nothing }"}"#,
        r#"{"query": "query($x: Nothing = 1) { __typename }"}"#,
        r#"{"query": "query($x: [Nothing!]! = []) { __typename }"}"#,
        r#"{"query": "{ getJobs { totalCount } }"}"#,
        r#"{"query": "{ __typename }", "variables": []}"#,
        r#"[{"query": "{ __typename }"}]"#,
        r#"["{ __typename }", null, null]"#,
        r#"{"query": "{ __typename }", "query": "{ __typename }"}"#,
        r#"{"query": "{ __typename }", "operationName": 7}"#,
        r#"{"query": "subscription { x }"}"#,
        r#"{"query": "query A { __typename } query B { __typename }"}"#,
        r#"{"query": "query A { __typename }", "operationName": "B"}"#,
    ] {
        assert_invalid(send(service, body.to_owned()));
    }
    let document = "query($input: getJobsInput!) { getJobs(input: $input) { totalCount } }";
    let organization = &service.admin.organization_id;
    for variables in [
        json!({}),
        json!({ "input": null }),
        json!({ "input": { "organizationId": organization } }),
        json!({ "input": { "organizationId": organization, "recruiterId": "r", "userType": "Admin", "perPage": "x" } }),
        json!({ "input": { "organizationId": organization, "recruiterId": "r", "userType": "Admin", "unknown": 1 } }),
    ] {
        let body = json!({ "query": document, "variables": variables });
        assert_invalid(send(service, body.to_string()));
    }
}

fn limits_are_checked_before_anything_runs(service: &Service) {
    let aliases = |count: usize| {
        let fields: String = (0..count).map(|n| format!("a{n}: __typename ")).collect();
        json!({ "query": format!("{{ {fields} }}") }).to_string()
    };
    assert_eq!(send(service, aliases(10)).0, 200);
    assert_invalid(send(service, aliases(11)));
    let spread = "{ ...F ...F ...F } fragment F on Query { a: __typename b: __typename c: __typename d: __typename }";
    assert_invalid(send(service, json!({ "query": spread }).to_string()));
    let deep = format!(
        "{{ __schema {{ types {{ {} name {} }} }} }}",
        "ofType { ".repeat(30),
        "} ".repeat(30)
    );
    assert_invalid(send(service, json!({ "query": deep }).to_string()));
    let wide: String = (0..501).map(|n| format!("n{n}: name ")).collect();
    let wide = format!("{{ __schema {{ queryType {{ {wide} }} }} }}");
    assert_invalid(send(service, json!({ "query": wide }).to_string()));
    let large = json!({ "query": format!("{{ __typename }} #{}", "x".repeat(1 << 20)) });
    assert_invalid(send(service, large.to_string()));
}

fn defaults_hold_for_inputs_through_variables(service: &Service) {
    let document = "query($input: getJobsInput!) { getJobs(input: $input) { pageInfo { pageNumber pageSize hasNextPage } } }";
    let mut input = json!({
        "organizationId": service.admin.organization_id, "recruiterId": service.admin.user_id, "userType": "Admin" });
    let expected = json!({ "pageInfo": { "pageNumber": 1, "pageSize": 20, "hasNextPage": false } });
    assert_eq!(
        service.data(&service.admin, document, input.clone()),
        expected
    );
    for name in ["pageNum", "perPage", "search", "drafts"] {
        input[name] = Value::Null;
    }
    assert_eq!(
        service.data(&service.admin, document, input),
        expected,
        "an explicit null means the default"
    );
}

fn a_root_field_that_fails_leaves_the_others(service: &Service) {
    let organization = &service.admin.organization_id;
    let document = format!(
        "{{ good: getCandidates(input: {{ organizationId: \"{organization}\" }}) {{ totalCount }}
            bad: getJob(input: {{ organizationId: \"{organization}\", jobId: \"job_x\" }}) {{ _id }} }}"
    );
    let (status, body) = send(service, json!({ "query": document }).to_string());
    assert_eq!(status, 200);
    assert_eq!(
        body["data"],
        json!({ "good": { "totalCount": 0 }, "bad": null })
    );
    assert_eq!(body["errors"][0]["path"], json!(["bad"]));
    assert_eq!(
        body["errors"][0]["extensions"],
        json!({ "code": "NOT_FOUND", "field": "jobId", "problem": "notFound" })
    );
}

/// Names, nullability and defaults: a change here affects every integrator.
fn the_schema_is_as_decided(service: &Service) {
    let served = service
        .client
        .get(service.url("/graphql/schema.graphql"))
        .send()
        .unwrap()
        .text()
        .unwrap();
    assert_eq!(served, shortlist_transport::schema_sdl());
    let kept = include_str!("schema.graphql");
    assert_eq!(
        served.trim(),
        kept.trim(),
        "keep tests/it/interface/schema.graphql with `shortlist schema`"
    );
}

fn introspection_answers(service: &Service) {
    let document =
        "{ __schema { queryType { name } mutationType { name } } __type(name: \"Job\") { kind } }";
    let (status, body) = send(service, json!({ "query": document }).to_string());
    assert_eq!(status, 200);
    let expected = json!({
        "__schema": { "queryType": { "name": "Query" }, "mutationType": { "name": "Mutation" } },
        "__type": { "kind": "OBJECT" } });
    assert_eq!(body["data"], expected);
}

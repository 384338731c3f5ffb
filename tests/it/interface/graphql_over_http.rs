//! GraphQL over HTTP: the media types of responses, their statuses, and other methods.

use reqwest::Method;
use reqwest::blocking::Response;
use serde_json::{Value, json};
use shortlist_domain::Permission;

use crate::support::people::Caller;
use crate::support::service::{Service, answer};

const JSON: &str = "application/json";
const GRAPHQL: &str = "application/graphql-response+json";
const JOBS: &str = r#"{ getJobs(input: {
    organizationId: "org_ours", recruiterId: "usr_recruiter", userType: "Recruiter"
}) { jobs { _id } } }"#;

on_both_databases!(
    responses_have_the_media_type_that_the_client_prefers,
    requests_that_fail_have_the_same_status_in_both_media_types,
    a_refusal_is_a_graphql_response_for_clients_that_prefer_it,
    queries_are_not_answered_by_get,
);

fn send(service: &Service, caller: &Caller, accept: &str, body: &Value) -> Response {
    let request = service.post(caller, "/graphql").header("Accept", accept);
    request.json(body).send().unwrap()
}

fn media_type(response: &Response) -> &str {
    let value = response.headers()["content-type"].to_str().unwrap();
    value.split(';').next().unwrap()
}

fn responses_have_the_media_type_that_the_client_prefers(service: &Service) {
    let query = json!({ "query": "{ __typename }" });
    for (accept, expected) in [
        (JSON, JSON),
        ("*/*", JSON),
        (GRAPHQL, GRAPHQL),
        (
            "application/graphql-response+json, application/json;q=0.9",
            GRAPHQL,
        ),
        (
            "application/json, application/graphql-response+json;q=0.9",
            JSON,
        ),
    ] {
        let response = send(service, &service.recruiter, accept, &query);
        assert_eq!(media_type(&response), expected, "{accept}");
        let (status, body) = answer(response);
        assert_eq!(
            (status, &body["data"]["__typename"]),
            (200, &json!("Query"))
        );
    }
}

fn requests_that_fail_have_the_same_status_in_both_media_types(service: &Service) {
    let typed = "query($input: getJobsInput!) { getJobs(input: $input) { totalCount } }";
    for body in [
        json!({ "query": "{" }),
        json!({ "query": "{ unknown }" }),
        json!({ "query": typed, "variables": { "input": 1 } }),
        json!({ "query": typed, "variables": [] }),
        json!({ "variables": {} }),
        json!([{ "query": "{ __typename }" }]),
    ] {
        let answers = [JSON, GRAPHQL].map(|accept| {
            let response = send(service, &service.recruiter, accept, &body);
            assert_eq!(media_type(&response), accept, "{body}");
            answer(response)
        });
        let [(status, plain), (_, graphql)] = &answers;
        assert_eq!((*status, plain), (400, graphql), "{body}");
        assert!(plain.get("data").is_none() && plain["errors"][0]["message"].is_string());
    }
}

fn a_refusal_is_a_graphql_response_for_clients_that_prefer_it(service: &Service) {
    let nobody = service.with_permissions(&service.recruiter, &[Permission::LeaderboardRead]);
    let body = json!({ "query": JOBS });
    let (status, plain) = answer(send(service, &nobody, JSON, &body));
    assert_eq!(status, 403);
    let message = plain["error"].as_str().unwrap();
    let response = send(service, &nobody, GRAPHQL, &body);
    assert_eq!(media_type(&response), GRAPHQL);
    let (status, graphql) = answer(response);
    assert_eq!(status, 403);
    let error = json!({ "message": message,
        "extensions": { "code": "FORBIDDEN", "reason": "missingPermission" } });
    assert_eq!(plain, json!({ "error": message }));
    assert_eq!(graphql, json!({ "errors": [error] }));
    let request = service.client.post(service.url("/graphql"));
    let request = request.header("Accept", GRAPHQL).json(&body);
    let (status, missing) = answer(request.send().unwrap());
    assert_eq!(status, 400);
    assert!(
        missing["errors"][0]["message"]
            .as_str()
            .unwrap()
            .contains("x-api-key")
    );
}

fn queries_are_not_answered_by_get(service: &Service) {
    let path = "/graphql?query=%7B__typename%7D";
    for accept in [JSON, GRAPHQL, "text/html"] {
        let request = service.request(&service.recruiter, Method::GET, path);
        let response = request.header("Accept", accept).send().unwrap();
        assert_eq!(response.status(), 405, "{accept}");
        assert_eq!(response.headers()["allow"], "POST");
    }
}

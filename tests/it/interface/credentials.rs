//! Sections 5 and 7 of the specification: headers, keys and tokens, in the order of the checks.

use chrono::Duration;
use reqwest::blocking::RequestBuilder;
use serde_json::{Value, json};
use shortlist_domain::{ApiKeyId, OrganizationId, Party, Timestamp, UserId};

use crate::support::people::Caller;
use crate::support::service::{Service, answer};

on_both_databases!(
    missing_or_malformed_headers_are_400_on_every_endpoint,
    unknown_credentials_are_401_on_every_endpoint,
    typename_needs_no_permission,
    key_and_token_of_different_organizations_are_401,
    expired_tokens_and_keys_are_401,
    a_revoked_key_and_a_user_who_left_are_401,
    other_methods_are_405,
    every_response_names_environment_and_request,
    health_and_schema_need_no_credentials,
    a_key_reports_its_permissions_and_last_use,
);

const ENDPOINTS: [(&str, &str); 5] = [
    ("/graphql", "application/json"),
    ("/bulk-upload-resumes", "multipart/form-data; boundary=b"),
    (
        "/ats/candidates/bulk-upload",
        "multipart/form-data; boundary=b",
    ),
    ("/addJobByFile", "multipart/form-data; boundary=b"),
    ("/ats/jobs/upload", "multipart/form-data; boundary=b"),
];

/// Asserts that an error body is a JSON object with one string field `error`.
fn assert_refused(request: RequestBuilder, expected: u16) -> Value {
    let (status, body) = answer(request.send().unwrap());
    assert_eq!(status, expected, "{body}");
    let fields = body.as_object().unwrap();
    assert!(fields.len() == 1 && fields["error"].is_string(), "{body}");
    body
}

fn missing_or_malformed_headers_are_400_on_every_endpoint(service: &Service) {
    let caller = &service.recruiter;
    let bearer = format!("Bearer {}", caller.token);
    for (path, kind) in ENDPOINTS {
        let cases: [(Option<&str>, Option<&str>, Option<&str>); 10] = [
            (None, Some(&bearer), Some(kind)),
            (Some(""), Some(&bearer), Some(kind)),
            (Some(&caller.key), None, Some(kind)),
            (Some(&caller.key), Some(""), Some(kind)),
            (Some(&caller.key), Some("Bearer"), Some(kind)),
            (Some(&caller.key), Some(&caller.token), Some(kind)),
            (Some(&caller.key), Some("Basic dXNlcjpwYXNz"), Some(kind)),
            (Some(&caller.key), Some(&bearer), None),
            (Some(&caller.key), Some(&bearer), Some("text/plain")),
            // A malformed header is reported before unknown credentials.
            (
                Some("sl_test_unknown"),
                Some("Bearer unknown"),
                Some("text/plain"),
            ),
        ];
        for (key, authorization, content) in cases {
            let mut request = service.client.post(service.url(path)).body("{}");
            for (name, value) in [
                ("x-api-key", key),
                ("Authorization", authorization),
                ("Content-Type", content),
            ] {
                if let Some(value) = value {
                    request = request.header(name, value);
                }
            }
            assert_refused(request, 400);
        }
    }
}

fn unknown_credentials_are_401_on_every_endpoint(service: &Service) {
    let caller = &service.recruiter;
    let wrong = [
        Caller {
            key: "sl_test_unknown".into(),
            ..caller.clone()
        },
        Caller {
            key: "whatever it looks like".into(),
            ..caller.clone()
        },
        Caller {
            token: "unknown".into(),
            ..caller.clone()
        },
        Caller {
            token: caller.key.clone(),
            key: caller.token.clone(),
            ..caller.clone()
        },
    ];
    let mut messages = Vec::new();
    for (path, kind) in ENDPOINTS {
        for caller in &wrong {
            let response = service
                .post(caller, path)
                .header("Content-Type", kind)
                .body("not looked at")
                .send()
                .unwrap();
            assert_eq!(response.headers()["WWW-Authenticate"], "Bearer");
            let (status, body) = answer(response);
            assert_eq!(status, 401);
            assert_eq!(body.as_object().unwrap().len(), 1);
            messages.push(body["error"].as_str().unwrap().to_owned());
        }
    }
    messages.dedup();
    assert_eq!(
        messages.len(),
        1,
        "one text for all: it never says which of the two was wrong"
    );
}

fn typename(service: &Service, caller: &Caller) -> u16 {
    let request = service
        .post(caller, "/graphql")
        .json(&json!({ "query": "{ __typename }" }));
    let (status, body) = answer(request.send().unwrap());
    if status == 200 {
        assert_eq!(body, json!({ "data": { "__typename": "Query" } }));
    }
    status
}

fn typename_needs_no_permission(service: &Service) {
    assert_eq!(typename(service, &service.recruiter), 200);
    assert_eq!(typename(service, &service.stranger), 200);
    assert_eq!(
        typename(
            service,
            &service.with_permissions(&service.admin, &[shortlist_domain::Permission::Admin])
        ),
        200
    );
    // The scheme is case-insensitive, and a media type may have parameters.
    let request = service
        .client
        .post(service.url("/graphql"))
        .header("X-API-Key", &service.admin.key)
        .header("authorization", format!("bEARER {}", service.admin.token))
        .header("Content-Type", "application/json; charset=utf-8")
        .body(r#"{"query": "{ __typename }", "variables": null}"#);
    assert_eq!(request.send().unwrap().status(), 200);
}

fn key_and_token_of_different_organizations_are_401(service: &Service) {
    let mixed = Caller {
        key: service.stranger.key.clone(),
        ..service.admin.clone()
    };
    assert_eq!(typename(service, &mixed), 401);
}

fn expired_tokens_and_keys_are_401(service: &Service) {
    service.clock.advance(Duration::hours(23));
    assert_eq!(typename(service, &service.recruiter), 200);
    service.clock.advance(Duration::hours(2));
    assert_eq!(typename(service, &service.recruiter), 401);
    // A key is valid for 90 days. A session that is opened later does not extend it.
    service.clock.advance(Duration::days(90));
    let id = UserId::parse("u", &service.recruiter.user_id).unwrap();
    let organization = OrganizationId::parse("o", &service.recruiter.organization_id).unwrap();
    let user = service
        .store()
        .users()
        .find(&organization, &id)
        .unwrap()
        .unwrap();
    let token = service
        .app
        .sessions()
        .open(user, Duration::days(1))
        .unwrap()
        .access_token;
    assert_eq!(
        typename(
            service,
            &Caller {
                token,
                ..service.recruiter.clone()
            }
        ),
        401
    );
}

fn a_revoked_key_and_a_user_who_left_are_401(service: &Service) {
    let organization = OrganizationId::parse("o", &service.admin.organization_id).unwrap();
    assert_eq!(typename(service, &service.admin), 200);
    for key in service.app.accounts().list_api_keys(&organization).unwrap() {
        service
            .app
            .accounts()
            .revoke_api_key(&Party::operator(&organization), &key.id)
            .unwrap();
    }
    assert_eq!(typename(service, &service.admin), 401);
    assert_eq!(typename(service, &service.stranger), 200);
    let unknown = ApiKeyId::generate(Timestamp::from_unix_millis(0).unwrap(), 0);
    let party = Party::operator(&organization);
    assert!(
        service
            .app
            .accounts()
            .revoke_api_key(&party, &unknown)
            .is_err()
    );
}

fn other_methods_are_405(service: &Service) {
    for (path, _) in ENDPOINTS {
        for method in [
            reqwest::Method::GET,
            reqwest::Method::PUT,
            reqwest::Method::DELETE,
        ] {
            let response = service
                .client
                .request(method, service.url(path))
                .send()
                .unwrap();
            assert_eq!(response.status(), 405, "{path}");
            assert!(response.headers().contains_key("Allow"));
        }
    }
}

fn every_response_names_environment_and_request(service: &Service) {
    let paths = ["/graphql", "/health/live", "/nowhere", "/auth/login"];
    let mut seen = std::collections::HashSet::new();
    for path in paths {
        let response = service.client.get(service.url(path)).send().unwrap();
        assert_eq!(response.headers()["X-Environment"], "sandbox", "{path}");
        assert!(
            seen.insert(response.headers()["X-Request-Id"].clone()),
            "{path}"
        );
    }
    assert_eq!(seen.len(), paths.len());
}

fn health_and_schema_need_no_credentials(service: &Service) {
    for (path, text) in [
        ("/health/live", "live"),
        ("/health/ready", "ready"),
        ("/graphql/schema.graphql", "type Query"),
    ] {
        let response = service.client.get(service.url(path)).send().unwrap();
        assert_eq!(response.status(), 200);
        assert!(response.text().unwrap().contains(text), "{path}");
    }
    assert_eq!(
        service
            .client
            .get(service.url("/nowhere"))
            .send()
            .unwrap()
            .status(),
        404
    );
}

fn a_key_reports_its_permissions_and_last_use(service: &Service) {
    assert!(service.admin.key.starts_with("sl_test_"));
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let key = || {
        let keys = service.app.accounts().list_api_keys(&organization).unwrap();
        keys.into_iter().next().unwrap()
    };
    service.clock.advance(Duration::hours(3));
    assert_eq!(typename(service, &service.admin), 200);
    let used = key();
    assert_eq!(used.last_used_at, Some(service.app.clock().now()));
    assert!(used.id.as_str().starts_with("key_"));
    service.clock.advance(Duration::hours(1));
    assert_eq!(
        key().last_used_at,
        used.last_used_at,
        "looking at it is no use of it"
    );
}

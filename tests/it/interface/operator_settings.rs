//! The operator's settings, and the response to a caller when the service fails.

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use serde_json::{Value, json};
use shortlist_app::Settings;
use shortlist_domain::Environment;
use shortlist_persistence::DatabaseUrl;
use shortlist_transport::{Explorer, GraphQLLimits, Introspection};

use crate::support::database;
use crate::support::resumes::docx;
use crate::support::service::{Service, answer};

fn with_limits(limits: GraphQLLimits, test: impl Fn(&Service)) {
    database::on_sqlite(|url| {
        let settings = Settings::new(Environment::Sandbox);
        test(&Service::start_with(url, settings, limits.clone()));
    });
}

fn send(service: &Service, query: &str) -> (u16, Value) {
    let body = json!({ "query": query });
    answer(
        service
            .post(&service.recruiter, "/graphql")
            .json(&body)
            .send()
            .unwrap(),
    )
}

fn page(service: &Service, accept: &str) -> (u16, String) {
    let request = service.client.get(service.url("/graphql"));
    let response = request.header("Accept", accept).send().unwrap();
    (response.status().as_u16(), response.text().unwrap())
}

#[test]
fn a_browser_gets_the_explorer_where_it_is_switched_on() {
    let explorer = Explorer::On;
    with_limits(
        GraphQLLimits {
            explorer,
            ..GraphQLLimits::default()
        },
        |service| {
            let (status, text) = page(service, "text/html,application/xhtml+xml");
            assert_eq!((status, text.contains("/graphql")), (200, true));
            assert_eq!(page(service, "application/json").0, 405);
        },
    );
    with_limits(GraphQLLimits::default(), |service| {
        assert_eq!(page(service, "text/html").0, 405);
    });
}

#[test]
fn introspection_can_be_switched_off() {
    let introspection = Introspection::Off;
    with_limits(
        GraphQLLimits {
            introspection,
            ..GraphQLLimits::default()
        },
        |service| {
            let (status, body) = send(service, "{ __schema { queryType { name } } }");
            assert_eq!((status, body.get("data")), (400, None), "{body}");
            assert_eq!(send(service, "{ __typename }").0, 200);
        },
    );
}

#[test]
fn bounds_can_be_set() {
    let limits = GraphQLLimits {
        depth: 3,
        fields: 4,
        root_fields: 2,
        body_bytes: 200,
        ..GraphQLLimits::default()
    };
    with_limits(limits, |service| {
        for (query, status) in [
            ("{ a: __typename b: __typename }", 200),
            ("{ a: __typename b: __typename c: __typename }", 400),
            ("{ __schema { types { kind name ofType { kind } } } }", 400),
            (
                "{ __schema { queryType { fields { type { name } } } } }",
                400,
            ),
            (&format!("{{ __typename }} # {}", "x".repeat(200)), 400),
        ] {
            assert_eq!(send(service, query).0, status, "{query}");
        }
    });
}

/// Ten fragments that each spread the next ten times, and the last spreads itself. Expanding them would take ten
/// billion steps for one kilobyte.
#[test]
fn fragments_that_multiply_are_counted_once_each() {
    let fragments: String = (0..10)
        .map(|number: u32| {
            let next = (number + 1).min(9);
            let spreads = format!("...F{next} ").repeat(10);
            format!("fragment F{number} on Query {{ {spreads} }} ")
        })
        .collect();
    with_limits(GraphQLLimits::default(), |service| {
        let (status, body) = send(service, &format!("{{ ...F0 }} {fragments}"));
        assert_eq!(status, 400, "{body}");
        let all = "a: __typename b: __typename c: __typename";
        let fragment = format!("fragment F on Query {{ {all} }}");
        for (spreads, expected) in [(3, 200), (4, 400)] {
            let spread = "...F ".repeat(spreads);
            let (status, body) = send(service, &format!("{{ {spread} }} {fragment}"));
            assert_eq!(status, expected, "{body}");
        }
    });
}

#[test]
fn a_failure_shows_a_request_id_and_no_detail() {
    database::on_sqlite(|url| {
        let service = Service::start(url);
        let job = service.create_job("Backend Engineer", json!({}));
        let DatabaseUrl::Sqlite(path) = url else {
            panic!("not SQLite");
        };
        let mut conn = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
        conn.batch_execute("ALTER TABLE jobs RENAME TO gone")
            .unwrap();
        let query = "query($input: GetJobInput!) { getJob(input: $input) { title } }";
        let body = json!({ "query": query,
            "variables": { "input": { "organizationId": "org_ours", "jobId": job } } });
        let request = service.post(&service.recruiter, "/graphql").json(&body);
        let response = request.send().unwrap();
        let id = response.headers()["X-Request-Id"]
            .to_str()
            .unwrap()
            .to_owned();
        let (status, body) = answer(response);
        assert_eq!((status, &body["data"]), (200, &json!({ "getJob": null })));
        assert_eq!(
            body["errors"][0]["extensions"],
            json!({ "code": "INTERNAL_SERVER_ERROR" })
        );
        let message = body["errors"][0]["message"].as_str().unwrap();
        assert!(
            message.contains(&id) && !message.contains("jobs"),
            "{message}"
        );
        // An upload with the same failure reveals as little, in its own response shape, and leaves nothing behind.
        let (status, body) = service.upload(
            &service.recruiter,
            &job,
            vec![("cv.docx", docx("Ada Example"))],
        );
        assert_eq!((status, &body["status"]), (500, &json!(0)));
        assert!(!body.to_string().contains("no such table"), "{body}");
        assert_eq!((service.kept_files(), service.staged_files()), (0, 0));
    });
}

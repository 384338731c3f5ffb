//! The service answers requests as `juniper_actix` does, which is the usual way to serve GraphQL with these libraries. It does
//! more than that: it checks credentials, limits and permissions, and it runs queries on other threads.

use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use juniper::{EmptyMutation, EmptySubscription, RootNode, graphql_object};
use serde_json::{Value, json};

use crate::support::service::{Service, answer, client};

on_both_databases!(requests_are_answered_as_by_the_reference);

/// The root of a schema that has nothing in common with the service's but its name.
struct Query;

#[graphql_object]
impl Query {
    fn nothing() -> bool {
        true
    }
}

type Schema = RootNode<Query, EmptyMutation<()>, EmptySubscription<()>>;

async fn execute(request: HttpRequest, body: web::Payload) -> actix_web::Result<HttpResponse> {
    let schema = Schema::new(Query, EmptyMutation::new(), EmptySubscription::new());
    juniper_actix::graphql_handler(&schema, &(), request, body).await
}

/// Starts the reference on a free port, for as long as the test runs, and returns its address.
fn start_reference() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        let build = || App::new().route("/graphql", web::post().to(execute));
        let server = HttpServer::new(build).workers(1).disable_signals();
        actix_web::rt::System::new().block_on(server.listen(listener).unwrap().run())
    });
    format!("http://{address}/graphql")
}

fn requests_are_answered_as_by_the_reference(service: &Service) {
    let reference = start_reference();
    let two = "query A { __typename } query B { again: __typename }";
    for request in [
        json!({ "query": "{ __typename }" }),
        json!({ "query": "{ __typename }", "variables": null, "operationName": null }),
        json!({ "query": "{ __typename }", "variables": {}, "extensions": {} }),
        json!({ "query": "query($x: Boolean!) { __typename @include(if: $x) }", "variables": { "x": false } }),
        json!({ "query": two, "operationName": "B" }),
        json!({ "query": "fragment F on Query { __typename } { ...F }" }),
        json!({ "query": "{ __type(name: \"Boolean\") { kind name } }" }),
    ] {
        let theirs = client().post(&reference).json(&request).send().unwrap();
        let ours = service.post(&service.recruiter, "/graphql").json(&request);
        let ((status, theirs), ours) = (answer(theirs), answer(ours.send().unwrap()));
        assert_eq!(ours, (status, theirs), "{request}");
    }
    for refused in [
        json!({ "query": "{ " }),
        json!({ "query": "{ absent }" }),
        json!({ "query": "query($x: Absent) { __typename }" }),
        json!({ "query": two, "operationName": "C" }),
    ] {
        let theirs = client().post(&reference).json(&refused).send().unwrap();
        let ours = service.post(&service.recruiter, "/graphql").json(&refused);
        let (theirs, ours) = (answer(theirs), answer(ours.send().unwrap()));
        assert_eq!((theirs.0, ours.0), (400, 400), "{refused}");
        for (_status, body) in [&theirs, &ours] {
            assert!(body["errors"][0]["message"].is_string(), "{body}");
            assert_eq!(body.get("data"), None::<&Value>, "{body}");
        }
    }
}

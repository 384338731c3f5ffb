//! The cost of GraphQL requests: computed before they run, and counted while they run.

use serde_json::{Value, json};
use shortlist_app::Settings;
use shortlist_domain::Environment;
use shortlist_transport::GraphQLLimits;

use crate::support::database;
use crate::support::service::Service;

const JOBS: &str = "getJobs(input: $input)";
const CANDIDATES: &str = "getCandidates(input: $input)";

fn with_limits(limits: GraphQLLimits, test: impl Fn(&Service)) {
    database::on_sqlite(|url| {
        let settings = Settings::new(Environment::Sandbox);
        test(&Service::start_with(url, settings, limits.clone()));
    });
}

/// Returns selections of the same field under `count` different aliases.
fn aliases(count: usize, field: &str) -> String {
    let one = |n| format!("a{n}: {field} ");
    (0..count).map(one).collect()
}

fn query(input: &str, root: &str, inside: &str) -> String {
    format!("query($input: {input}) {{ {root} {{ {inside} }} }}")
}

fn jobs_input(service: &Service, size: i32) -> Value {
    json!({
        "organizationId": service.recruiter.organization_id, "recruiterId": service.recruiter.user_id,
        "userType": "Recruiter", "perPage": size,
    })
}

fn candidates_input(service: &Service, size: i32) -> Value {
    json!({ "organizationId": service.recruiter.organization_id, "pageSize": size })
}

/// Sends a request that is refused before it runs, and returns the message.
fn refused(service: &Service, query: &str, input: Value) -> String {
    let (status, body) = service.graphql(&service.recruiter, query, input);
    assert_eq!((status, body.get("data")), (400, None), "{body}");
    let error = &body["errors"][0];
    let code = &error["extensions"]["code"];
    assert_eq!(code, "GRAPHQL_VALIDATION_FAILED", "{body}");
    error["message"].as_str().unwrap().to_owned()
}

/// Sends a request that is ended while it runs, and returns the message.
fn ended(service: &Service, query: &str, input: Value) -> String {
    let (status, body) = service.graphql(&service.recruiter, query, input);
    let error = &body["errors"][0];
    let code = &error["extensions"]["code"];
    assert_eq!((status, code), (200, &json!("BAD_USER_INPUT")), "{body}");
    error["message"].as_str().unwrap().to_owned()
}

#[test]
fn the_cost_of_a_page_is_known_before_it_runs() {
    with_limits(GraphQLLimits::default(), |service| {
        let inside = format!(
            "candidate {{ {} }}",
            aliases(2, "earlierReceipts { score }")
        );
        let query = query("GetCandidatesInput!", CANDIDATES, &inside);
        service.data(&service.recruiter, &query, candidates_input(service, 10));
        let message = refused(service, &query, candidates_input(service, 100));
        assert!(message.contains("smaller pages"), "{message}");
    });
}

#[test]
fn the_size_of_a_page_counts_wherever_it_is_given() {
    let limits = GraphQLLimits {
        cost: 500,
        ..GraphQLLimits::default()
    };
    with_limits(limits, |service| {
        let organization = &service.recruiter.organization_id;
        let inside = "candidate { _id uId fullName emailAddress phoneNumber }";
        let literal = |size: &str| {
            let input = format!("{{ organizationId: \"{organization}\" {size} }}");
            format!("query {{ getCandidates(input: {input}) {{ {inside} }} }}")
        };
        service.data(&service.recruiter, &literal("pageSize: 10"), Value::Null);
        service.data(&service.recruiter, &literal(""), Value::Null);
        refused(service, &literal("pageSize: 100"), Value::Null);
        let in_variable = query("GetCandidatesInput!", CANDIDATES, inside);
        refused(service, &in_variable, candidates_input(service, 100));
        let root = format!(
            "getCandidates(input: {{ organizationId: \"{organization}\", pageSize: $input }})"
        );
        let of_its_own = query("Int", &root, inside);
        refused(service, &of_its_own, json!(100));
        let by_default = query("Int = 100", &root, inside);
        let body = json!({ "query": by_default });
        let request = service.post(&service.recruiter, "/graphql").json(&body);
        assert_eq!(request.send().unwrap().status(), 400);
    });
}

#[test]
fn fragments_and_nested_lists_count_for_what_they_select() {
    let limits = GraphQLLimits {
        cost: 600,
        ..GraphQLLimits::default()
    };
    with_limits(limits, |service| {
        let evidence = |fields: &str| {
            let criteria = format!("criteria {{ evidence {{ {fields} }} }}");
            format!(
                "candidate {{ ...Part }} }} }} fragment Part on Candidate {{ scoreReceipt {{ {criteria}"
            )
        };
        let of = |fields: &str| query("GetCandidatesInput!", CANDIDATES, &evidence(fields));
        service.data(
            &service.recruiter,
            &of("quote"),
            candidates_input(service, 1),
        );
        let many = of(&aliases(10, "quote"));
        refused(service, &many, candidates_input(service, 1));
    });
}

#[test]
fn long_texts_are_counted_as_often_as_they_are_selected() {
    let limits = GraphQLLimits {
        answer_bytes: 1 << 20,
        ..GraphQLLimits::default()
    };
    with_limits(limits, |service| {
        let description = "You keep our services up. ".repeat(3_000);
        for title in ["Engineer", "Nurse"] {
            service.create_job(title, json!({ "jobDescription": description }));
        }
        let of = |count| {
            let inside = format!("jobs {{ {} }}", aliases(count, "jobDescription"));
            query("getJobsInput!", JOBS, &inside)
        };
        service.data(&service.recruiter, &of(6), jobs_input(service, 20));
        let message = ended(service, &of(7), jobs_input(service, 20));
        assert!(message.contains("1 MiB of text"), "{message}");
        service.data(&service.recruiter, &of(7), jobs_input(service, 1));
    });
}

#[test]
fn resumes_that_are_too_long_together_are_not_loaded() {
    let limits = GraphQLLimits {
        answer_bytes: 2_000,
        ..GraphQLLimits::default()
    };
    with_limits(limits, |service| {
        let job = service.create_job("Engineer", json!({}));
        for name in ["Ada Example", "Ben Example", "Cleo Example"] {
            service.candidate(&job, name);
        }
        let of = query(
            "GetCandidatesInput!",
            CANDIDATES,
            "candidate { resume { fileName } }",
        );
        let message = ended(service, &of, candidates_input(service, 10));
        assert!(message.contains("of text"), "{message}");
        service.data(&service.recruiter, &of, candidates_input(service, 1));
    });
}

/// Sends a mutation that changes two jobs in order, and selects this many copies of the first job's description.
fn change_two(service: &Service, jobs: [&str; 2], copies: usize) -> (u16, Value) {
    let organization = &service.recruiter.organization_id;
    let change = |name: &str, job: &str, inside: &str| {
        let input = format!(
            "{{ organizationId: \"{organization}\", jobId: \"{job}\", title: \"Changed {job}\" }}"
        );
        format!("{name}: updateJob(input: {input}) {{ {inside} }} ")
    };
    let first = change("first", jobs[0], &aliases(copies, "jobDescription"));
    let query = format!(
        "mutation {{ {first} {} }}",
        change("second", jobs[1], "title")
    );
    service.graphql(&service.recruiter, &query, Value::Null)
}

#[test]
fn a_mutation_returns_what_it_wrote() {
    let limits = GraphQLLimits {
        answer_bytes: 500_000,
        ..GraphQLLimits::default()
    };
    with_limits(limits, |service| {
        let long = json!({ "jobDescription": "You keep it up. ".repeat(6_000) });
        let jobs = ["Engineer", "Nurse"].map(|title| service.create_job(title, long.clone()));
        let jobs = [jobs[0].as_str(), jobs[1].as_str()];
        let changed = || {
            let listed = query("getJobsInput!", JOBS, "jobs { title }");
            let listed = service.data(&service.recruiter, &listed, jobs_input(service, 20));
            listed.to_string().matches("Changed").count()
        };
        let (status, body) = change_two(service, jobs, 11);
        assert_eq!((status, changed()), (400, 0), "{body}");
        // Six copies exceed the rest of the allowance. The first change is answered, and the second job is not changed.
        let (status, body) = change_two(service, jobs, 6);
        assert_eq!((status, changed()), (200, 1));
        assert!(body["data"]["first"]["a5"].is_string() && body["data"]["second"].is_null());
        let message = body["errors"][0]["message"].as_str().unwrap();
        assert!(message.contains("of text"), "{message}");
        let (status, _body) = change_two(service, jobs, 5);
        assert_eq!((status, changed()), (200, 2));
    });
}

#[test]
fn a_candidate_with_a_resume_too_long_for_a_response_is_not_changed() {
    let limits = GraphQLLimits {
        answer_bytes: 2_000,
        ..GraphQLLimits::default()
    };
    with_limits(limits, |service| {
        let job = service.create_job("Engineer", json!({}));
        let (candidate, _code) = service.candidate(&job, "Ada Example");
        let change = |inside: &str| {
            let query = query(
                "UpdateCandidateInput!",
                "updateCandidate(input: $input)",
                inside,
            );
            query.replacen("query", "mutation", 1)
        };
        let input = |status: &str| json!({ "organizationId": service.recruiter.organization_id, "candidateId": candidate, "status": status });
        let copies = format!("status {}", aliases(10, "resume { text }"));
        let message = ended(service, &change(&copies), input("Rejected"));
        assert!(message.contains("of text"), "{message}");
        let read = service.data(
            &service.recruiter,
            &change("status"),
            json!({
                "organizationId": service.recruiter.organization_id, "candidateId": candidate,
            }),
        );
        assert_eq!(read["status"], Value::Null, "{read}");
    });
}

#[test]
fn distinct_root_fields_are_not_repeats() {
    with_limits(GraphQLLimits::default(), |service| {
        let (organization, user) = (
            &service.recruiter.organization_id,
            &service.recruiter.user_id,
        );
        let create = |n| {
            let input = format!(
                "{{ organizationId: \"{organization}\", recruiterId: \"{user}\", title: \"Engineer {n}\" }}"
            );
            format!(
                "a{n}: createJob(input: {input}) {{ {} }} ",
                aliases(10, "title")
            )
        };
        let all: String = (0..10).map(create).collect();
        let (status, body) = service.graphql(
            &service.recruiter,
            &format!("mutation {{ {all} }}"),
            Value::Null,
        );
        assert_eq!(
            (status, &body["data"]["a9"]["a9"]),
            (200, &json!("Engineer 9")),
            "{body}"
        );
    });
}

#[test]
fn a_document_may_score_a_job_again_once() {
    with_limits(GraphQLLimits::default(), |service| {
        let job = service.create_job("Engineer", json!({}));
        let organization = &service.recruiter.organization_id;
        let input = format!("{{ organizationId: \"{organization}\", jobId: \"{job}\" }}");
        let rescore = format!("rescoreJob(input: {input}) {{ engineVersion }} ");
        let once = format!("mutation {{ {rescore} }}");
        service.data(&service.recruiter, &once, Value::Null);
        let twice = format!("mutation {{ a: {rescore} b: {rescore} }}");
        refused(service, &twice, Value::Null);
    });
}

#[test]
fn a_request_ends_at_its_deadline() {
    let limits = GraphQLLimits {
        seconds: 0,
        ..GraphQLLimits::default()
    };
    with_limits(limits, |service| {
        let of = query("getJobsInput!", JOBS, "jobs { _id }");
        let message = ended(service, &of, jobs_input(service, 1));
        assert!(message.contains("takes longer than 0 s"), "{message}");
    });
}

#[test]
fn usual_requests_are_within_the_cost_limit() {
    with_limits(GraphQLLimits::default(), |service| {
        let everything = "_id uId fullName emailAddress phoneNumber resumeScore skillsFound status createdAt jobId \
            scoreReceipt { score digest criteria { criterion weight value contribution hasData summary \
              evidence { requirement found quote page start end points } } integrityFindings { kind quote page } } \
            resume { fileName text experience { title organization start end current } education { degree field institution } \
              totalYears languages links }";
        let inside = format!("candidate {{ {everything} }} totalCount pageInfo {{ endCursor }}");
        let of = query("GetCandidatesInput!", CANDIDATES, &inside);
        service.data(&service.recruiter, &of, candidates_input(service, 100));
        let board = "getLeaderboard(input: $input)";
        let of = query(
            "InputTypeLeaderBoard!",
            board,
            "rows { name value rank candidateId uId }",
        );
        let job = service.create_job("Engineer", json!({}));
        let input = json!({
            "organizationId": service.recruiter.organization_id, "jobId": job, "leaderboardtype": "ai", "limit": 10_000,
        });
        service.data(&service.recruiter, &of, input);
        let (status, body) = service.graphql(&service.recruiter, INTROSPECTION, Value::Null);
        assert_eq!(status, 200, "{body}");
    });
}

/// The introspection query of common tools.
const INTROSPECTION: &str = "query { __schema { queryType { name } mutationType { name } types { ...FullType } \
    directives { name description locations args { ...InputValue } } } } \
    fragment FullType on __Type { kind name description fields(includeDeprecated: true) { name description \
      args { ...InputValue } type { ...TypeRef } isDeprecated deprecationReason } inputFields { ...InputValue } \
      interfaces { ...TypeRef } enumValues(includeDeprecated: true) { name description isDeprecated deprecationReason } \
      possibleTypes { ...TypeRef } } \
    fragment InputValue on __InputValue { name description type { ...TypeRef } defaultValue } \
    fragment TypeRef on __Type { kind name ofType { kind name ofType { kind name ofType { kind name ofType { kind name \
      ofType { kind name ofType { kind name ofType { kind name } } } } } } } }";

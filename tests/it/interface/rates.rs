//! The rate limits per minute of a key and an address.

use chrono::Duration;
use reqwest::blocking::Response;
use reqwest::blocking::multipart::Form;
use serde_json::json;
use shortlist_app::CreateUser;
use shortlist_domain::{OrganizationId, Party, Permission, UserType};
use shortlist_transport::{RateLimits, TrustedProxies};

use crate::support::database;
use crate::support::people::Caller;
use crate::support::service::{Service, answer};

const PLENTY: u32 = 1_000_000;

fn with_limits(requests: u32, bad_credentials: u32, test: impl Fn(&Service)) {
    let limits = RateLimits {
        requests_per_minute: requests,
        bad_credentials_per_minute: bad_credentials,
        ..RateLimits::default()
    };
    database::on_sqlite(|url| {
        test(&Service::start_with_web_state(url, |state| {
            state.with_rate_limits(&limits)
        }));
    });
}

fn typename(service: &Service, caller: &Caller) -> Response {
    let body = json!({ "query": "{ __typename }" });
    service.post(caller, "/graphql").json(&body).send().unwrap()
}

fn number(response: &Response, header: &str) -> i64 {
    response.headers()[header]
        .to_str()
        .unwrap()
        .parse()
        .unwrap()
}

/// Checks a refusal for too many requests: its retry time and its body with `error`.
fn check_refused(response: Response) {
    assert!((1..=60).contains(&number(&response, "Retry-After")));
    let (status, body) = answer(response);
    assert_eq!(status, 429, "{body}");
    assert!(body["error"].as_str().unwrap().contains("try again in"));
    assert_eq!(body.as_object().unwrap().len(), 1, "{body}");
}

#[test]
fn a_key_may_make_so_many_requests_in_a_minute() {
    with_limits(3, PLENTY, |service| {
        let began = service.app.clock().now().as_datetime().timestamp();
        for left in [2, 1, 0] {
            let response = typename(service, &service.recruiter);
            assert_eq!(response.status(), 200);
            assert_eq!(number(&response, "X-RateLimit-Limit"), 3);
            assert_eq!(number(&response, "X-RateLimit-Remaining"), left);
            assert_eq!(number(&response, "X-RateLimit-Reset"), began + 60);
            service.clock.advance(Duration::seconds(1));
        }
        // All users of a key share its count. Every endpoint that takes both credentials checks it.
        let response = typename(service, &service.admin);
        assert_eq!(number(&response, "X-RateLimit-Remaining"), 0);
        check_refused(response);
        for path in ["/bulk-upload-resumes", "/addJobByFile"] {
            let form = Form::new().text("organizationId", "org_ours");
            let request = service.post(&service.recruiter, path).multipart(form);
            check_refused(request.send().unwrap());
        }
        let another = service.with_permissions(&service.recruiter, &[Permission::JobsRead]);
        assert_eq!(typename(service, &another).status(), 200);
        assert_eq!(typename(service, &service.stranger).status(), 200);
        service.clock.advance(Duration::seconds(57));
        assert_eq!(typename(service, &service.recruiter).status(), 200);
    });
}

#[test]
fn missing_headers_and_bad_credentials_come_before_a_spent_key() {
    with_limits(1, PLENTY, |service| {
        let caller = &service.recruiter;
        assert_eq!(typename(service, caller).status(), 200);
        check_refused(typename(service, caller));
        let headless = service.client.post(service.url("/graphql"));
        let response = headless.header("x-api-key", &caller.key).send().unwrap();
        assert_eq!(response.status(), 400);
        let token = "unknown".to_owned();
        let unknown = Caller {
            token,
            ..caller.clone()
        };
        let response = typename(service, &unknown);
        assert_eq!(response.status(), 401);
        assert!(!response.headers().contains_key("X-RateLimit-Limit"));
    });
}

#[test]
fn bad_credentials_are_counted_for_the_address_and_do_not_shut_out_good_keys() {
    with_limits(PLENTY, 3, |service| {
        let good = &service.recruiter;
        assert_eq!(typename(service, good).status(), 200);
        let bad = Caller {
            key: "sl_test_unknown".to_owned(),
            ..good.clone()
        };
        let login = |key: &str| {
            let body = json!({ "email": "usr_recruiter@example.org", "password": "wrong" });
            let request = service.client.post(service.url("/auth/login"));
            request.header("x-api-key", key).json(&body).send().unwrap()
        };
        assert_eq!(typename(service, &bad).status(), 401);
        assert_eq!(login(&bad.key).status(), 401);
        assert_eq!(login(&good.key).status(), 401);
        check_refused(typename(service, &bad));
        check_refused(login(&bad.key));
        assert_eq!(typename(service, good).status(), 200, "it was good before");
        assert_eq!(login(&good.key).status(), 401);
        service.clock.advance(Duration::minutes(1));
        assert_eq!(typename(service, &bad).status(), 401, "the minute is over");
    });
}

/// Successful sign-ins count too, because each keeps a core busy for a while.
#[test]
fn sign_ins_are_counted_for_the_account_and_for_the_organization() {
    let limits = RateLimits {
        requests_per_minute: PLENTY,
        bad_credentials_per_minute: PLENTY,
        sign_ins_per_minute: 3,
        account_sign_ins_per_minute: 2,
        ..RateLimits::default()
    };
    database::on_sqlite(|url| {
        let service = Service::start_with_web_state(url, |state| state.with_rate_limits(&limits));
        let password = "correct horse battery";
        let user = |name: &str| {
            let organization = OrganizationId::parse("o", &service.admin.organization_id).unwrap();
            let email = format!("{name}@example.org");
            let user = CreateUser {
                id: None,
                user_type: UserType::Recruiter,
                full_name: name.to_owned(),
                email: email.clone(),
                password: password.to_owned(),
            };
            let party = Party::operator(&organization);
            service.app.accounts().create_user(&party, &user).unwrap();
            email
        };
        let (mara, otto) = (user("mara"), user("otto"));
        let login = |key: &str, email: &str| {
            let body = json!({ "email": email, "password": password });
            let request = service.client.post(service.url("/auth/login"));
            request.header("x-api-key", key).json(&body).send().unwrap()
        };
        let ours = |email: &str| login(&service.admin.key, email);
        for _ in 0..2 {
            assert_eq!(ours(&mara).status(), 200);
        }
        check_refused(ours(&mara));
        assert_eq!(ours(&otto).status(), 200);
        check_refused(ours("nobody@example.org"));
        assert_eq!(
            login(&service.stranger.key, "nobody@example.org").status(),
            401
        );
        service.clock.advance(Duration::minutes(1));
        assert_eq!(ours(&mara).status(), 200);
    });
}

/// A client with one address of a network may have all of its addresses.
#[test]
fn failed_logins_are_counted_for_the_network_of_an_address() {
    database::on_sqlite(|url| {
        let proxies = TrustedProxies::parse(&["127.0.0.1"]).unwrap();
        let service =
            Service::start_with_web_state(url, |state| state.with_trusted_proxies(proxies));
        let login = |email: &str, address: &str| {
            let body = json!({ "email": email, "password": "wrong" });
            let request = service.client.post(service.url("/auth/login"));
            let request = request.header("x-api-key", &service.admin.key);
            let request = request.header("X-Forwarded-For", address).json(&body);
            request.send().unwrap().status().as_u16()
        };
        let networks = [
            (
                "six@example.org",
                "2001:db8::",
                "2001:db8::ffff",
                "2001:db8:0:1::1",
            ),
            ("four@example.org", "192.0.2.", "192.0.2.99", "192.0.3.1"),
        ];
        for (email, beginning, same, other) in networks {
            for n in 1..=10 {
                assert_eq!(login(email, &format!("{beginning}{n}")), 401);
            }
            assert_eq!(login(email, same), 429);
            assert_eq!(login("next@example.org", same), 401);
            assert_eq!(login(email, other), 401);
        }
    });
}

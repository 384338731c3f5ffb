//! Login, refresh, logout.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_app::CreateUser;
use shortlist_app::limits::MAX_FAILURES;
use shortlist_domain::{OrganizationId, Party, UserType};

use crate::support::people::Caller;
use crate::support::service::{Service, answer};

on_both_databases!(
    a_login_gives_tokens_that_work,
    wrong_credentials_are_401_without_saying_which,
    ten_failures_close_the_door_for_a_while,
    a_refresh_replaces_both_tokens,
    a_refresh_token_used_twice_ends_its_session,
    a_refresh_sent_twice_within_seconds_returns_the_same_tokens,
    a_logout_ends_the_session,
    malformed_logins_are_400,
    a_hundred_failures_from_one_network_close_the_door_for_all_accounts,
    a_refresh_needs_a_key_of_the_same_organization,
    a_logout_needs_both_credentials,
);

const EMAIL: &str = "mara@example.org";
const PASSWORD: &str = "correct horse battery";

fn create(service: &Service) {
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let user = CreateUser {
        id: None,
        user_type: UserType::Recruiter,
        full_name: "Mara Example".into(),
        email: EMAIL.into(),
        password: PASSWORD.into(),
    };
    let party = Party::operator(&organization);
    service.app.accounts().create_user(&party, &user).unwrap();
}

fn post(service: &Service, path: &str, key: &str, body: &Value) -> (u16, Value) {
    answer(
        service
            .client
            .post(service.url(path))
            .header("x-api-key", key)
            .json(body)
            .send()
            .unwrap(),
    )
}

fn login(service: &Service, email: &str, password: &str) -> (u16, Value) {
    post(
        service,
        "/auth/login",
        &service.admin.key,
        &json!({ "email": email, "password": password }),
    )
}

fn works(service: &Service, token: &Value) -> bool {
    let caller = Caller {
        token: token.as_str().unwrap().to_owned(),
        ..service.admin.clone()
    };
    let request = service
        .post(&caller, "/graphql")
        .json(&json!({ "query": "{ __typename }" }));
    request.send().unwrap().status() == 200
}

fn a_login_gives_tokens_that_work(service: &Service) {
    create(service);
    let (status, body) = login(service, "MARA@example.org", PASSWORD);
    assert_eq!(status, 200, "{body}");
    assert_eq!(
        (&body["tokenType"], &body["expiresIn"]),
        (&json!("Bearer"), &json!(3600))
    );
    let user = body["user"].as_object().unwrap();
    assert!(user["_id"].as_str().unwrap().starts_with("usr_"));
    assert_eq!(
        (&user["fullName"], &user["email"]),
        (&json!("Mara Example"), &json!(EMAIL))
    );
    assert_eq!(
        (&user["userType"], &user["organizationId"]),
        (&json!("Recruiter"), &json!("org_ours"))
    );
    assert!(works(service, &body["accessToken"]));
    assert!(
        !works(service, &body["refreshToken"]),
        "a refresh token is no access token"
    );
    service.clock.advance(Duration::minutes(61));
    assert!(!works(service, &body["accessToken"]));
}

fn wrong_credentials_are_401_without_saying_which(service: &Service) {
    create(service);
    let attempts = [
        login(service, EMAIL, "wrong"),
        login(service, "nobody@example.org", PASSWORD),
        login(service, "no address", PASSWORD),
        post(
            service,
            "/auth/login",
            &service.stranger.key,
            &json!({ "email": EMAIL, "password": PASSWORD }),
        ),
        post(
            service,
            "/auth/login",
            "unknown",
            &json!({ "email": EMAIL, "password": PASSWORD }),
        ),
    ];
    for (status, body) in &attempts {
        assert_eq!(*status, 401);
        assert_eq!(body, &attempts[0].1);
        assert!(body["error"].is_string());
    }
}

fn ten_failures_close_the_door_for_a_while(service: &Service) {
    create(service);
    for _ in 0..10 {
        assert_eq!(login(service, EMAIL, "wrong").0, 401);
    }
    let body = json!({ "email": EMAIL, "password": PASSWORD });
    let request = service
        .client
        .post(service.url("/auth/login"))
        .header("x-api-key", &service.admin.key)
        .json(&body);
    let response = request.send().unwrap();
    assert_eq!(response.status(), 429);
    let seconds: i64 = response.headers()["Retry-After"]
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    assert!((1..=900).contains(&seconds));
    service.clock.advance(Duration::seconds(seconds + 1));
    assert_eq!(login(service, EMAIL, PASSWORD).0, 200);
}

fn refresh(service: &Service, token: &Value) -> (u16, Value) {
    post(
        service,
        "/auth/refresh",
        &service.admin.key,
        &json!({ "refreshToken": token }),
    )
}

fn a_refresh_replaces_both_tokens(service: &Service) {
    create(service);
    let (_, first) = login(service, EMAIL, PASSWORD);
    let (status, second) = refresh(service, &first["refreshToken"]);
    assert_eq!(status, 200, "{second}");
    assert_ne!(first["refreshToken"], second["refreshToken"]);
    assert!(works(service, &second["accessToken"]));
    assert!(
        !works(service, &first["accessToken"]),
        "rotation replaces the access token too"
    );
    service.clock.advance(Duration::days(31));
    assert_eq!(refresh(service, &second["refreshToken"]).0, 401);
    assert_eq!(refresh(service, &json!("unknown")).0, 401);
}

fn a_refresh_token_used_twice_ends_its_session(service: &Service) {
    create(service);
    let (_, first) = login(service, EMAIL, PASSWORD);
    let (_, other) = login(service, EMAIL, PASSWORD);
    let (_, second) = refresh(service, &first["refreshToken"]);
    service.clock.advance(Duration::seconds(11));
    assert_eq!(refresh(service, &first["refreshToken"]).0, 401);
    assert!(
        !works(service, &second["accessToken"]),
        "whoever has the newer tokens may be the thief"
    );
    assert_eq!(refresh(service, &second["refreshToken"]).0, 401);
    assert!(
        works(service, &other["accessToken"]),
        "another session is not touched"
    );
}

fn a_refresh_sent_twice_within_seconds_returns_the_same_tokens(service: &Service) {
    create(service);
    let (_, first) = login(service, EMAIL, PASSWORD);
    let (_, second) = refresh(service, &first["refreshToken"]);
    service.clock.advance(Duration::seconds(10));
    let (status, again) = refresh(service, &first["refreshToken"]);
    assert_eq!(status, 200, "{again}");
    for token in ["accessToken", "refreshToken"] {
        assert_eq!(again[token], second[token]);
    }
    assert_eq!(again["expiresIn"], json!(3590));
    assert!(works(service, &second["accessToken"]));
    let (status, third) = refresh(service, &second["refreshToken"]);
    assert_eq!(status, 200, "{third}");
    assert_eq!(
        refresh(service, &first["refreshToken"]).0,
        401,
        "its successor was used, so nobody waits for the first response"
    );
    assert!(!works(service, &third["accessToken"]));
}

fn a_logout_ends_the_session(service: &Service) {
    create(service);
    let (_, session) = login(service, EMAIL, PASSWORD);
    let caller = Caller {
        token: session["accessToken"].as_str().unwrap().to_owned(),
        ..service.admin.clone()
    };
    assert_eq!(
        service
            .post(&caller, "/auth/logout")
            .send()
            .unwrap()
            .status(),
        204
    );
    assert!(!works(service, &session["accessToken"]));
    assert_eq!(refresh(service, &session["refreshToken"]).0, 401);
    assert_eq!(
        service
            .post(&caller, "/auth/logout")
            .send()
            .unwrap()
            .status(),
        401
    );
}

fn malformed_logins_are_400(service: &Service) {
    let url = service.url("/auth/login");
    let with_key = || {
        service
            .client
            .post(&url)
            .header("x-api-key", &service.admin.key)
    };
    let body = json!({ "email": EMAIL, "password": PASSWORD });
    assert_eq!(
        service
            .client
            .post(&url)
            .json(&body)
            .send()
            .unwrap()
            .status(),
        400,
        "no key"
    );
    assert_eq!(
        with_key().body(body.to_string()).send().unwrap().status(),
        400,
        "no content type"
    );
    for body in [
        json!({}),
        json!({ "email": EMAIL }),
        json!([]),
        json!({ "email": 1, "password": 2 }),
    ] {
        let (status, answer) = answer(with_key().json(&body).send().unwrap());
        assert_eq!(status, 400);
        assert!(answer["error"].as_str().unwrap().contains("password"));
    }
}

fn a_hundred_failures_from_one_network_close_the_door_for_all_accounts(service: &Service) {
    create(service);
    let sessions = service.store().sessions();
    let network = ["network:127.0.0.0/24".to_owned()];
    for _ in 1..MAX_FAILURES {
        let now = service.app.clock().now();
        sessions.count_login_failure(&network, now).unwrap();
    }
    assert_eq!(login(service, "nobody@example.org", PASSWORD).0, 401);
    let (status, body) = login(service, EMAIL, PASSWORD);
    assert_eq!((status, body["error"].is_string()), (429, true), "{body}");
    service.clock.advance(Duration::minutes(16));
    assert_eq!(login(service, EMAIL, PASSWORD).0, 200);
}

fn a_refresh_needs_a_key_of_the_same_organization(service: &Service) {
    create(service);
    let (_, session) = login(service, EMAIL, PASSWORD);
    let body = json!({ "refreshToken": session["refreshToken"] });
    for key in [service.stranger.key.as_str(), "unknown"] {
        assert_eq!(post(service, "/auth/refresh", key, &body).0, 401);
    }
    for body in [json!({}), json!({ "refreshToken": 7 })] {
        let (status, answer) = post(service, "/auth/refresh", &service.admin.key, &body);
        assert_eq!((status, answer["error"].is_string()), (400, true));
    }
}

fn a_logout_needs_both_credentials(service: &Service) {
    let url = service.url("/auth/logout");
    let (key, bearer) = (
        &service.admin.key,
        format!("Bearer {}", service.admin.token),
    );
    let alone = [("x-api-key", key), ("Authorization", &bearer)];
    for (name, value) in alone {
        let response = service.client.post(&url).header(name, value).send();
        assert_eq!(response.unwrap().status(), 400, "{name} alone");
    }
    assert!(works(service, &json!(service.admin.token)));
}

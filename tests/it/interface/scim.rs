//! SCIM 2.0: the token of an identity provider, what the service says about itself, and the calls that it refuses.

mod access;
mod admins;
mod groups;
mod users;

use reqwest::Method;
use serde_json::{Value, json};
use shortlist_domain::{
    Action, Actor, GroupRole, IdentityProvider, OrganizationId, ProviderMode, RoleChange, User,
    UserChange, UserId, UserType,
};
use shortlist_persistence::{NO_PASSWORD, UserUpdate};

use crate::support::people::Caller;
use crate::support::service::Service;

on_both_databases!(
    a_token_is_shown_once_and_opens_nothing_else,
    the_service_describes_itself,
    a_token_sees_only_its_organization,
    wrong_calls_are_refused,
);

const CREATE: &str = "mutation($input: ScimTokenInput!) { createScimToken(input: $input) { secret shownPrefix createdAt } }";
const REVOKE: &str =
    "mutation($input: ScimTokenInput!) { revokeScimToken(input: $input) { shownPrefix } }";
const STATE: &str = "query($input: ScimTokenInput!) { scimToken(input: $input) { shownPrefix createdBy lastUsedAt } }";
const LIST_JOBS: &str =
    "query($input: ListJobsInput!) { listJobs(input: $input) { jobs { _id } } }";

/// An identity provider with its token.
struct Provider<'a> {
    service: &'a Service,
    token: String,
}

/// What the service answers.
struct Answered {
    status: u16,
    location: Option<String>,
    body: Value,
}

impl<'a> Provider<'a> {
    fn of(service: &'a Service, admin: &Caller) -> Self {
        let input = json!({ "organizationId": admin.organization_id });
        let issued = service.data(admin, CREATE, input);
        let token = issued["secret"].as_str().unwrap().to_owned();
        Self { service, token }
    }

    fn send(&self, method: Method, path: &str, body: Option<&Value>) -> Answered {
        let url = self.service.url(&format!("/scim/v2{path}"));
        let mut request = self.service.client.request(method, url);
        request = request.bearer_auth(&self.token);
        if let Some(body) = body {
            request = request
                .header("Content-Type", "application/scim+json")
                .body(body.to_string());
        }
        let response = request.send().unwrap();
        let status = response.status().as_u16();
        let header = |name: &str| {
            let value = response.headers().get(name);
            value.map(|value| value.to_str().unwrap().to_owned())
        };
        let (location, kind) = (header("Location"), header("Content-Type"));
        let text = response.text().unwrap();
        if status != 204 {
            assert_eq!(kind.as_deref(), Some("application/scim+json"), "{text}");
        }
        let body: Value = serde_json::from_str(&text).unwrap_or_default();
        if status >= 400 {
            let schema = "urn:ietf:params:scim:api:messages:2.0:Error";
            assert_eq!(body["schemas"], json!([schema]), "{body}");
            assert_eq!(body["status"], status.to_string());
        }
        Answered {
            status,
            location,
            body,
        }
    }

    fn get(&self, path: &str) -> Value {
        let answered = self.send(Method::GET, path, None);
        assert_eq!(answered.status, 200, "{}", answered.body);
        answered.body
    }

    /// Returns the identifiers of the resources that a filter finds.
    fn find(&self, kind: &str, filter: &str) -> Vec<String> {
        let encoded: String = filter.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let found = self.get(&format!("/{kind}?filter={encoded}"));
        let resources = found["Resources"].as_array().unwrap().iter();
        resources
            .map(|one| one["id"].as_str().unwrap().to_owned())
            .collect()
    }

    fn create(&self, kind: &str, body: &Value) -> String {
        let answered = self.send(Method::POST, &format!("/{kind}"), Some(body));
        assert_eq!(answered.status, 201, "{}", answered.body);
        let id = answered.body["id"].as_str().unwrap().to_owned();
        let location = self.service.url(&format!("/scim/v2/{kind}/{id}"));
        assert_eq!(answered.location.as_ref(), Some(&location));
        assert_eq!(answered.body["meta"]["location"], location);
        id
    }

    fn user(&self, name: &str) -> String {
        let address = format!("{name}@example.org");
        self.create(
            "Users",
            &json!({ "userName": address, "displayName": name }),
        )
    }

    fn patch(&self, path: &str, operations: Value) -> Answered {
        let body = json!({
            "schemas": ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], "Operations": operations,
        });
        self.send(Method::PATCH, path, Some(&body))
    }

    /// Returns why a call is refused: its status and type.
    fn refused(&self, method: Method, path: &str, body: Option<&Value>) -> (u16, String) {
        let answered = self.send(method, path, body);
        let kind = answered.body["scimType"].as_str().unwrap_or_default();
        (answered.status, kind.to_owned())
    }
}

fn ours() -> OrganizationId {
    OrganizationId::parse("o", "org_ours").unwrap()
}

fn stored(service: &Service, id: &str) -> User {
    let id = UserId::parse("u", id).unwrap();
    service.store().users().find(&ours(), &id).unwrap().unwrap()
}

/// Gives groups roles in the settings of single sign-on.
fn give_roles(service: &Service, roles: &[(&str, UserType)]) {
    set_provider(service, roles, ProviderMode::Offered, None);
}

fn set_provider(
    service: &Service,
    roles: &[(&str, UserType)],
    mode: ProviderMode,
    emergency_admin: Option<&str>,
) {
    let role = |(group, role): &(&str, UserType)| GroupRole {
        group: (*group).to_owned(),
        role: *role,
    };
    let provider = IdentityProvider {
        organization_id: ours(),
        issuer: "https://id.example.org".to_owned(),
        client_id: "shortlist".to_owned(),
        client_secret: None,
        domains: Vec::new(),
        mode,
        emergency_admin: emergency_admin.map(|id| UserId::parse("u", id).unwrap()),
        default_role: None,
        group_roles: roles.iter().map(role).collect(),
        updated_at: service.app.clock().now(),
    };
    let writer = service.store().writer_for(Action {
        organization_id: ours(),
        actor: Actor::Operator,
        operation: "test",
        at: service.app.clock().now(),
    });
    writer.providers().set(&provider).unwrap();
}

/// Changes a user as an Admin does by hand.
fn change_by_hand(service: &Service, id: &str, change: &UserChange) {
    let now = service.app.clock().now();
    let writer = service.store().writer_for(Action {
        organization_id: ours(),
        actor: Actor::Operator,
        operation: "test",
        at: now,
    });
    let id = UserId::parse("u", id).unwrap();
    let updated = writer.users().update(&ours(), &id, change, now).unwrap();
    assert!(matches!(updated, UserUpdate::Updated(_)), "{updated:?}");
}

/// Gives a user a password, which ends their sessions.
fn give_password(service: &Service, id: &str) {
    let change = UserChange {
        password_hash: Some("$argon2id$example".to_owned()),
        ..UserChange::default()
    };
    change_by_hand(service, id, &change);
}

fn give_role(service: &Service, id: &str, role: UserType) {
    let change = UserChange {
        role: RoleChange::Role(role),
        ..UserChange::default()
    };
    change_by_hand(service, id, &change);
}

fn has_password(service: &Service, id: &str) -> bool {
    let email = stored(service, id).email;
    let found = service.store().users().find_by_email(&ours(), &email);
    let (_, hash) = found.unwrap().unwrap();
    hash != NO_PASSWORD
}

fn a_token_is_shown_once_and_opens_nothing_else(service: &Service) {
    let input = json!({ "organizationId": "org_ours" });
    let (status, _) = service.graphql(&service.recruiter, CREATE, input.clone());
    assert_eq!(status, 403);
    let first = Provider::of(service, &service.admin);
    assert!(first.token.starts_with("slsc_org_ours_"), "{}", first.token);
    let state = service.data(&service.admin, STATE, input.clone());
    assert_eq!(state["createdBy"], "usr_admin");
    assert_eq!(state["lastUsedAt"], Value::Null);
    first.get("/Users");
    let state = service.data(&service.admin, STATE, input.clone());
    assert!(state["lastUsedAt"].is_string(), "{state}");
    let as_user = Caller {
        token: first.token.clone(),
        ..service.admin.clone()
    };
    let (status, _) = service.graphql(&as_user, LIST_JOBS, input.clone());
    assert_eq!(status, 401);
    first.create("Groups", &json!({ "displayName": "HR" }));
    let second = Provider::of(service, &service.admin);
    assert_eq!(first.refused(Method::GET, "/Users", None).0, 401);
    // A new token is one for the same provider, whose groups stay.
    assert_eq!(second.get("/Groups")["totalResults"], 1);
    service.data(&service.admin, REVOKE, input.clone());
    assert_eq!(second.refused(Method::GET, "/Users", None).0, 401);
    assert_eq!(
        service.code(&service.admin, REVOKE, input.clone()),
        "NOT_FOUND"
    );
    let of_session = Provider {
        service,
        token: service.admin.token.clone(),
    };
    assert_eq!(of_session.refused(Method::GET, "/Users", None).0, 401);
    let third = Provider::of(service, &service.admin);
    assert_eq!(third.get("/Groups")["totalResults"], 0);
}

fn the_service_describes_itself(service: &Service) {
    let provider = Provider::of(service, &service.admin);
    let config = provider.get("/ServiceProviderConfig");
    assert_eq!(config["patch"]["supported"], true);
    assert_eq!(config["bulk"]["supported"], false);
    let types = provider.get("/ResourceTypes");
    assert_eq!(types["totalResults"], 2);
    for kind in types["Resources"].as_array().unwrap() {
        let location = kind["meta"]["location"].as_str().unwrap();
        let path = location.split_once("/scim/v2").unwrap().1;
        assert_eq!(&provider.get(path), kind);
        let schema = provider.get(&format!("/Schemas/{}", kind["schema"].as_str().unwrap()));
        assert_eq!(schema["id"], kind["schema"]);
    }
    assert_eq!(provider.get("/Schemas")["totalResults"], 2);
    for unknown in ["/ResourceTypes/Role", "/Schemas/urn:x", "/Roles", ""] {
        assert_eq!(provider.refused(Method::GET, unknown, None).0, 404);
    }
    for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
        assert_eq!(provider.refused(method, "/Schemas", None).0, 405);
    }
    let bulk = provider.refused(Method::POST, "/Bulk", Some(&json!({})));
    assert_eq!(bulk.0, 501);
}

fn a_token_sees_only_its_organization(service: &Service) {
    let provider = Provider::of(service, &service.admin);
    let stranger = Provider::of(service, &service.stranger);
    let grace = provider.user("grace");
    let hr = provider.create("Groups", &json!({ "displayName": "HR" }));
    for path in [format!("/Users/{grace}"), format!("/Groups/{hr}")] {
        for method in [Method::GET, Method::DELETE] {
            assert_eq!(stranger.refused(method, &path, None).0, 404, "{path}");
        }
        let body = json!({ "displayName": "x", "userName": "x@example.org" });
        assert_eq!(stranger.refused(Method::PUT, &path, Some(&body)).0, 404);
        let rename = json!([{ "op": "replace", "path": "displayName", "value": "x" }]);
        assert_eq!(stranger.patch(&path, rename).status, 404);
    }
    assert!(
        stranger
            .find("Users", r#"userName eq "grace@example.org""#)
            .is_empty()
    );
    assert_eq!(stranger.get("/Groups")["totalResults"], 0);
    let foreign = json!({ "displayName": "X", "members": [{ "value": grace }] });
    assert_eq!(
        stranger.refused(Method::POST, "/Groups", Some(&foreign)).0,
        400
    );
    // The same address is free in another organization.
    stranger.user("grace");
}

fn wrong_calls_are_refused(service: &Service) {
    let provider = Provider::of(service, &service.admin);
    for token in ["", "slsc_org_ours_x", "slsc_org_unknown_x", "x y"] {
        let unknown = Provider {
            service,
            token: token.to_owned(),
        };
        assert_eq!(
            unknown.refused(Method::GET, "/Users", None).0,
            401,
            "{token}"
        );
    }
    for filter in ["userName%20gt%20%22a%22", "nickName%20pr", "userName%20eq"] {
        let refused = provider.refused(Method::GET, &format!("/Users?filter={filter}"), None);
        assert_eq!(refused, (400, "invalidFilter".to_owned()), "{filter}");
    }
    let large = json!({ "userName": "x".repeat(300_000) });
    assert_eq!(
        provider.refused(Method::POST, "/Users", Some(&large)).0,
        413
    );
    // The most members of a group fit into one body.
    let ids = (0..10_000).map(|number| json!({ "value": format!("usr_{number:026}") }));
    let members: Vec<Value> = ids.collect();
    let group = json!({ "displayName": "HR", "members": members });
    assert!(group.to_string().len() > 300_000);
    let unknown = provider.refused(Method::POST, "/Groups", Some(&group));
    assert_eq!(unknown, (400, "invalidValue".to_owned()));
    let large = json!({ "displayName": "x".repeat(1 << 20) });
    assert_eq!(
        provider.refused(Method::POST, "/Groups", Some(&large)).0,
        413
    );
    let many = vec![json!({ "op": "add", "path": "displayName", "value": "x" }); 201];
    let many = provider.patch("/Users/usr_recruiter", Value::Array(many));
    assert_eq!(
        (many.status, &many.body["scimType"]),
        (413, &json!("tooMany"))
    );
    let list = provider.refused(Method::POST, "/Users", Some(&json!([])));
    assert_eq!(list, (400, "invalidSyntax".to_owned()));
    let url = service.url("/scim/v2/Users");
    let request = service.client.post(url).bearer_auth(&provider.token);
    let plain = request.header("Content-Type", "text/plain").body("{}");
    assert_eq!(plain.send().unwrap().status(), 415);
}

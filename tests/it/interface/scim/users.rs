//! Users as an identity provider creates, finds, replaces, changes and removes them.

use reqwest::Method;
use serde_json::{Value, json};
use shortlist_app::CreateIntegrationUser;
use shortlist_domain::{Party, UserType};

use super::{Provider, ours, stored};
use crate::support::service::Service;

on_both_databases!(
    a_user_is_created_found_replaced_and_removed,
    a_removed_account_is_not_given_to_somebody_else,
    a_user_who_exists_is_found_and_no_machine,
    a_name_need_not_be_an_address,
    entra_id_and_okta_change_users,
);

fn a_user_is_created_found_replaced_and_removed(service: &Service) {
    let provider = Provider::of(service, &service.admin);
    let grace = json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"],
        "userName": "Grace@example.org", "externalId": "00u1", "active": true,
        "name": { "givenName": "Grace", "familyName": "Example" },
        "emails": [{ "value": "grace@example.org", "type": "work", "primary": true }],
        "title": "Admiral",
    });
    let id = provider.create("Users", &grace);
    let path = format!("/Users/{id}");
    let read = provider.get(&path);
    assert_eq!(read["userName"], "Grace@example.org");
    assert_eq!(read["displayName"], "Grace Example");
    assert_eq!(
        read["emails"],
        json!([{ "value": "grace@example.org", "type": "work" }])
    );
    assert_eq!(read.get("title"), None);
    assert_eq!(stored(service, &id).user_type, UserType::Interviewer);
    let taken = provider.refused(Method::POST, "/Users", Some(&grace));
    assert_eq!(taken, (409, "uniqueness".to_owned()));
    for filter in [
        r#"userName eq "grace@EXAMPLE.org""#,
        r#"externalId eq "00u1""#,
        r#"emails.value eq "Grace@example.org" and active eq true"#,
        r#"displayName sw "grace e""#,
        &format!(r#"id eq "{id}""#),
    ] {
        let found = provider.find("Users", filter);
        assert_eq!(found, std::slice::from_ref(&id), "{filter}");
    }
    assert!(provider.find("Users", r#"externalId eq "00U1""#).is_empty());
    lists_have_pages_and_chosen_attributes(&provider);
    a_removed_user_comes_back_as_the_same_account(service, &provider, &grace);
}

fn a_removed_user_comes_back_as_the_same_account(
    service: &Service,
    provider: &Provider<'_>,
    grace: &Value,
) {
    let found = provider.find("Users", r#"externalId eq "00u1""#);
    let id = found.into_iter().next().unwrap();
    let path = format!("/Users/{id}");
    let replaced = json!({ "userName": "grace@example.org", "displayName": "Grace H.", "emails": [{ "value": "hopper@example.org" }] });
    let replaced = provider.send(Method::PUT, &path, Some(&replaced)).body;
    assert_eq!(replaced["emails"][0]["value"], "hopper@example.org");
    assert_eq!(
        (replaced.get("externalId"), &replaced["active"]),
        (None, &json!(true))
    );
    assert_eq!(provider.send(Method::DELETE, &path, None).status, 204);
    assert_eq!(provider.refused(Method::GET, &path, None).0, 404);
    assert_eq!(provider.refused(Method::DELETE, &path, None).0, 404);
    assert!(
        provider
            .find("Users", r#"displayName co "Grace""#)
            .is_empty()
    );
    assert!(!stored(service, &id).active);
    assert_eq!(provider.create("Users", grace), id);
    assert!(stored(service, &id).active);
}

fn a_removed_account_is_not_given_to_somebody_else(service: &Service) {
    let provider = Provider::of(service, &service.admin);
    let ida = |name: &str, external_id: &str| {
        json!({
            "userName": name, "externalId": external_id,
            "emails": [{ "value": "ida@example.org" }],
        })
    };
    let id = provider.create("Users", &ida("ida", "00u1"));
    let path = format!("/Users/{id}");
    assert_eq!(provider.send(Method::DELETE, &path, None).status, 204);
    for other in [ida("ida.new", "00u1"), ida("ida", "00u2")] {
        let refused = provider.send(Method::POST, "/Users", Some(&other));
        assert_eq!(refused.status, 409, "{other}");
        assert_eq!(refused.body["scimType"], "uniqueness");
        let detail = refused.body["detail"].as_str().unwrap();
        assert!(detail.contains("was removed"), "{detail}");
    }
    let mara = format!("/Users/{}", provider.user("mara"));
    let address =
        json!([{ "op": "replace", "path": "emails", "value": [{ "value": "ida@example.org" }] }]);
    let address = provider.patch(&mara, address);
    assert_eq!(address.status, 409);
    let detail = address.body["detail"].as_str().unwrap();
    assert!(detail.contains("was removed"), "{detail}");
    assert_eq!(provider.create("Users", &ida("ida", "00u1")), id);
    assert_eq!(provider.send(Method::DELETE, &path, None).status, 204);
    // The name is free for others, who are found by it.
    let name = json!([{ "op": "replace", "path": "userName", "value": "ida" }]);
    let renamed = provider.patch(&mara, name);
    assert_eq!(
        (renamed.status, &renamed.body["userName"]),
        (200, &json!("ida"))
    );
}

fn lists_have_pages_and_chosen_attributes(provider: &Provider<'_>) {
    let page = provider.get("/Users?startIndex=2&count=1&attributes=userName");
    assert_eq!(
        (&page["startIndex"], &page["itemsPerPage"]),
        (&json!(2), &json!(1))
    );
    let shown = page["Resources"][0].as_object().unwrap();
    assert!(shown.len() == 3 && shown.contains_key("userName"), "{page}");
    let search = json!({ "filter": r#"externalId eq "00u1""#, "excludedAttributes": ["emails"] });
    let found = provider.send(Method::POST, "/Users/.search", Some(&search));
    assert_eq!(found.body["totalResults"], 1);
    assert_eq!(found.body["Resources"][0].get("emails"), None);
}

fn a_user_who_exists_is_found_and_no_machine(service: &Service) {
    let provider = Provider::of(service, &service.admin);
    let recruiter = json!({ "userName": "usr_recruiter@example.org" });
    let taken = provider.refused(Method::POST, "/Users", Some(&recruiter));
    assert_eq!(taken, (409, "uniqueness".to_owned()));
    let found = provider.find("Users", r#"userName eq "USR_recruiter@example.org""#);
    assert_eq!(found, ["usr_recruiter"]);
    let linked = provider.patch(
        "/Users/usr_recruiter",
        json!([{ "op": "add", "path": "externalId", "value": "00u7" }]),
    );
    assert_eq!(linked.body["externalId"], "00u7");
    assert_eq!(
        stored(service, "usr_recruiter").user_type,
        UserType::Recruiter
    );
    let request = CreateIntegrationUser {
        user_type: UserType::Recruiter,
        full_name: "Sync".to_owned(),
    };
    let accounts = service.app.accounts();
    let machine = accounts
        .create_integration_user(&Party::operator(&ours()), &request)
        .unwrap();
    let path = format!("/Users/{}", machine.id);
    assert_eq!(provider.refused(Method::GET, &path, None).0, 404);
    assert_eq!(provider.refused(Method::DELETE, &path, None).0, 404);
    assert!(
        provider
            .find("Users", r#"displayName eq "Sync""#)
            .is_empty()
    );
    let same = json!({ "userName": machine.email.as_str() });
    assert_eq!(provider.refused(Method::POST, "/Users", Some(&same)).0, 409);
}

fn a_name_need_not_be_an_address(service: &Service) {
    let provider = Provider::of(service, &service.admin);
    let nameless = provider.refused(
        Method::POST,
        "/Users",
        Some(&json!({ "userName": "grace" })),
    );
    assert_eq!(nameless, (400, "invalidValue".to_owned()));
    let grace = json!({ "userName": "grace", "emails": [{ "value": "grace@example.org" }] });
    let id = provider.create("Users", &grace);
    assert_eq!(provider.find("Users", r#"userName eq "Grace""#), [id]);
    let other = json!({ "userName": "GRACE", "emails": [{ "value": "other@example.org" }] });
    assert_eq!(
        provider.refused(Method::POST, "/Users", Some(&other)).0,
        409
    );
}

fn entra_id_and_okta_change_users(service: &Service) {
    let provider = Provider::of(service, &service.admin);
    let id = provider.create("Users", &json!({ "userName": "grace@example.org" }));
    let path = format!("/Users/{id}");
    let entra = provider.patch(
        &path,
        json!([
            { "op": "Replace", "path": "emails[type eq \"work\"].value", "value": "hopper@example.org" },
            { "op": "Replace", "path": "name.formatted", "value": "Grace Hopper" },
            { "op": "Add", "path": "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department", "value": "HR" },
            { "op": "Replace", "path": "active", "value": "False" },
        ]),
    );
    assert_eq!(entra.status, 200, "{}", entra.body);
    assert_eq!(entra.body["emails"][0]["value"], "hopper@example.org");
    assert_eq!(entra.body["displayName"], "Grace Hopper");
    assert_eq!(entra.body["active"], false);
    let okta = provider.patch(
        &path,
        json!([{ "op": "replace", "value": { "active": true, "name.familyName": "H." } }]),
    );
    assert_eq!((okta.status, &okta.body["active"]), (200, &json!(true)));
    assert_eq!(okta.body["displayName"], "Grace Hopper");
    let both = json!([
        { "op": "replace", "path": "displayName", "value": "Grace Hopper" },
        { "op": "replace", "path": "name.formatted", "value": "Hopper, Grace" },
    ]);
    assert_eq!(
        provider.patch(&path, both).body["displayName"],
        "Grace Hopper"
    );
    let name = json!([{ "op": "replace", "path": "name.formatted", "value": "Hopper, Grace" }]);
    assert_eq!(
        provider.patch(&path, name).body["displayName"],
        "Grace Hopper"
    );
    let mara = format!("/Users/{}", provider.user("mara"));
    let renamed = provider.patch(
        &mara,
        json!([{ "op": "replace", "path": "userName", "value": "mara.new@example.org" }]),
    );
    assert_eq!(renamed.body["emails"][0]["value"], "mara.new@example.org");
    let taken =
        json!([{ "op": "replace", "path": "userName", "value": "usr_recruiter@example.org" }]);
    assert_eq!(provider.patch(&mara, taken).status, 409);
    let wrong = json!([{ "op": "replace", "path": "id", "value": "usr_x" }]);
    let wrong = provider.patch(&mara, wrong);
    assert_eq!(
        (wrong.status, &wrong.body["scimType"]),
        (400, &json!("mutability"))
    );
}

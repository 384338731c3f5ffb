//! Groups of an identity provider: their members, and the roles that they give.

use reqwest::Method;
use serde_json::json;
use shortlist_domain::UserType;

use super::{Provider, give_password, give_roles, stored};
use crate::support::service::Service;

on_both_databases!(groups_give_roles_at_once, entra_id_changes_members);

fn groups_give_roles_at_once(service: &Service) {
    give_roles(
        service,
        &[("HR", UserType::Recruiter), ("f00-7", UserType::Admin)],
    );
    let provider = Provider::of(service, &service.admin);
    give_password(service, "usr_admin");
    let (grace, mara) = (provider.user("grace"), provider.user("mara"));
    let members = json!([{ "value": grace }]);
    let hr = provider.create(
        "Groups",
        &json!({ "displayName": "HR", "members": members }),
    );
    assert_eq!(stored(service, &grace).user_type, UserType::Recruiter);
    assert_eq!(stored(service, &mara).user_type, UserType::Interviewer);
    let leads = json!({ "displayName": "Leads", "externalId": "f00-7", "members": [{ "value": grace }, { "value": mara }] });
    let leads = provider.create("Groups", &leads);
    for user in [&grace, &mara] {
        assert_eq!(stored(service, user).user_type, UserType::Admin);
    }
    let found = GroupsOfTwo {
        grace: &grace,
        mara: &mara,
        hr: &hr,
        leads: &leads,
    };
    groups_are_found(&provider, &found);
    let removed = provider.send(Method::DELETE, &format!("/Groups/{leads}"), None);
    assert_eq!(removed.status, 204);
    assert_eq!(stored(service, &grace).user_type, UserType::Recruiter);
    assert_eq!(stored(service, &mara).user_type, UserType::Interviewer);
    let renamed = json!({ "displayName": "People", "members": [{ "value": grace }] });
    let renamed = provider.send(Method::PUT, &format!("/Groups/{hr}"), Some(&renamed));
    assert_eq!(renamed.body["members"][0]["value"], grace);
    assert_eq!(stored(service, &grace).user_type, UserType::Interviewer);
    groups_that_do_not_fit_are_refused(&provider);
}

/// Two groups and their members.
struct GroupsOfTwo<'a> {
    grace: &'a String,
    mara: &'a String,
    hr: &'a String,
    leads: &'a String,
}

fn groups_are_found(provider: &Provider<'_>, groups: &GroupsOfTwo<'_>) {
    let GroupsOfTwo {
        grace,
        mara,
        hr,
        leads,
    } = *groups;
    let groups = provider.get(&format!("/Users/{grace}"))["groups"].clone();
    assert_eq!(groups.as_array().unwrap().len(), 2);
    let without = provider.get(&format!("/Users/{grace}?excludedAttributes=groups"));
    assert_eq!(without.get("groups"), None);
    let named = provider.find("Groups", r#"displayName eq "hr""#);
    assert_eq!(named, std::slice::from_ref(hr));
    let filter = format!(r#"id eq "{leads}" and members[value eq "{mara}"]"#);
    assert_eq!(
        provider.find("Groups", &filter),
        std::slice::from_ref(leads)
    );
    let filter = format!(r#"id eq "{hr}" and members.value eq "{mara}""#);
    assert!(provider.find("Groups", &filter).is_empty());
}

fn groups_that_do_not_fit_are_refused(provider: &Provider<'_>) {
    let same = provider.refused(
        Method::POST,
        "/Groups",
        Some(&json!({ "displayName": "people" })),
    );
    assert_eq!(same, (409, "uniqueness".to_owned()));
    let unknown = json!({ "displayName": "X", "members": [{ "value": "usr_unknown" }] });
    let refused = provider.refused(Method::POST, "/Groups", Some(&unknown));
    assert_eq!(refused, (400, "invalidValue".to_owned()));
    let refused = provider.send(Method::POST, "/Groups", Some(&unknown));
    let detail = refused.body["detail"].as_str().unwrap();
    assert!(detail.contains("usr_unknown"), "{detail}");
}

fn entra_id_changes_members(service: &Service) {
    give_roles(service, &[("HR", UserType::Recruiter)]);
    let provider = Provider::of(service, &service.admin);
    let (grace, mara) = (provider.user("grace"), provider.user("mara"));
    let hr = provider.create("Groups", &json!({ "displayName": "HR" }));
    let path = format!("/Groups/{hr}");
    let both = json!([{ "op": "Add", "path": "members", "value": [{ "value": grace }, { "value": mara }] }]);
    assert_eq!(provider.patch(&path, both).status, 204);
    assert_eq!(stored(service, &mara).user_type, UserType::Recruiter);
    let one = json!([{ "op": "Remove", "path": format!("members[value eq \"{mara}\"]") }]);
    assert_eq!(provider.patch(&path, one).status, 204);
    assert_eq!(stored(service, &mara).user_type, UserType::Interviewer);
    let other = json!([{ "op": "Remove", "path": "members", "value": [{ "value": grace }] }]);
    let left = provider.patch(&format!("{path}?attributes=members"), other);
    assert_eq!((left.status, left.body.get("members")), (200, None));
    let okta = json!([{ "op": "replace", "value": { "id": hr, "displayName": "People" } }]);
    assert_eq!(provider.patch(&path, okta).status, 204);
    assert_eq!(provider.get(&path)["displayName"], "People");
}

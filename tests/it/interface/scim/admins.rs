//! What an identity provider cannot do to Admins: take the last one, the emergency Admin or an address, or make one by itself.

use reqwest::Method;
use serde_json::json;
use shortlist_domain::{ExternalIdentity, ProviderMode, UserChange, UserId, UserType};
use shortlist_persistence::IdentityLink;

use super::{
    Provider, change_by_hand, give_password, give_role, give_roles, has_password, ours,
    set_provider, stored,
};
use crate::support::service::Service;
use crate::support::writes::Writes as _;

on_both_databases!(
    the_last_admin_stays,
    an_admin_who_has_left_is_deactivated_with_the_stored_address,
    an_admin_who_is_activated_again_has_the_role_of_a_new_user,
    an_admin_to_whom_nobody_can_sign_in_is_none_who_remains,
    an_admin_who_has_signed_in_with_the_provider_remains,
    the_emergency_admin_stays_in_every_mode,
);

fn the_last_admin_stays(service: &Service) {
    give_roles(service, &[("HR", UserType::Recruiter)]);
    let provider = Provider::of(service, &service.admin);
    let admin = "/Users/usr_admin";
    let off = json!([{ "op": "replace", "path": "active", "value": false }]);
    let refused = provider.patch(admin, off);
    assert_eq!(refused.status, 409);
    let detail = refused.body["detail"].as_str().unwrap();
    assert!(detail.contains("no Admin who can sign in"), "{detail}");
    assert_eq!(provider.refused(Method::DELETE, admin, None).0, 409);
    let lowered = json!({ "displayName": "HR", "members": [{ "value": "usr_admin" }] });
    assert_eq!(
        provider.refused(Method::POST, "/Groups", Some(&lowered)).0,
        409
    );
    assert!(provider.find("Groups", "displayName pr").is_empty());
    let address =
        json!([{ "op": "replace", "path": "emails", "value": [{ "value": "eve@example.org" }] }]);
    assert_eq!(provider.patch(admin, address).status, 409);
    let kept = stored(service, "usr_admin");
    assert!(kept.is_active_admin() && kept.email.as_str() == "usr_admin@example.org");
}

fn an_admin_who_has_left_is_deactivated_with_the_stored_address(service: &Service) {
    let provider = Provider::of(service, &service.admin);
    give_password(service, "usr_admin");
    give_role(service, "usr_colleague", UserType::Admin);
    let left = json!([{ "op": "replace", "value": {
        "active": false, "emails": [{ "value": "left-usr_colleague@example.org" }],
    } }]);
    let left = provider.patch("/Users/usr_colleague", left);
    assert_eq!(left.status, 200, "{}", left.body);
    let after = stored(service, "usr_colleague");
    assert!(!after.active);
    assert_eq!(after.email.as_str(), "usr_colleague@example.org");
}

fn an_admin_who_is_activated_again_has_the_role_of_a_new_user(service: &Service) {
    give_roles(service, &[("Leads", UserType::Admin)]);
    let provider = Provider::of(service, &service.admin);
    give_password(service, "usr_admin");
    let off = UserChange {
        active: Some(false),
        ..UserChange::default()
    };
    let on = json!([{ "op": "replace", "path": "active", "value": true }]);
    for id in ["usr_colleague", "usr_recruiter"] {
        give_password(service, id);
    }
    give_role(service, "usr_colleague", UserType::Admin);
    change_by_hand(service, "usr_colleague", &off);
    let back = provider.patch("/Users/usr_colleague", on.clone());
    assert_eq!((back.status, &back.body["active"]), (200, &json!(true)));
    assert_eq!(
        stored(service, "usr_colleague").user_type,
        UserType::Interviewer
    );
    assert!(!has_password(service, "usr_colleague"));
    // Whom the groups make an Admin is one again, without the password. Others keep both.
    let leads = json!({ "displayName": "Leads", "members": [{ "value": "usr_colleague" }] });
    provider.create("Groups", &leads);
    give_password(service, "usr_colleague");
    change_by_hand(service, "usr_colleague", &off);
    assert_eq!(
        provider.patch("/Users/usr_colleague", on.clone()).status,
        200
    );
    assert_eq!(stored(service, "usr_colleague").user_type, UserType::Admin);
    assert!(!has_password(service, "usr_colleague"));
    change_by_hand(service, "usr_recruiter", &off);
    assert_eq!(provider.patch("/Users/usr_recruiter", on).status, 200);
    assert_eq!(
        stored(service, "usr_recruiter").user_type,
        UserType::Recruiter
    );
    assert!(has_password(service, "usr_recruiter"));
}

/// Provisions an Admin, who has no password and has not signed in. Groups can make Admins and Recruiters.
fn create_admin(service: &Service, provider: &Provider<'_>) -> String {
    give_roles(
        service,
        &[("Leads", UserType::Admin), ("HR", UserType::Recruiter)],
    );
    let grace = provider.user("grace");
    let leads = json!({ "displayName": "Leads", "members": [{ "value": grace }] });
    provider.create("Groups", &leads);
    assert_eq!(stored(service, &grace).user_type, UserType::Admin);
    grace
}

fn an_admin_to_whom_nobody_can_sign_in_is_none_who_remains(service: &Service) {
    let provider = Provider::of(service, &service.admin);
    give_password(service, "usr_admin");
    let grace = create_admin(service, &provider);
    let off = json!([{ "op": "replace", "path": "active", "value": false }]);
    assert_eq!(provider.patch("/Users/usr_admin", off.clone()).status, 409);
    let hr = json!({ "displayName": "HR", "members": [{ "value": "usr_admin" }] });
    assert_eq!(provider.refused(Method::POST, "/Groups", Some(&hr)).0, 409);
    give_password(service, &grace);
    assert_eq!(provider.patch("/Users/usr_admin", off).status, 200);
}

fn an_admin_who_has_signed_in_with_the_provider_remains(service: &Service) {
    let provider = Provider::of(service, &service.admin);
    give_password(service, "usr_admin");
    let grace = create_admin(service, &provider);
    let off = json!([{ "op": "replace", "path": "active", "value": false }]);
    assert_eq!(provider.patch("/Users/usr_admin", off.clone()).status, 409);
    let grace = UserId::parse("u", &grace).unwrap();
    let identity = ExternalIdentity {
        issuer: "https://id.example.org".to_owned(),
        subject: "grace".to_owned(),
    };
    let writer = service.store().operator(&ours());
    let now = service.app.clock().now();
    let linked = writer.providers().link(&ours(), &grace, &identity, now);
    assert!(matches!(linked.unwrap(), IdentityLink::Linked(_)));
    assert_eq!(provider.patch("/Users/usr_admin", off).status, 200);
}

fn the_emergency_admin_stays_in_every_mode(service: &Service) {
    let provider = Provider::of(service, &service.admin);
    give_role(service, "usr_colleague", UserType::Admin);
    for id in ["usr_admin", "usr_colleague"] {
        give_password(service, id);
    }
    let off = json!([{ "op": "replace", "path": "active", "value": false }]);
    for mode in [ProviderMode::Offered, ProviderMode::Enforced] {
        let roles = [("HR", UserType::Recruiter)];
        set_provider(service, &roles, mode, Some("usr_admin"));
        let refused = provider.patch("/Users/usr_admin", off.clone());
        assert_eq!(refused.status, 409, "{mode:?}");
        let detail = refused.body["detail"].as_str().unwrap();
        assert!(detail.contains("emergency Admin"), "{detail}");
        let removed = provider.refused(Method::DELETE, "/Users/usr_admin", None);
        assert_eq!(removed.0, 409, "{mode:?}");
        let hr = json!({ "displayName": "HR", "members": [{ "value": "usr_admin" }] });
        let hr = provider.create("Groups", &hr);
        assert!(stored(service, "usr_admin").is_active_admin(), "{mode:?}");
        let path = format!("/Groups/{hr}");
        assert_eq!(provider.send(Method::DELETE, &path, None).status, 204);
    }
}

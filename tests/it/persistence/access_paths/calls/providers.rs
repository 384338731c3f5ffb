//! Calls of the queries of identity providers and the sign-ins with them.

use shortlist_domain::{
    EmailAddress, EmailDomain, ExternalIdentity, IdentityProvider, NewUser, ProviderMode,
    ProviderSession, ProviderSignIn, SessionId, SessionKind, SessionOrigin, UserChange, UserId,
    UserType,
};
use shortlist_persistence::{
    IdentityLink, IdentityUnlink, NewSession, ProviderNotice, ProviderUpdate, Store, UserUpdate,
    Writer,
};

use super::{Names, at, writer};

const ISSUER: &str = "https://id.example.org";

fn identity(subject: &str) -> ExternalIdentity {
    ExternalIdentity {
        issuer: ISSUER.to_owned(),
        subject: subject.to_owned(),
    }
}

/// Calls the queries. The organization must exist.
pub(super) fn call(store: &Store, names: &Names) {
    let organization = &names.organization;
    let domain = EmailDomain::parse("domains", "sso.example.org").unwrap();
    let provider = IdentityProvider {
        organization_id: organization.clone(),
        issuer: ISSUER.to_owned(),
        client_id: "shortlist".to_owned(),
        client_secret: None,
        domains: vec![domain.clone()],
        mode: ProviderMode::Offered,
        emergency_admin: None,
        default_role: None,
        group_roles: Vec::new(),
        updated_at: at(0),
    };
    let writer = writer(store);
    writer.providers().set(&provider).unwrap();
    let providers = store.providers();
    assert_eq!(
        providers.find(organization).unwrap(),
        Some(provider.clone())
    );
    assert_eq!(providers.list_by_domain(&domain).unwrap().len(), 1);
    assert!(providers.have_domains().unwrap());
    call_users(store, names);
    call_sign_ins(store, names);
    call_sessions(store, names);
    call_changes(&writer, &provider);
}

fn call_changes(writer: &Writer<'_>, provider: &IdentityProvider) {
    let organization = &provider.organization_id;
    let admin = NewUser {
        id: UserId::parse("id", "usr_emergency").unwrap(),
        organization_id: organization.clone(),
        user_type: UserType::Admin,
        full_name: "Grace".to_owned(),
        email: EmailAddress::parse("email", "grace@sso.example.org").unwrap(),
        password_hash: "$argon2id$example".to_owned(),
        created_at: at(0),
    };
    writer.users().insert(&admin).unwrap();
    let providers = writer.providers();
    let linked = providers.link(organization, &admin.id, &identity("sub-9"), at(1));
    assert!(matches!(linked.unwrap(), IdentityLink::Linked(_)));
    let unlinked = providers.unlink(organization, &admin.id, ISSUER, at(2));
    assert_eq!(unlinked.unwrap(), IdentityUnlink::Unlinked(0));
    let enforced = IdentityProvider {
        mode: ProviderMode::Enforced,
        emergency_admin: Some(admin.id.clone()),
        ..provider.clone()
    };
    let set = writer.providers().set(&enforced).unwrap();
    assert_eq!(set, ProviderUpdate::Done);
    let leave = UserChange {
        active: Some(false),
        ..UserChange::default()
    };
    let users = writer.users();
    let left = users.update(organization, &admin.id, &leave, at(1));
    assert_eq!(left.unwrap(), UserUpdate::EmergencyAdmin);
    let removed = writer.providers().remove(organization, &[admin.id]);
    assert_eq!(removed.unwrap(), ProviderUpdate::Done);
}

fn call_users(store: &Store, names: &Names) {
    let organization = &names.organization;
    let new = NewUser {
        id: UserId::parse("id", "usr_provided").unwrap(),
        organization_id: organization.clone(),
        user_type: UserType::Recruiter,
        full_name: "Eve".to_owned(),
        email: EmailAddress::parse("email", "eve@sso.example.org").unwrap(),
        password_hash: "none".to_owned(),
        created_at: at(0),
    };
    let writer = writer(store);
    let writer = writer.providers();
    writer.insert_user(&new, &identity("sub-1")).unwrap();
    let found = store
        .providers()
        .find_user(organization, &identity("sub-1"));
    assert_eq!(found.unwrap().map(|user| user.id), Some(new.id.clone()));
    let again = writer.link(organization, &new.id, &identity("sub-2"), at(1));
    assert_eq!(again.unwrap(), IdentityLink::Refused);
    let linked = store.providers().list_identities(organization, &new.id);
    assert_eq!(linked.unwrap().len(), 1);
    let last = writer.unlink(organization, &new.id, ISSUER, at(1));
    assert_eq!(last.unwrap(), IdentityUnlink::LastWay);
}

fn call_sign_ins(store: &Store, names: &Names) {
    let begun = ProviderSignIn {
        organization_id: names.organization.clone(),
        state_hash: [1; 32],
        browser_hash: [2; 32],
        nonce: "nonce".to_owned(),
        verifier: "verifier".to_owned(),
        redirect: "https://jobs.example.org/app/sso/org_1/return".to_owned(),
        next_page: "/app".to_owned(),
        expires_at: at(10),
    };
    let providers = store.providers();
    providers.begin_sign_in(&begun, at(0)).unwrap();
    let taken = providers.take_sign_in(&names.organization, &[1; 32], &[2; 32]);
    assert_eq!(taken.unwrap(), Some(begun));
    providers.remove_old(&names.organization, at(1)).unwrap();
}

fn call_sessions(store: &Store, names: &Names) {
    let organization = &names.organization;
    let new = NewSession {
        id: SessionId::parse("id", "ses_provided").unwrap(),
        organization_id: organization.clone(),
        user_id: UserId::parse("id", "usr_provided").unwrap(),
        access_hash: [91; 32],
        access_expires_at: at(900_000),
        refresh_hash: [92; 32],
        refresh_expires_at: at(900_000),
        created_at: at(0),
        second_factor: shortlist_domain::SecondFactorProof::NotNeeded,
        origin: SessionOrigin {
            kind: SessionKind::WebApp,
            device: shortlist_domain::ClientDevice::default(),
            network: None,
        },
    };
    let opened_by = ProviderSession {
        identity: identity("sub-1"),
        name: Some("s-1".to_owned()),
    };
    let writer = writer(store);
    let sessions = writer.sessions();
    sessions.insert_of_provider(&new, &opened_by).unwrap();
    assert!(store.providers().has_opened(organization, &new.id).unwrap());
    for (number, session, ended) in [(1, None, 1), (2, Some("s-1"), 0)] {
        let notice = ProviderNotice {
            issuer: ISSUER,
            subject: Some("sub-1"),
            session,
            notice_hash: [number; 32],
            expires_at: at(10),
        };
        let done = writer
            .providers()
            .end_sessions(organization, &notice, at(1));
        assert_eq!(done.unwrap(), Some(ended));
    }
}

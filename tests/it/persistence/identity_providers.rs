//! Identity providers of organizations: their settings, who their users are, and sign-ins and notices that work once.

use shortlist_domain::{
    AccountLinkId, EmailDomain, ExternalIdentity, GroupRole, IdentityProvider, LinkDelivery,
    LinkPurpose, NewAccountLink, NewUser, OrganizationId, ProviderMode, ProviderSecret,
    ProviderSession, ProviderSignIn, SessionId, UserChange, UserId, UserType,
};
use shortlist_persistence::{
    IdentityLink, IdentityUnlink, NO_PASSWORD, NewSession, ProviderNotice, ProviderUpdate, Store,
    StoreError, UserUpdate,
};

use crate::support::records::{at, new_user, organization, origin_of_program, user};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    the_settings_are_stored_and_replaced,
    a_domain_finds_the_organizations_that_list_it,
    an_offered_provider_says_whether_it_is_enforced,
    one_provider_is_enough_for_a_domain_to_lead_to_one,
    the_secret_is_in_no_entry_of_the_audit_log,
    an_identity_is_linked_to_one_user_and_a_user_to_one_identity,
    an_invited_user_who_is_linked_needs_no_password,
    a_user_is_unlinked_and_signed_out,
    the_last_way_to_sign_in_stays,
    a_session_of_a_user_who_is_unlinked_does_not_begin,
    of_many_who_unlink_a_user_one_does,
    who_may_not_sign_in_is_not_linked,
    another_issuer_and_a_removal_forget_who_the_users_are,
    a_sign_in_is_finished_once_and_by_its_browser,
    of_many_who_finish_a_sign_in_one_does,
    what_has_expired_is_deleted,
    a_notice_ends_the_sessions_of_its_session_or_of_its_user_once,
    an_admin_who_is_needed_stays_one_whoever_is_faster,
);

const ISSUER: &str = "https://id.example.org/realm";

fn provider(organization: &OrganizationId, domains: &[&str]) -> IdentityProvider {
    let domains = domains
        .iter()
        .map(|name| EmailDomain::parse("domains", name));
    IdentityProvider {
        organization_id: organization.clone(),
        issuer: ISSUER.to_owned(),
        client_id: "shortlist".to_owned(),
        client_secret: Some(ProviderSecret::stored("s3cret-of-the-client".to_owned())),
        domains: domains.collect::<Result<_, _>>().unwrap(),
        mode: ProviderMode::Offered,
        emergency_admin: None,
        default_role: None,
        group_roles: vec![GroupRole {
            group: "HR \"leads\"".to_owned(),
            role: UserType::Recruiter,
        }],
        updated_at: at(5),
    }
}

fn set(store: &Store, provider: &IdentityProvider) {
    assert_eq!(try_to_set(store, provider), ProviderUpdate::Done);
}

fn try_to_set(store: &Store, provider: &IdentityProvider) -> ProviderUpdate {
    let writer = store.operator(&provider.organization_id);
    writer.providers().set(provider).unwrap()
}

/// Removes the provider, where this Admin has a password.
fn remove(store: &Store, organization: &OrganizationId, helper: &UserId) -> ProviderUpdate {
    let writer = store.operator(organization);
    let with_password = std::slice::from_ref(helper);
    let removed = writer.providers().remove(organization, with_password);
    removed.unwrap()
}

/// Creates an Admin.
fn admin(store: &Store, organization: &OrganizationId, id: &str) -> UserId {
    let new = NewUser {
        user_type: UserType::Admin,
        ..new_user(organization, id)
    };
    store.insert_user(&new).unwrap().id
}

fn identity(subject: &str) -> ExternalIdentity {
    ExternalIdentity {
        issuer: ISSUER.to_owned(),
        subject: subject.to_owned(),
    }
}

fn link_identity(
    store: &Store,
    organization: &OrganizationId,
    user: &UserId,
    subject: &str,
) -> Result<IdentityLink, StoreError> {
    let writer = store.operator(organization);
    writer
        .providers()
        .link(organization, user, &identity(subject), at(7))
}

fn found(store: &Store, organization: &OrganizationId, subject: &str) -> Option<UserId> {
    let found = store
        .providers()
        .find_user(organization, &identity(subject));
    found.unwrap().map(|user| user.id)
}

fn the_settings_are_stored_and_replaced(store: &Store) {
    let here = organization(store, "org_1");
    assert_eq!(store.providers().find(&here).unwrap(), None);
    let first = IdentityProvider {
        mode: ProviderMode::Enforced,
        emergency_admin: Some(admin(store, &here, "usr_grace")),
        ..provider(&here, &["a.org", "b.org"])
    };
    set(store, &first);
    assert_eq!(store.providers().find(&here).unwrap(), Some(first));
    let second = IdentityProvider {
        client_secret: None,
        mode: ProviderMode::Offered,
        emergency_admin: None,
        default_role: Some(UserType::Interviewer),
        group_roles: Vec::new(),
        ..provider(&here, &["c.org"])
    };
    set(store, &second);
    assert_eq!(store.providers().find(&here).unwrap(), Some(second));
    let helper = UserId::parse("id", "usr_grace").unwrap();
    assert_eq!(remove(store, &here, &helper), ProviderUpdate::Done);
    assert_eq!(remove(store, &here, &helper), ProviderUpdate::NotFound);
    assert_eq!(store.providers().find(&here).unwrap(), None);
}

fn an_admin_who_is_needed_stays_one_whoever_is_faster(store: &Store) {
    let here = organization(store, "org_1");
    let ada = admin(store, &here, "usr_ada");
    let grace = admin(store, &here, "usr_grace");
    let deactivate = |user: &UserId| {
        let change = UserChange {
            active: Some(false),
            ..UserChange::default()
        };
        let writer = store.operator(&here);
        writer.users().update(&here, user, &change, at(2)).unwrap()
    };
    let enforced = IdentityProvider {
        mode: ProviderMode::Enforced,
        emergency_admin: Some(ada.clone()),
        ..provider(&here, &["a.org"])
    };
    set(store, &enforced);
    assert_eq!(deactivate(&ada), UserUpdate::EmergencyAdmin);
    set(store, &provider(&here, &["a.org"]));
    assert!(matches!(deactivate(&ada), UserUpdate::Updated(_)));
    // The settings were checked before the Admin was deactivated.
    assert_eq!(try_to_set(store, &enforced), ProviderUpdate::NoAdmin);
    assert_eq!(remove(store, &here, &ada), ProviderUpdate::NoAdmin);
    assert_eq!(remove(store, &here, &grace), ProviderUpdate::Done);
}

fn a_domain_finds_the_organizations_that_list_it(store: &Store) {
    let (here, there) = (organization(store, "org_1"), organization(store, "org_2"));
    set(store, &provider(&here, &["a.org", "both.org"]));
    set(store, &provider(&there, &["both.org"]));
    let list = |name: &str| {
        let domain = EmailDomain::parse("domain", name).unwrap();
        let offered = store.providers().list_by_domain(&domain).unwrap();
        offered
            .into_iter()
            .map(|one| one.organization_id)
            .collect::<Vec<_>>()
    };
    assert_eq!(list("both.org"), [here.clone(), there]);
    assert_eq!(list("a.org"), std::slice::from_ref(&here));
    assert_eq!(list("other.org"), []);
    let helper = admin(store, &here, "usr_grace");
    assert_eq!(remove(store, &here, &helper), ProviderUpdate::Done);
    assert_eq!(list("a.org"), []);
}

fn one_provider_is_enough_for_a_domain_to_lead_to_one(store: &Store) {
    let have_domains = || store.providers().have_domains().unwrap();
    let here = organization(store, "org_1");
    assert!(!have_domains());
    set(store, &provider(&here, &["a.org"]));
    assert!(have_domains());
    let helper = admin(store, &here, "usr_grace");
    assert_eq!(remove(store, &here, &helper), ProviderUpdate::Done);
    assert!(!have_domains());
}

fn an_offered_provider_says_whether_it_is_enforced(store: &Store) {
    let (here, there) = (organization(store, "org_1"), organization(store, "org_2"));
    let enforced = IdentityProvider {
        mode: ProviderMode::Enforced,
        emergency_admin: Some(admin(store, &here, "usr_grace")),
        ..provider(&here, &["both.org"])
    };
    set(store, &enforced);
    set(store, &provider(&there, &["both.org"]));
    let domain = EmailDomain::parse("domain", "both.org").unwrap();
    let offered = store.providers().list_by_domain(&domain).unwrap();
    let modes: Vec<ProviderMode> = offered.into_iter().map(|one| one.mode).collect();
    assert_eq!(modes, [ProviderMode::Enforced, ProviderMode::Offered]);
}

fn the_secret_is_in_no_entry_of_the_audit_log(store: &Store) {
    let here = organization(store, "org_1");
    set(store, &provider(&here, &["a.org"]));
    let helper = admin(store, &here, "usr_grace");
    assert_eq!(remove(store, &here, &helper), ProviderUpdate::Done);
    let mut lines = Vec::new();
    let mut take = |table: &'static str, line: &str| {
        if table == "audit_log" {
            lines.push(line.to_owned());
        }
        Ok(())
    };
    store.organization_rows().read(&here, &mut take).unwrap();
    let log = lines.join("\n");
    assert!(log.contains("providerSecret") && log.contains("providerIssuer"));
    assert!(!log.contains("s3cret-of-the-client"));
}

fn an_identity_is_linked_to_one_user_and_a_user_to_one_identity(store: &Store) {
    let here = organization(store, "org_1");
    let there = organization(store, "org_2");
    let (ada, bob) = (user(store, &here, "usr_ada"), user(store, &here, "usr_bob"));
    assert_eq!(found(store, &here, "sub-1"), None);
    let linked = link_identity(store, &here, &ada, "sub-1").unwrap();
    assert!(matches!(linked, IdentityLink::Linked(user) if user.id == ada));
    assert_eq!(found(store, &here, "sub-1"), Some(ada.clone()));
    assert_eq!(found(store, &there, "sub-1"), None);
    // The e-mail address of Ada now belongs to somebody else at the provider.
    let other = link_identity(store, &here, &ada, "sub-2").unwrap();
    assert_eq!(other, IdentityLink::Refused);
    let taken = link_identity(store, &here, &bob, "sub-1").unwrap_err();
    assert!(matches!(taken, StoreError::UniqueViolation(_)));
    let new = new_user(&here, "usr_new");
    let writer = store.operator(&here);
    let created = writer.providers().insert_user(&new, &identity("sub-3"));
    assert!(!created.unwrap().is_invited);
    assert_eq!(found(store, &here, "sub-3"), Some(new.id));
}

fn an_invited_user_who_is_linked_needs_no_password(store: &Store) {
    let here = organization(store, "org_1");
    let new = new_user(&here, "usr_new");
    let link = NewAccountLink {
        id: AccountLinkId::parse("id", "lnk_1").unwrap(),
        organization_id: here.clone(),
        user_id: new.id.clone(),
        purpose: LinkPurpose::Invitation,
        delivery: LinkDelivery::Mail,
        token_hash: [1; 32],
        created_at: at(1),
    };
    let writer = store.operator(&here);
    assert!(writer.users().invite(&new, &link).unwrap().is_invited);
    let linked = link_identity(store, &here, &new.id, "sub-1").unwrap();
    assert!(matches!(linked, IdentityLink::Linked(user) if !user.is_invited));
    let stored = store.users().find(&here, &new.id).unwrap().unwrap();
    assert!(!stored.is_invited);
    let link = store.users().find_link(&here, &link.id).unwrap().unwrap();
    assert_eq!(link.times.ended_at, Some(at(7)));
}

fn who_may_not_sign_in_is_not_linked(store: &Store) {
    let here = organization(store, "org_1");
    user(store, &here, "usr_ada");
    let bob = user(store, &here, "usr_bob");
    let change = UserChange {
        active: Some(false),
        ..UserChange::default()
    };
    let writer = store.operator(&here);
    let updated = writer.users().update(&here, &bob, &change, at(2)).unwrap();
    assert!(matches!(updated, UserUpdate::Updated(_)));
    let refused = link_identity(store, &here, &bob, "sub-1").unwrap();
    assert_eq!(refused, IdentityLink::Refused);
    assert_eq!(found(store, &here, "sub-1"), None);
}

fn another_issuer_and_a_removal_forget_who_the_users_are(store: &Store) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    let first = provider(&here, &["a.org"]);
    set(store, &first);
    link_identity(store, &here, &ada, "sub-1").unwrap();
    set(store, &provider(&here, &["b.org"]));
    assert_eq!(found(store, &here, "sub-1"), Some(ada.clone()));
    let other = IdentityProvider {
        issuer: "https://other.example.org".to_owned(),
        ..first
    };
    set(store, &other);
    assert_eq!(found(store, &here, "sub-1"), None);
    link_identity(store, &here, &ada, "sub-1").unwrap();
    let helper = admin(store, &here, "usr_grace");
    assert_eq!(remove(store, &here, &helper), ProviderUpdate::Done);
    assert_eq!(found(store, &here, "sub-1"), None);
}

fn sign_in(organization: &OrganizationId, number: u8) -> ProviderSignIn {
    ProviderSignIn {
        organization_id: organization.clone(),
        state_hash: [number; 32],
        browser_hash: [number.wrapping_add(100); 32],
        nonce: "nonce".to_owned(),
        verifier: "verifier".to_owned(),
        redirect: "https://jobs.example.org/app/sso/org_1/return".to_owned(),
        next_page: "/app/jobs".to_owned(),
        expires_at: at(600 + i64::from(number)),
    }
}

fn take(store: &Store, begun: &ProviderSignIn) -> Option<ProviderSignIn> {
    let (organization, state) = (&begun.organization_id, &begun.state_hash);
    let taken = store
        .providers()
        .take_sign_in(organization, state, &begun.browser_hash);
    taken.unwrap()
}

fn a_sign_in_is_finished_once_and_by_its_browser(store: &Store) {
    let (here, there) = (organization(store, "org_1"), organization(store, "org_2"));
    let begun = sign_in(&here, 1);
    store.providers().begin_sign_in(&begun, at(0)).unwrap();
    let of_another_browser = ProviderSignIn {
        browser_hash: [9; 32],
        ..begun.clone()
    };
    assert_eq!(take(store, &of_another_browser), None);
    let elsewhere = ProviderSignIn {
        organization_id: there,
        ..begun.clone()
    };
    assert_eq!(take(store, &elsewhere), None);
    assert_eq!(take(store, &begun), Some(begun.clone()));
    assert_eq!(take(store, &begun), None);
}

fn of_many_who_finish_a_sign_in_one_does(store: &Store) {
    let here = organization(store, "org_1");
    let begun = sign_in(&here, 1);
    store.providers().begin_sign_in(&begun, at(0)).unwrap();
    let taken = at_once(8, |_| take(store, &begun));
    assert_eq!(taken.into_iter().flatten().count(), 1);
}

fn what_has_expired_is_deleted(store: &Store) {
    let here = organization(store, "org_1");
    let (first, second) = (sign_in(&here, 1), sign_in(&here, 2));
    store.providers().begin_sign_in(&first, at(0)).unwrap();
    store.providers().begin_sign_in(&second, at(602)).unwrap();
    assert_eq!(take(store, &first), None, "a new one deletes what is over");
    store.providers().remove_old(&here, at(602)).unwrap();
    assert_eq!(take(store, &second), Some(second.clone()));
    store.providers().begin_sign_in(&second, at(0)).unwrap();
    store.providers().remove_old(&here, at(603)).unwrap();
    assert_eq!(take(store, &second), None);
    // A notice that is forgotten could be sent again, so that its token must have expired.
    assert_eq!(end(store, &here, Some("sub-1"), None, 1), Some(0));
    assert_eq!(end(store, &here, Some("sub-1"), None, 1), None);
    store.providers().remove_old(&here, at(1_001)).unwrap();
    assert_eq!(end(store, &here, Some("sub-1"), None, 1), Some(0));
}

fn unlink(store: &Store, organization: &OrganizationId, user: &UserId) -> IdentityUnlink {
    let writer = store.operator(organization);
    let unlinked = writer
        .providers()
        .unlink(organization, user, ISSUER, at(100));
    unlinked.unwrap()
}

fn is_live(store: &Store, organization: &OrganizationId, number: u8) -> bool {
    let sessions = store.sessions();
    let found = sessions.find_access(organization, &[number; 32]).unwrap();
    found.is_some()
}

fn a_user_is_unlinked_and_signed_out(store: &Store) {
    let (here, there) = (organization(store, "org_1"), organization(store, "org_2"));
    let (ada, bob) = (user(store, &here, "usr_ada"), user(store, &here, "usr_bob"));
    for (number, user, session) in [(1, &ada, "s-1"), (2, &ada, ""), (3, &bob, "s-2")] {
        open(store, &here, user, number, session);
    }
    let providers = store.providers();
    let [linked] = providers
        .list_identities(&here, &ada)
        .unwrap()
        .try_into()
        .unwrap();
    assert_eq!(linked.identity, identity("sub-usr_ada"));
    assert_eq!(
        (linked.linked_at, linked.last_used_at),
        (at(7), Some(at(0)))
    );
    assert_eq!(providers.list_identities(&there, &ada).unwrap(), []);
    assert_eq!(unlink(store, &there, &ada), IdentityUnlink::NotFound);
    assert_eq!(unlink(store, &here, &ada), IdentityUnlink::Unlinked(1));
    let live = [1, 2, 3].map(|number| is_live(store, &here, number));
    assert_eq!(live, [false, true, true]);
    assert_eq!(providers.list_identities(&here, &ada).unwrap(), []);
    assert_eq!(providers.list_identities(&here, &bob).unwrap().len(), 1);
    assert_eq!(unlink(store, &here, &ada), IdentityUnlink::NotFound);
    // The user can be linked again, also to somebody else of the provider.
    let again = link_identity(store, &here, &ada, "sub-2").unwrap();
    assert!(matches!(again, IdentityLink::Linked(_)));
}

fn the_last_way_to_sign_in_stays(store: &Store) {
    let here = organization(store, "org_1");
    let (grace, ada) = (
        admin(store, &here, "usr_grace"),
        user(store, &here, "usr_ada"),
    );
    let without_password = NewUser {
        password_hash: NO_PASSWORD.to_owned(),
        ..new_user(&here, "usr_eve")
    };
    let eve = store.insert_user(&without_password).unwrap().id;
    for (user, number) in [(&grace, 1), (&ada, 2), (&eve, 3)] {
        open(store, &here, user, number, "s");
    }
    assert_eq!(unlink(store, &here, &eve), IdentityUnlink::LastWay);
    let enforced = IdentityProvider {
        mode: ProviderMode::Enforced,
        emergency_admin: Some(grace.clone()),
        ..provider(&here, &["a.org"])
    };
    set(store, &enforced);
    assert_eq!(unlink(store, &here, &ada), IdentityUnlink::LastWay);
    assert!([2, 3].iter().all(|number| is_live(store, &here, *number)));
    assert_eq!(unlink(store, &here, &grace), IdentityUnlink::Unlinked(1));
    set(store, &provider(&here, &["a.org"]));
    assert_eq!(unlink(store, &here, &ada), IdentityUnlink::Unlinked(1));
}

fn a_session_of_a_user_who_is_unlinked_does_not_begin(store: &Store) {
    let here = organization(store, "org_1");
    let (ada, bob) = (user(store, &here, "usr_ada"), user(store, &here, "usr_bob"));
    let writer = store.operator(&here);
    let begin = || {
        let sessions = writer.sessions();
        sessions.insert_of_provider(&new_session(&here, &ada, 1), &opened_by(&ada, "s-1"))
    };
    let refused = begin();
    assert!(matches!(refused, Err(StoreError::Stale)), "{refused:?}");
    // Somebody else may be linked to the user of the provider meanwhile.
    let linked = link_identity(store, &here, &bob, &subject_of(&ada)).unwrap();
    assert!(matches!(linked, IdentityLink::Linked(_)));
    let refused = begin();
    assert!(matches!(refused, Err(StoreError::Stale)), "{refused:?}");
    assert!(!is_live(store, &here, 1), "nothing is stored");
}

fn of_many_who_unlink_a_user_one_does(store: &Store) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    open(store, &here, &ada, 1, "s-1");
    let outcomes = at_once(8, |_| unlink(store, &here, &ada));
    let done = |outcome: &&IdentityUnlink| **outcome == IdentityUnlink::Unlinked(1);
    assert_eq!(outcomes.iter().filter(done).count(), 1, "{outcomes:?}");
}

fn new_session(organization: &OrganizationId, user: &UserId, number: u8) -> NewSession {
    NewSession {
        id: SessionId::parse("id", &format!("ses_{number}")).unwrap(),
        organization_id: organization.clone(),
        user_id: user.clone(),
        access_hash: [number; 32],
        access_expires_at: at(3_600),
        refresh_hash: [number.wrapping_add(100); 32],
        refresh_expires_at: at(7_200),
        created_at: at(0),
        second_factor: shortlist_domain::SecondFactorProof::NotNeeded,
        origin: origin_of_program(),
    }
}

fn subject_of(user: &UserId) -> String {
    format!("sub-{user}")
}

fn opened_by(user: &UserId, session: &str) -> ProviderSession {
    ProviderSession {
        identity: identity(&subject_of(user)),
        name: Some(session.to_owned()),
    }
}

/// Opens a session: with the provider, whose session has this name, or without one. The first one with the provider links the user.
fn open(store: &Store, organization: &OrganizationId, user: &UserId, number: u8, session: &str) {
    let new = new_session(organization, user, number);
    let writer = store.operator(organization);
    if session.is_empty() {
        writer.sessions().insert(&new).unwrap();
        assert!(!store.providers().has_opened(organization, &new.id).unwrap());
        return;
    }
    let _linked = link_identity(store, organization, user, &subject_of(user)).unwrap();
    let opened_by = opened_by(user, session);
    let inserted = writer.sessions().insert_of_provider(&new, &opened_by);
    inserted.unwrap();
    assert!(store.providers().has_opened(organization, &new.id).unwrap());
}

fn end(
    store: &Store,
    organization: &OrganizationId,
    subject: Option<&str>,
    session: Option<&str>,
    number: u8,
) -> Option<usize> {
    let notice = ProviderNotice {
        issuer: ISSUER,
        subject,
        session,
        notice_hash: [number; 32],
        expires_at: at(1_000),
    };
    let writer = store.operator(organization);
    let ended = writer
        .providers()
        .end_sessions(organization, &notice, at(100));
    ended.unwrap()
}

fn a_notice_ends_the_sessions_of_its_session_or_of_its_user_once(store: &Store) {
    let here = organization(store, "org_1");
    let (ada, bob) = (user(store, &here, "usr_ada"), user(store, &here, "usr_bob"));
    for (number, user, session) in [
        (1, &ada, "s-1"),
        (2, &ada, "s-2"),
        (3, &ada, "s-3"),
        (4, &ada, ""),
        (5, &bob, "s-1"),
    ] {
        open(store, &here, user, number, session);
    }
    let live = |number: u8| is_live(store, &here, number);
    // A session's name counts together with the user, if the notice names both.
    assert_eq!(
        end(store, &here, Some("sub-usr_ada"), Some("s-1"), 1),
        Some(1)
    );
    assert_eq!([1, 2, 3, 4, 5].map(live), [false, true, true, true, true]);
    assert_eq!(end(store, &here, Some("sub-usr_ada"), None, 1), None);
    assert!(live(2), "a notice that is sent again ends nothing");
    assert_eq!(end(store, &here, None, Some("s-2"), 2), Some(1));
    assert_eq!(end(store, &here, Some("sub-usr_ada"), None, 3), Some(1));
    assert_eq!([2, 3, 4, 5].map(live), [false, false, true, true]);
}

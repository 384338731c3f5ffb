//! Links by which users set a password: who gets one, what ends it, and that it works once.

use shortlist_domain::{
    AccountLink, AccountLinkId, INVITATION_DAYS, LinkDelivery, LinkPurpose, LinkState,
    MailAudience, NewAccountLink, OrganizationId, RESET_MINUTES, SecondFactorProof, SessionId,
    UserChange, UserId, UserType,
};
use shortlist_persistence::{
    LinkInsertion, LinkUse, NO_PASSWORD, NewSession, Store, StoreError, UserUpdate,
};

use crate::support::records::{at, new_user, organization, origin_of_program, user};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    an_invited_user_sets_a_password_once,
    a_new_link_ends_the_earlier_ones,
    only_those_who_may_have_a_link_get_one,
    another_password_and_a_deactivation_end_all_links,
    of_many_uses_at_once_one_sets_the_password,
    an_invited_admin_is_not_the_last_one,
    an_admin_without_a_way_to_sign_in_is_not_the_last_one,
    links_belong_to_their_organization,
    a_link_is_mailed_only_if_nobody_passes_it_on,
    old_links_are_deleted_with_their_mails,
);

const DAY: i64 = 86_400;

fn link_to(
    organization: &OrganizationId,
    user: &UserId,
    purpose: LinkPurpose,
    number: u8,
) -> NewAccountLink {
    NewAccountLink {
        id: AccountLinkId::parse("id", &format!("lnk_{number}")).unwrap(),
        organization_id: organization.clone(),
        user_id: user.clone(),
        purpose,
        delivery: LinkDelivery::Mail,
        token_hash: [number; 32],
        created_at: at(i64::from(number)),
    }
}

fn insert(store: &Store, link: &NewAccountLink) -> LinkInsertion {
    let writer = store.operator(&link.organization_id);
    writer.users().insert_link(link).unwrap()
}

fn invite(store: &Store, organization: &OrganizationId, id: &str) -> NewAccountLink {
    let new = new_user(organization, id);
    let link = link_to(organization, &new.id, LinkPurpose::Invitation, 1);
    let invited = store.operator(organization).users().invite(&new, &link);
    assert!(invited.unwrap().is_invited);
    link
}

/// Returns a link as it is stored.
fn stored(store: &Store, link: &NewAccountLink) -> AccountLink {
    let (organization, hash) = (&link.organization_id, &link.token_hash);
    let found = store.users().find_link_by_hash(organization, hash);
    let found = found.unwrap().unwrap();
    let by_id = store.users().find_link(organization, &link.id).unwrap();
    assert_eq!(by_id, Some(found.clone()));
    found
}

fn use_at(store: &Store, link: &NewAccountLink, seconds: i64) -> LinkUse {
    let found = stored(store, link);
    let writer = store.operator(&link.organization_id);
    let used = writer
        .users()
        .use_link(&found, "$argon2id$new", at(seconds));
    used.unwrap()
}

fn password_of(store: &Store, organization: &OrganizationId, id: &UserId) -> String {
    let user = store.users().find(organization, id).unwrap().unwrap();
    let found = store.users().find_by_email(organization, &user.email);
    found.unwrap().unwrap().1
}

fn an_invited_user_sets_a_password_once(store: &Store) {
    let here = organization(store, "org_1");
    let link = invite(store, &here, "usr_ada");
    assert_eq!(
        stored(store, &link).times.expires_at,
        at(1 + INVITATION_DAYS * DAY)
    );
    let LinkUse::Set(user) = use_at(store, &link, 100) else {
        panic!("the link is open");
    };
    assert!(!user.is_invited);
    assert_eq!(
        store.users().find(&here, &user.id).unwrap(),
        Some(user.clone())
    );
    assert_eq!(password_of(store, &here, &user.id), "$argon2id$new");
    assert_eq!(use_at(store, &link, 101), LinkUse::Closed);
    assert_eq!(stored(store, &link).state(at(101)), LinkState::Used);
}

fn a_new_link_ends_the_earlier_ones(store: &Store) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    let bob = user(store, &here, "usr_bob");
    let first = link_to(&here, &ada, LinkPurpose::Reset, 1);
    let others = link_to(&here, &bob, LinkPurpose::Reset, 2);
    let second = link_to(&here, &ada, LinkPurpose::Reset, 3);
    for link in [&first, &others, &second] {
        assert!(matches!(insert(store, link), LinkInsertion::Stored(_)));
    }
    assert_eq!(stored(store, &first).state(at(4)), LinkState::Ended);
    assert_eq!(use_at(store, &first, 4), LinkUse::Closed);
    assert_eq!(stored(store, &others).state(at(4)), LinkState::Open);
    let expiry = 3 + RESET_MINUTES * 60;
    assert_eq!(use_at(store, &second, expiry), LinkUse::Closed, "expired");
    assert!(matches!(
        use_at(store, &second, expiry - 1),
        LinkUse::Set(_)
    ));
}

fn only_those_who_may_have_a_link_get_one(store: &Store) {
    let here = organization(store, "org_1");
    let invited = invite(store, &here, "usr_new").user_id;
    let ada = user(store, &here, "usr_ada");
    let machine = new_user(&here, "usr_machine");
    let writer = store.operator(&here);
    writer.users().insert_integration(&machine).unwrap();
    let gone = user(store, &here, "usr_gone");
    change(store, &here, &gone, &deactivation());
    let nobody = UserId::parse("id", "usr_nobody").unwrap();
    let cases = [
        (&invited, LinkPurpose::Reset, LinkInsertion::Refused),
        (&ada, LinkPurpose::Invitation, LinkInsertion::Refused),
        (&machine.id, LinkPurpose::Reset, LinkInsertion::Refused),
        (&gone, LinkPurpose::Reset, LinkInsertion::Refused),
        (&nobody, LinkPurpose::Reset, LinkInsertion::NoUser),
    ];
    for (number, (user, purpose, expected)) in (10_u8..).zip(cases) {
        let link = link_to(&here, user, purpose, number);
        assert_eq!(insert(store, &link), expected, "{user}");
        let found = store.users().find_link(&here, &link.id);
        assert_eq!(found.unwrap(), None);
    }
}

fn deactivation() -> UserChange {
    UserChange {
        active: Some(false),
        ..UserChange::default()
    }
}

fn change(store: &Store, organization: &OrganizationId, id: &UserId, change: &UserChange) {
    let writer = store.operator(organization);
    let updated = writer.users().update(organization, id, change, at(50));
    assert!(matches!(updated.unwrap(), UserUpdate::Updated(_)));
}

fn another_password_and_a_deactivation_end_all_links(store: &Store) {
    let here = organization(store, "org_1");
    let link = invite(store, &here, "usr_new");
    let password = UserChange {
        password_hash: Some("$argon2id$typed".to_owned()),
        ..UserChange::default()
    };
    change(store, &here, &link.user_id, &password);
    assert_eq!(use_at(store, &link, 60), LinkUse::Closed);
    assert_eq!(password_of(store, &here, &link.user_id), "$argon2id$typed");
    let user = store.users().find(&here, &link.user_id).unwrap().unwrap();
    assert!(!user.is_invited);
    let reset = link_to(&here, &user.id, LinkPurpose::Reset, 2);
    insert(store, &reset);
    change(store, &here, &user.id, &deactivation());
    assert_eq!(use_at(store, &reset, 60), LinkUse::Closed);
    let active = UserChange {
        active: Some(true),
        ..UserChange::default()
    };
    change(store, &here, &user.id, &active);
    assert_eq!(use_at(store, &reset, 60), LinkUse::Closed, "it stays ended");
}

fn of_many_uses_at_once_one_sets_the_password(store: &Store) {
    let here = organization(store, "org_1");
    let ada = user(store, &here, "usr_ada");
    store
        .insert_session(&NewSession {
            id: SessionId::parse("id", "ses_1").unwrap(),
            organization_id: here.clone(),
            user_id: ada.clone(),
            access_hash: [1; 32],
            access_expires_at: at(3_600),
            refresh_hash: [2; 32],
            refresh_expires_at: at(86_400),
            created_at: at(0),
            origin: origin_of_program(),
            second_factor: SecondFactorProof::Missing,
        })
        .unwrap();
    let link = link_to(&here, &ada, LinkPurpose::Reset, 1);
    insert(store, &link);
    let found = stored(store, &link);
    let uses = at_once(4, |_number| {
        let writer = store.operator(&here);
        let used = writer.users().use_link(&found, "$argon2id$new", at(10));
        used.unwrap()
    });
    let set = uses.iter().filter(|used| matches!(used, LinkUse::Set(_)));
    assert_eq!(set.count(), 1, "{uses:?}");
    let session = store.sessions().find_access(&here, &[1; 32]);
    assert_eq!(session.unwrap(), None, "all sessions have ended");
}

fn an_invited_admin_is_not_the_last_one(store: &Store) {
    let here = organization(store, "org_1");
    let mut admin = new_user(&here, "usr_admin");
    admin.user_type = UserType::Admin;
    store.insert_user(&admin).unwrap();
    let mut other = new_user(&here, "usr_other");
    other.user_type = UserType::Admin;
    let link = link_to(&here, &other.id, LinkPurpose::Invitation, 1);
    let writer = store.operator(&here);
    writer.users().invite(&other, &link).unwrap();
    let leave = || {
        let left = writer
            .users()
            .update(&here, &admin.id, &deactivation(), at(5));
        left.unwrap()
    };
    assert_eq!(leave(), UserUpdate::LastAdmin, "the other one never came");
    assert!(matches!(use_at(store, &link, 6), LinkUse::Set(_)));
    assert!(matches!(leave(), UserUpdate::Updated(_)));
}

fn an_admin_without_a_way_to_sign_in_is_not_the_last_one(store: &Store) {
    let here = organization(store, "org_1");
    let mut admin = new_user(&here, "usr_admin");
    admin.user_type = UserType::Admin;
    store.insert_user(&admin).unwrap();
    let mut created = new_user(&here, "usr_created");
    created.user_type = UserType::Admin;
    created.password_hash = NO_PASSWORD.to_owned();
    store.insert_user(&created).unwrap();
    let writer = store.operator(&here);
    let leave = || {
        let left = writer
            .users()
            .update(&here, &admin.id, &deactivation(), at(5));
        left.unwrap()
    };
    assert_eq!(leave(), UserUpdate::LastAdmin);
    let password = UserChange {
        password_hash: Some("$argon2id$typed".to_owned()),
        ..UserChange::default()
    };
    let users = writer.users();
    users.update(&here, &created.id, &password, at(6)).unwrap();
    assert!(matches!(leave(), UserUpdate::Updated(_)));
}

fn links_belong_to_their_organization(store: &Store) {
    let (here, there) = (organization(store, "org_1"), organization(store, "org_2"));
    let link = invite(store, &here, "usr_ada");
    let found = store.users().find_link_by_hash(&there, &link.token_hash);
    assert_eq!(found.unwrap(), None);
    assert_eq!(store.users().find_link(&there, &link.id).unwrap(), None);
    let others = store.operator(&there);
    assert!(others.users().insert_link(&link).is_err());
    let used = others.users().use_link(&stored(store, &link), "x", at(2));
    assert!(used.is_err());
    let namesake = new_user(&here, "usr_ada");
    let twice = link_to(&here, &namesake.id, LinkPurpose::Invitation, 2);
    let refused = store.operator(&here).users().invite(&namesake, &twice);
    assert!(matches!(refused, Err(StoreError::UniqueViolation(_))));
    assert_eq!(store.users().find_link(&here, &twice.id).unwrap(), None);
}

/// Returns the identifiers of the mails that wait.
fn waiting(store: &Store, organization: &OrganizationId) -> Vec<String> {
    let due = store.mails().list_due(organization, at(100), 10).unwrap();
    due.into_iter().map(|queued| queued.mail.id).collect()
}

fn a_link_is_mailed_only_if_nobody_passes_it_on(store: &Store) {
    let store = store.clone().queueing_mails(MailAudience::Users);
    let here = organization(&store, "org_1");
    let ada = user(&store, &here, "usr_ada");
    let handed_over = NewAccountLink {
        delivery: LinkDelivery::Admin,
        ..link_to(&here, &ada, LinkPurpose::Reset, 9)
    };
    insert(&store, &handed_over);
    assert_eq!(waiting(&store, &here), [""; 0]);
    invite(&store, &here, "usr_new");
    assert_eq!(waiting(&store, &here), ["user_invited.lnk_1"]);
    insert(&store, &link_to(&here, &ada, LinkPurpose::Reset, 10));
    let due = store.mails().list_due(&here, at(100), 10).unwrap();
    let reset = due
        .iter()
        .find(|queued| queued.mail.id == "password_reset.lnk_10");
    let mail = &reset.unwrap().mail;
    assert_eq!(mail.user_id.as_ref(), Some(&ada));
    assert_eq!(mail.candidate_id, None);
    assert_eq!(mail.link_id.as_ref().unwrap().as_str(), "lnk_10");
}

fn old_links_are_deleted_with_their_mails(store: &Store) {
    let store = store.clone().queueing_mails(MailAudience::Users);
    let here = organization(&store, "org_1");
    let ada = user(&store, &here, "usr_ada");
    let reset = link_to(&here, &ada, LinkPurpose::Reset, 2);
    insert(&store, &reset);
    let invitation = invite(&store, &here, "usr_new");
    let expiry = 2 + RESET_MINUTES * 60;
    let remove = |before| store.users().remove_old_links(&here, at(before)).unwrap();
    remove(expiry);
    assert_eq!(
        waiting(&store, &here).len(),
        2,
        "nothing has expired before"
    );
    remove(expiry + 1);
    assert_eq!(waiting(&store, &here), ["user_invited.lnk_1"]);
    assert_eq!(store.users().find_link(&here, &reset.id).unwrap(), None);
    assert_eq!(stored(&store, &invitation).state(at(2)), LinkState::Open);
}

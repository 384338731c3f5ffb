//! The account at the identity provider on the pages of sessions: users and Admins see it and unlink it.

use shortlist_domain::UserType;
use shortlist_persistence::DatabaseUrl;

use super::single_sign_on::{PASSWORD, Pages, SETTINGS, create, form, shown, sign_in, start};
use super::visitor::{Visitor, cookie_of, location};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::proven_identities::{ISSUER, ProvenIdentities, identity};
use crate::support::service::Service;

const OWN: &str = "/app/account/sessions";
const OF_MARA: &str = "/app/settings/users/usr_mara/sessions";
const UNLINK: [(&str, &str); 2] = [("action", "unlink"), ("issuer", ISSUER)];

fn run(url: &DatabaseUrl) {
    let (service, pages, providers) = start(url);
    create(&service, "org_ours", "mara", UserType::Recruiter);
    let admin = pages.signed_in(&service, "usr_admin");
    let was = shown(&admin);
    let saved = admin.post(SETTINGS, &form(&was, "s3cret-text", "Offered", ""));
    assert_eq!(saved.status(), 303);
    a_user_sees_and_unlinks_their_own(&pages, &providers);
    an_admin_sees_and_unlinks_that_of_a_user(&service, &pages, &admin);
    the_last_way_to_sign_in_stays(&pages, &providers);
}

#[test]
fn accounts_are_unlinked_on_sqlite() {
    on_sqlite(run);
}

#[test]
#[ignore = "long"]
fn accounts_are_unlinked_on_postgresql() {
    on_postgresql(run);
}

fn unlinked(visitor: &Visitor, path: &str) -> String {
    let answered = visitor.post(path, &UNLINK);
    assert_eq!(answered.status(), 303);
    location(&answered).to_owned()
}

fn a_user_sees_and_unlinks_their_own(pages: &Pages, providers: &ProvenIdentities) {
    let fields = [("email", "mara@example.org"), ("password", PASSWORD)];
    let signed_in = pages.visitor().post("/app/sign-in", &fields);
    let with_password = pages.visitor().with_cookie(cookie_of(&signed_in));
    let page = with_password.page(OWN);
    assert!(!page.contains("Single sign-on</h2>"), "{page}");
    providers.prove(identity(
        "subject-of-mara",
        "mara@example.org",
        &["hr-team"],
    ));
    let with_provider = sign_in(pages);
    for visitor in [&with_provider, &with_password] {
        let page = visitor.page(OWN);
        assert!(page.contains("Single sign-on</h2>"), "{page}");
        assert!(
            page.contains(ISSUER) && page.contains("subject-…"),
            "{page}"
        );
        assert!(!page.contains("subject-of-mara"), "{page}");
    }
    let other = [("action", "unlink"), ("issuer", "https://other.example")];
    let unknown = with_password.post(OWN, &other);
    assert_eq!(location(&unknown), format!("{OWN}?saved=not-linked"));
    assert_eq!(
        unlinked(&with_provider, OWN),
        format!("{OWN}?saved=unlinked")
    );
    assert_eq!(
        with_provider.get(OWN).status(),
        303,
        "the session has ended"
    );
    let page = with_password.page(&format!("{OWN}?saved=unlinked"));
    assert!(page.contains("is unlinked, and its sessions have ended"));
    assert!(!page.contains("Single sign-on</h2>"), "{page}");
}

fn an_admin_sees_and_unlinks_that_of_a_user(service: &Service, pages: &Pages, admin: &Visitor) {
    let user = sign_in(pages);
    assert!(admin.page(OF_MARA).contains("signs the user in"));
    let recruiter = pages.signed_in(service, "usr_recruiter");
    assert_eq!(recruiter.post(OF_MARA, &UNLINK).status(), 403);
    assert_eq!(user.get(OWN).status(), 200);
    let done = unlinked(admin, OF_MARA);
    assert_eq!(done, format!("{OF_MARA}?saved=unlinked"));
    assert_eq!(user.get(OWN).status(), 303);
    let again = unlinked(admin, OF_MARA);
    assert_eq!(again, format!("{OF_MARA}?saved=not-linked"));
    let log = admin.page("/app/settings/audit?operation=unlinkUserIdentity");
    assert!(
        log.contains("unlinked the account at the identity provider of"),
        "{log}"
    );
}

fn the_last_way_to_sign_in_stays(pages: &Pages, providers: &ProvenIdentities) {
    providers.prove(identity("sub-2", "grace@example.com", &["hr-team"]));
    let grace = sign_in(pages);
    let refused = grace.post(OWN, &UNLINK);
    assert_eq!(refused.status(), 409);
    let page = refused.text().unwrap();
    assert!(page.contains("This is the only way to sign in"), "{page}");
    assert!(page.contains("value=\"unlink\""), "it is still linked");
    assert_eq!(grace.get(OWN).status(), 200);
}

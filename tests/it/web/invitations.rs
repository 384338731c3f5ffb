//! Invitations, and the pages of links by which passwords are set, where the service sends no mail.

use reqwest::Method;
use reqwest::blocking::Response;
use shortlist_persistence::DatabaseUrl;

use super::requests::with_sandbox;
use super::visitor::{ADMIN, RECRUITER, STRANGER, Visitor, cookie_of, location};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};

const USERS: &str = "/app/settings/users";
const FORGOTTEN: &str = "/app/forgotten-password";
const PASSWORD: &str = "purple monkey dishwasher";

fn invite(visitor: &Visitor, email: &str) -> Response {
    let fields = [
        ("action", "invite"),
        ("name", "Mara <b>"),
        ("email", email),
        ("role", "Recruiter"),
    ];
    visitor.post(USERS, &fields)
}

/// Returns the address of the link on a page, without the address of the service.
fn link_on(page: &str) -> String {
    let (_, rest) = page.split_once("data-copy=\"").expect(page);
    let (link, _) = rest.split_once('"').unwrap();
    let link = link.replace("&#61;", "=").replace("&#x2f;", "/");
    let (_, path) = link.split_once("/app/link?token=").unwrap();
    format!("/app/link?token={path}")
}

fn token_of(link: &str) -> &str {
    link.split_once("token=").unwrap().1
}

/// Sends the form of a link.
fn set(visitor: &Visitor, link: &str, password: &str, again: &str) -> Response {
    let fields = [
        ("token", token_of(link)),
        ("new", password),
        ("again", again),
    ];
    visitor.post("/app/link", &fields)
}

/// Returns the identifier in the form that invites again.
fn invited_id(page: &str) -> String {
    let (_, rest) = page.split_once("name=\"invited\" value=\"").expect(page);
    rest.split('"').next().unwrap().to_owned()
}

fn check_closed(response: Response, status: u16, title: &str) {
    assert_eq!(response.status(), status, "{title}");
    let page = response.text().unwrap();
    assert!(page.contains(title), "{page}");
    assert!(page.contains("An Admin of your organization"), "{page}");
    assert!(!page.contains("type=\"password\""), "{page}");
}

/// Scanners of mails open links, also more than once.
fn opening_a_link_uses_nothing(guest: &Visitor, link: &str) {
    for _ in 0..2 {
        let opened = guest.get(link);
        assert_eq!(opened.status(), 200);
        assert_eq!(opened.headers()["referrer-policy"], "no-referrer");
        assert_eq!(opened.headers()["cache-control"], "no-store");
        let page = opened.text().unwrap();
        assert!(page.contains("mara@example.org"), "{page}");
        let loads_more = page.contains("https://") || page.contains("<script");
        assert!(!loads_more, "{page}");
    }
}

fn refused_passwords_can_be_typed_again(guest: &Visitor, link: &str) {
    for (password, again, problem) in [
        (
            "short",
            "short",
            "New password must have 12 to 512 characters",
        ),
        (PASSWORD, "purple", "The two new passwords differ"),
        ("mara@example.org", "mara@example.org", "too easy to guess"),
    ] {
        let refused = set(guest, link, password, again);
        assert_eq!(refused.status(), 400, "{problem}");
        let page = refused.text().unwrap();
        assert!(page.contains(problem), "{page}");
        assert!(page.contains("name=\"token\""), "{page}");
        assert!(!page.contains(PASSWORD), "{page}");
    }
}

fn a_user_is_invited_and_chooses_a_password(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let shown = invite(&admin, "mara@example.org");
    assert_eq!(shown.status(), 200);
    let page = shown.text().unwrap();
    assert!(page.contains(">Invited<"), "{page}");
    assert!(page.contains("Mara &#60;b&#62;"), "{page}");
    let link = link_on(&page);
    let users = admin.page(USERS);
    assert!(!users.contains("slal_"), "the link is shown once");
    assert!(users.contains(">Invite again<"), "{users}");
    let guest = Visitor::new(sandbox);
    opening_a_link_uses_nothing(&guest, &link);
    refused_passwords_can_be_typed_again(&guest, &link);
    let done = set(&guest, &link, PASSWORD, PASSWORD);
    assert_eq!(location(&done), "/app/sign-in?changed=set");
    let page = guest.page("/app/sign-in?changed=set");
    assert!(page.contains("Your password is set"), "{page}");
    let title = "This link was used";
    check_closed(guest.get(&link), 410, title);
    check_closed(set(&guest, &link, PASSWORD, PASSWORD), 410, title);
    let fields = [("email", "mara@example.org"), ("password", PASSWORD)];
    let signed_in = guest.post("/app/sign-in", &fields);
    assert_eq!(location(&signed_in), "/app");
    let mara = Visitor::new(sandbox).with_cookie(cookie_of(&signed_in));
    assert_eq!(mara.get("/app/jobs").status(), 200);
    assert!(!admin.page(USERS).contains(">Invite again<"));
}

fn an_invitation_is_sent_again(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let page = invite(&admin, "late@example.org").text().unwrap();
    let (first, user) = (link_on(&page), invited_id(&page));
    let again = |visitor: &Visitor| {
        let fields = [("invited", user.as_str()), ("action", "renew")];
        visitor.post(USERS, &fields)
    };
    let second = link_on(&again(&admin).text().unwrap());
    let guest = Visitor::new(sandbox);
    check_closed(guest.get(&first), 410, "This link was replaced");
    assert_eq!(guest.get(&second).status(), 200);
    assert_eq!(again(&Visitor::signed_in(sandbox, STRANGER)).status(), 404);
    assert_eq!(again(&Visitor::signed_in(sandbox, RECRUITER)).status(), 403);
    let deactivated = [
        ("user", user.as_str()),
        ("was.name", "Mara <b>"),
        ("was.role", "Recruiter"),
        ("was.active", "yes"),
        ("name", "Mara <b>"),
        ("role", "Recruiter"),
    ];
    assert_eq!(admin.post(USERS, &deactivated).status(), 303);
    check_closed(guest.get(&second), 410, "This account is deactivated");
    let refused = again(&admin);
    assert_eq!(refused.status(), 409);
    assert!(refused.text().unwrap().contains("can be invited again"));
}

fn what_was_typed_is_kept(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let taken = sandbox.user("Recruiter")["email"].as_str().unwrap();
    let refused = invite(&admin, taken);
    assert_eq!(refused.status(), 409);
    let page = refused.text().unwrap();
    assert!(page.contains("is already in use"), "{page}");
    assert_eq!(
        page.matches("value=\"Mara &#60;b&#62;\"").count(),
        1,
        "{page}"
    );
    let unknown = admin.post(USERS, &[("action", "nonsense")]);
    assert_eq!(unknown.status(), 400);
}

fn links_of_others_are_not_known(sandbox: &Sandbox) {
    let guest = Visitor::new(sandbox);
    let hex = "ab".repeat(32);
    for link in [
        "/app/link".to_owned(),
        "/app/link?token=%3Cscript%3E".to_owned(),
        format!(
            "/app/link?token=slal_{}_{hex}",
            sandbox.get("organizationId")
        ),
    ] {
        check_closed(guest.get(&link), 404, "This link is not known");
    }
    let other_site = guest
        .request(Method::POST, "/app/link")
        .header("sec-fetch-site", "cross-site")
        .header("content-type", "application/x-www-form-urlencoded")
        .body("token=x&new=a&again=a");
    assert_eq!(other_site.send().unwrap().status(), 403);
}

fn without_mail_an_admin_is_asked(sandbox: &Sandbox) {
    let guest = Visitor::new(sandbox);
    let page = guest.page("/app/sign-in");
    assert!(page.contains("Ask an Admin of your organization"), "{page}");
    assert!(!page.contains(FORGOTTEN), "{page}");
    let page = guest.page(FORGOTTEN);
    assert!(page.contains("This service sends no e-mail"), "{page}");
    let sent = guest.post(FORGOTTEN, &[("email", "nobody@example.org")]);
    assert!(
        sent.text()
            .unwrap()
            .contains("This service sends no e-mail")
    );
}

fn all(url: &DatabaseUrl) {
    with_sandbox(url, |sandbox| {
        a_user_is_invited_and_chooses_a_password(sandbox);
        an_invitation_is_sent_again(sandbox);
        what_was_typed_is_kept(sandbox);
        links_of_others_are_not_known(sandbox);
        without_mail_an_admin_is_asked(sandbox);
    });
}

#[test]
fn users_are_invited_on_sqlite() {
    on_sqlite(all);
}

#[test]
#[ignore = "long"]
fn users_are_invited_on_postgresql() {
    on_postgresql(all);
}

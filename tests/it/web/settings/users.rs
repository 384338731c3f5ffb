//! The page of users, and the page of the own password.

use crate::binary::program::Sandbox;
use crate::web::visitor::{ADMIN, STRANGER, Visitor, cookie_of, location};

pub(super) fn users_are_created_and_changed(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let users = "/app/settings/users";
    let new = |password| {
        let fields = [
            ("name", "Zed <b>"),
            ("email", "zed@example.org"),
            ("role", "Interviewer"),
            ("password", password),
        ];
        admin.post(users, &fields)
    };
    let refused = new("short");
    assert_eq!(refused.status(), 400);
    let page = refused.text().unwrap();
    assert!(page.contains("value=\"zed@example.org\"") && !page.contains("value=\"short\""));
    assert_eq!(
        location(&new("a long password")),
        "/app/settings/users?saved=created"
    );
    assert_eq!(new("a long password").status(), 409);
    let page = admin.page(users);
    let (before, _) = page
        .split_once("Change<span class=\"sr\"> Zed &#60;b&#62;")
        .unwrap();
    let id = before
        .rsplit("?user=")
        .next()
        .unwrap()
        .split('"')
        .next()
        .unwrap()
        .to_owned();
    assert!(
        admin
            .page(&format!("{users}?user={id}"))
            .contains("Zed &#60;b&#62;")
    );
    the_second_editor_is_told_what_changed(sandbox, &admin, &id);
}

fn the_second_editor_is_told_what_changed(sandbox: &Sandbox, admin: &Visitor, id: &str) {
    let users = "/app/settings/users";
    let shown = [
        ("user", id),
        ("was.name", "Zed <b>"),
        ("was.role", "Interviewer"),
        ("was.active", "yes"),
    ];
    let save = |more: &[(&str, &str)]| {
        let fields: Vec<_> = shown.iter().chain(more).copied().collect();
        admin.post(users, &fields)
    };
    let saved = save(&[("name", "Zed"), ("role", "Recruiter"), ("active", "1")]);
    assert_eq!(location(&saved), "/app/settings/users?saved=changed");
    // A second person had opened the same form before.
    let conflict = save(&[
        ("name", "Zedekiah"),
        ("role", "Interviewer"),
        ("active", "1"),
    ]);
    assert_eq!(conflict.status(), 409);
    let page = conflict.text().unwrap();
    assert!(
        page.contains("Someone else has changed this user since you opened this page"),
        "{page}"
    );
    assert!(
        page.contains("value=\"Zedekiah\""),
        "what was typed is kept"
    );
    let stranger = Visitor::signed_in(sandbox, STRANGER);
    let fields: Vec<_> = shown
        .iter()
        .chain(&[("name", "x"), ("role", "Admin")])
        .copied()
        .collect();
    assert_eq!(stranger.post(users, &fields).status(), 404);
    assert!(!stranger.page(users).contains("zed@example.org"));
}

/// A user who is deactivated while they write sees the sign-in page, which keeps the form.
pub(super) fn a_revoked_user_keeps_the_form(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    create_user(
        &admin,
        [
            ("name", "Leaver"),
            ("email", "leaver@example.org"),
            ("role", "Recruiter"),
        ],
    );
    let leaver = sign_in(sandbox, "leaver@example.org", "a long password");
    assert_eq!(leaver.get("/app/jobs/new").status(), 200);
    let page = admin.page("/app/settings/users");
    let (before, _) = page.split_once("Change<span class=\"sr\"> Leaver").unwrap();
    let id = before
        .rsplit("?user=")
        .next()
        .unwrap()
        .split('"')
        .next()
        .unwrap()
        .to_owned();
    let fields = [
        ("user", id.as_str()),
        ("was.name", "Leaver"),
        ("was.role", "Recruiter"),
        ("was.active", "yes"),
        ("name", "Leaver"),
        ("role", "Recruiter"),
    ];
    assert_eq!(admin.post("/app/settings/users", &fields).status(), 303);
    let kept = leaver.post("/app/jobs/new", &[("title", "A typed title")]);
    assert_eq!(kept.status(), 401);
    assert!(kept.text().unwrap().contains("A typed title"));
    assert_eq!(leaver.get("/app/jobs").status(), 303);
}

/// Creates a user with the password "a long password".
fn create_user(admin: &Visitor, [name, email, role]: [(&str, &str); 3]) {
    let fields = [name, email, role, ("password", "a long password")];
    assert_eq!(admin.post("/app/settings/users", &fields).status(), 303);
}

fn sign_in(sandbox: &Sandbox, email: &str, password: &str) -> Visitor {
    let visitor = Visitor::new(sandbox);
    let organization = sandbox.get("organizationId");
    let fields = [
        ("organization", organization),
        ("email", email),
        ("password", password),
    ];
    let response = visitor.post("/app/sign-in", &fields);
    assert_eq!(response.status(), 303, "{email}");
    let cookie = cookie_of(&response);
    visitor.with_cookie(cookie)
}

pub(super) fn a_password_is_changed(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    create_user(
        &admin,
        [
            ("name", "Typist"),
            ("email", "typist@example.org"),
            ("role", "Interviewer"),
        ],
    );
    let typist = sign_in(sandbox, "typist@example.org", "a long password");
    let change = |current, new, again| {
        let fields = [("current", current), ("new", new), ("again", again)];
        typist.post("/app/settings/password", &fields)
    };
    for (fields, problem) in [
        (
            ("a long password", "another password", "an other password"),
            "The two new passwords differ",
        ),
        (
            ("wrong", "another password", "another password"),
            "Current password is not your password",
        ),
        (
            ("a long password", "short", "short"),
            "New password must have 12 to 512 characters",
        ),
    ] {
        let refused = change(fields.0, fields.1, fields.2);
        assert_eq!(refused.status(), 400);
        let page = refused.text().unwrap();
        assert!(page.contains(problem), "{problem}: {page}");
    }
    let changed = change("a long password", " spaces count ", " spaces count ");
    assert_eq!(location(&changed), "/app/sign-in?changed=password");
    assert_eq!(typist.get("/app").status(), 303, "the session has ended");
    sign_in(sandbox, "typist@example.org", " spaces count ");
}

//! What forms never do: repeat a password, or do something that nobody asked for.

use shortlist_persistence::DatabaseUrl;

use super::requests::with_sandbox;
use super::visitor::{ADMIN, Visitor, first_link, location};
use crate::binary::program::Sandbox;
use crate::support::database::on_sqlite;

const SECRET: &str = "zebra lamp quilt 7";

/// The fields of a form.
type Form<'a> = &'a [(&'a str, &'a str)];

/// A form of passwords whose session has ended asks for them again.
fn an_expired_form_repeats_no_password(sandbox: &Sandbox) {
    let visitor = Visitor::new(sandbox);
    let forms: [(&str, Form<'_>, usize); 3] = [
        (
            "/app/settings/password",
            &[("current", SECRET), ("new", SECRET), ("again", SECRET)],
            3,
        ),
        (
            "/app/settings/users",
            &[("name", "Mara Example"), ("password", SECRET)],
            1,
        ),
        (
            "/app/settings/users",
            &[("name", "Mara Example"), ("password", "")],
            0,
        ),
    ];
    for (path, fields, passwords) in forms {
        let kept = visitor.post(path, fields);
        assert_eq!(kept.status(), 401);
        let page = kept.text().unwrap();
        assert!(page.contains("Your session has ended"), "{page}");
        assert!(!page.contains(SECRET), "{page}");
        let asked = page.matches("type=\"password\"").count();
        assert_eq!(asked, passwords, "{page}");
        let keeps_name = page.contains("Mara Example");
        assert_eq!(keeps_name, path.ends_with("users"), "{page}");
    }
}

/// No page of a refused form repeats a password either.
fn a_refused_form_repeats_no_password(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let weak = "123456789012";
    let forms: [(&str, Form<'_>); 3] = [
        (
            "/app/settings/password",
            &[("current", SECRET), ("new", SECRET), ("again", SECRET)],
        ),
        (
            "/app/settings/users",
            &[
                ("name", "Mara Example"),
                ("email", "mara@example.org"),
                ("role", "Recruiter"),
                ("password", weak),
            ],
        ),
        (
            "/app/sign-in",
            &[("email", "a@example.org"), ("password", SECRET)],
        ),
    ];
    for (path, fields) in forms {
        let refused = admin.post(path, fields);
        assert!([400, 401].contains(&refused.status().as_u16()), "{path}");
        let page = refused.text().unwrap();
        assert!(!page.contains(SECRET) && !page.contains(weak), "{page}");
        let is_weak = page.contains("Password is too easy to guess; use several random words");
        assert_eq!(is_weak, path.ends_with("users"), "{page}");
    }
}

/// Sends a form that its page does not offer, and checks that it says so.
fn check_unknown(visitor: &Visitor, path: &str, fields: &[(&str, &str)]) {
    let refused = visitor.post(path, fields);
    assert_eq!(refused.status(), 400, "{path} {fields:?}");
    let page = refused.text().unwrap();
    let problem = "The action is not offered on this page; load the page again";
    assert!(page.contains(problem), "{page}");
}

fn unknown_actions_change_nothing(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let webhooks = "/app/settings/webhooks";
    admin.post(webhooks, &[("url", "http://127.0.0.1:1/hook")]);
    let one = first_link(&admin.page(webhooks), "/app/settings/webhooks/whk_");
    for action in ["", "unknown", "Disable", "disable2"] {
        check_unknown(&admin, &one, &[("action", action)]);
        assert!(
            admin.page(&one).contains("value=\"disable\""),
            "it is enabled"
        );
    }
    check_unknown(&admin, &one, &[]);
    let keys = "/app/settings/keys";
    let before = admin.page(keys).matches("/app/settings/keys?key=").count();
    let fields = [
        ("action", "unknown"),
        ("name", "x"),
        ("days", "1"),
        ("permission.jobs:read", "1"),
    ];
    check_unknown(&admin, keys, &fields);
    let after = admin.page(keys).matches("/app/settings/keys?key=").count();
    assert_eq!(before, after, "no key is created");
    let retention = "/app/settings/retention";
    let set = admin.post(retention, &[("was", ""), ("days", "400")]);
    assert_eq!(location(&set), "/app/settings/retention?saved=retention");
    check_unknown(&admin, retention, &[("was", "400")]);
    assert!(admin.page(retention).contains("erased 400 days after"));
}

fn all(url: &DatabaseUrl) {
    with_sandbox(url, |sandbox| {
        an_expired_form_repeats_no_password(sandbox);
        a_refused_form_repeats_no_password(sandbox);
        unknown_actions_change_nothing(sandbox);
    });
}

#[test]
fn forms_repeat_no_password_and_do_only_what_is_asked() {
    on_sqlite(all);
}

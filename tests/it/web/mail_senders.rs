//! The page on which Admins choose the sender of mails.

use super::requests::with_sandbox;
use super::visitor::{ADMIN, RECRUITER, Visitor, location};
use crate::binary::program::Sandbox;
use crate::support::database::on_sqlite;

const PATH: &str = "/app/settings/mail/sender";

/// Returns the version of the sender that a page was opened with.
fn version(page: &str) -> String {
    let (_, was) = page.split_once("name=\"was\" value=\"").unwrap();
    was.split('"').next().unwrap().replace("&#38;", "&")
}

fn a_sender_is_saved_once(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let was = version(&admin.page(PATH));
    let fields = [
        ("was", was.as_str()),
        ("name", "Müller & Söhne"),
        ("replyTo", "answers@example.org"),
        ("language", "fr"),
    ];
    let saved = admin.post(PATH, &fields);
    assert_eq!(saved.status(), 303);
    let page = admin.page(location(&saved));
    for part in [
        "The sender is saved.",
        "value=\"Müller &#38; Söhne\"",
        "value=\"answers@example.org\"",
        "<option value=\"fr\" selected>French</option>",
        "Mails are from <bdi class=\"break\">Müller &#38; Söhne &#60;sandbox@example.org&#62;</bdi>",
        "It must end with example.org.",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let late = [("was", was.as_str()), ("name", "Another")];
    let refused = admin.post(PATH, &late);
    assert_eq!(refused.status(), 409);
    let page = refused.text().unwrap();
    for part in ["Someone else has changed the sender", "value=\"Another\""] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let again = [("was", version(&page)), ("name", "Another".to_owned())];
    let again = again
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    assert_eq!(admin.post(PATH, &again).status(), 303);
}

fn a_refused_sender_says_why(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let was = version(&admin.page(PATH));
    for (field, value, problem) in [
        (
            "name",
            "Ada\nBcc: eve@example.org",
            "Name must have 1 to 100 characters in one line",
        ),
        (
            "replyTo",
            "nobody",
            "Address for answers must be an e-mail address",
        ),
        (
            "emailAddress",
            "jobs@example.net",
            "E-mail address must end with a domain that the operator",
        ),
        ("language", "tlh", "Language must be one of"),
    ] {
        let refused = admin.post(PATH, &[("was", was.as_str()), (field, value)]);
        assert_eq!(refused.status(), 400, "{field}");
        let page = refused.text().unwrap();
        assert!(page.contains(problem), "{problem}: {page}");
    }
    assert_eq!(version(&admin.page(PATH)), was, "nothing is stored");
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    assert_eq!(recruiter.get(PATH).status(), 403);
    assert_eq!(recruiter.post(PATH, &[("name", "Mine")]).status(), 403);
}

#[test]
fn a_sender_is_chosen_on_a_page() {
    on_sqlite(|url| {
        with_sandbox(url, |sandbox| {
            a_sender_is_saved_once(sandbox);
            a_refused_sender_says_why(sandbox);
        });
    });
}

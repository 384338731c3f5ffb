//! The settings of webhooks, without a browser.

use std::time::{Duration, Instant};

use shortlist_persistence::DatabaseUrl;

use super::requests::with_sandbox;
use super::visitor::{ADMIN, INTERVIEWER, RECRUITER, STRANGER, Visitor, first_link, location};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};
use crate::webhooks::receiver::{Answer, Receiver};

const PATH: &str = "/app/settings/webhooks";

/// Creates a webhook, and returns its page.
fn create(admin: &Visitor, url: &str) -> String {
    let fields = [
        ("url", url),
        ("event.job.created", "1"),
        ("description", "HR <b>"),
    ];
    let created = admin.post(PATH, &fields);
    assert_eq!(created.status(), 200);
    let text = created.text().unwrap();
    assert!(text.contains("value=\"whsec_"), "{text}");
    assert!(text.contains("HR &#60;b&#62;"), "{text}");
    first_link(&text, "/app/settings/webhooks/whk_")
}

/// Loads a page until it contains a text.
fn wait_for(admin: &Visitor, path: &str, wanted: &str) -> String {
    let began = Instant::now();
    loop {
        let page = admin.page(path);
        if page.contains(wanted) {
            return page;
        }
        assert!(
            began.elapsed() < Duration::from_secs(30),
            "{wanted}: {page}"
        );
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn a_webhook_is_created_tested_and_deleted(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    assert!(admin.page(PATH).contains("There are no webhooks yet"));
    let receiver = Receiver::confirming();
    let one = create(&admin, &receiver.url);
    assert!(
        !admin.page(PATH).contains("whsec_"),
        "a secret is shown once"
    );
    let act = |fields: &[(&str, &str)]| {
        let done = admin.post(&one, fields);
        assert_eq!(done.status(), 303, "{fields:?}");
        admin.page(location(&done))
    };
    assert!(act(&[("action", "ping")]).contains("The test event is on its way"));
    let page = wait_for(&admin, &one, "status 204");
    assert!(page.contains("<code>webhook.ping</code>"), "{page}");
    let sequence = page.split("name=\"sequence\" value=\"").nth(1).unwrap();
    let sequence = sequence.split('"').next().unwrap();
    assert!(act(&[("action", "replay"), ("sequence", sequence)]).contains("is sent again"));
    receiver.wait_for(2);
    assert!(act(&[("action", "disable")]).contains("Disabled: by a user"));
    assert!(act(&[("action", "enable")]).contains("The webhook is enabled"));
    let rotated = admin.post(&one, &[("action", "rotate"), ("overlap", "1")]);
    assert!(rotated.text().unwrap().contains("value=\"whsec_"));
    let refused = admin.post(&one, &[("action", "rotate"), ("overlap", "many")]);
    assert_eq!(refused.status(), 400);
    assert!(refused.text().unwrap().contains("must be a whole number"));
    let old = admin.post(
        &one,
        &[("action", "replay-since"), ("since", "2020-01-01T00:00")],
    );
    assert!(old.text().unwrap().contains("within the last 30 days"));
    assert!(act(&[("action", "delete")]).contains("The webhook is deleted"));
    assert_eq!(admin.get(&one).status(), 404);
}

fn a_response_is_shown_as_text(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let hostile = "500 Internal Server Error\r\nx-a: b\r\n\r\n<script>alert(1)</script>";
    let receiver = Receiver::start(Answer::Status(hostile));
    let one = create(&admin, &receiver.url);
    admin.post(&one, &[("action", "ping")]);
    let page = wait_for(&admin, &one, "500 Internal Server Error");
    assert!(page.contains("&#60;script&#62;alert(1)"), "{page}");
    assert!(!page.contains("<script>alert"), "{page}");
}

fn webhooks_are_for_administrators_of_the_organization(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let one = create(&admin, "http://127.0.0.1:1/hook");
    for other in [RECRUITER, INTERVIEWER] {
        let other = Visitor::signed_in(sandbox, other);
        for path in [PATH, &one] {
            assert_eq!(other.get(path).status(), 403, "{path}");
            assert_eq!(
                other.post(path, &[("action", "ping")]).status(),
                403,
                "{path}"
            );
        }
    }
    let stranger = Visitor::signed_in(sandbox, STRANGER);
    let foreign = stranger.get(&one);
    assert_ne!(foreign.status(), 200);
    assert!(!foreign.text().unwrap().contains("127.0.0.1:1"));
    for url in [
        "http://10.0.0.1/",
        "https://user:secret@example.org/",
        "ftp://example.org/",
    ] {
        let refused = admin.post(PATH, &[("url", url)]);
        assert_eq!(refused.status(), 400, "{url}");
        assert!(refused.text().unwrap().contains("role=\"alert\""), "{url}");
    }
}

fn all(url: &DatabaseUrl) {
    with_sandbox(url, |sandbox| {
        a_webhook_is_created_tested_and_deleted(sandbox);
        a_response_is_shown_as_text(sandbox);
        webhooks_are_for_administrators_of_the_organization(sandbox);
    });
}

#[test]
fn webhooks_have_a_page_on_sqlite() {
    on_sqlite(all);
}

#[test]
#[ignore = "long"]
fn webhooks_have_a_page_on_postgresql() {
    on_postgresql(all);
}

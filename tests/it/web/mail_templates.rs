//! The pages on which Admins read and edit the texts of mails.

use super::requests::{job_and_candidate, with_sandbox};
use super::visitor::{ADMIN, INTERVIEWER, RECRUITER, Visitor, location};
use crate::binary::program::Sandbox;
use crate::support::database::on_sqlite;

const LIST: &str = "/app/settings/mail/templates";
const PATH: &str = "/app/settings/mail/templates/rejected.de";
const BODY: &str = "Hallo {{candidate_name}},\n\nleider **nein**.";

/// Sends the form with an action, and returns the status and the page.
fn send(visitor: &Visitor, action: &str, body: &str, candidate: &str) -> (u16, String) {
    let fields = [
        ("action", action),
        ("subject", "Zur Stelle {{job_title}}"),
        ("body", body),
        ("candidate", candidate),
    ];
    let answer = visitor.post(PATH, &fields);
    (answer.status().as_u16(), answer.text().unwrap())
}

fn others_see_nothing(sandbox: &Sandbox) {
    for other in [RECRUITER, INTERVIEWER] {
        let other = Visitor::signed_in(sandbox, other);
        for path in [LIST, PATH] {
            assert_eq!(other.get(path).status(), 403);
        }
        for action in ["preview", "save", "reset"] {
            assert_eq!(send(&other, action, BODY, "").0, 403);
        }
    }
}

fn a_preview_stores_nothing(admin: &Visitor, candidate: &str) {
    let (status, invented) = send(admin, "preview", BODY, "");
    assert_eq!(status, 200);
    for part in [
        "Zur Stelle Gardener",
        "leider nein.",
        "<iframe class=\"mail\" sandbox srcdoc=\"&#60;!doctype html",
        "leider &#60;strong&#62;nein",
        "Hallo Ada Example,",
    ] {
        assert!(invented.contains(part), "{part}: {invented}");
    }
    let (status, real) = send(admin, "preview", BODY, candidate);
    assert_eq!(status, 200);
    assert!(
        real.contains("Zur Stelle Senior Backend Engineer"),
        "{real}"
    );
    assert!(!real.contains("Hallo Ada Example,"), "{real}");
    let (status, nobody) = send(admin, "preview", BODY, "cnd_nobody");
    assert_eq!(status, 400);
    assert!(
        nobody.contains("leider **nein**"),
        "nothing typed is lost: {nobody}"
    );
    let (status, refused) = send(admin, "save", "{{gehalt}} <i>", "");
    assert_eq!(status, 400);
    for part in ["{{gehalt}}", "it has {{candidate_name}}, {{job_title}}"] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
    assert!(
        admin
            .page(PATH)
            .contains("This is the text that is shipped.")
    );
}

fn a_text_is_saved_once_and_reset(admin: &Visitor) {
    let fields = [("action", "save"), ("subject", "Nein"), ("body", BODY)];
    let saved = admin.post(PATH, &fields);
    assert_eq!(saved.status(), 303);
    let page = admin.page(location(&saved));
    for part in ["The text is saved.", "value=\"Nein\"", "Changed 20"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert_eq!(admin.page(LIST).matches(">Changed 20").count(), 1);
    // This form was shown before the text was changed.
    let other = [("action", "save"), ("subject", "Doch"), ("body", BODY)];
    let refused = admin.post(PATH, &other);
    assert_eq!(refused.status(), 409);
    let refused = refused.text().unwrap();
    for part in [
        "Someone else has changed this text",
        "value=\"Doch\"",
        "Stored now:",
    ] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
    let outdated = admin.post(PATH, &[("action", "reset"), ("was", "")]);
    assert_eq!(outdated.status(), 409);
    let outdated = outdated.text().unwrap();
    for part in ["so it was not reset", "value=\"Nein\"", "Changed 20"] {
        assert!(outdated.contains(part), "{part}: {outdated}");
    }
    let (_, was) = page.split_once("name=\"was\" value=\"").unwrap();
    let (was, _) = was.split_once('"').unwrap();
    let reset = admin.post(PATH, &[("action", "reset"), ("was", was)]);
    assert_eq!(reset.status(), 303);
    assert!(!admin.page(LIST).contains(">Changed 20"));
}

#[test]
fn an_admin_changes_what_a_mail_says() {
    on_sqlite(|url| {
        with_sandbox(url, |sandbox| {
            others_see_nothing(sandbox);
            let (_, candidate) = job_and_candidate(&Visitor::signed_in(sandbox, RECRUITER));
            let candidate = candidate.trim_start_matches("/app/candidates/");
            let candidate = candidate.split('?').next().unwrap();
            let admin = Visitor::signed_in(sandbox, ADMIN);
            let list = admin.page(LIST);
            assert!(list.contains(&format!("href=\"{PATH}\"")), "{list}");
            assert!(list.contains("Rejection, to the candidate"), "{list}");
            let page = admin.page(PATH);
            for part in [
                "Placeholders of this mail",
                "<code>{{organization_name}}</code>",
            ] {
                assert!(page.contains(part), "{part}: {page}");
            }
            assert_eq!(admin.get(&format!("{LIST}/rejected.it")).status(), 404);
            a_preview_stores_nothing(&admin, candidate);
            a_text_is_saved_once_and_reset(&admin);
        });
    });
}

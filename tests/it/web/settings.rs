//! The settings: keys, users, passwords, retention, the audit log and the status of the service.

mod mail_preferences;
mod sessions;
mod users;

use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::blind::blind_job;
use super::browser::{Browser, Scripts};
use super::ranking::ids;
use super::rejections::job_with_candidates;
use super::requests::{job_and_candidate, with_sandbox};
use super::visitor::{ADMIN, INTERVIEWER, RECRUITER, STRANGER, Visitor, location};
use crate::binary::program::Sandbox;
use crate::interface::blind_review::{lines, secrets_in};
use crate::support::database::{self, on_postgresql, on_sqlite};
use crate::support::resumes::docx_of;

const ADMIN_PAGES: [&str; 10] = [
    "keys",
    "users",
    "integrations",
    "access",
    "stages",
    "candidates",
    "retention",
    "audit",
    "mail",
    "service",
];
const HOSTILE: &str = "<script>alert(1)</script>\u{202e}";

/// Returns what is between two texts of a page.
fn between<'a>(page: &'a str, before: &str, after: &str) -> &'a str {
    let (_, rest) = page
        .split_once(before)
        .unwrap_or_else(|| panic!("{before} in {page}"));
    rest.split_once(after).unwrap().0
}

fn only_admins_open_the_settings(sandbox: &Sandbox) {
    for demo in [RECRUITER, INTERVIEWER] {
        let visitor = Visitor::signed_in(sandbox, demo);
        assert_eq!(
            location(&visitor.get("/app/settings")),
            "/app/settings/password"
        );
        for page in ADMIN_PAGES {
            let path = format!("/app/settings/{page}");
            assert_eq!(visitor.get(&path).status(), 403, "{path}");
            if page != "service" {
                assert_eq!(
                    visitor.post(&path, &[("days", "1"), ("was", "")]).status(),
                    403
                );
            }
        }
        assert!(
            visitor
                .page("/app/settings/password")
                .contains("Change your password")
        );
    }
    let admin = Visitor::signed_in(sandbox, ADMIN);
    assert_eq!(location(&admin.get("/app/settings")), "/app/settings/keys");
    for page in ADMIN_PAGES {
        admin.page(&format!("/app/settings/{page}"));
    }
}

fn keys_are_created_rotated_and_revoked(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let keys = "/app/settings/keys";
    let refused = admin.post(keys, &[("name", HOSTILE), ("days", "90")]);
    assert_eq!(refused.status(), 400);
    let page = refused.text().unwrap();
    assert!(
        page.contains("Permissions must name at least one permission."),
        "{page}"
    );
    assert!(!page.contains("<script>alert"));
    let fields = [
        ("name", HOSTILE),
        ("days", "10"),
        ("permission.jobs:read", "1"),
    ];
    let created = admin.post(keys, &fields);
    assert_eq!(created.status(), 200);
    let page = created.text().unwrap();
    let secret = between(&page, "class=\"secret\" value=\"", "\"").to_owned();
    assert!(secret.starts_with("sl_test_"), "{secret}");
    let page = admin.page(keys);
    assert!(!page.contains(&secret), "the secret is shown once");
    assert!(page.contains("Expires soon") && page.contains("&#60;script&#62;"));
    let key = between(&page, "/app/settings/keys?key=", "\"").to_owned();
    let form = admin.page(&format!("{keys}?key={key}"));
    assert!(form.contains("Rotate the key") && form.contains("Revoke the key"));
    let rotate = [
        ("action", "rotate"),
        ("key", key.as_str()),
        ("overlap", "nine"),
    ];
    assert_eq!(admin.post(keys, &rotate).status(), 400);
    let rotate = [
        ("action", "rotate"),
        ("key", key.as_str()),
        ("overlap", "24"),
    ];
    let rotated = admin.post(keys, &rotate).text().unwrap();
    let second = between(&rotated, "class=\"secret\" value=\"", "\"").to_owned();
    assert_ne!(second, secret);
    assert!(rotated.contains("Being replaced"));
    a_stranger_does_nothing_with(sandbox, &key);
    let revoke = [("action", "revoke"), ("key", key.as_str())];
    assert_eq!(
        location(&admin.post(keys, &revoke)),
        "/app/settings/keys?saved=revoked"
    );
    assert!(
        admin
            .page("/app/settings/keys?saved=revoked")
            .contains("Revoked")
    );
}

fn a_stranger_does_nothing_with(sandbox: &Sandbox, key: &str) {
    let keys = "/app/settings/keys";
    let stranger = Visitor::signed_in(sandbox, STRANGER);
    for action in ["rotate", "revoke"] {
        let fields = [("action", action), ("key", key), ("overlap", "1")];
        assert_eq!(stranger.post(keys, &fields).status(), 404, "{action}");
    }
    assert!(
        !stranger
            .page(&format!("{keys}?key={key}"))
            .contains("Revoke the key")
    );
}

fn reasons_and_fields(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let settings = "/app/settings/candidates";
    assert!(admin.page(settings).contains("No reasons are listed"));
    let reasons = [
        ("was", ""),
        ("reasons", "Salary\r\n\r\n Missing <licence> \r\n"),
        ("required", "1"),
    ];
    assert_eq!(
        location(&admin.post(settings, &reasons)),
        "/app/settings/candidates?saved=reasons"
    );
    let page = admin.page(settings);
    assert!(page.contains("Salary\nMissing &#60;licence&#62;"), "{page}");
    let late = admin.post(settings, &[("was", ""), ("reasons", "Mine")]);
    assert_eq!(late.status(), 409);
    let page = late.text().unwrap();
    assert!(page.contains("Someone else has changed the reasons") && page.contains("Mine"));
    let field = |more: &[(&'static str, &'static str)]| {
        let new = [("field", "notice"), ("label", "Notice <period>")];
        admin.post(settings, &[&new, more].concat())
    };
    let refused = field(&[("kind", "Choice"), ("options", "")]);
    assert_eq!(refused.status(), 400);
    let page = refused.text().unwrap();
    assert!(page.contains("needs 1 to 100 options"), "{page}");
    assert!(page.contains("value=\"Notice &#60;period&#62;\""), "{page}");
    let created = field(&[("kind", "Choice"), ("options", "Month\r\nQuarter")]);
    assert_eq!(location(&created), "/app/settings/candidates?saved=field");
    assert!(admin.page(settings).contains("Month, Quarter"));
    values_of_fields(sandbox);
    let archived = field(&[
        ("kind", "Choice"),
        ("options", "Month\nQuarter"),
        ("archived", "1"),
    ]);
    assert_eq!(archived.status(), 303);
    let page = admin.page(&format!("{settings}?field=notice"));
    assert!(page.contains("Change the field notice") && page.contains("Archived"));
    let stranger = Visitor::signed_in(sandbox, STRANGER);
    assert!(!stranger.page(settings).contains("Notice &#60;"));
}

/// Writes a value on the page of a candidate, and checks what another writer meanwhile keeps.
fn values_of_fields(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, candidate) = job_and_candidate(&recruiter);
    let page = recruiter.page(&candidate);
    assert!(page.contains("Notice &#60;period&#62;") && page.contains("name=\"field.notice\""));
    let save = |was: &str, value: &str| {
        let fields = [("was.notice", was), ("field.notice", value)];
        recruiter.post(&format!("{candidate}/fields"), &fields)
    };
    assert!(location(&save("", "Quarter")).ends_with("?saved=fields#fields"));
    let chosen = "<option value=\"Quarter\" selected>";
    assert!(recruiter.page(&candidate).contains(chosen));
    let refused = save("Quarter", "Decade");
    assert_eq!(refused.status(), 400);
    assert_eq!(save("Month", "Month").status(), 303, "nothing was changed");
    assert!(recruiter.page(&candidate).contains(chosen));
    let found = recruiter.page(&format!("{job}?field.notice=Quarter"));
    assert_eq!(found.matches("<tr data-row>").count(), 1);
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    let path = format!("{candidate}/fields");
    let fields = [("was.notice", ""), ("field.notice", "Month")];
    assert!(interviewer.post(&path, &fields).status().is_client_error());
}

fn retention_and_holds(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let retention = "/app/settings/retention";
    assert!(admin.page(retention).contains("All candidates are kept."));
    assert_eq!(
        admin
            .post(retention, &[("was", ""), ("days", "0")])
            .status(),
        400
    );
    let saved = admin.post(retention, &[("was", ""), ("days", "3000")]);
    assert_eq!(location(&saved), "/app/settings/retention?saved=retention");
    assert!(
        admin
            .page(retention)
            .contains("erased 3000 days after the last contact")
    );
    let conflict = admin.post(retention, &[("was", ""), ("days", "1000")]);
    assert_eq!(conflict.status(), 409);
    let page = conflict.text().unwrap();
    assert!(
        page.contains("from keeping all candidates to 3000 days")
            && page.contains("value=\"1000\"")
    );
    let (_, candidate) = job_and_candidate(&Visitor::signed_in(sandbox, RECRUITER));
    let id = candidate.rsplit('/').next().unwrap();
    let hold = admin.post(&format!("{candidate}/hold"), &[("hold", "A <lawsuit>")]);
    assert_eq!(hold.status(), 303);
    assert!(admin.page(retention).contains("A &#60;lawsuit&#62;"));
    let stranger = Visitor::signed_in(sandbox, STRANGER);
    assert_eq!(stranger.post(retention, &[("lift", id)]).status(), 404);
    assert_eq!(admin.post(retention, &[("lift", id)]).status(), 303);
    assert!(
        admin
            .page(retention)
            .contains("No candidate is under a legal hold")
    );
}

/// Makes candidates as old as if nobody had touched them since 2020.
fn age(url: &DatabaseUrl, candidates: &[&str]) {
    let ids: Vec<String> = candidates.iter().map(|id| format!("'{id}'")).collect();
    let statement = format!(
        "UPDATE candidates SET created_at = '2020-01-01 00:00:00', updated_at = '2020-01-01 00:00:00', contacted_at = NULL \
         WHERE id IN ({})",
        ids.join(", ")
    );
    database::change(url, &statement);
}

/// A period that would erase somebody is saved only after the page has said who that is.
fn a_new_period_shows_whom_it_would_erase(sandbox: &Sandbox, url: &DatabaseUrl) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let job = job_with_candidates(&recruiter);
    let known = ids(&recruiter.page(&job)).swap_remove(0);
    let (_, masked) = blind_job(&recruiter, "Blind welder", docx_of(&lines()));
    let masked = masked.rsplit('/').next().unwrap();
    age(url, &[&known, masked]);
    let retention = "/app/settings/retention";
    let fields = [("was", "3000"), ("days", "1000")];
    let seen_before = admin.post(retention, &[("was", "2000"), fields[1]]);
    assert_eq!(seen_before.status(), 409, "another period was seen");
    let page = seen_before.text().unwrap();
    assert!(page.contains("from 2000 days to 3000 days"), "{page}");
    let asked = admin.post(retention, &fields);
    assert_eq!(asked.status(), 200);
    let page = asked.text().unwrap();
    let sentence = "With 1000 days, the next run would erase 2 candidates.";
    assert!(page.contains(sentence), "{page}");
    let (_, list) = page.split_once(sentence).unwrap();
    let (list, _) = list.split_once("</ul>").unwrap();
    assert!(list.contains(&known) && list.contains(masked) && list.contains("<bdi>CAN-"));
    assert!(
        secrets_in(&page).is_empty(),
        "blind candidates have a code only"
    );
    let stored = admin.page(retention);
    assert!(
        stored.contains("erased 3000 days after the last contact"),
        "nothing is saved yet"
    );
    assert!(stored.contains("The next run would erase nobody."));
    let other = [("was", "3000"), ("days", "900"), ("confirmed", "1000")];
    assert_eq!(
        admin.post(retention, &other).status(),
        200,
        "another number is another question"
    );
    let confirmed = [fields[0], fields[1], ("confirmed", "1000")];
    assert_eq!(admin.post(retention, &confirmed).status(), 303);
    assert!(
        admin
            .page(retention)
            .contains("The next run would erase 2 candidates.")
    );
    let keep = [("was", "1000"), ("days", "")];
    assert_eq!(admin.post(retention, &keep).status(), 303);
    assert!(!admin.page(retention).contains("The next run"));
}

fn the_log_is_filtered_and_verified(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let log = "/app/settings/audit";
    assert!(admin.page(log).contains("webSignIn"));
    let keys = admin.page(&format!("{log}?operation=createApiKey"));
    let rows = keys.split_once("<tbody>").unwrap().1;
    assert!(rows.contains("createApiKey") && !rows.contains("webSignIn"));
    assert!(rows.contains("created an API key") && keys.contains(">Create API key</option>"));
    let imports = keys.matches("value=\"importSelfIdentification\"");
    assert_eq!(imports.count(), 1);
    let changed = admin.page(&format!("{log}?operation=setRetentionPolicy"));
    assert!(changed.contains("<code>setRetentionPolicy</code>"));
    for hostile in [
        "?candidate=%3Cscript%3Ealert(1)%3C/script%3E",
        "?from=yesterday",
        "?user=%3Cb%3E",
    ] {
        let response = admin.get(&format!("{log}{hostile}"));
        assert_eq!(response.status(), 400, "{hostile}");
        let page = response.text().unwrap();
        assert!(page.contains("class=\"problem\"") && !page.contains("<script>alert"));
    }
    assert!(
        admin
            .page(&format!("{log}?from=2999-01-01T00:00"))
            .contains("No entry matches")
    );
    assert_eq!(admin.get(&format!("{log}?page=99999")).status(), 200);
    let verified = admin.post(log, &[]).text().unwrap();
    assert!(
        verified.contains("rows of the log are unchanged"),
        "{verified}"
    );
    let stranger = Visitor::signed_in(sandbox, STRANGER);
    assert!(
        !stranger
            .page(log)
            .contains("<code>setRetentionPolicy</code>")
    );
}

fn all(url: &DatabaseUrl) {
    with_sandbox(url, |sandbox| {
        only_admins_open_the_settings(sandbox);
        keys_are_created_rotated_and_revoked(sandbox);
        users::users_are_created_and_changed(sandbox);
        users::a_revoked_user_keeps_the_form(sandbox);
        users::a_password_is_changed(sandbox);
        sessions::sessions_are_listed_and_ended(sandbox);
        sessions::an_admin_ends_the_sessions_of_a_user(sandbox);
        mail_preferences::users_choose_their_mails(sandbox);
        reasons_and_fields(sandbox);
        retention_and_holds(sandbox);
        a_new_period_shows_whom_it_would_erase(sandbox, url);
        the_log_is_filtered_and_verified(sandbox);
    });
}

#[test]
fn settings_are_changed_on_sqlite() {
    on_sqlite(all);
}

#[test]
#[ignore = "long"]
fn settings_are_changed_on_postgresql() {
    on_postgresql(all);
}

/// Creates a key in a browser by keyboard alone, with and without scripts.
fn create_a_key(scripts: Scripts) {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), scripts) else {
        return;
    };
    browser.open("/");
    browser.click("button[name=demo][value='0']");
    browser.wait("the start page", || browser.has("tbody"));
    browser.open("/app/settings");
    browser.wait("the keys", || browser.has("input[name=name]"));
    // Tab leads from the name over the days to the first permission; Enter sends the form.
    browser.click("input[name=name]");
    browser.press("Career site\u{e004}\u{e004} \u{e007}");
    browser.wait("the secret", || browser.has(".secret"));
    assert!(browser.text("#issued-title").contains("Career site"));
    // Only a script can copy, so only a script shows the button.
    let is_shown = browser.has("button[data-copy]:not([hidden])");
    assert_eq!(is_shown, matches!(scripts, Scripts::On));
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

#[test]
fn a_key_is_created_by_keyboard() {
    create_a_key(Scripts::On);
}

#[test]
fn a_key_is_created_without_scripts() {
    create_a_key(Scripts::Off);
}

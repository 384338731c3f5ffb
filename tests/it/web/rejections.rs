//! Rejecting several candidates: in a few steps, with a preview, and with an undo that says who could not be returned.

use reqwest::Method;
use reqwest::blocking::multipart::Form;
use serde_json::json;
use tempfile::TempDir;

use super::accessibility::check_present;
use super::browser::{Browser, Scripts};
use super::mail::with_mails_to_candidates;
use super::ranking::ids;
use super::requests::{job_and_candidate, with_sandbox};
use super::screenshots::keep;
use super::visitor::{ADMIN, RECRUITER, Visitor, location};
use crate::binary::program::Sandbox;
use crate::binary::server::with_organization;
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::mail_server::MailServer;
use crate::support::resumes::{docx, docx_of};
use crate::support::service::file;

/// The number of candidates of the job.
const CANDIDATES: usize = 12;
/// The most actions that rejecting ten of them takes.
const MOST_ACTIONS: usize = 4;

/// Creates a job with candidates, and returns its path.
pub(super) fn job_with_candidates(recruiter: &Visitor) -> String {
    let fields = [
        ("title", "Fleet planner"),
        ("description", "Required: SAP and Excel."),
    ];
    let created = recruiter.post("/app/jobs/new", &fields);
    let job = location(&created).to_owned();
    let names = (0..CANDIDATES).map(|number| {
        let letter = char::from(b'A' + u8::try_from(number).unwrap());
        format!(
            "{letter}nna Example{}",
            "abcdefghijkl".get(..=number).unwrap()
        )
    });
    let resume = |form: Form, name: String| {
        let address = format!("{}@example.org", name.to_lowercase().replace(' ', "."));
        let lines = [&name, &address, "Skills", "SAP, Excel, Routing"];
        let bytes = docx_of(&lines);
        form.part("files", file(&format!("{name}.docx"), bytes))
    };
    let form = names.fold(Form::new(), resume);
    let uploaded = recruiter
        .request(Method::POST, &format!("{job}/upload"))
        .header("sec-fetch-site", "same-origin")
        .multipart(form)
        .send()
        .unwrap();
    assert_eq!(uploaded.status(), 200);
    assert_eq!(ids(&recruiter.page(&job)).len(), CANDIDATES);
    job
}

/// A browser that counts what its user does.
struct Counted<'a> {
    browser: &'a Browser,
    actions: usize,
}

impl Counted<'_> {
    fn click(&mut self, css: &str) {
        self.browser.click(css);
        self.actions += 1;
    }

    fn click_with_shift(&mut self, css: &str) {
        self.browser.click_with_shift(css);
        self.actions += 1;
    }
}

#[test]
fn ten_candidates_are_rejected_with_a_reason_in_four_actions_and_returned_in_one() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let recruiter = Visitor::signed_in(&sandbox, RECRUITER);
    let job = job_with_candidates(&recruiter);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    browser.sign_in(RECRUITER);
    browser.open(&job);
    let mut user = Counted {
        browser: &browser,
        actions: 0,
    };
    user.click("tbody tr:nth-child(1) .select input");
    user.click_with_shift("tbody tr:nth-child(10) .select input");
    browser.wait_for_text("10 candidates selected");
    user.click("#bulk-bar button[name=reject]");
    browser.wait_for_text("Reject 10 candidates?");
    browser.wait_for_text("They are now: 10 New.");
    keep(&browser, "reject");
    check_present(&browser, "the preview of a rejection", &["light", "dark"]);
    user.click(".reasons button[value='Others fit better']");
    browser.wait_for_text("10 candidates were rejected.");
    keep(&browser, "rejected");
    assert!(user.actions <= MOST_ACTIONS, "{} actions", user.actions);
    let rejected = recruiter.page(&format!("{job}?status=Rejected"));
    assert_eq!(ids(&rejected).len(), 10);
    assert!(rejected.contains("Others fit better"));
    let colleague = Visitor::signed_in(&sandbox, ADMIN);
    let changed = &ids(&rejected)[0];
    let hire = [("status", "Hired")];
    let hired = colleague.post(&format!("/app/candidates/{changed}"), &hire);
    assert_eq!(hired.status(), 303);
    user.click(".undo button");
    browser.wait_for_text("9 candidates are as before. 1 could not be returned");
    keep(&browser, "undone");
    check_present(&browser, "the ranking after an undo", &["light", "dark"]);
    assert_eq!(ids(&recruiter.page(&format!("{job}?status=New"))).len(), 11);
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

#[test]
fn candidates_are_rejected_by_keyboard() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let recruiter = Visitor::signed_in(&sandbox, RECRUITER);
    let job = job_with_candidates(&recruiter);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    browser.sign_in(RECRUITER);
    browser.open(&job);
    browser.wait("the ranking", || browser.has("table.ranking"));
    browser.press_with_alt_shift("j");
    browser.press("xjjX");
    browser.wait_for_text("3 candidates selected");
    browser.press("r");
    browser.wait_for_text("Reject 3 candidates?");
    browser.wait("the focus", || {
        browser.run("return document.activeElement.id") == "confirm"
    });
    browser.press("1");
    browser.wait_for_text("3 candidates were rejected.");
    browser.press_with_alt_shift("j");
    browser.press("r");
    browser.wait_for_text("Nobody can be rejected");
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

/// Returns the fields that select candidates.
fn selection(ids: &[String]) -> Vec<String> {
    ids.iter().map(|id| format!("c.{id}")).collect()
}

fn the_preview_leaves_out_whoever_has_an_outcome(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let job = job_with_candidates(&recruiter);
    let bulk = format!("{job}/bulk");
    let all = ids(&recruiter.page(&job));
    let candidate = |number: usize| format!("/app/candidates/{}", all[number]);
    for (number, status) in [(0, "Hired"), (1, "Withdrawn"), (2, "Active")] {
        let fields = [("status", status)];
        assert_eq!(recruiter.post(&candidate(number), &fields).status(), 303);
    }
    let erase = [("reason", "on request"), ("confirmed", "1")];
    let erased = recruiter.post(&format!("{}/erase", candidate(3)), &erase);
    assert_eq!(erased.status(), 303);
    let names = selection(&all[..6]);
    let mut fields: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "1")).collect();
    fields.push(("reject", "1"));
    let page = recruiter.post(&bulk, &fields).text().unwrap();
    assert!(page.contains("Reject 3 candidates?"), "{page}");
    assert!(page.contains("They are now: 2 New, 1 Active."));
    assert!(page.contains("is hired;") && page.contains("has withdrawn"));
    assert!(page.contains("1 of your selection does not exist any more."));
    let hidden = |id: &String| page.contains(&format!("type=\"hidden\" name=\"c.{id}\""));
    assert!(!hidden(&all[0]) && !hidden(&all[1]) && hidden(&all[2]));
    assert_eq!(
        ids(&recruiter.page(&format!("{job}?status=Rejected"))).len(),
        0,
        "nothing is changed yet"
    );
    let typed = [("typed", "1"), ("confirmed", "1")];
    let refused = recruiter.post(&bulk, &[fields.as_slice(), &typed].concat());
    assert_eq!(refused.status(), 400);
    assert!(
        refused
            .text()
            .unwrap()
            .contains("choose one, or write your own")
    );
    let seen = digest(&page);
    let own = [
        ("typed", "1"),
        ("confirmed", "1"),
        ("reason", "Moves abroad"),
        ("mails", seen.as_str()),
    ];
    let done = recruiter.post(&bulk, &[fields.as_slice(), &own].concat());
    let undo = location(&done)
        .split_once("?rejected=3&undo=")
        .unwrap()
        .1
        .to_owned();
    an_undo_names_whom_it_cannot_return(sandbox, &job, &undo, &all[2..6]);
    a_confirmation_names_whom_others_have_changed(sandbox, &job, &all[6..9]);
}

/// While the page asks, a colleague hires one of the candidates and erases another one.
fn a_confirmation_names_whom_others_have_changed(sandbox: &Sandbox, job: &str, shown: &[String]) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let colleague = Visitor::signed_in(sandbox, ADMIN);
    let path = |id: &String| format!("/app/candidates/{id}");
    let page = recruiter.page(&path(&shown[1]));
    let (_, title) = page.split_once("<title>").unwrap();
    let (hired, _) = title.split_once(" · ").unwrap();
    let hire = colleague.post(&path(&shown[1]), &[("status", "Hired")]);
    assert_eq!(hire.status(), 303);
    let erase = [("reason", "on request"), ("confirmed", "1")];
    let erase = colleague.post(&format!("{}/erase", path(&shown[2])), &erase);
    assert_eq!(erase.status(), 303);
    let names = selection(shown);
    let confirm = |names: &[String], mails: &str| {
        let shown = names.iter().map(|name| (name.as_str(), "New"));
        let rest = [("reject", "1"), ("confirmed", "1"), ("mails", mails)];
        let fields: Vec<(&str, &str)> = shown.chain(rest).collect();
        recruiter.post(&format!("{job}/bulk"), &fields)
    };
    let conflict = confirm(&names, "");
    assert_eq!(conflict.status(), 409);
    let page = conflict.text().unwrap();
    let seen = digest(&page);
    let expected = format!("someone else has changed {hired}, and 1 candidate was erased");
    assert!(page.contains(&expected), "{expected}: {page}");
    let new = ids(&recruiter.page(&format!("{job}?status=New")));
    assert!(new.contains(&shown[0]), "nobody is rejected");
    let alone = confirm(&names[1..2], "");
    assert_eq!(alone.status(), 409);
    let page = alone.text().unwrap();
    assert!(page.contains("Nobody can be rejected") && page.contains(hired));
    assert_eq!(confirm(&names[..1], &seen).status(), 303);
}

/// A colleague hires one of the rejected, and another one is erased. The third is returned to the stage before.
fn an_undo_names_whom_it_cannot_return(
    sandbox: &Sandbox,
    job: &str,
    undo: &str,
    rejected: &[String],
) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let colleague = Visitor::signed_in(sandbox, ADMIN);
    let (active, hired, erased) = (&rejected[0], &rejected[2], &rejected[3]);
    let path = |id: &str| format!("/app/candidates/{id}");
    let hire = colleague.post(&path(hired), &[("status", "Hired")]);
    assert_eq!(hire.status(), 303);
    let erase = [("reason", "on request"), ("confirmed", "1")];
    let erase = colleague.post(&format!("{}/erase", path(erased)), &erase);
    assert_eq!(erase.status(), 303);
    let undone = recruiter.post(&format!("{job}/bulk"), &[("undo", undo)]);
    assert_eq!(
        location(&undone),
        format!("{job}?undone=1.0.1.1&kept={hired}")
    );
    let page = recruiter.page(location(&undone));
    assert!(page.contains("1 candidate is as before. 1 could not be returned"));
    assert!(page.contains("1 does not exist any more."));
    let (_, message) = page.split_once("could not be returned").unwrap();
    let (message, _) = message.split_once("</ul>").unwrap();
    assert!(
        message.contains(&format!("href=\"{}\"", path(hired))),
        "{message}"
    );
    assert!(message.contains("Hired"), "{message}");
    assert_eq!(
        ids(&recruiter.page(&format!("{job}?status=Active"))),
        std::slice::from_ref(active)
    );
    // An address that was changed by hand names nobody of another job.
    let (_, elsewhere) = job_and_candidate(&recruiter);
    let elsewhere = elsewhere.trim_start_matches("/app/candidates/");
    let by_hand = recruiter.page(&format!(
        "{job}?undone=1.0.2.0&kept={hired},{elsewhere},cnd_unknown,<b>"
    ));
    let (_, message) = by_hand.split_once("could not be returned").unwrap();
    let (message, _) = message.split_once("</div>").unwrap();
    assert_eq!(message.matches("<li>").count(), 1, "{message}");
    assert!(message.contains(hired.as_str()), "{message}");
    let other = colleague.post(&format!("{job}/bulk"), &[("undo", undo)]);
    assert_eq!(other.status(), 400, "only who made a change takes it back");
}

/// The button without a reason stores none, even if the field next to it has a text.
fn a_typed_reason_is_not_stored_unasked(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let last = ids(&recruiter.page(&format!("{job}?status=New")))
        .pop()
        .unwrap();
    let name = format!("c.{last}");
    let bulk = format!("{job}/bulk");
    let chosen = [(name.as_str(), "New"), ("reject", "1")];
    let seen = digest(&recruiter.post(&bulk, &chosen).text().unwrap());
    let decided = [
        ("confirmed", "1"),
        ("reason", "Typed and left"),
        ("mails", seen.as_str()),
    ];
    let done = recruiter.post(&bulk, &[chosen.as_slice(), &decided].concat());
    assert!(location(&done).contains("?rejected=1&undo="));
    let rejected = recruiter.page(&format!("{job}?status=Rejected"));
    assert_eq!(ids(&rejected), [last]);
    assert!(!rejected.contains("Typed and left"), "{rejected}");
}

fn listed_reasons_replace_the_usual_ones(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let policy = [("reasons", "Missing licence\nSalary"), ("required", "1")];
    assert_eq!(
        admin.post("/app/settings/candidates", &policy).status(),
        303
    );
    let names = selection(&ids(&recruiter.page(&job))[..1]);
    let fields = [(names[0].as_str(), "1"), ("reject", "1")];
    let bulk = format!("{job}/bulk");
    let page = recruiter.post(&bulk, &fields).text().unwrap();
    assert!(page.contains("value=\"Missing licence\"") && page.contains("value=\"Salary\""));
    assert!(!page.contains("Others fit better") && !page.contains("name=\"typed\""));
    let without = [fields[0], fields[1], ("confirmed", "1")];
    assert_eq!(recruiter.post(&bulk, &without).status(), 400);
    let seen = digest(&page);
    let listed = [
        fields[0],
        fields[1],
        ("confirmed", "1"),
        ("chosen", "Salary"),
        ("mails", seen.as_str()),
    ];
    assert_eq!(recruiter.post(&bulk, &listed).status(), 303);
}

fn all(sandbox: &Sandbox) {
    the_preview_leaves_out_whoever_has_an_outcome(sandbox);
    a_typed_reason_is_not_stored_unasked(sandbox);
    listed_reasons_replace_the_usual_ones(sandbox);
}

#[test]
fn rejections_are_previewed_and_taken_back_on_sqlite() {
    on_sqlite(|url| with_sandbox(url, all));
}

#[test]
#[ignore = "long"]
fn rejections_are_previewed_and_taken_back_on_postgresql() {
    on_postgresql(|url| with_sandbox(url, all));
}

/// Returns the digest of the mails that a page shows.
pub(super) fn digest(page: &str) -> String {
    let (_, digest) = page.split_once("name=\"mails\" value=\"").expect(page);
    digest.split('"').next().unwrap().to_owned()
}

#[test]
fn the_mails_of_a_rejection_are_shown_before_it_is_confirmed() {
    let Some(mail) = MailServer::start(&[]) else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let (server, admin) = with_mails_to_candidates(&folder, &mail);
    let job = server.create_job("Gardener");
    server.upload(&job, vec![("a.docx", docx("Grace Hopper"))]);
    let id = server.candidates().remove(0);
    let bulk = format!("/app/jobs/{job}/bulk");
    let name = format!("c.{id}");
    let post = |fields: &[(&str, &str)]| {
        let chosen = [(name.as_str(), "New"), ("reject", "1")];
        admin.post(&bulk, &[chosen.as_slice(), fields].concat())
    };
    let page = post(&[]).text().unwrap();
    for part in [
        "1 of 1 gets a mail in English, 30 seconds after the rejection",
        "Hi {{candidate_name}},",
        "grace.hopper@example.org",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let seen = digest(&page);
    let shown = post(&[("confirmed", "1"), ("mailOf", id.as_str())]);
    assert_eq!(shown.status(), 200);
    let shown = shown.text().unwrap();
    for part in [
        "Nothing is changed yet.",
        "Hi Grace Hopper,",
        "<iframe class=\"mail\" sandbox srcdoc=",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    let text = [
        ("action", "save"),
        ("subject", "No"),
        ("body", "Hi {{candidate_name}}, no."),
    ];
    let texts = "/app/settings/mail/templates/rejected.en";
    assert_eq!(admin.post(texts, &text).status(), 303);
    let refused = post(&[("confirmed", "1"), ("mails", seen.as_str())]);
    assert_eq!(refused.status(), 409);
    let refused = refused.text().unwrap();
    for part in ["not those that you have seen", "Hi {{candidate_name}}, no."] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
    let unseen = post(&[("confirmed", "1")]);
    assert_eq!(unseen.status(), 409, "nobody has seen the mails");
    let rejected = post(&[("confirmed", "1"), ("mails", digest(&refused).as_str())]);
    assert!(location(&rejected).contains("?rejected=1&undo="));
    server.program.stop();
}

#[test]
fn a_status_that_rejects_shows_the_mails_too() {
    let Some(mail) = MailServer::start(&[]) else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let (server, admin) = with_mails_to_candidates(&folder, &mail);
    let job = server.create_job("Gardener");
    server.upload(&job, vec![("a.docx", docx("Grace Hopper"))]);
    let name = format!("c.{}", server.candidates()[0]);
    let change = |status: &str, mails: &str| {
        let fields = [
            (name.as_str(), "New"),
            ("status", status),
            ("mails", mails),
            ("confirmed", "1"),
        ];
        admin.post(&format!("/app/jobs/{job}/bulk"), &fields)
    };
    let refused = change("Rejected", "");
    assert_eq!(refused.status(), 409);
    let page = refused.text().unwrap();
    assert!(page.contains("1 of 1 gets a mail"), "{page}");
    assert_eq!(change("Rejected", &digest(&page)).status(), 303);
    server.program.stop();
}

#[test]
fn the_mails_that_are_shown_have_the_language_of_the_organization() {
    let Some(mail) = MailServer::start(&[]) else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let (server, admin) = with_mails_to_candidates(&folder, &mail);
    let (name, input) = ("setMailSender", "SetMailSenderInput");
    let german = with_organization(json!({ "language": "de" }));
    server.call("mutation", name, input, "sentLanguage", german);
    let job = server.create_job("Gardener");
    server.upload(&job, vec![("a.docx", docx("Grace Hopper"))]);
    let candidate = format!("c.{}", server.candidates()[0]);
    let fields = [(candidate.as_str(), "New"), ("reject", "1")];
    let page = admin.post(&format!("/app/jobs/{job}/bulk"), &fields);
    let page = page.text().unwrap();
    for part in ["a mail in German,", "Hallo {{candidate_name}},"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    server.program.stop();
}

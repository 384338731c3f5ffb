//! What recruiters and interviewers do on the page of a candidate.

use reqwest::blocking::multipart::Form;
use serde_json::json;
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::browser::{Browser, Scripts};
use super::visitor::{
    ADMIN, COLLEAGUE, INTERVIEWER, RECRUITER, STRANGER, Visitor, first_link, location,
};
use crate::binary::program::{Sandbox, address};
use crate::support::database::{self, on_postgresql, on_sqlite};
use crate::support::resumes::docx_of;
use crate::support::service::{client, file};

const REASONS: &str = "mutation($input: SetRejectionReasonsInput!) { setRejectionReasons(input: $input) { required } }";

fn with_sandbox(url: &DatabaseUrl, test: impl FnOnce(&Sandbox, &str)) {
    let folder = TempDir::new().unwrap();
    let database = address(url);
    let sandbox = Sandbox::start(folder.path(), &["--database-url", &database]);
    let recruiter = Visitor::signed_in(&sandbox, RECRUITER);
    let jobs = recruiter.page("/app/jobs?search=senior+backend");
    let job = first_link(&jobs, "/app/jobs/job_");
    let candidate = first_link(&recruiter.page(&job), "/app/candidates/");
    test(&sandbox, &candidate);
    sandbox.program.stop();
}

fn set_reasons(sandbox: &Sandbox) {
    let input = json!({
        "organizationId": sandbox.get("organizationId"),
        "reasons": ["Missing licence", "Salary"],
        "required": true,
    });
    let set = sandbox.data_as("Admin", REASONS, input);
    assert_eq!(set["required"], true);
}

fn a_rejection_needs_a_listed_reason(sandbox: &Sandbox, candidate: &str) {
    set_reasons(sandbox);
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let refused = recruiter.post(candidate, &[("status", "Rejected"), ("reason", "<Mood>")]);
    assert_eq!(refused.status(), 400);
    let page = refused.text().unwrap();
    assert!(
        page.contains("Missing licence; Salary"),
        "the reasons are named"
    );
    assert!(
        page.contains("value=\"&#60;Mood&#62;\""),
        "what was typed is kept"
    );
    let saved = recruiter.post(candidate, &[("status", "Rejected"), ("reason", "salary")]);
    assert_eq!(location(&saved), format!("{candidate}?saved=status#status"));
    let page = recruiter.page(candidate);
    assert!(
        page.contains("Rejected: <bdi>Salary</bdi>"),
        "the reason is shown"
    );
}

fn the_second_of_two_decisions_is_not_silent(sandbox: &Sandbox, candidate: &str) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, id) = (
        first_link(&recruiter.page(candidate), "/app/jobs/job_"),
        id_of(candidate),
    );
    let queue = format!("{job}/review");
    let was = [
        ("status", "Active"),
        ("was", ""),
        ("candidate", id),
        ("reason", "Keen"),
    ];
    for path in [candidate, &queue] {
        let refused = recruiter.post(path, &was);
        assert_eq!(refused.status(), 409, "{path}");
        let page = refused.text().unwrap();
        assert!(
            page.contains("has set the status to “Rejected” in the meantime"),
            "{page}"
        );
        assert!(
            page.contains("name=\"was\" value=\"Rejected\"") && page.contains("value=\"Keen\"")
        );
    }
    let again = [
        ("status", "Rejected"),
        ("was", "Rejected"),
        ("reason", "salary"),
    ];
    assert_eq!(recruiter.post(candidate, &again).status(), 303);
}

fn id_of(candidate: &str) -> &str {
    candidate.rsplit('/').next().unwrap()
}

fn tags_and_notes_are_added_and_removed(sandbox: &Sandbox, candidate: &str) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let send = |path: &str, fields: &[(&str, &str)]| {
        recruiter
            .post(&format!("{candidate}/{path}"), fields)
            .status()
            .as_u16()
    };
    assert_eq!(send("tags", &[("tag", "<Rust> team")]), 303);
    assert_eq!(
        send("notes", &[("note", "Call on <Monday>\nafter ten")]),
        303
    );
    assert_eq!(send("notes", &[("note", " ")]), 400);
    assert_eq!(send("tags", &[("tag", &"x".repeat(65))]), 400);
    let page = recruiter.page(candidate);
    assert!(page.contains("<bdi>&#60;Rust&#62; team</bdi>"));
    assert!(page.contains("Call on &#60;Monday&#62;\nafter ten"));
    let colleague = Visitor::signed_in(sandbox, COLLEAGUE);
    let (_, note) = page.split_once("name=\"delete\" value=\"").unwrap();
    let note = note.split('"').next().unwrap();
    assert!(
        !colleague.page(candidate).contains(note),
        "only the author deletes"
    );
    let delete = [("delete", note)];
    assert_eq!(
        colleague
            .post(&format!("{candidate}/notes/delete"), &delete)
            .status(),
        403
    );
    assert_eq!(send("notes/delete", &delete), 303);
    assert_eq!(send("tags", &[("remove", "<RUST> team")]), 303);
    let page = recruiter.page(candidate);
    assert!(page.contains("No tags yet") && page.contains("No notes yet"));
}

fn other_weights_store_nothing(sandbox: &Sandbox, candidate: &str) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let before = recruiter.page(candidate);
    let score = |page: &str| {
        let (_, rest) = page.split_once("<strong class=\"big\">").unwrap();
        rest.split('<').next().unwrap().to_owned()
    };
    let page = recruiter.page(&format!("{candidate}?weight0=1&weight1=0&weight2=0"));
    let (_, other) = page.split_once("id=\"what-if-result\"").unwrap();
    assert_ne!(score(other), score(&before));
    assert_eq!(score(&page), score(&before));
    let refused = recruiter.page(&format!("{candidate}?weight0=many&weight1=%3Cb%3E"));
    assert!(refused.contains("class=\"problem\"") && !refused.contains("<b>"));
    assert_eq!(recruiter.page(candidate), before);
}

fn interviewers_see_reviews_of_others_after_their_own(sandbox: &Sandbox) {
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    let start = interviewer.page("/app");
    let candidate = first_link(&start, "/app/candidates/");
    let candidate = candidate.split('#').next().unwrap();
    assert!(
        start.contains("#reviews"),
        "the candidate is to be reviewed"
    );
    let before = interviewer.page(candidate);
    assert!(before.contains("You see other people’s reviews after you submit your own."));
    for hidden in [
        "id=\"notes\"",
        "id=\"tags\"",
        "id=\"trail\"",
        "id=\"status\"",
        "/data\"",
    ] {
        assert!(!before.contains(hidden), "{hidden}");
    }
    let review = format!("{candidate}/review");
    assert_eq!(
        interviewer.post(&review, &[("score", "many")]).status(),
        400
    );
    let fields = [("score", "77.5"), ("comment", "Asks good questions")];
    assert_eq!(interviewer.post(&review, &fields).status(), 303);
    let after = interviewer.page(candidate);
    assert!(after.contains("Asks good questions"));
    assert!(after.matches("<strong>").count() > 1 && after.contains("91.0"));
    assert!(
        interviewer
            .page("/app")
            .contains("You have reviewed all your candidates")
    );
    for path in ["data", "export", "erase", "hold", "tags", "notes"] {
        let refused = interviewer.post(
            &format!("{candidate}/{path}"),
            &[
                ("tag", "x"),
                ("note", "x"),
                ("reason", "x"),
                ("confirmed", "1"),
            ],
        );
        assert!([403, 405].contains(&refused.status().as_u16()), "{path}");
    }
    assert_eq!(interviewer.get(&format!("{candidate}/data")).status(), 403);
}

/// Sends an application with the contact data of the candidate.
fn apply_as(sandbox: &Sandbox, candidate: &str, history: &str) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let job = first_link(&recruiter.page(candidate), "/app/jobs/job_");
    let organization = sandbox.get("organizationId");
    let get = "query($input: GetCandidateInput!) { getCandidate(input: $input) { fullName emailAddress } }";
    let input = json!({ "organizationId": organization, "candidateId": id_of(candidate) });
    let person = sandbox.data_as("Admin", get, input);
    let (name, address) = (person["fullName"].as_str(), person["emailAddress"].as_str());
    let resume = docx_of(&[
        name.unwrap(),
        address.unwrap(),
        "Experience",
        history,
        "January 2009 - December 2023",
    ]);
    let create = "mutation($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey } }";
    let input =
        json!({ "organizationId": organization, "name": "Careers", "permissions": ["apply"] });
    let key = sandbox.data_as("Admin", create, input)["apiKey"].clone();
    let form = Form::new()
        .part("resume", file("mine.docx", resume))
        .text("consentText", "I agree.")
        .text("consentVersion", "1");
    let url = format!("{}/apply/{}", sandbox.get("serviceUrl"), id_of(&job));
    let request = client()
        .post(url)
        .header("x-api-key", key.as_str().unwrap());
    assert_eq!(request.multipart(form).send().unwrap().status(), 200);
}

fn a_competing_resume_is_chosen_on_the_page(sandbox: &Sandbox, candidate: &str) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    assert!(!recruiter.page(candidate).contains("id=\"competing\""));
    apply_as(sandbox, candidate, "Cook, Kitchen of Example");
    let page = recruiter.page(candidate);
    assert!(
        page.contains("Another resume was sent for this candidate"),
        "{page}"
    );
    let file = first_link(&page, &format!("{candidate}/documents/"));
    assert_eq!(recruiter.get(&file).status(), 200);
    let choose = format!("{candidate}/choose-resume");
    let refused = recruiter.post(&choose, &[("document", "doc_nobody")]);
    assert_eq!(refused.status(), 404);
    let chosen = recruiter.post(&choose, &[("document", id_of(&file))]);
    assert_eq!(
        location(&chosen),
        format!("{candidate}?saved=resume#resume-title")
    );
    let page = recruiter.page(&format!("{candidate}?saved=resume"));
    assert!(page.contains("Kitchen of Example") && !page.contains("id=\"competing\""));
    apply_as(sandbox, candidate, "Pilot, Airline of Example");
    let kept = recruiter.post(&choose, &[("version", "2")]);
    assert_eq!(
        location(&kept),
        format!("{candidate}?saved=resume#resume-title")
    );
    let page = recruiter.page(candidate);
    assert!(page.contains("Kitchen of Example") && !page.contains("id=\"competing\""));
    recruiter.post(&choose, &[("version", "1")]);
    assert!(!recruiter.page(candidate).contains("Kitchen of Example"));
}

fn data_is_exported(sandbox: &Sandbox, candidate: &str) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let export = recruiter.post(&format!("{candidate}/export"), &[]);
    assert_eq!(
        export.headers()["content-disposition"],
        "attachment; filename=\"candidate.json\""
    );
    assert!(export.text().unwrap().starts_with('{'));
}

fn a_legal_hold_prevents_erasure(sandbox: &Sandbox, candidate: &str) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let hold = format!("{candidate}/hold");
    let reason = [("hold", "lawsuit")];
    assert_eq!(recruiter.post(&hold, &reason).status(), 403);
    assert_eq!(admin.post(&hold, &[]).status(), 400);
    assert_eq!(admin.post(&hold, &reason).status(), 303);
    let fields = [("reason", "on request"), ("confirmed", "1")];
    let refused = recruiter.post(&format!("{candidate}/erase"), &fields);
    assert_eq!(refused.status(), 409);
    let page = recruiter.page(&format!("{candidate}/data"));
    assert!(page.contains("Ask an administrator"));
    assert_eq!(admin.post(&hold, &[("lift", "1")]).status(), 303);
}

fn admins_see_the_audit_trail(sandbox: &Sandbox, candidate: &str) {
    let trail = Visitor::signed_in(sandbox, ADMIN).page(candidate);
    for action in [
        "exported the data of",
        "changed the legal hold on",
        "legal hold from free to held",
    ] {
        assert!(trail.contains(action), "{action}");
    }
    let page = Visitor::signed_in(sandbox, RECRUITER).page(candidate);
    assert!(!page.contains("id=\"trail\""));
}

fn erasure_is_confirmed(sandbox: &Sandbox, url: &DatabaseUrl, candidate: &str) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let erase = format!("{candidate}/erase");
    let unconfirmed = recruiter.post(&erase, &[("reason", "on request")]);
    assert_eq!(unconfirmed.status(), 400);
    assert_eq!(recruiter.get(candidate).status(), 200);
    let confirmation = format!("{candidate}/erased");
    assert_eq!(
        recruiter.get(&confirmation).status(),
        404,
        "nothing is erased yet"
    );
    let page = recruiter.page(candidate);
    let (_, name) = page.split_once("<title>").unwrap();
    let name = name.split(" · ").next().unwrap();
    let fields = [("reason", "on request"), ("confirmed", "1")];
    let erased = recruiter.post(&erase, &fields);
    assert_eq!(location(&erased), confirmation);
    assert_eq!(recruiter.get(candidate).status(), 404);
    let page = recruiter.page(&confirmation);
    // The second of the two applications is a document. The first became the resume.
    let erased = "score with its receipt, 1 document, ";
    for said in [
        "The candidate is erased",
        "on request",
        "<dt>By whom</dt>",
        erased,
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    assert!(!page.contains(name), "nobody knows the name any more");
    for (other, status) in [(COLLEAGUE, 404), (STRANGER, 404), (INTERVIEWER, 403)] {
        let visitor = Visitor::signed_in(sandbox, other);
        assert_eq!(visitor.get(&confirmation).status(), status);
    }
    let admin = Visitor::signed_in(sandbox, ADMIN);
    assert!(admin.page(&confirmation).contains("of the audit log, <a"));
    let confirms = "You can print this page as a confirmation";
    assert!(page.contains(confirms));
    let id = id_of(candidate);
    let reopen = format!("UPDATE erasures SET completed_at = NULL WHERE candidate_id = '{id}'");
    database::change(url, &reopen);
    let page = recruiter.page(&confirmation);
    assert!(
        page.contains("This is not a confirmation yet") && !page.contains(confirms),
        "files of the candidate may be left: {page}"
    );
    let log = admin.page("/app/settings/audit?operation=eraseCandidate");
    assert!(log.contains("erased all data of") && !log.contains(name));
}

fn all(url: &DatabaseUrl) {
    with_sandbox(url, |sandbox, candidate| {
        other_weights_store_nothing(sandbox, candidate);
        tags_and_notes_are_added_and_removed(sandbox, candidate);
        interviewers_see_reviews_of_others_after_their_own(sandbox);
        a_rejection_needs_a_listed_reason(sandbox, candidate);
        the_second_of_two_decisions_is_not_silent(sandbox, candidate);
        a_competing_resume_is_chosen_on_the_page(sandbox, candidate);
        data_is_exported(sandbox, candidate);
        a_legal_hold_prevents_erasure(sandbox, candidate);
        admins_see_the_audit_trail(sandbox, candidate);
        erasure_is_confirmed(sandbox, url, candidate);
    });
}

#[test]
fn the_forms_of_a_candidate_work_on_sqlite() {
    on_sqlite(all);
}

#[test]
#[ignore = "long"]
fn the_forms_of_a_candidate_work_on_postgresql() {
    on_postgresql(all);
}

/// Opens the best candidate of the demo's job.
fn open_candidate(browser: &Browser) -> String {
    browser.open("/app/jobs?search=senior+backend");
    browser.click("button[name=demo][value='1']");
    browser.wait("the jobs", || browser.has("tbody a"));
    browser.click("tbody a");
    browser.wait("the ranking", || browser.has("table.ranking"));
    browser.click("tbody a");
    browser.wait("the resume", || browser.has(".resume"));
    browser.path()
}

#[test]
fn a_form_is_kept_when_the_session_ends_while_it_is_filled() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    let candidate = open_candidate(&browser);
    browser.fill("textarea[name=note]", "Half a note, <not lost>");
    browser.forget_cookies();
    browser.click("#notes form.stack button");
    browser.wait_for_text("Your session has ended");
    let visitor = Visitor::signed_in(&sandbox, RECRUITER);
    let (name, value) = visitor.cookie.split_once('=').unwrap();
    browser.set_cookie(name, value);
    browser.click("button.primary");
    browser.wait_for_text("The note is saved.");
    assert!(browser.path().starts_with(&candidate));
    assert!(browser.text("#notes").contains("Half a note, <not lost>"));
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

#[test]
fn other_weights_are_computed_while_they_are_typed() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    open_candidate(&browser);
    browser.click("#what-if summary");
    browser.fill("input[name=weight0]", "100");
    browser.wait("the score", || browser.has("#what-if-result .big"));
    assert!(!browser.path().contains("weight0"), "the page stays");
    browser.assert_quiet();
    drop(browser);
    sandbox.program.stop();
}

#[test]
fn a_printed_receipt_has_all_evidence_and_no_forms() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let Some(browser) = Browser::start(sandbox.get("serviceUrl"), Scripts::On) else {
        return;
    };
    open_candidate(&browser);
    browser.run("dispatchEvent(new Event('beforeprint'))");
    browser.set_media("print");
    let shown = |css: &str| {
        let script = format!(
            "return [...document.querySelectorAll('{css}')].filter((part) => part.checkVisibility()).length"
        );
        browser.run(&script).as_i64().unwrap()
    };
    let closed = browser
        .run("return document.querySelectorAll('.side .criterion details:not([open])').length");
    assert_eq!(closed, json!(0));
    assert!(
        shown("h1") == 1
            && shown(".criterion") > 1
            && shown(".evidence li") > 1
            && shown(".digest") == 1
    );
    for hidden in [
        ".top", ".paper", ".records", "#status", "#what-if", "form", "button",
    ] {
        assert_eq!(shown(hidden), 0, "{hidden}");
    }
    browser.set_media("");
    browser.run("dispatchEvent(new Event('afterprint'))");
    assert!(shown(".paper") == 1);
    drop(browser);
    sandbox.program.stop();
}

//! The pages of explanations and corrections.

use shortlist_persistence::DatabaseUrl;

use super::requests::{job_and_candidate, with_sandbox};
use super::visitor::{ADMIN, INTERVIEWER, RECRUITER, Visitor, location};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};

fn a_rejected_candidate_is_explained_in_each_language(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (_, candidate) = job_and_candidate(&recruiter);
    let candidate = candidate.split('?').next().unwrap();
    let path = format!("{candidate}/packet");
    // Nothing is due before a rejection.
    let refused = recruiter.post(&path, &[]);
    assert_eq!(refused.status(), 409);
    let rejected = [("status", "Rejected"), ("reason", "")];
    assert_eq!(recruiter.post(candidate, &rejected).status(), 303);
    assert!(
        recruiter
            .page(candidate)
            .contains("The explanation is due by")
    );
    for (language, words) in [
        ("en", "What was decided"),
        ("de", "Was entschieden wurde"),
        ("fr", "Ce qui a été décidé"),
        ("es", "Qué se ha decidido"),
    ] {
        let page = recruiter.page(&format!("{path}?language={language}"));
        let article = format!("<article class=\"panel packet\" lang=\"{language}\"");
        assert!(page.contains(&article) && page.contains(words), "{page}");
        assert!(page.contains("Mark as given to the candidate"));
        let file = recruiter.get(&format!("{path}?language={language}&format=html"));
        let disposition = file.headers()["content-disposition"].to_str().unwrap();
        let name = format!("-{language}.html\"");
        assert!(disposition.starts_with("attachment") && disposition.ends_with(&name));
        let document = file.text().unwrap();
        assert!(
            document.contains(words) && !document.contains("/app/"),
            "{document}"
        );
    }
    assert_eq!(recruiter.get(&format!("{path}?language=it")).status(), 400);
    let given = recruiter.post(&path, &[]);
    assert_eq!(
        (given.status().as_u16(), location(&given)),
        (303, &*format!("{path}?saved=given"))
    );
    let page = recruiter.page(&path);
    assert!(page.contains("Given to the candidate on"), "{page}");
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    for page in ["packet", "corrections"] {
        assert_eq!(
            interviewer.get(&format!("{candidate}/{page}")).status(),
            403
        );
    }
}

fn a_correction_shows_both_scores(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (_, candidate) = job_and_candidate(&recruiter);
    let path = format!("{}/corrections", candidate.split('?').next().unwrap());
    let form = recruiter.page(&path);
    assert!(form.contains("Nothing was corrected."), "{form}");
    let fields = |field: &'static str, value: &'static str| {
        [("entry", "0"), ("field", field), ("value", value)]
    };
    let refused = recruiter.post(&path, &fields("start", "yesterday"));
    assert_eq!(refused.status(), 400);
    assert!(refused.text().unwrap().contains("value=\"yesterday\""));
    let stored = recruiter.post(&path, &fields("employer", "Example Octants"));
    assert_eq!(stored.status(), 303);
    let page = recruiter.page(location(&stored));
    assert!(
        page.contains("Both receipts are kept.") && page.contains("Example Octants"),
        "{page}"
    );
    assert!(page.contains("corrected; read as"), "{page}");
}

fn an_entry_is_added_removed_and_restored(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (_, candidate) = job_and_candidate(&recruiter);
    let path = format!("{}/corrections", candidate.split('?').next().unwrap());
    let new = [
        ("add", "position"),
        ("title", "Chart Painter"),
        ("start", "2001"),
        ("end", "1999"),
    ];
    let refused = recruiter.post(&path, &new);
    assert_eq!(refused.status(), 400);
    assert!(refused.text().unwrap().contains("value=\"Chart Painter\""));
    let stored = recruiter.post(&path, &new[..3]);
    assert_eq!(stored.status(), 303);
    assert!(
        recruiter
            .page(&path)
            .contains("<h3><bdi>Chart Painter</bdi></h3>")
    );
    for (list, field, value) in [
        ("degree", "school", "Example Academy of Charts"),
        ("skill", "skill", "Chart Varnishing"),
    ] {
        let stored = recruiter.post(&path, &[("add", list), (field, value)]);
        assert_eq!(stored.status(), 303);
        assert!(recruiter.page(&path).contains(value));
    }
    let whole = |value: &'static str| [("entry", "0"), ("field", "position"), ("value", value)];
    let stored = recruiter.post(&path, &whole(""));
    assert_eq!(stored.status(), 303);
    let page = recruiter.page(&path);
    let (_, form) = page
        .split_once("name=\"field\" value=\"position\">")
        .unwrap();
    let (_, name) = form.split_once("name=\"value\" value=\"").unwrap();
    let name = name.split('"').next().unwrap().to_owned();
    assert!(page.contains("Restore<span") && !name.is_empty(), "{page}");
    let fields = [("entry", "0"), ("field", "position"), ("value", &name)];
    assert_eq!(recruiter.post(&path, &fields).status(), 303);
    assert!(!recruiter.page(&path).contains("Restore<span"));
}

fn a_correction_of_somebody_else_is_not_replaced_unseen(sandbox: &Sandbox) {
    let [recruiter, admin] = [RECRUITER, ADMIN].map(|demo| Visitor::signed_in(sandbox, demo));
    let (_, candidate) = job_and_candidate(&recruiter);
    let path = format!("{}/corrections", candidate.split('?').next().unwrap());
    let fields = |value: &'static str, was: &'static str| {
        [
            ("entry", "0"),
            ("field", "employer"),
            ("value", value),
            ("was", was),
        ]
    };
    let seen = "Example Octants";
    let stored = admin.post(&path, &fields("Example Sextants", seen));
    assert_eq!(stored.status(), 303);
    let refused = recruiter.post(&path, &fields("Example Quadrants", seen));
    assert_eq!(refused.status(), 409);
    let page = refused.text().unwrap();
    for shown in [
        "Someone else has corrected the employer to “Example Sextants”",
        "name=\"was\" value=\"Example Sextants\"",
        "name=\"value\" value=\"Example Quadrants\"",
    ] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
    let replaced = recruiter.post(&path, &fields("Example Quadrants", "Example Sextants"));
    assert_eq!(replaced.status(), 303);
}

fn an_admin_sets_contact_and_years(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let settings = "/app/settings/retention";
    let refused = admin.post(settings, &[("contact", ""), ("years", "2")]);
    assert_eq!(refused.status(), 400);
    let set = admin.post(
        settings,
        &[("contact", "people@example.org"), ("years", "3")],
    );
    assert_eq!(set.status(), 303);
    let page = admin.page(settings);
    assert!(
        page.contains("people@example.org") && page.contains("value=\"3\""),
        "{page}"
    );
    let days = admin.post(settings, &[("days", "365"), ("was", "")]);
    assert_eq!(days.status(), 303);
    assert!(admin.page(settings).contains("before the 3 years end"));
}

fn all(url: &DatabaseUrl) {
    with_sandbox(url, |sandbox| {
        a_rejected_candidate_is_explained_in_each_language(sandbox);
        a_correction_shows_both_scores(sandbox);
        a_correction_of_somebody_else_is_not_replaced_unseen(sandbox);
        an_entry_is_added_removed_and_restored(sandbox);
        an_admin_sets_contact_and_years(sandbox);
    });
}

#[test]
fn explanations_and_corrections_are_shown_on_sqlite() {
    on_sqlite(all);
}

#[test]
#[ignore = "long"]
fn explanations_and_corrections_are_shown_on_postgresql() {
    on_postgresql(all);
}

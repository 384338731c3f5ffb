//! Changes of several candidates: their confirmation, what is refused, and taking them back.

use super::ranking::{ids, rows};
use super::rejections::digest;
use super::requests::{job_and_candidate, with_sandbox};
use super::visitor::{ADMIN, RECRUITER, Visitor, location};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};

fn many_are_changed_at_once(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let all = ids(&recruiter.page(&job));
    let bulk = format!("{job}/bulk");
    let (first, second) = (format!("c.{}", all[4]), format!("c.{}", all[5]));
    let mut fields = vec![
        (first.as_str(), "1"),
        (second.as_str(), "1"),
        ("status", "Rejected"),
        ("reason", "Other profile"),
        ("addTags", "later, junior"),
        ("view", "status=New&sort=name"),
    ];
    let asked = recruiter.post(&bulk, &fields);
    assert_eq!(asked.status(), 200);
    let page = asked.text().unwrap();
    assert!(page.contains("Change 2 candidates?") && page.contains("They are now: 2 New."));
    for id in &all[4..] {
        assert!(
            page.contains(&format!("href=\"/app/candidates/{id}\"")),
            "{id}"
        );
    }
    assert!(page.contains("value=\"Other profile\"") && page.contains("value=\"later, junior\""));
    let rejected = format!("{job}?status=Rejected");
    assert_eq!(
        ids(&recruiter.page(&rejected)).len(),
        0,
        "nothing is changed yet"
    );
    let seen = digest(&page);
    fields.extend([("confirmed", "1"), ("mails", seen.as_str())]);
    let changed = recruiter.post(&bulk, &fields);
    assert_eq!(changed.status(), 303);
    let expected = format!("{job}?status=New&sort=name&changed=2&undo=");
    assert!(
        location(&changed).starts_with(&expected),
        "{}",
        location(&changed)
    );
    assert!(
        recruiter
            .page(location(&changed))
            .contains("2 candidates were changed.")
    );
    let mut found = ids(&recruiter.page(&format!("{rejected}&tags=junior")));
    found.sort();
    let mut expected = all[4..].to_vec();
    expected.sort();
    assert_eq!(found, expected);
    assert!(recruiter.page(&rejected).contains("Other profile"));
    a_change_is_taken_back(&recruiter, &job, location(&changed), &all);
    all_of_a_view_are_changed(&recruiter, &job);
}

fn all_of_a_view_are_changed(recruiter: &Visitor, job: &str) {
    let bulk = format!("{job}/bulk");
    let all_of_view = [
        ("all", "1"),
        ("status", "Active"),
        ("removeTags", "later, junior"),
        ("view", "status=Rejected"),
        ("confirmed", "1"),
    ];
    let changed = recruiter.post(&bulk, &all_of_view);
    let expected = format!("{job}?status=Rejected&changed=1&undo=");
    assert!(
        location(&changed).starts_with(&expected),
        "{}",
        location(&changed)
    );
    assert_eq!(ids(&recruiter.page(&format!("{job}?tags=later"))).len(), 0);
}

/// Takes a change of the last two candidates back, after somebody has changed the first of them.
fn a_change_is_taken_back(recruiter: &Visitor, job: &str, done: &str, all: &[String]) {
    let since = [("status", "Rejected"), ("reason", "Somebody else decided")];
    let candidate = format!("/app/candidates/{}", all[4]);
    assert_eq!(recruiter.post(&candidate, &since).status(), 303);
    let tag = [("remove", "later")];
    assert_eq!(
        recruiter.post(&format!("{candidate}/tags"), &tag).status(),
        303
    );
    let at = done.split_once("undo=").unwrap().1;
    let undo = |at: &str| {
        let fields = [("undo", at), ("view", "sort=name")];
        recruiter.post(&format!("{job}/bulk"), &fields)
    };
    let undone = undo(at);
    assert_eq!(
        location(&undone),
        format!("{job}?sort=name&undone=1.0.1.0&kept={}", all[4])
    );
    let page = recruiter.page(location(&undone));
    assert!(page.contains("1 candidate is as before. 1 could not be returned"));
    // The status that somebody has set since stays. The tag that is still there is removed.
    let rejected = recruiter.page(&format!("{job}?status=Rejected"));
    assert_eq!(ids(&rejected), [all[4].clone()]);
    assert!(rejected.contains("Somebody else decided"));
    assert!(ids(&recruiter.page(&format!("{job}?status=New"))).contains(&all[5]));
    assert!(
        !recruiter
            .page(&format!("/app/candidates/{}", all[5]))
            .contains("Other profile\"")
    );
    assert_eq!(ids(&recruiter.page(&format!("{job}?tags=junior"))).len(), 0);
    assert_eq!(
        location(&undo(at)),
        format!("{job}?sort=name&undone=0.0.2.0&kept={},{}", all[4], all[5])
    );
    assert_eq!(undo("1").status(), 400);
    assert_eq!(undo("x").status(), 400);
}

/// A confirmation is about the statuses that its page showed.
fn decisions_of_others_are_not_overwritten(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let colleague = Visitor::signed_in(sandbox, ADMIN);
    let (job, candidate) = job_and_candidate(&recruiter);
    let (bulk, name) = (
        format!("{job}/bulk"),
        format!("c.{}", candidate.rsplit('/').next().unwrap()),
    );
    let change = |shown: &str| {
        let fields = [
            (&*name, shown),
            ("status", "Active"),
            ("addTags", "typed by me"),
            ("view", ""),
            ("confirmed", "1"),
        ];
        recruiter.post(&bulk, &fields)
    };
    let on_hold = [("status", "OnHold")];
    assert_eq!(colleague.post(&candidate, &on_hold).status(), 303);
    let refused = change("New");
    assert_eq!(refused.status(), 409);
    let page = refused.text().unwrap();
    assert!(
        page.contains("Since you opened this page, someone else has changed "),
        "{page}"
    );
    assert!(page.contains(&format!("name=\"{name}\" value=\"On hold\"")));
    assert!(page.contains("value=\"typed by me\""));
    assert_eq!(
        ids(&recruiter.page(&format!("{job}?status=OnHold"))).len(),
        1
    );
    assert_eq!(change("On hold").status(), 303);
    assert_eq!(
        ids(&recruiter.page(&format!("{job}?status=Active"))).len(),
        1
    );
}

fn what_cannot_be_changed_is_explained(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, candidate) = job_and_candidate(&recruiter);
    let bulk = format!("{job}/bulk");
    let first = format!("c.{}", candidate.rsplit('/').next().unwrap());
    for (fields, expected) in [
        (
            vec![
                ("status", "Hired"),
                ("reason", "Kept while nobody is selected"),
            ],
            "Candidates: select at least one.",
        ),
        (
            vec![(first.as_str(), "1")],
            "Change: choose a status or write a tag.",
        ),
        (
            vec![(first.as_str(), "1"), ("status", "Gone")],
            "Status must be",
        ),
        (
            vec![("c.cnd_unknown", "1"), ("status", "Hired")],
            "do not exist",
        ),
    ] {
        let refused = recruiter.post(&bulk, &fields);
        assert_eq!(refused.status(), 400, "{fields:?}");
        let page = refused.text().unwrap();
        assert!(page.contains(expected), "{fields:?}: {page}");
        for (_, reason) in fields.iter().filter(|(name, _)| *name == "reason") {
            assert!(
                page.contains(reason),
                "what was typed is still there: {page}"
            );
        }
        // The problem is next to the button of the form.
        let (_, form) = page.split_once("name=\"removeTags\"").unwrap();
        let (form, _) = form.split_once("</form>").unwrap();
        assert!(form.contains("id=\"bulk-problem\""), "{form}");
    }
    assert_eq!(
        ids(&recruiter.page(&format!("{job}?status=Hired"))).len(),
        0
    );
}

/// Returns the fields of the candidates that a preview shows.
fn shown_fields(preview: &str) -> Vec<(String, String)> {
    let inputs = preview.split("<input type=\"hidden\" name=\"c.").skip(1);
    let field = |input: &str| {
        let (id, rest) = input.split_once("\" value=\"").unwrap();
        let value = rest.split('"').next().unwrap();
        (format!("c.{id}"), value.to_owned())
    };
    inputs.map(field).collect()
}

fn shown_ids(preview: &str) -> Vec<String> {
    let fields = shown_fields(preview).into_iter();
    fields
        .map(|(name, _)| name.trim_start_matches("c.").to_owned())
        .collect()
}

/// Positions and scores select candidates without ticks. No form that names them so changes anybody.
fn many_are_selected_without_ticks(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let bulk = format!("{job}/bulk");
    let preview = |fields: &[(&str, &str)]| {
        let response = recruiter.post(&bulk, fields);
        assert_eq!(response.status(), 200, "{fields:?}");
        response.text().unwrap()
    };
    let by_name = ids(&recruiter.page(&format!("{job}?sort=name")));
    let tag = ("addTags", "places");
    for (first, last, expected) in [("2", "4", &by_name[1..4]), ("5", "900", &by_name[4..])] {
        let positions = [
            ("firstPosition", first),
            ("lastPosition", last),
            ("view", "sort=name"),
            ("confirmed", "1"),
            tag,
        ];
        assert_eq!(shown_ids(&preview(&positions)), expected);
        let rejection = [positions.as_slice(), &[("reject", "1")]].concat();
        let page = preview(&rejection);
        assert!(page.contains("Nothing is changed yet."), "{page}");
    }
    let ranked = rows(&recruiter.page(&job));
    let best = &ranked[0];
    let below = [("belowScore", best.score.as_str()), ("confirmed", "1"), tag];
    let worse = ranked.iter().filter(|row| row.score != best.score);
    let worse: Vec<String> = worse.map(|row| row.id.clone()).collect();
    assert_eq!(shown_ids(&preview(&below)), worse);
    let new_below = [below.as_slice(), &[("view", "status=New")]].concat();
    let new = ids(&recruiter.page(&format!("{job}?status=New")));
    let found = shown_ids(&preview(&new_below));
    assert!(
        found
            .iter()
            .all(|id| new.contains(id) && worse.contains(id))
    );
    assert_eq!(ids(&recruiter.page(&format!("{job}?tags=places"))).len(), 0);
}

/// Changes exactly those whom the preview of positions has shown, whatever happens to the order meanwhile.
fn a_preview_of_positions_is_what_changes(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let colleague = Visitor::signed_in(sandbox, ADMIN);
    let (job, _) = job_and_candidate(&recruiter);
    let bulk = format!("{job}/bulk");
    let positions = [
        ("firstPosition", "1"),
        ("lastPosition", "2"),
        ("view", "sort=name"),
        ("addTags", "kept"),
    ];
    let preview = recruiter.post(&bulk, &positions).text().unwrap();
    let confirm = |preview: &str| {
        let shown = shown_fields(preview);
        let shown = shown
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()));
        let others = [
            ("view", "sort=name"),
            ("addTags", "kept"),
            ("confirmed", "1"),
        ];
        let fields: Vec<(&str, &str)> = shown.chain(others).collect();
        recruiter.post(&bulk, &fields)
    };
    let mut chosen = shown_ids(&preview);
    let withdrawn = [("status", "Withdrawn")];
    let first = format!("/app/candidates/{}", chosen[0]);
    assert_eq!(colleague.post(&first, &withdrawn).status(), 303);
    let refused = confirm(&preview);
    assert_eq!(refused.status(), 409);
    let tagged = || ids(&recruiter.page(&format!("{job}?tags=kept")));
    assert_eq!(tagged().len(), 0);
    let changed = confirm(&refused.text().unwrap());
    assert_eq!(changed.status(), 303);
    let mut found = tagged();
    found.sort();
    chosen.sort();
    assert_eq!(found, chosen);
    let at = location(&changed).split_once("undo=").unwrap().1;
    let undo = [("undo", at), ("view", "")];
    assert_eq!(recruiter.post(&bulk, &undo).status(), 303);
    assert_eq!(tagged().len(), 0);
}

fn positions_that_mean_nobody_are_explained(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, candidate) = job_and_candidate(&recruiter);
    let ticked = format!("c.{}", candidate.rsplit('/').next().unwrap());
    for (fields, expected) in [
        (
            [("firstPosition", "7"), ("lastPosition", "9")],
            "nobody of this view has these positions",
        ),
        (
            [("firstPosition", "9"), ("lastPosition", "7")],
            "enter the first and the last position",
        ),
        (
            [("firstPosition", "1"), ("lastPosition", "1001")],
            "at most 1000 can be changed at once",
        ),
        (
            [("belowScore", "many"), ("view", "")],
            "Score must be a number",
        ),
        (
            [("belowScore", "0"), ("view", "")],
            "nobody of this view has these positions or a score",
        ),
        (
            [("belowScore", "40"), (ticked.as_str(), "1")],
            "choose one way to select them",
        ),
        ([("belowScore", "40"), ("all", "1")], "choose one way"),
    ] {
        let fields = [fields.as_slice(), &[("status", "Rejected")]].concat();
        let refused = recruiter.post(&format!("{job}/bulk"), &fields);
        assert_eq!(refused.status(), 400, "{fields:?}");
        let page = refused.text().unwrap();
        assert!(page.contains(expected), "{fields:?}: {page}");
        let (name, value) = fields[0];
        let kept = format!("name=\"{name}\" value=\"{value}\"");
        assert!(page.contains(&kept), "{kept}: {page}");
        assert!(page.contains("id=\"range\" open>"), "{page}");
    }
    let rejected = recruiter.page(&format!("{job}?status=Rejected"));
    assert_eq!(ids(&rejected).len(), 0);
}

fn all(sandbox: &Sandbox) {
    many_are_selected_without_ticks(sandbox);
    positions_that_mean_nobody_are_explained(sandbox);
    many_are_changed_at_once(sandbox);
    what_cannot_be_changed_is_explained(sandbox);
}

#[test]
fn several_candidates_are_changed_on_sqlite() {
    on_sqlite(|url| with_sandbox(url, all));
}

#[test]
#[ignore = "long"]
fn several_candidates_are_changed_on_postgresql() {
    on_postgresql(|url| with_sandbox(url, all));
}

#[test]
fn a_preview_of_positions_is_what_changes_on_sqlite() {
    on_sqlite(|url| with_sandbox(url, a_preview_of_positions_is_what_changes));
}

#[test]
#[ignore = "long"]
fn a_preview_of_positions_is_what_changes_on_postgresql() {
    on_postgresql(|url| with_sandbox(url, a_preview_of_positions_is_what_changes));
}

#[test]
fn a_confirmation_overwrites_no_decision_of_others_on_sqlite() {
    on_sqlite(|url| with_sandbox(url, decisions_of_others_are_not_overwritten));
}

#[test]
#[ignore = "long"]
fn a_confirmation_overwrites_no_decision_of_others_on_postgresql() {
    on_postgresql(|url| with_sandbox(url, decisions_of_others_are_not_overwritten));
}

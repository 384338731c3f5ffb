//! Reports of interviews without a browser: drafts, reports of somebody else, earlier versions, and reviews next to them.

use serde_json::json;

use super::interviews::{PAST, candidates, schedule, schedule_on};
use super::requests::{job_and_candidate, with_sandbox};
use super::visitor::{ADMIN, INTERVIEWER, RECRUITER, Visitor};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};

const FIND: &str =
    "query($input: GetQuestionsInput!) { getCanInterviewRpt(input: $input) { feedback } }";

/// Returns the path of a candidate whom the demo interviewer does not interview yet.
fn unassigned(recruiter: &Visitor, interviewer: &Visitor) -> String {
    let (job, _) = job_and_candidate(recruiter);
    let mut all = candidates(recruiter, &job).into_iter();
    all.find(|path| interviewer.get(path).status() == 403)
        .unwrap()
}

fn a_report_before_the_interview_is_a_draft(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    let candidate = unassigned(&recruiter, &interviewer);
    let interview = schedule(&recruiter, &candidate, "15:00");
    let page = interviewer.page(&interview);
    assert!(page.contains("Save as a draft") && !page.contains("Save the report"));
    let report = format!("{interview}/report");
    let draft = [
        ("feedback", "Ask about <b>tests</b>"),
        ("q0.question", "Why?"),
    ];
    let saved = interviewer.post(&report, &draft);
    assert_eq!(
        super::visitor::location(&saved),
        format!("{interview}?saved=draft")
    );
    let page = interviewer.page(&interview);
    assert!(page.contains("Ask about &#60;b&#62;tests&#60;/b&#62;"));
    assert!(page.contains("Draft, not submitted") && page.contains(">Scheduled</span>"));
    assert!(!page.contains("earlier version"), "a draft replaces itself");
    let page = recruiter.page(&interview);
    assert!(page.contains("Cancel the interview") && page.contains("Save the new time and place"));
    assert!(!recruiter.page(&candidate).contains("report submitted"));
    // The API knows no report yet, and submits one at any time, as specified.
    let id = interview.rsplit('/').next().unwrap();
    let post = |query: &str, input| {
        let call = sandbox.post("/graphql");
        let call = call.json(&json!({ "query": query, "variables": { "input": input } }));
        crate::binary::program::json_body(call.send().unwrap())
    };
    let found = post(FIND, json!({ "interviewId": id, "candidateId": null }));
    assert_eq!(
        found["errors"][0]["extensions"]["code"], "NOT_FOUND",
        "{found}"
    );
    let submit = "mutation($input: SubmitInterviewReportInput!) { submitInterviewReport(input: $input) { feedback } }";
    let done = post(
        submit,
        json!({ "interviewId": id, "videoPlaybackLink": "https://example.org/1" }),
    );
    let feedback = &done["data"]["submitInterviewReport"]["feedback"];
    assert_eq!(feedback, "Ask about <b>tests</b>", "{done}");
    assert!(recruiter.page(&interview).contains(">Completed</span>"));
}

fn a_report_of_somebody_else_needs_a_confirmation(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    let candidate = unassigned(&recruiter, &interviewer);
    let interview = schedule_on(&recruiter, &candidate, PAST, "16:00");
    let report = format!("{interview}/report");
    let save = |visitor: &Visitor, more: &[(&str, &str)]| visitor.post(&report, more);
    let own = [
        ("feedback", "Strong in Rust"),
        ("q0.question", "Why?"),
        ("q0.answer", "Because"),
    ];
    assert_eq!(save(&interviewer, &own).status(), 303);
    let page = interviewer.page(&interview);
    assert!(page.contains("Saved by <bdi>") && !page.contains("name=\"confirm\""));
    let page = recruiter.page(&interview);
    assert!(
        page.contains("I change the report of <strong><bdi>"),
        "{page}"
    );
    let typed = [("feedback", "Weak, I think"), ("score", "40")];
    let refused = save(&recruiter, &typed);
    assert_eq!(refused.status(), 400);
    let page = refused.text().unwrap();
    assert!(page.contains("This is the report of") && page.contains("Nothing is saved yet"));
    assert!(
        page.contains("Weak, I think") && page.contains("value=\"40\""),
        "nothing is lost"
    );
    assert!(interviewer.page(&interview).contains("Strong in Rust"));
    let confirmed = [
        ("feedback", "Weak, I think"),
        ("confirm", "1"),
        ("seen.questions", "Why? – Because"),
        ("q0.question", "Why?"),
        ("q0.answer", "Because"),
    ];
    assert_eq!(save(&recruiter, &confirmed).status(), 303);
    for visitor in [&interviewer, &admin] {
        let page = visitor.page(&interview);
        assert!(page.contains("Weak, I think") && page.contains("1 earlier version"));
        let (_, earlier) = page.split_once("1 earlier version").unwrap();
        assert!(earlier.contains("Strong in Rust") && earlier.contains("Because"));
    }
    // Saving the same again adds no version.
    let same = [
        ("feedback", "Weak, I think"),
        ("seen.feedback", "Weak, I think"),
        ("confirm", "1"),
        ("seen.questions", "Why? – Because"),
        ("q0.question", "Why?"),
        ("q0.answer", "Because"),
    ];
    assert_eq!(save(&recruiter, &same).status(), 303);
    assert!(admin.page(&interview).contains("1 earlier version"));
}

fn a_review_and_a_report_on_one_page_keep_each_other(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    let candidate = unassigned(&recruiter, &interviewer);
    let interview = schedule_on(&recruiter, &candidate, PAST, "17:00");
    let both = [
        ("feedback", "A report"),
        ("seen.feedback", ""),
        ("score", "71"),
        ("seen.score", ""),
        ("comment", "A drafted review"),
        ("seen.comment", ""),
    ];
    let saved = interviewer.post(&format!("{interview}/report"), &both);
    assert_eq!(saved.status(), 200);
    let page = saved.text().unwrap();
    assert!(
        page.contains("The report is saved. Your review is still below and not submitted yet.")
    );
    assert!(page.contains("value=\"71\"") && page.contains("A drafted review"));
    assert!(page.contains("Submit your review"), "it is not submitted");
    let edited = [
        ("feedback", "A longer report"),
        ("seen.feedback", "A report"),
        ("score", "71"),
        ("comment", "A drafted review"),
    ];
    let submitted = interviewer.post(&format!("{interview}/review"), &edited);
    assert_eq!(submitted.status(), 200);
    let page = submitted.text().unwrap();
    assert!(page.contains("Your review is saved. Your report is still below and not saved yet."));
    assert!(page.contains("A longer report") && page.contains("Change your review"));
    // What it was based on stays with it, so that a change of somebody else is noticed.
    assert!(
        page.contains("name=\"seen.feedback\" value=\"A report\""),
        "{page}"
    );
    let nothing_else = [
        ("score", "72"),
        ("feedback", "A report"),
        ("seen.feedback", "A report"),
    ];
    assert_eq!(
        interviewer
            .post(&format!("{interview}/review"), &nothing_else)
            .status(),
        303
    );
}

fn a_recruiter_on_the_panel_scores_before_seeing_others(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let (job, _) = job_and_candidate(&recruiter);
    // Nobody has reviewed the last candidate yet.
    let candidate = candidates(&recruiter, &job).pop().unwrap();
    let review = |visitor: &Visitor, comment: &str| {
        let fields = [("score", "33"), ("comment", comment)];
        assert_eq!(
            visitor
                .post(&format!("{candidate}/review"), &fields)
                .status(),
            303
        );
    };
    review(&admin, "Said by the admin");
    assert!(recruiter.page(&candidate).contains("Said by the admin"));
    let form = format!("{candidate}/interviews");
    let page = recruiter.page(&form);
    let own = sandbox.user("Recruiter")["userId"]
        .as_str()
        .or(sandbox.user("Recruiter")["_id"].as_str());
    let person = format!("i.{}", own.unwrap());
    assert!(page.contains(&person), "{person}");
    let fields = [
        ("date", PAST),
        ("time", "08:00"),
        ("zone", "UTC"),
        ("minutes", "60"),
        (person.as_str(), "1"),
    ];
    let scheduled = recruiter.post(&form, &fields);
    let interview = super::visitor::location(&scheduled)
        .split('?')
        .next()
        .unwrap()
        .to_owned();
    for page in [&candidate, &interview] {
        let page = recruiter.page(page);
        assert!(!page.contains("Said by the admin"), "{page}");
        assert!(page.contains("after you submit your own"));
    }
    assert!(
        recruiter
            .page(&format!("{job}?col=name&col=reviews"))
            .contains("after yours"),
        "the ranking says so too"
    );
    let boards = recruiter.page(&format!("{job}/leaderboards"));
    assert!(boards.contains("1 candidate whom you interview is") && !boards.contains(">33.0<"));
    let activity = format!("{candidate}/activity");
    let score = "score 33";
    assert!(admin.page(&activity).contains(score));
    let seen = recruiter.page(&activity);
    assert!(seen.contains(" reviewed ") && !seen.contains(score));
    let csv = format!("{job}/candidates.csv");
    assert!(admin.page(&csv).contains(",33.0,") && !recruiter.page(&csv).contains(",33.0,"));
    assert!(admin.page(&candidate).contains("Said by the admin"));
    review(&recruiter, "Said by the recruiter");
    for page in [&candidate, &interview] {
        assert!(recruiter.page(page).contains("Said by the admin"));
    }
}

fn all(sandbox: &Sandbox) {
    a_report_before_the_interview_is_a_draft(sandbox);
    a_report_of_somebody_else_needs_a_confirmation(sandbox);
    a_review_and_a_report_on_one_page_keep_each_other(sandbox);
    a_recruiter_on_the_panel_scores_before_seeing_others(sandbox);
}

#[test]
fn reports_and_reviews_keep_what_people_wrote_on_sqlite() {
    on_sqlite(|url| with_sandbox(url, all));
}

#[test]
#[ignore = "long"]
fn reports_and_reviews_keep_what_people_wrote_on_postgresql() {
    on_postgresql(|url| with_sandbox(url, all));
}

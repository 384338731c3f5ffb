//! Interviews without a browser: scheduling, conflicts, two people who move the same one, reports, recordings and reviews.

use reqwest::Method;
use reqwest::blocking::Response;
use reqwest::blocking::multipart::{Form, Part};

use super::requests::{job_and_candidate, with_sandbox};
use super::visitor::{INTERVIEWER, RECRUITER, STRANGER, Visitor, first_link, location};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};

/// The first bytes of a video file.
const FILM: &[u8] = b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41";

/// Returns what follows a beginning within quotes, at its first place on a page.
fn quoted_after<'a>(page: &'a str, beginning: &str) -> &'a str {
    let (_, rest) = page.split_once(beginning).unwrap();
    rest.split('"').next().unwrap()
}

/// Returns the name of the checkbox of an interviewer.
fn checkbox_of(page: &str, name: &str) -> String {
    let (before, _) = page.split_once(&format!("<bdi>{name}</bdi>")).unwrap();
    let (_, field) = before.rsplit_once("name=\"i.").unwrap();
    format!("i.{}", field.split('"').next().unwrap())
}

/// A day that lies ahead of the sandbox's clock, and one that does not.
const AHEAD: &str = "2027-03-04";
pub(super) const PAST: &str = "2026-03-04";

fn when(time: &'static str) -> Vec<(&'static str, &'static str)> {
    on(AHEAD, time)
}

fn on(day: &'static str, time: &'static str) -> Vec<(&'static str, &'static str)> {
    vec![
        ("date", day),
        ("time", time),
        ("zone", "Europe/Berlin"),
        ("minutes", "60"),
    ]
}

/// Returns the paths of candidates of the ranking.
pub(super) fn candidates(recruiter: &Visitor, job: &str) -> Vec<String> {
    let page = recruiter.page(job);
    let parts = page.split("href=\"/app/candidates/").skip(1);
    let ids = parts.map(|rest| rest.split('"').next().unwrap());
    ids.map(|id| format!("/app/candidates/{id}")).collect()
}

/// Schedules an interview of the demo interviewer, and returns its path.
pub(super) fn schedule(recruiter: &Visitor, candidate: &str, time: &'static str) -> String {
    schedule_on(recruiter, candidate, AHEAD, time)
}

/// Schedules an interview of the demo interviewer on a day, and returns its path.
pub(super) fn schedule_on(
    recruiter: &Visitor,
    candidate: &str,
    day: &'static str,
    time: &'static str,
) -> String {
    let form = format!("{candidate}/interviews");
    let person = checkbox_of(&recruiter.page(&form), &interviewer_name(recruiter, &form));
    let mut fields = on(day, time);
    fields.push((&person, "1"));
    let scheduled = recruiter.post(&form, &fields);
    assert_eq!(scheduled.status(), 303);
    location(&scheduled).split('?').next().unwrap().to_owned()
}

/// Returns the name of the demo interviewer, whose role the form shows.
fn interviewer_name(recruiter: &Visitor, form: &str) -> String {
    let page = recruiter.page(form);
    let (before, _) = page
        .split_once("</bdi> <span class=\"quiet small\">Interviewer</span>")
        .unwrap();
    before.rsplit_once("<bdi>").unwrap().1.to_owned()
}

fn an_interview_is_scheduled_with_its_conflicts(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, first) = job_and_candidate(&recruiter);
    let second = candidates(&recruiter, &job)
        .into_iter()
        .find(|path| *path != first);
    let second = second.unwrap();
    let interview = schedule(&recruiter, &first, "10:00");
    let page = recruiter.page(&format!("{interview}?saved=scheduled"));
    assert!(
        page.contains("The interview is scheduled.")
            && page.contains("2027-03-04 10:00 Europe/Berlin")
    );
    let form = format!("{second}/interviews");
    let person = checkbox_of(&recruiter.page(&form), &interviewer_name(&recruiter, &form));
    let plan =
        format!("{form}?{person}=1&date=2027-03-04&time=10:30&zone=Europe/Berlin&minutes=60");
    let plan = recruiter.page(&plan);
    assert!(
        plan.contains("is busy 10:00 to 11:00"),
        "the conflict is shown first"
    );
    assert!(
        plan.contains("08:00 to 10:00") && plan.contains("11:00 to 19:00"),
        "free times"
    );
    let mut fields = when("10:30");
    fields.push((&person, "1"));
    let refused = recruiter.post(&form, &fields);
    assert_eq!(refused.status(), 409);
    let refused = refused.text().unwrap();
    assert!(
        refused.contains("has another interview at this time")
            && refused.contains("value=\"10:30\"")
    );
    fields.push(("overlap", "1"));
    assert_eq!(recruiter.post(&form, &fields).status(), 303);
    let nobody = recruiter.post(&form, &when("15:00"));
    assert_eq!(nobody.status(), 400);
    assert!(
        nobody
            .text()
            .unwrap()
            .contains("Interviewers must have between 1 and 10")
    );
    let mut skipped = vec![
        ("date", "2027-03-28"),
        ("time", "02:30"),
        ("zone", "Europe/Berlin"),
    ];
    skipped.push((&person, "1"));
    let skipped = recruiter.post(&form, &skipped);
    assert_eq!(skipped.status(), 400);
    assert!(skipped.text().unwrap().contains("clocks are set forward"));
}

fn a_candidate_who_is_booked_twice_is_shown_on_both_pages(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (_, candidate) = job_and_candidate(&recruiter);
    let first = schedule(&recruiter, &candidate, "22:00");
    let warning = "has another interview at this time";
    assert!(!recruiter.page(&first).contains(warning));
    let form = format!("{candidate}/interviews");
    let page = recruiter.page(&form);
    let person = checkbox_of(&page, &interviewer_name(&recruiter, &form));
    let mut fields = when("22:30");
    fields.extend([(&*person, "1"), ("overlap", "1")]);
    let scheduled = recruiter.post(&form, &fields);
    assert_eq!(scheduled.status(), 303, "it is not refused");
    let second = location(&scheduled).split('?').next().unwrap().to_owned();
    for (one, other) in [(&first, &second), (&second, &first)] {
        let page = recruiter.page(one);
        assert!(
            page.contains(warning) && page.contains(other.as_str()),
            "{one}"
        );
    }
}

fn the_list_groups_by_day_and_by_person(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (_, candidate) = job_and_candidate(&recruiter);
    let interview = schedule(&recruiter, &candidate, "16:00");
    let week = "/app/interviews?from=2027-03-01&zone=Europe/Berlin";
    let days = recruiter.page(week);
    assert!(days.contains("Thursday, 4 March") && days.contains("16:00 to 17:00"));
    assert!(days.contains(&interview));
    let people = recruiter.page(&format!("{week}&by=person"));
    let name = interviewer_name(&recruiter, &format!("{candidate}/interviews"));
    assert!(people.contains(&format!("<bdi>{name}</bdi></h2>")));
    let own = recruiter.page(&format!("{week}&who=own"));
    assert!(!own.contains(&interview) && own.contains("No interviews this week."));
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    assert!(interviewer.page(week).contains(&interview));
    let later = recruiter.page("/app/interviews?from=2027-03-05");
    assert!(!later.contains(&interview));
    for odd in [
        "from=99999-01-01",
        "from=x&zone=Nowhere",
        "from=9999-12-31",
        "by=x&who=own",
    ] {
        recruiter.page(&format!("/app/interviews?{odd}"));
    }
    assert_eq!(
        recruiter.get("/app/interviews?who=usr_unknown").status(),
        404
    );
}

fn two_people_move_the_same_interview(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let colleague = Visitor::signed_in(sandbox, super::visitor::ADMIN);
    let (_, candidate) = job_and_candidate(&recruiter);
    let interview = schedule(&recruiter, &candidate, "12:00");
    let page = recruiter.page(&interview);
    let sequence = quoted_after(&page, "name=\"sequence\" value=\"").to_owned();
    let seen = quoted_after(&page, "name=\"seen.time\" value=\"").to_owned();
    assert_eq!(seen, "2027-03-04 12:00 Europe/Berlin");
    let moving = |visitor: &Visitor, time: &'static str, place: &str, sequence: &str| {
        let mut fields = when(time);
        fields.extend([
            ("place", place),
            ("sequence", sequence),
            ("seen.time", &seen),
            ("seen.place", ""),
        ]);
        visitor.post(&interview, &fields)
    };
    assert_eq!(
        moving(&colleague, "13:00", "Room 7", &sequence).status(),
        303
    );
    let refused = moving(&recruiter, "14:00", "Room 9", &sequence);
    assert_eq!(refused.status(), 409);
    let refused = refused.text().unwrap();
    assert!(refused.contains("Someone else changed this interview"));
    for change in [
        "2027-03-04 12:00 Europe/Berlin",
        "2027-03-04 13:00 Europe/Berlin",
        "Room 7",
    ] {
        assert!(refused.contains(change), "{change}");
    }
    assert!(
        refused.contains("value=\"14:00\"") && refused.contains("value=\"Room 9\""),
        "nothing is lost"
    );
    assert!(
        recruiter.page(&interview).contains("2027-03-04 13:00"),
        "nothing is overwritten"
    );
    let now = quoted_after(&refused, "name=\"sequence\" value=\"").to_owned();
    assert_eq!(moving(&recruiter, "14:00", "Room 9", &now).status(), 303);
    assert!(recruiter.page(&interview).contains("2027-03-04 14:00"));
    cancelling_needs_the_present_state(&recruiter, &interview, &now);
}

fn cancelling_needs_the_present_state(recruiter: &Visitor, interview: &str, old: &str) {
    let cancel = |sequence: &str| {
        recruiter.post(
            interview,
            &[("status", "Cancelled"), ("sequence", sequence)],
        )
    };
    assert_eq!(cancel(old).status(), 409);
    let page = recruiter.page(interview);
    let now = quoted_after(&page, "name=\"sequence\" value=\"");
    // A no-show changes no calendar, and so no sequence number.
    let shown = quoted_after(&page, "name=\"seen.status\" value=\"");
    let missed = [("status", "NoShow"), ("sequence", now)];
    assert_eq!(recruiter.post(interview, &missed).status(), 303);
    let late = [
        ("status", "Cancelled"),
        ("sequence", now),
        ("seen.status", shown),
        ("only", "1"),
    ];
    let refused = recruiter.post(interview, &late);
    assert_eq!(refused.status(), 409);
    let refused = refused.text().unwrap();
    assert!(refused.contains("Someone else changed this interview"));
    assert!(refused.contains("Status: <bdi>Rescheduled</bdi> → <bdi>No-show</bdi>"));
    assert!(recruiter.page(interview).contains("No-show"));
    let found = [("status", "Rescheduled"), ("sequence", now)];
    assert_eq!(recruiter.post(interview, &found).status(), 303);
    assert_eq!(cancel(now).status(), 303);
    assert!(
        recruiter
            .page(interview)
            .contains("Reinstate the interview")
    );
}

fn a_calendar_file_is_downloaded(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (_, candidate) = job_and_candidate(&recruiter);
    let interview = schedule(&recruiter, &candidate, "17:00");
    let file = recruiter.get(&format!("{interview}/calendar.ics"));
    assert_eq!(
        file.headers()["content-type"],
        "text/calendar; charset=utf-8"
    );
    assert!(
        file.headers()["content-disposition"]
            .to_str()
            .unwrap()
            .starts_with("attachment")
    );
    assert!(file.text().unwrap().contains("DTSTART:20270304T160000Z"));
}

fn upload(visitor: &Visitor, interview: &str, bytes: &[u8]) -> Response {
    let part = Part::bytes(bytes.to_vec()).file_name("talk.mp4");
    let request = visitor.request(Method::POST, &format!("{interview}/recording"));
    let request = request.header("sec-fetch-site", "same-origin");
    request
        .multipart(Form::new().part("recording", part))
        .send()
        .unwrap()
}

fn an_interviewer_reports_records_and_reviews(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    let (job, _) = job_and_candidate(&recruiter);
    let unassigned = candidates(&recruiter, &job)
        .into_iter()
        .find(|path| interviewer.get(path).status() == 403);
    let candidate = unassigned.unwrap();
    let interview = schedule_on(&recruiter, &candidate, PAST, "09:00");
    let score = [("score", "61"), ("comment", "Said by a recruiter")];
    assert_eq!(
        recruiter
            .post(&format!("{interview}/review"), &score)
            .status(),
        303
    );
    let page = interviewer.page(&interview);
    assert!(!page.contains("Said by a recruiter") && page.contains("after you submit your own"));
    assert!(
        !page.contains("Move, cancel or change"),
        "interviewers do not move interviews"
    );
    a_report_is_saved(&interviewer, &interview);
    a_recording_is_played_and_deleted(&interviewer, &interview);
    let own = [("score", "88"), ("comment", "Mine")];
    assert_eq!(
        interviewer
            .post(&format!("{interview}/review"), &own)
            .status(),
        303
    );
    assert!(interviewer.page(&interview).contains("Said by a recruiter"));
}

fn a_report_is_saved(interviewer: &Visitor, interview: &str) {
    let report = [
        ("feedback", "Knows <b>Rust</b>"),
        ("q0.question", "Why Rust?"),
        ("q0.answer", "Ownership"),
        ("q2.question", "Why not?"),
        ("transcript", "We spoke at length"),
    ];
    assert_eq!(
        interviewer
            .post(&format!("{interview}/report"), &report)
            .status(),
        303
    );
    let page = interviewer.page(interview);
    assert!(page.contains("Knows &#60;b&#62;Rust&#60;/b&#62;") && page.contains("Why not?"));
    assert!(page.contains("We spoke at length") && page.contains("Completed"));
    let invalid = [
        ("feedback", "kept"),
        ("q0.answer", "An answer without a question"),
    ];
    let refused = interviewer.post(&format!("{interview}/report"), &invalid);
    assert_eq!(refused.status(), 400);
    assert!(
        refused
            .text()
            .unwrap()
            .contains("An answer without a question"),
        "nothing is lost"
    );
    a_report_of_somebody_else_is_not_overwritten(interviewer, interview);
}

fn a_report_of_somebody_else_is_not_overwritten(interviewer: &Visitor, interview: &str) {
    let path = format!("{interview}/report");
    let stale = [
        ("feedback", "Written in a second window"),
        ("seen.feedback", ""),
        ("seen.questions", "Why Rust? – Ownership\r\nWhy not? –"),
    ];
    let refused = interviewer.post(&path, &stale);
    assert_eq!(refused.status(), 409);
    let page = refused.text().unwrap();
    assert!(page.contains("Someone else saved this report while you were writing"));
    assert!(
        page.contains("Feedback: <bdi>nothing</bdi> → <bdi>Knows &#60;b&#62;Rust"),
        "{page}"
    );
    assert!(
        !page.contains("Questions: <bdi>"),
        "nobody changed the questions"
    );
    assert!(
        page.contains("Written in a second window"),
        "nothing is lost"
    );
    assert!(
        !interviewer
            .page(interview)
            .contains("Written in a second window")
    );
    let read = [
        ("feedback", "Written in a second window"),
        ("seen.feedback", "Knows <b>Rust</b>"),
        ("q0.question", "Why Rust?"),
        ("q0.answer", "Ownership"),
        ("q1.question", "Why not?"),
        ("seen.questions", "Why Rust? – Ownership\r\nWhy not? –"),
    ];
    assert_eq!(interviewer.post(&path, &read).status(), 303);
    let page = interviewer.page(interview);
    assert!(page.contains("Written in a second window") && page.contains("Why not?"));
}

fn a_recording_is_played_and_deleted(interviewer: &Visitor, interview: &str) {
    assert_eq!(upload(interviewer, interview, FILM).status(), 303);
    let page = interviewer.page(interview);
    let source = quoted_after(
        &page,
        "<video id=\"player\" controls preload=\"metadata\" src=\"",
    )
    .to_owned();
    let played = interviewer.get(&source.replace("&#38;", "&"));
    assert_eq!(played.bytes().unwrap(), FILM);
    assert_eq!(upload(interviewer, interview, b"no film").status(), 422);
    assert_eq!(upload(interviewer, interview, b"").status(), 400);
    let deleted = interviewer.post(&format!("{interview}/recording/delete"), &[]);
    assert_eq!(deleted.status(), 303);
    assert!(!interviewer.page(interview).contains("<video"));
}

fn others_find_no_interview(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    let stranger = Visitor::signed_in(sandbox, STRANGER);
    let (_, candidate) = job_and_candidate(&recruiter);
    let interview = schedule(&recruiter, &candidate, "19:00");
    for path in ["", "/calendar.ics", "/report"] {
        assert_eq!(
            stranger.get(&format!("{interview}{path}")).status(),
            404,
            "{path}"
        );
    }
    let mut fields = when("20:00");
    fields.extend([("score", "1"), ("feedback", "x")]);
    for path in ["", "/report", "/review", "/recording/delete"] {
        assert_eq!(
            stranger
                .post(&format!("{interview}{path}"), &fields)
                .status(),
            404,
            "{path}"
        );
    }
    assert_eq!(upload(&stranger, &interview, FILM).status(), 404);
    assert_eq!(
        stranger.get(&format!("{candidate}/interviews")).status(),
        404
    );
    assert!(recruiter.page(&interview).contains("2027-03-04 19:00"));
    assert_eq!(
        interviewer.get(&format!("{candidate}/interviews")).status(),
        403
    );
    assert_eq!(
        interviewer
            .post(&interview, &[("status", "Cancelled")])
            .status(),
        403
    );
    let start = interviewer.page("/app");
    assert_eq!(
        interviewer
            .get(&first_link(&start, "/app/interviews/int_"))
            .status(),
        200
    );
}

fn all(sandbox: &Sandbox) {
    others_find_no_interview(sandbox);
    an_interviewer_reports_records_and_reviews(sandbox);
    an_interview_is_scheduled_with_its_conflicts(sandbox);
    a_candidate_who_is_booked_twice_is_shown_on_both_pages(sandbox);
    the_list_groups_by_day_and_by_person(sandbox);
    two_people_move_the_same_interview(sandbox);
    a_calendar_file_is_downloaded(sandbox);
}

#[test]
fn interviews_on_sqlite() {
    on_sqlite(|url| with_sandbox(url, all));
}

#[test]
#[ignore = "long"]
fn interviews_on_postgresql() {
    on_postgresql(|url| with_sandbox(url, all));
}

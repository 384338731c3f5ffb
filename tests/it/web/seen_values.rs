//! Forms compare what they showed with what is stored, and save, as one step. Of several people who save at once, one wins, and the others
//! lose nothing.

use reqwest::blocking::Response;

use super::interviews::{PAST, candidates, schedule_on};
use super::requests::{job_and_candidate, with_sandbox};
use super::visitor::{ADMIN, RECRUITER, Visitor};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::threads::at_once;

/// How many people save a form at once, and how often.
const PEOPLE: usize = 4;
const ROUNDS: usize = 6;

/// Sends a form of several people at once. Exactly one of them is stored, and each of the others gets back what was typed.
fn one_of_many_wins(
    what: &str,
    typed: impl Fn(usize) -> String + Sync,
    send: impl Fn(usize) -> Response + Sync,
) {
    let answers = at_once(PEOPLE, |person| {
        let response = send(person);
        (person, response.status().as_u16(), response.text().unwrap())
    });
    let stored = answers
        .iter()
        .filter(|(_, status, _)| *status == 303)
        .count();
    assert_eq!(
        stored,
        1,
        "{what}: {:?}",
        answers.iter().map(|one| one.1).collect::<Vec<_>>()
    );
    for (person, status, page) in &answers {
        let is_kept = *status == 303 || (*status == 409 && page.contains(&typed(*person)));
        assert!(is_kept, "{what}: {status}: {page}");
    }
}

fn jobs_and_candidates(sandbox: &Sandbox) {
    let people = [RECRUITER, ADMIN, RECRUITER, ADMIN].map(|demo| Visitor::signed_in(sandbox, demo));
    let (job, candidate) = job_and_candidate(&people[0]);
    for round in 0..ROUNDS {
        let before = place(&people[0], &job);
        let typed = |person: usize| format!("Place {round}-{person}");
        one_of_many_wins("a job", typed, |person| {
            let place = typed(person);
            let fields = [
                ("title", "Senior Backend Engineer"),
                ("location", place.as_str()),
                ("seen.location", before.as_str()),
            ];
            people[person].post(&format!("{job}/edit"), &fields)
        });
    }
    let statuses = ["Active", "OnHold", "Hired", "Rejected"];
    for _ in 0..ROUNDS {
        let reset = people[0].post(&candidate, &[("status", "")]);
        assert_eq!(reset.status(), 303);
        let typed = |person: usize| format!("Because of person {person}");
        one_of_many_wins("a status", typed, |person| {
            let reason = typed(person);
            let fields = [
                ("status", statuses[person]),
                ("was", ""),
                ("reason", reason.as_str()),
            ];
            people[person].post(&candidate, &fields)
        });
    }
}

/// Returns the place of a job, as its form shows it.
fn place(visitor: &Visitor, job: &str) -> String {
    let page = visitor.page(&format!("{job}/edit"));
    let (_, rest) = page.split_once("name=\"seen.location\" value=\"").unwrap();
    rest.split('"').next().unwrap().to_owned()
}

fn reports(sandbox: &Sandbox) {
    let people = [RECRUITER, ADMIN, RECRUITER, ADMIN].map(|demo| Visitor::signed_in(sandbox, demo));
    let (job, _) = job_and_candidate(&people[0]);
    let candidate = candidates(&people[0], &job).pop().unwrap();
    let interview = schedule_on(&people[0], &candidate, PAST, "11:00");
    let mut before = String::new();
    for round in 0..ROUNDS {
        let typed = |person: usize| format!("Feedback {round}-{person}");
        let seen = before.clone();
        one_of_many_wins("a report", typed, |person| {
            let feedback = typed(person);
            let fields = [
                ("feedback", feedback.as_str()),
                ("seen.feedback", seen.as_str()),
                ("confirm", "1"),
            ];
            people[person].post(&format!("{interview}/report"), &fields)
        });
        let page = people[0].page(&interview);
        let (_, rest) = page.split_once("name=\"seen.feedback\" value=\"").unwrap();
        before = rest.split('"').next().unwrap().to_owned();
    }
}

fn corrections(sandbox: &Sandbox) {
    let people = [RECRUITER, ADMIN, RECRUITER, ADMIN].map(|demo| Visitor::signed_in(sandbox, demo));
    let (_, candidate) = job_and_candidate(&people[0]);
    let path = format!("{}/corrections", candidate.split('?').next().unwrap());
    let hidden = "name=\"field\" value=\"employer\"><input type=\"hidden\" name=\"was\" value=\"";
    for round in 0..ROUNDS {
        let page = people[0].page(&path);
        let (_, rest) = page.split_once(hidden).unwrap();
        let was = rest.split('"').next().unwrap();
        let typed = |person: usize| format!("Example Octants {round}-{person}");
        one_of_many_wins("a correction", typed, |person| {
            let employer = typed(person);
            let fields = [
                ("entry", "0"),
                ("field", "employer"),
                ("value", employer.as_str()),
                ("was", was),
            ];
            people[person].post(&path, &fields)
        });
    }
}

fn all(sandbox: &Sandbox) {
    jobs_and_candidates(sandbox);
    corrections(sandbox);
    reports(sandbox);
}

#[test]
fn of_several_people_who_save_a_form_at_once_one_wins_on_sqlite() {
    on_sqlite(|url| with_sandbox(url, all));
}

#[test]
#[ignore = "long"]
fn of_several_people_who_save_a_form_at_once_one_wins_on_postgresql() {
    on_postgresql(|url| with_sandbox(url, all));
}

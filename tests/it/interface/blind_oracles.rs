//! Blind review: no answer depends on who a masked candidate is.
//!
//! Two worlds differ only in one masked candidate of a blind job. In one of them it is the person of a known application to another
//! job. The same questions, which guess who it is, must get the same answers in both.

pub(crate) mod differences;
mod questions;
mod uploads;
pub(crate) mod worlds;

use std::thread;

use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::generated_calls::Schema;

use differences::first_difference;
use questions::{files, mutations, queries};
use worlds::{KNOWN, OTHER, World};

/// Operations that are not asked, and why.
const NOT_ASKED: [(&str, &str); 3] = [
    ("revealCandidate", "it reveals the candidate"),
    ("revokeApiKey", "it would end the caller's own key"),
    ("revokeAccessToken", "it would end the caller's own token"),
];

/// Asks both worlds, and returns the questions with different answers.
fn compare(worlds: &[World; 2], asked: &[Vec<(String, String)>; 2]) -> Vec<String> {
    let [one, other] = asked;
    assert_eq!(one.len(), other.len(), "the same questions were asked");
    let mut found = Vec::new();
    for ((question, one), (same, other)) in one.iter().zip(other) {
        let (question, same) = (worlds[0].neutral(question), worlds[1].neutral(same));
        assert_eq!(question, same);
        let (one, other) = (worlds[0].neutral(one), worlds[1].neutral(other));
        if let Some(difference) = first_difference(&one, &other) {
            found.push(format!("{question}\n    {difference}"));
        }
    }
    found
}

/// Asks both worlds the same at once.
fn both(
    worlds: &[World; 2],
    ask: impl Fn(&World) -> Vec<(String, String)> + Sync,
) -> [Vec<(String, String)>; 2] {
    thread::scope(|scope| {
        let asked = worlds.each_ref().map(|world| scope.spawn(|| ask(world)));
        asked.map(|asked| asked.join().unwrap())
    })
}

fn no_answer_depends_on_the_person(worlds: &[World; 2]) {
    let schema = &Schema::of(&worlds[0].service);
    let mut found = no_query_depends_on_the_person(worlds);
    found.extend(compare(worlds, &both(worlds, files)));
    // Each world gets the same changes. What is asked after them shows what they did.
    let asked = both(worlds, |world| mutations(schema, world));
    found.extend(compare(worlds, &asked));
    let asked = both(worlds, |world| queries(schema, world, "admin"));
    found.extend(compare(worlds, &asked));
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn no_query_depends_on_the_person(worlds: &[World; 2]) -> Vec<String> {
    let schema = &Schema::of(&worlds[0].service);
    let mut found = Vec::new();
    for caller in ["recruiter", "interviewer"] {
        let asked = both(worlds, |world| queries(schema, world, caller));
        found.extend(compare(worlds, &asked));
    }
    found
}

/// A comparison that could not find a difference would prove nothing.
fn a_reveal_makes_the_difference(worlds: &[World; 2]) {
    let schema = &Schema::of(&worlds[0].service);
    for world in worlds {
        world.reveal(&world.service.admin);
    }
    let asked = both(worlds, |world| queries(schema, world, "admin"));
    let found = compare(worlds, &asked);
    for operation in [
        "getCandidate",
        "getCandidates",
        "getLeaderboard",
        "getInterviews",
    ] {
        let of_operation = |question: &String| question.starts_with(&format!("{operation} "));
        assert!(found.iter().any(of_operation), "{operation}");
    }
}

#[test]
#[ignore = "long"]
fn no_answer_depends_on_the_person_on_sqlite() {
    on_sqlite(|one| {
        on_sqlite(|other| {
            let worlds = [World::create(one, &KNOWN), World::create(other, &OTHER)];
            no_answer_depends_on_the_person(&worlds);
        });
    });
}

#[test]
#[ignore = "long"]
fn a_reveal_makes_the_difference_on_sqlite() {
    on_sqlite(|one| {
        on_sqlite(|other| {
            let worlds = [World::create(one, &KNOWN), World::create(other, &OTHER)];
            a_reveal_makes_the_difference(&worlds);
        });
    });
}

#[test]
#[ignore = "long"]
fn no_query_depends_on_the_person_on_postgresql() {
    on_postgresql(|one| {
        on_postgresql(|other| {
            let worlds = [World::create(one, &KNOWN), World::create(other, &OTHER)];
            let found = no_query_depends_on_the_person(&worlds);
            assert!(found.is_empty(), "{}", found.join("\n"));
        });
    });
}

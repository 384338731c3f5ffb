//! Interviews of one interviewer within an hour of each other.

use shortlist_domain::{InterviewChange, InterviewStatus};
use shortlist_persistence::{InterviewInsertion, InterviewUpdate, Store};

use super::interviews::{HOUR, becoming, move_to, set};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    an_interviewer_has_one_interview_within_an_hour,
    of_many_assignments_of_an_hour_at_once_one_succeeds,
    a_move_into_the_hour_of_another_is_a_conflict,
    of_many_moves_into_an_hour_at_once_one_succeeds,
);

fn an_interviewer_has_one_interview_within_an_hour(store: &Store) {
    let scene = set(store);
    let id = scene.create(store, 0, 2 * HOUR);
    let conflict = InterviewInsertion::Conflict {
        interview_id: id.clone(),
    };
    for seconds in [HOUR + 1, 2 * HOUR, 3 * HOUR - 1] {
        let outcome = store
            .insert_interview(&scene.interview(1, seconds))
            .unwrap();
        assert_eq!(outcome, conflict, "{seconds}");
    }
    scene.create(store, 1, HOUR);
    scene.create(store, 1, 3 * HOUR);
    let mut overlapping = scene.interview(1, 2 * HOUR + 60);
    overlapping.allow_overlap = true;
    let outcome = store.insert_interview(&overlapping).unwrap();
    assert!(matches!(outcome, InterviewInsertion::Created(_)));
    for id in [&id, &overlapping.id] {
        scene.change(store, id, &becoming(InterviewStatus::Cancelled));
    }
    let mut other = scene.interview(1, 2 * HOUR);
    other.candidate_id = scene.candidates[1].clone();
    let outcome = store.insert_interview(&other).unwrap();
    assert!(matches!(outcome, InterviewInsertion::Created(_)));
}

fn of_many_assignments_of_an_hour_at_once_one_succeeds(store: &Store) {
    let scene = set(store);
    let outcomes = at_once(8, |n| {
        store.insert_interview(&scene.interview(n % 2, 0)).unwrap()
    });
    let count = |wanted: fn(&InterviewInsertion) -> bool| {
        outcomes.iter().filter(|outcome| wanted(outcome)).count()
    };
    assert_eq!(count(|o| matches!(o, InterviewInsertion::Created(_))), 1);
    assert_eq!(count(|o| matches!(o, InterviewInsertion::Existing(_))), 3);
    assert_eq!(
        count(|o| matches!(o, InterviewInsertion::Conflict { .. })),
        4
    );
}

fn a_move_into_the_hour_of_another_is_a_conflict(store: &Store) {
    let scene = set(store);
    let here = &scene.tenant.organization;
    let taken = scene.create(store, 0, 2 * HOUR);
    let id = scene.create(store, 1, 9 * HOUR);
    let update = |change: &InterviewChange| store.update_interview(here, &id, change).unwrap();
    let conflict = InterviewUpdate::Overlap {
        interview_id: taken.clone(),
    };
    for seconds in [HOUR + 1, 2 * HOUR, 3 * HOUR - 1] {
        assert_eq!(update(&move_to(seconds)), conflict, "{seconds}");
    }
    scene.change(store, &id, &move_to(HOUR));
    scene.change(store, &id, &move_to(3 * HOUR));
    let overlapping = InterviewChange {
        allow_overlap: true,
        ..move_to(2 * HOUR)
    };
    scene.change(store, &id, &overlapping);
    // A cancelled interview takes no time. So it can only be scheduled again if the hour is still free.
    scene.change(store, &id, &becoming(InterviewStatus::Cancelled));
    assert_eq!(update(&becoming(InterviewStatus::Scheduled)), conflict);
    scene.change(store, &taken, &becoming(InterviewStatus::Cancelled));
    scene.change(store, &id, &becoming(InterviewStatus::Scheduled));
    // An interview does not conflict with its own hour.
    scene.change(store, &id, &move_to(2 * HOUR + 60));
}

fn of_many_moves_into_an_hour_at_once_one_succeeds(store: &Store) {
    let scene = set(store);
    let here = &scene.tenant.organization;
    let ids: Vec<_> = (0..8)
        .map(|n: i64| scene.create(store, usize::from(n % 2 == 1), (10 + 3 * n) * HOUR))
        .collect();
    let outcomes = at_once(8, |n| {
        // Interviews of the same candidate move to different times, so that only the other candidate's interview
        // conflicts.
        let seconds = i64::try_from(n).unwrap() * 60;
        store
            .update_interview(here, &ids[n], &move_to(seconds))
            .unwrap()
    });
    let moved: Vec<_> = outcomes
        .iter()
        .filter_map(|outcome| match outcome {
            InterviewUpdate::Changed(interview) => Some(interview.candidate_id.clone()),
            InterviewUpdate::Overlap { .. } => None,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(moved.len(), 4, "all of one candidate, none of the other");
    assert!(moved.iter().all(|candidate| *candidate == moved[0]));
}

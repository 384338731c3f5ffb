//! Panels of interviewers, durations, and changes of an interviewer.

use shortlist_domain::{
    InterviewChange, InterviewDetails, InterviewDetailsChange, InterviewId, InterviewMinutes,
    InterviewStatus, NewInterview, PanelScope, RefusedChange, ReportChange, TimeZone, UserId,
};
use shortlist_persistence::{InterviewUpdate, PanelChange, PanelInsertion, Store, StoreError};

use super::interviews::{HOUR, Scene, set};
use crate::support::records::{at, unique, user};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    a_panel_has_an_interview_for_each_interviewer,
    the_same_panel_again_returns_the_first,
    durations_decide_what_overlaps,
    a_panel_moves_together_or_not_at_all,
    an_interviewer_who_dropped_out_stays_out,
    an_interviewer_is_replaced_until_there_is_a_report,
    of_many_panels_at_once_one_gets_the_time,
);

const MINUTE: i64 = 60;

/// A scene with two more interviewers.
pub(super) struct Panels {
    pub(super) scene: Scene,
    others: [UserId; 2],
}

pub(super) fn panels(store: &Store) -> Panels {
    let scene = set(store);
    let here = &scene.tenant.organization;
    let others = ["usr_second", "usr_third"].map(|id| user(store, here, id));
    Panels { scene, others }
}

fn details(minutes: i32) -> InterviewDetails {
    InterviewDetails {
        duration: InterviewMinutes::parse("minutes", minutes).unwrap(),
        place: Some("Room 7".to_owned()),
        meeting_link: Some("https://meet.example/7".to_owned()),
        time_zone: TimeZone::parse("zone", "Europe/Berlin").ok(),
    }
}

/// Returns a change that changes nothing.
pub(super) fn unchanged() -> PanelChange {
    PanelChange {
        change: InterviewChange::default(),
        details: InterviewDetailsChange::default(),
        interviewer_id: None,
        scope: PanelScope::Panel,
        if_sequence: None,
        hides_place: false,
    }
}

pub(super) fn moved_to(seconds: i64) -> PanelChange {
    PanelChange {
        change: InterviewChange {
            date_and_time: Some(at(seconds)),
            ..InterviewChange::default()
        },
        ..unchanged()
    }
}

impl Panels {
    /// Returns an interview for each of the first interviewers.
    pub(super) fn interviews(
        &self,
        candidate: usize,
        seconds: i64,
        count: usize,
    ) -> Vec<NewInterview> {
        let first = self.scene.interview(candidate, seconds);
        let others = self.others.iter().map(|other| NewInterview {
            id: InterviewId::generate(at(0), unique()),
            interviewer_id: other.clone(),
            ..first.clone()
        });
        std::iter::once(first.clone())
            .chain(others)
            .take(count)
            .collect()
    }

    fn insert(&self, store: &Store, new: &[NewInterview], minutes: i32) -> PanelInsertion {
        let here = &self.scene.tenant.organization;
        let operator = store.operator(here);
        let inserted = operator
            .interviews()
            .insert_panel(here, new, &details(minutes));
        inserted.unwrap()
    }

    pub(super) fn create(
        &self,
        store: &Store,
        new: &[NewInterview],
        minutes: i32,
    ) -> Vec<InterviewId> {
        let ids: Vec<InterviewId> = new.iter().map(|one| one.id.clone()).collect();
        let created = PanelInsertion::Created(ids.clone());
        assert_eq!(self.insert(store, new, minutes), created);
        ids
    }

    pub(super) fn update(
        &self,
        store: &Store,
        id: &InterviewId,
        change: &PanelChange,
    ) -> InterviewUpdate {
        let here = &self.scene.tenant.organization;
        let operator = store.operator(here);
        operator
            .interviews()
            .update_panel(here, id, change)
            .unwrap()
    }

    /// Returns the seconds and the statuses of interviews.
    fn states(&self, store: &Store, ids: &[InterviewId]) -> Vec<(i64, InterviewStatus)> {
        let here = &self.scene.tenant.organization;
        let found = ids
            .iter()
            .map(|id| store.interviews().find(here, id).unwrap().unwrap());
        let seconds = |millis: u64| i64::try_from(millis / 1_000).unwrap();
        let start = seconds(at(0).unix_millis());
        found
            .map(|one| {
                let held = seconds(one.date_and_time.unix_millis());
                (held - start, one.status)
            })
            .collect()
    }
}

fn a_panel_has_an_interview_for_each_interviewer(store: &Store) {
    let panels = panels(store);
    let here = &panels.scene.tenant.organization;
    let ids = panels.create(store, &panels.interviews(0, HOUR, 3), 45);
    for id in &ids {
        let stored = store.interviews().find(here, id).unwrap().unwrap();
        assert_eq!(stored.details, details(45));
        assert_eq!(stored.panel_id.as_ref(), Some(&ids[0]));
    }
    let found = store.interviews().panels(here, &ids[..1]).unwrap();
    let members = &found[&ids[0]];
    let names: Vec<_> = members
        .iter()
        .map(|one| one.interviewer_name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "Name of usr_interviewer",
            "Name of usr_second",
            "Name of usr_third"
        ]
    );
    let feedback = ReportChange {
        feedback: Some("Good".to_owned()),
        ..ReportChange::default()
    };
    store.save_report(here, &ids[1], &feedback, at(9)).unwrap();
    let found = store.interviews().panels(here, &ids[..1]).unwrap();
    let reported = found[&ids[0]].iter().filter(|member| member.has_report);
    assert_eq!(
        reported.count(),
        1,
        "each interviewer has a report of their own"
    );
    // One interviewer is no panel.
    let single = panels.create(store, &panels.interviews(1, 9 * HOUR, 1), 60);
    let stored = store.interviews().find(here, &single[0]).unwrap().unwrap();
    assert_eq!(stored.panel_id, None);
    assert!(store.interviews().panels(here, &[]).unwrap().is_empty());
}

fn the_same_panel_again_returns_the_first(store: &Store) {
    let panels = panels(store);
    let ids = panels.create(store, &panels.interviews(0, HOUR, 2), 60);
    let again = panels.insert(store, &panels.interviews(0, HOUR, 2), 60);
    assert_eq!(again, PanelInsertion::Existing(ids.clone()));
    let more = panels.insert(store, &panels.interviews(0, HOUR, 3), 60);
    let interview_id = ids[0].clone();
    assert_eq!(more, PanelInsertion::PartlyExisting { interview_id });
}

fn durations_decide_what_overlaps(store: &Store) {
    let panels = panels(store);
    let first = panels.create(store, &panels.interviews(0, HOUR, 1), 30);
    let conflict = || PanelInsertion::Conflict {
        interview_id: first[0].clone(),
    };
    let at_minute = |minute: i64| panels.interviews(1, HOUR + minute * MINUTE, 1);
    assert_eq!(panels.insert(store, &at_minute(29), 30), conflict());
    assert_eq!(panels.insert(store, &at_minute(-29), 30), conflict());
    assert_eq!(panels.insert(store, &at_minute(-60), 61), conflict());
    panels.create(store, &at_minute(30), 30);
    let before = panels.create(store, &at_minute(-60), 60);
    // The longer duration no longer fits before the next interview.
    let longer = PanelChange {
        details: InterviewDetailsChange {
            duration: InterviewMinutes::parse("minutes", 61).ok(),
            ..InterviewDetailsChange::default()
        },
        ..unchanged()
    };
    let interview_id = first[0].clone();
    assert_eq!(
        panels.update(store, &before[0], &longer),
        InterviewUpdate::Overlap { interview_id }
    );
    // An interview without a duration takes an hour, as before.
    panels.scene.create(store, 0, 20 * HOUR);
    let late = panels.interviews(1, 20 * HOUR + 59 * MINUTE, 1);
    assert!(matches!(
        panels.insert(store, &late, 5),
        PanelInsertion::Conflict { .. }
    ));
}

fn a_panel_moves_together_or_not_at_all(store: &Store) {
    use InterviewStatus::{Cancelled, Rescheduled, Scheduled};
    let panels = panels(store);
    let ids = panels.create(store, &panels.interviews(0, HOUR, 3), 60);
    let mut busy = panels.interviews(1, 5 * HOUR, 3);
    let busy = panels.create(store, &busy.split_off(2), 60);
    let refused = panels.update(store, &ids[0], &moved_to(5 * HOUR));
    let interview_id = busy[0].clone();
    assert_eq!(refused, InterviewUpdate::Overlap { interview_id });
    assert_eq!(panels.states(store, &ids), [(HOUR, Scheduled); 3]);
    let moved = panels.update(store, &ids[1], &moved_to(8 * HOUR));
    assert!(matches!(&moved, InterviewUpdate::Changed(one) if one.id == ids[1]));
    assert_eq!(panels.states(store, &ids), [(8 * HOUR, Rescheduled); 3]);
    let cancelled = PanelChange {
        change: InterviewChange {
            status: Some(Cancelled),
            ..InterviewChange::default()
        },
        ..unchanged()
    };
    panels.update(store, &ids[0], &cancelled);
    assert_eq!(panels.states(store, &ids), [(8 * HOUR, Cancelled); 3]);
}

fn an_interviewer_who_dropped_out_stays_out(store: &Store) {
    use InterviewStatus::{Cancelled, Rescheduled};
    let panels = panels(store);
    let ids = panels.create(store, &panels.interviews(0, HOUR, 3), 60);
    let out = PanelChange {
        change: InterviewChange {
            status: Some(Cancelled),
            ..InterviewChange::default()
        },
        scope: PanelScope::OnlyThis,
        ..unchanged()
    };
    panels.update(store, &ids[2], &out);
    panels.update(store, &ids[0], &moved_to(3 * HOUR));
    let (moved, left) = ((3 * HOUR, Rescheduled), (HOUR, Cancelled));
    assert_eq!(panels.states(store, &ids), [moved, moved, left]);
}

fn an_interviewer_is_replaced_until_there_is_a_report(store: &Store) {
    let panels = panels(store);
    let here = &panels.scene.tenant.organization;
    let candidate = &panels.scene.candidates[0];
    let ids = panels.create(store, &panels.interviews(0, HOUR, 1), 60);
    let replaced_by = |id: &str| PanelChange {
        interviewer_id: UserId::parse("id", id).ok(),
        ..unchanged()
    };
    let InterviewUpdate::Changed(changed) =
        panels.update(store, &ids[0], &replaced_by("usr_second"))
    else {
        panic!("not replaced");
    };
    assert_eq!(changed.interviewer_name, "Name of usr_second");
    assert_eq!(changed.sequence, 1);
    let assigned = |id: &UserId| store.interviews().is_assigned(here, candidate, id).unwrap();
    assert!(assigned(&panels.others[0]));
    assert!(!assigned(&panels.interviews(0, HOUR, 1)[0].interviewer_id));
    // A busy interviewer and an unknown one are refused.
    let busy = panels.create(store, &panels.interviews(1, HOUR, 3)[2..], 60);
    let interview_id = busy[0].clone();
    assert_eq!(
        panels.update(store, &ids[0], &replaced_by("usr_third")),
        InterviewUpdate::Overlap { interview_id }
    );
    let operator = store.operator(here);
    let unknown = operator
        .interviews()
        .update_panel(here, &ids[0], &replaced_by("usr_nobody"));
    assert!(matches!(unknown, Err(StoreError::MissingReference(_))));
    store
        .save_report(here, &ids[0], &ReportChange::default(), at(9))
        .unwrap();
    assert_eq!(
        panels.update(store, &ids[0], &replaced_by("usr_interviewer")),
        InterviewUpdate::Refused(RefusedChange::HasReport)
    );
}

fn of_many_panels_at_once_one_gets_the_time(store: &Store) {
    let panels = panels(store);
    let done = at_once(8, |index| {
        let mut new = panels.interviews(index % 2, HOUR + i64::try_from(index).unwrap(), 3);
        // The interviewers come in different orders.
        new.rotate_left(index % 3);
        matches!(panels.insert(store, &new, 60), PanelInsertion::Created(_))
    });
    // The candidate of the first panel may meet its interviewers again, but the other candidate may not.
    let created = |parity: usize| {
        let of = done
            .iter()
            .enumerate()
            .filter(|(index, _)| index % 2 == parity);
        of.filter(|(_, created)| **created).count()
    };
    let counts = (created(0), created(1));
    assert!(counts == (4, 0) || counts == (0, 4), "{counts:?}");
}

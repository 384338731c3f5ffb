//! The first decision about a new candidate is a step of the history, even if the stage stays the same.

use shortlist_domain::{
    BulkChange, CandidateChange, CandidateId, CandidateStatus, Stage, StageId, Timestamp,
};
use shortlist_persistence::{JobStagesUpdate, Restoration, Store};

use super::{assert_agreement, create, drafts, find, move_to, set_stages, with_interviews};
use crate::support::records::{Tenant, at};
use crate::support::writes::Writes as _;

on_both_databases!(
    every_first_decision_is_a_step,
    a_decision_that_is_taken_back_is_a_step,
    named_stages_have_no_step_without_a_move,
    a_stage_that_was_removed_does_not_come_back,
);

fn set(store: &Store, tenant: &Tenant, id: &CandidateId, status: Option<CandidateStatus>) {
    let change = CandidateChange {
        status: Some(status),
        ..CandidateChange::default()
    };
    let writer = store.operator(&tenant.organization);
    let candidates = writer.candidates();
    candidates
        .update(&tenant.organization, id, &change, at(3))
        .unwrap();
}

/// Returns the names of the stages that each step of a candidate's history leads from and to, and its time.
fn steps(store: &Store, tenant: &Tenant, id: &CandidateId) -> Vec<(String, String, Timestamp)> {
    assert_agreement(store, tenant, id);
    let history = store
        .candidates()
        .stage_history(&tenant.organization, id)
        .unwrap();
    history
        .into_iter()
        .map(|step| (step.from.1, step.to.name, step.at))
        .collect()
}

fn step(from: &str, to: &str, second: i64) -> (String, String, Timestamp) {
    (from.to_owned(), to.to_owned(), at(second))
}

fn every_first_decision_is_a_step(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let names = ["Ada Quince", "Ben Medlar", "Cleo Sorrel", "Dan Rowan"];
    let ids = create(store, &tenant, &names);
    let active = Some(CandidateStatus::Active);
    for _ in 0..2 {
        set(store, &tenant, &ids[0], active);
        let change = BulkChange {
            status: Some(active),
            ..BulkChange::default()
        };
        let writer = store.operator(&tenant.organization);
        let candidates = writer.candidates();
        candidates
            .update_many(&tenant.organization, &ids[1..2], &change, at(3))
            .unwrap();
        let stage = StageId::of_status(CandidateStatus::Active);
        move_to(store, &tenant, &ids[2..3], &stage);
        set(store, &tenant, &ids[3], None);
    }
    // The second time, nothing changes.
    assert_eq!(steps(store, &tenant, &ids[0]), [step("New", "Active", 3)]);
    assert_eq!(steps(store, &tenant, &ids[1]), [step("New", "Active", 3)]);
    assert_eq!(steps(store, &tenant, &ids[2]), [step("New", "Active", 5)]);
    assert_eq!(steps(store, &tenant, &ids[3]), []);
    set(store, &tenant, &ids[3], Some(CandidateStatus::Rejected));
    set(store, &tenant, &ids[3], None);
    assert_eq!(
        steps(store, &tenant, &ids[3]),
        [step("New", "Rejected", 3), step("Rejected", "New", 3)]
    );
}

fn a_decision_that_is_taken_back_is_a_step(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let ids = create(store, &tenant, &["Ada Quince"]);
    set(store, &tenant, &ids[0], Some(CandidateStatus::Active));
    let stage = StageId::of_status(CandidateStatus::Active);
    let taken_back = Restoration {
        id: ids[0].clone(),
        status: (None, Some(CandidateStatus::Active)),
        reason: (None, None),
        stage: (stage.clone(), stage),
        moves: true,
        removed: Vec::new(),
        added: Vec::new(),
    };
    let writer = store.operator(&tenant.organization);
    let candidates = writer.candidates();
    let restored = candidates.restore_many(&tenant.organization, &[taken_back], at(7));
    assert_eq!(restored.unwrap().restored, [ids[0].clone()]);
    assert_eq!(find(store, &tenant, &ids[0]).status, None);
    assert_eq!(
        steps(store, &tenant, &ids[0]),
        [step("New", "Active", 3), step("Active", "New", 7)]
    );
}

fn named_stages_have_no_step_without_a_move(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let ids = create(store, &tenant, &["Ada Quince"]);
    let list = with_interviews(store, &tenant);
    set(store, &tenant, &ids[0], Some(CandidateStatus::Active));
    assert_eq!(steps(store, &tenant, &ids[0]), []);
    move_to(store, &tenant, &ids, &list.stages()[1].id);
    assert_eq!(
        steps(store, &tenant, &ids[0]),
        [step("Active", "Interview", 5)]
    );
}

/// Whoever was rejected from a stage that is removed since gets the status of before, in another stage.
fn a_stage_that_was_removed_does_not_come_back(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let ids = create(store, &tenant, &["Ada Quince", "Ben Medlar"]);
    let list = with_interviews(store, &tenant);
    let [active, interview] = [&list.stages()[0].id, &list.stages()[1].id];
    move_to(store, &tenant, &ids[..1], interview);
    move_to(store, &tenant, &ids[1..], active);
    let rejected = StageId::of_status(CandidateStatus::Rejected);
    move_to(store, &tenant, &ids, &rejected);
    let left: Vec<Stage> = list
        .stages()
        .iter()
        .filter(|one| one.id != *interview)
        .cloned()
        .collect();
    let set = set_stages(store, &tenant, &drafts(&left), &[]);
    assert!(matches!(set, JobStagesUpdate::Set(_)), "{set:?}");
    let reason = Some("because".to_owned());
    let taken_back = |id: &CandidateId, stage: &StageId| Restoration {
        id: id.clone(),
        status: (
            Some(CandidateStatus::Active),
            Some(CandidateStatus::Rejected),
        ),
        reason: (reason.clone(), reason.clone()),
        stage: (stage.clone(), rejected.clone()),
        moves: true,
        removed: Vec::new(),
        added: Vec::new(),
    };
    let changes = [taken_back(&ids[0], interview), taken_back(&ids[1], active)];
    let writer = store.operator(&tenant.organization);
    let restored = writer
        .candidates()
        .restore_many(&tenant.organization, &changes, at(11));
    let restored = restored.unwrap();
    assert_eq!(restored.elsewhere, ids[..1]);
    assert_eq!(restored.restored, ids[1..]);
    for id in &ids {
        assert_eq!(find(store, &tenant, id).stage_id, *active);
        assert_agreement(store, &tenant, id);
    }
}

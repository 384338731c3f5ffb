//! Stage and status agree after any sequence of changes.

use shortlist_domain::{
    BulkChange, BulkUpdate, CandidateChange, CandidateId, CandidateStatus, StageId, StageMove,
};
use shortlist_persistence::{JobStagesUpdate, Store};

use super::{
    assert_agreement, create, draft, drafts, find, in_stages, move_to, set_stages, stages_of,
};
use crate::support::numbers::Numbers;
use crate::support::records::{Tenant, at, unique};
use crate::support::writes::Writes as _;

on_both_databases!(stage_and_status_agree_after_any_changes,);

/// Makes one random change: of a status, of a stage, of many, of another field, or of the list.
fn change_something(store: &Store, tenant: &Tenant, ids: &[CandidateId], numbers: &mut Numbers) {
    let mut statuses: Vec<Option<CandidateStatus>> = CandidateStatus::ALL.map(Some).to_vec();
    statuses.push(None);
    let status = *numbers.one_of(&statuses);
    let id = numbers.one_of(ids).clone();
    let writer = store.operator(&tenant.organization);
    let candidates = writer.candidates();
    let here = &tenant.organization;
    match numbers.below(6) {
        0 => {
            let change = CandidateChange {
                status: Some(status),
                ..CandidateChange::default()
            };
            candidates.update(here, &id, &change, at(3)).unwrap();
            assert_eq!(find(store, tenant, &id).status, status);
        }
        1 => {
            let change = BulkChange {
                status: Some(status),
                ..BulkChange::default()
            };
            candidates.update_many(here, ids, &change, at(3)).unwrap();
        }
        2 => {
            let name = Some(Some(format!("Person {}", numbers.below(9))));
            let change = CandidateChange {
                full_name: name,
                ..CandidateChange::default()
            };
            let before = find(store, tenant, &id);
            candidates.update(here, &id, &change, at(3)).unwrap();
            assert_eq!(find(store, tenant, &id).stage_id, before.stage_id);
        }
        3 => change_list(store, tenant, numbers),
        _ => {
            let list = stages_of(store, tenant, &tenant.job);
            let stage = numbers.one_of(list.stages());
            let BulkUpdate::Updated(moved) = move_to(store, tenant, &[id], &stage.id) else {
                panic!("{stage:?}");
            };
            assert_eq!(
                (&moved[0].stage_id, moved[0].status),
                (&stage.id, Some(stage.status))
            );
        }
    }
}

/// Adds a stage at a random place, or removes one and moves its candidates.
fn change_list(store: &Store, tenant: &Tenant, numbers: &mut Numbers) {
    let list = stages_of(store, tenant, &tenant.job);
    let mut new = drafts(list.stages());
    if new.len() < 9 {
        let status = *numbers.one_of(&CandidateStatus::ALL);
        let place = numbers.below(new.len() + 1);
        new.insert(place, draft(None, &format!("Stage {}", unique()), status));
        assert!(matches!(
            set_stages(store, tenant, &new, &[]),
            JobStagesUpdate::Set(_)
        ));
        return;
    }
    let removed = numbers.below(new.len());
    let from = list.stages()[removed].id.clone();
    new.remove(removed);
    let kept = list
        .stages()
        .iter()
        .filter(|stage| stage.id != from)
        .collect::<Vec<_>>();
    let to = numbers.one_of(&kept).id.clone();
    let moves = [StageMove {
        from: from.clone(),
        to,
    }];
    match set_stages(store, tenant, &new, &moves) {
        JobStagesUpdate::Set(list) => assert_eq!(list.find(&from), None),
        // The last stage of a status comes back as the default stage, and then its candidates stay.
        JobStagesUpdate::Refused(_) => {
            assert!(CandidateStatus::ALL.map(StageId::of_status).contains(&from));
        }
        refused => panic!("{refused:?}"),
    }
}

fn stage_and_status_agree_after_any_changes(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let mut ids = create(store, &tenant, &["Ada Quince", "Ben Medlar"]);
    for seed in 0..4 {
        let mut numbers = Numbers(seed);
        for step in 0..25 {
            change_something(store, &tenant, &ids, &mut numbers);
            if step % 5 == 0 {
                for id in &ids {
                    assert_agreement(store, &tenant, id);
                }
            }
        }
        let name = format!("Cleo Sorb{seed}");
        ids.extend(create(store, &tenant, &[&name]));
        let counts = store
            .jobs()
            .stage_counts(&tenant.organization, &tenant.job)
            .unwrap();
        assert_eq!(
            counts.values().sum::<i64>(),
            i64::try_from(ids.len()).unwrap()
        );
        for (stage, count) in counts {
            let found = in_stages(store, &tenant, Some(&tenant.job), &[&stage]);
            assert_eq!(found.len(), usize::try_from(count).unwrap());
        }
    }
}

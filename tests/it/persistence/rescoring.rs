//! Rescoring a job's candidates: all or none, and earlier receipts are kept.

use shortlist_domain::{
    CandidateId, CriterionWeight, JobChange, JobRequirements, LeaderboardKind, LeaderboardQuery,
    MicroPoints, NewCandidate, Score, ScoreReceipt, Weights,
};
use shortlist_persistence::{CurrentScore, Measurement, Rescored, Rescoring, Store, StoreError};

use crate::support::records::{Tenant, at, receipt, resume, unique};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    current_scores_are_listed_by_identifier,
    other_weights_change_scores_and_keep_the_receipt,
    a_new_measurement_creates_a_new_receipt,
    a_job_that_has_changed_is_not_scored_as_it_was,
    a_failure_in_the_middle_changes_nothing,
    concurrent_rescorings_are_each_complete,
    a_job_is_kept_in_each_version,
);

fn created(store: &Store, count: i64) -> (Tenant, Vec<NewCandidate>) {
    let tenant = Tenant::create(store, "org_1");
    let mut batch: Vec<NewCandidate> = (0..count)
        .map(|n| tenant.candidate(&format!("Person {n}"), 500 + n))
        .collect();
    store.insert_candidates(&batch, &mut unique).unwrap();
    batch.sort_by(|a, b| a.id.cmp(&b.id));
    (tenant, batch)
}

fn current_scores(store: &Store, tenant: &Tenant) -> Vec<CurrentScore> {
    let job = Some(&tenant.job);
    store
        .scores()
        .list_current(&tenant.organization, job, None)
        .unwrap()
}

fn weights(name: &str) -> Weights {
    Weights::from_shares(vec![CriterionWeight {
        name: name.to_owned(),
        share: MicroPoints::ONE,
    }])
}

fn rescoring<'a>(tenant: &'a Tenant, weights: Option<&'a Weights>) -> Rescoring<'a> {
    Rescoring {
        only: None,
        organization: &tenant.organization,
        job: &tenant.job,
        job_version: 1,
        weights,
        at: at(9),
    }
}

fn measured(tenths: i64, engine: &str) -> Rescored {
    let receipt = ScoreReceipt {
        engine_version: engine.to_owned(),
        ..receipt(tenths)
    };
    Rescored::Measured(Measurement::of(&receipt, Some(&resume("Read Anew"))).unwrap())
}

fn scores(store: &Store, tenant: &Tenant) -> Vec<u16> {
    let all = current_scores(store, tenant);
    all.iter().map(|current| current.score.tenths()).collect()
}

fn current_scores_are_listed_by_identifier(store: &Store) {
    let (tenant, batch) = created(store, 5);
    let all = current_scores(store, &tenant);
    let ids: Vec<&CandidateId> = all.iter().map(|current| &current.candidate).collect();
    assert_eq!(ids, batch.iter().map(|new| &new.id).collect::<Vec<_>>());
    let first = &all[0];
    assert_eq!(first.scored_version, 1);
    assert_eq!(first.scored_by, "1");
    assert_eq!(first.weights().unwrap(), weights("skills"));
    assert_eq!(first.values.len(), 1);
    let here = &tenant.organization;
    let after = Some(&all[3].candidate);
    assert_eq!(
        store.scores().list_current(here, None, after).unwrap(),
        all[4..]
    );
    let found = store.scores().find_current(here, &first.candidate).unwrap();
    assert_eq!(found.as_ref(), Some(first));
    let other = Tenant::create(store, "org_2");
    assert!(current_scores(store, &other).is_empty());
}

fn other_weights_change_scores_and_keep_the_receipt(store: &Store) {
    let (tenant, batch) = created(store, 3);
    let new = weights("experience");
    store
        .rescore(&rescoring(&tenant, Some(&new)), &mut |current| {
            Ok(match current.score.tenths() {
                500 => Rescored::Kept,
                _ => Rescored::Reweighed(Score::from_tenths(77)),
            })
        })
        .unwrap();
    let mut after = scores(store, &tenant);
    after.sort_unstable();
    assert_eq!(after, [77, 77, 500]);
    let ids: Vec<CandidateId> = batch.iter().map(|new| new.id.clone()).collect();
    let receipts = store
        .scores()
        .load_receipts(&tenant.organization, &ids)
        .unwrap();
    for (new_candidate, current) in batch.iter().zip(current_scores(store, &tenant)) {
        let stored = &receipts[&new_candidate.id];
        assert_eq!(stored.receipt, new_candidate.receipt);
        let moved = current.score.tenths() == 77;
        let expected = if moved { &new } else { &weights("skills") };
        assert_eq!(stored.weighting, *expected);
        assert_eq!(current.receipt_number, 1);
    }
    let board = store.scores().leaderboard(&LeaderboardQuery {
        organization_id: tenant.organization.clone(),
        job_id: tenant.job.clone(),
        kind: LeaderboardKind::Ai,
        limit: 10,
        offset: 0,
        after: None,
        count: false,
    });
    let ranks: Vec<_> = board.unwrap().rows.iter().map(|row| row.rank).collect();
    assert_eq!(ranks, [1, 2, 2]);
}

fn a_new_measurement_creates_a_new_receipt(store: &Store) {
    let (tenant, batch) = created(store, 2);
    let here = &tenant.organization;
    for (round, tenths) in [(2, 333), (3, 444)] {
        store
            .rescore(&rescoring(&tenant, None), &mut |_| {
                Ok(measured(tenths, &format!("engine {round}")))
            })
            .unwrap();
        assert!(current_scores(store, &tenant).iter().all(|current| {
            current.receipt_number == round && i64::from(current.score.tenths()) == tenths
        }));
    }
    let history = store.scores().list_receipts(here, &batch[0].id).unwrap();
    let engines: Vec<&str> = history
        .iter()
        .map(|stored| stored.receipt.engine_version.as_str())
        .collect();
    assert_eq!(engines, ["engine 3", "engine 2", "1"]);
    assert_eq!(history[2].receipt, batch[0].receipt);
    let ids = [batch[0].id.clone()];
    let read = store.candidates().load_resumes(here, &ids).unwrap();
    let stored = &read[&batch[0].id];
    assert_eq!(stored.read_by, "engine 3");
    assert_eq!(stored.resume, resume("Read Anew"));
    let newest = &store.scores().load_receipts(here, &ids).unwrap()[&batch[0].id];
    assert_eq!(newest.receipt, history[0].receipt);
}

fn a_job_that_has_changed_is_not_scored_as_it_was(store: &Store) {
    let (tenant, _) = created(store, 2);
    let change = JobChange {
        description: Some("Prunes trees.".to_owned()),
        ..JobChange::default()
    };
    store
        .update_job(&tenant.organization, &tenant.job, &change, at(5))
        .unwrap();
    let before = current_scores(store, &tenant);
    let refused = store.rescore(&rescoring(&tenant, None), &mut |_| Ok(measured(1, "x")));
    assert!(matches!(refused, Err(StoreError::Stale)));
    assert_eq!(current_scores(store, &tenant), before);
}

fn a_failure_in_the_middle_changes_nothing(store: &Store) {
    let (tenant, _) = created(store, 3);
    let before = current_scores(store, &tenant);
    let mut asked = 0;
    let refused = store.rescore(&rescoring(&tenant, None), &mut |_| {
        asked += 1;
        match asked {
            3 => Err(StoreError::Stale),
            _ => Ok(measured(asked, "x")),
        }
    });
    assert!(matches!(refused, Err(StoreError::Stale)));
    assert_eq!(asked, 3);
    assert_eq!(current_scores(store, &tenant), before);
}

fn concurrent_rescorings_are_each_complete(store: &Store) {
    let (tenant, batch) = created(store, 6);
    at_once(4, |n| {
        let tenths = 100 + i64::try_from(n).unwrap();
        store
            .rescore(&rescoring(&tenant, None), &mut |_| {
                Ok(measured(tenths, "x"))
            })
            .unwrap();
    });
    let all = current_scores(store, &tenant);
    assert!(all.iter().all(|one| one.score == all[0].score));
    assert!(all.iter().all(|one| one.receipt_number == 5));
    let history = store
        .scores()
        .list_receipts(&tenant.organization, &batch[0].id);
    assert_eq!(history.unwrap().len(), 5);
}

fn a_job_is_kept_in_each_version(store: &Store) {
    let (tenant, _) = created(store, 0);
    let here = &tenant.organization;
    let find = || store.jobs().find(here, &tenant.job).unwrap().unwrap();
    let first = find();
    let asked = JobRequirements::default();
    for engine in ["1", "1", "2"] {
        store
            .jobs()
            .insert_version(&first, &asked, engine, at(1))
            .unwrap();
    }
    let renamed = JobChange {
        title: Some("Head Gardener".to_owned()),
        ..JobChange::default()
    };
    let moved = JobChange {
        department: Some(Some("Orchards".to_owned())),
        ..JobChange::default()
    };
    for change in [&renamed, &moved] {
        store.update_job(here, &tenant.job, change, at(2)).unwrap();
    }
    let second = find();
    assert_eq!(second.version, 2);
    store
        .jobs()
        .insert_version(&second, &asked, "1", at(3))
        .unwrap();
    let kept = |version| {
        let kept = store
            .jobs()
            .find_version(here, &tenant.job, version)
            .unwrap();
        kept.map(|kept| kept.title)
    };
    assert_eq!(kept(1), Some(first.title));
    assert_eq!(kept(2).as_deref(), Some("Head Gardener"));
    assert_eq!(kept(3), None);
}

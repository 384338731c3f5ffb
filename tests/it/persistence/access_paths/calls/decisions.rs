//! Calls of the queries of decisions and their records.

use shortlist_domain::{CandidateStatus, CorrectedField, Correction, DecisionPolicy, StageId};
use shortlist_persistence::{StageTarget, Store};

use super::{Names, at, writer};
use crate::support::records::resume;

pub(super) fn call(store: &Store, names: &Names) {
    let organization = &names.organization;
    let ids = std::slice::from_ref(&names.candidate);
    for status in [CandidateStatus::Rejected, CandidateStatus::Active] {
        let target = StageTarget {
            stage_id: &StageId::of_status(status),
            reason: None,
        };
        let writer = writer(store);
        let moved = writer
            .candidates()
            .move_to_stage(organization, ids, target, at(1));
        moved.unwrap();
    }
    let candidates = store.candidates();
    candidates
        .list_decisions(organization, &names.candidate)
        .unwrap();
    for member in [None, Some(&names.user)] {
        let due = candidates.list_due_explanations(organization, member, at(0), 10);
        due.unwrap();
    }
    correct(store, names);
    candidates
        .list_corrections(organization, &names.candidate)
        .unwrap();
    let first = StageId::of_status(CandidateStatus::Active);
    let lowest = store.fairness().lowest_score_taken_forward(
        organization,
        &names.job,
        &first,
        &names.candidate,
    );
    lowest.unwrap();
    let writer = writer(store);
    writer
        .candidates()
        .set_explained(organization, &names.candidate, at(2))
        .unwrap();
    let organizations = writer.organizations();
    organizations
        .remove_old_decisions(organization, at(0))
        .unwrap();
    let policy = DecisionPolicy::default();
    organizations
        .set_decision_policy(organization, &policy)
        .unwrap();
    store.organizations().decision_policy(organization).unwrap();
}

fn correct(store: &Store, names: &Names) {
    let candidate = store
        .candidates()
        .find(&names.organization, &names.candidate)
        .unwrap();
    let correction = Correction {
        entry: 0,
        field: CorrectedField::Start,
        parsed: None,
        stated: Some("2020".to_owned()),
        user_id: None,
        corrected_at: at(1),
    };
    let corrected = writer(store).candidates().add_corrections(
        &candidate.unwrap(),
        &[correction],
        &resume("Ada Fictitious"),
    );
    corrected.unwrap();
}

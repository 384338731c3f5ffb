//! Calls of the queries of stages, offers and custom fields. The filters in `lists` find these values.

use shortlist_domain::{
    BulkChange, BulkUpdate, CandidateChange, CandidateStatus, Currency, CustomField,
    CustomFieldChange, OfferChange, OfferState, StageDraft, StageId, StageMove,
};

use super::{Names, at, writer};
use shortlist_persistence::{
    CustomFieldUpdate, JobStagesChange, JobStagesUpdate, OfferUpdate, StageTarget, Store,
};

/// The number of the last generated stage.
const NEW_STAGE: &str = "stg_new";

pub(super) fn call(store: &Store, names: &Names) {
    call_stages(store, names);
    call_offers(store, names);
    call_custom_fields(store, names);
}

fn drafts(last: &str) -> Vec<StageDraft> {
    let stage = |id: Option<&str>, name: &str| StageDraft {
        id: id.map(str::to_owned),
        name: name.to_owned(),
        status: "Active".to_owned(),
    };
    vec![stage(Some("Active"), "Applied"), stage(None, last)]
}

fn call_stages(store: &Store, names: &Names) {
    let (organization, job) = (&names.organization, &names.job);
    let mut new_id = || StageId::parse("id", NEW_STAGE).unwrap();
    let writer = writer(store);
    let set = writer
        .organizations()
        .set_stage_template(organization, &drafts("Call"), &mut new_id);
    set.unwrap().unwrap();
    store.organizations().stage_template(organization).unwrap();
    let mut set = |stages: &[StageDraft], moves: &[StageMove]| {
        let change = JobStagesChange {
            stages,
            moves,
            reason: None,
            at: at(2),
        };
        let jobs = writer.jobs();
        let set = jobs
            .set_stages(organization, job, &change, &mut new_id)
            .unwrap();
        assert!(matches!(set, JobStagesUpdate::Set(_)), "{set:?}");
    };
    set(&drafts("Interview"), &[]);
    let ids = std::slice::from_ref(&names.candidate);
    let stage_id = StageId::parse("id", NEW_STAGE).unwrap();
    for stage_id in [
        &stage_id,
        &StageId::of_status(CandidateStatus::Hired),
        &stage_id,
    ] {
        let target = StageTarget {
            stage_id,
            reason: None,
        };
        let moved = writer
            .candidates()
            .move_to_stage(organization, ids, target, at(2))
            .unwrap();
        assert!(matches!(moved, BulkUpdate::Updated(_)), "{moved:?}");
    }
    let hired = StageId::of_status(CandidateStatus::Hired);
    set(
        &drafts("Interview")[..1],
        &[StageMove {
            from: stage_id,
            to: hired,
        }],
    );
    read_stages(store, names);
}

fn read_stages(store: &Store, names: &Names) {
    let (organization, job) = (&names.organization, &names.job);
    let ids = std::slice::from_ref(&names.candidate);
    store
        .candidates()
        .stage_history(organization, &names.candidate)
        .unwrap();
    let moved = store.candidates().last_moves(organization, ids).unwrap();
    assert_eq!(moved[&names.candidate], at(2));
    store
        .jobs()
        .stage_lists(organization, std::slice::from_ref(job))
        .unwrap();
    assert_eq!(
        store.jobs().stage_counts(organization, job).unwrap().len(),
        1
    );
    let jobs = std::slice::from_ref(job);
    let counts = store.jobs().candidate_counts(organization, jobs).unwrap();
    assert!(counts.contains_key(job));
}

fn call_offers(store: &Store, names: &Names) {
    let (organization, id) = (&names.organization, &names.candidate);
    let draft = OfferChange {
        amount: Some("1000".to_owned()),
        currency: Currency::parse("currency", "EUR").ok(),
        ..OfferChange::default()
    };
    let sent = OfferChange {
        state: Some(OfferState::Sent),
        ..OfferChange::default()
    };
    for change in [draft, sent] {
        let set = writer(store)
            .candidates()
            .set_offer(organization, id, &change, at(2))
            .unwrap();
        assert!(matches!(set, OfferUpdate::Set(_)), "{set:?}");
    }
    let offers = store
        .candidates()
        .load_offers(organization, std::slice::from_ref(id))
        .unwrap();
    assert_eq!(offers.len(), 1);
}

fn call_custom_fields(store: &Store, names: &Names) {
    let (organization, id) = (&names.organization, &names.candidate);
    let writer = writer(store);
    let field = |key: &str, kind: &str, options: &[&str]| {
        let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
        CustomField::parse(key, key, kind, &options).unwrap()
    };
    for field in [
        field("city", "Text", &[]),
        field("office", "Choice", &["Berlin", "Bonn"]),
        field("office", "Choice", &["Berlin"]),
        field("notice", "Text", &[]),
        field("notice", "Number", &[]),
    ] {
        let set = writer
            .organizations()
            .set_custom_field(organization, &field)
            .unwrap();
        assert_eq!(set, CustomFieldUpdate::Set);
    }
    let values = [("city", "Ulm"), ("office", "Berlin"), ("notice", "3")];
    let change = |(key, value): (&str, &str)| CustomFieldChange {
        key: key.to_owned(),
        value: Some(value.to_owned()),
    };
    let custom_fields: Vec<_> = values.map(change).to_vec();
    let one = CandidateChange {
        custom_fields: custom_fields.clone(),
        ..CandidateChange::default()
    };
    writer
        .candidates()
        .update(organization, id, &one, at(2))
        .unwrap();
    let many = BulkChange {
        custom_fields,
        ..BulkChange::default()
    };
    let ids = std::slice::from_ref(id);
    writer
        .candidates()
        .update_many(organization, ids, &many, at(2))
        .unwrap();
    let loaded = store
        .candidates()
        .load_custom_values(organization, ids)
        .unwrap();
    assert_eq!(loaded[id].len(), 3);
}

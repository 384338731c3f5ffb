//! Stages of candidates: who may change them, what a removed one leaves, and many changes at once.

mod random_changes;
mod undecided;

use std::collections::HashMap;

use shortlist_domain::{
    BulkUpdate, Candidate, CandidateChange, CandidateCounts, CandidateFilters, CandidateId,
    CandidateQuery, CandidateStatus, JobId, PageRequest, RejectionPolicy, Stage, StageDraft,
    StageId, StageInUse, StageList, StageMove, StatusFilter,
};
use shortlist_persistence::{
    CandidateInsertion, JobInsertion, JobStagesChange, JobStagesUpdate, StageTarget, Store,
};

use crate::support::numbers::Numbers;
use crate::support::records::{Tenant, at, new_job, unique};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    a_candidate_from_before_is_in_the_default_stage,
    moves_at_once_leave_one_stage_and_a_whole_history,
    a_stage_does_not_vanish_under_uploads_and_moves,
    a_job_gets_the_template_of_its_time,
    a_stage_with_candidates_vanishes_only_with_a_move,
    moved_candidates_follow_the_rules_of_rejections,
    only_the_tenants_own_candidates_and_jobs_change,
    the_last_moves_of_many_are_found_at_once,
    the_candidates_of_several_jobs_are_counted_at_once,
);

fn the_candidates_of_several_jobs_are_counted_at_once(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let new = ["Ada Quince", "Bob Medlar"].map(|name| tenant.candidate(name, 500));
    store.insert_candidates(&new, &mut unique).unwrap();
    let decided = CandidateChange {
        status: Some(Some(CandidateStatus::Rejected)),
        ..CandidateChange::default()
    };
    let here = &tenant.organization;
    store
        .update_candidate(here, &new[0].id, &decided, at(1))
        .unwrap();
    let empty = JobId::parse("id", "job_empty").unwrap();
    let counts = store
        .jobs()
        .candidate_counts(here, &[tenant.job.clone(), empty.clone()])
        .unwrap();
    let expected = CandidateCounts {
        all: 2,
        undecided: 1,
    };
    assert_eq!(counts.get(&tenant.job), Some(&expected));
    assert_eq!(counts.get(&empty), None);
    let elsewhere = Tenant::create(store, "org_2").organization;
    let jobs = std::slice::from_ref(&tenant.job);
    let counts = store.jobs().candidate_counts(&elsewhere, jobs).unwrap();
    assert!(counts.is_empty(), "{counts:?}");
}

fn draft(id: Option<&StageId>, name: &str, status: CandidateStatus) -> StageDraft {
    StageDraft {
        id: id.map(StageId::to_string),
        name: name.to_owned(),
        status: status.as_str().to_owned(),
    }
}

fn drafts(stages: &[Stage]) -> Vec<StageDraft> {
    let draft_of = |stage: &Stage| draft(Some(&stage.id), &stage.name, stage.status);
    stages.iter().map(draft_of).collect()
}

fn new_id() -> StageId {
    StageId::generate(at(0), unique())
}

fn set_stages(
    store: &Store,
    tenant: &Tenant,
    stages: &[StageDraft],
    moves: &[StageMove],
) -> JobStagesUpdate {
    let change = JobStagesChange {
        stages,
        moves,
        reason: Some("reorganized"),
        at: at(9),
    };
    let writer = store.operator(&tenant.organization);
    let jobs = writer.jobs();
    jobs.set_stages(&tenant.organization, &tenant.job, &change, &mut new_id)
        .unwrap()
}

fn stages_of(store: &Store, tenant: &Tenant, job: &JobId) -> StageList {
    let lists = store
        .jobs()
        .stage_lists(&tenant.organization, std::slice::from_ref(job));
    lists.unwrap().remove(job).unwrap()
}

/// Gives the job an interview stage and an offer stage after the default stage for active candidates.
fn with_interviews(store: &Store, tenant: &Tenant) -> StageList {
    let mut list = drafts(StageList::default().stages());
    list.insert(1, draft(None, "Interview", CandidateStatus::Active));
    list.insert(2, draft(None, "Offer", CandidateStatus::Active));
    match set_stages(store, tenant, &list, &[]) {
        JobStagesUpdate::Set(list) => list,
        refused => panic!("{refused:?}"),
    }
}

fn create(store: &Store, tenant: &Tenant, names: &[&str]) -> Vec<CandidateId> {
    let new: Vec<_> = names
        .iter()
        .map(|name| tenant.candidate(name, 500))
        .collect();
    let created = store.insert_candidates(&new, &mut unique).unwrap();
    let id = |one: CandidateInsertion| match one {
        CandidateInsertion::Created(candidate) => candidate.id,
        duplicate => panic!("{duplicate:?}"),
    };
    created.into_iter().map(id).collect()
}

fn find(store: &Store, tenant: &Tenant, id: &CandidateId) -> Candidate {
    store
        .candidates()
        .find(&tenant.organization, id)
        .unwrap()
        .unwrap()
}

fn move_to(store: &Store, tenant: &Tenant, ids: &[CandidateId], stage_id: &StageId) -> BulkUpdate {
    let target = StageTarget {
        stage_id,
        reason: Some("because"),
    };
    let writer = store.operator(&tenant.organization);
    let moved = writer
        .candidates()
        .move_to_stage(&tenant.organization, ids, target, at(5));
    moved.unwrap()
}

/// Asserts that a candidate's stage exists and has its status, that its history leads to it, and that filters find it in
/// that stage only.
fn assert_agreement(store: &Store, tenant: &Tenant, id: &CandidateId) {
    let candidate = find(store, tenant, id);
    let list = stages_of(store, tenant, &candidate.job_id);
    let stage = list
        .find(&candidate.stage_id)
        .unwrap_or_else(|| panic!("{candidate:?} {list:?}"));
    assert_eq!(
        stage.status,
        candidate.status.unwrap_or(CandidateStatus::Active),
        "{candidate:?}"
    );
    let history = store
        .candidates()
        .stage_history(&tenant.organization, id)
        .unwrap();
    for (one, next) in history.iter().zip(history.iter().skip(1)) {
        assert_eq!(one.to.id, next.from.0, "{history:?}");
    }
    if let Some(last) = history.last() {
        assert_eq!(last.to.id, candidate.stage_id, "{history:?}");
    }
    for one in list.stages() {
        let found = in_stages(store, tenant, Some(&candidate.job_id), &[&one.id]);
        assert_eq!(found.contains(id), one.id == candidate.stage_id, "{one:?}");
    }
}

fn in_stages(
    store: &Store,
    tenant: &Tenant,
    job: Option<&JobId>,
    stages: &[&StageId],
) -> Vec<CandidateId> {
    let query = CandidateQuery {
        organization_id: tenant.organization.clone(),
        job_id: job.cloned(),
        search: None,
        status: StatusFilter::Any,
        filters: CandidateFilters {
            stages: stages.iter().map(|&id| id.clone()).collect(),
            ..CandidateFilters::default()
        },
        page: PageRequest::parse(("n", 1), ("s", 100)).unwrap(),
        count: true,
    };
    let page = store.candidates().list(&query).unwrap();
    assert_eq!(page.total_count(), i64::try_from(page.items.len()).ok());
    page.items
        .into_iter()
        .map(|candidate| candidate.id)
        .collect()
}

fn a_candidate_from_before_is_in_the_default_stage(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let ids = create(store, &tenant, &["Ada Quince", "Ben Medlar"]);
    // Neither the job nor the candidates have anything stored, as before an update of the program.
    let active = StageId::of_status(CandidateStatus::Active);
    assert_eq!(stages_of(store, &tenant, &tenant.job), StageList::default());
    assert_eq!(find(store, &tenant, &ids[0]).stage_id, active);
    let list = with_interviews(store, &tenant);
    for id in &ids {
        assert_agreement(store, &tenant, id);
        assert_eq!(
            find(store, &tenant, id).stage_id,
            active,
            "they stay where they were"
        );
    }
    let interview = &list.stages()[1].id;
    move_to(store, &tenant, &ids[..1], interview);
    assert_agreement(store, &tenant, &ids[0]);
    let both = in_stages(store, &tenant, None, &[&active, interview]);
    assert_eq!(both.len(), 2);
    assert_eq!(in_stages(store, &tenant, None, &[interview]), ids[..1]);
    let unknown = StageId::parse("id", "stg_x").unwrap();
    assert_eq!(
        in_stages(store, &tenant, Some(&tenant.job), &[&unknown]),
        []
    );
}

fn moves_at_once_leave_one_stage_and_a_whole_history(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let names: Vec<String> = (0..6)
        .map(|number| format!("Person Number{number}"))
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let ids = create(store, &tenant, &names);
    let list = with_interviews(store, &tenant);
    at_once(6, |thread| {
        let mut numbers = Numbers(u64::try_from(thread).unwrap());
        let mut mine = ids.clone();
        mine.rotate_left(thread);
        for _ in 0..5 {
            let stage = numbers.one_of(list.stages());
            let moved = move_to(store, &tenant, &mine, &stage.id);
            assert!(matches!(moved, BulkUpdate::Updated(_)), "{moved:?}");
        }
    });
    let last = find(store, &tenant, &ids[0]).stage_id;
    for id in &ids {
        assert_eq!(
            find(store, &tenant, id).stage_id,
            last,
            "each move is of all or of none"
        );
        assert_agreement(store, &tenant, id);
    }
}

fn a_stage_does_not_vanish_under_uploads_and_moves(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let here = &tenant.organization;
    let ids = create(store, &tenant, &["Ada Quince"]);
    let with_offers = [
        draft(None, "Applied", CandidateStatus::Active),
        draft(None, "Offer", CandidateStatus::Active),
    ];
    // A stage of the template can return to the job after it was removed.
    let writer = store.operator(here);
    let list = writer
        .organizations()
        .set_stage_template(here, &with_offers, &mut new_id);
    let list = list.unwrap().unwrap();
    let (applied, offer) = (&list.stages()[0].id, &list.stages()[1].id);
    let (all, mut without) = (drafts(list.stages()), drafts(list.stages()));
    without.remove(1);
    let change = |(stages, from): (&[StageDraft], &StageId)| {
        let moves = [StageMove {
            from: from.clone(),
            to: applied.clone(),
        }];
        match set_stages(store, &tenant, stages, &moves) {
            JobStagesUpdate::Set(_) => {}
            refused => panic!("{refused:?}"),
        }
    };
    change((all.as_slice(), &StageId::of_status(CandidateStatus::Active)));
    at_once(4, |thread| match thread {
        0 => {
            for _ in 0..6 {
                change((without.as_slice(), offer));
                assert!(matches!(
                    set_stages(store, &tenant, &all, &[]),
                    JobStagesUpdate::Set(_)
                ));
            }
        }
        1 | 2 => {
            for _ in 0..8 {
                move_to(store, &tenant, &ids, offer);
                move_to(store, &tenant, &ids, applied);
            }
        }
        _ => {
            for number in 0..6 {
                create(store, &tenant, &[&format!("Upload Number{number}")]);
            }
        }
    });
    let all = CandidateStatus::ALL.map(StageId::of_status);
    let all: Vec<&StageId> = all
        .iter()
        .chain(list.stages().iter().map(|stage| &stage.id))
        .collect();
    let found = in_stages(store, &tenant, Some(&tenant.job), &all);
    assert_eq!(found.len(), 7, "each is in a stage of the list");
    for id in &found {
        assert_agreement(store, &tenant, id);
    }
}

fn a_job_gets_the_template_of_its_time(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let here = &tenant.organization;
    let template = [
        draft(None, "Applied", CandidateStatus::Active),
        draft(None, "Interview", CandidateStatus::Active),
    ];
    let set = store
        .operator(here)
        .organizations()
        .set_stage_template(here, &template, &mut new_id);
    let set = set.unwrap().unwrap();
    assert_eq!(set.stages().len(), 6);
    assert_eq!(store.organizations().stage_template(here).unwrap(), set);
    let new = new_job(here, &tenant.recruiter, "Florist");
    let JobInsertion::Created(job) = store.insert_job(&new).unwrap() else {
        panic!("the job exists already");
    };
    assert_eq!(stages_of(store, &tenant, &job.id), set);
    assert_eq!(
        stages_of(store, &tenant, &tenant.job),
        StageList::default(),
        "an earlier job"
    );
    let florist = Tenant {
        job: job.id.clone(),
        organization: here.clone(),
        recruiter: tenant.recruiter.clone(),
    };
    let ids = create(store, &florist, &["Ada Quince"]);
    assert_eq!(find(store, &florist, &ids[0]).stage_id, set.stages()[0].id);
    assert_eq!(find(store, &florist, &ids[0]).status, None);
    assert_agreement(store, &florist, &ids[0]);
    // Candidates of jobs with the same template are moved together, but not those of another job.
    let others = create(store, &tenant, &["Ben Medlar"]);
    let both = [ids[0].clone(), others[0].clone()];
    let BulkUpdate::Refused(refused) = move_to(store, &tenant, &both, &set.stages()[1].id) else {
        panic!("the default list has no such stage");
    };
    assert!(
        refused.to_string().contains(tenant.job.as_str()),
        "{refused}"
    );
    assert_eq!(
        find(store, &florist, &ids[0]).stage_id,
        set.stages()[0].id,
        "none was moved"
    );
    let moved = move_to(
        store,
        &tenant,
        &both,
        &StageId::of_status(CandidateStatus::Hired),
    );
    assert!(matches!(moved, BulkUpdate::Updated(moved) if moved.len() == 2));
}

fn a_stage_with_candidates_vanishes_only_with_a_move(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let ids = create(store, &tenant, &["Ada Quince"]);
    let list = with_interviews(store, &tenant);
    let interview = list.stages()[1].id.clone();
    move_to(store, &tenant, &ids, &interview);
    let without: Vec<Stage> = list
        .stages()
        .iter()
        .filter(|one| one.id != interview)
        .cloned()
        .collect();
    let without = drafts(&without);
    let stage = list.stages()[1].clone();
    assert_eq!(
        set_stages(store, &tenant, &without, &[]),
        JobStagesUpdate::InUse(StageInUse::NoMove(stage.clone()))
    );
    let mut other_status = drafts(list.stages());
    other_status[1].status = "OnHold".to_owned();
    assert_eq!(
        set_stages(store, &tenant, &other_status, &[]),
        JobStagesUpdate::InUse(StageInUse::OtherStatus(stage))
    );
    let to = |to: &str| {
        [StageMove {
            from: interview.clone(),
            to: StageId::parse("id", to).unwrap(),
        }]
    };
    for stray in ["stg_x", interview.as_str()] {
        let refused = set_stages(store, &tenant, &without, &to(stray));
        assert!(
            matches!(refused, JobStagesUpdate::Refused(_)),
            "{refused:?}"
        );
    }
    assert_eq!(
        stages_of(store, &tenant, &tenant.job),
        list,
        "nothing was changed"
    );
}

fn moved_candidates_follow_the_rules_of_rejections(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let ids = create(store, &tenant, &["Ada Quince"]);
    let list = with_interviews(store, &tenant);
    let interview = list.stages()[1].id.clone();
    move_to(store, &tenant, &ids, &interview);
    let mut without = drafts(list.stages());
    without.remove(1);
    let to = |to: &str| {
        [StageMove {
            from: interview.clone(),
            to: StageId::parse("id", to).unwrap(),
        }]
    };
    let policy = RejectionPolicy {
        reasons: vec!["Salary".to_owned()],
        required: true,
    };
    let here = &tenant.organization;
    store
        .operator(here)
        .organizations()
        .set_rejection_policy(here, &policy)
        .unwrap();
    let refused = set_stages(store, &tenant, &without, &to("Rejected"));
    assert!(
        matches!(refused, JobStagesUpdate::Refused(_)),
        "the reason is not in the list"
    );
    assert!(matches!(
        set_stages(store, &tenant, &without, &to("Hired")),
        JobStagesUpdate::Set(_)
    ));
    let moved = find(store, &tenant, &ids[0]);
    assert_eq!(moved.status, Some(CandidateStatus::Hired));
    let history = store.candidates().stage_history(here, &ids[0]).unwrap();
    assert_eq!(history.last().unwrap().from.1, "Interview");
    assert_agreement(store, &tenant, &ids[0]);
}

fn only_the_tenants_own_candidates_and_jobs_change(store: &Store) {
    let ours = Tenant::create(store, "org_1");
    let theirs = Tenant::create(store, "org_2");
    let ids = create(store, &ours, &["Ada Quince"]);
    let hired = StageId::of_status(CandidateStatus::Hired);
    let moved = move_to(store, &theirs, &ids, &hired);
    assert_eq!(moved, BulkUpdate::Missing(ids.clone()));
    let foreign = Tenant {
        job: ours.job.clone(),
        ..theirs
    };
    let list = drafts(StageList::default().stages());
    assert_eq!(
        set_stages(store, &foreign, &list, &[]),
        JobStagesUpdate::NotFound
    );
    assert_eq!(find(store, &ours, &ids[0]).status, None);
    let lists = store
        .jobs()
        .stage_lists(&foreign.organization, std::slice::from_ref(&ours.job))
        .unwrap();
    assert!(lists.is_empty());
    let history = store
        .candidates()
        .stage_history(&foreign.organization, &ids[0])
        .unwrap();
    assert!(history.is_empty());
}

fn the_last_moves_of_many_are_found_at_once(store: &Store) {
    let ours = Tenant::create(store, "org_1");
    let theirs = Tenant::create(store, "org_2");
    let ids = create(store, &ours, &["Ada Quince", "Ben Medlar", "Cleo Sorrel"]);
    let hired = StageId::of_status(CandidateStatus::Hired);
    let on_hold = StageId::of_status(CandidateStatus::OnHold);
    move_to(store, &ours, &ids[..2], &on_hold);
    let later = StageTarget {
        stage_id: &hired,
        reason: None,
    };
    let writer = store.operator(&ours.organization);
    let candidates = writer.candidates();
    candidates
        .move_to_stage(&ours.organization, &ids[1..2], later, at(8))
        .unwrap();
    let last_moves = |tenant: &Tenant, of: &[CandidateId]| {
        store
            .candidates()
            .last_moves(&tenant.organization, of)
            .unwrap()
    };
    let expected = HashMap::from([(ids[0].clone(), at(5)), (ids[1].clone(), at(8))]);
    assert_eq!(last_moves(&ours, &ids), expected, "the third never moved");
    assert!(last_moves(&ours, &[]).is_empty());
    assert!(last_moves(&theirs, &ids).is_empty());
}

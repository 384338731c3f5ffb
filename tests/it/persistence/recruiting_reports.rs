//! Reports about recruiting: the figures are those that one counts by hand, after any changes.

mod agreement;
mod versions;

use shortlist_domain::{
    AuditedKind, CandidateChange, CandidateId, CandidateStatus, Damage, DayNumbers, NewAuditEntry,
    NewCandidate, NewReview, ReadError, RecruitingFigures, RecruitingQuery, ReportDays, Score,
    SkipReason, StageId, StageNumbers, Timestamp, UncountedFile, UncountedFiles, UserId,
};
use shortlist_persistence::{Store, UploadEnd};

use crate::support::records::{Tenant, at, new_job, unique, user};
use crate::support::writes::Writes as _;

on_both_databases!(
    the_figures_are_those_counted_by_hand,
    who_was_never_more_than_new_has_not_reached_the_active_stage,
    stays_and_reviews_are_those_counted_by_hand,
    an_erased_candidate_is_in_no_figure,
    files_without_a_candidate_are_counted_by_reason,
    figures_of_others_are_left_out,
    candidates_without_a_decision_wait_in_their_job,
);

const DAY: i64 = 86_400;

fn days(from: &str, to: &str) -> ReportDays {
    ReportDays::parse(Some(from), Some(to), at(0).date()).unwrap()
}

/// Returns a query for the week from 5 March 2026, the day on which all tests start.
fn week(tenant: &Tenant) -> RecruitingQuery {
    RecruitingQuery {
        organization_id: tenant.organization.clone(),
        job_id: Some(tenant.job.clone()),
        member: None,
        days: days("2026-03-05", "2026-03-11"),
        hides_reviews_from: None,
    }
}

fn figures(store: &Store, query: &RecruitingQuery) -> RecruitingFigures {
    store.recruiting_reports().figures(query).unwrap()
}

/// Creates a candidate on a day after the start, and returns it.
fn create(store: &Store, tenant: &Tenant, (name, tenths, day): (&str, i64, i64)) -> CandidateId {
    let new = NewCandidate {
        created_at: at(day * DAY),
        ..tenant.candidate(name, tenths)
    };
    store
        .insert_candidates(std::slice::from_ref(&new), &mut unique)
        .unwrap();
    new.id
}

fn set_status(
    store: &Store,
    tenant: &Tenant,
    id: &CandidateId,
    status: CandidateStatus,
    when: Timestamp,
) {
    let change = CandidateChange {
        status: Some(Some(status)),
        ..CandidateChange::default()
    };
    store
        .update_candidate(&tenant.organization, id, &change, when)
        .unwrap();
}

fn the_figures_are_those_counted_by_hand(store: &Store) {
    use CandidateStatus::{Active, Hired, OnHold, Rejected};
    let tenant = Tenant::create(store, "org_1");
    let ada = create(store, &tenant, ("Ada Example", 1_000, 0));
    let ben = create(store, &tenant, ("Ben Example", 455, 0));
    create(store, &tenant, ("Carla Example", 460, 2));
    create(store, &tenant, ("Dora Example", 0, 7));
    set_status(store, &tenant, &ada, OnHold, at(DAY));
    set_status(store, &tenant, &ada, Hired, at(3 * DAY));
    set_status(store, &tenant, &ben, Rejected, at(DAY));
    let found = figures(store, &week(&tenant));
    let statuses = [
        None,
        Some(Hired),
        Some(Rejected),
        Some(Active),
        Some(OnHold),
    ];
    let statuses = statuses.map(|one| found.statuses.of(one));
    assert_eq!((found.statuses.total(), statuses), (3, [1, 1, 1, 0, 0]));
    let stage = |status: CandidateStatus, now: i64, reached: i64| StageNumbers {
        stage_id: StageId::of_status(status),
        now,
        reached,
        // Nobody was made active.
        decided: if status == Active { 0 } else { reached },
    };
    let stages = [
        stage(Active, 1, 3),
        stage(Hired, 1, 1),
        stage(OnHold, 0, 1),
        stage(Rejected, 1, 1),
    ];
    assert_eq!(found.stages, stages);
    assert_eq!(found.scores, [0, 0, 0, 0, 2, 0, 0, 0, 0, 1]);
    let day = |day: i64, added: i64| DayNumbers {
        day: at(day * DAY).date(),
        added,
        existing: 0,
        skipped: 0,
    };
    assert_eq!(found.days, [day(0, 2), day(2, 1)]);
    let [job] = found.jobs.as_slice() else {
        panic!("{:?}", found.jobs);
    };
    assert_eq!((job.title.as_str(), job.statuses.total()), ("Gardener", 3));
}

fn who_was_never_more_than_new_has_not_reached_the_active_stage(store: &Store) {
    use CandidateStatus::{Active, OnHold, Rejected};
    let tenant = Tenant::create(store, "org_1");
    let [ada, ben] =
        ["Ada Example", "Ben Example"].map(|name| create(store, &tenant, (name, 0, 0)));
    let active = || {
        let found = figures(store, &week(&tenant)).stages;
        let active = found
            .into_iter()
            .find(|one| one.stage_id.as_str() == "Active");
        let active = active.unwrap();
        (active.now, active.reached, active.decided)
    };
    assert_eq!(active(), (2, 2, 0));
    set_status(store, &tenant, &ada, Active, at(DAY));
    set_status(store, &tenant, &ben, Rejected, at(DAY));
    assert_eq!(active(), (1, 2, 1));
    set_status(store, &tenant, &ada, OnHold, at(2 * DAY));
    assert_eq!(active(), (0, 2, 1));
    set_status(store, &tenant, &ben, Active, at(3 * DAY));
    assert_eq!(active(), (1, 2, 2));
}

fn stays_and_reviews_are_those_counted_by_hand(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let (ann, bob) = (
        user(store, &tenant.organization, "usr_ann"),
        user(store, &tenant.organization, "usr_bob"),
    );
    let ada = create(store, &tenant, ("Ada Example", 500, 0));
    let ben = create(store, &tenant, ("Ben Example", 700, 0));
    set_status(store, &tenant, &ada, CandidateStatus::OnHold, at(DAY));
    set_status(
        store,
        &tenant,
        &ada,
        CandidateStatus::Hired,
        at(5 * DAY + 60),
    );
    set_status(store, &tenant, &ben, CandidateStatus::OnHold, at(3 * DAY));
    let review = |candidate: &CandidateId, reviewer: &UserId, tenths: i64, day: i64| {
        let new = NewReview {
            organization_id: tenant.organization.clone(),
            candidate_id: candidate.clone(),
            reviewer_id: reviewer.clone(),
            score: Score::from_tenths(tenths),
            comment: None,
            at: at(day * DAY),
        };
        store.upsert_review(&new).unwrap().unwrap();
    };
    review(&ada, &ann, 600, 0);
    review(&ada, &bob, 450, 1);
    review(&ben, &ann, 650, 1);
    review(&ben, &bob, 100, 9);
    for job_id in [Some(tenant.job.clone()), None] {
        let query = RecruitingQuery {
            job_id,
            ..week(&tenant)
        };
        let found = figures(store, &query);
        check_stays(&found);
        check_agreement_of_reviewers(&found);
    }
}

fn check_stays(found: &RecruitingFigures) {
    let stays = found.stays.iter().map(|stay| {
        (
            stay.stage_id.as_str(),
            stay.number,
            stay.seconds,
            stay.longest,
            stay.bands,
        )
    });
    let expected = [
        // Nobody had decided about them before.
        ("New", 2, 4 * DAY, 3 * DAY, [0, 1, 1, 0, 0, 0]),
        ("OnHold", 1, 4 * DAY + 60, 4 * DAY + 60, [0, 0, 1, 0, 0, 0]),
    ];
    assert_eq!(stays.collect::<Vec<_>>(), expected);
}

fn check_agreement_of_reviewers(found: &RecruitingFigures) {
    let agreement = &found.agreement;
    // Ben's review by Bob is from a later week.
    assert_eq!((agreement.reviews, agreement.pairs), (3, 1));
    assert_eq!((agreement.distance, agreement.agreeing), (150, 0));
    let reviewers = agreement.reviewers.iter().map(|one| {
        (
            one.name.as_str(),
            one.reviews,
            one.resume_distance,
            one.resume_difference,
            one.distance,
        )
    });
    let expected = [
        ("Name of usr_ann", 2, 150, 50, 150),
        ("Name of usr_bob", 1, 50, -50, 150),
    ];
    assert_eq!(reviewers.collect::<Vec<_>>(), expected);
}

fn an_erased_candidate_is_in_no_figure(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let before = figures(store, &week(&tenant));
    let ada = create(store, &tenant, ("Ada Example", 900, 0));
    set_status(store, &tenant, &ada, CandidateStatus::Hired, at(DAY));
    assert_eq!(figures(store, &week(&tenant)).statuses.total(), 1);
    let writer = store.operator(&tenant.organization);
    let erased = writer
        .candidates()
        .erase(&tenant.organization, &ada, "asked", at(2 * DAY));
    erased.unwrap();
    assert_eq!(figures(store, &week(&tenant)), before);
}

fn end_upload(store: &Store, tenant: &Tenant, files: Vec<(UncountedFile, i64)>) {
    let end = UploadEnd {
        entry: NewAuditEntry::done(AuditedKind::Job, tenant.job.as_str()),
        files: UncountedFiles {
            job_id: tenant.job.clone(),
            files,
        },
    };
    store
        .operator(&tenant.organization)
        .end_upload(&end)
        .unwrap();
}

fn files_without_a_candidate_are_counted_by_reason(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let skipped = |error: ReadError| UncountedFile::Skipped(SkipReason::from(error).counted());
    end_upload(
        store,
        &tenant,
        vec![
            (UncountedFile::Existing, 3),
            (skipped(ReadError::damaged(Damage::NoPages)), 1),
            (skipped(ReadError::Empty), 2),
        ],
    );
    end_upload(store, &tenant, vec![(skipped(ReadError::panicked()), 4)]);
    let found = figures(store, &week(&tenant));
    let expected = [(ReadError::Damaged(None), 5), (ReadError::Empty, 2)];
    let expected = expected.map(|(error, number)| (error.into(), number));
    assert_eq!(found.skipped, expected);
    let [day] = found.days.as_slice() else {
        panic!("{:?}", found.days);
    };
    assert_eq!((day.added, day.existing, day.skipped), (0, 3, 7));
    let later = RecruitingQuery {
        days: days("2026-03-06", "2026-03-11"),
        ..week(&tenant)
    };
    assert_eq!(figures(store, &later), RecruitingFigures::default());
}

fn figures_of_others_are_left_out(store: &Store) {
    let (ours, theirs) = (
        Tenant::create(store, "org_1"),
        Tenant::create(store, "org_2"),
    );
    create(store, &ours, ("Ada Example", 500, 0));
    create(store, &theirs, ("Zoe Example", 500, 0));
    let second = new_job(&ours.organization, &ours.recruiter, "Florist");
    store.insert_job(&second).unwrap();
    let other = Tenant {
        organization: ours.organization.clone(),
        recruiter: ours.recruiter.clone(),
        job: second.id.clone(),
    };
    create(store, &other, ("Ben Example", 500, 0));
    create(store, &other, ("Carla Example", 500, 0));
    let all = RecruitingQuery {
        job_id: None,
        ..week(&ours)
    };
    let found = figures(store, &all);
    let titles: Vec<_> = found
        .jobs
        .iter()
        .map(|job| (job.title.as_str(), job.statuses.total()))
        .collect();
    assert_eq!(titles, [("Florist", 2), ("Gardener", 1)]);
    assert_eq!((found.statuses.total(), found.scores[5]), (3, 3));
    assert_eq!(figures(store, &week(&ours)).statuses.total(), 1);
    let of = |member: &UserId| {
        let query = RecruitingQuery {
            member: Some(member.clone()),
            ..all.clone()
        };
        figures(store, &query)
    };
    assert_eq!(of(&ours.recruiter), found);
    let stranger = user(store, &ours.organization, "usr_stranger");
    assert_eq!(of(&stranger), RecruitingFigures::default());
}

fn candidates_without_a_decision_wait_in_their_job(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let ada = create(store, &tenant, ("Ada Example", 500, -40));
    create(store, &tenant, ("Ben Example", 500, 0));
    end_upload(
        store,
        &tenant,
        vec![(UncountedFile::Skipped(ReadError::Empty.into()), 2)],
    );
    let work = |member: Option<&UserId>, since: i64| {
        let reports = store.recruiting_reports();
        let work = reports.open_work(&tenant.organization, member, at(since * DAY));
        let work = work.unwrap().into_iter();
        work.map(|one| (one.title, one.candidates, one.undecided, one.skipped))
            .collect::<Vec<_>>()
    };
    let title = || "Gardener".to_owned();
    assert_eq!(work(None, 0), [(title(), 2, 2, 2)]);
    assert_eq!(work(Some(&tenant.recruiter), 1), [(title(), 2, 2, 0)]);
    set_status(store, &tenant, &ada, CandidateStatus::Active, at(DAY));
    assert_eq!(work(None, 0), [(title(), 2, 1, 2)]);
    let stranger = user(store, &tenant.organization, "usr_stranger");
    assert_eq!(work(Some(&stranger), 0), []);
}

//! Leaderboards, and the reviews for the manual one.

use shortlist_domain::{
    CandidateId, LeaderboardKind, LeaderboardQuery, NewCandidate, NewReview, Score, UserId,
};
use shortlist_persistence::{Store, StoreError};

use crate::support::records::{Tenant, at, unique, user};
use crate::support::writes::Writes as _;

on_both_databases!(
    equal_scores_share_a_rank_in_name_order,
    a_part_keeps_the_ranks_of_the_whole,
    the_manual_leaderboard_ranks_by_the_mean_of_the_reviews,
    a_review_again_replaces_the_first,
);

fn query(tenant: &Tenant, kind: LeaderboardKind) -> LeaderboardQuery {
    LeaderboardQuery {
        organization_id: tenant.organization.clone(),
        job_id: tenant.job.clone(),
        kind,
        limit: 1_000,
        offset: 0,
        after: None,
        count: true,
    }
}

fn create(store: &Store, tenant: &Tenant, people: &[(&str, i64)]) -> Vec<NewCandidate> {
    let new: Vec<NewCandidate> = people
        .iter()
        .map(|(name, tenths)| tenant.candidate(name, *tenths))
        .collect();
    store.insert_candidates(&new, &mut unique).unwrap();
    new
}

fn ranks(store: &Store, query: &LeaderboardQuery) -> Vec<(u32, String, u16)> {
    let leaderboard = store.scores().leaderboard(query).unwrap();
    let rows = leaderboard.rows.into_iter();
    rows.map(|row| (row.rank, row.name, row.value.tenths()))
        .collect()
}

fn equal_scores_share_a_rank_in_name_order(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    create(
        store,
        &tenant,
        &[("Dora", 500), ("bela", 700), ("Ada", 700), ("Carl", 900)],
    );
    let mut nameless = tenant.candidate("x", 600);
    nameless.resume.full_name = None;
    store
        .insert_candidates(std::slice::from_ref(&nameless), &mut unique)
        .unwrap();
    let elsewhere = Tenant::create(store, "org_2");
    create(store, &elsewhere, &[("Zoe", 1_000)]);
    let asked = query(&tenant, LeaderboardKind::Ai);
    let code = nameless.code.as_str();
    let expected = [
        (1, "Carl", 900),
        (2, "Ada", 700),
        (2, "bela", 700),
        (4, code, 600),
        (5, "Dora", 500),
    ];
    let expected = expected.map(|(rank, name, value)| (rank, name.to_owned(), value));
    assert_eq!(ranks(store, &asked), expected);
    assert_eq!(
        store.scores().leaderboard(&asked).unwrap().total_count,
        Some(5)
    );
}

fn a_part_keeps_the_ranks_of_the_whole(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let people: Vec<(String, i64)> = (0..40)
        .map(|n| (format!("Person {n:02}"), 100 * (n / 4)))
        .collect();
    let people: Vec<(&str, i64)> = people.iter().map(|(n, s)| (n.as_str(), *s)).collect();
    create(store, &tenant, &people);
    let mut asked = query(&tenant, LeaderboardKind::Ai);
    let whole = ranks(store, &asked);
    for offset in 0..41 {
        asked.offset = offset;
        asked.limit = 7;
        let from = usize::try_from(offset).unwrap();
        let expected: Vec<_> = whole.iter().skip(from).take(7).cloned().collect();
        assert_eq!(ranks(store, &asked), expected, "{offset}");
    }
    asked.count = false;
    assert_eq!(
        store.scores().leaderboard(&asked).unwrap().total_count,
        None
    );
}

fn review(tenant: &Tenant, candidate: &CandidateId, by: &UserId, tenths: i64) -> NewReview {
    NewReview {
        organization_id: tenant.organization.clone(),
        candidate_id: candidate.clone(),
        reviewer_id: by.clone(),
        score: Score::from_tenths(tenths),
        comment: Some("Knows roses".to_owned()),
        at: at(tenths),
    }
}

fn the_manual_leaderboard_ranks_by_the_mean_of_the_reviews(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let people = create(store, &tenant, &[("Ada", 1), ("Bela", 2), ("Carl", 3)]);
    let second = user(store, &tenant.organization, "usr_second");
    for (candidate, reviewer, tenths) in [
        (&people[0], &tenant.recruiter, 700),
        (&people[0], &second, 801),
        (&people[1], &second, 751),
    ] {
        let review = review(&tenant, &candidate.id, reviewer, tenths);
        store.upsert_review(&review).unwrap().unwrap();
    }
    let asked = query(&tenant, LeaderboardKind::Manual);
    let expected = [(1, "Ada".to_owned(), 751), (1, "Bela".to_owned(), 751)];
    assert_eq!(ranks(store, &asked), expected);
    assert_eq!(
        store.scores().leaderboard(&asked).unwrap().total_count,
        Some(2)
    );
}

fn a_review_again_replaces_the_first(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let people = create(store, &tenant, &[("Ada", 1)]);
    let id = &people[0].id;
    let by = &tenant.recruiter;
    store.upsert_review(&review(&tenant, id, by, 500)).unwrap();
    let again = store.upsert_review(&review(&tenant, id, by, 600)).unwrap();
    let again = again.unwrap();
    assert_eq!(again.created_at, at(500));
    assert_eq!(again.score.tenths(), 600);
    let asked = query(&tenant, LeaderboardKind::Manual);
    assert_eq!(ranks(store, &asked), [(1, "Ada".to_owned(), 600)]);
    let unknown = CandidateId::parse("id", "cnd_x").unwrap();
    let none = store.upsert_review(&review(&tenant, &unknown, by, 1));
    assert_eq!(none.unwrap(), None);
    let nobody = UserId::parse("id", "usr_x").unwrap();
    let refused = store.upsert_review(&review(&tenant, id, &nobody, 1));
    assert!(matches!(refused, Err(StoreError::MissingReference(_))));
}

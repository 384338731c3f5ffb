//! A job's candidates in each order, counted by score, and the views that users save.

use shortlist_domain::{
    CandidateFilters, CandidateOrder, CandidateQuery, CandidateStatus, Found, MAX_SAVED_VIEWS,
    NewCandidate, NewReview, OrderedQuery, PageRequest, ReviewedFilter, SavedView, SavedViewId,
    Score, SortKey, StatusFilter, UserId,
};
use shortlist_persistence::{Store, ViewSaving};

use crate::support::records::{Tenant, at, unique, user};
use crate::support::writes::Writes as _;

on_both_databases!(
    every_order_is_sorted_and_reversible,
    pages_of_every_order_return_each_once,
    scores_are_counted_and_ranked,
    kept_counts_follow_changes,
    reviewed_candidates_are_those_of_the_reviewer,
    statuses_are_excluded,
    measured_values_are_read_in_parts,
    views_belong_to_their_user,
);

fn query(tenant: &Tenant, order: CandidateOrder, size: i32) -> OrderedQuery {
    OrderedQuery {
        candidates: CandidateQuery {
            organization_id: tenant.organization.clone(),
            job_id: Some(tenant.job.clone()),
            search: None,
            status: StatusFilter::Any,
            filters: CandidateFilters::default(),
            page: PageRequest::parse(("n", 1), ("s", size)).unwrap(),
            count: false,
        },
        order,
        after: None,
        hides_reviews_from: None,
    }
}

/// Creates thirty candidates, many of whom share a score, a name or a length of experience.
fn thirty(store: &Store) -> (Tenant, Vec<NewCandidate>) {
    let tenant = Tenant::create(store, "org_1");
    let names = ["Zoe", "ada", "Ben", "Édith", "Carl"];
    let new: Vec<NewCandidate> = (0..30_i64)
        .map(|n| {
            let name = names[usize::try_from(n).unwrap() % names.len()];
            let mut candidate = tenant.candidate(&format!("Person {n}"), 300 + n % 7 * 100);
            candidate.resume.full_name = Some(Found::certain(name.to_owned(), None, "invented"));
            candidate.created_at = at(n % 4);
            if n % 3 == 0 {
                candidate.resume.positions.clear();
            }
            candidate
        })
        .collect();
    store.insert_candidates(&new, &mut unique).unwrap();
    let elsewhere = Tenant::create(store, "org_2");
    let other = elsewhere.candidate("Ada", 1_000);
    store.insert_candidates(&[other], &mut unique).unwrap();
    (tenant, new)
}

fn review(store: &Store, tenant: &Tenant, candidate: &NewCandidate, by: &UserId, tenths: i64) {
    let review = NewReview {
        organization_id: tenant.organization.clone(),
        candidate_id: candidate.id.clone(),
        reviewer_id: by.clone(),
        score: Score::from_tenths(tenths),
        comment: None,
        at: at(9),
    };
    store.upsert_review(&review).unwrap();
}

/// Returns the identifiers of a whole list, read in pages.
fn all_pages(store: &Store, mut query: OrderedQuery) -> Vec<String> {
    let mut found = Vec::new();
    loop {
        let page = store.candidates().list_ordered(&query).unwrap();
        let ids = page.candidates.iter().map(|(one, _)| one.id.to_string());
        found.extend(ids);
        if !page.has_next_page {
            return found;
        }
        query.after = page.end;
    }
}

fn every_order_is_sorted_and_reversible(store: &Store) {
    let (tenant, new) = thirty(store);
    let reviewer = user(store, &tenant.organization, "usr_reviewer");
    for (candidate, tenths) in new.iter().zip([500, 900, 500, 100]) {
        review(store, &tenant, candidate, &reviewer, tenths);
    }
    for (_, order) in CandidateOrder::ALL {
        let page = store
            .candidates()
            .list_ordered(&query(&tenant, order, 100))
            .unwrap();
        let keys: Vec<i64> = page
            .candidates
            .iter()
            .map(|(one, reviews)| match order.key {
                SortKey::Score => i64::from(one.score.unwrap().tenths()),
                SortKey::Experience => one.months_worked.map_or(-1, i64::from),
                SortKey::Reviews => i64::from(reviews.unwrap().tenths()),
                SortKey::Created => one.created_at.as_datetime().timestamp_micros(),
                SortKey::Name => -i64::from(
                    one.full_name
                        .to_lowercase()
                        .chars()
                        .next()
                        .map_or(0, u32::from),
                ),
            })
            .collect();
        let ascends = keys.is_sorted();
        let descends = keys.iter().rev().is_sorted();
        assert!(
            if order.is_reversed { ascends } else { descends },
            "{order:?}: {keys:?}"
        );
        let expected = if order.key == SortKey::Reviews { 4 } else { 30 };
        assert_eq!(page.candidates.len(), expected, "{order:?}");
        let forwards = all_pages(store, query(&tenant, order, 100));
        let reversed = CandidateOrder {
            is_reversed: !order.is_reversed,
            ..order
        };
        let mut backwards = all_pages(store, query(&tenant, reversed, 100));
        backwards.reverse();
        assert_eq!(forwards, backwards, "{order:?}");
    }
}

fn pages_of_every_order_return_each_once(store: &Store) {
    let (tenant, _) = thirty(store);
    for (_, order) in CandidateOrder::ALL {
        let whole = all_pages(store, query(&tenant, order, 100));
        assert_eq!(
            all_pages(store, query(&tenant, order, 4)),
            whole,
            "{order:?}"
        );
        let mut second = query(&tenant, order, 4);
        second.candidates.page = PageRequest::parse(("n", 2), ("s", 4)).unwrap();
        let page = store.candidates().list_ordered(&second).unwrap();
        let ids: Vec<String> = page
            .candidates
            .iter()
            .map(|(one, _)| one.id.to_string())
            .collect();
        assert_eq!(ids, whole.get(4..8).unwrap_or_default(), "{order:?}");
    }
}

fn scores_are_counted_and_ranked(store: &Store) {
    let (tenant, _) = thirty(store);
    let all = query(&tenant, CandidateOrder::default(), 100).candidates;
    let counts = store.candidates().score_counts(&all).unwrap();
    assert_eq!(counts.total(), 30);
    assert_eq!(counts.iter().count(), 7);
    assert_eq!(counts.rank(Score::from_tenths(900)), Some(1));
    let highest = counts.iter().next().unwrap();
    assert_eq!(highest, (Score::from_tenths(900), 4));
    assert_eq!(counts.rank(Score::from_tenths(800)), Some(5));
    let some = CandidateQuery {
        search: Some("zoe".to_owned()),
        filters: CandidateFilters {
            min_score: Some(Score::from_tenths(500)),
            ..CandidateFilters::default()
        },
        ..all
    };
    let counts = store.candidates().score_counts(&some).unwrap();
    let list = store
        .candidates()
        .list(&CandidateQuery {
            count: true,
            ..some
        })
        .unwrap();
    assert_eq!(Some(counts.total()), list.total_count());
}

fn kept_counts_follow_changes(store: &Store) {
    let (tenant, _new) = thirty(store);
    let all = query(&tenant, CandidateOrder::default(), 100).candidates;
    let filtered = CandidateQuery {
        filters: CandidateFilters {
            min_score: Some(Score::from_tenths(900)),
            ..CandidateFilters::default()
        },
        ..all.clone()
    };
    let totals = || {
        [&all, &filtered].map(|query| {
            let kept = store.candidates().best_score_counts(query).unwrap();
            assert_eq!(kept, store.candidates().score_counts(query).unwrap());
            kept.total()
        })
    };
    assert_eq!(totals(), [30, 4]);
    assert_eq!(totals(), [30, 4], "as kept");
    let searched = CandidateQuery {
        search: Some("dora".to_owned()),
        count: true,
        ..all.clone()
    };
    let found = |query: &CandidateQuery| {
        let list = store.candidates().list(query).unwrap();
        assert_eq!(
            store.candidates().count(query).unwrap(),
            list.total.unwrap()
        );
        list.total_count()
    };
    let before = found(&searched).unwrap();
    let another = tenant.candidate("Dora", 950);
    store.insert_candidates(&[another], &mut unique).unwrap();
    assert_eq!(totals(), [31, 5]);
    assert_eq!(found(&searched), Some(before + 1));
}

fn reviewed_candidates_are_those_of_the_reviewer(store: &Store) {
    let (tenant, new) = thirty(store);
    let (ours, other) = (
        user(store, &tenant.organization, "usr_ours"),
        user(store, &tenant.organization, "usr_other"),
    );
    review(store, &tenant, &new[0], &ours, 500);
    review(store, &tenant, &new[1], &other, 500);
    let found = |is_reviewed| {
        let mut query = query(&tenant, CandidateOrder::default(), 100);
        query.candidates.filters.reviewed = Some(ReviewedFilter {
            by: ours.clone(),
            is_reviewed,
        });
        all_pages(store, query)
    };
    assert_eq!(found(true), [new[0].id.to_string()]);
    assert_eq!(found(false).len(), 29);
}

fn statuses_are_excluded(store: &Store) {
    let (tenant, new) = thirty(store);
    for (candidate, status) in new
        .iter()
        .zip([CandidateStatus::Active, CandidateStatus::Rejected])
    {
        let change = shortlist_domain::CandidateChange {
            status: Some(Some(status)),
            ..shortlist_domain::CandidateChange::default()
        };
        store
            .update_candidate(&tenant.organization, &candidate.id, &change, at(9))
            .unwrap();
    }
    let without = |statuses: &[CandidateStatus]| {
        let mut query = query(&tenant, CandidateOrder::default(), 100);
        query.candidates.filters.no_statuses = statuses.to_vec();
        all_pages(store, query).len()
    };
    assert_eq!(without(&[CandidateStatus::Rejected]), 29);
    assert_eq!(without(&[CandidateStatus::Active]), 1);
    assert_eq!(
        without(&[CandidateStatus::Active, CandidateStatus::Rejected]),
        0
    );
    assert_eq!(without(&[CandidateStatus::Hired]), 30);
}

fn measured_values_are_read_in_parts(store: &Store) {
    let (tenant, new) = thirty(store);
    let all = query(&tenant, CandidateOrder::default(), 100).candidates;
    let mut read = Vec::new();
    let candidates = store.candidates();
    candidates
        .for_each_measured(&all, &mut |one| read.push((one.id, one.score)))
        .unwrap();
    let mut expected: Vec<_> = new
        .iter()
        .map(|one| (one.id.clone(), one.receipt.score))
        .collect();
    expected.sort();
    assert_eq!(read, expected);
}

fn view(tenant: &Tenant, user: &UserId, id: &str, name: &str) -> SavedView {
    SavedView {
        id: SavedViewId::parse("id", id).unwrap(),
        organization_id: tenant.organization.clone(),
        user_id: user.clone(),
        name: name.to_owned(),
        query: "status=Active".to_owned(),
    }
}

fn views_belong_to_their_user(store: &Store) {
    let tenant = Tenant::create(store, "org_1");
    let (ours, other) = (
        user(store, &tenant.organization, "usr_ours"),
        user(store, &tenant.organization, "usr_other"),
    );
    let names = |user: &UserId| -> Vec<String> {
        let views = store
            .users()
            .saved_views(&tenant.organization, user)
            .unwrap();
        views.into_iter().map(|view| view.name).collect()
    };
    let first = view(&tenant, &ours, "view_1", "Best");
    let writer = store.operator(&tenant.organization);
    let save = |view: &SavedView, is_new| writer.users().save_view(view, is_new).unwrap();
    let delete = |view: &SavedView| writer.users().delete_view(view).unwrap();
    assert_eq!(save(&first, true), ViewSaving::Saved);
    assert_eq!(
        save(&view(&tenant, &ours, "view_2", "BEST"), true),
        ViewSaving::NameTaken
    );
    assert_eq!(
        save(&view(&tenant, &other, "view_3", "Best"), true),
        ViewSaving::Saved
    );
    let renamed = view(&tenant, &ours, "view_1", "Top");
    assert_eq!(save(&renamed, false), ViewSaving::Saved);
    assert_eq!(
        (names(&ours), names(&other)),
        (vec!["Top".to_owned()], vec!["Best".to_owned()])
    );
    assert_eq!(
        save(&view(&tenant, &other, "view_1", "Mine"), false),
        ViewSaving::NotFound
    );
    assert!(!delete(&view(&tenant, &other, "view_1", "")));
    for n in 1..MAX_SAVED_VIEWS {
        let (id, name) = (format!("view_n{n}"), format!("View {n}"));
        assert_eq!(
            save(&view(&tenant, &ours, &id, &name), true),
            ViewSaving::Saved
        );
    }
    assert_eq!(
        save(&view(&tenant, &ours, "view_x", "X"), true),
        ViewSaving::Full
    );
    assert!(delete(&renamed));
    assert_eq!(
        save(&view(&tenant, &ours, "view_x", "X"), true),
        ViewSaving::Saved
    );
}

//! Calls of the lists of candidates with each filter and in each order.

use shortlist_domain::{
    BlindJobs, CandidateFilters, CandidateOrder, CandidateQuery, CandidateStatus, CustomCondition,
    CustomTest, FactFilter, FactKind, OrderPosition, OrderedQuery, PageRequest, Period,
    ReviewedFilter, Score, SkillName, StageId, StatusFilter, Tag, UserId,
};
use shortlist_persistence::Store;

use super::{Names, at};

/// Lists candidates with each filter and in each order.
pub(super) fn call(store: &Store, names: &Names, page: &PageRequest) {
    let jobs = [Some(names.job.clone()), None];
    let all = value_filters()
        .into_iter()
        .chain(record_filters())
        .chain(decision_filters())
        .chain(people_filters());
    for (filters, job_id) in all.flat_map(|one| jobs.clone().map(|job| (one.clone(), job))) {
        let query = CandidateQuery {
            organization_id: names.organization.clone(),
            job_id,
            search: None,
            status: StatusFilter::Any,
            filters,
            page: page.clone(),
            count: true,
        };
        store.candidates().list(&query).unwrap();
        let ids = std::slice::from_ref(&names.candidate);
        store.candidates().matching(&query, ids).unwrap();
        // Orders are those of a job's candidates.
        if query.job_id.is_none() {
            continue;
        }
        for (_, order) in CandidateOrder::ALL {
            call_ordered(store, names, &query, order);
        }
        store.candidates().score_counts(&query).unwrap();
        let candidates = store.candidates();
        candidates.for_each_measured(&query, &mut drop).unwrap();
    }
    let filled = store.candidates().fill_facts(&names.organization, None);
    assert!(filled.unwrap().is_some());
    let ids = std::slice::from_ref(&names.candidate);
    let loaded = store.candidates().load_many(&names.organization, ids);
    loaded.unwrap();
}

/// Calls a list in an order: the page of a number, and the page after a position.
fn call_ordered(store: &Store, names: &Names, query: &CandidateQuery, order: CandidateOrder) {
    let position = OrderPosition {
        value: 9,
        sort_name: "ada".to_owned(),
        candidate_id: names.candidate.clone(),
    };
    for after in [None, Some(position)] {
        for reader in [None, Some(names.user.clone())] {
            let query = OrderedQuery {
                candidates: query.clone(),
                order,
                after: after.clone(),
                hides_reviews_from: reader,
            };
            store.candidates().list_ordered(&query).unwrap();
        }
    }
}

/// Returns no filter, and filters of what people decided.
fn decision_filters() -> Vec<CandidateFilters> {
    let none = CandidateFilters::default;
    vec![
        none(),
        CandidateFilters {
            statuses: vec![CandidateStatus::Hired],
            ..none()
        },
        CandidateFilters {
            no_statuses: vec![CandidateStatus::Hired, CandidateStatus::Active],
            ..none()
        },
        CandidateFilters {
            reviewed: Some(ReviewedFilter {
                by: UserId::parse("id", "usr_1").unwrap(),
                is_reviewed: true,
            }),
            ..none()
        },
    ]
}

/// Returns the filters of a list of people.
fn people_filters() -> Vec<CandidateFilters> {
    let excel = SkillName::parse("skills", "excel").unwrap();
    let people = || CandidateFilters {
        blind_jobs: BlindJobs::LeftOut,
        ..CandidateFilters::default()
    };
    let skilled = CandidateFilters {
        all_skills: vec![excel.or_named("microsoft excel")],
        ..people()
    };
    vec![people(), skilled, with_facts(1), with_facts(5)]
}

/// Returns the filters by facts of some kinds. The first has several words.
fn with_facts(kinds: usize) -> CandidateFilters {
    let texts = ["Orchard Software", "Engineer", "Basel", "German", "Master"];
    let facts = FactKind::ALL.into_iter().zip(texts).take(kinds);
    let fact = |(kind, text)| FactFilter::parse("facts", kind, text).unwrap();
    CandidateFilters {
        facts: facts.map(fact).collect(),
        ..CandidateFilters::default()
    }
}

/// Returns a filter of each kind by stages and custom fields, with one value and with several.
fn record_filters() -> Vec<CandidateFilters> {
    let none = CandidateFilters::default;
    let stage = |id| StageId::parse("stageIds", id).unwrap();
    let custom = |key: &str, test| CandidateFilters {
        custom_fields: vec![CustomCondition {
            key: key.to_owned(),
            test,
        }],
        ..none()
    };
    let texts = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect();
    vec![
        CandidateFilters {
            stages: vec![stage("Hired")],
            ..none()
        },
        CandidateFilters {
            stages: vec![stage("Hired"), stage("Active")],
            ..none()
        },
        custom("city", CustomTest::Texts(texts(&["ulm"]))),
        custom("office", CustomTest::Texts(texts(&["berlin", "bonn"]))),
        custom("notice", CustomTest::Numbers(vec![3_000_000])),
        custom("notice", CustomTest::Range(1, 4_000_000)),
    ]
}

/// Returns a filter of each kind.
fn value_filters() -> Vec<CandidateFilters> {
    let tag = |text| Tag::parse("tags", text).unwrap();
    let skill = |text| SkillName::parse("skills", text).unwrap();
    let none = CandidateFilters::default;
    vec![
        CandidateFilters {
            statuses: vec![CandidateStatus::Hired, CandidateStatus::Active],
            ..none()
        },
        CandidateFilters {
            all_skills: vec![skill("rust"), skill("sql")],
            ..none()
        },
        CandidateFilters {
            any_skills: vec![skill("rust"), skill("sql")],
            ..none()
        },
        CandidateFilters {
            no_skills: vec![skill("rust")],
            ..none()
        },
        CandidateFilters {
            min_score: Some(Score::from_tenths(600)),
            ..none()
        },
        CandidateFilters {
            min_months: Some(12),
            max_months: Some(60),
            ..none()
        },
        CandidateFilters {
            tags: vec![tag("remote"), tag("urgent")],
            ..none()
        },
        CandidateFilters {
            source: Some("Board".to_owned()),
            ..none()
        },
        CandidateFilters {
            external_id: Some("A-17".to_owned()),
            ..none()
        },
        CandidateFilters {
            created: Period {
                from: Some(at(0)),
                before: Some(at(9)),
            },
            ..none()
        },
        CandidateFilters {
            updated: Period {
                from: Some(at(0)),
                before: Some(at(9)),
            },
            ..none()
        },
    ]
}

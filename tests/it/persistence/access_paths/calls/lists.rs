//! Calls of the lists with every combination of their filters, by page number and by cursor. Also calls the
//! leaderboards and the audit log.

use shortlist_domain::{
    Attribute, AuditQuery, CandidateFilters, CandidateOrder, CandidateQuery, CandidateStatus,
    CustomCondition, CustomTest, DraftFilter, InterviewQuery, InterviewStatus, JobFilters,
    JobListQuery, JobQuery, JobStatus, LeaderboardKind, LeaderboardPosition, LeaderboardQuery,
    ListPosition, OrderPosition, OrderedQuery, PageRequest, Period, RecruitingQuery, ReportDays,
    ReviewedFilter, Score, SkillName, StageId, StatusFilter, Tag, UserId,
};

use super::{Names, at};
use shortlist_persistence::Store;

pub(super) fn call(store: &Store, names: &Names) {
    call_leaderboards(store, names);
    call_reports(store, names);
    for page in pages() {
        call_lists(store, names, &page);
        call_audit(store, names, &page);
    }
}

/// Returns the first page, a page deep in the list, and a page after a cursor.
fn pages() -> [PageRequest; 3] {
    let page = |number| PageRequest::parse(("n", number), ("s", 10)).unwrap();
    let place = ListPosition {
        at: at(5),
        tie_breaker: "7".to_owned(),
    };
    [page(1), page(100), page(1).following(place, 2)]
}

fn call_leaderboards(store: &Store, names: &Names) {
    for kind in [LeaderboardKind::Ai, LeaderboardKind::Manual] {
        let mut query = LeaderboardQuery {
            organization_id: names.organization.clone(),
            job_id: names.job.clone(),
            kind,
            limit: 50,
            offset: 0,
            after: None,
            count: true,
        };
        for offset in [0, 1, 1_000] {
            query.offset = offset;
            store.scores().leaderboard(&query).unwrap();
        }
        query.offset = 0;
        query.after = Some(LeaderboardPosition {
            value: Score::from_tenths(9),
            sort_name: "ada".to_owned(),
            candidate_id: names.candidate.clone(),
            rank: 3,
            position: 4,
        });
        store.scores().leaderboard(&query).unwrap();
    }
}

/// Calls the reports about recruiting, for one job and for all, of everyone and of a team.
fn call_reports(store: &Store, names: &Names) {
    let days = ReportDays::parse(Some("1970-01-01"), Some("1970-12-31"), at(0).date()).unwrap();
    for job_id in [None, Some(names.job.clone())] {
        for member in [None, Some(names.user.clone())] {
            let query = RecruitingQuery {
                organization_id: names.organization.clone(),
                job_id: job_id.clone(),
                member,
                days,
            };
            let figures = store.recruiting_reports().figures(&query).unwrap();
            assert!(figures.statuses.total() > 0, "{figures:?}");
        }
    }
    for member in [None, Some(&names.user)] {
        let work = store
            .recruiting_reports()
            .open_work(&names.organization, member, at(0));
        assert_eq!(work.unwrap().len(), 1);
    }
}

fn call_lists(store: &Store, names: &Names, page: &PageRequest) {
    let searches = [
        None,
        Some("garden"),
        Some("0142 55"),
        Some("nobody"),
        Some("go"),
        Some("c++"),
    ];
    for search in searches.map(|term| term.map(str::to_owned)) {
        for drafts in [DraftFilter::Published, DraftFilter::All] {
            let query = JobQuery {
                organization_id: names.organization.clone(),
                recruiter_id: names.user.clone(),
                search: search.clone(),
                drafts,
                updated_since: None,
                page: page.clone(),
                count: true,
            };
            store.jobs().list(&query).unwrap();
            let changed = JobQuery {
                updated_since: Some(at(0)),
                ..query
            };
            store.jobs().list(&changed).unwrap();
        }
        for job_id in [None, Some(names.job.clone())] {
            for status in [
                StatusFilter::Any,
                StatusFilter::Is(CandidateStatus::Active),
                StatusFilter::Is(CandidateStatus::Hired),
            ] {
                let query = CandidateQuery {
                    organization_id: names.organization.clone(),
                    job_id: job_id.clone(),
                    search: search.clone(),
                    status,
                    filters: CandidateFilters::default(),
                    page: page.clone(),
                    count: true,
                };
                store.candidates().list(&query).unwrap();
                store
                    .candidates()
                    .list_for(&query, Some(&names.user))
                    .unwrap();
            }
        }
    }
    call_filtered_candidates(store, names, page);
    call_job_lists(store, names, page);
    call_interviews(store, names, page);
}

/// Calls the list of interviews with every combination of its filters, and the times in which an interviewer is busy.
fn call_interviews(store: &Store, names: &Names, page: &PageRequest) {
    // The last number has the time of a change alone.
    for filters in 0..33u8 {
        let given = |bit: u8| filters & (1 << bit) != 0;
        let query = InterviewQuery {
            organization_id: names.organization.clone(),
            candidate_id: given(0).then(|| names.candidate.clone()),
            interviewer_id: given(1).then(|| names.user.clone()),
            job_id: given(2).then(|| names.job.clone()),
            status: given(3).then_some(InterviewStatus::Scheduled),
            period: Period {
                from: given(4).then(|| at(0)),
                before: given(4).then(|| at(9)),
            },
            updated_since: given(5).then(|| at(0)),
            page: page.clone(),
            count: true,
        };
        store.interviews().list(&query).unwrap();
        store
            .interviews()
            .list_for(&query, Some(&names.user))
            .unwrap();
    }
    let period = Period {
        from: Some(at(0)),
        before: Some(at(9)),
    };
    for period in [period, Period::default()] {
        let of = (&names.user, period);
        let busy = store.interviews().busy_times(&names.organization, of, 100);
        busy.unwrap();
    }
}

/// Calls the list of all jobs with every combination of its filters, for everyone and for a member of hiring teams.
fn call_job_lists(store: &Store, names: &Names, page: &PageRequest) {
    let text = |given: bool, text: &str| given.then(|| text.to_owned());
    let statuses = [&[][..], &[JobStatus::Open], &JobStatus::ALL[..2]];
    for (filters, statuses) in (0..128u8).flat_map(|n| statuses.map(|statuses| (n, statuses))) {
        let given = |bit: u8| filters & (1 << bit) != 0;
        let attribute = Attribute {
            name: "Grade".to_owned(),
            value: "7".to_owned(),
        };
        let query = JobListQuery {
            organization_id: names.organization.clone(),
            filters: JobFilters {
                statuses: statuses.to_vec(),
                recruiter_id: given(0).then(|| names.user.clone()),
                department: text(given(1), "Gardens"),
                location: None,
                code: text(given(2), "G-1"),
                external_id: text(given(3), "ext-1"),
                attributes: given(4).then_some(attribute).into_iter().collect(),
                search: text(given(5), "gardener g-1"),
                updated_since: given(6).then(|| at(0)),
            },
            page: page.clone(),
            count: true,
        };
        for member in [None, Some(&names.user)] {
            store.jobs().list_all(&query, member).unwrap();
        }
    }
}

fn call_audit(store: &Store, names: &Names, page: &PageRequest) {
    let organization = &names.organization;
    let all = AuditQuery {
        organization_id: organization.clone(),
        from: None,
        to: None,
        operation: None,
        user_id: None,
        thing_id: None,
        candidate_id: None,
        page: page.clone(),
        count: true,
    };
    let queries = [
        all.clone(),
        AuditQuery {
            from: Some(at(0)),
            to: Some(at(9)),
            ..all.clone()
        },
        AuditQuery {
            operation: Some("test".to_owned()),
            ..all.clone()
        },
        AuditQuery {
            user_id: Some(names.user.clone()),
            ..all.clone()
        },
        AuditQuery {
            thing_id: Some("job_1".to_owned()),
            ..all.clone()
        },
        AuditQuery {
            candidate_id: Some(names.candidate.clone()),
            ..all
        },
    ];
    for query in queries {
        store.audit().list(&query).unwrap();
    }
    store.audit().verify(organization).unwrap();
}

fn call_filtered_candidates(store: &Store, names: &Names, page: &PageRequest) {
    let jobs = [Some(names.job.clone()), None];
    let all = candidate_filters()
        .into_iter()
        .chain(record_filters())
        .chain(decision_filters());
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
        // Orders are those of a job's candidates.
        if query.job_id.is_none() {
            continue;
        }
        for (_, order) in CandidateOrder::ALL {
            call_ordered(store, names, (&query, order));
        }
        store.candidates().score_counts(&query).unwrap();
        let candidates = store.candidates();
        candidates.for_each_measured(&query, &mut drop).unwrap();
    }
    let ids = std::slice::from_ref(&names.candidate);
    let loaded = store.candidates().load_many(&names.organization, ids);
    loaded.unwrap();
}

/// Calls a list in an order: the page of a number, and the page after a position.
fn call_ordered(store: &Store, names: &Names, (query, order): (&CandidateQuery, CandidateOrder)) {
    let position = OrderPosition {
        value: 9,
        sort_name: "ada".to_owned(),
        candidate_id: names.candidate.clone(),
    };
    for after in [None, Some(position)] {
        let query = OrderedQuery {
            candidates: query.clone(),
            order,
            after,
        };
        store.candidates().list_ordered(&query).unwrap();
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
fn candidate_filters() -> Vec<CandidateFilters> {
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

//! Calls of the lists with every combination of their filters, by page number and by cursor. Also calls the
//! leaderboards and the audit log.

use shortlist_domain::{
    Attribute, AuditQuery, CandidateFilters, CandidateQuery, CandidateStatus, ChangePosition,
    ChangeQuery, DraftFilter, InterviewQuery, InterviewStatus, JobFilters, JobListQuery, JobQuery,
    JobStatus, LeaderboardFilter, LeaderboardKind, LeaderboardPosition, LeaderboardQuery,
    ListPosition, PageRequest, Period, RecordKind, RecruitingQuery, ReportDays, Score,
    StatusFilter,
};

use super::{Names, at, candidate_filters};
use shortlist_persistence::Store;

pub(super) fn call(store: &Store, names: &Names) {
    call_leaderboards(store, names);
    call_reports(store, names);
    call_changes(store, names);
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
        let of_reader = LeaderboardFilter {
            hides_reviews_from: Some(names.user.clone()),
            ..LeaderboardFilter::default()
        };
        let scores = store.scores();
        scores.filtered_leaderboard(&query, &of_reader).unwrap();
    }
    for job in [None, Some(&names.job)] {
        let interviews = store.interviews();
        let found = interviews.has_unreviewed(&names.organization, job, &names.user);
        found.unwrap();
    }
}

/// Calls the list of changes from the beginning, after a record, and after a row of the log, of everyone and of a team.
fn call_changes(store: &Store, names: &Names) {
    let position = |record| ChangePosition {
        number: 0,
        hash: Vec::new(),
        record,
    };
    let record = Some((RecordKind::Candidate, "cnd_1".to_owned()));
    for after in [None, Some(position(None)), Some(position(record))] {
        for kinds in [RecordKind::ALL.to_vec(), vec![RecordKind::Candidate]] {
            for member in [None, Some(&names.user)] {
                let query = ChangeQuery {
                    organization_id: names.organization.clone(),
                    after: after.clone(),
                    kinds: kinds.clone(),
                    limit: 10,
                };
                store.audit().list_changes(&query, member).unwrap();
            }
        }
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
                hides_reviews_from: None,
            };
            let figures = store.recruiting_reports().figures(&query).unwrap();
            assert!(figures.statuses.total() > 0, "{figures:?}");
            let of_reader = RecruitingQuery {
                hides_reviews_from: Some(names.user.clone()),
                ..query
            };
            store.recruiting_reports().figures(&of_reader).unwrap();
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
    candidate_filters::call(store, names, page);
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
    call_candidate_conflicts(store, names, page);
    let period = Period {
        from: Some(at(0)),
        before: Some(at(9)),
    };
    for period in [period, Period::default()] {
        let interviews = store.interviews();
        let busy = interviews.busy_times(&names.organization, &names.user, period, 100);
        busy.unwrap();
    }
}

/// Calls the overlaps of the interviews of a candidate.
fn call_candidate_conflicts(store: &Store, names: &Names, page: &PageRequest) {
    let query = InterviewQuery {
        organization_id: names.organization.clone(),
        candidate_id: Some(names.candidate.clone()),
        interviewer_id: None,
        job_id: None,
        status: None,
        period: Period::default(),
        updated_since: None,
        page: page.clone(),
        count: false,
    };
    let interviews = store.interviews().list(&query).unwrap().items;
    let organization = &names.organization;
    let conflicts = store
        .interviews()
        .candidate_conflicts(organization, &interviews);
    assert_eq!(conflicts.unwrap().len(), interviews.len());
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

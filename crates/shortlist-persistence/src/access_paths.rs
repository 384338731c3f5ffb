//! No query reads a whole table, and no page is sorted: every statement of the store is explained by SQLite.

use std::path::Path;
use std::sync::{Arc, Mutex};

use diesel::prelude::*;
use diesel::sql_types::Text;
use shortlist_domain::{
    Act, Actor, AuditQuery, CandidateChange, CandidateCode, CandidateId, CandidateIdentity,
    CandidateQuery, CandidateStatus, DraftFilter, EmailAddress, FileDigest, InterviewChange,
    InterviewId, InterviewQuery, InterviewStatus, JobChange, JobId, JobQuery, JobRequirements,
    LeaderboardKind, LeaderboardQuery, MediaKind, NewCandidate, NewInterview, NewJob,
    NewOrganization, NewReview, NewUser, OrganizationId, PageRequest, ReportChange, ReportQuery,
    Resume, ResumeText, Score, ScoreReceipt, SessionId, StatusFilter, StoredFile, Timestamp,
    UserChange, UserId, UserType,
};

use crate::{
    DatabaseUrl, Measurement, NewSession, OnDuplicate, RefreshRequest, Rescored, Rescoring, Store,
    StoreConfig, Writer,
};

#[derive(QueryableByName)]
struct PlanRow {
    #[diesel(sql_type = Text)]
    detail: String,
}

#[test]
fn no_statement_reads_a_whole_table_or_sorts_a_page() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("shortlist.db");
    let store = Store::open(&StoreConfig {
        url: DatabaseUrl::Sqlite(path.clone()),
        max_connections: 1,
    })
    .unwrap();
    store.migrate().unwrap();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let listener = Arc::clone(&heard);
    store.listen(move |statement| listener.lock().unwrap().push(statement));
    call_everything(&store);
    let mut statements = heard.lock().unwrap().clone();
    for statement in &mut statements {
        let end = statement.find("-- binds").unwrap_or(statement.len());
        statement.truncate(end);
    }
    statements.retain(|s| {
        ["SELECT", "UPDATE", "DELETE"]
            .iter()
            .any(|verb| s.starts_with(verb))
    });
    statements.sort();
    statements.dedup();
    assert!(statements.len() > 50, "{} statements", statements.len());
    for statement in &statements {
        let plan = explain(&path, statement);
        let whole = plan.iter().any(|step| step.starts_with("SCAN"));
        assert!(!whole, "{statement}\n{plan:#?}");
        let by_key = statement.contains("_key` IN (") || statement.contains("id` IN (");
        let whole_tenant = plan
            .iter()
            .any(|step| step.ends_with("(organization_id=?)"));
        assert!(!(by_key && whole_tenant), "{statement}\n{plan:#?}");
        let is_page = statement.contains("LIMIT");
        let sorts = plan.iter().any(|step| step.contains("TEMP B-TREE"));
        assert!(!(is_page && sorts), "{statement}\n{plan:#?}");
    }
}

fn explain(path: &Path, statement: &str) -> Vec<String> {
    let mut conn = SqliteConnection::establish(&path.to_string_lossy()).unwrap();
    let rows: Vec<PlanRow> = diesel::sql_query(format!("EXPLAIN QUERY PLAN {statement}"))
        .load(&mut conn)
        .unwrap();
    rows.into_iter().map(|row| row.detail).collect()
}

fn at(millis: i64) -> Timestamp {
    Timestamp::from_unix_millis(millis).unwrap()
}

fn page(number: i32) -> PageRequest {
    PageRequest::parse(("n", number), ("s", 10)).unwrap()
}

struct Names {
    organization: OrganizationId,
    user: UserId,
    job: JobId,
    candidate: CandidateId,
    interview: InterviewId,
}

/// The store on behalf of the one who does all this.
fn writer(store: &Store) -> Writer<'_> {
    store.by(Act {
        organization_id: OrganizationId::parse("id", "org_1").unwrap(),
        actor: Actor::Operator,
        operation: "test",
        at: at(0),
    })
}

/// Every query of the store but the lists of all organizations, which is short.
fn call_everything(store: &Store) {
    let names = Names {
        organization: OrganizationId::parse("id", "org_1").unwrap(),
        user: UserId::parse("id", "usr_1").unwrap(),
        job: JobId::parse("id", "job_1").unwrap(),
        candidate: CandidateId::parse("id", "cnd_1").unwrap(),
        interview: InterviewId::parse("id", "int_1").unwrap(),
    };
    call_accounts(store, &names);
    call_jobs(store, &names);
    call_candidates(store, &names);
    call_interviews(store, &names);
    call_lists(store, &names);
    call_audit(store, &names);
    call_life(store, &names);
}

fn call_accounts(store: &Store, names: &Names) {
    let organization = &names.organization;
    let email = EmailAddress::parse("e", "ada@example.org").unwrap();
    let new = NewOrganization {
        id: organization.clone(),
        name: "Example".to_owned(),
        created_at: at(0),
    };
    writer(store).insert_organization(&new).unwrap();
    store.find_organization(organization).unwrap();
    let new = NewUser {
        id: names.user.clone(),
        organization_id: organization.clone(),
        user_type: UserType::Admin,
        full_name: "Ada".to_owned(),
        email: email.clone(),
        password_hash: String::new(),
        created_at: at(0),
    };
    writer(store).insert_user(&new).unwrap();
    store.find_user(organization, &names.user).unwrap();
    store.find_user_by_email(organization, &email).unwrap();
    store.list_users(organization).unwrap();
    store.find_api_key_by_hash(&[0; 32]).unwrap();
    store.list_api_keys(organization).unwrap();
    let key = shortlist_domain::ApiKeyId::parse("id", "key_1").unwrap();
    writer(store)
        .revoke_api_key(organization, &key, at(1))
        .unwrap();
    store.touch_api_key(organization, &key, at(1)).unwrap();
    writer(store)
        .record_login_failure(&["a".to_owned()], None, at(1))
        .unwrap();
    store.count_login_failures("a", at(0)).unwrap();
    store.clear_login_failures("a").unwrap();
    let session = SessionId::parse("id", "ses_1").unwrap();
    let new = NewSession {
        id: session.clone(),
        organization_id: organization.clone(),
        user_id: names.user.clone(),
        access_hash: [1; 32],
        access_expires_at: at(10),
        refresh_hash: [2; 32],
        refresh_expires_at: at(20),
        created_at: at(0),
    };
    writer(store).insert_session(&new).unwrap();
    store.find_access(&[1; 32]).unwrap();
    let request = RefreshRequest {
        shown_hash: [2; 32],
        access_hash: [3; 32],
        access_expires_at: at(15),
        refresh_hash: [4; 32],
        refresh_expires_at: at(30),
        now: at(5),
    };
    writer(store).rotate_session(&request).unwrap();
    writer(store)
        .revoke_session(organization, &session, at(6))
        .unwrap();
}

fn call_jobs(store: &Store, names: &Names) {
    let organization = &names.organization;
    let coded = NewJob {
        id: names.job.clone(),
        organization_id: organization.clone(),
        recruiter_id: names.user.clone(),
        title: "Gardener".to_owned(),
        description: String::new(),
        skills: Vec::new(),
        code: Some("G-1".to_owned()),
        department: None,
        location: None,
        employment_type: None,
        employment_kind: None,
        draft: false,
        attributes: Vec::new(),
        created_at: at(0),
    };
    let mut uncoded = coded.clone();
    uncoded.id = JobId::parse("id", "job_2").unwrap();
    uncoded.title = "Florist".to_owned();
    uncoded.code = None;
    let both = [coded, uncoded];
    writer(store)
        .insert_jobs(organization, &both, OnDuplicate::Skip)
        .unwrap();
    store.find_job(organization, &names.job).unwrap();
    let change = JobChange::default();
    writer(store)
        .update_job(organization, &names.job, &change, at(1))
        .unwrap();
}

fn new_candidate(names: &Names) -> NewCandidate {
    let digest = FileDigest([1; 32]);
    NewCandidate {
        id: names.candidate.clone(),
        code: CandidateCode::generate(1),
        organization_id: names.organization.clone(),
        job_id: names.job.clone(),
        recruiter_id: names.user.clone(),
        identity: CandidateIdentity::of(None, None, digest),
        file: StoredFile {
            name: "a.pdf".to_owned(),
            media: MediaKind::Pdf,
            bytes: 1,
            digest,
        },
        resume: Resume::of_text(MediaKind::Pdf, ResumeText::default()),
        receipt: receipt(),
        job_version: 1,
        created_at: at(0),
    }
}

fn receipt() -> ScoreReceipt {
    ScoreReceipt {
        score: Score::from_tenths(5),
        engine_version: String::new(),
        as_of: at(0).date(),
        digest: String::new(),
        document: FileDigest([7; 32]),
        requirements_digest: String::new(),
        criteria: Vec::new(),
        findings: Vec::new(),
        model: None,
    }
}

fn call_rescoring(store: &Store, names: &Names) {
    let job = store.find_job(&names.organization, &names.job).unwrap();
    let job = job.unwrap();
    store
        .keep_job_version(&job, (&JobRequirements::default(), "1"), at(1))
        .unwrap();
    store
        .find_job_version(&names.organization, &job.id, job.version)
        .unwrap();
    let rescoring = Rescoring {
        organization: &names.organization,
        job: &job.id,
        job_version: job.version,
        weights: None,
        at: at(1),
    };
    let resume = Resume::of_text(MediaKind::Pdf, ResumeText::default());
    let measured = Measurement::of(&receipt(), Some(&resume)).unwrap();
    for rescored in [
        Rescored::Reweighed(Score::from_tenths(1)),
        Rescored::Measured(measured),
    ] {
        writer(store)
            .rescore(&rescoring, &mut |_| Ok(rescored.clone()))
            .unwrap();
    }
}

fn call_candidates(store: &Store, names: &Names) {
    let organization = &names.organization;
    let new = new_candidate(names);
    for _first_and_again in 0..2 {
        writer(store)
            .insert_candidates(std::slice::from_ref(&new), &mut || 2)
            .unwrap();
    }
    let id = &names.candidate;
    store.find_candidate(organization, id).unwrap();
    store
        .find_candidate_by_code(organization, &new.code)
        .unwrap();
    let change = CandidateChange::default();
    writer(store)
        .update_candidate(organization, id, &change, at(1))
        .unwrap();
    let ids = std::slice::from_ref(id);
    store.load_resumes(organization, ids).unwrap();
    store.load_receipts(organization, ids).unwrap();
    store.list_receipts(organization, id).unwrap();
    store
        .list_standings(organization, Some(&names.job), None)
        .unwrap();
    store.list_standings(organization, None, Some(id)).unwrap();
    store.find_standing(organization, id).unwrap();
    call_rescoring(store, names);
    let review = NewReview {
        organization_id: organization.clone(),
        candidate_id: id.clone(),
        reviewer_id: names.user.clone(),
        score: Score::from_tenths(7),
        comment: None,
        at: at(1),
    };
    writer(store).upsert_review(&review).unwrap();
    for kind in [LeaderboardKind::Ai, LeaderboardKind::Manual] {
        let mut query = LeaderboardQuery {
            organization_id: organization.clone(),
            job_id: names.job.clone(),
            kind,
            limit: 50,
            offset: 0,
            count: true,
        };
        store.leaderboard(&query).unwrap();
        query.offset = 1;
        store.leaderboard(&query).unwrap();
    }
}

fn call_interviews(store: &Store, names: &Names) {
    let organization = &names.organization;
    let new = NewInterview {
        id: names.interview.clone(),
        organization_id: organization.clone(),
        candidate_id: names.candidate.clone(),
        interviewer_id: names.user.clone(),
        job_id: names.job.clone(),
        date_and_time: at(0),
        status: InterviewStatus::Scheduled,
        allow_overlap: false,
        created_at: at(0),
    };
    writer(store).insert_interview(&new).unwrap();
    let id = &names.interview;
    store.find_interview(organization, id).unwrap();
    let moved = InterviewChange {
        date_and_time: Some(at(9)),
        ..InterviewChange::default()
    };
    writer(store)
        .update_interview(organization, id, &moved)
        .unwrap();
    store
        .is_assigned(organization, &names.candidate, &names.user)
        .unwrap();
    let change = ReportChange::default();
    writer(store)
        .save_report(organization, id, &change, at(1))
        .unwrap();
    let query = ReportQuery {
        organization_id: organization.clone(),
        candidate_id: None,
        code: Some(CandidateCode::generate(1)),
        interviewer_id: Some(names.user.clone()),
        job_id: Some(names.job.clone()),
    };
    store.find_report(&query, Some(&names.user)).unwrap();
}

fn call_lists(store: &Store, names: &Names) {
    for search in [None, Some("garden".to_owned()), Some("0142 55".to_owned())] {
        for drafts in [DraftFilter::Published, DraftFilter::All] {
            let query = JobQuery {
                organization_id: names.organization.clone(),
                recruiter_id: names.user.clone(),
                search: search.clone(),
                drafts,
                page: page(1),
                count: true,
            };
            store.list_jobs(&query).unwrap();
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
                    page: page(1),
                    count: true,
                };
                store.list_candidates(&query).unwrap();
            }
        }
    }
    for filters in 0..16u8 {
        let given = |bit: u8| filters & (1 << bit) != 0;
        let query = InterviewQuery {
            organization_id: names.organization.clone(),
            candidate_id: given(0).then(|| names.candidate.clone()),
            interviewer_id: given(1).then(|| names.user.clone()),
            job_id: given(2).then(|| names.job.clone()),
            status: given(3).then_some(InterviewStatus::Scheduled),
            page: page(1),
            count: true,
        };
        store.list_interviews(&query).unwrap();
    }
}

fn call_audit(store: &Store, names: &Names) {
    let organization = &names.organization;
    let all = AuditQuery {
        organization_id: organization.clone(),
        from: None,
        to: None,
        operation: None,
        user_id: None,
        thing_id: None,
        candidate_id: None,
        page: page(2),
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
        store.list_audit(&query).unwrap();
    }
    store.verify_audit(organization).unwrap();
}

/// The end of what there was.
fn call_life(store: &Store, names: &Names) {
    let (organization, id) = (&names.organization, &names.candidate);
    let change = UserChange {
        active: Some(false),
        ..UserChange::default()
    };
    writer(store)
        .update_user(organization, &names.user, &change, at(1))
        .unwrap();
    writer(store)
        .set_retention(organization, Some(30), at(1))
        .unwrap();
    store.find_retention(organization).unwrap();
    writer(store)
        .set_legal_hold(organization, id, Some("x"), at(1))
        .unwrap();
    writer(store)
        .set_legal_hold(organization, id, None, at(1))
        .unwrap();
    store.out_of_contact(organization, at(9), None, 10).unwrap();
    store.interviews_of_candidate(organization, id).unwrap();
    store
        .report_of_interview(organization, &names.interview)
        .unwrap();
    store.list_reviews(organization, id).unwrap();
    for _first_and_again in 0..2 {
        writer(store)
            .erase_candidate(organization, id, "x", at(1))
            .unwrap();
        store.claim_task("x", at(1), at(2)).unwrap();
    }
    store.unfinished_erasures(organization).unwrap();
    store.complete_erasure(organization, id, at(2)).unwrap();
}

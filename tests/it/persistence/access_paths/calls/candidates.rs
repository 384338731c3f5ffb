//! Calls of the queries of jobs, candidates, scores and interviews.

use shortlist_domain::{
    BulkChange, CandidateChange, CandidateCode, CandidateIdentity, CandidateStatus, FileDigest,
    InterviewChange, InterviewDetails, InterviewDetailsChange, InterviewId, InterviewMinutes,
    InterviewStatus, JobChange, JobId, JobRequirements, JobStatus, JobStatusChange, MediaKind,
    NewCandidate, NewInterview, NewJob, NewReview, Note, NoteId, PanelScope, PhoneNumber,
    RecruiterAccess, RejectionPolicy, ReportChange, ReportQuery, Resume, ResumeText, Score,
    ScoreReceipt, StoredFile, Tag,
};

use super::{Names, at, writer};
use shortlist_persistence::{
    JobDeletion, Measurement, NewPanelMember, OnDuplicate, PanelChange, Rescored, Rescoring, Store,
};

pub(super) fn call(store: &Store, names: &Names) {
    call_jobs(store, names);
    call_candidates(store, names);
    call_interviews(store, names);
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
        blind: false,
        external_id: Some("ext-0".to_owned()),
        reply_to: None,
        attributes: Vec::new(),
        created_at: at(0),
    };
    let mut uncoded = coded.clone();
    uncoded.id = JobId::parse("id", "job_2").unwrap();
    uncoded.title = "Florist".to_owned();
    uncoded.code = None;
    uncoded.external_id = None;
    let both = [coded, uncoded];
    writer(store)
        .jobs()
        .import(organization, &both, OnDuplicate::Skip)
        .unwrap();
    store.jobs().find(organization, &names.job).unwrap();
    for external_id in ["ext-1", "ext-2"] {
        let change = JobChange {
            code: Some(format!("G-1-{external_id}")),
            external_id: Some(Some(external_id.to_owned())),
            ..JobChange::default()
        };
        writer(store)
            .jobs()
            .update(organization, &names.job, &change, at(1))
            .unwrap();
    }
    call_job_management(store, names);
}

fn call_job_management(store: &Store, names: &Names) {
    let (organization, job) = (&names.organization, &names.job);
    for status in [JobStatus::Closed, JobStatus::Open] {
        let change = JobStatusChange {
            status,
            reason: Some("test".to_owned()),
            at: at(1),
        };
        let writer = writer(store);
        writer
            .jobs()
            .set_status(organization, job, &change)
            .unwrap();
    }
    writer(store)
        .jobs()
        .set_team(organization, job, std::slice::from_ref(&names.user), at(1))
        .unwrap();
    let teams = store.jobs().teams(organization, std::slice::from_ref(job));
    assert_eq!(teams.unwrap().len(), 1);
    for member in [None, Some(&names.user)] {
        let titles = store
            .jobs()
            .titles(organization, std::slice::from_ref(job), member);
        assert_eq!(titles.unwrap().len(), 1);
    }
    for access in [RecruiterAccess::TeamJobs, RecruiterAccess::AllJobs] {
        writer(store)
            .organizations()
            .set_recruiter_access(organization, access.into())
            .unwrap();
        store
            .organizations()
            .recruiter_access(organization)
            .unwrap();
        store
            .jobs()
            .is_hidden_from(organization, job, &names.user)
            .unwrap();
    }
    let in_team = store.jobs().is_in_team(organization, job, &names.user);
    assert!(in_team.unwrap());
    let decide = store.organizations().hiring_managers_decide(organization);
    assert!(!decide.unwrap());
    let unused = JobId::parse("id", "job_2").unwrap();
    let deleted = writer(store).jobs().delete(organization, &unused);
    assert_eq!(deleted.unwrap(), JobDeletion::Deleted);
}

pub(super) fn new_candidate(names: &Names) -> NewCandidate {
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
        summary: String::new(),
        engine_version: String::new(),
        as_of: at(0).date(),
        digest: String::new(),
        document: FileDigest([7; 32]),
        job_digest: String::new(),
        requirements_digest: String::new(),
        criteria: Vec::new(),
        occupations: crate::support::records::occupations(),
        findings: Vec::new(),
        model: None,
    }
}

fn call_rescoring(store: &Store, names: &Names) {
    let job = store.jobs().find(&names.organization, &names.job).unwrap();
    let job = job.unwrap();
    store
        .jobs()
        .insert_version(&job, &JobRequirements::default(), "1", at(1))
        .unwrap();
    store
        .jobs()
        .find_version(&names.organization, &job.id, job.version)
        .unwrap();
    let rescoring = Rescoring {
        only: None,
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
            .scores()
            .rescore(&rescoring, &mut |_| Ok(rescored.clone()))
            .unwrap();
    }
}

fn call_rejection_policy(store: &Store, names: &Names) {
    let organization = &names.organization;
    let policy = RejectionPolicy {
        reasons: vec!["Salary".to_owned()],
        required: true,
    };
    let organizations = writer(store);
    organizations
        .organizations()
        .set_rejection_policy(organization, &policy)
        .unwrap();
    assert_eq!(
        store
            .organizations()
            .rejection_policy(organization)
            .unwrap(),
        policy
    );
}

/// Calls the queries of tags and notes. The filters in `lists` find these values.
fn call_records(store: &Store, names: &Names) {
    let (organization, id) = (&names.organization, &names.candidate);
    let tags = ["remote", "urgent"].map(|tag| Tag::parse("tags", tag).unwrap());
    let change = CandidateChange {
        source: Some(Some("Board".to_owned())),
        external_id: Some(Some("A-17".to_owned())),
        tags: Some(tags[..1].to_vec()),
        ..CandidateChange::default()
    };
    let candidates = writer(store);
    let candidates = candidates.candidates();
    candidates.update(organization, id, &change, at(1)).unwrap();
    let change = BulkChange {
        status: Some(Some(CandidateStatus::Hired)),
        add_tags: tags.to_vec(),
        remove_tags: tags[..1].to_vec(),
        ..BulkChange::default()
    };
    let ids = std::slice::from_ref(id);
    candidates
        .update_many(organization, ids, &change, at(1))
        .unwrap();
    store.candidates().load_tags(organization, ids).unwrap();
    let note = Note {
        id: NoteId::parse("id", "note_1").unwrap(),
        organization_id: organization.clone(),
        candidate_id: id.clone(),
        author_id: names.user.clone(),
        text: "A note".to_owned(),
        mentions: vec![names.user.clone()],
        created_at: at(1),
    };
    candidates.insert_note(&note).unwrap();
    store.candidates().list_notes(organization, id).unwrap();
    store
        .candidates()
        .find_note(organization, &note.id)
        .unwrap();
    assert!(candidates.delete_note(&note).unwrap());
}

fn call_candidates(store: &Store, names: &Names) {
    let organization = &names.organization;
    let new = new_candidate(names);
    for _first_and_again in 0..2 {
        writer(store)
            .candidates()
            .insert(std::slice::from_ref(&new), &mut || 2)
            .unwrap();
    }
    let id = &names.candidate;
    store.candidates().find(organization, id).unwrap();
    store
        .candidates()
        .find_by_code(organization, &new.code)
        .unwrap();
    // The searches in `lists` find this name and this telephone number.
    let change = CandidateChange {
        full_name: Some(Some("Ada Gardener".to_owned())),
        phone: Some(Some(PhoneNumber::parse("phone", "+49 0142 55 66").unwrap())),
        ..CandidateChange::default()
    };
    writer(store)
        .candidates()
        .update(organization, id, &change, at(1))
        .unwrap();
    call_records(store, names);
    call_rejection_policy(store, names);
    let ids = std::slice::from_ref(id);
    store.candidates().load_resumes(organization, ids).unwrap();
    store.candidates().resume_bytes(organization, ids).unwrap();
    store.scores().receipt_bytes(organization, &ids[0]).unwrap();
    store.scores().load_receipts(organization, ids).unwrap();
    store.scores().list_receipts(organization, id).unwrap();
    store
        .scores()
        .list_current(organization, Some(&names.job), None)
        .unwrap();
    store
        .scores()
        .list_current(organization, None, Some(id))
        .unwrap();
    store.scores().find_current(organization, id).unwrap();
    call_rescoring(store, names);
    let review = NewReview {
        organization_id: organization.clone(),
        candidate_id: id.clone(),
        reviewer_id: names.user.clone(),
        score: Score::from_tenths(7),
        comment: None,
        at: at(1),
    };
    writer(store).candidates().upsert_review(&review).unwrap();
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
    writer(store).interviews().insert(&new).unwrap();
    let id = &names.interview;
    store.interviews().find(organization, id).unwrap();
    let moved = InterviewChange {
        date_and_time: Some(at(9)),
        ..InterviewChange::default()
    };
    writer(store)
        .interviews()
        .update(organization, id, &moved)
        .unwrap();
    store
        .interviews()
        .is_assigned(organization, &names.candidate, &names.user)
        .unwrap();
    let change = ReportChange::default();
    writer(store)
        .reports()
        .save(organization, id, &change, at(1))
        .unwrap();
    let query = ReportQuery {
        organization_id: organization.clone(),
        candidate_id: None,
        code: Some(CandidateCode::generate(1)),
        interviewer_id: Some(names.user.clone()),
        job_id: Some(names.job.clone()),
    };
    store.reports().find(&query, Some(&names.user)).unwrap();
    call_panels(store, names, &new);
}

fn call_panels(store: &Store, names: &Names, first: &NewInterview) {
    let organization = &names.organization;
    let new = [2, 3].map(|number| NewInterview {
        id: InterviewId::parse("id", &format!("int_{number}")).unwrap(),
        date_and_time: at(number),
        ..first.clone()
    });
    writer(store)
        .interviews()
        .insert_panel(organization, &new, &InterviewDetails::default())
        .unwrap();
    let panel = std::slice::from_ref(&new[0].id);
    let found = store.interviews().panels(organization, panel).unwrap();
    assert_eq!(found.len(), 1);
    let change = PanelChange {
        change: InterviewChange {
            allow_overlap: true,
            ..InterviewChange::default()
        },
        details: InterviewDetailsChange {
            place: Some(Some("Room 7".to_owned())),
            duration: InterviewMinutes::parse("minutes", 90).ok(),
            ..InterviewDetailsChange::default()
        },
        interviewer_id: None,
        scope: PanelScope::Panel,
        if_sequence: None,
        hides_place: false,
    };
    writer(store)
        .interviews()
        .update_panel(organization, &new[0].id, &change)
        .unwrap();
    let member = NewPanelMember {
        id: InterviewId::parse("id", "int_4").unwrap(),
        interviewer_id: names.user.clone(),
        allow_overlap: false,
        at: at(3),
    };
    let interviews = writer(store);
    let interviews = interviews.interviews();
    interviews
        .add_member(organization, &new[0].id, &member, 10)
        .unwrap();
    let candidate = std::slice::from_ref(&names.candidate);
    store
        .candidates()
        .named_reviews(organization, candidate)
        .unwrap();
}

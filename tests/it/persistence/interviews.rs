//! Interviews and their reports.

use shortlist_domain::{
    CandidateId, Interview, InterviewChange, InterviewId, InterviewQuery, InterviewReport,
    InterviewStatus, NewInterview, PageRequest, Period, Question, QuestionId, ReportChange,
    ReportQuery, TranscriptSegment, Transcription, TranscriptionId, TranscriptionStatus, UserId,
};
use shortlist_persistence::{
    InterviewInsertion, InterviewUpdate, ReportSubmission, Store, StoreError,
};

use crate::support::records::{Tenant, at, organization, unique, user};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    an_interview_comes_back_as_it_was_given,
    the_same_again_returns_the_first,
    lists_are_latest_first_and_filtered,
    an_interview_is_rescheduled_and_cancelled,
    of_many_changes_of_one_interview_at_once_one_ends_it,
    a_report_keeps_omitted_fields,
    the_report_of_the_newest_interview_is_found,
);

pub(super) const HOUR: i64 = 3_600;

pub(super) struct Scene {
    pub(super) tenant: Tenant,
    pub(super) candidates: Vec<CandidateId>,
    interviewer: UserId,
}

pub(super) fn set(store: &Store) -> Scene {
    let tenant = Tenant::create(store, "org_1");
    let new = ["Ada Quince", "Bob Medlar"].map(|name| tenant.candidate(name, 500));
    store.insert_candidates(&new, &mut unique).unwrap();
    Scene {
        interviewer: user(store, &tenant.organization, "usr_interviewer"),
        candidates: new.into_iter().map(|new| new.id).collect(),
        tenant,
    }
}

impl Scene {
    pub(super) fn interview(&self, candidate: usize, seconds: i64) -> NewInterview {
        NewInterview {
            id: InterviewId::generate(at(0), unique()),
            organization_id: self.tenant.organization.clone(),
            candidate_id: self.candidates[candidate].clone(),
            interviewer_id: self.interviewer.clone(),
            job_id: self.tenant.job.clone(),
            date_and_time: at(seconds),
            status: InterviewStatus::Scheduled,
            allow_overlap: false,
            created_at: at(0),
        }
    }

    pub(super) fn create(&self, store: &Store, candidate: usize, seconds: i64) -> InterviewId {
        let new = self.interview(candidate, seconds);
        let insertion = store.insert_interview(&new).unwrap();
        assert_eq!(insertion, InterviewInsertion::Created(new.id.clone()));
        new.id
    }

    fn query(&self) -> InterviewQuery {
        InterviewQuery {
            updated_since: None,
            organization_id: self.tenant.organization.clone(),
            candidate_id: None,
            interviewer_id: None,
            job_id: None,
            status: None,
            period: Period::default(),
            page: PageRequest::parse(("n", 1), ("s", 20)).unwrap(),
            count: true,
        }
    }

    fn report(&self, candidate: usize) -> ReportQuery {
        ReportQuery {
            organization_id: self.tenant.organization.clone(),
            candidate_id: Some(self.candidates[candidate].clone()),
            code: None,
            interviewer_id: None,
            job_id: None,
        }
    }

    pub(super) fn change(&self, store: &Store, id: &InterviewId, change: &InterviewChange) {
        let here = &self.tenant.organization;
        let update = store.update_interview(here, id, change).unwrap();
        let found = self.find(store, id);
        assert_eq!(
            update,
            InterviewUpdate::Changed(Box::new(found)),
            "what was told is kept"
        );
    }

    fn report_on(&self, store: &Store, id: &InterviewId, change: &ReportChange) -> InterviewReport {
        let here = &self.tenant.organization;
        match store.save_report(here, id, change, at(1)).unwrap() {
            ReportSubmission::Saved(report) => report,
            other => panic!("{other:?}"),
        }
    }

    fn find(&self, store: &Store, id: &InterviewId) -> Interview {
        let found = store.interviews().find(&self.tenant.organization, id);
        found.unwrap().unwrap()
    }
}

pub(super) fn becoming(status: InterviewStatus) -> InterviewChange {
    InterviewChange {
        status: Some(status),
        ..InterviewChange::default()
    }
}

pub(super) fn move_to(seconds: i64) -> InterviewChange {
    InterviewChange {
        date_and_time: Some(at(seconds)),
        ..InterviewChange::default()
    }
}

fn an_interview_comes_back_as_it_was_given(store: &Store) {
    let scene = set(store);
    let id = scene.create(store, 0, 90);
    let found = scene.find(store, &id);
    assert_eq!(found.interviewer_name, "Name of usr_interviewer");
    assert_eq!(found.date_and_time, at(90));
    assert_eq!(found.status, InterviewStatus::Scheduled);
    assert!(!found.has_report);
    let elsewhere = organization(store, "org_2");
    assert_eq!(store.interviews().find(&elsewhere, &id).unwrap(), None);
    let mut lost = scene.interview(0, 10 * HOUR);
    lost.interviewer_id = UserId::parse("id", "usr_x").unwrap();
    let refused = store.insert_interview(&lost);
    assert!(matches!(refused, Err(StoreError::MissingReference(_))));
}

fn the_same_again_returns_the_first(store: &Store) {
    let scene = set(store);
    let id = scene.create(store, 0, 0);
    let again = store.insert_interview(&scene.interview(0, 0)).unwrap();
    assert_eq!(again, InterviewInsertion::Existing(id));
    scene.create(store, 0, 60);
}

fn lists_are_latest_first_and_filtered(store: &Store) {
    let scene = set(store);
    let first = scene.create(store, 0, 0);
    let last = scene.create(store, 1, 4 * HOUR);
    let middle = scene.create(store, 0, 2 * HOUR);
    scene.change(store, &first, &becoming(InterviewStatus::NoShow));
    let ids = |query: &InterviewQuery| -> Vec<InterviewId> {
        let page = store.interviews().list(query).unwrap();
        assert_eq!(page.total_count(), i64::try_from(page.items.len()).ok());
        page.items
            .into_iter()
            .map(|interview| interview.id)
            .collect()
    };
    let all = [last.clone(), middle.clone(), first.clone()];
    assert_eq!(ids(&scene.query()), all);
    let of_candidate = InterviewQuery {
        candidate_id: Some(scene.candidates[0].clone()),
        ..scene.query()
    };
    assert_eq!(ids(&of_candidate), [middle, first.clone()]);
    let of_status = InterviewQuery {
        interviewer_id: Some(scene.interviewer.clone()),
        job_id: Some(scene.tenant.job.clone()),
        status: Some(InterviewStatus::NoShow),
        ..scene.query()
    };
    assert_eq!(ids(&of_status), [first]);
    let of_other = InterviewQuery {
        interviewer_id: Some(scene.tenant.recruiter.clone()),
        ..scene.query()
    };
    assert!(ids(&of_other).is_empty());
}

fn an_interview_is_rescheduled_and_cancelled(store: &Store) {
    let scene = set(store);
    let id = scene.create(store, 0, 0);
    let here = &scene.tenant.organization;
    let candidate = &scene.candidates[0];
    let is_assigned = || {
        store
            .interviews()
            .is_assigned(here, candidate, &scene.interviewer)
            .unwrap()
    };
    assert!(is_assigned());
    assert!(
        !store
            .interviews()
            .is_assigned(here, &scene.candidates[1], &scene.interviewer)
            .unwrap()
    );
    scene.change(store, &id, &move_to(50));
    let moved = scene.find(store, &id);
    assert_eq!(
        (moved.date_and_time, moved.status, moved.sequence),
        (at(50), InterviewStatus::Rescheduled, 1)
    );
    let there = scene.create(store, 0, 0);
    let clash = store.update_interview(here, &id, &move_to(0)).unwrap();
    assert_eq!(
        clash,
        InterviewUpdate::Duplicate {
            interview_id: there
        }
    );
    assert_eq!(scene.find(store, &id), moved);
    for interview in store.interviews().list(&scene.query()).unwrap().items {
        scene.change(store, &interview.id, &becoming(InterviewStatus::Cancelled));
    }
    assert!(!is_assigned());
    let refused = store.update_interview(here, &id, &becoming(InterviewStatus::Completed));
    assert!(matches!(refused.unwrap(), InterviewUpdate::Refused(_)));
    let report = store.save_report(here, &id, &change(), at(1)).unwrap();
    assert!(matches!(report, ReportSubmission::Refused(_)));
    assert_eq!(store.reports().find_for_interview(here, &id).unwrap(), None);
    let unknown = InterviewId::parse("id", "int_x").unwrap();
    let none = store.update_interview(here, &unknown, &move_to(0));
    assert_eq!(none.unwrap(), InterviewUpdate::NotFound);
}

fn of_many_changes_of_one_interview_at_once_one_ends_it(store: &Store) {
    let scene = set(store);
    let id = scene.create(store, 0, 0);
    let here = &scene.tenant.organization;
    let ends = [InterviewStatus::Completed, InterviewStatus::Cancelled];
    let outcomes = at_once(8, |n| {
        let outcome = store.update_interview(here, &id, &becoming(ends[n % 2]));
        (ends[n % 2], outcome.unwrap())
    });
    let end = scene.find(store, &id).status;
    assert!(ends.contains(&end));
    for (asked, outcome) in outcomes {
        let is_done = matches!(outcome, InterviewUpdate::Changed(_));
        assert_eq!(is_done, asked == end, "{outcome:?}");
    }
}

fn change() -> ReportChange {
    ReportChange {
        feedback: Some("Knows roses".to_owned()),
        questions: Some(vec![Question {
            id: QuestionId::parse("qId", "q1").unwrap(),
            question: "When to prune?".to_owned(),
            answer: Some("In winter".to_owned()),
        }]),
        transcription: Some(Transcription {
            id: TranscriptionId::parse("id", "trn_1").unwrap(),
            status: TranscriptionStatus::Completed,
            text: Some("Hello".to_owned()),
            segments: vec![TranscriptSegment {
                speaker: "Interviewer".to_owned(),
                start_seconds: 0.25,
                end_seconds: Some(1.5),
                text: "Hello".to_owned(),
            }],
        }),
        video_playback_link: None,
    }
}

fn a_report_keeps_omitted_fields(store: &Store) {
    let scene = set(store);
    let id = scene.create(store, 0, 0);
    let here = &scene.tenant.organization;
    let saved = scene.report_on(store, &id, &change());
    assert_eq!(Some(&saved.questions), change().questions.as_ref());
    assert_eq!(saved.transcription, change().transcription);
    let link = ReportChange {
        video_playback_link: Some("https://video.example.org/1".to_owned()),
        ..ReportChange::default()
    };
    let both = scene.report_on(store, &id, &link);
    assert_eq!(both.feedback, saved.feedback);
    assert_eq!(both.video_playback_link, link.video_playback_link);
    let found = store.reports().find(&scene.report(0), None).unwrap();
    assert_eq!(found, Some(both));
    let interview = scene.find(store, &id);
    assert!(interview.has_report);
    assert_eq!(interview.status, InterviewStatus::Completed);
    let unknown = InterviewId::parse("id", "int_x").unwrap();
    assert_eq!(
        store.save_report(here, &unknown, &link, at(2)).unwrap(),
        ReportSubmission::NotFound
    );
}

fn the_report_of_the_newest_interview_is_found(store: &Store) {
    let scene = set(store);
    let here = &scene.tenant.organization;
    let older = scene.create(store, 0, 0);
    let newer = scene.create(store, 0, 2 * HOUR);
    scene.create(store, 0, 4 * HOUR);
    let found = |query: &ReportQuery, by: Option<&UserId>| {
        let report = store.reports().find(query, by).unwrap();
        report.map(|report| report.interview_id)
    };
    let mut query = scene.report(0);
    assert_eq!(found(&query, None), None);
    for id in [&newer, &older] {
        scene.report_on(store, id, &change());
    }
    assert_eq!(found(&query, None), Some(newer.clone()));
    assert_eq!(found(&query, Some(&scene.interviewer)), Some(newer.clone()));
    assert_eq!(found(&query, Some(&scene.tenant.recruiter)), None);
    assert_eq!(found(&scene.report(1), None), None);
    let candidate = store.candidates().find(here, &scene.candidates[0]).unwrap();
    query.code = candidate.map(|candidate| candidate.code);
    assert_eq!(found(&query, None), Some(newer.clone()));
    query.candidate_id = Some(scene.candidates[1].clone());
    assert_eq!(found(&query, None), None);
    query.candidate_id = None;
    query.job_id = Some(scene.tenant.job.clone());
    assert_eq!(found(&query, None), Some(newer));
    query.interviewer_id = Some(scene.tenant.recruiter.clone());
    assert_eq!(found(&query, None), None);
}

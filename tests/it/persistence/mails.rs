//! The outbox of mails: what queues them, what withdraws and deletes them, and what attempts leave.

use shortlist_domain::{
    CandidateChange, CandidateId, CandidateStatus, Currency, InterviewChange, InterviewId,
    InterviewStatus, ListPosition, MailAudience, MailFailure, MailFailureReason, MailQuery,
    MailRecord, MailState, Note, NoteId, OfferChange, OfferState, OrganizationId, PanelScope,
    QueuedMail, UserId,
};
use shortlist_persistence::{
    ErasureOutcome, MAIL_TASK, MailOutcome, MailResult, NoteInsertion, OfferUpdate, PanelChange,
    Store, TaskLease,
};

use super::interviews::{HOUR, Scene, becoming, set};
use super::panels::{moved_to, panels, unchanged};
use crate::support::records::{at, user};
use crate::support::writes::Writes as _;

on_both_databases!(
    a_change_queues_one_mail_in_its_transaction,
    a_candidate_has_one_appointment_with_a_panel,
    without_a_mail_server_nothing_is_queued,
    candidates_get_mails_only_if_that_is_on,
    an_undone_rejection_withdraws_its_mail,
    an_offer_queues_a_mail_until_its_state_changes,
    a_mention_queues_a_mail_until_its_note_is_deleted,
    an_erasure_deletes_the_mails_that_wait,
    attempts_end_postpone_or_repeat_a_mail,
    the_task_is_due_when_the_next_mail_is,
    mails_are_listed_by_state_candidate_and_team,
    a_mail_that_failed_is_queued_again,
);

pub(super) fn queueing(store: &Store) -> Store {
    let audience = MailAudience::UsersAndCandidates;
    store.clone().queueing_mails(audience)
}

pub(super) fn queueing_for_users(store: &Store) -> Store {
    store.clone().queueing_mails(MailAudience::Users)
}

fn is_to_user(queued: &QueuedMail) -> bool {
    queued.mail.user_id.is_some()
}

/// Later than every mail of these tests is due.
const LATE: i64 = 100 * HOUR;

pub(super) fn due(store: &Store, organization: &OrganizationId, now: i64) -> Vec<QueuedMail> {
    let due = store.mails().list_due(organization, at(now), 100);
    due.unwrap()
}

fn kinds(store: &Store, organization: &OrganizationId, now: i64) -> Vec<&'static str> {
    let due = due(store, organization, now).into_iter();
    let mut kinds: Vec<&str> = due.map(|queued| queued.mail.kind.as_str()).collect();
    kinds.sort_unstable();
    kinds
}

fn set_status(store: &Store, scene: &Scene, status: Option<CandidateStatus>) {
    let change = CandidateChange {
        status: Some(status),
        ..CandidateChange::default()
    };
    let (organization, candidate) = (&scene.tenant.organization, &scene.candidates[0]);
    let updated = store.update_candidate(organization, candidate, &change, at(1));
    updated.unwrap();
}

fn a_change_queues_one_mail_in_its_transaction(store: &Store) {
    let store = queueing(store);
    let scene = set(&store);
    let organization = &scene.tenant.organization;
    let new = scene.interview(0, HOUR);
    store.insert_interview(&new).unwrap();
    let mut queued = due(&store, organization, LATE);
    assert_eq!(queued.len(), 2, "one for each side: {queued:?}");
    queued.retain(is_to_user);
    let mail = &queued[0].mail;
    let expected = format!("interviewer_invited.{}.{}.0", new.id, new.interviewer_id);
    assert_eq!(mail.id, expected);
    assert_eq!(mail.user_id.as_ref(), Some(&new.interviewer_id));
    let interview = mail.interview.as_ref().unwrap();
    assert_eq!((interview.begins_at, interview.sequence), (at(HOUR), 0));
    let change = |status, time: Option<i64>| InterviewChange {
        status,
        date_and_time: time.map(at),
        allow_overlap: false,
    };
    for change in [
        change(None, Some(2 * HOUR)),
        change(Some(InterviewStatus::Cancelled), None),
    ] {
        store
            .update_interview(organization, &new.id, &change)
            .unwrap();
    }
    let expected = [
        "interview_cancelled",
        "interview_invited",
        "interview_moved",
        "interviewer_cancelled",
        "interviewer_invited",
        "interviewer_moved",
    ];
    assert_eq!(kinds(&store, organization, LATE), expected);
    let moved = due(&store, organization, LATE).into_iter();
    let previous = moved.filter_map(|queued| queued.mail.interview.unwrap().previous_at);
    assert_eq!(previous.collect::<Vec<_>>(), [at(HOUR), at(HOUR)]);
}

/// Returns the kinds of the mails to candidates that wait, sorted, after checking that they are about this event.
fn to_candidates(
    store: &Store,
    organization: &OrganizationId,
    event: &InterviewId,
) -> Vec<&'static str> {
    let mut queued = due(store, organization, LATE);
    queued.retain(|queued| !is_to_user(queued));
    for mail in &queued {
        let interview = mail.mail.interview.as_ref().unwrap();
        assert_eq!(interview.id, *event, "{mail:?}");
    }
    let mut kinds: Vec<&str> = queued
        .iter()
        .map(|queued| queued.mail.kind.as_str())
        .collect();
    kinds.sort_unstable();
    kinds
}

fn a_candidate_has_one_appointment_with_a_panel(store: &Store) {
    let store = queueing(store);
    let panels = panels(&store);
    let organization = &panels.scene.tenant.organization;
    let ids = panels.create(&store, &panels.interviews(0, HOUR, 3), 45);
    let kinds = || to_candidates(&store, organization, &ids[0]);
    assert_eq!(
        kinds(),
        ["interview_invited"],
        "three interviews, one appointment"
    );
    panels.update(&store, &ids[1], &moved_to(2 * HOUR));
    assert_eq!(
        kinds(),
        ["interview_invited", "interview_moved"],
        "they move together"
    );
    let cancel = |number: usize| {
        let change = PanelChange {
            change: becoming(InterviewStatus::Cancelled),
            scope: PanelScope::OnlyThis,
            ..unchanged()
        };
        panels.update(&store, &ids[number], &change);
    };
    cancel(0);
    cancel(2);
    assert_eq!(kinds().len(), 2, "somebody still meets the candidate");
    let change = PanelChange {
        change: becoming(InterviewStatus::Scheduled),
        scope: PanelScope::OnlyThis,
        ..unchanged()
    };
    panels.update(&store, &ids[0], &change);
    assert_eq!(
        kinds().len(),
        2,
        "the first one returns, at the earlier time"
    );
    cancel(0);
    cancel(1);
    assert_eq!(
        kinds(),
        [
            "interview_cancelled",
            "interview_invited",
            "interview_moved"
        ]
    );
}

fn without_a_mail_server_nothing_is_queued(store: &Store) {
    let scene = set(store);
    scene.create(store, 0, HOUR);
    set_status(store, &scene, Some(CandidateStatus::Rejected));
    assert_eq!(due(store, &scene.tenant.organization, LATE), []);
    assert!(!store.tasks().is_due(MAIL_TASK, at(LATE)).unwrap());
}

fn candidates_get_mails_only_if_that_is_on(store: &Store) {
    let store = queueing_for_users(store);
    let scene = set(&store);
    scene.create(&store, 0, HOUR);
    set_status(&store, &scene, Some(CandidateStatus::Rejected));
    let organization = &scene.tenant.organization;
    assert_eq!(kinds(&store, organization, LATE), ["interviewer_invited"]);
}

fn an_undone_rejection_withdraws_its_mail(store: &Store) {
    let store = queueing(store);
    let scene = set(&store);
    let organization = &scene.tenant.organization;
    set_status(&store, &scene, Some(CandidateStatus::Rejected));
    assert_eq!(due(&store, organization, 29), [], "it can be undone");
    assert_eq!(kinds(&store, organization, LATE), ["rejected"]);
    set_status(&store, &scene, Some(CandidateStatus::Active));
    assert_eq!(due(&store, organization, LATE), []);
    let records = store
        .mails()
        .list_for_candidate(organization, &scene.candidates[0]);
    let states: Vec<MailState> = records.unwrap().iter().map(|mail| mail.state).collect();
    assert_eq!(states, [MailState::Withdrawn]);
}

fn set_offer(store: &Store, scene: &Scene, change: &OfferChange) {
    let (organization, candidate) = (&scene.tenant.organization, &scene.candidates[0]);
    let writer = store.operator(organization);
    let candidates = writer.candidates();
    let set = candidates.set_offer(organization, candidate, change, at(1));
    let set = set.unwrap();
    assert!(matches!(set, OfferUpdate::Set(_)), "{set:?}");
}

fn an_offer_queues_a_mail_until_its_state_changes(store: &Store) {
    let scene = set(store);
    let organization = &scene.tenant.organization;
    let draft = OfferChange {
        amount: Some("1000".to_owned()),
        currency: Currency::parse("currency", "EUR").ok(),
        ..OfferChange::default()
    };
    let becoming = |state| OfferChange {
        state: Some(state),
        ..OfferChange::default()
    };
    let store = queueing(store);
    set_offer(&store, &scene, &draft);
    assert_eq!(due(&store, organization, LATE), [], "a draft tells nobody");
    set_offer(&store, &scene, &becoming(OfferState::Sent));
    set_offer(&store, &scene, &becoming(OfferState::Sent));
    assert_eq!(due(&store, organization, 29), [], "it can be withdrawn");
    assert_eq!(kinds(&store, organization, LATE), ["offer"]);
    set_offer(&store, &scene, &becoming(OfferState::Withdrawn));
    assert_eq!(due(&store, organization, LATE), []);
    let records = store
        .mails()
        .list_for_candidate(organization, &scene.candidates[0]);
    let states: Vec<MailState> = records.unwrap().iter().map(|mail| mail.state).collect();
    assert_eq!(states, [MailState::Withdrawn]);
}

fn a_mention_queues_a_mail_until_its_note_is_deleted(store: &Store) {
    let store = queueing_for_users(store);
    let scene = set(&store);
    let organization = &scene.tenant.organization;
    let [author, ada] = ["usr_author", "usr_ada"].map(|id| user(&store, organization, id));
    let note = |id: &str| Note {
        id: NoteId::parse("id", id).unwrap(),
        organization_id: organization.clone(),
        candidate_id: scene.candidates[0].clone(),
        author_id: author.clone(),
        text: "Call her".to_owned(),
        mentions: vec![ada.clone(), author.clone()],
        created_at: at(0),
    };
    let writer = store.operator(organization);
    let candidates = writer.candidates();
    for id in ["note_1", "note_2"] {
        let insertion = candidates.insert_note(&note(id));
        assert_eq!(insertion.unwrap(), NoteInsertion::Added);
    }
    let ids = || {
        let due = due(&store, organization, LATE).into_iter();
        due.map(|queued| queued.mail.id).collect::<Vec<String>>()
    };
    let [first, second] = ["note_1", "note_2"].map(|note| format!("mention.{note}.usr_ada"));
    assert_eq!(ids(), [first, second.clone()]);
    assert!(candidates.delete_note(&note("note_1")).unwrap());
    assert_eq!(ids(), [second]);
    erase(&store, organization, &scene.candidates[0]);
    assert_eq!(ids(), [""; 0]);
}

pub(super) fn erase(store: &Store, organization: &OrganizationId, id: &CandidateId) {
    let writer = store.operator(organization);
    let erased = writer
        .candidates()
        .erase(organization, id, "asked for it", at(2));
    assert_eq!(erased.unwrap(), ErasureOutcome::Erased(at(2)));
}

fn an_erasure_deletes_the_mails_that_wait(store: &Store) {
    let store = queueing(store);
    let scene = set(&store);
    let organization = &scene.tenant.organization;
    scene.create(&store, 0, HOUR);
    scene.create(&store, 1, 3 * HOUR);
    set_status(&store, &scene, Some(CandidateStatus::Rejected));
    let attempted = due(&store, organization, LATE);
    assert_eq!(attempted.len(), 5);
    erase(&store, organization, &scene.candidates[0]);
    let left = due(&store, organization, LATE);
    assert_eq!(left.len(), 2);
    let is_of_other =
        |queued: &QueuedMail| queued.mail.candidate_id.as_ref() == Some(&scene.candidates[1]);
    assert!(left.iter().all(is_of_other), "{left:?}");
    // The result of an attempt that was running brings nothing back.
    for mail in &attempted {
        let again = MailOutcome::Again {
            at: at(5),
            failure: MailFailureReason::RecipientLater.into(),
        };
        record(&store, mail, again);
    }
    assert_eq!(due(&store, organization, LATE).len(), 2);
    let records = store
        .mails()
        .list_for_candidate(organization, &scene.candidates[0]);
    assert_eq!(records.unwrap(), []);
}

pub(super) fn record(store: &Store, queued: &QueuedMail, outcome: MailOutcome) {
    let result = MailResult {
        id: queued.mail.id.clone(),
        at: at(3),
        outcome,
    };
    let stored = store.mails().record(&queued.organization_id, &[result]);
    stored.unwrap();
}

fn attempts_end_postpone_or_repeat_a_mail(store: &Store) {
    let store = queueing_for_users(store);
    let scene = set(&store);
    let organization = &scene.tenant.organization;
    scene.create(&store, 0, HOUR);
    let attempts = || due(&store, organization, LATE)[0].attempts;
    let first = &due(&store, organization, 0)[0];
    let failure = || MailFailure {
        reason: MailFailureReason::RecipientLater,
        detail: Some("450 greylisted".to_owned()),
    };
    let (later, reason) = (at(60), failure());
    record(&store, first, MailOutcome::Postponed { at: later, reason });
    assert_eq!(due(&store, organization, 59), []);
    assert_eq!(attempts(), 0);
    let (later, failure) = (at(90), failure());
    record(&store, first, MailOutcome::Again { at: later, failure });
    assert_eq!(due(&store, organization, 89), []);
    assert_eq!(attempts(), 1);
    let message_id = "1@example.org".to_owned();
    record(&store, first, MailOutcome::Sent { message_id });
    assert_eq!(due(&store, organization, LATE), []);
    let records = store
        .mails()
        .list_for_candidate(organization, &scene.candidates[0])
        .unwrap();
    assert_eq!(records[0].failure, None, "it was sent in the end");
    assert_eq!(records[0].state, MailState::Sent);
    assert_eq!(records[0].sent_at, Some(at(3)));
    assert_eq!(records[0].message_id.as_deref(), Some("1@example.org"));
    scene.create(&store, 1, 3 * HOUR);
    let refused = &due(&store, organization, LATE)[0];
    let failure = MailFailureReason::RecipientRefused.into();
    record(&store, refused, MailOutcome::Failed { failure });
    assert_eq!(due(&store, organization, LATE), []);
}

pub(super) fn claim(store: &Store, now: i64) -> Option<TaskLease> {
    let tasks = store.tasks();
    let claimed = tasks.claim(MAIL_TASK, "server", at(now), at(now + 30));
    claimed.unwrap()
}

fn the_task_is_due_when_the_next_mail_is(store: &Store) {
    let store = queueing(store);
    let scene = set(&store);
    set_status(&store, &scene, Some(CandidateStatus::Rejected));
    assert_eq!(
        claim(&store, 29),
        None,
        "nothing is due before it can be sent"
    );
    let task = claim(&store, 30).unwrap();
    let release = |now| {
        let released = store.mails().release_if_idle(&task, at(now), at(LATE));
        released.unwrap()
    };
    assert!(!release(31), "a mail is due");
    let queued = &due(&store, &scene.tenant.organization, 30)[0];
    let (later, failure) = (at(90), MailFailureReason::RecipientLater.into());
    record(&store, queued, MailOutcome::Again { at: later, failure });
    assert!(release(31));
    assert_eq!(claim(&store, 89), None);
    let second = claim(&store, 90).unwrap();
    // A mail that is queued while a server works does not end its claim.
    scene.create(&store, 0, HOUR);
    assert_eq!(claim(&store, 91), None);
    assert!(
        !store
            .mails()
            .release_if_idle(&second, at(92), at(LATE))
            .unwrap()
    );
}

/// Returns the identifiers of the mails of a list.
fn listed(store: &Store, query: &MailQuery, member: Option<&UserId>) -> Vec<String> {
    let listed = store.mails().list(query, member).unwrap().into_iter();
    listed.map(|record| record.queued.mail.id).collect()
}

fn mails_are_listed_by_state_candidate_and_team(store: &Store) {
    let store = queueing_for_users(store);
    let scene = set(&store);
    let organization = &scene.tenant.organization;
    for (number, hours) in [(0, 1), (1, 3), (0, 5)] {
        scene.create(&store, number, hours * HOUR);
    }
    let refused = &due(&store, organization, LATE)[0];
    let failure = MailFailureReason::RecipientRefused.into();
    record(&store, refused, MailOutcome::Failed { failure });
    let all = MailQuery {
        organization_id: organization.clone(),
        state: None,
        candidate_id: None,
        only_of_candidates: false,
        after: None,
        limit: 10,
    };
    let ids = listed(&store, &all, None);
    assert_eq!(ids.len(), 3, "{ids:?}");
    let failed = MailQuery {
        state: Some(MailState::Failed),
        ..all.clone()
    };
    let only = std::slice::from_ref(&refused.mail.id);
    assert_eq!(listed(&store, &failed, None), only);
    let of_one = MailQuery {
        candidate_id: Some(scene.candidates[1].clone()),
        ..all.clone()
    };
    assert_eq!(listed(&store, &of_one, None).len(), 1);
    let mut pages = Vec::new();
    let mut next = MailQuery {
        limit: 1,
        ..all.clone()
    };
    while let Some(last) = store.mails().list(&next, None).unwrap().pop() {
        next.after = Some(ListPosition {
            at: last.queued.created_at,
            tie_breaker: last.queued.mail.id.clone(),
        });
        pages.push(last.queued.mail.id);
    }
    assert_eq!(pages, ids);
    let owner = &scene.tenant.recruiter;
    assert_eq!(listed(&store, &all, Some(owner)), ids);
    let nobody = UserId::parse("id", "usr_of_no_team").unwrap();
    assert_eq!(listed(&store, &all, Some(&nobody)), [""; 0]);
    let other = MailQuery {
        organization_id: OrganizationId::parse("id", "org_other").unwrap(),
        ..all
    };
    assert_eq!(listed(&store, &other, None), [""; 0]);
}

fn a_mail_that_failed_is_queued_again(store: &Store) {
    let store = queueing_for_users(store);
    let scene = set(&store);
    let organization = &scene.tenant.organization;
    scene.create(&store, 0, HOUR);
    let first = due(&store, organization, LATE).remove(0);
    let task = claim(&store, LATE).unwrap();
    let find = || {
        let found = store.mails().find(organization, &first.mail.id);
        found.unwrap().unwrap()
    };
    let resend = |failed: &MailRecord| {
        let writer = store.operator(organization);
        writer.mails().resend(organization, failed).unwrap()
    };
    assert!(!resend(&find()), "it waits");
    let failure = MailFailure {
        reason: MailFailureReason::RecipientRefused,
        detail: Some("550 no such user".to_owned()),
    };
    let expected = failure.clone();
    record(&store, &first, MailOutcome::Failed { failure });
    let failed = find();
    assert_eq!(failed.failure.as_ref(), Some(&expected));
    let counts = store.mails().counts(organization).unwrap();
    assert_eq!((counts.waiting, counts.failed), (0, 1));
    let idle = store.mails().release_if_idle(&task, at(LATE), at(2 * LATE));
    assert!(idle.unwrap());
    assert!(resend(&failed));
    let counts = store.mails().counts(organization).unwrap();
    assert_eq!((counts.waiting, counts.failed), (1, 0));
    assert_eq!(counts.oldest_waiting, Some(first.created_at));
    let again = find();
    assert_eq!((again.state, again.failure), (MailState::Waiting, None));
    assert_eq!(again.queued.mail.id, first.mail.id);
    assert_eq!(again.queued.attempts, 0);
    assert!(
        store.tasks().is_due(MAIL_TASK, at(LATE)).unwrap(),
        "a server is to send it"
    );
    assert!(!resend(&failed), "it waits again");
}

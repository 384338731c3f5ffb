//! The daily digests: who gets them, and what they count.

use shortlist_domain::{
    CandidateChange, CandidateStatus, DigestCounts, DigestDay, DigestTime, MailPreferencesChange,
    OrganizationId, UserId,
};
use shortlist_persistence::{MailOutcome, Store};

use super::interviews::{HOUR, set};
use super::mails::{due, queueing_for_users, record};
use crate::support::records::at;
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    a_digest_is_queued_once_for_who_wants_it,
    a_digest_that_was_sent_is_deleted_after_a_month,
    a_digest_counts_what_waits,
);

/// Later than every mail of these tests is due.
const FAR: i64 = 1_000 * HOUR;

fn day(seconds: i64) -> DigestDay {
    DigestTime::default().day_of(at(seconds))
}

fn choose(store: &Store, organization: &OrganizationId, user: &UserId, wants_digest: bool) {
    let change = MailPreferencesChange {
        daily_digest: Some(wants_digest),
        ..MailPreferencesChange::default()
    };
    let writer = store.operator(organization);
    let set = writer.mails().set_preferences(organization, user, change);
    assert_eq!(set.unwrap().daily_digest, wants_digest);
}

fn a_digest_is_queued_once_for_who_wants_it(store: &Store) {
    let without_mail = store;
    let store = queueing_for_users(store);
    let scene = set(&store);
    let (organization, user) = (&scene.tenant.organization, &scene.tenant.recruiter);
    let queue = |store: &Store, day: Option<DigestDay>| {
        let mails = store.mails();
        mails.queue_digests(organization, day, at(0)).unwrap()
    };
    assert!(!queue(&store, Some(day(0))), "nobody wants one");
    choose(&store, organization, user, true);
    assert!(queue(&store, None), "somebody wants one, but not now");
    assert!(!queue(without_mail, Some(day(0))));
    assert_eq!(due(&store, organization, FAR), []);
    at_once(4, |_| {
        queue(&store, Some(day(0)));
    });
    let queued = due(&store, organization, FAR);
    let ids: Vec<&str> = queued.iter().map(|one| one.mail.id.as_str()).collect();
    assert_eq!(ids, ["daily_digest.usr_recruiter.2026-03-05"]);
    let message_id = "1@example.org".to_owned();
    record(&store, &queued[0], MailOutcome::Sent { message_id });
    queue(&store, Some(day(0)));
    assert_eq!(due(&store, organization, FAR), [], "it was sent");
    queue(&store, Some(day(24 * HOUR)));
    assert_eq!(due(&store, organization, FAR).len(), 1);
    choose(&store, organization, user, false);
    assert!(!queue(&store, Some(day(48 * HOUR))));
}

fn a_digest_that_was_sent_is_deleted_after_a_month(store: &Store) {
    let store = queueing_for_users(store);
    let scene = set(&store);
    let (organization, user) = (&scene.tenant.organization, &scene.tenant.recruiter);
    choose(&store, organization, user, true);
    let queue = |days: i64| {
        let mails = store.mails();
        let day = Some(day(24 * HOUR * days));
        assert!(mails.queue_digests(organization, day, at(0)).unwrap());
    };
    let kept = |id: &str| store.mails().find(organization, id).unwrap().is_some();
    queue(0);
    queue(1);
    let queued = due(&store, organization, FAR);
    let message_id = "1@example.org".to_owned();
    record(&store, &queued[0], MailOutcome::Sent { message_id });
    let [sent, waiting] = [&queued[0], &queued[1]].map(|queued| queued.mail.id.as_str());
    queue(30);
    assert!(kept(sent));
    queue(32);
    assert!(!kept(sent));
    assert!(kept(waiting), "it is not sent yet");
}

fn a_digest_counts_what_waits(store: &Store) {
    let scene = set(store);
    let organization = &scene.tenant.organization;
    let interviewer = UserId::parse("id", "usr_interviewer").unwrap();
    let counts = |user: &UserId, seconds: i64| {
        let mails = store.mails();
        let counts = mails.digest_counts(organization, user, day(seconds));
        counts.unwrap()
    };
    let new = |new_candidates: u32| DigestCounts {
        new_candidates,
        ..DigestCounts::default()
    };
    let recruiter = &scene.tenant.recruiter;
    assert_eq!(counts(recruiter, 0), new(0), "the day is not over");
    assert_eq!(counts(recruiter, 24 * HOUR), new(2));
    assert_eq!(counts(recruiter, 48 * HOUR), new(0), "they are not new");
    let rejected = CandidateChange {
        status: Some(Some(CandidateStatus::Rejected)),
        ..CandidateChange::default()
    };
    store
        .update_candidate(organization, &scene.candidates[0], &rejected, at(1))
        .unwrap();
    assert_eq!(counts(recruiter, 24 * HOUR), new(1), "one is decided");
    scene.create(store, 0, HOUR);
    scene.create(store, 1, 24 * HOUR);
    for (days, interviews_today, reports_due) in [(0, 1, 0), (1, 1, 1), (2, 0, 2), (30, 0, 0)] {
        let expected = DigestCounts {
            new_candidates: 0,
            interviews_today,
            reports_due,
        };
        let found = counts(&interviewer, days * 24 * HOUR);
        assert_eq!(found, expected, "{days}");
    }
}

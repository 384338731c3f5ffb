//! Mails that a time causes: reminders of interviews, and of reports that are due. Each test says what time it is.

use shortlist_domain::{
    InterviewId, InterviewStatus, MailFailureReason, MailKind, NewCandidate, NewInterview,
    OrganizationId, QueuedMail, ReportChange,
};
use shortlist_persistence::{MAIL_TASK, MailOutcome, Store, TaskLease};

use super::interviews::{HOUR, becoming, move_to, set};
use super::mails::{claim, due, erase, queueing, queueing_for_users, record};
use super::panels::{moved_to, panels};
use crate::support::records::{at, unique};
use crate::support::threads::at_once;
use crate::support::writes::Writes as _;

on_both_databases!(
    a_reminder_is_queued_once_a_day_before,
    an_interview_that_is_moved_has_a_reminder_of_its_new_time,
    an_interview_that_does_not_take_place_has_no_reminder,
    an_interview_that_takes_place_after_all_has_a_reminder,
    an_interview_on_short_notice_has_a_reminder_if_there_is_time,
    a_candidate_has_one_reminder_of_a_panel,
    an_interviewer_without_a_report_gets_one_mail,
    a_report_that_is_written_is_not_asked_for,
    reports_that_are_long_due_hide_no_others,
    servers_that_look_at_once_queue_one_mail,
    candidates_can_be_erased_while_servers_look,
    mails_that_are_due_come_before_reminders,
    the_task_is_due_when_the_next_reminder_is,
    without_a_mail_server_nobody_is_reminded,
);

/// Later than every mail of these tests is due.
const FAR: i64 = 1_000 * HOUR;

/// More interviews than a server looks at together.
const INTERVIEWS: i64 = 210;

/// Looks for mails whose time has come, as a server does before it releases the task. It does so when no mail is due, so those that are
/// wait until later.
fn look(store: &Store, organization: &OrganizationId, now: i64) {
    for mail in due(store, organization, now) {
        let (later, reason) = (at(FAR), MailFailureReason::RecipientLater.into());
        record(store, &mail, MailOutcome::Postponed { at: later, reason });
    }
    let task = TaskLease {
        organization_id: organization.clone(),
        name: MAIL_TASK,
        holder: "server".to_owned(),
    };
    let mails = store.mails();
    mails.release_if_idle(&task, at(now), at(FAR)).unwrap();
}

/// Sends the mails that are due.
fn send(store: &Store, organization: &OrganizationId, now: i64) {
    for mail in due(store, organization, now) {
        let message_id = format!("{}@example.org", mail.mail.id);
        record(store, &mail, MailOutcome::Sent { message_id });
    }
}

fn drop_because(store: &Store, mail: &QueuedMail, reason: MailFailureReason) {
    record(store, mail, MailOutcome::Dropped { reason });
}

/// Returns the identifiers of the mails that a time has caused, sorted.
fn timed(store: &Store, organization: &OrganizationId) -> Vec<String> {
    let mut queued = due(store, organization, FAR);
    queued.retain(|queued| queued.mail.kind.is_timed());
    let mut ids: Vec<String> = queued.into_iter().map(|queued| queued.mail.id).collect();
    ids.sort();
    ids
}

fn id(kind: MailKind, interview: &InterviewId, user: Option<&str>, begins: i64) -> String {
    let user = user.map_or_else(String::new, |user| format!(".{user}"));
    let kind = kind.as_str();
    format!("{kind}.{interview}{user}.{}", at(begins).unix_millis())
}

fn to_interviewer(interview: &InterviewId, begins: i64) -> String {
    let kind = MailKind::InterviewerReminder;
    id(kind, interview, Some("usr_interviewer"), begins)
}

fn to_candidate(interview: &InterviewId, begins: i64) -> String {
    id(MailKind::InterviewReminder, interview, None, begins)
}

fn report_due(interview: &InterviewId, begins: i64) -> String {
    let kind = MailKind::ReportDue;
    id(kind, interview, Some("usr_interviewer"), begins)
}

fn a_reminder_is_queued_once_a_day_before(store: &Store) {
    let store = queueing(store);
    let scene = set(&store);
    let organization = &scene.tenant.organization;
    let interview = scene.create(&store, 0, 30 * HOUR);
    look(&store, organization, 6 * HOUR - 1);
    assert_eq!(timed(&store, organization), [""; 0]);
    let expected = [
        to_candidate(&interview, 30 * HOUR),
        to_interviewer(&interview, 30 * HOUR),
    ];
    for now in [6 * HOUR, 7 * HOUR, 28 * HOUR] {
        look(&store, organization, now);
        assert_eq!(timed(&store, organization), expected, "{now}");
    }
    let queued = due(&store, organization, FAR).into_iter();
    for mail in queued.filter(|queued| queued.mail.kind.is_timed()) {
        drop_because(&store, &mail, MailFailureReason::SwitchedOff);
    }
    look(&store, organization, 8 * HOUR);
    assert_eq!(timed(&store, organization), [""; 0], "it was queued before");
}

fn an_interview_that_is_moved_has_a_reminder_of_its_new_time(store: &Store) {
    let store = queueing_for_users(store);
    let scene = set(&store);
    let organization = &scene.tenant.organization;
    let early = scene.create(&store, 0, 30 * HOUR);
    let late = scene.create(&store, 1, 32 * HOUR);
    look(&store, organization, 6 * HOUR);
    scene.change(&store, &early, &move_to(60 * HOUR));
    scene.change(&store, &late, &move_to(62 * HOUR));
    look(&store, organization, 9 * HOUR);
    let first = to_interviewer(&early, 30 * HOUR);
    assert_eq!(timed(&store, organization), [first.as_str()]);
    look(&store, organization, 38 * HOUR);
    let mut expected = [
        first,
        to_interviewer(&early, 60 * HOUR),
        to_interviewer(&late, 62 * HOUR),
    ];
    expected.sort();
    assert_eq!(timed(&store, organization), expected);
}

fn an_interview_that_does_not_take_place_has_no_reminder(store: &Store) {
    let store = queueing(store);
    let scene = set(&store);
    let organization = &scene.tenant.organization;
    for (hours, status) in [
        (30, InterviewStatus::Cancelled),
        (32, InterviewStatus::Completed),
    ] {
        let interview = scene.create(&store, 0, hours * HOUR);
        scene.change(&store, &interview, &becoming(status));
    }
    scene.create(&store, 1, 36 * HOUR);
    erase(&store, organization, &scene.candidates[1]);
    look(&store, organization, 14 * HOUR);
    assert_eq!(timed(&store, organization), [""; 0]);
}

/// Promise: a reminder that was sent is not sent again, whatever happens to the interview.
fn an_interview_that_takes_place_after_all_has_a_reminder(store: &Store) {
    let store = queueing(store);
    let scene = set(&store);
    let organization = &scene.tenant.organization;
    let interview = scene.create(&store, 0, 30 * HOUR);
    let expected = [
        to_candidate(&interview, 30 * HOUR),
        to_interviewer(&interview, 30 * HOUR),
    ];
    look(&store, organization, 6 * HOUR);
    assert_eq!(timed(&store, organization), expected);
    scene.change(&store, &interview, &becoming(InterviewStatus::Cancelled));
    let waiting = due(&store, organization, FAR).into_iter();
    for mail in waiting.filter(|queued| queued.mail.kind.is_timed()) {
        drop_because(&store, &mail, MailFailureReason::InterviewChanged);
    }
    look(&store, organization, 7 * HOUR);
    assert_eq!(timed(&store, organization), [""; 0], "it is cancelled");
    scene.change(&store, &interview, &becoming(InterviewStatus::Scheduled));
    look(&store, organization, 8 * HOUR);
    assert_eq!(timed(&store, organization), expected);
    send(&store, organization, FAR);
    for status in [InterviewStatus::Cancelled, InterviewStatus::Scheduled] {
        scene.change(&store, &interview, &becoming(status));
        look(&store, organization, 9 * HOUR);
        assert_eq!(timed(&store, organization), [""; 0], "{status:?}");
    }
}

fn an_interview_on_short_notice_has_a_reminder_if_there_is_time(store: &Store) {
    let store = queueing_for_users(store);
    let scene = set(&store);
    let organization = &scene.tenant.organization;
    scene.create(&store, 0, 2 * HOUR - 1);
    let interview = scene.create(&store, 1, 4 * HOUR);
    look(&store, organization, 0);
    let expected = [to_interviewer(&interview, 4 * HOUR)];
    assert_eq!(timed(&store, organization), expected);
}

fn a_candidate_has_one_reminder_of_a_panel(store: &Store) {
    let store = queueing(store);
    let panels = panels(&store);
    let organization = &panels.scene.tenant.organization;
    let ids = panels.create(&store, &panels.interviews(0, 30 * HOUR, 3), 45);
    let to_candidates = || {
        let mut ids = timed(&store, organization);
        ids.retain(|id| id.starts_with("interview_reminder."));
        ids
    };
    look(&store, organization, 6 * HOUR);
    look(&store, organization, 7 * HOUR);
    assert_eq!(to_candidates(), [to_candidate(&ids[0], 30 * HOUR)]);
    assert_eq!(timed(&store, organization).len(), 4);
    panels.update(&store, &ids[1], &moved_to(60 * HOUR));
    look(&store, organization, 40 * HOUR);
    let expected = [30, 60].map(|hours| to_candidate(&ids[0], hours * HOUR));
    assert_eq!(to_candidates(), expected);
}

fn an_interviewer_without_a_report_gets_one_mail(store: &Store) {
    let store = queueing(store);
    let scene = set(&store);
    let organization = &scene.tenant.organization;
    let open = scene.create(&store, 0, HOUR);
    let missed = scene.create(&store, 1, 3 * HOUR);
    scene.change(&store, &missed, &becoming(InterviewStatus::NoShow));
    look(&store, organization, 26 * HOUR - 1);
    assert_eq!(timed(&store, organization), [""; 0]);
    for now in [26 * HOUR, 27 * HOUR, 49 * HOUR, 90 * HOUR] {
        look(&store, organization, now);
        let expected = [report_due(&open, HOUR)];
        assert_eq!(timed(&store, organization), expected, "{now}");
    }
}

fn a_report_that_is_written_is_not_asked_for(store: &Store) {
    let store = queueing(store);
    let scene = set(&store);
    let organization = &scene.tenant.organization;
    let written = scene.create(&store, 0, HOUR);
    let feedback = ReportChange {
        feedback: Some("Good".to_owned()),
        ..ReportChange::default()
    };
    store
        .save_report(organization, &written, &feedback, at(2 * HOUR))
        .unwrap();
    let late = scene.create(&store, 1, 3 * HOUR);
    look(&store, organization, 26 * HOUR);
    assert_eq!(timed(&store, organization), [""; 0]);
    look(&store, organization, 53 * HOUR);
    assert_eq!(timed(&store, organization), [""; 0], "{late} is long over");
}

fn reports_that_are_long_due_hide_no_others(store: &Store) {
    let scene = set(store);
    let organization = &scene.tenant.organization;
    // They begin early enough that their reports are not asked for any more, and late enough that longer ones could be.
    for minutes in 0..INTERVIEWS {
        let new = NewInterview {
            allow_overlap: true,
            ..scene.interview(0, HOUR + minutes * 60)
        };
        store.insert_interview(&new).unwrap();
    }
    let late = scene.create(store, 1, 20 * HOUR);
    let store = queueing(store);
    look(&store, organization, 54 * HOUR);
    assert_eq!(timed(&store, organization), [report_due(&late, 20 * HOUR)]);
}

fn servers_that_look_at_once_queue_one_mail(store: &Store) {
    let store = queueing(store);
    let scene = set(&store);
    let organization = &scene.tenant.organization;
    let held = scene.create(&store, 0, HOUR);
    let next = scene.create(&store, 1, 40 * HOUR);
    at_once(4, |_| look(&store, organization, 26 * HOUR));
    let mut expected = [
        to_candidate(&next, 40 * HOUR),
        to_interviewer(&next, 40 * HOUR),
        report_due(&held, HOUR),
    ];
    expected.sort();
    assert_eq!(timed(&store, organization), expected);
}

/// Promise: no mail that a time causes makes an erasure fail, and none is left of an erased candidate.
fn candidates_can_be_erased_while_servers_look(store: &Store) {
    let store = queueing(store);
    let mut scene = set(&store);
    let organization = scene.tenant.organization.clone();
    let more: Vec<NewCandidate> = (0..6)
        .map(|number| {
            scene
                .tenant
                .candidate(&format!("Candidate{number} Medlar"), 500)
        })
        .collect();
    store.insert_candidates(&more, &mut unique).unwrap();
    scene.candidates.extend(more.into_iter().map(|new| new.id));
    for number in 0..scene.candidates.len() {
        let hours = 30 + i64::try_from(number).unwrap();
        scene.create(&store, number, hours * HOUR);
    }
    at_once(2, |thread| {
        for candidate in &scene.candidates {
            match thread {
                0 => erase(&store, &organization, candidate),
                _ => look(&store, &organization, 14 * HOUR),
            }
        }
    });
    for candidate in &scene.candidates {
        let mails = store.mails().list_for_candidate(&organization, candidate);
        assert_eq!(mails.unwrap(), []);
    }
}

fn mails_that_are_due_come_before_reminders(store: &Store) {
    let store = queueing_for_users(store);
    let scene = set(&store);
    let organization = &scene.tenant.organization;
    let interview = scene.create(&store, 0, 30 * HOUR);
    let task = claim(&store, 6 * HOUR).unwrap();
    let release = || {
        let mails = store.mails();
        let released = mails.release_if_idle(&task, at(6 * HOUR), at(FAR));
        released.unwrap()
    };
    assert!(!release(), "the invitation is due");
    assert_eq!(timed(&store, organization), [""; 0]);
    send(&store, organization, 6 * HOUR);
    assert!(!release(), "the reminder is due");
    let expected = [to_interviewer(&interview, 30 * HOUR)];
    assert_eq!(timed(&store, organization), expected);
    send(&store, organization, 6 * HOUR);
    assert!(release());
}

fn the_task_is_due_when_the_next_reminder_is(store: &Store) {
    let store = queueing_for_users(store);
    let scene = set(&store);
    let organization = &scene.tenant.organization;
    let interview = scene.create(&store, 0, 30 * HOUR);
    for (now, next) in [(0, 6), (6, 55)] {
        let task = claim(&store, now * HOUR).unwrap();
        let release = || {
            let mails = store.mails();
            let released = mails.release_if_idle(&task, at(now * HOUR + 1), at(FAR));
            released.unwrap()
        };
        // Each time, one mail is due: the invitation, and then the reminder.
        assert!(!release());
        send(&store, organization, now * HOUR + 1);
        assert!(release());
        assert_eq!(claim(&store, next * HOUR - 1), None, "{next}");
    }
    assert!(claim(&store, 55 * HOUR).is_some());
    look(&store, organization, 55 * HOUR);
    let expected = [report_due(&interview, 30 * HOUR)];
    assert_eq!(timed(&store, organization), expected);
}

fn without_a_mail_server_nobody_is_reminded(store: &Store) {
    let scene = set(store);
    let organization = &scene.tenant.organization;
    scene.create(store, 0, HOUR);
    scene.create(store, 1, 40 * HOUR);
    look(store, organization, 26 * HOUR);
    assert_eq!(timed(store, organization), [""; 0]);
}

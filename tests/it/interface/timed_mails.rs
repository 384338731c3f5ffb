//! Mails that a time causes, as they are written: what they show, and which are not sent any more.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_app::{ComposedMail, MailDraft, MailOutcome, MailResult};
use shortlist_domain::{
    InterviewChange, InterviewId, InterviewStatus, MailFailureReason, MailKind, OrganizationId,
    ReportChange, Timestamp,
};

use super::blind_review::{SECRETS, lines};
use super::mails::{schedule, with_mail};
use crate::support::input::joined;
use crate::support::records::at;
use crate::support::resumes::docx_of;
use crate::support::service::Service;
use crate::support::writes::Writes as _;

const MOVE: &str =
    "mutation($input: UpdateInterviewInput!) { updateInterview(input: $input) { status } }";

const PREFERENCES: &str =
    "query($input: GetMailPreferencesInput!) { getMailPreferences(input: $input) {
    interviewReminders reportsDue } }";
const CHOOSE: &str =
    "mutation($input: UpdateMailPreferencesInput!) { updateMailPreferences(input: $input) {
    interviewReminders reportsDue } }";

fn ours() -> OrganizationId {
    OrganizationId::parse("id", "org_ours").unwrap()
}

/// Looks for mails whose time has come, as a server does when no mail is due. Those that are wait meanwhile.
pub(super) fn look(service: &Service) {
    let outbox = service.app.mail_outbox();
    let Some(task) = outbox.claim().unwrap() else {
        return;
    };
    let waiting = outbox.due(&ours(), 50).unwrap();
    let now = outbox.now();
    let postpone = |until: Timestamp| {
        let results: Vec<MailResult> = waiting
            .iter()
            .map(|queued| MailResult {
                id: queued.mail.id.clone(),
                at: now,
                outcome: MailOutcome::Postponed {
                    at: until,
                    reason: MailFailureReason::RecipientLater.into(),
                },
            })
            .collect();
        outbox.record(&ours(), &results).unwrap();
    };
    postpone(now.plus(Duration::minutes(1)));
    outbox.release_if_idle(&task).unwrap();
    outbox.give_back(&task).unwrap();
    postpone(now);
}

/// Looks for mails whose time has come, and returns what the only one of a kind says, or why it is not sent.
fn compose(service: &Service, kind: MailKind) -> ComposedMail {
    look(service);
    let outbox = service.app.mail_outbox();
    let mut due = outbox.due(&ours(), 50).unwrap();
    due.retain(|queued| queued.mail.kind == kind);
    assert_eq!(due.len(), 1, "{due:?}");
    outbox.compose(due.remove(0)).unwrap()
}

fn draft(service: &Service, kind: MailKind) -> MailDraft {
    match compose(service, kind) {
        ComposedMail::Draft(draft) => *draft,
        ComposedMail::Dropped(why) => panic!("{why:?}"),
    }
}

fn why_dropped(service: &Service, kind: MailKind) -> MailFailureReason {
    match compose(service, kind) {
        ComposedMail::Dropped(why) => why,
        ComposedMail::Draft(draft) => panic!("{draft:?}"),
    }
}

fn place(draft: &MailDraft) -> Option<&str> {
    let interview = draft.queued.mail.interview.as_ref().unwrap();
    interview.details.place.as_deref()
}

/// Schedules an interview with a candidate, a day ahead.
fn scheduled(service: &Service) -> InterviewId {
    let job = service.create_job("Gardener", json!({}));
    let (candidate, _) = service.candidate(&job, "Ada Quince");
    InterviewId::parse("id", &schedule(service, &candidate)).unwrap()
}

#[test]
fn reminders_say_what_the_interview_is_when_they_are_sent() {
    with_mail(|service| {
        let interview = scheduled(service);
        let kinds = [MailKind::InterviewerReminder, MailKind::InterviewReminder];
        let recipients = kinds.map(|kind| draft(service, kind).to_name);
        assert!(recipients[0].contains("usr_interviewer"), "{recipients:?}");
        assert_eq!(recipients[1], "Ada Quince");
        let input = json!({ "organizationId": "org_ours", "interviewId": interview.as_str(), "place": "Room 2" });
        service.data(&service.recruiter, MOVE, input);
        for kind in kinds {
            assert_eq!(place(&draft(service, kind)), Some("Room 2"));
        }
        let cancelled = InterviewChange {
            status: Some(InterviewStatus::Cancelled),
            ..InterviewChange::default()
        };
        let store = service.store();
        store
            .update_interview(&ours(), &interview, &cancelled)
            .unwrap();
        for kind in kinds {
            let why = why_dropped(service, kind);
            assert_eq!(why, MailFailureReason::InterviewChanged);
        }
    });
}

#[test]
fn a_report_is_asked_for_until_it_is_written() {
    with_mail(|service| {
        let interview = scheduled(service);
        service.clock.advance(Duration::hours(49));
        let asked = draft(service, MailKind::ReportDue);
        assert_eq!(asked.candidate_name.as_deref(), Some("Ada Quince"));
        let report = ReportChange {
            feedback: Some("Good".to_owned()),
            ..ReportChange::default()
        };
        let store = service.store();
        store
            .save_report(&ours(), &interview, &report, at(0))
            .unwrap();
        let why = why_dropped(service, MailKind::ReportDue);
        assert_eq!(why, MailFailureReason::ReportWritten);
    });
}

/// Chooses which mails the interviewer gets.
fn choose(service: &Service, change: &Value) -> Value {
    let input = joined(json!({ "organizationId": "org_ours" }), change);
    service.data(&service.interviewer, CHOOSE, input)
}

/// Promise: what a user switches off is not sent, even if it waits, and nobody else's mails change.
#[test]
fn users_switch_reminders_off_and_on() {
    with_mail(|service| {
        scheduled(service);
        let kind = MailKind::InterviewerReminder;
        draft(service, kind);
        let chosen = choose(service, &json!({ "interviewReminders": false }));
        let expected = json!({ "interviewReminders": false, "reportsDue": true });
        assert_eq!(chosen, expected);
        assert_eq!(why_dropped(service, kind), MailFailureReason::SwitchedOff);
        for other in [MailKind::InterviewReminder, MailKind::InterviewerInvited] {
            draft(service, other);
        }
        let of_recruiter = json!({ "organizationId": "org_ours" });
        let of_recruiter = service.data(&service.recruiter, PREFERENCES, of_recruiter);
        let all = json!({ "interviewReminders": true, "reportsDue": true });
        assert_eq!(of_recruiter, all);
        choose(service, &json!({ "interviewReminders": true }));
        draft(service, kind);
        choose(service, &json!({ "reportsDue": false }));
        service.clock.advance(Duration::hours(49));
        let why = why_dropped(service, MailKind::ReportDue);
        assert_eq!(why, MailFailureReason::SwitchedOff);
    });
}

#[test]
fn a_choice_of_mails_is_in_the_audit_log() {
    with_mail(|service| {
        for is_on in [false, false, true] {
            choose(service, &json!({ "reportsDue": is_on }));
        }
        let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries {
            userId kind thingId changes { field before after } } } }";
        let input = json!({ "organizationId": "org_ours", "operation": "updateMailPreferences" });
        let log = service.data(&service.admin, log, input);
        let entry = |before: &str, after: &str| {
            json!({ "userId": "usr_interviewer", "kind": "user", "thingId": "usr_interviewer",
                "changes": [{ "field": "reportsDue", "before": before, "after": after }] })
        };
        let expected = [entry("false", "true"), entry("true", "false")];
        assert_eq!(
            log["entries"],
            json!(expected),
            "what changes nothing is not there"
        );
    });
}

/// Promise: a reminder shows nothing of a blind candidate that the pages do not show.
#[test]
fn a_reminder_does_not_unmask_a_blind_candidate() {
    with_mail(|service| {
        let job = service.create_job("Backend Engineer", json!({ "blind": true }));
        let files = vec![("cv.docx", docx_of(&lines()))];
        let (status, body) = service.upload(&service.recruiter, &job, files);
        assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
        let query = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id } } }";
        let input = json!({ "organizationId": "org_ours", "jobId": job });
        let found = service.data(&service.recruiter, query, input);
        schedule(
            service,
            found["candidate"][0]["_id"].as_str().unwrap_or_default(),
        );
        let reminder = draft(service, MailKind::InterviewerReminder);
        service.clock.advance(Duration::hours(49));
        let report = draft(service, MailKind::ReportDue);
        for draft in [reminder, report] {
            let name = draft.candidate_name.clone().unwrap();
            assert!(name.starts_with("CAN-"), "{name}");
            assert_eq!(place(&draft), None);
            let text = format!("{draft:?}").to_lowercase();
            for secret in SECRETS {
                assert!(!text.contains(secret), "{secret} in {text}");
            }
        }
    });
}

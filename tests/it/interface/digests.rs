//! The daily digest: who gets it, when, and what it counts.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_app::ComposedMail;
use shortlist_domain::{DigestCounts, MailFailureReason, MailKind, OrganizationId, QueuedMail};

use super::mails::{schedule, with_mail};
use super::timed_mails::look;
use crate::support::service::Service;

const CHOOSE: &str =
    "mutation($input: UpdateMailPreferencesInput!) { updateMailPreferences(input: $input) {
    mentions dailyDigest } }";

fn choose(service: &Service, wants_digest: bool) {
    let input = json!({ "organizationId": "org_ours", "dailyDigest": wants_digest });
    let chosen: Value = service.data(&service.interviewer, CHOOSE, input);
    assert_eq!(
        chosen,
        json!({ "mentions": true, "dailyDigest": wants_digest })
    );
}

/// Looks for mails whose time has come, as a server does, and returns the digests that wait.
fn digests(service: &Service) -> Vec<QueuedMail> {
    look(service);
    let ours = OrganizationId::parse("id", "org_ours").unwrap();
    let mut due = service.app.mail_outbox().due(&ours, 50).unwrap();
    due.retain(|queued| queued.mail.kind == MailKind::DailyDigest);
    due
}

fn why_dropped(service: &Service, queued: &QueuedMail) -> MailFailureReason {
    match service.app.mail_outbox().compose(queued.clone()).unwrap() {
        ComposedMail::Dropped(why) => why,
        ComposedMail::Draft(draft) => panic!("{draft:?}"),
    }
}

/// Promise: a digest is sent on a working day to users who want it, if something waits for them, and not on a later day.
#[test]
fn a_digest_says_what_waits_on_its_day() {
    with_mail(|service| {
        let job = service.create_job("Gardener", json!({}));
        let (candidate, _) = service.candidate(&job, "Ada Quince");
        schedule(service, &candidate);
        assert_eq!(digests(service), [], "nobody wants one");
        choose(service, true);
        let today = digests(service);
        let ids: Vec<&str> = today.iter().map(|one| one.mail.id.as_str()).collect();
        assert_eq!(ids, ["daily_digest.usr_interviewer.2026-03-05"]);
        choose(service, false);
        let why = why_dropped(service, &today[0]);
        assert_eq!(why, MailFailureReason::SwitchedOff);
        choose(service, true);
        let why = why_dropped(service, &today[0]);
        assert_eq!(why, MailFailureReason::NothingNew);
        // The interview is on the next day.
        service.clock.advance(Duration::days(1));
        let why = why_dropped(service, &today[0]);
        assert_eq!(why, MailFailureReason::DayOver);
        let both = digests(service);
        assert_eq!(both.len(), 2, "{both:?}");
        let outbox = service.app.mail_outbox();
        let ComposedMail::Draft(draft) = outbox.compose(both[1].clone()).unwrap() else {
            panic!("{both:?}");
        };
        let counts = DigestCounts {
            interviews_today: 1,
            ..DigestCounts::default()
        };
        assert_eq!(draft.digest, Some(counts), "interviewers see no job");
        assert!(draft.to_name.contains("usr_interviewer"));
        // A Saturday.
        service.clock.advance(Duration::days(1));
        assert_eq!(digests(service).len(), 2, "no further one");
    });
}

/// Promise: digests do not wait until no other mail is due.
#[test]
fn a_digest_is_queued_while_another_mail_is_due() {
    with_mail(|service| {
        let job = service.create_job("Gardener", json!({}));
        let (candidate, _) = service.candidate(&job, "Ada Quince");
        schedule(service, &candidate);
        choose(service, true);
        let outbox = service.app.mail_outbox();
        let task = outbox.claim().unwrap().unwrap();
        let is_idle = outbox.release_if_idle(&task).unwrap();
        assert!(!is_idle, "the invitation is due");
        assert!(outbox.renew(&task).unwrap());
        let due = outbox.due(&task.organization_id, 50).unwrap();
        let kinds: Vec<MailKind> = due.iter().map(|queued| queued.mail.kind).collect();
        assert!(kinds.contains(&MailKind::InterviewerInvited), "{kinds:?}");
        assert!(kinds.contains(&MailKind::DailyDigest), "{kinds:?}");
        outbox.give_back(&task).unwrap();
    });
}

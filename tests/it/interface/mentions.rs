//! Mails to users whom somebody mentions in a note.

use serde_json::{Value, json};
use shortlist_app::{ComposedMail, MailDraft};
use shortlist_domain::{MailFailureReason, MailKind, OrganizationId, QueuedMail, RecruiterAccess};

use super::blind_review::{SECRETS, lines};
use super::mails::with_mail;
use crate::support::resumes::docx_of;
use crate::support::service::Service;
use crate::support::writes::Writes as _;

const NOTE: &str = "mutation($input: AddNoteInput!) { addNote(input: $input) { _id } }";
const DELETE: &str = "mutation($input: DeleteNoteInput!) { deleteNote(input: $input) { _id } }";
const CHOOSE: &str =
    "mutation($input: UpdateMailPreferencesInput!) { updateMailPreferences(input: $input) {
    interviewReminders reportsDue mentions } }";

fn ours() -> OrganizationId {
    OrganizationId::parse("id", "org_ours").unwrap()
}

/// Writes a note that mentions its author, a colleague and the interviewer, and returns its identifier.
fn write(service: &Service, candidate: &str) -> Value {
    let input = json!({ "organizationId": "org_ours", "candidateId": candidate, "text": "Call her on Monday",
        "mentions": ["usr_recruiter", "usr_colleague", "usr_interviewer"] });
    service.data(&service.recruiter, NOTE, input)["_id"].clone()
}

/// Returns the mails about notes that wait, with their recipients.
fn waiting(service: &Service) -> Vec<QueuedMail> {
    let mut due = service.app.mail_outbox().due(&ours(), 50).unwrap();
    due.retain(|queued| queued.mail.kind == MailKind::Mention);
    due
}

/// Composes the mail to a user.
fn compose(service: &Service, user: &str) -> ComposedMail {
    let mut to_user = waiting(service);
    to_user.retain(|queued| queued.mail.user_id.as_ref().unwrap().as_str() == user);
    assert_eq!(to_user.len(), 1, "{to_user:?}");
    let outbox = service.app.mail_outbox();
    outbox.compose(to_user.remove(0)).unwrap()
}

fn draft(service: &Service) -> MailDraft {
    match compose(service, "usr_colleague") {
        ComposedMail::Draft(draft) => *draft,
        ComposedMail::Dropped(why) => panic!("{why:?}"),
    }
}

fn why_dropped(service: &Service, user: &str) -> MailFailureReason {
    match compose(service, user) {
        ComposedMail::Dropped(why) => why,
        ComposedMail::Draft(draft) => panic!("{draft:?}"),
    }
}

fn set_access(service: &Service, access: RecruiterAccess) {
    let writer = service.store().operator(&ours());
    let organizations = writer.organizations();
    organizations
        .set_recruiter_access(&ours(), access.into())
        .unwrap();
}

fn choose(service: &Service, mentions: bool) {
    let input = json!({ "organizationId": "org_ours", "mentions": mentions });
    let chosen = service.data(&service.colleague, CHOOSE, input);
    let expected = json!({ "interviewReminders": true, "reportsDue": true, "mentions": mentions });
    assert_eq!(chosen, expected);
}

/// Promise: a mentioned user gets one mail, if they see the note and want mails about mentions. It does not contain the note.
#[test]
fn who_is_mentioned_gets_a_mail_without_the_note() {
    with_mail(|service| {
        let job = service.create_job("Gardener", json!({}));
        let (candidate, _) = service.candidate(&job, "Ada Quince");
        let note = write(service, &candidate);
        assert_eq!(waiting(service).len(), 2, "the author knows");
        let mail = draft(service);
        assert_eq!(mail.candidate_name.as_deref(), Some("Ada Quince"));
        assert_eq!(mail.job_title.as_deref(), Some("Gardener"));
        assert!(mail.author.as_ref().unwrap().contains("usr_recruiter"));
        assert!(!format!("{mail:?}").contains("Monday"), "{mail:?}");
        let why = why_dropped(service, "usr_interviewer");
        assert_eq!(why, MailFailureReason::NoAccess);
        set_access(service, RecruiterAccess::TeamJobs);
        let why = why_dropped(service, "usr_colleague");
        assert_eq!(why, MailFailureReason::NoAccess);
        set_access(service, RecruiterAccess::AllJobs);
        choose(service, false);
        let why = why_dropped(service, "usr_colleague");
        assert_eq!(why, MailFailureReason::SwitchedOff);
        choose(service, true);
        draft(service);
        let input = json!({ "organizationId": "org_ours", "noteId": note });
        service.data(&service.recruiter, DELETE, input);
        assert_eq!(waiting(service), []);
    });
}

/// Promise: a mention shows nothing of a blind candidate that the pages do not show.
#[test]
fn a_mention_does_not_unmask_a_blind_candidate() {
    with_mail(|service| {
        let job = service.create_job("Backend Engineer", json!({ "blind": true }));
        let files = vec![("cv.docx", docx_of(&lines()))];
        let (status, body) = service.upload(&service.recruiter, &job, files);
        assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
        let query = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id } } }";
        let input = json!({ "organizationId": "org_ours", "jobId": job });
        let found = service.data(&service.recruiter, query, input);
        write(service, found["candidate"][0]["_id"].as_str().unwrap());
        let mail = draft(service);
        let name = mail.candidate_name.clone().unwrap();
        assert!(name.starts_with("CAN-"), "{name}");
        let text = format!("{mail:?}").to_lowercase();
        for secret in SECRETS {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
    });
}

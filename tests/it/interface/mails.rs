//! The mails that users see: who sees which, what they show of blind candidates, and which are sent again.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_app::Settings;
use shortlist_domain::{Environment, MailAudience, MailFailure, MailFailureReason, OrganizationId};
use shortlist_persistence::{DatabaseUrl, MailOutcome, MailResult};
use shortlist_transport::GraphQLLimits;

use super::blind_review::{SECRETS, lines};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::records::at;
use crate::support::resumes::docx_of;
use crate::support::service::Service;

const LIST: &str = "query($input: ListMailsInput!) { listMails(input: $input) { mails {
    _id kind recipient userId candidateId interviewId state attempts nextAttemptAt failureReason failure sentAt messageId } } }";
const RESEND: &str = "mutation($input: ResendMailInput!) { resendMail(input: $input) { _id state attempts failure } }";
const UPDATE: &str =
    "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { _id } }";

/// Runs a test with a service that sends mails to users and candidates, on both databases.
pub(super) fn with_mail(test: fn(&Service)) {
    let start = |url: &DatabaseUrl| {
        let settings = Settings {
            mail_audience: Some(MailAudience::UsersAndCandidates),
            ..Settings::new(Environment::Sandbox)
        };
        test(&Service::start_with(
            url,
            settings,
            GraphQLLimits::default(),
        ));
    };
    on_sqlite(start);
    on_postgresql(start);
}

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

fn list(service: &Service, caller: &Caller, more: Value) -> Vec<Value> {
    let input = joined(json!({ "organizationId": caller.organization_id }), &more);
    let found = service.data(caller, LIST, input);
    found["mails"].as_array().unwrap().clone()
}

fn texts(mails: &[Value], field: &str) -> Vec<String> {
    let texts = mails.iter().map(|mail| mail[field].as_str().unwrap());
    texts.map(str::to_owned).collect()
}

/// Schedules an interview with the interviewer, and returns it.
pub(super) fn schedule(service: &Service, candidate: &str) -> String {
    let query = "mutation($input: ScheduleInterviewInput!) { scheduleInterview(input: $input) { interviews { _id } } }";
    let input = ours(
        json!({ "candidateId": candidate, "interviewerIds": [service.interviewer.user_id],
        "dateAndTime": "2026-03-06T08:00:00Z", "place": "Room 1" }),
    );
    let scheduled = service.data(&service.recruiter, query, input);
    scheduled["interviews"][0]["_id"]
        .as_str()
        .unwrap()
        .to_owned()
}

fn set_status(service: &Service, candidate: &str, status: &Value) {
    let input = ours(json!({ "candidateId": candidate, "status": status }));
    service.data(&service.recruiter, UPDATE, input);
}

/// Returns the mails to interviewers.
fn to_interviewers(service: &Service) -> Vec<Value> {
    let mut mails = list(service, &service.recruiter, json!({}));
    mails.retain(|mail| !mail["userId"].is_null());
    mails
}

/// Stores that a mail server has refused a mail, with these words.
fn refuse(service: &Service, mail: &Value, words: &str) {
    let result = MailResult {
        id: mail["_id"].as_str().unwrap().to_owned(),
        at: at(1),
        outcome: MailOutcome::Failed {
            failure: MailFailure {
                reason: MailFailureReason::RecipientRefused,
                detail: Some(words.to_owned()),
            },
        },
    };
    let organization = OrganizationId::parse("id", "org_ours").unwrap();
    let mails = service.store().mails();
    mails.record(&organization, &[result]).unwrap();
}

/// Sends a mail again, and returns the code and the reason of the error.
fn refused(service: &Service, caller: &Caller, mail: &Value) -> (String, Value) {
    let input = json!({ "organizationId": caller.organization_id, "mailId": mail["_id"] });
    let (status, body) = service.graphql(caller, RESEND, input);
    assert_eq!(status, 200, "{body}");
    let extensions = &body["errors"][0]["extensions"];
    let code = extensions["code"].as_str().unwrap_or_default().to_owned();
    (code, extensions["reason"].clone())
}

#[test]
fn recruiters_see_the_mails_of_their_organization() {
    with_mail(|service| {
        let job = service.create_job("Gardener", json!({}));
        let (candidate, _) = service.candidate(&job, "Ada Quince");
        let interview = schedule(service, &candidate);
        set_status(service, &candidate, &json!("Rejected"));
        for caller in [&service.admin, &service.recruiter] {
            let mails = list(service, caller, json!({}));
            let mut kinds = texts(&mails, "kind");
            kinds.sort_unstable();
            assert_eq!(
                kinds,
                ["interview_invited", "interviewer_invited", "rejected"]
            );
        }
        let waiting = list(service, &service.recruiter, json!({ "state": "waiting" }));
        let invited = waiting.iter().find(|mail| !mail["userId"].is_null());
        let invited = invited.unwrap();
        assert_eq!(invited["recipient"], "interviewer");
        assert_eq!(invited["interviewId"], json!(interview));
        assert_eq!(invited["candidateId"], json!(candidate));
        refuse(service, invited, "550 5.1.1 no such user");
        let failed = list(service, &service.recruiter, json!({ "state": "failed" }));
        assert_eq!(failed.len(), 1);
        assert_eq!(failed[0]["failureReason"], "recipient_refused");
        let failure = failed[0]["failure"].as_str().unwrap();
        assert!(failure.ends_with("550 5.1.1 no such user"), "{failure}");
        let first = list(service, &service.admin, json!({ "limit": 1 }));
        let rest = json!({ "before": first[0]["_id"] });
        let rest = list(service, &service.admin, rest);
        assert_eq!((first.len(), rest.len()), (1, 2));
        assert_ne!(first[0]["_id"], rest[0]["_id"]);
        let (status, _) = service.graphql(&service.interviewer, LIST, ours(json!({})));
        assert_eq!(status, 403);
        assert_eq!(
            list(service, &service.stranger, json!({})),
            Vec::<Value>::new()
        );
        let of_ours = json!({ "organizationId": "org_theirs", "candidateId": candidate });
        assert_eq!(service.code(&service.stranger, LIST, of_ours), "NOT_FOUND");
        let unknown = ours(json!({ "state": "lost" }));
        assert_eq!(
            service.code(&service.recruiter, LIST, unknown),
            "BAD_USER_INPUT"
        );
    });
}

#[test]
fn a_mail_that_failed_is_sent_again() {
    with_mail(|service| {
        let job = service.create_job("Gardener", json!({}));
        let (candidate, _) = service.candidate(&job, "Ada Quince");
        schedule(service, &candidate);
        let mail = &to_interviewers(service)[0];
        let conflict = |reason: &str| ("CONFLICT".to_owned(), json!(reason));
        let waits = refused(service, &service.recruiter, mail);
        assert_eq!(waits, conflict("mailNotFailed"));
        refuse(service, mail, "550 no");
        let (code, _) = refused(service, &service.stranger, mail);
        assert_eq!(code, "NOT_FOUND");
        let input = ours(json!({ "mailId": mail["_id"] }));
        let (status, _) = service.graphql(&service.interviewer, RESEND, input.clone());
        assert_eq!(status, 403);
        let again = service.data(&service.recruiter, RESEND, input);
        assert_eq!(again["_id"], mail["_id"]);
        assert_eq!(
            (&again["state"], &again["attempts"]),
            (&json!("waiting"), &json!(0))
        );
        assert_eq!(again["failure"], Value::Null);
        let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { kind thingId candidateId } } }";
        let log = service.data(
            &service.admin,
            log,
            ours(json!({ "operation": "resendMail" })),
        );
        let entry = &log["entries"][0];
        assert_eq!(
            (&entry["kind"], &entry["thingId"]),
            (&json!("mail"), &mail["_id"])
        );
    });
}

#[test]
fn a_mail_whose_reason_is_gone_is_not_sent_again() {
    with_mail(|service| {
        let job = service.create_job("Gardener", json!({}));
        let (candidate, _) = service.candidate(&job, "Ada Quince");
        let interview = schedule(service, &candidate);
        set_status(service, &candidate, &json!("Rejected"));
        let mails = list(service, &service.recruiter, json!({}));
        for mail in &mails {
            refuse(service, mail, "550 no");
        }
        let pointless = ("CONFLICT".to_owned(), json!("mailPointless"));
        let invitation = mails
            .iter()
            .find(|mail| mail["kind"] == "interview_invited")
            .unwrap();
        let while_rejected = refused(service, &service.recruiter, invitation);
        assert_eq!(while_rejected, pointless);
        set_status(service, &candidate, &Value::Null);
        service.clock.advance(Duration::minutes(1));
        let cancel =
            "mutation($input: UpdateInterviewInput!) { updateInterview(input: $input) { status } }";
        let input = ours(json!({ "interviewId": interview, "status": "Cancelled" }));
        service.data(&service.recruiter, cancel, input);
        assert_eq!(mails.len(), 3);
        for mail in &mails {
            let why = match mail["kind"].as_str().unwrap() {
                "interview_invited" => "mailLater",
                _ => "mailPointless",
            };
            let expected = ("CONFLICT".to_owned(), json!(why));
            let refused = refused(service, &service.recruiter, mail);
            assert_eq!(refused, expected, "{mail}");
        }
        let erase = "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { candidateId } }";
        let input = ours(json!({ "candidateId": candidate, "reason": "asked for it" }));
        service.data(&service.admin, erase, input);
        let (code, _) = refused(service, &service.recruiter, &mails[0]);
        assert_eq!(code, "NOT_FOUND");
        assert_eq!(
            list(service, &service.admin, json!({})),
            Vec::<Value>::new()
        );
    });
}

#[test]
fn an_invitation_is_not_sent_again_after_the_interview_has_moved() {
    with_mail(|service| {
        let job = service.create_job("Gardener", json!({}));
        let (candidate, _) = service.candidate(&job, "Ada Quince");
        let interview = schedule(service, &candidate);
        let mails = list(service, &service.recruiter, json!({}));
        assert_eq!(mails.len(), 2);
        for mail in &mails {
            refuse(service, mail, "550 no");
        }
        // The clock stands still, so the mail about the move is not later, and only the interview says that the invitation is wrong.
        let update =
            "mutation($input: UpdateInterviewInput!) { updateInterview(input: $input) { status } }";
        let moved = json!({ "interviewId": interview, "dateAndTime": "2026-03-06T10:00:00Z" });
        service.data(&service.recruiter, update, ours(moved));
        let pointless = ("CONFLICT".to_owned(), json!("mailPointless"));
        for mail in &mails {
            let refused = refused(service, &service.recruiter, mail);
            assert_eq!(refused, pointless, "{mail}");
        }
    });
}

#[test]
fn a_rejection_is_not_mailed_again_after_a_later_one() {
    with_mail(|service| {
        let job = service.create_job("Gardener", json!({}));
        let (candidate, _) = service.candidate(&job, "Ada Quince");
        let rejections = || {
            let mut mails = list(service, &service.recruiter, json!({}));
            mails.retain(|mail| mail["kind"] == "rejected");
            mails
        };
        set_status(service, &candidate, &json!("Rejected"));
        let first = rejections().remove(0);
        refuse(service, &first, "550 no");
        set_status(service, &candidate, &Value::Null);
        service.clock.advance(Duration::minutes(1));
        set_status(service, &candidate, &json!("Rejected"));
        let second = rejections().remove(0);
        assert_ne!(first["_id"], second["_id"]);
        let later = ("CONFLICT".to_owned(), json!("mailLater"));
        assert_eq!(refused(service, &service.recruiter, &first), later);
        refuse(service, &second, "550 no");
        let input = ours(json!({ "mailId": second["_id"] }));
        let sent = service.data(&service.recruiter, RESEND, input);
        assert_eq!(sent["state"], "waiting");
    });
}

/// Promise: a list of mails does not say who a blind candidate is, even if a mail server repeats it.
#[test]
fn the_words_of_a_mail_server_do_not_unmask_a_blind_candidate() {
    with_mail(|service| {
        let job = service.create_job("Backend Engineer", json!({ "blind": true }));
        let files = vec![("cv.docx", docx_of(&lines()))];
        let (status, body) = service.upload(&service.recruiter, &job, files);
        assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
        let query = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id } } }";
        let found = service.data(&service.recruiter, query, ours(json!({ "jobId": job })));
        let candidate = found["candidate"][0]["_id"].as_str().unwrap().to_owned();
        set_status(service, &candidate, &json!("Rejected"));
        let mail = &list(service, &service.recruiter, json!({}))[0];
        let words = "550 5.1.1 the mailbox of Quillon Zephyrine is unknown";
        refuse(service, mail, words);
        for caller in [&service.admin, &service.recruiter] {
            let shown = &list(service, caller, json!({}))[0];
            let text = shown.to_string().to_lowercase();
            for secret in SECRETS {
                assert!(!text.contains(secret), "{secret} in {text}");
            }
            assert_eq!(shown["failureReason"], "recipient_refused");
        }
        let reveal =
            "mutation($input: RevealCandidateInput!) { revealCandidate(input: $input) { _id } }";
        let input = ours(json!({ "candidateId": candidate, "reason": "to correct the address" }));
        service.data(&service.recruiter, reveal, input);
        let shown = &list(service, &service.recruiter, json!({}))[0];
        assert!(shown["failure"].as_str().unwrap().ends_with(words));
    });
}

#[test]
fn recruiters_who_are_limited_to_their_teams_see_no_other_mails() {
    with_mail(|service| {
        let job = service.create_job("Gardener", json!({}));
        let (candidate, _) = service.candidate(&job, "Ada Quince");
        schedule(service, &candidate);
        let mail = &list(service, &service.colleague, json!({}))[0];
        refuse(service, mail, "550 no");
        let limit = "mutation($input: SetRecruiterAccessInput!) { setRecruiterAccess(input: $input) { access } }";
        service.data(&service.admin, limit, ours(json!({ "access": "TeamJobs" })));
        assert_eq!(
            list(service, &service.colleague, json!({})),
            Vec::<Value>::new()
        );
        let (code, _) = refused(service, &service.colleague, mail);
        assert_eq!(code, "NOT_FOUND");
        let of_candidate = ours(json!({ "candidateId": candidate }));
        let after_it = ours(json!({ "before": mail["_id"] }));
        for unseen in [of_candidate, after_it] {
            assert_eq!(service.code(&service.colleague, LIST, unseen), "NOT_FOUND");
        }
        assert_eq!(list(service, &service.recruiter, json!({})).len(), 2);
    });
}

//! Offers to candidates: exact amounts, states, and who sees them.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_app::ComposedMail;
use shortlist_domain::{MailFailureReason, MailKind, OrganizationId, QueuedMail};

use super::mails::with_mail;
use crate::support::input::joined;
use crate::support::service::Service;

on_both_databases!(
    an_offer_is_made_sent_and_accepted,
    a_bad_offer_is_refused,
    an_offer_follows_its_transitions,
    only_admins_and_recruiters_see_an_offer,
    an_offer_is_audited_exported_and_erased,
);

const SET: &str = "mutation($input: SetOfferInput!) { setOffer(input: $input) {
    amount currency startDate state stageId createdAt updatedAt } }";
const GET: &str = "query($input: GetCandidateInput!) { getCandidate(input: $input) {
    offer { amount currency startDate state } } }";

fn offering(candidate: &str, more: Value) -> Value {
    let own = json!({ "organizationId": "org_ours", "candidateId": candidate });
    joined(own, &more)
}

fn set(service: &Service, candidate: &str, more: Value) -> Value {
    service.data(&service.recruiter, SET, offering(candidate, more))
}

fn candidate(service: &Service) -> String {
    let job = service.create_job("Backend Engineer", json!({}));
    service.candidate(&job, "Ada Example").0
}

fn an_offer_is_made_sent_and_accepted(service: &Service) {
    let ada = candidate(service);
    let get = |service: &Service| {
        service.data(&service.admin, GET, offering(&ada, json!({})))["offer"].clone()
    };
    assert_eq!(get(service), Value::Null);
    let made = set(
        service,
        &ada,
        json!({ "amount": "85000.5", "currency": "eur", "startDate": "2026-05-01" }),
    );
    assert_eq!(
        made,
        json!({ "amount": "85000.50", "currency": "EUR", "startDate": "2026-05-01", "state": "Draft",
            "stageId": "Active", "createdAt": "2026-03-05T08:15:00.000Z", "updatedAt": "2026-03-05T08:15:00.000Z" })
    );
    service.clock.advance(Duration::hours(1));
    let changed = set(
        service,
        &ada,
        json!({ "amount": "90000", "startDate": null, "state": "Sent" }),
    );
    assert_eq!(changed["updatedAt"], "2026-03-05T09:15:00.000Z");
    set(service, &ada, json!({ "state": "accepted" }));
    let expected =
        json!({ "amount": "90000.00", "currency": "EUR", "startDate": null, "state": "Accepted" });
    assert_eq!(get(service), expected);
}

fn a_bad_offer_is_refused(service: &Service) {
    let ada = candidate(service);
    let good = json!({ "amount": "1000", "currency": "EUR" });
    for bad in [
        json!({ "amount": null }),
        json!({ "currency": null }),
        json!({ "currency": "XYZ" }),
        json!({ "amount": "-1" }),
        json!({ "amount": "1,000" }),
        json!({ "amount": "1000.005" }),
        json!({ "currency": "JPY", "amount": "0.5" }),
        json!({ "amount": "1234567890123" }),
        json!({ "startDate": "01.05.2026" }),
        json!({ "state": "Lost" }),
    ] {
        let input = joined(offering(&ada, good.clone()), &bad);
        assert_eq!(
            service.code(&service.recruiter, SET, input),
            "BAD_USER_INPUT",
            "{bad}"
        );
    }
    let unknown = offering("cnd_x", good.clone());
    assert_eq!(service.code(&service.recruiter, SET, unknown), "NOT_FOUND");
    let theirs = joined(
        offering(&ada, good),
        &json!({ "organizationId": "org_theirs" }),
    );
    assert_eq!(service.code(&service.stranger, SET, theirs), "NOT_FOUND");
}

fn an_offer_follows_its_transitions(service: &Service) {
    let ada = candidate(service);
    let refused = |more: Value| service.code(&service.recruiter, SET, offering(&ada, more));
    let terms = json!({ "amount": "1000", "currency": "EUR" });
    let accepted = joined(terms.clone(), &json!({ "state": "Accepted" }));
    assert_eq!(
        refused(accepted),
        "CONFLICT",
        "nobody accepts what was not sent"
    );
    set(service, &ada, terms);
    assert_eq!(refused(json!({ "state": "Declined" })), "CONFLICT");
    set(service, &ada, json!({ "state": "Sent" }));
    assert_eq!(refused(json!({ "amount": "2000" })), "CONFLICT");
    assert_eq!(refused(json!({ "state": "Draft" })), "CONFLICT");
    set(service, &ada, json!({ "state": "Declined" }));
    let again = set(service, &ada, json!({ "state": "Draft", "amount": "2000" }));
    assert_eq!(
        (&again["state"], &again["amount"]),
        (&json!("Draft"), &json!("2000.00"))
    );
    let update =
        "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { status } }";
    service.data(
        &service.recruiter,
        update,
        offering(&ada, json!({ "status": "Rejected" })),
    );
    assert_eq!(
        refused(json!({ "state": "Sent" })),
        "CONFLICT",
        "the candidate was rejected"
    );
    set(service, &ada, json!({ "state": "Withdrawn" }));
}

fn only_admins_and_recruiters_see_an_offer(service: &Service) {
    let ada = candidate(service);
    set(
        service,
        &ada,
        json!({ "amount": "1000", "currency": "EUR" }),
    );
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { message } }";
    let input = json!({ "candidateId": ada, "interviewerId": service.interviewer.user_id,
        "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" });
    service.data(&service.recruiter, assign, input);
    let input = offering(&ada, json!({}));
    assert_eq!(
        service.data(&service.interviewer, GET, input)["offer"],
        Value::Null
    );
    let input = offering(&ada, json!({ "state": "Sent" }));
    assert_eq!(service.graphql(&service.interviewer, SET, input).0, 403);
}

fn an_offer_is_audited_exported_and_erased(service: &Service) {
    let ada = candidate(service);
    set(
        service,
        &ada,
        json!({ "amount": "1000", "currency": "EUR" }),
    );
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { erased
        changes { field before after } } } }";
    let entries = |service: &Service| {
        let input = json!({ "organizationId": "org_ours", "operation": "setOffer" });
        service.data(&service.admin, log, input)["entries"].clone()
    };
    assert_eq!(
        entries(service)[0]["changes"],
        json!([{ "field": "offer.amount", "before": null, "after": "1000.00 EUR" },
            { "field": "offer.state", "before": null, "after": "Draft" }])
    );
    let export = "query($input: ExportCandidateInput!) { exportCandidate(input: $input) { json } }";
    let exported = service.data(&service.admin, export, offering(&ada, json!({})));
    let exported: Value = serde_json::from_str(exported["json"].as_str().unwrap()).unwrap();
    assert_eq!(exported["shortlist"]["offer"]["amount"], "1000.00");
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { candidateId } }";
    service.data(
        &service.admin,
        erase,
        offering(&ada, json!({ "reason": "asked for it" })),
    );
    assert_eq!(
        service.code(
            &service.recruiter,
            SET,
            offering(&ada, json!({ "state": "Sent" }))
        ),
        "NOT_FOUND"
    );
    assert_eq!(entries(service)[0]["erased"], true);
}

/// Returns the mail about an offer, which waits.
fn mail(service: &Service) -> QueuedMail {
    let organization = OrganizationId::parse("id", "org_ours").unwrap();
    service.clock.advance(Duration::minutes(1));
    let mut due = service.app.mail_outbox().due(&organization, 50).unwrap();
    due.retain(|queued| queued.mail.kind == MailKind::Offer);
    assert_eq!(due.len(), 1, "{due:?}");
    due.remove(0)
}

#[test]
fn a_candidate_gets_a_mail_about_an_offer_that_can_be_answered() {
    with_mail(|service| {
        let ada = candidate(service);
        let sent = json!({ "amount": "1000", "currency": "EUR", "state": "Sent" });
        set(service, &ada, sent);
        let queued = mail(service);
        let compose = || {
            let outbox = service.app.mail_outbox();
            outbox.compose(queued.clone()).unwrap()
        };
        let is_sent = || matches!(compose(), ComposedMail::Draft(_));
        let ComposedMail::Draft(draft) = compose() else {
            panic!("an offer that was sent has a mail");
        };
        assert_eq!(draft.candidate_name.as_deref(), Some("Ada Example"));
        assert_eq!(draft.job_title.as_deref(), Some("Backend Engineer"));
        let update =
            "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { _id } }";
        for (status, expected) in [
            ("Rejected", MailFailureReason::CandidateRejected),
            ("Withdrawn", MailFailureReason::NoOpenOffer),
            ("Hired", MailFailureReason::NoOpenOffer),
        ] {
            let change = |status: &str| offering(&ada, json!({ "status": status }));
            service.data(&service.recruiter, update, change(status));
            let composed = compose();
            let is_dropped = matches!(composed, ComposedMail::Dropped(why) if why == expected);
            assert!(is_dropped, "{status}: {composed:?}");
            service.data(&service.recruiter, update, change("Active"));
            assert!(is_sent());
        }
        set(service, &ada, json!({ "state": "Accepted" }));
        let answered = MailFailureReason::NoOpenOffer;
        assert!(matches!(compose(), ComposedMail::Dropped(why) if why == answered));
    });
}

//! The sender of an organization's mails: an Admin chooses a name, an address for answers and a language.

use serde_json::{Value, json};

use crate::support::input::joined;
use crate::support::service::Service;

on_both_databases!(
    an_admin_chooses_the_sender_and_takes_it_back,
    what_could_forge_a_header_is_refused,
    a_job_has_its_own_address_for_answers,
);

const GET: &str = "query($input: MailSenderInput!) { mailSender(input: $input) {
    name emailAddress replyTo language sentFrom sentLanguage allowedDomains problem } }";
const SET: &str = "mutation($input: SetMailSenderInput!) { setMailSender(input: $input) {
    name emailAddress replyTo language } }";
const LOG: &str = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries {
    kind changes { field before after } } } }";

fn ours(more: &Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), more)
}

fn an_admin_chooses_the_sender_and_takes_it_back(service: &Service) {
    let nothing = json!({ "name": null, "emailAddress": null, "replyTo": null, "language": null,
        "sentFrom": null, "sentLanguage": null, "allowedDomains": [], "problem": null });
    assert_eq!(service.data(&service.admin, GET, ours(&json!({}))), nothing);
    let chosen =
        json!({ "name": "Müller & Söhne", "replyTo": "jobs@example.org", "language": "de" });
    let set = service.data(&service.admin, SET, ours(&chosen));
    assert_eq!(set, joined(json!({ "emailAddress": null }), &chosen));
    let input = ours(&json!({ "operation": "setMailSender" }));
    let log = service.data(&service.admin, LOG, input);
    let expected = json!([{ "kind": "organization", "changes": [
        { "field": "name", "before": null, "after": "Müller & Söhne" },
        { "field": "replyTo", "before": null, "after": "jobs@example.org" },
        { "field": "language", "before": null, "after": "de" },
    ] }]);
    assert_eq!(log["entries"], expected);
    service.data(&service.admin, SET, ours(&json!({ "name": "" })));
    assert_eq!(service.data(&service.admin, GET, ours(&json!({}))), nothing);
}

fn what_could_forge_a_header_is_refused(service: &Service) {
    for (input, field, problem) in [
        (
            json!({ "name": "Ada\r\nBcc: eve@example.org" }),
            "name",
            "notOneLine",
        ),
        (
            json!({ "emailAddress": "jobs@example.org" }),
            "emailAddress",
            "domainNotAllowed",
        ),
        (
            json!({ "replyTo": "a@example.org\nBcc: eve@example.org" }),
            "replyTo",
            "notEmailAddress",
        ),
        (
            json!({ "replyTo": "Ada<ada@example.org>" }),
            "replyTo",
            "notMailAddress",
        ),
        (json!({ "language": "tlh" }), "language", "notOneOf"),
    ] {
        let (status, answer) = service.graphql(&service.admin, SET, ours(&input));
        assert_eq!(status, 200, "{answer}");
        let error = &answer["errors"][0];
        assert_eq!(error["extensions"]["problem"], problem, "{answer}");
        let message = error["message"].as_str().unwrap();
        assert!(message.starts_with(&format!("{field}: ")), "{message}");
    }
}

fn a_job_has_its_own_address_for_answers(service: &Service) {
    let new = json!({ "replyTo": " gardens@example.org " });
    let job = service.create_job("Gardener", new);
    let update = "mutation($input: UpdateJobInput!) { updateJob(input: $input) { replyTo } }";
    let updated = |more: Value| {
        let input = ours(&joined(json!({ "jobId": job }), &more));
        service.data(&service.recruiter, update, input)["replyTo"].clone()
    };
    assert_eq!(
        updated(json!({ "location": "Berlin" })),
        "gardens@example.org"
    );
    assert_eq!(
        updated(json!({ "replyTo": "parks@example.org" })),
        "parks@example.org"
    );
    for none in [json!(null), json!("")] {
        updated(json!({ "replyTo": "parks@example.org" }));
        assert_eq!(updated(json!({ "replyTo": none })), Value::Null);
    }
    let forged = json!({ "jobId": job, "replyTo": "a@example.org\r\nBcc: eve@example.org" });
    let (_, answer) = service.graphql(&service.recruiter, update, ours(&forged));
    let problem = &answer["errors"][0]["extensions"]["problem"];
    assert_eq!(problem, "notEmailAddress", "{answer}");
}

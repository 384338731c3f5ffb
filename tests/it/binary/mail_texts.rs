//! Mails are sent with the texts of their organization.

use serde_json::json;
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::outbox::{borrowed, flags, schedule, unfolded, wait_until};
use super::server::{Server, with_organization};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::mail_server::MailServer;
use crate::support::resumes::docx;

/// Promise: a mail has the organization's text, as plain text and as HTML. The title of its calendar event stays as shipped.
fn a_mail_has_the_text_of_the_organization(url: &DatabaseUrl) {
    let Some(mail) = MailServer::start(&[]) else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &borrowed(&flags(&mail, url)));
    let text = with_organization(json!({
        "event": "interviewer_invited",
        "language": "en",
        "subject": "Please meet {{candidate_name}}",
        "body": "It is **your turn**: {{interview_time}}.",
    }));
    let name = "setMailTemplate";
    server.call("mutation", name, "SetMailTemplateInput", "subject", text);
    let job = server.create_job("Gardener");
    server.upload(&job, vec![("a.docx", docx("Grace Hopper"))]);
    schedule(&server, &server.candidates()[0], 0);
    wait_until("no mail arrived", || !mail.mails().is_empty());
    let arrived = unfolded(&mail.mails()[0]);
    for part in [
        "Subject: Please meet Grace Hopper\r\n",
        "It is your turn: ",
        "It is <strong>your turn</strong>: ",
        "SUMMARY:Interview with Grace Hopper: Gardener",
    ] {
        assert!(arrived.contains(part), "{part} in {arrived}");
    }
    assert!(!arrived.contains("Subject: Interview with"), "{arrived}");
    server.program.stop();
}

#[test]
fn a_mail_has_the_text_of_the_organization_on_sqlite() {
    on_sqlite(a_mail_has_the_text_of_the_organization);
}

#[test]
fn a_mail_has_the_text_of_the_organization_on_postgresql() {
    on_postgresql(a_mail_has_the_text_of_the_organization);
}

//! Mails are from the sender that their organization has chosen.

use serde_json::json;
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::outbox::{borrowed, flags, schedule, unfolded, wait_until};
use super::server::{Server, with_organization};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::mail_server::MailServer;
use crate::support::resumes::docx;

/// Promise: a mail has the name, the address, the address for answers and the language of the organization. Its identifier stays in the
/// domain of the server.
fn a_mail_is_from_its_organization(url: &DatabaseUrl) {
    let Some(mail) = MailServer::start(&[]) else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let domains = "--mail-sender-domains=beispiel.example".to_owned();
    let flags = [flags(&mail, url), vec![domains]].concat();
    let server = Server::start(folder.path(), &borrowed(&flags));
    let sender = with_organization(json!({
        "name": "Beispiel GmbH",
        "emailAddress": "jobs@beispiel.example",
        "replyTo": "answers@example.net",
        "language": "de",
    }));
    let (name, input) = ("setMailSender", "SetMailSenderInput");
    let set = server.call("mutation", name, input, "sentFrom sentLanguage", sender);
    assert_eq!(set["sentFrom"], "Beispiel GmbH <jobs@beispiel.example>");
    assert_eq!(set["sentLanguage"], "de");
    let job = server.create_job("Gardener");
    server.upload(&job, vec![("a.docx", docx("Grace Hopper"))]);
    schedule(&server, &server.candidates()[0], 0);
    wait_until("no mail arrived", || !mail.mails().is_empty());
    let arrived = unfolded(&mail.mails()[0]);
    for part in [
        "FROM jobs@beispiel.example",
        "From: \"Beispiel GmbH\" <jobs@beispiel.example>",
        "Reply-To: answers@example.net",
        "Hallo Ada Example",
    ] {
        assert!(arrived.contains(part), "{part} in {arrived}");
    }
    let mut lines = arrived.lines();
    let id = lines.find(|line| line.starts_with("Message-ID: "));
    assert!(id.unwrap().ends_with("@example.org>"), "{id:?}");
    let of_job = with_organization(json!({ "jobId": job, "replyTo": "gardens@example.net" }));
    server.call("mutation", "updateJob", "UpdateJobInput", "replyTo", of_job);
    schedule(&server, &server.candidates()[0], 2);
    wait_until("the second mail is missing", || mail.mails().len() == 2);
    server.program.stop();
    let is_of_job = |mail: &String| unfolded(mail).contains("Reply-To: gardens@example.net\r\n");
    assert_eq!(
        mail.mails().iter().filter(|mail| is_of_job(mail)).count(),
        1
    );
}

#[test]
fn a_mail_is_from_its_organization_on_sqlite() {
    on_sqlite(a_mail_is_from_its_organization);
}

#[test]
fn a_mail_is_from_its_organization_on_postgresql() {
    on_postgresql(a_mail_is_from_its_organization);
}

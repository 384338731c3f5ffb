//! Reminders of interviews, sent by a running server when their time has come.

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::outbox::{borrowed, flags, schedule, unfolded, wait_until};
use super::server::Server;
use crate::support::database::{execute, on_postgresql, on_sqlite};
use crate::support::mail_server::MailServer;
use crate::support::resumes::docx;

/// As if the time had come at which the server looks for reminders.
const TASK_IS_DUE: &str =
    "UPDATE tasks SET due_at = '2026-01-01 00:00:00' WHERE name = 'send-mails'";

/// Lets every interview begin in five hours.
fn let_interviews_come(url: &DatabaseUrl) {
    match url {
        DatabaseUrl::Sqlite(path) => {
            let soon = "UPDATE interviews SET held_at = datetime('now', '+5 hours')";
            let mut conn = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
            conn.batch_execute(&[soon, TASK_IS_DUE].join(";")).unwrap();
        }
        DatabaseUrl::PostgreSql(address) => {
            let soon = "UPDATE interviews SET held_at = \
                date_trunc('second', now() AT TIME ZONE 'utc') + interval '5 hours'";
            execute(address, &[soon, TASK_IS_DUE]);
        }
    }
}

/// Promise: a server sends reminders by itself, and they do not change the calendar.
fn a_running_server_reminds_an_interviewer(url: &DatabaseUrl) {
    let Some(mail) = MailServer::start(&[]) else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let flags = flags(&mail, url);
    let mut server = Server::start(folder.path(), &borrowed(&flags));
    let job = server.create_job("Gardener");
    server.upload(&job, vec![("a.docx", docx("Grace Hopper"))]);
    schedule(&server, &server.candidates()[0], 0);
    wait_until("the invitation is missing", || !mail.mails().is_empty());
    server.program.terminate();
    assert_eq!(server.program.wait_for_end(), Some(0));
    let_interviews_come(url);
    server.start_again(folder.path(), &borrowed(&flags));
    wait_until("the reminder is missing", || mail.mails().len() >= 2);
    server.program.stop();
    let mails = mail.mails();
    assert_eq!(mails.len(), 2, "{mails:?}");
    let reminder = unfolded(&mails[1]);
    for part in [
        "TO ada@example.org\r\n",
        "Subject: Interview reminder: Grace Hopper, Gardener",
        "<interviewer_reminder.",
        "- Where: Grace Hopper's office",
    ] {
        assert!(reminder.contains(part), "{part} in {reminder}");
    }
    assert!(!reminder.contains("text/calendar"), "{reminder}");
}

#[test]
fn a_running_server_reminds_an_interviewer_on_sqlite() {
    on_sqlite(a_running_server_reminds_an_interviewer);
}

#[test]
fn a_running_server_reminds_an_interviewer_on_postgresql() {
    on_postgresql(a_running_server_reminds_an_interviewer);
}

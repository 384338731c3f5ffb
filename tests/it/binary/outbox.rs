//! Mails that changes cause, sent by a running server.

use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use serde_json::{Value, json};
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::program::address;
use super::server::{Server, with_organization};
use crate::support::database::{execute, on_postgresql, on_sqlite};
use crate::support::mail_server::MailServer;
use crate::support::resumes::docx;
use crate::support::service::answer;

const PATIENCE: Duration = Duration::from_secs(60);
/// As if the time until the next attempt, and of the killed server's lease, had passed.
const TIME_PASSES: [&str; 2] = [
    "UPDATE mails SET next_attempt_at = created_at WHERE next_attempt_at IS NOT NULL",
    "UPDATE tasks SET due_at = '2026-01-01 00:00:00' WHERE name = 'send-mails'",
];

pub(crate) fn let_time_pass(url: &DatabaseUrl) {
    match url {
        DatabaseUrl::Sqlite(path) => {
            let mut conn = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
            // A server may be writing at this moment.
            conn.batch_execute("PRAGMA busy_timeout = 30000").unwrap();
            conn.batch_execute(&TIME_PASSES.join(";")).unwrap();
        }
        DatabaseUrl::PostgreSql(address) => execute(address, &TIME_PASSES),
    }
}

pub(crate) fn wait_until(what: &str, is_done: impl Fn() -> bool) {
    let began = Instant::now();
    while !is_done() {
        assert!(began.elapsed() < PATIENCE, "{what}");
        std::thread::yield_now();
    }
}

/// Schedules an interview of a candidate with the Admin, an hour apart for each number.
pub(super) fn schedule(server: &Server, candidate: &str, number: usize) -> String {
    let input = with_organization(json!({
        "candidateId": candidate,
        "interviewerIds": ["usr_a"],
        "dateAndTime": format!("2031-03-06T{:02}:00:00Z", 8 + number),
        "place": "Grace Hopper's office",
        "timeZone": "Europe/Berlin",
    }));
    let fields = "interviews { _id }";
    let scheduled = server.call(
        "mutation",
        "scheduleInterview",
        "ScheduleInterviewInput",
        fields,
        input,
    );
    scheduled["interviews"][0]["_id"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// Returns the lines of a mail, with encoded ends of lines joined.
pub(super) fn unfolded(mail: &str) -> String {
    mail.replace("=\r\n", "").replace("\r\n ", "")
}

pub(super) fn flags(mail: &MailServer, url: &DatabaseUrl) -> Vec<String> {
    let database = format!("--database-url={}", address(url));
    [mail.flags(), vec![database]].concat()
}

pub(super) fn borrowed(flags: &[String]) -> Vec<&str> {
    flags.iter().map(String::as_str).collect()
}

/// Promise: a mail server that asks to try later, or does not answer, and a server that is killed meanwhile lose no mail.
fn neither_refusals_nor_sigkill_lose_a_mail(url: &DatabaseUrl, fault: &str) {
    let Some(faulty) = MailServer::start(&["--fault", fault]) else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let mut server = Server::start(folder.path(), &borrowed(&flags(&faulty, url)));
    let job = server.create_job("Gardener");
    let files = vec![
        ("a.docx", docx("Grace Hopper")),
        ("b.docx", docx("Alan Turing")),
    ];
    server.upload(&job, files);
    let candidates = server.candidates();
    assert_eq!(candidates.len(), 2);
    for (number, candidate) in candidates.iter().enumerate() {
        schedule(&server, candidate, number);
    }
    wait_until("no mail was tried", || faulty.was_asked());
    server.program.kill_at_once();
    assert_eq!(faulty.mails(), Vec::<String>::new());
    let working = MailServer::start(&[]).unwrap();
    server.program.wait_for_end();
    let_time_pass(url);
    server.start_again(folder.path(), &borrowed(&flags(&working, url)));
    wait_until("mails are missing", || working.mails().len() >= 2);
    let mails = working.mails();
    let ids = mails.iter().map(|mail| {
        let line = mail.lines().find(|line| line.starts_with("Message-ID: "));
        line.unwrap().to_owned()
    });
    let mut ids: Vec<String> = ids.collect();
    ids.sort();
    ids.dedup();
    assert_eq!((ids.len(), mails.len()), (2, 2), "{ids:?}");
    for mail in &mails {
        assert!(mail.contains("TO ada@example.org\r\n"), "{mail}");
        assert!(mail.contains("method=REQUEST"), "{mail}");
    }
    server.program.terminate();
}

#[test]
#[ignore = "long"]
fn neither_refusals_nor_sigkill_lose_a_mail_on_sqlite() {
    on_sqlite(|url| neither_refusals_nor_sigkill_lose_a_mail(url, "recipient-later"));
    on_sqlite(|url| neither_refusals_nor_sigkill_lose_a_mail(url, "slow"));
}

#[test]
#[ignore = "long"]
fn neither_refusals_nor_sigkill_lose_a_mail_on_postgresql() {
    on_postgresql(|url| neither_refusals_nor_sigkill_lose_a_mail(url, "recipient-later"));
    on_postgresql(|url| neither_refusals_nor_sigkill_lose_a_mail(url, "slow"));
}

fn listed(server: &Server) -> Value {
    let fields = "mails { _id state attempts failureReason failure messageId }";
    let input = with_organization(json!({}));
    let found = server.call("query", "listMails", "ListMailsInput", fields, input);
    found["mails"][0].clone()
}

/// Promise: what a mail server has refused can be sent again, and is then the same message.
fn a_refused_mail_is_sent_again(url: &DatabaseUrl) {
    let Some(refusing) = MailServer::start(&["--fault", "recipient-refused"]) else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let mut server = Server::start(folder.path(), &borrowed(&flags(&refusing, url)));
    let job = server.create_job("Gardener");
    server.upload(&job, vec![("a.docx", docx("Grace Hopper"))]);
    schedule(&server, &server.candidates()[0], 0);
    wait_until("no mail has failed", || {
        listed(&server)["state"] == "failed"
    });
    let failed = listed(&server);
    assert_eq!(failed["failureReason"], "recipient_refused");
    let failure = failed["failure"].as_str().unwrap();
    assert!(
        failure.contains("refused the address of the recipient: 5"),
        "{failure}"
    );
    assert!(!failure.contains("ada@example.org"), "{failure}");
    assert_eq!(refusing.mails(), Vec::<String>::new());
    server.program.terminate();
    server.program.wait_for_end();
    let working = MailServer::start(&[]).unwrap();
    server.start_again(folder.path(), &borrowed(&flags(&working, url)));
    let input = || with_organization(json!({ "mailId": failed["_id"] }));
    let again = server.call(
        "mutation",
        "resendMail",
        "ResendMailInput",
        "_id state",
        input(),
    );
    assert_eq!(
        (&again["_id"], &again["state"]),
        (&failed["_id"], &json!("waiting"))
    );
    wait_until("the mail is missing", || listed(&server)["state"] == "sent");
    let mails = working.mails();
    assert_eq!(mails.len(), 1);
    let id = failed["_id"].as_str().unwrap();
    let message_id = format!("Message-ID: <{id}@example.org>");
    assert!(unfolded(&mails[0]).contains(&message_id), "{}", mails[0]);
    let sent = listed(&server);
    assert_eq!(sent["messageId"], json!(format!("{id}@example.org")));
    let query = "mutation($input: ResendMailInput!) { resendMail(input: $input) { _id } }";
    let body = json!({ "query": query, "variables": { "input": input() } });
    let (_, refused) = answer(server.post("/graphql").json(&body).send().unwrap());
    let reason = &refused["errors"][0]["extensions"]["reason"];
    assert_eq!(reason, "mailNotFailed", "{refused}");
    server.program.stop();
}

#[test]
fn a_refused_mail_is_sent_again_on_sqlite() {
    on_sqlite(a_refused_mail_is_sent_again);
}

#[test]
fn a_refused_mail_is_sent_again_on_postgresql() {
    on_postgresql(a_refused_mail_is_sent_again);
}

fn create_job(server: &Server, more: &Value) -> String {
    let new = json!({ "recruiterId": "usr_a", "title": "Gardener", "blind": more });
    let input = with_organization(new);
    let job = server.call("mutation", "createJob", "CreateJobInput", "_id", input);
    job["_id"].as_str().unwrap().to_owned()
}

/// Returns the only mail to the interviewer of a candidate.
fn invitation(blind: bool) -> Option<String> {
    let mail = MailServer::start(&[])?;
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &borrowed(&mail.flags()));
    let job = create_job(&server, &json!(blind));
    server.upload(&job, vec![("a.docx", docx("Grace Hopper"))]);
    schedule(&server, &server.candidates()[0], 0);
    wait_until("the mail is missing", || !mail.mails().is_empty());
    server.program.stop();
    let mails = mail.mails();
    assert_eq!(mails.len(), 1);
    Some(unfolded(&mails[0]))
}

#[test]
fn an_interviewer_gets_an_invitation() {
    let Some(mail) = invitation(false) else {
        return;
    };
    for part in [
        "Subject: Interview with Grace Hopper: Gardener",
        "Hi Ada Example,",
        "- Where: Grace Hopper's office",
        "at 09:00 (Europe/Berlin)",
        "METHOD:REQUEST",
        "SEQUENCE:0",
    ] {
        assert!(mail.contains(part), "{part} in {mail}");
    }
}

/// Promise: a mail shows nothing of a blind candidate that the pages do not show.
#[test]
fn an_invitation_does_not_unmask_a_blind_candidate() {
    let Some(mail) = invitation(true) else {
        return;
    };
    assert!(mail.contains("Subject: Interview with CAN-"), "{mail}");
    for part in ["Grace", "Hopper", "office", "grace.hopper"] {
        assert!(!mail.contains(part), "{part} in {mail}");
    }
}

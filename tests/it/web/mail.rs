//! The pages of mails: the settings with a test, the mails that failed, and those of a candidate.

use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;

use super::requests::with_sandbox;
use super::visitor::{INTERVIEWER, RECRUITER, Visitor, cookie_of, location};
use crate::binary::server::{PASSWORD, Server, with_organization};
use crate::support::database::on_sqlite;
use crate::support::mail_server::MailServer;
use crate::support::resumes::docx;

const PATH: &str = "/app/settings/mail";
const TEST: [(&str, &str); 1] = [("action", "test")];

/// Starts a server that sends by a mail server, and returns it with its Admin, who is signed in.
fn with_mail_server(folder: &TempDir, mail: &MailServer) -> (Server, Visitor) {
    with_mail_flags(folder, &mail.flags())
}

/// Starts a server with the flags of a mail server.
fn with_mail_flags(folder: &TempDir, flags: &[String]) -> (Server, Visitor) {
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    with_flags(folder, &flags)
}

/// Starts a server with flags, and returns it with its Admin, who is signed in.
fn with_flags(folder: &TempDir, flags: &[&str]) -> (Server, Visitor) {
    let server = Server::start(folder.path(), flags);
    let visitor = Visitor::at(&server.base);
    let typed = [("email", "ada@example.org"), ("password", PASSWORD)];
    let signed_in = visitor.post("/app/sign-in", &typed);
    assert_eq!(signed_in.status(), 303);
    let cookie = cookie_of(&signed_in);
    (server, visitor.with_cookie(cookie))
}

/// Loads a page until it contains a text.
fn wait_for(visitor: &Visitor, path: &str, wanted: &str) -> String {
    let began = Instant::now();
    loop {
        let page = visitor.page(path);
        if page.contains(wanted) {
            return page;
        }
        assert!(
            began.elapsed() < Duration::from_secs(60),
            "{wanted}: {page}"
        );
        std::thread::yield_now();
    }
}

#[test]
fn without_a_mail_server_the_page_says_what_to_set() {
    let folder = TempDir::new().unwrap();
    let (server, admin) = with_flags(&folder, &[]);
    let page = admin.page(PATH);
    for part in ["No mail server is configured", "mail_url", "mail_sender"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("Send me a test"), "{page}");
    let refused = admin.post(PATH, &TEST);
    assert_eq!(refused.status(), 409);
    let text = refused.text().unwrap();
    assert!(text.contains("no mail is sent"), "{text}");
    for text in [page, admin.page("/app")] {
        assert!(!text.contains("sandbox"), "{text}");
    }
    let own = admin.page("/app/account/mail");
    assert!(own.contains("No mail server is set up"), "{own}");
    let job = server.create_job("Gardener");
    server.upload(&job, vec![("a.docx", docx("Grace Hopper"))]);
    let candidate = format!("/app/candidates/{}", server.candidates()[0]);
    for path in [candidate.clone(), format!("{candidate}/interviews")] {
        let page = admin.page(&path);
        assert!(
            page.contains("No mail server is configured, so nobody is notified"),
            "{page}"
        );
    }
    let users = admin.page("/app/settings/users");
    assert!(users.contains("You get a link to give to them"), "{users}");
    let of_sandbox = "/app/sandbox/mails";
    assert_eq!(admin.get(of_sandbox).status(), 404);
    assert_eq!(admin.get(&format!("{of_sandbox}/x")).status(), 404);
    server.program.stop();
}

#[test]
fn only_admins_see_the_settings_of_mails() {
    on_sqlite(|url| {
        with_sandbox(url, |sandbox| {
            for other in [RECRUITER, INTERVIEWER] {
                let other = Visitor::signed_in(sandbox, other);
                assert_eq!(other.get(PATH).status(), 403);
                assert_eq!(other.post(PATH, &TEST).status(), 403);
            }
        });
    });
}

#[test]
fn an_admin_sends_a_test_to_their_own_address() {
    let Some(mail) = MailServer::start(&[]) else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let (server, admin) = with_mail_server(&folder, &mail);
    let page = admin.page(PATH);
    for part in [
        "<bdi class=\"break\">127.0.0.1</bdi>, port ",
        "none, because the mail server is on the same machine",
        "Example Ltd &#60;jobs@example.org&#62;",
        "get no mails",
        "English",
        "No mail has failed.",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let sent = admin.post(PATH, &TEST);
    assert_eq!(sent.status(), 200);
    let text = sent.text().unwrap();
    assert!(
        text.contains("The mail server has taken the test"),
        "{text}"
    );
    let mails = mail.mails();
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("TO ada@example.org\r\n"), "{}", mails[0]);
    let again = admin.post(PATH, &TEST);
    assert_eq!(again.status(), 409, "one a minute");
    assert_eq!(mail.mails().len(), 1);
    server.program.stop();
}

#[test]
fn a_mail_that_failed_is_shown_with_the_reason_and_sent_again() {
    let Some(mail) = MailServer::start(&["--fault", "recipient-refused"]) else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let (server, admin) = with_mail_server(&folder, &mail);
    let tested = admin.post(PATH, &TEST).text().unwrap();
    for part in ["The test was not sent. Recipient", "What to do: Correct"] {
        assert!(tested.contains(part), "{part}: {tested}");
    }
    let job = server.create_job("Gardener");
    server.upload(&job, vec![("a.docx", docx("Grace Hopper"))]);
    let candidate = &server.candidates()[0];
    let input = with_organization(json!({
        "candidateId": candidate,
        "interviewerIds": ["usr_a"],
        "dateAndTime": "2031-03-06T09:00:00Z",
    }));
    let fields = "interviews { _id }";
    let name = "scheduleInterview";
    server.call("mutation", name, "ScheduleInterviewInput", fields, input);
    let page = wait_for(&admin, PATH, "Send again");
    for part in [
        "Invitation to an interview",
        "Grace Hopper",
        "The mail server refused the address of the recipient: 5",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let of_candidate = format!("/app/candidates/{candidate}");
    let shown = admin.page(&of_candidate);
    assert!(shown.contains("Correct the address"), "{shown}");
    let (_, id) = shown.split_once("name=\"mail\" value=\"").unwrap();
    let id = id.split('"').next().unwrap();
    let again = [("action", "resend"), ("mail", id)];
    let resent = admin.post(PATH, &again);
    assert_eq!(resent.status(), 303);
    assert!(
        admin
            .page(location(&resent))
            .contains("The mail waits again")
    );
    // The mail server refuses it another time.
    wait_for(&admin, &of_candidate, "Send again");
    let resent = admin.post(&format!("{of_candidate}/mails"), &[("mail", id)]);
    assert_eq!(resent.status(), 303);
    let unknown = admin.post(
        &format!("{of_candidate}/mails"),
        &[("mail", "mail_of_nobody")],
    );
    assert_eq!(unknown.status(), 404);
    server.program.stop();
}

/// Starts a server that sends mails to candidates, too.
pub(super) fn with_mails_to_candidates(folder: &TempDir, mail: &MailServer) -> (Server, Visitor) {
    let mut flags = mail.flags();
    flags.push("--mail-to-candidates=on".to_owned());
    with_mail_flags(folder, &flags)
}

#[test]
fn the_form_of_an_offer_says_whether_it_is_mailed() {
    let Some(mail) = MailServer::start(&[]) else {
        return;
    };
    for is_mailed in [true, false] {
        let folder = TempDir::new().unwrap();
        let (server, admin) = if is_mailed {
            with_mails_to_candidates(&folder, &mail)
        } else {
            with_mail_server(&folder, &mail)
        };
        let job = server.create_job("Gardener");
        server.upload(&job, vec![("a.docx", docx("Grace Hopper"))]);
        let page = format!("/app/candidates/{}", server.candidates()[0]);
        let terms = [("was", ""), ("amount", "1000"), ("currency", "EUR")];
        let drafted = admin.post(&format!("{page}/offer"), &terms);
        assert_eq!(drafted.status(), 303);
        let shown = admin.page(&page);
        let says = |part: &str| shown.contains(part);
        assert_eq!(says("gets a mail in 30 seconds"), is_mailed, "{shown}");
        let own = "Marking an offer as sent tells nobody: send it yourself.";
        assert_eq!(says(own), !is_mailed, "{shown}");
        server.program.stop();
    }
}

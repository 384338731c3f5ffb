//! Links by which users set a password, sent by a running server to a real mail server.

use reqwest::blocking::Response;
use serde_json::{Value, json};
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::outbox::{borrowed, flags, unfolded, wait_until};
use super::server::{Server, with_organization};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::mail_server::MailServer;

const FORGOTTEN: &str = "/app/forgotten-password";
const PASSWORD: &str = "purple monkey dishwasher";
/// The address of the servers' Admin.
const ADMIN: &str = "ada@example.org";

/// Returns the flags of a server that sends links.
fn with_address(mail: &MailServer, url: &DatabaseUrl) -> Vec<String> {
    let address = "--public-url=https://jobs.example.org".to_owned();
    [flags(mail, url), vec![address]].concat()
}

/// Sends a form as a browser does.
fn post(server: &Server, path: &str, fields: &[(&str, &str)]) -> Response {
    let escape =
        |text: &str| -> String { text.bytes().map(|byte| format!("%{byte:02X}")).collect() };
    let pair = |(name, value): &(&str, &str)| format!("{name}={}", escape(value));
    let body = fields.iter().map(pair).collect::<Vec<_>>().join("&");
    let request = server.client.post(format!("{}{path}", server.base));
    let request = request
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "application/x-www-form-urlencoded");
    request.body(body).send().unwrap()
}

fn get(server: &Server, path: &str) -> Response {
    let request = server.client.get(format!("{}{path}", server.base));
    request.send().unwrap()
}

/// Returns the path of the link in a mail.
fn link_in(mail: &str) -> String {
    let mail = unfolded(mail).replace("=3D", "=");
    let (_, rest) = mail.split_once("<https://jobs.example.org").expect(&mail);
    rest.split_once('>').unwrap().0.to_owned()
}

fn set(server: &Server, link: &str, password: &str) -> Response {
    let (path, token) = link.split_once("?token=").unwrap();
    let fields = [("token", token), ("new", password), ("again", password)];
    post(server, path, &fields)
}

fn signs_in(server: &Server, email: &str, password: &str) -> bool {
    let login = json!({ "email": email, "password": password });
    let request = server.account().post("/auth/login").json(&login);
    request.send().unwrap().status() == 200
}

/// Asks for a link to an address.
fn ask(server: &Server, email: &str) -> (u16, String) {
    let sent = post(server, FORGOTTEN, &[("email", email)]);
    (sent.status().as_u16(), sent.text().unwrap())
}

/// Asks for links to an unknown address and to the Admin's, and returns the only mail.
fn mail_of_a_reset(server: &Server, mail: &MailServer) -> String {
    let page = get(server, "/app/sign-in").text().unwrap();
    let form = format!("href=\"{FORGOTTEN}\"");
    assert!(page.contains(&form), "{page}");
    let unknown = ask(server, "nobody@example.org");
    assert_eq!(unknown.0, 200);
    let sent = "If there is an account";
    assert!(unknown.1.contains(sent), "{}", unknown.1);
    assert_eq!(ask(server, ADMIN), unknown);
    wait_until("the mail is missing", || !mail.mails().is_empty());
    let mut mails = mail.mails();
    assert_eq!(mails.len(), 1, "an unknown address gets no mail");
    mails.remove(0)
}

fn a_link_works_once(server: &Server, link: &str) {
    for _scanner in 0..2 {
        assert_eq!(get(server, link).status(), 200);
    }
    let done = set(server, link, PASSWORD);
    assert_eq!(done.url().query(), Some("changed=set"));
    assert!(signs_in(server, ADMIN, PASSWORD));
    let again = set(server, link, "another purple monkey");
    assert_eq!(again.status(), 410);
    let page = again.text().unwrap();
    assert!(page.contains("This link was used"), "{page}");
    let form = format!("href=\"{FORGOTTEN}\"");
    assert!(page.contains(&form), "{page}");
    assert!(!signs_in(server, ADMIN, "another purple monkey"));
}

/// Promise: the answer does not say whether an address has an account, the mail arrives, and its link works once.
fn a_reset_arrives_and_its_link_works_once(url: &DatabaseUrl) {
    let Some(mail) = MailServer::start(&[]) else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let flags = with_address(&mail, url);
    let server = Server::start(folder.path(), &borrowed(&flags));
    let sent = mail_of_a_reset(&server, &mail);
    for part in ["TO ada@example.org\r\n", "Subject: Reset your password"] {
        assert!(sent.contains(part), "{part} in {sent}");
    }
    a_link_works_once(&server, &link_in(&sent));
    // The third request from this network is the last one within the window, for any address.
    for email in [ADMIN, "nobody@example.org"] {
        let statuses = [0; 3].map(|_| ask(&server, email).0);
        assert_eq!(statuses, [200, 200, 429], "{email}");
    }
    server.program.stop();
}

#[test]
fn a_reset_arrives_and_its_link_works_once_on_sqlite() {
    on_sqlite(a_reset_arrives_and_its_link_works_once);
}

#[test]
fn a_reset_arrives_and_its_link_works_once_on_postgresql() {
    on_postgresql(a_reset_arrives_and_its_link_works_once);
}

/// Returns the path of a link, whatever address the service knows of itself.
fn path_in(link: &str) -> String {
    let (_address, token) = link.split_once("/app/link?token=").unwrap();
    assert!(token.starts_with("slal_org_a_"), "{link}");
    format!("/app/link?token={token}")
}

fn invite(server: &Server) -> Value {
    let input = with_organization(json!({
        "userType": "Recruiter", "fullName": "Mara Example", "email": "mara@example.org",
    }));
    let fields = "link user { _id isInvited }";
    server.call("mutation", "inviteUser", "InviteUserInput", fields, input)
}

#[test]
fn an_invitation_arrives_unless_the_service_does_not_know_its_address() {
    on_sqlite(|url| {
        let Some(mail) = MailServer::start(&[]) else {
            return;
        };
        let folder = TempDir::new().unwrap();
        let mut server = Server::start(folder.path(), &borrowed(&flags(&mail, url)));
        let invited = invite(&server);
        let link = path_in(invited["link"].as_str().unwrap());
        assert_eq!(get(&server, &link).status(), 200);
        server.program.terminate();
        server.program.wait_for_end();
        let flags = with_address(&mail, url);
        server.start_again(folder.path(), &borrowed(&flags));
        let input = with_organization(json!({ "userId": invited["user"]["_id"] }));
        let input_type = "RenewInvitationInput";
        let renewed = server.call("mutation", "renewInvitation", input_type, "link", input);
        assert_eq!(renewed["link"], Value::Null);
        wait_until("the mail is missing", || !mail.mails().is_empty());
        let mails = mail.mails();
        assert_eq!(mails.len(), 1, "nothing was mailed before");
        assert!(mails[0].contains("TO mara@example.org\r\n"), "{}", mails[0]);
        assert_eq!(
            get(&server, &link).status(),
            410,
            "a newer link has replaced it"
        );
        set(&server, &link_in(&mails[0]), PASSWORD);
        assert!(signs_in(&server, "mara@example.org", PASSWORD));
        server.program.terminate();
    });
}

//! `shortlist mail test`, and what is checked of the settings for e-mail before a server starts.

use super::program::{command, error_output};
use crate::support::mail_server::MailServer;

fn send_test(server: &MailServer) -> std::process::Output {
    let mut test = command(&["mail", "test", "--to", "ada@example.net"]);
    test.args(server.flags()).output().unwrap()
}

#[test]
fn a_test_mail_arrives_and_each_step_is_printed() {
    let Some(server) = MailServer::start(&[]) else {
        return;
    };
    let output = send_test(&server);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{printed}");
    let steps = printed.lines().filter_map(|line| line.strip_prefix("ok "));
    let steps: Vec<&str> = steps
        .map(|line| line.trim().split(' ').next().unwrap())
        .collect();
    assert_eq!(steps, ["resolve", "connect", "sender", "recipient", "data"]);
    assert!(printed.contains("The server has taken the mail <test."));
    let mails = server.mails();
    assert_eq!(mails.len(), 1);
    assert!(mails[0].contains("TO ada@example.net\r\n"), "{}", mails[0]);
}

#[test]
fn a_step_that_fails_says_what_to_do() {
    let Some(server) = MailServer::start(&["--fault", "sender-refused"]) else {
        return;
    };
    let output = send_test(&server);
    assert!(!output.status.success());
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("sender: the server refused"), "{error}");
    assert!(error.contains("to do: use a sender"), "{error}");
    let unset = error_output(&["mail", "test", "--to", "ada@example.net"]);
    assert!(unset.contains("set mail_url and mail_sender"), "{unset}");
}

#[test]
fn the_checked_configuration_includes_the_mail_server() {
    let sender = ["--mail-sender", "jobs@example.org"];
    for (flags, expected) in [
        (vec!["--mail-url", "mail.example.org"], "mail_url: must be"),
        (
            vec![
                "--mail-url",
                "smtp://mail.example.org",
                "--mail-user",
                "ada",
            ],
            "mail_user needs a password",
        ),
        (
            vec![
                "--mail-url",
                "smtp://mail.example.org",
                "--mail-password-file",
                "/dev/null/none",
            ],
            "password",
        ),
        (
            vec![
                "--mail-url",
                "smtp://mail.example.org",
                "--mail-ca-file",
                "/dev/null",
            ],
            "mail_ca_file",
        ),
    ] {
        let error = error_output(&[&["serve", "--check-config"][..], &sender, &flags].concat());
        assert!(error.contains(expected), "{error}");
    }
}

//! Encryption, and attempts to avoid it.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread;

use shortlist_mail::{
    CertificateProblem, MailServer, Misconfigured, Retry, SendError, Step, Unreachable,
};

use crate::support::{Server, mail, send, short, sign_in};

#[test]
fn starttls_encrypts_before_signing_in() {
    let Some(server) = Server::start(&["--tls", "starttls", "--password", "right"]) else {
        return;
    };
    let mut address = server.address("smtp");
    address.ca_file = Some(server.certificate());
    address.sign_in = sign_in("right");
    let (steps, result) = send(address, &mail());
    assert!(result.is_ok(), "{result:?}");
    let names: Vec<Step> = steps.iter().map(|step| step.step).collect();
    assert_eq!(
        names[..4],
        [Step::Resolve, Step::Connect, Step::Tls, Step::SignIn]
    );
    assert_eq!(server.mails().len(), 1);
}

#[test]
fn tls_from_the_beginning_works() {
    let Some(server) = Server::start(&["--tls", "wrapped"]) else {
        return;
    };
    let mut address = server.address("smtps");
    address.ca_file = Some(server.certificate());
    let (steps, result) = send(address, &mail());
    assert!(result.is_ok(), "{result:?}");
    assert!(steps.iter().any(|step| step.step == Step::Tls));
}

#[test]
fn an_unknown_certificate_is_refused_in_both_ways() {
    for (tls, scheme) in [("starttls", "smtp"), ("wrapped", "smtps")] {
        let Some(server) = Server::start(&["--tls", tls]) else {
            return;
        };
        let error = send(server.address(scheme), &mail()).1.unwrap_err();
        let problem = Misconfigured::Certificate(CertificateProblem::UnknownIssuer);
        let expected = SendError::Misconfigured {
            step: Step::Tls,
            problem,
        };
        assert_eq!(error, expected, "{tls}");
        assert!(error.advice().contains("mail_ca_file"));
    }
}

#[test]
fn a_file_without_certificates_is_refused() {
    let Some(server) = Server::start(&["--tls", "starttls"]) else {
        return;
    };
    let mut address = server.address("smtp");
    address.ca_file = Some(server.certificate().with_file_name("key.pem"));
    let error = send(address, &mail()).1.unwrap_err();
    let problem = Misconfigured::Authorities;
    assert_eq!(
        error,
        SendError::Misconfigured {
            step: Step::Tls,
            problem
        }
    );
}

#[test]
fn a_server_without_starttls_gets_no_mail() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let error = send(server.address("smtp"), &mail()).1.unwrap_err();
    let problem = Misconfigured::NoStartTls;
    assert_eq!(
        error,
        SendError::Misconfigured {
            step: Step::Tls,
            problem
        }
    );
    assert_eq!(error.retry(), Retry::OnceConfigured);
    let error = send(server.address("smtps"), &mail()).1.unwrap_err();
    let problem = Misconfigured::NotTls;
    assert_eq!(
        error,
        SendError::Misconfigured {
            step: Step::Tls,
            problem
        }
    );
    assert_eq!(server.mails().len(), 0);
}

/// Accepts one connection, answers each line that is expected, and closes it.
fn closing_server(dialogue: &'static [(&str, &str)]) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
        for (expected, answer) in dialogue {
            assert!(expected.is_empty() || lines.next().unwrap().unwrap().starts_with(expected));
            stream.write_all(answer.as_bytes()).unwrap();
        }
    });
    port
}

#[test]
fn advice_after_a_failure_in_tls_names_tls() {
    const GREETING: (&str, &str) = ("", "220 mail.example.org ready\r\n");
    const HELLO: (&str, &str) = ("EHLO", "250-mail.example.org\r\n250 STARTTLS\r\n");
    for (scheme, dialogue) in [
        ("smtps", &[][..]),
        ("smtp", &[GREETING, HELLO, ("STARTTLS", "220 go\r\n")]),
        ("smtp", &[GREETING, HELLO, ("STARTTLS", "454 not now\r\n")]),
        ("smtp", &[GREETING, HELLO, ("STARTTLS", "502 no\r\n")]),
    ] {
        let port = closing_server(dialogue);
        let mut server = MailServer::parse("url", &format!("{scheme}://127.0.0.1:{port}")).unwrap();
        server.timeouts = short();
        let error = send(server, &mail()).1.unwrap_err();
        assert_eq!(error.step(), Step::Tls, "{error}");
        assert!(
            error.advice().contains("TLS"),
            "{error}: {}",
            error.advice()
        );
    }
}

/// An attacker between client and server appends an answer to that of STARTTLS. It must not count as the first encrypted one.
#[test]
fn an_answer_before_the_encryption_does_not_count() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let attacker = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
        stream.write_all(b"220 mail.example.org ready\r\n").unwrap();
        assert!(lines.next().unwrap().unwrap().starts_with("EHLO"));
        stream
            .write_all(b"250-mail.example.org\r\n250 STARTTLS\r\n")
            .unwrap();
        assert_eq!(lines.next().unwrap().unwrap(), "STARTTLS");
        stream
            .write_all(b"220 go\r\n250-evil\r\n250 AUTH PLAIN\r\n")
            .unwrap();
    });
    let mut server = MailServer::parse("mail_url", &format!("smtp://127.0.0.1:{port}")).unwrap();
    server.timeouts = short();
    server.sign_in = sign_in("s3cret");
    let error = send(server, &mail()).1.unwrap_err();
    attacker.join().unwrap();
    let unencrypted = SendError::Misconfigured {
        step: Step::Tls,
        problem: Misconfigured::NotTls,
    };
    let garbled = SendError::Unreachable {
        step: Step::Tls,
        problem: Unreachable::Handshake,
    };
    assert!(error == unencrypted || error == garbled, "{error}");
}

//! What is sent, and what each fault of a server becomes.

use std::net::TcpListener;

use shortlist_mail::{
    AddressRole, MailServer, Mailer, Misconfigured, Retry, SendError, Step, Unreachable,
};

use crate::support::{Server, mail, mailbox, run, send, short, sign_in};

#[test]
fn a_mail_arrives_and_each_step_is_reported() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let (steps, result) = send(server.plain(), &mail());
    assert_eq!(result.unwrap().to_string(), "250 2.0.0 queued as 1");
    let names: Vec<Step> = steps.iter().map(|step| step.step).collect();
    assert_eq!(
        names,
        [
            Step::Resolve,
            Step::Connect,
            Step::Sender,
            Step::Recipient,
            Step::Data
        ]
    );
    let results: Vec<&str> = steps.iter().map(|step| step.result.as_str()).collect();
    assert!(
        results[1].ends_with("answers as faulty.example.org"),
        "{results:?}"
    );
    assert_eq!(results[2], "jobs@example.org: 250 2.1.0 sender ok");
    assert_eq!(results[3], "ada@example.net: 250 2.1.5 recipient ok");
    let arrived = server.mails();
    let text = &arrived[0];
    for line in [
        "FROM jobs@example.org",
        "TO ada@example.net",
        "From: \"Example Ltd\" <jobs@example.org>",
        "To: \"Ada Example\" <ada@example.net>",
        "Message-ID: <test.1@example.org>",
        "Date: Sun, 01 Mar 2026 08:00:00 +0000",
        "Auto-Submitted: auto-generated",
        "Subject: Your application",
    ] {
        assert!(
            text.contains(&format!("{line}\r\n")) || text.contains(&format!("{line} \r\n")),
            "{line} in {text}"
        );
    }
}

#[test]
fn connections_are_used_again_and_replaced_when_the_server_has_closed_them() {
    let Some(server) = Server::start(&[]) else {
        return;
    };
    let mailer = Mailer::new(server.plain()).unwrap();
    run(async {
        let mut steps = Vec::new();
        for _ in 0..3 {
            let mut observer = |step: shortlist_mail::StepReport| steps.push(step.step);
            mailer
                .send_and_report(&mail(), &mut observer)
                .await
                .unwrap();
        }
        assert_eq!(
            steps.iter().filter(|step| **step == Step::Connect).count(),
            1
        );
    });
    assert_eq!(server.mails().len(), 3);
    let port = server.port;
    drop(server);
    // The connection of the pool is dead now, and nobody listens.
    let result = run(mailer.send(&mail()));
    let problem = Unreachable::Connection(std::io::ErrorKind::ConnectionRefused);
    assert_eq!(
        result.unwrap_err(),
        SendError::Unreachable {
            step: Step::Connect,
            problem
        },
        "{port}"
    );
}

/// Each fault with the step that fails, whether to retry, and a word of the error and of the advice.
const FAULTS: [(&str, Step, Retry, &str, &str); 9] = [
    (
        "sender-later",
        Step::Sender,
        Retry::Later,
        "451 4.7.1 slow down",
        "limits",
    ),
    (
        "sender-refused",
        Step::Sender,
        Retry::OnceConfigured,
        "553 5.7.1 not allowed",
        "mail_sender",
    ),
    (
        "recipient-later",
        Step::Recipient,
        Retry::Later,
        "450 4.2.0 greylisted",
        "second attempt",
    ),
    (
        "recipient-refused",
        Step::Recipient,
        Retry::Never,
        "550 5.1.1 <[recipient]>: no such user",
        "address of the recipient",
    ),
    (
        "recipient-unauthenticated",
        Step::Recipient,
        Retry::OnceConfigured,
        "530 5.7.0 authentication required",
        "mail_user",
    ),
    (
        "text-later",
        Step::Data,
        Retry::Later,
        "452 4.3.1 disk full",
        "limits",
    ),
    (
        "text-refused",
        Step::Data,
        Retry::Never,
        "554 5.7.1 looks like spam",
        "SPF",
    ),
    (
        "greeting-refused",
        Step::Connect,
        Retry::OnceConfigured,
        "554 5.7.1 your network",
        "mail_url",
    ),
    (
        "closed",
        Step::Data,
        Retry::Later,
        "closed the connection",
        "mail_url",
    ),
];

#[test]
fn each_answer_says_whether_to_try_again_and_what_to_do() {
    for (fault, step, retry, message, advice) in FAULTS {
        let Some(server) = Server::start(&["--fault", fault]) else {
            return;
        };
        let error = send(server.plain(), &mail()).1.unwrap_err();
        assert_eq!(
            (error.step(), error.retry()),
            (step, retry),
            "{fault}: {error}"
        );
        assert!(error.to_string().contains(message), "{fault}: {error}");
        assert!(
            error.advice().contains(advice),
            "{fault}: {}",
            error.advice()
        );
        assert_eq!(server.mails().len(), 0);
    }
}

#[test]
fn a_slow_server_is_left_after_the_time_limit() {
    let Some(server) = Server::start(&["--fault", "slow"]) else {
        return;
    };
    let mut address = server.plain();
    address.timeouts.answer = std::time::Duration::from_secs(1);
    let error = send(address, &mail()).1.unwrap_err();
    assert_eq!(
        error.to_string(),
        "recipient: the mail server did not answer within 1 seconds"
    );
    assert_eq!(error.retry(), Retry::Later);
}

#[test]
fn an_error_repeats_neither_the_text_nor_the_password() {
    let Some(server) = Server::start(&["--fault", "text-quoted"]) else {
        return;
    };
    let error = send(server.plain(), &mail()).1.unwrap_err();
    assert_eq!(
        error.to_string(),
        "data: the server refused; it answered 554 5.7.1"
    );
    let echo = ["--fault", "echo", "--password", "right"];
    let server = Server::start(&echo).unwrap();
    let mut address = server.plain();
    address.sign_in = sign_in("s3cret-word");
    let error = send(address, &mail()).1.unwrap_err();
    let shown = format!("{error} {error:?} {}", error.advice());
    assert!(
        shown.contains("535") && !shown.contains("s3cret"),
        "{shown}"
    );
    assert_eq!(
        (error.step(), error.retry()),
        (Step::SignIn, Retry::OnceConfigured)
    );
}

#[test]
fn signing_in_works_and_is_explained_if_it_does_not() {
    let Some(server) = Server::start(&["--password", "right horse"]) else {
        return;
    };
    let with = |password| {
        let mut address = server.plain();
        address.sign_in = sign_in(password);
        send(address, &mail())
    };
    let (steps, result) = with("right horse");
    assert!(result.is_ok(), "{result:?}");
    assert!(
        steps
            .iter()
            .any(|step| step.step == Step::SignIn && step.result.contains("ada: 235"))
    );
    let error = with("wrong").1.unwrap_err();
    assert!(
        matches!(&error, SendError::Misconfigured { problem: Misconfigured::SignInRefused(reply), .. } if reply.code == 535),
        "{error}"
    );
    let unasked = Server::start(&[]).unwrap();
    let mut address = unasked.plain();
    address.sign_in = sign_in("right horse");
    let error = send(address, &mail()).1.unwrap_err();
    let expected = SendError::Misconfigured {
        step: Step::SignIn,
        problem: Misconfigured::NoSignIn,
    };
    assert_eq!(error, expected);
    // Without signing in, this server takes no mail.
    let error = send(server.plain(), &mail()).1.unwrap_err();
    assert!(error.to_string().contains("530"), "{error}");
    assert!(error.advice().contains("mail_user"), "{}", error.advice());
}

#[test]
fn international_addresses_need_smtputf8() {
    let mut to_local = mail();
    to_local.to = mailbox("Jörg <jörg@müller.example>");
    let mut to_domain = mail();
    to_domain.to = mailbox("Jörg <joerg@müller.example>");
    let Some(old) = Server::start(&[]) else {
        return;
    };
    let error = send(old.plain(), &to_local).1.unwrap_err();
    assert_eq!(
        error,
        SendError::NeedsUtf8 {
            role: AddressRole::Recipient
        }
    );
    assert_eq!(error.retry(), Retry::Never);
    assert!(send(old.plain(), &to_domain).1.is_ok());
    assert!(old.mails()[0].contains("TO joerg@xn--mller-kva.example"));
    let modern = Server::start(&["--utf8"]).unwrap();
    let (_, result) = send(modern.plain(), &to_local);
    assert!(result.is_ok(), "{result:?}");
    let arrived = modern.mails();
    assert!(
        arrived[0].contains("TO jörg@xn--mller-kva.example"),
        "{arrived:?}"
    );
    assert!(arrived[0].contains("SMTPUTF8") && arrived[0].contains("BODY=8BITMIME"));
}

#[test]
fn an_address_for_answers_needs_smtputf8_or_is_named() {
    let mut mail = mail();
    mail.reply_to = Some(mailbox("Jörg <jörg@müller.example>"));
    let Some(old) = Server::start(&[]) else {
        return;
    };
    let error = send(old.plain(), &mail).1.unwrap_err();
    assert_eq!((error.step(), error.retry()), (Step::Data, Retry::Never));
    assert!(error.to_string().contains("Reply-To") && error.advice().contains("for answers"));
    assert_eq!(old.mails().len(), 0);
    let modern = Server::start(&["--utf8"]).unwrap();
    assert!(send(modern.plain(), &mail).1.is_ok());
    // As RFC 6532 writes it. Encoded, the address would be another one.
    let arrived = &modern.mails()[0];
    assert!(
        arrived.contains("<jörg@xn--mller-kva.example>"),
        "{arrived}"
    );
    assert!(arrived.contains("SMTPUTF8"), "{arrived}");
}

#[test]
fn what_cannot_be_reached_is_retried() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let at = |address: String| {
        let mut server = MailServer::parse("mail_url", &address).unwrap();
        server.timeouts = short();
        send(server, &mail()).1.unwrap_err()
    };
    let refused = at(format!("smtp://127.0.0.1:{port}"));
    assert_eq!(
        (refused.step(), refused.retry()),
        (Step::Connect, Retry::Later)
    );
    let unknown = at("smtp://mail.invalid".to_owned());
    assert_eq!(
        (unknown.step(), unknown.retry()),
        (Step::Resolve, Retry::Later)
    );
    assert!(unknown.advice().contains("host name"));
}

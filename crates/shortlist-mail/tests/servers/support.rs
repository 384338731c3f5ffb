//! Servers to send to, and mails to send.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rcgen::{CertifiedKey, generate_simple_self_signed};
use shortlist_domain::Timestamp;
use shortlist_mail::{
    Content, HeaderText, Mail, MailAddress, MailServer, Mailbox, Mailer, MessageId, SendError,
    ServerReply, SignIn, StepReport, Timeouts,
};
use tempfile::TempDir;

/// The variable that names the Python with `aiosmtpd`.
const PYTHON: &str = "SHORTLIST_MAIL_PYTHON";
/// The variable that makes a missing server a failure.
const REQUIRED: &str = "SHORTLIST_REQUIRE_MAIL";

/// Returns the Python that can run the server. Without one, a test is skipped, unless it is required.
fn python() -> Option<PathBuf> {
    let named = std::env::var_os(PYTHON).map(PathBuf::from);
    let python = named.unwrap_or_else(|| PathBuf::from("python3"));
    let imports = Command::new(&python)
        .args(["-c", "import aiosmtpd"])
        .stderr(Stdio::null())
        .status();
    if imports.is_ok_and(|status| status.success()) {
        return Some(python);
    }
    assert!(
        std::env::var_os(REQUIRED).is_none(),
        "{} has no aiosmtpd, and {REQUIRED} is set",
        python.display()
    );
    println!("skipped: {PYTHON} names no Python with aiosmtpd");
    None
}

/// A running server.
pub(crate) struct Server {
    process: Child,
    folder: TempDir,
    pub(crate) port: u16,
}

impl Server {
    /// Starts a server, or returns `None` if there is none on this machine.
    pub(crate) fn start(arguments: &[&str]) -> Option<Self> {
        let python = python()?;
        let folder = tempfile::tempdir().unwrap();
        let CertifiedKey { cert, signing_key } =
            generate_simple_self_signed(["localhost".to_owned(), "127.0.0.1".to_owned()]).unwrap();
        let (certificate, key) = (
            folder.path().join("cert.pem"),
            folder.path().join("key.pem"),
        );
        fs::write(&certificate, cert.pem()).unwrap();
        fs::write(&key, signing_key.serialize_pem()).unwrap();
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/servers/server.py");
        let mut process = Command::new(python)
            .arg(script)
            .arg("--folder")
            .arg(folder.path())
            .arg("--certificate")
            .arg(certificate)
            .arg("--key")
            .arg(key)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let output = process.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        let port = line.trim().parse().expect("the server prints its port");
        Some(Self {
            process,
            folder,
            port,
        })
    }

    /// Returns the server's address with a scheme.
    pub(crate) fn address(&self, scheme: &str) -> MailServer {
        let address = format!("{scheme}://localhost:{}", self.port);
        let mut server = MailServer::parse("mail_url", &address).unwrap();
        server.timeouts = short();
        server
    }

    /// Returns the server's address without encryption.
    pub(crate) fn plain(&self) -> MailServer {
        self.address("smtp").unencrypted("mail_starttls").unwrap()
    }

    /// Returns the file with the server's certificate.
    pub(crate) fn certificate(&self) -> PathBuf {
        self.folder.path().join("cert.pem")
    }

    /// Returns the mails that have arrived, in order.
    pub(crate) fn mails(&self) -> Vec<String> {
        let files = fs::read_dir(self.folder.path()).unwrap();
        let paths = files.map(|file| file.unwrap().path());
        let mut mails: Vec<PathBuf> = paths
            .filter(|path| path.extension().unwrap() == "eml")
            .collect();
        mails.sort();
        mails
            .iter()
            .map(|path| fs::read_to_string(path).unwrap())
            .collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _gone = self.process.kill();
        let _gone = self.process.wait();
    }
}

pub(crate) fn short() -> Timeouts {
    Timeouts {
        connect: Duration::from_secs(20),
        answer: Duration::from_secs(20),
        data: Duration::from_secs(20),
    }
}

pub(crate) fn sign_in(password: &str) -> Option<SignIn> {
    Some(SignIn {
        user: "ada".to_owned(),
        password: password.to_owned(),
    })
}

pub(crate) fn mailbox(text: &str) -> Mailbox {
    Mailbox::parse("address", text).unwrap()
}

pub(crate) fn mail() -> Mail {
    Mail {
        id: MessageId::parse("id", "test.1@example.org").unwrap(),
        at: Timestamp::parse("at", "2026-03-01T08:00:00Z").unwrap(),
        from: mailbox("Example Ltd <jobs@example.org>"),
        reply_to: None,
        to: Mailbox::new(
            "Ada Example",
            MailAddress::parse("to", "ada@example.net").unwrap(),
        ),
        content: Content {
            subject: HeaderText::new("Your application"),
            text: "Hi Ada, your confidential application has arrived.\n".to_owned(),
            html: "<p>Hi Ada, your confidential application has arrived.</p>\n".to_owned(),
        },
        invitation: None,
    }
}

/// Sends a mail, and returns the steps that succeeded with the result.
pub(crate) fn send(
    server: MailServer,
    mail: &Mail,
) -> (Vec<StepReport>, Result<ServerReply, SendError>) {
    let mailer = match Mailer::new(server) {
        Ok(mailer) => mailer,
        Err(error) => return (Vec::new(), Err(error)),
    };
    let mut steps = Vec::new();
    let result = run(mailer.send_and_report(mail, &mut |step| steps.push(step)));
    (steps, result)
}

pub(crate) fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

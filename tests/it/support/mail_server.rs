//! A mail server that the program sends to: `aiosmtpd` of `PyPI`, with faults. `.ci/run` installs it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// The variable that names the Python with `aiosmtpd`.
const PYTHON: &str = "SHORTLIST_MAIL_PYTHON";
/// The variable that makes a missing server a failure.
const REQUIRED: &str = "SHORTLIST_REQUIRE_MAIL";
/// The server of the tests of `shortlist-mail`.
const SCRIPT: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../crates/shortlist-mail/tests/servers/server.py"
);

/// A running server. It ends with the test.
pub(crate) struct MailServer {
    process: Child,
    folder: TempDir,
    port: u16,
}

impl MailServer {
    /// Starts a server with flags such as `--fault`. Without one on this machine, the test is skipped, unless it is required.
    pub(crate) fn start(flags: &[&str]) -> Option<Self> {
        let python = python()?;
        let folder = TempDir::new().unwrap();
        let mut process = Command::new(python)
            .args([SCRIPT, "--folder", folder.path().to_str().unwrap()])
            .args(flags)
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

    /// Returns the flags of the program for this server.
    pub(crate) fn flags(&self) -> Vec<String> {
        let url = format!("--mail-url=smtp://127.0.0.1:{}", self.port);
        let sender = "--mail-sender=Example Ltd <jobs@example.org>";
        vec![url, sender.to_owned(), "--mail-starttls=off".to_owned()]
    }

    /// Returns whether a client has named a recipient, whatever the server answered.
    pub(crate) fn was_asked(&self) -> bool {
        self.folder.path().join("asked.txt").exists()
    }

    /// Returns the mails that have arrived, in the order of their numbers.
    pub(crate) fn mails(&self) -> Vec<String> {
        let files = fs::read_dir(self.folder.path()).unwrap();
        let paths = files.map(|file| file.unwrap().path());
        let is_mail = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "eml");
        let mut paths: Vec<PathBuf> = paths.filter(is_mail).collect();
        paths.sort();
        let mails = paths.iter().map(|path| fs::read_to_string(path).unwrap());
        mails.collect()
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ended = self.process.kill();
        let _reaped = self.process.wait();
    }
}

/// Returns the Python that can run the server.
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

//! The example clients, run against a sandbox.
//!
//! A client is skipped if its language is not installed, unless `SHORTLIST_REQUIRE_CLIENTS` is set. The one in TypeScript
//! needs packages from the network, so it is not run here.

use std::path::Path;
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::program::{Sandbox, text};

/// Runs a client with the path of the credentials, and returns what it prints.
fn run(program: &str, client: &str) -> Option<String> {
    let version = Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    if !version.is_ok_and(|status| status.success()) {
        let required = std::env::var_os("SHORTLIST_REQUIRE_CLIENTS").is_some();
        assert!(!required, "{program} is required, and is not installed");
        return None;
    }
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let client = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../examples/clients")
        .join(client);
    let output = Command::new(program)
        .args([text(&client), text(&folder.path().join("printed.json"))])
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{printed}{error}");
    drop(sandbox);
    Some(printed)
}

#[test]
fn the_python_client_runs() {
    if let Some(printed) = run("python3", "python/shortlist_client.py") {
        assert!(printed.lines().count() > 5, "{printed}");
    }
}

#[test]
fn the_java_client_runs() {
    if let Some(printed) = run("java", "java/ShortlistClient.java") {
        for line in [
            "ada.docx: created",
            "broken.pdf: skipped",
            "NOT_FOUND: jobId: no such job in this organization",
            "event: candidate.created",
            "all tasks are done",
        ] {
            assert!(
                printed.lines().any(|one| one == line),
                "{line} in {printed}"
            );
        }
    }
}

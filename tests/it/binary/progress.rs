//! The progress of long commands: shown on a terminal, and nowhere else.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use super::program::{run, text};

const RESUMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../demo/resumes");

/// Runs a command on a terminal that `script` provides. Returns `None` if that program is not installed.
fn on_terminal(arguments: &[&str], redirection: &str) -> Option<Output> {
    let quoted = arguments.iter().map(|argument| format!("'{argument}'"));
    let quoted = quoted.collect::<Vec<_>>().join(" ");
    let program = env!("CARGO_BIN_EXE_shortlist-under-test");
    let run = Command::new("script")
        .args(["--quiet", "--return", "--command"])
        .arg(format!("'{program}' {quoted} {redirection}"))
        .arg("/dev/null")
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output();
    run.ok()
}

/// Returns what the terminal showed, if there is one.
fn shown(arguments: &[&str], redirection: &str) -> Option<String> {
    let output = on_terminal(arguments, redirection)?;
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{shown}");
    Some(shown)
}

/// Fills a data folder with an organization.
fn seed(folder: &Path) {
    let flags = ["--data-dir", text(folder), "--candidates", "1200"];
    let output = run(&[&["bench", "seed"][..], &flags].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert_eq!(errors, "", "nothing is shown without a terminal");
}

#[test]
fn reading_files_shows_what_is_done_and_how_fast() {
    let Some(terminal) = shown(&["parse", RESUMES], "") else {
        return;
    };
    assert!(terminal.contains("reading files: "), "{terminal}");
    assert!(
        terminal.contains(" of 12, ") && terminal.contains(" left"),
        "{terminal}"
    );
    let lines = terminal.matches("\"ok\":true").count();
    assert_eq!(lines, 12, "each result is printed once: {terminal}");
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("lines");
    let redirection = format!("> '{}'", text(&file));
    let terminal = shown(&["parse", RESUMES], &redirection).unwrap();
    assert!(terminal.contains("reading files: "), "{terminal}");
    let lines = std::fs::read_to_string(&file).unwrap();
    assert!(lines.lines().all(|line| line.starts_with('{')), "{lines}");
    let quiet = shown(&["parse", RESUMES], "2> /dev/null | cat").unwrap();
    assert!(!quiet.contains("reading files"), "{quiet}");
}

#[test]
fn commands_on_a_database_show_their_progress() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    seed(&data);
    let copy = folder.path().join("copy");
    let restored = folder.path().join("restored");
    let data = ["--data-dir", text(&data)];
    let restored = ["--data-dir", text(&restored)];
    let as_of = ["--all", "--as-of", "2026-11-21"];
    let commands: [(Vec<&str>, &str); 4] = [
        (
            [&["admin", "verify-audit"][..], &data].concat(),
            "checking rows: ",
        ),
        ([&["rescore"][..], &as_of, &data].concat(), "scoring: "),
        (
            [&["backup", "--to", text(&copy)][..], &data].concat(),
            "copying: ",
        ),
        (
            [&["restore", "--from", text(&copy)][..], &restored].concat(),
            "copying: ",
        ),
    ];
    for (arguments, name) in commands {
        let Some(terminal) = shown(&arguments, "") else {
            return;
        };
        assert!(terminal.contains(name), "{arguments:?}: {terminal}");
        assert!(terminal.contains(" left"), "{arguments:?}: {terminal}");
    }
}

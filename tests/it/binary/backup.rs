//! `shortlist backup` and `shortlist restore`: no data is lost, and no data is overwritten.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::program::{Sandbox, error_output, run, text};

/// Returns the output of a command that must succeed.
fn output_of(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn replayed(data: &Path) -> String {
    output_of(&["replay", "--all", "--json", "--data-dir", text(data)])
}

#[test]
fn a_backup_of_a_running_server_is_restored_completely() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let (backup, fresh) = (folder.path().join("backup"), folder.path().join("fresh"));
    let sandbox = Sandbox::start(folder.path(), &[]);
    let save = ["backup", "--data-dir", text(&data), "--to", text(&backup)];
    output_of(&save);
    let refused = error_output(&save);
    assert!(refused.contains("is not empty"), "{refused}");
    let refused = error_output(&[
        "restore",
        "--from",
        text(&backup),
        "--data-dir",
        text(&data),
    ]);
    assert!(refused.contains("would replace it"), "{refused}");

    // A restore that stopped before the database arrived can be repeated.
    fs::create_dir_all(fresh.join("files/resumes")).unwrap();
    output_of(&[
        "restore",
        "--from",
        text(&backup),
        "--data-dir",
        text(&fresh),
    ]);
    // Every candidate has its scored file, and the file gives the same receipt.
    let after = replayed(&fresh);
    assert_eq!(after, replayed(&data));
    let count = usize::try_from(sandbox.candidate_count()).unwrap();
    assert_eq!(after.matches(r#""verdict":"same""#).count(), count);
}

#[test]
fn a_damaged_or_missing_backup_is_reported_and_nothing_is_restored() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let (backup, fresh) = (folder.path().join("backup"), folder.path().join("fresh"));
    let _sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let restore = [
        "restore",
        "--from",
        text(&backup),
        "--data-dir",
        text(&fresh),
    ];
    let missing = error_output(&restore);
    assert!(
        missing.contains("give a folder that shortlist backup wrote"),
        "{missing}"
    );
    output_of(&["backup", "--data-dir", text(&data), "--to", text(&backup)]);
    let copy = backup.join("shortlist.db");
    let mut bytes = fs::read(&copy).unwrap();
    let half = bytes.len() / 2;
    bytes[half..].fill(0xa5);
    fs::write(&copy, bytes).unwrap();
    let damaged = error_output(&restore);
    assert!(damaged.contains(text(&copy)), "{damaged}");
    assert!(!fresh.join("shortlist.db").exists());
}

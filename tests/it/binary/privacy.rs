//! Other users of the machine cannot read any of the program's data.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use tempfile::TempDir;

use super::program::{Program, Sandbox, command, error_output, in_shell, run, text};
use crate::support::resumes::docx;
use crate::support::service::{answer, file};

/// Runs a program under the umask that service managers and shells usually set.
const USUAL_UMASK: &str = "umask 022; exec \"$0\" \"$@\"";
/// A user that owns nothing.
const NOBODY: u32 = 65_534;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

/// Returns a folder and everything below it.
fn all_below(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![folder.to_owned()];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(all_below(&path));
        } else {
            found.push(path);
        }
    }
    found
}

/// Returns the paths in a folder and below that others may read, write or enter, as `path: mode`.
fn open_to_others(folder: &Path) -> Vec<String> {
    let open = |path: &PathBuf| mode(path) & 0o077 != 0;
    let named = |path: PathBuf| format!("{}: {:o}", path.display(), mode(&path));
    all_below(folder)
        .into_iter()
        .filter(open)
        .map(named)
        .collect()
}

fn run_with_usual_umask(arguments: &[&str]) -> Output {
    let output = in_shell(USUAL_UMASK).args(arguments).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    output
}

/// Creates a data folder with a database, with the modes that an older version left under the usual umask.
fn open_folder(parent: &Path) -> PathBuf {
    let data = parent.join("data");
    run(&["migrate", "--data-dir", text(&data)]);
    set_mode(&data, 0o755);
    set_mode(&data.join("shortlist.db"), 0o644);
    data
}

fn check_closed(data: &Path, log: &str) {
    let database = data.join("shortlist.db");
    assert_eq!((mode(data), mode(&database)), (0o700, 0o600));
    for path in [data, &database] {
        let warned = log
            .lines()
            .any(|line| line.contains("WARN") && line.contains(text(path)));
        assert!(warned, "{} in {log}", path.display());
    }
}

#[test]
fn written_files_are_readable_only_by_their_owner() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let sandbox = Sandbox::start_in_shell(folder.path(), &["--empty"], USUAL_UMASK);
    let job = sandbox.create_job("Backend Engineer");
    let form = sandbox
        .upload_form(&job)
        .part("files", file("cv.docx", docx("Ada Example")));
    let request = sandbox.post("/bulk-upload-resumes").multipart(form);
    assert_eq!(answer(request.send().unwrap()).1["created"], 1);
    for name in ["shortlist.db", "shortlist.db-wal", "credentials.json"] {
        assert!(data.join(name).exists(), "{name}");
    }
    assert_eq!(open_to_others(&data), [""; 0]);
    assert_eq!(mode(&sandbox.file), 0o600);
}

#[test]
fn a_backup_and_a_restored_folder_are_readable_only_by_their_owner() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let (backup, fresh) = (folder.path().join("backup"), folder.path().join("fresh"));
    drop(Sandbox::start_in_shell(folder.path(), &[], USUAL_UMASK));
    fs::create_dir(&backup).unwrap();
    set_mode(&backup, 0o755);
    run_with_usual_umask(&["backup", "--data-dir", text(&data), "--to", text(&backup)]);
    assert_eq!(open_to_others(&backup), [""; 0]);
    // A backup that was copied with other tools may have lost its modes.
    for path in all_below(&backup) {
        set_mode(&path, if path.is_dir() { 0o755 } else { 0o644 });
    }
    run_with_usual_umask(&[
        "restore",
        "--from",
        text(&backup),
        "--data-dir",
        text(&fresh),
    ]);
    assert!(all_below(&fresh).len() > 12);
    assert_eq!(open_to_others(&fresh), [""; 0]);
}

#[test]
fn a_server_closes_a_folder_and_a_database_that_others_can_read() {
    let folder = TempDir::new().unwrap();
    let data = open_folder(folder.path());
    let log = folder.path().join("log");
    let mut serve = in_shell(USUAL_UMASK);
    serve.args([
        "serve",
        "--bind",
        "127.0.0.1:0",
        "--readers",
        "1",
        "--data-dir",
        text(&data),
    ]);
    Program::start_logging(serve, fs::File::create(&log).unwrap().into()).stop();
    check_closed(&data, &fs::read_to_string(log).unwrap());
    assert_eq!(open_to_others(&data), [""; 0]);
}

#[test]
fn a_command_closes_a_folder_and_a_database_that_others_can_read() {
    let folder = TempDir::new().unwrap();
    let backup = folder.path().join("backup");
    let tasks: [&[&str]; 2] = [
        &["admin", "verify-audit"],
        &["backup", "--to", text(&backup)],
    ];
    let data = open_folder(folder.path());
    for task in tasks {
        set_mode(&data, 0o755);
        set_mode(&data.join("shortlist.db"), 0o644);
        let output = run_with_usual_umask(&[task, &["--data-dir", text(&data)]].concat());
        check_closed(&data, &String::from_utf8(output.stderr).unwrap());
    }
}

#[test]
fn a_database_outside_the_data_folder_is_private_too() {
    let folder = TempDir::new().unwrap();
    let (data, database) = (folder.path().join("data"), folder.path().join("own.db"));
    let migrate = [
        "migrate",
        "--data-dir",
        text(&data),
        "--database-url",
        text(&database),
    ];
    run_with_usual_umask(&migrate);
    assert_eq!(mode(&database), 0o600);
    set_mode(&database, 0o640);
    run_with_usual_umask(&migrate);
    assert_eq!(mode(&database), 0o600);
}

/// Closing `/tmp` or a folder of other programs would break the programs that share it.
#[test]
fn a_shared_folder_is_not_changed() {
    let folder = TempDir::new().unwrap();
    let (shared, strange) = (folder.path().join("shared"), folder.path().join("strange"));
    for (data, open) in [(&shared, 0o1777), (&strange, 0o755)] {
        fs::create_dir(data).unwrap();
        set_mode(data, open);
    }
    fs::write(strange.join("another.program"), "").unwrap();
    for (data, open) in [(&shared, 0o1777), (&strange, 0o755)] {
        let error = error_output(&["migrate", "--data-dir", text(data)]);
        assert!(
            error.contains("--data-dir") && error.contains(&format!("chmod 700 {}", text(data))),
            "{error}"
        );
        assert_eq!(mode(data), open);
        assert!(!data.join("shortlist.db").exists());
    }
}

/// Runs the program as a user who does not own the folder. Root may change every mode, so root runs it as another user.
#[test]
fn a_folder_of_another_owner_that_others_can_read_stops_the_start() {
    let folder = TempDir::new().unwrap();
    let mut migrate = command(&["migrate", "--data-dir"]);
    let data = if rustix::process::getuid().is_root() {
        let data = folder.path().join("data");
        fs::create_dir(&data).unwrap();
        set_mode(&data, 0o777);
        set_mode(folder.path(), 0o755);
        chown(&data, Some(0), Some(0)).unwrap();
        migrate.uid(NOBODY).gid(NOBODY);
        data
    } else {
        PathBuf::from("/")
    };
    let output = migrate
        .arg(&data)
        .current_dir("/")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let error_text = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success(), "{error_text}");
    assert!(
        error_text.contains("chmod") && error_text.contains(text(&data)),
        "{error_text}"
    );
    assert!(!data.join("shortlist.db").exists());
}

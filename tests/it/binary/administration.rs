//! `shortlist admin`: sets up an empty production system, and revokes a key.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::program::{Program, Sandbox, command, error_output, json_of, text};
use crate::support::service::client;

pub(super) const PASSWORD: &str = "a long enough password";

pub(super) fn admin(data: &Path, arguments: &[&str]) -> Value {
    let mut all = vec!["admin", "--json"];
    all.extend_from_slice(arguments);
    all.extend_from_slice(&["--data-dir", text(data)]);
    json_of(&all)
}

/// Creates a user whose password is read from standard input.
pub(super) fn create_user(data: &Path) -> Value {
    let mut command = command(&[
        "admin",
        "create-user",
        "--json",
        "--organization",
        "org_a",
        "--user-type",
        "Admin",
    ]);
    command.args([
        "--full-name",
        "Ada Example",
        "--email",
        "ada@example.org",
        "--password-stdin",
    ]);
    command
        .args(["--data-dir", text(data)])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    writeln!(child.stdin.take().unwrap(), "{PASSWORD}").unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
}

fn login(base: &str, key: &str) -> u16 {
    let login = json!({ "email": "ada@example.org", "password": PASSWORD });
    let request = client()
        .post(format!("{base}/auth/login"))
        .header("x-api-key", key);
    request.json(&login).send().unwrap().status().as_u16()
}

/// Issues a key that may read and write jobs.
fn issue(data: &Path, name: &str) -> Value {
    let mut arguments = vec!["create-api-key", "--organization", "org_a", "--name", name];
    arguments.extend_from_slice(&["--permission", "jobs:read,jobs:write"]);
    let key = admin(data, &arguments);
    assert_eq!(key["permissions"], json!(["jobs:read", "jobs:write"]));
    key
}

fn revoke(data: &Path, key: &Value) {
    let id = key["keyId"].as_str().unwrap();
    admin(
        data,
        &["revoke-api-key", "--organization", "org_a", "--key", id],
    );
}

/// Returns the identifiers of the active keys.
fn active_keys(data: &Path) -> Vec<Value> {
    let listed = admin(data, &["list-api-keys", "--organization", "org_a"]);
    let keys = listed["keys"].as_array().unwrap().iter();
    let active = keys.filter(|key| key["live"] == true);
    active.map(|key| key["keyId"].clone()).collect()
}

/// Shows an organization's upload quota, sets a part of it, and resets it.
fn set_quota(data: &Path) {
    let quota = |more: &[&str]| {
        let quotas = admin(
            data,
            &[&["quota", "--organization", "org_a"], more].concat(),
        );
        [quotas["storedMib"].clone(), quotas["dailyResumes"].clone()]
    };
    let default = quota(&[]);
    assert_eq!(default, [json!(200 << 10), json!(50_000)]);
    assert_eq!(quota(&["--stored-mib", "0"]), [json!(null), json!(50_000)]);
    assert_eq!(quota(&["--daily-resumes", "7"]), [json!(null), json!(7)]);
    assert_eq!(quota(&["--default"]), default);
    let unknown = [
        "admin",
        "quota",
        "--organization",
        "org_none",
        "--stored-mib",
        "7",
    ];
    let error = error_output(&[&unknown[..], &["--data-dir", text(data)]].concat());
    assert!(error.contains("no such organization"), "{error}");
}

#[test]
fn production_is_brought_up_by_the_command_line() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let new = ["create-organization", "--name", "Example", "--id", "org_a"];
    assert_eq!(admin(&data, &new)["organizationId"], "org_a");
    let user = create_user(&data);
    assert_eq!(
        (&user["userType"], user.get("password")),
        (&json!("Admin"), None)
    );
    let (kept, revoked) = (issue(&data, "kept"), issue(&data, "revoked"));
    revoke(&data, &revoked);
    assert_eq!(active_keys(&data), [kept["keyId"].clone()]);

    set_quota(&data);
    let sandbox = Sandbox::start(&folder.path().join("trial"), &["--empty"]);
    let mut serve = command(&["serve", "--bind", "127.0.0.1:0", "--log", "warn"]);
    serve.args(["--data-dir", text(&data)]);
    let program = Program::start(serve);
    let base = program.base();
    let secret = |key: &Value| key["apiKey"].as_str().unwrap().to_owned();
    assert!(secret(&kept).starts_with("sl_live_"));
    assert_eq!(login(base, &secret(&kept)), 200);
    assert_eq!(login(base, &secret(&revoked)), 401);
    assert_eq!(login(base, sandbox.get("apiKey")), 401);
    sandbox.program.stop();
    program.stop();
}

#[test]
fn the_audit_log_is_checked_and_a_changed_row_is_named() {
    use diesel::Connection;
    use diesel::connection::SimpleConnection;

    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let new = ["create-organization", "--name", "Example", "--id", "org_a"];
    admin(&data, &new);
    create_user(&data);
    issue(&data, "website");
    let checked = admin(&data, &["verify-audit"]);
    let of = &checked["organizations"][0];
    assert_eq!((&of["holds"], &of["rows"]), (&json!(true), &json!(3)));
    assert_eq!(of["lastHash"].as_str().unwrap().len(), 64);
    let database = data.join("shortlist.db");
    let mut conn = diesel::SqliteConnection::establish(text(&database)).unwrap();
    conn.batch_execute(
        "DROP TRIGGER audit_log_is_not_changed; UPDATE audit_log SET actor = 'service' WHERE number = 2",
    )
    .unwrap();
    let output = command(&["admin", "verify-audit", "--data-dir", text(&data)])
        .output()
        .unwrap();
    let (output_text, error) = (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    );
    assert!(!output.status.success());
    assert!(
        output_text.contains("org_a is BROKEN: row 2"),
        "{output_text}"
    );
    assert!(error.contains("tampered with"), "{error}");
}

#[test]
fn a_mistake_is_reported_with_a_solution() {
    let folder = TempDir::new().unwrap();
    let data = text(folder.path());
    for (arguments, expected) in [
        (
            &["list-api-keys", "--organization", "org_none"][..],
            "create the organization first",
        ),
        (
            &[
                "create-api-key",
                "--organization",
                "o",
                "--name",
                "n",
                "--permission",
                "jobs",
            ][..],
            "jobs:read",
        ),
    ] {
        let mut all = vec!["admin"];
        all.extend_from_slice(arguments);
        all.extend_from_slice(&["--data-dir", data]);
        let error = error_output(&all);
        assert!(error.contains(expected), "{error}");
    }
}

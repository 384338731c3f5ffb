//! `shortlist admin webhooks`, next to a running server.

use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::administration::admin;
use super::program::{Program, command, error_output, text};

const PATIENCE: Duration = Duration::from_secs(30);

/// Waits until a server has attempted the latest delivery, and returns it.
fn first_attempted(list: impl Fn() -> Value) -> Value {
    let began = Instant::now();
    loop {
        let found = list()["deliveries"][0].clone();
        if found["attempts"][0].is_object() {
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "no attempt was made: {found}");
        thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn webhooks_are_managed_from_the_command_line() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    admin(
        &data,
        &["create-organization", "--name", "Example", "--id", "org_a"],
    );
    let webhooks = |task: &str, more: &[&str]| {
        let all = [&["webhooks", task, "--organization", "org_a"], more].concat();
        let networks = ["--webhook-networks", "127.0.0.0/8"];
        admin(&data, &[&all[..], &networks].concat())
    };
    // Nothing listens there, so every attempt fails, and the command line shows why.
    let created = webhooks(
        "create",
        &[
            "--url",
            "https://127.0.0.1:1/hook",
            "--event-type",
            "job.created,review.submitted",
        ],
    );
    let id = created["webhookId"].as_str().unwrap();
    assert!(created["secret"].as_str().unwrap().starts_with("whsec_"));
    assert_eq!(
        created["eventTypes"],
        json!(["job.created", "review.submitted"])
    );
    let of_it = ["--webhook", id];
    let rotated = webhooks("rotate-secret", &of_it);
    assert_ne!(rotated["secret"], created["secret"]);
    let disabled = webhooks("update", &[&of_it[..], &["--enabled", "false"]].concat());
    assert_eq!(disabled["enabled"], false);
    webhooks(
        "update",
        &[&of_it[..], &["--enabled", "true", "--description", "HR"]].concat(),
    );
    let listed = webhooks("list", &[]);
    assert_eq!(listed["webhooks"][0]["enabled"], true);
    assert_eq!(listed["webhooks"][0]["description"], "HR");
    assert_eq!(listed["webhooks"][0]["secret"], Value::Null);

    let mut serve = command(&["serve", "--bind", "127.0.0.1:0", "--log", "warn"]);
    serve.args([
        "--data-dir",
        text(&data),
        "--webhook-networks",
        "127.0.0.0/8",
    ]);
    let program = Program::start(serve);
    webhooks("ping", &of_it);
    let delivery = first_attempted(|| webhooks("deliveries", &of_it));
    assert_eq!(
        (&delivery["type"], &delivery["state"]),
        (&json!("webhook.ping"), &json!("waiting"))
    );
    let failure = delivery["attempts"][0]["failure"].as_str().unwrap();
    assert!(failure.contains("cannot connect"), "{failure}");
    let sequence = delivery["sequence"].to_string();
    webhooks("replay", &[&of_it[..], &["--sequence", &sequence]].concat());
    program.stop();
    webhooks("delete", &of_it);
    assert_eq!(webhooks("list", &[])["webhooks"], json!([]));
}

#[test]
fn the_command_line_refuses_addresses_that_are_not_public() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    admin(
        &data,
        &["create-organization", "--name", "Example", "--id", "org_a"],
    );
    for url in [
        "http://hooks.example.org/",
        "https://127.0.0.1/",
        "https://[::ffff:10.0.0.1]/",
    ] {
        let create = [
            "admin",
            "webhooks",
            "create",
            "--organization",
            "org_a",
            "--url",
            url,
        ];
        let error = error_output(&[&create[..], &["--data-dir", text(&data)]].concat());
        assert!(error.contains("error: create the webhook"), "{error}");
        assert!(error.contains("url"), "{error}");
    }
}

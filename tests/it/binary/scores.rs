//! `shortlist replay` and `shortlist rescore` on the sandbox's data, both while it is stopped and while it serves.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::program::{Sandbox, error_output, run, text};

/// Returns the JSON lines of a command that must succeed.
fn lines(arguments: &[&str]) -> Vec<Value> {
    let output = run(arguments);
    let error_text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error_text}");
    let lines = String::from_utf8(output.stdout).unwrap();
    lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn replay<'a>(data: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    [&["replay", "--json", "--data-dir", text(data)], more].concat()
}

#[test]
fn the_demo_is_replayed_to_the_byte_and_rescored() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let sandbox = Sandbox::start(folder.path(), &[]);
    let count = sandbox.candidate_count();
    let all = lines(&replay(&data, &["--all"]));
    assert_eq!(i64::try_from(all.len()).unwrap(), count);
    assert!(all.iter().all(|one| one["verdict"] == "same"), "{all:?}");
    let jobs = sandbox.jobs();
    let job = jobs.iter().find(|job| job["jobCode"] == "ENG-101").unwrap();
    let job = job["_id"].as_str().unwrap();
    let board = || {
        let query = "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) { rows { candidateId value } } }";
        let input = json!({ "organizationId": sandbox.get("organizationId"), "jobId": job, "leaderboardtype": "ai" });
        sandbox.data(query, input)["rows"].clone()
    };
    let before = board();
    let weights = r#"{"education": 100}"#;
    let rescore = ["rescore", "--json", "--data-dir", text(&data), "--job", job];
    let summary = lines(&[&rescore[..], &["--weights", weights]].concat());
    assert_eq!(summary.len(), 1);
    assert_eq!(summary[0]["measured"], 0);
    assert!(summary[0]["moves"].as_array().unwrap().len() > 2);
    assert_ne!(board(), before, "a running server shows the new ranking");
    let all = lines(&replay(&data, &["--job", job]));
    assert!(all.iter().all(|one| one["verdict"] == "same"), "{all:?}");
    sandbox.program.stop();

    let candidate = before[0]["candidateId"].as_str().unwrap();
    let file = data
        .join("files/resumes")
        .join(
            fs::read_dir(data.join("files/resumes"))
                .unwrap()
                .next()
                .unwrap()
                .unwrap()
                .file_name(),
        )
        .join(candidate);
    fs::write(&file, b"something else").unwrap();
    let error = error_output(&replay(&data, &["--candidate", candidate]));
    assert!(error.contains("1 unreadable"), "{error}");
    let error = error_output(&replay(&data, &["--candidate", "cnd_x"]));
    assert!(error.contains("no organization has"), "{error}");
    let error = error_output(&["replay", "--data-dir", text(&data)]);
    assert!(error.contains("--all"), "{error}");
    let error = error_output(&["rescore", "--data-dir", text(&data), "--job", "job_x"]);
    assert!(error.contains("job_x"), "{error}");
}

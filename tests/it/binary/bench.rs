//! `shortlist bench seed`: the service returns the data that the command creates.

use serde_json::{Value, json};
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::administration::admin;
use super::program::{Program, address, command, error_output, json_body, json_of, text};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::service::client;

const CANDIDATES: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount candidate { uId } } }";
const BOARD: &str =
    "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) { rows { value } } }";

#[test]
#[ignore = "long"]
fn a_seeded_sqlite_serves() {
    on_sqlite(seeded_and_served);
}

#[test]
#[ignore = "long"]
fn a_seeded_postgresql_serves() {
    on_postgresql(seeded_and_served);
}

fn seeded_and_served(url: &DatabaseUrl) {
    let (folder, url) = (TempDir::new().unwrap(), address(url));
    let places = ["--data-dir", text(folder.path()), "--database-url", &url];
    let mut seed = vec![
        "bench",
        "seed",
        "--candidates",
        "1210",
        "--organization",
        "org_a",
    ];
    seed.extend(places);
    let made = json_of(&seed);
    assert!(error_output(&seed).contains("does it already exist?"));
    let mut serve = command(&["serve", "--bind", "127.0.0.1:0", "--readers", "1"]);
    serve.args(places);
    let program = Program::start(serve);
    let base = program.base();
    let of = |member: &str| made[member].as_str().unwrap().to_owned();
    let ask = |query: &str, input: Value| {
        let request = client()
            .post(format!("{base}/graphql"))
            .header("x-api-key", of("apiKey"))
            .bearer_auth(of("accessToken"))
            .json(&json!({ "query": query, "variables": { "input": input } }));
        json_body(request.send().unwrap())["data"].clone()
    };
    let all = ask(CANDIDATES, json!({ "organizationId": "org_a" }));
    assert_eq!(all["getCandidates"]["totalCount"], 1_210);
    let large = json!({ "organizationId": "org_a", "jobId": of("largeJobId") });
    let found = ask(CANDIDATES, large);
    assert_eq!(found["getCandidates"]["totalCount"], 121);
    for kind in ["ai", "manual"] {
        let input = json!({ "organizationId": "org_a", "jobId": of("largeJobId"), "leaderboardtype": kind });
        let rows = ask(BOARD, input)["getLeaderboard"]["rows"].clone();
        assert!(!rows.as_array().unwrap().is_empty(), "{kind}");
    }
    program.stop();
    let mut verify = vec!["verify-audit"];
    verify.extend(["--database-url", &url]);
    let checked = admin(folder.path(), &verify);
    assert_eq!(checked["organizations"][0]["holds"], true, "{checked}");
}

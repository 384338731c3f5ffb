//! The verifier of receipts in `examples`, run against a sandbox's receipts, against changed ones, and against the documentation.
//!
//! The tests are skipped if Python is not installed, unless `SHORTLIST_REQUIRE_CLIENTS` is set.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::{Map, Value, json};
use tempfile::TempDir;

use super::clients::find;
use super::program::{Sandbox, text};

fn project_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name)
}

/// Returns the code blocks of a language in the documentation of receipts.
fn documented(language: &str) -> Vec<String> {
    let page = fs::read_to_string(project_file("docs/RECEIPTS.md")).unwrap();
    let opening = format!("```{language}\n");
    let blocks = page.split(&opening).skip(1);
    let blocks = blocks.map(|rest| rest.split("\n```").next().unwrap().to_owned());
    blocks.collect()
}

/// Runs the verifier on a receipt, with the other files given to it.
fn verify(folder: &Path, receipt: &Value, more: &[&str]) -> Output {
    let file = folder.join("receipt.json");
    fs::write(&file, receipt.to_string()).unwrap();
    let script = project_file("examples/verify_receipt.py");
    let mut command = Command::new("python3");
    command.args([text(&script), text(&file)]).args(more);
    command.output().unwrap()
}

fn printed(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    format!("{}{error}", String::from_utf8_lossy(&output.stdout))
}

/// Asserts that the verifier refuses something, and says so in its own words.
fn assert_refused(output: &Output, what: &str) {
    let printed = printed(output);
    assert_eq!(output.status.code(), Some(1), "{what}: {printed}");
    assert!(!printed.contains("Traceback"), "{what}: {printed}");
    assert!(!printed.is_empty(), "{what}");
}

/// A candidate and the job as the API returns them, by the documented queries.
struct Answers {
    candidate: Value,
    job: Value,
}

impl Answers {
    fn all(sandbox: &Sandbox) -> Vec<Self> {
        let queries = documented("graphql");
        let ids = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id jobId } } }";
        let own = sandbox.get("organizationId");
        let input = json!({ "organizationId": own, "pageSize": 100 });
        let candidates = sandbox.data(ids, input)["candidate"].clone();
        let answers = candidates.as_array().unwrap().iter().map(|candidate| {
            let input = json!({ "organizationId": own, "candidateId": candidate["_id"] });
            let of_job = json!({ "organizationId": own, "jobId": candidate["jobId"] });
            Self {
                candidate: json!({ "data": { "getCandidate": sandbox.data(&queries[0], input) } }),
                job: json!({ "data": { "getJob": sandbox.data(&queries[1], of_job) } }),
            }
        });
        answers.collect()
    }

    fn requirements(&self) -> &Value {
        &self.job["data"]["getJob"]["requirements"]
    }

    fn verify(&self, folder: &Path) -> Output {
        let (job, candidate) = (folder.join("job.json"), folder.join("candidate.json"));
        fs::write(&job, self.job.to_string()).unwrap();
        fs::write(&candidate, self.candidate.to_string()).unwrap();
        let more = ["--job", text(&job), "--text", text(&candidate)];
        verify(folder, &self.candidate, &more)
    }
}

/// Creates a job that requires a language and a degree, and one that asks for neither, each with a demo resume.
fn create_jobs(sandbox: &Sandbox) {
    let create = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
    let required = "- Fluent German is required.\n- Bachelor's degree in computer science required.\n- 3 years of SQL.";
    for (title, description, resume) in [
        ("Data Engineer", required, "data-analyst.docx"),
        ("Gardener (Roses)", "You prune the roses.", "accountant.pdf"),
    ] {
        let job = sandbox.data(
            create,
            json!({
                "organizationId": sandbox.get("organizationId"),
                "recruiterId": sandbox.user("Recruiter")["_id"],
                "title": title,
                "jobDescription": description,
            }),
        );
        let file = project_file("demo/resumes").join(resume);
        let form = sandbox.upload_form(job["_id"].as_str().unwrap());
        let form = form.file("files", file).unwrap();
        let sent = sandbox.post("/bulk-upload-resumes").multipart(form).send();
        assert!(sent.unwrap().text().unwrap().contains("\"created\":1"));
    }
}

/// Replaces what a path of names and indexes leads to.
fn at<'a>(value: &'a mut Value, path: &[String]) -> &'a mut Value {
    path.iter().fold(value, |value, step| match value {
        Value::Array(items) => &mut items[step.parse::<usize>().unwrap()],
        value => &mut value[step.as_str()],
    })
}

/// Lists the path of each value and each list in a JSON value. Of the items of a list, only the first with some fields counts.
fn paths(value: &Value, path: &[String], seen: &mut BTreeSet<String>, all: &mut Vec<Vec<String>>) {
    let step = |name: &str| [path, &[name.to_owned()]].concat();
    match value {
        Value::Object(fields) => {
            for (name, field) in fields {
                paths(field, &step(name), seen, all);
            }
        }
        Value::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                paths(item, &step(&number.to_string()), seen, all);
            }
            if !items.is_empty() {
                remember(path, "list", seen, all);
            }
        }
        leaf => remember(path, kind_of(leaf), seen, all),
    }
}

fn remember(path: &[String], kind: &str, seen: &mut BTreeSet<String>, all: &mut Vec<Vec<String>>) {
    let names = path.iter().filter(|step| step.parse::<usize>().is_err());
    let names: Vec<&str> = names.map(String::as_str).collect();
    if seen.insert(format!("{} {kind}", names.join("."))) {
        all.push(path.to_vec());
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "flag",
        Value::Number(_) => "number",
        _ => "text",
    }
}

/// Returns another value of the same kind.
fn changed(value: &Value) -> Value {
    match value {
        Value::Null => json!(1),
        Value::Bool(flag) => json!(!flag),
        Value::Number(number) if number.is_i64() => json!(number.as_i64().unwrap() + 1),
        Value::Number(number) => json!(number.as_f64().unwrap() + 0.000_001),
        Value::String(text) => json!(format!("{text} ")),
        Value::Array(items) => json!(items[1..]),
        Value::Object(_) => Value::Object(Map::new()),
    }
}

/// Asserts that each kind of change of a document is refused. Returns the number of changes.
fn assert_changes_refused(answers: &Answers, of_job: bool, folder: &Path) -> usize {
    let original = if of_job {
        &answers.job
    } else {
        &answers.candidate["data"]["getCandidate"]["scoreReceipt"]
    };
    let mut all = Vec::new();
    paths(original, &[], &mut BTreeSet::new(), &mut all);
    // A receipt without opinions of a language model has none to cover. The text of evidence is written from its detail.
    let is_text = |path: &[String]| path.last().is_some_and(|name| name == "requirement");
    all.retain(|path| path != &["languageModel"] && (of_job || !is_text(path)));
    for path in &all {
        let mut document = original.clone();
        let value = at(&mut document, path);
        *value = changed(value);
        let mut tampered = Answers {
            candidate: answers.candidate.clone(),
            job: answers.job.clone(),
        };
        if of_job {
            tampered.job = document;
        } else {
            tampered.candidate["data"]["getCandidate"]["scoreReceipt"] = document;
        }
        assert_refused(&tampered.verify(folder), &path.join("."));
    }
    all.len()
}

#[test]
#[ignore = "long"]
fn the_receipts_of_the_sandbox_are_verified_and_changed_ones_are_refused() {
    if find("python3").is_none() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    create_jobs(&sandbox);
    let all = Answers::all(&sandbox);
    assert!(all.len() >= 10, "{}", all.len());
    for answers in &all {
        let output = answers.verify(folder.path());
        assert!(output.status.success(), "{}", printed(&output));
    }
    let is_full = |answers: &&Answers| {
        let read = answers.requirements();
        let languages = read["languages"].as_array().unwrap();
        !languages.is_empty() && !read["educationLevel"].is_null()
    };
    let is_bare = |answers: &&Answers| {
        let read = answers.requirements();
        read["languages"] == json!([]) && read["educationLevel"].is_null()
    };
    let full = all.iter().find(is_full).unwrap();
    assert!(all.iter().any(|answers| is_bare(&answers)));
    let fields = assert_changes_refused(full, false, folder.path());
    assert!(fields >= 30, "{fields}");
    let fields = assert_changes_refused(full, true, folder.path());
    assert!(fields >= 20, "{fields}");
    let mut text = full.candidate.clone();
    text["data"]["getCandidate"]["resume"]["text"] = json!("Somebody else");
    let file = folder.path().join("other.json");
    fs::write(&file, text.to_string()).unwrap();
    let more = ["--text", file.to_str().unwrap()];
    assert_refused(&verify(folder.path(), &full.candidate, &more), "text");
}

#[test]
fn a_receipt_without_a_field_or_of_an_earlier_form_is_refused_with_the_reason() {
    if find("python3").is_none() {
        return;
    }
    let folder = TempDir::new().unwrap();
    for (receipt, reason) in [
        (
            json!({ "requirementsDigest": "", "form": "shortlist-receipt-3" }),
            "earlier engine",
        ),
        (
            json!({ "requirementsDigest": "", "form": "shortlist-receipt-4" }),
            "is missing",
        ),
        (json!({ "data": null }), "no object with requirementsDigest"),
    ] {
        let output = verify(folder.path(), &receipt, &[]);
        assert_refused(&output, reason);
        assert!(printed(&output).contains(reason), "{}", printed(&output));
    }
}

/// Reads canonical forms and their digests, one on each line.
const COMPUTE: &str = r#"import json, sys
sys.path.insert(0, sys.argv[1])
from verify_receipt import digest
for form in json.loads(sys.argv[2]):
    print(digest(json.loads(form)))"#;

#[test]
fn the_verifier_computes_the_test_vectors_of_the_documentation() {
    if find("python3").is_none() {
        return;
    }
    let forms = documented("json");
    assert_eq!(forms.len(), 3);
    let page = fs::read_to_string(project_file("docs/RECEIPTS.md")).unwrap();
    let stated = page.split("SHA-256: `").skip(1);
    let stated: Vec<&str> = stated.map(|rest| rest.split('`').next().unwrap()).collect();
    let output = Command::new("python3")
        .args(["-B", "-c", COMPUTE, text(&project_file("examples"))])
        .arg(json!(forms).to_string())
        .output()
        .unwrap();
    let computed = printed(&output);
    assert_eq!(computed.lines().collect::<Vec<_>>(), stated);
}

#[test]
fn the_ranking_of_a_folder_contains_receipts_that_are_verified() {
    if find("python3").is_none() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let posting = folder.path().join("job.txt");
    fs::write(&posting, "Accountant\nYou close the books in SAP.\n").unwrap();
    let resume = project_file("demo/resumes/accountant.pdf");
    let arguments = [
        "rank",
        "--format",
        "json",
        "--job",
        text(&posting),
        text(&resume),
    ];
    let ranked = super::program::json_of(&arguments);
    let output = verify(folder.path(), &ranked["candidates"][0], &[]);
    assert!(output.status.success(), "{}", printed(&output));
}

#[test]
fn an_exported_candidate_contains_receipts_that_are_verified() {
    if find("python3").is_none() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &[]);
    let candidates =
        "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id } } }";
    let own = sandbox.get("organizationId");
    let found = sandbox.data(candidates, json!({ "organizationId": own }));
    let id = &found["candidate"][0]["_id"];
    let export = "query($input: ExportCandidateInput!) { exportCandidate(input: $input) { json } }";
    let input = json!({ "organizationId": own, "candidateId": id });
    let exported = sandbox.data_as("Admin", export, input);
    let exported: Value = serde_json::from_str(exported["json"].as_str().unwrap()).unwrap();
    let output = verify(folder.path(), &exported, &[]);
    assert!(output.status.success(), "{}", printed(&output));
}

//! The example clients, and clients that openapi-generator makes from the OpenAPI document, run against a sandbox.
//!
//! A client is skipped if its language or the generator is not installed, unless `SHORTLIST_REQUIRE_CLIENTS` is set. The example
//! in TypeScript needs packages from the network, so it is not run here.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
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
#[ignore = "long"]
fn the_python_client_runs() {
    if let Some(printed) = run("python3", "python/shortlist_client.py") {
        assert!(printed.lines().count() > 5, "{printed}");
    }
}

#[test]
#[ignore = "long"]
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

/// Finds a program. Returns `None` if it is not installed and not required.
pub(super) fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(program));
    let found = places.find(|place| place.is_file());
    let required = std::env::var_os("SHORTLIST_REQUIRE_CLIENTS").is_some();
    assert!(
        found.is_some() || !required,
        "{program} is required, and is not installed"
    );
    found
}

/// Runs a program that must succeed, and returns what it prints.
fn succeed(program: &Path, arguments: &[&OsStr], folder: &Path) -> String {
    let mut command = Command::new(program);
    let output = command
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{}: {printed}{error}",
        program.display()
    );
    printed
}

/// Generates a client from the document of a sandbox, in the folder `client`.
fn generate(generator: &Path, language: &str, folder: &Path) {
    let document = folder.join("openapi.json");
    fs::write(
        &document,
        shortlist_transport::openapi_document().to_string(),
    )
    .unwrap();
    let arguments = [
        "generate",
        "-i",
        "openapi.json",
        "-g",
        language,
        "-o",
        "client",
    ];
    succeed(generator, &arguments.map(OsStr::new), folder);
}

/// Uploads a resume twice with the generated client.
const UPLOAD: &str = r#"import json, sys
sys.path.insert(0, sys.argv[1])
from openapi_client import ApiClient, Configuration, ServiceApi, UploadsApi
with open(sys.argv[2]) as file:
    sandbox = json.load(file)
with open(sys.argv[3], "rb") as file:
    resume = file.read()
user = next(user for user in sandbox["users"] if user["_id"] == "usr_demo_recruiter")
client = ApiClient(Configuration(host=sandbox["serviceUrl"], access_token=user["accessToken"],
                                 api_key={"apiKey": sandbox["apiKey"]}))
print("health:", ServiceApi(client).is_ready().status)
uploads, own = UploadsApi(client), {"recruiter_id": user["_id"], "organization_id": sandbox["organizationId"]}
jobs = uploads.add_jobs_by_file(recfiles=("jobs.csv", b"title,skills\nGardener,Pruning\n"), **own)
done = uploads.upload_resumes(files=[("resume.pdf", resume), ("again.pdf", resume)], job_id=jobs.jobs[0].job_unique_id,
                              user_type="Recruiter", resume_score_breakdown=json.dumps({"experience": 1}), **own)
print("outcomes:", *(result.outcome for result in done.results))"#;

/// The Python of the generator's environment has the packages that generated clients need.
#[test]
#[ignore = "long"]
fn a_client_generated_for_python_compiles_and_runs() {
    let Some(generator) = find("openapi-generator-cli") else {
        return;
    };
    let folder = TempDir::new().unwrap();
    generate(&generator, "python", folder.path());
    let python = generator.with_file_name("python3");
    let compile = ["-m", "compileall", "-q", "client/openapi_client"];
    succeed(&python, &compile.map(OsStr::new), folder.path());
    let sandbox = Sandbox::start(folder.path(), &[]);
    let credentials = folder.path().join("printed.json");
    let resume = Path::new(env!("CARGO_MANIFEST_DIR")).join("../demo/resumes/accountant.pdf");
    let arguments = [
        "-c".as_ref(),
        UPLOAD.as_ref(),
        "client".as_ref(),
        credentials.as_os_str(),
        resume.as_os_str(),
    ];
    let printed = succeed(&python, &arguments, folder.path());
    assert_eq!(printed, "health: ready\noutcomes: created duplicate\n");
    drop(sandbox);
}

#[test]
#[ignore = "long"]
fn a_client_generated_for_typescript_has_correct_types() {
    let (Some(generator), Some(compiler)) = (find("openapi-generator-cli"), find("tsc")) else {
        return;
    };
    let folder = TempDir::new().unwrap();
    generate(&generator, "typescript-fetch", folder.path());
    let arguments = [
        "--noEmit",
        "--strict",
        "--target",
        "es2022",
        "--module",
        "esnext",
        "--moduleResolution",
        "bundler",
        "client/index.ts",
    ];
    succeed(&compiler, &arguments.map(OsStr::new), folder.path());
}

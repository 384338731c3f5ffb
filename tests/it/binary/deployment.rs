//! The files in `deploy/`: the program accepts what they tell it.

use std::fs;
use std::path::{Path, PathBuf};

use regex::Regex;
use tempfile::TempDir;

use super::program::{command, text};
use super::server::Server;
use crate::support::ports::free_address;

fn deploy(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../deploy")
        .join(file)
}

fn read(file: &str) -> String {
    fs::read_to_string(deploy(file)).unwrap()
}

/// Returns what a check of the configuration prints. It must succeed.
fn checked(arguments: &[&str], variables: &[(String, String)]) -> String {
    let folder = TempDir::new().unwrap();
    let mut command = command(arguments);
    command
        .arg("--check-config")
        .env("SHORTLIST_DATA_DIR", folder.path());
    if variables
        .iter()
        .any(|(name, _)| name == "SHORTLIST_FILE_STORE")
    {
        // These are secrets, which the files do not contain.
        command.env("SHORTLIST_S3_ACCESS_KEY", "key");
        command.env("SHORTLIST_S3_SECRET_KEY", "secret");
    }
    let output = command.envs(variables.iter().cloned()).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        output.status.success(),
        "{arguments:?} {variables:?}: {error}"
    );
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the variables that a file sets, other than the data folder.
fn variables(file: &str) -> Vec<(String, String)> {
    let line = Regex::new(r"(?m)(SHORTLIST_[A-Z0-9_]+)[:=] *([^\s\\]+)").unwrap();
    let text = read(file);
    let found = line.captures_iter(&text).map(|found| {
        let value = found[2].trim_matches('"').to_owned();
        (found[1].to_owned(), value)
    });
    let found = found.filter(|(name, _)| name != "SHORTLIST_DATA_DIR");
    // Compose fills these in.
    let filled = found.map(|(name, value)| match name.as_str() {
        "SHORTLIST_PUBLIC_URL" => (name, "https://shortlist.example.org".to_owned()),
        "SHORTLIST_DATABASE_URL" => (
            name,
            "postgres://shortlist:secret@database/shortlist".to_owned(),
        ),
        _ => (name, value),
    });
    filled
        .filter(|(name, _)| name != "SHORTLIST_DATABASE_PASSWORD")
        .collect()
}

/// Returns the arguments after `serve` in the line of a file that contains them.
fn serve_arguments(file: &str) -> Vec<String> {
    let text = read(file);
    let line = text
        .lines()
        .find(|line| line.contains("serve") && line.contains("--bind"))
        .unwrap();
    let list = line.split_once('[').unwrap().1.split_once(']').unwrap().0;
    list.split(',')
        .map(|part| part.trim().trim_matches('"').to_owned())
        .collect()
}

#[test]
fn the_program_accepts_the_settings_of_each_way_to_run_it() {
    let shown = checked(
        &["serve", "--config", text(&deploy("debian/shortlist.toml"))],
        &[],
    );
    assert!(shown.contains("behind_proxy = true"), "{shown}");
    for (arguments, settings) in [
        ("container/Containerfile", "container/Containerfile"),
        ("container/compose.yaml", "container/compose.yaml"),
        ("kubernetes/deployment.yaml", "kubernetes/settings.yaml"),
    ] {
        let variables = variables(settings);
        assert!(!variables.is_empty(), "{settings}");
        let arguments = serve_arguments(arguments);
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let shown = checked(&arguments, &variables);
        assert!(shown.contains("bind = \"0.0.0.0:8080\""), "{shown}");
    }
}

#[test]
fn the_container_has_no_privilege() {
    let image = read("container/Containerfile");
    let user = image
        .lines()
        .filter_map(|line| line.strip_prefix("USER "))
        .next_back()
        .unwrap();
    assert_eq!(user, "65532:65532");
    assert!(
        image.contains("HEALTHCHECK") && image.contains("[\"/usr/bin/shortlist\", \"health\"]")
    );
    let compose = read("container/compose.yaml");
    assert!(compose.contains("read_only: true") && compose.contains("cap_drop: [ALL]"));
    let pod = read("kubernetes/deployment.yaml");
    for line in [
        "runAsNonRoot: true",
        "readOnlyRootFilesystem: true",
        "allowPrivilegeEscalation: false",
        "path: /health/ready",
        "path: /health/live",
    ] {
        assert!(pod.contains(line), "{line}");
    }
    let listed = read("kubernetes/kustomization.yaml");
    for entry in fs::read_dir(deploy("kubernetes")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_listed = listed.contains(&format!("- {name}"));
        assert!(
            is_listed || name == "kustomization.yaml",
            "{name} is not applied"
        );
    }
}

#[test]
fn health_answers_as_the_service_does() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &[]);
    let address = server.base.strip_prefix("http://").unwrap();
    let output = command(&["health", "--address", address]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stdout, b"ready\n");
    server.program.stop();
    let silent = free_address().to_string();
    let output = command(&["health", "--address", &silent]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(
        error.contains(&silent) && error.contains("does it run there?"),
        "{error}"
    );
}

//! `shortlist admin export-organization` and `import-organization`: an organization moves to another database with all its
//! records and files.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use super::program::{Program, Sandbox, address, command, error_output, json_of, run, text};
use super::server::{Server, with_organization};
use crate::support::database::on_postgresql;
use crate::support::service::{answer, client};

/// Where an installation keeps its data.
#[derive(Clone, Copy)]
struct Place<'a> {
    data: &'a Path,
    database: Option<&'a str>,
}

impl<'a> Place<'a> {
    fn folder(data: &'a Path) -> Self {
        Self {
            data,
            database: None,
        }
    }

    /// Returns the arguments of a command on this installation.
    fn arguments(self, arguments: &[&'a str]) -> Vec<&'a str> {
        let mut all = [arguments, &["--data-dir", text(self.data)]].concat();
        if let Some(database) = self.database {
            all.extend(["--database-url", database]);
        }
        all
    }

    fn export(self, organization: &'a str, to: &'a Path) -> Value {
        let export = ["admin", "--json", "export-organization", "--organization"];
        json_of(&self.arguments(&[&export[..], &[organization, "--to", text(to)]].concat()))
    }

    fn import_arguments(self, from: &'a Path) -> Vec<&'a str> {
        let import = ["admin", "--json", "import-organization", "--from"];
        self.arguments(&[&import[..], &[text(from)]].concat())
    }

    fn import(self, from: &'a Path) -> Value {
        json_of(&self.import_arguments(from))
    }

    /// Returns what scoring all candidates again from their files gives.
    fn replayed(self) -> String {
        let output = run(&self.arguments(&["replay", "--all", "--json"]));
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }
}

/// Returns the rows of each table, in the order of their texts.
fn rows(folder: &Path) -> Vec<(String, BTreeSet<String>)> {
    let mut tables: Vec<_> = fs::read_dir(folder.join("rows"))
        .unwrap()
        .map(|file| {
            let file = file.unwrap();
            let lines = fs::read_to_string(file.path()).unwrap();
            let rows = lines.lines().map(|line| {
                let row: Value = serde_json::from_str(line).unwrap();
                row.to_string()
            });
            (
                file.file_name().into_string().unwrap(),
                rows.collect::<BTreeSet<_>>(),
            )
        })
        .collect();
    tables.sort();
    tables
}

/// Moves the demo from SQLite to PostgreSQL and on to SQLite. Each export must contain the rows of the one before it.
#[test]
fn an_organization_moves_to_postgresql_and_back_without_a_difference() {
    on_postgresql(|url| {
        let folder = TempDir::new().unwrap();
        let path = |name: &str| folder.path().join(name);
        let (data, other, last) = (path("data"), path("other"), path("last"));
        let (first, second) = (path("first"), path("second"));
        let sandbox = Sandbox::start(folder.path(), &[]);
        let organization = sandbox.get("organizationId");
        let database = address(url);
        let postgresql = Place {
            data: &other,
            database: Some(&database),
        };

        let exported = Place::folder(&data).export(organization, &first);
        assert_eq!(postgresql.import(&first), exported);
        let exported_again = postgresql.export(organization, &second);
        assert_eq!(Place::folder(&last).import(&second), exported_again);

        for ((table, before), (_, after)) in rows(&first).into_iter().zip(rows(&second)) {
            let lost: Vec<_> = before.difference(&after).collect();
            // The log, its head and the counted events grow by the import and the second export.
            if table != "audit_heads.jsonl" {
                assert!(lost.is_empty(), "{table}: {lost:?}");
            }
            if table == "candidates.jsonl" {
                assert_eq!(before.len(), after.len());
                assert_eq!(i64::try_from(before.len()), Ok(sandbox.candidate_count()));
            }
        }
        let replayed = Place::folder(&data).replayed();
        assert_eq!(Place::folder(&last).replayed(), replayed);
        assert_eq!(postgresql.replayed(), replayed);
    });
}

/// A key and a session of the old server work on the new one.
#[test]
fn callers_of_a_moved_organization_stay_signed_in() {
    on_postgresql(|url| {
        let folder = TempDir::new().unwrap();
        let server = Server::start(folder.path(), &[]);
        let account = server.account();
        let data = folder.path().join("data");
        let (copy, other) = (folder.path().join("copy"), folder.path().join("other"));
        let database = address(url);
        let new = Place {
            data: &other,
            database: Some(&database),
        };
        Place::folder(&data).export("org_a", &copy);
        new.import(&copy);
        let refused = error_output(&new.import_arguments(&copy));
        assert!(
            refused.contains("the organization org_a exists in this installation"),
            "{refused}"
        );

        let serve = [
            "serve",
            "--bind",
            "127.0.0.1:0",
            "--metrics",
            "off",
            "--log",
            "warn",
        ];
        let moved = Program::start(command(&new.arguments(&serve)));
        let caller = account.through(moved.base(), client());
        let query = "query($input: ListJobsInput!) { listJobs(input: $input) { jobs { _id } } }";
        let variables = json!({ "input": with_organization(json!({})) });
        let request = caller
            .post("/graphql")
            .json(&json!({ "query": query, "variables": variables }));
        let (status, body) = answer(request.send().unwrap());
        assert_eq!(status, 200, "{body}");
        assert_eq!(body["data"]["listJobs"]["jobs"], json!([]), "{body}");
    });
}

/// Copies a folder's file with other content, and returns the error of an import.
fn refusal(folder: &Path, file: &str, change: impl FnOnce(&str) -> String) -> String {
    let path = folder.join("copy").join(file);
    let before = fs::read_to_string(&path).unwrap();
    fs::write(&path, change(&before)).unwrap();
    let fresh = folder.join("fresh");
    let from = folder.join("copy");
    let refused = error_output(&Place::folder(&fresh).import_arguments(&from));
    fs::write(&path, before).unwrap();
    refused
}

#[test]
#[ignore = "long"]
fn an_incomplete_or_changed_copy_is_refused_and_nothing_is_imported() {
    let folder = TempDir::new().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    let sandbox = Sandbox::start(folder.path(), &[]);
    let organization = sandbox.get("organizationId");
    let place = Place::folder(&data);
    place.export(organization, &copy);

    let export = ["admin", "export-organization", "--organization"];
    let unknown = [&export[..], &["org_unknown", "--to", text(folder.path())]].concat();
    let refused = error_output(&place.arguments(&unknown));
    assert!(refused.contains("is not empty"), "{refused}");
    let empty = folder.path().join("empty");
    let unknown = [&export[..], &["org_unknown", "--to", text(&empty)]].concat();
    let refused = error_output(&place.arguments(&unknown));
    assert!(refused.contains("organizationId: is unknown"), "{refused}");

    let in_folder = folder.path();
    for (number, remedy) in [
        (
            "9",
            "import it with the version of the program that wrote it",
        ),
        ("00", "upgrade the program that wrote it"),
    ] {
        let refused = refusal(in_folder, "organization.json", |text| {
            text.replace("\"schema\": \"", &format!("\"schema\": \"{number}"))
        });
        assert!(refused.contains(remedy), "{refused}");
    }
    let without_last_line = |text: &str| {
        let lines: Vec<_> = text.lines().collect();
        lines[..lines.len() - 1].join("\n")
    };
    let refused = refusal(in_folder, "rows/candidate_keys.jsonl", without_last_line);
    assert!(refused.contains("rows were expected"), "{refused}");
    let refused = refusal(in_folder, "rows/resumes.jsonl", without_last_line);
    assert!(refused.contains("files are named"), "{refused}");
    let refused = refusal(in_folder, "rows/resumes.jsonl", |text| {
        text.replacen("\"file_digest\":\"", "\"file_digest\":\"00", 1)
    });
    assert!(refused.contains("invalid digest"), "{refused}");
    let resumes = copy.join("files/resumes").join(organization);
    let resume = fs::read_dir(resumes).unwrap().next().unwrap().unwrap();
    let bytes = fs::read(resume.path()).unwrap();
    fs::write(resume.path(), "changed").unwrap();
    let fresh = folder.path().join("fresh");
    let refused = error_output(&Place::folder(&fresh).import_arguments(&copy));
    assert!(refused.contains("was expected"), "{refused}");
    fs::write(resume.path(), bytes).unwrap();

    // Nothing of the attempts is left, so the same place can import the whole copy.
    Place::folder(&fresh).import(&copy);
    assert_eq!(Place::folder(&fresh).replayed(), place.replayed());

    // A log that was changed does not get lost either, and the operator learns of it.
    let log = copy.join("rows/audit_log.jsonl");
    let changed = fs::read_to_string(&log).unwrap();
    let changed = changed.replacen("createOrganization", "createSomething", 1);
    fs::write(&log, changed).unwrap();
    let last = folder.path().join("last");
    let refused = error_output(&Place::folder(&last).import_arguments(&copy));
    assert!(
        refused.contains("was imported, but row 1 of its audit log"),
        "{refused}"
    );
    assert_eq!(Place::folder(&last).replayed(), place.replayed());
}

//! Everything that a program can change by the API, a person can change on a page.

use std::fs;
use std::path::{Path, PathBuf};

/// The operations that no page performs, with the reason.
const EXEMPT: [(&str, &str); 1] = [(
    "assignInterviewer",
    "schedules an interview without its length and place, which the pages do with scheduleInterview",
)];

/// Returns the names of the mutations.
fn mutations() -> Vec<&'static str> {
    let schema = include_str!("../interface/schema.graphql");
    let (_, rest) = schema.split_once("\ntype Mutation {\n").unwrap();
    let (fields, _) = rest.split_once("\n}").unwrap();
    let lines = fields.lines().filter_map(|line| line.strip_prefix("  "));
    let names = lines.filter(|line| line.starts_with(char::is_lowercase));
    names
        .filter_map(|line| line.split(['(', ':']).next())
        .collect()
}

/// Returns the files of a folder and of those in it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

/// Returns the operations that pages perform.
fn performed() -> Vec<String> {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/shortlist-web/src");
    let mut found = Vec::new();
    for file in files(&pages) {
        let text = fs::read_to_string(&file).unwrap();
        for part in text.split("Operation::").skip(1) {
            let name = part.split(|c: char| !c.is_alphanumeric()).next().unwrap();
            let mut letters = name.chars();
            let first = letters.next().unwrap().to_ascii_lowercase();
            found.push(format!("{first}{}", letters.as_str()));
        }
    }
    found
}

#[test]
fn every_mutation_has_a_page_or_a_stated_exemption() {
    let (mutations, performed) = (mutations(), performed());
    assert!(mutations.len() > 50, "{mutations:?}");
    let is_performed = |name: &str| performed.iter().any(|one| one == name);
    let is_exempt = |name: &str| EXEMPT.iter().any(|(exempt, _)| *exempt == name);
    for name in &mutations {
        assert!(is_performed(name) || is_exempt(name), "{name} has no page");
    }
    for (name, reason) in EXEMPT {
        assert!(mutations.contains(&name), "{name} is no mutation");
        assert!(!is_performed(name), "{name} has a page: {reason}");
    }
}

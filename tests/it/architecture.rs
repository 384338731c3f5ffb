//! The architecture rules of the project, checked against its manifests, sources and documents.

mod figures;
mod problem_codes;
mod reasons;

use std::fs;
use std::path::{Path, PathBuf};

use toml::Table;

/// Each crate, and the crates of the workspace that it may use. These are the ones to its left in
/// `domain <- vocabulary <- parsing, jobfiles, scoring`, `occupations <- scoring`, `domain <- records <- persistence`, `domain <- fairness, passkeys`,
/// `parsing, records, vocabulary, turns <- workers`, `scim <- transport`, and all of these
/// `<- app <- transport, model, objects, egress <- webhooks, oidc <- server`,
/// with the web app between transport and server, and `domain <- mail <- app`.
const MAY_USE: &[(&str, &[&str])] = &[
    ("shortlist-fixtures", &[]),
    ("shortlist-domain", &[]),
    ("shortlist-allocator", &[]),
    ("shortlist-scim", &[]),
    ("shortlist-turns", &[]),
    ("shortlist-occupations", &[]),
    ("shortlist-vocabulary", &["shortlist-domain"]),
    (
        "shortlist-parsing",
        &[
            "shortlist-allocator",
            "shortlist-domain",
            "shortlist-vocabulary",
        ],
    ),
    (
        "shortlist-jobfiles",
        &["shortlist-domain", "shortlist-vocabulary"],
    ),
    (
        "shortlist-scoring",
        &[
            "shortlist-domain",
            "shortlist-occupations",
            "shortlist-vocabulary",
        ],
    ),
    ("shortlist-fairness", &["shortlist-domain"]),
    ("shortlist-passkeys", &["shortlist-domain"]),
    ("shortlist-records", &["shortlist-domain"]),
    (
        "shortlist-persistence",
        &["shortlist-domain", "shortlist-records"],
    ),
    (
        "shortlist-workers",
        &[
            "shortlist-domain",
            "shortlist-vocabulary",
            "shortlist-records",
            "shortlist-parsing",
            "shortlist-turns",
        ],
    ),
    (
        "shortlist-app",
        &[
            "shortlist-domain",
            "shortlist-fairness",
            "shortlist-occupations",
            "shortlist-vocabulary",
            "shortlist-parsing",
            "shortlist-jobfiles",
            "shortlist-mail",
            "shortlist-passkeys",
            "shortlist-scoring",
            "shortlist-persistence",
            "shortlist-workers",
        ],
    ),
    (
        "shortlist-transport",
        &[
            "shortlist-domain",
            "shortlist-fairness",
            "shortlist-scim",
            "shortlist-turns",
            "shortlist-app",
        ],
    ),
    (
        "shortlist-web",
        &[
            "shortlist-domain",
            "shortlist-fairness",
            "shortlist-app",
            "shortlist-transport",
        ],
    ),
    (
        "shortlist-model",
        &["shortlist-domain", "shortlist-scoring", "shortlist-app"],
    ),
    ("shortlist-objects", &["shortlist-domain", "shortlist-app"]),
    ("shortlist-egress", &["shortlist-app"]),
    (
        "shortlist-webhooks",
        &["shortlist-domain", "shortlist-app", "shortlist-egress"],
    ),
    (
        "shortlist-oidc",
        &["shortlist-domain", "shortlist-app", "shortlist-egress"],
    ),
    ("shortlist-mail", &["shortlist-domain"]),
    (
        "shortlist-server",
        &[
            "shortlist-allocator",
            "shortlist-domain",
            "shortlist-vocabulary",
            "shortlist-parsing",
            "shortlist-jobfiles",
            "shortlist-persistence",
            "shortlist-workers",
            "shortlist-app",
            "shortlist-model",
            "shortlist-objects",
            "shortlist-oidc",
            "shortlist-webhooks",
            "shortlist-mail",
            "shortlist-transport",
            "shortlist-web",
        ],
    ),
];

/// Libraries that only some crates may use.
const LIBRARY_OWNERS: &[(&str, &[&str])] = &[
    ("diesel", &["shortlist-persistence"]),
    ("diesel_migrations", &["shortlist-persistence"]),
    (
        "actix-web",
        &["shortlist-transport", "shortlist-web", "shortlist-server"],
    ),
    ("askama", &["shortlist-web"]),
    ("actix-http", &["shortlist-server"]),
    ("actix-server", &["shortlist-server"]),
    ("actix-service", &["shortlist-server"]),
    ("actix-tls", &["shortlist-server"]),
    ("actix-multipart", &["shortlist-transport"]),
    ("juniper", &["shortlist-transport"]),
    ("juniper_actix", &["shortlist-transport"]),
    ("clap", &["shortlist-server"]),
    (
        "reqwest",
        &[
            "shortlist-egress",
            "shortlist-model",
            "shortlist-objects",
            "shortlist-oidc",
            "shortlist-webhooks",
        ],
    ),
    ("oauth2", &["shortlist-oidc"]),
    ("openidconnect", &["shortlist-oidc"]),
    ("webauthn_rp", &["shortlist-passkeys"]),
    ("object_store", &["shortlist-objects"]),
    ("schemars", &["shortlist-model"]),
    ("pdfboss-core", &["shortlist-parsing"]),
    ("pdf-extract", &["shortlist-parsing"]),
    ("calamine", &["shortlist-jobfiles"]),
    ("icalendar", &["shortlist-app", "shortlist-mail"]),
    ("lettre", &["shortlist-mail"]),
    ("mail-parser", &["shortlist-mail"]),
    ("pulldown-cmark", &["shortlist-mail"]),
    ("landlock", &["shortlist-workers"]),
    ("seccompiler", &["shortlist-workers"]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

fn manifest(folder: &Path) -> Table {
    fs::read_to_string(folder.join("Cargo.toml"))
        .unwrap()
        .parse()
        .unwrap()
}

pub(crate) fn crates() -> Vec<(String, PathBuf, Table)> {
    let folders = fs::read_dir(root().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let read = |folder: PathBuf| {
        let manifest = manifest(&folder);
        (
            manifest["package"]["name"].as_str().unwrap().to_owned(),
            folder,
            manifest,
        )
    };
    folders.map(read).collect()
}

/// Returns the dependencies of a manifest, including those for tests and builds.
fn dependencies(manifest: &Table) -> Vec<&String> {
    let tables = ["dependencies", "dev-dependencies", "build-dependencies"];
    tables
        .iter()
        .filter_map(|name| manifest.get(*name)?.as_table())
        .flat_map(Table::keys)
        .collect()
}

pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let found = paths.flat_map(|path| {
        if path.is_dir() {
            sources(&path)
        } else {
            vec![path]
        }
    });
    found
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .collect()
}

#[test]
fn crates_use_only_those_to_their_left() {
    let crates = crates();
    assert_eq!(crates.len(), MAY_USE.len());
    for (name, _, manifest) in &crates {
        let (_, allowed) = MAY_USE.iter().find(|(known, _)| known == name).unwrap();
        for used in dependencies(manifest)
            .into_iter()
            .filter(|used| used.starts_with("shortlist-"))
        {
            assert!(
                allowed.contains(&used.as_str()),
                "{name} may not use {used}"
            );
        }
    }
}

#[test]
fn libraries_stay_in_the_crates_that_they_are_for() {
    for (name, _, manifest) in &crates() {
        for (library, owners) in LIBRARY_OWNERS {
            let used = dependencies(manifest)
                .into_iter()
                .any(|used| used == library);
            assert!(
                !used || owners.contains(&name.as_str()),
                "{name} may not use {library}"
            );
        }
    }
}

#[test]
fn every_crate_keeps_the_lints_and_licence_of_the_workspace() {
    let other_packages = ["benches", "tests", "tests/figures"].map(|name| {
        let folder = root().join(name);
        (name.to_owned(), folder.clone(), manifest(&folder))
    });
    for (name, _, manifest) in crates().iter().chain(&other_packages) {
        assert_eq!(
            manifest["lints"]["workspace"].as_bool(),
            Some(true),
            "{name}"
        );
        assert_eq!(
            manifest["package"]["license"]["workspace"].as_bool(),
            Some(true),
            "{name}"
        );
    }
    let workspace = manifest(&root());
    assert_eq!(
        workspace["workspace"]["package"]["license"].as_str(),
        Some("MIT OR Apache-2.0")
    );
}

#[test]
fn every_source_file_says_what_it_is_for() {
    let all = ["benches", "crates", "tests"]
        .into_iter()
        .flat_map(|folder| sources(&root().join(folder)));
    let mut seen = 0;
    for path in all {
        let text = fs::read_to_string(&path).unwrap();
        assert!(
            text.starts_with("//!"),
            "{} should open with a line of documentation",
            path.display()
        );
        seen += 1;
    }
    assert!(seen > 100);
}

#[test]
fn only_the_server_reads_the_environment_and_the_clock() {
    for (name, folder, _) in crates()
        .iter()
        .filter(|(name, _, _)| name != "shortlist-server")
    {
        for path in sources(&folder.join("src")) {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap();
            for read in ["env::var(", "Utc::now(", "SystemTime::now("] {
                assert!(
                    !code.contains(read),
                    "{name}: {} calls {read}",
                    path.display()
                );
            }
        }
    }
}

/// A message for people is written from values at the edge. Code that looks for words in it breaks when its wording or its language
/// changes, so it asks for the value.
#[test]
fn nobody_reads_a_message_back() {
    const NAMES: [&str; 9] = [
        "message", "problem", "reason", "notice", "sentence", "summary", "error", "refused",
        "refusal",
    ];
    const FOLDERS: [&str; 6] = ["web", "transport", "server", "webhooks", "workers", "model"];
    const WAYS: [&str; 16] = [
        ".contains(",
        ".starts_with(",
        ".ends_with(",
        ".strip_prefix(",
        ".strip_suffix(",
        ".split(",
        ".split_once(",
        ".split_whitespace(",
        ".rsplit(",
        ".rsplit_once(",
        ".lines()",
        ".find(",
        ".matches(",
        ".replace(",
        " == \"",
        " != \"",
    ];
    let reading = |code: &str| {
        let words: Vec<&str> = code.split_whitespace().collect();
        let code = words.join(" ").replace(" .", ".");
        let found = NAMES.iter().flat_map(|name| code.match_indices(name));
        let after = found.filter_map(|(at, name)| code.get(at + name.len()..));
        let after = after.map(|rest| rest.strip_prefix("()").unwrap_or(rest));
        let mut after = after.map(|rest| rest.strip_prefix(".to_string()").unwrap_or(rest));
        let read = after.find(|rest| WAYS.iter().any(|way| rest.starts_with(way)));
        read.map(|rest| rest.chars().take(60).collect::<String>())
    };
    for read in [
        "if problem.contains(\"allowOverlap\") {",
        "error\n    .message()\n    .split_once(\": \")",
        "if error.to_string().starts_with(\"jobId\") {",
        "error.problem().lines().map(str::to_owned)",
        "if invalid.problem == \"is missing\" {",
    ] {
        assert!(reading(read).is_some(), "{read}");
    }
    for name in FOLDERS {
        for path in sources(&root().join(format!("crates/shortlist-{name}/src"))) {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap();
            assert_eq!(reading(code), None, "{} reads a message", path.display());
        }
    }
}

#[test]
fn both_databases_have_the_same_migrations() {
    let names = |database: &str| {
        let folder = root().join("migrations").join(database);
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names("sqlite"), names("postgresql"));
    assert!(!names("sqlite").is_empty());
}

#[test]
fn documents_name_only_tests_that_exist() {
    let documents = [
        "docs/API.md",
        "docs/OPERATIONS.md",
        "docs/SCORING.md",
        "docs/SECURITY.md",
    ];
    let documents = documents.map(|path| root().join(path));
    let document = documents
        .map(|path| fs::read_to_string(path).unwrap())
        .join("\n");
    let folder = root().join("tests/it");
    let names_test = |part: &&str| {
        let modules = [
            "architecture",
            "binary",
            "interface",
            "model",
            "objects",
            "persistence",
            "web",
        ];
        modules
            .iter()
            .any(|module| part.starts_with(&format!("{module}::")))
    };
    let mut named = 0;
    for name in document.split('`').filter(names_test) {
        let (module, test) = name.rsplit_once("::").unwrap();
        let path = folder.join(module.replace("::", "/")).with_extension("rs");
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(
            text.contains(&format!("fn {test}(")),
            "a document names {name}, which does not exist"
        );
        named += 1;
    }
    assert!(named > 60, "every row of the specification has its test");
}

/// The only files of the end-to-end tests that sleep: in a loop that asks again until a condition is true, or until a random moment.
const SLEEPING: [&str; 9] = [
    "binary/event_faults.rs",
    "binary/metrics.rs",
    "binary/proxies.rs",
    "binary/traces.rs",
    "binary/webhooks.rs",
    "support/threads.rs",
    "web/browser.rs",
    "web/webhooks.rs",
    "webhooks/receiver.rs",
];

#[test]
fn tests_wait_for_conditions_and_not_for_times() {
    let folder = root().join("tests/it");
    let sleeps = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        text.contains(concat!("thread::", "sleep"))
    };
    let sleeping = sources(&folder).into_iter().filter(sleeps);
    let name = |path: PathBuf| path.strip_prefix(&folder).unwrap().display().to_string();
    let mut sleeping: Vec<String> = sleeping.map(name).collect();
    sleeping.sort();
    assert_eq!(sleeping, SLEEPING);
}

#[test]
fn no_test_is_left_out_but_long_ones() {
    let all = ["benches", "crates", "tests"]
        .into_iter()
        .flat_map(|folder| sources(&root().join(folder)));
    let mut long = 0;
    for path in all {
        let text = fs::read_to_string(&path).unwrap();
        let ignored = concat!("#[", "ignore");
        for line in text.lines().filter(|line| line.contains(ignored)) {
            let is_long = line.trim() == format!("{ignored} = \"long\"]");
            assert!(is_long, "{}: {line}", path.display());
            long += 1;
        }
    }
    assert!(long > 50, "{long} tests are marked as long");
}

#[test]
fn the_decision_records_are_numbered_without_gaps() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/adr");
    let names = fs::read_dir(folder).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut numbers: Vec<usize> = names
        .map(|name| name.split('-').next().unwrap().parse().unwrap())
        .collect();
    numbers.sort_unstable();
    let expected: Vec<usize> = (1..=numbers.len()).collect();
    assert_eq!(numbers, expected);
}

#[test]
fn the_proxy_example_states_the_file_descriptors_that_it_needs() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/haproxy/haproxy.cfg");
    let text = fs::read_to_string(file).unwrap();
    let mut lines = text.lines().map(str::trim);
    let connections = lines
        .find_map(|line| line.strip_prefix("maxconn "))
        .unwrap();
    let needed = 2 * connections.parse::<usize>().unwrap() + 20;
    let stated = format!("{},{:03}", needed / 1_000, needed % 1_000);
    assert!(text.contains(&stated), "{stated}");
}

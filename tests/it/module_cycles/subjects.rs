//! The order of modules in the crates that have folders for subjects.
//!
//! A subject has the same name in each layer. Subjects use each other through what is below them.

use std::collections::BTreeMap;

use super::{Source, imports_within, sources_of};
use crate::architecture::crates;

/// The subjects. A layer has those that it needs.
const SUBJECTS: [&str; 18] = [
    "accounts",
    "applications",
    "candidates",
    "decisions",
    "erasure",
    "fairness",
    "interviews",
    "jobs",
    "mails",
    "organizations",
    "people",
    "recruiting_reports",
    "resumes",
    "scores",
    "staged_uploads",
    "stages",
    "uploads",
    "webhooks",
];

/// A layer with folders for subjects.
struct Layer {
    name: &'static str,
    folder: &'static [&'static str],
    /// What is below the subjects. Each module imports only earlier ones.
    below: &'static [&'static str],
    /// What is above the subjects, in the same order.
    above: &'static [&'static str],
    /// How many pairs of subjects there are of which one imports the other. Whoever removes one lowers the limit; nobody increases it.
    most_pairs: usize,
}

const LAYERS: [Layer; 3] = [
    Layer {
        name: "shortlist-persistence",
        folder: &[],
        below: &[
            "config",
            "error",
            "event_signal",
            "keys",
            "measurements",
            "schema",
            "text",
            "times",
            "citus",
            "records",
            "migrations",
            "dialect",
            "candidate_rows",
            "interview_row",
            "lists",
            "connections",
            "store",
            "events",
            "idempotency",
            "service_keys",
            "tasks",
            "audit",
            "daily_counts",
            "outbox",
            "writer",
        ],
        above: &["database"],
        most_pairs: 24,
    },
    Layer {
        name: "shortlist-app",
        folder: &[],
        below: &[
            "clock",
            "conflict",
            "csv",
            "quota",
            "refusal",
            "english",
            "error",
            "external_server",
            "files",
            "language_model",
            "measurements",
            "run_mode",
            "scratch",
            "warnings",
            "work_listener",
            "blind",
            "checks",
            "operations",
            "secrets",
            "signed_links",
            "stage_ids",
            "writers",
            "records",
            "access",
            "unchanged",
        ],
        above: &["audit", "idempotency", "maintenance", "service"],
        most_pairs: 27,
    },
    Layer {
        name: "shortlist-transport",
        folder: &["graphql"],
        below: &[
            "cursor", "input", "limits", "object", "scalar", "budget", "context", "page", "rows",
            "audit",
        ],
        above: &["roots", "schema", "cost", "documents"],
        most_pairs: 12,
    },
];

impl Layer {
    fn sources(&self) -> Vec<Source> {
        let (_, folder, _) = crates()
            .into_iter()
            .find(|(name, _, _)| name == self.name)
            .unwrap();
        sources_of(&folder)
    }

    fn folder(&self) -> Vec<String> {
        self.folder.iter().map(|name| (*name).to_owned()).collect()
    }

    /// Returns the height of a module. All subjects have the same.
    fn height(&self, module: &str) -> Option<usize> {
        let place = |modules: &[&str]| modules.iter().position(|name| *name == module);
        let subjects = self.below.len();
        if SUBJECTS.contains(&module) {
            return Some(subjects);
        }
        place(self.below).or_else(|| Some(subjects + 1 + place(self.above)?))
    }
}

#[test]
fn modules_import_only_what_is_below_them() {
    let mut pairs = BTreeMap::new();
    for layer in &LAYERS {
        let imports = imports_within(&layer.sources(), &layer.folder());
        let mut between_subjects = Vec::new();
        for (module, imported) in &imports {
            let height = layer.height(module);
            assert!(
                height.is_some(),
                "{} has a new module {module}: add it to a subject or to the order",
                layer.name
            );
            for other in imported {
                // `None` is the crate outside of the folder, or an item of the root.
                let below = layer.height(other);
                assert!(
                    below <= height,
                    "{}: {module} imports {other}, which is above it",
                    layer.name
                );
                if below == height {
                    between_subjects.push(format!("{module} -> {other}"));
                }
            }
        }
        let known = layer.below.iter().chain(layer.above);
        for module in known {
            assert!(
                imports.contains_key(*module),
                "{} has no module {module}",
                layer.name
            );
        }
        if between_subjects.len() > layer.most_pairs {
            pairs.insert(layer.name, between_subjects);
        }
    }
    assert_eq!(
        pairs,
        BTreeMap::new(),
        "more subjects import each other than before: move what both need below them"
    );
}

#[test]
fn modules_import_from_the_module_that_defines_a_name() {
    for layer in &LAYERS {
        let sources = layer.sources();
        let folder = layer.folder();
        let modules = imports_within(&sources, &folder);
        for source in &sources {
            // The root of the folder exports names for the rest of the crate.
            if !source.module.starts_with(&folder) || source.module == folder {
                continue;
            }
            for path in &source.written {
                let Some([name, ..]) = path.strip_prefix(folder.as_slice()) else {
                    continue;
                };
                assert!(
                    modules.contains_key(name),
                    "{} {}: import {name} from the module that defines it",
                    layer.name,
                    source.module.join("/")
                );
            }
        }
    }
}

#[test]
fn folders_have_the_name_of_their_module() {
    for (name, folder, _) in crates() {
        for file in crate::architecture::sources(&folder.join("src")) {
            assert!(
                file.file_name() != Some("mod.rs".as_ref()),
                "{name}: {} should have the name of its folder, next to it",
                file.display()
            );
        }
    }
}

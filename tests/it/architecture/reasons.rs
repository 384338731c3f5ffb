//! The reasons of conflicts, refusals and exceeded quotas are values with documented names.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::{root, sources};

fn app() -> PathBuf {
    root().join("crates/shortlist-app/src")
}

/// Returns the files that define conflicts and refusals.
fn definitions() -> Vec<PathBuf> {
    let mut files = sources(&app().join("conflict"));
    files.extend([app().join("conflict.rs"), app().join("refusal.rs")]);
    files
}

/// Conflicts and refusals name facts. The only texts in them are versions, a fixed phrase and the text of the operating system. So no
/// sentence is made outside `english`, and no secret or text of a resume gets into an error.
#[test]
fn conflicts_and_refusals_have_no_sentences() {
    let mut texts = BTreeSet::new();
    for path in definitions() {
        for line in fs::read_to_string(&path).unwrap().lines() {
            let is_text = line.contains("String") || line.contains("&'static str,");
            if is_text && !line.contains("fn ") {
                let (name, _) = line.trim().split_once(':').unwrap();
                texts.insert(name.trim_start_matches("pub ").to_owned());
            }
        }
    }
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    assert_eq!(
        texts,
        ["earliest_schema", "problem", "schema", "system_error"]
    );
}

/// Returns the names that the arms of a function's `match` return.
fn names_of(path: &Path, function: &str) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let start = format!("fn {function}");
    let bodies = text.split(&start).skip(1);
    let bodies = bodies.map(|rest| rest.split("\n    }\n").next().unwrap());
    let arms = bodies.flat_map(|body| body.split("=> ").skip(1));
    let quoted = arms.filter_map(|arm| {
        let arm = arm.trim_start_matches(['{', ' ', '\n']);
        let arm = arm.strip_prefix("Some(").unwrap_or(arm);
        arm.strip_prefix('"')?.split_once('"')
    });
    quoted.map(|(name, _)| name.to_owned()).collect()
}

/// Returns the reasons that the edge names itself.
fn named_at_the_edge() -> Vec<String> {
    let files = sources(&root().join("crates/shortlist-transport/src"));
    let texts = files.iter().map(|path| fs::read_to_string(path).unwrap());
    let quoted = |text: String| -> Vec<String> {
        let calls = text.split(".because(\"").skip(1);
        calls
            .map(|rest| rest.split_once('"').unwrap().0.to_owned())
            .collect()
    };
    texts.flat_map(quoted).collect()
}

/// A program decides by the reason of an error, so each has a name of its own, which the documentation lists.
#[test]
fn each_reason_has_a_name_of_its_own_and_is_documented() {
    let quotas = app().join("quota.rs");
    let values = definitions().into_iter().chain([quotas]);
    let mut reasons: Vec<String> = values.flat_map(|path| names_of(&path, "code")).collect();
    reasons.extend(names_of(&app().join("error.rs"), "reason"));
    reasons.extend(named_at_the_edge());
    assert!(reasons.len() > 60, "{reasons:?}");
    let documented = fs::read_to_string(root().join("docs/API.md")).unwrap();
    for reason in &reasons {
        let is_name = reason.chars().all(|c| c.is_ascii_alphabetic());
        assert!(is_name, "{reason}");
        let is_listed = documented.contains(&format!("`{reason}`"));
        assert!(is_listed, "docs/API.md lacks {reason}");
    }
    let unique: BTreeSet<&String> = reasons.iter().collect();
    assert_eq!(unique.len(), reasons.len(), "{reasons:?}");
}

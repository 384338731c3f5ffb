//! Runs adversarial clauses over one file and compares every changed value with the expected one.
//!
//! The clauses contain lists, exceptions, relative clauses, comparisons and polite phrases. The first ones were written
//! before the grammar understood them, the later ones after it was finished, to measure it. A clause that cannot be
//! understood as a whole must change nothing.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::read_file;
use crate::{ClauseStatus, JobDraft, JobFile, JobFileError};

/// One clause per line, with its language, its group and the expected changes.
const CLAUSES: &str = include_str!("clauses.jsonl");

/// Clauses that were written after the grammar, to measure how it handles sentences that it was not made for.
const LATER_CLAUSES: &str = include_str!("clauses_later.jsonl");

/// The file that the clauses are about. Its rows have the numbers 2 to 8.
const FILE: &str = "Title,Department,Class,Headcount,Salary,Start,Status,Campus
Nurse,Care,FT,1,\"32,000\",2026-01-15,Open,HQ
Software Engineer,IT,FT,3,\"68,000\",2026-03-01,Open,HQ
Marketing Intern,Marketing,PT,2,\"18,000\",2026-02-01,Closed,BR
Senior Nurse,Care,PT,1,\"45,000\",2026-06-01,On hold,HQ
Internal Auditor,Finance,FT,1,\"61,000\",2025-12-01,Open,
Finance Working Student,Finance,PT,5,,2026-09-15,Open,BR
Apprentice Electrician,Facilities,V,4,\"14,400\",2026-08-01,Closed,BR
";

/// How a clause was handled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Right,
    /// It should have changed something, but nothing was changed.
    Declined,
    /// It changed something other than expected.
    Wrong,
}

#[test]
fn no_clause_is_applied_in_part() {
    check(CLAUSES, 231, 231);
}

#[test]
fn no_later_clause_is_applied_in_part() {
    check(LATER_CLAUSES, 64, 63);
}

/// Checks that no clause changes something other than expected, and that at least `right` do exactly what is expected.
fn check(clauses: &str, count: usize, right: usize) {
    assert_eq!(clauses.lines().count(), count);
    let before = values_by_row(&read_file(FILE.as_bytes(), None).unwrap());
    let mut counts: BTreeMap<(String, Verdict), usize> = BTreeMap::new();
    let mut report = String::new();
    for line in clauses.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let clause = case["clause"].as_str().unwrap();
        let found = outcome(clause, &before);
        let verdict = verdict(&case["expect"], &found);
        let group = case["group"].as_str().unwrap().to_owned();
        *counts.entry((group, verdict)).or_default() += 1;
        if verdict != Verdict::Right {
            let expected = &case["expect"];
            writeln!(
                report,
                "{verdict:?}: {clause}\n    {found:?}\n    expected {expected}"
            )
            .unwrap();
        }
    }
    let of = |wanted: Verdict| {
        let counts = counts.iter().filter(|((_, verdict), _)| *verdict == wanted);
        counts.map(|(_, count)| count).sum::<usize>()
    };
    let report = format!("{counts:?}\n{report}");
    assert_eq!(of(Verdict::Wrong), 0, "{report}");
    assert!(of(Verdict::Right) >= right, "{report}");
}

/// Texts after a clause that change or limit its meaning in ways that the grammar does not know.
const TAILS: [&str; 12] = [
    ", which is nice",
    " until March",
    " because we moved",
    ", but glorp the frobnitz",
    " but only on Fridays",
    " unless I say otherwise",
    ", except when it rains",
    " while we wait",
    ", although that may change",
    ", whereas others are not",
    " if possible",
    ", aber nicht immer",
];

#[test]
fn no_clause_is_applied_without_its_tail() {
    let before = values_by_row(&read_file(FILE.as_bytes(), None).unwrap());
    let mut wrong = String::new();
    for line in CLAUSES.lines().step_by(3) {
        let case: Value = serde_json::from_str(line).unwrap();
        let clause = case["clause"].as_str().unwrap();
        for tail in TAILS {
            // A semicolon ends a clause, and a question mark ends a sentence.
            if !case["expect"].is_object() || clause.contains([';', '?']) {
                continue;
            }
            let found = outcome(&format!("{clause}{tail}"), &before);
            // Of two joined clauses, the tail belongs to the last one.
            if found.changes != json!({}) && found.last_applied {
                writeln!(wrong, "{clause}{tail}: {found:?}").unwrap();
            }
        }
    }
    assert_eq!(wrong, "");
}

/// What a clause did.
#[derive(Debug)]
struct Found {
    /// The changed values, the skipped rows, and the rows whose jobs became drafts or are now published.
    changes: Value,
    understood: bool,
    applied: bool,
    /// Whether the last clause was applied.
    last_applied: bool,
}

fn outcome(clause: &str, before: &BTreeMap<u32, BTreeMap<String, String>>) -> Found {
    let (changes, interpretation) = match read_file(FILE.as_bytes(), Some(clause)) {
        Ok(file) => (changes(before, &values_by_row(&file)), file.interpretation),
        Err(error) => (refusal(&error), Vec::new()),
    };
    let has = |status| interpretation.iter().any(|clause| clause.status == status);
    Found {
        changes,
        understood: !has(ClauseStatus::NotUnderstood),
        applied: has(ClauseStatus::Applied),
        last_applied: interpretation
            .last()
            .is_some_and(|clause| clause.status == ClauseStatus::Applied),
    }
}

fn refusal(error: &JobFileError) -> Value {
    match error {
        JobFileError::NothingLeft => json!(error.code()),
        _ => json!(error.to_string()),
    }
}

fn verdict(expected: &Value, found: &Found) -> Verdict {
    let unchanged = found.changes == json!({}) && !found.applied;
    let is_right = match expected.as_str() {
        Some("not_understood") => unchanged && !found.understood,
        Some("unchanged") => unchanged,
        _ => found.changes == *expected && found.understood,
    };
    match (is_right, unchanged) {
        (true, _) => Verdict::Right,
        (false, true) => Verdict::Declined,
        (false, false) => Verdict::Wrong,
    }
}

fn values_by_row(file: &JobFile) -> BTreeMap<u32, BTreeMap<String, String>> {
    let drafts = file.drafts.iter();
    drafts.map(|draft| (draft.row, values(draft))).collect()
}

fn values(draft: &JobDraft) -> BTreeMap<String, String> {
    let fields = [
        ("title", Some(draft.title.clone())),
        ("code", draft.code.clone()),
        ("description", Some(draft.description.clone())),
        ("skills", Some(draft.skills.join(", "))),
        ("department", draft.department.clone()),
        ("location", draft.location.clone()),
        ("employment_type", draft.employment_type.clone()),
        ("draft", Some(draft.draft.to_string())),
    ];
    let fields = fields
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value.unwrap_or_default()));
    let attributes = draft.attributes.iter();
    let attributes = attributes.map(|attribute| (attribute.name.clone(), attribute.value.clone()));
    fields
        .chain(attributes)
        .filter(|(_, value)| !value.is_empty())
        .collect()
}

type Rows = BTreeMap<u32, BTreeMap<String, String>>;

/// Returns the differences between two readings of the file, in the notation of the clauses.
fn changes(before: &Rows, after: &Rows) -> Value {
    let mut set: BTreeMap<&str, BTreeMap<&str, Vec<u32>>> = BTreeMap::new();
    let (mut skip, mut draft, mut live) = (Vec::new(), Vec::new(), Vec::new());
    for (row, old) in before {
        let Some(new) = after.get(row) else {
            skip.push(*row);
            continue;
        };
        let mut names: Vec<&String> = old.keys().chain(new.keys()).collect();
        names.sort();
        names.dedup();
        for name in names
            .into_iter()
            .filter(|name| old.get(*name) != new.get(*name))
        {
            let value = new.get(name).map_or("", String::as_str);
            match (name.as_str(), value) {
                ("draft", "true") => draft.push(*row),
                ("draft", _) => live.push(*row),
                (name, value) => set
                    .entry(name)
                    .or_default()
                    .entry(value)
                    .or_default()
                    .push(*row),
            }
        }
    }
    let mut changes = serde_json::Map::new();
    for (name, rows) in [("skip", skip), ("draft", draft), ("live", live)] {
        if !rows.is_empty() {
            changes.insert(name.to_owned(), json!(rows));
        }
    }
    if !set.is_empty() {
        changes.insert("set".to_owned(), json!(set));
    }
    Value::Object(changes)
}

//! The requirements of a job as rows of the form.

use std::collections::HashMap;

use shortlist_domain::{Importance, RequirementItem, RequirementKind, RequirementMark};

use super::form::FormRow;
use crate::duration::duration;

/// What identifies a row: the kind and the first name of its requirement.
pub(super) type RowKey = (String, String);

/// A requirement in the form.
pub(super) struct Row {
    /// Its number, which its fields end with.
    pub(super) number: usize,
    pub(super) kind: &'static str,
    /// Its first name as it was read, which identifies it.
    pub(super) field_name: String,
    /// Its name with its alternatives, for people.
    pub(super) name: String,
    /// Its level and its years.
    pub(super) detail: String,
    pub(super) quotes: Vec<String>,
    /// Who set it and when; empty if nobody did.
    pub(super) set_by: String,
    pub(super) is_ignored: bool,
    /// What the form showed before it was edited.
    pub(super) was: String,
    pub(super) choices: Vec<Choice>,
    pub(super) has_alternatives: bool,
    /// What the field for alternatives contains.
    pub(super) alternatives: String,
}

/// A choice of how a requirement counts.
pub(super) struct Choice {
    pub(super) value: &'static str,
    pub(super) label: String,
    pub(super) is_chosen: bool,
}

/// Returns what the form keeps to find out whether somebody else changed a requirement.
pub(super) fn state(item: &RequirementItem) -> String {
    let mark = item.mark.map_or("", RequirementMark::as_str);
    match alternatives(item) {
        alternatives if alternatives.is_empty() => mark.to_owned(),
        alternatives => format!("{mark}|{alternatives}"),
    }
}

/// Returns a state in words.
pub(super) fn shown_state(state: &str) -> String {
    let (mark, alternatives) = state.split_once('|').unwrap_or((state, ""));
    let mark = match mark {
        "" => "as in the posting",
        mark => mark,
    };
    match alternatives {
        "" => mark.to_owned(),
        alternatives => format!("{mark}, or {alternatives}"),
    }
}

/// Returns the other names of a requirement and its alternatives, as the field shows them.
fn alternatives(item: &RequirementItem) -> String {
    let names: Vec<&str> = item
        .names
        .iter()
        .skip(1)
        .chain(&item.alternatives)
        .map(String::as_str)
        .collect();
    if names.iter().any(|name| name.contains(',')) {
        format!("{};", names.join("; "))
    } else {
        names.join(", ")
    }
}

/// Returns a requirement as a row, with what was typed into it before.
pub(super) fn row(number: usize, item: &RequirementItem, typed: &HashMap<RowKey, &FormRow>) -> Row {
    let field_name = item.names.first().cloned().unwrap_or_default();
    let typed = typed.get(&(item.kind.as_str().to_owned(), field_name.clone()));
    let stored = item.mark.map_or("", RequirementMark::as_str);
    let chosen = typed.map_or(stored, |row| row.mark.as_str());
    let set_by = item.author.as_ref();
    Row {
        number,
        kind: item.kind.as_str(),
        name: match item.kind {
            RequirementKind::Experience | RequirementKind::Education => String::new(),
            _ => item.name(),
        },
        detail: detail(item),
        quotes: item.quotes.clone(),
        set_by: set_by.map_or(String::new(), |by| {
            format!("Set by {} on {}", by.name, by.at.date())
        }),
        is_ignored: item.mark == Some(RequirementMark::Ignored),
        was: state(item),
        choices: choices(item, chosen),
        has_alternatives: item.kind.has_alternatives(),
        alternatives: typed.map_or_else(|| alternatives(item), |row| row.alternatives.clone()),
        field_name,
    }
}

fn detail(item: &RequirementItem) -> String {
    let months = item.minimum_months.map(duration);
    let months = months.map(|months| format!("at least {months}"));
    let parts = item.level.clone().into_iter().chain(months);
    parts.collect::<Vec<_>>().join(", ")
}

fn choices(item: &RequirementItem, chosen: &str) -> Vec<Choice> {
    let posted = match item.posted {
        Importance::Required => "required",
        Importance::Described => "mentioned",
        Importance::Preferred => "nice to have",
    };
    let as_posted = ("", format!("As in the posting: {posted}"));
    let marks = [
        ("required", "Required"),
        ("preferred", "Preferred"),
        ("ignored", "Ignored"),
    ];
    let marks = marks
        .into_iter()
        .filter(|(value, _)| item.kind.has_alternatives() || *value != "preferred")
        .map(|(value, label)| (value, label.to_owned()));
    let choice = |(value, label)| Choice {
        value,
        label,
        is_chosen: value == chosen,
    };
    [as_posted].into_iter().chain(marks).map(choice).collect()
}

//! What the form of the requirements says.

use std::collections::{HashMap, HashSet};

use shortlist_app::{SetRequirementInput, UpdateJobRequirements};
use shortlist_domain::{Job, RequirementItem, RequirementMark};

use super::LISTED;
use super::rows::{RowKey, shown_state, state};
use crate::edits::Edit;
use crate::form::Fields;

/// A row of the form, as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FormRow {
    pub(super) kind: String,
    pub(super) name: String,
    /// What the form showed before it was edited; `None` if it did not say.
    was: Option<String>,
    pub(super) mark: String,
    pub(super) alternatives: String,
}

impl FormRow {
    pub(super) fn key(&self) -> RowKey {
        (self.kind.clone(), self.name.clone())
    }

    /// Returns what it asks for, in the form of a state.
    fn state(&self) -> String {
        match self.alternatives.as_str() {
            "" => self.mark.clone(),
            alternatives => format!("{}|{alternatives}", self.mark),
        }
    }

    /// Returns the alternatives, which commas or semicolons separate.
    fn names(&self) -> Vec<String> {
        let separator = if self.alternatives.contains(';') {
            ';'
        } else {
            ','
        };
        let names = self.alternatives.split(separator).map(str::trim);
        let names = names.filter(|name| !name.is_empty());
        names.map(str::to_owned).collect()
    }

    fn input(&self) -> SetRequirementInput {
        SetRequirementInput {
            kind: self.kind.clone(),
            names: vec![self.name.clone()],
            importance: Some(self.mark.clone()).filter(|mark| !mark.is_empty()),
            alternatives: self.names(),
        }
    }

    /// Returns whether it leaves the requirement as it was read.
    fn is_as_read(&self) -> bool {
        self.mark.is_empty() && self.names().is_empty()
    }
}

/// Reads the rows of a form.
pub(super) fn rows_of(fields: &Fields) -> Vec<FormRow> {
    let mut numbers: Vec<(usize, String)> = fields
        .names_after("name.")
        .into_iter()
        .filter_map(|number| Some((number.parse().ok()?, number)))
        .collect();
    numbers.sort_unstable();
    let row = |(_, number): (usize, String)| {
        let field = |name: &str| fields.get(&format!("{name}.{number}")).to_owned();
        let was = format!("was.{number}");
        FormRow {
            kind: field("kind"),
            name: field("name"),
            was: fields.has(&was).then(|| fields.get(&was).to_owned()),
            mark: field("mark"),
            alternatives: field("or"),
        }
    };
    numbers.into_iter().map(row).collect()
}

/// Returns what somebody else changed since the form was shown.
pub(super) fn conflicts(items: &[RequirementItem], rows: &[FormRow]) -> Vec<Edit> {
    let present: HashMap<RowKey, &RequirementItem> = items
        .iter()
        .filter_map(|item| Some((key(item)?, item)))
        .collect();
    let conflict = |row: &FormRow| {
        let was = row.was.as_deref()?;
        let now = match present.get(&row.key()) {
            None => "no longer a requirement of its own".to_owned(),
            Some(item) if state(item) == was => return None,
            Some(item) => shown_state(&state(item)),
        };
        Some(Edit {
            name: row.name.clone(),
            before: shown_state(was),
            after: now,
            typed: Some(shown_state(&row.state())),
        })
    };
    rows.iter().filter_map(conflict).collect()
}

fn key(item: &RequirementItem) -> Option<RowKey> {
    Some((item.kind.as_str().to_owned(), item.names.first()?.clone()))
}

/// Returns the change that the form asks for. What was set for requirements that the page did not list stays.
pub(super) fn request(
    job: &Job,
    items: &[RequirementItem],
    rows: &[FormRow],
) -> UpdateJobRequirements {
    let sent: HashSet<RowKey> = rows.iter().map(FormRow::key).collect();
    let unlisted = items
        .iter()
        .skip(LISTED)
        .filter(|item| item.author.is_some())
        .filter(|item| key(item).is_some_and(|key| !sent.contains(&key)));
    let kept = unlisted.map(|item| SetRequirementInput {
        kind: item.kind.as_str().to_owned(),
        names: item.names.clone(),
        importance: item.mark.map(RequirementMark::as_str).map(str::to_owned),
        alternatives: item.alternatives.clone(),
    });
    let set = rows.iter().filter(|row| !row.is_as_read());
    UpdateJobRequirements {
        requirements: set.map(FormRow::input).chain(kept).collect(),
        expected_revision: Some(job.revision),
        ..UpdateJobRequirements::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(alternatives: &str) -> FormRow {
        FormRow {
            kind: "skill".to_owned(),
            name: "Kafka".to_owned(),
            was: None,
            mark: String::new(),
            alternatives: alternatives.to_owned(),
        }
    }

    #[test]
    fn alternatives_are_separated_by_commas_or_semicolons() {
        assert_eq!(row("RabbitMQ, , NATS").names(), ["RabbitMQ", "NATS"]);
        assert_eq!(
            row("Plan, build, run; NATS").names(),
            ["Plan, build, run", "NATS"]
        );
        assert!(row(" , ").is_as_read());
    }

    #[test]
    fn rows_keep_their_order() {
        let sent = [
            ("name.10", "Go"),
            ("name.2", "Rust"),
            ("name.x", "C"),
            ("mark.2", "ignored"),
        ];
        let fields = sent.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let rows = rows_of(&Fields::new(fields.into()));
        let names: Vec<_> = rows
            .iter()
            .map(|row| (row.name.as_str(), row.mark.as_str()))
            .collect();
        assert_eq!(names, [("Rust", "ignored"), ("Go", "")]);
    }
}

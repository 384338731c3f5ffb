//! Flattens objects to records. Each path to a value becomes a column.

use std::collections::HashMap;

use super::names::column_of;
use super::tree::Json;
use crate::error::{RowFault, RowProblem};
use crate::fields::{Field, NameMatch, readings};
use crate::notes::PlanNote;
use crate::table::{FileFormat, LIST_MARK, MAX_COLUMNS, Record, Table};

/// The maximum depth of fields that become columns.
const MAX_FIELD_DEPTH: usize = 5;

/// The maximum number of values per job. Further values are dropped.
const MAX_VALUES: usize = 2_000;

/// Returns a table with one record per job.
pub(super) fn table_of(jobs: &[&Json]) -> Table {
    let mut flattener = Flattener {
        table: Table::empty(FileFormat::Json),
        columns: HashMap::new(),
    };
    for (row, job) in (1..).zip(jobs) {
        flattener.take(row, job);
    }
    flattener.table
}

/// Converts objects to records over the columns found so far.
struct Flattener {
    table: Table,
    columns: HashMap<String, usize>,
}

/// The values of a job with their paths, in file order.
#[derive(Default)]
struct Leaves<'j> {
    leaves: Vec<(Vec<&'j str>, Vec<String>)>,
    indexes: HashMap<Vec<&'j str>, usize>,
}

impl<'j> Leaves<'j> {
    /// Adds a text to a path, unless the path already has it.
    fn add(&mut self, path: &[&'j str], text: String) {
        if text.trim().is_empty() {
            return;
        }
        if let Some(texts) = self
            .indexes
            .get(path)
            .and_then(|index| self.leaves.get_mut(*index))
        {
            if texts.1.len() < MAX_VALUES && !texts.1.contains(&text) {
                texts.1.push(text);
            }
        } else if self.leaves.len() < MAX_VALUES {
            self.indexes.insert(path.to_vec(), self.leaves.len());
            self.leaves.push((path.to_vec(), vec![text]));
        }
    }

    fn walk(&mut self, path: &mut Vec<&'j str>, value: &'j Json) {
        match value {
            Json::Null => {}
            Json::Object(fields) => {
                if let Some(text) = section_text(value).filter(|_| !path.is_empty()) {
                    self.add(path, text);
                } else if path.len() < MAX_FIELD_DEPTH {
                    for (key, field) in fields {
                        path.push(key);
                        self.walk(path, field);
                        path.pop();
                    }
                }
            }
            Json::List(items) if items.iter().any(|item| matches!(item, Json::Object(_))) => {
                self.walk_objects(path, items);
            }
            scalar_or_list => self.add(path, text_of(scalar_or_list)),
        }
    }

    /// Walks a list of objects: sections of a description, pairs of name and value, or objects whose values become columns.
    fn walk_objects(&mut self, path: &mut Vec<&'j str>, items: &'j [Json]) {
        if let Some(sections) = sections(path, items) {
            self.add(path, sections);
            return;
        }
        for item in items {
            match pair(item) {
                Some((name, value)) => {
                    path.push(name);
                    self.walk(path, value);
                    path.pop();
                }
                None => self.walk(path, item),
            }
        }
    }
}

/// Returns a pair of name and value, as used in lists of custom fields.
fn pair(item: &Json) -> Option<(&str, &Json)> {
    let name = item.field("name").or_else(|| item.field("label"))?;
    match (name, item.field("value")?) {
        (Json::Text(name), value) => Some((name, value)),
        _ => None,
    }
}

/// Returns the text of a posting section, which is an object with a title and a text.
fn section_text(value: &Json) -> Option<String> {
    match (value.field("title")?, value.field("text")?) {
        (Json::Text(_), Json::Text(text)) => Some(text.clone()),
        _ => None,
    }
}

/// Joins the sections of a description to one text with headings.
fn sections(path: &[&str], items: &[Json]) -> Option<String> {
    const KEYS: [(&str, &str); 3] = [("text", "content"), ("name", "value"), ("title", "text")];
    let has = |item: &Json, key: &str| matches!(item.field(key), Some(Json::Text(_)));
    let (heading, content) = KEYS.into_iter().find(|(heading, content)| {
        items
            .iter()
            .all(|item| has(item, heading) && has(item, content))
    })?;
    let described = path.last().is_some_and(|key| {
        readings(key)
            .iter()
            .any(|known| matches!(known.field, Field::Description | Field::DescriptionPart))
    });
    if !described && content != "content" {
        return None;
    }
    let part = |item: &Json, name: &str| item.field(name).map(text_of).unwrap_or_default();
    let section = |item: &Json| format!("<h3>{}</h3>{}", part(item, heading), part(item, content));
    Some(items.iter().map(section).collect())
}

impl Flattener {
    fn take(&mut self, row: u32, job: &Json) {
        let Json::Object(fields) = job else {
            let fault = RowFault::NotObject(job.kind());
            self.table.problems.push(RowProblem::new(row, None, fault));
            return;
        };
        self.check_title(row, fields);
        let mut leaves = Leaves::default();
        leaves.walk(&mut Vec::new(), job);
        let mut record = Record::new(row);
        for (path, texts) in leaves.leaves {
            if let Some(column) = self.column(&path) {
                record.set(column, texts.join(&LIST_MARK.to_string()));
            }
        }
        self.table.records.push(record);
    }

    /// Reports a title that is not text instead of guessing one.
    fn check_title(&mut self, row: u32, fields: &[(String, Json)]) {
        for (key, value) in fields {
            let is_title = || {
                readings(key).iter().any(|known| {
                    known.field == Field::Title
                        && known.matched_by == NameMatch::Name
                        && known.strength > 2_950
                })
            };
            if !matches!(value, Json::Text(_) | Json::Null | Json::Object(_)) && is_title() {
                let fault = RowFault::TitleNotText(value.kind());
                let problem = RowProblem::new(row, Some(key), fault);
                self.table.problems.push(problem);
            }
        }
    }

    /// Returns the column of a path, or `None` if there are too many columns.
    fn column(&mut self, path: &[&str]) -> Option<usize> {
        let name = path.join(".");
        if let Some(column) = self.columns.get(&name) {
            return Some(*column);
        }
        let known = self.columns.len();
        if known >= MAX_COLUMNS {
            if self.table.notes.is_empty() {
                self.table.notes.push(PlanNote::KeysLimited(MAX_COLUMNS));
            }
            return None;
        }
        self.columns.insert(name.clone(), known);
        self.table.columns.push(column_of(name, path));
        Some(known)
    }
}

/// Returns the text of a value that is not an object. The list mark separates the items of a list.
fn text_of(value: &Json) -> String {
    match value {
        Json::Null | Json::Object(_) => String::new(),
        Json::Bool(value) => value.to_string(),
        Json::Number(number) => number.clone(),
        Json::Text(text) => text.replace(LIST_MARK, " "),
        Json::List(items) => items
            .iter()
            .filter(|item| !matches!(item, Json::List(_)))
            .map(text_of)
            .filter(|text| !text.trim().is_empty())
            .collect::<Vec<_>>()
            .join(&LIST_MARK.to_string()),
    }
}

//! Where in a JSON file the jobs are, and each job as a record.

use std::collections::HashMap;

use super::error::{JobFileError, RowProblem};
use super::fields::{Field, How, readings};
use super::json::{Json, read_values};
use super::table::{Column, FileFormat, LIST_MARK, MAX_COLUMNS, MAX_RECORDS, Record, Table};

/// Names under which systems keep the list of jobs, the commonest first.
const LIST_NAMES: [&str; 22] = [
    "jobs",
    "jobpostings",
    "postings",
    "offers",
    "positions",
    "vacancies",
    "openings",
    "requisitions",
    "joblistings",
    "listings",
    "data",
    "results",
    "content",
    "items",
    "records",
    "entries",
    "value",
    "values",
    "hits",
    "@graph",
    "stellen",
    "list",
];

/// How deep a list of jobs may lie.
const MAX_LIST_DEPTH: usize = 5;

/// How deep an object's fields become columns.
const MAX_FIELD_DEPTH: usize = 5;

/// Objects that hold a job's own fields.
const NEUTRAL: [&str; 10] = [
    "job",
    "attributes",
    "categories",
    "fields",
    "posting",
    "jobposting",
    "node",
    "data",
    "position",
    "vacancy",
];

/// Fields that say in words what their object is.
const NAMING: [&str; 7] = [
    "name",
    "label",
    "value",
    "displayname",
    "descriptor",
    "text",
    "title",
];

/// Fields that identify their object, and nothing of the job.
const IDENTIFYING: [&str; 12] = [
    "id",
    "uuid",
    "url",
    "href",
    "type",
    "@type",
    "slug",
    "code",
    "identifier",
    "parentid",
    "childids",
    "key",
];

/// Reads the jobs of a JSON file.
///
/// # Errors
/// When it is not valid JSON, holds no job, or a job is none.
pub(crate) fn read_json(text: &str) -> Result<Table, JobFileError> {
    let values = read_values(text.trim_start_matches('\u{feff}'))
        .map_err(|problem| JobFileError::malformed(format!("not valid JSON: {problem}")))?;
    let (jobs, place) = match values.as_slice() {
        [] => return Err(JobFileError::Empty),
        [one] => find_jobs(one)?,
        lines => (lines.iter().collect(), "one object a line".to_owned()),
    };
    if jobs.len() > MAX_RECORDS {
        return Err(JobFileError::TooManyRows {
            found: jobs.len(),
            most: shortlist_domain::limits::MAX_JOBS_PER_FILE,
        });
    }
    let mut flattener = Flattener::default();
    for (index, job) in jobs.iter().enumerate() {
        flattener.take(u32::try_from(index + 1).unwrap_or(u32::MAX), job);
    }
    let mut table = flattener.table;
    if !place.is_empty() {
        table.notes.push(format!("the jobs were read from {place}"));
    }
    Ok(table)
}

/// The jobs, and where they were found.
fn find_jobs(root: &Json) -> Result<(Vec<&Json>, String), JobFileError> {
    let fields = match root {
        Json::List(items) => return Ok((items.iter().collect(), String::new())),
        Json::Object(fields) => fields,
        other => {
            return Err(JobFileError::malformed(format!(
                "the file holds {}; a list of jobs or one job is expected",
                other.kind()
            )));
        }
    };
    let mut lists = Vec::new();
    collect_lists(root, &mut Vec::new(), &mut lists);
    lists.sort_by_key(|list| list.rank);
    let best = lists.into_iter().next();
    match best {
        Some(list) if list.rank < LIST_NAMES.len() || !has_title(root) => {
            Ok((list.items, format!("{:?}", list.path)))
        }
        _ if has_title(root) => Ok((vec![root], String::new())),
        _ if !fields.is_empty() && fields.iter().all(|(_, value)| has_title(value)) => Ok((
            fields.iter().map(|(_, value)| value).collect(),
            "the values of the outer object".to_owned(),
        )),
        _ => Err(no_jobs(fields)),
    }
}

fn no_jobs(fields: &[(String, Json)]) -> JobFileError {
    let empty = fields.iter().any(|(name, value)| {
        LIST_NAMES.contains(&name.to_lowercase().as_str())
            && matches!(value, Json::List(items) if items.is_empty())
    });
    if empty {
        return JobFileError::invalid_file("the file holds no job");
    }
    let keys: Vec<_> = fields
        .iter()
        .take(20)
        .map(|(key, _)| key.as_str())
        .collect();
    JobFileError::invalid_file(format!(
        "no job with a title was found; a list of jobs is expected, or one object with a list such as \"jobs\"; the file's keys are {}",
        keys.join(", ")
    ))
}

/// A list whose items look like jobs; lists at one path are taken together, as pages are.
struct JobList<'j> {
    path: String,
    rank: usize,
    items: Vec<&'j Json>,
}

fn collect_lists<'j>(value: &'j Json, path: &mut Vec<&'j str>, lists: &mut Vec<JobList<'j>>) {
    if path.len() >= MAX_LIST_DEPTH {
        return;
    }
    match value {
        Json::Object(fields) => {
            for (name, field) in fields {
                path.push(name);
                if let Json::List(items) = field
                    && !items.is_empty()
                    && items.iter().all(has_title)
                {
                    add_list(path, items, lists);
                } else {
                    collect_lists(field, path, lists);
                }
                path.pop();
            }
        }
        Json::List(items) => {
            for item in items.iter().filter(|item| matches!(item, Json::Object(_))) {
                collect_lists(item, path, lists);
            }
        }
        _ => {}
    }
}

fn add_list<'j>(path: &[&str], items: &'j [Json], lists: &mut Vec<JobList<'j>>) {
    let joined = path.join(".");
    if let Some(list) = lists.iter_mut().find(|list| list.path == joined) {
        list.items.extend(items);
        return;
    }
    let name: String = path
        .last()
        .map(|name| name.to_lowercase().replace(['_', '-'], ""))
        .unwrap_or_default();
    let rank = LIST_NAMES.iter().position(|known| *known == name);
    lists.push(JobList {
        path: joined,
        rank: rank.unwrap_or(LIST_NAMES.len() + path.len()),
        items: items.iter().collect(),
    });
}

/// Whether an object has a field that is a title, or what stands for one beside something else of a job.
fn has_title(value: &Json) -> bool {
    let Json::Object(fields) = value else {
        return false;
    };
    let named = |strong: bool| {
        fields.iter().any(|(key, value)| {
            matches!(value, Json::Text(_) | Json::Number(_))
                && readings(key)
                    .iter()
                    .any(|known| known.field == Field::Title && (!strong || known.how == How::Name))
        })
    };
    let other = || {
        fields.iter().any(|(key, _)| {
            readings(key).iter().any(|known| {
                known.how == How::Name && !matches!(known.field, Field::Title | Field::Description)
            }) || key == "categories"
        })
    };
    named(true)
        || (named(false) && other())
        || fields.iter().any(|(key, value)| {
            NEUTRAL.contains(&key.to_lowercase().as_str()) && has_strong_title(value)
        })
}

fn has_strong_title(value: &Json) -> bool {
    matches!(value, Json::Object(fields) if fields.iter().any(|(key, value)| {
        matches!(value, Json::Text(_)) && readings(key).iter().any(|known| known.field == Field::Title)
    }))
}

/// Turns objects into records over the columns found so far.
struct Flattener {
    table: Table,
    columns: HashMap<String, usize>,
}

impl Default for Flattener {
    fn default() -> Self {
        Self {
            table: Table::empty(FileFormat::Json),
            columns: HashMap::new(),
        }
    }
}

impl Flattener {
    fn take(&mut self, row: u32, job: &Json) {
        let Json::Object(fields) = job else {
            self.table.problems.push(RowProblem::new(
                row,
                None,
                format!("an object with a title is expected, not {}", job.kind()),
            ));
            return;
        };
        let mut record = Record::new(row);
        for (key, value) in fields {
            if !matches!(value, Json::Text(_) | Json::Null | Json::Object(_))
                && readings(key).iter().any(|known| {
                    known.field == Field::Title && known.how == How::Name && known.strength > 2_950
                })
            {
                self.table.problems.push(RowProblem::new(
                    row,
                    Some(key),
                    format!("the title must be text, not {}", value.kind()),
                ));
            }
            self.flatten(&mut record, &mut vec![key], value);
        }
        self.table.records.push(record);
    }

    fn flatten<'j>(&mut self, record: &mut Record, path: &mut Vec<&'j str>, value: &'j Json) {
        match value {
            Json::Null => {}
            Json::Object(fields) if path.len() < MAX_FIELD_DEPTH => {
                for (key, field) in fields {
                    path.push(key);
                    self.flatten(record, path, field);
                    path.pop();
                }
            }
            Json::List(items) if items.iter().any(|item| matches!(item, Json::Object(_))) => {
                self.flatten_objects(record, path, items);
            }
            scalar_or_list => {
                let text = text_of(scalar_or_list);
                if !text.is_empty() {
                    self.set(record, path, text);
                }
            }
        }
    }

    /// A list of objects: sections of a description, pairs of name and value, or values of one column each.
    fn flatten_objects<'j>(
        &mut self,
        record: &mut Record,
        path: &mut Vec<&'j str>,
        items: &'j [Json],
    ) {
        if items
            .iter()
            .all(|item| item.field("text").is_some() && item.field("content").is_some())
        {
            self.set(record, path, sections(items));
            return;
        }
        let mut merged: Vec<(&str, Vec<String>)> = Vec::new();
        for item in items {
            let Json::Object(fields) = item else {
                continue;
            };
            if let (Some(Json::Text(name)), Some(value)) = (
                item.field("name").or_else(|| item.field("label")),
                item.field("value"),
            ) {
                path.push(name);
                let text = text_of(value);
                self.set(record, path, text);
                path.pop();
                continue;
            }
            for (key, value) in fields {
                let text = text_of(value);
                if text.is_empty() {
                    continue;
                }
                let room = merged.len() < MAX_COLUMNS;
                match merged.iter_mut().find(|(name, _)| name == key) {
                    Some((_, texts)) => texts.push(text),
                    None if room => merged.push((key, vec![text])),
                    None => {}
                }
            }
        }
        for (key, texts) in merged {
            path.push(key);
            self.set(record, path, texts.join(&LIST_MARK.to_string()));
            path.pop();
        }
    }

    fn set(&mut self, record: &mut Record, path: &[&str], text: String) {
        let name = path.join(".");
        let known = self.columns.len();
        let column = match self.columns.get(&name) {
            Some(column) => *column,
            None if known >= MAX_COLUMNS => {
                if self.table.notes.is_empty() {
                    self.table.notes.push(format!(
                        "only the first {MAX_COLUMNS} different keys were read"
                    ));
                }
                return;
            }
            None => {
                self.columns.insert(name.clone(), known);
                self.table.columns.push(column_of(name, path));
                known
            }
        };
        record.set(column, text);
    }
}

/// The text of a value without objects; items of a list are parted by a mark.
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

/// Sections of a description: a heading and its content each.
fn sections(items: &[Json]) -> String {
    let part = |item: &Json, name: &str| item.field(name).map(text_of).unwrap_or_default();
    items
        .iter()
        .map(|item| format!("<h3>{}</h3>{}", part(item, "text"), part(item, "content")))
        .collect()
}

/// A column for a path: what its field is called, and whether it belongs to the job itself.
fn column_of(name: String, path: &[&str]) -> Column {
    let mut parts = path;
    while let [first, rest @ ..] = parts
        && !rest.is_empty()
        && NEUTRAL.contains(&first.to_lowercase().as_str())
    {
        parts = rest;
    }
    let nested = parts.len() > 1;
    let alias = match parts {
        [_] | [] => parts.join(" "),
        [outer @ .., last] => {
            let key = last.to_lowercase().replace('_', "");
            if NAMING.contains(&key.as_str())
                && outer
                    .last()
                    .is_some_and(|outer| *outer != "identifier" || key == "value")
            {
                outer.join(" ")
            } else if IDENTIFYING.contains(&key.as_str()) {
                String::new()
            } else {
                parts.join(" ")
            }
        }
    };
    Column {
        name,
        alias,
        nested,
    }
}

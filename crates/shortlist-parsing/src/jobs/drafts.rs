//! Records to drafts: each value from the cell that the plan names, or from what the prompt says.

use std::collections::HashMap;

use shortlist_domain::limits::MAX_SKILL_CHARS;
use shortlist_domain::{
    Attribute, EmploymentKind, InvalidValue, check_description, check_short, check_skills,
    check_title,
};

use super::employment::employment_kind;
use super::error::RowProblem;
use super::fields::Field;
use super::markup::plain_text;
use super::plan::PlannedColumn;
use super::status::{is_draft, yes_or_no};
use super::steps::Steps;
use super::table::{Record, Table};
use super::values::{is_blank, one_line, split_skills, trimmed};

/// The fields of one value each, in the order in which problems are told.
const SHORT_FIELDS: [Field; 4] = [
    Field::Code,
    Field::Department,
    Field::Location,
    Field::EmploymentType,
];

/// The parts of a location, the smallest first.
const LOCATION_PARTS: [Field; 4] = [Field::Area, Field::City, Field::Region, Field::Country];

/// A job as a file describes it, checked and ready to be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobDraft {
    /// The row as a person sees it: the line of a CSV file, the row of a sheet, the number of an object from 1.
    pub row: u32,
    /// The title.
    pub title: String,
    /// The code; `None` asks for a generated one.
    pub code: Option<String>,
    /// The description as plain text; may be empty.
    pub description: String,
    /// The skills.
    pub skills: Vec<String>,
    /// The department, as the file says it.
    pub department: Option<String>,
    /// The location, as the file says it.
    pub location: Option<String>,
    /// The employment type, as the file says it.
    pub employment_type: Option<String>,
    /// The employment type's kind.
    pub employment_kind: Option<EmploymentKind>,
    /// Whether it is not to be published yet.
    pub draft: bool,
    /// What has no field of its own.
    pub attributes: Vec<Attribute>,
}

/// A job whose values are not checked yet.
#[derive(Debug, Clone, Default)]
pub(crate) struct RawJob {
    pub(crate) short: HashMap<Field, String>,
    pub(crate) description: String,
    pub(crate) skills: Vec<String>,
    pub(crate) draft: bool,
    pub(crate) attributes: Vec<Attribute>,
}

impl RawJob {
    /// Sets a field of one value, unless it is empty.
    fn put(&mut self, field: Field, value: String) {
        if !value.is_empty() {
            self.short.insert(field, value);
        }
    }

    /// A field of one value; empty where there is none.
    pub(crate) fn value(&self, field: Field) -> &str {
        self.short.get(&field).map_or("", String::as_str)
    }
}

/// Which columns fill which field.
pub(crate) struct Reading<'t> {
    pub(crate) table: &'t Table,
    columns: HashMap<Field, Vec<usize>>,
    attributes: Vec<usize>,
}

impl<'t> Reading<'t> {
    pub(crate) fn new(table: &'t Table, plan: &[PlannedColumn]) -> Self {
        let mut columns: HashMap<Field, Vec<usize>> = HashMap::new();
        let mut attributes = Vec::new();
        for (place, column) in plan.iter().enumerate() {
            match column.field {
                Some(field) => columns.entry(field).or_default().push(place),
                None => attributes.push(place),
            }
        }
        Self {
            table,
            columns,
            attributes,
        }
    }

    pub(crate) fn has(&self, field: Field) -> bool {
        self.columns.contains_key(&field)
    }

    /// The header of the column that fills a field.
    pub(crate) fn header(&self, field: Field) -> Option<&'t str> {
        let place = self.columns.get(&field)?.first()?;
        self.name(*place)
    }

    fn name(&self, column: usize) -> Option<&'t str> {
        self.table
            .columns
            .get(column)
            .map(|column| column.name.as_str())
    }

    /// The cells of a field that say something, with their headers.
    fn cells<'r>(&self, record: &'r Record, field: Field) -> Vec<(&'t str, &'r str)> {
        self.columns
            .get(&field)
            .into_iter()
            .flatten()
            .filter_map(|column| Some((self.name(*column)?, record.get(*column))))
            .filter(|(_, text)| !is_blank(text))
            .collect()
    }

    fn text<'r>(&self, record: &'r Record, field: Field) -> &'r str {
        self.cells(record, field)
            .first()
            .map_or("", |(_, text)| *text)
    }

    /// Takes a record's cells as the plan says.
    pub(crate) fn read(&self, record: &Record, steps: &Steps) -> RawJob {
        let mut job = RawJob {
            description: self.description(record),
            draft: self.draft(record),
            attributes: self.attributes(record),
            ..RawJob::default()
        };
        self.read_skills(record, steps, &mut job);
        for field in [
            Field::Title,
            Field::Code,
            Field::Department,
            Field::EmploymentType,
        ] {
            job.put(field, one_line(self.text(record, field)));
        }
        let location = self.location(record, &mut job.attributes);
        job.put(Field::Location, location);
        job
    }

    /// Takes the skills; what is too long to be one is prose, and belongs to the description.
    fn read_skills(&self, record: &Record, steps: &Steps, job: &mut RawJob) {
        for (header, text) in self.cells(record, Field::Skills) {
            let (skills, prose): (Vec<_>, Vec<_>) = split_skills(text, steps.skill_separator())
                .into_iter()
                .partition(|item| item.chars().count() <= MAX_SKILL_CHARS);
            job.skills.extend(skills);
            if !prose.is_empty() {
                append_section(&mut job.description, heading(header), &prose.join("\n"));
            }
        }
    }

    /// The location's own column, else its parts; parts that are not needed stay as attributes.
    fn location(&self, record: &Record, attributes: &mut Vec<Attribute>) -> String {
        let whole = one_line(self.text(record, Field::Location));
        let mut parts: Vec<(Field, &str, String)> = Vec::new();
        for field in LOCATION_PARTS {
            for (header, text) in self.cells(record, field) {
                parts.push((field, header, one_line(text)));
            }
        }
        let city_known = parts.iter().any(|(field, _, _)| *field != Field::Country);
        if whole.is_empty() && (city_known || !self.has(Field::Location)) {
            let texts: Vec<String> = parts.into_iter().map(|(_, _, text)| text).collect();
            return texts.join(", ");
        }
        attributes.extend(parts.into_iter().map(|(_, header, value)| Attribute {
            name: header.to_owned(),
            value,
        }));
        whole
    }

    /// The description, and further parts of it under their headers.
    fn description(&self, record: &Record) -> String {
        let mut text = plain_text(
            &self
                .text(record, Field::Description)
                .replace(super::table::LIST_MARK, "\n"),
        );
        for (header, part) in self.cells(record, Field::DescriptionPart) {
            let part = plain_text(&part.replace(super::table::LIST_MARK, "\n"));
            if part.is_empty() || text.contains(&part) {
                continue;
            }
            let heading = if header == "lists" {
                ""
            } else {
                heading(header)
            };
            append_section(&mut text, heading, &part);
        }
        text
    }

    fn draft(&self, record: &Record) -> bool {
        let said = |field| yes_or_no(self.text(record, field));
        said(Field::Draft)
            .filter(|_| !is_blank(self.text(record, Field::Draft)))
            .or_else(|| {
                said(Field::Published)
                    .filter(|_| !is_blank(self.text(record, Field::Published)))
                    .map(|published| !published)
            })
            .or_else(|| is_draft(self.text(record, Field::Status)))
            .unwrap_or(false)
    }

    fn attributes(&self, record: &Record) -> Vec<Attribute> {
        let state = self.columns.get(&Field::Status).into_iter().flatten();
        let mut places: Vec<usize> = self.attributes.iter().chain(state).copied().collect();
        places.sort_unstable();
        places
            .into_iter()
            .filter_map(|column| {
                let text = record.get(column);
                let name = self.name(column).filter(|_| !is_blank(text))?;
                Some(Attribute {
                    name: name.to_owned(),
                    value: trimmed(text),
                })
            })
            .collect()
    }

    /// Holds a job against the limits of its fields.
    pub(crate) fn check(
        &self,
        row: u32,
        job: RawJob,
        problems: &mut Vec<RowProblem>,
    ) -> Option<JobDraft> {
        let known = problems.len();
        let mut refuse = |field: Field, error: InvalidValue| {
            problems.push(RowProblem::new(row, self.header(field), error.to_string()));
        };
        let title = match job.value(Field::Title) {
            "" => {
                let error = InvalidValue::new("title", "is missing; every job needs one");
                refuse(Field::Title, error);
                None
            }
            title => check_title("title", title)
                .map_err(|error| refuse(Field::Title, error))
                .ok(),
        };
        let mut short: HashMap<Field, Option<String>> = HashMap::new();
        for field in SHORT_FIELDS {
            match check_short(field.as_str(), job.value(field)) {
                Ok(value) => {
                    short.insert(field, value);
                }
                Err(error) => refuse(field, error),
            }
        }
        let description = check_description("description", &job.description)
            .map_err(|error| refuse(Field::Description, error))
            .ok();
        let skills = check_skills("skills", &job.skills)
            .map_err(|error| refuse(Field::Skills, error))
            .ok();
        if problems.len() > known {
            return None;
        }
        let mut take = |field| short.remove(&field).flatten();
        let employment_type = take(Field::EmploymentType);
        Some(JobDraft {
            row,
            title: title?,
            code: take(Field::Code),
            description: description?,
            skills: skills?,
            department: take(Field::Department),
            location: take(Field::Location),
            employment_kind: employment_type.as_deref().and_then(employment_kind),
            employment_type,
            draft: job.draft,
            attributes: job.attributes,
        })
    }
}

/// Appends a part to a description, under its heading where it has one.
fn append_section(description: &mut String, heading: &str, part: &str) {
    if !description.is_empty() {
        description.push_str("\n\n");
    }
    if !heading.is_empty() {
        description.push_str(heading);
        description.push_str(":\n");
    }
    description.push_str(part);
}

/// The part of a path that heads a section: `jobAd.sections.qualifications.text` is `qualifications`.
fn heading(header: &str) -> &str {
    header
        .rsplit('.')
        .find(|part| !matches!(*part, "text" | "content" | "value" | "html"))
        .unwrap_or(header)
}

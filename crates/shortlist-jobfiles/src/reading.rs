//! Turns records into jobs, with each value from the cells that the plan names.

use super::draft::{RawJob, RawTexts, Source, Sourced, is_skill};
use super::fields::Field;
use super::markup::{plain_text, without_entities};
use super::plan::PlannedColumn;
use super::status::{is_draft, yes_or_no};
use super::table::{LIST_MARK, Record, Table};
use super::values::{is_blank, one_line, split_skills, trimmed};

/// The parts of a location, the smallest first.
const LOCATION_PARTS: [Field; 4] = [Field::Area, Field::City, Field::Region, Field::Country];

/// The columns of each field.
pub(crate) struct Reading<'t> {
    table: &'t Table,
    /// The fields with their columns.
    columns: Vec<(Field, Vec<usize>)>,
    /// The columns that become attributes, with the names of the attributes.
    attributes: Vec<(usize, &'t str)>,
    skill_separator: Option<String>,
}

impl<'t> Reading<'t> {
    pub(crate) fn new(
        table: &'t Table,
        plan: &[PlannedColumn],
        skill_separator: Option<String>,
    ) -> Self {
        let mut columns: Vec<(Field, Vec<usize>)> = Vec::new();
        let mut attributes = Vec::new();
        for (index, (planned, column)) in plan.iter().zip(&table.columns).enumerate() {
            match planned.field {
                Some(field) if !field.is_attribute() => {
                    match columns.iter_mut().find(|(known, _)| *known == field) {
                        Some((_, indexes)) => indexes.push(index),
                        None => columns.push((field, vec![index])),
                    }
                }
                Some(field) if planned.by_prompt => attributes.push((index, field.as_str())),
                _ => attributes.push((index, column.name.as_str())),
            }
        }
        for (index, planned) in plan.iter().enumerate() {
            let filled = columns
                .iter_mut()
                .find(|(field, _)| Some(*field) == planned.fallback);
            if let Some((_, indexes)) = filled {
                indexes.push(index);
            }
        }
        // The status of a posting says more than draft or not, so its words are also kept.
        for (_, indexes) in columns.iter().filter(|(field, _)| *field == Field::Status) {
            let named = |index: &usize| Some((*index, table.columns.get(*index)?.name.as_str()));
            attributes.extend(indexes.iter().filter_map(named));
        }
        attributes.sort_unstable();
        Self {
            table,
            columns,
            attributes,
            skill_separator,
        }
    }

    pub(crate) fn has(&self, field: Field) -> bool {
        !self.columns_of(field).is_empty()
    }

    pub(crate) fn columns_of(&self, field: Field) -> &[usize] {
        self.columns
            .iter()
            .find(|(known, _)| *known == field)
            .map_or(&[], |(_, indexes)| indexes.as_slice())
    }

    /// Returns the header of the column that fills a field.
    pub(crate) fn header(&self, field: Field) -> Option<&'t str> {
        self.name(*self.columns_of(field).first()?)
    }

    fn name(&self, column: usize) -> Option<&'t str> {
        let column = self.table.columns.get(column)?;
        Some(column.name.as_str())
    }

    /// Returns the non-blank cells of a field with their columns.
    fn cells<'r>(
        &self,
        record: &'r Record,
        field: Field,
    ) -> impl Iterator<Item = (usize, &'r str)> {
        self.columns_of(field)
            .iter()
            .map(|column| (*column, record.get(*column)))
            .filter(|(_, text)| !is_blank(text))
    }

    /// Returns the value of a field with one short value.
    fn line(&self, record: &Record, field: Field) -> Sourced<String> {
        match self.cells(record, field).next() {
            Some((column, text)) => {
                Sourced::new(one_line(&without_entities(text)), Source::Cell(column))
            }
            None => Sourced::default(),
        }
    }

    /// Reads the cells of a record according to the plan.
    pub(crate) fn read(&self, record: &Record) -> RawJob {
        let texts = RawTexts {
            title: self.line(record, Field::Title),
            code: self.line(record, Field::Code),
            department: self.line(record, Field::Department),
            employment_type: self.line(record, Field::EmploymentType),
            description: self.description(record),
            ..RawTexts::default()
        };
        let mut job = RawJob {
            texts,
            draft: self.draft(record),
            ..RawJob::default()
        };
        for (column, name) in &self.attributes {
            let text = record.get(*column);
            if !is_blank(text) {
                job.add_attribute(name, trimmed(text), Source::Cell(*column));
            }
        }
        self.read_skills(record, &mut job);
        self.read_location(record, &mut job);
        job
    }

    /// Reads the skills. Items that are too long are prose and are added to the description.
    fn read_skills(&self, record: &Record, job: &mut RawJob) {
        for (column, text) in self.cells(record, Field::Skills) {
            let (skills, prose): (Vec<_>, Vec<_>) =
                split_skills(text, self.skill_separator.as_deref())
                    .into_iter()
                    .partition(|item| is_skill(item));
            if !skills.is_empty() {
                job.skills.sources.push(Source::Cell(column));
                job.skills.value.extend(skills);
            }
            if !prose.is_empty() {
                let heading = heading(self.name(column).unwrap_or_default());
                append_section(
                    &mut job.texts.description.value,
                    &heading,
                    &prose.join("\n"),
                );
                job.texts.description.sources.push(Source::Cell(column));
            }
        }
    }

    /// Reads the location from its column, or else from its parts. Unused parts become attributes.
    fn read_location(&self, record: &Record, job: &mut RawJob) {
        let whole = self.line(record, Field::Location);
        let mut parts: Vec<(Field, usize, String)> = Vec::new();
        for field in LOCATION_PARTS {
            for (column, text) in self.cells(record, field) {
                parts.push((field, column, one_line(text)));
            }
        }
        let city_known = parts.iter().any(|(field, _, _)| *field != Field::Country);
        if whole.value.is_empty() && (city_known || !self.has(Field::Location)) {
            let texts: Vec<&str> = parts.iter().map(|(_, _, text)| text.as_str()).collect();
            job.texts.location = Sourced {
                value: texts.join(", "),
                sources: parts
                    .iter()
                    .map(|(_, column, _)| Source::Cell(*column))
                    .collect(),
            };
            return;
        }
        for (_, column, text) in parts {
            job.add_attribute(
                self.name(column).unwrap_or_default(),
                text,
                Source::Cell(column),
            );
        }
        job.texts.location = whole;
    }

    /// Returns the description, followed by its additional parts under their headers.
    fn description(&self, record: &Record) -> Sourced<String> {
        let prose = |text: &str| {
            if text.contains(LIST_MARK) {
                plain_text(&text.replace(LIST_MARK, "\n"))
            } else {
                plain_text(text)
            }
        };
        let mut description = match self.cells(record, Field::Description).next() {
            Some((column, text)) => Sourced::new(prose(text), Source::Cell(column)),
            None => Sourced::default(),
        };
        for (column, part) in self.cells(record, Field::DescriptionPart) {
            let part = prose(part);
            if part.is_empty() || description.value.contains(&part) {
                continue;
            }
            let heading = heading(self.name(column).unwrap_or_default());
            append_section(&mut description.value, &heading, &part);
            description.sources.push(Source::Cell(column));
        }
        description
    }

    fn draft(&self, record: &Record) -> Sourced<bool> {
        let parse_with = |field, read: fn(&str) -> Option<bool>| {
            let (column, text) = self.cells(record, field).next()?;
            Some(Sourced::new(read(text)?, Source::Cell(column)))
        };
        parse_with(Field::Draft, yes_or_no)
            .or_else(|| parse_with(Field::Published, |text| yes_or_no(text).map(|yes| !yes)))
            .or_else(|| parse_with(Field::Status, is_draft))
            .unwrap_or(Sourced::new(false, Source::Default))
    }
}

/// Appends a part to a description, under its heading if it has one.
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

/// Returns the heading of a section. For `jobAd.sections.qualifications.text` it is `Qualifications`, for
/// `additionalPlain` it is empty.
fn heading(header: &str) -> String {
    const FORMS: [&str; 6] = ["text", "content", "value", "html", "Html", "Plain"];
    let key = header
        .rsplit('.')
        .find(|part| !FORMS.contains(part))
        .unwrap_or(header);
    if header != key || !key.contains(' ') {
        return words_of_key(key, &FORMS);
    }
    key.to_owned()
}

/// Converts a key to words: `keyResponsibilities` and `key_responsibilities` become `Key responsibilities`.
fn words_of_key(key: &str, forms: &[&str]) -> String {
    let key = forms
        .iter()
        .find_map(|form| key.strip_suffix(form))
        .unwrap_or(key);
    if matches!(key, "lists" | "additional") {
        return String::new();
    }
    let mut words = String::with_capacity(key.len() + 4);
    let mut before = ' ';
    for c in key.chars() {
        if c == '_' {
            words.push(' ');
        } else if c.is_uppercase() && before.is_lowercase() {
            words.push(' ');
            words.extend(c.to_lowercase());
        } else if words.is_empty() {
            words.extend(c.to_uppercase());
        } else {
            words.push(c);
        }
        before = c;
    }
    words
}

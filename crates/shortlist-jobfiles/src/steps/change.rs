//! Applies an instruction to a job.

use shortlist_domain::limits::MAX_SKILLS;
use shortlist_vocabulary::Vocabulary;

use crate::draft::{RawJob, Source, Sourced};
use crate::fields::Field;
use crate::fold::fold;
use crate::instruction::{DateOrder, Instruction};
use crate::markup::plain_text;
use crate::table::{LIST_MARK, Record};
use crate::values::{is_blank, iso_date, one_line, split_skills};

/// The attribute that stores the occupation from the prompt.
const HINT_NAME: &str = "category";

/// Runs an instruction on one job. Returns whether it matched anything.
pub(super) fn run(
    instruction: &Instruction,
    columns: &[usize],
    record: &Record,
    job: &mut RawJob,
    source: Source,
    vocabulary: &Vocabulary,
) -> bool {
    match instruction {
        Instruction::MapColumn { .. } => columns
            .first()
            .is_some_and(|column| !is_blank(record.get(*column))),
        Instruction::Constant {
            field,
            value,
            replace,
        } => set_constant(job, *field, value, *replace, source),
        Instruction::RoleHint(role) => hint(job, role, source),
        Instruction::Dates(order) => write_dates(job, *order, columns),
        Instruction::SplitSkills(_) => job.skills.value.len() > 1,
        Instruction::ExtractSkills => extract_skills(job, source, vocabulary),
        Instruction::Combine { field, .. } => combine(job, *field, columns, record),
        Instruction::PrefixCode(prefix) => prefix_code(job, prefix, source),
        Instruction::AddSkill(skill) => add_skill(job, skill, source),
        Instruction::AddSkills(skills) => {
            let added = skills.iter().filter(|skill| add_skill(job, skill, source));
            added.count() > 0
        }
        Instruction::Drafts(draft) => {
            job.draft = Sourced::new(*draft, source);
            true
        }
        Instruction::ValueMap { .. }
        | Instruction::Skip(_)
        | Instruction::Only(_)
        | Instruction::SkipRows(_)
        | Instruction::HeaderRow(_)
        | Instruction::Sheet(_)
        | Instruction::Language(_) => false,
    }
}

fn set_constant(
    job: &mut RawJob,
    field: Field,
    value: &str,
    replace: bool,
    source: Source,
) -> bool {
    if field == Field::Skills {
        if !replace && !job.skills.value.is_empty() {
            return false;
        }
        job.skills = Sourced::new(split_skills(value, None), source);
        return true;
    }
    if let Some(text) = job.text_mut(field) {
        if !replace && !text.value.is_empty() {
            return false;
        }
        *text = Sourced::new(value.to_owned(), source);
        return true;
    }
    match job.attribute_mut(field.as_str()) {
        Some(known) if replace => *known = Sourced::new(value.to_owned(), source),
        Some(_) => return false,
        None => job.add_attribute(field.as_str(), value.to_owned(), source),
    }
    true
}

/// Stores the occupation as the job's category, unless the file gives one.
fn hint(job: &mut RawJob, role: &str, source: Source) -> bool {
    let known = job.attribute_mut(HINT_NAME).is_some();
    if !known {
        job.add_attribute(HINT_NAME, role.to_owned(), source);
    }
    !known
}

/// Rewrites the dates of these columns as year-month-day.
fn write_dates(job: &mut RawJob, order: DateOrder, columns: &[usize]) -> bool {
    let mut read = false;
    for (_, attribute) in &mut job.attributes {
        let from_dates = attribute
            .sources
            .iter()
            .any(|source| matches!(source, Source::Cell(column) if columns.contains(column)));
        if let Some(date) = iso_date(&attribute.value, order).filter(|_| from_dates) {
            read = true;
            attribute.value = date;
        }
    }
    read
}

/// Adds the skills that the vocabulary finds in the description, except ambiguous words.
fn extract_skills(job: &mut RawJob, source: Source, vocabulary: &Vocabulary) -> bool {
    let known = job.skills.value.len();
    for hit in vocabulary.scan(&job.texts.description.value) {
        let name = vocabulary.name(hit.skill);
        let skills = &mut job.skills.value;
        if !hit.ambiguous
            && skills.len() < MAX_SKILLS
            && !skills.iter().any(|skill| fold(skill) == fold(name))
        {
            skills.push(name.to_owned());
        }
    }
    let found = job.skills.value.len() > known;
    if found {
        job.skills.sources.push(source);
    }
    found
}

fn add_skill(job: &mut RawJob, skill: &str, source: Source) -> bool {
    let skills = &mut job.skills;
    if skills.value.iter().any(|known| fold(known) == fold(skill)) {
        return false;
    }
    skills.value.push(skill.to_owned());
    skills.sources.push(source);
    true
}

fn prefix_code(job: &mut RawJob, prefix: &str, source: Source) -> bool {
    let code = &mut job.texts.code;
    if code.value.is_empty() || code.value.starts_with(prefix) {
        return false;
    }
    code.value.insert_str(0, prefix);
    code.sources.push(source);
    true
}

/// Replaces a value in the cells of these columns, and in the items of lists in them.
pub(super) fn map_cells(from: &[String], to: &str, columns: &[usize], record: &mut Record) -> bool {
    let is_replaced = |value: &str| {
        let value = fold(value);
        from.iter().any(|from| fold(from) == value)
    };
    let mut changed = false;
    for column in columns {
        let cell = record.get(*column);
        let mapped = if is_replaced(cell) {
            Some(to.to_owned())
        } else {
            map_items(cell, to, &is_replaced)
        };
        if let Some(text) = mapped {
            record.replace(*column, text);
            changed = true;
        }
    }
    changed
}

/// Returns a list with some items replaced, or `None` if no item matches.
fn map_items(cell: &str, to: &str, is_replaced: &dyn Fn(&str) -> bool) -> Option<String> {
    let mark = [LIST_MARK, ',', ';', '|']
        .into_iter()
        .find(|mark| cell.contains(*mark))?;
    let items: Vec<&str> = cell.split(mark).collect();
    if !items.iter().any(|item| is_replaced(item)) {
        return None;
    }
    let joint = if mark == LIST_MARK {
        mark.to_string()
    } else {
        format!("{mark} ")
    };
    let items = items
        .into_iter()
        .map(|item| if is_replaced(item) { to } else { item.trim() });
    Some(items.collect::<Vec<_>>().join(&joint))
}

fn combine(job: &mut RawJob, field: Field, columns: &[usize], record: &Record) -> bool {
    let filled: Vec<(usize, &str)> = columns
        .iter()
        .map(|column| (*column, record.get(*column)))
        .filter(|(_, text)| !is_blank(text))
        .collect();
    if filled.is_empty() {
        return false;
    }
    let sources: Vec<Source> = filled
        .iter()
        .map(|(column, _)| Source::Cell(*column))
        .collect();
    let texts = filled.iter().map(|(_, text)| *text);
    if field == Field::Skills {
        let value = texts.flat_map(|text| split_skills(text, None)).collect();
        job.skills = Sourced { value, sources };
        return true;
    }
    let value = match field {
        Field::Description => texts.map(plain_text).collect::<Vec<_>>().join("\n\n"),
        Field::Title => texts.map(one_line).collect::<Vec<_>>().join(" "),
        Field::Code => texts.map(one_line).collect::<Vec<_>>().join("-"),
        _ => texts.map(one_line).collect::<Vec<_>>().join(", "),
    };
    match job.text_mut(field) {
        Some(text) => *text = Sourced { value, sources },
        None => job
            .attributes
            .push((field.as_str().to_owned(), Sourced { value, sources })),
    }
    true
}

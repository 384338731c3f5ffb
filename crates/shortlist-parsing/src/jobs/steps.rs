//! The prompt's instructions, bound to the columns of one table and run over its records.

use std::collections::HashMap;

use shortlist_domain::Attribute;
use shortlist_domain::limits::MAX_SKILLS;
use shortlist_vocabulary::Vocabulary;

use super::columns::{find_column, no_such_column};
use super::drafts::RawJob;
use super::fields::Field;
use super::fold::fold;
use super::instruction::{Clause, ClauseStatus, Condition, Instruction, ParsedClause, Test};
use super::table::{FileFormat, Record, Table};
use super::values::{is_blank, iso_date, one_line};

/// A clause on its way from the prompt to its answer.
struct Step {
    clause: String,
    instruction: Option<Instruction>,
    /// The columns that it names, as far as there are such columns.
    columns: Vec<usize>,
    /// Why it cannot be run.
    refused: Option<String>,
    rows: u32,
}

/// All clauses of a prompt.
pub(crate) struct Steps {
    steps: Vec<Step>,
    separator: Option<String>,
}

impl Steps {
    /// Binds the clauses to a table.
    pub(crate) fn bind(clauses: Vec<ParsedClause>, table: &Table) -> Self {
        let steps: Vec<_> = clauses
            .into_iter()
            .map(|clause| bind_clause(clause, table))
            .collect();
        let separator = steps.iter().rev().find_map(|step| match &step.instruction {
            Some(Instruction::SplitSkills(separator)) => Some(separator.clone()),
            _ => None,
        });
        Self { steps, separator }
    }

    pub(crate) fn skill_separator(&self) -> Option<&str> {
        self.separator.as_deref()
    }

    /// The columns that the prompt maps; a later clause wins over an earlier one.
    pub(crate) fn mapped_columns(&self) -> HashMap<usize, Field> {
        let mut mapped = HashMap::new();
        for step in self.steps.iter().filter(|step| step.refused.is_none()) {
            if let (Some(Instruction::MapColumn { field, .. }), Some(column)) =
                (&step.instruction, step.columns.first())
            {
                mapped.retain(|_, known| known != field);
                mapped.insert(*column, *field);
            }
        }
        mapped
    }

    /// Whether the prompt gives every job a title.
    pub(crate) fn give_title(&self) -> bool {
        self.steps.iter().any(|step| {
            step.refused.is_none()
                && matches!(
                    step.instruction,
                    Some(
                        Instruction::Constant {
                            field: Field::Title,
                            ..
                        } | Instruction::Combine {
                            field: Field::Title,
                            ..
                        }
                    )
                )
        })
    }

    /// Why a record is left out, if it is.
    pub(crate) fn skips(&mut self, record: &Record) -> Option<String> {
        let mut reason = None;
        for step in self.steps.iter_mut().filter(|step| step.refused.is_none()) {
            let (condition, only) = match &step.instruction {
                Some(Instruction::Skip(condition)) => (condition, false),
                Some(Instruction::Only(condition)) => (condition, true),
                _ => continue,
            };
            if holds(condition, &step.columns, record) != only {
                step.rows += 1;
                reason = reason.or_else(|| Some(format!("the prompt says {:?}", step.clause)));
            }
        }
        reason
    }

    /// Changes a job as the prompt says.
    pub(crate) fn apply(&mut self, record: &Record, job: &mut RawJob) {
        for step in self.steps.iter_mut().filter(|step| step.refused.is_none()) {
            if let Some(instruction) = &step.instruction
                && changes(instruction, &step.columns, record, job)
            {
                step.rows += 1;
            }
        }
    }

    /// The answer to every clause.
    pub(crate) fn answers(self) -> Vec<Clause> {
        self.steps.into_iter().map(answer).collect()
    }
}

fn bind_clause(clause: ParsedClause, table: &Table) -> Step {
    let mut step = Step {
        clause: clause.text,
        columns: Vec::new(),
        refused: None,
        rows: 0,
        instruction: clause.instruction,
    };
    let mut bind = |names: &[&str]| {
        for name in names {
            match find_column(table, name) {
                Some(column) => step.columns.push(column),
                None => step.refused = Some(no_such_column(table, name)),
            }
        }
    };
    match &step.instruction {
        Some(Instruction::MapColumn { column, .. }) => bind(&[column]),
        Some(Instruction::Combine { columns, .. }) => {
            bind(&columns.iter().map(String::as_str).collect::<Vec<_>>());
        }
        Some(Instruction::Skip(condition) | Instruction::Only(condition)) => {
            if let Some(column) = &condition.column {
                bind(&[column]);
            }
        }
        Some(Instruction::Sheet(name)) => {
            if table.format != FileFormat::Xlsx {
                step.refused = Some("the file has no sheets".to_owned());
            } else if table.sheet.as_deref().map(fold) != Some(fold(name)) {
                step.refused = Some(format!("there is no sheet {name:?}"));
            }
        }
        Some(Instruction::HeaderRow(_) | Instruction::SkipRows(_))
            if table.format == FileFormat::Json =>
        {
            step.refused = Some("a JSON file has no header row".to_owned());
        }
        _ => {}
    }
    step
}

/// Whether a record meets a condition.
fn holds(condition: &Condition, columns: &[usize], record: &Record) -> bool {
    let cells: Vec<&str> = match columns {
        [] => record.cells().map(|(_, text)| text).collect(),
        columns => columns.iter().map(|column| record.get(*column)).collect(),
    };
    let is = |cell: &str, values: &[String]| {
        let cell = fold(cell);
        values.iter().any(|value| fold(value) == cell)
    };
    match &condition.test {
        Test::Is(values) => cells.iter().any(|cell| is(cell, values)),
        Test::IsNot(values) => !cells.iter().any(|cell| is(cell, values)),
        Test::Contains(text) => {
            let text = text.to_lowercase();
            cells.iter().any(|cell| cell.to_lowercase().contains(&text))
        }
        Test::Blank => cells.iter().all(|cell| is_blank(cell)),
        Test::Filled => cells.iter().any(|cell| !is_blank(cell)),
    }
}

/// Runs an instruction on one job; says whether it changed anything.
fn changes(
    instruction: &Instruction,
    columns: &[usize],
    record: &Record,
    job: &mut RawJob,
) -> bool {
    match instruction {
        Instruction::MapColumn { .. } => columns
            .first()
            .is_some_and(|column| !is_blank(record.get(*column))),
        Instruction::Constant {
            field,
            value,
            replace,
        } => set_constant(job, *field, value, *replace),
        Instruction::RoleHint(role) => hint(job, role),
        Instruction::ValueMap { from, to } => map_values(job, from, to),
        Instruction::Dates(order) => {
            let mut changed = false;
            for attribute in &mut job.attributes {
                if let Some(date) = iso_date(&attribute.value, *order) {
                    changed |= date != attribute.value;
                    attribute.value = date;
                }
            }
            changed
        }
        Instruction::SplitSkills(_) => job.skills.len() > 1,
        Instruction::ExtractSkills => extract_skills(job),
        Instruction::Combine { field, .. } => combine(job, *field, columns, record),
        Instruction::PrefixCode(prefix) => match job.short.get_mut(&Field::Code) {
            Some(code) if !code.starts_with(prefix.as_str()) => {
                code.insert_str(0, prefix);
                true
            }
            _ => false,
        },
        Instruction::AddSkill(skill) => {
            let new = !job.skills.iter().any(|known| fold(known) == fold(skill));
            if new {
                job.skills.push(skill.clone());
            }
            new
        }
        Instruction::Drafts(draft) => {
            job.draft = *draft;
            true
        }
        Instruction::Skip(_)
        | Instruction::Only(_)
        | Instruction::SkipRows(_)
        | Instruction::HeaderRow(_)
        | Instruction::Sheet(_)
        | Instruction::Language(_) => false,
    }
}

fn set_constant(job: &mut RawJob, field: Field, value: &str, replace: bool) -> bool {
    match field {
        Field::Description if replace || job.description.is_empty() => {
            value.clone_into(&mut job.description);
        }
        Field::Skills if replace || job.skills.is_empty() => {
            job.skills = super::values::split_skills(value, None);
        }
        Field::Description | Field::Skills => return false,
        field if replace || job.value(field).is_empty() => {
            job.short.insert(field, value.to_owned());
        }
        _ => return false,
    }
    true
}

/// Keeps a hint at the occupation as the job's category, where the file has none.
fn hint(job: &mut RawJob, role: &str) -> bool {
    const NAME: &str = "category";
    if job
        .attributes
        .iter()
        .any(|attribute| fold(&attribute.name) == NAME)
    {
        return false;
    }
    job.attributes.push(Attribute {
        name: NAME.to_owned(),
        value: role.to_owned(),
    });
    true
}

/// Adds the skills that the vocabulary finds in the description, but no word that usually means something else.
fn extract_skills(job: &mut RawJob) -> bool {
    let vocabulary = Vocabulary::in_use();
    let known = job.skills.len();
    for hit in vocabulary.scan(&job.description) {
        let name = vocabulary.name(hit.skill);
        if !hit.ambiguous
            && job.skills.len() < MAX_SKILLS
            && !job.skills.iter().any(|skill| fold(skill) == fold(name))
        {
            job.skills.push(name.to_owned());
        }
    }
    job.skills.len() > known
}

fn map_values(job: &mut RawJob, from: &[String], to: &str) -> bool {
    let stands_for = |value: &str| {
        let value = fold(value);
        from.iter().any(|from| fold(from) == value)
    };
    let mut changed = false;
    let short = job
        .short
        .iter_mut()
        .filter(|(field, _)| !matches!(field, Field::Title | Field::Code))
        .map(|(_, value)| value);
    let attributes = job
        .attributes
        .iter_mut()
        .map(|attribute| &mut attribute.value);
    for value in short.chain(attributes).chain(job.skills.iter_mut()) {
        if stands_for(value) {
            to.clone_into(value);
            changed = true;
        }
    }
    changed
}

fn combine(job: &mut RawJob, field: Field, columns: &[usize], record: &Record) -> bool {
    let parts: Vec<String> = columns
        .iter()
        .map(|column| record.get(*column))
        .filter(|text| !is_blank(text))
        .map(|text| match field {
            Field::Description => super::markup::plain_text(text),
            _ => one_line(text),
        })
        .collect();
    if parts.is_empty() {
        return false;
    }
    match field {
        Field::Description => job.description = parts.join("\n\n"),
        Field::Skills => {
            job.skills = parts
                .iter()
                .flat_map(|part| super::values::split_skills(part, None))
                .collect();
        }
        field => {
            let joint = if field == Field::Title { " " } else { ", " };
            job.short.insert(field, parts.join(joint));
        }
    }
    true
}

fn answer(step: Step) -> Clause {
    let Step {
        clause,
        instruction,
        refused,
        rows,
        ..
    } = step;
    let (status, detail) = match (&instruction, refused) {
        (None, _) => (
            ClauseStatus::NotUnderstood,
            "this is none of the operations that are known; see \"What a prompt can say\" in the documentation".to_owned(),
        ),
        (Some(_), Some(refused)) => (ClauseStatus::NoEffect, refused),
        (Some(instruction), None) => {
            let works = rows > 0
                || matches!(
                    instruction,
                    Instruction::SkipRows(_) | Instruction::HeaderRow(_) | Instruction::Sheet(_)
                );
            let status = if works { ClauseStatus::Applied } else { ClauseStatus::NoEffect };
            (status, detail(instruction, works))
        }
    };
    Clause {
        operation: instruction.as_ref().map(Instruction::operation),
        clause,
        status,
        detail,
        rows,
    }
}

/// What was done, in a sentence.
fn detail(instruction: &Instruction, works: bool) -> String {
    let done = match instruction {
        Instruction::MapColumn { column, field } => {
            format!("the column {column:?} is the {}", field.as_str())
        }
        Instruction::Constant {
            field,
            value,
            replace,
        } => {
            let which = if *replace {
                "every job"
            } else {
                "jobs without one"
            };
            format!("{which}: {} {value:?}", field.as_str())
        }
        Instruction::RoleHint(role) => format!("jobs without a category: {role:?}"),
        Instruction::Skip(_) => "rows that meet this are left out".to_owned(),
        Instruction::Only(_) => "rows that do not meet this are left out".to_owned(),
        Instruction::ValueMap { from, to } => format!("{} is taken as {to:?}", quoted(from)),
        Instruction::Dates(_) => "dates are kept as year-month-day".to_owned(),
        Instruction::SplitSkills(separator) => format!("skills are split on {separator:?}"),
        Instruction::SkipRows(rows) => format!("the first {rows} rows are left out"),
        Instruction::HeaderRow(row) => format!("the header is in row {row}"),
        Instruction::Sheet(name) => format!("the sheet {name:?} is read"),
        Instruction::ExtractSkills => "skills that the description names are added".to_owned(),
        Instruction::Combine { columns, field } => {
            format!("{} make the {}", quoted(columns), field.as_str())
        }
        Instruction::PrefixCode(prefix) => format!("job codes begin with {prefix:?}"),
        Instruction::AddSkill(skill) => format!("every job asks for {skill:?}"),
        Instruction::Drafts(true) => "the jobs are drafts".to_owned(),
        Instruction::Drafts(false) => "the jobs are published".to_owned(),
        Instruction::Language(_) => {
            "headers and values of every language are known, so nothing is to be done".to_owned()
        }
    };
    if works {
        done
    } else {
        format!("{done}; no row was touched by it")
    }
}

fn quoted(values: &[String]) -> String {
    values
        .iter()
        .map(|value| format!("{value:?}"))
        .collect::<Vec<_>>()
        .join(", ")
}

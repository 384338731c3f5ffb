//! The clauses of a prompt, bound to the columns of one table and run over its records.

mod answers;
mod bind;
mod change;
mod filter;

use std::collections::HashMap;

use super::draft::{RawJob, Source};
use super::fields::Field;
use super::instruction::{Clause, Instruction, ParsedClause};
use super::plan::PlannedColumn;
use super::table::{Record, Table};

/// A clause on its way from the prompt to its answer.
struct Step {
    clause: String,
    instruction: Option<Instruction>,
    /// Whether the instruction came from outside, as a translation of the clause.
    translated: bool,
    /// The columns that it names, as far as there are such columns; for dates the columns with dates.
    columns: Vec<usize>,
    /// Why it cannot be run.
    refused: Option<String>,
    rows: u32,
}

/// All clauses of a prompt.
pub(crate) struct Steps {
    steps: Vec<Step>,
}

impl Steps {
    /// Binds the clauses that tell the plan to a table.
    pub(crate) fn bind(clauses: Vec<ParsedClause>, table: &Table) -> Self {
        let steps = clauses
            .into_iter()
            .map(|clause| bind::to_table(clause, table));
        Self {
            steps: steps.collect(),
        }
    }

    /// Binds the rest, which may speak of columns by the fields that they fill.
    pub(crate) fn bind_to_plan(&mut self, table: &Table, plan: &[PlannedColumn]) {
        for step in &mut self.steps {
            bind::to_plan(step, table, plan);
        }
    }

    /// What the prompt splits skills on; the last clause counts.
    pub(crate) fn skill_separator(&self) -> Option<String> {
        self.steps
            .iter()
            .rev()
            .find_map(|step| match &step.instruction {
                Some(Instruction::SplitSkills(separator)) => Some(separator.clone()),
                _ => None,
            })
    }

    /// The columns that the prompt maps; a later clause wins over an earlier one.
    pub(crate) fn mapped_columns(&self) -> HashMap<usize, Field> {
        let mut mapped = HashMap::new();
        for step in self.steps.iter().filter(|step| step.refused.is_none()) {
            if let (Some(Instruction::MapColumn { field, .. }), Some(column)) =
                (&step.instruction, step.columns.first())
            {
                mapped.retain(|_, known| known != field || field.takes_many());
                mapped.insert(*column, *field);
            }
        }
        mapped
    }

    /// Whether the prompt gives every job a title.
    pub(crate) fn give_title(&self) -> bool {
        self.running().any(|(_, instruction)| {
            matches!(
                instruction,
                Instruction::Constant {
                    field: Field::Title,
                    ..
                } | Instruction::Combine {
                    field: Field::Title,
                    ..
                }
            )
        })
    }

    fn running(&self) -> impl Iterator<Item = (&Step, &Instruction)> {
        let steps = self.steps.iter().filter(|step| step.refused.is_none());
        steps.filter_map(|step| Some((step, step.instruction.as_ref()?)))
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
            if filter::holds(condition, &step.columns, record) != only {
                step.rows += 1;
                reason = reason.or_else(|| Some(format!("the prompt says {:?}", step.clause)));
            }
        }
        reason
    }

    /// The record with what its values stand for, where the prompt says so of any; cells are mapped before they are read.
    pub(crate) fn map_values(&mut self, record: &Record) -> Option<Record> {
        let mut mapped: Option<Record> = None;
        for step in self.steps.iter_mut().filter(|step| step.refused.is_none()) {
            if let Some(Instruction::ValueMap { from, to, .. }) = &step.instruction {
                let record = mapped.get_or_insert_with(|| record.clone());
                step.rows += u32::from(change::map_cells(from, to, &step.columns, record));
            }
        }
        mapped
    }

    /// Changes a job as the prompt says.
    pub(crate) fn apply(&mut self, record: &Record, job: &mut RawJob) {
        for (place, step) in self.steps.iter_mut().enumerate() {
            if step.refused.is_some() {
                continue;
            }
            if let Some(instruction) = &step.instruction
                && change::run(
                    instruction,
                    &step.columns,
                    record,
                    (job, Source::Clause(place)),
                )
            {
                step.rows += 1;
            }
        }
    }

    /// The answer to every clause.
    pub(crate) fn answers(self) -> Vec<Clause> {
        self.steps.into_iter().map(answers::answer).collect()
    }
}

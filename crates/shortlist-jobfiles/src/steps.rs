//! Binds the clauses of a prompt to the columns of a table and runs them over its records.

mod bind;
mod change;
mod limits;
mod nouns;
mod outcomes;
mod select;

use std::collections::HashMap;

use shortlist_vocabulary::Vocabulary;

use super::draft::{RawJob, Source};
use super::fields::Field;
use super::instruction::{Clause, ClauseProblem, DateOrder, Instruction, ParsedClause, Scope};
use super::plan::PlannedColumn;
use super::table::{Record, Table};
use select::{BoundScope, Planned, Selector};

#[cfg(test)]
pub(crate) use nouns::RowNouns;

/// A clause while it is bound and run.
struct Step {
    clause: String,
    instruction: Option<Instruction>,
    /// Whether the instruction is a translation by the language model.
    translated: bool,
    /// The columns that it names and that exist. For dates, these are the columns with dates.
    columns: Vec<usize>,
    /// The condition of a filter.
    filter: Option<Selector>,
    /// The rows that it concerns.
    scope: BoundScope,
    /// The same before it was bound.
    wanted_scope: Scope,
    /// The reason why it cannot run.
    refused: Option<ClauseProblem>,
    rows: u32,
}

/// All clauses of a prompt.
pub(crate) struct Steps {
    steps: Vec<Step>,
}

impl Steps {
    /// Binds the clauses that affect the plan to a table.
    pub(crate) fn bind(clauses: Vec<ParsedClause>, table: &Table) -> Self {
        let steps = clauses
            .into_iter()
            .map(|clause| bind::to_table(clause, table));
        Self {
            steps: steps.collect(),
        }
    }

    /// Binds the other clauses, which may refer to columns by their fields.
    pub(crate) fn bind_to_plan(&mut self, table: &Table, plan: &[PlannedColumn]) {
        let planned = Planned {
            table,
            plan,
            dates: self.date_order(),
        };
        for step in &mut self.steps {
            bind::to_plan(step, &planned);
        }
        self.refuse_parts();
    }

    /// Refuses every part of a clause if one part cannot run. A clause is never applied in part.
    fn refuse_parts(&mut self) {
        let refused: Vec<(String, ClauseProblem)> = self
            .steps
            .iter()
            .filter_map(|step| Some((step.clause.clone(), step.refused.clone()?)))
            .collect();
        for (clause, problem) in refused {
            let parts = self.steps.iter_mut().filter(|step| step.clause == clause);
            for part in parts.filter(|part| part.refused.is_none()) {
                part.refused = Some(problem.clone());
            }
        }
    }

    /// Returns the order of dates in the prompt. The last clause counts.
    fn date_order(&self) -> Option<DateOrder> {
        let mut steps = self.steps.iter().rev();
        steps.find_map(|step| match &step.instruction {
            Some(Instruction::Dates(order)) => Some(*order),
            _ => None,
        })
    }

    /// Returns the separator of skills in the prompt. The last clause counts.
    pub(crate) fn skill_separator(&self) -> Option<String> {
        self.steps
            .iter()
            .rev()
            .find_map(|step| match &step.instruction {
                Some(Instruction::SplitSkills(separator)) => Some(separator.clone()),
                _ => None,
            })
    }

    /// Returns the columns that the prompt maps. A later clause overrides an earlier one.
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

    /// Returns whether the prompt gives every job a title.
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

    /// Returns the clause that leaves a record out, if one does.
    pub(crate) fn skips(&mut self, record: &Record) -> Option<String> {
        let mut clause = None;
        for step in self.steps.iter_mut().filter(|step| step.refused.is_none()) {
            let only = match &step.instruction {
                Some(Instruction::Skip(_)) => false,
                Some(Instruction::Only(_)) => true,
                _ => continue,
            };
            let holds = step.filter.as_ref().map(|filter| filter.holds(record));
            if holds == Some(!only) && step.scope.includes(record) {
                step.rows += 1;
                clause = clause.or_else(|| Some(step.clause.clone()));
            }
        }
        clause
    }

    /// Returns the record with replaced values, if the prompt replaces any. Values are replaced before the record is read.
    pub(crate) fn map_values(&mut self, record: &Record) -> Option<Record> {
        let mut mapped: Option<Record> = None;
        for step in self.steps.iter_mut().filter(|step| step.refused.is_none()) {
            if !step.scope.includes(record) {
                continue;
            }
            if let Some(Instruction::ValueMap { from, to, .. }) = &step.instruction {
                let record = mapped.get_or_insert_with(|| record.clone());
                step.rows += u32::from(change::map_cells(from, to, &step.columns, record));
            }
        }
        mapped
    }

    /// Changes a job according to the prompt.
    pub(crate) fn apply(&mut self, record: &Record, job: &mut RawJob, vocabulary: &Vocabulary) {
        for (index, step) in self.steps.iter_mut().enumerate() {
            if step.refused.is_some() || !step.scope.includes(record) {
                continue;
            }
            if let Some(instruction) = &step.instruction
                && change::run(
                    instruction,
                    &step.columns,
                    record,
                    job,
                    Source::Clause(index),
                    vocabulary,
                )
            {
                step.rows += 1;
            }
        }
    }

    /// Returns the outcome of every clause.
    pub(crate) fn outcomes(self) -> Vec<Clause> {
        self.steps.into_iter().map(outcomes::outcome).collect()
    }
}

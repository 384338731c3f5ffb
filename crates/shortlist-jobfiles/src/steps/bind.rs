//! Binds names in clauses to the columns of a table.

use super::Step;
use super::select::{BoundScope, Planned, bind_found};
use crate::columns::{find_column, no_such_column};
use crate::fields::Field;
use crate::fold::fold;
use crate::instruction::{ClauseProblem, DateOrder, Instruction, ParsedClause};
use crate::plan::PlannedColumn;
use crate::table::{FileFormat, Table};
use crate::values::{is_blank, iso_date};

/// The number of records that are used to detect a date column.
const DATE_RECORDS: usize = 50;

/// Binds the clauses that affect the plan: mapped columns and the layout.
pub(super) fn to_table(clause: ParsedClause, table: &Table) -> Step {
    let mut step = Step {
        clause: clause.text,
        instruction: clause.instruction,
        translated: clause.translated,
        columns: Vec::new(),
        filter: None,
        scope: BoundScope::default(),
        wanted_scope: clause.scope,
        refused: None,
        rows: 0,
    };
    match &step.instruction {
        Some(Instruction::MapColumn { column, .. }) => match find_column(table, column) {
            Some(index) => step.columns.push(index),
            None => step.refused = Some(no_such_column(table, column)),
        },
        Some(Instruction::Sheet(name)) => step.refused = no_such_sheet(table, name),
        Some(Instruction::HeaderRow(_) | Instruction::SkipRows(_))
            if table.format == FileFormat::Json =>
        {
            step.refused = Some(ClauseProblem::NoHeaderRow);
        }
        _ => {}
    }
    step
}

fn no_such_sheet(table: &Table, name: &str) -> Option<ClauseProblem> {
    if table.format != FileFormat::Xlsx {
        return Some(ClauseProblem::NoSheets);
    }
    let wanted = fold(name);
    let is = |sheet: &Option<String>| sheet.as_deref().map(fold).as_ref() == Some(&wanted);
    let by_number = name
        .parse()
        .is_ok_and(|number| table.sheet_number == Some(number));
    (!is(&table.sheet) && !by_number).then(|| ClauseProblem::NoSuchSheet {
        name: name.to_owned(),
        all: table.sheets.clone(),
    })
}

/// Binds all other names, each of a column or of a field that a column fills.
pub(super) fn to_plan(step: &mut Step, planned: &Planned<'_>) {
    if step.refused.is_some() {
        return;
    }
    if let Err(problem) = bind_columns(step, planned).and_then(|()| bind_scope(step, planned)) {
        step.refused = Some(problem);
    }
}

fn bind_scope(step: &mut Step, planned: &Planned<'_>) -> Result<(), ClauseProblem> {
    step.scope = BoundScope::bind(&step.wanted_scope, planned)?;
    Ok(())
}

fn bind_columns(step: &mut Step, planned: &Planned<'_>) -> Result<(), ClauseProblem> {
    match &step.instruction {
        Some(Instruction::Combine { columns, .. }) => {
            for name in columns {
                step.columns.extend(planned.columns(name)?);
            }
        }
        Some(Instruction::Skip(condition) | Instruction::Only(condition)) => {
            step.filter = Some(bind_found(condition, planned)?);
        }
        Some(Instruction::ValueMap { column, .. }) => {
            step.columns = match column {
                Some(name) => planned.columns(name)?,
                None => mapped_by_default(planned.plan),
            };
        }
        Some(Instruction::Dates(order)) => step.columns = date_columns(planned.table, *order),
        _ => {}
    }
    Ok(())
}

/// Returns the columns of a value map without a column: all except those that name or describe the job.
fn mapped_by_default(plan: &[PlannedColumn]) -> Vec<usize> {
    let named = |column: &PlannedColumn| {
        matches!(
            column.field,
            Some(Field::Title | Field::Code | Field::Description | Field::DescriptionPart)
        )
    };
    let columns = plan.iter().enumerate();
    columns
        .filter(|(_, column)| !named(column))
        .map(|(index, _)| index)
        .collect()
}

/// Returns the columns in which most cells are dates in this order. In other columns, `1.2.3` may be a version.
fn date_columns(table: &Table, order: DateOrder) -> Vec<usize> {
    let holds_dates = |column: &usize| {
        let cells = table.records.iter().map(|record| record.get(*column));
        let cells: Vec<&str> = cells
            .filter(|cell| !is_blank(cell))
            .take(DATE_RECORDS)
            .collect();
        let dates = cells.iter().filter(|cell| iso_date(cell, order).is_some());
        let dates = dates.count();
        dates > 0 && dates * 2 >= cells.len()
    };
    (0..table.columns.len()).filter(holds_dates).collect()
}

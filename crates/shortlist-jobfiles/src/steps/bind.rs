//! Binds names in clauses to the columns of a table.

use super::Step;
use crate::columns::{find_column, no_such_column};
use crate::fields::Field;
use crate::fold::fold;
use crate::instruction::{DateOrder, Instruction, ParsedClause};
use crate::plan::PlannedColumn;
use crate::prompt::field_named;
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
            step.refused = Some("a JSON file has no header row".to_owned());
        }
        _ => {}
    }
    step
}

fn no_such_sheet(table: &Table, name: &str) -> Option<String> {
    if table.format != FileFormat::Xlsx {
        return Some("the file has no sheets".to_owned());
    }
    let wanted = fold(name);
    let is = |sheet: &Option<String>| sheet.as_deref().map(fold).as_ref() == Some(&wanted);
    let by_number = name
        .parse()
        .is_ok_and(|number| table.sheet_number == Some(number));
    (!is(&table.sheet) && !by_number).then(|| {
        let sheets: Vec<_> = table
            .sheets
            .iter()
            .map(|name| format!("{name:?}"))
            .collect();
        format!(
            "there is no sheet {name:?}; the sheets are {}",
            sheets.join(", ")
        )
    })
}

/// Binds all other names, each of a column or of a field that a column fills.
pub(super) fn to_plan(step: &mut Step, table: &Table, plan: &[PlannedColumn]) {
    let names: Vec<&str> = match &step.instruction {
        Some(Instruction::Combine { columns, .. }) => columns.iter().map(String::as_str).collect(),
        Some(Instruction::Skip(condition) | Instruction::Only(condition)) => {
            condition.column.as_deref().into_iter().collect()
        }
        Some(Instruction::ValueMap { column, .. }) => {
            if column.is_none() {
                step.columns = mapped_by_default(plan);
                return;
            }
            column.as_deref().into_iter().collect()
        }
        Some(Instruction::Dates(order)) => {
            step.columns = date_columns(table, *order);
            return;
        }
        _ => return,
    };
    let mut columns = Vec::new();
    for name in names {
        match find_column(table, name)
            .map(|index| vec![index])
            .or_else(|| planned_for(plan, name))
        {
            Some(found) => columns.extend(found),
            None => {
                step.refused = Some(no_such_column(table, name));
                return;
            }
        }
    }
    step.columns = columns;
}

/// Returns the columns that fill the field with this name. "location" includes all parts of the location.
fn planned_for(plan: &[PlannedColumn], name: &str) -> Option<Vec<usize>> {
    let wanted = field_named(name)?;
    let is_part = |field: Field| {
        matches!(
            field,
            Field::City | Field::Region | Field::Country | Field::Area
        )
    };
    let columns: Vec<usize> = plan
        .iter()
        .enumerate()
        .filter(|(_, column)| {
            column.field.is_some_and(|field| {
                field == wanted || (wanted == Field::Location && is_part(field))
            })
        })
        .map(|(index, _)| index)
        .collect();
    Some(columns).filter(|columns| !columns.is_empty())
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

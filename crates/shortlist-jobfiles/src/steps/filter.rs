//! Evaluates the condition of a filter.

use crate::fold::fold;
use crate::instruction::{Condition, Test};
use crate::status::is_same_word;
use crate::table::Record;
use crate::values::is_blank;

/// Returns whether a record meets a condition in these columns. Without columns, any cell may meet it.
pub(super) fn holds(condition: &Condition, columns: &[usize], record: &Record) -> bool {
    let cells: Vec<&str> = match columns {
        [] => record.cells().map(|(_, text)| text).collect(),
        columns => columns.iter().map(|column| record.get(*column)).collect(),
    };
    let is = |cell: &str, values: &[String]| values.iter().any(|value| is_value(cell, value));
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

/// Returns whether a cell is a value, ignoring case, punctuation and endings: `Ouverte` matches `ouvertes`.
fn is_value(cell: &str, value: &str) -> bool {
    let (cell, value) = (cell.trim(), value.trim());
    cell.eq_ignore_ascii_case(value) || (!fold(value).is_empty() && is_same_word(cell, value))
}

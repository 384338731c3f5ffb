//! Finds columns by the names that a prompt uses.

use super::fold::fold;
use super::table::{FileFormat, Table};

/// The minimum similarity (Jaro-Winkler) of a column name that is suggested instead of an unknown one.
const MIN_LIKENESS: f64 = 0.85;

/// The maximum number of columns that a message lists.
const MAX_LISTED: usize = 40;

/// Returns the index of the column with a name, ignoring case, spaces and punctuation.
pub(crate) fn find_column(table: &Table, name: &str) -> Option<usize> {
    let wanted = fold(name);
    let by = |matches: &dyn Fn(&str) -> bool| {
        table
            .columns
            .iter()
            .position(|column| matches(&column.name) || matches(&column.alias))
    };
    by(&|name: &str| name.trim() == wanted.trim())
        .or_else(|| by(&|name: &str| !wanted.is_empty() && fold(name) == wanted))
        .or_else(|| {
            by(&|name: &str| {
                !wanted.is_empty() && fold(name).replace(' ', "") == wanted.replace(' ', "")
            })
        })
        .or_else(|| by(&|column: &str| column.trim() == name.trim()))
        .or_else(|| {
            lettered(name)
                .filter(|index| *index < table.columns.len() && table.format != FileFormat::Json)
        })
}

/// Returns the index of a column that is named as in a spreadsheet: `B`, `AC`.
fn lettered(name: &str) -> Option<usize> {
    let letters = name.trim();
    if letters.is_empty() || letters.len() > 2 || !letters.bytes().all(|c| c.is_ascii_uppercase()) {
        return None;
    }
    let index = |index: usize, letter: u8| index * 26 + usize::from(letter - b'A') + 1;
    letters.bytes().fold(0, index).checked_sub(1)
}

/// Returns the message for an unknown column. It suggests the most similar column and lists all of them.
pub(crate) fn no_such_column(table: &Table, name: &str) -> String {
    let wanted = fold(name);
    let nearest = table
        .columns
        .iter()
        .map(|column| (strsim::jaro_winkler(&fold(&column.name), &wanted), column))
        .filter(|(likeness, _)| *likeness >= MIN_LIKENESS)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let list = column_list(table);
    match nearest {
        Some((_, column)) => format!(
            "there is no column {name:?}; did you mean {:?}? The columns are {list}",
            column.name
        ),
        None => format!("there is no column {name:?}; the columns are {list}"),
    }
}

/// Returns the headers of a table, for a message.
pub(crate) fn column_list(table: &Table) -> String {
    let mut list = table
        .columns
        .iter()
        .take(MAX_LISTED)
        .map(|column| format!("{:?}", column.name))
        .collect::<Vec<_>>()
        .join(", ");
    if table.columns.len() > MAX_LISTED {
        list.push_str(", …");
    }
    list
}

//! Finds columns by the names that a prompt uses.

use super::fold::fold;
use super::instruction::{ClauseProblem, ListedColumns};
use super::table::{FileFormat, Table};

/// The minimum similarity (Jaro-Winkler) of a column name that is suggested instead of an unknown one.
const MIN_LIKENESS: f64 = 0.85;

/// The maximum number of columns that a problem lists.
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

/// Returns the problem of an unknown column. It suggests the most similar column.
pub(crate) fn no_such_column(table: &Table, name: &str) -> ClauseProblem {
    let wanted = fold(name);
    let nearest = table
        .columns
        .iter()
        .map(|column| (strsim::jaro_winkler(&fold(&column.name), &wanted), column))
        .filter(|(likeness, _)| *likeness >= MIN_LIKENESS)
        .max_by(|a, b| a.0.total_cmp(&b.0));
    ClauseProblem::NoSuchColumn {
        name: name.to_owned(),
        nearest: nearest.map(|(_, column)| column.name.clone()),
        all: listed_columns(table),
    }
}

/// Returns the headers of a table.
pub(crate) fn listed_columns(table: &Table) -> ListedColumns {
    let columns = table.columns.iter().take(MAX_LISTED);
    ListedColumns {
        listed: columns.map(|column| column.name.clone()).collect(),
        is_cut: table.columns.len() > MAX_LISTED,
    }
}

//! Columns by the names that a prompt gives them.

use super::fold::fold;
use super::table::{FileFormat, Table};

/// How alike two names must be for one to be suggested for the other (Jaro-Winkler).
const MIN_LIKENESS: f64 = 0.85;

/// How many columns a message lists.
const MAX_LISTED: usize = 40;

/// The column of a name; case, blanks and punctuation aside.
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
                .filter(|place| *place < table.columns.len() && table.format != FileFormat::Json)
        })
}

/// The place of a column that is named as spreadsheets do: `B`, `AC`.
fn lettered(name: &str) -> Option<usize> {
    let letters = name.trim();
    if letters.is_empty() || letters.len() > 2 || !letters.bytes().all(|c| c.is_ascii_uppercase()) {
        return None;
    }
    let place = |place: usize, letter: u8| place * 26 + usize::from(letter - b'A') + 1;
    letters.bytes().fold(0, place).checked_sub(1)
}

/// Says that there is no such column, which there are, and which may be meant.
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

/// The headers of a table, for a message.
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

//! Columns by the names that a prompt gives them.

use super::fold::fold;
use super::table::Table;

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
}

/// Says that there is no such column, which there are, and which may be meant.
pub(crate) fn no_such_column(table: &Table, name: &str) -> String {
    let wanted = fold(name);
    let nearest = table
        .columns
        .iter()
        .map(|column| (strsim::jaro_winkler(&fold(&column.name), &wanted), column))
        .filter(|(likeness, _)| *likeness >= MIN_LIKENESS)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, column)| format!("; did you mean {:?}?", column.name))
        .unwrap_or_default();
    format!(
        "there is no column {name:?}{nearest} The columns are {}",
        column_list(table)
    )
    .replacen(
        " The columns",
        if nearest.is_empty() {
            "; the columns"
        } else {
            " The columns"
        },
        1,
    )
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

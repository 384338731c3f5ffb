//! Problems of a file of categories.

use crate::{CategoryProblem, CellProblem, TableProblem};

/// Returns the problems of a table, and how many are not among them, each as a line.
pub fn table_lines(table: &TableProblem) -> Vec<String> {
    let mut lines: Vec<String> = table.listed.iter().map(cell_problem).collect();
    if table.more > 0 {
        lines.push(format!("and {} more", table.more));
    }
    lines
}

/// Returns the problem of a row or a cell.
fn cell_problem(cell: &CellProblem) -> String {
    let CellProblem {
        row,
        column,
        problem,
    } = cell;
    match column {
        None => format!("row {row}: {problem}"),
        Some(column) => format!("row {row}, column {column}: {problem}"),
    }
}

/// Returns what is wrong with a row of a file of categories, or with a cell.
pub(super) fn category(problem: &CategoryProblem) -> String {
    use CategoryProblem as P;
    let fixed = match problem {
        P::ColumnTwice(name) => return format!("the column {name} occurs twice"),
        P::UnknownColumn { name, known } => {
            return format!(
                "unknown column {name}; the columns are {}",
                known.join(", ")
            );
        }
        P::NoKeyColumn(columns) => {
            return format!("is missing; give {}", columns.join(" or "));
        }
        P::NoAnswerColumn(columns) => {
            return format!("is missing; give {} or both", columns.join(", "));
        }
        P::NoKey(columns) => return format!("is empty; give {}", columns.join(" or ")),
        P::SamePerson(row) => {
            return format!("names the same person as row {row}; keep one of the rows");
        }
        P::Contradicts(row) => {
            return format!("contradicts row {row}, which gives other answers of the same person");
        }
        P::CellCount { cells, columns } => {
            return format!("has {cells} cells, but the header has {columns}");
        }
        P::NotCommas => "the cells are not separated by commas; save the file as CSV with commas",
        P::NoSuchCandidate => "names no candidate of this organization",
        P::OtherEmailAddress => "is not the e-mail address of the candidate with this code",
        P::NotUtf8 => "is not UTF-8; save the file as CSV in UTF-8",
        P::Unreadable => "could not be read",
    };
    fixed.to_owned()
}

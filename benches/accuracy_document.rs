//! The accuracy report as a document, and the parsing of its figures.

use std::fmt::Write;

use crate::matching::ListMarks;
use crate::scoreboard::{FIELDS, LISTS, Marks, Row};

/// The text above the tables.
const HEAD: &str = include_str!("accuracy_head.md");
/// The percentage below which a figure is set in bold, because it needs work.
const WEAK: usize = 90;

/// Returns the document.
pub fn document(rows: &[Vec<Row>; 4]) -> String {
    let mut text = String::from(HEAD);
    let titles = ["", "By layout", "By language", "By format"];
    for (title, rows) in titles.iter().zip(rows) {
        if !title.is_empty() {
            text.push_str(&format!("\n## {title}\n"));
        }
        text.push_str(&table(rows));
        text.push_str(&table_of_lists(rows));
    }
    text
}

fn table(rows: &[Row]) -> String {
    let mut text = head_of_table(&format!("resumes | {}", FIELDS.join(" | ")));
    for row in rows {
        let marks = &row.marks;
        let right = marks.right.map(|right| share(right, marks.resumes));
        // Writing to a string does not fail.
        let _written = writeln!(
            text,
            "| {} | {} | {} |",
            row.name,
            marks.resumes,
            right.join(" | "),
        );
    }
    text
}

fn table_of_lists(rows: &[Row]) -> String {
    let columns = LISTS.map(|list| format!("{list} found | reported {list} that are listed"));
    let mut text = head_of_table(&columns.join(" | "));
    for row in rows {
        let cells = row.marks.lists.map(|list| {
            let [found, reported] = [list.listed, list.reported].map(|of| share(list.found, of));
            format!("{found} | {reported}")
        });
        let _written = writeln!(text, "| {} | {} |", row.name, cells.join(" | "));
    }
    text
}

/// Returns the first two lines of a table.
pub fn head_of_table(columns: &str) -> String {
    let count = columns.split('|').count();
    format!("\n| | {columns} |\n|---|{}\n", "---:|".repeat(count))
}

/// Returns `93 % (14/15)`, in bold if it is weak.
pub fn share(part: usize, whole: usize) -> String {
    let percent = (part * 100).checked_div(whole).unwrap_or(100);
    let bold = if percent < WEAK { "**" } else { "" };
    format!("{bold}{percent} %{bold} ({part}/{whole})")
}

/// Parses the figures of a document: the name and the marks of each row. A name has two rows, one of them with lists.
pub fn figures(document: &str) -> Vec<(String, Marks)> {
    let mut found: Vec<(String, Marks)> = Vec::new();
    for line in document.lines() {
        if let Some(figure) = fields_of(line) {
            found.push(figure);
        } else if let Some((name, lists)) = lists_of(line)
            && let Some((_, marks)) = found.iter_mut().find(|(known, _)| *known == name)
        {
            marks.lists = lists;
        }
    }
    found
}

fn fields_of(line: &str) -> Option<(String, Marks)> {
    let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
    let name = cells.next()?.to_owned();
    let mut marks = Marks {
        resumes: cells.next()?.parse().ok()?,
        ..Marks::default()
    };
    for right in &mut marks.right {
        *right = fraction(cells.next()?)?.0;
    }
    Some((name, marks))
}

fn lists_of(line: &str) -> Option<(String, [ListMarks; 4])> {
    let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
    let name = cells.next()?.to_owned();
    let mut lists = [ListMarks::default(); 4];
    for list in &mut lists {
        (list.found, list.listed) = fraction(cells.next()?)?;
        list.reported = fraction(cells.next()?)?.1;
    }
    Some((name, lists))
}

fn fraction(cell: &str) -> Option<(usize, usize)> {
    let (_, fraction) = cell.split_once('(')?;
    let (part, whole) = fraction.strip_suffix(')')?.split_once('/')?;
    Some((part.parse().ok()?, whole.parse().ok()?))
}

/// Describes the figures that are worse than in a document.
pub fn worse(rows: &[Vec<Row>; 4], document: &str) -> Vec<String> {
    let committed = figures(document);
    let mut found = Vec::new();
    for row in rows.iter().flatten() {
        let Some((_, was)) = committed.iter().find(|(name, _)| name == row.name) else {
            found.push(format!("{} is not in the document", row.name));
            continue;
        };
        let is = &row.marks;
        let listed = |marks: &Marks| marks.lists.map(|list| list.listed);
        if (is.resumes, listed(is)) != (was.resumes, listed(was)) {
            found.push(format!("{} sums up other resumes", row.name));
            continue;
        }
        let fields = FIELDS.iter().zip(is.right).zip(was.right);
        found.extend(
            fields
                .filter(|((_, is), was)| is < was)
                .map(|((field, is), was)| {
                    format!(
                        "{}: {field} fell from {was} to {is} of {}",
                        row.name, row.marks.resumes
                    )
                }),
        );
        let lists = LISTS.iter().zip(is.lists).zip(was.lists);
        found.extend(lists.flat_map(|((list, is), was)| worse_list(row.name, list, is, was)));
    }
    found
}

/// Describes what is worse about one list of a row: fewer entries found, or more made up.
fn worse_list(row: &str, list: &str, is: ListMarks, was: ListMarks) -> Vec<String> {
    let mut worse = Vec::new();
    if is.found < was.found {
        let (was, is) = (was.found, is.found);
        worse.push(format!("{row}: {list} found fell from {was} to {is}"));
    }
    let [invented, before] = [is, was].map(|marks| marks.reported - marks.found);
    if invented > before {
        worse.push(format!(
            "{row}: {list} made up rose from {before} to {invented}"
        ));
    }
    worse
}

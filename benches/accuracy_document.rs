//! The accuracy report as a document, and the parsing of its figures.

use std::fmt::Write;

use crate::scoreboard::{FIELDS, Marks, Row};

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
    }
    text
}

fn table(rows: &[Row]) -> String {
    let mut text = format!(
        "\n| | resumes | {} | skills found | reported skills that are listed |\n",
        FIELDS.join(" | ")
    );
    text.push_str(&format!("|---|{}\n", "---:|".repeat(FIELDS.len() + 3)));
    for row in rows {
        let marks = &row.marks;
        let right = marks.right.map(|right| share(right, marks.resumes));
        // Writing to a string does not fail.
        let _written = writeln!(
            text,
            "| {} | {} | {} | {} | {} |",
            row.name,
            marks.resumes,
            right.join(" | "),
            share(marks.found, marks.listed),
            share(marks.found, marks.reported)
        );
    }
    text
}

/// Returns `93 % (14/15)`, in bold if it is weak.
fn share(part: usize, whole: usize) -> String {
    let percent = (part * 100).checked_div(whole).unwrap_or(100);
    let bold = if percent < WEAK { "**" } else { "" };
    format!("{bold}{percent} %{bold} ({part}/{whole})")
}

/// Parses the figures of a document: the name and the marks of each row.
pub fn figures(document: &str) -> Vec<(String, Marks)> {
    document.lines().filter_map(figure).collect()
}

fn figure(line: &str) -> Option<(String, Marks)> {
    let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
    let name = cells.next()?.to_owned();
    let mut marks = Marks {
        resumes: cells.next()?.parse().ok()?,
        ..Marks::default()
    };
    for right in &mut marks.right {
        *right = fraction(cells.next()?)?.0;
    }
    (marks.found, marks.listed) = fraction(cells.next()?)?;
    marks.reported = fraction(cells.next()?)?.1;
    Some((name, marks))
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
        if (is.resumes, is.listed) != (was.resumes, was.listed) {
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
        if is.found < was.found {
            found.push(format!(
                "{}: skills found fell from {} to {}",
                row.name, was.found, is.found
            ));
        }
        let (invented, before) = (is.reported - is.found, was.reported - was.found);
        if invented > before {
            found.push(format!(
                "{}: skills made up rose from {before} to {invented}",
                row.name
            ));
        }
    }
    found
}

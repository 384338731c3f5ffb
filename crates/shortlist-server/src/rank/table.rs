//! A ranking as a table for the terminal.
//!
//! Invariant: what is printed of a resume contains no control characters, so that it cannot control the terminal.

use shortlist_domain::CriterionScore;

use super::ranking::{RankedResume, Ranking};
use crate::explain::printable;

/// The maximum width of a name, in characters.
const MAX_NAME_CHARS: usize = 32;

/// Returns a table with a line for each resume, and below it the files without a score.
pub(super) fn text(ranking: &Ranking) -> String {
    let Some(first) = ranking.resumes.first() else {
        return unreadable(ranking);
    };
    let mut rows = vec![heading(first)];
    rows.extend(ranking.ranked().map(|(rank, ranked)| row(rank, ranked)));
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<usize> = (0..columns).map(|column| width(&rows, column)).collect();
    let lines: Vec<String> = rows.iter().map(|row| line(row, &widths)).collect();
    let table = lines.join("\n");
    if ranking.unreadable.is_empty() {
        table
    } else {
        format!("{table}\n\n{}", unreadable(ranking))
    }
}

fn heading(first: &RankedResume) -> Vec<String> {
    let criteria = first.receipt.criteria.iter();
    let criteria = criteria.map(|criterion| printable(&criterion.criterion));
    let mut cells = vec!["rank".to_owned(), "score".to_owned()];
    cells.extend(criteria);
    cells.extend(["name".to_owned(), "file".to_owned()]);
    cells
}

fn row(rank: usize, ranked: &RankedResume) -> Vec<String> {
    let points = |criterion: &CriterionScore| format!("{:.1}", criterion.contribution.to_f64());
    let name = printable(ranked.name.as_deref().unwrap_or("-"));
    let mut cells = vec![rank.to_string(), ranked.receipt.score.to_string()];
    cells.extend(ranked.receipt.criteria.iter().map(points));
    cells.push(name.chars().take(MAX_NAME_CHARS).collect());
    cells.push(printable(&ranked.file));
    cells
}

fn width(rows: &[Vec<String>], column: usize) -> usize {
    let cells = rows.iter().filter_map(|row| row.get(column));
    cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
}

/// Returns a row with numbers to the right, and the last two cells to the left.
fn line(row: &[String], widths: &[usize]) -> String {
    let texts = row.len().saturating_sub(2);
    let cells = row.iter().zip(widths).enumerate();
    let cells: Vec<String> = cells
        .map(|(column, (cell, width))| {
            if column < texts {
                format!("{cell:>width$}")
            } else {
                format!("{cell:<width$}")
            }
        })
        .collect();
    cells.join("  ").trim_end().to_owned()
}

fn unreadable(ranking: &Ranking) -> String {
    let lines = ranking.unreadable.iter();
    let lines: Vec<String> = lines
        .map(|(file, reason)| format!("not ranked: {}: {}", printable(file), printable(reason)))
        .collect();
    lines.join("\n")
}

//! Leaves out what pages repeat at their top and bottom: letterheads, running titles and page numbers.
//!
//! In the order of reading, such rows are in the middle of an entry that a page break divides. A row at the top stays on the
//! first of its pages, and a row at the bottom on the last.

use super::runs::PdfRun;

/// Pages that have this many rows in common at an edge are copies of each other.
const MAX_ROWS: usize = 8;
/// Baselines closer than this are the same, in points.
const SAME_BASELINE: f32 = 1.0;

/// The top or the bottom of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    Top,
    Bottom,
}

/// A row near an edge: its baseline, and its text without spaces.
#[derive(Debug, Default)]
struct EdgeRow {
    y: f32,
    text: String,
}

/// Leaves out the rows that pages repeat.
pub(super) fn leave_out_repeated(pages: &mut [Vec<PdfRun>]) {
    if pages.len() < 2 {
        return;
    }
    for edge in [Edge::Top, Edge::Bottom] {
        let limits = repeated_limits(pages, edge);
        for (page, limit) in pages.iter_mut().zip(limits) {
            if let Some(limit) = limit {
                page.retain(|run| run.rotation != 0 || is_inside(run.y, limit, edge));
            }
        }
    }
}

/// Returns whether a baseline is further from the edge than a limit.
fn is_inside(y: f32, limit: f32, edge: Edge) -> bool {
    match edge {
        Edge::Top => y > limit + SAME_BASELINE,
        Edge::Bottom => y < limit - SAME_BASELINE,
    }
}

/// Returns for each page the baseline of the last row, counted from the edge, that another page repeats.
fn repeated_limits(pages: &[Vec<PdfRun>], edge: Edge) -> Vec<Option<f32>> {
    let rows: Vec<Vec<EdgeRow>> = pages.iter().map(|page| edge_rows(page, edge)).collect();
    let pairs: Vec<Option<(f32, f32)>> = rows
        .iter()
        .zip(rows.iter().skip(1))
        .map(|(page, next)| last_in_common(page, next))
        .collect();
    let is_common = |pair: Option<usize>| {
        let pair = pair.and_then(|pair| pairs.get(pair));
        pair.is_some_and(Option::is_some)
    };
    let mut limits = vec![None; pages.len()];
    for (number, pair) in pairs.iter().enumerate() {
        // Two pages in the middle may begin with the same job title.
        let is_series =
            number == 0 || is_common(number.checked_sub(1)) || is_common(Some(number + 1));
        let Some((first, second)) = pair.filter(|_| is_series) else {
            continue;
        };
        let (page, limit) = match edge {
            Edge::Top => (number + 1, second),
            Edge::Bottom => (number, first),
        };
        if let Some(known) = limits.get_mut(page) {
            *known = Some(limit);
        }
    }
    limits
}

/// Returns the rows nearest to an edge, beginning at the edge.
fn edge_rows(page: &[PdfRun], edge: Edge) -> Vec<EdgeRow> {
    let upright = page.iter().filter(|run| run.rotation == 0 && !run.is_blank);
    let mut runs: Vec<&PdfRun> = upright.collect();
    runs.sort_by(|one, other| match edge {
        Edge::Top => one.y.total_cmp(&other.y),
        Edge::Bottom => other.y.total_cmp(&one.y),
    });
    let in_row = |one: &&PdfRun, other: &&PdfRun| (one.y - other.y).abs() <= SAME_BASELINE;
    let rows = runs.chunk_by_mut(in_row).take(MAX_ROWS);
    rows.map(|row| {
        row.sort_by(|one, other| one.x.total_cmp(&other.x));
        let letters = row.iter().flat_map(|run| run.text.chars());
        EdgeRow {
            y: row
                .iter()
                .map(|run| run.y)
                .fold(f32::NAN, |known, y| match edge {
                    Edge::Top => known.max(y),
                    Edge::Bottom => known.min(y),
                }),
            text: letters.filter(|c| !c.is_whitespace()).collect(),
        }
    })
    .collect()
}

/// Returns the baselines of the last row that two pages have in common, counted from the edge.
fn last_in_common(page: &[EdgeRow], next: &[EdgeRow]) -> Option<(f32, f32)> {
    let rows = page.iter().zip(next);
    let common = rows.take_while(|(one, other)| {
        (one.y - other.y).abs() <= SAME_BASELINE && are_repeated(&one.text, &other.text)
    });
    let count = common.clone().count();
    let (last, last_of_next) = common.last().filter(|_| count < MAX_ROWS)?;
    Some((last.y, last_of_next.y))
}

/// Returns whether a text is that of the page before, except for the number of the page: `Page1of3`, `Page2of3`.
fn are_repeated(before: &str, text: &str) -> bool {
    let mut parts = digit_parts(before).zip(digit_parts(text));
    let are_same = parts.all(|(one, other)| {
        let numbers = one.parse::<u32>().ok().zip(other.parse::<u32>().ok());
        one == other || numbers.is_some_and(|(one, other)| one.checked_add(1) == Some(other))
    });
    are_same && digit_parts(before).count() == digit_parts(text).count()
}

/// Returns the longest parts of a text with and without digits.
fn digit_parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let is_digit = rest.chars().next()?.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != is_digit);
        let (part, after) = rest.split_at_checked(end.unwrap_or(rest.len()))?;
        rest = after;
        Some(part)
    })
}

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

/// A row near an edge.
#[derive(Debug)]
struct EdgeRow<'a> {
    /// The baseline furthest from the edge.
    y: f32,
    /// The runs in the order of their baselines, from the edge.
    runs: Vec<&'a PdfRun>,
}

impl EdgeRow<'_> {
    /// Returns the text without spaces.
    fn text(&self) -> String {
        let mut runs = self.runs.clone();
        runs.sort_by(|one, other| one.x.total_cmp(&other.x));
        let letters = runs.iter().flat_map(|run| run.text.chars());
        letters.filter(|c| !c.is_whitespace()).collect()
    }
}

/// How a row repeats the one of the page before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Repetition {
    /// Word by word.
    Same,
    /// With the number of its own page, as in `Page 2 of 3`.
    Numbered,
}

/// The rows at an edge that a page has in common with the next, counted from the edge.
#[derive(Debug, Default)]
struct Common {
    rows: usize,
    /// The rows up to the last one with a page number, which no other page has to confirm.
    numbered: usize,
}

/// Leaves out the rows that pages repeat.
pub(super) fn leave_out(pages: &mut [Vec<PdfRun>]) {
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
    let rows: Vec<Vec<EdgeRow<'_>>> = pages.iter().map(|page| edge_rows(page, edge)).collect();
    let pairs = (1..).zip(rows.iter().zip(rows.iter().skip(1)));
    let common = pairs.map(|(number, (page, next))| in_common(page, next, number));
    let common: Vec<Common> = common.collect();
    let count = |pair: Option<usize>| {
        pair.and_then(|pair| common.get(pair))
            .map_or(0, |it| it.rows)
    };
    let mut limits = vec![None; pages.len()];
    for (pair, found) in common.iter().enumerate() {
        // The first page begins with the person. Two other pages may begin or end with the same job title.
        let begins = edge == Edge::Top && pair == 0;
        let confirmed = count(pair.checked_sub(1)).max(count(Some(pair + 1)));
        let confirmed = if begins {
            found.rows
        } else {
            found.rows.min(confirmed)
        };
        let page = match edge {
            Edge::Top => pair + 1,
            Edge::Bottom => pair,
        };
        let last = confirmed.max(found.numbered).checked_sub(1);
        let row = last.and_then(|last| rows.get(page)?.get(last));
        if let Some(limit) = limits.get_mut(page) {
            *limit = row.map(|row| row.y);
        }
    }
    limits
}

/// Returns the rows nearest to an edge, beginning at the edge.
fn edge_rows(page: &[PdfRun], edge: Edge) -> Vec<EdgeRow<'_>> {
    let upright = page.iter().filter(|run| run.rotation == 0 && !run.is_blank);
    let mut runs: Vec<(f32, &PdfRun)> = upright.map(|run| (run.y, run)).collect();
    // Most pages are drawn from top to bottom, so sorting them in this order is fast.
    runs.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    if edge == Edge::Bottom {
        runs.reverse();
    }
    let in_row = |(one, _): &(f32, _), (other, _): &(f32, _)| (one - other).abs() <= SAME_BASELINE;
    let rows = runs.chunk_by(in_row).take(MAX_ROWS);
    rows.map(|row| EdgeRow {
        y: row.last().map_or(0.0, |(y, _)| *y),
        runs: row.iter().map(|(_, run)| *run).collect(),
    })
    .collect()
}

/// Returns the rows that a page has in common with the next one.
fn in_common(page: &[EdgeRow<'_>], next: &[EdgeRow<'_>], number: u32) -> Common {
    let mut common = Common::default();
    let rows = page.iter().zip(next);
    for (one, other) in rows.take_while(|(one, other)| (one.y - other.y).abs() <= SAME_BASELINE) {
        let Some(repetition) = repetition(&one.text(), &other.text(), number) else {
            break;
        };
        common.rows += 1;
        if repetition == Repetition::Numbered {
            common.numbered = common.rows;
        }
    }
    if common.rows < MAX_ROWS {
        common
    } else {
        Common::default()
    }
}

/// Returns how a text repeats that of the page before, whose number is given.
fn repetition(before: &str, text: &str, number: u32) -> Option<Repetition> {
    let is_number = |part: &str, number: u32| part.parse() == Ok(number);
    let mut numbered = 0;
    let mut parts = digit_parts(before).zip(digit_parts(text));
    let are_same = parts.all(|(one, other)| {
        let is_page = one != other && is_number(one, number) && is_number(other, number + 1);
        numbered += usize::from(is_page);
        one == other || is_page
    });
    let is_repeated = are_same && digit_parts(before).count() == digit_parts(text).count();
    match numbered {
        0 if is_repeated => Some(Repetition::Same),
        1 if is_repeated => Some(Repetition::Numbered),
        _ => None,
    }
}

/// Splits a text into runs of digits and runs of other characters.
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

//! Turns rows into the lines of a block.

use super::bidi::Direction;
use super::characters;
use super::lines::Row;
use crate::{Block, Line, Region};

/// A distance to the line above of more than this share of the usual distance begins a paragraph.
const PARAGRAPH_SHARE: f32 = 1.3;

/// The length of the longest date range, in characters.
const MAX_DATE_CHARS: usize = 28;
/// Lines further apart than this share of the usual distance are separate texts.
const MAX_BREAK: f32 = 1.5;
/// Edges closer than this are the same, in points.
const SAME_EDGE: f32 = 1.5;

/// Turns rows into a block. Each row becomes a line, with a TAB between its segments.
pub(crate) fn block_of(rows: Vec<Row>, region: Region, direction: Direction) -> Block {
    let usual = usual_distance(&rows);
    let rows = with_whole_dates(rows, usual);
    let mut above: Option<f32> = None;
    let lines = rows
        .into_iter()
        .map(|row| {
            let needed = usual.max(row.size() * 1.1) * PARAGRAPH_SHARE;
            let gap_above = above.is_none_or(|y| row.y - y > needed);
            above = Some(row.y);
            line_of(row, gap_above, direction)
        })
        .collect();
    Block { region, lines }
}

/// Joins a date range that a narrow margin broke into two lines: `July 2019 - December` above `2022`.
fn with_whole_dates(rows: Vec<Row>, usual: f32) -> Vec<Row> {
    let mut whole: Vec<Row> = Vec::with_capacity(rows.len());
    for mut row in rows {
        if let Some(above) = whole.last_mut()
            && row.y - above.y < usual.max(row.size()) * MAX_BREAK
            && continues_dates(above, &row)
            && let Some(first) = above.segments.first_mut()
        {
            let mut rest = row.segments.remove(0);
            if let Some(run) = rest.runs.first_mut() {
                run.text.insert(0, ' ');
            }
            first.chars += rest.chars + 1;
            first.runs.append(&mut rest.runs);
        }
        if !row.segments.is_empty() {
            whole.push(row);
        }
    }
    whole
}

/// Returns whether the first cell of a row continues the date range that the row above begins in the same margin.
fn continues_dates(above: &Row, row: &Row) -> bool {
    let (Some(upper), Some(lower)) = (above.segments.first(), row.segments.first()) else {
        return false;
    };
    let is_margin = above.segments.len() > 1
        && (upper.x0 - lower.x0).abs() < SAME_EDGE
        && upper.chars <= MAX_DATE_CHARS
        && lower.chars <= MAX_DATE_CHARS / 2;
    if !is_margin {
        return false;
    }
    let (upper, lower) = (upper.text(), lower.text());
    let has_digit = |text: &str| text.contains(|c: char| c.is_ascii_digit());
    let Some((from, to)) = upper.rsplit_once(['-', '–', '—']) else {
        return false;
    };
    let ends = has_digit(&lower) || to.trim().is_empty();
    has_digit(from) && !has_digit(to) && ends
}

/// Returns the median distance between baselines.
fn usual_distance(rows: &[Row]) -> f32 {
    let mut distances: Vec<f32> = rows
        .windows(2)
        .filter_map(|pair| match pair {
            [upper, lower] => Some(lower.y - upper.y),
            _ => None,
        })
        .collect();
    distances.sort_by(f32::total_cmp);
    distances.get(distances.len() / 2).copied().unwrap_or(0.0)
}

fn line_of(mut row: Row, gap_above: bool, direction: Direction) -> Line {
    if direction == Direction::RightToLeft {
        row.segments.reverse();
    }
    let mut line = Line {
        gap_above,
        ..Line::default()
    };
    for segment in row.segments {
        let starts_cell = !line.runs.is_empty();
        let from = line.runs.len();
        line.runs.extend(segment.runs);
        if let Some(first) = line.runs.get_mut(from) {
            first.starts_cell = starts_cell;
        }
    }
    line.list_item = line.runs.first().is_some_and(|run| {
        let text = run.text.trim_start();
        let mut characters = text.chars();
        characters.next().is_some_and(characters::is_bullet)
            && characters.next().is_none_or(char::is_whitespace)
    });
    line
}

//! From rows to the lines of a block.

use super::bidi::Direction;
use super::characters;
use super::lines::Row;
use crate::{Block, Line, Region};

/// A distance to the line above of more than this share of the usual one begins a paragraph.
const PARAGRAPH_SHARE: f32 = 1.3;

/// Makes a block of rows: each is a line, with a TAB between its segments.
pub(crate) fn block_of(rows: Vec<Row>, region: Region, direction: Direction) -> Block {
    let usual = usual_distance(&rows);
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

/// The middle one of the distances between base lines.
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

//! Reading order: a recursive cut of the page into columns and bands.
//!
//! The longest stretch of rows that a vertical corridor runs through is cut into two columns; what
//! stands above and below are bands. A margin of dates or labels is no column: there a row is read
//! across.

use super::lines::{Row, Segment, rows_of};
use super::rows::block_of;
use super::runs::PdfRun;
use crate::{Block, Region};

/// The narrowest corridor in points.
const MIN_CORRIDOR: f32 = 5.0;
/// Columns have at least this many rows.
const MIN_ROWS: usize = 3;
/// Columns that share base lines have at least this many rows,
const MIN_SHARED_ROWS: usize = 5;
/// this many characters a row,
const MIN_SHARED_CHARS: usize = 14;
/// and this share of the width.
const MIN_SHARED_WIDTH: f32 = 0.2;
/// A column narrower than this share of both is a sidebar.
const SIDEBAR_WIDTH: f32 = 0.45;
/// A label or a date is no longer than this.
const MAX_LABEL_CHARS: usize = 28;
/// Pages with more rows than this are read row by row.
const MAX_ROWS: usize = 600;
/// The deepest recursion.
const MAX_DEPTH: usize = 12;

/// Puts a page's runs into blocks in reading order.
pub(crate) fn arrange(runs: Vec<PdfRun>) -> Vec<Block> {
    let mut turned: Vec<(i32, usize, Vec<PdfRun>)> = Vec::new();
    for run in runs {
        let length = run.text.len();
        match turned.iter_mut().find(|(turn, _, _)| *turn == run.turn) {
            Some((_, total, group)) => {
                *total += length;
                group.push(run);
            }
            None => turned.push((run.turn, length, vec![run])),
        }
    }
    turned.sort_by_key(|(turn, length, _)| (std::cmp::Reverse(*length), *turn));
    let mut blocks = Vec::new();
    for (_, _, group) in turned {
        cut(rows_of(group), Region::Body, 0, &mut blocks);
    }
    blocks
}

fn cut(rows: Vec<Row>, region: Region, depth: usize, blocks: &mut Vec<Block>) {
    if rows.is_empty() {
        return;
    }
    let found = if depth < MAX_DEPTH && (MIN_ROWS..=MAX_ROWS).contains(&rows.len()) {
        best_corridor(&rows)
    } else {
        None
    };
    let Some(corridor) = found else {
        blocks.push(block_of(rows, region));
        return;
    };
    let mut above = rows;
    let mut middle = above.split_off(corridor.first);
    let below = middle.split_off(corridor.end - corridor.first);
    cut(above, region, depth + 1, blocks);
    let (left, right) = part(middle, corridor.centre());
    let (left_width, right_width) = (width_of(&left), width_of(&right));
    let share = left_width.min(right_width) / (left_width + right_width).max(1.0);
    let narrow_left = left_width < right_width;
    let side = |narrow: bool| {
        if narrow && share < SIDEBAR_WIDTH {
            Region::Sidebar
        } else {
            region
        }
    };
    cut(left, side(narrow_left), depth + 1, blocks);
    cut(right, side(!narrow_left), depth + 1, blocks);
    cut(below, region, depth + 1, blocks);
}

/// A gap that runs through the rows `first..end`.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Corridor {
    first: usize,
    end: usize,
    x0: f32,
    x1: f32,
}

impl Corridor {
    fn centre(&self) -> f32 {
        (self.x0 + self.x1) / 2.0
    }

    fn rows(&self) -> usize {
        self.end - self.first
    }
}

/// The corridor through the most rows that parts two columns; the widest of equals.
fn best_corridor(rows: &[Row]) -> Option<Corridor> {
    let mut best: Option<Corridor> = None;
    for first in 0..rows.len() {
        let longest_possible = rows.len() - first;
        if best.is_some_and(|best| best.rows() > longest_possible) {
            break;
        }
        for corridor in corridors_from(rows, first) {
            let better = best.is_none_or(|best| {
                (corridor.rows(), corridor.x1 - corridor.x0) > (best.rows(), best.x1 - best.x0)
            });
            if better && parts_columns(rows, &corridor) {
                best = Some(corridor);
            }
        }
    }
    best
}

/// Every gap that begins at a row, with the last row that it runs through.
fn corridors_from(rows: &[Row], first: usize) -> Vec<Corridor> {
    let mut free: Vec<(f32, f32)> = vec![(f32::MIN, f32::MAX)];
    let mut found = Vec::new();
    for (number, row) in rows.iter().enumerate().skip(first) {
        let mut next = Vec::with_capacity(free.len() + row.segments.len());
        for &(x0, x1) in &free {
            let pieces = without(row, x0, x1);
            // A gap that this row closes, or narrows on both sides, ends here.
            let kept = pieces.iter().any(|piece| inner(*piece));
            if inner((x0, x1)) && !kept {
                found.push(Corridor {
                    first,
                    end: number,
                    x0,
                    x1,
                });
            }
            next.extend(pieces);
        }
        free = next;
        if free.is_empty() {
            return found;
        }
    }
    for (x0, x1) in free {
        if inner((x0, x1)) {
            found.push(Corridor {
                first,
                end: rows.len(),
                x0,
                x1,
            });
        }
    }
    found
}

/// Whether a gap has text on both sides.
fn inner((x0, x1): (f32, f32)) -> bool {
    x0 > f32::MIN && x1 < f32::MAX
}

/// What a row's segments leave of a gap.
fn without(row: &Row, x0: f32, x1: f32) -> Vec<(f32, f32)> {
    let mut pieces = Vec::new();
    let mut from = x0;
    for segment in &row.segments {
        if segment.x1 <= from || segment.x0 >= x1 {
            continue;
        }
        if segment.x0 - from >= MIN_CORRIDOR {
            pieces.push((from, segment.x0));
        }
        from = from.max(segment.x1);
    }
    if x1 - from >= MIN_CORRIDOR {
        pieces.push((from, x1));
    }
    pieces
}

/// What stands on one side of a corridor.
#[derive(Debug, Default)]
struct Side {
    rows: usize,
    segments: usize,
    chars: usize,
    labels: usize,
    x0: Option<f32>,
    x1: Option<f32>,
}

impl Side {
    fn add(&mut self, segment: &Segment, shared: bool) {
        self.segments += 1;
        self.chars += segment.chars;
        self.labels += usize::from(shared && is_label(segment));
        self.x0 = Some(self.x0.map_or(segment.x0, |x| x.min(segment.x0)));
        self.x1 = Some(self.x1.map_or(segment.x1, |x| x.max(segment.x1)));
    }

    fn width(&self) -> f32 {
        self.x1.unwrap_or(0.0) - self.x0.unwrap_or(0.0)
    }
}

fn is_label(segment: &Segment) -> bool {
    if segment.chars > MAX_LABEL_CHARS {
        return false;
    }
    let text = segment.text();
    text.trim_end().ends_with(':') || text.contains(|c: char| c.is_ascii_digit())
}

fn parts_columns(rows: &[Row], corridor: &Corridor) -> bool {
    let centre = corridor.centre();
    let (mut left, mut right) = (Side::default(), Side::default());
    let mut shared = 0;
    for row in rows.iter().take(corridor.end).skip(corridor.first) {
        let on_left = row
            .segments
            .iter()
            .filter(|segment| segment.x1 <= centre)
            .count();
        let both = on_left > 0 && on_left < row.segments.len();
        shared += usize::from(both);
        left.rows += usize::from(on_left > 0);
        right.rows += usize::from(on_left < row.segments.len());
        for segment in &row.segments {
            let side = if segment.x1 <= centre {
                &mut left
            } else {
                &mut right
            };
            side.add(segment, both);
        }
    }
    if left.rows < MIN_ROWS || right.rows < MIN_ROWS {
        return false;
    }
    if [&left, &right]
        .iter()
        .any(|side| side.labels * 2 > side.segments)
    {
        return false;
    }
    let total = left.width() + right.width();
    let fewer = left.rows.min(right.rows);
    shared * 3 <= fewer
        || [&left, &right].iter().all(|side| {
            side.rows >= MIN_SHARED_ROWS
                && side.chars >= MIN_SHARED_CHARS * side.rows
                && side.width() > MIN_SHARED_WIDTH * total
        })
}

/// Parts rows at a corridor.
fn part(rows: Vec<Row>, centre: f32) -> (Vec<Row>, Vec<Row>) {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for row in rows {
        let (on_left, on_right): (Vec<Segment>, Vec<Segment>) = row
            .segments
            .into_iter()
            .partition(|segment| segment.x1 <= centre);
        for (side, segments) in [(&mut left, on_left), (&mut right, on_right)] {
            if let Some(first) = segments.first() {
                side.push(Row {
                    y: first.y,
                    segments,
                });
            }
        }
    }
    (left, right)
}

fn width_of(rows: &[Row]) -> f32 {
    let segments = || rows.iter().flat_map(|row| &row.segments);
    let x0 = segments()
        .map(|segment| segment.x0)
        .fold(f32::MAX, f32::min);
    let x1 = segments()
        .map(|segment| segment.x1)
        .fold(f32::MIN, f32::max);
    (x1 - x0).max(0.0)
}

//! Finds the reading order by recursively cutting the page into columns and bands.
//!
//! A corridor is a vertical gap. The longest range of rows with a corridor is split into two columns. The rows above
//! and below it are bands. A margin of dates or labels is not a column, so its rows are read across.

use super::bidi::{self, Direction};
use super::column_criteria::separates_columns;
use super::grid::{Grid, tables_of};
use super::lines::{Row, Segment, rows_of};
use super::rows::block_of;
use super::runs::PdfRun;
use crate::{Block, Region};

/// The width of the narrowest corridor, in points.
const MIN_CORRIDOR: f32 = 5.0;
/// The minimum number of rows in a column.
pub(crate) const MIN_ROWS: usize = 3;
/// A column narrower than this share of both columns is a sidebar.
const SIDEBAR_WIDTH: f32 = 0.45;
/// The font of a banner is larger than the usual font by this factor.
const BANNER_SIZE: f32 = 1.45;
/// Pages with more rows than this are read row by row.
const MAX_ROWS: usize = 600;
/// Pages with more segments than this are also read row by row.
const MAX_SEGMENTS: usize = 2_000;
/// The maximum recursion depth.
const MAX_DEPTH: usize = 12;

/// Arranges the runs of a page into blocks in reading order. The rows of a table become lines.
pub(crate) fn arrange(runs: Vec<PdfRun>, grids: &[Grid]) -> Vec<Block> {
    let (tables, mut rest) = tables_of(runs, grids);
    let mut blocks = Vec::new();
    for table in tables {
        let (above, below) = rest.into_iter().partition(|run| run.y < table.top);
        blocks.extend(arrange_flow(above));
        blocks.extend(table.blocks);
        rest = below;
    }
    blocks.extend(arrange_flow(rest));
    blocks
}

/// Arranges runs that are not in a table.
fn arrange_flow(runs: Vec<PdfRun>) -> Vec<Block> {
    let mut rotated: Vec<(i32, usize, Vec<PdfRun>)> = Vec::new();
    for run in runs {
        let length = run.text.len();
        match rotated
            .iter_mut()
            .find(|(rotation, _, _)| *rotation == run.rotation)
        {
            Some((_, total, group)) => {
                *total += length;
                group.push(run);
            }
            None => rotated.push((run.rotation, length, vec![run])),
        }
    }
    rotated.sort_by_key(|(rotation, length, _)| (std::cmp::Reverse(*length), *rotation));
    let mut page = Arranged::default();
    for (_, _, group) in rotated {
        let right_to_left = group.iter().any(|run| run.right_to_left);
        page.direction = if right_to_left {
            bidi::direction_of(group.iter().map(|run| run.text.as_str()))
        } else {
            Direction::LeftToRight
        };
        let mut rows = rows_of(group);
        if right_to_left {
            for segment in rows.iter_mut().flat_map(|row| &mut row.segments) {
                segment.put_in_reading_order(page.direction);
            }
        }
        cut(rows, Region::Body, 0, &mut page);
    }
    page.blocks
}

/// The blocks found so far, and the reading direction of the page.
#[derive(Default)]
struct Arranged {
    direction: Direction,
    blocks: Vec<Block>,
}

fn cut(rows: Vec<Row>, region: Region, depth: usize, page: &mut Arranged) {
    if rows.is_empty() {
        return;
    }
    let segments = rows.iter().map(|row| row.segments.len()).sum::<usize>();
    let small = (MIN_ROWS..=MAX_ROWS).contains(&rows.len()) && segments <= MAX_SEGMENTS;
    let found = if small && depth < MAX_DEPTH {
        best_corridor(&rows)
    } else {
        None
    };
    let Some(corridor) = found else {
        page.blocks.push(block_of(rows, region, page.direction));
        return;
    };
    let banner = banner_rows(&rows, &corridor);
    let mut above = rows;
    let mut middle = above.split_off(corridor.first + banner);
    let below = middle.split_off(corridor.rows() - banner);
    cut(above, region, depth + 1, page);
    let (left, right) = split_at(middle, corridor.centre());
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
    let mut columns = [(left, side(narrow_left)), (right, side(!narrow_left))];
    if page.direction == Direction::RightToLeft {
        columns.reverse();
    }
    for (rows, region) in columns {
        cut(rows, region, depth + 1, page);
    }
    cut(below, region, depth + 1, page);
}

/// Returns the number of rows at the top of a corridor that belong to a banner.
///
/// A banner is a name above the columns, in a much larger font, and short enough to fit over one column.
fn banner_rows(rows: &[Row], corridor: &Corridor) -> usize {
    let inside = || rows.iter().take(corridor.end).skip(corridor.first);
    let mut sizes: Vec<f32> = inside().map(Row::size).collect();
    sizes.sort_by(f32::total_cmp);
    let usual = sizes.get(sizes.len() / 2).copied().unwrap_or(0.0);
    let large = inside()
        .take_while(|row| row.segments.len() == 1 && row.size() > BANNER_SIZE * usual)
        .count();
    large.min(corridor.rows().saturating_sub(2 * MIN_ROWS))
}

/// A vertical gap through the rows `first..end`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Corridor {
    pub(crate) first: usize,
    pub(crate) end: usize,
    pub(crate) x0: f32,
    pub(crate) x1: f32,
}

impl Corridor {
    /// Returns the middle of the gap.
    pub(crate) fn centre(&self) -> f32 {
        (self.x0 + self.x1) / 2.0
    }

    fn rows(&self) -> usize {
        self.end - self.first
    }
}

/// Returns the corridor with the most rows that separates two columns. Among equals, the widest one wins.
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
            if better && separates_columns(rows, &corridor) {
                best = Some(corridor);
            }
        }
    }
    best
}

/// Returns every gap that begins at a row, with the last row that it passes.
fn corridors_from(rows: &[Row], first: usize) -> Vec<Corridor> {
    let mut free: Vec<(f32, f32)> = vec![(f32::MIN, f32::MAX)];
    let mut next = Vec::new();
    let mut found = Vec::new();
    for (number, row) in rows.iter().enumerate().skip(first) {
        next.clear();
        for &(x0, x1) in &free {
            let known = next.len();
            push_without(&mut next, row, x0, x1);
            // A gap ends at a row that closes it or narrows it on both sides.
            let kept = next.iter().skip(known).any(|piece| inner(piece.0, piece.1));
            if inner(x0, x1) && !kept {
                found.push(Corridor {
                    first,
                    end: number,
                    x0,
                    x1,
                });
            }
        }
        std::mem::swap(&mut free, &mut next);
        if free.is_empty() {
            return found;
        }
    }
    for (x0, x1) in free {
        if inner(x0, x1) {
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

/// Returns whether a gap has text on both sides.
fn inner(x0: f32, x1: f32) -> bool {
    x0 > f32::MIN && x1 < f32::MAX
}

/// Adds the parts of a gap that the segments of a row leave free.
fn push_without(pieces: &mut Vec<(f32, f32)>, row: &Row, x0: f32, x1: f32) {
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
}

/// Splits rows at a corridor.
fn split_at(rows: Vec<Row>, centre: f32) -> (Vec<Row>, Vec<Row>) {
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

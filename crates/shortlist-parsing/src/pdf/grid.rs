//! Finds tables by the lines that a page draws around their cells.
//!
//! A cell may contain several lines of text, which are centred next to those of the other cells. Read row by row or
//! column by column, such a table loses its rows.

use pdfboss_core::Rect;

use super::bidi::{self, Direction};
use super::lines::{Row, Segment, rows_of};
use super::rows::block_of;
use super::runs::PdfRun;
use crate::{Block, Region};

/// The maximum number of tables on a page.
const MAX_GRIDS: usize = 12;
/// Edges closer than this are the same, in points.
const SAME_EDGE: f32 = 3.0;
/// A line higher than this is the frame of a page, in points.
const MAX_HEIGHT: f32 = 650.0;
/// The share of a table's width that a line between two rows has.
const MIN_ROW_WIDTH: f32 = 0.5;
/// The height of the middle of lower-case letters, as a share of the font size.
const MIDDLE: f32 = 0.3;
/// The longest text of a cell, in bytes. A longer one is prose, so the lines arrange the page and not a table.
const MAX_CELL_BYTES: usize = 160;
/// The maximum number of lines of text in a cell.
const MAX_CELL_LINES: usize = 6;
/// The maximum number of lines of text in a cell of a table with two columns, which may be a list of sections.
const MAX_PAIR_LINES: usize = 2;

/// The lines of a table: its rows, with the edges of their cells. Coordinates are those of the page without rotation.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Grid {
    /// The rows from top to bottom.
    rows: Vec<GridRow>,
}

#[derive(Debug, Clone, PartialEq)]
struct GridRow {
    top: f32,
    bottom: f32,
    /// The vertical edges from left to right.
    edges: Vec<f32>,
}

/// The text of a table, with the baseline of its first line.
pub(crate) struct Table {
    pub(crate) top: f32,
    pub(crate) blocks: Vec<Block>,
}

/// Returns the grids that the lines of a page form, from top to bottom.
pub(crate) fn grids_of(rules: &[Rect]) -> Vec<Grid> {
    let is_upright = |rule: &&Rect| rule.y1 - rule.y0 > rule.x1 - rule.x0;
    let (upright, flat): (Vec<&Rect>, Vec<&Rect>) = rules.iter().partition(is_upright);
    let bands = bands_of(upright);
    let mut grids: Vec<Grid> = bands
        .into_iter()
        .filter_map(|band| grid_of(&band, &flat))
        .collect();
    grids.sort_by(|a, b| b.top().total_cmp(&a.top()));
    grids.truncate(MAX_GRIDS);
    grids
}

/// Groups upright lines whose heights overlap or touch.
fn bands_of(mut upright: Vec<&Rect>) -> Vec<Vec<&Rect>> {
    upright.retain(|rule| rule.y1 - rule.y0 < MAX_HEIGHT);
    upright.sort_by(|a, b| a.y0.total_cmp(&b.y0));
    let mut bands: Vec<(f32, Vec<&Rect>)> = Vec::new();
    for rule in upright {
        match bands.last_mut() {
            Some((top, band)) if rule.y0 <= *top + SAME_EDGE => {
                *top = top.max(rule.y1);
                band.push(rule);
            }
            _ => bands.push((rule.y1, vec![rule])),
        }
    }
    bands.into_iter().map(|(_, band)| band).collect()
}

/// Returns the grid of a band of upright lines, if it has at least two rows and two columns.
fn grid_of(band: &[&Rect], flat: &[&Rect]) -> Option<Grid> {
    let fold = |value: fn(&Rect) -> f32, pick: fn(f32, f32) -> f32, start: f32| {
        band.iter().map(|rule| value(rule)).fold(start, pick)
    };
    let (bottom, top) = (
        fold(|rule| rule.y0, f32::min, f32::MAX),
        fold(|rule| rule.y1, f32::max, f32::MIN),
    );
    let (left, right) = (
        fold(|rule| rule.x0, f32::min, f32::MAX),
        fold(|rule| rule.x1, f32::max, f32::MIN),
    );
    let needed = (right - left) * MIN_ROW_WIDTH;
    let inside = |rule: &&&Rect| {
        let is_in_height = rule.y0 >= bottom - SAME_EDGE && rule.y1 <= top + SAME_EDGE;
        is_in_height && rule.x0 >= left - SAME_EDGE && rule.x1 <= right + SAME_EDGE
    };
    let mut lengths: Vec<(f32, f32)> = flat
        .iter()
        .filter(inside)
        .map(|rule| (rule.y1, rule.x1 - rule.x0))
        .collect();
    lengths.extend([(top, needed), (bottom, needed)]);
    lengths.sort_by(|a, b| b.0.total_cmp(&a.0));
    let heights: Vec<f32> = merged(lengths)
        .into_iter()
        .filter(|(_, length)| *length >= needed)
        .map(|(at, _)| at)
        .collect();
    let rows: Vec<GridRow> = heights
        .windows(2)
        .filter_map(|pair| match pair {
            [top, bottom] => Some(row_between(*top, *bottom, band)),
            _ => None,
        })
        .collect();
    let is_table = rows.iter().filter(|row| row.edges.len() > 2).count() > 1;
    is_table.then_some(Grid { rows })
}

/// Joins values at nearly the same place, which must be in order, and adds their lengths.
fn merged(lengths: Vec<(f32, f32)>) -> Vec<(f32, f32)> {
    let mut found: Vec<(f32, f32)> = Vec::new();
    for (at, length) in lengths {
        match found.last_mut() {
            Some((known, sum)) if (*known - at).abs() < SAME_EDGE => *sum += length,
            _ => found.push((at, length)),
        }
    }
    found
}

fn row_between(top: f32, bottom: f32, band: &[&Rect]) -> GridRow {
    let middle = f32::midpoint(top, bottom);
    let passes = |rule: &&&Rect| rule.y0 <= middle && middle <= rule.y1;
    let mut edges: Vec<(f32, f32)> = band
        .iter()
        .filter(passes)
        .map(|rule| (rule.x0, 0.0))
        .collect();
    edges.sort_by(|a, b| a.0.total_cmp(&b.0));
    GridRow {
        top,
        bottom,
        edges: merged(edges).into_iter().map(|(at, _)| at).collect(),
    }
}

impl Grid {
    fn top(&self) -> f32 {
        self.rows.first().map_or(0.0, |row| row.top)
    }

    /// Returns the row and the column of a text, or `None` if it is above or below the grid.
    fn cell_of(&self, run: &PdfRun) -> Option<(usize, usize)> {
        let y = run.origin.1 + run.size * MIDDLE;
        let above = self.rows.partition_point(|row| row.bottom > y);
        let row = self.rows.get(above).filter(|row| y <= row.top)?;
        let x = run.centre.0;
        Some((above, row.edges.partition_point(|edge| *edge <= x)))
    }

    /// Returns whether a text is in the height of the grid, but to its left or right.
    fn is_beside(&self, row: usize, column: usize) -> bool {
        let edges = self.rows.get(row).map_or(0, |row| row.edges.len());
        edges > 0 && (column == 0 || column == edges)
    }
}

/// Separates the tables of a page, from top to bottom, from the runs that are in none.
pub(crate) fn tables_of(runs: Vec<PdfRun>, grids: &[Grid]) -> (Vec<Table>, Vec<PdfRun>) {
    let mut tables = Vec::new();
    let mut rest = runs;
    for grid in grids {
        let cells: Vec<Option<(usize, usize)>> = rest
            .iter()
            .map(|run| grid.cell_of(run).filter(|_| run.rotation == 0))
            .collect();
        let mut beside = rest.iter().zip(&cells).filter(|(run, _)| !run.is_blank);
        if beside.any(|(_, cell)| cell.is_some_and(|(row, column)| grid.is_beside(row, column))) {
            continue;
        }
        let text = Text::new(grid, &rest, &cells);
        let Some(table) = text.into_table() else {
            continue;
        };
        tables.push(table);
        let mut cells = cells.iter();
        rest.retain(|_| cells.next().is_some_and(Option::is_none));
    }
    tables.sort_by(|a, b| a.top.total_cmp(&b.top));
    (tables, rest)
}

/// The text of a table, by rows and cells.
struct Text {
    rows: Vec<Vec<Vec<Row>>>,
    direction: Direction,
}

impl Text {
    fn new(grid: &Grid, runs: &[PdfRun], cells: &[Option<(usize, usize)>]) -> Self {
        let mut rows: Vec<Vec<Vec<PdfRun>>> = grid
            .rows
            .iter()
            .map(|row| vec![Vec::new(); row.edges.len() + 1])
            .collect();
        let mut right_to_left = false;
        for (run, cell) in runs.iter().zip(cells) {
            let Some((row, column)) = *cell else { continue };
            if let Some(cell) = rows.get_mut(row).and_then(|row| row.get_mut(column)) {
                right_to_left |= run.right_to_left;
                cell.push(run.clone());
            }
        }
        let texts = rows.iter().flatten().flatten().map(|run| run.text.as_str());
        let direction = if right_to_left {
            bidi::direction_of(texts)
        } else {
            Direction::LeftToRight
        };
        let lines = |cell: Vec<PdfRun>| {
            let mut lines = rows_of(cell);
            for segment in lines.iter_mut().flat_map(|row| &mut row.segments) {
                if right_to_left {
                    segment.put_in_reading_order(direction);
                }
            }
            lines
        };
        let rows = rows.into_iter().map(|row| {
            row.into_iter()
                .map(lines)
                .filter(|it| !it.is_empty())
                .collect()
        });
        Self {
            rows: rows.collect(),
            direction,
        }
    }

    /// Returns whether the cells are short, as in a table of data.
    fn is_data(&self) -> bool {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let most_lines = match columns {
            0..=2 => MAX_PAIR_LINES,
            _ => MAX_CELL_LINES,
        };
        let bytes = |cell: &Vec<Row>| -> usize {
            let segments = cell.iter().flat_map(|row| &row.segments);
            segments.map(|segment| segment.chars + 1).sum()
        };
        let mut cells = self.rows.iter().flatten();
        let filled = self.rows.iter().filter(|row| row.len() > 1).count();
        filled > 1 && cells.all(|cell| cell.len() <= most_lines && bytes(cell) <= MAX_CELL_BYTES)
    }

    /// Returns the table with one line per row.
    fn into_table(self) -> Option<Table> {
        if !self.is_data() {
            return None;
        }
        let cells = self.rows.iter().flatten().flatten();
        let top = cells.map(|row| row.y).fold(f32::MAX, f32::min);
        let direction = self.direction;
        let blocks = self.rows.into_iter().filter(|row| !row.is_empty());
        let block = |cells: Vec<Vec<Row>>| {
            let y = cells
                .iter()
                .flatten()
                .map(|row| row.y)
                .fold(f32::MAX, f32::min);
            let segments = cells.into_iter().filter_map(one_segment).collect();
            block_of(vec![Row { y, segments }], Region::Table, direction)
        };
        Some(Table {
            top,
            blocks: blocks.map(block).collect(),
        })
    }
}

/// Joins the lines of a cell.
fn one_segment(lines: Vec<Row>) -> Option<Segment> {
    let mut segments = lines.into_iter().flat_map(|row| row.segments);
    let mut whole = segments.next()?;
    for mut segment in segments {
        if let Some(run) = segment.runs.first_mut() {
            run.text.insert(0, ' ');
        }
        whole.chars += segment.chars + 1;
        whole.runs.append(&mut segment.runs);
    }
    Some(whole)
}

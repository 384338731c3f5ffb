//! Turns a table row into blocks: one line for a data row, one block per cell for a layout row.

use crate::{Block, Line, Region};

/// The longest paragraph, in bytes, of a cell that shares one line with its row.
const SHORT_CELL_BYTES: usize = 160;
/// The minimum number of cells of a row whose cells may have several paragraphs.
const MIN_DATA_CELLS: usize = 3;
/// The maximum number of paragraphs of such a cell.
const MAX_DATA_LINES: usize = 4;

/// Arranges a row.
///
/// If each cell is one short paragraph, the cells form one line, separated by TABs. So do three or more cells with a few
/// short paragraphs. Otherwise each cell becomes a separate block, so text of adjacent columns is never interleaved. One
/// exception: if the first of two cells is short and contains a year, it is put before the first line of the second cell.
pub(crate) fn row_blocks(cells: Vec<Vec<Block>>) -> Vec<Block> {
    let mut cells: Vec<Vec<Block>> = cells.into_iter().filter(|cell| !cell.is_empty()).collect();
    let is_data = cells.len() >= MIN_DATA_CELLS && cells.iter().all(|cell| is_data(cell));
    if cells.len() > 1 && (is_data || cells.iter().all(|cell| is_short(cell))) {
        let line = cells.into_iter().map(one_line).fold(Line::default(), join);
        return vec![Block {
            region: Region::Table,
            lines: vec![line],
        }];
    }
    let dated = cells.len() == 2
        && cells
            .first()
            .is_some_and(|cell| is_short(cell) && holds_year(cell));
    if dated {
        let label = cells
            .remove(0)
            .into_iter()
            .flat_map(|block| block.lines)
            .next();
        let first = cells
            .first_mut()
            .and_then(|cell| cell.first_mut())
            .and_then(|block| block.lines.first_mut());
        if let (Some(label), Some(first)) = (label, first) {
            *first = join(label, std::mem::take(first));
        }
    }
    cells.into_iter().flatten().collect()
}

/// Returns whether a cell has a few short paragraphs of plain text, as in a table of data.
fn is_data(cell: &[Block]) -> bool {
    let lines = || cell.iter().flat_map(|block| &block.lines);
    let runs = || lines().flat_map(|line| &line.runs);
    let bytes: usize = runs().map(|run| run.text.len()).sum();
    lines().count() <= MAX_DATA_LINES
        && bytes <= SHORT_CELL_BYTES
        && !lines().any(|line| line.list_item)
        && !runs().any(|run| run.text.contains('@'))
}

/// Joins the lines of a cell.
fn one_line(cell: Vec<Block>) -> Line {
    let mut lines = cell.into_iter().flat_map(|block| block.lines);
    let first = lines.next().unwrap_or_default();
    lines.fold(first, |mut line, mut next| {
        if let Some(run) = next.runs.first_mut() {
            run.text.insert(0, ' ');
        }
        line.runs.append(&mut next.runs);
        line
    })
}

fn is_short(cell: &[Block]) -> bool {
    match cell {
        [block] => match block.lines.as_slice() {
            [line] => line.runs.iter().map(|run| run.text.len()).sum::<usize>() <= SHORT_CELL_BYTES,
            _ => false,
        },
        _ => false,
    }
}

fn holds_year(cell: &[Block]) -> bool {
    let mut digits = 0;
    cell.iter()
        .flat_map(|block| &block.lines)
        .flat_map(|line| &line.runs)
        .flat_map(|run| run.text.chars())
        .any(|c| {
            digits = if c.is_ascii_digit() { digits + 1 } else { 0 };
            digits == 4
        })
}

/// Appends the line of a cell to the line of the cells before it.
fn join(mut line: Line, mut next: Line) -> Line {
    if line.runs.is_empty() {
        return next;
    }
    if let Some(run) = next.runs.first_mut() {
        run.starts_cell = true;
    }
    line.runs.append(&mut next.runs);
    line.heading = line.heading && next.heading;
    line.list_item = line.list_item || next.list_item;
    line
}

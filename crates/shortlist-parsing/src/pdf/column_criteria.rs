//! Decides whether the texts to the left and right of a gap are two columns.

use std::collections::HashMap;

use super::columns::{Corridor, MIN_ROWS};
use super::lines::{Row, Segment};

/// The minimum number of rows of columns that share baselines.
const MIN_SHARED_ROWS: usize = 5;
/// The minimum number of characters per row of such columns.
const MIN_SHARED_CHARS: usize = 14;
/// The same minimum if every row has text on both sides. With less, it is a table.
const MIN_GRID_CHARS: usize = 24;
/// The minimum share of the width that each such column takes.
const MIN_SHARED_WIDTH: f32 = 0.2;
/// The maximum length of a label or a date.
const MAX_LABEL_CHARS: usize = 28;
/// The maximum length of a text in a margin.
const MAX_MARGIN_CHARS: usize = 45;
/// Edges closer than this are the same, in points.
const SAME_EDGE: f32 = 1.5;
/// Font sizes closer than this are the same, in points.
const SAME_SIZE: f32 = 0.3;
/// The minimum number of headings on each side of columns whose headings have different styles.
const MIN_OWN_HEADINGS: usize = 3;
/// A heading's font is larger than its column's by this factor, if it is neither bold nor in capitals.
const HEADING_SIZE: f32 = 1.08;

/// The text on one side of a corridor.
#[derive(Debug, Default)]
struct Side {
    rows: usize,
    segments: usize,
    chars: usize,
    labels: usize,
    x0: Option<f32>,
    x1: Option<f32>,
    /// The style of each segment, with the number of its row.
    looks: Vec<(usize, Look)>,
}

impl Side {
    fn add(&mut self, segment: &Segment, row: usize, shared: bool) {
        self.segments += 1;
        self.chars += segment.chars;
        self.looks.push((row, Look::of(segment)));
        self.labels += usize::from(shared && is_label(segment));
        self.x0 = Some(self.x0.map_or(segment.x0, |x| x.min(segment.x0)));
        self.x1 = Some(self.x1.map_or(segment.x1, |x| x.max(segment.x1)));
    }

    /// Returns its headings with their rows. Headings stand out and are at most a third of its segments.
    fn headings(&self) -> Vec<(usize, Look)> {
        let half = self.looks.len() / 2;
        let looks = || self.looks.iter().map(|(_, look)| look);
        let mut sizes: Vec<f32> = looks().map(|look| look.size).collect();
        sizes.sort_by(f32::total_cmp);
        let usual = Look {
            size: sizes.get(half).copied().unwrap_or(0.0),
            bold: looks().filter(|look| look.bold).count() > half,
            capitals: looks().filter(|look| look.capitals).count() > half,
        };
        let headings: Vec<(usize, Look)> = self
            .looks
            .iter()
            .filter(|(_, look)| look.stands_out(usual))
            .copied()
            .collect();
        if headings.len() * 3 > self.looks.len() {
            Vec::new()
        } else {
            headings
        }
    }

    fn width(&self) -> f32 {
        self.x1.unwrap_or(0.0) - self.x0.unwrap_or(0.0)
    }
}

/// The style features that distinguish a heading from the text below it.
#[derive(Debug, Clone, Copy)]
struct Look {
    size: f32,
    bold: bool,
    capitals: bool,
}

impl Look {
    fn of(segment: &Segment) -> Self {
        let text = || segment.runs.iter().flat_map(|run| run.text.chars());
        let letters = || text().filter(|c| c.is_alphabetic());
        Self {
            size: segment.size,
            bold: segment.runs.iter().all(|run| run.bold),
            capitals: letters().nth(MIN_ROWS).is_some() && letters().all(char::is_uppercase),
        }
    }

    fn stands_out(self, usual: Self) -> bool {
        self.size > usual.size * HEADING_SIZE
            || (self.bold && !usual.bold)
            || (self.capitals && !usual.capitals)
    }

    fn is_same(self, other: Self) -> bool {
        (self.size - other.size).abs() < SAME_SIZE
            && self.bold == other.bold
            && self.capitals == other.capitals
    }
}

/// Returns whether both sides have headings of the same style. A margin of labels has no headings.
fn share_headings(left: &Side, right: &Side) -> bool {
    let (on_left, on_right) = (left.headings(), right.headings());
    on_left.len() + on_right.len() >= MIN_ROWS
        && on_left
            .iter()
            .any(|(_, look)| on_right.iter().any(|(_, other)| look.is_same(*other)))
}

/// Returns whether each side has headings in rows where the other has none, and many rows of its own. The rows of a form or of a
/// table are shared, and the head of a table is one row.
fn are_independent(left: &Side, right: &Side, shared: usize) -> bool {
    let (on_left, on_right) = (left.headings(), right.headings());
    let is_shared = |row: usize| on_right.iter().any(|(other, _)| *other == row);
    on_left.len().min(on_right.len()) >= MIN_OWN_HEADINGS
        && !on_left.iter().any(|(row, _)| is_shared(*row))
        && shared * 3 <= left.rows.min(right.rows) * 2
}

fn is_label(segment: &Segment) -> bool {
    if segment.chars > MAX_LABEL_CHARS {
        return false;
    }
    let text = segment.text();
    text.trim_end().ends_with(':') || text.contains(|c: char| c.is_ascii_digit())
}

/// Returns whether a corridor separates two columns, and does not tear apart a margin, form or table.
pub(crate) fn separates_columns(rows: &[Row], corridor: &Corridor) -> bool {
    are_columns(rows, corridor) && !is_margin(rows, corridor)
}

/// Returns whether one side belongs to the rows of the other side.
///
/// Such a side has repeated labels, as in a form with one entry per job, or short
/// right-aligned texts such as dates and places.
fn is_margin(rows: &[Row], corridor: &Corridor) -> bool {
    let centre = corridor.centre();
    let (mut left, mut right): (Vec<&Segment>, Vec<&Segment>) = (Vec::new(), Vec::new());
    let mut shared_right = 0;
    for row in rows.iter().take(corridor.end).skip(corridor.first) {
        let is_left = |segment: &&Segment| segment.x1 <= centre;
        let before = left.len();
        left.extend(row.segments.iter().filter(is_left));
        let both = left.len() > before;
        let on_right = row.segments.iter().filter(|segment| segment.x1 > centre);
        let count = right.len();
        right.extend(on_right);
        shared_right += usize::from(both) * (right.len() - count);
    }
    let short = |side: &[&Segment]| side.iter().all(|one| one.chars <= MAX_MARGIN_CHARS);
    let in_rows = shared_right * 10 >= right.len() * 9;
    (in_rows && short(&right) && is_right_aligned(&right)) || (short(&left) && is_repeated(&left))
}

/// Returns whether at least a third of the texts are repeated.
fn is_repeated(side: &[&Segment]) -> bool {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for segment in side {
        *counts.entry(segment.text()).or_default() += 1;
    }
    let repeated: usize = counts.values().filter(|count| **count > 1).sum();
    side.len() > MIN_SHARED_ROWS && repeated * 3 >= side.len()
}

/// Returns whether nearly all texts end at the same edge and begin at different positions.
fn is_right_aligned(side: &[&Segment]) -> bool {
    let share = |edge: fn(&Segment) -> f32, at: f32| {
        let near = side.iter().filter(|one| (edge(one) - at).abs() < SAME_EDGE);
        near.count() * 5 >= side.len() * 4
    };
    let edge = side.iter().map(|one| one.x1).fold(f32::MIN, f32::max);
    let begin = side.iter().map(|one| one.x0).fold(f32::MAX, f32::min);
    share(|one| one.x1, edge) && !share(|one| one.x0, begin)
}

/// Returns whether a row has a colon on either side of the gap before a segment: `Address` and `: Graz`, or `Address:` and `Graz`.
fn has_colon_at(row: &Row, segment: usize) -> bool {
    let text = |segment: Option<usize>| Some(row.segments.get(segment?)?.text());
    let label = text(segment.checked_sub(1));
    let value = text(Some(segment));
    label.is_some_and(|label| label.trim_end().ends_with(':'))
        || value.is_some_and(|value| value.trim_start().starts_with(':'))
}

fn are_columns(rows: &[Row], corridor: &Corridor) -> bool {
    let centre = corridor.centre();
    let (mut left, mut right) = (Side::default(), Side::default());
    let (mut shared, mut form_rows) = (0, 0);
    let numbered = rows.iter().enumerate();
    for (number, row) in numbered.take(corridor.end).skip(corridor.first) {
        let on_left = row
            .segments
            .iter()
            .filter(|segment| segment.x1 <= centre)
            .count();
        let both = on_left > 0 && on_left < row.segments.len();
        shared += usize::from(both);
        form_rows += usize::from(both && has_colon_at(row, on_left));
        left.rows += usize::from(on_left > 0);
        right.rows += usize::from(on_left < row.segments.len());
        for segment in &row.segments {
            let side = if segment.x1 <= centre {
                &mut left
            } else {
                &mut right
            };
            side.add(segment, number, both);
        }
    }
    if left.rows < MIN_ROWS || right.rows < MIN_ROWS {
        return false;
    }
    // A form has labels on one side and their values on the other.
    if form_rows >= MIN_ROWS && form_rows * 2 > shared {
        return false;
    }
    if [&left, &right]
        .iter()
        .any(|side| side.labels * 2 > side.segments)
    {
        return false;
    }
    let fewer = left.rows.min(right.rows);
    if shared * 3 <= fewer {
        return true;
    }
    if fewer < MIN_SHARED_ROWS {
        return false;
    }
    let total = left.width() + right.width();
    let is_grid = shared * 10 >= left.rows.max(right.rows) * 9;
    let needed = if is_grid {
        MIN_GRID_CHARS
    } else {
        MIN_SHARED_CHARS
    };
    let long = |side: &Side| side.chars >= needed * side.rows;
    let both_long = [&left, &right]
        .iter()
        .all(|side| long(side) && side.width() > MIN_SHARED_WIDTH * total);
    let by_headings = || share_headings(&left, &right) || are_independent(&left, &right, shared);
    both_long || ((long(&left) || long(&right)) && by_headings())
}

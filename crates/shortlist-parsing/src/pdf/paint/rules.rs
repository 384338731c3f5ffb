//! Collects the straight lines that a page draws, such as the borders of tables.

use pdfboss_core::{Point, Rect};

/// The maximum number of lines on a page that are kept.
const MAX_RULES: usize = 1_000;
/// A rectangle that is thinner than this is a line, in points.
const MAX_THICKNESS: f32 = 2.5;
/// A line shorter than this is part of a drawing, in points.
const MIN_LENGTH: f32 = 5.0;

/// The straight lines of the path under construction, and those that the page has drawn.
#[derive(Debug, Default)]
pub(super) struct Rules {
    pen: Option<Point>,
    /// Lines that are drawn if the path is stroked.
    edges: Vec<Rect>,
    /// Thin rectangles, which are lines if the path is filled or stroked.
    bars: Vec<Rect>,
    drawn: Vec<Rect>,
}

impl Rules {
    /// Begins a line.
    pub(super) fn move_to(&mut self, point: Point) {
        self.pen = Some(point);
    }

    /// Continues with a straight line.
    pub(super) fn line_to(&mut self, point: Point) {
        if let Some(pen) = self.pen.replace(point) {
            self.add_edge(pen, point);
        }
    }

    /// Adds a rectangle between two corners.
    pub(super) fn rectangle(&mut self, from: Point, to: Point) {
        let area = between(from, to);
        if is_line(area) {
            push(&mut self.bars, area);
            return;
        }
        let corners = [
            from,
            Point::new(to.x, from.y),
            to,
            Point::new(from.x, to.y),
            from,
        ];
        for pair in corners.windows(2) {
            if let [from, to] = pair {
                self.add_edge(*from, *to);
            }
        }
    }

    fn add_edge(&mut self, from: Point, to: Point) {
        let area = between(from, to);
        if is_line(area) {
            push(&mut self.edges, area);
        }
    }

    /// Draws the thin rectangles of the path.
    pub(super) fn fill(&mut self) {
        for bar in std::mem::take(&mut self.bars) {
            push(&mut self.drawn, bar);
        }
    }

    /// Draws all lines of the path.
    pub(super) fn stroke(&mut self) {
        self.fill();
        for edge in std::mem::take(&mut self.edges) {
            push(&mut self.drawn, edge);
        }
    }

    /// Forgets the path.
    pub(super) fn end_path(&mut self) {
        self.pen = None;
        self.edges.clear();
        self.bars.clear();
    }

    /// Returns the lines that the page has drawn.
    pub(super) fn into_drawn(self) -> Vec<Rect> {
        self.drawn
    }
}

fn push(lines: &mut Vec<Rect>, line: Rect) {
    if lines.len() < MAX_RULES {
        lines.push(line);
    }
}

fn between(from: Point, to: Point) -> Rect {
    Rect::new(
        from.x.min(to.x),
        from.y.min(to.y),
        from.x.max(to.x),
        from.y.max(to.y),
    )
}

/// Returns whether an area is a horizontal or vertical line.
fn is_line(area: Rect) -> bool {
    let (width, height) = (area.x1 - area.x0, area.y1 - area.y0);
    width.min(height) < MAX_THICKNESS && width.max(height) >= MIN_LENGTH
}

//! Records what a page paints and in which order, as far as this decides which text is visible.

mod objects;
mod rules;
mod shown_text;
mod state;

use std::rc::Rc;

use pdfboss_core::content::{ContentOps, Op};
use pdfboss_core::{Immediate, Object, Page, Point, Rect, block_on, page_content_with};

use super::runs::{Colour, is_white};
use super::source::BoundedSource;
use rules::Rules;
use state::{Opacity, Path, State, TextPosition, from_cmyk, from_parts};

/// The maximum number of fills on a page that are kept.
const MAX_FILLS: usize = 2_000;
/// The maximum number of text positions on a page that are kept.
const MAX_STARTS: usize = super::MAX_RUNS;
/// The deepest nesting of graphics states that is tracked.
const MAX_DEPTH: usize = 256;
/// An area narrower or lower than this covers no text, in points.
const MIN_COVER: f32 = 4.0;
/// A rectangle that covers every page.
const EVERYWHERE: Rect = Rect::new(-1e6, -1e6, 1e6, 1e6);
/// The unit square, which a picture fills.
const UNIT: Rect = Rect::new(0.0, 0.0, 1.0, 1.0);

/// The fills and text starts of a page, in painting order.
#[derive(Debug, Default)]
pub(crate) struct Painting {
    pub(crate) fills: Vec<Fill>,
    pub(crate) starts: Vec<TextStart>,
    /// The straight lines, such as the borders of tables, on the page without rotation.
    pub(crate) rules: Vec<Rect>,
}

/// A position where text begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TextStart {
    pub(crate) x: f32,
    pub(crate) y: f32,
    /// The fill colour, if it is a device colour.
    pub(crate) colour: Option<Colour>,
    /// Whether the text is invisible because it is fully transparent or outside the clipping area.
    pub(crate) clear: bool,
}

/// An area that is painted in one colour, or without a single colour (a picture, a gradient or a form).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Fill {
    pub(crate) x0: f32,
    pub(crate) y0: f32,
    pub(crate) x1: f32,
    pub(crate) y1: f32,
    pub(crate) colour: Option<Colour>,
    /// Whether the whole area is painted and nothing shows through.
    pub(crate) opaque: bool,
    /// The number of text starts that were painted before it.
    pub(crate) after: usize,
}

impl Fill {
    /// Returns whether it covers a point.
    pub(crate) fn covers(&self, x: f32, y: f32) -> bool {
        (self.x0..=self.x1).contains(&x) && (self.y0..=self.y1).contains(&y)
    }
}

/// Records the fills and the text starts of a page.
pub(crate) fn paint(source: &BoundedSource<'_>, page: &Page) -> Painting {
    let Ok(content) = block_on(page_content_with(Immediate(source), page)) else {
        return Painting::default();
    };
    let content = shown_text::without_text(content);
    let mut painter = Painter {
        source,
        page,
        state: State::default(),
        saved: Vec::new(),
        text: TextPosition::default(),
        path: None,
        rules: Rules::default(),
        clipping: false,
        layers: Vec::new(),
        resources: Vec::new(),
        painting: Painting::default(),
    };
    let mut operators = ContentOps::new(&content);
    while let Ok(Some((operator, _span))) = operators.next_op() {
        painter.run(&operator);
        if painter.painting.fills.len() >= MAX_FILLS {
            // The remaining fills are unknown and may be behind any text.
            painter.add(EVERYWHERE, None, false);
            break;
        }
    }
    painter.painting.rules = painter.rules.into_drawn();
    painter.painting
}

struct Painter<'a> {
    source: &'a BoundedSource<'a>,
    page: &'a Page,
    state: State,
    saved: Vec<State>,
    text: TextPosition,
    path: Option<Path>,
    rules: Rules,
    clipping: bool,
    /// For each open marked content, whether it belongs to a layer that may be off.
    layers: Vec<bool>,
    resources: Vec<(&'static str, String, Option<Rc<Object>>)>,
    painting: Painting,
}

impl Painter<'_> {
    fn run(&mut self, operator: &Op) {
        match operator {
            Op::Save if self.saved.len() < MAX_DEPTH => self.saved.push(self.state),
            Op::Restore => self.state = self.saved.pop().unwrap_or(self.state),
            Op::Concat(matrix) => self.state.matrix = matrix.concat(self.state.matrix),
            Op::SetExtGState(name) => self.set_opacity(&name.0),
            Op::BeginMarkedContent(_) => self.layers.push(false),
            Op::BeginMarkedContentProps(tag, _) => self.layers.push(tag.0 == "OC"),
            Op::EndMarkedContent => {
                self.layers.pop();
            }
            Op::XObject(name) => self.paint_object(&name.0),
            Op::InlineImage(_) => self.add(UNIT.transform(self.state.matrix), None, false),
            Op::Shading(_) => self.add(EVERYWHERE, None, false),
            other => {
                self.draw(other);
                self.show(other);
                self.set_colour(other);
            }
        }
    }

    fn draw(&mut self, operator: &Op) {
        match operator {
            Op::MoveTo(x, y) => {
                self.reach(*x, *y, false);
                let point = self.state.matrix.apply(Point::new(*x, *y));
                self.rules.move_to(point);
            }
            Op::LineTo(x, y) => {
                self.reach(*x, *y, false);
                let point = self.state.matrix.apply(Point::new(*x, *y));
                self.rules.line_to(point);
            }
            Op::CurveTo(_, _, _, _, x, y) | Op::CurveToV(_, _, x, y) | Op::CurveToY(_, _, x, y) => {
                self.reach(*x, *y, false);
            }
            Op::Rect(x, y, width, height) => {
                let first = self.path.is_none();
                self.reach(*x, *y, first);
                self.reach(x + width, y + height, first);
                let corner = |x, y| self.state.matrix.apply(Point::new(x, y));
                self.rules
                    .rectangle(corner(*x, *y), corner(x + width, y + height));
            }
            Op::ClipNonZero | Op::ClipEvenOdd => self.clipping = true,
            Op::Fill
            | Op::FillEvenOdd
            | Op::FillStroke
            | Op::FillStrokeEvenOdd
            | Op::CloseFillStroke
            | Op::CloseFillStrokeEvenOdd => {
                if let Some(path) = self.path {
                    self.add(path.area, self.state.colour, path.is_rectangle);
                }
                if !self.state.colour.is_some_and(is_white) {
                    self.rules.fill();
                }
                self.end_path();
            }
            Op::Stroke | Op::CloseStroke => {
                self.rules.stroke();
                self.end_path();
            }
            Op::EndPath => self.end_path(),
            _ => {}
        }
    }

    /// Tracks where text begins (ISO 32000-1, 9.4.2).
    fn show(&mut self, operator: &Op) {
        match operator {
            Op::BeginText => self.text = TextPosition::default(),
            Op::SetTextMatrix(matrix) => self.text = TextPosition::at(*matrix),
            Op::SetLeading(leading) => self.state.leading = *leading,
            Op::SetTextRise(rise) => self.state.rise = *rise,
            Op::SetTextRender(mode) => self.state.fills_text = *mode == 0,
            Op::TextMove(x, y) => self.text = self.text.moved(*x, *y),
            Op::TextMoveSetLeading(x, y) => {
                self.state.leading = -y;
                self.text = self.text.moved(*x, *y);
            }
            Op::TextNextLine => self.text = self.text.moved(0.0, -self.state.leading),
            Op::NextLineShowText(_) | Op::NextLineShowTextSpaced(..) => {
                self.text = self.text.moved(0.0, -self.state.leading);
                self.start_text();
            }
            Op::ShowText(_) | Op::ShowTextAdjusted(_) => self.start_text(),
            _ => {}
        }
    }

    fn start_text(&mut self) {
        if !self.text.stated || self.painting.starts.len() >= MAX_STARTS {
            return;
        }
        self.text.stated = false;
        let start = self
            .text
            .line
            .concat(self.state.matrix)
            .apply(Point::new(0.0, self.state.rise));
        self.painting.starts.push(TextStart {
            x: start.x,
            y: start.y,
            colour: self.state.colour.filter(|_colour| self.state.fills_text),
            clear: self.state.opaque.none
                || self.state.clip.is_some_and(|clip| is_outside(clip, start)),
        });
    }

    fn set_colour(&mut self, operator: &Op) {
        let if_device = |colour| {
            if self.state.device_colour {
                colour
            } else {
                None
            }
        };
        self.state.colour = match operator {
            Op::SetFillColor(parts) | Op::SetFillColorN(parts, None) => {
                if_device(from_parts(parts))
            }
            Op::SetFillColorN(_, Some(_pattern)) => None,
            Op::SetFillColorSpace(name) => {
                self.state.device_colour = self.is_device_like(&name.0);
                self.state.device_colour.then_some((0.0, 0.0, 0.0))
            }
            Op::SetFillGray(_) | Op::SetFillRGB(..) | Op::SetFillCMYK(..) => {
                self.state.device_colour = true;
                match operator {
                    Op::SetFillGray(gray) => Some((*gray, *gray, *gray)),
                    Op::SetFillRGB(red, green, blue) => Some((*red, *green, *blue)),
                    Op::SetFillCMYK(c, m, y, k) => Some(from_cmyk(*c, *m, *y, *k)),
                    _ => None,
                }
            }
            _ => self.state.colour,
        };
    }

    fn reach(&mut self, x: f32, y: f32, is_rectangle: bool) {
        let matrix = self.state.matrix;
        let upright = (matrix.b == 0.0 && matrix.c == 0.0) || (matrix.a == 0.0 && matrix.d == 0.0);
        let point = matrix.apply(Point::new(x, y));
        let path = self.path.get_or_insert(Path {
            area: Rect::new(point.x, point.y, point.x, point.y),
            is_rectangle: true,
        });
        path.area = path
            .area
            .union(Rect::new(point.x, point.y, point.x, point.y));
        path.is_rectangle &= is_rectangle && upright;
    }

    fn end_path(&mut self) {
        if let (Some(path), true) = (self.path, self.clipping) {
            self.state.clip = self
                .state
                .clip
                .filter(|_clip| path.is_rectangle)
                .map(|clip| meet(clip, path.area));
        }
        self.path = None;
        self.rules.end_path();
        self.clipping = false;
    }

    /// Adds a fill. If it fills the whole area, it hides what is below it.
    fn add(&mut self, area: Rect, colour: Option<Colour>, all_of_it: bool) {
        let opaque =
            all_of_it && self.state.opaque == Opacity::default() && !self.layers.contains(&true);
        let area = meet(area, self.state.clip.unwrap_or(EVERYWHERE));
        let is_line = area.x1 - area.x0 < MIN_COVER || area.y1 - area.y0 < MIN_COVER;
        self.painting.fills.push(Fill {
            x0: area.x0,
            y0: area.y0,
            x1: area.x1,
            y1: area.y1,
            colour,
            opaque: opaque && !is_line && self.state.clip.is_some(),
            after: self.painting.starts.len(),
        });
    }
}

/// Returns whether text that begins at a point is outside a clip, for any length and height of the text.
fn is_outside(clip: Rect, start: Point) -> bool {
    const HIGHEST: f32 = 72.0;
    let empty = clip.x1 - clip.x0 < 0.5 || clip.y1 - clip.y0 < 0.5;
    empty || start.x >= clip.x1 || start.y >= clip.y1 || start.y + HIGHEST < clip.y0
}

/// Returns the intersection of two areas, which is empty if they do not overlap.
fn meet(a: Rect, b: Rect) -> Rect {
    Rect::new(
        a.x0.max(b.x0),
        a.y0.max(b.y0),
        a.x1.min(b.x1),
        a.y1.min(b.y1),
    )
}

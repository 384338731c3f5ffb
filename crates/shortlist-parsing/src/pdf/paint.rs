//! What a page paints behind its text, as far as it decides whether white text can be read.

use pdfboss_core::content::{ContentOps, Op};
use pdfboss_core::{
    Immediate, Matrix, Object, ObjectSource, Page, Point, Rect, block_on, page_content_with,
};

use super::runs::Colour;
use super::source::BoundedSource;

/// The most fills of a page that are kept.
const MAX_FILLS: usize = 2_000;
/// The deepest nesting of graphics states that is followed.
const MAX_DEPTH: usize = 256;
/// A rectangle that covers every page.
const EVERYWHERE: Rect = Rect::new(-1e6, -1e6, 1e6, 1e6);

/// An area painted in one colour, or in no single one (a picture, a gradient, a form).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Fill {
    pub(crate) x0: f32,
    pub(crate) y0: f32,
    pub(crate) x1: f32,
    pub(crate) y1: f32,
    pub(crate) colour: Option<Colour>,
}

impl Fill {
    /// Whether it lies behind a point.
    pub(crate) fn covers(&self, (x, y): (f32, f32)) -> bool {
        (self.x0..=self.x1).contains(&x) && (self.y0..=self.y1).contains(&y)
    }
}

/// Lists what a page fills, in the order of painting.
pub(crate) fn page_fills(source: &BoundedSource<'_>, page: &Page) -> Vec<Fill> {
    let Ok(content) = block_on(page_content_with(Immediate(source), page)) else {
        return Vec::new();
    };
    let mut painter = Painter {
        source,
        page,
        state: State::default(),
        saved: Vec::new(),
        path: None,
        fills: Vec::new(),
    };
    let mut operators = ContentOps::new(&content);
    while let Ok(Some((operator, _span))) = operators.next_op() {
        painter.run(&operator);
        if painter.fills.len() >= MAX_FILLS {
            // What is not looked at may be behind any text.
            painter.paint(EVERYWHERE, None);
            break;
        }
    }
    painter.fills
}

#[derive(Clone, Copy)]
struct State {
    matrix: Matrix,
    colour: Option<Colour>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            matrix: Matrix::identity(),
            colour: Some((0.0, 0.0, 0.0)),
        }
    }
}

struct Painter<'a> {
    source: &'a BoundedSource<'a>,
    page: &'a Page,
    state: State,
    saved: Vec<State>,
    path: Option<Rect>,
    fills: Vec<Fill>,
}

impl Painter<'_> {
    fn run(&mut self, operator: &Op) {
        match operator {
            Op::Save if self.saved.len() < MAX_DEPTH => self.saved.push(self.state),
            Op::Restore => self.state = self.saved.pop().unwrap_or(self.state),
            Op::Concat(matrix) => self.state.matrix = matrix.concat(self.state.matrix),
            Op::MoveTo(x, y) | Op::LineTo(x, y) => self.reach(*x, *y),
            Op::CurveTo(_, _, _, _, x, y) | Op::CurveToV(_, _, x, y) | Op::CurveToY(_, _, x, y) => {
                self.reach(*x, *y);
            }
            Op::Rect(x, y, width, height) => {
                self.reach(*x, *y);
                self.reach(x + width, y + height);
            }
            Op::Fill
            | Op::FillEvenOdd
            | Op::FillStroke
            | Op::FillStrokeEvenOdd
            | Op::CloseFillStroke
            | Op::CloseFillStrokeEvenOdd => self.fill_path(),
            Op::Stroke | Op::CloseStroke | Op::EndPath => self.path = None,
            Op::Shading(_) => self.paint(EVERYWHERE, None),
            Op::XObject(name) => self.paint_form(&name.0),
            other => self.set_colour(other),
        }
    }

    fn set_colour(&mut self, operator: &Op) {
        self.state.colour = match operator {
            Op::SetFillGray(gray) => Some((*gray, *gray, *gray)),
            Op::SetFillRGB(red, green, blue) => Some((*red, *green, *blue)),
            Op::SetFillCMYK(c, m, y, k) => Some(from_cmyk(*c, *m, *y, *k)),
            Op::SetFillColor(parts) | Op::SetFillColorN(parts, None) => from_parts(parts),
            Op::SetFillColorN(_, Some(_pattern)) => None,
            Op::SetFillColorSpace(_) => Some((0.0, 0.0, 0.0)),
            _ => self.state.colour,
        };
    }

    fn reach(&mut self, x: f32, y: f32) {
        let point = self.state.matrix.apply(Point::new(x, y));
        let path = self
            .path
            .get_or_insert(Rect::new(point.x, point.y, point.x, point.y));
        *path = Rect::new(
            path.x0.min(point.x),
            path.y0.min(point.y),
            path.x1.max(point.x),
            path.y1.max(point.y),
        );
    }

    fn fill_path(&mut self) {
        if let Some(path) = self.path.take() {
            self.paint(path, self.state.colour);
        }
    }

    fn paint(&mut self, area: Rect, colour: Option<Colour>) {
        self.fills.push(Fill {
            x0: area.x0,
            y0: area.y0,
            x1: area.x1,
            y1: area.y1,
            colour,
        });
    }

    /// A form may paint anything inside its box.
    fn paint_form(&mut self, name: &str) {
        let Some(Object::Stream(form)) = self.resource(name) else {
            return;
        };
        if form
            .dict
            .get_name("Subtype")
            .is_some_and(|kind| kind.0 == "Image")
        {
            return;
        }
        let area = form
            .dict
            .get("BBox")
            .and_then(Object::as_array)
            .and_then(rectangle)
            .filter(|_area| form.dict.get("Matrix").is_none())
            .map_or(EVERYWHERE, |area| area.transform(self.state.matrix));
        self.paint(area, None);
    }

    fn resource(&self, name: &str) -> Option<Object> {
        let all = self
            .source
            .resolve(self.page.resources.get("XObject")?)
            .ok()?;
        self.source.resolve(all.as_dict()?.get(name)?).ok()
    }
}

fn rectangle(numbers: &[Object]) -> Option<Rect> {
    let number = |at: usize| numbers.get(at)?.as_f64().map(narrowed);
    Some(Rect::new(number(0)?, number(1)?, number(2)?, number(3)?).normalize())
}

#[expect(clippy::as_conversions, reason = "no other way from f64 to f32")]
fn narrowed(value: f64) -> f32 {
    value as f32
}

fn from_parts(parts: &[f32]) -> Option<Colour> {
    match parts {
        [gray] => Some((*gray, *gray, *gray)),
        [red, green, blue] => Some((*red, *green, *blue)),
        [c, m, y, k] => Some(from_cmyk(*c, *m, *y, *k)),
        _ => None,
    }
}

fn from_cmyk(c: f32, m: f32, y: f32, k: f32) -> Colour {
    let part = |ink: f32| (1.0 - ink) * (1.0 - k);
    (part(c), part(m), part(y))
}

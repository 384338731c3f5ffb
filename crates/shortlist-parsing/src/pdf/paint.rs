//! What a page paints and in which order, as far as it decides what of its text can be seen.

use std::rc::Rc;

use pdfboss_core::content::{ContentOps, Op};
use pdfboss_core::{
    Immediate, Matrix, Object, ObjectSource, Page, Point, Rect, block_on, page_content_with,
};

use super::runs::Colour;
use super::source::BoundedSource;

/// The most fills of a page that are kept.
const MAX_FILLS: usize = 2_000;
/// The most places of text on a page that are kept.
const MAX_STARTS: usize = super::MAX_RUNS;
/// The deepest nesting of graphics states that is followed.
const MAX_DEPTH: usize = 256;
/// What is narrower or lower than this in points covers no text.
const MIN_COVER: f32 = 4.0;
/// The most resources that are kept at hand.
const MAX_RESOURCES: usize = 64;
/// A rectangle that covers every page.
const EVERYWHERE: Rect = Rect::new(-1e6, -1e6, 1e6, 1e6);
/// The unit square, which a picture fills.
const UNIT: Rect = Rect::new(0.0, 0.0, 1.0, 1.0);

/// What a page paints, in the order of painting.
#[derive(Debug, Default)]
pub(crate) struct Painting {
    pub(crate) fills: Vec<Fill>,
    pub(crate) starts: Vec<TextStart>,
}

/// Where text begins to be shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TextStart {
    pub(crate) x: f32,
    pub(crate) y: f32,
    /// The fill colour, where it is one of the device's.
    pub(crate) colour: Option<Colour>,
}

/// An area painted in one colour, or in no single one (a picture, a gradient, a form).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Fill {
    pub(crate) x0: f32,
    pub(crate) y0: f32,
    pub(crate) x1: f32,
    pub(crate) y1: f32,
    pub(crate) colour: Option<Colour>,
    /// Whether all of the area is painted, and nothing shows through.
    pub(crate) opaque: bool,
    /// How many starts of text were painted before it.
    pub(crate) after: usize,
}

impl Fill {
    /// Whether it lies behind a point.
    pub(crate) fn covers(&self, (x, y): (f32, f32)) -> bool {
        (self.x0..=self.x1).contains(&x) && (self.y0..=self.y1).contains(&y)
    }
}

/// Follows what a page fills and where its text begins.
pub(crate) fn paint(source: &BoundedSource<'_>, page: &Page) -> Painting {
    let Ok(content) = block_on(page_content_with(Immediate(source), page)) else {
        return Painting::default();
    };
    let mut painter = Painter {
        source,
        page,
        state: State::default(),
        saved: Vec::new(),
        text: TextPlace::default(),
        path: None,
        clipping: false,
        layers: Vec::new(),
        resources: Vec::new(),
        painting: Painting::default(),
    };
    let mut operators = ContentOps::new(&content);
    while let Ok(Some((operator, _span))) = operators.next_op() {
        painter.run(&operator);
        if painter.painting.fills.len() >= MAX_FILLS {
            // What is not looked at may be behind any text.
            painter.add(EVERYWHERE, None, false);
            break;
        }
    }
    painter.painting
}

#[derive(Clone, Copy)]
struct State {
    matrix: Matrix,
    colour: Option<Colour>,
    /// Whether the colour space is one whose numbers are told as a colour.
    device_colour: bool,
    /// The rectangle that painting is clipped to; none when it is another shape.
    clip: Option<Rect>,
    /// Whether paint hides what is below it.
    opaque: Opacity,
    /// Whether text is filled and nothing else.
    fills_text: bool,
    leading: f32,
    rise: f32,
}

impl Default for State {
    fn default() -> Self {
        Self {
            matrix: Matrix::identity(),
            colour: Some((0.0, 0.0, 0.0)),
            device_colour: true,
            clip: Some(EVERYWHERE),
            opaque: Opacity::default(),
            fills_text: true,
            leading: 0.0,
            rise: 0.0,
        }
    }
}

/// What makes paint hide what is below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Opacity {
    full: bool,
    plain: bool,
    unmasked: bool,
}

impl Default for Opacity {
    fn default() -> Self {
        Self {
            full: true,
            plain: true,
            unmasked: true,
        }
    }
}

/// Where the next string is shown, as far as it was stated and not reached by showing strings.
#[derive(Clone, Copy)]
struct TextPlace {
    line: Matrix,
    stated: bool,
}

impl Default for TextPlace {
    fn default() -> Self {
        Self {
            line: Matrix::identity(),
            stated: true,
        }
    }
}

impl TextPlace {
    fn at(line: Matrix) -> Self {
        Self { line, stated: true }
    }

    fn moved(self, x: f32, y: f32) -> Self {
        Self::at(Matrix::translate(x, y).concat(self.line))
    }
}

/// The box of the path so far, and whether the path is that rectangle.
#[derive(Clone, Copy)]
struct Path {
    area: Rect,
    is_rectangle: bool,
}

struct Painter<'a> {
    source: &'a BoundedSource<'a>,
    page: &'a Page,
    state: State,
    saved: Vec<State>,
    text: TextPlace,
    path: Option<Path>,
    clipping: bool,
    /// For each marked content that is open, whether it belongs to a layer that may be off.
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
            Op::MoveTo(x, y) | Op::LineTo(x, y) => self.reach(*x, *y, false),
            Op::CurveTo(_, _, _, _, x, y) | Op::CurveToV(_, _, x, y) | Op::CurveToY(_, _, x, y) => {
                self.reach(*x, *y, false);
            }
            Op::Rect(x, y, width, height) => {
                let first = self.path.is_none();
                self.reach(*x, *y, first);
                self.reach(x + width, y + height, first);
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
                self.end_path();
            }
            Op::Stroke | Op::CloseStroke | Op::EndPath => self.end_path(),
            _ => {}
        }
    }

    /// Follows where text begins (ISO 32000-1, 9.4.2).
    fn show(&mut self, operator: &Op) {
        match operator {
            Op::BeginText => self.text = TextPlace::default(),
            Op::SetTextMatrix(matrix) => self.text = TextPlace::at(*matrix),
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
        });
    }

    fn set_colour(&mut self, operator: &Op) {
        let told = |colour| {
            if self.state.device_colour {
                colour
            } else {
                None
            }
        };
        self.state.colour = match operator {
            Op::SetFillColor(parts) | Op::SetFillColorN(parts, None) => told(from_parts(parts)),
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
        self.clipping = false;
    }

    /// Adds what is painted; where all of the area is filled, it hides what is below it.
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

    /// A picture fills its square; a form may paint anything inside its box.
    fn paint_object(&mut self, name: &str) {
        let object = self.resource("XObject", name);
        let Some(Object::Stream(object)) = object.as_deref() else {
            return;
        };
        if object
            .dict
            .get_name("Subtype")
            .is_some_and(|kind| kind.0 == "Image")
        {
            let masks = ["SMask", "Mask", "ImageMask", "OC"];
            let plain = !masks.iter().any(|mask| object.dict.get(mask).is_some());
            let matrix = self.state.matrix;
            let upright = matrix.b == 0.0 && matrix.c == 0.0;
            self.add(UNIT.transform(matrix), None, plain && upright);
            return;
        }
        let area = object
            .dict
            .get("BBox")
            .and_then(Object::as_array)
            .and_then(rectangle)
            .filter(|_area| object.dict.get("Matrix").is_none())
            .map_or(EVERYWHERE, |area| area.transform(self.state.matrix));
        self.add(area, None, false);
    }

    /// Takes over what a graphics state says of transparency (ISO 32000-1, table 58).
    fn set_opacity(&mut self, name: &str) {
        let state = self.resource("ExtGState", name);
        let Some(Object::Dict(state)) = state.as_deref() else {
            self.state.opaque.full = false;
            return;
        };
        if let Some(part) = state.get("ca") {
            self.state.opaque.full = part.as_f64() == Some(1.0);
        }
        let is_one_of = |value: &Object, wanted: &[&str]| {
            value
                .as_name()
                .is_some_and(|name| wanted.contains(&name.0.as_str()))
        };
        if let Some(mode) = state.get("BM") {
            self.state.opaque.plain = is_one_of(mode, &["Normal", "Compatible"]);
        }
        if let Some(mask) = state.get("SMask") {
            self.state.opaque.unmasked = is_one_of(mask, &["None"]);
        }
    }

    /// Whether a colour space's numbers are gray, red, green and blue, or inks: not those of a named ink, for which
    /// one is all of it.
    fn is_device_like(&mut self, name: &str) -> bool {
        let family = |object: &Object| match object {
            Object::Array(parts) => parts.first().and_then(Object::as_name).cloned(),
            object => object.as_name().cloned(),
        };
        let is_known = |name: &str| {
            matches!(
                name,
                "DeviceGray" | "DeviceRGB" | "DeviceCMYK" | "CalGray" | "CalRGB" | "ICCBased"
            )
        };
        is_known(name)
            || self
                .resource("ColorSpace", name)
                .and_then(|space| family(&space))
                .is_some_and(|family| is_known(&family.0))
    }

    /// A resource of the page. Pages name the same few again and again, and each look-up copies them.
    fn resource(&mut self, kind: &'static str, name: &str) -> Option<Rc<Object>> {
        let known = self
            .resources
            .iter()
            .find(|known| known.0 == kind && known.1 == name);
        if let Some((_, _, object)) = known {
            return object.clone();
        }
        let object = self.find_resource(kind, name).map(Rc::new);
        if self.resources.len() < MAX_RESOURCES {
            self.resources.push((kind, name.to_owned(), object.clone()));
        }
        object
    }

    fn find_resource(&self, kind: &str, name: &str) -> Option<Object> {
        let all = self.source.resolve(self.page.resources.get(kind)?).ok()?;
        self.source.resolve(all.as_dict()?.get(name)?).ok()
    }
}

/// What two areas have in common; an empty area where they have nothing.
fn meet(a: Rect, b: Rect) -> Rect {
    Rect::new(
        a.x0.max(b.x0),
        a.y0.max(b.y0),
        a.x1.min(b.x1),
        a.y1.min(b.y1),
    )
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

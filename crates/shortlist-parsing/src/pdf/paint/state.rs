//! The graphics state, as far as it decides what is visible.

use pdfboss_core::{Matrix, Rect};

use super::super::runs::Colour;
use super::EVERYWHERE;

#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) matrix: Matrix,
    pub(super) colour: Option<Colour>,
    /// Whether the numbers of the colour space are known as a colour.
    pub(super) device_colour: bool,
    /// The rectangle that painting is clipped to, or `None` if the clip has another shape.
    pub(super) clip: Option<Rect>,
    /// Whether paint hides what is below it.
    pub(super) opaque: Opacity,
    /// Whether text is filled and not stroked.
    pub(super) fills_text: bool,
    pub(super) leading: f32,
    pub(super) rise: f32,
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

/// The properties that make paint hide what is below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Opacity {
    pub(super) full: bool,
    pub(super) plain: bool,
    pub(super) unmasked: bool,
    /// Whether fills are fully transparent.
    pub(super) none: bool,
}

impl Default for Opacity {
    fn default() -> Self {
        Self {
            full: true,
            plain: true,
            unmasked: true,
            none: false,
        }
    }
}

/// The position of the next string, if it is stated explicitly and not the end of the last string.
#[derive(Clone, Copy)]
pub(super) struct TextPosition {
    pub(super) line: Matrix,
    pub(super) stated: bool,
}

impl Default for TextPosition {
    fn default() -> Self {
        Self {
            line: Matrix::identity(),
            stated: true,
        }
    }
}

impl TextPosition {
    pub(super) fn at(line: Matrix) -> Self {
        Self { line, stated: true }
    }

    pub(super) fn moved(self, x: f32, y: f32) -> Self {
        Self::at(Matrix::translate(x, y).concat(self.line))
    }
}

/// The bounding box of the path so far, and whether the path is a rectangle.
#[derive(Clone, Copy)]
pub(super) struct Path {
    pub(super) area: Rect,
    pub(super) is_rectangle: bool,
}

pub(super) fn from_parts(parts: &[f32]) -> Option<Colour> {
    match parts {
        [gray] => Some((*gray, *gray, *gray)),
        [red, green, blue] => Some((*red, *green, *blue)),
        [c, m, y, k] => Some(from_cmyk(*c, *m, *y, *k)),
        _ => None,
    }
}

pub(super) fn from_cmyk(c: f32, m: f32, y: f32, k: f32) -> Colour {
    let part = |ink: f32| (1.0 - ink) * (1.0 - k);
    (part(c), part(m), part(y))
}

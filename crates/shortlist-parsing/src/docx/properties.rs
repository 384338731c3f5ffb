//! Reads run and paragraph properties and resolves how levels override each other.

use quick_xml::events::BytesStart;

use super::attributes::{is_on, value};

/// Run properties. `None` means inherited.
#[derive(Debug, Clone, Default)]
pub(crate) struct RunProperties {
    pub(crate) style: Option<String>,
    /// The font size in half points.
    pub(crate) half_points: Option<u16>,
    pub(crate) bold: Option<bool>,
    pub(crate) vanish: Option<bool>,
    pub(crate) white: Option<bool>,
    pub(crate) shaded: Option<bool>,
    /// The text colour.
    pub(crate) colour: Option<Colour>,
    /// The background colour.
    pub(crate) fill: Option<Colour>,
    /// The width of the letters, in percent.
    pub(crate) scale: Option<u16>,
    /// Whether the letters have no fill.
    pub(crate) unfilled: Option<bool>,
    /// Whether the current element describes the fill of the letters.
    filling: bool,
}

/// A colour of red, green and blue, or `None` if the program chooses it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Colour(pub(crate) Option<[u8; 3]>);

impl Colour {
    fn read(value: Option<&str>) -> Self {
        let hex = value.filter(|value| value.len() == 6);
        let number = hex.and_then(|value| u32::from_str_radix(value, 16).ok());
        Self(number.map(|rgb| {
            let [_, red, green, blue] = rgb.to_be_bytes();
            [red, green, blue]
        }))
    }

    /// Returns whether text of this colour is invisible on a background.
    pub(crate) fn is_like(self, ground: Self) -> bool {
        const NEAR: u8 = 8;
        match (self.0, ground.0) {
            (Some(one), Some(other)) => {
                let mut parts = one.into_iter().zip(other);
                parts.all(|(a, b)| a.abs_diff(b) <= NEAR)
            }
            _ => false,
        }
    }
}

impl RunProperties {
    /// Applies an element of `w:rPr`.
    pub(crate) fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "rStyle" => self.style = value(element).map(std::borrow::Cow::into_owned),
            "sz" => self.half_points = value(element).and_then(|size| half_points(&size)),
            "b" => self.bold = Some(is_on(element)),
            "vanish" | "specVanish" => self.vanish = Some(is_on(element)),
            "color" => {
                self.white = Some(value(element).as_deref().is_some_and(is_white));
                self.colour = Some(Colour::read(value(element).as_deref()));
            }
            "shd" => {
                self.shaded = Some(is_shaded(element));
                self.fill = Some(fill_of(element));
            }
            "w" => {
                let scale = value(element);
                self.scale = scale.and_then(|scale| scale.trim_end_matches('%').parse().ok());
            }
            "textFill" => self.filling = true,
            "textOutline" => self.filling = false,
            "noFill" if self.filling => self.unfilled = Some(true),
            "highlight" => {
                let colour = value(element);
                self.shaded = Some(!matches!(colour.as_deref(), Some("none" | "white") | None));
            }
            _ => {}
        }
    }

    /// Returns whether the letters are unreadable: smaller than two points, or narrower than a twentieth of
    /// their normal width.
    pub(crate) fn is_tiny(&self) -> bool {
        self.half_points.is_some_and(|size| size < 4) || self.scale.is_some_and(|scale| scale <= 5)
    }

    /// Fills missing values from the level below.
    pub(crate) fn inherit(&mut self, base: &Self) {
        self.half_points = self.half_points.or(base.half_points);
        self.bold = self.bold.or(base.bold);
        self.vanish = self.vanish.or(base.vanish);
        self.white = self.white.or(base.white);
        self.shaded = self.shaded.or(base.shaded);
        self.colour = self.colour.or(base.colour);
        self.fill = self.fill.or(base.fill);
        self.scale = self.scale.or(base.scale);
        self.unfilled = self.unfilled.or(base.unfilled);
    }
}

/// Returns the fill colour of a `w:shd`.
pub(crate) fn fill_of(element: &BytesStart<'_>) -> Colour {
    Colour::read(super::attributes::attribute(element, "fill").as_deref())
}

/// Paragraph properties. `None` means inherited.
#[derive(Debug, Clone, Default)]
pub(crate) struct ParagraphProperties {
    pub(crate) style: Option<String>,
    pub(crate) outline: Option<bool>,
    pub(crate) list: Option<bool>,
    pub(crate) shaded: Option<bool>,
    /// The background colour.
    pub(crate) fill: Option<Colour>,
    /// Whether the paragraph is off the page.
    pub(crate) off_page: Option<bool>,
}

impl ParagraphProperties {
    /// Applies an element of `w:pPr`.
    pub(crate) fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "pStyle" => self.style = value(element).map(std::borrow::Cow::into_owned),
            "outlineLvl" => {
                let level = value(element).and_then(|level| level.parse::<u8>().ok());
                self.outline = level.map(|level| level < 9);
            }
            "numId" => self.list = Some(value(element).as_deref() != Some("0")),
            "shd" => {
                self.shaded = Some(is_shaded(element));
                self.fill = Some(fill_of(element));
            }
            "ind" | "framePr" if is_off_page(element) => self.off_page = Some(true),
            _ => {}
        }
    }

    /// Fills missing values from the level below.
    pub(crate) fn inherit(&mut self, base: &Self) {
        self.fill = self.fill.or(base.fill);
        self.off_page = self.off_page.or(base.off_page);
        self.outline = self.outline.or(base.outline);
        self.list = self.list.or(base.list);
        self.shaded = self.shaded.or(base.shaded);
    }
}

/// Returns whether an indent or a frame moves a paragraph off every page.
fn is_off_page(element: &BytesStart<'_>) -> bool {
    /// Ten inches in twentieths of a point. No margin or column is that wide.
    const FAR: i64 = 14_400;
    /// The width of the widest page in Word.
    const WIDEST: i64 = 31_680;
    let number = |name: &str| {
        let value = super::attributes::attribute(element, name)?;
        value.parse::<i64>().ok()
    };
    ["left", "start", "x", "y"]
        .into_iter()
        .filter_map(number)
        .any(|at| at <= -FAR || at >= WIDEST)
}

/// Parses a size as half points. Strict documents may write `12pt`.
fn half_points(size: &str) -> Option<u16> {
    match size.strip_suffix("pt") {
        Some(points) => points.trim().parse::<u16>().ok()?.checked_mul(2),
        None => size.split('.').next()?.trim().parse().ok(),
    }
}

/// Returns whether a colour looks like white paper.
pub(crate) fn is_white(colour: &str) -> bool {
    u32::from_str_radix(colour.trim_start_matches('#'), 16).is_ok_and(|rgb| {
        let [_, red, green, blue] = rgb.to_be_bytes();
        colour.len() >= 6 && red >= 0xF8 && green >= 0xF8 && blue >= 0xF8
    })
}

/// Returns whether a `w:shd` fills the background so that white text is readable.
pub(crate) fn is_shaded(element: &BytesStart<'_>) -> bool {
    let filled = super::attributes::attribute(element, "fill")
        .is_some_and(|fill| fill != "auto" && !is_white(&fill));
    let pattern = value(element);
    filled || !matches!(pattern.as_deref(), None | Some("clear" | "nil" | "none"))
}

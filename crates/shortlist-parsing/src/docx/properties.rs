//! Run and paragraph properties: what an element says, and how levels override each other.

use quick_xml::events::BytesStart;

use super::attributes::{is_on, value};

/// Run properties; `None` is inherited.
#[derive(Debug, Clone, Default)]
pub(crate) struct RunProperties {
    pub(crate) style: Option<String>,
    /// Half points.
    pub(crate) half_points: Option<u16>,
    pub(crate) bold: Option<bool>,
    pub(crate) vanish: Option<bool>,
    pub(crate) white: Option<bool>,
    pub(crate) shaded: Option<bool>,
    /// The colour of its letters.
    pub(crate) colour: Option<Colour>,
    /// The colour of its ground.
    pub(crate) fill: Option<Colour>,
    /// How wide its letters are, in hundredths.
    pub(crate) scale: Option<u16>,
    /// Whether its letters are not filled.
    pub(crate) unfilled: Option<bool>,
    /// Whether what is being read says how letters are filled.
    filling: bool,
}

/// Red, green and blue; none where a colour is left to the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Colour(pub(crate) Option<[u8; 3]>);

impl Colour {
    fn read(value: Option<&str>) -> Self {
        let told = value.filter(|value| value.len() == 6);
        let number = told.and_then(|value| u32::from_str_radix(value, 16).ok());
        Self(number.map(|rgb| {
            let [_, red, green, blue] = rgb.to_be_bytes();
            [red, green, blue]
        }))
    }

    /// Whether letters of this colour cannot be told from a ground.
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
    /// Takes what an element of `w:rPr` says.
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

    /// Whether its letters are too small or too narrow to be read: under two points, or a twentieth of their width.
    pub(crate) fn is_tiny(&self) -> bool {
        self.half_points.is_some_and(|size| size < 4) || self.scale.is_some_and(|scale| scale <= 5)
    }

    /// Fills what is not said here from the level below.
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

/// The colour that a `w:shd` paints.
pub(crate) fn fill_of(element: &BytesStart<'_>) -> Colour {
    Colour::read(super::attributes::attribute(element, "fill").as_deref())
}

/// Paragraph properties; `None` is inherited.
#[derive(Debug, Clone, Default)]
pub(crate) struct ParagraphProperties {
    pub(crate) style: Option<String>,
    pub(crate) outline: Option<bool>,
    pub(crate) list: Option<bool>,
    pub(crate) shaded: Option<bool>,
    /// The colour of its ground.
    pub(crate) fill: Option<Colour>,
    /// Whether it is set beside the page.
    pub(crate) off_page: Option<bool>,
}

impl ParagraphProperties {
    /// Takes what an element of `w:pPr` says.
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
            "ind" | "framePr" if is_beside_page(element) => self.off_page = Some(true),
            _ => {}
        }
    }

    /// Fills what is not said here from the level below.
    pub(crate) fn inherit(&mut self, base: &Self) {
        self.fill = self.fill.or(base.fill);
        self.off_page = self.off_page.or(base.off_page);
        self.outline = self.outline.or(base.outline);
        self.list = self.list.or(base.list);
        self.shaded = self.shaded.or(base.shaded);
    }
}

/// Whether an indent or a frame moves a paragraph off every page.
fn is_beside_page(element: &BytesStart<'_>) -> bool {
    /// Ten inches in twentieths of a point: no margin and no column is so wide.
    const FAR: i64 = 14_400;
    /// The widest page that Word knows.
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

/// A size in half points; strict documents may write `12pt`.
fn half_points(size: &str) -> Option<u16> {
    match size.strip_suffix("pt") {
        Some(points) => points.trim().parse::<u16>().ok()?.checked_mul(2),
        None => size.split('.').next()?.trim().parse().ok(),
    }
}

/// Whether a colour cannot be told from white paper.
pub(crate) fn is_white(colour: &str) -> bool {
    u32::from_str_radix(colour.trim_start_matches('#'), 16).is_ok_and(|rgb| {
        let [_, red, green, blue] = rgb.to_be_bytes();
        colour.len() >= 6 && red >= 0xF8 && green >= 0xF8 && blue >= 0xF8
    })
}

/// Whether a `w:shd` paints something that white text can be read on.
pub(crate) fn is_shaded(element: &BytesStart<'_>) -> bool {
    let filled = super::attributes::attribute(element, "fill")
        .is_some_and(|fill| fill != "auto" && !is_white(&fill));
    let pattern = value(element);
    filled || !matches!(pattern.as_deref(), None | Some("clear" | "nil" | "none"))
}

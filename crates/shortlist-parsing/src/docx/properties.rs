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
}

impl RunProperties {
    /// Takes what an element of `w:rPr` says.
    pub(crate) fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "rStyle" => self.style = value(element).map(std::borrow::Cow::into_owned),
            "sz" => self.half_points = value(element).and_then(|size| half_points(&size)),
            "b" => self.bold = Some(is_on(element)),
            "vanish" | "specVanish" => self.vanish = Some(is_on(element)),
            "color" => self.white = Some(value(element).as_deref().is_some_and(is_white)),
            "shd" => self.shaded = Some(is_shaded(element)),
            "highlight" => {
                let colour = value(element);
                self.shaded = Some(!matches!(colour.as_deref(), Some("none" | "white") | None));
            }
            _ => {}
        }
    }

    /// Fills what is not said here from the level below.
    pub(crate) fn inherit(&mut self, base: &Self) {
        self.half_points = self.half_points.or(base.half_points);
        self.bold = self.bold.or(base.bold);
        self.vanish = self.vanish.or(base.vanish);
        self.white = self.white.or(base.white);
        self.shaded = self.shaded.or(base.shaded);
    }
}

/// Paragraph properties; `None` is inherited.
#[derive(Debug, Clone, Default)]
pub(crate) struct ParagraphProperties {
    pub(crate) style: Option<String>,
    pub(crate) outline: Option<bool>,
    pub(crate) list: Option<bool>,
    pub(crate) shaded: Option<bool>,
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
            "shd" => self.shaded = Some(is_shaded(element)),
            _ => {}
        }
    }

    /// Fills what is not said here from the level below.
    pub(crate) fn inherit(&mut self, base: &Self) {
        self.outline = self.outline.or(base.outline);
        self.list = self.list.or(base.list);
        self.shaded = self.shaded.or(base.shaded);
    }
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

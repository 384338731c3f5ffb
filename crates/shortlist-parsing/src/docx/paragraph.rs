//! A paragraph and its current run: their properties, and the look of the text that follows from them.

use shortlist_domain::FindingKind;

use super::properties::{Colour, ParagraphProperties, RunProperties};
use super::styles::{Style, Styles};
use crate::frame::{Look, ParagraphKind};

/// A paragraph and its current run.
#[derive(Default)]
pub(super) struct Paragraph {
    pub(super) properties: ParagraphProperties,
    pub(super) run: RunProperties,
    pub(super) look: Look,
}

/// The page, table, cell and text box around a paragraph.
pub(super) struct Surroundings {
    /// Whether something behind the text may make white text readable.
    pub(super) are_painted: bool,
    /// Whether the text box is off the page.
    pub(super) are_off_page: bool,
    /// The fill colour of the cell.
    pub(super) fill: Option<Colour>,
}

impl Paragraph {
    pub(super) fn kind(&self, styles: &Styles) -> ParagraphKind {
        let own = &self.properties;
        let style = styles.paragraph(own.style.as_deref());
        let outline = own
            .outline
            .or(style.and_then(|style| style.paragraph.outline));
        let list = own.list.or(style.and_then(|style| style.paragraph.list));
        let heading = outline.unwrap_or(false) || style.is_some_and(Style::is_heading);
        ParagraphKind {
            heading,
            // LibreOffice numbers the styles of headings, mostly with no visible number.
            list_item: list.unwrap_or(false) && !heading,
        }
    }

    /// Computes the look of the text of the run.
    pub(super) fn resolve_look(&mut self, styles: &Styles, surroundings: &Surroundings) {
        let style = styles.paragraph(self.properties.style.as_deref());
        let run = &mut self.run;
        styles.resolve_run(run, style);
        let paragraph = &self.properties;
        let inherited = style.map(|style| &style.paragraph);
        let on_paint = run.shaded.unwrap_or(false)
            || paragraph
                .shaded
                .or(inherited.and_then(|style| style.shaded))
                .unwrap_or(false)
            || surroundings.are_painted;
        let off_page = paragraph
            .off_page
            .or(inherited.and_then(|style| style.off_page));
        let ground = run
            .fill
            .or(paragraph.fill)
            .or(inherited.and_then(|style| style.fill))
            .or(surroundings.fill);
        let like_ground = run
            .colour
            .zip(ground)
            .is_some_and(|(ink, ground)| ink.is_like(ground));
        let hidden = if run.vanish.unwrap_or(false) {
            Some(FindingKind::Vanish)
        } else if off_page.unwrap_or(false) || surroundings.are_off_page {
            Some(FindingKind::OffPage)
        } else if run.is_tiny() {
            Some(FindingKind::Tiny)
        } else if (run.white.unwrap_or(false) && !on_paint) || like_ground {
            Some(FindingKind::SameColour)
        } else if run.unfilled.unwrap_or(false) {
            Some(FindingKind::Invisible)
        } else {
            None
        };
        self.look = Look {
            size: run.half_points.map_or(0.0, |size| f32::from(size) / 2.0),
            bold: run.bold.unwrap_or(false),
            hidden,
        };
    }
}

//! Draws a page: rectangles, and text as glyphs of a font.

use super::page::{PAGE_HEIGHT, Typesetter, WIDE};
use super::text::visual_order;
use crate::resumes::sheet::{Role, Setting};

impl Typesetter<'_> {
    pub(super) fn rectangle(&mut self, left: i32, width: i32, height: i32, colour: &str) {
        let bottom = PAGE_HEIGHT - self.place.down - height;
        let drawn = format!(
            "q {colour} {} {} {} {} re f Q\n",
            points(left),
            points(bottom),
            points(width),
            points(height)
        );
        self.draw(&drawn);
    }

    pub(super) fn text(&mut self, role: Role, text: &str, left: i32, dark: bool) {
        let text = if self.right_to_left {
            visual_order(text)
        } else {
            text.to_owned()
        };
        let wide = self.is_wide(role);
        let tex = self.setting == Setting::Tex;
        let [regular, bold] = &mut self.fonts;
        let (name, font) = if role.bold() {
            ("F2", bold)
        } else {
            ("F1", regular)
        };
        let shown = if wide {
            let glyphs = text.chars().map(|c| font.shown(&c.to_string()));
            format!(
                "[{}] TJ",
                glyphs.collect::<Vec<_>>().join(&format!(" -{WIDE} "))
            )
        } else if tex {
            let words = text.split(' ').map(|word| font.shown(word));
            format!("[{}] TJ", words.collect::<Vec<_>>().join(" -333 "))
        } else {
            format!("{} Tj", font.shown(&text))
        };
        let colour = if dark { "1 g" } else { "0 g" };
        let drawn = format!(
            "BT {colour} /{name} {} Tf 1 0 0 1 {} {} Tm {shown} ET\n",
            points(role.size()),
            points(left),
            points(PAGE_HEIGHT - self.place.down)
        );
        self.draw(&drawn);
    }

    /// Adds a link over the line that was just set.
    pub(super) fn link(&mut self, target: &str, left: i32, width: i32, height: i32) {
        let bottom = PAGE_HEIGHT - self.place.down;
        let link = format!(
            "<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [{} {} {} {}] /A << /S /URI /URI ({}) >> >> ",
            points(left),
            points(bottom),
            points(left + width),
            points(bottom + height),
            target.replace('(', "\\(").replace(')', "\\)")
        );
        if let Some(links) = self.links.get_mut(self.place.page) {
            links.push_str(&link);
        }
    }

    fn draw(&mut self, drawn: &str) {
        if let Some(page) = self.pages.get_mut(self.place.page) {
            page.push_str(drawn);
        }
    }
}

/// Converts tenths of a point into points.
pub(super) fn points(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

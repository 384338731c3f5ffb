//! Tracks the position of a drawing on its page.

use quick_xml::events::BytesStart;

use super::attributes::attribute;

/// The position and size of a drawing, in English Metric Units.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Drawing {
    x: i64,
    y: i64,
    width: i64,
    height: i64,
    /// Whether the vertical position is being read.
    pub(super) vertical: bool,
}

impl Drawing {
    pub(super) fn extent(&mut self, element: &BytesStart<'_>) {
        let number = |name: &str| attribute(element, name)?.parse().ok();
        self.width = number("cx").unwrap_or(0);
        self.height = number("cy").unwrap_or(0);
    }

    pub(super) fn offset(&mut self, text: &str) {
        let offset = text.trim().parse().unwrap_or(0);
        if self.vertical {
            self.y = offset;
        } else {
            self.x = offset;
        }
    }

    /// Returns whether the whole drawing is off every page, for any margins.
    pub(super) fn is_off_page(&self) -> bool {
        /// The width of the widest page in Word. No margin exceeds it.
        const WIDEST: i64 = 22 * 914_400;
        /// The widest margin that occurs in practice.
        const MARGIN: i64 = 2 * 914_400;
        let outside = |at: i64, size: i64| at.saturating_add(size) < -MARGIN || at > WIDEST;
        outside(self.x, self.width) || outside(self.y, self.height)
    }
}

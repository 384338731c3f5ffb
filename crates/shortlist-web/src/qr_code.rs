//! QR codes as pictures in a page.

use std::fmt::Write;

use qrcode::{Color, EcLevel, QrCode};

/// The light frame of a code, in modules: readers need it (ISO/IEC 18004, section 6.3.8).
const QUIET_ZONE: usize = 4;

/// A QR code, for a template.
pub(crate) struct QrPicture {
    /// The width and the height, in modules.
    pub(crate) size: usize,
    /// The path that draws the dark modules.
    pub(crate) path: String,
}

impl QrPicture {
    /// Returns the code of a text, or `None` if the text is too long for one.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
        let width = code.width();
        let colors = code.to_colors();
        let mut path = String::new();
        for (y, row) in colors.chunks(width).enumerate() {
            for (x, color) in row.iter().enumerate() {
                if *color == Color::Dark {
                    let (x, y) = (x + QUIET_ZONE, y + QUIET_ZONE);
                    // Writing to a text does not fail.
                    let _written = write!(path, "M{x} {y}h1v1h-1z");
                }
            }
        }
        Some(Self {
            size: width + 2 * QUIET_ZONE,
            path,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_the_patterns_in_its_corners() {
        let picture = QrPicture::of("otpauth://totp/a?secret=b").unwrap();
        // Version 2 has 25 modules.
        assert_eq!(picture.size, 25 + 8);
        let has = |x: usize, y: usize| picture.path.contains(&format!("M{x} {y}h1v1h-1z"));
        for (x, y) in [(4, 4), (22, 4), (4, 22)] {
            assert!(has(x, y) && has(x + 6, y + 6), "{x} {y}");
            assert!(!has(x + 1, y + 1) && has(x + 3, y + 3), "{x} {y}");
        }
        assert!(!has(0, 0) && !has(28, 29));
        assert!(QrPicture::of(&"a".repeat(3_000)).is_none());
    }
}

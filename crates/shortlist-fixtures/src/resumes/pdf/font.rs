//! A composite font without an embedded file.
//!
//! Its `ToUnicode` map says which character each glyph shows (ISO 32000-1, 9.7 and 9.10).

use std::collections::BTreeMap;

/// The advances of Helvetica from the space to the tilde, in thousandths of the type size (Adobe's font metrics).
const ADVANCES: [i32; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// Returns the advance of a character, in thousandths of the type size.
pub(super) fn advance(c: char) -> i32 {
    let code = u32::from(c);
    let latin = usize::try_from(code.wrapping_sub(32)).unwrap_or(usize::MAX);
    match code {
        0x3000..=0x9FFF | 0xAC00..=0xD7FF | 0xFF00..=0xFFEF => 1_000,
        0x600..=0x6FF => 480,
        _ => ADVANCES.get(latin).copied().unwrap_or(556),
    }
}

/// Returns the width of a text, in tenths of a point.
pub(super) fn width(text: &str, size: i32) -> i32 {
    text.chars().map(advance).sum::<i32>() * size / 1_000
}

/// The glyphs that were used, numbered in the order of their first use.
#[derive(Debug, Default)]
pub(super) struct Font {
    glyphs: BTreeMap<char, usize>,
}

impl Font {
    /// Returns the glyphs of a text, as a string of the content stream.
    pub(super) fn shown(&mut self, text: &str) -> String {
        let glyphs = text.chars().map(|c| {
            // The first numbers are reserved for the missing glyph and similar ones.
            let next = self.glyphs.len() + 3;
            let glyph = self.glyphs.entry(c).or_insert(next);
            format!("{glyph:04X}")
        });
        format!("<{}>", glyphs.collect::<String>())
    }

    /// Returns the widths of the glyphs: the `W` entry of the descendant font.
    pub(super) fn widths(&self) -> String {
        let glyphs = self.glyphs.iter();
        glyphs
            .map(|(c, glyph)| format!("{glyph} [{}] ", advance(*c)))
            .collect()
    }

    /// Returns the map from glyphs to characters.
    pub(super) fn to_unicode(&self) -> String {
        let glyphs: Vec<_> = self.glyphs.iter().collect();
        let mut map = String::from(
            "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapType 2 def\n\
             1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n",
        );
        for hundred in glyphs.chunks(100) {
            map.push_str(&format!("{} beginbfchar\n", hundred.len()));
            for (c, glyph) in hundred {
                let mut units = [0; 2];
                let units = c.encode_utf16(&mut units).iter();
                let code: String = units.map(|unit| format!("{unit:04X}")).collect();
                map.push_str(&format!("<{glyph:04X}> <{code}>\n"));
            }
            map.push_str("endbfchar\n");
        }
        map.push_str("endcmap\nend\nend\n");
        map
    }
}

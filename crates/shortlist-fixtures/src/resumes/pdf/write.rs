//! Writes the objects of the file.

use super::draw::points;
use super::font::Font;
use super::page::{PAGE_HEIGHT, PAGE_WIDTH, Typesetter};
use crate::pdf::{Object, assemble, stream};

/// The object number of the first page. The catalog, the page tree and three objects for each font come first.
const FIRST_PAGE: usize = 9;

pub(super) fn write(typesetter: Typesetter<'_>) -> Vec<u8> {
    let pages = typesetter.pages;
    let kids: String = (0..pages.len())
        .map(|page| format!("{} 0 R ", FIRST_PAGE + 2 * page))
        .collect();
    let mut objects: Vec<Object> = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".into(),
        format!("<< /Type /Pages /Count {} /Kids [{kids}] >>", pages.len()).into(),
    ];
    for (number, font) in typesetter.fonts.iter().enumerate() {
        let name = if number == 0 {
            "AAAAAA+Invented"
        } else {
            "AAAAAB+Invented-Bold"
        };
        objects.extend(font_objects(name, 3 + 3 * number, font));
    }
    for (number, (content, links)) in pages.iter().zip(&typesetter.links).enumerate() {
        let page = format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {} {}] /Resources << /Font << /F1 3 0 R /F2 6 0 R >> >> /Annots [{links}] /Contents {} 0 R >>",
            points(PAGE_WIDTH),
            points(PAGE_HEIGHT),
            FIRST_PAGE + 1 + 2 * number
        );
        objects.push(page.into());
        objects.push(stream("", content.as_bytes()));
    }
    assemble(&objects, "")
}

/// Returns a font, its descendant and its map, numbered from `first`.
fn font_objects(name: &str, first: usize, font: &Font) -> [Object; 3] {
    let whole = format!(
        "<< /Type /Font /Subtype /Type0 /BaseFont /{name} /Encoding /Identity-H /DescendantFonts [{} 0 R] /ToUnicode {} 0 R >>",
        first + 1,
        first + 2
    );
    let descendant = format!(
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /{name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> \
         /FontDescriptor << /Type /FontDescriptor /FontName /{name} /Flags 4 /FontBBox [-200 -250 1100 950] /ItalicAngle 0 /Ascent 900 \
         /Descent -220 /CapHeight 700 /StemV 80 >> /DW 556 /W [{}] >>",
        font.widths()
    );
    [
        whole.into(),
        descendant.into(),
        stream("", font.to_unicode().as_bytes()),
    ]
}

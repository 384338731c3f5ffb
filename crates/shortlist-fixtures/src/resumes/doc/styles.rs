//! What Word needs besides text and formats: a style, a section, a font, and the places of the header stories.

/// The number of styles that every document reserves places for.
const FIXED_STYLES: u16 = 15;

/// Returns the style sheet ([MS-DOC] 2.9.271): the normal style, and empty places for the other fixed styles.
pub(super) fn sheet() -> Vec<u8> {
    let mut bytes = Vec::new();
    // The head of the sheet: the number of styles, the length of each base, and what program saved the sheet.
    for value in [18, FIXED_STYLES, 10, 1, 0x5B, 15, 0, 0, 0, 0] {
        bytes.extend(u16::to_le_bytes(value));
    }
    let mut normal = Vec::new();
    // Style 0, for paragraphs: based on no style, with two sets of properties, and followed by itself.
    for value in [0_u16, 0xFFF1, 2, 0, 0] {
        normal.extend(value.to_le_bytes());
    }
    normal.extend(text("Normal", 2));
    // The paragraph properties contain the number of the style. The character properties are empty.
    normal.extend([2, 0, 0, 0, 0, 0]);
    bytes.extend(u16::try_from(normal.len()).unwrap_or(0).to_le_bytes());
    bytes.extend(normal);
    bytes.resize(bytes.len() + 2 * usize::from(FIXED_STYLES - 1), 0);
    bytes
}

/// Returns a text with its length before it, in `length_bytes` bytes, and a terminating zero after it.
fn text(content: &str, length_bytes: usize) -> Vec<u8> {
    let units: Vec<u16> = content.encode_utf16().collect();
    let length = u16::try_from(units.len()).unwrap_or(0).to_le_bytes();
    let mut bytes = length.get(..length_bytes).unwrap_or_default().to_vec();
    bytes.extend(units.into_iter().chain([0]).flat_map(u16::to_le_bytes));
    bytes
}

/// Returns one section without properties of its own ([MS-DOC] 2.8.26).
pub(super) fn section(characters: usize) -> Vec<u8> {
    let mut bytes = [number(0), number(characters)].concat();
    bytes.extend([0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0]);
    bytes
}

/// Returns the places where the header stories begin ([MS-DOC] 2.8.20).
///
/// The first six stories are separators. The section's six stories follow. Its second is the header and its fourth the footer
/// of ordinary pages.
pub(super) fn stories([header, footer]: [usize; 2]) -> Vec<u8> {
    if header + footer == 0 {
        return Vec::new();
    }
    let end = header + footer;
    let starts = [
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        header,
        header,
        end,
        end,
        end,
        end + 1,
    ];
    starts.into_iter().flat_map(number).collect()
}

/// Returns one font ([MS-DOC] 2.9.286 and 2.9.82).
pub(super) fn fonts() -> Vec<u8> {
    let mut font = vec![0x26, 0x90, 0x01, 0, 0];
    font.resize(font.len() + 34, 0);
    font.extend("Arial".encode_utf16().chain([0]).flat_map(u16::to_le_bytes));
    let mut bytes = vec![1, 0, 0, 0];
    bytes.push(u8::try_from(font.len()).unwrap_or(0));
    bytes.extend(font);
    bytes
}

fn number(value: usize) -> [u8; 4] {
    u32::try_from(value).unwrap_or(0).to_le_bytes()
}

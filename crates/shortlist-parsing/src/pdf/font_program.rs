//! Reduces embedded font programs to what is read of them.
//!
//! `pdfboss` asks a program with tables for which platforms it maps characters, which is usually stated at the beginning. The
//! outlines make up the rest. Nothing else of the program is returned, so content that claims to be a font shows no text.

use pdfboss_core::{Object, Stream};

/// The size of the stored beginning that is decoded first, in bytes.
const BEGINNING: usize = 2 << 10;
/// The first bytes of programs with tables, as in TrueType and OpenType.
const WITH_TABLES: [&[u8]; 3] = [&[0, 1, 0, 0], b"OTTO", b"true"];
/// The first bytes of programs in the Compact Font Format, of which nothing is read.
const COMPACT: [u8; 2] = [1, 0];
/// The size of the header of a program with tables, and of an entry of its table directory.
const HEADER: usize = 12;
const ENTRY: usize = 16;
/// The size of the header of a character map, and of an entry of a subtable.
const MAP_HEADER: usize = 4;
const MAP_ENTRY: usize = 8;
/// The platforms of the Macintosh and of Windows.
const PLATFORMS: [u8; 2] = [1, 3];

/// Returns whether a stream claims to be a font program.
pub(super) fn is_font(stream: &Stream) -> bool {
    stream.dict.get("Length1").is_some() || is_compact(stream)
}

/// Returns whether a stream claims to be a font program in the Compact Font Format or in OpenType.
fn is_compact(stream: &Stream) -> bool {
    let kind = stream.dict.get_name("Subtype").map(|kind| kind.0.as_str());
    matches!(kind, Some("Type1C" | "CIDFontType0C" | "OpenType"))
}

/// Returns the beginning of a stored font program, if it can be decoded without the rest and is much shorter.
pub(super) fn beginning(stream: &Stream) -> Option<Stream> {
    let filter = match stream.dict.get("Filter")? {
        Object::Array(filters) => match filters.as_slice() {
            [filter] => filter,
            _ => return None,
        },
        filter => filter,
    };
    let is_deflated = filter.as_name().is_some_and(|name| name.0 == "FlateDecode");
    let is_plain = is_deflated && stream.dict.get("DecodeParms").is_none();
    let data = stream.data.get(..BEGINNING)?;
    (is_plain && stream.data.len() > 2 * BEGINNING).then(|| Stream {
        dict: stream.dict.clone(),
        data: data.to_vec(),
    })
}

/// Returns whether decoded bytes are a program that can be reduced. Type 1 cannot.
pub(super) fn is_program(data: &[u8]) -> bool {
    has_tables(data) || data.starts_with(&COMPACT)
}

fn has_tables(data: &[u8]) -> bool {
    WITH_TABLES.iter().any(|first| data.starts_with(first))
}

/// Returns a program whose only table maps characters for the same platforms as another one. Returns `None` if the other one
/// cannot be reduced, or ends before it states them.
pub(super) fn reduced(program: &[u8]) -> Option<Vec<u8>> {
    if !has_tables(program) {
        return program.starts_with(&COMPACT).then(Vec::new);
    }
    let tables = number(program, 4, 2)?;
    let directory = program.get(HEADER..HEADER + tables * ENTRY)?;
    let map = directory
        .chunks_exact(ENTRY)
        .find(|entry| entry.starts_with(b"cmap"));
    let Some(map) = map else {
        return Some(Vec::new());
    };
    let start = number(map, 8, 4)?;
    let subtables = number(program, start + 2, 2)?;
    let start = start + MAP_HEADER;
    let entries = program.get(start..start + subtables * MAP_ENTRY)?;
    let stated = |platform: &u8| {
        entries
            .chunks_exact(MAP_ENTRY)
            .any(|entry| entry.starts_with(&[0, *platform]))
    };
    let platforms: Vec<u8> = PLATFORMS.into_iter().filter(stated).collect();
    Some(with_platforms(&platforms))
}

fn with_platforms(platforms: &[u8]) -> Vec<u8> {
    let mut program = vec![0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
    // The name of the table, its checksum, its start, and its length.
    program.extend(b"cmap\0\0\0\0\0\0\0\x1c\0\0\0\0");
    program.extend([0, 0, 0]);
    program.extend(u8::try_from(platforms.len()));
    for platform in platforms {
        program.extend([0, *platform, 0, 0, 0, 0, 0, 0]);
    }
    program
}

/// Returns the number in some bytes of a program, with the highest byte first.
fn number(program: &[u8], start: usize, length: usize) -> Option<usize> {
    let bytes = program.get(start..start + length)?;
    let add = |number, byte: &u8| number << 8 | usize::from(*byte);
    Some(bytes.iter().fold(0, add))
}

#[cfg(test)]
mod tests {
    use pdfboss_core::{Dict, Name};

    use super::*;

    /// Returns a program whose only table is a character map for two platforms, 20 bytes after the directory.
    fn program() -> Vec<u8> {
        let mut program = vec![0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0];
        program.extend(b"cmap\0\0\0\0\0\0\0\x30\0\0\0\x14");
        program.resize(48, 7);
        program.extend([0, 0, 0, 2]);
        program.extend([0, 1, 0, 0, 0, 0, 0, 9, 0, 3, 0, 1, 0, 0, 0, 9]);
        program
    }

    #[test]
    fn only_long_deflated_programs_are_decoded_in_part() {
        let name = |name: &str| Object::Name(Name(name.to_owned()));
        let stream = |length: usize, entries: &[(&str, Object)]| {
            let mut dict = Dict::default();
            for (key, value) in entries {
                dict.insert(Name((*key).to_owned()), value.clone());
            }
            let data = vec![7; length];
            beginning(&Stream { dict, data }).map(|begin| begin.data.len())
        };
        let deflated = || ("Filter", name("FlateDecode"));
        let several = |filters: &[&str]| {
            let filters = filters.iter().map(|filter| name(filter)).collect();
            ("Filter", Object::Array(filters))
        };
        assert_eq!(stream(9_000, &[deflated()]), Some(BEGINNING));
        assert_eq!(stream(9_000, &[several(&["FlateDecode"])]), Some(BEGINNING));
        assert_eq!(stream(4_000, &[deflated()]), None);
        assert_eq!(stream(9_000, &[]), None);
        let hexadecimal = several(&["ASCIIHexDecode", "FlateDecode"]);
        assert_eq!(stream(9_000, &[hexadecimal]), None);
        let predicted = ("DecodeParms", Object::Dict(Dict::default()));
        assert_eq!(stream(9_000, &[deflated(), predicted]), None);
    }

    #[test]
    fn only_platforms_remain_of_a_program() {
        let program = program();
        let rest = reduced(&program).unwrap();
        assert_eq!(rest, with_platforms(&[1, 3]));
        assert_eq!(reduced(&rest), Some(rest));
        for end in 0..program.len() {
            assert_eq!(reduced(&program[..end]), None, "{end}");
        }
    }

    #[test]
    fn nothing_remains_without_a_character_map() {
        let mut program = program();
        program[12..16].copy_from_slice(b"glyf");
        assert_eq!(reduced(&program[..28]), Some(Vec::new()));
        assert_eq!(reduced(&program[..27]), None);
    }

    #[test]
    fn other_data_is_not_reduced() {
        assert!(is_program(&program()) && is_program(b"OTTO"));
        assert!(is_program(&COMPACT));
        assert_eq!(reduced(&COMPACT), Some(Vec::new()));
        for other in [b"%!FontType1".as_slice(), b"\x80\x01", b"BT", b""] {
            assert!(!is_program(other) && reduced(other).is_none());
        }
    }
}

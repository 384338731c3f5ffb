//! Decides how much of an embedded font program has to be decoded.
//!
//! `pdfboss` asks a TrueType or OpenType program which platforms its character map is for, and a Type 1 program for its
//! encoding. Both are usually at the beginning, while the outlines make up the rest.

use pdfboss_core::{Object, Stream};

/// The size of the stored beginning that is decoded first, in bytes.
const BEGINNING: usize = 2 << 10;
/// The size of the header of a program with tables, and of an entry of its table directory.
const HEADER: usize = 12;
const ENTRY: usize = 16;
/// The size of the header of a character map, and of an entry of a subtable.
const MAP_HEADER: usize = 4;
const MAP_ENTRY: usize = 8;

/// Returns whether the dictionary of a stream is that of a font program.
pub(super) fn is_font(stream: &Stream) -> bool {
    let kind = stream.dict.get_name("Subtype").map(|kind| kind.0.as_str());
    match kind {
        Some(kind) => matches!(kind, "Type1C" | "CIDFontType0C" | "OpenType"),
        None => stream.dict.get("Length1").is_some(),
    }
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

/// Returns whether the decoded beginning of a font program contains what is read of it.
pub(super) fn is_enough(beginning: &[u8]) -> bool {
    match beginning {
        [0, 1, 0, 0, ..] | [b'O', b'T', b'T', b'O', ..] | [b't', b'r', b'u', b'e', ..] => {
            has_platforms(beginning).unwrap_or(false)
        }
        // The Compact Font Format has neither.
        [1, 0, ..] => true,
        // The clear text of a Type 1 program ends here.
        [b'%', b'!', ..] => memchr::memmem::find(beginning, b"eexec").is_some(),
        _ => false,
    }
}

/// Returns whether a program contains the platforms of its character map, or has none. Returns `None` if it ends before.
fn has_platforms(program: &[u8]) -> Option<bool> {
    let tables = number(program, HEADER - 8, 2)?;
    let directory = program.get(HEADER..HEADER + tables * ENTRY)?;
    let map = directory
        .chunks_exact(ENTRY)
        .find(|entry| entry.starts_with(b"cmap"));
    let Some(map) = map else {
        return Some(true);
    };
    let start = number(map, 8, 4)?;
    let subtables = number(program, start + MAP_HEADER - 2, 2)?;
    Some(program.len() >= start + MAP_HEADER + subtables * MAP_ENTRY)
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

    fn dict(entries: &[(&str, Object)]) -> Dict {
        let mut dict = Dict::default();
        for (key, value) in entries {
            dict.insert(Name((*key).to_owned()), value.clone());
        }
        dict
    }

    #[test]
    fn forms_are_no_fonts() {
        let is_font = |entries: &[(&str, Object)]| {
            is_font(&Stream {
                dict: dict(entries),
                data: Vec::new(),
            })
        };
        let length = || ("Length1", Object::Int(9));
        let kind = |kind: &str| ("Subtype", Object::Name(Name(kind.to_owned())));
        assert!(is_font(&[length()]) && is_font(&[kind("OpenType")]));
        assert!(!is_font(&[]) && !is_font(&[length(), kind("Form")]));
    }

    #[test]
    fn only_long_deflated_programs_are_decoded_in_part() {
        let name = |name: &str| Object::Name(Name(name.to_owned()));
        let stream = |length: usize, entries: &[(&str, Object)]| {
            let dict = dict(entries);
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
    fn the_platforms_of_the_character_map_are_enough() {
        let program = program();
        assert!(is_enough(&program));
        for end in 0..program.len() {
            assert!(!is_enough(&program[..end]), "{end}");
        }
    }

    #[test]
    fn a_program_without_a_character_map_needs_its_directory_only() {
        let mut program = program();
        program[12..16].copy_from_slice(b"glyf");
        assert!(is_enough(&program[..28]) && !is_enough(&program[..27]));
    }

    #[test]
    fn the_clear_text_of_type_1_is_enough() {
        assert!(is_enough(
            b"%!FontType1 /Encoding StandardEncoding def currentfile eexec"
        ));
        assert!(!is_enough(b"%!FontType1 /Encoding"));
        assert!(!is_enough(b"\x80\x01\0\0\0\0eexec") && !is_enough(b""));
    }
}

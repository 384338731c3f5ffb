//! Tests with Word files that are built from the format's rules.

use std::io::{Cursor, Write};

use proptest::prelude::*;
use shortlist_domain::{FindingKind, ForeignFormat};

use crate::{Document, ReadError, read_document};

/// The offset in the `WordDocument` stream where the text of the first piece starts.
const TEXT_OFFSET: usize = 0x800;

/// Writes a number into the stream.
fn put(bytes: &mut [u8], at: usize, number: usize) {
    bytes[at..at + 4].copy_from_slice(&u32::try_from(number).unwrap().to_le_bytes());
}

/// Returns an OLE file with these streams.
fn ole(streams: &[(&str, &[u8])]) -> Vec<u8> {
    let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    for (name, content) in streams {
        file.create_stream(name)
            .unwrap()
            .write_all(content)
            .unwrap();
    }
    file.flush().unwrap();
    file.into_inner().into_inner()
}

/// Returns the streams of a Word 97 file. Each piece is 8-bit or UTF-16, in document order.
fn streams(pieces: &[(&str, bool)], lengths: [usize; 8]) -> (Vec<u8>, Vec<u8>) {
    let mut word = vec![0; TEXT_OFFSET];
    word[..4].copy_from_slice(&[0xEC, 0xA5, 0xC1, 0]);
    word[0x0B] = 0x02;
    for (number, length) in lengths.into_iter().enumerate() {
        put(&mut word, 0x4C + number * 4, length);
    }
    let (mut positions, mut descriptors, mut position) = (vec![0, 0, 0, 0], Vec::new(), 0);
    for (text, wide) in pieces {
        let place = word.len();
        let stored = if *wide {
            place
        } else {
            (place * 2) | (1 << 30)
        };
        if *wide {
            word.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        } else {
            word.extend(encoding_rs::WINDOWS_1252.encode(text).0.iter());
        }
        position += text.encode_utf16().count();
        positions.extend(u32::try_from(position).unwrap().to_le_bytes());
        descriptors.extend([0, 0]);
        descriptors.extend(u32::try_from(stored).unwrap().to_le_bytes());
        descriptors.extend([0, 0]);
    }
    word.resize(word.len().max(4_608), 0);
    // A property modifier, which the reader skips, precedes the pieces.
    let mut table = vec![1, 2, 0, 9, 9, 2];
    table.extend(
        u32::try_from(positions.len() + descriptors.len())
            .unwrap()
            .to_le_bytes(),
    );
    table.extend(positions);
    table.extend(descriptors);
    put(&mut word, 0x1A6, table.len());
    (word, table)
}

/// Returns a Word 97 file that has only a body.
fn doc(pieces: &[(&str, bool)]) -> Vec<u8> {
    let length = pieces
        .iter()
        .map(|(text, _)| text.encode_utf16().count())
        .sum();
    let (word, table) = streams(pieces, [length, 0, 0, 0, 0, 0, 0, 0]);
    ole(&[("WordDocument", &word), ("1Table", &table)])
}

fn text_of(document: &Document) -> String {
    document.flatten().text.as_str().to_owned()
}

fn text(pieces: &[(&str, bool)]) -> String {
    text_of(&read_document(&doc(pieces)).unwrap())
}

#[test]
fn pieces_are_joined_in_the_order_of_the_document() {
    assert_eq!(
        text(&[
            ("José ", false),
            ("Zoë\u{2019}s Łódź\r", true),
            ("end\r", false)
        ]),
        "José Zoë’s Łódź\nend\n\n"
    );
}

#[test]
fn fields_give_their_result_and_target() {
    let document = read_document(&doc(&[(
        "\u{13} HYPERLINK \"mailto:ada@example.org\" \u{14}Write me\u{15}\u{1} now\r",
        false,
    )]))
    .unwrap();
    assert_eq!(text_of(&document), "Write me now\n\n");
    assert_eq!(document.link_targets, ["mailto:ada@example.org"]);
}

#[test]
fn cell_marks_make_rows() {
    assert_eq!(
        text(&[(
            "Rust\u{7}5 years\u{7}\u{7}SQL\u{7}2 years\u{7}\u{7}after\r",
            false
        )]),
        "Rust\t5 years\nSQL\t2 years\n\nafter\n\n"
    );
}

#[test]
fn headers_and_text_boxes_are_read_and_annotations_are_not() {
    let pieces = [
        ("Body\r", false),
        ("ada@example.org\r", false),
        ("remark\r", false),
        ("boxed\r", false),
    ];
    let (word, table) = streams(&pieces, [5, 0, 16, 0, 7, 0, 6, 0]);
    let bytes = ole(&[("WordDocument", &word), ("1Table", &table)]);
    assert_eq!(
        text_of(&read_document(&bytes).unwrap()),
        "ada@example.org\n\nBody\n\nboxed\n\n"
    );
}

#[test]
fn formats_give_size_weight_and_hidden_text() {
    let (mut word, mut table) = streams(&[("Ada secret\r", false)], [11, 0, 0, 0, 0, 0, 0, 0]);
    // One page of character formats at offset 1024: "Ada " is bold and has 16 points, "secret" is hidden.
    for (number, place) in [
        TEXT_OFFSET,
        TEXT_OFFSET + 4,
        TEXT_OFFSET + 10,
        TEXT_OFFSET + 11,
    ]
    .into_iter()
    .enumerate()
    {
        put(&mut word, 1_024 + number * 4, place);
    }
    word[1_024 + 16..1_024 + 19].copy_from_slice(&[50, 60, 0]);
    word[1_024 + 100..1_024 + 108].copy_from_slice(&[7, 0x35, 0x08, 1, 0x43, 0x4A, 32, 0]);
    word[1_024 + 120..1_024 + 124].copy_from_slice(&[3, 0x3C, 0x08, 1]);
    word[1_024 + 511] = 3;
    put(&mut word, 0xFA, table.len());
    put(&mut word, 0xFE, 12);
    for number in [TEXT_OFFSET, TEXT_OFFSET + 11, 2] {
        table.extend(u32::try_from(number).unwrap().to_le_bytes());
    }
    let bytes = ole(&[("WordDocument", &word), ("1Table", &table)]);
    let document = read_document(&bytes).unwrap();
    assert_eq!(text_of(&document), "Ada\n\n");
    let run = &document.pages[0].blocks[0].lines[0].runs[0];
    assert_eq!((run.size, run.bold), (16.0, true));
    assert_eq!(document.hidden[0].kind, FindingKind::Vanish);
    assert_eq!(document.hidden[0].quote, "secret");
}

#[test]
fn old_documents_have_their_own_header() {
    let mut word = vec![0; 0x300];
    word[..4].copy_from_slice(&[0xDC, 0xA5, 0x65, 0]);
    word.extend(b"Caf\xE9\rAda\r");
    put(&mut word, 0x18, 0x300);
    put(&mut word, 0x1C, 0x309);
    put(&mut word, 0x34, 9);
    assert_eq!(text_of(&read_document(&word).unwrap()), "Café\nAda\n\n");
    word.resize(5_000, 0);
    assert_eq!(
        text_of(&read_document(&ole(&[("WordDocument", &word)])).unwrap()),
        "Café\nAda\n\n"
    );
}

#[test]
fn protection_and_other_formats_are_reported() {
    let (mut word, table) = streams(&[("Ada\r", false)], [4, 0, 0, 0, 0, 0, 0, 0]);
    word[0x0B] |= 0x01;
    let bytes = ole(&[("WordDocument", &word), ("1Table", &table)]);
    assert_eq!(read_document(&bytes), Err(ReadError::Encrypted));
    assert_eq!(
        read_document(&ole(&[("EncryptedPackage", b"x")])),
        Err(ReadError::Encrypted)
    );
    assert_eq!(
        read_document(&ole(&[("Workbook", b"x")])),
        Err(ReadError::OtherFormat(ForeignFormat::Excel))
    );
    assert!(matches!(
        read_document(&ole(&[("Other", b"x")])),
        Err(ReadError::Damaged(_))
    ));
}

#[test]
fn the_other_table_is_tried_and_damaged_containers_are_read() {
    let (word, table) = streams(&[("Ada Lovelace\r", false)], [13, 0, 0, 0, 0, 0, 0, 0]);
    let mut bytes = ole(&[("WordDocument", &word), ("0Table", &table)]);
    assert_eq!(text_of(&read_document(&bytes).unwrap()), "Ada Lovelace\n\n");
    // The reader of the `cfb` crate rejects this byte order.
    bytes[0x1C] = 0;
    assert_eq!(text_of(&read_document(&bytes).unwrap()), "Ada Lovelace\n\n");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn mutations_give_a_result(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..12), cut in any::<prop::sample::Index>()) {
        let panicked = ReadError::panicked();
        let (mut word, mut table) = streams(&[("Rust\u{7}5\u{7}\u{7}", false), ("\u{13}x\u{14}Łódź\u{15}\r", true)], [18, 0, 0, 0, 0, 0, 0, 0]);
        let mut bytes = ole(&[("WordDocument", &word), ("1Table", &table)]);
        for (place, byte) in &changes {
            let at = place.index(bytes.len());
            bytes[at] = *byte;
            // Most of the stream consists of zeros. The bytes that matter are in its header.
            let at = place.index(0x300);
            word[at] = *byte;
            let at = place.index(table.len());
            table[at] = *byte;
        }
        let streams = ole(&[("WordDocument", &word), ("1Table", &table)]);
        prop_assert_ne!(&read_document(&streams), &Err(panicked));
        prop_assert_ne!(&read_document(&bytes), &Err(panicked));
        bytes.truncate(cut.index(bytes.len()));
        prop_assert_ne!(read_document(&bytes), Err(panicked));
    }
}

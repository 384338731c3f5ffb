//! Hostile OLE containers: Word binary files ([MS-CFB], [MS-DOC]).

use std::io::{Cursor, Write};

use super::Expected::{ReadOrRefused, Refused};
use super::HostileFile;

/// Returns a container with some streams.
fn container(streams: &[(&str, &[u8])]) -> Vec<u8> {
    let Ok(mut file) = cfb::CompoundFile::create(Cursor::new(Vec::new())) else {
        return Vec::new();
    };
    for (name, bytes) in streams {
        if let Ok(mut stream) = file.create_stream(name) {
            // Writing to memory does not fail.
            let _written = stream.write_all(bytes);
        }
    }
    file.into_inner().into_inner()
}

/// Returns the head of a Word 97 document.
///
/// It contains flags, the length of the text, and the place of the piece table in the table stream.
fn head(flags: u16, text: u32, table: u32, table_length: u32) -> Vec<u8> {
    let mut head = vec![0; 0x200];
    let fields: [(usize, &[u8]); 6] = [
        (0, &0xA5EC_u16.to_le_bytes()),
        (2, &0x00C1_u16.to_le_bytes()),
        (0x0A, &flags.to_le_bytes()),
        (0x4C, &text.to_le_bytes()),
        (0x1A2, &table.to_le_bytes()),
        (0x1A6, &table_length.to_le_bytes()),
    ];
    for (place, field) in fields {
        if let Some(bytes) = head.get_mut(place..place + field.len()) {
            bytes.copy_from_slice(field);
        }
    }
    head
}

/// Returns a piece table: the start of each piece in the text and its place in the stream ([MS-DOC], 2.8.35).
fn pieces(starts: &[u32], places: &[u32]) -> Vec<u8> {
    let length = u32::try_from(starts.len() * 4 + places.len() * 8).unwrap_or(0);
    let mut table = [&[2][..], &length.to_le_bytes()].concat();
    table.extend(starts.iter().flat_map(|start| start.to_le_bytes()));
    for place in places {
        table.extend([0, 0]);
        table.extend(place.to_le_bytes());
        table.extend([0, 0]);
    }
    table
}

fn word(head: Vec<u8>, text: &[u8], table: &[u8]) -> Vec<u8> {
    container(&[
        ("WordDocument", &[head, text.to_vec()].concat()),
        ("1Table", table),
    ])
}

pub(super) fn files() -> Vec<HostileFile> {
    const TABLE: u16 = 0x0200;
    const TEXT: &[u8] = b"Ada Example\rada@example.org\rSkills: Rust\r";
    // Bit 30 marks eight-bit text, whose place is stored doubled.
    let place = 0x4000_0000 | (0x200 * 2);
    let length = u32::try_from(TEXT.len()).unwrap_or(0);
    let table = pieces(&[0, length], &[place]);
    let table_length = u32::try_from(table.len()).unwrap_or(0);
    let good = word(head(TABLE, length, 0, table_length), TEXT, &table);
    let shared_pieces = pieces(
        &(0..=20_000).map(|piece| piece * 40).collect::<Vec<_>>(),
        &vec![place; 20_000],
    );
    let many = u32::try_from(shared_pieces.len()).unwrap_or(0);
    let cyclic = {
        // The allocation table of a small file is in the first sector. Here every sector becomes its own successor.
        let mut bytes = good.clone();
        let sector = 512 << (u32::from(bytes.get(30).copied().unwrap_or(9)) - 9);
        for number in 0..8_u32 {
            let at = usize::try_from(sector + number * 4).unwrap_or(0);
            if let Some(entry) = bytes.get_mut(at..at + 4) {
                entry.copy_from_slice(&number.to_le_bytes());
            }
        }
        bytes
    };
    let far = pieces(&[0, 100], &[0x3FFF_FFFF]);
    let backwards = pieces(&[100, 7, u32::MAX], &[place, place]);
    let size = |table: &[u8]| u32::try_from(table.len()).unwrap_or(0);
    let half = good.get(..good.len() / 2).unwrap_or_default();
    vec![
        HostileFile::new("empty.doc", "", Refused("empty")),
        HostileFile::new("cut.doc", half, ReadOrRefused),
        HostileFile::new(
            "magic-only.doc",
            [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
            ReadOrRefused,
        ),
        HostileFile::new(
            "package.doc",
            container(&[
                ("EncryptedPackage", &[7; 4_096]),
                ("EncryptionInfo", &[4, 0, 4, 0]),
            ]),
            Refused("password"),
        ),
        HostileFile::new(
            "encrypted.doc",
            word(head(TABLE | 0x0100, length, 0, table_length), TEXT, &table),
            Refused("password"),
        ),
        HostileFile::new(
            "workbook.doc",
            container(&[("Workbook", &[9; 4_096])]),
            ReadOrRefused,
        ),
        HostileFile::new(
            "short-head.doc",
            container(&[("WordDocument", &[0xEC, 0xA5, 0xC1]), ("1Table", b"")]),
            ReadOrRefused,
        ),
        HostileFile::new(
            "endless-text.doc",
            word(head(TABLE, u32::MAX, 0, table_length), TEXT, &table),
            ReadOrRefused,
        ),
        HostileFile::new(
            "far-table.doc",
            word(head(TABLE, length, u32::MAX, u32::MAX), TEXT, &table),
            ReadOrRefused,
        ),
        HostileFile::new(
            "far-piece.doc",
            word(head(TABLE, 100, 0, size(&far)), TEXT, &far),
            ReadOrRefused,
        ),
        HostileFile::new(
            "backward-pieces.doc",
            word(head(TABLE, 100, 0, size(&backwards)), TEXT, &backwards),
            ReadOrRefused,
        ),
        HostileFile::new(
            "shared-pieces.doc",
            word(head(TABLE, 800_000, 0, many), TEXT, &shared_pieces),
            ReadOrRefused,
        ),
        HostileFile::new("cyclic-sectors.doc", cyclic, ReadOrRefused),
        HostileFile::new(
            "owner-file.docx",
            [&[11][..], b"Ada Example", &[0; 150]].concat(),
            Refused("not a PDF, DOC or DOCX"),
        ),
    ]
}

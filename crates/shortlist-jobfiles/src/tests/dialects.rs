//! Tests one table in many dialects. Every dialect gives the same jobs.

use super::*;

const CELLS: [[&str; 6]; 5] = [
    [
        "Job Title",
        "Req ID",
        "Standort",
        "Beschäftigungsart",
        "Beschreibung",
        "Kenntnisse",
    ],
    [
        "Ingénieur Qualité",
        "R-1",
        "Genève",
        "Vollzeit",
        "Première ligne\nZweite, mit \"Zitat\"; und | mehr\tEnde",
        "SQL; Excel",
    ],
    ["Bäcker", "R-2", "Köln", "Teilzeit", "kurz", "Teig, Öfen"],
    ["Ärztin", "R-3", "", "", "", ""],
    [
        "Élève-infirmier, nuit",
        "007",
        "Zürich",
        "befristet",
        "a\n\nb",
        "Pflege|Notfall",
    ],
];

/// How a program writes a table.
#[derive(Debug, Clone, Copy)]
struct Dialect {
    delimiter: &'static str,
    line_end: &'static str,
    encoding: &'static str,
    quote_all: bool,
    /// A line that names the delimiter.
    separator_line: bool,
    preamble: bool,
    blank_lines: bool,
    repeated_header: bool,
    trailing_delimiter: bool,
    blanks_before_quotes: bool,
    nuls_at_the_end: bool,
}

impl Dialect {
    /// Returns the dialect with a number. Different numbers differ in several traits at once.
    fn numbered(number: usize) -> Self {
        let delimiter = [",", ";", "\t", "|", "|~|"][number % 5];
        let quote_all = number.is_multiple_of(2);
        Self {
            delimiter,
            line_end: ["\n", "\r\n", "\r"][number % 3],
            encoding: [
                "utf-8",
                "utf-8 with mark",
                "utf-16le",
                "utf-16be",
                "windows-1252",
            ][(number / 3 + number / 30) % 5],
            quote_all,
            separator_line: number.is_multiple_of(7) && delimiter.len() == 1,
            preamble: number % 4 == 1,
            blank_lines: number % 6 == 2,
            repeated_header: number % 9 == 3,
            trailing_delimiter: number % 8 == 5,
            blanks_before_quotes: number % 10 == 4 && delimiter != "\t",
            nuls_at_the_end: number % 11 == 6,
        }
    }

    fn cell(self, cell: &str) -> String {
        let special = ["\"", "\n", "\r", self.delimiter, "|", ";", ",", "\t"];
        if !self.quote_all && !special.iter().any(|mark| cell.contains(mark)) {
            return cell.to_owned();
        }
        let cell = cell.replace('\n', if self.line_end == "\r" { "\r" } else { "\n" });
        format!("\"{}\"", cell.replace('"', "\"\""))
    }

    fn text(self) -> String {
        let joint = if self.blanks_before_quotes {
            format!("{} ", self.delimiter)
        } else {
            self.delimiter.to_owned()
        };
        let mut lines: Vec<String> = CELLS
            .iter()
            .map(|row| {
                let cells: Vec<String> = row.iter().map(|cell| self.cell(cell)).collect();
                let end = if self.trailing_delimiter {
                    self.delimiter
                } else {
                    ""
                };
                cells.join(&joint) + end
            })
            .collect();
        if self.repeated_header {
            lines.insert(3, lines[0].clone());
        }
        if self.blank_lines {
            lines.insert(2, String::new());
            lines.push(String::new());
        }
        if self.preamble {
            lines.insert(0, "Openings of the second quarter".to_owned());
        }
        if self.separator_line {
            lines.insert(0, format!("sep={}", self.delimiter));
        }
        lines.join(self.line_end) + self.line_end
    }

    fn bytes(self) -> Vec<u8> {
        let mut text = self.text();
        if self.nuls_at_the_end {
            text.push_str("\0\0\0\0");
        }
        let utf16 = |bytes: fn(u16) -> [u8; 2]| {
            let units = std::iter::once(0xfeff).chain(text.encode_utf16());
            units.flat_map(bytes).collect()
        };
        match self.encoding {
            "utf-8" => text.into_bytes(),
            "utf-8 with mark" => format!("\u{feff}{text}").into_bytes(),
            "utf-16le" => utf16(u16::to_le_bytes),
            "utf-16be" => utf16(u16::to_be_bytes),
            _ => encoding_rs::WINDOWS_1252.encode(&text).0.into_owned(),
        }
    }
}

/// Returns the drafts without their row numbers, which preambles and blank lines change.
fn content(file: JobFile) -> Vec<JobDraft> {
    let drafts = file.drafts.into_iter();
    drafts.map(|draft| JobDraft { row: 0, ..draft }).collect()
}

#[test]
fn sixty_dialects_of_one_table_give_equal_jobs() {
    let plain = CELLS
        .map(|row| row.map(|cell| Dialect::numbered(0).cell(cell)).join(","))
        .join("\n");
    let expected = content(read(plain));
    assert_eq!(expected.len(), 4);
    assert_eq!(expected[0].location.as_deref(), Some("Genève"));
    assert_eq!(expected[3].code.as_deref(), Some("007"));
    let mut texts = std::collections::HashSet::new();
    for number in 0..60 {
        let dialect = Dialect::numbered(number);
        let bytes = dialect.bytes();
        assert_eq!(
            content(read(&bytes)),
            expected,
            "{dialect:?}\n{}",
            dialect.text()
        );
        texts.insert(bytes);
    }
    assert_eq!(texts.len(), 60, "all of them differ");
}

#[test]
fn the_same_table_as_a_workbook_and_as_json_gives_equal_jobs() {
    let without_sources = |file: JobFile| -> Vec<JobDraft> {
        let drafts = content(file).into_iter();
        drafts
            .map(|draft| JobDraft {
                sources: Vec::new(),
                ..draft
            })
            .collect()
    };
    let plain = CELLS
        .map(|row| row.map(|cell| Dialect::numbered(0).cell(cell)).join(","))
        .join("\n");
    let expected = without_sources(read(plain));
    let rows: Vec<Vec<&str>> = CELLS.iter().map(|row| row.to_vec()).collect();
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    // A spreadsheet reads 007 as a number unless the cell is marked as text.
    let book = workbook(&[("Jobs", "visible", &rows)]);
    let mut found = without_sources(read(book));
    found[3].code = Some("007".to_owned());
    assert_eq!(found, expected);
    let objects: Vec<serde_json::Value> = CELLS[1..]
        .iter()
        .map(|row| {
            let fields = CELLS[0].iter().zip(row);
            fields
                .map(|(name, cell)| ((*name).to_owned(), serde_json::Value::from(*cell)))
                .collect()
        })
        .collect();
    let json = serde_json::to_vec(&objects).unwrap();
    assert_eq!(without_sources(read(json)), expected);
}

#[test]
fn texts_that_are_written_as_formulas_are_texts() {
    for csv in [
        "Title,Code\nNurse,=\"00417\"\n",
        "\"Title\",\"Code\"\n\"Nurse\",\"=\"\"00417\"\"\"\n",
        "Title;Code\nNurse; =\"00417\" \n",
        "Title;Code\nNurse;'00417\n",
    ] {
        assert_eq!(read(csv).drafts[0].code.as_deref(), Some("00417"), "{csv}");
    }
    for other in ["=A1", "=\"a\"&\"b\"", "=\"", "'90s", "'12"] {
        let file = read(format!(
            "Title,Code\nNurse,\"{}\"\n",
            other.replace('"', "\"\"")
        ));
        assert_eq!(file.drafts[0].code.as_deref(), Some(other));
    }
}

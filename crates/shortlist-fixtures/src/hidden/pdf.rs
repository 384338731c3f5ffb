//! Writes PDF files with hidden text.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{
    HIDDEN_WORDS, HiddenText, INSTRUCTIONS, PAGES, SKILLS_LINE, full_width, keywords, look_alike,
    split, tagged,
};
use crate::Format;
use crate::pdf::{Object, assemble, stream};

/// The differences from the plain resume.
#[derive(Default)]
pub(super) struct PdfVariant {
    /// Operators before the text of the second page.
    before: String,
    /// Operators after the text of the second page.
    after: String,
    /// The text that replaces the skills line, if any.
    skills: Option<String>,
    /// A further line on the second page.
    line: Option<String>,
    /// The text that the false font reports to machines.
    reported_text: Option<&'static str>,
}

/// The letters that people see in place of the hidden words.
const VISIBLE_LETTERS: &str = "qwertyuiopasdfghjklzxcvbnmqwertyuiopasdfghjklzxcvbnmqw";

/// Returns the resume as a PDF of two pages.
pub(super) fn write(variant: &PdfVariant) -> Vec<u8> {
    let mut first: Vec<String> = PAGES[0].iter().map(|&line| line.to_owned()).collect();
    if let (Some(skills), Some(line)) = (&variant.skills, first.get_mut(SKILLS_LINE)) {
        line.clone_from(skills);
    }
    let mut second: Vec<String> = PAGES[1].iter().map(|&line| line.to_owned()).collect();
    second.extend(variant.line.clone());
    let mut letters = Letters::default();
    let contents = [
        letters.content(&first),
        format!(
            "{} {} {}",
            variant.before,
            letters.content(&second),
            variant.after
        ),
    ];
    let resources = "/Resources << /Font << /F1 3 0 R /F2 4 0 R /F3 14 0 R >> /XObject << /Im1 7 0 R >> \
                     /ExtGState << /Clear 8 0 R >> /Properties << /Off 9 0 R >> >>";
    let leaf = |content: u8| {
        format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] {resources} /Contents {content} 0 R >>"
        )
    };
    let picture = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8";
    let objects: Vec<Object> = vec![
        "<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [9 0 R] /D << /OFF [9 0 R] >> >> >>".into(),
        "<< /Type /Pages /Count 2 /Kids [10 0 R 12 0 R] >>".into(),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".into(),
        "<< /Type /Font /Subtype /Type0 /BaseFont /Invented /Encoding /Identity-H /DescendantFonts [5 0 R] /ToUnicode 6 0 R >>".into(),
        "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Invented /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 >>".into(),
        stream("", letters.to_unicode().as_bytes()),
        stream(picture, b"\xff"),
        "<< /Type /ExtGState /ca 0 >>".into(),
        "<< /Type /OCG /Name (Layer) >>".into(),
        leaf(11).into(),
        stream("", contents[0].as_bytes()),
        leaf(13).into(),
        stream("", contents[1].as_bytes()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 15 0 R >>".into(),
        stream("", false_to_unicode(variant.reported_text.unwrap_or("")).as_bytes()),
    ];
    assemble(&objects, "")
}

/// The characters of lines that are not ASCII, each with its code in the second font.
#[derive(Default)]
struct Letters(BTreeMap<char, usize>);

impl Letters {
    fn content(&mut self, lines: &[String]) -> String {
        let mut content = String::from("0 g BT 72 790 Td 16 TL\n");
        for (number, line) in lines.iter().enumerate() {
            let size = if number == 0 { 16 } else { 10 };
            let _written = if line.is_ascii() {
                writeln!(content, "/F1 {size} Tf ({}) Tj T*", escaped(line))
            } else {
                writeln!(content, "/F2 {size} Tf <{}> Tj T*", self.codes(line))
            };
        }
        content + "ET"
    }

    fn codes(&mut self, line: &str) -> String {
        let mut codes = String::new();
        for c in line.chars() {
            let next = self.0.len() + 1;
            let code = *self.0.entry(c).or_insert(next);
            let _written = write!(codes, "{code:04X}");
        }
        codes
    }

    fn to_unicode(&self) -> String {
        let pairs = self.0.iter().map(|(c, code)| {
            let mut units = [0; 2];
            let units: String = c
                .encode_utf16(&mut units)
                .iter()
                .map(|unit| format!("{unit:04X}"))
                .collect();
            format!("<{code:04X}> <{units}>")
        });
        cmap("<0000> <FFFF>", &pairs.collect::<Vec<_>>())
    }
}

/// Returns a `ToUnicode` map that assigns false letters to a single-byte font.
fn false_to_unicode(reported: &str) -> String {
    let mut pairs: BTreeMap<char, char> = BTreeMap::new();
    for (shown, reported) in ('A'..='~').zip(reported.chars()) {
        pairs.insert(shown, reported);
    }
    let pairs = pairs.iter().map(|(shown, reported)| {
        format!("<{:02X}> <{:04X}>", u32::from(*shown), u32::from(*reported))
    });
    cmap("<00> <FF>", &pairs.collect::<Vec<_>>())
}

fn cmap(range: &str, pairs: &[String]) -> String {
    format!(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Invented def\n\
         1 begincodespacerange {range} endcodespacerange\n{} beginbfchar\n{}\nendbfchar\nendcmap end end",
        pairs.len(),
        pairs.join("\n")
    )
}

fn escaped(line: &str) -> String {
    line.replace('\\', "\\\\")
        .replace('(', "\\(")
        .replace(')', "\\)")
}

/// Returns the operators that show words at a place.
fn show(font: &str, place: &str, words: &str) -> String {
    format!("BT /F1 {font} Tf {place} Td ({}) Tj ET\n", escaped(words))
}

/// Returns one resume for each way of hiding text in a PDF.
pub(super) fn hidden_texts() -> Vec<HiddenText> {
    let mut all = painted();
    all.extend(placed());
    all.extend(written());
    all.extend(substituted());
    for instruction in INSTRUCTIONS {
        let line = Some((*instruction).to_owned());
        all.push(found(
            "injected sentence",
            "instruction",
            instruction,
            PdfVariant {
                line,
                ..PdfVariant::default()
            },
        ));
    }
    let line = Some(keywords());
    all.push(found(
        "keyword list",
        "keyword_list",
        "Kubernetes 1, Terraform 1",
        PdfVariant {
            line,
            ..PdfVariant::default()
        },
    ));
    all
}

fn with_operators_after(operators: String) -> PdfVariant {
    PdfVariant {
        after: operators,
        ..PdfVariant::default()
    }
}

fn found(
    way: &'static str,
    kind: &'static str,
    quote: &'static str,
    variant: PdfVariant,
) -> HiddenText {
    HiddenText {
        way,
        format: Format::Pdf,
        kind: Some(kind),
        page: Some(2),
        quote,
        bytes: write(&variant),
    }
}

/// Returns resumes with words that are painted so that nobody sees them.
fn painted() -> Vec<HiddenText> {
    let foot = show("10", "72 100", HIDDEN_WORDS);
    let all = |kind: &'static str, ways: Vec<(&'static str, String)>| {
        let ways = ways.into_iter();
        ways.map(move |(way, operators)| {
            found(way, kind, HIDDEN_WORDS, with_operators_after(operators))
        })
    };
    let box_behind = "60 80 475 40 re f";
    let colour = vec![
        ("white", format!("1 g {foot}")),
        ("white in RGB", format!("1 1 1 rg {foot}")),
        ("white in CMYK", format!("0 0 0 0 k {foot}")),
        ("nearly white", format!("0.98 g {foot}")),
        ("white on a white box", format!("1 g {box_behind} {foot}")),
        (
            "in the colour of its ground",
            format!("0.2 0.4 0.6 rg {box_behind} {foot}"),
        ),
        ("black on black", format!("0 g {box_behind} {foot}")),
        (
            "nearly the colour of its ground",
            format!("0.2 0.4 0.6 rg {box_behind} 0.21 0.41 0.61 rg {foot}"),
        ),
    ];
    let covered = vec![
        (
            "covered by a white box",
            format!("0 g {foot} 1 g {box_behind}"),
        ),
        (
            "covered by a coloured box",
            format!("0 g {foot} 0.9 0.5 0.1 rg {box_behind}"),
        ),
        (
            "covered by a picture",
            format!("0 g {foot} q 475 0 0 40 60 80 cm /Im1 Do Q"),
        ),
    ];
    let clear = vec![
        ("render mode 3", format!("3 Tr {foot} 0 Tr")),
        ("render mode 7", format!("q 7 Tr {foot} 0 Tr Q")),
        ("fully transparent", format!("q /Clear gs 0 g {foot} Q")),
        ("clipped away", format!("q 0 0 5 5 re W n 0 g {foot} Q")),
    ];
    let layer = vec![(
        "optional content off",
        format!("/OC /Off BDC 0 g {foot} EMC"),
    )];
    all("same_colour", colour)
        .chain(all("covered", covered))
        .chain(all("invisible", clear))
        .chain(all("layer_off", layer))
        .collect()
}

/// Returns resumes with words that are outside the page or too small to see.
fn placed() -> Vec<HiddenText> {
    let all = |kind: &'static str, ways: Vec<(&'static str, String)>| {
        let ways = ways.into_iter();
        ways.map(move |(way, operators)| {
            found(
                way,
                kind,
                HIDDEN_WORDS,
                with_operators_after(format!("0 g {operators}")),
            )
        })
    };
    let outside = vec![
        ("below the page", show("10", "72 -200", HIDDEN_WORDS)),
        ("above the page", show("10", "72 1200", HIDDEN_WORDS)),
        ("right of the page", show("10", "900 400", HIDDEN_WORDS)),
        ("left of the page", show("10", "-900 400", HIDDEN_WORDS)),
    ];
    let escaped = escaped(HIDDEN_WORDS);
    let tiny = vec![
        ("one point", show("1", "72 100", HIDDEN_WORDS)),
        (
            "a hundredth of a point",
            show("0.01", "72 100", HIDDEN_WORDS),
        ),
        (
            "tiny by a matrix",
            format!("BT /F1 10 Tf 0.05 0 0 0.05 72 100 Tm ({escaped}) Tj ET"),
        ),
        (
            "tiny by the page's matrix",
            format!(
                "q 0.1 0 0 0.1 0 0 cm {} Q",
                show("10", "720 1000", HIDDEN_WORDS)
            ),
        ),
        (
            "squeezed to nothing",
            format!("BT /F1 10 Tf 0.1 Tz 72 100 Td ({escaped}) Tj 100 Tz ET"),
        ),
    ];
    all("off_page", outside).chain(all("tiny", tiny)).collect()
}

/// Returns resumes with words that machines and people read differently.
fn written() -> Vec<HiddenText> {
    const SKILLS: &str = "Python, PostgreSQL, Docker, Linux";
    let seen = |way, skills: String| HiddenText {
        kind: None,
        page: None,
        quote: "",
        ..found(
            way,
            "",
            "",
            PdfVariant {
                skills: Some(skills),
                ..PdfVariant::default()
            },
        )
    };
    let line = |text: String| PdfVariant {
        line: Some(text),
        ..PdfVariant::default()
    };
    vec![
        seen("look-alike letters", look_alike(SKILLS)),
        seen("full-width letters", full_width(SKILLS)),
        HiddenText {
            page: Some(1),
            ..found(
                "blanks without width",
                "zero_width",
                "Python",
                PdfVariant {
                    skills: Some(split(SKILLS)),
                    ..PdfVariant::default()
                },
            )
        },
        found(
            "tag characters",
            "zero_width",
            HIDDEN_WORDS,
            line(format!("Shops{}", tagged(HIDDEN_WORDS))),
        ),
    ]
}

/// Returns resumes in which a font or a mark reports other words than the page shows.
fn substituted() -> Vec<HiddenText> {
    let visible: String = VISIBLE_LETTERS
        .chars()
        .take(HIDDEN_WORDS.chars().count())
        .collect();
    let shown: String = ('A'..='~').take(HIDDEN_WORDS.chars().count()).collect();
    let font = PdfVariant {
        reported_text: Some(HIDDEN_WORDS),
        after: format!("0 g BT /F3 10 Tf 72 100 Td ({}) Tj ET", escaped(&shown)),
        ..PdfVariant::default()
    };
    let replaced = format!(
        "0 g /Span << /ActualText ({HIDDEN_WORDS}) >> BDC {} EMC",
        show("10", "72 100", &visible)
    );
    vec![
        found(
            "a font whose ToUnicode map reports other letters",
            "substituted",
            HIDDEN_WORDS,
            font,
        ),
        found(
            "replacement text",
            "substituted",
            HIDDEN_WORDS,
            with_operators_after(replaced),
        ),
    ]
}

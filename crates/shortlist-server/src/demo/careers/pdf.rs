//! Writes resumes as PDF files: text in standard fonts, without compression (ISO 32000-1, 7.5 and 9.6.2.2).

use std::fmt::Write as _;

use fastrand::Rng;

/// The height of an A4 page in points, less the margin at the top.
const TOP: i32 = 786;
/// Where the margin at the bottom begins.
const BOTTOM: i32 = 56;
/// Where the margin at the left ends.
const LEFT: i32 = 60;
/// Where the margin at the right begins.
const RIGHT: i32 = 535;
/// A heading or position stays with what follows, so it needs this much space.
const KEPT_TOGETHER: i32 = 64;

/// Regular and bold fonts that every reader has.
const FONTS: [[&str; 2]; 2] = [
    ["Helvetica", "Helvetica-Bold"],
    ["Times-Roman", "Times-Bold"],
];
/// The colours of headings: red, green and blue.
const ACCENTS: [&str; 5] = [
    "0.13 0.32 0.55",
    "0.10 0.40 0.33",
    "0.45 0.16 0.30",
    "0.20 0.20 0.24",
    "0.55 0.30 0.10",
];
const DARK: &str = "0.12 0.12 0.14";
const GREY: &str = "0.38 0.38 0.42";

/// What a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Name,
    Headline,
    Contact,
    Heading,
    Position,
    Dates,
    Bullet,
    Text,
}

/// A line of a resume. It may be too long for one line of the page.
pub(super) struct Line {
    style: Style,
    text: String,
}

impl Line {
    pub(super) fn new(style: Style, text: impl Into<String>) -> Self {
        Self {
            style,
            text: text.into(),
        }
    }
}

/// How a line is set.
struct Setting {
    is_bold: bool,
    size: i32,
    space_before: i32,
    /// The most characters of a line.
    chars: usize,
    /// `None` is the accent.
    colour: Option<&'static str>,
}

impl Style {
    fn setting(self) -> Setting {
        let (size, space_before, chars) = match self {
            Self::Name => (23, 0, 40),
            Self::Headline => (13, 4, 66),
            Self::Contact => (9, 3, 100),
            Self::Heading => (12, 16, 70),
            Self::Position => (11, 9, 76),
            Self::Dates => (9, 0, 100),
            Self::Text => (10, 6, 88),
            Self::Bullet => (10, 1, 86),
        };
        Setting {
            is_bold: matches!(self, Self::Name | Self::Heading | Self::Position),
            size,
            space_before,
            chars,
            colour: match self {
                Self::Headline | Self::Heading => None,
                Self::Contact | Self::Dates => Some(GREY),
                Self::Name | Self::Position | Self::Bullet | Self::Text => Some(DARK),
            },
        }
    }
}

/// Returns a PDF with the lines, in one of several looks.
pub(super) fn write(lines: &[Line], random: &mut Rng) -> Vec<u8> {
    let fonts = random.choice(FONTS).unwrap_or_default();
    let accent = random.choice(ACCENTS).unwrap_or(DARK);
    assemble(&Pages::of(lines, accent).contents, fonts)
}

/// The content of each page.
struct Pages {
    contents: Vec<String>,
    accent: &'static str,
    /// The height of the last line above the lower edge of the page.
    y: i32,
}

impl Pages {
    fn of(lines: &[Line], accent: &'static str) -> Self {
        let mut pages = Self {
            contents: vec![String::new()],
            accent,
            y: TOP,
        };
        for line in lines {
            pages.add(line);
        }
        pages
    }

    fn add(&mut self, line: &Line) {
        let setting = line.style.setting();
        let is_heading = matches!(line.style, Style::Heading | Style::Position);
        let needed = if is_heading { KEPT_TOGETHER } else { 0 };
        self.move_down(setting.space_before, needed);
        let (first, indent) = match line.style {
            Style::Bullet => ("• ", 10),
            _ => ("", 0),
        };
        for (number, part) in wrapped(&line.text, setting.chars).iter().enumerate() {
            self.move_down(setting.size.saturating_add(4), 0);
            let (x, mark) = match number {
                0 => (LEFT, first),
                _ => (LEFT.saturating_add(indent), ""),
            };
            self.show(&setting, x, &format!("{mark}{part}"));
        }
        if line.style == Style::Heading {
            let y = self.y.saturating_sub(4);
            let rule = format!("{} RG 0.7 w {LEFT} {y} m {RIGHT} {y} l S\n", self.accent);
            self.write(&rule);
            self.move_down(3, 0);
        }
    }

    /// Moves down, to the next page if the space does not suffice.
    fn move_down(&mut self, points: i32, needed: i32) {
        self.y = self.y.saturating_sub(points);
        if self.y.saturating_sub(needed) < BOTTOM {
            self.contents.push(String::new());
            self.y = TOP.saturating_sub(points);
        }
    }

    fn show(&mut self, setting: &Setting, x: i32, text: &str) {
        let font = if setting.is_bold { 2 } else { 1 };
        let colour = setting.colour.unwrap_or(self.accent);
        let (y, size) = (self.y, setting.size);
        let text: String = text.chars().map(escaped).collect();
        self.write(&format!(
            "BT /F{font} {size} Tf {colour} rg {x} {y} Td ({text}) Tj ET\n"
        ));
    }

    fn write(&mut self, operators: &str) {
        if let Some(page) = self.contents.last_mut() {
            page.push_str(operators);
        }
    }
}

/// Returns the text in lines of at most this many characters, broken between words.
fn wrapped(text: &str, chars: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let Some(line) = lines.last_mut() else {
            break;
        };
        let length = line.chars().count().saturating_add(word.chars().count());
        if line.is_empty() {
            line.push_str(word);
        } else if length < chars {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// Returns a character of `WinAnsiEncoding` in a literal string.
fn escaped(c: char) -> String {
    match c {
        '(' | ')' | '\\' => format!("\\{c}"),
        '•' => "\\225".to_owned(),
        '–' => "\\226".to_owned(),
        c if c.is_ascii_graphic() || c == ' ' => c.to_string(),
        '\u{a1}'..='\u{ff}' => format!("\\{:03o}", u32::from(c)),
        _ => "?".to_owned(),
    }
}

/// Returns a file with the pages. The fonts have the names F1 and F2.
fn assemble(pages: &[String], fonts: [&str; 2]) -> Vec<u8> {
    let page_object = |number: usize| number.saturating_mul(2).saturating_add(5);
    let kids: String = (0..pages.len())
        .map(|number| format!("{} 0 R ", page_object(number)))
        .collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Count {} /Kids [{kids}] >>", pages.len()),
    ];
    objects.extend(fonts.map(|font| {
        format!("<< /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>")
    }));
    for (number, content) in pages.iter().enumerate() {
        let content_object = page_object(number).saturating_add(1);
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents {content_object} 0 R >>"
        ));
        objects.push(format!(
            "<< /Length {} >>\nstream\n{content}\nendstream",
            content.len()
        ));
    }
    with_table(&objects)
}

/// Returns a file with the objects, numbered from 1, and the table of their places.
fn with_table(objects: &[String]) -> Vec<u8> {
    let mut file = String::from("%PDF-1.4\n");
    let mut table = String::from("0000000000 65535 f \n");
    for (number, object) in (1..).zip(objects) {
        // Writing to a string does not fail.
        let _written = writeln!(table, "{:010} 00000 n ", file.len());
        let _written = write!(file, "{number} 0 obj\n{object}\nendobj\n");
    }
    let (start, size) = (file.len(), objects.len().saturating_add(1));
    let _written = write!(
        file,
        "xref\n0 {size}\n{table}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    file.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wrapped_between_words_and_keep_every_word() {
        let text = "one two three four five six";
        let lines = wrapped(text, 10);
        assert!(
            lines.iter().all(|line| line.chars().count() <= 10),
            "{lines:?}"
        );
        assert_eq!(lines.join(" "), text);
    }

    #[test]
    fn a_long_resume_continues_on_further_pages() {
        let lines: Vec<Line> = (0..120)
            .map(|_| Line::new(Style::Bullet, "Duty (1)"))
            .collect();
        let pages = Pages::of(&lines, DARK).contents;
        assert_eq!(pages.len(), 3);
        let shown: usize = pages
            .iter()
            .map(|page| page.matches("Duty \\(1\\)").count())
            .sum();
        assert_eq!(shown, 120);
    }
}

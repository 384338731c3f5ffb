//! Places for the lines of a sheet.

use super::font::{Font, width};
use crate::resumes::sheet::{Block, Role, Setting, Sheet};

/// A4, in tenths of a point.
pub(super) const PAGE_WIDTH: i32 = 5_950;
pub(super) const PAGE_HEIGHT: i32 = 8_420;
const MARGIN: i32 = 560;
/// Between cells.
const GUTTER: i32 = 160;
const BULLET_INDENT: i32 = 120;

/// Where the next line goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    page: usize,
    /// From the top of the page.
    down: i32,
}

/// A stretch of the page's width.
#[derive(Debug, Clone, Copy)]
struct Measure {
    left: i32,
    width: i32,
    /// White on a dark ground.
    dark: bool,
}

/// Sets line after line.
#[derive(Debug)]
pub(super) struct Typesetter<'a> {
    /// What each page draws.
    pub(super) pages: Vec<String>,
    /// The regular and the bold one.
    pub(super) fonts: [Font; 2],
    header: &'a [Block],
    setting: Setting,
    right_to_left: bool,
    place: Place,
}

impl<'a> Typesetter<'a> {
    pub(super) fn new(sheet: &'a Sheet) -> Self {
        Self {
            pages: Vec::new(),
            fonts: [Font::default(), Font::default()],
            header: &sheet.header,
            setting: sheet.setting,
            right_to_left: sheet.right_to_left,
            place: Place {
                page: 0,
                down: MARGIN,
            },
        }
    }

    pub(super) fn set(&mut self, sheet: &Sheet) {
        let whole = Measure {
            left: MARGIN,
            width: PAGE_WIDTH - 2 * MARGIN,
            dark: false,
        };
        self.reach_page();
        for block in sheet.boxes.iter().flatten().chain(&sheet.body) {
            self.block(block, whole);
        }
    }

    /// Begins the pages up to the one that is written on.
    fn reach_page(&mut self) {
        while self.pages.len() <= self.place.page {
            self.pages.push(String::new());
            let after = self.place;
            self.place = Place {
                page: self.pages.len() - 1,
                down: MARGIN / 3,
            };
            let whole = Measure {
                left: MARGIN,
                width: PAGE_WIDTH - 2 * MARGIN,
                dark: false,
            };
            for block in self.header {
                self.block(block, whole);
            }
            self.place = after;
        }
    }

    fn block(&mut self, block: &Block, measure: Measure) {
        match block {
            Block::Line(role, text) => self.paragraph(*role, text, measure),
            Block::Ends(role, text, end) => self.ends(*role, text, end, measure),
            Block::Rule => {
                self.down(40);
                self.rectangle(measure.left, measure.width, 6, "0.4 g");
                self.down(40);
            }
            Block::Rated(name, of_five) => self.rated(name, *of_five, measure),
            Block::Row(cells) => self.row(cells, measure),
        }
    }

    fn row(&mut self, cells: &[(i32, Vec<Block>)], measure: Measure) {
        let (start, mut end, mut left) = (self.place, self.place, measure.left);
        for (number, (share, blocks)) in cells.iter().enumerate() {
            let width = measure.width * share / 100;
            let dark = number == 0 && self.setting == Setting::Dark;
            let mut cell = Measure {
                left,
                width: width - GUTTER,
                dark,
            };
            if self.right_to_left {
                cell.left = 2 * measure.left + measure.width - left - cell.width;
            }
            self.place = start;
            if dark {
                self.rectangle(
                    cell.left - 80,
                    cell.width + 120,
                    PAGE_HEIGHT - 2 * MARGIN,
                    "0.15 0.2 0.3 rg",
                );
            }
            for block in blocks {
                self.block(block, cell);
            }
            end = end.max(self.place);
            left += width;
        }
        self.place = end;
    }

    /// Text broken into lines of the measure.
    fn paragraph(&mut self, role: Role, text: &str, measure: Measure) {
        let indent = if role == Role::Bullet {
            BULLET_INDENT
        } else {
            0
        };
        if role == Role::Heading {
            self.down(70);
        }
        let text = self.cased(role, text);
        for (number, line) in broken(&text, role.size(), measure.width - indent)
            .into_iter()
            .enumerate()
        {
            self.down(role.size() * 13 / 10);
            if indent > 0 && number == 0 {
                let at = if self.right_to_left {
                    measure.left + measure.width - 40
                } else {
                    measure.left
                };
                self.text(role, "•", at, measure.dark);
            }
            let at = self.start(&line, role, indent, measure);
            self.text(role, &line, at, measure.dark);
        }
    }

    /// Where a line begins: at the left, or so that it ends at the right.
    fn start(&self, line: &str, role: Role, indent: i32, measure: Measure) -> i32 {
        if self.right_to_left {
            measure.left + measure.width - indent - width(line, role.size())
        } else {
            measure.left + indent
        }
    }

    fn ends(&mut self, role: Role, text: &str, end: &str, measure: Measure) {
        let size = role.size();
        if width(text, size) + width(end, size) + GUTTER > measure.width {
            self.paragraph(role, text, measure);
            return self.paragraph(Role::Body, end, measure);
        }
        self.paragraph(role, text, measure);
        let far = measure.left + measure.width - width(end, size);
        let at = if self.right_to_left {
            measure.left
        } else {
            far
        };
        self.text(Role::Body, end, at, measure.dark);
    }

    /// The name, and below it a bar of which a part is filled.
    fn rated(&mut self, name: &str, of_five: u8, measure: Measure) {
        self.paragraph(Role::Body, name, measure);
        let whole = measure.width / 3;
        self.down(50);
        self.rectangle(measure.left, whole, 30, "0.85 g");
        self.rectangle(
            measure.left,
            whole * i32::from(of_five) / 5,
            30,
            "0.1 0.4 0.7 rg",
        );
    }

    fn cased(&self, role: Role, text: &str) -> String {
        match (self.setting, role) {
            (Setting::Spaced, Role::Name | Role::Heading) => text.to_uppercase(),
            (Setting::Tex, _) => text
                .replace("ffi", "\u{FB03}")
                .replace("ff", "\u{FB00}")
                .replace("fi", "\u{FB01}")
                .replace("fl", "\u{FB02}"),
            _ => text.to_owned(),
        }
    }

    /// Goes down; onto the next page where this one ends.
    fn down(&mut self, by: i32) {
        self.place.down += by;
        if self.place.down > PAGE_HEIGHT - MARGIN {
            self.place = Place {
                page: self.place.page + 1,
                down: MARGIN + by,
            };
            self.reach_page();
        }
    }

    fn rectangle(&mut self, left: i32, width: i32, height: i32, colour: &str) {
        let bottom = PAGE_HEIGHT - self.place.down - height;
        let drawn = format!(
            "q {colour} {} {} {} {} re f Q\n",
            points(left),
            points(bottom),
            points(width),
            points(height)
        );
        self.draw(&drawn);
    }

    fn text(&mut self, role: Role, text: &str, left: i32, dark: bool) {
        let text = if self.right_to_left {
            visual(text)
        } else {
            text.to_owned()
        };
        let wide = self.setting == Setting::Spaced && matches!(role, Role::Name | Role::Heading);
        let tex = self.setting == Setting::Tex;
        let [regular, bold] = &mut self.fonts;
        let (name, font) = if role.bold() {
            ("F2", bold)
        } else {
            ("F1", regular)
        };
        let shown = if wide {
            let glyphs = text.chars().map(|c| font.shown(&c.to_string()));
            format!("[{}] TJ", glyphs.collect::<Vec<_>>().join(" -140 "))
        } else if tex {
            let words = text.split(' ').map(|word| font.shown(word));
            format!("[{}] TJ", words.collect::<Vec<_>>().join(" -333 "))
        } else {
            format!("{} Tj", font.shown(&text))
        };
        let colour = if dark { "1 g" } else { "0 g" };
        let drawn = format!(
            "BT {colour} /{name} {} Tf 1 0 0 1 {} {} Tm {shown} ET\n",
            points(role.size()),
            points(left),
            points(PAGE_HEIGHT - self.place.down)
        );
        self.draw(&drawn);
    }

    fn draw(&mut self, drawn: &str) {
        if let Some(page) = self.pages.get_mut(self.place.page) {
            page.push_str(drawn);
        }
    }
}

/// Tenths of a point as points.
pub(super) fn points(tenths: i32) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    format!("{sign}{}.{}", tenths.abs() / 10, tenths.abs() % 10)
}

/// Lines no wider than the width: broken at blanks, and anywhere in scripts that have none.
fn broken(text: &str, size: i32, most: i32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in pieces(text) {
        let Some(line) = lines.last_mut() else {
            break;
        };
        if !line.is_empty() && width(line, size) + width(piece.trim_end(), size) > most {
            line.truncate(line.trim_end().len());
            lines.push(piece.to_owned());
        } else {
            line.push_str(piece);
        }
    }
    lines
}

/// Words with the blanks behind them; each ideograph for itself.
fn pieces(text: &str) -> Vec<&str> {
    text.split_inclusive(|c: char| c == ' ' || ('\u{3000}'..='\u{9FFF}').contains(&c))
        .collect()
}

/// The text in the order in which it is drawn from left to right (Unicode Standard Annex 9).
fn visual(text: &str) -> String {
    let bidi = unicode_bidi::BidiInfo::new(text, Some(unicode_bidi::Level::rtl()));
    let paragraphs = bidi.paragraphs.iter();
    paragraphs
        .map(|paragraph| {
            let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
            let run = |run: &std::ops::Range<usize>| {
                let text = text.get(run.clone()).unwrap_or_default();
                match levels.get(run.start) {
                    Some(level) if level.is_rtl() => text.chars().rev().collect(),
                    _ => text.to_owned(),
                }
            };
            runs.iter().map(run).collect::<String>()
        })
        .collect()
}

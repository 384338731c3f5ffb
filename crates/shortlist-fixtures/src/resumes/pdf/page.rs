//! Places the lines of a sheet.

use super::font::{Font, width};
use super::text::wrap_lines;
use crate::resumes::capitals;
use crate::resumes::sheet::{Block, Role, Setting, Sheet};

/// The size of A4, in tenths of a point.
pub(super) const PAGE_WIDTH: i32 = 5_950;
pub(super) const PAGE_HEIGHT: i32 = 8_420;
const MARGIN: i32 = 560;
/// The space between cells.
const GUTTER: i32 = 160;
const BULLET_INDENT: i32 = 120;
/// The space between widely set letters, in thousandths of the type size.
pub(super) const WIDE: i32 = 140;

/// The place of the next line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    pub(super) page: usize,
    /// The distance from the top of the page.
    pub(super) down: i32,
}

/// A horizontal range of the page.
#[derive(Debug, Clone, Copy)]
struct Measure {
    left: i32,
    width: i32,
    /// Whether the text is white on a dark ground.
    dark: bool,
}

/// The range between the margins.
const WHOLE: Measure = Measure {
    left: MARGIN,
    width: PAGE_WIDTH - 2 * MARGIN,
    dark: false,
};

/// Sets a sheet line by line.
#[derive(Debug)]
pub(super) struct Typesetter<'a> {
    /// The drawing operators of each page.
    pub(super) pages: Vec<String>,
    /// The links of each page.
    pub(super) links: Vec<String>,
    /// The regular font and the bold font.
    pub(super) fonts: [Font; 2],
    /// The vertical place and the blocks of the page header, and those of the page footer.
    edges: [(i32, &'a [Block]); 2],
    pub(super) setting: Setting,
    pub(super) right_to_left: bool,
    pub(super) place: Place,
    /// The lowest place on the page for the text that is being set.
    bottom: i32,
}

impl<'a> Typesetter<'a> {
    pub(super) fn new(sheet: &'a Sheet) -> Self {
        Self {
            pages: Vec::new(),
            links: Vec::new(),
            fonts: [Font::default(), Font::default()],
            edges: [
                (MARGIN / 3, &sheet.header),
                (PAGE_HEIGHT - MARGIN, &sheet.footer),
            ],
            setting: sheet.setting,
            right_to_left: sheet.right_to_left,
            place: Place {
                page: 0,
                down: MARGIN,
            },
            bottom: PAGE_HEIGHT - MARGIN,
        }
    }

    pub(super) fn set(&mut self, sheet: &Sheet) {
        self.reach_page();
        for block in sheet.boxes.iter().flatten().chain(&sheet.body) {
            self.block(block, WHOLE);
        }
    }

    /// Begins new pages, each with header and footer, until the current page exists.
    fn reach_page(&mut self) {
        while self.pages.len() <= self.place.page {
            self.pages.push(String::new());
            self.links.push(String::new());
            let after = self.place;
            let page = self.pages.len() - 1;
            self.bottom = PAGE_HEIGHT;
            for (down, blocks) in self.edges {
                self.place = Place { page, down };
                for block in blocks {
                    self.block(block, WHOLE);
                }
            }
            self.bottom = PAGE_HEIGHT - MARGIN;
            self.place = after;
        }
    }

    fn block(&mut self, block: &Block, measure: Measure) {
        match block {
            Block::Line(role, text) => self.paragraph(*role, text, measure),
            Block::Ends(role, text, end) => self.ends(*role, text, end, measure),
            Block::Link(role, text, target) => {
                self.paragraph(*role, text, measure);
                self.link(target, measure.left, measure.width, role.size());
            }
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

    /// Sets a text, broken into lines that fit the measure.
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
        let lines = wrap_lines(&text, measure.width - indent, |text| self.width(role, text));
        for (number, line) in lines.into_iter().enumerate() {
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

    /// Returns the left edge of a line: aligned left, aligned right, or centred.
    fn start(&self, line: &str, role: Role, indent: i32, measure: Measure) -> i32 {
        let free = measure.width - indent - self.width(role, line);
        if self.setting == Setting::Tex && matches!(role, Role::Name | Role::Small) {
            measure.left + free / 2
        } else if self.right_to_left {
            measure.left + free
        } else {
            measure.left + indent
        }
    }

    /// Returns the width of a text, including the space between its letters.
    fn width(&self, role: Role, text: &str) -> i32 {
        let letters = i32::try_from(text.chars().count()).unwrap_or(0);
        let between = if self.is_wide(role) { WIDE } else { 0 };
        width(text, role.size()) + letters * between * role.size() / 1_000
    }

    /// Returns whether the letters of a role are set apart. This is impossible for Arabic letters, which are connected.
    pub(super) fn is_wide(&self, role: Role) -> bool {
        let set = self.setting == Setting::Spaced && !self.right_to_left;
        set && matches!(role, Role::Name | Role::Heading)
    }

    fn ends(&mut self, role: Role, text: &str, end: &str, measure: Measure) {
        if self.width(role, text) + self.width(Role::Body, end) + GUTTER > measure.width {
            self.paragraph(role, text, measure);
            return self.paragraph(Role::Body, end, measure);
        }
        self.paragraph(role, text, measure);
        let far = measure.left + measure.width - self.width(Role::Body, end);
        let at = if self.right_to_left {
            measure.left
        } else {
            far
        };
        self.text(Role::Body, end, at, measure.dark);
    }

    /// Sets a name with a partly filled bar below it.
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
            (Setting::Spaced, Role::Name | Role::Heading) => capitals(text),
            (Setting::Tex, _) => text
                .replace("ffi", "\u{FB03}")
                .replace("ff", "\u{FB00}")
                .replace("fi", "\u{FB01}")
                .replace("fl", "\u{FB02}"),
            _ => text.to_owned(),
        }
    }

    /// Moves down, onto the next page if this one is full.
    fn down(&mut self, by: i32) {
        self.place.down += by;
        if self.place.down > self.bottom {
            self.place = Place {
                page: self.place.page + 1,
                down: MARGIN + by,
            };
            self.reach_page();
        }
    }
}

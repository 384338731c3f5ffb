//! The text in the order in which Word stores it, and the look of each stretch.

use std::ops::Range;

use crate::resumes::sheet::{Block, Role, Sheet};

/// The mark that ends a paragraph.
const PARAGRAPH: u16 = 0x0D;
/// The mark that ends a cell or a row.
const CELL: u16 = 0x07;
const TAB: u16 = 0x09;

/// The kind of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    ListItem,
    /// A paragraph in a cell.
    Cell,
    /// The mark at the end of a row, whose cells have these shares of the width.
    RowEnd(Vec<i32>),
}

/// The parts of a document that contain text, in the order of the stream.
#[derive(Debug, Default)]
pub(super) struct Text {
    pub(super) units: Vec<u16>,
    pub(super) body: usize,
    /// The lengths of the page header and the page footer.
    pub(super) edges: [usize; 2],
    pub(super) boxes: usize,
    /// Stretches of one look each, without gaps.
    pub(super) looks: Vec<(Range<usize>, Role)>,
    pub(super) paragraphs: Vec<(Range<usize>, Kind)>,
}

impl Text {
    pub(super) fn of(sheet: &Sheet) -> Self {
        let mut text = Self::default();
        text.blocks(&sheet.body, &Kind::Plain);
        text.end_part();
        text.body = text.units.len();
        if !(sheet.header.is_empty() && sheet.footer.is_empty()) {
            text.edges = [&sheet.header, &sheet.footer].map(|blocks| {
                let before = text.units.len();
                text.blocks(blocks, &Kind::Plain);
                text.end_part();
                text.units.len() - before
            });
            text.end_part();
        }
        if !sheet.boxes.is_empty() {
            for blocks in &sheet.boxes {
                text.blocks(blocks, &Kind::Plain);
            }
            text.end_part();
            text.boxes = text.units.len() - text.body - text.headers();
        }
        text
    }

    /// Returns the length of the header part: the stories, and the mark after them.
    pub(super) fn headers(&self) -> usize {
        let stories: usize = self.edges.iter().sum();
        stories + usize::from(stories > 0)
    }

    /// Ends a part with its own paragraph mark.
    fn end_part(&mut self) {
        self.end(PARAGRAPH, Role::Body, Kind::Plain);
    }

    fn blocks(&mut self, blocks: &[Block], kind: &Kind) {
        for block in blocks {
            self.block(block, kind);
        }
    }

    fn block(&mut self, block: &Block, kind: &Kind) {
        match block {
            Block::Line(role, text) => {
                let kind = if *role == Role::Bullet && *kind == Kind::Plain {
                    Kind::ListItem
                } else {
                    kind.clone()
                };
                self.run(*role, text);
                self.end(PARAGRAPH, *role, kind);
            }
            Block::Ends(role, text, end) => {
                self.run(*role, text);
                self.units.push(TAB);
                self.look(1, *role);
                self.run(Role::Body, end);
                self.end(PARAGRAPH, Role::Body, kind.clone());
            }
            Block::Link(role, text, target) => {
                // Marks begin a field, separate its instruction from its visible text, and end it.
                let field = format!("\u{13} HYPERLINK \"{target}\" \u{14}{text}\u{15}");
                self.run(*role, &field);
                self.end(PARAGRAPH, *role, kind.clone());
            }
            Block::Rule => self.end(PARAGRAPH, Role::Body, kind.clone()),
            Block::Rated(name, of_five) => {
                let dots: String = (0..5)
                    .map(|dot| if dot < *of_five { '●' } else { '○' })
                    .collect();
                self.run(Role::Body, &format!("{name}\t{dots}"));
                self.end(PARAGRAPH, Role::Body, kind.clone());
            }
            Block::Row(cells) => self.row(cells),
        }
    }

    /// Writes cells and then the mark of the row. The mark of each cell replaces its last paragraph mark.
    fn row(&mut self, cells: &[(i32, Vec<Block>)]) {
        for (_, blocks) in cells {
            self.blocks(blocks, &Kind::Cell);
            match self.units.last_mut() {
                Some(last) if *last == PARAGRAPH && !blocks.is_empty() => *last = CELL,
                _ => self.end(CELL, Role::Body, Kind::Cell),
            }
        }
        let shares = cells.iter().map(|(share, _)| *share).collect();
        self.end(CELL, Role::Body, Kind::RowEnd(shares));
    }

    fn run(&mut self, role: Role, text: &str) {
        let before = self.units.len();
        self.units.extend(text.encode_utf16());
        self.look(self.units.len() - before, role);
    }

    fn look(&mut self, length: usize, role: Role) {
        let end = self.units.len();
        self.looks.push((end - length..end, role));
    }

    fn end(&mut self, mark: u16, role: Role, kind: Kind) {
        self.units.push(mark);
        self.look(1, role);
        let start = self.paragraphs.last().map_or(0, |(range, _)| range.end);
        self.paragraphs.push((start..self.units.len(), kind));
    }
}

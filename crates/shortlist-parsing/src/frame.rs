//! A container of paragraphs, and the look of its text.

use std::borrow::Cow;

use shortlist_domain::FindingKind;

use crate::{Block, Line, Region, Run};

/// The style of a stretch of text.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct Look {
    /// The font size in points, or 0 if unknown.
    pub(crate) size: f32,
    /// Whether it is bold.
    pub(crate) bold: bool,
    /// The reason why it is invisible, if it is.
    pub(crate) hidden: Option<FindingKind>,
}

/// The kind of a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct ParagraphKind {
    /// Whether its style makes it a heading.
    pub(crate) heading: bool,
    /// Whether it is a list item.
    pub(crate) list_item: bool,
}

/// A container of paragraphs: the body, a text box or a cell.
#[derive(Debug, Default)]
pub(crate) struct Frame {
    region: Region,
    blocks: Vec<Block>,
    lines: Vec<Line>,
    line: Line,
    after_paragraph: Vec<Block>,
    blank_above: bool,
}

impl Frame {
    pub(crate) fn new(region: Region) -> Self {
        Self {
            region,
            ..Self::default()
        }
    }

    pub(crate) fn is_cell(&self) -> bool {
        self.region == Region::Table
    }

    /// Appends visible text to the open line.
    pub(crate) fn push_text(&mut self, text: Cow<'_, str>, look: Look) {
        match self.line.runs.last_mut() {
            #[expect(clippy::float_cmp, reason = "the same number from the same file")]
            Some(run) if run.size == look.size && run.bold == look.bold => run.text.push_str(&text),
            _ => self.line.runs.push(Run {
                text: text.into_owned(),
                size: look.size,
                bold: look.bold,
                ..Run::default()
            }),
        }
    }

    pub(crate) fn end_line(&mut self, kind: ParagraphKind) {
        let mut line = std::mem::take(&mut self.line);
        if line.runs.iter().all(|run| run.text.trim().is_empty()) {
            self.blank_above = true;
            return;
        }
        line.heading = kind.heading;
        line.list_item = kind.list_item;
        line.gap_above = std::mem::take(&mut self.blank_above);
        self.lines.push(line);
    }

    fn end_lines(&mut self) {
        if !self.lines.is_empty() {
            self.blocks.push(Block {
                region: self.region,
                lines: std::mem::take(&mut self.lines),
            });
        }
    }

    /// Ends a paragraph. The text boxes that are anchored in it follow it.
    pub(crate) fn end_paragraph(&mut self, kind: ParagraphKind) {
        self.end_line(kind);
        let boxes = std::mem::take(&mut self.after_paragraph);
        self.append(boxes);
    }

    /// Anchors the blocks of a text box in the open paragraph.
    pub(crate) fn add_box(&mut self, blocks: Vec<Block>) {
        self.after_paragraph.extend(blocks);
    }

    pub(crate) fn append(&mut self, blocks: Vec<Block>) {
        if blocks.is_empty() {
            return;
        }
        self.end_lines();
        self.blocks.extend(blocks);
    }

    /// Adds the blocks of a row. A row of one line joins the table above it.
    pub(crate) fn append_row(&mut self, blocks: Vec<Block>) {
        let joins = self.lines.is_empty() && self.line.runs.is_empty();
        let is_row = |block: &Block| match block.lines.last() {
            Some(line) => line.runs.iter().any(|run| run.starts_cell),
            None => false,
        };
        let single = matches!(blocks.as_slice(), [only] if only.lines.len() == 1 && is_row(only));
        match self.blocks.last_mut() {
            Some(above) if joins && single && above.region == Region::Table && is_row(above) => {
                above
                    .lines
                    .extend(blocks.into_iter().flat_map(|block| block.lines));
            }
            _ => {
                self.end_line(ParagraphKind::default());
                self.append(blocks);
            }
        }
    }

    pub(crate) fn finish(mut self) -> Vec<Block> {
        self.end_paragraph(ParagraphKind::default());
        self.end_lines();
        self.blocks
    }
}

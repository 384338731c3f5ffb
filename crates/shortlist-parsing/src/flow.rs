//! Builds blocks from the content of a word processor's file, in the order of the file.
//!
//! The readers of DOCX, DOC, RTF and HTML share one [`Flow`] with text, paragraph ends, cells, rows and text
//! boxes. Nothing here recurses. Content nested deeper than [`MAX_DEPTH`] is read flat.

use shortlist_domain::{DocumentLimit, FindingKind, IntegrityFinding, MediaKind};
use shortlist_vocabulary::steps;

use crate::frame::{Frame, Look, ParagraphKind};
use crate::rows::row_blocks;
use crate::{Block, Document, DocumentPage, ReadError, Region};

/// The maximum number of characters in a document.
pub(crate) const MAX_CHARACTERS: usize = 8_000_000;
/// The deepest nesting of tables and text boxes that is tracked.
const MAX_DEPTH: usize = 48;
/// The longest quote of a finding, in characters.
const MAX_QUOTE_CHARS: usize = 200;
/// The maximum number of findings in a document.
const MAX_FINDINGS: usize = 100;
/// The maximum number of hyperlink targets in a document.
const MAX_LINKS: usize = 1_000;
/// The longest hyperlink target that is kept, in bytes.
const MAX_LINK_BYTES: usize = 2_048;

/// A document under construction.
#[derive(Debug, Default)]
pub(crate) struct Flow {
    done: Vec<Block>,
    frames: Vec<Frame>,
    rows: Vec<Vec<Vec<Block>>>,
    too_deep: usize,
    characters: usize,
    hidden: Vec<(FindingKind, String)>,
    links: Vec<String>,
}

impl Flow {
    /// Begins a part of the document and closes everything that is open.
    pub(crate) fn begin(&mut self, region: Region) {
        self.close_all();
        self.frames.push(Frame::new(region));
    }

    /// Appends text to the open line.
    pub(crate) fn text(&mut self, text: &str, look: Look) {
        steps::count(text.len());
        self.characters = self.characters.saturating_add(text.len());
        if self.is_full() {
            return;
        }
        if let Some(kind) = look.hidden {
            self.hide(kind, text);
            return;
        }
        let (text, smuggled) = crate::invisible::without_invisible(text);
        if let Some(smuggled) = smuggled {
            self.hide(FindingKind::ZeroWidth, &smuggled);
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.push_text(text, look);
        }
    }

    /// Appends to the hidden text.
    fn hide(&mut self, kind: FindingKind, text: &str) {
        let findings = self.hidden.len();
        match self.hidden.last_mut() {
            Some((last, quote)) if *last == kind && quote.len() < MAX_QUOTE_CHARS * 4 => {
                quote.push_str(text);
            }
            Some((last, _)) if *last == kind => {}
            _ if findings < MAX_FINDINGS => self.hidden.push((kind, text.to_owned())),
            _ => {}
        }
    }

    /// Records the target of a hyperlink.
    pub(crate) fn link(&mut self, target: &str) {
        let target = target.trim();
        let known = !target.is_empty() && target.len() <= MAX_LINK_BYTES;
        if known && self.links.len() < MAX_LINKS && !self.links.iter().any(|link| link == target) {
            self.links.push(target.to_owned());
        }
    }

    /// Returns how many bytes of text were read so far.
    pub(crate) fn characters(&self) -> usize {
        self.characters
    }

    /// Returns whether the document has too many characters. The reader should then stop.
    pub(crate) fn is_full(&self) -> bool {
        self.characters > MAX_CHARACTERS
    }

    /// Ends a line inside a paragraph.
    pub(crate) fn end_line(&mut self, kind: ParagraphKind) {
        if let Some(frame) = self.frames.last_mut() {
            frame.end_line(kind);
        }
    }

    /// Ends a paragraph. The text boxes that are anchored in it follow it.
    pub(crate) fn end_paragraph(&mut self, kind: ParagraphKind) {
        if let Some(frame) = self.frames.last_mut() {
            frame.end_paragraph(kind);
        }
    }

    /// Opens a text box inside a paragraph.
    pub(crate) fn open_box(&mut self) {
        self.open(Region::TextBox);
    }

    /// Closes a text box.
    pub(crate) fn close_box(&mut self) {
        if let Some(blocks) = self.close()
            && let Some(parent) = self.frames.last_mut()
        {
            parent.add_box(blocks);
        }
    }

    /// Opens a row.
    pub(crate) fn open_row(&mut self) {
        if self.too_deep == 0 {
            self.rows.push(Vec::new());
        }
    }

    /// Opens a cell.
    pub(crate) fn open_cell(&mut self) {
        self.open(Region::Table);
    }

    /// Closes a cell.
    pub(crate) fn close_cell(&mut self) {
        if self.too_deep > 0 {
            self.end_paragraph(ParagraphKind::default());
        }
        if let Some(blocks) = self.close() {
            match self.rows.last_mut() {
                Some(cells) => cells.push(blocks),
                None => self.adopt(blocks),
            }
        }
    }

    /// Closes a row and arranges its cells.
    pub(crate) fn close_row(&mut self) {
        if self.too_deep > 0 {
            return;
        }
        if let Some(cells) = self.rows.pop()
            && let Some(frame) = self.frames.last_mut()
        {
            frame.append_row(row_blocks(cells));
        }
    }

    fn open(&mut self, region: Region) {
        if self.too_deep > 0 || self.frames.len() >= MAX_DEPTH {
            self.too_deep += 1;
        } else {
            self.frames.push(Frame::new(region));
        }
    }

    fn close(&mut self) -> Option<Vec<Block>> {
        if self.too_deep > 0 {
            self.too_deep -= 1;
            return None;
        }
        if self.frames.len() < 2 {
            return None;
        }
        self.frames.pop().map(Frame::finish)
    }

    fn adopt(&mut self, blocks: Vec<Block>) {
        match self.frames.last_mut() {
            Some(frame) => frame.append(blocks),
            None => self.done.extend(blocks),
        }
    }

    fn close_all(&mut self) {
        self.too_deep = 0;
        while let Some(frame) = self.frames.pop() {
            let is_cell = frame.is_cell() && !self.frames.is_empty();
            let blocks = frame.finish();
            match self.rows.pop() {
                Some(mut cells) if is_cell => {
                    cells.push(blocks);
                    let blocks = row_blocks(cells);
                    self.adopt(blocks);
                }
                _ => self.adopt(blocks),
            }
        }
        self.rows.clear();
    }

    /// Returns the finished document.
    ///
    /// # Errors
    /// Returns [`ReadError::Limit`] if the document has too many characters.
    pub(crate) fn finish(mut self, media: MediaKind) -> Result<Document, ReadError> {
        self.close_all();
        if self.is_full() {
            return Err(ReadError::Limit(DocumentLimit::Characters));
        }
        let hidden = self
            .hidden
            .into_iter()
            .map(|(kind, text)| IntegrityFinding {
                kind,
                quote: text.trim().chars().take(MAX_QUOTE_CHARS).collect(),
                measure: None,
                page: None,
            })
            .filter(|finding| {
                finding
                    .quote
                    .chars()
                    .filter(|c| c.is_alphanumeric())
                    .count()
                    > 2
            })
            .collect();
        Ok(Document {
            media,
            pages: vec![DocumentPage { blocks: self.done }],
            paged: false,
            hidden,
            link_targets: self.links,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paragraph(flow: &mut Flow, text: &str) {
        flow.text(text, Look::default());
        flow.end_paragraph(ParagraphKind::default());
    }

    fn cell(flow: &mut Flow, paragraphs: &[&str]) {
        flow.open_cell();
        for text in paragraphs {
            paragraph(flow, text);
        }
        flow.close_cell();
    }

    fn text(flow: Flow) -> String {
        let document = flow.finish(MediaKind::Docx).unwrap();
        document.flatten().text.as_str().to_owned()
    }

    #[test]
    fn short_cells_share_a_line_and_long_ones_are_separate_blocks() {
        let mut flow = Flow::default();
        flow.begin(Region::Body);
        flow.open_row();
        cell(&mut flow, &["Rust"]);
        cell(&mut flow, &["5 years"]);
        flow.close_row();
        flow.open_row();
        cell(&mut flow, &["Contact", "ada@example.org"]);
        cell(&mut flow, &["Profile", "I build engines"]);
        flow.close_row();
        assert_eq!(
            text(flow),
            "Rust\t5 years\n\nContact\nada@example.org\n\nProfile\nI build engines\n\n"
        );
    }

    #[test]
    fn rows_of_data_are_lines_even_if_a_cell_has_several_paragraphs() {
        let mut flow = Flow::default();
        flow.begin(Region::Body);
        flow.open_row();
        cell(&mut flow, &["B.Sc."]);
        cell(&mut flow, &["Example College", "Hilltop"]);
        cell(&mut flow, &["2014"]);
        flow.close_row();
        assert_eq!(text(flow), "B.Sc.\tExample College Hilltop\t2014\n\n");
    }

    #[test]
    fn text_boxes_follow_their_paragraph() {
        let mut flow = Flow::default();
        flow.begin(Region::Body);
        flow.text("Ada ", Look::default());
        flow.open_box();
        paragraph(&mut flow, "boxed");
        flow.close_box();
        paragraph(&mut flow, "Lovelace");
        assert_eq!(text(flow), "Ada Lovelace\n\nboxed\n\n");
    }

    #[test]
    fn any_depth_of_nesting_is_read() {
        let mut flow = Flow::default();
        flow.begin(Region::Body);
        for _ in 0..10_000 {
            flow.open_row();
            flow.open_cell();
        }
        paragraph(&mut flow, "deep");
        for _ in 0..10_000 {
            flow.close_cell();
            flow.close_row();
        }
        paragraph(&mut flow, "end");
        assert_eq!(text(flow), "deep\n\nend\n\n");
    }

    #[test]
    fn open_elements_are_closed() {
        let mut flow = Flow::default();
        flow.begin(Region::Body);
        flow.open_row();
        cell(&mut flow, &["left"]);
        flow.open_cell();
        flow.text("right", Look::default());
        flow.begin(Region::Footer);
        paragraph(&mut flow, "foot");
        assert_eq!(text(flow), "left\tright\n\nfoot\n\n");
    }
}

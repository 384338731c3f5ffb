//! Documents as positioned text: the one type that every reader gives.
//!
//! A PDF fills every field; DOCX and DOC fill what they know. Only visible text is
//! in the pages: what a reader found hidden stands apart in [`Document::hidden`].

use shortlist_domain::{IntegrityFinding, MediaKind, ResumeText, Span};

/// A document: its visible text in reading order, and what was hidden in it.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The format it was read as.
    pub media: MediaKind,
    /// Its pages; a format without pages gives one and sets `paged` to false.
    pub pages: Vec<DocumentPage>,
    /// Whether `pages` are real pages.
    pub paged: bool,
    /// Text that a reader of the printed page would not see.
    pub hidden: Vec<IntegrityFinding>,
    /// Targets of hyperlinks, `mailto:` and `tel:` included, in the order found.
    pub link_targets: Vec<String>,
}

/// A page: blocks in reading order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DocumentPage {
    /// Its blocks.
    pub blocks: Vec<Block>,
}

/// Where on the page a block belongs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Region {
    /// The main flow.
    #[default]
    Body,
    /// A column beside the main flow.
    Sidebar,
    /// The page header.
    Header,
    /// The page footer.
    Footer,
    /// A text box or frame.
    TextBox,
    /// A table's cells, row by row.
    Table,
    /// A footnote or endnote.
    Note,
}

/// Lines that belong together: a column's part, a text box, a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Block {
    /// Where it belongs.
    pub region: Region,
    /// Its lines, top to bottom.
    pub lines: Vec<Line>,
}

/// One line.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Line {
    /// Its runs, in reading order.
    pub runs: Vec<Run>,
    /// Whether the word processor calls it a heading (a style or an outline level).
    pub heading: bool,
    /// Whether it is an item of a list.
    pub list_item: bool,
    /// Whether blank space wider than between lines stands above it (a new paragraph).
    pub gap_above: bool,
}

/// A stretch of text in one look. The text holds its own blanks.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Run {
    /// The text.
    pub text: String,
    /// Type size in points; 0 where unknown.
    pub size: f32,
    /// Whether it is bold.
    pub bold: bool,
    /// Its box, where the format knows places.
    pub place: Option<Place>,
    /// Whether a cell or column begins with it: a TAB stands before it in the text.
    pub starts_cell: bool,
}

/// A box on the page in points, from the top left.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Place {
    /// Left edge.
    pub x: f32,
    /// Base line, downwards from the top.
    pub y: f32,
    /// Width.
    pub width: f32,
}

/// A line of the flattened text, with the look of its largest run.
#[derive(Debug, Clone, PartialEq)]
pub struct TextLine {
    /// Its place in the text, without the line end.
    pub span: Span,
    /// The number of its page, from 0.
    pub page: usize,
    /// The number of its block in the document, from 0.
    pub block: usize,
    /// Where on the page it belongs.
    pub region: Region,
    /// The largest type size in it, in points; 0 where unknown.
    pub size: f32,
    /// Whether all of it is bold.
    pub bold: bool,
    /// Left edge, where known.
    pub x: Option<f32>,
    /// Base line downwards from the page's top, where known.
    pub y: Option<f32>,
    /// Whether the word processor calls it a heading.
    pub heading: bool,
    /// Whether it is an item of a list.
    pub list_item: bool,
    /// Whether blank space stands above it.
    pub gap_above: bool,
}

/// The text of a document with the look of each line.
#[derive(Debug, Clone, PartialEq)]
pub struct FlatText {
    /// The text; places in it are what every later value refers to.
    pub text: ResumeText,
    /// Its lines, in order; blank lines are left out.
    pub lines: Vec<TextLine>,
}

impl Document {
    /// Flattens to text: lines end in `\n`, cells are parted by TAB, blocks by a blank line.
    pub fn flatten(&self) -> FlatText {
        let mut text = String::new();
        let mut page_starts = Vec::new();
        let mut lines = Vec::new();
        let mut block_number = 0;
        for (page_number, page) in self.pages.iter().enumerate() {
            page_starts.push(text.len());
            for block in &page.blocks {
                for line in &block.lines {
                    let start = text.len();
                    push_line(&mut text, line);
                    if text.len() == start {
                        continue;
                    }
                    lines.push(describe(
                        line,
                        Span::new(start, text.len()),
                        page_number,
                        block_number,
                        block.region,
                    ));
                    text.push('\n');
                }
                if !text.is_empty() && !text.ends_with("\n\n") {
                    text.push('\n');
                }
                block_number += 1;
            }
        }
        let page_starts = if self.paged { page_starts } else { Vec::new() };
        FlatText {
            text: ResumeText::new(text, page_starts),
            lines,
        }
    }
}

/// Appends a line with single blanks, trimmed, and TABs between cells.
fn push_line(text: &mut String, line: &Line) {
    let start = text.len();
    for run in &line.runs {
        if run.starts_cell && text.len() > start {
            text.truncate(
                start
                    + text
                        .get(start..)
                        .map_or(0, |rest| rest.trim_end_matches(' ').len()),
            );
            text.push('\t');
        }
        for c in run.text.chars() {
            let at_edge = text.len() == start || text.ends_with([' ', '\t']);
            match c {
                '\t' if text.len() > start => {
                    if !at_edge {
                        text.push('\t');
                    }
                }
                c if c.is_whitespace() => {
                    if !at_edge {
                        text.push(' ');
                    }
                }
                '\0' => {}
                c => text.push(c),
            }
        }
    }
    let kept = text.get(start..).map_or(0, |rest| rest.trim_end().len());
    text.truncate(start + kept);
}

fn describe(line: &Line, span: Span, page: usize, block: usize, region: Region) -> TextLine {
    let inked = || line.runs.iter().filter(|run| !run.text.trim().is_empty());
    let place = inked().find_map(|run| run.place);
    TextLine {
        span,
        page,
        block,
        region,
        size: inked().map(|run| run.size).fold(0.0, f32::max),
        bold: inked().all(|run| run.bold),
        x: place.map(|place| place.x),
        y: place.map(|place| place.y),
        heading: line.heading,
        list_item: line.list_item,
        gap_above: line.gap_above,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str, starts_cell: bool) -> Run {
        Run {
            text: text.into(),
            starts_cell,
            size: 10.0,
            ..Run::default()
        }
    }

    #[test]
    fn flattening_keeps_the_place_of_every_line() {
        let line = |runs| Line {
            runs,
            ..Line::default()
        };
        let page = |lines| DocumentPage {
            blocks: vec![Block {
                lines,
                ..Block::default()
            }],
        };
        let document = Document {
            media: MediaKind::Pdf,
            pages: vec![
                page(vec![
                    line(vec![run("Ada  Lovelace ", false), run(" London", true)]),
                    line(vec![run("  ", false)]),
                ]),
                page(vec![line(vec![run("Zoë", false)])]),
            ],
            paged: true,
            hidden: Vec::new(),
            link_targets: Vec::new(),
        };
        let flat = document.flatten();
        assert_eq!(flat.text.as_str(), "Ada Lovelace\tLondon\n\nZoë\n\n");
        assert_eq!(flat.lines.len(), 2);
        assert_eq!(flat.text.quote(flat.lines[1].span), "Zoë");
        assert_eq!(flat.text.page_of(flat.lines[1].span.start), Some(2));
    }
}

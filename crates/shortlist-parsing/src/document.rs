//! Documents as positioned text: the common output type of all readers.
//!
//! The PDF reader fills every field. The DOCX and DOC readers fill the fields that their format knows. The
//! pages contain only visible text. Hidden text is in [`Document::hidden`].

use shortlist_domain::{IntegrityFinding, MediaKind, ResumeText, Span};

/// A document: its visible text in reading order, and its hidden text.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// The format of the file.
    pub media: MediaKind,
    /// The pages. A format without pages gives one page and sets `paged` to false.
    pub pages: Vec<DocumentPage>,
    /// Whether `pages` are the real pages of the file.
    pub paged: bool,
    /// Text that a reader of the printed page would not see.
    pub hidden: Vec<IntegrityFinding>,
    /// The targets of hyperlinks, including `mailto:` and `tel:`, in the order found.
    pub link_targets: Vec<String>,
}

/// A page: its blocks in reading order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DocumentPage {
    /// The blocks of the page.
    pub blocks: Vec<Block>,
}

/// The part of the page that a block belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Region {
    /// The main flow.
    #[default]
    Body,
    /// A column next to the main flow.
    Sidebar,
    /// The page header.
    Header,
    /// The page footer.
    Footer,
    /// A text box or frame.
    TextBox,
    /// The cells of a table, row by row.
    Table,
    /// A footnote or endnote.
    Note,
}

/// Lines that belong together, such as part of a column, a text box or a table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Block {
    /// The part of the page that contains the block.
    pub region: Region,
    /// The lines, from top to bottom.
    pub lines: Vec<Line>,
}

/// One line.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Line {
    /// The runs, in reading order.
    pub runs: Vec<Run>,
    /// Whether the word processor marks it as a heading, by a style or an outline level.
    pub heading: bool,
    /// Whether it is a list item.
    pub list_item: bool,
    /// Whether the space above it is wider than normal line spacing, which means a new paragraph.
    pub gap_above: bool,
}

/// A stretch of text in one style. The text includes its own spaces.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Run {
    /// The text.
    pub text: String,
    /// The font size in points, or 0 if unknown.
    pub size: f32,
    /// Whether it is bold.
    pub bold: bool,
    /// The box of the text, if the format knows positions.
    pub place: Option<Place>,
    /// Whether a cell or column starts with this run. The flattened text has a TAB before it.
    pub starts_cell: bool,
}

/// A box on the page in points, measured from the top left.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Place {
    /// The left edge.
    pub x: f32,
    /// The baseline, measured down from the top.
    pub y: f32,
    /// The width.
    pub width: f32,
}

/// A line of the flattened text, with the style of its largest run.
#[derive(Debug, Clone, PartialEq)]
pub struct TextLine {
    /// The span of the line in the text, without the line end.
    pub span: Span,
    /// The page index, from 0.
    pub page: usize,
    /// The block index in the document, from 0.
    pub block: usize,
    /// The part of the page that contains the line.
    pub region: Region,
    /// The largest font size in the line in points, or 0 if unknown.
    pub size: f32,
    /// Whether the whole line is bold.
    pub bold: bool,
    /// The left edge, if known.
    pub x: Option<f32>,
    /// The baseline, measured down from the top of the page, if known.
    pub y: Option<f32>,
    /// Whether the word processor marks it as a heading.
    pub heading: bool,
    /// Whether it is a list item.
    pub list_item: bool,
    /// Whether there is extra space above it.
    pub gap_above: bool,
}

/// The text of a document, with the style of each line.
#[derive(Debug, Clone, PartialEq)]
pub struct FlatText {
    /// The text. Every later span refers to positions in it.
    pub text: ResumeText,
    /// The lines, in order, without blank lines.
    pub lines: Vec<TextLine>,
}

impl Document {
    /// Flattens the document to text. Lines end in `\n`, a TAB separates cells, and a blank line separates blocks.
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

/// Appends a line: trims it, reduces spaces to single ones, and puts TABs between cells.
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
        for (at, c) in run.text.char_indices() {
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
                'f' | 'F'
                    if begins_with_from(run.text.get(at..))
                        && ends_in_ordinal(text.get(start..).unwrap_or("")) =>
                {
                    text.push(' ');
                    text.push(c);
                }
                c => text.push(c),
            }
        }
    }
    let kept = text.get(start..).map_or(0, |rest| rest.trim_end().len());
    text.truncate(start + kept);
}

/// Returns whether a text begins with the word `from`. After an ordinal number, it may be glued: `12thfrom Example Board`.
fn begins_with_from(text: Option<&str>) -> bool {
    let word = text.and_then(|text| text.split(' ').next());
    word.is_some_and(|word| word.eq_ignore_ascii_case("from"))
}

/// Returns whether a text ends in an ordinal number.
fn ends_in_ordinal(text: &str) -> bool {
    let endings = ["th", "TH", "st", "nd", "rd"].into_iter();
    let mut numbers = endings.filter_map(|ending| text.strip_suffix(ending));
    numbers.any(|number| number.ends_with(|c: char| c.is_ascii_digit()))
}

fn describe(line: &Line, span: Span, page: usize, block: usize, region: Region) -> TextLine {
    let visible_runs = || line.runs.iter().filter(|run| !run.text.trim().is_empty());
    let place = visible_runs().find_map(|run| run.place);
    TextLine {
        span,
        page,
        block,
        region,
        size: visible_runs().map(|run| run.size).fold(0.0, f32::max),
        bold: visible_runs().all(|run| run.bold),
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
    fn only_from_is_separated_from_an_ordinal() {
        let text = |words: &str| {
            let mut text = String::new();
            let line = Line {
                runs: vec![run(words, false)],
                ..Line::default()
            };
            push_line(&mut text, &line);
            text
        };
        assert_eq!(text("12thfrom Example Board"), "12th from Example Board");
        assert_eq!(text("mark3rdfox@example.org"), "mark3rdfox@example.org");
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

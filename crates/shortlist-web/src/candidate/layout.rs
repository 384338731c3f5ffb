//! The layout of a resume's text: headings, paragraphs, lists, rows and tables.
//!
//! The stored text keeps lines, blank lines between blocks, and a TAB between the cells of a row. Lists are recognized by
//! their bullets, and headings by the sections of the resume.

use super::resume_text::TextPart;

/// The characters that begin an item of a list.
const BULLETS: [char; 16] = [
    '•', '●', '▪', '◦', '‣', '○', '■', '□', '➢', '➤', '►', '✓', '·', '–', '*', '-',
];

/// The length from which a line fills the width of a page, in characters.
const FULL_LINE_CHARS: usize = 60;
/// The characters that end a sentence or a label.
const SENTENCE_ENDS: [char; 5] = ['.', '!', '?', ':', ';'];

/// A line of the text, or a cell of a row.
pub(crate) type Parts = Vec<TextPart>;

/// A block of the text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Block {
    /// The heading of a section.
    Heading(Parts),
    /// Lines that belong together.
    Paragraph(Vec<Parts>),
    /// Items that began with a bullet.
    List(Vec<Parts>),
    /// One row of cells, such as a position and its dates.
    Row(Vec<Parts>),
    /// Rows with the same number of cells.
    Table(Vec<Vec<Parts>>),
}

/// Returns the blocks of a text whose parts are in order.
pub(crate) fn blocks(parts: Vec<TextPart>) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open = None;
    for line in split(parts, '\n') {
        let Some(block) = block_of(line) else {
            blocks.extend(open.take());
            continue;
        };
        open = match (open.take(), block) {
            (Some(before), block) => match joined(before, block) {
                Ok(both) => Some(both),
                Err((before, block)) => {
                    blocks.push(before);
                    Some(block)
                }
            },
            (None, block) => Some(block),
        };
    }
    blocks.extend(open);
    blocks
}

/// Returns the block that one line makes; `None` for a blank line.
fn block_of(line: Parts) -> Option<Block> {
    let first = line.first()?;
    if first.is_heading {
        return Some(Block::Heading(line));
    }
    if line.iter().any(|part| part.text.contains('\t')) {
        return Some(Block::Row(split(line, '\t')));
    }
    match without_bullet(&first.text) {
        Some(rest) => {
            let first = TextPart {
                text: rest.to_owned(),
                ..first.clone()
            };
            let rest = line.into_iter().skip(1);
            Some(Block::List(vec![
                std::iter::once(first).chain(rest).collect(),
            ]))
        }
        None => Some(Block::Paragraph(vec![line])),
    }
}

fn without_bullet(text: &str) -> Option<&str> {
    let rest = text.trim_start().strip_prefix(BULLETS)?;
    rest.starts_with([' ', '\u{a0}']).then(|| rest.trim_start())
}

/// Adds a line to the block above it, or returns both.
fn joined(above: Block, line: Block) -> Result<Block, (Block, Block)> {
    match (above, line) {
        (Block::Paragraph(lines), Block::Paragraph(more)) => {
            let lines = more.into_iter().fold(lines, continued);
            Ok(Block::Paragraph(lines))
        }
        (Block::List(items), Block::Paragraph(more)) if continues(&items, &more) => {
            let items = more.into_iter().fold(items, |mut items, line| {
                append(&mut items, line);
                items
            });
            Ok(Block::List(items))
        }
        (Block::List(mut items), Block::List(more)) => {
            items.extend(more);
            Ok(Block::List(items))
        }
        (Block::Row(first), Block::Row(second)) if first.len() == second.len() => {
            Ok(Block::Table(vec![first, second]))
        }
        (Block::Table(mut rows), Block::Row(row)) if has_width(&rows, row.len()) => {
            rows.push(row);
            Ok(Block::Table(rows))
        }
        others => Err(others),
    }
}

/// Adds a line to the lines above it.
fn continued(mut lines: Vec<Parts>, line: Parts) -> Vec<Parts> {
    if lines.last().is_some_and(|above| goes_on(above)) {
        append(&mut lines, line);
    } else {
        lines.push(line);
    }
    lines
}

/// Returns whether a line without a bullet continues the last item of a list.
fn continues(items: &[Parts], lines: &[Parts]) -> bool {
    let below = lines
        .first()
        .map(|parts| text_of(parts))
        .unwrap_or_default();
    items.last().is_some_and(|above| goes_on(above)) || below.starts_with(char::is_lowercase)
}

/// Returns whether a line fills the width of a page, so that its sentence goes on in the next one.
fn goes_on(line: &[TextPart]) -> bool {
    // Lines that belong together become one, so only as much of it is read as decides.
    let mut letters = line.iter().flat_map(|part| part.text.chars());
    let is_full = letters.nth(FULL_LINE_CHARS - 1).is_some();
    let last = line.iter().rev().find(|part| !part.text.is_empty());
    is_full && !last.is_some_and(|part| part.text.ends_with(SENTENCE_ENDS))
}

/// Appends a line to the last of the lines, after a space.
fn append(lines: &mut Vec<Parts>, line: Parts) {
    let Some(last) = lines.last_mut() else {
        lines.push(line);
        return;
    };
    last.push(TextPart {
        text: " ".to_owned(),
        numbers: Vec::new(),
        is_heading: false,
        anchors: Vec::new(),
    });
    last.extend(line);
}

fn text_of(parts: &[TextPart]) -> String {
    parts.iter().map(|part| part.text.as_str()).collect()
}

fn has_width(rows: &[Vec<Parts>], cells: usize) -> bool {
    rows.first().is_some_and(|row| row.len() == cells)
}

/// Splits parts at a character. Empty pieces stay empty, so a blank line is an empty one.
fn split(parts: Vec<TextPart>, at: char) -> Vec<Parts> {
    let mut pieces = vec![Vec::new()];
    for part in parts {
        let mut anchors = part.anchors;
        for (index, text) in part.text.split(at).enumerate() {
            if index > 0 {
                pieces.push(Vec::new());
            }
            if let Some(piece) = pieces.last_mut()
                && !text.is_empty()
            {
                piece.push(TextPart {
                    text: text.to_owned(),
                    numbers: part.numbers.clone(),
                    is_heading: part.is_heading,
                    anchors: std::mem::take(&mut anchors),
                });
            }
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::super::resume_text::marked;
    use super::*;

    fn shape(text: &str) -> Vec<String> {
        let before = text.split_once("Skills").map(|(before, _)| before);
        let heading = before.map(|before| {
            let at = u32::try_from(before.chars().count()).unwrap();
            (at, at + 6)
        });
        let headings: Vec<_> = heading.into_iter().collect();
        let line =
            |parts: &Parts| -> String { parts.iter().map(|part| part.text.as_str()).collect() };
        let lines = |lines: &[Parts]| lines.iter().map(line).collect::<Vec<_>>().join("/");
        let block = |block: &Block| match block {
            Block::Heading(parts) => format!("heading {}", line(parts)),
            Block::Paragraph(all) => format!("paragraph {}", lines(all)),
            Block::List(all) => format!("list {}", lines(all)),
            Block::Row(all) => format!("row {}", lines(all)),
            Block::Table(rows) => {
                let rows: Vec<String> = rows.iter().map(|row| lines(row)).collect();
                format!("table {}", rows.join(";"))
            }
        };
        blocks(marked(text, &[], &headings))
            .iter()
            .map(block)
            .collect()
    }

    #[test]
    fn lines_become_blocks() {
        assert_eq!(
            shape("Ada\nLondon\n\nEngineer\t2019\n• Built\n- Ran\n\nSkills\nRust\t5\nSQL\t3\n"),
            [
                "paragraph Ada/London",
                "row Engineer/2019",
                "list Built/Ran",
                "heading Skills",
                "table Rust/5;SQL/3",
            ]
        );
        let long = "Built services that many other teams of the company rely on";
        assert_eq!(
            shape(&format!(
                "{long} in\nproduction.\nLondon\n\n• {long}\nevery day\n• Ran\n"
            )),
            [
                format!("paragraph {long} in production./London"),
                format!("list {long} every day/Ran"),
            ]
        );
        assert_eq!(shape("-5 degrees\n"), ["paragraph -5 degrees"]);
        assert!(shape("\n\n").is_empty());
    }

    #[test]
    fn a_paragraph_of_very_many_lines_is_one_line() {
        let line = "Built services that many other teams of the company rely on and\n";
        let text = line.repeat(30_000);
        let [Block::Paragraph(lines)] = &blocks(marked(&text, &[], &[]))[..] else {
            panic!("one paragraph");
        };
        assert_eq!(lines.len(), 1);
        assert_eq!(text_of(&lines[0]).len(), text.len() - 1);
    }

    #[test]
    fn a_quote_of_several_lines_begins_once() {
        let parts = marked("Built\nservices", &[(1, (0, 14))], &[]);
        let [Block::Paragraph(lines)] = &blocks(parts)[..] else {
            panic!("one paragraph");
        };
        let quoted: Vec<_> = lines.iter().flatten().collect();
        assert_eq!(
            quoted
                .iter()
                .map(|part| &part.anchors[..])
                .collect::<Vec<_>>(),
            [&[1][..], &[]]
        );
        assert!(quoted.iter().all(|part| part.names() == "1"));
    }
}

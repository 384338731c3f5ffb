//! Leaves out the options of a form that are not ticked.
//!
//! A form lists what a person could be or know: `☐ PhD ☒ Bachelor`. An option without a tick is no fact about the person.

use std::borrow::Cow;

use crate::{Document, Line, Run};

/// Marks of an option that is not ticked. Lists have the squares as bullets, too.
const SQUARES: [&str; 7] = ["☐", "□", "▢", "◻", "⬜", "❏", "❑"];
/// The mark of an option that is not ticked, in forms that are typed, and from readers.
const EMPTY_BRACKETS: &str = "[ ]";
/// The mark of a choice that is not ticked, for one choice of several. A typed form with round brackets has at least one.
const EMPTY_ROUND: &str = "( )";
/// Marks of a choice that is ticked. In a document without empty ones, `f(x)` is a function.
const TICKED_ROUND: [&str; 2] = ["(x)", "(X)"];
/// Marks of an option that is ticked.
const TICKED: [&str; 9] = ["☒", "☑", "🗹", "🗷", "🗵", "⊠", "✅", "[x]", "[X]"];
/// A tick that is also a common bullet, so that it does not make a document a form.
const BULLET_MARK: &str = "✅";
/// What a ticked option begins with instead of its box, so that it is read as an item of a list.
const BULLET: char = '•';

/// Returns the document without the options that are not ticked.
///
/// A square marks an option only if the document has a box that is no bullet, or if the line has several squares.
pub(super) fn ticked_only(document: Cow<'_, Document>) -> Cow<'_, Document> {
    let lines = || {
        let blocks = document.pages.iter().flat_map(|page| &page.blocks);
        blocks.flat_map(|block| &block.lines)
    };
    let mut runs = lines().flat_map(|line| &line.runs);
    // Most documents have no form, and this is quick.
    if !runs.any(|run| may_have_box(&run.text)) {
        return document;
    }
    let is_form = lines().any(|line| {
        let is_box = |mark: &str| line.runs.iter().any(|run| run.text.contains(mark));
        let marks = TICKED.iter().chain(&[EMPTY_BRACKETS]);
        marks
            .filter(|mark| **mark != BULLET_MARK)
            .any(|mark| is_box(mark))
    });
    let is_round = lines().any(|line| line.runs.iter().any(|run| has_round_box(&run.text)));
    let has_options = |line: &Line| {
        let count = |run: &Run| -> usize {
            SQUARES
                .iter()
                .map(|mark| run.text.matches(mark).count())
                .sum()
        };
        let squares: usize = line.runs.iter().map(count).sum();
        let has_round = |run: &Run| {
            let mut marks = TICKED_ROUND.iter().chain(&[EMPTY_ROUND]);
            marks.any(|mark| run.text.contains(mark))
        };
        squares > usize::from(!is_form) || is_round && line.runs.iter().any(has_round)
    };
    if !is_form && !lines().any(has_options) {
        return document;
    }
    let mut document = document.into_owned();
    for block in document.pages.iter_mut().flat_map(|page| &mut page.blocks) {
        for line in &mut block.lines {
            if is_form || has_options(line) {
                keep_ticked(line);
            }
        }
        let has_text = |line: &Line| line.runs.iter().any(|run| !run.text.is_empty());
        block.lines.retain(has_text);
    }
    Cow::Owned(document)
}

/// Returns whether a text has an empty round box before its label: `( ) Java`. The brackets of a number have none.
fn has_round_box(text: &str) -> bool {
    let labels = text.split(EMPTY_ROUND).skip(1);
    labels
        .map(str::trim_start)
        .any(|label| label.starts_with(char::is_alphabetic))
}

/// Returns whether a text has a bracket before a space or an x, or the first two bytes of a square or of a ticked box.
fn may_have_box(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memmem::find(bytes, EMPTY_ROUND.as_bytes()).is_some()
        || memchr::memchr3_iter(b'[', 0xe2, 0xf0, bytes).any(|at| {
            let pair = bytes.get(at..at + 2);
            matches!(
                pair,
                Some(
                    b"[ "
                        | b"[x"
                        | b"[X"
                        | [0xe2, 0x8a | 0x96..=0x98 | 0x9c | 0x9d | 0xac]
                        | [0xf0, 0x9f]
                )
            )
        })
}

/// A part of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A box, and whether it is ticked.
    Box(bool),
    Letter(char),
    /// The end of a cell.
    CellEnd,
    RunEnd,
}

/// Removes the options of a line that are not ticked. An option ends at the next box, or at the end of the cell that contains its
/// label or of the line. Labels follow their boxes, unless the line ends with a box.
fn keep_ticked(line: &mut Line) {
    let mut parts = parts_of(line);
    if !parts.iter().any(|part| matches!(part, Part::Box(_))) {
        return;
    }
    let shown = |part: &&Part| match part {
        Part::Letter(letter) => !letter.is_whitespace(),
        Part::Box(_) => true,
        Part::CellEnd | Part::RunEnd => false,
    };
    let is_box = |part: Option<&Part>| matches!(part, Some(Part::Box(_)));
    let labels_first = is_box(parts.iter().rev().find(shown)) && !is_box(parts.iter().find(shown));
    if labels_first {
        parts.reverse();
    }
    let mut kept = of_ticked(&parts);
    if labels_first {
        kept.reverse();
    }
    write(line, &kept);
}

fn parts_of(line: &Line) -> Vec<Part> {
    let mut parts = Vec::new();
    for (number, run) in line.runs.iter().enumerate() {
        if run.starts_cell && number > 0 {
            parts.push(Part::CellEnd);
        }
        let mut rest = run.text.as_str();
        while let Some(letter) = rest.chars().next() {
            let mark = |marks: &[&str]| marks.iter().find_map(|mark| rest.strip_prefix(mark));
            let (part, after) = if let Some(after) = mark(&TICKED).or_else(|| mark(&TICKED_ROUND)) {
                (Part::Box(true), after)
            } else if let Some(after) =
                mark(&SQUARES).or_else(|| mark(&[EMPTY_BRACKETS, EMPTY_ROUND]))
            {
                (Part::Box(false), after)
            } else {
                let after = rest.strip_prefix(letter).unwrap_or_default();
                (Part::Letter(letter), after)
            };
            if part == Part::Letter('\t') {
                parts.push(Part::CellEnd);
            }
            parts.push(part);
            rest = after;
        }
        parts.push(Part::RunEnd);
    }
    parts
}

/// Returns the parts without the options that are not ticked. A box comes before its label.
fn of_ticked(parts: &[Part]) -> Vec<Part> {
    let mut dropped = false;
    let mut labelled = false;
    let mut kept = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Part::Box(ticked) => {
                dropped = !ticked;
                labelled = false;
                if *ticked {
                    kept.push(Part::Letter(BULLET));
                }
            }
            Part::CellEnd => dropped &= !labelled,
            Part::RunEnd => kept.push(Part::RunEnd),
            Part::Letter(letter) => {
                labelled |= !letter.is_whitespace();
                if !dropped {
                    kept.push(*part);
                }
            }
        }
    }
    kept
}

fn write(line: &mut Line, parts: &[Part]) {
    let is_run_end = |part: &Part| *part == Part::RunEnd;
    for (run, parts) in line.runs.iter_mut().zip(parts.split(is_run_end)) {
        let letters = parts.iter().filter_map(|part| match part {
            Part::Letter(letter) => Some(*letter),
            _ => None,
        });
        run.text = letters.collect();
    }
    // Only the rest of a line whose options are all gone is blank.
    if line.runs.iter().all(|run| run.text.trim().is_empty()) {
        line.runs.iter_mut().for_each(|run| run.text.clear());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Block, DocumentPage};
    use shortlist_domain::MediaKind;

    fn text_of(lines: &[&str]) -> String {
        let line = |text: &&str| Line {
            runs: text
                .split('|')
                .map(|text| Run {
                    text: text.trim_start_matches('>').to_owned(),
                    starts_cell: text.starts_with('>'),
                    ..Run::default()
                })
                .collect(),
            ..Line::default()
        };
        let document = Document {
            media: MediaKind::Docx,
            pages: vec![DocumentPage {
                blocks: vec![Block {
                    lines: lines.iter().map(line).collect(),
                    ..Block::default()
                }],
            }],
            paged: false,
            hidden: Vec::new(),
            link_targets: Vec::new(),
        };
        ticked_only(Cow::Owned(document))
            .flatten()
            .text
            .as_str()
            .trim()
            .to_owned()
    }

    #[test]
    fn options_without_a_tick_are_left_out() {
        assert_eq!(
            text_of(&["☒ Python   ☐ Java ☑ SQL", "☐ PhD", "☒ Bachelor"]),
            "• Python • SQL\n• Bachelor"
        );
        assert_eq!(text_of(&["[x] Python [ ] Java"]), "• Python");
        assert_eq!(text_of(&["( ) Java (x) Python ( ) Rust"]), "• Python");
        assert_eq!(text_of(&["Level", "(X) BSc", "( ) PhD"]), "Level\n• BSc");
        for text in ["f(x) and g(x)", "( ) 555 0142", "□ Built ( )"] {
            assert_eq!(text_of(&[text]), text);
        }
        assert_eq!(text_of(&["[ ] PhD", "BSc"]), "BSc");
        assert_eq!(text_of(&["Degree:| ☐| PhD| ☒| BSc"]), "Degree: • BSc");
        assert_eq!(text_of(&["Level: ☐ PhD ☐ MSc", "Ada"]), "Level:\nAda");
    }

    #[test]
    fn a_label_may_be_in_the_next_cell_or_before_its_box() {
        let cells = ["☐|>PhD|>☒|>BSc|>Leeds", "☐|>MSc|>York"];
        assert_eq!(text_of(&cells), "•\tBSc\tLeeds\nYork");
        assert_eq!(text_of(&["PhD ☐ BSc ☒"]), "BSc •");
        assert_eq!(text_of(&["Java ☐ Python ☒ Rust ☑ Go ☐"]), "Python • Rust •");
        assert_eq!(text_of(&["Degree:|>PhD ☐|>BSc ☒"]), "Degree:\t\tBSc •");
    }

    #[test]
    fn every_mark_passes_the_quick_check() {
        for mark in SQUARES.iter().chain(&TICKED).chain(&[EMPTY_BRACKETS]) {
            assert!(
                may_have_box(mark) && may_have_box(&format!("a{mark} b")),
                "{mark}"
            );
        }
        for text in ["", "[", "• Rust", "[1]", "Ada \u{2013}"] {
            assert!(!may_have_box(text), "{text}");
        }
    }

    #[test]
    fn squares_that_are_bullets_stay() {
        for list in [
            ["□ Built pipelines", "□ Led a team"],
            ["✅ Certified", "□ Led a team"],
        ] {
            let text = text_of(&list);
            assert!(text.contains("Led a team"), "{text}");
        }
    }
}

//! Leaves out the options of a form that nobody ticked.
//!
//! A form lists what a person could be or know: `☐ PhD ☒ Bachelor`. An option without a tick is no fact about the person.

use std::borrow::Cow;

use crate::{Document, Line};

/// Marks of an option that is not ticked, and of one that is. Some forms are typed with brackets.
const UNTICKED: [&str; 8] = ["☐", "□", "▢", "◻", "⬜", "❏", "❑", "[ ]"];
const TICKED: [&str; 9] = ["☒", "☑", "🗹", "🗷", "🗵", "⊠", "✅", "[x]", "[X]"];

/// What a ticked option begins with instead of its box, so that it is read as an item of a list.
const BULLET: char = '•';

/// Returns the document without the options that are not ticked.
///
/// A square is also a bullet of lists. It marks an option only if the document has a ticked box as well, or if the line has several.
pub(super) fn ticked_only(document: Cow<'_, Document>) -> Cow<'_, Document> {
    let lines = || {
        let blocks = document.pages.iter().flat_map(|page| &page.blocks);
        blocks.flat_map(|block| &block.lines)
    };
    // Most documents have no box, so one pass decides.
    let has_mark = |line: &Line| line.runs.iter().any(|run| run.text.contains(begins_mark));
    if !lines().any(has_mark) {
        return document;
    }
    let count = |line: &Line, marks: &[&str]| -> usize {
        let texts = line.runs.iter().map(|run| run.text.as_str());
        texts
            .map(|text| {
                marks
                    .iter()
                    .map(|mark| text.matches(mark).count())
                    .sum::<usize>()
            })
            .sum()
    };
    let is_form = lines().any(|line| count(line, &TICKED) > 0);
    let has_options = |line: &Line| is_form || count(line, &UNTICKED) > 1;
    if !lines().any(|line| has_options(line) && count(line, &UNTICKED) + count(line, &TICKED) > 0) {
        return document;
    }
    let mut document = document.into_owned();
    for block in document.pages.iter_mut().flat_map(|page| &mut page.blocks) {
        for line in &mut block.lines {
            if is_form || count(line, &UNTICKED) > 1 {
                keep_ticked(line);
            }
        }
        block
            .lines
            .retain(|line| line.runs.iter().any(|run| !run.text.is_empty()));
    }
    Cow::Owned(document)
}

/// Returns whether a character begins one of the marks.
fn begins_mark(c: char) -> bool {
    let is_first = |mark: &&str| mark.starts_with(c);
    c == '[' || !c.is_ascii() && UNTICKED.iter().chain(&TICKED).any(is_first)
}

/// Removes the options of a line that are not ticked. An option ends at the next box, or at the end of its cell or line.
fn keep_ticked(line: &mut Line) {
    let whole: String = line.runs.iter().map(|run| run.text.as_str()).collect();
    match follow_options(whole.trim()) {
        true => keep_before_ticked(line),
        false => keep_after_ticked(line),
    }
    // Only the rest of a line whose options are all gone is blank.
    if line.runs.iter().all(|run| run.text.trim().is_empty()) {
        line.runs.iter_mut().for_each(|run| run.text.clear());
    }
}

/// Returns whether the boxes of a line are behind their options: `Java ☐ Python ☒`.
fn follow_options(line: &str) -> bool {
    let mut marks = UNTICKED.iter().chain(&TICKED);
    let begins = marks.any(|mark| line.starts_with(mark));
    let mut marks = UNTICKED.iter().chain(&TICKED);
    !begins && marks.any(|mark| line.ends_with(mark))
}

fn keep_after_ticked(line: &mut Line) {
    let mut kept = true;
    for run in &mut line.runs {
        kept |= run.starts_cell;
        let mut text = String::with_capacity(run.text.len());
        let mut rest = run.text.as_str();
        while let Some(letter) = rest.chars().next() {
            let mark = |marks: &[&str]| marks.iter().find_map(|mark| rest.strip_prefix(mark));
            if let Some(after) = mark(&UNTICKED) {
                kept = false;
                rest = after;
            } else if let Some(after) = mark(&TICKED) {
                kept = true;
                text.push(BULLET);
                rest = after;
            } else {
                kept |= letter == '\t';
                if kept {
                    text.push(letter);
                }
                rest = rest.strip_prefix(letter).unwrap_or_default();
            }
        }
        run.text = text;
    }
}

fn keep_before_ticked(line: &mut Line) {
    let mut kept = true;
    for run in line.runs.iter_mut().rev() {
        let mut letters: Vec<char> = Vec::with_capacity(run.text.len());
        let mut rest = run.text.as_str();
        while let Some(letter) = rest.chars().next_back() {
            let mark = |marks: &[&str]| marks.iter().find_map(|mark| rest.strip_suffix(mark));
            if let Some(before) = mark(&UNTICKED) {
                kept = false;
                rest = before;
            } else if let Some(before) = mark(&TICKED) {
                // The bullet separates the option from the ones before it, which are gone.
                kept = true;
                letters.push(BULLET);
                rest = before;
            } else {
                kept |= letter == '\t';
                if kept {
                    letters.push(letter);
                }
                rest = rest.strip_suffix(letter).unwrap_or_default();
            }
        }
        run.text = letters.into_iter().rev().collect();
        kept |= run.starts_cell;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Block, DocumentPage, Run};
    use shortlist_domain::MediaKind;

    fn text_of(lines: &[&str]) -> String {
        let line = |text: &&str| Line {
            runs: text
                .split('|')
                .map(|text| Run {
                    text: text.to_owned(),
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
        assert_eq!(text_of(&["Java ☐ Python ☒ Rust ☑ Go ☐"]), "Python • Rust •");
        assert_eq!(text_of(&["Degree:| ☐| PhD| ☒| BSc"]), "Degree: • BSc");
        assert_eq!(text_of(&["Level: ☐ PhD ☐ MSc", "Ada"]), "Level:\nAda");
    }

    #[test]
    fn squares_that_are_bullets_stay() {
        let list = ["□ Built pipelines", "□ Led a team"];
        assert_eq!(text_of(&list), list.join("\n"));
    }
}

//! Joins words that a page breaks at the end of a line: `Kuber-` / `netes`.
//!
//! A soft hyphen is always a break. A typed one may also be a part of the word, as in `part-` / `time`. The two halves decide.

use std::borrow::Cow;

use super::words::ContactWords;
use crate::{Document, Line, Region};

const SOFT: char = '\u{ad}';
/// What typed hyphens look like after a reader.
const TYPED: [char; 2] = ['-', '\u{2010}'];
/// The minimum number of letters of each half. Shorter ones, as in `e-mail`, are words with a hyphen.
const SHORTEST_HALF: usize = 3;

/// The maximum length of a line to which the whole next line is joined, so that a broken head of an entry is one line, in bytes.
const MAX_JOINED_BYTES: usize = 160;

/// Returns the document with the second half of each broken word in the line of the first.
pub(super) fn joined(document: Cow<'_, Document>) -> Cow<'_, Document> {
    let blocks = || document.pages.iter().flat_map(|page| &page.blocks);
    let is_broken =
        |lines: &[Line]| matches!(lines, [line, next] if break_of(line, next).is_some());
    let mut blocks_with_breaks = blocks().map(|block| block.lines.windows(2).any(is_broken));
    if !blocks_with_breaks.any(|it| it) {
        return document;
    }
    let mut document = document.into_owned();
    for block in document.pages.iter_mut().flat_map(|page| &mut page.blocks) {
        if block.region == Region::Table {
            continue;
        }
        let mut lines: Vec<Line> = Vec::with_capacity(block.lines.len());
        for mut next in std::mem::take(&mut block.lines) {
            if let Some(line) = lines.last_mut()
                && let Some(hyphen) = break_of(line, &next)
            {
                join(line, &mut next, hyphen);
                if next.runs.iter().all(|run| run.text.is_empty()) {
                    continue;
                }
            }
            lines.push(next);
        }
        block.lines = lines;
    }
    Cow::Owned(document)
}

/// What happens to the hyphen of a broken word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hyphen {
    Dropped,
    Kept,
}

/// Returns how a word goes on from a line to the next, if it does.
fn break_of(line: &Line, next: &Line) -> Option<Hyphen> {
    let end = line.runs.last()?.text.trim_end();
    // Many breaks make a longer line, and each of them would read all of it.
    if end.len() > MAX_JOINED_BYTES {
        return None;
    }
    let marks = [SOFT, TYPED[0], TYPED[1]];
    let first = end.strip_suffix(marks)?;
    let begin = next.runs.first()?.text.as_str();
    let is_own = next.list_item || next.heading || next.gap_above;
    // Only a page breaks lines.
    let is_placed = line.runs.iter().any(|run| run.place.is_some());
    if is_own || !is_placed || !begin.starts_with(char::is_lowercase) {
        return None;
    }
    let first = first
        .rsplit(|c: char| c.is_whitespace() || c == '(')
        .next()?;
    let second = begin.split(|c: char| !c.is_alphabetic()).next()?;
    let is_word =
        |half: &str| half.chars().all(char::is_alphabetic) && half.chars().count() >= SHORTEST_HALF;
    // An address or a name with digits keeps its hyphen, and nothing shows where it ends.
    if first.is_empty() || !first.chars().all(char::is_alphabetic) {
        return None;
    }
    if end.ends_with(SOFT) {
        return Some(Hyphen::Dropped);
    }
    if !is_word(first) || !is_word(second) {
        return None;
    }
    Some(if is_compound(first, second) {
        Hyphen::Kept
    } else {
        Hyphen::Dropped
    })
}

/// Returns whether two halves are words of their own: `part-time`, `high-quality`.
fn is_compound(first: &str, second: &str) -> bool {
    let parts = &ContactWords::get().compound_parts;
    let is_part = |half: &str| parts.contains(&half.to_lowercase());
    is_part(first) && is_part(second)
}

/// Moves the first word of a line to the end of the line above.
fn join(line: &mut Line, next: &mut Line, hyphen: Hyphen) {
    let Some(last) = line.runs.last_mut() else {
        return;
    };
    last.text.truncate(last.text.trim_end().len());
    if hyphen == Hyphen::Dropped {
        last.text.pop();
    }
    for run in &mut next.runs {
        let end = run.text.find(char::is_whitespace);
        let length = end.unwrap_or(run.text.len());
        last.text.push_str(run.text.get(..length).unwrap_or(""));
        run.text = run.text.get(length..).unwrap_or("").trim_start().to_owned();
        if end.is_some() {
            break;
        }
    }
    let length = |line: &Line| line.runs.iter().map(|run| run.text.len()).sum::<usize>();
    let has_rest = next.runs.iter().any(|run| !run.text.is_empty());
    if has_rest && length(line) + length(next) < MAX_JOINED_BYTES {
        let mut rest = std::mem::take(&mut next.runs);
        rest.retain(|run| !run.text.is_empty());
        if let Some(first) = rest.first_mut() {
            first.text.insert(0, ' ');
        }
        line.runs.append(&mut rest);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::understood_as_page;

    fn text(lines: &str) -> String {
        let resume = understood_as_page(lines);
        resume.text.as_str().to_owned()
    }

    fn skills(lines: &str) -> Vec<String> {
        let text = format!("#Mina Example\nmina@example.org\n\n#Skills\n{lines}\n");
        let resume = understood_as_page(&text);
        resume.skills.iter().map(|it| it.name.clone()).collect()
    }

    #[test]
    fn broken_words_are_joined() {
        for hyphen in ['-', '\u{2010}', '\u{ad}'] {
            let lines =
                format!("Python, Kuber{hyphen}\nnetes, Terraform, Post{hyphen}\ngreSQL, Docker");
            let found = skills(&lines);
            assert!(found.iter().any(|it| it == "Kubernetes"), "{found:?}");
            assert!(found.iter().any(|it| it == "PostgreSQL"), "{found:?}");
        }
        for (broken, whole) in [
            ("market-\ning", "marketing"),
            ("part-\nner", "partner"),
            ("per-\nformance", "performance"),
        ] {
            let found = text(&format!("#Ada Example\nWorked in {broken} there"));
            assert!(found.contains(whole), "{broken}: {found}");
        }
        assert!(
            text("#Ada Example\nNorthgate Ana-\nlytics Ltd, Leeds")
                .contains("Northgate Analytics Ltd, Leeds")
        );
    }

    #[test]
    fn words_with_a_hyphen_keep_it() {
        let text = text(
            "#Ada Example\nWorked part-\ntime in a high-\nquality team, see ada-\n2 and e-\nmail, as vice-\npresident",
        );
        for words in [
            "part-time",
            "high-quality",
            "ada-\n2",
            "e-\nmail",
            "vice-president",
        ] {
            assert!(text.contains(words), "{words}: {text}");
        }
    }

    #[test]
    fn a_list_or_a_heading_goes_on_with_no_word() {
        let found = text("#Ada Example\nPython -\ndata, Man-\n• agement\nSales-\nMarketing");
        for words in ["Python -\ndata", "Man-\n• agement", "Sales-\nMarketing"] {
            assert!(found.contains(words), "{words}: {found}");
        }
    }
}

//! Cuts lines into the pieces that may be a title or an employer, without judging their words.

use std::borrow::Cow;
use std::ops::Range;

use super::super::page::{Page, is_bullet};
use super::super::phrases::MAX_PHRASE_CHARS;
use super::super::skills::is_ideograph;
use super::super::words::PositionWords;

/// The maximum number of pieces of a line, without joined ones.
const MAX_PIECES: usize = 14;
/// The maximum number of bytes of a line that are cut.
const MAX_LINE_BYTES: usize = 400;
/// The maximum number of pieces that are joined to one.
const MAX_JOINED: usize = 3;

/// What separates two pieces of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// The start or the end of the line.
    Edge,
    Cell,
    Bar,
    Dash,
    Comma,
    Open,
    Close,
    Colon,
    Quote,
    Slash,
    Stop,
    /// A word such as `at`.
    At,
    /// A word such as `as`.
    As,
    /// A word such as `with`.
    With,
    Date,
    Wide,
}

impl Mark {
    /// Returns its number in rows.
    pub(super) fn number(self) -> i32 {
        match self {
            Self::Edge => 0,
            Self::Cell => 1,
            Self::Bar => 2,
            Self::Dash => 3,
            Self::Comma => 4,
            Self::Open => 5,
            Self::Close => 6,
            Self::Colon => 7,
            Self::Quote => 8,
            Self::Slash => 9,
            Self::Stop => 10,
            Self::At => 11,
            Self::As => 12,
            Self::With => 13,
            Self::Date => 14,
            Self::Wide => 15,
        }
    }
}

/// A piece of one line, or of two lines in a row.
#[derive(Debug, Clone)]
pub(super) struct Piece<'a> {
    pub(super) line: usize,
    /// Its place in the text, to the end of its first line.
    pub(super) span: Range<usize>,
    pub(super) text: Cow<'a, str>,
    pub(super) before: Mark,
    pub(super) after: Mark,
    /// Its index among the pieces of the line that are not joined.
    pub(super) order: usize,
    /// The number of these pieces.
    pub(super) count: usize,
    /// The number of marks within it.
    pub(super) joined: usize,
    /// Whether it goes on in the next line.
    pub(super) is_continued: bool,
}

/// Returns the pieces of a line. `dates` are the places of its dates.
pub(super) fn pieces<'a>(page: &Page<'a>, line: usize, dates: &[Range<usize>]) -> Vec<Piece<'a>> {
    let Some(start) = page.lines.get(line).map(|line| line.span.start) else {
        return Vec::new();
    };
    let words = page.line(line);
    let cuts = cuts(words, start, dates);
    let mut single: Vec<(Range<usize>, Mark, Mark)> = Vec::new();
    let mut from = 0;
    let mut before = Mark::Edge;
    let end = (words.len()..words.len(), Mark::Edge);
    for (cut, mark) in cuts.into_iter().chain([end]) {
        let piece = trimmed(words, from..cut.start);
        let has_letters = words.get(piece.clone()).is_some_and(has_letters);
        if has_letters && piece.len() <= MAX_PHRASE_CHARS && single.len() < MAX_PIECES {
            single.push((piece, before, mark));
        }
        from = cut.end;
        before = mark;
    }
    let count = single.len();
    let mut found = Vec::new();
    for (order, (piece, before, _)) in single.iter().enumerate() {
        let rest = single.get(order..).unwrap_or_default();
        for (joined, (last, _, after)) in rest.iter().take(MAX_JOINED).enumerate() {
            let span = trimmed(words, piece.start..last.end);
            if joined > 0 && !is_joined(rest, joined) || span.len() > MAX_PHRASE_CHARS {
                break;
            }
            found.push(Piece {
                line,
                text: Cow::Borrowed(words.get(span.clone()).unwrap_or_default()),
                span: start + span.start..start + span.end,
                before: *before,
                after: *after,
                order,
                count,
                joined,
                is_continued: false,
            });
        }
    }
    found
}

/// Returns whether the piece with an index may be joined to the one before it.
fn is_joined(pieces: &[(Range<usize>, Mark, Mark)], at: usize) -> bool {
    let mark = pieces.get(at).map(|(_, before, _)| *before);
    !matches!(mark, None | Some(Mark::Cell | Mark::Date | Mark::Wide))
}

/// Returns the piece that the last of a line and the first of the next line form together, if one of them shows that it goes on.
pub(super) fn continued<'a>(
    page: &Page<'a>,
    first: &Piece<'a>,
    second: &Piece<'a>,
) -> Option<Piece<'a>> {
    const GOES_ON: [&str; 6] = ["of", "and", "the", "for", "de", "für"];
    let is_last = first.order + first.joined + 1 == first.count && !first.is_continued;
    let is_first =
        second.before == Mark::Edge && second.order == 0 && second.line == first.line + 1;
    if !is_last || !is_first {
        return None;
    }
    let next = page.lines.get(second.line)?;
    let place = page.lines.get(first.line)?;
    let line = page.line(first.line).trim_end();
    // With what joins the words: `Acme &` / `Sons`, `Acme,` / `Graz`.
    let begin = line.get(first.span.start.checked_sub(place.span.start)?..)?;
    let last = line.rsplit(' ').next().unwrap_or_default();
    let goes_on = line.ends_with([',', '&', '-', '–', '/', '(']) || GOES_ON.contains(&last);
    let is_open = line.matches('(').count() > line.matches(')').count();
    let is_small = second.text.starts_with(char::is_lowercase);
    let joins = goes_on || is_open || is_small;
    let is_short = begin.len() + 1 + second.text.len() <= MAX_PHRASE_CHARS;
    (joins && is_short && !next.gap_above && !next.list_item).then(|| Piece {
        text: Cow::Owned(format!("{begin} {}", second.text)),
        after: second.after,
        joined: first.joined + second.joined,
        is_continued: true,
        ..first.clone()
    })
}

fn has_letters(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).count() >= 2
}

/// Returns a range of a text without signs and spaces at its ends, except those of names: `C++`, `Inc.`
fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = text.get(range.clone()).unwrap_or_default();
    let lead = part.trim_start_matches(|c: char| !c.is_alphanumeric());
    let start = range.start + (part.len() - lead.len());
    let has_open = lead.contains(['(', '（']);
    let is_end = |c: char| {
        !(c.is_alphanumeric()
            || matches!(c, '+' | '#' | '.')
            || has_open && matches!(c, ')' | '）'))
    };
    start..start + lead.trim_end_matches(is_end).len()
}

/// Returns the separators of a line, in order.
fn cuts(words: &str, start: usize, dates: &[Range<usize>]) -> Vec<(Range<usize>, Mark)> {
    let mut found: Vec<(Range<usize>, Mark)> = Vec::new();
    let mut at = 0;
    while let Some(c) = words.get(at..).and_then(|rest| rest.chars().next()) {
        if at > MAX_LINE_BYTES {
            found.push((at..words.len(), Mark::Stop));
            break;
        }
        let in_date = dates
            .iter()
            .find(|date| (date.start..date.end).contains(&(start + at)));
        let cut = match in_date {
            Some(date) => Some(((date.end - start).min(words.len()), Mark::Date)),
            None => mark_at(words, at, c),
        };
        match cut {
            Some((end, mark)) => {
                let end = end.max(at + c.len_utf8());
                let end = (end..=words.len()).find(|end| words.is_char_boundary(*end));
                let end = end.unwrap_or(words.len());
                found.push((at..end, mark));
                at = end;
            }
            None => at += c.len_utf8(),
        }
    }
    found
}

/// Returns the mark at a place of a line, and its end.
fn mark_at(words: &str, at: usize, c: char) -> Option<(usize, Mark)> {
    let end = at + c.len_utf8();
    let next = words.get(end..).and_then(|rest| rest.chars().next());
    let before = words.get(..at).and_then(|text| text.chars().next_back());
    let is_spaced = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let mark = match c {
        '\t' => Mark::Cell,
        '|' | ';' => Mark::Bar,
        '–' | '—' => Mark::Dash,
        '-' if is_spaced(next) || is_spaced(before) => Mark::Dash,
        ',' | '，' | '、' => Mark::Comma,
        '(' | '（' | '[' => Mark::Open,
        ')' | '）' | ']' => Mark::Close,
        ':' | '：' => Mark::Colon,
        '"' | '“' | '”' => Mark::Quote,
        '/' if is_spaced(next) || is_spaced(before) => Mark::Slash,
        '@' => Mark::At,
        '.' if next == Some(' ') => {
            let after = words.get(end + 1..).and_then(|rest| rest.chars().next());
            return after
                .is_some_and(char::is_uppercase)
                .then_some((end, Mark::Stop));
        }
        // Chinese and Japanese phrases contain no spaces.
        ' ' if before.is_some_and(is_ideograph) && next.is_some_and(is_ideograph) => Mark::Wide,
        ' ' => return word_at(words, at),
        _ if is_bullet(c) && c != '-' && c != '>' && c != '§' && c != '~' => Mark::Bar,
        _ => return None,
    };
    Some((end, mark))
}

/// Returns the small word after a space that may separate a title from an employer, and its end.
fn word_at(words: &str, at: usize) -> Option<(usize, Mark)> {
    let rest = words.get(at + 1..)?;
    if rest.starts_with(' ') {
        return Some((at + 2, Mark::Wide));
    }
    let (word, after) = rest.split_once(' ')?;
    if word.len() > 12 || word.is_empty() {
        return None;
    }
    let lists = PositionWords::get();
    let folded = word.to_lowercase();
    let is_in = |mark: &str| mark.trim() == folded;
    let end = at + 1 + word.len();
    if lists.before_organization.iter().any(is_in) {
        return Some((end, Mark::At));
    }
    if lists.before_title.iter().any(is_in) {
        return Some((end, Mark::As));
    }
    let is_name = after.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || c == '“');
    (is_name && lists.in_sentences.iter().any(is_in)).then_some((end, Mark::With))
}

#[cfg(test)]
mod tests {
    use shortlist_vocabulary::Vocabulary;

    use super::super::super::tests::page_of;
    use super::*;

    /// Returns the single pieces of the first of these lines, and those that go on in the second.
    fn cut(lines: &[&str]) -> (Vec<String>, Vec<String>) {
        let flat = page_of(lines);
        let page = Page::new(&flat, Vocabulary::built_in());
        let (first, second) = (pieces(&page, 0, &[]), pieces(&page, 1, &[]));
        let pairs = first
            .iter()
            .flat_map(|first| second.iter().map(move |second| (first, second)));
        let joined = pairs.filter_map(|(first, second)| continued(&page, first, second));
        let joined = joined.map(|piece| piece.text.into_owned()).collect();
        let single = first.iter().filter(|piece| piece.joined == 0);
        (single.map(|piece| piece.text.to_string()).collect(), joined)
    }

    #[test]
    fn what_joins_two_lines_stays() {
        assert_eq!(cut(&["Acme &", "Sons"]).1, ["Acme & Sons"]);
        assert_eq!(cut(&["Acme,", "Graz"]).1, ["Acme, Graz"]);
        assert_eq!(cut(&["Acme", "Graz"]).1, Vec::<String>::new());
    }

    #[test]
    fn a_space_separates_chinese_phrases() {
        assert_eq!(
            cut(&["示例有限公司 工程师", "x"]).0,
            ["示例有限公司", "工程师"]
        );
        assert_eq!(cut(&["Acme Clerk", "x"]).0, ["Acme Clerk"]);
    }
}

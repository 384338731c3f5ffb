//! Groups the lines of skills sections, and finds where a list ends before its section does.

use std::collections::HashSet;

use shortlist_domain::{SectionKind, Span};
use shortlist_vocabulary::Vocabulary;

use super::super::dates::find_ranges;
use super::super::headings::heading_key;
use super::super::page::{Page, is_all_capitals, is_bullet, without_bullet};
use super::super::sections::LineKind;
use super::super::words::SkillWords;

/// Separators of the items on a line.
const SEPARATORS: [char; 10] = [',', ';', '|', '\t', ':', '：', '，', '、', '،', '•'];
/// The maximum number of words of a label before a colon. A longer label is an item.
const MAX_LABEL_WORDS: usize = 6;
/// The maximum length of an acronym. A longer word in capitals is not one.
const MAX_ACRONYM_CHARS: usize = 8;
/// The minimum length of a head. A shorter line is an acronym.
const MIN_HEAD_BYTES: usize = 4;
/// The minimum length of a full line.
const MIN_FULL_LINE_CHARS: usize = 50;
/// A line longer than this is always full.
const MAX_FULL_LINE_CHARS: usize = 90;
/// The space that ragged alignment may leave empty although the next word would fit.
const FULL_LINE_SLACK: usize = 4;

/// A part of a skills section: a line and the lines that it wraps onto.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Group {
    /// Its position.
    pub(super) span: Span,
    /// The index of its section.
    pub(super) section: usize,
    /// Whether it looks like the head of the next group.
    pub(super) head: bool,
}

/// Returns the groups of all skills sections.
pub(super) fn groups(page: &Page<'_>, kinds: &[LineKind]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut previous: Option<usize> = None;
    let mut ended: Option<usize> = None;
    let width = width(page, kinds);
    let lists = sections_of_lists(page, kinds);
    for (number, kind) in kinds.iter().enumerate() {
        let over = ended == Some(kind.section);
        if over || kind.kind != SectionKind::Skills || kind.body.start >= kind.body.end {
            previous = None;
            continue;
        }
        let body = page.text.get(kind.body.start..kind.body.end).unwrap_or("");
        if ends_list(body, page.vocabulary) {
            ended = Some(kind.section);
            previous = None;
            continue;
        }
        let titles = lists.contains(&kind.section) && is_single(page, number);
        let wraps = !titles
            && previous.is_some_and(|previous| {
                previous + 1 == number && wraps(page, previous, number, width)
            });
        match groups.last_mut().filter(|_| wraps) {
            Some(group) => group.span.end = kind.body.end,
            None => groups.push(Group {
                span: kind.body,
                section: kind.section,
                head: titles || stands_out(page, kinds, number),
            }),
        }
        previous = Some(number);
    }
    groups
}

/// Returns whether a line has one item: no separators, no bullet, few words.
fn is_single(page: &Page<'_>, number: usize) -> bool {
    let words = page.line(number).trim();
    let listed =
        page.lines.get(number).is_some_and(|line| line.list_item) || words.starts_with(is_bullet);
    !listed && !words.contains(SEPARATORS) && words.split_whitespace().count() <= MAX_LABEL_WORDS
}

/// Returns the sections in which a list follows each line with a single item. Those lines are titles of the lists.
fn sections_of_lists(page: &Page<'_>, kinds: &[LineKind]) -> HashSet<usize> {
    let body = |number: usize| {
        let kind = kinds.get(number)?;
        let skills = kind.kind == SectionKind::Skills && kind.body.start < kind.body.end;
        skills.then_some(kind.section)
    };
    let mut alternating = HashSet::new();
    let mut other = HashSet::new();
    for (number, section) in (0..kinds.len()).filter_map(|number| Some((number, body(number)?))) {
        if is_single(page, number) {
            let lists = body(number + 1) == Some(section)
                && page.line(number + 1).contains([',', '，', '،', '、']);
            if lists {
                alternating.insert(section);
            } else {
                other.insert(section);
            }
        }
    }
    alternating.difference(&other).copied().collect()
}

/// Returns whether a short line is bold or in capitals and the next line of its section is not.
fn stands_out(page: &Page<'_>, kinds: &[LineKind], number: usize) -> bool {
    let words = page.line(number).trim();
    let same = |next: &LineKind| {
        kinds
            .get(number)
            .is_some_and(|kind| kind.section == next.section)
    };
    let (Some(line), Some(next)) = (page.lines.get(number), page.lines.get(number + 1)) else {
        return false;
    };
    let known = page.vocabulary.find(words).is_some();
    if known || !is_single(page, number) || !kinds.get(number + 1).is_some_and(same) {
        return false;
    }
    let capitals = is_all_capitals(words) && words.chars().count() > MAX_ACRONYM_CHARS;
    (line.bold && !next.bold) || (capitals && !is_all_capitals(page.words(next)))
}

/// Returns the length of the longest line of the skills sections, limited to the width of a page.
fn width(page: &Page<'_>, kinds: &[LineKind]) -> usize {
    let lines = page.numbered().zip(kinds);
    lines
        .filter(|(_, kind)| kind.kind == SectionKind::Skills)
        .map(|((_, _, words), _)| words.chars().count())
        .max()
        .unwrap_or(0)
        .clamp(MIN_FULL_LINE_CHARS, MAX_FULL_LINE_CHARS)
}

/// Returns whether a line continues on the next one.
fn wraps(page: &Page<'_>, first: usize, second: usize, width: usize) -> bool {
    let (above, below) = (page.line(first).trim(), page.line(second).trim_end());
    let (Some(above_line), Some(line)) = (page.lines.get(first), page.lines.get(second)) else {
        return false;
    };
    let begins = line.list_item || below.starts_with(is_bullet) || line.gap_above || line.heading;
    if begins || is_labelled(below) || below.contains('\t') || above_line.block != line.block {
        return false;
    }
    let cell = above.rsplit('\t').next().unwrap_or(above);
    let open = cell.matches('(').count() > cell.matches(')').count();
    let trailing = cell.ends_with([',', '&', '/']) || cell.ends_with(" and");
    let first_word = below
        .split_whitespace()
        .next()
        .unwrap_or("")
        .chars()
        .count();
    let full = above.chars().count() + first_word + FULL_LINE_SLACK >= width;
    let listed = full && cell.matches(',').count() >= 2;
    let lower = full && below.starts_with(char::is_lowercase);
    open || trailing || listed || lower
}

/// Returns whether a line starts with a short label and a colon.
fn is_labelled(line: &str) -> bool {
    let label = line.find([':', '：']).and_then(|at| line.get(..at));
    label.is_some_and(|label| label.split_whitespace().count() <= MAX_LABEL_WORDS)
}

/// Returns whether a line begins another entry although it has no heading: the dates of a position, or personal data.
fn ends_list(line: &str, vocabulary: &Vocabulary) -> bool {
    let label = line.split([':', '：', '\t']).next().unwrap_or("");
    let labelled =
        label.len() < line.len() && SkillWords::get().personal.contains(without_bullet(label));
    labelled || is_dated(line, vocabulary)
}

/// Returns whether a line contains a date that is not a product version.
fn is_dated(line: &str, vocabulary: &Vocabulary) -> bool {
    // A year has four digits.
    let digits = line
        .as_bytes()
        .windows(4)
        .any(|four| four.iter().all(u8::is_ascii_digit));
    if !digits {
        return false;
    }
    find_ranges(line, 0).into_iter().any(|range| {
        let months = range.start.month.is_some();
        months || (range.current || is_drawn(line, range.span)) && vocabulary.scan(line).is_empty()
    })
}

/// Returns whether a dash separates two years, instead of a comma or a space.
fn is_drawn(line: &str, span: Span) -> bool {
    line.get(span.start..span.end)
        .is_some_and(|range| range.contains(['-', '–', '—']))
}

/// Returns whether a line is only the head of a group, such as `Operating systems`, or of table columns.
pub(super) fn is_head(line: &str) -> bool {
    let key = heading_key(line);
    let words = key.split(' ').filter(|word| *word != "and").count();
    let columns = words >= 2
        && key.split(' ').all(|word| {
            SkillWords::get().columns.contains_key(word) || word == "and" || word == "of"
        });
    // `CRM` alone on a line is a skill.
    columns || (key.len() >= MIN_HEAD_BYTES && SkillWords::get().groups.contains_key(&key))
}

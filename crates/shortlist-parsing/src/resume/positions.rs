//! Positions: the date ranges of experience sections, with what stands around them.

use shortlist_domain::{Position, SectionKind, Span};

use super::dates::{DateRange, find_ranges};
use super::experience::describe;
use super::page::Page;
use super::sections::LineKind;

/// A line with a date and this many characters more is prose.
const MAX_ENTRY_CHARS: usize = 160;

/// The positions, in the order of the text.
pub(super) fn find_positions(page: &Page<'_>, kinds: &[LineKind]) -> Vec<Position> {
    let found = in_sections(page, kinds, &[SectionKind::Experience]);
    let headed = kinds
        .iter()
        .any(|kind| kind.kind == SectionKind::Experience);
    if !found.is_empty() || headed {
        return found;
    }
    let fallback = [
        SectionKind::Contact,
        SectionKind::Summary,
        SectionKind::Other,
    ];
    in_sections(page, kinds, &fallback)
}

fn in_sections(page: &Page<'_>, kinds: &[LineKind], wanted: &[SectionKind]) -> Vec<Position> {
    let mut positions = Vec::new();
    let mut at = 0;
    while let Some(kind) = kinds.get(at) {
        let end = kinds.get(at..).map_or(at, |rest| {
            at + rest
                .iter()
                .take_while(|other| other.section == kind.section)
                .count()
        });
        if wanted.contains(&kind.kind) {
            positions.extend(in_section(page, kinds, at, end));
        }
        at = end.max(at + 1);
    }
    positions
}

/// The positions of one section: lines `from` to `to`.
fn in_section(page: &Page<'_>, kinds: &[LineKind], from: usize, to: usize) -> Vec<Position> {
    let (Some(first), Some(last)) = (kinds.get(from), kinds.get(to.saturating_sub(1))) else {
        return Vec::new();
    };
    let start = first.body.start;
    let text = page.text.get(start..last.body.end).unwrap_or("");
    let ranges: Vec<(usize, DateRange)> = find_ranges(text, start)
        .into_iter()
        .map(|range| {
            (
                page.lines
                    .partition_point(|line| line.span.end <= range.span.start),
                range,
            )
        })
        .filter(|(number, range)| begins_entry(page, *number, *range))
        .collect();
    ranges
        .iter()
        .enumerate()
        .map(|(order, (number, range))| {
            let next = ranges.get(order + 1).map_or(to, |(next, _)| *next);
            let previous = order
                .checked_sub(1)
                .and_then(|order| ranges.get(order))
                .map_or(from, |(number, _)| number + 1);
            let described = describe(page, *number, (previous, next.max(number + 1)), *range);
            let begin = page
                .lines
                .get(*number)
                .map_or(range.span.start, |line| line.span.start);
            let end = page
                .lines
                .get(next.max(number + 1) - 1)
                .map_or(range.span.end, |line| line.span.end);
            Position {
                start: Some(range.start),
                end: range.end,
                current: range.current,
                span: Span::new(begin, end.max(range.span.end)),
                ..described
            }
        })
        .collect()
}

/// Whether a range dates an entry and does not stand within prose or a degree.
fn begins_entry(page: &Page<'_>, number: usize, range: DateRange) -> bool {
    let words = page.line(number);
    let Some(line) = page.lines.get(number) else {
        return false;
    };
    let range_chars = range
        .span
        .end
        .min(line.span.end)
        .saturating_sub(range.span.start);
    let rest = words.len().saturating_sub(range_chars);
    // A paragraph that begins with its date is an entry, however long.
    let leads = range.span.start <= line.span.start + 3;
    if rest > MAX_ENTRY_CHARS && !leads {
        return false;
    }
    let behind = line.span.end.saturating_sub(range.span.end);
    let before = page
        .text
        .get(line.span.start..range.span.start.max(line.span.start))
        .unwrap_or("")
        .trim_end();
    // `served from 1990 to 1995 as …`: a word in lower case runs into the date.
    let last = before.rsplit(char::is_whitespace).next().unwrap_or("");
    let runs_in = before.len() >= 8 && last.chars().all(char::is_lowercase);
    !(behind > 40 && (before.len() > 60 || runs_in))
}

//! Finds positions: the date ranges of experience sections, with the text around them.

use std::ops::Range;

use shortlist_domain::{Position, PositionConfidence, SectionKind, Span};
use shortlist_vocabulary::steps;

use super::by_heading::{employ_by_heading, name_by_heading};
use super::clauses::is_employment;
use super::confidence::Basis;
use super::dates::{DateRange, find_ranges, find_single_dates};
use super::education::{names_school, real_degree};
use super::experience::{DatedEntry, Described, describe};
use super::page::{Page, without_bullet};
use super::parts::{
    FoundPosition, at_employer_of, has_known_employer, without_projects, without_repetitions,
};
use super::phrases::{Nature, is_title, names_organization, phrases};
use super::sections::LineKind;
use super::undated::undated_positions;
use crate::Region;

/// A line with a date and more than this many other characters is prose.
const MAX_ENTRY_CHARS: usize = 160;
/// A line with a single date and more than this many other bytes is prose.
const MAX_SINGLE_DATE_REST: usize = 90;

/// Returns the positions, in text order.
pub(super) fn find_positions(page: &Page<'_>, kinds: &[LineKind]) -> Vec<Position> {
    without_repetitions(all_positions(page, kinds))
}

fn all_positions(page: &Page<'_>, kinds: &[LineKind]) -> Vec<Position> {
    let begun = kinds
        .iter()
        .position(|kind| kind.kind == SectionKind::Experience);
    let found = in_sections(page, kinds, |at, kind| {
        kind.kind == SectionKind::Experience
            || begun.is_some_and(|begun| begun < at) && is_unheaded(page, at, kind)
    });
    if !found.is_empty() {
        return with_other_sections(page, kinds, found);
    }
    // The heading may be missing, or be read wrongly. Then the entries must show that they are about work.
    let found = in_sections(page, kinds, |_, kind| {
        matches!(
            kind.kind,
            SectionKind::Contact | SectionKind::Summary | SectionKind::Other
        )
    });
    if begun.is_none() && found.iter().any(shows_work) {
        return found;
    }
    let mut found = in_sections(page, kinds, |_, kind| kind.kind != SectionKind::Projects);
    found.retain(|position| {
        let organization = position.organization.as_deref();
        position.title.is_some() && organization.is_some_and(|name| !names_school(name))
    });
    found
}

/// Adds the positions of sections with other headings that certainly have a title, an employer and dates.
fn with_other_sections(
    page: &Page<'_>,
    kinds: &[LineKind],
    mut found: Vec<Position>,
) -> Vec<Position> {
    let dates = |position: &Position| (position.start, position.end);
    let known: Vec<_> = found.iter().map(dates).collect();
    let others = sections(kinds, |_, kind| {
        !matches!(
            kind.kind,
            SectionKind::Experience
                | SectionKind::Projects
                | SectionKind::Publications
                | SectionKind::References
                | SectionKind::Volunteering
        )
    });
    for lines in others {
        let mut positions = in_section(page, kinds, lines);
        positions.retain(|position| is_certain(position) && !known.contains(&dates(position)));
        found.append(&mut positions);
    }
    found.sort_by_key(|position| position.span.start);
    found
}

/// Returns whether an entry has a job title, an employer that is not a school, and both dates.
fn is_certain(position: &Position) -> bool {
    let is_ended = position.current || position.end.is_some() && position.end != position.start;
    let has_title = position.title.as_deref().is_some_and(is_title);
    let organization = position.organization.as_deref();
    let is_degree = |name: &str| !names_organization(name) && real_degree(name).is_some();
    let is_employed = organization.is_some_and(|name| !names_school(name) && !is_degree(name));
    has_title && is_employed && position.start.is_some() && is_ended
}

/// Returns whether an entry has a job title or an employer.
fn shows_work(position: &Position) -> bool {
    let organization = position.organization.as_deref();
    let has_title = position.title.as_deref().is_some_and(is_title);
    has_title || organization.is_some_and(names_organization)
}

/// Returns whether a line begins a body part without a heading, which continues the work experience.
fn is_unheaded(page: &Page<'_>, at: usize, kind: &LineKind) -> bool {
    kind.kind == SectionKind::Contact
        && page.lines.get(at).is_some_and(|line| {
            line.span.start == kind.body.start
                && !matches!(
                    line.region,
                    Region::Header | Region::Footer | Region::Note | Region::Sidebar
                )
        })
}

/// Returns whether a dated line is about a degree, or about a school next to a degree.
fn is_education(page: &Page<'_>, line: usize) -> bool {
    if is_employment(page.line(line)) {
        return false;
    }
    let has_degree = |line: usize| real_degree(page.line(line)).is_some();
    has_degree(line)
        || names_school(page.line(line))
            && (has_degree(line + 1) || line.checked_sub(1).is_some_and(has_degree))
}

fn in_sections(
    page: &Page<'_>,
    kinds: &[LineKind],
    is_wanted: impl Fn(usize, &LineKind) -> bool,
) -> Vec<Position> {
    let sections = sections(kinds, is_wanted).into_iter();
    sections
        .flat_map(|lines| in_section(page, kinds, lines))
        .collect()
}

/// Returns the lines of each wanted section.
fn sections(kinds: &[LineKind], is_wanted: impl Fn(usize, &LineKind) -> bool) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(kind) = kinds.get(at) {
        let rest = kinds.get(at..).unwrap_or_default().iter();
        let count = rest.take_while(|it| it.section == kind.section).count();
        let end = at + count.max(1);
        if is_wanted(at, kind) {
            found.push(at..end);
        }
        at = end;
    }
    found
}

/// Returns the positions in the lines of a section.
fn in_section(page: &Page<'_>, kinds: &[LineKind], lines: Range<usize>) -> Vec<Position> {
    let (from, to) = (lines.start, lines.end);
    let (Some(first), Some(last)) = (kinds.get(from), kinds.get(to.saturating_sub(1))) else {
        return Vec::new();
    };
    let start = first.body.start;
    let text = page.text.get(start..last.body.end).unwrap_or("");
    let ranges = dated_lines(page, text, start);
    // A line that is only the heading belongs to no entry.
    let from = from + usize::from(first.body.start >= first.body.end);
    let entry = |(order, (line, range)): (usize, &(usize, DateRange))| {
        let next = ranges.get(order + 1).map_or(to, |(next, _)| *next);
        let previous = order.checked_sub(1).and_then(|order| ranges.get(order));
        DatedEntry {
            line: *line,
            bounds: (
                previous.map_or(from, |(line, _)| line + 1),
                next.max(line + 1),
            ),
            range: *range,
        }
    };
    let entries: Vec<DatedEntry> = ranges.iter().enumerate().map(entry).collect();
    let is_work = |entry: &DatedEntry| !is_education(page, entry.line);
    let described = describe(page, &entries, is_work);
    let mut positions = without_summaries(without_projects(with_employers(page, described)));
    if first.kind == SectionKind::Experience {
        let dated: Vec<usize> = ranges.iter().map(|(line, _)| *line).collect();
        positions.extend(undated_positions(page, from..to, &dated));
        positions.sort_by_key(|position| position.span.start);
        name_by_heading(&mut positions, page.line(lines.start));
        employ_by_heading(&mut positions, page.line(lines.start));
    }
    positions
}

/// Adds dates to what was read near them, and the employers that entries share.
fn with_employers(page: &Page<'_>, described: Vec<Described>) -> Vec<FoundPosition> {
    let mut found: Vec<FoundPosition> = Vec::with_capacity(described.len());
    let mut whole: Option<Position> = None;
    for described in described {
        let position = dated(page, &described.entry, described.position);
        let position = at_same_employer(position, found.last().map(|last| &last.position));
        let position = at_employer_of(position, whole.as_ref());
        if position.title.is_none() && has_known_employer(&position) {
            whole = Some(position.clone());
        }
        found.push(FoundPosition {
            position,
            is_project: described.is_project,
        });
    }
    found
}

/// Leaves out entries that only name the employer of the titles below them, with the dates of all of them.
fn without_summaries(positions: Vec<Position>) -> Vec<Position> {
    let is_summary = |whole: &Position, part: &Position| {
        let is_within = part.start >= whole.start && (whole.current || part.end <= whole.end);
        let names_title = whole.title.is_none() && part.title.is_some();
        names_title && is_within && whole.organization == part.organization
    };
    let mut kept = Vec::with_capacity(positions.len());
    let mut rest = positions.into_iter().peekable();
    while let Some(position) = rest.next() {
        if !rest.peek().is_some_and(|next| is_summary(&position, next)) {
            kept.push(position);
        }
    }
    kept
}

/// Adds the dates of an entry to what was read near them.
fn dated(page: &Page<'_>, entry: &DatedEntry, described: Position) -> Position {
    let range = entry.range;
    let start = page.lines.get(entry.line).map(|line| line.span.start);
    let end = page.lines.get(entry.bounds.1 - 1).map(|line| line.span.end);
    Position {
        start: Some(range.start),
        end: range.end,
        current: range.current,
        span: Span::new(
            start.unwrap_or(range.span.start),
            end.unwrap_or(range.span.end).max(range.span.end),
        ),
        ..described
    }
}

/// Copies the employer to a later entry that names only a title.
fn at_same_employer(position: Position, previous: Option<&Position>) -> Position {
    let Some(previous) = previous.filter(|_| position.organization.is_none()) else {
        return position;
    };
    // Entries go back in time. Entries of the same employer follow without a gap or are within the employer's dates.
    let last_year = position.end.or(position.start).map(|date| date.year);
    let near = last_year >= previous.start.map(|date| date.year - 1);
    let organization = previous
        .organization
        .clone()
        .filter(|_| near && position.title.is_some());
    let inherited = organization
        .as_ref()
        .map_or(0, |_| Basis::EntryAbove.of_organization());
    Position {
        organization,
        confidence: PositionConfidence {
            organization: inherited,
            ..position.confidence
        },
        ..position
    }
}

/// Returns the date ranges that begin entries, and single dates that do, each with the index of its line.
fn dated_lines(page: &Page<'_>, text: &str, offset: usize) -> Vec<(usize, DateRange)> {
    let number_at = |at: usize| page.lines.partition_point(|line| line.span.end <= at);
    // A date in a margin may be broken. Then its second line is the head of the entry.
    let number_of = |range: &DateRange| {
        let first = number_at(range.span.start);
        let last = number_at(range.span.end.saturating_sub(1));
        let begins = page
            .lines
            .get(first)
            .is_some_and(|line| line.span.start == range.span.start);
        if begins { last } else { first }
    };
    let ranges = find_ranges(text, offset);
    let mut found: Vec<(usize, DateRange)> = ranges
        .iter()
        .map(|range| (number_of(range), *range))
        .filter(|(number, range)| begins_entry(page, *number, *range))
        .collect();
    let single_dates = find_single_dates(text, offset)
        .into_iter()
        .filter(|single_date| !is_within(*single_date, &ranges))
        .map(|single_date| (number_of(&single_date), single_date))
        .filter(|(number, single_date)| dates_alone(page, *number, *single_date));
    found.extend(single_dates);
    found.sort_by_key(|(_, range)| range.span.start);
    found
}

/// Returns whether a single date is part of one of the ranges, which are in order.
fn is_within(single_date: DateRange, ranges: &[DateRange]) -> bool {
    let before = |range: &DateRange| {
        steps::count(1);
        range.span.end <= single_date.span.start
    };
    let next = ranges.get(ranges.partition_point(before));
    next.is_some_and(|range| range.span.start < single_date.span.end)
}

/// Returns whether a single date dates an entry: `2018 Internship at …`, `Research Assistant<TAB>Summer 2021`.
fn dates_alone(page: &Page<'_>, number: usize, single_date: DateRange) -> bool {
    let Some(line) = page.lines.get(number) else {
        return false;
    };
    let before = page
        .text
        .get(line.span.start..single_date.span.start)
        .unwrap_or("");
    let after = page
        .text
        .get(single_date.span.end..line.span.end)
        .unwrap_or("");
    let leads = before.trim().is_empty();
    let ends = after.trim_matches([')', '.', ' ']).is_empty()
        && (before.ends_with(['\t', '(']) || single_date.start.month.is_some());
    let short = before.len() + after.len() <= MAX_SINGLE_DATE_REST;
    if !(leads || ends) || !short || line.list_item {
        return false;
    }
    let words = page.words(line);
    if words.len() != without_bullet(words).len() {
        return false;
    }
    let names_job = |text: &str| {
        phrases(text)
            .iter()
            .any(|phrase| phrase.nature == Nature::Title)
    };
    let below = page
        .lines
        .get(number + 1)
        .is_some_and(|line| !line.list_item);
    names_job(before) || names_job(after) || leads && below && names_job(page.line(number + 1))
}

/// Returns whether a range dates an entry and is not inside prose or a degree.
fn begins_entry(page: &Page<'_>, number: usize, range: DateRange) -> bool {
    let Some(line) = page.lines.get(number) else {
        return false;
    };
    let range_chars = range
        .span
        .end
        .min(line.span.end)
        .saturating_sub(range.span.start);
    let length = line.span.end - line.span.start;
    let rest = length.saturating_sub(range_chars);
    // A paragraph that begins with its date is an entry, at any length.
    let leads = range.span.start <= line.span.start + 3;
    if rest > MAX_ENTRY_CHARS && !leads {
        return false;
    }
    let bytes_after = line.span.end.saturating_sub(range.span.end);
    let before = page
        .text
        .get(line.span.start..range.span.start.max(line.span.start))
        .unwrap_or("")
        .trim_end();
    // In `served from 1990 to 1995 as …`, a lower-case word precedes the date.
    let last = before.rsplit(char::is_whitespace).next().unwrap_or("");
    let runs_in = before.len() >= 8 && last.chars().all(char::is_lowercase);
    !(bytes_after > 40 && (before.len() > 60 || runs_in))
}

#[cfg(test)]
mod tests;

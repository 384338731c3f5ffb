//! Finds positions: the date ranges of experience sections, with the text around them.

mod dated_lines;
mod labelled_dates;

use std::ops::Range;

use shortlist_domain::{Position, PositionConfidence, SectionKind, Span};
use shortlist_vocabulary::is_stop_word;

use super::by_heading::{employ_by_heading, name_by_heading};
use super::clauses::is_employment;
use super::confidence::Basis;
use super::dates::{DateRange, find_ranges};
use super::education::{names_school, real_degree};
use super::experience::{DatedEntry, Described, describe};
use super::page::Page;
use super::parts::{
    Employers, FoundPosition, at_employer_of, has_known_employer, is_at, is_within,
    without_projects, without_repetitions,
};
use super::phrases::{is_title, names_organization};
use super::sections::LineKind;
use super::undated::undated_positions;
use super::words::EducationWords;
use crate::Region;
use dated_lines::dated_lines;

/// How certain the fields of an entry without a date are that lacks a title or an employer, in percent. Among 604 real resumes, one of
/// 18 such entries was right. The others were headings, customers and parts of sentences.
const HALF_WITHOUT_DATE: u8 = 5;
/// How many entries after an employer are searched for its titles.
const MAX_TITLES_BELOW: usize = 20;

/// Returns the positions, in text order.
pub(super) fn find_positions(page: &Page<'_>, kinds: &[LineKind]) -> Vec<Position> {
    let mut positions = without_repetitions(all_positions(page, kinds));
    for position in &mut positions {
        if is_half_without_date(position) {
            position.confidence = PositionConfidence {
                title: position.confidence.title.min(HALF_WITHOUT_DATE),
                organization: position.confidence.organization.min(HALF_WITHOUT_DATE),
            };
        }
    }
    positions
}

/// Returns whether an entry has no date, and lacks a title or an employer.
fn is_half_without_date(position: &Position) -> bool {
    let is_dated = position.start.is_some() || position.end.is_some() || position.current;
    !is_dated && (position.title.is_none() || position.organization.is_none())
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
    let mut found = in_sections(page, kinds, |_, kind| {
        !matches!(
            kind.kind,
            SectionKind::Projects | SectionKind::Publications | SectionKind::Awards
        )
    });
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
        let kind = kinds.get(lines.start).map(|kind| kind.kind);
        let mut positions = in_section(page, kinds, lines);
        positions.retain(|it| kind != Some(SectionKind::Certificates) || !is_certified(it));
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

/// Returns whether an entry is a course that a person took: `Project Manager Course`, `Online Course in Data Engineering`. A
/// `Course Coordinator` has a job, and so has a `Professeur de cours de français`.
fn is_course(position: &Position) -> bool {
    let courses = &EducationWords::get().courses;
    let title = position.title.as_deref().unwrap_or("").to_lowercase();
    let words = title.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let is_free = |word: Option<&&str>| word.is_none_or(|word| is_stop_word(word));
    words.iter().enumerate().any(|(at, word)| {
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        let is_named = before.is_none_or(|before| !is_stop_word(before));
        // `Leiter Weiterbildung` leads the courses of others.
        let is_led = at > 0 && words.first().is_some_and(|first| is_title(first));
        courses.contains(word) && is_named && !is_led && is_free(words.get(at + 1))
    })
}

/// Returns whether the title of an entry is that of a certificate: `Certified Data Analyst`.
fn is_certified(position: &Position) -> bool {
    const BEGINNINGS: [&str; 2] = ["certif", "zertifi"];
    let title = position.title.as_deref().unwrap_or("").to_lowercase();
    BEGINNINGS.iter().any(|begin| title.starts_with(begin))
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
///
/// Among work experience, the line below a title names an employer, even if it looks like a degree or a school: `Example AB`,
/// `Example Secondary School`.
fn is_education(page: &Page<'_>, line: usize, section: SectionKind) -> bool {
    let above = line.checked_sub(1).map(|above| page.line(above));
    let is_employer = section == SectionKind::Experience
        && above.is_some_and(|above| {
            // A dated line above is an entry of its own.
            is_title(above) && real_degree(above).is_none() && find_ranges(above, 0).is_empty()
        });
    if is_employer || is_employment(page.line(line)) {
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
            bounds: previous.map_or(from, |(line, _)| line + 1)..next.max(line + 1),
            range: *range,
        }
    };
    let entries: Vec<DatedEntry> = ranges.iter().enumerate().map(entry).collect();
    let is_work = |entry: &DatedEntry| !is_education(page, entry.line, first.kind);
    let described = describe(page, &entries, is_work);
    let mut positions = without_summaries(without_projects(with_employers(page, described)));
    positions.retain(|position| !is_course(position));
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
    let mut employers = Employers::default();
    for described in described {
        let position = dated(page, &described.entry, described.position);
        let position = at_same_employer(
            position,
            found.last().map(|last| &last.position),
            described.at_same,
        );
        let mut position = at_employer_of(position, whole.as_ref());
        employers.name_unit(&mut position);
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
        let names_title = whole.title.is_none() && part.title.is_some();
        names_title && is_within(part, whole) && is_at(part, whole)
    };
    let mut kept = Vec::with_capacity(positions.len());
    let mut rest = positions.into_iter();
    while let Some(position) = rest.next() {
        let mut below = rest.as_slice().iter().take(MAX_TITLES_BELOW);
        if !below.any(|below| is_summary(&position, below)) {
            kept.push(position);
        }
    }
    kept
}

/// Adds the dates of an entry to what was read near them.
fn dated(page: &Page<'_>, entry: &DatedEntry, described: Position) -> Position {
    let range = entry.range;
    let start = page.lines.get(entry.line).map(|line| line.span.start);
    let end = page
        .lines
        .get(entry.bounds.end - 1)
        .map(|line| line.span.end);
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
fn at_same_employer(position: Position, previous: Option<&Position>, is_known: bool) -> Position {
    let Some(previous) = previous.filter(|_| position.organization.is_none()) else {
        return position;
    };
    // Entries go back in time. Entries of the same employer follow without a gap or are within the employer's dates.
    let last_year = position.end.or(position.start).map(|date| date.year);
    let near = is_known || last_year >= previous.start.map(|date| date.year - 1);
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

#[cfg(test)]
mod tests;

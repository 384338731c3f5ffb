//! Numbers that describe a date.

use super::dates::{Dated, Written};
use super::entries::Entries;
use super::features::{FAR, NONE, best_near, number, section};
use super::lines::Lines;
use super::phrase::CLASSES;

/// How many lines above and below a date describe it.
const NEAR: isize = 3;
/// The year of the training. Open dates end in it, so that a resume is read the same way in each year.
const TRAINED_IN: i32 = 2026;

/// Describes a date.
pub(super) fn of_date(lines: &Lines<'_>, index: usize, ruled: &Entries) -> Vec<i32> {
    let Some(date) = lines.dates.get(index) else {
        return Vec::new();
    };
    let range = date.range;
    let place = lines.page.lines.get(date.line);
    let (start, end) = place.map_or((0, 0), |line| (line.span.start, line.span.end));
    let years = range.end.map_or(TRAINED_IN, |end| end.year) - range.start.year;
    let same_written = lines
        .dates
        .iter()
        .filter(|it| it.written == date.written)
        .count();
    let ranges = lines
        .dates
        .iter()
        .filter(|it| it.written == Written::Range)
        .count();
    let mut row = vec![
        date.written.number(),
        i32::from(range.current),
        years.clamp(-1, 60),
        range.start.year,
        i32::from(range.start.month.is_some()),
        number(range.span.start.saturating_sub(start)).min(200),
        number(end.saturating_sub(range.span.end)).min(200),
        number(end - start).min(400),
        section(lines.kind(date.line)),
        number(date.line * 100)
            .checked_div(number(lines.page.lines.len()))
            .unwrap_or(0),
        number(lines.dates_of_line.get(&date.line).map_or(0, Vec::len)),
        number(same_written).min(60),
        number(ranges).min(60),
        number(lines.dates.len()).min(100),
        i32::from(date.ruled.is_some()),
        i32::from(date.is_of_degree),
        number(lines.dates.iter().filter(|it| it.ruled.is_some()).count()).min(30),
        distance_to(lines, index, -1),
        distance_to(lines, index, 1),
        later_than(lines, index, -1),
        later_than(lines, index, 1),
        i32::from(lines.has_experience),
    ];
    for distance in -NEAR..=NEAR {
        row.extend(line_near(lines, date, distance));
    }
    row.extend(best_near(lines, date, 2));
    row.extend(best_near(lines, date, 0));
    row.extend(of_study(lines, date, ruled));
    row
}

/// Describes the degree or school that the rules read near a date: its lines below the date, whether it is certain, and whether it
/// has a school.
fn of_study(lines: &Lines<'_>, date: &Dated, ruled: &Entries) -> [i32; 3] {
    let Some(entry) = date.studied.and_then(|at| ruled.education.get(at)) else {
        return [NONE, 0, 0];
    };
    let begin = entry.span.start;
    let line = lines.page.line_at(begin);
    [
        number(line) - number(date.line),
        i32::from(entry.is_certain()),
        i32::from(entry.institution.is_some()),
    ]
}

/// Returns the lines to the next or the last date.
fn distance_to(lines: &Lines<'_>, index: usize, step: isize) -> i32 {
    let own = lines.dates.get(index).map_or(0, |date| date.line);
    let other = index
        .checked_add_signed(step)
        .and_then(|it| lines.dates.get(it));
    other.map_or(FAR, |other| number(other.line.abs_diff(own)).min(FAR))
}

/// Returns the years from the start of a date to that of the next or the last one.
fn later_than(lines: &Lines<'_>, index: usize, step: isize) -> i32 {
    let other = index
        .checked_add_signed(step)
        .and_then(|it| lines.dates.get(it));
    let year = |date: &Dated| date.range.start.year;
    let own = lines.dates.get(index).map(year);
    own.zip(other.map(year))
        .map_or(NONE, |(own, other)| (own - other).clamp(-40, 40))
}

const LINE_NUMBERS: usize = CLASSES + 12;

fn line_near(lines: &Lines<'_>, date: &Dated, distance: isize) -> [i32; LINE_NUMBERS] {
    let line = date.line.checked_add_signed(distance);
    let known = line.and_then(|line| Some((line, lines.facts.get(&line)?)));
    let Some((line, facts)) = known else {
        return [NONE; LINE_NUMBERS];
    };
    let place = lines.page.lines.get(line);
    let flag = |test: fn(&crate::TextLine) -> bool| i32::from(place.is_some_and(test));
    let length = place.map_or(0, |line| line.span.end - line.span.start);
    let [title, employer, school, town, other] = facts.scores;
    [
        title,
        employer,
        school,
        town,
        other,
        number(lines.dates_of_line.get(&line).map_or(0, Vec::len)),
        i32::from(facts.has_degree) + 2 * i32::from(facts.has_school),
        i32::from(facts.is_title) + 2 * i32::from(facts.names_employer),
        i32::from(facts.is_employment),
        i32::from(facts.is_heading),
        facts.label,
        flag(|line| line.bold),
        flag(|line| line.list_item),
        flag(|line| line.gap_above),
        number(length).min(200),
        facts.size,
        i32::from(facts.is_capitals) + 2 * i32::from(facts.ends_in_stop),
    ]
}

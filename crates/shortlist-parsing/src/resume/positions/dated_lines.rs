//! Finds the lines of a section whose dates begin entries.

use shortlist_domain::PartialDate;

use super::super::clauses::{begins_with_employment, is_employment, is_in_present};
use super::super::dates::{DateRange, DatedText, has_blank_end, leading_month};
use super::super::page::{Page, without_bullet};
use super::super::paragraphs::names_title;
use super::super::phrases::{Nature, phrases};
use super::labelled_dates::{MAX_DISTANCE, labelled_periods};

/// A line with a date and more than this many other characters is prose.
const MAX_ENTRY_CHARS: usize = 160;
/// The maximum length of a sentence about a job, in bytes.
const MAX_SENTENCE_BYTES: usize = 400;
/// A line with a single date and more than this many other bytes is prose.
const MAX_SINGLE_DATE_REST: usize = 90;

/// Returns the date ranges that begin entries, and single dates that do, each with the index of its line.
pub(super) fn dated_lines(page: &Page<'_>, text: &str, offset: usize) -> Vec<(usize, DateRange)> {
    // A date in a margin may be broken. Then its second line is the head of the entry.
    let number_of = |range: &DateRange| {
        let first = page.line_at(range.span.start);
        let last = page.line_at(range.span.end.saturating_sub(1));
        let begins = page
            .lines
            .get(first)
            .is_some_and(|line| line.span.start == range.span.start);
        if begins { last } else { first }
    };
    let dated = DatedText::new(text, offset);
    let ranges = dated.ranges().into_iter();
    let ranges: Vec<DateRange> = ranges.filter(|range| !are_versions(page, *range)).collect();
    let mut found: Vec<(usize, DateRange)> = ranges
        .iter()
        .map(|range| (number_of(range), *range))
        .filter(|(number, range)| begins_entry(page, *number, *range))
        .collect();
    let single_dates = dated.single_dates_outside(&ranges).into_iter();
    let single_dates = single_dates.map(|date| {
        let number = number_of(&date);
        (number, lasting(page, number, date))
    });
    let single_dates = joined_in_margin(page, single_dates.collect());
    let lines = page.line_at(offset)..page.line_at((offset + text.len()).saturating_sub(1)) + 1;
    let periods = labelled_periods(page, lines);
    let is_known = |number: usize| found.binary_search_by_key(&number, |it| it.0).is_ok();
    let periods: Vec<_> = periods.into_iter().filter(|it| !is_known(it.0)).collect();
    let is_entry = |(number, date): &(usize, DateRange)| {
        let is_joined = date.current || date.end.is_some_and(|end| end != date.start);
        let line = page.lines.get(*number);
        let leads = line.is_some_and(|line| line.span.start == date.span.start);
        !(leads && is_repeated_below(&found, *number, *date))
            && (is_joined || dates_alone(page, *number, *date))
    };
    let is_in_period = |number: usize| {
        let next = periods.partition_point(|(first, _)| first + MAX_DISTANCE < number);
        periods.get(next).is_some_and(|(first, _)| *first <= number)
    };
    let single_dates = single_dates.into_iter().filter(is_entry);
    let single_dates: Vec<_> = single_dates.filter(|it| !is_in_period(it.0)).collect();
    found.extend(single_dates);
    found.extend(periods.iter().copied());
    found.sort_by_key(|(_, range)| range.span.start);
    found
}

/// Returns a single date as a period that lasts, if a sentence says so: `Currently working with Acme from 2016`.
fn lasting(page: &Page<'_>, number: usize, date: DateRange) -> DateRange {
    let line = page.lines.get(number).map_or(0, |line| line.span.start);
    let before = page.text.get(line..date.span.start).unwrap_or("");
    let before = without_bullet(before).trim_end();
    let begins = before.strip_suffix("from");
    let begins = begins.filter(|words| words.len() <= MAX_SENTENCE_BYTES);
    if begins.is_some_and(|words| begins_with_employment(words) && is_in_present(words)) {
        return DateRange {
            end: None,
            current: true,
            ..date
        };
    }
    date
}

/// Returns whether two years with a slash are versions of the software before them: `SQL Server 2012/2014`.
fn are_versions(page: &Page<'_>, range: DateRange) -> bool {
    let slashed = page.text.get(range.span.start..range.span.end);
    let is_bare = range.start.month.is_none() && range.end.is_some();
    if !slashed.is_some_and(|words| words.contains('/') && is_bare) {
        return false;
    }
    let number = page.line_at(range.span.start);
    let start = page
        .lines
        .get(number)
        .map_or(range.span.start, |line| line.span.start);
    let before = page
        .text
        .get(start..range.span.start)
        .unwrap_or("")
        .trim_end();
    let mut skills = page.vocabulary.scan(before).into_iter();
    before.ends_with('/') || skills.any(|skill| skill.span.end == before.len())
}

/// Joins two dates in a margin to a range. They begin two lines of which one names a title, such as `2018, May Acme` and
/// `2019, June Engineer`, or `December Engineer`.
fn joined_in_margin(page: &Page<'_>, dates: Vec<(usize, DateRange)>) -> Vec<(usize, DateRange)> {
    let leads = |(number, date): &(usize, DateRange)| {
        let line = page.lines.get(*number);
        line.is_some_and(|line| line.span.start == date.span.start && !line.list_item)
    };
    let names_job = |(number, date): &(usize, DateRange)| {
        let end = page.lines.get(*number).map_or(0, |line| line.span.end);
        let rest = page.text.get(date.span.end..end).unwrap_or("");
        (!rest.trim().is_empty()).then(|| names_title(rest))
    };
    let mut joined: Vec<(usize, DateRange)> = Vec::with_capacity(dates.len());
    let mut rest = dates.into_iter().peekable();
    while let Some(date) = rest.next() {
        let end = rest.next_if(|next| {
            let is_below = next.0 == date.0 + 1 && date.1.start < next.1.start;
            let are_in_margin = is_below && leads(&date) && leads(next);
            let titles = || names_job(&date).zip(names_job(next));
            are_in_margin && titles().is_some_and(|(first, second)| first != second)
        });
        let is_employer = leads(&date) && end.is_none() && names_job(&date) == Some(false);
        let month = is_employer
            .then(|| month_below(page, date.0, &date.1))
            .flatten();
        let end = end.map(|end| end.1.end).or(month.map(Some));
        joined.push((
            date.0,
            DateRange {
                end: end.unwrap_or(date.1.end),
                ..date.1
            },
        ));
    }
    joined
}

/// Returns the later month of the same year that begins the line below a date, before a title.
fn month_below(page: &Page<'_>, number: usize, date: &DateRange) -> Option<PartialDate> {
    let (month, rest) = leading_month(page.line(number + 1))?;
    let is_later = date.start.month? < month && names_title(rest);
    is_later.then_some(PartialDate {
        year: date.start.year,
        month: Some(month),
    })
}

/// Returns whether the line below a year has a range that begins or ends with it: `2019 Engineer` above `Acme, 2018 - 2019`.
/// The ranges are in the order of their lines.
fn is_repeated_below(ranges: &[(usize, DateRange)], number: usize, date: DateRange) -> bool {
    let below = ranges.partition_point(|(line, _)| *line <= number);
    ranges.get(below).is_some_and(|(line, range)| {
        let years = [Some(range.start), range.end].map(|end| end.map(|end| end.year));
        *line == number + 1 && date.start.month.is_none() && years.contains(&Some(date.start.year))
    })
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
    let rest = before.len() + after.len();
    let short = rest <= MAX_SINGLE_DATE_REST || rest <= MAX_ENTRY_CHARS && is_employment(after);
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
    // An item that ends in a year and a dash goes on below.
    let dates = page.text.get(range.span.start..range.span.end);
    if line.list_item && dates.is_some_and(has_blank_end) {
        return false;
    }
    // A paragraph that begins with its date is an entry, at any length.
    let leads = range.span.start <= line.span.start + 3;
    if length <= MAX_SENTENCE_BYTES {
        let words = without_bullet(page.words(line));
        if states_total(words) || rest > MAX_ENTRY_CHARS && !leads && !is_whole_job(words) {
            return false;
        }
    } else if !leads {
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
    let after = page.text.get(range.span.end..).unwrap_or("");
    // In a long line that begins with a title, a date in brackets is one of several.
    let is_bracketed = before.ends_with('(') && after.starts_with(')');
    let begins_with_title = || {
        let first = phrases(before).into_iter().next();
        first.is_some_and(|it| it.nature == Nature::Title && before.starts_with(it.text))
    };
    let is_far = before.len() > 60 && !(is_bracketed && begins_with_title());
    !(bytes_after > 40 && (is_far || runs_in))
}

/// Returns whether a line is a sentence with a title and an employer: `Presently working as a Clerk with Acme from …`.
fn is_whole_job(words: &str) -> bool {
    let found = phrases(words);
    let is_named = |nature: Nature| found.iter().any(|it| it.nature == nature);
    begins_with_employment(words) && is_named(Nature::Title) && is_named(Nature::Organization)
}

/// Returns whether a line states the sum of the experience: `Total work experience – 7 years (June 2008 to Nov 2015)`.
fn states_total(words: &str) -> bool {
    let lower = words.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|word| word == "total") && lower.contains("experience")
}

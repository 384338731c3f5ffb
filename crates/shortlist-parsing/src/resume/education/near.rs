//! Finds the lines next to a degree that may name its school and its date.

use std::borrow::Cow;

use super::super::dates::{find_ranges, find_single_dates};
use super::super::page::Page;
use super::super::sections::LineKind;
use super::school::{named_school, names_school};
use super::{MAX_LINE_CHARS, degree_in};

/// The number of other characters on a line that is only a date.
const MAX_DATE_MARGIN: usize = 4;

/// The maximum number of words of a field of study on a line of its own.
const MAX_FIELD_WORDS: usize = 6;
/// The maximum number of lines of an item of a list.
const MAX_ITEM_LINES: usize = 5;
/// The maximum number of words at the beginning of a name that is broken between two lines.
const MAX_BEGINNING_WORDS: usize = 3;

/// Returns the lines next to a degree that contain no other degree, the more likely one first. A school is before or
/// after its degree, without a heading between them.
pub(super) fn near_lines<'a>(
    page: &Page<'a>,
    kinds: &[LineKind],
    number: usize,
    schools_lead: bool,
) -> Vec<Cow<'a, str>> {
    let is_heading = |line: usize| {
        let body = kinds.get(line).map(|kind| kind.body);
        body.is_some_and(|body| body.start >= body.end)
    };
    let is_joined = |line: usize| !(line.min(number + 1)..=line.max(number)).any(is_heading);
    if let Some(rest) = rest_of_item(page, kinds, number) {
        return vec![Cow::Owned(rest)];
    }
    let block = page.lines.get(number).map(|line| line.block);
    let plain = |place: usize| {
        let line = page
            .lines
            .get(place)
            .filter(|line| Some(line.block) == block && is_joined(place))?;
        let words = page.words(line);
        degree_in(page, place).is_none().then_some(words)
    };
    let whole = |number: usize| {
        let words = plain(number)?;
        let whole = plain(number + 1).and_then(|_| whole_line(page, number, words));
        Some(whole.map_or(Cow::Borrowed(words), Cow::Owned))
    };
    let above = number.checked_sub(1).and_then(plain);
    let begun = number
        .checked_sub(2)
        .filter(|begin| plain(*begin).is_some());
    let whole_above = begun.and_then(|begin| whole_line(page, begin, page.line(begin)));
    let is_between = above.is_some_and(|line| {
        let is_own = schools_lead && whole_above.is_none() && named_school(line).is_none();
        is_only_date(line) || is_own && is_field(line)
    });
    let beyond = number.checked_sub(2).filter(|_| is_between);
    let beyond = beyond
        .and_then(plain)
        .filter(|line| named_school(line).is_some());
    if let (true, Some(above), Some(school)) = (schools_lead, above, beyond) {
        let order = [
            Some(Cow::Borrowed(school)),
            Some(Cow::Borrowed(above)),
            whole(number + 1),
        ];
        return order.into_iter().flatten().collect();
    }
    let below = plain(number + 1);
    let farther = below.and_then(|_| plain(number + 2));
    // A school above belongs to this degree if no other degree claims it.
    let claimed = number
        .checked_sub(2)
        .is_some_and(|number| plain(number).is_none());
    let above_first =
        (schools_lead || !claimed) && above.is_some_and(|line| named_school(line).is_some());
    let above = above.map(|line| whole_above.map_or(Cow::Borrowed(line), Cow::Owned));
    let below = below.and_then(|_| whole(number + 1));
    let farther = farther.and_then(|_| whole(number + 2));
    let order = if above_first {
        [above, below, farther]
    } else {
        [below, farther, above]
    };
    order.into_iter().flatten().collect()
}

/// Returns whether a line between a school and its degree can be the field of study.
fn is_field(line: &str) -> bool {
    line.split_whitespace().count() <= MAX_FIELD_WORDS
        && line.starts_with(char::is_uppercase)
        && !line.contains(['.', ':'])
}

/// Returns the rest of an item of a list in which each item is a degree of its own, if there is more than its first line. The only item
/// of a section goes on if its line ends in no full stop.
fn rest_of_item(page: &Page<'_>, kinds: &[LineKind], number: usize) -> Option<String> {
    let first = page.lines.get(number).filter(|line| line.list_item)?;
    let section = |line: usize| kinds.get(line).map(|kind| kind.section);
    let is_other = |line: usize| {
        let block = page.lines.get(line).map(|line| line.block);
        block != Some(first.block) || section(line) != section(number)
    };
    let is_item = |line: &usize| page.lines.get(*line).is_some_and(|line| line.list_item);
    let above = (number.saturating_sub(MAX_ITEM_LINES)..number).rev();
    let below = || number + 1..=number + MAX_ITEM_LINES;
    let items = [
        above.take_while(|line| !is_other(*line)).find(is_item),
        below().take_while(|line| !is_other(*line)).find(is_item),
    ];
    let mut items = items.iter().flatten().peekable();
    let goes_on = items.peek().is_some() || !page.words(first).trim_end().ends_with('.');
    if !goes_on || !items.all(|line| degree_in(page, *line).is_some()) {
        return None;
    }
    let rest = below().take_while(|line| !is_other(*line) && !is_item(line));
    let rest = rest.map_while(|line| page.lines.get(line).filter(|line| !line.gap_above));
    let rest: Vec<&str> = rest.map(|line| page.words(line)).collect();
    (!rest.is_empty()).then(|| rest.join(" "))
}

/// Returns whether a line has no letters but those of a date: `2014 - 2016`, `May 2014 to June 2016`.
pub(super) fn is_only_date(line: &str) -> bool {
    let dates = find_ranges(line, 0)
        .into_iter()
        .chain(find_single_dates(line, 0));
    let longest = dates.map(|date| date.span.end - date.span.start).max();
    longest.is_some_and(|length| line.trim().len() <= length + MAX_DATE_MARGIN)
}

/// Returns the end of a line with the beginning of the next one, if the name of a school is broken between them: it ends in
/// `of`, or the name begins after `from` and the next line begins with a word such as `Institute`.
pub(super) fn whole_line(page: &Page<'_>, number: usize, end: &str) -> Option<String> {
    let (line, next) = (page.lines.get(number)?, page.lines.get(number + 1)?);
    if line.block != next.block || next.list_item || next.gap_above {
        return None;
    }
    let below = page.words(next);
    let last = end.rsplit(char::is_whitespace).next().unwrap_or("");
    let is_open = matches!(
        last,
        "of" | "OF" | "Of" | "and" | "&" | "for" | "the" | "de"
    );
    let first = below.split(char::is_whitespace).next().unwrap_or("");
    let from = end
        .rsplit_once("from ")
        .filter(|(before, _)| before.is_empty() || before.ends_with(' '));
    let goes_on = from.is_some_and(|(_, begun)| {
        names_school(first) && !is_name_alone(end, below)
            || is_beginning(begun) && first_phrase(below).is_some_and(names_school)
    });
    let is_text = end.contains(char::is_alphabetic);
    let last_part = first_phrase(below).unwrap_or(below);
    let is_last_word = !last_part.trim().contains(char::is_whitespace) && names_school(last_part);
    let ends_name = is_last_word && begun_name(end).is_some_and(is_beginning);
    let is_broken =
        is_text && (is_open || goes_on || ends_name) && end.len() + below.len() <= MAX_LINE_CHARS;
    is_broken.then(|| format!("{end} {below}"))
}

/// Returns the text after the last mark, or after the last `at`.
fn begun_name(end: &str) -> Option<&str> {
    let last = end.rsplit([',', '\t']).next()?;
    Some(last.rsplit_once(" at ").map_or(last, |(_, name)| name))
}

/// Returns whether the text after `from` is the beginning of a name that does not say yet that it is a school: `Example` in
/// `from Example` / `Hilltop University`.
fn is_beginning(text: &str) -> bool {
    let is_name = |word: &str| word.starts_with(char::is_uppercase);
    let mut words = text.split_whitespace();
    let count = words.clone().count();
    let is_whole = text.contains(|c: char| !c.is_alphabetic() && c != ' ');
    (1..=MAX_BEGINNING_WORDS).contains(&count)
        && words.all(is_name)
        && !is_whole
        && !names_school(text)
}

/// Returns the text of a line before its first mark.
fn first_phrase(line: &str) -> Option<&str> {
    line.split([',', '.', ';', '(', '\t']).next()
}

/// Returns whether a line that begins with a word for a school is a name of its own: `College of Arts`, `University of Graz`.
fn is_name_alone(above: &str, below: &str) -> bool {
    let second = below.split_whitespace().nth(1).unwrap_or("");
    let above_ends = above.trim_end().ends_with([',', '.', ':', ';', ')', '%']);
    above_ends || second.eq_ignore_ascii_case("of") || named_school(above).is_some()
}

//! Finds the lines near a date where a list or the time at an employer is in between.

use super::super::fillers::is_filler;
use super::super::page::{Page, without_bullet};
use super::super::paragraphs::{is_date_alone, is_item};
use super::super::phrases::{MAX_PHRASE_CHARS, Nature, Phrase, is_duration, phrases};
use super::{DatedEntry, lines_of_date};

/// The maximum length of a line that is only a length of time, in bytes.
const MAX_TOTAL_BYTES: usize = 40;

/// Returns whether a line is the time at the employer above it: `7 years 9 months`, `Full-time · 7 yrs 9 mos`.
fn is_total(page: &Page<'_>, line: usize) -> bool {
    let words = page.line(line);
    // LinkedIn shows the kind of employment before it.
    let (kind, time) = match words.rsplit_once(" · ") {
        Some((kind, time)) => (Some(kind), time),
        None => (None, words),
    };
    let is_kind = kind.is_none_or(|kind| is_filler(kind.trim()));
    // A number alone is a year.
    let has_unit = time.contains(char::is_alphabetic);
    words.len() <= MAX_TOTAL_BYTES && has_unit && is_duration(time.trim()) && is_kind
}

/// Returns whether a title is between the time at an employer and the date of an entry.
pub(super) fn is_below_total(page: &Page<'_>, entry: &DatedEntry) -> bool {
    let total = entry.line.checked_sub(2);
    total.is_some_and(|total| total >= entry.bounds.start && is_total(page, total))
}

/// Returns the index of the line at a distance from the date. The time at an employer counts as no line.
pub(super) fn line_at(page: &Page<'_>, entry: &DatedEntry, distance: isize) -> Option<usize> {
    let below = lines_of_date(page, entry) - 1;
    let from = if distance > 0 {
        entry.line + below
    } else {
        entry.line
    };
    let is_beyond = distance < -1 && is_below_total(page, entry);
    from.checked_add_signed(if is_beyond { distance - 1 } else { distance })
}

/// Returns the first item of the list below a line that is only a date, if it names a title and an employer: `Mar 2021 - Present` /
/// `• Engineer, Acme Ltd`.
pub(super) fn role_in_item(page: &Page<'_>, entry: &DatedEntry) -> Option<usize> {
    let item = line_at(page, entry, 1).filter(|item| *item < entry.bounds.end)?;
    let words = without_bullet(page.line(item));
    let is_short = words.len() <= MAX_PHRASE_CHARS && !words.ends_with('.');
    if !is_short || !is_item(page, item) || !is_date_alone(page, entry) {
        return None;
    }
    let found = phrases(words);
    let is_name = |it: &Phrase<'_>| {
        let may_be_name = matches!(it.nature, Nature::Unknown | Nature::Organization);
        may_be_name && it.text.starts_with(char::is_uppercase)
    };
    let is_titled = found.iter().take(2).any(|it| it.nature == Nature::Title);
    (is_titled && found.iter().take(2).any(is_name)).then_some(item)
}

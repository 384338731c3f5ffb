//! Joins the lines of a sentence or a list item about a position, which a page may break anywhere.

use std::ops::Range;

use super::clauses::{begins_with_employment, begins_with_task, is_employment};
use super::experience::DatedEntry;
use super::labels::{Field, labelled};
use super::page::{Page, without_bullet};
use super::phrases::{Nature, Phrase, phrases};
use super::words::PositionWords;

/// The maximum number of lines before the date that its sentence may begin.
const MAX_LINES_BEFORE: usize = 3;
/// The maximum number of other letters in a line that is only a date.
const MAX_DATE_LETTERS: usize = 4;
/// The maximum number of other bytes in a line that is only a date.
const MAX_DATE_MARGIN: usize = 10;
/// The maximum number of lines of a sentence.
const MAX_LINES: usize = 5;
/// The maximum length of a line of a sentence, in bytes.
const MAX_LINE_BYTES: usize = 200;

/// Several lines that are read as one.
#[derive(Debug)]
pub(super) struct Paragraph {
    /// The indexes of its lines.
    pub(super) lines: Range<usize>,
    /// Its text without its date.
    pub(super) text: String,
}

/// Returns the sentence or list item with a date, if it has several lines.
pub(super) fn paragraph_of(page: &Page<'_>, entry: &DatedEntry) -> Option<Paragraph> {
    let lines = sentence_with_date(page, entry)
        .or_else(|| sentence_below(page, entry))
        .or_else(|| item_with_date(page, entry))
        .or_else(|| broken_head(page, entry))
        .or_else(|| broken_name(page, entry))?;
    (lines.len() > 1 || lines.start != entry.line).then(|| Paragraph {
        text: text_of(page, &lines, entry),
        lines,
    })
}

/// Returns the lines of a sentence that begins at a line, without a date.
pub(super) fn sentence_from(page: &Page<'_>, first: usize, end: usize) -> Paragraph {
    let lines = first..end_of(page, first, first + 1, end);
    let words = lines.clone().map(|line| page.line(line));
    Paragraph {
        text: words.collect::<Vec<_>>().join(" "),
        lines,
    }
}

fn sentence_with_date(page: &Page<'_>, entry: &DatedEntry) -> Option<Range<usize>> {
    let first = first_line_of(page, entry, |first| begins_sentence(page, first))
        .or_else(|| line_above_date(page, entry))?;
    Some(first..end_of(page, first, entry.line + 1, entry.bounds.end))
}

/// Returns the line above a line that is only a date, if it is a sentence about the position: `Working at Acme as a Clerk.`
fn line_above_date(page: &Page<'_>, entry: &DatedEntry) -> Option<usize> {
    let above = entry
        .line
        .checked_sub(1)
        .filter(|above| *above >= entry.bounds.start)?;
    let words = page.line(above);
    let is_sentence =
        words.len() <= MAX_LINE_BYTES && begins_with_employment(without_bullet(words));
    let line = page.lines.get(entry.line)?;
    let date = entry.range.span;
    let around = [line.span.start..date.start, date.end..line.span.end];
    let around = around.map(|part| page.text.get(part).unwrap_or(""));
    let letters = around.iter().flat_map(|part| part.chars());
    let is_alone = letters.filter(|c| c.is_alphabetic()).count() <= MAX_DATE_LETTERS;
    let is_joined = is_alone && is_same_block(page, entry.line);
    (is_joined && is_sentence).then_some(above)
}

/// Returns the lines of a sentence below a line that is only a date. `Worked on …` is about a task.
fn sentence_below(page: &Page<'_>, entry: &DatedEntry) -> Option<Range<usize>> {
    let next = entry.line + 1;
    let is_sentence = next < entry.bounds.end
        && begins_sentence(page, next)
        && !begins_with_task(without_bullet(page.line(next)));
    (is_date_alone(page, entry) && is_sentence)
        .then(|| next..end_of(page, next, next + 1, entry.bounds.end))
}

/// Returns whether the line of an entry contains hardly more than its date.
pub(super) fn is_date_alone(page: &Page<'_>, entry: &DatedEntry) -> bool {
    let date = entry.range.span.end.saturating_sub(entry.range.span.start);
    page.line(entry.line).len() < date + MAX_DATE_MARGIN
}

/// Returns whether a line follows the line above without a gap, in the same block.
fn is_same_block(page: &Page<'_>, number: usize) -> bool {
    let above = number
        .checked_sub(1)
        .and_then(|above| page.lines.get(above));
    let line = page.lines.get(number).filter(|line| !line.gap_above);
    above
        .zip(line)
        .is_some_and(|(above, line)| above.block == line.block)
}

/// Returns the lines of a list item with a title that ends with the line of the date, which has no title.
fn item_with_date(page: &Page<'_>, entry: &DatedEntry) -> Option<Range<usize>> {
    if names_title(page.line(entry.line)) {
        return None;
    }
    let first = first_line_of(page, entry, |first| {
        first < entry.line && is_item(page, first) && names_title(page.line(first))
    })?;
    Some(first..entry.line + 1)
}

/// Returns the lines of a head that the page breaks before the employer: `Data Analyst at` / `Acme` / `2015 to 2018`.
fn broken_head(page: &Page<'_>, entry: &DatedEntry) -> Option<Range<usize>> {
    let is_open = |line: &usize| {
        let words = page.line(*line);
        let last = words.rsplit(' ').next().unwrap_or("").to_lowercase();
        let mut marks = PositionWords::get().before_organization.iter();
        let block = |line: usize| page.lines.get(line).map(|line| line.block);
        marks.any(|mark| mark.trim() == last)
            && names_title(words)
            && !is_item(page, *line)
            && block(*line) == block(entry.line)
    };
    let lowest = entry.line.saturating_sub(2).max(entry.bounds.start);
    let first = (lowest..entry.line).rev().find(is_open)?;
    Some(first..entry.line + 1)
}

/// Returns the lines of a head that the page breaks in the name of an employer: `2015 to 2018, Reader, Department` / `of Physics`.
fn broken_name(page: &Page<'_>, entry: &DatedEntry) -> Option<Range<usize>> {
    let next = entry.line + 1;
    let goes_on =
        next < entry.bounds.end && continues(page, next) && page.line(next).starts_with("of ");
    (goes_on && names_title(page.line(entry.line))).then_some(entry.line..next + 1)
}

/// Returns the last line before the date, or the one with it, that fits and from which the text continues to the date.
fn first_line_of(
    page: &Page<'_>,
    entry: &DatedEntry,
    fits: impl Fn(usize) -> bool,
) -> Option<usize> {
    let lowest = entry
        .line
        .saturating_sub(MAX_LINES_BEFORE)
        .max(entry.bounds.start);
    let mut first = entry.line;
    while !fits(first) {
        if first <= lowest || !continues(page, first) {
            return None;
        }
        first -= 1;
    }
    Some(first)
}

/// Returns the index after the last line of a paragraph. The lines before `from` belong to it.
fn end_of(page: &Page<'_>, first: usize, from: usize, end: usize) -> usize {
    let end = end.min(first + MAX_LINES);
    let mut next = from;
    while next < end && continues(page, next) && !page.line(next - 1).ends_with('.') {
        next += 1;
    }
    next
}

fn begins_sentence(page: &Page<'_>, number: usize) -> bool {
    let words = page.line(number);
    words.len() <= MAX_LINE_BYTES && is_employment(without_bullet(words))
}

/// Returns whether a short text contains a job title.
pub(super) fn names_title(words: &str) -> bool {
    let is_title = |phrase: Phrase<'_>| phrase.nature == Nature::Title;
    words.len() <= MAX_LINE_BYTES && phrases(without_bullet(words)).into_iter().any(is_title)
}

/// Returns whether a line begins with a bullet.
pub(super) fn is_item(page: &Page<'_>, number: usize) -> bool {
    let words = page.line(number);
    let listed = page.lines.get(number).is_some_and(|line| line.list_item);
    listed || words.len() != without_bullet(words).len()
}

/// Returns whether a line continues the one above. Only a page breaks lines; in a word processor's file each is a paragraph.
fn continues(page: &Page<'_>, number: usize) -> bool {
    let above = number
        .checked_sub(1)
        .and_then(|above| page.lines.get(above));
    let (Some(above), Some(line)) = (above, page.lines.get(number)) else {
        return false;
    };
    let words = page.words(line);
    let is_broken = line.x.is_some() || words.starts_with(char::is_lowercase);
    let is_ended = page.words(above).ends_with('.') && words.starts_with(char::is_uppercase);
    is_broken
        && !is_ended
        && above.block == line.block
        && !line.gap_above
        && !is_item(page, number)
        && words.len() <= MAX_LINE_BYTES
        && labelled(words)
            .is_none_or(|(field, _)| matches!(field, Field::Aside | Field::Client | Field::Project))
}

fn text_of(page: &Page<'_>, lines: &Range<usize>, entry: &DatedEntry) -> String {
    let start = page.lines.get(lines.start).map(|line| line.span.start);
    let end = page.lines.get(lines.end - 1).map(|line| line.span.end);
    let (Some(start), Some(end)) = (start, end) else {
        return String::new();
    };
    let date = entry.range.span;
    let mut text = String::new();
    for part in [
        start..date.start.clamp(start, end),
        date.end.clamp(start, end)..end,
    ] {
        let part = page.text.get(part).unwrap_or_default().replace('\n', " ");
        let begins = text.is_empty();
        text.push_str(if begins { without_bullet(&part) } else { " | " });
        text.push_str(if begins { "" } else { &part });
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::resume::tests::positions_as_page as positions;

    #[test]
    fn a_sentence_may_be_several_lines_long() {
        for entries in [
            "- Currently working with Blue Sky\nas a Data Analyst from 17 August 2011 to\ntill date.",
            "- From August 2011 to May 2016\nWorked with M/s. Blue Sky, Graz for Green Hill\nas Data Analyst\n- Project: Reports",
            "- I have worked as Data Analyst In Blue Sky\nFrom 13-06-2012 to 25-08-2013 (1year)",
            "Currently working in Blue Sky, as a Data Analyst and\nhead of reports\nSince - 23/05/2018",
        ] {
            let found = positions(entries);
            let is_read = |it: &String| it.starts_with("Data Analyst") && it.ends_with("Blue Sky");
            assert!(
                found.len() == 1 && found.iter().all(is_read),
                "{entries}: {found:?}"
            );
        }
    }

    #[test]
    fn a_sentence_ends_at_its_point() {
        assert_eq!(
            positions(
                "Acme Ltd\t2015 to 2018\nClerk\n- Worked with suppliers in three countries.\n\
                 Blue Sky\t2012 to 2015\nClerk\n- Sorted letters."
            ),
            ["Clerk | Acme Ltd", "Clerk | Blue Sky"]
        );
    }

    #[test]
    fn a_task_below_a_date_is_no_sentence_about_the_position() {
        assert_eq!(
            positions(
                "Data Analyst\nBlue Sky\n2015 to 2018\n- Worked on the reports of a port\nwith Excel."
            ),
            ["Data Analyst | Blue Sky"]
        );
    }

    #[test]
    fn a_list_item_may_continue_to_its_date() {
        assert_eq!(
            positions("- Data Analyst, Blue Sky, the house of\nreports from 2013 to 2015"),
            ["Data Analyst | Blue Sky"]
        );
    }

    #[test]
    fn a_head_may_be_broken_before_its_employer() {
        assert_eq!(
            positions(
                "Data Analyst (Reports Team, 1 year contract, renewed every year and again) at\n\
                 Blue Sky\nJuly 2011 - February 2013\n- Wrote."
            ),
            ["Data Analyst | Blue Sky"]
        );
    }

    #[test]
    fn a_date_may_follow_its_sentence() {
        let sentence = "Currently working in Blue Sky Ltd, as a Data Analyst.";
        assert_eq!(
            positions(&format!("{sentence}\nSince - 23/05/2018\n- Wrote.")),
            ["Data Analyst | Blue Sky Ltd"]
        );
    }
}

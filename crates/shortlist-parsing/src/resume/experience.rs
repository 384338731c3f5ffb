//! Reads an entry of an experience section: title, organization and place.

mod near;

use std::ops::Range;

use shortlist_domain::{Position, Span};

use super::dates::{DateRange, find_single_dates, leading_month};
use super::forms::{Form, FormStart, MAX_FORM_LINES, read_form};
use super::labels::{Field, labelled};
use super::page::{Page, is_all_capitals, without_bullet};
use super::paragraphs::{Paragraph, is_item, names_title, paragraph_of};
use super::phrases::{MAX_PHRASE_CHARS, Nature, Phrase, phrases};
use super::slots::{Candidate, Reading, Slot, Votes};
use super::words::PositionWords;
use super::work_table::TableHead;
use near::{is_below_total, line_at, role_in_item};

/// An entry of an experience section: its date, and the lines that may belong to it.
#[derive(Debug, Clone)]
pub(super) struct DatedEntry {
    /// The index of the line with the date.
    pub(super) line: usize,
    /// The first line that may belong to the entry, and the line after its last one.
    pub(super) bounds: Range<usize>,
    /// The date.
    pub(super) range: DateRange,
}

/// The distances of the lines near a date, the most likely first.
const NEAR: [isize; 4] = [-1, 1, -2, 2];
/// The same distances if the dates begin the entries.
const BELOW: [isize; 4] = [1, 2, -1, -2];

/// The same distances below an employer with the time at it, whose entries have their places below the dates.
const BELOW_TOTAL: [isize; 4] = [-1, -2, 1, 2];

/// Returns the order in which the lines near a date are read. If the first entry of a section has nothing above its date, the
/// lines above the other dates belong to the entries before them.
fn near_order(page: &Page<'_>, first: &DatedEntry) -> [isize; 4] {
    if is_below_total(page, first) {
        return BELOW_TOTAL;
    }
    let above = first.line.checked_sub(1);
    let is_first = above.is_none_or(|above| !is_head_of(page, first, above));
    let begins = is_first && is_head_of(page, first, first.line + 1);
    if begins { BELOW } else { NEAR }
}

/// Which lines near the dates of a section are read.
#[derive(Debug, Clone, Copy)]
struct Nearby {
    /// The distances of the lines, the most likely first.
    order: [isize; 4],
    /// The number of lines above each date that are its own.
    heads_above: usize,
    /// The line of the last date, which no other follows.
    last: usize,
}

impl Nearby {
    /// Returns which lines are read near the dates of entries.
    fn of(page: &Page<'_>, entries: &[DatedEntry]) -> Self {
        let order = entries.first().map_or(NEAR, |it| near_order(page, it));
        let heads_above = match order {
            NEAR => lines_of_heads_above(page, entries),
            _ => 0,
        };
        let last = entries.last().map_or(0, |it| it.line);
        Self {
            order,
            heads_above,
            last,
        }
    }

    /// Returns whether a line below an entry belongs to the date of the next entry. An entry without a title or an employer above its
    /// date may have them below.
    fn is_of_next(&self, entry: &DatedEntry, line: usize, reading: &Reading<'_>) -> bool {
        let next = entry.bounds.end;
        entry.line < self.last
            && reading.is_begun_above()
            && line + self.heads_above >= next
            && line < next
    }
}

/// Returns the number of lines directly above each date that belong to its entry: two in `Engineer` / `Acme Ltd` / `2019 - 2021`.
/// Returns 0 if an entry has none. Such lines name the job whose date is below them, although they follow the date of another.
fn lines_of_heads_above(page: &Page<'_>, entries: &[DatedEntry]) -> usize {
    let above = |entry: &DatedEntry| {
        let lines = (entry.bounds.start..entry.line).rev();
        let heads = lines.take_while(|line| is_head_line(page, *line));
        heads.take(NEAR.len()).count()
    };
    entries.iter().map(above).min().unwrap_or(0)
}

/// What was read about an entry.
#[derive(Debug)]
pub(super) struct Described {
    /// The entry.
    pub(super) entry: DatedEntry,
    /// Title, organization and place.
    pub(super) position: Position,
    /// Whether it may be a project at an employer.
    pub(super) is_project: bool,
    /// Whether it is directly below an entry whose employer is above both.
    pub(super) at_same: bool,
}

/// Reads title, organization and place of the entries of a section from the dated lines and their neighbours.
///
/// It leaves out the entries without a certain title that are not about work.
pub(super) fn describe(
    page: &Page<'_>,
    entries: &[DatedEntry],
    is_work: impl Fn(&DatedEntry) -> bool,
) -> Vec<Described> {
    let paragraphs = entries.iter().map(|entry| paragraph_of(page, entry));
    let paragraphs: Vec<Option<Paragraph>> = paragraphs.collect();
    let section = entries.first().zip(entries.last());
    let heads = section.map_or_else(Vec::new, |(first, last)| {
        TableHead::find_all(page, first.bounds.start, last.bounds.end)
    });
    let start = section.map_or_else(FormStart::default, |(first, _)| {
        FormStart::find(page, first.bounds.start, first.line)
    });
    let nearby = Nearby::of(page, entries);
    let readings = entries.iter().zip(&paragraphs);
    let readings = readings.map(|(entry, paragraph)| {
        let row = TableHead::entry(&heads, page, entry.line);
        let form = row.map(|values| Form {
            values,
            is_project: false,
        });
        let form = form.unwrap_or_else(|| read_form(page, entry.line, &entry.bounds, start));
        (entry.clone(), read(page, entry, paragraph, form, nearby))
    });
    let readings: Vec<(DatedEntry, Reading<'_>)> = readings
        .filter(|(entry, reading)| reading.has_own_title() || is_work(entry))
        .collect();
    let votes = Votes::of(readings.iter().map(|(_, reading)| reading));
    let mut described = Vec::with_capacity(readings.len());
    // The line of the last entry whose employer is in the line above it, or above the entries between them.
    let mut titled_below: Option<usize> = None;
    // The slot of the team in an entry whose employer is in the line above it.
    let mut team: Option<Slot> = None;
    for (entry, mut reading) in readings {
        let is_project = reading.is_project;
        let after_title = reading.after_title();
        let is_team = team.is_some() && after_title == team && !reading.has_name_above();
        if let Some(slot) = team.filter(|_| is_team) {
            reading.leave_out(slot);
        }
        let at_same = is_team || titled_below.is_some_and(|line| line + 1 == entry.line);
        let (position, slot) = reading.into_position(&votes, at_same);
        let at_same = at_same && position.organization.is_none();
        let is_above = slot.is_some_and(|slot| slot.line == -1);
        titled_below = (at_same || is_above).then_some(entry.line);
        team = after_title.filter(|_| is_above || at_same && is_team);
        described.push(Described {
            entry,
            is_project,
            at_same,
            position,
        });
    }
    described
}

fn read<'a>(
    page: &Page<'a>,
    entry: &DatedEntry,
    paragraph: &'a Option<Paragraph>,
    form: Form,
    nearby: Nearby,
) -> Reading<'a> {
    let order = nearby.order;
    let number = entry.line;
    let mut reading = Reading::new(form);
    let (before, after) = match paragraph {
        Some(paragraph) => (paragraph.text.as_str(), ""),
        None => around_date(page, number, entry.range),
    };
    let is_read = |line: usize| {
        let lines = paragraph.as_ref().map(|it| &it.lines);
        lines.is_some_and(|lines| lines.contains(&line))
    };
    for (part, after_date) in [(before, false), (after, true)] {
        let words = match labelled(part) {
            Some((Field::Project, value)) => {
                reading.is_project = true;
                value
            }
            Some((Field::Aside | Field::Client, value)) => value,
            _ => part,
        };
        let own = candidates(words, 0, after_date);
        reading.take(&own);
        reading.candidates.extend(own);
    }
    for distance in order {
        let line = line_at(page, entry, distance);
        let Some(line) = line.filter(|line| !is_read(*line) && is_head_of(page, entry, *line))
        else {
            continue;
        };
        let words = without_margin_date(page, line);
        let near = candidates(words, distance, false);
        let is_other = distance > 0
            && (order == BELOW_TOTAL || nearby.is_of_next(entry, line, &reading))
            && !near.iter().all(is_place_candidate);
        if is_other || lists_skills(page, words, &near) {
            continue;
        }
        if !reading.is_complete() {
            reading.take(&near);
        }
        reading.candidates.extend(near);
    }
    reading.is_project |= is_in_project(page, entry);
    if reading.lacks_employer()
        && let Some((distance, line)) = line_above_form(page, entry)
    {
        reading.take(&candidates(page.line(line), distance, false));
    }
    if !reading.has_title() {
        take_title_below(page, entry, &mut reading);
    }
    reading
}

/// Takes the title below the description of an employer, or in the first item of the list below a date.
fn take_title_below<'a>(page: &Page<'a>, entry: &DatedEntry, reading: &mut Reading<'a>) {
    if let Some((distance, line)) = title_below_description(page, entry) {
        reading.take(&candidates(page.line(line), distance, false));
    }
    if !reading.has_title()
        && let Some(line) = role_in_item(page, entry)
    {
        let items = candidates(without_bullet(page.line(line)), 1, false);
        reading.take(&items);
        reading.candidates.extend(items);
    }
}

fn is_place_candidate(candidate: &Candidate<'_>) -> bool {
    candidate.phrase.nature == Nature::Place
}

/// Returns whether a line is a list that contains a skill: `HTML, CSS`. In another column, a skill may be beside an employer.
fn lists_skills(page: &Page<'_>, words: &str, line: &[Candidate<'_>]) -> bool {
    let is_unknown =
        |it: &Candidate<'_>| matches!(it.phrase.nature, Nature::Unknown | Nature::Aside);
    let is_skill = |it: &Candidate<'_>| {
        let text = it.phrase.text;
        let skills = page.vocabulary.scan(text);
        skills
            .iter()
            .any(|skill| skill.span == Span::new(0, text.len()))
    };
    let skills = line.iter().filter(|it| is_skill(it)).count();
    let has_skill = if words.contains('\t') {
        skills * 2 > line.len()
    } else {
        skills > 0
    };
    line.len() > 1 && line.iter().all(is_unknown) && has_skill
}

/// Returns a line without the single date at its start, which is in the margin: `2019 Engineer`, or the month at its start if the
/// line above begins with a date.
fn without_margin_date<'a>(page: &Page<'a>, line: usize) -> &'a str {
    let words = page.line(line);
    let after_date = |words: &'a str| {
        let dates = find_single_dates(words, 0);
        let date = dates.first().filter(|date| date.span.start == 0)?;
        words.get(date.span.end..)
    };
    let is_dated = |line: usize| after_date(page.line(line)).is_some();
    let month = leading_month(words).filter(|_| line.checked_sub(1).is_some_and(is_dated));
    let rest = month.map(|(_, rest)| rest).or_else(|| after_date(words));
    rest.map_or(words, str::trim_start)
}

/// Returns the lines above a date that may belong to its form, the nearest first.
fn form_above(entry: &DatedEntry) -> impl Iterator<Item = usize> {
    let first = entry.line.saturating_sub(MAX_FORM_LINES);
    (first.max(entry.bounds.start)..entry.line).rev()
}

/// Returns whether the name of a project, and no employer, is in the labelled lines above the date.
fn is_in_project(page: &Page<'_>, entry: &DatedEntry) -> bool {
    let fields = form_above(entry).map(|line| labelled(page.line(line)));
    let mut fields = fields.map_while(|found| found.map(|(field, _)| field));
    let found = fields.find(|field| matches!(field, Field::Project | Field::Organization));
    found == Some(Field::Project)
}

/// Returns the line above the labelled lines that end at the date: the employer in `Acme` / `Position: Clerk` / `Period: …`.
fn line_above_form(page: &Page<'_>, entry: &DatedEntry) -> Option<(isize, usize)> {
    let mut above = (1..).zip(form_above(entry));
    let (distance, line) = above.find(|(_, line)| labelled(page.line(*line)).is_none())?;
    let is_above = distance > 1 && is_head_line(page, line);
    is_above.then_some((-distance, line))
}

/// Returns the line with the title, if a paragraph about the employer separates it from the date: a bold line.
fn title_below_description(page: &Page<'_>, entry: &DatedEntry) -> Option<(isize, usize)> {
    let is_described = |line: usize| {
        let words = page.line(line);
        words.len() > MAX_PHRASE_CHARS / 2 && !is_item(page, line)
    };
    let last = entry.bounds.end.min(entry.line + MAX_FORM_LINES);
    let mut lines = (2..).zip(entry.line + 2..last);
    lines
        .by_ref()
        .take_while(|(_, line)| is_described(line - 1))
        .find(|(_, line)| {
            let is_bold = page.lines.get(*line).is_some_and(|line| line.bold);
            is_bold && is_head_line(page, *line) && names_title(page.line(*line))
        })
}

fn candidates(words: &str, line: isize, after_date: bool) -> Vec<Candidate<'_>> {
    let phrases = phrases(words).into_iter().enumerate();
    phrases
        .map(|(order, phrase)| Candidate {
            slot: Slot {
                line,
                after_date,
                order,
            },
            phrase,
        })
        .collect()
}

/// Returns whether a line near the date belongs to the head of an entry, with all lines between them.
fn is_head_of(page: &Page<'_>, entry: &DatedEntry, line: usize) -> bool {
    let between = if line < entry.line {
        line + 1..entry.line
    } else {
        entry.line + lines_of_date(page, entry)..line
    };
    let joined = between
        .into_iter()
        .all(|between| is_head_line(page, between));
    entry.bounds.contains(&line) && joined && is_head_line(page, line)
}

/// Returns the number of lines that the date of an entry begins or continues on, from the line of the entry.
fn lines_of_date(page: &Page<'_>, entry: &DatedEntry) -> usize {
    let end = entry.range.span.end;
    let lines = page
        .lines
        .get(entry.line..entry.bounds.end)
        .unwrap_or_default();
    let count = lines
        .iter()
        .take_while(|line| line.span.start < end)
        .count();
    count.max(1)
}

/// Returns the text before and after the date of a line.
fn around_date<'a>(page: &Page<'a>, number: usize, range: DateRange) -> (&'a str, &'a str) {
    let Some(line) = page.lines.get(number) else {
        return ("", "");
    };
    let before = line.span.start..range.span.start.max(line.span.start);
    let after = range.span.end.min(line.span.end)..line.span.end;
    (
        without_bullet(page.text.get(before).unwrap_or("")),
        page.text.get(after).unwrap_or(""),
    )
}

/// Returns whether a line may be the head of an entry: short, and not a list item, a sentence or a labelled field.
pub(super) fn is_head_line(page: &Page<'_>, number: usize) -> bool {
    let words = page.line(number);
    let bulleted = page.lines.get(number).is_none_or(|line| line.list_item)
        || words.len() != without_bullet(words).len();
    if bulleted || words.len() > MAX_PHRASE_CHARS || words.starts_with(char::is_lowercase) {
        return false;
    }
    let is_sentence =
        || words.ends_with('.') && !ends_in_abbreviation(words) && !is_name_alone(words);
    let is_label = words.trim_end_matches(['-', '–', ' ']).ends_with(':');
    let is_labelled = || labelled(words).is_some();
    let names_columns = || TableHead::is_head(words);
    !(is_label || is_labelled() || describes(words) || names_columns() || is_sentence())
}

/// Returns whether a line begins with a word of descriptions, and is not a title.
fn describes(words: &str) -> bool {
    let mut parts = words.split(|c: char| !c.is_alphanumeric());
    let first = parts.next().unwrap_or("");
    let is_capitals = first.chars().count() > 1 && is_all_capitals(first);
    let descriptions = &PositionWords::get().descriptions;
    descriptions.contains(&first.to_lowercase()) && (is_capitals || !names_title(words))
}

/// Returns whether a line ends in an abbreviation, such as `Acme Inc.` or `Globex Pvt. Ltd.`
fn ends_in_abbreviation(words: &str) -> bool {
    words.rsplit(' ').next().is_some_and(|last| {
        last.len() <= 5 && last.starts_with(char::is_uppercase) || last.matches('.').count() > 1
    })
}

/// Returns whether a line with a full stop has only an employer, with its place or a title: `ACME INDUSTRIES LIMITED, Graz.`
fn is_name_alone(words: &str) -> bool {
    let found = phrases(words);
    let is_named = |it: &Phrase<'_>| it.nature == Nature::Organization;
    let is_upper = |word: &str| !word.starts_with(char::is_lowercase) || word.len() <= 3;
    words.split_whitespace().all(is_upper)
        && found.iter().any(is_named)
        && found.iter().all(|it| it.nature != Nature::Unknown)
}

#[cfg(test)]
mod tests;

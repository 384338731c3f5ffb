//! Finds and removes headings by their looks, which the headings of a document share.

use std::collections::HashMap;
use std::ops::Range;

use shortlist_domain::SectionKind;

use super::education::real_degree;
use super::fillers::heads_tasks;
use super::labels::{Field, labelled};
use super::page::{Page, is_all_capitals};
use super::paragraphs::names_title;
use crate::TextLine;

/// The maximum length of a line with the dates of an entry, in bytes.
const MAX_ENTRY_BYTES: usize = 160;
/// The number of lines from the head of an entry to its dates.
pub(super) const ENTRY_HEAD_LINES: usize = 3;

/// A heading and the start of its body.
#[derive(Debug, Clone, Copy)]
pub(super) struct Heading {
    pub(super) kind: SectionKind,
    pub(super) body_start: usize,
}

/// The style of a line. Headings of a document share a style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Look {
    tenths: i64,
    bold: bool,
    capitals: bool,
    styled: bool,
}

fn look(page: &Page<'_>, line: &TextLine) -> Look {
    #[expect(clippy::as_conversions, reason = "a float has no other conversion")]
    let tenths = (line.size * 2.0).round() as i64;
    Look {
        tenths,
        bold: line.bold,
        capitals: is_all_capitals(page.words(line)),
        styled: line.heading,
    }
}

/// Removes the headings of lists inside a job, such as `Technologies`: they look unlike the heading of the work experience, and
/// another job is below them.
pub(super) fn continue_work(page: &Page<'_>, found: &mut [Option<Heading>]) {
    let headings = found.iter().enumerate();
    let headings: Vec<(usize, SectionKind)> = headings
        .filter_map(|(number, heading)| Some((number, heading.as_ref()?.kind)))
        .collect();
    let style = |number: usize| page.lines.get(number).map(|line| look(page, line));
    let mut work = None;
    for (order, (number, kind)) in headings.iter().enumerate() {
        let end = headings
            .get(order + 1)
            .map_or(found.len(), |(next, _)| *next);
        match kind {
            SectionKind::Experience => work = Some(*number),
            SectionKind::Skills | SectionKind::Awards | SectionKind::Summary => {
                let is_list = *kind != SectionKind::Awards || heads_tasks(page.line(*number));
                let is_inside = is_list && work.is_some_and(|work| style(work) != style(*number));
                let has_job = is_inside && (number + 1..end).any(|line| begins_job(page, line));
                match found.get_mut(*number) {
                    Some(slot) if has_job => *slot = None,
                    _ => work = None,
                }
            }
            _ => work = None,
        }
    }
}

/// Returns whether a line has the dates of a job, with its title on the same line or next to it.
fn begins_job(page: &Page<'_>, number: usize) -> bool {
    let is_item = page.lines.get(number).is_none_or(|line| line.list_item);
    let near = number.saturating_sub(1)..number + 2;
    !is_item && has_entry_dates(page.line(number)) && names_job(page, near)
}

/// Returns whether a line begins an entry with dates and a title.
fn begins_entry(page: &Page<'_>, number: usize) -> bool {
    names_job(page, number..number + ENTRY_HEAD_LINES)
}

/// Returns whether lines contain dates and a title, and no degree.
fn names_job(page: &Page<'_>, lines: Range<usize>) -> bool {
    let lines = || lines.clone().map(|line| page.line(line));
    lines().any(has_entry_dates)
        && lines().any(names_title)
        && !lines().any(|words| real_degree(words).is_some())
}

/// Returns whether labels of a job are below a line, which may be the employer.
fn begins_form(page: &Page<'_>, number: usize) -> bool {
    let mut below = (number + 1..=number + ENTRY_HEAD_LINES).map(|line| page.line(line));
    below.any(|words| {
        let field = labelled(words).map(|(field, _)| field);
        matches!(
            field,
            Some(Field::Title | Field::Organization | Field::Place)
        )
    })
}

/// Ends sections at lines with unknown words in the style of the known headings.
pub(super) fn end_by_look(page: &Page<'_>, found: &mut [Option<Heading>]) {
    let mut looks: Vec<(Look, usize)> = Vec::new();
    let mut numbers: HashMap<Look, usize> = HashMap::new();
    for (line, heading) in page.lines.iter().zip(&*found) {
        if !heading.is_some_and(|heading| heading.body_start == line.span.end) {
            continue;
        }
        let look = look(page, line);
        let number = *numbers.entry(look).or_insert(looks.len());
        match looks.get_mut(number) {
            Some((_, count)) => *count += 1,
            None => looks.push((look, 1)),
        }
    }
    let Some((known, count)) = looks.into_iter().max_by_key(|(_, count)| *count) else {
        return;
    };
    let marked = known.styled
        || known.capitals
        || page
            .lines
            .iter()
            .filter(|line| look(page, line) == known)
            .count()
            <= count * 2;
    let similar: Vec<usize> = page
        .numbered()
        .filter(|(_, line, words)| look(page, line) == known && words.chars().count() <= 40)
        .map(|(number, _, _)| number)
        .collect();
    if count < 2 || !marked || similar.len() > count * 2 {
        return;
    }
    let first = found.iter().position(Option::is_some).unwrap_or(0);
    let kinds = kinds_below(found);
    let is_head = |number: usize| {
        let in_work = kinds.get(number) == Some(&SectionKind::Experience);
        in_work && (begins_entry(page, number) || begins_form(page, number))
    };
    let is_heading = |number: &usize| *number > first && !is_head(*number);
    for number in similar.into_iter().filter(is_heading) {
        let words = page.line(number);
        let plain =
            !words.contains(|c: char| c.is_ascii_digit() || matches!(c, '\t' | ',' | '|' | '@'));
        if let (Some(line), Some(slot)) = (page.lines.get(number), found.get_mut(number))
            && slot.is_none()
            && !heads_tasks(words)
            && plain
            && (line.size > page.body_size + 0.9 || line.heading)
        {
            *slot = Some(Heading {
                kind: SectionKind::Other,
                body_start: line.span.end,
            });
        }
    }
}

/// Returns for each line the kind of the last heading.
pub(super) fn kinds_below(found: &[Option<Heading>]) -> Vec<SectionKind> {
    let mut kind = SectionKind::Contact;
    let kinds = found.iter().map(|heading| {
        kind = heading.map_or(kind, |heading| heading.kind);
        kind
    });
    kinds.collect()
}

/// Returns whether a short line contains the dates of an entry.
pub(super) fn has_entry_dates(words: &str) -> bool {
    words.len() <= MAX_ENTRY_BYTES && !super::dates::find_ranges(words, 0).is_empty()
}

//! Finds sections: where each begins, and what it is about.

use std::collections::HashMap;

use shortlist_domain::{Section, SectionKind, Span};
use shortlist_vocabulary::find_language;

use super::education::real_degree;
use super::fillers::heads_tasks;
use super::headings::{beginning_kind, ending_kind, exact_kind, misspelt_kind};
use super::labels::{Field, labelled};
use super::page::{Page, is_all_capitals, is_sidebar, without_bullet};
use super::paragraphs::names_title;
use super::skill_rows;
use crate::{Region, TextLine};

/// The maximum length of a heading. A longer line is not a heading.
const MAX_HEADING_CHARS: usize = 60;

/// The maximum length of a line with the dates of an entry, in bytes.
const MAX_ENTRY_BYTES: usize = 160;
/// The minimum number of headings that show the style of all.
const MIN_HEADINGS: usize = 2;
/// The number of lines from the head of an entry to its dates.
const ENTRY_HEAD_LINES: usize = 3;

/// The style of a line. Headings of a document share a style.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Look {
    tenths: i64,
    bold: bool,
    capitals: bool,
    styled: bool,
}

/// A heading and the start of its body.
#[derive(Debug, Clone, Copy)]
struct Heading {
    kind: SectionKind,
    body_start: usize,
}

/// Returns the sections in text order. Text before the first heading is contact data.
pub(super) fn find_sections(page: &Page<'_>) -> Vec<Section> {
    let headings = find_headings(page);
    let mut sections: Vec<Section> = Vec::new();
    // Each flow continues its last section. The sidebar is one flow, and the rest is the other.
    let mut flows = [SectionKind::Contact; 2];
    let mut last_flow = None;
    for ((_, line, _), heading) in page.numbered().zip(headings) {
        let sidebar = usize::from(is_sidebar(line.region));
        let margin = matches!(line.region, Region::Header | Region::Footer | Region::Note);
        let flow = if margin { 2 } else { sidebar };
        let kind = match heading {
            Some(heading) => heading.kind,
            None if margin => SectionKind::Contact,
            None => flows.get(flow).copied().unwrap_or(SectionKind::Other),
        };
        if let Some(known) = flows.get_mut(flow) {
            *known = kind;
        }
        let continues = heading.is_none() && last_flow == Some(flow);
        match sections.last_mut().filter(|_| continues) {
            Some(section) => section.span.end = line.span.end,
            None => sections.push(Section {
                kind,
                span: line.span,
                body_start: heading.map_or(line.span.start, |heading| heading.body_start),
            }),
        }
        last_flow = Some(flow);
    }
    sections
}

/// Returns the section of each line. The body of a line that is only a heading is empty.
pub(super) fn kinds_of_lines(page: &Page<'_>, sections: &[Section]) -> Vec<LineKind> {
    let mut kinds = Vec::with_capacity(page.lines.len());
    let mut at = 0;
    for line in page.lines {
        while sections
            .get(at)
            .is_some_and(|section| section.span.end <= line.span.start)
        {
            at += 1;
        }
        let section = sections.get(at);
        kinds.push(LineKind {
            kind: section.map_or(SectionKind::Other, |section| section.kind),
            section: at,
            body: section.map_or(line.span, |section| {
                Span::new(
                    section.body_start.clamp(line.span.start, line.span.end),
                    line.span.end,
                )
            }),
        });
    }
    kinds
}

/// The section of a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct LineKind {
    /// The kind of its section.
    pub(super) kind: SectionKind,
    /// The index of its section.
    pub(super) section: usize,
    /// The line without its heading. It is empty if the line is only a heading.
    pub(super) body: Span,
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

fn find_headings(page: &Page<'_>) -> Vec<Option<Heading>> {
    let mut kind = SectionKind::Contact;
    let mut found: Vec<Option<Heading>> = Vec::with_capacity(page.lines.len());
    let coloned = end_in_colons(page);
    for (number, line, words) in page.numbered() {
        let current = Current { kind, coloned };
        let whole = whole_heading(page, number, line, words, current).map(|kind| Heading {
            kind,
            body_start: line.span.end,
        });
        let heading = whole.or_else(|| {
            inline_heading(line, words, kind).filter(|heading| {
                heading.kind != SectionKind::Skills || !is_in_entry(page, number, line)
            })
        });
        if let Some(heading) = heading {
            kind = heading.kind;
        }
        found.push(heading);
    }
    end_by_look(page, &mut found);
    continue_work(page, &mut found);
    separate_skills(page, &mut found);
    found
}

/// Makes a section of each list of skills that no heading announces. The section around it continues below.
fn separate_skills(page: &Page<'_>, found: &mut [Option<Heading>]) {
    let kinds = kinds_below(found);
    for list in skill_rows::lists(page, &kinds) {
        let around = kinds.get(list.start).copied().unwrap_or(SectionKind::Other);
        for (number, kind) in [(list.start, SectionKind::Skills), (list.end, around)] {
            if let (Some(line), Some(slot)) = (page.lines.get(number), found.get_mut(number)) {
                let body_start = line.span.start;
                slot.get_or_insert(Heading { kind, body_start });
            }
        }
    }
}

/// Removes the headings of lists inside a job, such as `Technologies`: they look unlike the heading of the work experience, and
/// another job is below them.
fn continue_work(page: &Page<'_>, found: &mut [Option<Heading>]) {
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
    let near = [number.checked_sub(1), Some(number), number.checked_add(1)];
    let near = || near.iter().flatten().map(|line| page.line(*line));
    let is_item = page.lines.get(number).is_none_or(|line| line.list_item);
    !is_item
        && has_entry_dates(page.line(number))
        && near().any(names_title)
        && !near().any(|words| real_degree(words).is_some())
}

/// Returns the kind of a line that is only a heading.
fn whole_heading(
    page: &Page<'_>,
    number: usize,
    line: &TextLine,
    words: &str,
    current: Current,
) -> Option<SectionKind> {
    // A bracket that was opened on the line above belongs to a sentence.
    let is_rest = words.contains(')') && !words.contains('(');
    if words.chars().count() > MAX_HEADING_CHARS || words.contains('\t') || is_rest {
        return None;
    }
    let capitals = is_all_capitals(words);
    let larger = line.size > page.body_size + 0.4;
    let styled = line.heading || capitals || line.bold || larger || words.trim_end().ends_with(':');
    if let Some(kind) = exact_kind(words) {
        let begins_lower = words
            .chars()
            .find(|c| c.is_alphabetic())
            .is_some_and(char::is_lowercase);
        let ends_prose = words.ends_with(['.', ',', ';']);
        let follows_prose = begins_lower || ends_prose || (line.list_item && !styled);
        let weak = weak_inside(kind, current, words) && !(larger || line.heading);
        return (!weak && (!follows_prose || line.heading)).then_some(kind);
    }
    if !styled || (line.list_item && !line.heading) || number == 0 {
        return None;
    }
    let strong = line.heading || larger || capitals || (line.gap_above && line.bold);
    let kind = ending_kind(words)
        .or_else(|| misspelt_kind(words))
        .or_else(|| beginning_kind(words))?;
    let weak = weak_inside(kind, current, words);
    (strong
        && !weak
        && !words.contains(['|', '@'])
        && !words.contains(|c: char| c.is_ascii_digit()))
    .then_some(kind)
}

/// What is known where a line begins.
#[derive(Debug, Clone, Copy)]
struct Current {
    /// The kind of the section above.
    kind: SectionKind,
    /// Whether the headings of the document end in colons.
    coloned: bool,
}

/// Returns whether most of the lines that are certainly headings end in a colon.
fn end_in_colons(page: &Page<'_>) -> bool {
    let is_certain = |words: &str| {
        let is_short = words.chars().count() <= MAX_HEADING_CHARS && !words.contains('\t');
        let kind = exact_kind(words).filter(|_| is_short);
        kind.is_some_and(|kind| {
            matches!(
                kind,
                SectionKind::Experience | SectionKind::Education | SectionKind::Personal
            )
        })
    };
    let headings = page.numbered().filter(|(_, _, words)| is_certain(words));
    let (mut all, mut coloned) = (0, 0);
    for (_, _, words) in headings {
        all += 1;
        coloned += usize::from(words.trim_end().ends_with(':'));
    }
    all >= MIN_HEADINGS && coloned == all
}

/// Returns whether a label in a job or a skills table only looks like a heading.
fn weak_inside(kind: SectionKind, current: Current, words: &str) -> bool {
    // `Portfolio 1 :-` is a label, too.
    let label = words.trim_end_matches([' ', '-', '–']).ends_with(':') && !current.coloned;
    let current = current.kind;
    let in_work = matches!(current, SectionKind::Experience | SectionKind::Projects);
    match kind {
        SectionKind::Skills | SectionKind::Awards | SectionKind::Summary | SectionKind::Other => {
            in_work && label && !is_all_capitals(words)
        }
        SectionKind::Projects => current == SectionKind::Experience && label,
        SectionKind::Contact => in_work || current == SectionKind::References,
        _ => false,
    }
}

/// Returns the heading at the start of a line: `Skills: Java, Go`, or the first cell of a row `EDUCATION<TAB>…`.
fn inline_heading(line: &TextLine, words: &str, current: SectionKind) -> Option<Heading> {
    let colon = words.find([':', '：']);
    let tab = words.find('\t');
    let at = match (colon, tab) {
        (Some(colon), Some(tab)) => colon.min(tab),
        (Some(at), None) | (None, Some(at)) => at,
        (None, None) => return None,
    };
    let (label, rest) = (words.get(..at)?, words.get(at..)?);
    let rest = rest.trim_start_matches([':', '：', '\t', ' ', '-']);
    let kind = exact_kind(without_bullet(label))?;
    let skip = words.len() - rest.len();
    let in_work = matches!(current, SectionKind::Experience | SectionKind::Projects);
    let allowed = match kind {
        SectionKind::Languages => rest
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| find_language(word).is_some()),
        // `学历：本科` is a field of a form, not a section.
        SectionKind::Education if rest.chars().count() < 6 && !rest.is_empty() => false,
        SectionKind::Skills | SectionKind::Education | SectionKind::Experience => {
            let in_skills = current == SectionKind::Skills;
            !in_work && (!in_skills || kind == SectionKind::Education || is_dated(kind, rest))
                || (tab == Some(at) && is_all_capitals(label))
        }
        SectionKind::Interests | SectionKind::References => true,
        SectionKind::Summary
        | SectionKind::Certificates
        | SectionKind::Awards
        | SectionKind::Publications => {
            !in_work
                && current != SectionKind::Skills
                && (line.bold || is_all_capitals(label) || tab == Some(at))
        }
        _ => false,
    };
    allowed.then_some(Heading {
        kind,
        body_start: line.span.start + skip,
    })
}

/// Returns whether a line belongs to the entry above: `Software: SAP` below dates and a title.
fn is_in_entry(page: &Page<'_>, number: usize, line: &TextLine) -> bool {
    let mut above = (1..=ENTRY_HEAD_LINES).filter_map(|up| number.checked_sub(up));
    !line.gap_above && !line.bold && above.any(|above| has_entry_dates(page.line(above)))
}

/// Returns whether a text after `Experience` is work. `Acme 2009 - 2011` is, `Java` is not.
fn is_dated(kind: SectionKind, rest: &str) -> bool {
    kind == SectionKind::Experience && !super::dates::find_ranges(rest, 0).is_empty()
}

/// Returns for each line the kind of the last heading.
fn kinds_below(found: &[Option<Heading>]) -> Vec<SectionKind> {
    let mut kind = SectionKind::Contact;
    let kinds = found.iter().map(|heading| {
        kind = heading.map_or(kind, |heading| heading.kind);
        kind
    });
    kinds.collect()
}

/// Returns whether a short line contains the dates of an entry.
fn has_entry_dates(words: &str) -> bool {
    words.len() <= MAX_ENTRY_BYTES && !super::dates::find_ranges(words, 0).is_empty()
}

/// Returns whether a line begins an entry with dates and a title, and no degree.
fn begins_entry(page: &Page<'_>, number: usize) -> bool {
    let lines = || (number..number + ENTRY_HEAD_LINES).map(|line| page.line(line));
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
fn end_by_look(page: &Page<'_>, found: &mut [Option<Heading>]) {
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
            && !heads_tasks(words.trim_end_matches([':', '-', '–', ' ']))
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

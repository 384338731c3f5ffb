//! Finds sections: where each begins, and what it is about.

use shortlist_domain::{Section, SectionKind, Span};
use shortlist_vocabulary::find_language;

use super::headings::{beginning_kind, ending_kind, exact_kind, leading_kind, misspelt_kind};
use super::page::{Page, is_all_capitals, is_sidebar, without_bullet};
use super::section_looks::{
    ENTRY_HEAD_LINES, Heading, continue_work, end_by_look, has_entry_dates, kinds_below,
};
use super::skill_rows;
use crate::{Region, TextLine};

/// The maximum length of a heading. A longer line is not a heading.
const MAX_HEADING_CHARS: usize = 60;
/// The minimum number of headings that show the style of all.
const MIN_HEADINGS: usize = 2;

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
    leave_out_stray(page, &mut found);
    end_by_look(page, &mut found);
    continue_work(page, &mut found);
    separate_skills(page, &mut found);
    found
}

/// Makes the first line no heading if contacts follow it and the same heading comes again. It is a text box from another part of the
/// page.
fn leave_out_stray(page: &Page<'_>, found: &mut [Option<Heading>]) {
    const HEAD_LINES: usize = 6;
    let Some((Some(first), others)) = found.split_first_mut() else {
        return;
    };
    let head = others.iter().take(HEAD_LINES).take_while(|it| it.is_none());
    let mut head = page.lines.iter().skip(1).take(head.count());
    let is_repeated = others.iter().flatten().any(|it| it.kind == first.kind);
    if is_repeated && head.any(|line| page.flat.text.quote(line.span).contains('@')) {
        first.kind = SectionKind::Contact;
    }
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

/// Returns the kind of a line that is only a heading.
fn whole_heading(
    page: &Page<'_>,
    number: usize,
    line: &TextLine,
    words: &str,
    current: Current,
) -> Option<SectionKind> {
    let words = without_rule(words);
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
    let words = words.trim_end_matches(';');
    let kind = ending_kind(words)
        .or_else(|| misspelt_kind(words))
        .or_else(|| beginning_kind(words))
        .or_else(|| leading_kind(words))?;
    let weak = weak_inside(kind, current, words);
    (strong
        && !weak
        && !names_degree_or_board(kind, current, words)
        && !words.contains(['|', '@'])
        && !words.contains(|c: char| c.is_ascii_digit()))
    .then_some(kind)
}

/// Returns a heading without the line that is drawn after it: `EDUCATION _________`.
fn without_rule(words: &str) -> &str {
    const SHORTEST: usize = 3;
    let is_drawn = |c: char| matches!(c, '_' | '=' | '~' | '*' | '-' | '–' | '—' | '¯' | '.' | '…');
    let kept = words.trim_end_matches(is_drawn);
    let drawn = words.chars().count() - kept.chars().count();
    if drawn >= SHORTEST {
        kept.trim_end()
    } else {
        words
    }
}

/// Returns whether a line in an education section names a degree or a school, and only ends like a heading: `Bachelor of Education`,
/// `Central Board of Secondary Education`.
fn names_degree_or_board(kind: SectionKind, current: Current, words: &str) -> bool {
    let is_same = kind == SectionKind::Education && current.kind == kind;
    is_same && words.to_lowercase().contains(" of ")
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
        let kind = is_short.then(|| exact_kind(words)).flatten();
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

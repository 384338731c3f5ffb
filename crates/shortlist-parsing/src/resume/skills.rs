//! Skills: the items of skills sections as written, and what the vocabulary finds elsewhere.

use std::collections::HashSet;

use shortlist_domain::{FoundSkill, Section, SectionKind, Span};
use shortlist_vocabulary::{Vocabulary, find_language, find_proficiency, fold_key};

use super::page::{Page, is_bullet, without_bullet};
use super::sections::LineKind;

/// A longer item is prose.
const MAX_ITEM_CHARS: usize = 60;
/// An item of more words is prose.
const MAX_ITEM_WORDS: usize = 7;
/// A longer label before a colon is an item itself.
const MAX_LABEL_WORDS: usize = 6;
/// More skills than these are a keyword list.
const MAX_SKILLS: usize = 400;

/// With so many listed skills, the body's words are not looked through.
const MIN_LISTED: usize = 5;

struct Finder<'a> {
    page: &'a Page<'a>,
    instructions: &'a [Span],
    seen: HashSet<String>,
    found: Vec<FoundSkill>,
}

/// The skills, each once, in the order of the text.
pub(super) fn find_skills(
    page: &Page<'_>,
    kinds: &[LineKind],
    sections: &[Section],
    instructions: &[Span],
) -> Vec<FoundSkill> {
    let mut finder = Finder {
        page,
        instructions,
        seen: HashSet::new(),
        found: Vec::new(),
    };
    for group in groups(page, kinds) {
        finder.take_group(group);
    }
    // A list of their own says it better than every word of the body.
    let listed = finder.found.len() >= MIN_LISTED;
    for section in sections.iter().filter(|section| {
        has_body_hits(section.kind) && (!listed || section.kind == SectionKind::Skills)
    }) {
        finder.scan(
            Span::new(section.body_start, section.span.end),
            section.kind,
        );
    }
    finder.found.sort_by_key(|skill| skill.span);
    finder.found
}

fn has_body_hits(kind: SectionKind) -> bool {
    matches!(
        kind,
        SectionKind::Summary
            | SectionKind::Experience
            | SectionKind::Projects
            | SectionKind::Skills
            | SectionKind::Contact
            | SectionKind::Other
            | SectionKind::Certificates
    )
}

/// Stretches of skills sections that belong together: a line, and those that it wraps into.
fn groups(page: &Page<'_>, kinds: &[LineKind]) -> Vec<Span> {
    let mut groups: Vec<Span> = Vec::new();
    let mut previous: Option<usize> = None;
    for (number, kind) in kinds.iter().enumerate() {
        if kind.kind != SectionKind::Skills || kind.body.start >= kind.body.end {
            previous = None;
            continue;
        }
        let wraps = previous
            .is_some_and(|previous| previous + 1 == number && wraps(page, previous, number));
        match groups.last_mut().filter(|_| wraps) {
            Some(group) => group.end = kind.body.end,
            None => groups.push(kind.body),
        }
        previous = Some(number);
    }
    groups
}

/// Whether a line goes on in the next one.
fn wraps(page: &Page<'_>, first: usize, second: usize) -> bool {
    let (above, below) = (page.line(first), page.line(second));
    let Some(line) = page.lines.get(second) else {
        return false;
    };
    let above_line = page.lines.get(first);
    let begins = line.list_item || below.starts_with(is_bullet) || line.gap_above || line.heading;
    let labelled = below.find([':', '：']).is_some_and(|at| {
        below
            .get(..at)
            .is_some_and(|label| label.split_whitespace().count() <= MAX_LABEL_WORDS)
    });
    if begins
        || labelled
        || above.contains('\t')
        || below.contains('\t')
        || above_line.is_some_and(|above| above.block != line.block)
    {
        return false;
    }
    let open = above.matches('(').count() > above.matches(')').count();
    let trailing =
        above.trim_end().ends_with([',', '&', '/']) || above.trim_end().ends_with(" and");
    let listed = above.matches(',').count() >= 2 && above.chars().count() >= 55;
    let lower = below.starts_with(char::is_lowercase) && above.chars().count() >= 45;
    open || trailing || listed || lower
}

impl Finder<'_> {
    fn take_group(&mut self, span: Span) {
        let text = self.page.text.get(span.start..span.end).unwrap_or("");
        if self
            .instructions
            .iter()
            .any(|bad| bad.start < span.end && span.start < bad.end)
        {
            return;
        }
        for cell in pieces(text, 0, |c| c == '\t') {
            let cell_text = text.get(cell.start..cell.end).unwrap_or("");
            let skip = label_end(cell_text);
            let body = cell_text.get(skip..).unwrap_or("");
            let offset = span.start + cell.start + skip;
            for item in items(body) {
                self.take_item(Span::new(offset + item.start, offset + item.end));
            }
        }
    }

    fn take_item(&mut self, span: Span) {
        let text = self.page.text.get(span.start..span.end).unwrap_or("");
        let Some((item, start)) = tidy(text) else {
            return;
        };
        let words = item.split_whitespace().count();
        let chars = item.chars().count();
        let place = Span::new(span.start + start, span.start + start + item.len());
        let prose =
            words > MAX_ITEM_WORDS || chars > MAX_ITEM_CHARS || (words > 3 && item.ends_with('.'));
        if prose || chars == 0 || is_no_skill(item) {
            return;
        }
        let item = item.replace('\n', " ");
        let vocabulary = Vocabulary::built_in();
        let name = vocabulary
            .find(&item)
            .map_or_else(|| item.clone(), |id| vocabulary.name(id).to_owned());
        self.push(name, place, SectionKind::Skills);
    }

    fn scan(&mut self, span: Span, kind: SectionKind) {
        let text = self.page.text.get(span.start..span.end).unwrap_or("");
        let vocabulary = Vocabulary::built_in();
        for hit in vocabulary.scan(text) {
            let place = Span::new(span.start + hit.span.start, span.start + hit.span.end);
            let instructed = self.instructions.iter().any(|bad| bad.contains(place));
            let inside_item = kind == SectionKind::Skills
                && self.found.iter().any(|known| {
                    known.section == SectionKind::Skills && known.span.contains(place)
                });
            if !hit.ambiguous && !vocabulary.is_soft(hit.skill) && !instructed && !inside_item {
                self.push(vocabulary.name(hit.skill).to_owned(), place, kind);
            }
        }
    }

    fn push(&mut self, name: String, span: Span, section: SectionKind) {
        let key = fold_key(&name);
        if !key.is_empty() && self.found.len() < MAX_SKILLS && self.seen.insert(key) {
            self.found.push(FoundSkill {
                name,
                span,
                section,
            });
        }
    }
}

/// The pieces of a text between separators.
fn pieces(text: &str, offset: usize, is_border: impl Fn(char) -> bool) -> Vec<Span> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, c) in text.char_indices() {
        if is_border(c) {
            found.push(Span::new(offset + start, offset + at));
            start = at + c.len_utf8();
        }
    }
    found.push(Span::new(offset + start, offset + text.len()));
    found
}

/// Where a cell's items begin, behind `Languages:`.
fn label_end(cell: &str) -> usize {
    let Some((at, c)) = cell.char_indices().find(|(_, c)| matches!(c, ':' | '：')) else {
        return 0;
    };
    let label = cell.get(..at).unwrap_or("");
    let behind = cell.get(at + c.len_utf8()..).unwrap_or("");
    let short = label.split_whitespace().count() <= MAX_LABEL_WORDS && !label.contains(',');
    if short && !behind.starts_with("//") {
        at + c.len_utf8()
    } else {
        0
    }
}

/// The items of a list: parted by commas, bars and bullets outside brackets.
fn items(text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    let mut depth = 0_usize;
    let mut start = 0;
    let closed = text.matches('(').count() <= text.matches(')').count();
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' if closed => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let bullet = is_bullet(c) && !matches!(c, '-' | '–' | '—' | '*' | '>' | '~');
        let border = matches!(c, ',' | ';' | '|' | '，' | '、' | '；' | '\u{2022}') || bullet;
        if border && depth == 0 {
            found.push(Span::new(start, at));
            start = at + c.len_utf8();
        }
    }
    found.push(Span::new(start, text.len()));
    found
}

/// An item without bullets, `and`, its bar of a rating and a full stop; and where it starts.
fn tidy(text: &str) -> Option<(&str, usize)> {
    let mut item =
        without_bullet(text).trim_start_matches(|c: char| c.is_whitespace() || is_bullet(c));
    for word in ["and ", "& ", "etc"] {
        item = item.strip_prefix(word).unwrap_or(item);
    }
    let start = text.len() - item.len();
    let item = item.trim_end_matches(|c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '.' | ','
                    | ':'
                    | ';'
                    | '-'
                    | '–'
                    | '|'
                    | '★'
                    | '☆'
                    | '●'
                    | '○'
                    | '•'
                    | '…'
                    | '■'
                    | '□'
            )
    });
    let item = item
        .strip_suffix(" etc")
        .unwrap_or(item)
        .trim_end_matches([' ', ',']);
    (!item.is_empty()).then_some((item, start))
}

/// Levels, languages, numbers and links are no skills.
fn is_no_skill(item: &str) -> bool {
    let letters = item.chars().filter(|c| c.is_alphabetic()).count();
    let dated = letters == 0 || item.contains('@') || item.contains("http");
    dated || find_language(item).is_some() || find_proficiency(item).is_some()
}

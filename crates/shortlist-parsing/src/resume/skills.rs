//! Finds skills: the items of skills sections as written, and the skills of the vocabulary in other sections.

mod items;
mod levels;
mod lines;
mod shape;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use shortlist_domain::{FoundSkill, Section, SectionKind, Span};
use shortlist_vocabulary::{Vocabulary, find_language, find_proficiency, fold_key};

use super::headings::exact_kind;
use super::page::{Page, is_bullet};
use super::sections::LineKind;
use items::Piece;
pub(super) use items::heads_like_group;
use levels::is_level;
use lines::{Group, groups, is_head};
pub(super) use shape::is_ideograph;
use shape::{MAX_ITEM_WORDS, bracketed, is_prose, parts, with_last_pair_split};

/// The maximum length of an item. A longer one is prose.
const MAX_ITEM_CHARS: usize = 60;

/// The maximum number of skills. More skills form a keyword list.
const MAX_SKILLS: usize = 400;
/// A section is prose if it has at least this many sentences and they are at least half of its lines.
const MIN_SENTENCES: usize = 3;
/// Where fewer than one of this many items begins in small letters, those items are rests of sentences.
const MIN_CAPITALS: usize = 2;
/// With at least this many listed skills, other sections are not searched.
const MIN_LISTED: usize = 2;

struct Finder<'a> {
    page: &'a Page<'a>,
    instructions: &'a [Span],
    seen: HashSet<String>,
    /// What was listed, in the words of the resume.
    seen_wordings: HashSet<String>,
    found: Vec<FoundSkill>,
    /// The prose of skills sections.
    prose: Vec<Span>,
}

/// Returns the skills without duplicates, in text order.
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
        seen_wordings: HashSet::new(),
        found: Vec::new(),
        prose: Vec::new(),
    };
    for section in groups(page, kinds).chunk_by(|one, next| one.section == next.section) {
        finder.take_section(section);
    }
    // A separate list is better evidence than the words of other sections.
    if finder.found.len() < MIN_LISTED {
        for prose in std::mem::take(&mut finder.prose) {
            finder.scan(prose, SectionKind::Skills);
        }
        for section in sections
            .iter()
            .filter(|section| has_body_hits(section.kind))
        {
            let body = Span::new(section.body_start, section.span.end);
            finder.scan(body, section.kind);
        }
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
            | SectionKind::Contact
            | SectionKind::Other
            | SectionKind::Certificates
    )
}

impl<'a> Finder<'a> {
    /// Adds the items of a section. In a section that is mostly prose, only skills of the vocabulary are kept.
    fn take_section(&mut self, groups: &[Group]) {
        let (first, prose_before) = (self.found.len(), self.prose.len());
        for group in groups.iter().filter(|group| !group.head) {
            self.take_group(group.span);
        }
        let sentences = self.prose.len() - prose_before;
        let is_prose = sentences >= MIN_SENTENCES && sentences * 2 >= groups.len();
        let listed = self.found.split_off(first);
        let is_rest = |skill: &FoundSkill| {
            let words = self.page.text.get(skill.span.start..skill.span.end);
            words.is_some_and(|words| words.starts_with(char::is_lowercase))
        };
        let rests = listed.iter().filter(|skill| is_rest(skill)).count();
        // Among capitals, a phrase in small letters is the rest of a sentence: `responsible for` / `daily reports`.
        let few = rests * MIN_CAPITALS < listed.len();
        let is_known = |skill: &FoundSkill| self.page.vocabulary.find(&skill.name).is_some();
        let kept: Vec<FoundSkill> = listed
            .into_iter()
            .filter(|skill| is_known(skill) || !(is_prose || few && is_rest(skill)))
            .collect();
        self.found.extend(kept);
    }

    fn take_group(&mut self, span: Span) {
        let text = self.page.text.get(span.start..span.end).unwrap_or("");
        let instructed = self
            .instructions
            .iter()
            .any(|bad| bad.start < span.end && span.start < bad.end);
        if instructed || is_of_another_kind(text) {
            return;
        }
        let row = Piece {
            text,
            start: span.start,
        };
        let cells: Vec<_> = row
            .split(|c| c == '\t')
            .into_iter()
            .filter(|cell| cell.text.contains(char::is_alphanumeric))
            .collect();
        let bare = !text.trim_start().starts_with(is_bullet);
        let head = |cell: &&Piece<'_>| bare && is_head(cell.text);
        if cells.iter().all(|cell| head(&cell)) {
            return;
        }
        let skipped = usize::from(cells.len() > 1 && is_row_label(&cells, self.page.vocabulary));
        for cell in cells.into_iter().skip(skipped) {
            self.take_cell(cell);
        }
    }

    fn take_cell(&mut self, cell: Piece<'a>) {
        let body = cell.without_labels().without_dashed_label();
        let items = body.items();
        if is_prose(&items) {
            self.prose.push(body.span());
            return;
        }
        let listed = items.len() > 1 || body.start > cell.start;
        for item in with_last_pair_split(items) {
            let bare = item.tidy().without_brackets();
            if bare.text.len() < item.tidy().text.len() {
                let inner = bare.items();
                let listed = inner.len() > 1;
                inner
                    .into_iter()
                    .for_each(|item| self.take_item(item, listed));
            } else {
                self.take_item(item, listed);
            }
        }
    }

    fn take_item(&mut self, item: Piece<'a>, listed: bool) {
        let item = item
            .tidy()
            .without_number()
            .without_labels()
            .without_lead()
            .tidy()
            .without_level();
        if item.text.is_empty() || is_no_skill(item.text) {
            return;
        }
        for part in parts(item, listed, self.page.vocabulary) {
            let part = part.tidy().without_lead().without_level();
            self.take_part(part);
        }
    }

    fn take_part(&mut self, item: Piece<'a>) {
        let chars = item.text.chars().count();
        if chars == 0 || is_no_skill(item.text) {
            return;
        }
        let long = item.open_words() > MAX_ITEM_WORDS || chars > MAX_ITEM_CHARS;
        let ideographs = item.text.chars().filter(|c| is_ideograph(*c)).count();
        let sentence = ideographs > 8
            || ideographs > 0 && item.text.contains(|c: char| c.is_ascii_alphabetic());
        if long || sentence {
            self.scan(item.span(), SectionKind::Skills);
            return;
        }
        let vocabulary = self.page.vocabulary;
        let bare = item.without_adjective();
        let plain = vocabulary.find(item.text).is_none() && vocabulary.find(bare.text).is_some();
        let item = if plain { bare } else { item };
        let words = item.text.replace('\n', " ");
        let inner = bracketed(item, vocabulary);
        match vocabulary.find(&words) {
            Some(id) => self.push_listed(vocabulary.name(id), item.span()),
            // `Database servers (MySQL, MongoDB)` names two skills. `Database servers` is neither of them.
            None if inner.len() > 1 => {}
            None => self.push_listed(&words, item.span()),
        }
        // `Office (Word, Excel)` names three.
        if inner.len() > 1 {
            for (id, span) in inner {
                self.push_listed(vocabulary.name(id), span);
            }
        }
    }

    /// Adds a listed skill. Two versions of one skill are listed apart: `Windows 7, Windows 10`.
    fn push_listed(&mut self, name: &str, span: Span) {
        let words = self.page.text.get(span.start..span.end).unwrap_or(name);
        let is_version = words.contains(|c: char| c.is_ascii_digit());
        let is_new = self.seen.insert(fold_key(name));
        let is_new_wording = self.seen_wordings.insert(fold_key(words));
        if (is_new || is_version && is_new_wording) && self.found.len() < MAX_SKILLS {
            self.found.push(FoundSkill {
                name: name.to_owned(),
                span,
                section: SectionKind::Skills,
            });
        }
    }

    fn scan(&mut self, span: Span, kind: SectionKind) {
        if self.found.len() >= MAX_SKILLS {
            return;
        }
        let text = self.page.text.get(span.start..span.end).unwrap_or("");
        let vocabulary = self.page.vocabulary;
        for hit in vocabulary.scan(text) {
            let hit_span = Span::new(span.start + hit.span.start, span.start + hit.span.end);
            let instructed = self.instructions.iter().any(|bad| bad.contains(hit_span));
            let inside_item = kind == SectionKind::Skills
                && self.found.iter().any(|known| {
                    known.section == SectionKind::Skills && known.span.contains(hit_span)
                });
            if !hit.ambiguous && !vocabulary.is_soft(hit.skill) && !instructed && !inside_item {
                self.push(vocabulary.name(hit.skill).to_owned(), hit_span, kind);
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

/// Returns whether the label of a group belongs to another kind of section: `Experience: 2 years in sales`.
fn is_of_another_kind(text: &str) -> bool {
    let Some((label, rest)) = text.split_once([':', '：']) else {
        return false;
    };
    match exact_kind(label) {
        None | Some(SectionKind::Skills | SectionKind::Other) => false,
        // These are programming languages, unless one of them is a spoken language.
        Some(SectionKind::Languages) => rest
            .split(|c: char| !c.is_alphanumeric())
            .any(|word| find_language(word).is_some()),
        Some(_) => true,
    }
}

/// Returns whether the first cell of a row is a label for the others.
fn is_row_label(cells: &[Piece<'_>], vocabulary: &Vocabulary) -> bool {
    let Some((first, rest)) = cells.split_first() else {
        return false;
    };
    let coloned = first.text.trim_end().ends_with([':', '：'])
        || rest
            .first()
            .is_some_and(|cell| cell.text.trim_start().starts_with([':', '：']));
    let lists = |cell: &Piece<'_>| cell.text.contains([',', ';', '、', '，', '،']);
    let listed = !lists(first) && first.words() <= 4 && rest.iter().any(lists);
    coloned || heads_like_group(first.text) || (listed && vocabulary.find(first.text).is_none())
}

/// Returns whether an item is a level, a language, a number or a link instead of a skill.
fn is_no_skill(item: &str) -> bool {
    let letters = item.chars().filter(|c| c.is_alphabetic()).count();
    let linked = item.contains('@') || item.contains("http") || item.contains("www.");
    letters == 0
        || linked
        || is_level(item)
        || find_language(item).is_some()
        || find_proficiency(item).is_some()
}

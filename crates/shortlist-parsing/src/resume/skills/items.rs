//! Splits a line of skills into items, and removes labels, lead-ins and levels from them.

use shortlist_domain::Span;

use super::super::page::is_bullet;
use super::super::words::SkillWords;
use super::levels::level_start;

/// The maximum number of words of a label before a colon. A longer label is an item.
const MAX_LABEL_WORDS: usize = 6;
/// The maximum number of words of a lead-in (`have hands-on experience working with`).
const MAX_LEAD_WORDS: usize = 8;
/// The maximum number of levels after a skill. Each one is searched in the whole item, which may be long.
const MAX_LEVELS: usize = 8;

/// A part of a text, with its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece<'a> {
    /// The text of the part.
    pub(super) text: &'a str,
    /// Its start offset.
    pub(super) start: usize,
}

impl<'a> Piece<'a> {
    /// Returns its span.
    pub(super) fn span(self) -> Span {
        Span::new(self.start, self.start + self.text.len())
    }

    /// Returns the bytes from one offset to another.
    fn part(self, from: usize, to: usize) -> Self {
        Self {
            text: self.text.get(from..to).unwrap_or(""),
            start: self.start + from,
        }
    }

    /// Returns the part without its first bytes.
    fn from(self, from: usize) -> Self {
        self.part(from, self.text.len())
    }

    /// Returns the part that consists of `rest`, which `text` ends with.
    fn rest(self, rest: &str) -> Self {
        self.from(self.text.len().saturating_sub(rest.len()))
    }

    /// Returns the number of words.
    pub(super) fn words(self) -> usize {
        self.text.split_whitespace().count()
    }

    /// Returns the number of words outside brackets.
    pub(super) fn open_words(self) -> usize {
        let mut depth = 0_usize;
        let open = self.text.split_inclusive(['(', ')']).map(|part| {
            let words = part.trim_end_matches(['(', ')']).split_whitespace().count();
            let counted = if depth == 0 { words } else { 0 };
            match part.chars().next_back() {
                Some('(') => depth += 1,
                Some(')') => depth = depth.saturating_sub(1),
                _ => {}
            }
            counted
        });
        open.sum()
    }

    /// Splits the part at separator characters.
    pub(super) fn split(self, is_border: impl Fn(char) -> bool) -> Vec<Self> {
        let mut found = Vec::new();
        let mut start = 0;
        for (at, c) in self.text.char_indices().filter(|(_, c)| is_border(*c)) {
            found.push(self.part(start, at));
            start = at + c.len_utf8();
        }
        found.push(self.from(start));
        found
    }

    /// Splits the part at a separator of several letters.
    pub(super) fn split_at(self, border: &str) -> Vec<Self> {
        let mut found = Vec::new();
        let mut start = 0;
        for (at, _) in self.text.match_indices(border) {
            found.push(self.part(start, at));
            start = at + border.len();
        }
        found.push(self.from(start));
        found
    }

    /// Removes bullets, spaces, closing signs and rating marks around the part.
    pub(super) fn tidy(self) -> Self {
        let front =
            |c: char| c.is_whitespace() || is_bullet(c) || matches!(c, ':' | '：' | ',' | '.');
        let kept = self.text.trim_start_matches(front);
        // `.NET` keeps its dot.
        let dotted = self
            .text
            .strip_suffix(kept)
            .is_some_and(|cut| cut.ends_with('.'));
        let kept = if kept.starts_with(char::is_alphabetic) && dotted {
            self.text
                .get(self.text.len() - kept.len() - 1..)
                .unwrap_or(kept)
        } else {
            kept
        };
        let mut piece = self.rest(kept);
        for word in ["and ", "& ", "or "] {
            piece = piece.rest(piece.text.strip_prefix(word).unwrap_or(piece.text));
        }
        let back = |c: char| {
            c.is_whitespace()
                || matches!(
                    c,
                    '.' | ',' | ':' | ';' | '-' | '|' | '…' | '，' | '。' | '；'
                )
                || (is_bullet(c) && !matches!(c, '*' | '>'))
        };
        let mut end = piece.text.trim_end_matches(back);
        for ending in [" etc", " and", "(etc)"] {
            end = end
                .strip_suffix(ending)
                .unwrap_or(end)
                .trim_end_matches(back);
        }
        piece.part(0, end.len())
    }

    /// Removes the number of an item in a numbered list: `2. Welding`, `b) Welding`.
    pub(super) fn without_number(self) -> Self {
        let number = self.text.split_inclusive(['.', ')']).next().unwrap_or("");
        let digits = number.trim_end_matches(['.', ')']).trim_start_matches('(');
        let is_number = matches!(digits.len(), 1..=2) && digits.bytes().all(|c| c.is_ascii_digit());
        let is_letter = digits.len() == 1 && digits.starts_with(|c: char| c.is_ascii_lowercase());
        let rest = self
            .text
            .strip_prefix(number)
            .unwrap_or(self.text)
            .trim_start();
        let is_marked = number.ends_with(')') || number.ends_with('.') && is_number;
        if is_marked && (is_number || is_letter) && rest.starts_with(char::is_alphabetic) {
            self.rest(rest)
        } else {
            self
        }
    }

    /// Removes leading labels such as `Languages:`, in any number.
    pub(super) fn without_labels(self) -> Self {
        let mut piece = self;
        while let Some((at, c)) = piece
            .text
            .char_indices()
            .find(|(_, c)| matches!(c, ':' | '：'))
        {
            let label = piece.text.get(..at).unwrap_or("");
            let after = piece.from(at + c.len_utf8());
            let glued = after.text.starts_with([':', '/']);
            if glued
                || label.contains([',', '('])
                || label.split_whitespace().count() > MAX_LABEL_WORDS
            {
                break;
            }
            piece = after;
        }
        piece
    }

    /// Removes a leading label such as `Machines operated - `.
    pub(super) fn without_dashed_label(self) -> Self {
        let dash = self.text.char_indices().find(|(at, c)| {
            let (before, after) = self.text.split_at_checked(*at).unwrap_or_default();
            let spaced = before.ends_with(' ')
                || after
                    .get(c.len_utf8()..)
                    .is_some_and(|after| after.starts_with(' '));
            matches!(c, '-' | '–' | '—') && spaced
        });
        let Some((at, c)) = dash else {
            return self;
        };
        let label = self.text.get(..at).unwrap_or("");
        let is_label = heads_like_group(label);
        if is_label {
            self.from(at + c.len_utf8())
        } else {
            self
        }
    }

    /// Splits the part into items at commas, bars and bullets outside brackets.
    pub(super) fn items(self) -> Vec<Self> {
        let mut found = Vec::new();
        let mut depth = 0_usize;
        let mut start = 0;
        let closed = self.text.matches('(').count() <= self.text.matches(')').count();
        for (at, c) in self.text.char_indices() {
            match c {
                '(' | '[' if closed => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            let bullet = is_bullet(c) && !matches!(c, '-' | '–' | '—' | '*' | '>' | '~');
            let listed = matches!(
                c,
                ',' | ';' | '，' | '、' | '；' | '،' | '؛' | '・' | '\u{2022}'
            ) || bullet;
            let sentence = c == '.' && ends_sentence(self.text, at);
            if (listed || sentence) && depth == 0 {
                found.push(self.part(start, at));
                start = at + c.len_utf8();
            }
        }
        found.push(self.from(start));
        found.retain(|part| !is_placeholder(part.text));
        found
    }

    /// Removes brackets around the whole part.
    pub(super) fn without_brackets(self) -> Self {
        let inner = self
            .text
            .strip_prefix('(')
            .and_then(|text| text.strip_suffix(')'));
        match inner.filter(|inner| !inner.contains(['(', ')'])) {
            Some(inner) => self.part(1, 1 + inner.len()),
            None => self,
        }
    }

    /// Returns the content of its first brackets.
    pub(super) fn in_brackets(self) -> Option<Self> {
        let open = self.text.find('(')? + 1;
        let length = self.text.get(open..)?.find(')')?;
        Some(self.part(open, open + length))
    }

    /// Removes a lead-in such as `good knowledge of`.
    pub(super) fn without_lead(self) -> Self {
        let ideographs = SkillWords::get().ideographs.iter();
        let rests = ideographs.filter_map(|lead| self.text.strip_prefix(lead));
        if let Some(rest) = rests.min_by_key(|rest| rest.len()) {
            return self.rest(rest).tidy();
        }
        let mut end = 0;
        let mut ends = Vec::new();
        for word in self.text.split_inclusive(' ').take(MAX_LEAD_WORDS) {
            end += word.len();
            ends.push(end);
        }
        let led = ends.iter().rev().find_map(|end| {
            let key = super::super::headings::heading_key(self.text.get(..*end)?);
            is_lead(&key).then_some(*end)
        });
        led.map_or(self, |end| self.from(end).tidy())
    }

    /// Removes one leading adjective, such as `basic`, that says how well the skill is known.
    pub(super) fn without_adjective(self) -> Self {
        match self.text.split_once(' ') {
            Some((first, rest)) if SkillWords::get().adjectives.contains(first) => self.rest(rest),
            _ => self,
        }
    }

    /// Removes trailing levels such as ` - good`, `(basic)`, `5 years` and `8/10`. Several may follow each other.
    pub(super) fn without_level(self) -> Self {
        let mut piece = self;
        for _ in 0..MAX_LEVELS {
            let Some(cut) = level_start(piece.text).filter(|at| *at > 0) else {
                break;
            };
            piece = piece.part(0, cut).tidy();
        }
        piece
    }
}

/// Returns whether a label says what a row is about.
pub(in crate::resume) fn heads_like_group(label: &str) -> bool {
    let label = label.trim_matches(|c: char| c.is_whitespace() || is_bullet(c) || c == ':');
    SkillWords::get().groups.contains(label)
        || super::super::headings::exact_kind(label) == Some(shortlist_domain::SectionKind::Skills)
        || label.rsplit_once(' ').is_some_and(|(_, last)| {
            label.split_whitespace().count() <= 3
                && SkillWords::get()
                    .group_endings
                    .contains(&last.to_lowercase())
        })
}

/// Returns whether a full stop ends a sentence: a word of at least three letters precedes it, and a capital follows.
fn ends_sentence(text: &str, at: usize) -> bool {
    let before = text.get(..at).unwrap_or("");
    let after = text.get(at + 1..).unwrap_or("");
    let long = before
        .rsplit(|c: char| !c.is_alphabetic())
        .next()
        .is_some_and(|word| word.chars().count() >= 3);
    long && after.starts_with(char::is_whitespace)
        && after.trim_start().starts_with(char::is_uppercase)
}

/// Returns whether a text is a lead-in with optional adjectives: `very good knowledge of`.
fn is_lead(key: &str) -> bool {
    let mut rest = key;
    loop {
        if SkillWords::get().leads.contains_key(rest) {
            return true;
        }
        let Some((first, after)) = rest.split_once(' ') else {
            return false;
        };
        if !SkillWords::get().adjectives.contains_key(first) {
            return false;
        }
        rest = after;
    }
}

/// Returns whether a part is a placeholder of a template: `[Compétence 1]`, `[Name of skill]`.
fn is_placeholder(part: &str) -> bool {
    let inner = part
        .trim()
        .strip_prefix('[')
        .and_then(|it| it.strip_suffix(']'));
    inner.is_some_and(|inner| inner.contains(' ') && !inner.contains(['[', ']', ',']))
}

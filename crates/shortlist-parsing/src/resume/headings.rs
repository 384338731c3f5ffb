//! Decides which words make a line a heading.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use hashbrown::{HashMap, HashSet};
use shortlist_domain::SectionKind;
use shortlist_vocabulary::{FromEntries, Pairs, WordListError, push_plain, steps};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use super::dates::is_misspelling;
use super::words::HeadingWords;

/// The minimum length of a word that may contain a typing error, in bytes.
const MIN_CORRECTED: usize = 7;
/// The minimum length of a heading that is split within its words, without spaces, in bytes.
const MIN_TORN: usize = 5;
/// The minimum length of a heading without spaces that may be several words, in bytes.
const MIN_GLUED: usize = 10;
/// Words that say that a heading is about the words before them.
const SYNOPSES: [&str; 3] = ["synopsis", "summary", "overview"];
/// The maximum number of words in a heading.
const MAX_WORDS: usize = 6;

/// The maximum length of a phrase that is compared with a list, in bytes.
const MAX_PHRASE_BYTES: usize = 80;

/// Headings by their keys, with the kinds of their sections.
#[derive(Debug, Default)]
pub(super) struct HeadingKinds {
    kinds: HashMap<String, SectionKind>,
    /// The same, by their keys without spaces.
    joined: HashMap<String, SectionKind>,
}

impl HeadingKinds {
    fn find(&self, key: &str) -> Option<SectionKind> {
        self.kinds.get(key).copied()
    }

    fn find_joined(&self, key: &str) -> Option<SectionKind> {
        self.joined.get(key).copied()
    }
}

impl FromEntries for HeadingKinds {
    fn from_entries(entries: Vec<&'static str>) -> Result<Self, WordListError> {
        let problem = "needs a kind of section";
        let (mut kinds, mut joined) = (HashMap::new(), HashMap::new());
        for (entry, kind) in Pairs::from_entries(entries)?.iter() {
            let kind = SectionKind::parse("kind", kind)
                .map_err(|_no_kind| WordListError::Entry { entry, problem })?;
            let key = heading_key(entry);
            joined.entry(key.replace(' ', "")).or_insert(kind);
            kinds.entry(key).or_insert(kind);
        }
        Ok(Self { kinds, joined })
    }
}

/// Phrases that are compared by [`heading_key`], ignoring case and accents.
#[derive(Debug, Default)]
pub(super) struct FoldedPhrases(HashSet<String>);

impl FoldedPhrases {
    /// Returns whether the list contains a phrase.
    pub(super) fn contains(&self, phrase: &str) -> bool {
        phrase.len() <= MAX_PHRASE_BYTES && self.contains_key(&heading_key(phrase))
    }

    /// Returns whether the list contains a key of [`heading_key`].
    pub(super) fn contains_key(&self, key: &str) -> bool {
        self.0.contains(key)
    }
}

impl FromEntries for FoldedPhrases {
    fn from_entries(entries: Vec<&'static str>) -> Result<Self, WordListError> {
        Ok(Self(entries.into_iter().map(heading_key).collect()))
    }
}

/// Returns the words of a heading without case, accents, numbering and ornaments. Spaced letters are joined to words.
pub(super) fn heading_key(text: &str) -> String {
    steps::count(text.len());
    let mut key = String::with_capacity(text.len());
    let is_mark = |c: char| !c.is_ascii() && is_combining_mark(c);
    for c in text.chars().filter(|c| !is_mark(*c)) {
        if c.is_alphabetic() {
            push_plain(&mut key, c);
        } else if c == '&' || c == '+' {
            push_border(&mut key);
            key.push_str("and ");
        } else if !matches!(c, '\'' | '’') {
            push_border(&mut key);
        }
    }
    if !text.is_ascii() {
        // Some letters are written as a space and a mark.
        key = key.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    let end = key.trim_end().len();
    key.truncate(end);
    let is_letter = |word: &str| word.chars().nth(1).is_none();
    if key.split(' ').count() >= 4 && key.split(' ').all(is_letter) {
        key.retain(|c| c != ' ');
    } else if let Some(("i" | "ii" | "iii" | "iv" | "v" | "vi" | "my", rest)) = key.split_once(' ')
    {
        key = rest.to_owned();
    }
    composed(key)
}

/// Adds a space after a word.
fn push_border(key: &mut String) {
    if !key.is_empty() && !key.ends_with(' ') {
        key.push(' ');
    }
}

/// Returns a text in the normalization form C.
fn composed(text: String) -> String {
    if text.is_ascii() {
        text
    } else {
        text.nfc().collect()
    }
}

/// Returns the kind of a heading whose words are exactly in the table.
pub(super) fn exact_kind(text: &str) -> Option<SectionKind> {
    if text.len() > 120 {
        return None;
    }
    let key = heading_key(text);
    if key.is_empty() {
        return None;
    }
    let lists = HeadingWords::get();
    let find = |key: &str| lists.headings.find(key).or_else(|| lists.endings.find(key));
    find(&key)
        .or_else(|| {
            // In a heading that names two things, or the same thing twice, the first one decides.
            let (first, second) = key.split_once(" and ")?;
            let last = second.rsplit(' ').next()?;
            find(second)
                .or_else(|| lists.endings.find(last))
                .and(find(first))
        })
        .or_else(|| spaced_kind(&key))
        .or_else(|| listed_kind(text))
}

/// Returns the kind of a heading that lists three things or more, two of which have that kind: `PROGRAMS, SKILLS & TOOLS`,
/// `LOGICIELS, COMPÉTENCES ET OUTILS`.
fn listed_kind(text: &str) -> Option<SectionKind> {
    const FEWEST_PARTS: usize = 3;
    const LONGEST_PART: usize = 3;
    const CONJUNCTIONS: [&str; 9] = [
        " and ", " und ", " et ", " y ", " e ", " en ", " och ", " i ", " og ",
    ];
    if !text.contains([',', '/', '|', '•', '·', '&', '+']) {
        return None;
    }
    let text = CONJUNCTIONS
        .iter()
        .fold(text.to_lowercase(), |text, word| text.replace(word, "&"));
    let parts: Vec<String> = text
        .split([',', '/', '&', '|', '+', '•', '·'])
        .map(heading_key)
        .collect();
    let is_short = |part: &String| (1..=LONGEST_PART).contains(&part.split_whitespace().count());
    if parts.len() < FEWEST_PARTS || parts.len() > MAX_WORDS || !parts.iter().all(is_short) {
        return None;
    }
    let headings = &HeadingWords::get().headings;
    let endings = &HeadingWords::get().endings;
    let kinds = parts
        .iter()
        .filter_map(|part| headings.find(part).or_else(|| endings.find(part)));
    // Languages are also skills.
    let (languages, kinds): (Vec<_>, Vec<_>) =
        kinds.partition(|kind| *kind == SectionKind::Languages);
    let first = *kinds.first()?;
    let is_certain = kinds.len() > 1 || first == SectionKind::Skills && !languages.is_empty();
    (is_certain && kinds.iter().all(|kind| *kind == first)).then_some(first)
}

/// Returns the kind of a heading that letter spacing split, such as `S KILLS` or `EXPERIEN CE`, or whose words have no space
/// between them: `WORKEXPERIENCE`.
fn spaced_kind(key: &str) -> Option<SectionKind> {
    let is_letter = |word: &str| word.chars().nth(1).is_none();
    let spaces = key.matches(' ').count();
    let may_be_split = match spaces {
        0 => key.len() >= MIN_GLUED,
        _ => key.split(' ').any(is_letter) && key.len() - spaces >= MIN_TORN,
    };
    if !may_be_split {
        return None;
    }
    let joined = key.replace(' ', "");
    let lists = HeadingWords::get();
    let headings = lists.headings.find_joined(&joined);
    headings.or_else(|| lists.endings.find_joined(&joined))
}

/// Returns the kind of a line whose last words make it a heading, if its style is also that of a heading.
pub(super) fn ending_kind(text: &str) -> Option<SectionKind> {
    if text.len() > 120 || text.trim_end().ends_with(['.', ',', ';']) {
        return None;
    }
    let key = heading_key(text);
    let words: Vec<_> = key.split(' ').collect();
    if words.len() > MAX_WORDS {
        return None;
    }
    let last = ending_of(&words)?;
    // `Regional experience and projects` names two things, and the first one decides. A synopsis of internships is about internships.
    let and = words.iter().position(|word| *word == "and");
    let synopsis = words.iter().position(|word| SYNOPSES.contains(word));
    let first = and.or(synopsis).and_then(|end| words.get(..end));
    let of_work = first
        .and_then(ending_of)
        .filter(|it| *it == SectionKind::Experience);
    of_work.or(Some(last))
}

/// Returns the kind of the longest ending of these words that the table contains.
fn ending_of(words: &[&str]) -> Option<SectionKind> {
    let endings = &HeadingWords::get().endings;
    (0..words.len()).find_map(|from| endings.find(&words.get(from..)?.join(" ")))
}

/// Returns the kind of a heading whose first word names it, as in languages whose adjectives follow their nouns: `Formación
/// universitaria`, `Esperienze di lavoro`.
pub(super) fn leading_kind(text: &str) -> Option<SectionKind> {
    const MAX_LEADING_WORDS: usize = 4;
    let key = heading_key(text);
    let (first, _) = key.split_once(' ')?;
    let is_short = key.split(' ').count() <= MAX_LEADING_WORDS;
    HeadingWords::get()
        .beginnings
        .find(first)
        .filter(|_| is_short)
}

/// Returns the kind of a heading that more words follow: `WORK EXPERIENCE AT ACME LTD`, `Educational Background (abroad)`.
pub(super) fn beginning_kind(text: &str) -> Option<SectionKind> {
    heading_and_rest(text).map(|(kind, _)| kind)
}

/// Returns the kind of such a heading, and the words that follow it.
pub(super) fn heading_and_rest(text: &str) -> Option<(SectionKind, &str)> {
    let lower = text.to_ascii_lowercase();
    let marks = [" at ", " with ", " in ", " from ", " (", " - ", " – "];
    let places = marks
        .iter()
        .filter_map(|mark| Some((lower.find(mark)?, mark.len())));
    let (end, length) = places.min()?;
    let (begin, rest) = (text.get(..end)?, text.get(end + length..)?);
    let is_certain = begin.split_whitespace().count() > 1;
    let kind = exact_kind(begin).filter(|_| is_certain)?;
    let is_wanted = matches!(kind, SectionKind::Experience | SectionKind::Education);
    is_wanted.then_some((kind, rest))
}

/// Returns the kind of a heading with one typing error in each of its long words: `WORK EXPREIENCE`.
pub(super) fn misspelt_kind(text: &str) -> Option<SectionKind> {
    let key = heading_key(text);
    let count = key.split(' ').count();
    if text.len() > MAX_PHRASE_BYTES || count > MAX_WORDS {
        return None;
    }
    let corrected: Vec<&str> = key.split(' ').map(corrected).collect();
    let corrected = corrected.join(" ");
    let lists = HeadingWords::get();
    let find = |key: &str| lists.headings.find(key).or_else(|| lists.endings.find(key));
    let words: Vec<&str> = corrected.split(' ').collect();
    let found = find(&corrected).or_else(|| ending_of(&words));
    found.filter(|_| corrected != key)
}

/// Returns the word of a heading that differs from a word by a typing error, or the word itself.
fn corrected(word: &str) -> &str {
    static WORDS: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| {
        let lists = HeadingWords::get();
        let keys = lists
            .headings
            .kinds
            .keys()
            .chain(lists.endings.kinds.keys());
        let words = keys.flat_map(|key| key.split(' '));
        words.filter(|word| word.len() >= MIN_CORRECTED).collect()
    });
    if word.len() < MIN_CORRECTED || WORDS.contains(word) {
        return word;
    }
    // A typing error is not in the first letter.
    let first = word.chars().next().map_or(0, char::len_utf8);
    let begin = word.get(..first).unwrap_or(word);
    let known = WORDS.range(begin..);
    let mut known = known.take_while(|known| known.starts_with(begin));
    let similar = known.find(|known| is_misspelling(word, known));
    similar.copied().unwrap_or(word)
}

#[cfg(test)]
mod tests;

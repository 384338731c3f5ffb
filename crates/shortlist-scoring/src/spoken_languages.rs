//! Spoken languages that a sentence names, and how well they are spoken.
//!
//! The name of a language is often also a nationality ("the German market"). It therefore counts only near words about
//! speaking, or in a list that contains only languages. The sentences are in English, German, French or Spanish.

pub(crate) mod words;

use shortlist_domain::Span;
use shortlist_vocabulary::{find_language, find_proficiency};

use crate::conjunctions::{Join, alternatives, join_of, joins, joins_both};
use crate::words::Word;
use words::SpokenLanguageWords;

/// The largest distance to a cue, in words.
const REACH: usize = 4;

/// A language, or several languages of which one is enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SpokenLanguage {
    /// The English names.
    pub(crate) any_of: Vec<&'static str>,
    /// The place of the names.
    pub(crate) span: Span,
    /// The place of the words for the level.
    pub(crate) level: Option<Span>,
}

/// The place of a sentence, which decides how much evidence is needed that a language is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// In running text.
    Prose,
    /// In a list of languages.
    List,
    /// In a job's title.
    Title,
}

/// The name of a language among the words of a sentence.
#[derive(Debug, Clone, Copy)]
struct Name {
    /// The index of the name among the words.
    at: usize,
    language: &'static str,
    /// Whether the word itself is about speaking: `Deutschkenntnisse`.
    sure: bool,
}

/// Returns the languages that a sentence says are spoken.
pub(crate) fn languages_of(text: &str, words: &[Word], place: Place) -> Vec<SpokenLanguage> {
    let names: Vec<Name> = (0..words.len())
        .filter_map(|at| name_at(text, words, at))
        .filter(|name| !is_nationality(words, name.at))
        .collect();
    let only_a_list = is_only_a_list(words, &names);
    let mut found = Vec::new();
    for cluster in clusters(&names) {
        let meant = place == Place::List || only_a_list || is_meant(words, cluster, place);
        if meant {
            found.extend(groups(text, words, cluster));
        }
    }
    found
}

fn name_at(text: &str, words: &[Word], at: usize) -> Option<Name> {
    let word = words.get(at)?;
    let written = text.get(word.span.start..word.span.end)?;
    let name = |language, sure| Some(Name { at, language, sure });
    if let Some(language) = find_language(&word.lower) {
        // "Polish the details" does not name a language.
        return if word.lower == "polish" && written.starts_with('p') {
            None
        } else {
            name(language, false)
        };
    }
    let known = SpokenLanguageWords::get();
    let compound = known.compound_endings.iter().find_map(|end| {
        word.lower
            .trim_end_matches('n')
            .strip_suffix(end)
            .and_then(find_language)
    });
    if let Some(language) = compound {
        return name(language, true);
    }
    let next = words.get(at + 1).map_or("", |next| next.lower.as_str());
    if next.starts_with("sprach") || next.starts_with("kenntnis") {
        let inflected = ["er", "en", "es", "e"]
            .iter()
            .find_map(|end| word.lower.strip_suffix(end).and_then(find_language));
        return inflected.and_then(|language| name(language, true));
    }
    let before = at.checked_sub(1).and_then(|before| words.get(before))?;
    if matches!(before.lower.as_str(), "langue" | "lengua") {
        let mut forms = known.feminine_forms.iter();
        let (_, language) = forms.find(|(form, _)| *form == word.lower)?;
        return name(language, true);
    }
    None
}

fn is_nationality(words: &[Word], at: usize) -> bool {
    let one = |at: Option<usize>| at.and_then(|at| words.get(at..=at)).unwrap_or(&[]);
    let known = SpokenLanguageWords::get();
    let after = &known.nationality_cues_after;
    after.is_in(one(Some(at + 1)))
        || (known.speaking.is_in(one(Some(at + 1))) && after.is_in(one(Some(at + 2))))
        || known.nationality_cues_before.is_in(one(at.checked_sub(1)))
}

/// Returns whether a sentence contains nothing but languages, levels and joining words.
fn is_only_a_list(words: &[Word], names: &[Name]) -> bool {
    let levels = &SpokenLanguageWords::get().levels;
    !names.is_empty()
        && words.iter().enumerate().all(|(at, word)| {
            names.binary_search_by_key(&at, |name| name.at).is_ok()
                || joins(&word.lower)
                || find_proficiency(&word.lower).is_some()
                || levels.is_in(words.get(at..=at).unwrap_or(&[]))
        })
}

/// Returns groups of names that are close to each other.
fn clusters(names: &[Name]) -> Vec<&[Name]> {
    names
        .chunk_by(|one, next| next.at - one.at <= REACH + 1)
        .collect()
}

fn is_meant(words: &[Word], cluster: &[Name], place: Place) -> bool {
    let (Some(first), Some(last)) = (cluster.first(), cluster.last()) else {
        return false;
    };
    let around = |reach: usize| {
        let from = first.at.saturating_sub(reach);
        let to = (last.at + reach + 1).min(words.len());
        words.get(from..to).unwrap_or(&[])
    };
    let after = words.get(last.at + 1..).unwrap_or(&[]);
    let after = after.get(..REACH).unwrap_or(after);
    let known = SpokenLanguageWords::get();
    cluster.iter().any(|name| name.sure)
        || known.cues.is_in(around(REACH))
        || known.adjacent_cues.is_in(around(1))
        || known.cues_after.is_in(after)
        || (place == Place::Title && known.cues_of_titles.is_in(around(1)))
}

fn join(text: &str, words: &[Word], one: Name, next: Name) -> Join {
    let between = words.get(one.at + 1..next.at).unwrap_or(&[]);
    let marks = match (words.get(one.at), words.get(next.at)) {
        (Some(left), Some(right)) => text.get(left.span.end..right.span.start),
        _ => None,
    };
    join_of(between, marks.unwrap_or(""))
}

/// Returns the languages of a cluster. Languages of which one is enough are one item.
fn groups(text: &str, words: &[Word], cluster: &[Name]) -> Vec<SpokenLanguage> {
    let pairs = cluster.iter().zip(cluster.iter().skip(1));
    let joins = pairs.map(|(one, next)| join(text, words, *one, *next));
    let joined = alternatives(joins.collect());
    let levels: Vec<Option<Span>> = levels_of(text, words, cluster);
    let mut found: Vec<SpokenLanguage> = Vec::new();
    for ((name, level), joined) in cluster.iter().zip(levels).zip(joined) {
        let Some(word) = words.get(name.at) else {
            continue;
        };
        match found.last_mut().filter(|_| joined) {
            Some(group) => {
                if !group.any_of.contains(&name.language) {
                    group.any_of.push(name.language);
                }
                group.span.end = word.span.end;
                group.level = group.level.or(level);
            }
            None => found.push(SpokenLanguage {
                any_of: vec![name.language],
                span: word.span,
                level,
            }),
        }
    }
    found
}

/// Returns how well each language of a cluster is spoken.
///
/// It is the level right after the language, or else the one before it. If both are missing, a neighbour shares its level
/// ("fluent German and English", "Deutsch und Englisch fließend").
fn levels_of(text: &str, words: &[Word], cluster: &[Name]) -> Vec<Option<Span>> {
    let own: Vec<(Option<Span>, Option<Span>)> = cluster
        .iter()
        .enumerate()
        .map(|(number, name)| {
            let before = number.checked_sub(1).and_then(|n| cluster.get(n));
            let from = before.map_or(name.at.saturating_sub(REACH), |before| before.at + 1);
            let to = cluster
                .get(number + 1)
                .map_or((name.at + REACH + 1).min(words.len()), |next| next.at);
            let prefix = level_in(words, from..name.at).filter(|level| {
                before.is_none_or(|before| is_apart(text, words, before.at, *level))
            });
            let suffix = level_in(words, name.at + 1..to).filter(|level| {
                !is_apart(text, words, name.at, *level) || number + 1 == cluster.len()
            });
            (prefix, suffix)
        })
        .collect();
    let shared_before = own.first().and_then(|(prefix, _)| *prefix);
    let shared_after = own.last().and_then(|(_, suffix)| *suffix);
    own.into_iter()
        .map(|(prefix, suffix)| suffix.or(prefix).or(shared_before).or(shared_after))
        .collect()
}

fn level_in(words: &[Word], range: std::ops::Range<usize>) -> Option<Span> {
    let part = words.get(range)?;
    let place = SpokenLanguageWords::get().levels.first_in(part)?;
    let level = part.get(place)?;
    let (first, last) = (level.first()?, level.last()?);
    Some(Span::new(first.span.start, last.span.end))
}

/// Returns whether a comma or a joining word separates a level from the name before it.
fn is_apart(text: &str, words: &[Word], name: usize, level: Span) -> bool {
    let Some(name) = words.get(name) else {
        return true;
    };
    let between = text.get(name.span.end..level.start).unwrap_or("");
    between.contains([',', ';', '/'])
        || crate::words::words(between)
            .iter()
            .any(|word| joins_both(&word.lower) && word.lower != "in")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    fn read(text: &str, place: Place) -> Vec<String> {
        languages_of(text, &words(text), place)
            .into_iter()
            .map(|spoken| {
                let names = spoken.any_of.join("|");
                match spoken.level {
                    Some(level) => format!("{names}:{}", text.get(level.start..level.end).unwrap()),
                    None => names,
                }
            })
            .collect()
    }

    #[test]
    fn each_language_has_its_own_level_or_shares_a_neighbours() {
        for (text, wanted) in [
            (
                "Fluent German and English",
                &["German:Fluent", "English:Fluent"][..],
            ),
            ("Deutsch C1, Englisch B2", &["German:C1", "English:B2"]),
            (
                "Fluent German, good English",
                &["German:Fluent", "English:good"],
            ),
            (
                "Deutsch und Englisch fließend",
                &["German:fließend", "English:fließend"],
            ),
            ("fluent in German or French", &["German|French:fluent"]),
            (
                "German, French or Italian spoken",
                &["German|French|Italian"],
            ),
            ("English / Spanish (native)", &["English|Spanish:native"]),
            ("the German market", &[]),
            ("German-speaking customers", &[]),
            ("polish your fluent English", &["English:fluent"]),
        ] {
            assert_eq!(read(text, Place::Prose), wanted, "{text}");
        }
        assert_eq!(read("Customer Care with Dutch", Place::Title), ["Dutch"]);
        assert_eq!(read("Customer Care with Dutch", Place::Prose), [""; 0]);
        assert_eq!(read("Turkish, a bit", Place::List), ["Turkish"]);
    }
}

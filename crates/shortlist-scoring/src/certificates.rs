//! Certificates and licences that a sentence names, in English, German, French or Spanish.
//!
//! A certificate is recognised in one of three ways:
//! - by a list of known names;
//! - by the form of its name (`AWS Certified Solutions Architect`);
//! - by a skill next to a word for certificate (`Salesforce certification`, `certificación en SAP`).

pub(crate) mod known;

use std::collections::BTreeMap;

use shortlist_domain::Span;
use shortlist_vocabulary::{PhraseList, Vocabulary, word_lists};

use crate::conjunctions::{Join, alternatives, join_of};
use crate::profile::Profile;
use crate::stemming::{stems_of, stems_with_places};
use crate::words::Word;
use known::{DRIVING_LICENCE, first_places, place_of, wordings_of};

word_lists! {
    /// The words around certificates.
    pub(crate) struct CertificateWords in "../data/certificate_words.txt" {
        /// Nouns for a certificate that follow its subject.
        nouns_after: PhraseList,
        /// Nouns for a certificate that precede its subject.
        nouns_before: PhraseList,
        /// Words that may come between a noun for a certificate and its subject.
        between: PhraseList,
        /// Words after "certified" that refer to a company or a product, not to a person.
        non_person_cues: PhraseList,
        /// Words for a class of driving licence.
        class_cues: PhraseList,
        /// The classes of driving licences in lower case. Texts write them in capitals.
        classes: PhraseList,
    }
}

/// A certificate, or several certificates of which one is enough.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Certificates {
    pub(crate) any_of: Vec<String>,
    pub(crate) span: Span,
}

/// A certificate's name among the words of a sentence.
#[derive(Debug, Clone)]
struct Name {
    name: String,
    /// The index of the first word; `to` is the index of the last.
    from: usize,
    to: usize,
}

/// The ending of a certificate's name that is formed from the name of a skill.
const CERTIFICATION: &str = " certification";
/// Returns the certificates that a sentence names.
pub(crate) fn certificates_of(
    text: &str,
    words: &[Word],
    vocabulary: &Vocabulary,
) -> Vec<Certificates> {
    let mut names = known_names(text, words);
    let known = names.len();
    // The other names must not overlap. The map contains the first and last word of each accepted name.
    let mut taken: BTreeMap<usize, usize> = BTreeMap::new();
    for found in formed_names(text, words)
        .into_iter()
        .chain(skill_names(text, words, vocabulary))
    {
        let overlaps = |name: &Name| found.from <= name.to && name.from <= found.to;
        let before = taken.range(..=found.to).next_back();
        let free = before.is_none_or(|(_, to)| *to < found.from);
        if free && !names.iter().take(known).any(overlaps) {
            taken.insert(found.from, found.to);
            names.push(found);
        }
    }
    names.sort_by_key(|name| name.from);
    grouped(text, words, &names)
}

/// Returns the numbers of the sentences that may show a certificate.
///
/// They include every sentence that shows it, and some that do not.
pub(crate) fn may_show(name: &str, profile: &Profile) -> Vec<usize> {
    if let Some(aliases) = aliases_of(name) {
        // Capitals and plus signs are checked after the words are found.
        let wordings: Vec<String> = aliases
            .iter()
            .map(|alias| alias.replace('+', "").to_lowercase())
            .collect();
        let wordings = wordings.iter().map(String::as_str);
        return profile.words.sentences_with_any(wordings);
    }
    let stems = stems_of(name.strip_suffix(CERTIFICATION).unwrap_or(name));
    let places = stems.first().map_or(&[][..], |s| profile.stem_places(s));
    let mut sentences: Vec<usize> = places.iter().map(|place| place.sentence).collect();
    sentences.dedup();
    sentences
}

/// Returns the wordings of a certificate that is known by name.
fn aliases_of(name: &str) -> Option<&'static [&'static str]> {
    let plain = name.split(" class ").next().unwrap_or(name);
    wordings_of(plain)
}

/// Returns where a sentence of a resume shows a certificate, if it does.
///
/// `in_list` says whether the sentence is in a list of certificates.
pub(crate) fn shows(name: &str, text: &str, words: &[Word], in_list: bool) -> Option<Span> {
    if let Some(aliases) = aliases_of(name) {
        let (from, to) = aliases
            .iter()
            .find_map(|alias| place_of(alias, text, words))?;
        return span_of(words, from, to);
    }
    let (wanted, cue) = match name.strip_suffix(CERTIFICATION) {
        Some(skill) => (
            skill,
            in_list || CertificateWords::get().nouns_before.is_in(words),
        ),
        None => (name, true),
    };
    let stems = stems_of(wanted);
    let found = stems_with_places(text);
    let all = stems
        .iter()
        .all(|stem| found.iter().any(|at| at.stem == *stem));
    (cue && !stems.is_empty() && all).then(|| Span::new(0, text.len()))
}

fn known_names(text: &str, words: &[Word]) -> Vec<Name> {
    let mut names: Vec<Name> = Vec::new();
    let places = first_places(text, words);
    for same in places.chunk_by(|one, next| one.name == next.name) {
        // Of several wordings of a name, the longest is the most specific.
        let Some(longest) = same.iter().max_by_key(|place| place.to - place.from) else {
            continue;
        };
        let (from, to) = (longest.from, longest.to);
        let name = match longest.name {
            DRIVING_LICENCE => with_class(text, words, from, to),
            name => name.to_owned(),
        };
        names.push(Name { name, from, to });
    }
    names
}

/// Returns `driving licence class B` if the text names a class.
fn with_class(text: &str, words: &[Word], from: usize, to: usize) -> String {
    const REACH: usize = 4;
    let CertificateWords {
        class_cues,
        classes,
        ..
    } = CertificateWords::get();
    let class = words
        .get(from..(to + REACH).min(words.len()))
        .unwrap_or(&[])
        .iter()
        .skip_while(|word| class_cues.is_in(std::slice::from_ref(word)))
        .filter(|word| classes.contains(&word.lower))
        .filter_map(|word| text.get(word.span.start..word.span.end))
        .find(|written| !written.contains(char::is_lowercase));
    match class {
        Some(class) => format!("{DRIVING_LICENCE} class {class}"),
        None => DRIVING_LICENCE.to_owned(),
    }
}

/// Returns runs of capitalised words that contain "Certified".
fn formed_names(text: &str, words: &[Word]) -> Vec<Name> {
    const MAX_WORDS: usize = 7;
    let capital = |word: &Word| {
        let written = text.get(word.span.start..word.span.end).unwrap_or("");
        written.starts_with(char::is_uppercase)
    };
    // Anything but a space or a dash between two words ends a run.
    let in_same_run = |one: &Word, next: &Word| {
        let between = text.get(one.span.end..next.span.start).unwrap_or("");
        let marks = |c| matches!(c, ' ' | '-' | '–') || (c == ':' && one.lower == "certified");
        capital(one) && capital(next) && between.chars().all(marks)
    };
    let non_person_cues = &CertificateWords::get().non_person_cues;
    let mut names = Vec::new();
    let mut from = 0;
    for run in words.chunk_by(in_same_run) {
        let to = from + run.len() - 1;
        let certified = run.iter().position(|word| word.lower == "certified");
        let of_person = certified
            .and_then(|at| run.get(at + 1))
            .is_some_and(|next| !non_person_cues.is_in(std::slice::from_ref(next)));
        if of_person
            && (2..=MAX_WORDS).contains(&run.len())
            && let Some(span) = span_of(words, from, to)
        {
            let name = text.get(span.start..span.end).unwrap_or("").to_owned();
            names.push(Name { name, from, to });
        }
        from += run.len();
    }
    names
}

/// Returns skills next to a word for certificate.
fn skill_names(text: &str, words: &[Word], vocabulary: &Vocabulary) -> Vec<Name> {
    let known = CertificateWords::get();
    let mut names = Vec::new();
    for hit in vocabulary.scan(text) {
        if vocabulary.is_soft(hit.skill) || (hit.ambiguous && !hit.exact_case) {
            continue;
        }
        let from = words.partition_point(|word| word.span.start < hit.span.start);
        let after = words.partition_point(|word| word.span.end <= hit.span.end);
        let Some(to) = after.checked_sub(1).filter(|to| from <= *to) else {
            continue;
        };
        let one = |at: usize| words.get(at..=at).unwrap_or(&[]);
        let noun_after =
            known.nouns_after.is_in(one(to + 1)) && !known.non_person_cues.is_in(one(to + 2));
        let mut before = from;
        while before > 0 && known.between.is_in(one(before - 1)) {
            before -= 1;
        }
        let noun_before = before > 0 && known.nouns_before.is_in(one(before - 1));
        if noun_after || noun_before {
            let name = format!("{}{CERTIFICATION}", vocabulary.name(hit.skill));
            names.push(Name { name, from, to });
        }
    }
    names
}

fn grouped(text: &str, words: &[Word], names: &[Name]) -> Vec<Certificates> {
    let pairs = names.iter().zip(names.iter().skip(1));
    let joins: Vec<Join> = pairs
        .map(|(one, next)| {
            let between = words.get(one.to + 1..next.from).unwrap_or(&[]);
            let marks = match (words.get(one.to), words.get(next.from)) {
                (Some(left), Some(right)) => text.get(left.span.end..right.span.start),
                _ => None,
            };
            // Names that are far apart are separate requirements.
            if between.len() > 3 {
                Join::Both
            } else {
                join_of(between, marks.unwrap_or(""))
            }
        })
        .collect();
    let mut found: Vec<Certificates> = Vec::new();
    for (name, joined) in names.iter().zip(alternatives(joins)) {
        let Some(span) = span_of(words, name.from, name.to) else {
            continue;
        };
        match found.last_mut().filter(|_| joined) {
            Some(group) => {
                if !group.any_of.contains(&name.name) {
                    group.any_of.push(name.name.clone());
                }
                group.span.end = span.end;
            }
            None => found.push(Certificates {
                any_of: vec![name.name.clone()],
                span,
            }),
        }
    }
    found
}

fn span_of(words: &[Word], from: usize, to: usize) -> Option<Span> {
    let (first, last) = (words.get(from)?, words.get(to)?);
    Some(Span::new(first.span.start, last.span.end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    #[test]
    fn certificates_are_read_by_name_by_form_and_by_skill() {
        for (text, wanted) in [
            ("PMP or PRINCE2 certification", &["PMP|PRINCE2"][..]),
            ("CPA, CMA or CFA", &["CPA|CMA|CFA"]),
            ("BLS and ACLS", &["BLS", "ACLS"]),
            ("Führerschein Klasse B", &["driving licence class B"]),
            ("a valid driver's license", &["driving licence"]),
            ("permis B exigé", &["driving licence class B"]),
            (
                "AWS Certified Solutions Architect is asked for",
                &["AWS Certified Solutions Architect"],
            ),
            ("Salesforce certification", &["Salesforce certification"]),
            ("certificación en SAP", &["SAP certification"]),
            ("CompTIA Security+", &["CompTIA Security+"]),
            ("a cap and a pmp", &[]),
            ("AWS Certified Partner", &[]),
        ] {
            let found: Vec<_> = certificates_of(text, &words(text), Vocabulary::built_in())
                .into_iter()
                .map(|certificates| certificates.any_of.join("|"))
                .collect();
            assert_eq!(found, wanted, "{text}");
        }
    }

    #[test]
    fn a_resume_shows_a_certificate_in_its_own_words() {
        for (name, text, in_list, shown) in [
            ("PMP", "Project Management Professional (2019)", true, true),
            ("driving licence class B", "Driver's license", false, true),
            (
                "Salesforce certification",
                "Salesforce Administrator",
                true,
                true,
            ),
            (
                "Salesforce certification",
                "Used Salesforce daily",
                false,
                false,
            ),
            (
                "AWS Certified Solutions Architect",
                "AWS Certified Solutions Architect, Associate",
                true,
                true,
            ),
            (
                "AWS Certified Solutions Architect",
                "AWS Certified Developer",
                true,
                false,
            ),
        ] {
            let found = shows(name, text, &words(text), in_list);
            assert_eq!(found.is_some(), shown, "{name} in {text}");
        }
    }
}

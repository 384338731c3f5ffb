//! Criteria by their names: three have their own formulas, and all others share one.
//!
//! The other criteria are measured by the evidence in the resume: `1 - 0.5^n` for n distinct sentences or list items, at most
//! five. The criterion's name decides which sentences count:
//! - If there is a lexicon of that name, it decides.
//! - Otherwise, if there is a skill of that name, sentences that name the skill count.
//! - Otherwise, sentences that contain all stems of the name count.

use hashbrown::HashSet;
use shortlist_domain::{EvidenceDetail, SectionKind, Span};
use shortlist_vocabulary::Vocabulary;

use crate::comparison::Comparison;
use crate::credentials;
use crate::criterion::{Measured, missing_with_gain};
use crate::criterion_kind::{core_name, kind_of, lexicon_of};
use crate::formula::{CredentialKind, Formula, Gain, Open, Requirement};
use crate::lexicons::Lexicon;
use crate::profile::{Profile, Sentence};
use crate::ratio::halving;
use crate::stemming::stems_of;

/// The number of sentences above which more add nothing.
const MAX_SENTENCES: usize = 5;

/// A sentence that counts, and the part of it that is quoted.
struct Shown {
    focus: Span,
    context: Span,
    /// What distinguishes it from other sentences, so that repetitions count once.
    key: Key,
}

#[derive(PartialEq, Eq)]
enum Key {
    Sentence(usize),
    Name(Span),
}

/// Measures a criterion without its own formula, by its index and its name.
pub(crate) fn measure(
    (number, name): (usize, &str),
    compared: &Comparison<'_>,
    vocabulary: &Vocabulary,
) -> Measured {
    let profile = compared.profile;
    let core = core_name(name);
    let lexicon = lexicon_of(name);
    let kind = lexicon.and_then(kind_of);
    if let Some(measured) = kind.and_then(|kind| credentials::measure(kind, compared)) {
        return measured;
    }
    let shown = match lexicon {
        Some(lexicon) => shown_by_lexicon(lexicon, profile),
        None => shown_by_name(name.trim(), &core, profile, vocabulary),
    };
    let distinct = first_distinct(shown);
    let requirement = name.trim();
    let detail = || EvidenceDetail::Passage(requirement.to_owned());
    let text = &profile.text;
    let evidence = distinct.iter();
    let mut evidence: Vec<_> = evidence
        .map(|shown| text.evidence(detail(), shown.focus, shown.context))
        .collect();
    let summary = match evidence.len() {
        0 => format!("The resume shows nothing for {requirement}."),
        1 => format!("1 passage of the resume shows {requirement}."),
        MAX_SENTENCES => {
            format!("At least {MAX_SENTENCES} passages of the resume show {requirement}.")
        }
        count => format!("{count} passages of the resume show {requirement}."),
    };
    let value = halving(distinct.len());
    let (mut formula, mut open) = (Formula::Fixed(value), Vec::new());
    if evidence.is_empty() {
        formula = Formula::Passage(number);
        open.push(Open {
            requirement: Requirement::Passage(number),
            line: 0,
        });
        let (with, now) = (halving(1), 0);
        evidence.push(missing_with_gain(detail(), Gain { with, now }));
    }
    Measured {
        value,
        has_data: !distinct.is_empty(),
        summary,
        evidence,
        formula,
        open,
    }
}

/// Returns the first sentences that count, each once.
fn first_distinct(shown: Vec<Shown>) -> Vec<Shown> {
    let mut distinct: Vec<Shown> = Vec::with_capacity(MAX_SENTENCES);
    for found in shown {
        if distinct.len() < MAX_SENTENCES && !distinct.iter().any(|other| other.key == found.key) {
            distinct.push(found);
        }
    }
    distinct
}

fn shown_by_lexicon(lexicon: &Lexicon, profile: &Profile) -> Vec<Shown> {
    let named: Vec<Span> = match kind_of(lexicon) {
        Some(CredentialKind::Languages) => {
            profile.languages.iter().map(|(_, span)| *span).collect()
        }
        Some(CredentialKind::Certificates) => profile.certificates.clone(),
        None => Vec::new(),
    };
    let mut shown: Vec<Shown> = named
        .iter()
        .map(|span| Shown {
            focus: *span,
            context: *span,
            key: Key::Name(*span),
        })
        .collect();
    let containing = profile.words.sentences_with_any(lexicon.phrases.iter());
    // A sentence whose names were counted does not count again, and the same sentence elsewhere does not count either.
    let mut in_order = named.clone();
    in_order.sort_unstable();
    let contains_name = |sentence: &&Sentence| {
        let next = in_order.partition_point(|span| span.start < sentence.span.start);
        let inside = in_order.iter().skip(next);
        inside
            .take_while(|span| span.start <= sentence.span.end)
            .any(|span| sentence.span.contains(*span))
    };
    let counted: HashSet<usize> = profile
        .sentences
        .iter()
        .filter(contains_name)
        .map(|sentence| sentence.distinct)
        .collect();
    for (number, sentence) in profile.sentences.iter().enumerate() {
        // If languages were counted by name, the word "fluent" on a separate line is not a further language.
        let is_item = lexicon.section == Some(sentence.section)
            && (named.is_empty() || sentence.section != SectionKind::Languages);
        let counts = is_item || containing.binary_search(&number).is_ok();
        if counts && !counted.contains(&sentence.distinct) {
            shown.push(whole(sentence));
        }
    }
    shown
}

fn whole(sentence: &Sentence) -> Shown {
    Shown {
        focus: sentence.span,
        context: sentence.span,
        key: Key::Sentence(sentence.distinct),
    }
}

/// Returns the sentences that name the skill of that name, or else those that contain all stems of the name.
fn shown_by_name(name: &str, core: &str, profile: &Profile, vocabulary: &Vocabulary) -> Vec<Shown> {
    let shows = |number: usize, focus: Span| {
        let sentence = profile.sentence(number)?;
        Some(Shown {
            focus,
            ..whole(sentence)
        })
    };
    // The name as given comes first: "PostgreSQL" is one word, despite its capitals.
    if let Some(skill) = vocabulary.find(name).or_else(|| vocabulary.find(core)) {
        let places = profile.skill_places(skill).iter();
        return places
            .filter_map(|place| shows(place.sentence, place.span))
            .collect();
    }
    let stems = stems_of(core);
    let Some((first, rest)) = stems.split_first() else {
        return Vec::new();
    };
    let occurs_in = |stem: &str, sentence: usize| {
        let places = profile.stem_places(stem);
        places
            .binary_search_by_key(&sentence, |place| place.sentence)
            .is_ok()
    };
    profile
        .stem_places(first)
        .iter()
        .filter(|place| rest.iter().all(|stem| occurs_in(stem, place.sentence)))
        .filter_map(|place| shows(place.sentence, place.span))
        .collect()
}

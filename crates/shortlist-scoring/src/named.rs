//! Criteria by their names: the three with a formula of their own, and every other.
//!
//! Any other criterion is measured by the evidence that the resume shows for it: `1 - 0.5^n` for n distinct sentences or list
//! items, at most five. Which sentences count says the lexicon of that name, else the skill of that name, else the stems of
//! the name, which must all be in the sentence.

use shortlist_domain::Span;
use shortlist_vocabulary::Vocabulary;

use crate::criterion::{Measured, missing};
use crate::lexicons::{self, Lexicon};
use crate::profile::{Profile, Sentence};
use crate::ratio::halving;
use crate::stemmed::stems_of;
use crate::words::words;

/// More sentences than this add nothing.
const MOST_SENTENCES: usize = 5;

/// A criterion with a formula of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum KnownCriterion {
    Skills,
    Experience,
    Education,
}

impl KnownCriterion {
    /// The criterion of a name, letter case aside.
    pub(crate) fn of(name: &str) -> Option<Self> {
        match plain_name(name).as_str() {
            "skills" | "skill" | "technical skills" | "hard skills" => Some(Self::Skills),
            "experience"
            | "work experience"
            | "professional experience"
            | "years of experience" => Some(Self::Experience),
            "education" | "degree" | "academic background" | "academics" => Some(Self::Education),
            _ => None,
        }
    }
}

/// Words of a criterion's name that say nothing about which one it is.
const FILLERS: &[&str] = &[
    "skills",
    "skill",
    "ability",
    "abilities",
    "competence",
    "competency",
    "competencies",
    "knowledge",
    "experience",
    "kenntnisse",
    "strong",
    "good",
];

/// A name in lower case with single blanks, split at camelCase humps too.
fn plain_name(name: &str) -> String {
    let mut spaced = String::with_capacity(name.len() + 4);
    let mut after_lower = false;
    for letter in name.chars() {
        if after_lower && letter.is_uppercase() {
            spaced.push(' ');
        }
        after_lower = letter.is_lowercase();
        spaced.push(letter);
    }
    let found: Vec<String> = words(&spaced).into_iter().map(|word| word.lower).collect();
    found.join(" ")
}

/// The name without fillers, unless nothing else is left.
fn core_name(name: &str) -> String {
    let plain = plain_name(name);
    let kept: Vec<&str> = plain
        .split(' ')
        .filter(|word| !FILLERS.contains(word))
        .collect();
    if kept.is_empty() {
        plain
    } else {
        kept.join(" ")
    }
}

/// A sentence that counts and what in it is quoted.
struct Shown {
    focus: Span,
    context: Span,
    /// What makes it another one than the rest.
    key: Key,
}

#[derive(PartialEq, Eq)]
enum Key {
    Sentence(usize),
    Name(Span),
}

/// Measures a criterion that has no formula of its own.
pub(crate) fn measure(name: &str, profile: &Profile) -> Measured {
    let core = core_name(name);
    let shown = match lexicons::find(&core).or_else(|| lexicons::find(&plain_name(name))) {
        Some(lexicon) => shown_by_lexicon(lexicon, profile),
        None => shown_by_name(&core, profile),
    };
    let mut distinct: Vec<Shown> = Vec::with_capacity(MOST_SENTENCES);
    for found in shown {
        if distinct.len() < MOST_SENTENCES && !distinct.iter().any(|other| other.key == found.key) {
            distinct.push(found);
        }
    }
    let requirement = name.trim();
    let mut evidence: Vec<_> = distinct
        .iter()
        .map(|shown| {
            profile
                .text
                .evidence(requirement.to_owned(), shown.focus, shown.context)
        })
        .collect();
    let summary = match evidence.len() {
        0 => format!("The resume shows nothing for {requirement}."),
        1 => format!("1 passage of the resume shows {requirement}."),
        MOST_SENTENCES => {
            format!("At least {MOST_SENTENCES} passages of the resume show {requirement}.")
        }
        count => format!("{count} passages of the resume show {requirement}."),
    };
    if evidence.is_empty() {
        evidence.push(missing(requirement));
    }
    Measured {
        value: halving(distinct.len()),
        has_data: !distinct.is_empty(),
        summary,
        evidence,
    }
}

fn shown_by_lexicon(lexicon: &Lexicon, profile: &Profile) -> Vec<Shown> {
    let is_of = |name: &str| lexicon.names.contains(&name);
    let named: &[Span] = if is_of("languages") {
        &profile.languages
    } else if is_of("certificates") {
        &profile.certificates
    } else {
        &[]
    };
    let mut shown: Vec<Shown> = named
        .iter()
        .map(|span| Shown {
            focus: *span,
            context: *span,
            key: Key::Name(*span),
        })
        .collect();
    let holding = profile.words.sentences_with_any(lexicon.phrases);
    for (number, sentence) in profile.sentences.iter().enumerate() {
        // A sentence whose names were counted does not count again.
        let counted = named.iter().any(|span| sentence.span.contains(*span));
        let counts =
            lexicon.sections.contains(&sentence.section) || holding.binary_search(&number).is_ok();
        if !counted && counts {
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

/// The sentences that name a skill of that name, or hold all stems of the name.
fn shown_by_name(core: &str, profile: &Profile) -> Vec<Shown> {
    let skill = Vocabulary::built_in().find(core);
    let mut shown: Vec<Shown> = skill
        .map_or(&[][..], |skill| profile.skill_places(skill))
        .iter()
        .filter_map(|place| {
            let sentence = profile.sentence(place.sentence)?;
            Some(Shown {
                focus: place.span,
                ..whole(sentence)
            })
        })
        .collect();
    let stems = stems_of(core);
    if let Some((first, rest)) = stems.split_first() {
        for place in profile.stem_places(first) {
            let together = |stem: &String| {
                profile
                    .stem_places(stem)
                    .iter()
                    .any(|other| other.sentence == place.sentence)
            };
            if let Some(sentence) = profile
                .sentence(place.sentence)
                .filter(|_| rest.iter().all(together))
            {
                shown.push(Shown {
                    focus: place.span,
                    ..whole(sentence)
                });
            }
        }
    }
    shown.sort_by_key(|shown| shown.focus);
    shown
}

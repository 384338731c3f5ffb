//! What a criterion measures, by its name.

use crate::formula::CredentialKind;
use crate::lexicons::{self, Criteria, Lexicon};
use crate::words::words;

/// What a criterion measures, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CriterionKind {
    /// Skills, and the words that posting and resume share.
    Skills,
    /// Work experience.
    Experience,
    /// Degrees and fields of study.
    Education,
    /// Spoken languages.
    Languages,
    /// Certificates and licences.
    Certificates,
    /// Passages about something else.
    Other,
}

/// Returns what a criterion measures.
pub fn criterion_kind(name: &str) -> CriterionKind {
    let by_lexicon = || match lexicon_of(name).and_then(kind_of) {
        Some(CredentialKind::Languages) => CriterionKind::Languages,
        Some(CredentialKind::Certificates) => CriterionKind::Certificates,
        None => CriterionKind::Other,
    };
    kind_with_formula(name).unwrap_or_else(by_lexicon)
}

/// Returns what a criterion with its own formula measures, ignoring the case of its name.
pub(crate) fn kind_with_formula(name: &str) -> Option<CriterionKind> {
    match plain_name(name).as_str() {
        "skills" | "skill" | "technical skills" | "hard skills" => Some(CriterionKind::Skills),
        "experience" | "work experience" | "professional experience" | "years of experience" => {
            Some(CriterionKind::Experience)
        }
        "education" | "degree" | "academic background" | "academics" => {
            Some(CriterionKind::Education)
        }
        _ => None,
    }
}

/// Returns the lexicon of a criterion's name.
pub(crate) fn lexicon_of(name: &str) -> Option<&'static Lexicon> {
    lexicons::find(&core_name(name)).or_else(|| lexicons::find(&plain_name(name)))
}

/// Returns a name in lower case with single spaces, and with camelCase words split.
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
    let found: Vec<_> = words(&spaced).into_iter().map(|word| word.lower).collect();
    found.join(" ")
}

/// Returns the name without filler words, unless nothing else is left.
pub(crate) fn core_name(name: &str) -> String {
    let plain = plain_name(name);
    let fillers = &Criteria::get().fillers;
    let words = plain.split(' ');
    let kept: Vec<&str> = words.filter(|word| !fillers.contains(word)).collect();
    if kept.is_empty() {
        plain
    } else {
        kept.join(" ")
    }
}

/// Returns the kind of requirement that a lexicon represents, if jobs can name such requirements.
pub(crate) fn kind_of(lexicon: &Lexicon) -> Option<CredentialKind> {
    match lexicon.criterion {
        "languages" => Some(CredentialKind::Languages),
        "certificates" => Some(CredentialKind::Certificates),
        _ => None,
    }
}

//! The education that a job asks for: level, fields, and whether experience can replace it.

use hashbrown::HashSet;
use shortlist_domain::{EducationLevel, Importance, RequirementKind, RequirementSource};
use shortlist_vocabulary::PhraseList;

use super::denials::{clauses_with_denial, text_without, without};
use super::education_words::EducationWords;
use super::job_sentences::JobSentence;
use super::quoted;
use crate::words::Word;

/// The education requirements that were read.
#[derive(Debug, Default)]
pub(crate) struct EducationRequirements {
    pub(crate) level: Option<EducationLevel>,
    pub(crate) fields: Vec<String>,
    pub(crate) equivalent_experience: bool,
    pub(crate) sources: Vec<RequirementSource>,
}

impl EducationRequirements {
    /// Reads one sentence. A level that is merely nice to have is not a requirement.
    pub(crate) fn read_sentence(&mut self, sentence: &JobSentence<'_>) {
        let denied = clauses_with_denial(sentence);
        let words = without(&sentence.words, &denied);
        let Some(level) = lowest_level(&words) else {
            return;
        };
        self.equivalent_experience |= EducationWords::get().equivalents.is_in(&sentence.words);
        if self.level.is_some()
            || sentence.importance == Some(Importance::Preferred) && !says_required(&words)
        {
            return;
        }
        self.level = Some(level);
        self.fields = fields(&text_without(sentence.text, &denied));
        self.sources.push(RequirementSource {
            kind: RequirementKind::Education,
            name: RequirementKind::Education.to_string(),
            level: Some(level.as_str().to_owned()),
            months: None,
            quote: quoted(sentence.text),
        });
    }
}

/// Returns whether a sentence requires a degree: "Bachelor's required, Master's preferred" asks for the first.
fn says_required(words: &[Word]) -> bool {
    EducationWords::get().required.is_in(words)
}

/// Returns whether a sentence names a degree.
pub(crate) fn names_level(words: &[Word]) -> bool {
    lowest_level(words).is_some()
}

fn lowest_level(words: &[Word]) -> Option<EducationLevel> {
    // "Scrum Master" and "master data" are not degrees, and neither is a "degree of freedom".
    let known = EducationWords::get();
    if known.no_degrees.is_in(words) && !known.sure_degrees.is_in(words) {
        return None;
    }
    let mut levels = known.levels().into_iter();
    levels
        .find(|(_, names)| names.is_in(words))
        .map(|(level, _)| level)
}

/// Returns the fields that follow a degree: `degree in Computer Science, Engineering or a related field`.
fn fields(sentence: &str) -> Vec<String> {
    let lower = sentence.to_lowercase();
    if lower.len() != sentence.len() {
        return Vec::new();
    }
    let Some(from) = degree_end(&lower) else {
        return Vec::new();
    };
    let rest = sentence.get(from..).unwrap_or("");
    let end = field_end(rest.to_lowercase().as_str());
    let lists = EducationWords::get();
    let mut fields: Vec<String> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    for part in rest
        .get(..end)
        .unwrap_or("")
        .split([',', '/', ';', '(', ')'])
    {
        for name in split_words(part, &lists.field_joins) {
            let name = name.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
            let plain = name.to_lowercase();
            let short = name.split_whitespace().count() <= 5 && name.chars().count() > 1;
            if short
                && !lists.non_fields.contains(&plain)
                && !lists
                    .parts_of_non_fields
                    .iter()
                    .any(|word| plain.contains(word))
                && known.insert(name.clone())
            {
                fields.push(name);
            }
        }
    }
    fields
}

/// Returns where the fields begin: after a word such as "degree" that is followed by "in".
fn degree_end(lower: &str) -> Option<usize> {
    let words = crate::words::words(lower);
    let known = EducationWords::get();
    let mut found = None;
    for pair in words.windows(2) {
        let [noun, opener] = pair else { continue };
        if known.field_openers.contains(&opener.lower)
            && known.degree_nouns.contains(&noun.lower)
            && !continues_degree_name(lower, opener)
        {
            found = Some(opener.span.end);
            if opener.lower == "in" {
                break;
            }
        }
    }
    found
}

/// Returns whether an opener does not introduce a field: "Bachelor of Science in …" continues up to the "in".
fn continues_degree_name(lower: &str, opener: &Word) -> bool {
    let rest = lower.get(opener.span.end..).unwrap_or("").trim_start();
    let mut continuations = EducationWords::get().degree_continuations.iter();
    continuations.any(|next| rest.starts_with(next))
}

fn field_end(lower: &str) -> usize {
    let mut end = lower.find(['.', ':', '\n', '–']).unwrap_or(lower.len());
    for stop in EducationWords::get().field_ends.iter() {
        let whole_word = !stop.ends_with('*');
        let blank = format!(" {}", stop.trim_end_matches('*'));
        for (at, found) in lower.match_indices(&blank) {
            let after = lower
                .get(at + found.len()..)
                .and_then(|rest| rest.chars().next());
            if !whole_word || after.is_none_or(|c| !c.is_alphanumeric()) {
                end = end.min(at);
                break;
            }
        }
    }
    end
}

/// Splits a text at some words.
fn split_words(text: &str, at: &PhraseList) -> Vec<String> {
    let mut parts = vec![String::new()];
    for word in text.split_whitespace() {
        if at.contains(&word.to_lowercase()) {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            if !part.is_empty() {
                part.push(' ');
            }
            part.push_str(word);
        }
    }
    parts
}

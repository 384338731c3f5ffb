//! The skills that a job asks for.

use hashbrown::{HashMap, HashSet};
use shortlist_domain::{Importance, RequirementKind, RequirementSource, SkillRequirement, Span};
use shortlist_vocabulary::{SkillHit, SkillId, Vocabulary, fold_key};

use super::denials::{denied_clauses, is_denied};
use super::job_sentences::JobSentence;
use super::unknown_names::NamedText;
use super::words::RequirementWords;
use super::{quoted, source, strongest_first};
use crate::conjunctions::{Join, alternatives, join_of};
use crate::durations::durations;
use crate::idioms::idioms_of;
use crate::words::words;

/// The most words of a skill's name. A longer listed skill that the vocabulary does not know is read as a sentence.
const MAX_NAME_WORDS: usize = 4;

/// The skills found so far, each once.
#[derive(Debug)]
pub(crate) struct SkillRequirements<'a> {
    vocabulary: &'a Vocabulary,
    skills: Vec<SkillRequirement>,
    sources: Vec<RequirementSource>,
    /// The number of each skill, by its key.
    numbers: HashMap<String, usize>,
    /// Whether the words that a skill was read from name its importance.
    explicit: Vec<bool>,
    /// Common words that are part of the job's name.
    title_words: HashSet<SkillId>,
}

impl<'a> SkillRequirements<'a> {
    /// Creates the reader for a vocabulary.
    pub(crate) fn new(vocabulary: &'a Vocabulary) -> Self {
        Self {
            vocabulary,
            skills: Vec::new(),
            sources: Vec::new(),
            numbers: HashMap::new(),
            explicit: Vec::new(),
            title_words: HashSet::new(),
        }
    }

    /// Adds a skill. An explicit importance of a known skill replaces an implicit or weaker one.
    fn add(&mut self, name: &str, importance: Importance, explicit: bool, quote: &str) {
        let key = fold_key(name);
        if key.is_empty() {
            return;
        }
        let Some(known) = self.numbers.get(&key).copied() else {
            self.numbers.insert(key, self.skills.len());
            self.explicit.push(explicit);
            self.skills.push(SkillRequirement {
                name: name.to_owned(),
                importance,
                minimum_months: None,
            });
            let any_of = [name.to_owned()];
            let source = source(RequirementKind::Skill, &any_of, None, quoted(quote));
            self.sources.push(source);
            return;
        };
        let (Some(skill), Some(was_explicit)) =
            (self.skills.get_mut(known), self.explicit.get_mut(known))
        else {
            return;
        };
        let replaces = match (explicit, *was_explicit) {
            (true, true) => importance < skill.importance,
            (is_explicit, was_explicit) => is_explicit && !was_explicit,
        };
        if replaces {
            skill.importance = importance;
            *was_explicit = true;
            if let Some(source) = self.sources.get_mut(known) {
                source.quote = quoted(quote);
            }
        }
    }

    /// Returns the skills, the most important first, and the source of each.
    pub(crate) fn finish(mut self) -> (Vec<SkillRequirement>, Vec<RequirementSource>) {
        strongest_first(&mut self.skills);
        (self.skills, self.sources)
    }

    /// Reads the job's listed skills.
    pub(crate) fn read_listed(&mut self, listed: &[String]) {
        let known = RequirementWords::get();
        for item in listed {
            let words = words(item);
            let optional = known.preferred_listed.is_in(&words);
            if !optional && known.not_required_cues.is_in(&words) {
                continue;
            }
            let importance = if optional {
                Importance::Preferred
            } else {
                Importance::Required
            };
            for name in names_of(item, self.vocabulary) {
                self.add(&name, importance, true, item);
            }
        }
    }

    /// Reads the skills that a job's title names. They describe the job, and need not be shown.
    ///
    /// A common word of the title is part of the job's name ("Theatre Nurse", "Chef de Partie") unless it is set apart
    /// ("Developer (Go)").
    pub(crate) fn read_title(&mut self, title: &str) {
        let vocabulary = self.vocabulary;
        for hit in vocabulary.scan(title) {
            let is_set_apart = is_between_marks(title, hit.span);
            if (!hit.ambiguous || hit.exact_case && is_set_apart) && !vocabulary.is_soft(hit.skill)
            {
                let name = vocabulary.name(hit.skill);
                self.add(name, Importance::Described, false, title);
            }
            if hit.ambiguous && !is_set_apart {
                self.title_words.insert(hit.skill);
            }
        }
    }

    /// Reads the skills that a sentence of the description names.
    ///
    /// It ignores soft skills, because every advertisement and every resume names them. Soft skills count if the job lists
    /// them. Skills of which one is enough are one requirement.
    pub(crate) fn read_sentence(&mut self, sentence: &JobSentence<'_>) {
        let vocabulary = self.vocabulary;
        let mut hits = vocabulary.scan(sentence.text);
        let all_hits = hits.clone();
        if !hits.is_empty() {
            let idioms = idioms_of(&sentence.words);
            hits.retain(|hit| !idioms.iter().any(|idiom| idiom.contains(hit.span)));
        }
        let in_company = hits
            .iter()
            .any(|hit| !hit.ambiguous && !vocabulary.is_soft(hit.skill));
        // Years also show that a skill is meant: "3 years with Angular".
        let beyond_doubt = in_company
            || sentence.importance.is_some()
            || !durations(sentence.text, &sentence.words).is_empty();
        let denied = denied_clauses(sentence);
        let meant = |hit: &&SkillHit| {
            !vocabulary.is_soft(hit.skill)
                && !is_denied(&denied, hit.span)
                && (!hit.ambiguous
                    || (hit.exact_case && beyond_doubt && !self.title_words.contains(&hit.skill)))
        };
        let meant: Vec<SkillHit> = hits.iter().filter(meant).copied().collect();
        let importance = sentence.importance.unwrap_or(Importance::Described);
        let named = NamedText {
            text: sentence.text,
            words: &sentence.words,
            hits: &all_hits,
        };
        for group in with_alternatives(&meant, &named) {
            let names = names_of_group(group, vocabulary);
            let is_known = |name: &&str| self.numbers.contains_key(&fold_key(name));
            let explicit = sentence.importance.is_some();
            if names.iter().any(is_known) {
                // What was named before stays a requirement of its own.
                for name in names {
                    self.add(name, importance, explicit, sentence.text);
                }
            } else {
                let mut beside = named.names_beside(group);
                beside.retain(|(start, _)| !is_denied(&denied, Span::new(*start, *start + 1)));
                let name = joined_names(group, beside, vocabulary);
                self.add(&name, importance, explicit, sentence.text);
            }
        }
    }
}

/// What separates skills in the name of a requirement if one of them is enough.
pub(crate) const ALTERNATIVE: &str = " or ";

/// Returns whether marks set a word apart from the rest of a title.
fn is_between_marks(title: &str, span: Span) -> bool {
    let before = title.get(..span.start).unwrap_or("").trim_end();
    let after = title.get(span.end..).unwrap_or("").trim_start();
    let marks = ['(', ')', '/', ',', '|', ':', '–', '—', '-', '['];
    (before.is_empty() || before.ends_with(marks))
        && (after.is_empty() || after.starts_with([')', '/', ',', '|', ']']))
}

/// Returns the distinct names of skills.
fn names_of_group<'a>(group: &[SkillHit], vocabulary: &'a Vocabulary) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for hit in group {
        let name = vocabulary.name(hit.skill);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Returns the name of a requirement that any of some skills and unknown names meets, in the order of the text.
fn joined_names(
    group: &[SkillHit],
    beside: Vec<(usize, String)>,
    vocabulary: &Vocabulary,
) -> String {
    let known = group
        .iter()
        .map(|hit| (hit.span.start, vocabulary.name(hit.skill).to_owned()));
    let mut all: Vec<(usize, String)> = known.chain(beside).collect();
    all.sort_by_key(|(start, _)| *start);
    let mut names: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    for (_, name) in all {
        if seen.insert(fold_key(&name)) {
            names.push(name);
        }
    }
    names.join(ALTERNATIVE)
}

/// Returns the skills in groups of which one is enough: "SAP HCM or DATEV".
fn with_alternatives<'a>(hits: &'a [SkillHit], named: &NamedText<'_>) -> Vec<&'a [SkillHit]> {
    let join = |(one, next): (&SkillHit, &SkillHit)| {
        let marks = named.text.get(one.span.end..next.span.start).unwrap_or("");
        let first = named
            .words
            .partition_point(|word| word.span.start < one.span.end);
        let last = named
            .words
            .partition_point(|word| word.span.start < next.span.start);
        let between = named.words.get(first..last).unwrap_or(&[]);
        // A slash joins what belongs together as often as what is an alternative: "HTML/CSS".
        match join_of(between, marks) {
            Join::Either if marks.trim() == "/" || between.len() > MAX_WORDS_BETWEEN => Join::Both,
            join => join,
        }
    };
    let joins = hits.iter().zip(hits.iter().skip(1)).map(join).collect();
    let mut groups: Vec<&[SkillHit]> = Vec::new();
    let mut start = 0;
    for (number, is_alternative) in alternatives(joins).into_iter().enumerate() {
        if number > 0 && !is_alternative {
            groups.extend(hits.get(start..number));
            start = number;
        }
    }
    groups.extend(hits.get(start..).filter(|group| !group.is_empty()));
    groups
}

/// The most words between two skills of which one is enough: "SAP or alternatively BMD".
const MAX_WORDS_BETWEEN: usize = 3;

/// Returns the skills that a listed item names: its canonical name, the skills within a longer wording, or else its own
/// words.
fn names_of(item: &str, vocabulary: &Vocabulary) -> Vec<String> {
    let bare = item.split('(').next().map_or(item, str::trim);
    if let Some(known) = vocabulary.find(item).or_else(|| vocabulary.find(bare)) {
        return vec![vocabulary.name(known).to_owned()];
    }
    let hits = vocabulary.scan(item);
    let several = item.contains([',', '/', ';', '|']);
    let long = item.split_whitespace().count() > MAX_NAME_WORDS;
    if hits.is_empty() || !(several || long) {
        return vec![item.trim().to_owned()];
    }
    let named = NamedText {
        text: item,
        words: &words(item),
        hits: &hits,
    };
    let mut names: Vec<String> = Vec::new();
    for group in with_alternatives(&hits, &named) {
        let name = joined_names(group, named.names_beside(group), vocabulary);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

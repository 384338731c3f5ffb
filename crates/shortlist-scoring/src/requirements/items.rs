//! Phrases of a posting that are no known skill: what the person does there, in one to three meaningful words.
//!
//! They count half as much as a skill, and only if one passage of a resume contains all their words. The receipt shows them
//! as phrases of the posting, never as a requirement that is met.

use compact_str::CompactString;
use hashbrown::{HashMap, HashSet};
use shortlist_vocabulary::{UNKNOWN_IDF_MICROS, Vocabulary};

use super::applicability::{describes_company, is_requirement};
use super::denials::denied_clauses;
use super::education::names_level;
use super::job_sentences::{JobSentence, read_sentences};
use super::unknown_names::is_written_like_a_name;
use crate::certificates::certificates_of;
use crate::conjunctions::joins;
use crate::durations::durations;
use crate::job_text::JobText;
use crate::spoken_languages::{Place, languages_of};
use crate::stemming::{idf_of, stems_of, stems_with_places};
use crate::words::words;

/// The most meaningful words of a phrase. A longer one is a sentence, which nobody repeats in a resume.
const MAX_STEMS: usize = 3;
/// The idf of a word that occurs in half of all postings, which distinguishes nothing.
const COMMON_IDF: i64 = 700_000;

/// A phrase of the posting, with its meaningful stems.
#[derive(Debug, Clone)]
pub(crate) struct PostingItem {
    pub(crate) text: String,
    pub(crate) stems: Vec<CompactString>,
}

/// Returns the phrases of a description, each once. `skills` are the names of the skills that the job asks for.
pub(crate) fn posting_items(
    job: &JobText<'_>,
    skills: &[&str],
    vocabulary: &Vocabulary,
) -> Vec<PostingItem> {
    let title: HashSet<CompactString> = stems_of(job.title).into_iter().collect();
    let mut of_skills: HashMap<CompactString, Vec<Vec<CompactString>>> = HashMap::new();
    for stems in skills.iter().map(|skill| stems_of(skill)) {
        if let Some(first) = stems.first().cloned() {
            of_skills.entry(first).or_default().push(stems);
        }
    }
    let mut known: HashSet<Vec<CompactString>> = HashSet::new();
    let mut items = Vec::new();
    for sentence in read_sentences(job.description) {
        if !may_name_tasks(&sentence, vocabulary) {
            continue;
        }
        for text in segments(&sentence, vocabulary) {
            let Some((stems, text)) = meaningful_part(&text, &title) else {
                continue;
            };
            let is_skill = stems.iter().any(|stem| {
                let skills = of_skills.get(stem).into_iter().flatten();
                skills
                    .into_iter()
                    .any(|skill| skill.iter().all(|part| stems.contains(part)))
            });
            let mut key = stems.clone();
            key.sort_unstable();
            if !is_skill && known.insert(key) {
                items.push(PostingItem { text, stems });
            }
        }
    }
    items
}

/// Returns whether a sentence can name tasks: it is no heading, and asks for no degree, time, language or certificate.
fn may_name_tasks(sentence: &JobSentence<'_>, vocabulary: &Vocabulary) -> bool {
    let (text, words) = (sentence.text, &sentence.words);
    !sentence.heading
        && is_requirement(sentence)
        && denied_clauses(sentence).is_empty()
        && !describes_company(sentence)
        && !names_level(words)
        && durations(text, words).is_empty()
        && languages_of(text, words, Place::Prose).is_empty()
        && certificates_of(text, words, vocabulary).is_empty()
}

/// Splits a sentence at its marks and conjunctions. Segments that name a known skill are left out.
fn segments(sentence: &JobSentence<'_>, vocabulary: &Vocabulary) -> Vec<String> {
    let hits: Vec<_> = vocabulary
        .scan(sentence.text)
        .into_iter()
        .filter(|hit| !hit.ambiguous || vocabulary.is_soft(hit.skill))
        .map(|hit| hit.span)
        .collect();
    let mut found: Vec<(usize, usize)> = Vec::new();
    let mut start: Option<(usize, usize)> = None;
    let mut last_end = 0;
    for word in words(sentence.text) {
        let between = sentence.text.get(last_end..word.span.start).unwrap_or("");
        let is_split = joins(&word.lower) && word.lower != "in" && word.lower != "as";
        if is_split || between.contains([',', ';', ':', '(', ')', '/', '–', '—', '•', '\n']) {
            found.extend(start.take());
        }
        if !is_split {
            let from = start.map_or(word.span.start, |(from, _)| from);
            start = Some((from, word.span.end));
        }
        last_end = word.span.end;
    }
    found.extend(start);
    let names_skill = |(from, to): &(usize, usize)| {
        let next = hits.partition_point(|hit| hit.end <= *from);
        hits.get(next).is_some_and(|hit| hit.start < *to)
    };
    found
        .into_iter()
        .filter(|segment| !names_skill(segment))
        .filter_map(|(from, to)| sentence.text.get(from..to).map(str::to_owned))
        .collect()
}

/// Returns the distinct stems of a phrase without the most common words, and the phrase from the first to the last of them. It
/// returns `None` if the phrase says too little or too much.
///
/// A single word must be a rare and long one, or be written like a name, and must not be a word of the job's title: "write" says nothing.
fn meaningful_part(
    text: &str,
    title: &HashSet<CompactString>,
) -> Option<(Vec<CompactString>, String)> {
    let mut stems: Vec<CompactString> = Vec::new();
    let mut part: Option<(usize, usize)> = None;
    for found in stems_with_places(text) {
        if idf_of(&found.stem) <= COMMON_IDF {
            continue;
        }
        let from = part.map_or(found.span.start, |(from, _)| from);
        part = Some((from, found.span.end));
        if !stems.contains(&found.stem) {
            stems.push(found.stem);
        }
        if stems.len() > MAX_STEMS {
            return None;
        }
    }
    let (from, to) = part?;
    let part = text.get(from..to)?;
    let says_enough = match stems.as_slice() {
        [] => false,
        [one] => idf_of(one) == UNKNOWN_IDF_MICROS && !title.contains(one) && is_distinctive(part),
        _ => true,
    };
    says_enough.then(|| (stems, part.to_owned()))
}

/// The fewest letters of a single word that says what somebody does. Shorter ones are usually verbs of many trades.
const MIN_LETTERS: usize = 8;

/// Returns whether a single word is long, or is written like a name.
fn is_distinctive(word: &str) -> bool {
    word.chars().count() >= MIN_LETTERS || is_written_like_a_name(word)
}

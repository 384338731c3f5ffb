//! Finds the skills that a resume names, and those that they imply.

use hashbrown::HashMap;
use shortlist_domain::{Resume, SectionKind, Span};
use shortlist_vocabulary::{Folded, SkillId, Vocabulary};

use super::passages::ITEM_MARKS;
use super::{Sentence, SkillPlace};
use crate::excerpt::ScorableText;
use crate::idioms::{idioms_of, is_wish, wishes_of};
use crate::words::Word;

/// Returns where each skill is named. What a person only wishes to do shows no skill.
pub(super) fn index_skills(
    resume: &Resume,
    text: &ScorableText,
    sentences: &[Sentence],
    words: &[Vec<Word>],
    folded: &[Folded],
    vocabulary: &Vocabulary,
) -> HashMap<SkillId, Vec<SkillPlace>> {
    let read = resume.skills.iter();
    let read: Vec<SkillId> = read
        .filter_map(|skill| vocabulary.find(&skill.name))
        .collect();
    let disclaimed = resume.disclaimed_skills.iter();
    let disclaimed: Vec<SkillId> = disclaimed
        .filter_map(|name| vocabulary.find(name))
        .collect();
    let mut index: HashMap<SkillId, Vec<SkillPlace>> = HashMap::new();
    let all = sentences.iter().zip(words).zip(folded);
    for (number, ((sentence, words), folded)) in all.enumerate() {
        let start = sentence.span.start;
        if sentence.work.is_none() && is_wish(words) {
            continue;
        }
        let mut hits = vocabulary.scan_folded(text.at(sentence.span), folded);
        hits.retain(|hit| !disclaimed.contains(&hit.skill));
        if !hits.is_empty() {
            let mut others = idioms_of(words);
            if sentence.work.is_none() {
                others.extend(wishes_of(text.at(sentence.span), words));
            }
            hits.retain(|hit| !others.iter().any(|other| other.contains(hit.span)));
        }
        let in_company = hits.iter().any(|hit| !hit.ambiguous);
        for hit in hits {
            // A common word counts as an item of a list of skills. Elsewhere it must be written like the name. In addition, the sentence
            // must contain an unambiguous skill, or the reader of the resume must have recognised this skill.
            let meant = !hit.ambiguous
                || (sentence.section == SectionKind::Skills
                    && is_list_item(text.at(sentence.span), hit.span))
                || (hit.exact_case && (in_company || read.contains(&hit.skill)));
            if meant {
                index.entry(hit.skill).or_default().push(SkillPlace {
                    sentence: number,
                    span: Span::new(start + hit.span.start, start + hit.span.end),
                });
            }
        }
    }
    index
}

/// The most words of an item of a list. A longer one is a sentence.
const MAX_ITEM_WORDS: usize = 5;

/// Returns whether the item between marks that contains a place is short enough to be a name and not a sentence.
fn is_list_item(text: &str, place: Span) -> bool {
    let is_mark = |letter: char| ITEM_MARKS.contains(&letter) || matches!(letter, ':' | '(' | ')');
    let before = text.get(..place.start).unwrap_or("");
    let before = before.rsplit(is_mark).next().unwrap_or("");
    let after = text.get(place.end..).unwrap_or("");
    let after = after.split(is_mark).next().unwrap_or("");
    let around = before.split_whitespace().chain(after.split_whitespace());
    around.count() < MAX_ITEM_WORDS
}

/// Returns for each implied skill the skills in the resume that imply it, directly or indirectly.
pub(super) fn index_implied(
    skills: &HashMap<SkillId, Vec<SkillPlace>>,
    vocabulary: &Vocabulary,
) -> HashMap<SkillId, Vec<SkillId>> {
    let mut found: Vec<SkillId> = skills.keys().copied().collect();
    found.sort_unstable();
    let mut index: HashMap<SkillId, Vec<SkillId>> = HashMap::new();
    for skill in found {
        let mut reached = vec![skill];
        let mut next = 0;
        while let Some(from) = reached.get(next).copied() {
            for implied in vocabulary.implies(from) {
                if !reached.contains(implied) {
                    reached.push(*implied);
                    index.entry(*implied).or_default().push(skill);
                }
            }
            next += 1;
        }
    }
    index
}

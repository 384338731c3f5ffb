//! Compares the skills of a job with a resume.

use shortlist_vocabulary::SkillId;

use crate::prepared::{JobSkill, SkillName};
use crate::profile::{Profile, SkillPlace};
use crate::ratio::WHOLE;
use crate::words::words;

/// The fewest letters that two forms of a word share.
const MIN_SHARED: usize = 3;
/// The most letters of an ending in which two forms of a word differ.
const MAX_ENDING: usize = 2;
/// The value of a skill that another skill implies.
const IMPLIED_VALUE: i64 = 800_000;

/// How a resume matches a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Match {
    /// By one of its names.
    Named,
    /// By a skill that implies it.
    Implied(SkillId),
    /// Not at all.
    Missing,
}

/// A skill of the job compared with a resume.
#[derive(Debug, Clone)]
pub(crate) struct SkillMatch {
    pub(crate) how: Match,
    /// From 0 to 1, in millionths.
    pub(crate) quality: i64,
    /// Where the resume shows the skill best.
    pub(crate) place: Option<SkillPlace>,
    /// Every place of the skill with its value there, those by name first.
    pub(crate) weighted: Vec<(SkillPlace, i64)>,
}

/// Compares one skill with a resume.
pub(crate) fn match_skill(job_skill: &JobSkill, profile: &Profile) -> SkillMatch {
    let names = job_skill.any_of.iter();
    let named: Vec<SkillPlace> = names.flat_map(|name| named_places(name, profile)).collect();
    let names = job_skill.any_of.iter();
    let implying = names
        .filter_map(|name| first_implying(name.known?, profile))
        .min_by_key(|(_, place)| place.span);
    let (how, quality, place) = match (named.first(), implying) {
        (Some(place), _) => (Match::Named, WHOLE, Some(*place)),
        (None, Some((by, place))) => (Match::Implied(by), IMPLIED_VALUE, Some(place)),
        (None, None) => (Match::Missing, 0, None),
    };
    SkillMatch {
        how,
        quality,
        place,
        weighted: weighted_places(job_skill, named, profile),
    }
}

/// Returns every place where the resume mentions a skill by one of its names.
fn named_places(wanted: &SkillName, profile: &Profile) -> Vec<SkillPlace> {
    match wanted.known {
        Some(skill) => profile.skill_places(skill).to_vec(),
        None if wanted.stems.is_empty() => profile.listed_places(&wanted.name),
        None => {
            let places = profile.phrase_places(&wanted.stems).into_iter();
            let is_written =
                |place: &SkillPlace| is_form_of(&wanted.name, profile.text.at(place.span));
            places.filter(is_written).collect()
        }
    }
}

/// Returns whether a text is a name, except for endings such as a plural. Words that merely share a stem with those of the name
/// are not: "excellent" is not Excel.
fn is_form_of(name: &str, text: &str) -> bool {
    let (name, text) = (words(name), words(text));
    let mut pairs = name.iter().zip(&text);
    name.len() == text.len() && pairs.all(|(a, b)| is_inflected(&a.lower, &b.lower))
}

/// Returns whether two words differ in their last letters at most.
fn is_inflected(a: &str, b: &str) -> bool {
    let shared = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let rest = |word: &str| word.chars().count().saturating_sub(shared);
    (rest(a), rest(b)) == (0, 0) || (shared >= MIN_SHARED && rest(a).max(rest(b)) <= MAX_ENDING)
}

/// Returns every place of a skill, by its names or by what implies it, with its value there.
fn weighted_places(
    job_skill: &JobSkill,
    named: Vec<SkillPlace>,
    profile: &Profile,
) -> Vec<(SkillPlace, i64)> {
    let named = named.into_iter().map(|place| (place, WHOLE));
    let known = job_skill.any_of.iter().filter_map(|name| name.known);
    let implied = known
        .flat_map(|skill| profile.skills_implying(skill))
        .flat_map(|by| profile.skill_places(*by))
        .map(|place| (*place, IMPLIED_VALUE));
    named.chain(implied).collect()
}

fn first_implying(skill: SkillId, profile: &Profile) -> Option<(SkillId, SkillPlace)> {
    profile
        .skills_implying(skill)
        .iter()
        .filter_map(|by| Some((*by, *profile.skill_places(*by).first()?)))
        .min_by_key(|(_, place)| place.span)
}

//! The criterion `skills`: how many of the job's skills the resume shows, and how many of the job's words it shares.
//!
//! `value = 0.6 S + 0.4 L`, with `S = sum(imp * q) / sum(imp)` over the job's skills, and `L` from [`crate::lexical`]. For a
//! job without skills, the value is `L`.

use compact_str::CompactString;
use shortlist_domain::{Evidence, Importance};
use shortlist_vocabulary::{SkillId, Vocabulary, fold_key};

use crate::criterion::{Gain, Measured, join_names, missing_with_gain};
use crate::formula::{Formula, Open, Requirement, SkillsFormula, TENTHS_OF_SKILLS};
use crate::lexical::{self, Relevance};
use crate::prepared::{JobSkill, PreparedJob};
use crate::profile::{Profile, SkillPlace};
use crate::ratio::{WHOLE, blend, share, times};

/// The value of a skill that another skill implies.
const IMPLIED_VALUE: i64 = 800_000;
/// The highest value of a skill of which only some words are found.
const MAX_PARTIAL_VALUE: i64 = 600_000;

/// How a resume matches a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Match {
    /// By one of its names.
    Named,
    /// By a skill that implies it.
    Implied(SkillId),
    /// By some of the words of its name.
    Partial,
    /// Not at all.
    Missing,
}

/// A skill of the job compared with a resume.
#[derive(Debug, Clone)]
pub(crate) struct SkillMatch {
    pub(crate) how: Match,
    /// From 0 to 1, in millionths.
    pub(crate) quality: i64,
    /// Where the resume shows the skill. A partial match has one place for each word found.
    pub(crate) places: Vec<SkillPlace>,
}

/// Compares one skill with a resume.
pub(crate) fn match_skill(job_skill: &JobSkill, profile: &Profile) -> SkillMatch {
    let named = named_places(job_skill, profile);
    if !named.is_empty() {
        return SkillMatch {
            how: Match::Named,
            quality: WHOLE,
            places: named,
        };
    }
    let implying = job_skill
        .known
        .and_then(|skill| first_implying(skill, profile));
    if let Some((by, place)) = implying {
        return SkillMatch {
            how: Match::Implied(by),
            quality: IMPLIED_VALUE,
            places: vec![place],
        };
    }
    match_partially(job_skill, profile)
}

/// Returns every place where the resume mentions a skill by one of its names.
fn named_places(job_skill: &JobSkill, profile: &Profile) -> Vec<SkillPlace> {
    match job_skill.known {
        Some(skill) => profile.skill_places(skill).to_vec(),
        None if job_skill.stems.is_empty() => profile.listed_places(&job_skill.name),
        None => profile.phrase_places(&job_skill.stems),
    }
}

/// Returns every place of a skill, by its names or by what implies it, with its value there.
pub(crate) fn weighted_places(job_skill: &JobSkill, profile: &Profile) -> Vec<(SkillPlace, i64)> {
    let named = named_places(job_skill, profile)
        .into_iter()
        .map(|place| (place, WHOLE));
    let implying = job_skill
        .known
        .map_or(&[][..], |skill| profile.skills_implying(skill));
    let implied = implying
        .iter()
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

/// Matches some words of a longer name. The quality is `0.6 x` the share of the stems found.
fn match_partially(job_skill: &JobSkill, profile: &Profile) -> SkillMatch {
    let first = |stem: &CompactString| profile.stem_places(stem).first().copied();
    let places: Vec<SkillPlace> = job_skill
        .stems
        .iter()
        .filter(|_| job_skill.stems.len() > 1)
        .filter_map(first)
        .map(|place| SkillPlace {
            sentence: place.sentence,
            span: place.span,
        })
        .collect();
    if places.is_empty() {
        return SkillMatch {
            how: Match::Missing,
            quality: 0,
            places,
        };
    }
    let found = i64::try_from(places.len()).unwrap_or(0);
    let all = i64::try_from(job_skill.stems.len()).unwrap_or(i64::MAX);
    SkillMatch {
        how: Match::Partial,
        quality: times(MAX_PARTIAL_VALUE, share(found, all)),
        places,
    }
}

/// Measures the criterion.
pub(crate) fn measure(job: &PreparedJob, profile: &Profile, vocabulary: &Vocabulary) -> Measured {
    let matches: Vec<SkillMatch> = job
        .skills
        .iter()
        .map(|job_skill| match_skill(job_skill, profile))
        .collect();
    let Relevance {
        value: relevance,
        evidence: relevant,
        found: words,
        ..
    } = lexical::measure(&job.terms, profile);
    let blended = |coverage| blend(coverage, TENTHS_OF_SKILLS, relevance);
    let value = if job.skills.is_empty() {
        relevance
    } else {
        blended(coverage(job, reached(job, &matches)))
    };
    let mut evidence: Vec<Evidence> = Vec::with_capacity(matches.len() + relevant.len());
    let mut open = Vec::new();
    for (skill, (job_skill, matched)) in job.skills.iter().zip(&matches).enumerate() {
        if matched.quality < WHOLE {
            open.push(Open {
                requirement: Requirement::Skill(skill),
                line: evidence.len(),
            });
        }
        let in_full = reached(job, &matches) + job_skill.importance * (WHOLE - matched.quality);
        let gain = Gain {
            with: blended(coverage(job, in_full)),
            now: value,
        };
        evidence.extend(evidence_for(job_skill, matched, profile, gain, vocabulary));
    }
    evidence.extend(relevant);
    Measured {
        value,
        has_data: value > 0 || profile.shows_skills(),
        summary: summary(job, &matches, words),
        evidence,
        formula: formula(job, &matches, relevance),
        open,
    }
}

/// Returns the value as a formula of the skills that are shown.
fn formula(job: &PreparedJob, matches: &[SkillMatch], relevance: i64) -> Formula {
    if job.skills.is_empty() {
        return Formula::Fixed(relevance);
    }
    let missing = job.skills.iter().zip(matches).enumerate();
    Formula::Skills(SkillsFormula {
        relevance,
        reached: reached(job, matches),
        maximum: maximum(job),
        missing: missing
            .filter(|(_, (_, matched))| matched.quality < WHOLE)
            .map(|(skill, (wanted, matched))| {
                (skill, wanted.importance * (WHOLE - matched.quality))
            })
            .collect(),
    })
}

/// Returns the importance of the skills that match, multiplied by their quality.
fn reached(job: &PreparedJob, matches: &[SkillMatch]) -> i64 {
    let pairs = job.skills.iter().zip(matches);
    pairs
        .map(|(job_skill, matched)| job_skill.importance * matched.quality)
        .sum()
}

/// Returns `S`.
fn coverage(job: &PreparedJob, reached: i64) -> i64 {
    share(reached, maximum(job))
}

/// Returns the importance of all skills, in the unit of [`reached`].
fn maximum(job: &PreparedJob) -> i64 {
    let skills = job.skills.iter();
    skills.map(|job_skill| job_skill.importance).sum::<i64>() * WHOLE
}

fn evidence_for(
    job_skill: &JobSkill,
    matched: &SkillMatch,
    profile: &Profile,
    gain: Gain,
    vocabulary: &Vocabulary,
) -> Vec<Evidence> {
    let Some(first) = matched.places.first() else {
        return vec![missing_with_gain(job_skill.name.clone(), gain)];
    };
    let mut evidence = shown(job_skill, matched, first, profile, vocabulary);
    if let Some(first) = evidence.first_mut() {
        first.gain = gain.micros();
    }
    evidence
}

/// Returns the quotes for a skill that matches, fully or in part.
fn shown(
    job_skill: &JobSkill,
    matched: &SkillMatch,
    first: &SkillPlace,
    profile: &Profile,
    vocabulary: &Vocabulary,
) -> Vec<Evidence> {
    let quote = |requirement: String, place: &SkillPlace| {
        let context = profile
            .sentence(place.sentence)
            .map_or(place.span, |sentence| sentence.span);
        profile.text.evidence(requirement, place.span, context)
    };
    let name = &job_skill.name;
    match &matched.how {
        Match::Implied(by) => {
            let by = vocabulary.name(*by);
            vec![quote(format!("{name} (implied by {by})"), first)]
        }
        Match::Partial => matched
            .places
            .iter()
            .map(|place| {
                quote(
                    format!("{name} (in part: {})", profile.text.at(place.span)),
                    place,
                )
            })
            .collect(),
        Match::Named | Match::Missing => {
            vec![quote(as_written(name, profile.text.at(first.span)), first)]
        }
    }
}

/// Returns the name, with the resume's wording if it differs.
fn as_written(name: &str, written: &str) -> String {
    if fold_key(name) == fold_key(written) {
        return name.to_owned();
    }
    format!("{name} (as \"{written}\")")
}

fn summary(job: &PreparedJob, matches: &[SkillMatch], words: usize) -> String {
    let all = job.terms.len();
    if job.skills.is_empty() {
        return match all {
            0 => "The job names nothing that skills could be compared with.".to_owned(),
            _ => format!(
                "The job names no skill; {words} of {all} words of its posting are in the resume."
            ),
        };
    }
    let names = |wanted: &dyn Fn(&JobSkill, &SkillMatch) -> bool| -> Vec<&str> {
        let pairs = job.skills.iter().zip(matches);
        pairs
            .filter(|(job_skill, matched)| wanted(job_skill, matched))
            .map(|(job_skill, _)| job_skill.name.as_str())
            .collect()
    };
    let whole = |matched: &SkillMatch| matches!(matched.how, Match::Named | Match::Implied(_));
    let optional = |job_skill: &JobSkill| job_skill.importance_kind == Importance::Preferred;
    let mut parts = Vec::new();
    let required = names(&|job_skill, _| !optional(job_skill));
    if !required.is_empty() {
        let found = names(&|job_skill, matched| !optional(job_skill) && whole(matched));
        parts.push(found_of(&found, required.len(), "required"));
    }
    let preferred = names(&|job_skill, _| optional(job_skill));
    if !preferred.is_empty() {
        let found = names(&|job_skill, matched| optional(job_skill) && whole(matched));
        parts.push(found_of(&found, preferred.len(), "preferred"));
    }
    let partly = names(&|_, matched| matched.how == Match::Partial);
    if !partly.is_empty() {
        parts.push(format!("in part {}", join_names(&partly)));
    }
    let missing = names(&|_, matched| matched.how == Match::Missing);
    if !missing.is_empty() {
        parts.push(format!("missing {}", join_names(&missing)));
    }
    format!("{}.", parts.join("; "))
}

fn found_of(found: &[&str], all: usize, kind: &str) -> String {
    let count = found.len();
    let skills = if all == 1 { "skill" } else { "skills" };
    match count {
        0 => format!("0 of {all} {kind} {skills} found"),
        _ => format!(
            "{count} of {all} {kind} {skills} found: {}",
            join_names(found)
        ),
    }
}

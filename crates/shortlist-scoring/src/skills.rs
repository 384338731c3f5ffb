//! The criterion `skills`: how many of the job's skills the resume shows, and how similar its wording is to the posting.
//!
//! `value = (0.5 S + 0.5 L) * F`. `S = (sum(imp * q) + 0.5 * met) / (sum(imp) + 0.5 * phrases)` over the job's skills and over
//! the phrases of its posting, `L` is from [`crate::lexical`], and `F` from [`crate::credentials`]. For a job without skills
//! and phrases, the value is `L * F`.
//!
//! A skill is met by its name, an alias or a skill that implies it, and never by one of its words.

use shortlist_domain::{Evidence, Importance, MicroPoints};
use shortlist_vocabulary::{SkillId, Vocabulary, fold_key};

use crate::comparison::Comparison;
use crate::credentials::{factor_line, missing_credentials, required_share};
use crate::criterion::{Gain, Measured, join_names, missing_with_gain};
use crate::formula::{CredentialFactor, Formula, Met, Open, Requirement, SkillsFormula};
use crate::prepared::{JobSkill, SkillName};
use crate::profile::{Profile, SkillPlace};
use crate::ratio::WHOLE;
use crate::receipt::decimals;
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

/// Measures the criterion.
pub(crate) fn measure(compared: &Comparison<'_>, vocabulary: &Vocabulary) -> Measured {
    let formula = formula(compared);
    let value = formula.value(&Met::default());
    let mut evidence = Vec::new();
    let mut open = Vec::new();
    let pairs = compared.job.skills.iter().zip(&compared.skills);
    for (skill, (job_skill, matched)) in pairs.enumerate() {
        let requirement = Requirement::Skill(skill);
        if matched.quality < WHOLE {
            let line = evidence.len();
            open.push(Open { requirement, line });
        }
        let gain = formula.gain(requirement);
        evidence.push(evidence_for(
            (job_skill, matched),
            compared.profile,
            gain,
            vocabulary,
        ));
    }
    for credential in compared.required_credentials() {
        if credential.quality < WHOLE {
            open.push(Open {
                requirement: credential.requirement(),
                line: evidence.len(),
            });
        }
        let gain = formula.gain(credential.requirement());
        let line = factor_line(credential, compared.profile, gain);
        // Without points to multiply, nothing was earned that could be quoted.
        evidence.extend(Some(line).filter(|line| !line.found || value > 0));
    }
    if value > 0 {
        evidence.extend(shown_phrases(compared));
        evidence.extend(similar_wording(compared, formula.wording_part()));
    }
    Measured {
        value,
        has_data: value > 0 || compared.profile.shows_skills(),
        summary: summary(compared),
        evidence,
        formula: Formula::Skills(formula),
        open,
    }
}

/// Returns the value as a formula of the skills and credentials that are shown.
fn formula(compared: &Comparison<'_>) -> SkillsFormula {
    let missing = compared.job.skills.iter().zip(&compared.skills).enumerate();
    let (reached, maximum) = required_share(compared);
    SkillsFormula {
        wording: compared.wording.value,
        reached: compared.reached(),
        maximum: compared.maximum(),
        missing: missing
            .filter(|(_, (_, matched))| matched.quality < WHOLE)
            .map(|(skill, (wanted, matched))| {
                (skill, wanted.importance * (WHOLE - matched.quality))
            })
            .collect(),
        credentials: CredentialFactor {
            reached,
            maximum,
            missing: missing_credentials(compared),
        },
    }
}

/// Returns the line of a skill.
fn evidence_for(
    (job_skill, matched): (&JobSkill, &SkillMatch),
    profile: &Profile,
    gain: Gain,
    vocabulary: &Vocabulary,
) -> Evidence {
    let name = &job_skill.name;
    let Some(place) = &matched.place else {
        return missing_with_gain(name.clone(), gain);
    };
    let requirement = match &matched.how {
        Match::Implied(by) => format!("{name} (implied by {})", vocabulary.name(*by)),
        Match::Named | Match::Missing => as_written(name, profile.text.at(place.span)),
    };
    let sentence = profile.sentence(place.sentence);
    let context = sentence.map_or(place.span, |sentence| sentence.span);
    Evidence {
        gain: gain.micros(),
        ..profile.text.evidence(requirement, place.span, context)
    }
}

/// Returns a line for each phrase of the posting that the resume contains.
fn shown_phrases(compared: &Comparison<'_>) -> impl Iterator<Item = Evidence> {
    let profile = compared.profile;
    compared.items.iter().filter_map(|matched| {
        let passage = profile.passages.get(matched.passage)?;
        let requirement = format!("{PHRASE_OF_POSTING}{}", matched.item.text);
        Some(
            profile
                .text
                .evidence(requirement, passage.span, passage.span),
        )
    })
}

/// Returns the line of the similar wording, with its part of the value, and further passages that earned much of it.
fn similar_wording(compared: &Comparison<'_>, part: i64) -> impl Iterator<Item = Evidence> {
    let (text, wording) = (&compared.profile.text, &compared.wording);
    let passages = wording.passages.iter().enumerate();
    passages.map(move |(number, passage)| {
        let words: Vec<&str> = passage.words.iter().map(String::as_str).collect();
        let words = join_names(&words);
        let requirement = match number {
            0 => format!(
                "{SIMILAR_WORDING} ({}): {words}",
                decimals(MicroPoints::new(part))
            ),
            _ => format!("{SIMILAR_WORDING}: {words}"),
        };
        text.evidence(requirement, passage.span, passage.span)
    })
}

/// How the lines of phrases of the posting begin.
pub(crate) const PHRASE_OF_POSTING: &str = "phrase of the posting: ";
/// How the lines of similar wording begin.
pub(crate) const SIMILAR_WORDING: &str = "similar wording";

/// Returns the name, with the resume's wording if it differs.
fn as_written(name: &str, written: &str) -> String {
    if fold_key(name) == fold_key(written) {
        return name.to_owned();
    }
    format!("{name} (as \"{written}\")")
}

fn summary(compared: &Comparison<'_>) -> String {
    let job = compared.job;
    let mut parts = Vec::new();
    if job.skills.is_empty() {
        parts.push(match job.terms.is_empty() {
            true => "The job names nothing that skills could be compared with".to_owned(),
            false => "The job names no skill".to_owned(),
        });
    } else {
        parts.extend(summary_of_skills(compared));
    }
    let missing = compared.required_credentials();
    let missing: Vec<&str> = missing
        .filter(|credential| credential.place.is_none())
        .map(|credential| credential.label.as_str())
        .collect();
    if !missing.is_empty() {
        parts.push(format!("required but not shown: {}", join_names(&missing)));
    }
    match job.items.len() {
        0 => {}
        1 => parts.push(format!(
            "{} of 1 phrase of the posting",
            compared.items.len()
        )),
        all => parts.push(format!(
            "{} of {all} phrases of the posting",
            compared.items.len()
        )),
    }
    if !job.terms.is_empty() {
        let share = decimals(MicroPoints::new(compared.wording.value));
        parts.push(format!("similar wording {share} of 1"));
    }
    format!("{}.", parts.join("; "))
}

fn summary_of_skills(compared: &Comparison<'_>) -> Vec<String> {
    let names = |wanted: &dyn Fn(&JobSkill, &SkillMatch) -> bool| -> Vec<&str> {
        let pairs = compared.job.skills.iter().zip(&compared.skills);
        pairs
            .filter(|(job_skill, matched)| wanted(job_skill, matched))
            .map(|(job_skill, _)| job_skill.name.as_str())
            .collect()
    };
    let shown = |matched: &SkillMatch| matched.how != Match::Missing;
    let optional = |job_skill: &JobSkill| job_skill.importance_kind == Importance::Preferred;
    let mut parts = Vec::new();
    let required = names(&|job_skill, _| !optional(job_skill));
    if !required.is_empty() {
        let found = names(&|job_skill, matched| !optional(job_skill) && shown(matched));
        parts.push(found_of(&found, required.len(), "required"));
    }
    let preferred = names(&|job_skill, _| optional(job_skill));
    if !preferred.is_empty() {
        let found = names(&|job_skill, matched| optional(job_skill) && shown(matched));
        parts.push(found_of(&found, preferred.len(), "preferred"));
    }
    let missing = names(&|_, matched| !shown(matched));
    if !missing.is_empty() {
        parts.push(format!("missing {}", join_names(&missing)));
    }
    parts
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

//! The criterion `skills`: how many of the job's skills the resume shows, and how similar its wording is to the posting.
//!
//! `value = (0.5 S + 0.5 L) * F`. `S = (sum(imp * q) + 0.5 * met) / (sum(imp) + 0.5 * phrases)` over the job's skills and over
//! the phrases of its posting, `L` is from [`crate::lexical`], and `F` from [`crate::credentials`]. For a job without skills
//! and phrases, the value is `L * F`. If the resume is in another language than the posting, `S` is without phrases, and the
//! lesser of `S` and the best relevance of a position counts in place of `L`.
//!
//! A skill is met by its name, an alias or a skill that implies it, and never by one of its words. One that is only in a list of
//! skills counts less than one that a position or another text mentions.

use crate::english::language_name;
use shortlist_domain::{Evidence, EvidenceDetail, Importance, MicroPoints};
use shortlist_vocabulary::{Vocabulary, fold_key};

use crate::comparison::Comparison;
use crate::credential_match::RequestedCredential;
use crate::credentials::{missing_credentials, required_share};
use crate::criterion::{MAX_NAMES, Measured, join_names, missing_with_gain};
use crate::formula::{
    CredentialFactor, Formula, Gain, Met, Open, Requirement, SkillsFormula, WordingPart,
};
use crate::prepared::JobSkill;
use crate::profile::Profile;
use crate::ratio::{WHOLE, percent};
use crate::skill_match::{Match, SkillMatch};

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
        let line = credential.evidence(compared.profile, gain);
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
        wording: match compared.other_language {
            Some(_) => WordingPart::Skills(compared.work.relevance()),
            None => WordingPart::Similar(compared.wording.value),
        },
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
    let set_by = job_skill.set_by.clone();
    let Some(place) = &matched.place else {
        let name = name.clone();
        return Evidence {
            set_by,
            ..missing_with_gain(EvidenceDetail::Skill(name), gain)
        };
    };
    let detail = match &matched.how {
        Match::Implied(by) => EvidenceDetail::ImpliedSkill {
            name: name.clone(),
            by: vocabulary.name(*by).to_owned(),
        },
        Match::Named | Match::Missing => as_written(name, profile.text.at(place.span)),
    };
    let detail = if matched.only_listed {
        in_list(detail)
    } else {
        detail
    };
    let sentence = profile.sentence(place.sentence);
    let context = sentence.map_or(place.span, |sentence| sentence.span);
    Evidence {
        gain: gain.micros(),
        set_by,
        ..profile.text.evidence(detail, place.span, context)
    }
}

/// Returns a line for each phrase of the posting that the resume contains.
fn shown_phrases(compared: &Comparison<'_>) -> impl Iterator<Item = Evidence> {
    let profile = compared.profile;
    compared.items.iter().filter_map(|matched| {
        let passage = profile.passages.get(matched.passage)?;
        let text = matched.item.text.clone();
        let detail = EvidenceDetail::PostingPhrase(text);
        Some(profile.text.evidence(detail, passage.span, passage.span))
    })
}

/// Returns the line of the similar wording, with its part of the value, and further passages that earned much of it.
fn similar_wording(compared: &Comparison<'_>, part: i64) -> impl Iterator<Item = Evidence> {
    let (text, wording) = (&compared.profile.text, &compared.wording);
    let passages = wording.passages.iter().enumerate();
    passages.map(move |(number, passage)| {
        let words = &passage.words;
        let detail = EvidenceDetail::SimilarWording {
            words: words.iter().take(MAX_NAMES).cloned().collect(),
            more: u32::try_from(words.len().saturating_sub(MAX_NAMES)).unwrap_or(u32::MAX),
            amount: (number == 0).then_some(MicroPoints::new(part)),
        };
        text.evidence(detail, passage.span, passage.span)
    })
}

/// Returns the skill, with the resume's wording if it differs.
fn as_written(name: &str, written: &str) -> EvidenceDetail {
    let name = name.to_owned();
    if fold_key(&name) == fold_key(written) {
        return EvidenceDetail::Skill(name);
    }
    let written = written.to_owned();
    EvidenceDetail::SpelledSkill { name, written }
}

/// Returns a skill as one that is only in lists.
fn in_list(detail: EvidenceDetail) -> EvidenceDetail {
    let text = |text: Option<&str>| text.map(str::to_owned);
    EvidenceDetail::ListedSkill {
        written: text(detail.written_as()),
        by: text(detail.by()),
        name: detail.skill().unwrap_or_default().to_owned(),
    }
}

fn summary(compared: &Comparison<'_>) -> String {
    let job = compared.job;
    let mut parts = Vec::new();
    if job.skills.is_empty() {
        parts.push(if job.terms.is_empty() {
            "The job names nothing that skills could be compared with".to_owned()
        } else {
            "The job names no skill".to_owned()
        });
    } else {
        parts.extend(summary_of_skills(compared));
    }
    let missing = compared.required_credentials();
    let missing: Vec<String> = missing
        .filter(|credential| credential.place.is_none())
        .map(RequestedCredential::label)
        .collect();
    if !missing.is_empty() {
        parts.push(format!("required but not shown: {}", join_names(&missing)));
    }
    parts.extend(summary_of_wording(compared));
    format!("{}.", parts.join("; "))
}

fn summary_of_wording(compared: &Comparison<'_>) -> Vec<String> {
    let job = compared.job;
    if let Some((resume, posting)) = compared.other_language {
        return vec![format!(
            "the skills count in place of the wording, because the resume is in {} and the posting in {}",
            language_name(resume.code()),
            language_name(posting.code())
        )];
    }
    let mut parts = Vec::new();
    let shown = compared.items.len();
    match job.items.len() {
        0 => {}
        1 => parts.push(format!("{shown} of 1 phrase of the posting")),
        all => parts.push(format!("{shown} of {all} phrases of the posting")),
    }
    if !job.terms.is_empty() {
        let share = percent(compared.wording.value);
        parts.push(format!("wording {share} % similar"));
    }
    parts
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

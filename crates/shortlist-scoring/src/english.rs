//! The lines of receipts in English. They are written here from the values and never read back.

mod job;

use shortlist_domain::{
    EducationLevel, EvidenceDetail, FindingMeasure, IntegrityFinding, MicroPoints,
};

use crate::criterion::duration;
use crate::criterion_kind::{CriterionKind, criterion_kind};
use crate::ratio::{decimals, percent};

pub(crate) use job::language_name;
pub use job::{lost_requirement_text, notice_text, source_text};

/// Returns a line of the evidence for a criterion: `Spring (implied by Spring Boot)`.
pub fn requirement_text(criterion: &str, detail: &EvidenceDetail) -> String {
    let text = text_without_prefix(detail);
    match prefix(criterion, detail) {
        None => text,
        Some(prefix) => format!("{prefix}{text}"),
    }
}

/// Returns how a line begins that is about something else than its criterion.
fn prefix(criterion: &str, detail: &EvidenceDetail) -> Option<&'static str> {
    use EvidenceDetail as Detail;
    let (kind, prefix) = match detail {
        Detail::Language { .. } => (CriterionKind::Skills, "language: "),
        Detail::Certificate(_) => (CriterionKind::Skills, "certificate: "),
        Detail::Position { .. } | Detail::UndatedPosition { .. } | Detail::StatedExperience(_) => {
            (CriterionKind::Education, "equivalent experience; ")
        }
        _ => return None,
    };
    (criterion_kind(criterion) == kind).then_some(prefix)
}

/// Returns the line without its criterion.
pub(crate) fn text_without_prefix(detail: &EvidenceDetail) -> String {
    let name = requirement_name(detail);
    match requirement_remark(detail) {
        None => name,
        Some(remark) => format!("{name} ({remark})"),
    }
}

/// Returns the requirement alone, without how the resume meets it: `Spring`.
pub fn requirement_name(detail: &EvidenceDetail) -> String {
    use EvidenceDetail as Detail;
    match detail {
        Detail::Skill(name)
        | Detail::SpelledSkill { name, .. }
        | Detail::ImpliedSkill { name, .. }
        | Detail::ListedSkill { name, .. }
        | Detail::Passage(name) => name.clone(),
        Detail::SkillAtWork(name) => format!("{name} used at work"),
        Detail::SkillTime { name, months, .. } => skill_time(name, *months),
        Detail::Position { from, to, .. } => format!("experience: {from} to {to}"),
        Detail::UndatedPosition { .. } => "experience: without dates".to_owned(),
        Detail::StatedExperience(months) => format!("experience: {} stated", duration(*months)),
        Detail::CurrentPosition { title, .. } => format!("a current position as {title}"),
        Detail::RelevantExperience(months) => {
            format!("{} of relevant experience", duration(*months))
        }
        Detail::Degree { level, .. } => level.map_or("any degree", level_name).to_owned(),
        Detail::FieldOfStudy(name) => format!("field of study: {name}"),
        Detail::Language { any_of, level, .. } => language(any_of, level.as_deref()),
        Detail::Certificate(any_of) => alternatives(any_of),
        Detail::PostingPhrase(text) => format!("phrase of the posting: {text}"),
        Detail::SimilarWording {
            words,
            more,
            amount,
        } => similar_wording(words, *more, *amount),
        Detail::RaisedByModel(model) => format!("raised by the language model {model}"),
        Detail::LoweredByModel(model) => format!("lowered by the language model {model}"),
    }
}

/// Returns how the resume meets the requirement, if not by its name and in full: `implied by Spring Boot`.
pub fn requirement_remark(detail: &EvidenceDetail) -> Option<String> {
    use EvidenceDetail as Detail;
    Some(match detail {
        Detail::SpelledSkill { written, .. } => format!("as \"{written}\""),
        Detail::ImpliedSkill { by, .. } => format!("implied by {by}"),
        Detail::ListedSkill { .. } => {
            let shown = requirement_remark(&detail.clone().outside_list());
            let shown = shown.map_or_else(String::new, |shown| format!("{shown}, "));
            format!("{shown}only in a list")
        }
        Detail::SkillTime { shown_months, .. } => format!("{} shown", duration((*shown_months)?)),
        Detail::Position {
            months, relevance, ..
        } => format!(
            "{}, {} % relevant",
            duration(*months),
            percent(relevance.get())
        ),
        Detail::UndatedPosition { relevance } => format!("{} % relevant", percent(relevance.get())),
        Detail::CurrentPosition { likeness, .. } => {
            format!("{} % alike", percent((*likeness)?.get()))
        }
        Detail::Degree { shown, .. } => format!("in part: {}", level_name((*shown)?)),
        Detail::Language { shown, .. } => format!("in part: {}", shown.as_deref()?),
        _ => return None,
    })
}

/// Returns what a finding is about: the words of the resume, or what was not read.
pub fn finding_text(finding: &IntegrityFinding) -> String {
    use FindingMeasure as Measure;
    let quote = &finding.quote;
    let page = finding.page.unwrap_or_default();
    match finding.measure {
        None => quote.clone(),
        Some(Measure::PostingShare(0)) => {
            format!("less than 1 % of the posting, such as: {quote}")
        }
        Some(Measure::PostingShare(percent)) => {
            format!("{percent} % of the posting, such as: {quote}")
        }
        Some(Measure::Confidence(percent)) => {
            format!("recognized from an image, confidence {percent}")
        }
        Some(Measure::OnlyImages) => {
            format!("page {page} has only images, whose text was not read")
        }
        Some(Measure::PageWithoutMap) => format!("the text on page {page} has no character map"),
        Some(Measure::CharactersWithoutMap(number)) => {
            format!("{number} characters on page {page} have no character map")
        }
    }
}

/// Returns a time with a skill.
pub(crate) fn skill_time(skill: &str, months: u32) -> String {
    format!("{} of {skill}", duration(months))
}

/// Returns a language with its level: `German or French (fluent)`.
pub(crate) fn language(any_of: &[String], level: Option<&str>) -> String {
    let names = alternatives(any_of);
    match level {
        Some(level) => format!("{names} ({level})"),
        None => names,
    }
}

/// Returns names of which one suffices: `PMP or PRINCE2`.
pub(crate) fn alternatives(any_of: &[String]) -> String {
    any_of.join(" or ")
}

fn similar_wording(words: &[String], more: u32, amount: Option<MicroPoints>) -> String {
    let amount = amount.map_or(String::new(), |part| format!(" ({})", decimals(part)));
    let more = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("similar wording{amount}: {}{more}", words.join(", "))
}

/// Returns a level of education.
pub(crate) fn level_name(level: EducationLevel) -> &'static str {
    match level {
        EducationLevel::School => "secondary school",
        EducationLevel::Vocational => "vocational training or a diploma",
        EducationLevel::Associate => "associate degree",
        EducationLevel::Bachelor => "bachelor's degree",
        EducationLevel::Master => "master's degree",
        EducationLevel::Professional => "professional degree",
        EducationLevel::Doctorate => "doctorate",
    }
}

#[cfg(test)]
mod tests;

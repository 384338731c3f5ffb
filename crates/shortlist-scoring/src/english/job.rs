//! What a job asks for, in English: notices, and the requirements of sources.

use shortlist_domain::{
    EducationLevel, LostRequirement, MAX_REQUIREMENT_EDITS, RequirementKind, RequirementNotice,
    RequirementSource,
};

use super::{level_name, skill_time};
use crate::criterion::duration;

/// Returns what the author of a posting should know, and what counts.
pub fn notice_text(notice: &RequirementNotice) -> String {
    match notice {
        RequirementNotice::UnknownLanguage(language) => {
            let problem = match language {
                Some(language) => format!(
                    "The language of the posting seems to be {}",
                    language_name(language)
                ),
                None => "The language of the posting was not recognized".to_owned(),
            };
            format!(
                "{problem}. Requirements are read in English, German, French and Spanish. Names of skills still count."
            )
        }
        RequirementNotice::RequiredAndDenied {
            skill,
            demand,
            denial,
        } => format!(
            "“{skill}” is required (“{demand}”) and not required (“{denial}”). It counts as required."
        ),
        RequirementNotice::DifferentYears { first, other } => format!(
            "The posting asks for {} of experience (“{}”) and for {} (“{}”). The first one counts.",
            duration(first.months),
            first.quote,
            duration(other.months),
            other.quote
        ),
        RequirementNotice::DifferentLevels {
            language,
            level,
            other,
            quote,
        } => format!(
            "The posting asks for {language} at the level “{level}”, and at the level “{other}” (“{quote}”). “{level}” counts."
        ),
        RequirementNotice::TooManyRequirements(count) => format!(
            "The posting has {count} requirements, so each counts little, and only the first {MAX_REQUIREMENT_EDITS} \
             can be marked. A shorter posting orders candidates better."
        ),
        RequirementNotice::NothingRead => {
            "No requirement was found in the posting, so candidates are compared by its title and its wording only. List \
             skills, or write what is required."
                .to_owned()
        }
    }
}

/// Returns the name of a language by its code. All that are recognized have one.
pub(crate) fn language_name(code: &str) -> &str {
    match code {
        "en" => "English",
        "de" => "German",
        "fr" => "French",
        "es" => "Spanish",
        "it" => "Italian",
        "pt" => "Portuguese",
        "nl" => "Dutch",
        "pl" => "Polish",
        code => code,
    }
}

/// Returns that a change of a requirement no longer counts.
pub fn lost_requirement_text(lost: &LostRequirement) -> String {
    format!(
        "“{}” is no longer a requirement of this job, so what {} set for it does not count.",
        lost.name, lost.author.name
    )
}

/// Returns the requirement that a source is about, with its level or its time: `language: German (C1)`.
pub fn source_text(source: &RequirementSource) -> String {
    let RequirementSource {
        kind,
        name,
        level,
        months,
        ..
    } = source;
    match (kind, level, months) {
        (RequirementKind::Skill, _, Some(months)) => skill_time(name, *months),
        (RequirementKind::Skill, _, None) => name.clone(),
        (RequirementKind::Experience, _, months) => {
            format!("{kind}: {}", duration(months.unwrap_or_default()))
        }
        (RequirementKind::Education, level, _) => {
            let level = level.as_deref();
            let known = level.and_then(|level| EducationLevel::parse("level", level).ok());
            let level = known.map(level_name).or(level);
            format!("{kind}: {}", level.unwrap_or_default())
        }
        (kind, Some(level), _) => format!("{kind}: {name} ({level})"),
        (kind, None, _) => format!("{kind}: {name}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_requirement_is_written_with_its_level_or_its_time() {
        use RequirementKind as Kind;
        let source = |kind, name: &str, level: Option<&str>, months| RequirementSource {
            kind,
            name: name.to_owned(),
            level: level.map(str::to_owned),
            months,
            quote: String::new(),
        };
        for (source, text) in [
            (source(Kind::Skill, "Kafka", None, None), "Kafka"),
            (
                source(Kind::Skill, "Kafka", None, Some(24)),
                "2 years of Kafka",
            ),
            (
                source(Kind::Experience, "experience", None, Some(36)),
                "experience: 3 years",
            ),
            (
                source(
                    Kind::Education,
                    "education",
                    Some(EducationLevel::Master.as_str()),
                    None,
                ),
                "education: master's degree",
            ),
            (
                source(Kind::Language, "German or French", Some("fluent"), None),
                "language: German or French (fluent)",
            ),
            (
                source(Kind::Certificate, "PMP", None, None),
                "certificate: PMP",
            ),
        ] {
            assert_eq!(source_text(&source), text);
        }
    }
}

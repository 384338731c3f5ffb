//! The requirements that the scorer finds in a job, as rows with the words that they were read from.

use std::collections::HashMap;

use shortlist_domain::{Importance, JobRequirements, RequirementKind};

use crate::duration::duration;

/// A requirement of a job, for the list next to the form.
pub(crate) struct RequirementRow {
    pub(crate) name: String,
    pub(crate) detail: String,
    pub(crate) quote: Option<String>,
    /// The name of the person who set it; empty if it is as it was read.
    pub(crate) set_by: String,
}

/// Returns the requirements as rows, each with the words that it was read from.
pub(crate) fn requirement_rows(found: &JobRequirements) -> Vec<RequirementRow> {
    let quotes = quotes_of(found);
    let of_kind = |kind: RequirementKind, name: &str, detail: String| RequirementRow {
        name: name.to_owned(),
        quote: quotes.get(&(kind, name)).map(|quote| (*quote).to_owned()),
        set_by: found.set_by(kind, name).unwrap_or_default(),
        detail,
    };
    let mut rows = Vec::new();
    if let Some(months) = found.minimum_months {
        rows.push(of_kind(
            RequirementKind::Experience,
            "experience",
            format!("at least {}", duration(months)),
        ));
    }
    let fields = found.education_fields.join(", ");
    let level = found.education_level.map_or("", |level| level.as_str());
    let education = [level, &fields].join(" ");
    if !education.trim().is_empty() {
        rows.push(of_kind(
            RequirementKind::Education,
            "education",
            education.trim().to_owned(),
        ));
    }
    rows.extend(found.skills.iter().map(|skill| {
        let months = skill.minimum_months.map(duration);
        let months = months.map_or(String::new(), |months| format!(", {months}"));
        of_kind(
            RequirementKind::Skill,
            &skill.name,
            format!("{}{months}", importance(skill.importance)),
        )
    }));
    rows.extend(found.languages.iter().map(|language| {
        let level = language.level.clone().unwrap_or_default();
        let importance = importance_without_weight(language.importance, "Languages");
        let detail = format!("{level} {importance}");
        let name = language.any_of.join(" or ");
        of_kind(RequirementKind::Language, &name, detail.trim().to_owned())
    }));
    rows.extend(found.certificates.iter().map(|certificate| {
        let name = certificate.any_of.join(" or ");
        let importance = importance_without_weight(certificate.importance, "Certificates");
        of_kind(RequirementKind::Certificate, &name, importance)
    }));
    rows.extend(ignored_rows(found));
    rows
}

/// Returns the requirements that a person said do not count.
fn ignored_rows(found: &JobRequirements) -> impl Iterator<Item = RequirementRow> {
    let ignored = found.set.iter().filter(|set| set.is_ignored);
    ignored.map(|set| RequirementRow {
        name: set.name.clone(),
        detail: "does not count".to_owned(),
        quote: None,
        set_by: set.set_by.clone(),
    })
}

/// Returns the first passage that each requirement was read from, by its kind and its name.
fn quotes_of(found: &JobRequirements) -> HashMap<(RequirementKind, &str), &str> {
    let last_first = found.sources.iter().rev();
    last_first
        .map(|source| ((source.kind, source.name.as_str()), source.quote.as_str()))
        .collect()
}

fn importance(importance: Importance) -> &'static str {
    match importance {
        Importance::Required => "required",
        Importance::Described => "mentioned",
        Importance::Preferred => "nice to have",
    }
}

/// Returns the importance of a language or a certificate. Without a weight for its criterion, it counts only if it is required.
fn importance_without_weight(value: Importance, criterion: &str) -> String {
    match value {
        Importance::Required => importance(value).to_owned(),
        _ => format!(
            "{}, counts if the weights include {criterion}",
            importance(value)
        ),
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::{LanguageRequirement, RequirementSource, SkillRequirement};

    use super::*;

    /// The number of requirements for which a search for each quote would take minutes.
    const MANY: usize = 100_000;

    #[test]
    fn each_of_many_requirements_has_its_first_quote() {
        let name = |number: usize| format!("a skill with a long name, number {number:06}");
        let skill = |number| SkillRequirement {
            name: name(number),
            importance: Importance::Required,
            minimum_months: None,
        };
        let source = |number: usize| RequirementSource {
            kind: RequirementKind::Skill,
            name: name(number % MANY),
            level: None,
            months: None,
            quote: number.to_string(),
        };
        let found = JobRequirements {
            skills: (0..MANY).map(skill).collect(),
            sources: (0..MANY + 1).map(source).collect(),
            ..JobRequirements::default()
        };
        let rows = requirement_rows(&found);
        let quotes = rows.iter().map(|row| row.quote.clone().unwrap());
        assert!(quotes.eq((0..MANY).map(|number| number.to_string())));
    }

    #[test]
    fn what_counts_only_with_a_weight_says_so() {
        let language = |name: &str, importance| LanguageRequirement {
            any_of: vec![name.to_owned()],
            level: Some("B2".to_owned()),
            importance,
        };
        let found = JobRequirements {
            education_fields: vec!["nursing".to_owned()],
            languages: vec![
                language("German", Importance::Required),
                language("French", Importance::Preferred),
            ],
            ..JobRequirements::default()
        };
        let rows = requirement_rows(&found);
        let details: Vec<_> = rows.iter().map(|row| row.detail.as_str()).collect();
        let expected = [
            "nursing",
            "B2 required",
            "B2 nice to have, counts if the weights include Languages",
        ];
        assert_eq!(details, expected);
    }
}

//! The requirements of a job as a list, and back.

use hashbrown::HashMap;
use shortlist_domain::{
    CertificateRequirement, EducationLevel, Importance, JobRequirements, LanguageRequirement,
    RequirementItem, RequirementKind, RequirementMark, RequirementSource, SkillRequirement,
};

use crate::conjunctions::is_alternative;
use crate::requirements::{source, strongest_first};
use crate::words::words;

/// The names of the requirements of which a job has at most one.
const EXPERIENCE: &str = "experience";
const EDUCATION: &str = "education";

/// Returns the requirements of a job as a list.
pub(super) fn items_of(read: &JobRequirements) -> Vec<RequirementItem> {
    let mut items = Vec::new();
    items.extend(read.minimum_months.map(|months| RequirementItem {
        minimum_months: Some(months),
        ..item(RequirementKind::Experience, &[EXPERIENCE.to_owned()])
    }));
    items.extend(education(read));
    items.extend(read.skills.iter().map(|skill| RequirementItem {
        posted: skill.importance,
        minimum_months: skill.minimum_months,
        ..item(RequirementKind::Skill, std::slice::from_ref(&skill.name))
    }));
    items.extend(read.languages.iter().map(|language| RequirementItem {
        names: vec![language.any_of.join(" or ")],
        posted: language.importance,
        level: language.level.clone(),
        ..item(RequirementKind::Language, &language.any_of)
    }));
    items.extend(read.certificates.iter().map(|certificate| RequirementItem {
        names: vec![certificate.any_of.join(" or ")],
        posted: certificate.importance,
        ..item(RequirementKind::Certificate, &certificate.any_of)
    }));
    let mut quotes: HashMap<(RequirementKind, &str), Vec<String>> = HashMap::new();
    for source in &read.sources {
        let key = (source.kind, source.name.as_str());
        quotes.entry(key).or_default().push(source.quote.clone());
    }
    for item in &mut items {
        let name = item.name();
        let found = quotes.get(&(item.kind, name.as_str()));
        item.quotes = found.cloned().unwrap_or_default();
        item.quotes.dedup();
    }
    items
}

fn item(kind: RequirementKind, any_of: &[String]) -> RequirementItem {
    RequirementItem {
        kind,
        names: any_of.to_vec(),
        any_of: any_of.to_vec(),
        alternatives: Vec::new(),
        level: None,
        minimum_months: None,
        posted: Importance::Required,
        mark: None,
        quotes: Vec::new(),
        author: None,
    }
}

fn education(read: &JobRequirements) -> Option<RequirementItem> {
    let level = read.education_level.map(EducationLevel::as_str);
    let fields = read.education_fields.join(", ");
    let parts = level.into_iter().chain([fields.as_str()]);
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| RequirementItem {
        level: Some(parts.join(", ")),
        ..item(RequirementKind::Education, &[EDUCATION.to_owned()])
    })
}

fn language(item: &RequirementItem, importance: Importance) -> LanguageRequirement {
    LanguageRequirement {
        any_of: item.any_of.clone(),
        level: item.level.clone(),
        importance,
    }
}

fn certificate(item: &RequirementItem, importance: Importance) -> CertificateRequirement {
    CertificateRequirement {
        any_of: item.any_of.clone(),
        importance,
    }
}

/// Returns what a job asks for after changes of its list. Requirements that do not count are left out.
pub(super) fn requirements_of(
    read: &JobRequirements,
    items: &[RequirementItem],
) -> JobRequirements {
    let mut edited = JobRequirements::default();
    for item in items {
        let Some(importance) = item.importance() else {
            continue;
        };
        match item.kind {
            RequirementKind::Experience => edited.minimum_months = read.minimum_months,
            RequirementKind::Education => {
                edited.education_level = read.education_level;
                edited.education_fields.clone_from(&read.education_fields);
                edited.equivalent_experience = read.equivalent_experience;
            }
            RequirementKind::Skill => edited.skills.push(SkillRequirement {
                name: item.name(),
                importance,
                minimum_months: item.minimum_months,
            }),
            RequirementKind::Language => edited.languages.push(language(item, importance)),
            RequirementKind::Certificate => edited.certificates.push(certificate(item, importance)),
        }
    }
    strongest_first(&mut edited.skills);
    edited.languages.sort_by_key(|one| one.importance);
    edited.certificates.sort_by_key(|one| one.importance);
    let counted = items.iter();
    let counted = counted.filter(|item| item.mark != Some(RequirementMark::Ignored));
    edited.sources = counted.flat_map(|item| sources_of(item, read)).collect();
    edited
}

/// Returns the sources of a requirement, under its present name.
fn sources_of(item: &RequirementItem, read: &JobRequirements) -> Vec<RequirementSource> {
    if matches!(
        item.kind,
        RequirementKind::Experience | RequirementKind::Education
    ) {
        let own = read.sources.iter().filter(|one| one.kind == item.kind);
        return own.cloned().collect();
    }
    let quotes = item.quotes.iter().cloned();
    quotes
        .map(|quote| source(item.kind, &item.any_of, item.level.as_deref(), quote))
        .collect()
}

/// Returns whether a name contains a word for "or", which separates the names of alternatives.
pub(super) fn contains_or(name: &str) -> bool {
    words(name).iter().any(|word| is_alternative(&word.lower))
}

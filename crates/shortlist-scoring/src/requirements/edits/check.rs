//! Checks what a person wants to change about the requirements of a job.

use hashbrown::{HashMap, HashSet};
use shortlist_domain::{
    InvalidValue, JobRequirements, ListProblem, MAX_ALTERNATIVE_CHARS, MAX_ALTERNATIVES,
    MAX_REQUIREMENT_EDITS, Problem, RequirementChange, RequirementItem, RequirementKind,
    RequirementMark, RequirementProblem,
};
use shortlist_vocabulary::{Vocabulary, find_language, fold_key};

use super::items::{contains_or, items_of};
use super::{Key, canonical, key};

/// Checks changes of the requirements that were read from a job, and returns those that change something.
///
/// Alternatives that are requirements of the job themselves become names, so that each requirement is listed once. The
/// returned order does not depend on the given one.
///
/// # Errors
/// Returns an error that names the requirement and says what to do.
pub fn check_requirement_changes(
    field: &str,
    read: &JobRequirements,
    given: Vec<RequirementChange>,
    vocabulary: &Vocabulary,
) -> Result<Vec<RequirementChange>, InvalidValue> {
    let items = items_of(read).into_iter();
    let items = items.filter_map(|item| Some((key(item.kind, item.names.first()?), item)));
    let check = Check {
        field,
        vocabulary,
        items: items.collect(),
    };
    if given.len() > MAX_REQUIREMENT_EDITS {
        return Err(check.problem(ListProblem::TooMany(MAX_REQUIREMENT_EDITS)));
    }
    let mut marks: HashMap<Key, Option<RequirementMark>> = HashMap::new();
    let mut checked = Vec::new();
    for change in given {
        let change = check.change(change)?;
        if change.mark.is_none() && change.names.len() < 2 && change.alternatives.is_empty() {
            continue;
        }
        for name in &change.names {
            let before = marks.insert(key(change.kind, name), change.mark);
            check.named_once(name, before, change.mark)?;
        }
        checked.push(change);
    }
    // Each requirement is named once, so its first name orders the changes.
    checked.sort_by_cached_key(|change| {
        let name = change.names.first().map_or("", String::as_str);
        key(change.kind, name)
    });
    Ok(checked)
}

struct Check<'a> {
    field: &'a str,
    vocabulary: &'a Vocabulary,
    items: HashMap<Key, RequirementItem>,
}

impl Check<'_> {
    fn problem(&self, problem: impl Into<Problem>) -> InvalidValue {
        InvalidValue::new(self.field, problem)
    }

    fn change(&self, given: RequirementChange) -> Result<RequirementChange, InvalidValue> {
        let kind = given.kind;
        let mut change = RequirementChange {
            names: Vec::new(),
            alternatives: Vec::new(),
            ..given
        };
        if given.names.is_empty() {
            return Err(self.problem(RequirementProblem::NoName));
        }
        for name in &given.names {
            let known = self.known(kind, name)?;
            change.names.extend(known.names.first().cloned());
        }
        let mut seen = HashSet::new();
        for alternative in &given.alternatives {
            let name = self.alternative(kind, alternative)?;
            if !seen.insert(fold_key(&name)) {
                continue;
            }
            match self.items.get(&key(kind, &name)) {
                Some(known) if change.names.iter().any(|one| known.names.contains(one)) => {}
                Some(known) => change.names.extend(known.names.first().cloned()),
                None => change.alternatives.push(name),
            }
        }
        self.together(&change)?;
        Ok(change)
    }

    /// Returns a requirement of the job.
    fn known(&self, kind: RequirementKind, name: &str) -> Result<&RequirementItem, InvalidValue> {
        if let Some(known) = self.items.get(&key(kind, name)) {
            return Ok(known);
        }
        let mut others = RequirementKind::ALL.into_iter();
        let other = others.find(|other| self.items.contains_key(&key(*other, name)));
        Err(self.problem(match other {
            Some(other) => RequirementProblem::OtherKind {
                name: name.to_owned(),
                kind: kind.as_str(),
                is: other.as_str(),
            },
            None => RequirementProblem::NoSuchRequirement(name.to_owned()),
        }))
    }

    /// Returns an alternative by the name that requirements of its kind have.
    fn alternative(&self, kind: RequirementKind, given: &str) -> Result<String, InvalidValue> {
        let name = given.trim();
        if !kind.has_alternatives() {
            let problem = RequirementProblem::NoAlternatives {
                name: name.to_owned(),
                kind: kind.as_str(),
            };
            return Err(self.problem(problem));
        }
        let problem = match name.chars().count() {
            0 => RequirementProblem::EmptyAlternative,
            count if count > MAX_ALTERNATIVE_CHARS => RequirementProblem::AlternativeTooLong {
                chars: count,
                most: MAX_ALTERNATIVE_CHARS,
            },
            _ if name.contains(char::is_control) => RequirementProblem::AlternativeNotOneLine,
            _ if !name.contains(char::is_alphanumeric) => {
                RequirementProblem::AlternativeWithoutLetters(name.to_owned())
            }
            _ => return self.of_kind(kind, name),
        };
        Err(self.problem(problem))
    }

    fn of_kind(&self, kind: RequirementKind, name: &str) -> Result<String, InvalidValue> {
        if self.items.contains_key(&key(kind, name)) {
            return Ok(name.to_owned());
        }
        let as_language = find_language(name);
        match (kind, as_language) {
            (RequirementKind::Language, None) => {
                Err(self.problem(RequirementProblem::NotLanguage(name.to_owned())))
            }
            (RequirementKind::Skill, Some(_)) => {
                Err(self.problem(RequirementProblem::IsLanguage(name.to_owned())))
            }
            (RequirementKind::Skill, None) if self.is_certificate(name) => {
                Err(self.problem(RequirementProblem::IsCertificate(name.to_owned())))
            }
            _ if contains_or(name) && self.vocabulary.find(name).is_none() => {
                Err(self.problem(RequirementProblem::SeveralAlternatives(name.to_owned())))
            }
            _ => Ok(canonical(kind, name, self.vocabulary)),
        }
    }

    fn is_certificate(&self, name: &str) -> bool {
        self.items
            .contains_key(&key(RequirementKind::Certificate, name))
    }

    /// Checks that the requirements of a change can be alternatives, and that its mark fits.
    fn together(&self, change: &RequirementChange) -> Result<(), InvalidValue> {
        let (kind, count) = (change.kind, change.names.len() + change.alternatives.len());
        let name = change.names.first().map_or("", String::as_str);
        let mark = change.mark;
        let problem = if count > MAX_ALTERNATIVES {
            RequirementProblem::TooManyAlternatives {
                name: name.to_owned(),
                count,
                most: MAX_ALTERNATIVES,
            }
        } else if mark == Some(RequirementMark::Ignored) && count > 1 {
            RequirementProblem::IgnoredWithAlternatives(name.to_owned())
        } else if mark == Some(RequirementMark::Preferred) && !kind.has_alternatives() {
            RequirementProblem::NotPreferable(kind.as_str())
        } else if let Some((one, two)) = self.different_levels(change) {
            RequirementProblem::DifferentLevels { one, other: two }
        } else {
            return Ok(());
        };
        Err(self.problem(problem))
    }

    fn different_levels(&self, change: &RequirementChange) -> Option<(String, String)> {
        let names = change.names.iter();
        let items = names.filter_map(|name| self.items.get(&key(change.kind, name)));
        let level = |item: &RequirementItem| item.level.clone().unwrap_or("no level".to_owned());
        let levels: Vec<String> = items.map(level).collect();
        let first = levels.first()?;
        let other = levels.iter().find(|level| *level != first)?;
        Some((first.clone(), other.clone()))
    }

    fn named_once(
        &self,
        name: &str,
        before: Option<Option<RequirementMark>>,
        mark: Option<RequirementMark>,
    ) -> Result<(), InvalidValue> {
        match before {
            None => Ok(()),
            Some(before) if before == mark => {
                Err(self.problem(RequirementProblem::NameTwice(name.to_owned())))
            }
            Some(before) => Err(self.problem(RequirementProblem::Contradiction {
                name: name.to_owned(),
                one: before.map(RequirementMark::as_str),
                other: mark.map(RequirementMark::as_str),
            })),
        }
    }
}

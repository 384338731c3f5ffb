//! Reads the lines of receipts, so that they can be written in other languages.
//!
//! A receipt stores each requirement as one line of English. This module is the inverse of the functions that write these
//! lines. Names of skills, words of the posting and words of the resume stay as they are.

use shortlist_domain::{CriterionScore, EducationLevel, Evidence};

use crate::criterion::parse_duration;
use crate::education::{ANY_DEGREE, REPLACES_DEGREE};
use crate::experience::{CURRENT_POSITION, RELEVANT_EXPERIENCE};
use crate::formula::CredentialKind;
use crate::other_criteria::{CriterionKind, criterion_kind};
use crate::requirements::education::level_name;
use crate::skills::{ONLY_LISTED, PHRASE_OF_POSTING, SIMILAR_WORDING};

/// Returns whether a resume meets the requirement of a line of a receipt in full.
///
/// A skill that another one implies, or that is only in a list of skills, is met. A lower level, a shorter time or a part of a field is found, but does not meet it.
pub fn is_met(criterion: &CriterionScore, line: &Evidence) -> bool {
    use RequirementLabel as Label;
    line.found
        && match Label::read(&criterion.criterion, &line.requirement) {
            Label::Implied { .. } | Label::Listed { .. } => true,
            Label::InPart { .. }
            | Label::CurrentPosition { alike: Some(_), .. }
            | Label::Degree { found: Some(_), .. }
            | Label::Languages { shown: Some(_), .. }
            | Label::YearsOf { shown: Some(_), .. } => false,
            _ => line.gain.is_none(),
        }
}

/// A line of a receipt. Times are in months.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequirementLabel {
    /// A position from one month to another, such as `2021-05`.
    Period {
        /// The first month.
        from: String,
        /// The last month.
        to: String,
        /// Its length.
        months: u32,
        /// Its relevance in percent, unless an earlier engine wrote the line.
        relevance: Option<u8>,
        /// Whether it counts in place of a degree.
        replaces_degree: bool,
    },
    /// A position without dates, and its relevance in percent.
    WithoutDates {
        /// The relevance.
        relevance: u8,
    },
    /// A current position with the title of the job.
    CurrentPosition {
        /// The title.
        title: String,
        /// How much the best position is like it, in percent, if that is less.
        alike: Option<u8>,
    },
    /// Experience that the resume states in words.
    Stated {
        /// Its length.
        months: u32,
        /// Whether it counts in place of a degree.
        replaces_degree: bool,
    },
    /// Relevant experience of a length that the job asks for.
    Experience {
        /// The length.
        months: u32,
    },
    /// A skill that is used in a position.
    UsedAtWork {
        /// The skill.
        name: String,
    },
    /// A word of the posting in a position.
    WordAtWork {
        /// The word.
        name: String,
    },
    /// A phrase of the posting that a sentence of the resume contains.
    PostingPhrase {
        /// The phrase.
        text: String,
    },
    /// Words that the posting and a sentence of the resume share.
    PostingWords {
        /// The first words.
        names: Vec<String>,
        /// How many more there are.
        more: u32,
    },
    /// A time of a skill that the job asks for.
    YearsOf {
        /// The skill.
        name: String,
        /// The length.
        months: u32,
        /// The length that the resume shows, if it is too short.
        shown: Option<u32>,
    },
    /// A level of education; `None` for any degree.
    Degree {
        /// The requested level.
        wanted: Option<EducationLevel>,
        /// The level that the resume shows, if it is lower.
        found: Option<EducationLevel>,
    },
    /// A field of study.
    Field {
        /// The field.
        name: String,
    },
    /// A skill that another one implies.
    Implied {
        /// The requested skill.
        name: String,
        /// The skill that the resume shows.
        by: String,
    },
    /// A skill of which the resume shows some words. Only earlier engines wrote such lines.
    InPart {
        /// The requested skill.
        name: String,
        /// The words of the resume.
        written: String,
    },
    /// A skill that the resume spells differently.
    Spelled {
        /// The requested skill.
        name: String,
        /// The words of the resume.
        written: String,
    },
    /// A skill that the resume names in lists of skills and nowhere else.
    Listed {
        /// The skill, and how the list names it.
        skill: Box<RequirementLabel>,
    },
    /// Words that a language model quoted.
    ByModel {
        /// Whether it raised the value. Otherwise, it lowered it.
        raised: bool,
        /// The model.
        model: String,
    },
    /// Spoken languages by their English names, of which one is enough.
    Languages {
        /// The languages.
        any_of: Vec<String>,
        /// The level in the words of the posting.
        level: Option<String>,
        /// The level in the words of the resume, if it is lower.
        shown: Option<String>,
    },
    /// Certificates or licences, of which one is enough.
    Certificates {
        /// The certificates.
        any_of: Vec<String>,
    },
    /// A name that needs no translation.
    Name(String),
}

impl RequirementLabel {
    /// Reads a line of the evidence for a criterion.
    pub fn read(criterion: &str, line: &str) -> Self {
        let name = || Self::Name(line.to_owned());
        if let Some(by_model) = by_model(line) {
            return by_model;
        }
        match criterion_kind(criterion) {
            CriterionKind::Skills => skill(line),
            CriterionKind::Experience => experience(line).unwrap_or_else(name),
            CriterionKind::Education => education(line).unwrap_or_else(name),
            _ if line == criterion.trim() => name(),
            CriterionKind::Languages => languages(line),
            CriterionKind::Certificates => Self::Certificates {
                any_of: alternatives(line),
            },
            CriterionKind::Other => name(),
        }
    }

    /// Returns the requirement alone, without what the resume shows of it.
    #[must_use]
    pub fn met(self) -> Self {
        match self {
            Self::Implied { name, .. } | Self::InPart { name, .. } | Self::Spelled { name, .. } => {
                Self::Name(name)
            }
            Self::Listed { skill } => skill.met(),
            Self::YearsOf { name, months, .. } => Self::YearsOf {
                name,
                months,
                shown: None,
            },
            Self::Degree { wanted, .. } => Self::Degree {
                wanted,
                found: None,
            },
            Self::CurrentPosition { title, .. } => Self::CurrentPosition { title, alike: None },
            Self::Languages { any_of, level, .. } => Self::Languages {
                any_of,
                level,
                shown: None,
            },
            label => label,
        }
    }
}

fn by_model(line: &str) -> Option<RequirementLabel> {
    let (verb, model) = line.split_once(" by the language model ")?;
    let raised = match verb {
        "raised" => true,
        "lowered" => false,
        _ => return None,
    };
    let model = model.to_owned();
    Some(RequirementLabel::ByModel { raised, model })
}

fn skill(line: &str) -> RequirementLabel {
    if let Some(skill) = line.strip_suffix(ONLY_LISTED) {
        let skill = Box::new(named_skill(skill));
        return RequirementLabel::Listed { skill };
    }
    if let Some(words) = similar_wording(line) {
        return posting_words(words);
    }
    if let Some(text) = line.strip_prefix(PHRASE_OF_POSTING) {
        let text = text.to_owned();
        return RequirementLabel::PostingPhrase { text };
    }
    if let Some(rest) = line.strip_prefix(CredentialKind::Languages.prefix()) {
        return languages(rest);
    }
    if let Some(rest) = line.strip_prefix(CredentialKind::Certificates.prefix()) {
        let any_of = alternatives(rest);
        return RequirementLabel::Certificates { any_of };
    }
    named_skill(line)
}

/// Reads a skill and how the resume shows it: `SQL (implied by PostgreSQL)`.
fn named_skill(line: &str) -> RequirementLabel {
    let parts = |start: &str, end: &str| -> Option<(String, String)> {
        let (name, rest) = line.strip_suffix(end)?.split_once(start)?;
        Some((name.to_owned(), rest.to_owned()))
    };
    if let Some((name, by)) = parts(" (implied by ", ")") {
        return RequirementLabel::Implied { name, by };
    }
    if let Some((name, written)) = parts(" (in part: ", ")") {
        return RequirementLabel::InPart { name, written };
    }
    if let Some((name, written)) = parts(" (as \"", "\")") {
        return RequirementLabel::Spelled { name, written };
    }
    RequirementLabel::Name(line.to_owned())
}

/// Returns the words of a line of similar wording, which may name its amount.
fn similar_wording(line: &str) -> Option<&str> {
    if let Some(words) = line.strip_prefix("words of the posting: ") {
        return Some(words);
    }
    let rest = line.strip_prefix(SIMILAR_WORDING)?;
    match rest.strip_prefix(": ") {
        Some(words) => Some(words),
        None => {
            let (_, words) = rest.strip_prefix(" (")?.split_once("): ")?;
            Some(words)
        }
    }
}

fn posting_words(words: &str) -> RequirementLabel {
    let counted = words.strip_suffix(" more").and_then(|rest| {
        let (names, more) = rest.rsplit_once(" and ")?;
        Some((names, more.parse().ok()?))
    });
    let (names, more) = counted.unwrap_or((words, 0));
    let names = names.split(", ").map(str::to_owned).collect();
    RequirementLabel::PostingWords { names, more }
}

fn experience(line: &str) -> Option<RequirementLabel> {
    let owned = str::to_owned;
    if let Some(rest) = line.strip_prefix(CURRENT_POSITION) {
        let alike = rest
            .strip_suffix(" % alike)")
            .and_then(|rest| rest.rsplit_once(" ("))
            .and_then(|(title, percent)| Some((title, percent.parse().ok()?)));
        return Some(RequirementLabel::CurrentPosition {
            title: owned(alike.map_or(rest, |(title, _)| title)),
            alike: alike.map(|(_, percent)| percent),
        });
    }
    if let Some(months) = line.strip_suffix(RELEVANT_EXPERIENCE) {
        let months = parse_duration(months)?;
        return Some(RequirementLabel::Experience { months });
    }
    if let Some(rest) = line.strip_prefix("experience: ") {
        return period(rest, false);
    }
    if let Some(name) = line.strip_suffix(" used at work").map(owned) {
        return Some(RequirementLabel::UsedAtWork { name });
    }
    if let Some(name) = line.strip_suffix(" at work").map(owned) {
        return Some(RequirementLabel::WordAtWork { name });
    }
    let (length, of) = line.split_once(" of ")?;
    let months = parse_duration(length)?;
    if of == "experience" {
        return Some(RequirementLabel::Experience { months });
    }
    let shown = of
        .strip_suffix(" shown)")
        .and_then(|of| of.rsplit_once(" ("))
        .and_then(|(name, shown)| Some((name, parse_duration(shown)?)));
    Some(RequirementLabel::YearsOf {
        name: owned(shown.map_or(of, |(name, _)| name)),
        months,
        shown: shown.map(|(_, shown)| shown),
    })
}

/// Reads `2021-05 to 2023-04 (2 years)` and `2 years stated`.
fn period(text: &str, replaces_degree: bool) -> Option<RequirementLabel> {
    if let Some(stated) = text.strip_suffix(" stated") {
        let months = parse_duration(stated)?;
        return Some(RequirementLabel::Stated {
            months,
            replaces_degree,
        });
    }
    let (range, rest) = text.strip_suffix(')')?.split_once(" (")?;
    let relevance = rest.strip_suffix(" % relevant");
    if range == "without dates" {
        let relevance = relevance?.parse().ok()?;
        return Some(RequirementLabel::WithoutDates { relevance });
    }
    let (length, relevance) = match relevance.and_then(|rest| rest.rsplit_once(", ")) {
        Some((length, percent)) => (length, Some(percent.parse().ok()?)),
        None => (rest, None),
    };
    let (from, to) = range.split_once(" to ")?;
    Some(RequirementLabel::Period {
        from: from.to_owned(),
        to: to.to_owned(),
        months: parse_duration(length)?,
        relevance,
        replaces_degree,
    })
}

fn education(line: &str) -> Option<RequirementLabel> {
    if let Some(rest) = line.strip_prefix(REPLACES_DEGREE) {
        return period(rest, true);
    }
    if let Some(name) = line.strip_prefix("field of study: ") {
        let name = name.to_owned();
        return Some(RequirementLabel::Field { name });
    }
    let in_part = line
        .strip_suffix(')')
        .and_then(|line| line.split_once(" (in part: "));
    let (wanted, found) = match in_part {
        Some((wanted, found)) => (wanted, Some(level(found)?)),
        None => (line, None),
    };
    let wanted = match wanted {
        ANY_DEGREE => None,
        wanted => Some(level(wanted)?),
    };
    Some(RequirementLabel::Degree { wanted, found })
}

fn level(name: &str) -> Option<EducationLevel> {
    let mut levels = EducationLevel::ALL.into_iter();
    levels.find(|level| level_name(*level) == name)
}

fn languages(line: &str) -> RequirementLabel {
    let in_part = line
        .strip_suffix(')')
        .and_then(|line| line.rsplit_once(" (in part: "));
    let (line, shown) = match in_part {
        Some((line, shown)) => (line, Some(shown.to_owned())),
        None => (line, None),
    };
    let with_level = line
        .strip_suffix(')')
        .and_then(|line| line.split_once(" ("));
    let (names, level) = match with_level {
        Some((names, level)) => (names, Some(level.to_owned())),
        None => (line, None),
    };
    RequirementLabel::Languages {
        any_of: alternatives(names),
        level,
        shown,
    }
}

fn alternatives(names: &str) -> Vec<String> {
    names.split(" or ").map(str::to_owned).collect()
}

#[cfg(test)]
mod tests;

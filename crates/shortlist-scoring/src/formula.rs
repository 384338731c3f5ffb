//! The formula of each criterion over what was measured, so that a score can be computed as if requirements were met.
//!
//! A formula contains numbers only, no text. Without any met requirement, it has the value of the criterion in the receipt.

use crate::ratio::{WHOLE, blend, halving, share, times};

/// The tenths of the value of skills that come from the skills themselves.
pub(crate) const TENTHS_OF_SKILLS: i64 = 6;
/// The tenths of the value of experience that come from its length.
pub(crate) const TENTHS_OF_LENGTH: i64 = 6;
/// The tenths of the value of a degree that come from its level, if the job names fields.
pub(crate) const TENTHS_OF_LEVEL: i64 = 8;
/// The value of experience that replaces a degree.
pub(crate) const EQUIVALENT_VALUE: i64 = 900_000;

/// The kind of requirement that is met or not, without degrees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CredentialKind {
    Languages,
    Certificates,
}

/// A requirement that a resume does not meet in full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Requirement {
    /// The job's skill of that index, by its name.
    Skill(usize),
    /// The job's skill of that index, by its name in a current position.
    SkillAtWork(usize),
    /// The requested time with the job's skill of that index.
    SkillYears(usize),
    /// The requested experience.
    Length,
    /// The requested degree.
    Level,
    /// The requested field of study of that index. One of them is enough.
    Field(usize),
    /// A requested language or certificate, by its index.
    Credential(CredentialKind, usize),
    /// A first passage for the criterion of that index.
    Passage(usize),
}

/// A requirement that is not met in full, and the index of its line in the criterion's evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Open {
    pub(crate) requirement: Requirement,
    pub(crate) line: usize,
}

/// Requirements that are assumed to be met.
#[derive(Debug, Clone, Default)]
pub(crate) struct Met(Vec<Requirement>);

impl Met {
    pub(crate) fn push(&mut self, requirement: Requirement) {
        self.0.push(requirement);
    }

    pub(crate) fn pop(&mut self) {
        self.0.pop();
    }

    fn has(&self, requirement: Requirement) -> bool {
        self.0.contains(&requirement)
    }

    /// Returns whether a skill is shown. Who uses it at work shows it.
    fn shows_skill(&self, skill: usize) -> bool {
        self.has(Requirement::Skill(skill)) || self.has(Requirement::SkillAtWork(skill))
    }

    fn has_field(&self) -> bool {
        let mut met = self.0.iter();
        met.any(|requirement| matches!(requirement, Requirement::Field(_)))
    }
}

/// The formula of a criterion over what was measured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Formula {
    /// Nothing can change it.
    Fixed(i64),
    Skills(SkillsFormula),
    Experience(ExperienceFormula),
    Education(EducationFormula),
    Credentials(CredentialsFormula),
    /// No passage was found for the criterion of that index.
    Passage(usize),
}

/// The measured values of the criterion `skills`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SkillsFormula {
    pub(crate) relevance: i64,
    pub(crate) reached: i64,
    pub(crate) maximum: i64,
    /// The skills that are not shown in full, and what each would add to `reached`.
    pub(crate) missing: Vec<(usize, i64)>,
}

/// The measured values of the criterion `experience`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExperienceFormula {
    pub(crate) length: i64,
    pub(crate) reached: i64,
    pub(crate) maximum: i64,
    /// The skills that are not used in full.
    pub(crate) uses: Vec<SkillUse>,
}

/// How a skill is used at work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SkillUse {
    pub(crate) skill: usize,
    pub(crate) importance: i64,
    /// The weight of the best entry.
    pub(crate) weight: i64,
    /// The share of the requested time.
    pub(crate) part: i64,
}

/// The measured values of the criterion `education`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EducationFormula {
    pub(crate) level: i64,
    /// How well the field fits; `None` if the job names no fields.
    pub(crate) field: Option<i64>,
    /// Whether the requested experience would replace a degree.
    pub(crate) replaced_by_length: bool,
}

/// The measured values of the criteria `languages` and `certifications`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CredentialsFormula {
    pub(crate) kind: CredentialKind,
    pub(crate) reached: i64,
    pub(crate) maximum: i64,
    /// The missing requirements and their importance.
    pub(crate) missing: Vec<(usize, i64)>,
}

impl Formula {
    /// Returns the value of the criterion, from 0 to 1 in millionths, if some requirements were met.
    pub(crate) fn value(&self, met: &Met) -> i64 {
        let value = match self {
            Self::Fixed(value) => *value,
            Self::Skills(formula) => formula.value(met),
            Self::Experience(formula) => formula.value(met),
            Self::Education(formula) => formula.value(met),
            Self::Credentials(formula) => formula.value(met),
            Self::Passage(number) if met.has(Requirement::Passage(*number)) => halving(1),
            Self::Passage(_) => 0,
        };
        value.clamp(0, WHOLE)
    }
}

impl SkillsFormula {
    fn value(&self, met: &Met) -> i64 {
        let missing = self.missing.iter();
        let shown = missing.filter(|(skill, _)| met.shows_skill(*skill));
        let more: i64 = shown.map(|(_, more)| more).sum();
        let coverage = share(self.reached + more, self.maximum);
        blend(coverage, TENTHS_OF_SKILLS, self.relevance)
    }
}

impl ExperienceFormula {
    fn value(&self, met: &Met) -> i64 {
        let length = if met.has(Requirement::Length) {
            WHOLE
        } else {
            self.length
        };
        if self.maximum == 0 {
            return length;
        }
        let more: i64 = self.uses.iter().map(|used| used.more(met)).sum();
        let relevance = share(self.reached + more, self.maximum);
        blend(length, TENTHS_OF_LENGTH, relevance)
    }
}

impl SkillUse {
    /// Returns what the skill adds to the relevance.
    pub(crate) fn reached(self) -> i64 {
        self.importance * times(self.weight, self.part)
    }

    fn more(self, met: &Met) -> i64 {
        let in_full = |requirement, measured| match met.has(requirement) {
            true => WHOLE,
            false => measured,
        };
        let then = Self {
            weight: in_full(Requirement::SkillAtWork(self.skill), self.weight),
            part: in_full(Requirement::SkillYears(self.skill), self.part),
            ..self
        };
        then.reached() - self.reached()
    }
}

impl EducationFormula {
    fn value(self, met: &Met) -> i64 {
        let level = if met.has(Requirement::Level) {
            WHOLE
        } else {
            self.level
        };
        let value = match self.field {
            None => level,
            Some(field) => {
                let field = if met.has_field() { WHOLE } else { field };
                blend(level, TENTHS_OF_LEVEL, field)
            }
        };
        if self.replaced_by_length && met.has(Requirement::Length) {
            return value.max(EQUIVALENT_VALUE);
        }
        value
    }
}

impl CredentialsFormula {
    fn value(&self, met: &Met) -> i64 {
        let missing = self.missing.iter();
        let found =
            missing.filter(|(number, _)| met.has(Requirement::Credential(self.kind, *number)));
        let more: i64 = found.map(|(_, importance)| importance).sum();
        share(self.reached + more, self.maximum)
    }
}

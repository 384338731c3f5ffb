//! The formula of each criterion over what was measured, so that a score can be computed as if requirements were met.
//!
//! A formula contains numbers only, no text. Without any met requirement, it has the value of the criterion in the receipt.

use shortlist_domain::{MicroPoints, ScorePart};

use crate::ratio::{WHOLE, blend, halving, share, times};

/// What a requirement would add to a criterion's value, in millionths.
///
/// It consists of the value with the requirement and the current value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gain {
    pub(crate) with: i64,
    pub(crate) now: i64,
}

impl Gain {
    pub(crate) fn micros(self) -> Option<MicroPoints> {
        Some(MicroPoints::new(self.with.min(WHOLE) - self.now)).filter(|gain| gain.get() > 0)
    }
}

/// The tenths of the value of skills that come from skills and phrases. The others come from the wording.
const TENTHS_OF_SKILLS: i64 = 5;
/// The part of the value of skills that is left if no required language or certificate is shown.
const LEFT_WITHOUT_CREDENTIALS: i64 = 700_000;
/// The tenths of the value of experience that come from its length.
const TENTHS_OF_LENGTH: i64 = 3;
/// The tenths that come from the use of the job's skills.
const TENTHS_OF_USE: i64 = 2;
/// The tenths that come from the position that is most like the job.
const TENTHS_OF_POSITION: i64 = 3;
/// The tenths that come from the most relevant position.
const TENTHS_OF_FIT: i64 = 2;
/// The tenths of the value of education that do not depend on how well the person fits.
const TENTHS_OF_DEGREE: i64 = 2;
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
    /// A current position like the job.
    Position,
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
    /// Returns one met requirement.
    pub(crate) fn one(requirement: Requirement) -> Self {
        Self(vec![requirement])
    }

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
    /// What counts beside the skills.
    pub(crate) wording: WordingPart,
    pub(crate) reached: i64,
    pub(crate) maximum: i64,
    /// The skills that are not shown in full, and what each would add to `reached`.
    pub(crate) missing: Vec<(usize, i64)>,
    pub(crate) credentials: CredentialFactor,
}

/// What counts beside the skills.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WordingPart {
    /// `L`.
    Similar(i64),
    /// The skills once more, at most as much as this best relevance of a position, because the wording cannot be compared.
    Skills(i64),
}

/// The factor for required languages and certificates.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct CredentialFactor {
    pub(crate) reached: i64,
    /// 0 if the job requires none.
    pub(crate) maximum: i64,
    /// The requirements that are not shown in full, and what each would add to `reached`.
    pub(crate) missing: Vec<(Requirement, i64)>,
}

/// The measured values of the criterion `experience`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExperienceFormula {
    pub(crate) length: i64,
    pub(crate) used: UseFormula,
    /// The largest likeness of a position, by how recent it is.
    pub(crate) position: i64,
    /// The largest relevance of a position, by how recent it is.
    pub(crate) fit: i64,
}

/// How the job's skills are used at work.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct UseFormula {
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
    /// How well the degree reaches the requested level. If the job asks for none, whether there is any degree.
    pub(crate) level: i64,
    /// How well the field fits; `None` if the job names no fields.
    pub(crate) field: Option<i64>,
    /// Whether the job asks for a level.
    pub(crate) is_requested: bool,
    /// Whether relevant experience replaces a degree.
    pub(crate) is_replaced: bool,
    /// Whether the requested experience would replace a degree.
    pub(crate) replaced_by_length: bool,
    /// How well the person fits the job otherwise.
    pub(crate) fit: i64,
}

/// The measured values of the criteria `languages` and `certifications`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CredentialsFormula {
    pub(crate) kind: CredentialKind,
    pub(crate) reached: i64,
    pub(crate) maximum: i64,
    /// The requirements that are not shown in full, and what each would add to `reached`.
    pub(crate) missing: Vec<(usize, i64)>,
}

impl Formula {
    /// Returns the parts of the value without any met requirement: shares, and factors after them.
    pub(crate) fn parts(&self) -> Vec<ScorePart> {
        match self {
            Self::Fixed(value) => vec![share_part("passages that show it", 10, *value)],
            Self::Passage(_) => vec![share_part("passages that show it", 10, 0)],
            Self::Skills(formula) => formula.parts(),
            Self::Experience(formula) => formula.parts(),
            Self::Education(formula) => formula.parts(),
            Self::Credentials(formula) => {
                vec![share_part(
                    "requirements",
                    10,
                    formula.value(&Met::default()),
                )]
            }
        }
    }

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

/// Returns a part that counts with some tenths of the value.
fn share_part(name: &str, tenths: i64, value: i64) -> ScorePart {
    ScorePart {
        name: name.to_owned(),
        weight: Some(MicroPoints::new(tenths * WHOLE / 10)),
        value: MicroPoints::new(value),
    }
}

/// Returns a part by which the sum of the others is multiplied.
fn factor_part(name: &str, value: i64) -> ScorePart {
    ScorePart {
        name: name.to_owned(),
        weight: None,
        value: MicroPoints::new(value),
    }
}

impl SkillsFormula {
    fn parts(&self) -> Vec<ScorePart> {
        let skills = share(self.reached, self.maximum);
        let (name, value) = match self.wording {
            WordingPart::Similar(wording) => ("similar wording", wording),
            WordingPart::Skills(most) => ("skills that positions bear out", skills.min(most)),
        };
        let mut parts = match (self.wording, self.maximum) {
            (WordingPart::Similar(_), 0) => vec![share_part(name, 10, value)],
            _ => vec![
                share_part(
                    "skills and phrases of the posting",
                    TENTHS_OF_SKILLS,
                    skills,
                ),
                share_part(name, 10 - TENTHS_OF_SKILLS, value),
            ],
        };
        if self.credentials.maximum > 0 {
            let factor = self.credentials.value(&Met::default());
            parts.push(factor_part("required languages and certificates", factor));
        }
        parts
    }

    pub(crate) fn value(&self, met: &Met) -> i64 {
        let missing = self.missing.iter();
        let shown = missing.filter(|(skill, _)| met.shows_skill(*skill));
        let more: i64 = shown.map(|(_, more)| more).sum();
        let skills = share(self.reached + more, self.maximum);
        let base = match (self.wording, self.maximum) {
            (WordingPart::Skills(most), _) => blend(skills, TENTHS_OF_SKILLS, skills.min(most)),
            (WordingPart::Similar(wording), 0) => wording,
            (WordingPart::Similar(wording), _) => blend(skills, TENTHS_OF_SKILLS, wording),
        };
        times(base, self.credentials.value(met))
    }

    /// Returns the part of the value that comes from the wording.
    pub(crate) fn wording_part(&self) -> i64 {
        let part = match (self.wording, self.maximum) {
            (WordingPart::Skills(_), _) => 0,
            (WordingPart::Similar(wording), 0) => wording,
            (WordingPart::Similar(wording), _) => blend(0, TENTHS_OF_SKILLS, wording),
        };
        times(part, self.credentials.value(&Met::default()))
    }

    /// Returns what a requirement would add.
    pub(crate) fn gain(&self, requirement: Requirement) -> Gain {
        Gain {
            with: self.value(&Met::one(requirement)),
            now: self.value(&Met::default()),
        }
    }
}

impl CredentialFactor {
    fn value(&self, met: &Met) -> i64 {
        if self.maximum == 0 {
            return WHOLE;
        }
        let missing = self.missing.iter();
        let shown = missing.filter(|(requirement, _)| met.has(*requirement));
        let more: i64 = shown.map(|(_, more)| more).sum();
        let shown = share(self.reached + more, self.maximum);
        LEFT_WITHOUT_CREDENTIALS + times(WHOLE - LEFT_WITHOUT_CREDENTIALS, shown)
    }
}

impl ExperienceFormula {
    fn parts(&self) -> Vec<ScorePart> {
        let used = self.used.value(&Met::default());
        vec![
            share_part("relevant experience", TENTHS_OF_LENGTH, self.length),
            share_part("use of the job's skills", TENTHS_OF_USE, used),
            share_part(
                "position most like the job",
                TENTHS_OF_POSITION,
                self.position,
            ),
            share_part("most relevant position", TENTHS_OF_FIT, self.fit),
        ]
    }

    pub(crate) fn value(&self, met: &Met) -> i64 {
        let in_full = |requirement, measured| {
            if met.has(requirement) {
                WHOLE
            } else {
                measured
            }
        };
        let length = in_full(Requirement::Length, self.length);
        let position = in_full(Requirement::Position, self.position);
        // A position with the job's title is relevant by half at least.
        let fit = if met.has(Requirement::Position) {
            self.fit.max(WHOLE / 2)
        } else {
            self.fit
        };
        let parts = TENTHS_OF_LENGTH * length
            + TENTHS_OF_USE * self.used.value(met)
            + TENTHS_OF_POSITION * position
            + TENTHS_OF_FIT * fit;
        parts / 10
    }

    /// Returns what a requirement would add.
    pub(crate) fn gain(&self, requirement: Requirement) -> Gain {
        Gain {
            with: self.value(&Met::one(requirement)),
            now: self.value(&Met::default()),
        }
    }
}

impl UseFormula {
    fn value(&self, met: &Met) -> i64 {
        let more: i64 = self.uses.iter().map(|used| used.more(met)).sum();
        share(self.reached + more, self.maximum)
    }
}

impl SkillUse {
    /// Returns what the skill adds to the relevance.
    pub(crate) fn reached(self) -> i64 {
        self.importance * times(self.weight, self.part)
    }

    fn more(self, met: &Met) -> i64 {
        let in_full = |requirement, measured| {
            if met.has(requirement) {
                WHOLE
            } else {
                measured
            }
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
    fn parts(self) -> Vec<ScorePart> {
        if !self.is_requested {
            let education = share_part("education", 10, self.level);
            return vec![education, factor_part("fit", self.fit)];
        }
        let degree = match self.field {
            None => vec![share_part("level", 10, self.level)],
            Some(field) => vec![
                share_part("level", TENTHS_OF_LEVEL, self.level),
                share_part("field of study", 10 - TENTHS_OF_LEVEL, field),
            ],
        };
        let reached = self.field.map_or(self.level, |field| {
            blend(self.level, TENTHS_OF_LEVEL, field)
        });
        let mut parts = if self.is_replaced && reached < EQUIVALENT_VALUE {
            vec![share_part(
                "experience in place of a degree",
                10,
                EQUIVALENT_VALUE,
            )]
        } else {
            degree
        };
        parts.push(factor_part("fit", blend(WHOLE, TENTHS_OF_DEGREE, self.fit)));
        parts
    }

    pub(crate) fn value(self, met: &Met) -> i64 {
        let level = if met.has(Requirement::Level) {
            WHOLE
        } else {
            self.level
        };
        if !self.is_requested {
            return times(level, self.fit);
        }
        let field = if met.has_field() {
            Some(WHOLE)
        } else {
            self.field
        };
        let degree = field.map_or(level, |field| blend(level, TENTHS_OF_LEVEL, field));
        let is_replaced =
            self.is_replaced || (self.replaced_by_length && met.has(Requirement::Length));
        let degree = if is_replaced {
            degree.max(EQUIVALENT_VALUE)
        } else {
            degree
        };
        times(degree, blend(WHOLE, TENTHS_OF_DEGREE, self.fit))
    }

    /// Returns what a requirement would add.
    pub(crate) fn gain(self, requirement: Requirement) -> Gain {
        Gain {
            with: self.value(&Met::one(requirement)),
            now: self.value(&Met::default()),
        }
    }
}

impl CredentialsFormula {
    fn value(&self, met: &Met) -> i64 {
        let missing = self.missing.iter();
        let found =
            missing.filter(|(number, _)| met.has(Requirement::Credential(self.kind, *number)));
        let more: i64 = found.map(|(_, more)| more).sum();
        share(self.reached + more, self.maximum)
    }
}

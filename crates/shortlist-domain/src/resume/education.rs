//! Degrees and schools.

use super::{MIN_ENTRY_CONFIDENCE, PartialDate, Span};
use crate::{ChoiceProblem, InvalidValue};

/// Below this confidence, in percent, an institution is more likely another line near the degree.
const MIN_INSTITUTION_CONFIDENCE: u8 = 20;

/// A level of education. Degrees are compared by their level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EducationLevel {
    /// Secondary school.
    School,
    /// Vocational training, a diploma or a certificate.
    Vocational,
    /// An associate degree.
    Associate,
    /// A bachelor's degree.
    Bachelor,
    /// A master's degree.
    Master,
    /// A professional degree: law, medicine, chartered accountancy.
    Professional,
    /// A doctorate.
    Doctorate,
}

impl EducationLevel {
    /// Every level, lowest first.
    pub const ALL: [Self; 7] = [
        Self::School,
        Self::Vocational,
        Self::Associate,
        Self::Bachelor,
        Self::Master,
        Self::Professional,
        Self::Doctorate,
    ];

    /// Returns the level's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::School => "school",
            Self::Vocational => "vocational",
            Self::Associate => "associate",
            Self::Bachelor => "bachelor",
            Self::Master => "master",
            Self::Professional => "professional",
            Self::Doctorate => "doctorate",
        }
    }

    /// Parses a level's name.
    ///
    /// # Errors
    /// Returns an error if no level has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|level| level.as_str() == value)
            .ok_or_else(|| InvalidValue::new(field, ChoiceProblem::NotEducationLevel))
    }

    /// Returns the level's value for comparison, in tenths: school 10, doctorate 60.
    pub fn level_tenths(self) -> i64 {
        match self {
            Self::School => 10,
            Self::Vocational => 20,
            Self::Associate => 30,
            Self::Bachelor => 40,
            Self::Master => 50,
            Self::Professional => 55,
            Self::Doctorate => 60,
        }
    }
}

/// A degree or a period at a school.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EducationEntry {
    /// The degree as the resume words it.
    pub degree: String,
    /// The field of study.
    pub field: Option<String>,
    /// The school or university.
    pub institution: Option<String>,
    /// The level, if it is known.
    pub level: Option<EducationLevel>,
    /// When it ended or is expected to end.
    pub end: Option<PartialDate>,
    /// Whether it is still in progress.
    pub in_progress: bool,
    /// The degree's position in the text.
    pub span: Span,
    /// How certain degree and institution are.
    pub confidence: EducationConfidence,
}

/// How certain the fields of an education entry are, from 0 to 100. A missing field has 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EducationConfidence {
    /// Of the degree.
    pub degree: u8,
    /// Of the institution.
    pub institution: u8,
}

impl Default for EducationConfidence {
    /// Returns full confidence: what nobody measured is not in doubt.
    fn default() -> Self {
        Self {
            degree: 100,
            institution: 100,
        }
    }
}

impl EducationEntry {
    /// Returns whether the degree is certain enough to be shown. Otherwise only the text shows the entry.
    pub fn is_certain(&self) -> bool {
        self.confidence.degree >= MIN_ENTRY_CONFIDENCE
    }

    /// Returns the institution, unless it is so uncertain that it may be a line about something else.
    pub fn likely_institution(&self) -> Option<&str> {
        let institution = self.institution.as_deref();
        institution.filter(|_| self.confidence.institution >= MIN_INSTITUTION_CONFIDENCE)
    }
}

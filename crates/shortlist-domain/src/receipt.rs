//! Why a score is what it is.

use chrono::NaiveDate;

use crate::{FileDigest, InvalidValue, MicroPoints, ModelPart, Score};

/// What kind of text was left out of the score and reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FindingKind {
    /// Drawn in a mode that paints nothing.
    Invisible,
    /// In the colour of what is behind it.
    SameColour,
    /// Too small to be read.
    Tiny,
    /// Outside the page.
    OffPage,
    /// Behind something else.
    Covered,
    /// In a layer that is switched off.
    LayerOff,
    /// Said to stand where other letters are drawn.
    Substituted,
    /// Marked as hidden in the word processor.
    Vanish,
    /// Characters without width, tags, or controls of direction.
    ZeroWidth,
    /// A sentence that instructs a machine.
    Instruction,
    /// A list of keywords too long to be meant for people.
    KeywordList,
}

impl FindingKind {
    /// Every kind.
    pub const ALL: [Self; 11] = [
        Self::Invisible,
        Self::SameColour,
        Self::Tiny,
        Self::OffPage,
        Self::Covered,
        Self::LayerOff,
        Self::Substituted,
        Self::Vanish,
        Self::ZeroWidth,
        Self::Instruction,
        Self::KeywordList,
    ];

    /// The kind's name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Invisible => "invisible",
            Self::SameColour => "same_colour",
            Self::Tiny => "tiny",
            Self::OffPage => "off_page",
            Self::Covered => "covered",
            Self::LayerOff => "layer_off",
            Self::Substituted => "substituted",
            Self::Vanish => "vanish",
            Self::ZeroWidth => "zero_width",
            Self::Instruction => "instruction",
            Self::KeywordList => "keyword_list",
        }
    }

    /// Takes a name back.
    ///
    /// # Errors
    /// When no kind has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.as_str() == value)
            .ok_or_else(|| InvalidValue::new(field, "is not a kind of finding"))
    }
}

/// Hidden or machine-directed text: left out of the score and reported, never punished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntegrityFinding {
    /// What kind.
    pub kind: FindingKind,
    /// The text, shortened where it is long.
    pub quote: String,
    /// The 1-based page, where the format knows pages.
    pub page: Option<u32>,
}

/// The words of the resume for or against one requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// What is asked for, and how it was met (`Spring (implied by Spring Boot)`).
    pub requirement: String,
    /// Whether the resume shows it.
    pub found: bool,
    /// The resume's own words.
    pub quote: Option<String>,
    /// The 1-based page of the quote, where the format knows pages.
    pub page: Option<u32>,
    /// The quote's place in the resume's text in code points, end exclusive.
    pub place: Option<(u32, u32)>,
    /// What meeting the requirement in full would add to the criterion's value, at the least; `None` where it is met.
    pub gain: Option<MicroPoints>,
}

/// One criterion's part of a score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CriterionScore {
    /// The criterion's name as the caller spelled it.
    pub criterion: String,
    /// Its share of the whole.
    pub weight: MicroPoints,
    /// How far the resume meets it, from 0 to one.
    pub value: MicroPoints,
    /// What it adds to the score, in points.
    pub contribution: MicroPoints,
    /// Whether the resume says anything about it; where not, it counts 0.
    pub has_data: bool,
    /// One sentence for a recruiter.
    pub summary: String,
    /// The words behind it.
    pub evidence: Vec<Evidence>,
    /// Where a language model moved the value, what the formulas alone gave.
    pub formula_value: Option<MicroPoints>,
}

impl CriterionScore {
    /// The points that meeting a requirement in full would add to the score, at the least.
    pub fn points_to_gain(&self, evidence: &Evidence) -> Option<MicroPoints> {
        let gained = contribution(self.weight, self.value + evidence.gain?);
        Some(MicroPoints::new(gained.get() - self.contribution.get()))
    }
}

/// What a criterion adds to the score, in points: its share of 100 times its value, rounded down to a millionth.
pub fn contribution(share: MicroPoints, value: MicroPoints) -> MicroPoints {
    let exact = i128::from(share.get()) * i128::from(value.get()) * 100;
    MicroPoints::new(i64::try_from(exact / i128::from(MicroPoints::ONE.get())).unwrap_or(0))
}

/// A score with everything that it was made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreReceipt {
    /// The score: the sum of the contributions, rounded half up to one decimal.
    pub score: Score,
    /// The version of the formulas and of the words.
    pub engine_version: String,
    /// The day that "present" meant.
    pub as_of: NaiveDate,
    /// SHA-256 in hexadecimal over the canonical form of the inputs and the result; the same in any installation.
    pub digest: String,
    /// The file that was read.
    pub document: FileDigest,
    /// SHA-256 in hexadecimal over the canonical form of what the job asked for.
    pub requirements_digest: String,
    /// The criteria, in the order of the weights.
    pub criteria: Vec<CriterionScore>,
    /// What was left out.
    pub findings: Vec<IntegrityFinding>,
    /// The language model that was asked, where one was.
    pub model: Option<ModelPart>,
}

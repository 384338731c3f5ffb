//! The explanation of a score.

use chrono::NaiveDate;

use crate::{
    EvidenceDetail, FileDigest, IntegrityFinding, MicroPoints, ModelContribution,
    OccupationReceipt, Score,
};

/// The words of the resume for or against one requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// The requirement, and how the resume meets it.
    pub detail: EvidenceDetail,
    /// Whether the resume shows it, if not always in full.
    pub found: bool,
    /// The resume's own wording.
    pub quote: Option<String>,
    /// The 1-based page of the quote, if the format has pages.
    pub page: Option<u32>,
    /// The position of the quote in the resume's text, in code points, end exclusive.
    pub place: Option<(u32, u32)>,
    /// The least that fully meeting the requirement would add to the criterion's value; `None` if nothing is missing. A skill that is
    /// implied or only listed is met, and has a gain.
    pub gain: Option<MicroPoints>,
    /// The name of the person who set the requirement; `None` if it is as it was read from the posting.
    pub set_by: Option<String>,
}

impl Evidence {
    /// Returns whether the resume meets the requirement in full.
    ///
    /// A skill that another one implies, or that is only listed, is met. A lower level, a shorter time or a part of a field is found, but does not meet it.
    pub fn is_met(&self) -> bool {
        let detail = &self.detail;
        let is_less = detail.shown_level().is_some()
            || detail.shown_months().is_some()
            || detail.likeness().is_some();
        self.found && !is_less && (detail.skill().is_some() || self.gain.is_none())
    }
}

/// A part of a criterion's value.
///
/// The value is the sum of the shares, each weight times value, rounded down to a millionth. Then it is multiplied by each
/// factor in turn, rounded down each time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScorePart {
    /// What was measured.
    pub name: String,
    /// The part's weight in the sum. `None` if the part is a factor.
    pub weight: Option<MicroPoints>,
    /// From 0 to one.
    pub value: MicroPoints,
}

/// The result for one criterion of a score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CriterionScore {
    /// The criterion's name as the caller spelled it.
    pub criterion: String,
    /// Its share of the total weight.
    pub weight: MicroPoints,
    /// How far the resume meets it, from 0 to one.
    pub value: MicroPoints,
    /// What it contributes to the score, in points.
    pub contribution: MicroPoints,
    /// Whether the resume contains anything about it. If not, the value is 0.
    pub has_data: bool,
    /// One sentence for a recruiter.
    pub summary: String,
    /// The parts of the value from the formulas.
    pub parts: Vec<ScorePart>,
    /// The evidence for the value.
    pub evidence: Vec<Evidence>,
    /// The value from the formulas alone, if a language model changed the value.
    pub formula_value: Option<MicroPoints>,
}

impl CriterionScore {
    /// Returns the least number of points that fully meeting a requirement would add to the score.
    pub fn points_to_gain(&self, evidence: &Evidence) -> Option<MicroPoints> {
        let gained = contribution(self.weight, self.value + evidence.gain?);
        Some(MicroPoints::new(gained.get() - self.contribution.get()))
    }
}

/// Returns a criterion's contribution to the score, in points: 100 times share times value, rounded down to a millionth.
pub fn contribution(share: MicroPoints, value: MicroPoints) -> MicroPoints {
    let exact = i128::from(share.get()) * i128::from(value.get()) * 100;
    MicroPoints::new(i64::try_from(exact / i128::from(MicroPoints::ONE.get())).unwrap_or(0))
}

/// A score with everything it was computed from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScoreReceipt {
    /// The score: the sum of the contributions, rounded half up to one decimal.
    pub score: Score,
    /// What fits and what is missing, in one sentence.
    pub summary: String,
    /// The version of the formulas and the vocabulary.
    pub engine_version: String,
    /// The date that "present" refers to in the resume.
    pub as_of: NaiveDate,
    /// SHA-256 in hexadecimal of the canonical form of the inputs and the result. It is the same in every installation.
    pub digest: String,
    /// The file that was read.
    pub document: FileDigest,
    /// SHA-256 in hexadecimal of the canonical form of the job's texts.
    pub job_digest: String,
    /// SHA-256 in hexadecimal of the canonical form of the job's requirements.
    pub requirements_digest: String,
    /// The results of the criteria, in the order of the weights.
    pub criteria: Vec<CriterionScore>,
    /// The occupations that experience and education compared.
    pub occupations: OccupationReceipt,
    /// The texts that were excluded, and those that repeat the posting.
    pub findings: Vec<IntegrityFinding>,
    /// The contribution of the language model, if one was used.
    pub model: Option<ModelContribution>,
}

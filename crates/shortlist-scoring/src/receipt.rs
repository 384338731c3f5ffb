//! Putting a receipt together.

use chrono::NaiveDate;
use shortlist_domain::{
    CriterionScore, CriterionWeight, FileDigest, MicroPoints, Score, ScoreReceipt, Weights,
};

use shortlist_vocabulary::Vocabulary;

use crate::criterion::Measured;
use crate::digest::digest_of;
use crate::prepared::PreparedJob;
use crate::profile::Profile;
use crate::ratio::{WHOLE, times};
use crate::{education, experience, named, skills};

/// The version of the formulas and the word lists: the number behind the plus grows whenever a score may come out otherwise.
pub const ENGINE_VERSION: &str = concat!("shortlist-", env!("CARGO_PKG_VERSION"), "+1");

/// The version that a receipt names: [`ENGINE_VERSION`] and, where an operator added skills to the vocabulary, the first
/// letters of their digest, since other words give other scores.
pub fn engine_version() -> String {
    match Vocabulary::in_use().additions_digest() {
        None => ENGINE_VERSION.to_owned(),
        Some(digest) => {
            let letters = digest.get(..DIGEST_LETTERS).unwrap_or(digest);
            format!("{ENGINE_VERSION}.vocabulary-{letters}")
        }
    }
}

/// So many letters tell one vocabulary from another.
const DIGEST_LETTERS: usize = 16;

/// One candidate to be scored.
#[derive(Debug, Clone, Copy)]
pub struct ScoreInput<'a> {
    /// What the resume says.
    pub profile: &'a Profile,
    /// How much each criterion counts.
    pub weights: &'a Weights,
    /// The day that "present" means.
    pub as_of: NaiveDate,
    /// The digest of the resume's file.
    pub document: FileDigest,
}

/// Scores a candidate for a job.
///
/// The result depends on nothing but what is given and [`engine_version`].
pub fn score(job: &PreparedJob, input: &ScoreInput<'_>) -> ScoreReceipt {
    let criteria: Vec<CriterionScore> = input
        .weights
        .criteria()
        .iter()
        .map(|weight| weigh(weight, measure(&weight.name, job, input)))
        .collect();
    let sum = criteria
        .iter()
        .map(|criterion| criterion.contribution)
        .sum();
    let mut receipt = ScoreReceipt {
        score: Score::from_micro_points(sum),
        engine_version: engine_version(),
        as_of: input.as_of,
        digest: String::new(),
        criteria,
        findings: input.profile.findings.clone(),
    };
    receipt.digest = digest_of(&receipt, &job.requirements, input.document);
    receipt
}

/// What a criterion adds to the score, in points: its share of 100 times its value, rounded down to a millionth.
///
/// Ranking stored candidates under other weights needs nothing but this.
pub fn contribution(share: MicroPoints, value: MicroPoints) -> MicroPoints {
    MicroPoints::new(times(share.get().saturating_mul(100), value.get()))
}

fn measure(name: &str, job: &PreparedJob, input: &ScoreInput<'_>) -> Measured {
    match named::KnownCriterion::of(name) {
        Some(named::KnownCriterion::Skills) => skills::measure(job, input.profile),
        Some(named::KnownCriterion::Experience) => {
            experience::measure(job, input.profile, input.as_of)
        }
        Some(named::KnownCriterion::Education) => {
            education::measure(job, input.profile, input.as_of)
        }
        None => named::measure(name, input.profile),
    }
}

fn weigh(weight: &CriterionWeight, measured: Measured) -> CriterionScore {
    let value = MicroPoints::new(measured.value.clamp(0, WHOLE));
    CriterionScore {
        criterion: weight.name.clone(),
        weight: weight.share,
        value,
        contribution: contribution(weight.share, value),
        has_data: measured.has_data,
        summary: measured.summary,
        evidence: measured.evidence,
    }
}

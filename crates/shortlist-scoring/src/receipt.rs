//! Putting a receipt together.

use chrono::NaiveDate;
use shortlist_domain::{
    CriterionScore, CriterionWeight, FileDigest, MicroPoints, Score, ScoreReceipt, Weights,
    contribution,
};

use shortlist_vocabulary::Vocabulary;

use crate::criterion::Measured;
use crate::digest::digest_of;
use crate::opinions::tell_what_moved;
use crate::prepared::PreparedJob;
use crate::profile::Profile;
use crate::ratio::WHOLE;
use crate::{education, experience, named, skills};

/// The version of the formulas and the word lists: the number behind the plus grows whenever a score may come out otherwise.
pub const ENGINE_VERSION: &str = concat!("shortlist-", env!("CARGO_PKG_VERSION"), "+2");

/// The digest over what this version gives for the invented resumes and a few postings; a test holds it, so that no score comes
/// out otherwise under the same version.
pub const ENGINE_FINGERPRINT: &str =
    "064fa1604a5393bc4a82a7a910ba3db406462b22543661f0f0151541f831f1cb";

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
    summed_up(ScoreReceipt {
        score: Score::from_tenths(0),
        engine_version: engine_version(),
        as_of: input.as_of,
        digest: String::new(),
        document: input.document,
        requirements_digest: job.requirements_digest.clone(),
        criteria,
        findings: input.profile.findings.clone(),
        model: None,
    })
}

/// The receipt of the same candidate under other weights: what [`score`] gives, from what was measured before. `None` where a
/// criterion of the new weights was not measured.
pub fn reweigh(receipt: &ScoreReceipt, weights: &Weights) -> Option<ScoreReceipt> {
    let criteria = weights.criteria().iter().map(|weight| {
        let mut measured = receipt.criteria.iter();
        let measured = measured.find(|found| same_criterion(&found.criterion, &weight.name))?;
        Some(CriterionScore {
            criterion: weight.name.clone(),
            weight: weight.share,
            contribution: contribution(weight.share, measured.value),
            ..measured.clone()
        })
    });
    let criteria = criteria.collect::<Option<_>>()?;
    Some(summed_up(ScoreReceipt {
        criteria,
        ..receipt.clone()
    }))
}

/// The score under some weights, from measured values by the names of their criteria; `None` where one was not measured.
///
/// What [`reweigh`] gives, without the words: ranking many stored candidates under other weights needs nothing else.
pub fn reweigh_values(values: &[(String, MicroPoints)], weights: &Weights) -> Option<Score> {
    let points = weights.criteria().iter().map(|weight| {
        let mut measured = values.iter();
        let (_, value) = measured.find(|(name, _)| same_criterion(name, &weight.name))?;
        Some(contribution(weight.share, *value))
    });
    let sum: Option<MicroPoints> = points.sum::<Option<MicroPoints>>();
    sum.map(Score::from_micro_points)
}

/// Whether two names are measured alike: the spelling may matter to any but the three that have formulas of their own.
pub(crate) fn same_criterion(a: &str, b: &str) -> bool {
    let known = named::KnownCriterion::of;
    a == b || known(a).is_some_and(|criterion| known(b) == Some(criterion))
}

/// Fills in what follows from the criteria: the score, what a language model moved, and the digest.
pub(crate) fn summed_up(mut receipt: ScoreReceipt) -> ScoreReceipt {
    let parts = receipt.criteria.iter().map(|part| part.contribution);
    receipt.score = Score::from_micro_points(parts.sum());
    if let Some(model) = &mut receipt.model {
        tell_what_moved(model, &receipt.criteria);
    }
    receipt.digest = digest_of(&receipt);
    receipt
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
        None => named::measure(name, job, input.profile),
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
        formula_value: None,
    }
}

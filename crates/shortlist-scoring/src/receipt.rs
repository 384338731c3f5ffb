//! Assembles receipts.

use chrono::NaiveDate;
use shortlist_domain::{
    CriterionScore, CriterionWeight, FileDigest, MicroPoints, ModelContribution, Score,
    ScoreReceipt, Weights, contribution,
};

use shortlist_vocabulary::Vocabulary;

use crate::comparison::Comparison;
use crate::copied::copied_findings;
use crate::criterion::Measured;
use crate::criterion_kind::{CriterionKind, kind_with_formula};
use crate::digest::digest_of;
use crate::occupation_receipt::occupation_receipt;
use crate::overview::overview;
use crate::prepared::PreparedJob;
use crate::profile::Profile;
use crate::ratio::{WHOLE, decimals};
use crate::{education, experience, other_criteria, skills};

/// The version of the formulas and the word lists.
///
/// The number after the plus sign increases with every change that can affect a score.
pub const ENGINE_VERSION: &str = concat!("shortlist-", env!("CARGO_PKG_VERSION"), "+20");

/// The digest of this version's results for the invented resumes and a few postings.
///
/// A test checks it, so that no score changes within a version.
pub const ENGINE_FINGERPRINT: &str =
    "787ecdfade5e46f246aa64aedfe5a636c0dd5d8032603405c1e833433218805a";

/// Returns the version that a receipt names for scores with a vocabulary.
///
/// It is [`ENGINE_VERSION`]. If an operator added skills to the vocabulary, the first letters of their digest follow, because
/// other words give other scores.
pub fn engine_version(vocabulary: &Vocabulary) -> String {
    match vocabulary.additions_digest() {
        None => ENGINE_VERSION.to_owned(),
        Some(digest) => {
            let letters = digest.get(..DIGEST_LETTERS).unwrap_or(digest);
            format!("{ENGINE_VERSION}.vocabulary-{letters}")
        }
    }
}

/// The number of letters that distinguish one vocabulary from another.
const DIGEST_LETTERS: usize = 16;

/// A candidate to score.
#[derive(Debug, Clone, Copy)]
pub struct ScoreInput<'a> {
    /// What the resume says.
    pub profile: &'a Profile,
    /// How much each criterion counts.
    pub weights: &'a Weights,
    /// The date that "present" refers to.
    pub as_of: NaiveDate,
    /// The digest of the resume's file.
    pub document: FileDigest,
}

/// Scores a candidate for a job.
///
/// The result depends only on the arguments and on [`engine_version`]. The job and the profile must have been prepared with the
/// same vocabulary.
pub fn score(job: &PreparedJob, input: &ScoreInput<'_>, vocabulary: &Vocabulary) -> ScoreReceipt {
    let compared = Comparison::of(job, input.profile, input.as_of);
    let mut findings = input.profile.findings.clone();
    findings.extend(copied_findings(job, input.profile));
    let criteria: Vec<CriterionScore> = input
        .weights
        .criteria()
        .iter()
        .enumerate()
        .map(|(number, weight)| {
            let measured = measure((number, &weight.name), &compared, vocabulary);
            weight_criterion(weight, measured)
        })
        .collect();
    finalize_receipt(ScoreReceipt {
        score: Score::from_tenths(0),
        summary: String::new(),
        engine_version: engine_version(vocabulary),
        as_of: input.as_of,
        digest: String::new(),
        document: input.document,
        job_digest: job.job_digest.clone(),
        requirements_digest: job.requirements_digest.clone(),
        criteria,
        occupations: occupation_receipt(&compared),
        findings,
        model: None,
    })
}

/// Returns the receipt of the same candidate under other weights, from the earlier measurements.
///
/// The result equals that of [`score`]. It is `None` if a criterion of the new weights was not measured.
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
    let criteria: Vec<CriterionScore> = criteria.collect::<Option<_>>()?;
    // A receipt under its own weights stays as it was made, also if a later version words its summary differently.
    if criteria == receipt.criteria {
        return Some(receipt.clone());
    }
    Some(finalize_receipt(ScoreReceipt {
        criteria,
        ..receipt.clone()
    }))
}

/// Returns the score under some weights, from measured values by the names of their criteria.
///
/// The result equals the score of [`reweigh`], but needs no texts. This is enough to rank many stored candidates under other
/// weights. It is `None` if a criterion was not measured.
pub fn reweigh_values(values: &[(String, MicroPoints)], weights: &Weights) -> Option<Score> {
    let points = weights.criteria().iter().map(|weight| {
        let mut measured = values.iter();
        let (_, value) = measured.find(|(name, _)| same_criterion(name, &weight.name))?;
        Some(contribution(weight.share, *value))
    });
    let sum: Option<MicroPoints> = points.sum::<Option<MicroPoints>>();
    sum.map(Score::from_micro_points)
}

/// Returns whether two names are measured in the same way.
///
/// Spelling can matter for all criteria except the three with their own formulas.
pub(crate) fn same_criterion(a: &str, b: &str) -> bool {
    a == b || kind_with_formula(a).is_some_and(|kind| kind_with_formula(b) == Some(kind))
}

/// Fills in what follows from the criteria: the score, the summaries and the digest.
pub(crate) fn finalize_receipt(mut receipt: ScoreReceipt) -> ScoreReceipt {
    let parts = receipt.criteria.iter().map(|part| part.contribution);
    receipt.score = Score::from_micro_points(parts.sum());
    if let Some(model) = &mut receipt.model {
        summarize_model_changes(model, &receipt.criteria);
    }
    receipt.summary = overview(&receipt);
    receipt.digest = digest_of(&receipt);
    receipt
}

/// Summarizes in the part of a model what it moved. A model without opinions keeps its summary.
fn summarize_model_changes(part: &mut ModelContribution, criteria: &[CriterionScore]) {
    if part.opinions.is_empty() {
        return;
    }
    // The order of the weights changes nothing.
    let mut criteria: Vec<&CriterionScore> = criteria.iter().collect();
    criteria.sort_by(|a, b| a.criterion.cmp(&b.criterion));
    let changes: Vec<String> = criteria
        .iter()
        .filter_map(|criterion| {
            let (before, after) = (criterion.formula_value?, criterion.value);
            let name = &criterion.criterion;
            Some(format!(
                "{name} from {} to {}",
                decimals(before),
                decimals(after)
            ))
        })
        .collect();
    let name = &part.name;
    part.summary = if changes.is_empty() {
        format!("The language model {name} moved nothing.")
    } else {
        format!("The language model {name} moved {}.", changes.join(", "))
    };
}

/// Measures a criterion, by its index and its name.
pub(crate) fn measure(
    (number, name): (usize, &str),
    compared: &Comparison<'_>,
    vocabulary: &Vocabulary,
) -> Measured {
    match kind_with_formula(name) {
        Some(CriterionKind::Skills) => skills::measure(compared, vocabulary),
        Some(CriterionKind::Experience) => experience::measure(compared),
        Some(CriterionKind::Education) => education::measure(compared),
        _ => other_criteria::measure((number, name), compared, vocabulary),
    }
}

fn weight_criterion(weight: &CriterionWeight, measured: Measured) -> CriterionScore {
    let value = MicroPoints::new(measured.value.clamp(0, WHOLE));
    CriterionScore {
        criterion: weight.name.clone(),
        weight: weight.share,
        value,
        contribution: contribution(weight.share, value),
        has_data: measured.has_data,
        summary: measured.summary,
        parts: measured.formula.parts(),
        evidence: measured.evidence,
        formula_value: None,
    }
}

//! The stored form of a score's receipt.

mod detail;
mod model;
mod occupations;

use std::str::FromStr;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use shortlist_domain::{
    CriterionScore, CriterionWeight, Evidence, EvidenceDetail, FileDigest, InvalidValue,
    MicroPoints, Score, ScorePart, ScoreReceipt, TimeProblem, Weights,
};
use shortlist_records::{FindingRecord, VERSION};

use detail::DetailRecord;
use model::ModelRecord;
use occupations::OccupationsRecord;

#[derive(Serialize, Deserialize)]
pub(crate) struct ReceiptRecord {
    version: u32,
    score_tenths: u16,
    summary: String,
    engine_version: String,
    as_of: String,
    digest: String,
    job_digest: String,
    requirements_digest: String,
    criteria: Vec<CriterionRecord>,
    occupations: OccupationsRecord,
    findings: Vec<FindingRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    model: Option<ModelRecord>,
}

#[derive(Serialize, Deserialize)]
struct CriterionRecord {
    criterion: String,
    weight: i64,
    value: i64,
    contribution: i64,
    has_data: bool,
    summary: String,
    parts: Vec<PartRecord>,
    evidence: Vec<EvidenceRecord>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    formula_value: Option<i64>,
}

#[derive(Serialize, Deserialize)]
struct PartRecord {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    weight: Option<i64>,
    value: i64,
}

#[derive(Serialize, Deserialize)]
struct EvidenceRecord {
    #[serde(with = "DetailRecord")]
    detail: EvidenceDetail,
    found: bool,
    quote: Option<String>,
    page: Option<u32>,
    place: Option<(u32, u32)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gain: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    set_by: Option<String>,
}

impl ReceiptRecord {
    pub(crate) fn of(receipt: &ScoreReceipt) -> Self {
        Self {
            version: VERSION,
            score_tenths: receipt.score.tenths(),
            summary: receipt.summary.clone(),
            engine_version: receipt.engine_version.clone(),
            as_of: receipt.as_of.to_string(),
            digest: receipt.digest.clone(),
            job_digest: receipt.job_digest.clone(),
            requirements_digest: receipt.requirements_digest.clone(),
            criteria: receipt.criteria.iter().map(CriterionRecord::of).collect(),
            occupations: OccupationsRecord::of(&receipt.occupations),
            findings: receipt.findings.iter().map(FindingRecord::of).collect(),
            model: receipt.model.as_ref().map(ModelRecord::of),
        }
    }

    /// Returns the receipt's weights. Each criterion contains its own.
    pub(crate) fn weights(&self) -> Weights {
        let share = |criterion: &CriterionRecord| CriterionWeight {
            name: criterion.criterion.clone(),
            share: MicroPoints::new(criterion.weight),
        };
        Weights::from_shares(self.criteria.iter().map(share).collect())
    }

    /// Converts the record to the receipt of a candidate whose file has the given digest.
    pub(crate) fn into_receipt(self, document: FileDigest) -> Result<ScoreReceipt, InvalidValue> {
        let as_of = NaiveDate::from_str(&self.as_of).map_err(|error| {
            InvalidValue::new(
                "as_of",
                TimeProblem::StoredDateLibrarySays(error.to_string()),
            )
        })?;
        Ok(ScoreReceipt {
            score: Score::from_tenths(i64::from(self.score_tenths)),
            summary: self.summary,
            engine_version: self.engine_version,
            as_of,
            digest: self.digest,
            document,
            job_digest: self.job_digest,
            requirements_digest: self.requirements_digest,
            criteria: self
                .criteria
                .into_iter()
                .map(CriterionRecord::into_criterion)
                .collect(),
            occupations: self.occupations.into_receipt()?,
            findings: self
                .findings
                .into_iter()
                .map(FindingRecord::into_finding)
                .collect::<Result<_, _>>()?,
            model: self.model.map(ModelRecord::into_part),
        })
    }
}

impl CriterionRecord {
    fn of(criterion: &CriterionScore) -> Self {
        Self {
            criterion: criterion.criterion.clone(),
            weight: criterion.weight.get(),
            value: criterion.value.get(),
            contribution: criterion.contribution.get(),
            has_data: criterion.has_data,
            summary: criterion.summary.clone(),
            parts: criterion.parts.iter().map(PartRecord::of).collect(),
            evidence: criterion.evidence.iter().map(EvidenceRecord::of).collect(),
            formula_value: criterion.formula_value.map(MicroPoints::get),
        }
    }

    fn into_criterion(self) -> CriterionScore {
        CriterionScore {
            criterion: self.criterion,
            weight: MicroPoints::new(self.weight),
            value: MicroPoints::new(self.value),
            contribution: MicroPoints::new(self.contribution),
            has_data: self.has_data,
            summary: self.summary,
            parts: self.parts.into_iter().map(PartRecord::into_part).collect(),
            evidence: self
                .evidence
                .into_iter()
                .map(EvidenceRecord::into_evidence)
                .collect(),
            formula_value: self.formula_value.map(MicroPoints::new),
        }
    }
}

impl PartRecord {
    fn of(part: &ScorePart) -> Self {
        Self {
            name: part.name.clone(),
            weight: part.weight.map(MicroPoints::get),
            value: part.value.get(),
        }
    }

    fn into_part(self) -> ScorePart {
        ScorePart {
            name: self.name,
            weight: self.weight.map(MicroPoints::new),
            value: MicroPoints::new(self.value),
        }
    }
}

impl EvidenceRecord {
    fn of(evidence: &Evidence) -> Self {
        Self {
            detail: evidence.detail.clone(),
            found: evidence.found,
            quote: evidence.quote.clone(),
            page: evidence.page,
            place: evidence.place,
            gain: evidence.gain.map(MicroPoints::get),
            set_by: evidence.set_by.clone(),
        }
    }

    fn into_evidence(self) -> Evidence {
        Evidence {
            detail: self.detail,
            found: self.found,
            quote: self.quote,
            page: self.page,
            place: self.place,
            gain: self.gain.map(MicroPoints::new),
            set_by: self.set_by,
        }
    }
}

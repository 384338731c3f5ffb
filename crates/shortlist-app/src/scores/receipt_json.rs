//! A receipt as JSON, with the names of the GraphQL schema.

use serde_json::{Value, json};
use shortlist_domain::{
    CriterionScore, Evidence, EvidenceDetail, FindingMeasure, IntegrityFinding, MicroPoints,
    ModelContribution, ScorePart, ScoreReceipt,
};
use shortlist_scoring::{RECEIPT_FORM, finding_text, requirement_text};

use crate::scores::occupation_json::occupations_json;

/// Returns a receipt as an object. `examples/verify_receipt.py` reads it.
pub fn receipt_json(receipt: &ScoreReceipt) -> Value {
    let criteria: Vec<Value> = receipt.criteria.iter().map(criterion).collect();
    let findings: Vec<Value> = receipt.findings.iter().map(finding).collect();
    json!({
        "score": receipt.score.to_f64(),
        "summary": receipt.summary,
        "engineVersion": receipt.engine_version,
        "asOf": receipt.as_of.to_string(),
        "digest": receipt.digest,
        "form": RECEIPT_FORM,
        "documentSha256": receipt.document.to_hex(),
        "jobDigest": receipt.job_digest,
        "requirementsDigest": receipt.requirements_digest,
        "criteria": criteria,
        "occupations": occupations_json(&receipt.occupations),
        "integrityFindings": findings,
        "languageModel": receipt.model.as_ref().map(language_model),
    })
}

fn criterion(criterion: &CriterionScore) -> Value {
    let evidence = criterion.evidence.iter();
    let evidence: Vec<Value> = evidence
        .map(|found| self::evidence(criterion, found))
        .collect();
    let parts: Vec<Value> = criterion.parts.iter().map(part).collect();
    json!({
        "criterion": criterion.criterion,
        "weight": criterion.weight.to_f64(),
        "value": criterion.value.to_f64(),
        "contribution": criterion.contribution.to_f64(),
        "hasData": criterion.has_data,
        "summary": criterion.summary,
        "formulaValue": criterion.formula_value.map(MicroPoints::to_f64),
        "parts": parts,
        "evidence": evidence,
    })
}

fn part(part: &ScorePart) -> Value {
    json!({
        "name": part.name,
        "weight": part.weight.map(MicroPoints::to_f64),
        "value": part.value.to_f64(),
    })
}

fn evidence(criterion: &CriterionScore, evidence: &Evidence) -> Value {
    json!({
        "requirement": requirement_text(&criterion.criterion, &evidence.detail),
        "detail": detail(&evidence.detail),
        "found": evidence.found,
        "quote": evidence.quote,
        "page": evidence.page,
        "start": evidence.place.map(|(start, _)| start),
        "end": evidence.place.map(|(_, end)| end),
        "points": criterion.points_to_gain(evidence).map(MicroPoints::to_f64),
        "setBy": evidence.set_by,
    })
}

fn detail(detail: &EvidenceDetail) -> Value {
    let period = detail.period();
    json!({
        "kind": detail.kind(),
        "names": detail.names(),
        "more": detail.more(),
        "writtenAs": detail.written_as(),
        "by": detail.by(),
        "onlyListed": detail.only_listed(),
        "level": detail.level(),
        "shownLevel": detail.shown_level(),
        "months": detail.months(),
        "shownMonths": detail.shown_months(),
        "from": period.map(|(from, _)| from.to_string()),
        "to": period.map(|(_, to)| to.to_string()),
        "relevance": detail.relevance().map(MicroPoints::to_f64),
        "likeness": detail.likeness().map(MicroPoints::to_f64),
        "amount": detail.amount().map(MicroPoints::to_f64),
    })
}

fn finding(finding: &IntegrityFinding) -> Value {
    json!({
        "kind": finding.kind.as_str(),
        "quote": finding_text(finding),
        "page": finding.page,
        "measure": finding.measure.map(FindingMeasure::as_str),
        "number": finding.measure.and_then(FindingMeasure::number),
    })
}

fn language_model(part: &ModelContribution) -> Value {
    let opinions = part.opinions.iter();
    let opinions: Vec<Value> = opinions
        .map(|opinion| json!({ "criterion": opinion.criterion, "value": opinion.value.to_f64() }))
        .collect();
    json!({ "name": part.name, "summary": part.summary, "opinions": opinions })
}

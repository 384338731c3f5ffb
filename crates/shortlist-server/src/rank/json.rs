//! A ranking as JSON, with the receipts. The names are those of the GraphQL schema.

use serde_json::{Value, json};
use shortlist_app::{ResumeScorer, overview};
use shortlist_domain::{CriterionScore, Evidence, IntegrityFinding, MicroPoints, ScoreReceipt};

use super::job::RankedJob;
use super::ranking::{RankedResume, Ranking};

/// Returns the ranking as an object.
pub(super) fn text(
    job: &RankedJob,
    scorer: &ResumeScorer,
    ranking: &Ranking,
) -> serde_json::Result<String> {
    let candidates: Vec<Value> = ranking
        .ranked()
        .map(|(rank, ranked)| candidate(rank, ranked))
        .collect();
    let unreadable = ranking.unreadable.iter();
    let unreadable: Vec<Value> = unreadable
        .map(|(file, reason)| json!({ "file": file, "reason": reason }))
        .collect();
    serde_json::to_string_pretty(&json!({
        "job": { "title": job.title, "requirements": requirements(scorer) },
        "totalCount": ranking.scored,
        "candidates": candidates,
        "unreadable": unreadable,
    }))
}

/// Returns what the job asks for, each with the words that it was read from.
fn requirements(scorer: &ResumeScorer) -> Vec<Value> {
    let sources = scorer.requirements().sources.iter();
    let sources =
        sources.map(|source| json!({ "requirement": source.requirement, "quote": source.quote }));
    sources.collect()
}

fn candidate(rank: usize, ranked: &RankedResume) -> Value {
    json!({
        "rank": rank,
        "file": ranked.file,
        "fullName": ranked.name,
        "emailAddress": ranked.email,
        "phoneNumber": ranked.phone,
        "score": ranked.receipt.score.to_f64(),
        "receipt": receipt_of(&ranked.receipt),
    })
}

fn receipt_of(receipt: &ScoreReceipt) -> Value {
    let criteria: Vec<Value> = receipt.criteria.iter().map(criterion).collect();
    let findings: Vec<Value> = receipt.findings.iter().map(finding).collect();
    json!({
        "summary": overview(receipt),
        "engineVersion": receipt.engine_version,
        "asOf": receipt.as_of.to_string(),
        "digest": receipt.digest,
        "documentSha256": receipt.document.to_hex(),
        "criteria": criteria,
        "integrityFindings": findings,
    })
}

fn criterion(criterion: &CriterionScore) -> Value {
    let evidence = criterion.evidence.iter();
    let evidence: Vec<Value> = evidence
        .map(|found| self::evidence(criterion, found))
        .collect();
    json!({
        "criterion": criterion.criterion,
        "weight": criterion.weight.to_f64(),
        "value": criterion.value.to_f64(),
        "contribution": criterion.contribution.to_f64(),
        "hasData": criterion.has_data,
        "summary": criterion.summary,
        "evidence": evidence,
    })
}

fn evidence(criterion: &CriterionScore, evidence: &Evidence) -> Value {
    json!({
        "requirement": evidence.requirement,
        "found": evidence.found,
        "quote": evidence.quote,
        "page": evidence.page,
        "start": evidence.place.map(|(start, _)| start),
        "end": evidence.place.map(|(_, end)| end),
        "points": criterion.points_to_gain(evidence).map(MicroPoints::to_f64),
    })
}

fn finding(finding: &IntegrityFinding) -> Value {
    json!({ "kind": finding.kind.as_str(), "quote": finding.quote, "page": finding.page })
}

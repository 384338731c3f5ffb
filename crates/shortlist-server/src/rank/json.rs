//! A ranking as JSON, with the receipts. The names are those of the GraphQL schema.

use serde_json::{Value, json};
use shortlist_app::{ResumeScorer, notice_text, occupations_of_title, receipt_json, source_text};

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
        "job": { "title": job.title, "occupations": occupations_of_title(&job.title), "requirements": requirements(scorer), "notices": notices(scorer) },
        "totalCount": ranking.scored,
        "candidates": candidates,
        "unreadable": unreadable,
    }))
}

/// Returns what the job asks for, each with the words that it was read from.
fn requirements(scorer: &ResumeScorer) -> Vec<Value> {
    let sources = scorer.requirements().sources.iter();
    let sources =
        sources.map(|source| json!({ "requirement": source_text(source), "quote": source.quote }));
    sources.collect()
}

/// Returns what could not be read from the posting, and where it contradicts itself.
fn notices(scorer: &ResumeScorer) -> Vec<Value> {
    let notices = scorer.requirements().notices.iter();
    let notices =
        notices.map(|one| json!({ "code": one.code().as_str(), "text": notice_text(one) }));
    notices.collect()
}

fn candidate(rank: usize, ranked: &RankedResume) -> Value {
    json!({
        "rank": rank,
        "file": ranked.file,
        "fullName": ranked.name,
        "emailAddress": ranked.email,
        "phoneNumber": ranked.phone,
        "score": ranked.receipt.score.to_f64(),
        "receipt": receipt_json(&ranked.receipt),
    })
}

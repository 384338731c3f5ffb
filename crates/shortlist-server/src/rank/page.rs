//! A ranking as one HTML page.

use std::error::Error;

use shortlist_app::ResumeScorer;
use shortlist_web::{ReportedCandidate, ReportedRanking, ranking_report};

use super::job::RankedJob;
use super::ranking::{RankedResume, Ranking};

/// Returns the page.
pub(super) fn text(
    job: &RankedJob,
    scorer: &ResumeScorer,
    ranking: &Ranking,
) -> Result<String, Box<dyn Error + Send + Sync>> {
    let reported = ReportedRanking {
        title: &job.title,
        summary: &summary(ranking),
        requirements: scorer.requirements(),
        candidates: ranking
            .ranked()
            .filter_map(|(rank, ranked)| candidate(rank, ranked))
            .collect(),
        unreadable: ranking
            .unreadable
            .iter()
            .map(|(file, reason)| (file.as_str(), reason.as_str()))
            .collect(),
    };
    Ok(ranking_report(&reported)?)
}

/// Returns a resume whose text was kept.
fn candidate(rank: usize, ranked: &RankedResume) -> Option<ReportedCandidate<'_>> {
    Some(ReportedCandidate {
        rank,
        file: &ranked.file,
        resume: ranked.resume.as_ref()?,
        receipt: &ranked.receipt,
    })
}

fn summary(ranking: &Ranking) -> String {
    let (shown, scored) = (ranking.resumes.len(), ranking.scored);
    let counted = if shown == scored {
        format!("{scored} resumes ranked")
    } else {
        format!("The best {shown} of {scored} resumes")
    };
    let first = ranking.resumes.first().map(|first| &first.receipt);
    match first {
        Some(receipt) => format!(
            "{counted}, as of {}, by engine {}",
            receipt.as_of, receipt.engine_version
        ),
        None => counted,
    }
}

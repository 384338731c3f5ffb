//! A row of the ranking.

use std::collections::HashSet;

use shortlist_app::{CandidateDocument, CandidateReceipt, CriterionKind, criterion_kind};
use shortlist_domain::{Candidate, Evidence, EvidenceDetail, Resume, ScoreReceipt, ShownMean};

use super::requirements::{Judged, name_and_way};
use super::weights::Movement;
use crate::duration::duration;
use crate::status;

/// The number of colours that distinguish criteria.
pub(super) const COLOURS: usize = 5;
/// The width of a bar for 100 points.
const FULL_WIDTH: i64 = 200;
/// The most missing requirements that a row of a report names.
const MAX_NAMED: usize = 4;
/// The most requirements that a row of the ranking names, so that it has two lines.
const MAX_NEEDS: usize = 3;
/// The most tags that a row shows. Others are on the page of the candidate.
const MAX_SHOWN_TAGS: usize = 10;

/// The part of a score that a criterion contributes, as a part of a bar.
#[derive(Debug, Clone)]
pub(crate) struct Bar {
    pub(crate) name: String,
    /// Selects the colour: 1 to [`COLOURS`].
    pub(crate) colour: usize,
    /// The points, with one decimal.
    pub(crate) points: String,
    /// The most points that the criterion can contribute, with one decimal.
    pub(crate) most: String,
    /// How far the resume meets the criterion, in percent.
    pub(crate) percent: i64,
    pub(crate) x: i64,
    pub(crate) width: i64,
}

/// A requirement that a resume does not meet in full.
pub(crate) struct Need {
    pub(crate) name: String,
    /// Whether the resume meets a part of it.
    pub(crate) is_partial: bool,
}

/// A candidate of the ranking.
pub(crate) struct CandidateRow {
    pub(crate) rank: Option<i64>,
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) code: String,
    pub(crate) score: String,
    pub(crate) bars: Vec<Bar>,
    pub(crate) met: usize,
    pub(crate) asked: usize,
    pub(crate) needs: Vec<Need>,
    /// How many further requirements are not met in full.
    pub(crate) more_needs: usize,
    pub(crate) experience: String,
    /// The title of the latest position.
    pub(crate) latest: String,
    pub(crate) employer: String,
    pub(crate) status: &'static str,
    pub(crate) status_class: &'static str,
    pub(crate) reason: String,
    pub(crate) reviews: String,
    pub(crate) review_count: usize,
    /// Whether the viewer sees the reviews only after giving their own.
    pub(crate) hides_reviews: bool,
    pub(crate) tags: Vec<String>,
    /// How many tags are not shown.
    pub(crate) more_tags: usize,
    pub(crate) uploaded: String,
    pub(crate) movement: Option<(Movement, String)>,
}

/// Returns the parts of a score's bar.
pub(crate) fn bars(receipt: &ScoreReceipt) -> Vec<Bar> {
    let mut x = 0;
    let criteria = receipt.criteria.iter().enumerate();
    let bar = criteria.map(|(index, criterion)| {
        let millionths = criterion.contribution.get();
        let width = millionths * FULL_WIDTH / 100_000_000;
        let bar = Bar {
            name: criterion.criterion.clone(),
            colour: index % COLOURS + 1,
            points: tenths(millionths),
            most: tenths(criterion.weight.get() * 100),
            percent: (criterion.value.get() + 5_000) / 10_000,
            x,
            width,
        };
        x += width;
        bar
    });
    bar.collect()
}

/// Writes a number of millionths with one decimal.
pub(crate) fn tenths(millionths: i64) -> String {
    let tenths = (millionths + 50_000) / 100_000;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Returns whether a piece of evidence quotes only words that the posting and the resume share.
pub(crate) fn is_shared_wording(evidence: &Evidence) -> bool {
    matches!(
        evidence.detail,
        EvidenceDetail::SimilarWording { .. } | EvidenceDetail::PostingPhrase(_)
    )
}

/// Returns whether a piece of evidence is about a requirement that no other criterion repeats. Experience lists the same
/// skills again, as used at work, and positions are a requirement only in place of a degree.
fn is_requirement(criterion: &str, evidence: &Evidence) -> bool {
    use EvidenceDetail as Detail;
    match evidence.detail {
        Detail::SkillAtWork(_) | Detail::SimilarWording { .. } | Detail::PostingPhrase(_) => false,
        Detail::Position { .. } | Detail::UndatedPosition { .. } | Detail::StatedExperience(_) => {
            criterion_kind(criterion) == CriterionKind::Education
        }
        _ => true,
    }
}

/// Returns the requirements with whether the resume meets them, first those that it meets. Each is there once.
pub(crate) fn judged_lines(receipt: &ScoreReceipt) -> Vec<(&Evidence, bool)> {
    let lines = receipt.criteria.iter().flat_map(|criterion| {
        let lines = criterion.evidence.iter();
        lines.filter(|line| is_requirement(&criterion.criterion, line))
    });
    let mut seen = HashSet::new();
    let mut lines: Vec<(&Evidence, bool)> = lines
        .filter(|line| seen.insert(name_and_way(&line.detail).0))
        .map(|line| (line, line.is_met()))
        .collect();
    lines.sort_by_key(|(_, is_met)| !is_met);
    lines
}

/// What a row shows besides the candidate.
pub(super) struct RowParts<'a> {
    pub(super) rank: Option<i64>,
    pub(super) receipt: Option<&'a CandidateReceipt>,
    /// Which requirements the resume meets.
    pub(super) judged: Judged,
    pub(super) document: Option<&'a CandidateDocument>,
    pub(super) tags: Vec<String>,
    /// The mean of the reviews, and how many there are.
    pub(super) reviews: (ShownMean, usize),
    /// In a preview: how far the candidate would move, and the present score.
    pub(super) movement: Option<(Movement, String)>,
}

impl CandidateRow {
    pub(super) fn of(candidate: Candidate, parts: RowParts<'_>) -> Self {
        let receipt = parts.receipt.map(|receipt| &receipt.receipt);
        let judged = parts.judged;
        let latest = parts
            .document
            .and_then(|document| document.resume.positions.first());
        let (mean, count) = parts.reviews;
        let code = candidate.code.to_string();
        let name = Some(candidate.full_name).filter(|name| !name.is_empty());
        let more_tags = parts.tags.len().saturating_sub(MAX_SHOWN_TAGS);
        Self {
            rank: parts.rank,
            id: candidate.id.into_string(),
            name: name.unwrap_or_else(|| code.clone()),
            code,
            score: candidate
                .score
                .map_or(String::new(), |score| score.to_string()),
            bars: receipt.map(bars).unwrap_or_default(),
            asked: judged.asked(),
            met: judged.met,
            more_needs: judged.missing.len().saturating_sub(MAX_NEEDS),
            needs: needs(judged),
            experience: candidate.months_worked.map_or(String::new(), duration),
            latest: latest
                .and_then(|position| position.title.clone())
                .unwrap_or_default(),
            employer: latest
                .and_then(|position| position.organization.clone())
                .unwrap_or_default(),
            status: status::label(candidate.status),
            status_class: status::class(candidate.status),
            reason: candidate.status_reason.unwrap_or_default(),
            reviews: mean.score().map_or(String::new(), |mean| mean.to_string()),
            review_count: count,
            hides_reviews: mean == ShownMean::Hidden,
            tags: parts.tags.into_iter().take(MAX_SHOWN_TAGS).collect(),
            more_tags,
            uploaded: candidate.created_at.date().to_string(),
            movement: parts.movement,
        }
    }
}

/// Returns the requirements that a row names, first those that the resume meets in part.
fn needs(judged: Judged) -> Vec<Need> {
    let Judged {
        missing, partial, ..
    } = judged;
    let need = |name: String| Need {
        is_partial: partial.contains(&name),
        name,
    };
    let mut needs: Vec<Need> = missing.into_iter().map(need).collect();
    needs.sort_by_key(|need| !need.is_partial);
    needs.truncate(MAX_NEEDS);
    needs
}

/// Returns the title and the employer of the first position; empty without one.
pub(crate) fn latest_position(resume: &Resume) -> String {
    let first = resume.positions.first();
    let parts = first.map(|position| [&position.title, &position.organization]);
    let parts = parts.into_iter().flatten().flatten();
    parts.map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// Returns the first of the missing requirements, and how many follow.
pub(crate) fn named(missing: &[String]) -> String {
    let names: Vec<&str> = missing.iter().take(MAX_NAMED).map(String::as_str).collect();
    match missing.len().saturating_sub(MAX_NAMED) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_names_what_is_met_in_part_first_and_never_as_met() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let judged = Judged {
            met: 1,
            missing: names(&["GraphQL", "gRPC", "Kafka", "German"]),
            partial: names(&["German"]),
        };
        let shown = needs(judged).into_iter();
        let shown: Vec<(String, bool)> = shown.map(|need| (need.name, need.is_partial)).collect();
        let name = str::to_owned;
        assert_eq!(
            shown,
            [
                (name("German"), true),
                (name("GraphQL"), false),
                (name("gRPC"), false)
            ]
        );
    }

    #[test]
    fn points_have_one_decimal_rounded_half_up() {
        assert_eq!(tenths(31_882_280), "31.9");
        assert_eq!(tenths(49_999), "0.0");
        assert_eq!(tenths(50_000), "0.1");
        assert_eq!(tenths(100_000_000), "100.0");
    }
}

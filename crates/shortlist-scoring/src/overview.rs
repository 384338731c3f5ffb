//! A receipt in one sentence: what fits, and what is missing, in the order of what it counts.

use hashbrown::HashSet;
use shortlist_domain::{CriterionScore, Evidence, EvidenceDetail, ScoreReceipt};

use crate::english::requirement_name;

/// The most requirements that are named on each side.
const MAX_NAMED: usize = 3;

/// Returns a receipt in one sentence, as [`ScoreReceipt::summary`] contains it.
///
/// What fits is named by the points of its criterion, and what is missing by the points that it would add. A requirement that
/// several criteria measure is named once. The sentence contains no counts, because a receipt has lines only for what it measured, and
/// the number of requirements is that of the job.
pub(crate) fn overview(receipt: &ScoreReceipt) -> String {
    let mut criteria: Vec<&CriterionScore> = receipt.criteria.iter().collect();
    // The order of the weights changes nothing.
    criteria.sort_by(|a, b| {
        let by_points = b.contribution.cmp(&a.contribution);
        by_points.then_with(|| a.criterion.cmp(&b.criterion))
    });
    let lines = || {
        let criteria = criteria.iter();
        criteria.flat_map(|criterion| criterion.evidence.iter().map(|line| (*criterion, line)))
    };
    let mut missing: Vec<(i64, String)> = lines()
        .filter_map(|(criterion, line)| {
            let gain = criterion.points_to_gain(line)?.get();
            let is_open = !line.is_met();
            Some((-gain, name(line).filter(|_| is_open)?))
        })
        .collect();
    missing.sort_by_key(|(gain, _)| *gain);
    let mut known: HashSet<String> = HashSet::new();
    let missing: Vec<String> = missing
        .into_iter()
        .filter_map(|(_, name)| known.insert(name.clone()).then_some(name))
        .collect();
    let met: Vec<String> = lines()
        .filter(|(_, line)| line.is_met())
        .filter_map(|(_, line)| name(line))
        .filter(|name| known.insert(name.clone()))
        .collect();
    sentence(&met, &missing)
}

fn sentence(met: &[String], missing: &[String]) -> String {
    let named = met.get(..MAX_NAMED).unwrap_or(met);
    match (met, missing) {
        ([], []) => "The job names no requirement that could be compared.".to_owned(),
        ([], _) => format!("Meets no requirement in full; {}.", lacks(missing)),
        (_, []) => format!("Strongest on {}; no gaps.", listed(named)),
        _ => format!("Strongest on {}; {}.", listed(named), lacks(missing)),
    }
}

fn lacks(missing: &[String]) -> String {
    let named = missing.get(..MAX_NAMED).unwrap_or(missing);
    match missing {
        [one] => format!("the only gap is {one}"),
        _ => format!("the largest gaps are {}", listed(named)),
    }
}

/// Returns names in a sentence: `a, b and c`.
fn listed(names: &[String]) -> String {
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

/// Returns the name of the requirement that a line is about. A line about something else has none.
fn name(line: &Evidence) -> Option<String> {
    use EvidenceDetail as Detail;
    match &line.detail {
        Detail::FieldOfStudy(name) => Some(format!("a degree in {name}")),
        // A job that asks for no degree requires none, even if any degree counts.
        Detail::Degree { level: None, .. }
        | Detail::Position { .. }
        | Detail::UndatedPosition { .. }
        | Detail::StatedExperience(_)
        | Detail::SkillAtWork(_)
        | Detail::PostingPhrase(_)
        | Detail::SimilarWording { .. }
        | Detail::RaisedByModel(_)
        | Detail::LoweredByModel(_) => None,
        detail => Some(requirement_name(detail)),
    }
}

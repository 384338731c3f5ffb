//! A receipt in one sentence: what fits, and what is missing, in the order of what it counts.

use hashbrown::HashSet;
use shortlist_domain::{CriterionScore, Evidence, ScoreReceipt};

use crate::education::ANY_DEGREE;
use crate::labels::{RequirementLabel, is_met};

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
            let is_open = !is_met(criterion, line);
            Some((-gain, name(criterion, line).filter(|_| is_open)?))
        })
        .collect();
    missing.sort_by_key(|(gain, _)| *gain);
    let mut known: HashSet<String> = HashSet::new();
    let missing: Vec<String> = missing
        .into_iter()
        .filter_map(|(_, name)| known.insert(name.clone()).then_some(name))
        .collect();
    let met: Vec<String> = lines()
        .filter(|(criterion, line)| is_met(criterion, line))
        .filter_map(|(criterion, line)| name(criterion, line))
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
fn name(criterion: &CriterionScore, line: &Evidence) -> Option<String> {
    use RequirementLabel as Label;
    // A job that asks for no degree requires none, even if any degree counts.
    if line.requirement == ANY_DEGREE {
        return None;
    }
    let label = Label::read(&criterion.criterion, &line.requirement);
    let alternatives = |names: Vec<String>| names.join(" or ");
    match label.met() {
        Label::Name(name) => Some(name),
        Label::CurrentPosition { title, .. } => Some(format!("a current position as {title}")),
        Label::Languages { any_of, level, .. } => Some(match level {
            Some(level) => format!("{} ({level})", alternatives(any_of)),
            None => alternatives(any_of),
        }),
        Label::Certificates { any_of } => Some(alternatives(any_of)),
        Label::Field { name, .. } => Some(format!("a degree in {name}")),
        Label::Degree { .. } | Label::Experience { .. } | Label::YearsOf { .. } => {
            let line = line.requirement.as_str();
            Some(
                line.split_once(" (")
                    .map_or(line, |(name, _)| name)
                    .to_owned(),
            )
        }
        _ => None,
    }
}

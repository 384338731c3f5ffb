//! The rows of a comparison, with the best value of each marked.

use std::collections::{HashMap, HashSet};

use shortlist_domain::{CriterionScore, Evidence, Score, ScoreReceipt};

use super::Compared;
use crate::duration::duration;
use crate::ranking::{judged_lines, name_and_way, tenths};

/// A row of values, of which the best is marked.
pub(super) struct ValueRow {
    pub(super) name: String,
    pub(super) cells: Vec<ValueCell>,
}

/// A value of a candidate.
pub(super) struct ValueCell {
    pub(super) text: String,
    pub(super) detail: String,
    pub(super) is_best: bool,
}

/// A requirement of the job.
pub(super) struct RequirementRow {
    pub(super) name: String,
    pub(super) cells: Vec<RequirementCell>,
}

/// Whether a candidate meets a requirement, and the words of the resume about it.
pub(super) struct RequirementCell {
    pub(super) is_met: bool,
    /// Whether the candidate meets it and another one does not.
    pub(super) is_best: bool,
    /// How the candidate meets it, if not by its name.
    pub(super) way: String,
    pub(super) quote: String,
}

/// A value before the best one is known: how it compares, and how it is shown.
type Value = (Option<i64>, String, String);

/// Marks the highest of the values, unless all are equal.
fn row(name: &str, values: Vec<Value>) -> ValueRow {
    let known = || values.iter().filter_map(|(value, ..)| *value);
    let best = known().max();
    let differs = values.iter().any(|(value, ..)| *value != best);
    let cells = values
        .iter()
        .map(|(value, text, detail)| ValueCell {
            text: text.clone(),
            detail: detail.clone(),
            is_best: differs && value.is_some() && *value == best,
        })
        .collect();
    ValueRow {
        name: name.to_owned(),
        cells,
    }
}

fn receipt_of(compared: &Compared) -> Option<&ScoreReceipt> {
    compared.receipt.as_ref().map(|receipt| &receipt.receipt)
}

fn score_value(score: Option<Score>) -> Value {
    let text = score.map_or("none".to_owned(), |score| score.to_string());
    (
        score.map(|score| i64::from(score.tenths())),
        text,
        String::new(),
    )
}

/// Returns the rows of the whole score, the requirements, the experience and the reviews.
pub(super) fn total_rows(compared: &[Compared]) -> Vec<ValueRow> {
    let requirements = |one: &Compared| match &one.judged {
        Some(judged) => {
            let text = format!("{} of {} met", judged.met, judged.asked());
            (i64::try_from(judged.met).ok(), text, String::new())
        }
        None => (None, "unknown".to_owned(), String::new()),
    };
    let experience = |one: &Compared| match one.candidate.months_worked {
        Some(months) => (Some(i64::from(months)), duration(months), String::new()),
        None => (None, "unknown".to_owned(), String::new()),
    };
    let of = |name: &str, value: &dyn Fn(&Compared) -> Value| {
        row(name, compared.iter().map(value).collect())
    };
    vec![
        of("Score", &|one| score_value(one.candidate.score)),
        of("Requirements", &requirements),
        of("Length of experience", &experience),
        of("Mean of the reviews", &mean_review),
    ]
}

fn mean_review(compared: &Compared) -> Value {
    let scores = compared
        .reviews
        .iter()
        .map(|named| i64::from(named.review.score.tenths()));
    let count = i64::try_from(compared.reviews.len()).unwrap_or(i64::MAX);
    if count == 0 {
        return (None, "none".to_owned(), String::new());
    }
    let mean = (scores.sum::<i64>() + count / 2) / count;
    let detail = match count {
        1 => "1 review".to_owned(),
        count => format!("{count} reviews"),
    };
    (Some(mean), format!("{}.{}", mean / 10, mean % 10), detail)
}

/// Returns a row for each criterion, in the order of the first receipt.
pub(super) fn criterion_rows(compared: &[Compared]) -> Vec<ValueRow> {
    let mut names: Vec<&str> = Vec::new();
    for criterion in compared
        .iter()
        .filter_map(receipt_of)
        .flat_map(|receipt| &receipt.criteria)
    {
        if !names.contains(&criterion.criterion.as_str()) {
            names.push(&criterion.criterion);
        }
    }
    let value = |one: &Compared, name: &str| -> Value {
        let criteria = receipt_of(one).map(|receipt| receipt.criteria.as_slice());
        let criteria: &[CriterionScore] = criteria.unwrap_or_default();
        let found = criteria
            .iter()
            .find(|criterion| criterion.criterion == name);
        found.map_or((None, "none".to_owned(), String::new()), |criterion| {
            let points = criterion.contribution.get();
            let text = format!(
                "{} of {}",
                tenths(points),
                tenths(criterion.weight.get() * 100)
            );
            (Some(points), text, criterion.summary.clone())
        })
    };
    let of = |name: &str| row(name, compared.iter().map(|one| value(one, name)).collect());
    names.into_iter().map(of).collect()
}

/// Returns a row for each requirement, in the order of the receipts.
pub(super) fn requirement_rows(compared: &[Compared]) -> Vec<RequirementRow> {
    let mut names = Vec::new();
    let mut seen = HashSet::new();
    let mut of_candidates: Vec<HashMap<String, Judged<'_>>> = Vec::new();
    for one in compared {
        let mut named = HashMap::new();
        let lines = receipt_of(one).map(judged_lines).unwrap_or_default();
        for (evidence, is_met) in lines {
            let (name, way) = name_and_way(&evidence.detail);
            if seen.insert(name.clone()) {
                names.push(name.clone());
            }
            named.entry(name).or_insert(Judged {
                way,
                evidence,
                is_met,
            });
        }
        of_candidates.push(named);
    }
    let of = |name: String| {
        let found: Vec<_> = of_candidates.iter().map(|named| named.get(&name)).collect();
        let is_met = |one: &Option<&Judged<'_>>| one.is_some_and(|it| it.is_met);
        let differs = found.iter().any(|one| !is_met(one));
        let cell = |one: &Option<&Judged<'_>>| RequirementCell {
            is_met: is_met(one),
            is_best: differs && is_met(one),
            way: one.map_or(String::new(), |it| it.way.clone()),
            quote: one
                .and_then(|it| it.evidence.quote.clone())
                .unwrap_or_default(),
        };
        RequirementRow {
            cells: found.iter().map(cell).collect(),
            name,
        }
    };
    names.into_iter().map(of).collect()
}

/// A line of a receipt about a requirement, and how the resume meets it.
struct Judged<'a> {
    way: String,
    evidence: &'a Evidence,
    is_met: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(values: &[Option<i64>]) -> Vec<bool> {
        let value = |value: &Option<i64>| (*value, String::new(), String::new());
        let row = row("r", values.iter().map(value).collect());
        row.cells.iter().map(|cell| cell.is_best).collect()
    }

    #[test]
    fn the_highest_value_is_the_best_unless_all_are_equal() {
        assert_eq!(best(&[Some(3), Some(5), None]), [false, true, false]);
        assert_eq!(best(&[Some(5), Some(5), Some(1)]), [true, true, false]);
        assert_eq!(best(&[Some(5), Some(5)]), [false, false]);
        assert_eq!(best(&[None, None]), [false, false]);
        assert_eq!(best(&[Some(0), None]), [true, false]);
    }
}

//! A scatter plot of the model's scores against the means of the reviewers.

use shortlist_domain::{Candidate, ShownMean};

use crate::naming::name_of;

/// The place of the lowest score on both axes, and how long an axis is.
const LEFT: i64 = 40;
const BOTTOM: i64 = 400;
const LENGTH: i64 = 380;
/// The most disagreements that are named.
const MAX_NAMED: usize = 5;
/// The smallest disagreement that is named, in tenths of a point.
const LEAST_NAMED: i64 = 100;

/// A candidate with both scores, in tenths of a point.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    id: String,
    name: String,
    model: i64,
    reviewers: i64,
}

/// The plot.
pub(super) struct Scatter {
    pub(super) points: Vec<Point>,
    /// The largest disagreements, the largest first.
    pub(super) disagreements: Vec<Point>,
    pub(super) description: String,
    pub(super) ticks: Vec<Tick>,
}

/// A candidate of the plot.
#[derive(Clone)]
pub(super) struct Point {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) model: String,
    pub(super) reviewers: String,
    pub(super) difference: String,
    pub(super) x: i64,
    pub(super) y: i64,
    /// Its number among the largest disagreements; 0 for other points.
    pub(super) number: usize,
}

/// A value of the axes.
pub(super) struct Tick {
    pub(super) value: i64,
    pub(super) x: i64,
    pub(super) y: i64,
}

impl Pair {
    /// Returns a candidate with both scores; `None` if one is missing or hidden.
    pub(super) fn of((candidate, mean): (Candidate, ShownMean)) -> Option<Self> {
        Some(Self {
            model: i64::from(candidate.score?.tenths()),
            reviewers: i64::from(mean.score()?.tenths()),
            name: name_of(&candidate),
            id: candidate.id.into_string(),
        })
    }

    /// Returns how much higher the reviewers' mean is.
    fn difference(&self) -> i64 {
        self.reviewers - self.model
    }
}

impl Scatter {
    /// Draws candidates with both scores.
    pub(super) fn of(pairs: &[Pair]) -> Self {
        let mut largest: Vec<&Pair> = pairs.iter().collect();
        largest.sort_by_key(|pair| std::cmp::Reverse(pair.difference().abs()));
        largest.retain(|pair| pair.difference().abs() >= LEAST_NAMED);
        largest.truncate(MAX_NAMED);
        let number = |pair: &Pair| {
            let place = largest.iter().position(|one| one.id == pair.id);
            place.map_or(0, |place| place + 1)
        };
        let points: Vec<Point> = pairs
            .iter()
            .map(|pair| Point::of(pair, number(pair)))
            .collect();
        let mut disagreements: Vec<Point> = points
            .iter()
            .filter(|point| point.number > 0)
            .cloned()
            .collect();
        disagreements.sort_by_key(|point| point.number);
        let tick = |value: i64| Tick {
            value,
            x: LEFT + value * LENGTH / 100,
            y: BOTTOM - value * LENGTH / 100,
        };
        Self {
            description: description(pairs),
            points,
            disagreements,
            ticks: [0, 25, 50, 75, 100].map(tick).into(),
        }
    }
}

impl Point {
    fn of(pair: &Pair, number: usize) -> Self {
        let difference = pair.difference();
        Self {
            id: pair.id.clone(),
            name: pair.name.clone(),
            model: points(pair.model),
            reviewers: points(pair.reviewers),
            difference: match difference {
                0 => "the same".to_owned(),
                1.. => format!("{} higher", points(difference)),
                _ => format!("{} lower", points(-difference)),
            },
            x: LEFT + pair.model * LENGTH / 1_000,
            y: BOTTOM - pair.reviewers * LENGTH / 1_000,
            number,
        }
    }
}

/// Writes tenths with one decimal.
fn points(tenths: i64) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Returns how many candidates are drawn, and how far the scores are apart on average.
fn description(pairs: &[Pair]) -> String {
    let count = i64::try_from(pairs.len()).unwrap_or(i64::MAX).max(1);
    let apart: i64 = pairs.iter().map(|pair| pair.difference().abs()).sum();
    let mean = points((apart + count / 2) / count);
    match pairs.len() {
        1 => format!("1 candidate has both scores. They are {mean} points apart."),
        number => format!(
            "{number} candidates have both scores. The scores are {mean} points apart on average."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(id: &str, model: i64, reviewers: i64) -> Pair {
        Pair {
            id: id.to_owned(),
            name: format!("Name of {id}"),
            model,
            reviewers,
        }
    }

    #[test]
    fn the_largest_disagreements_come_first_and_small_ones_are_not_named() {
        let pairs = [
            pair("a", 500, 520),
            pair("b", 900, 400),
            pair("c", 200, 800),
            pair("d", 0, 1_000),
            pair("e", 600, 499),
        ];
        let scatter = Scatter::of(&pairs);
        let named: Vec<_> = scatter
            .disagreements
            .iter()
            .map(|point| (point.number, point.id.as_str(), point.difference.as_str()))
            .collect();
        assert_eq!(
            named,
            [
                (1, "d", "100.0 higher"),
                (2, "c", "60.0 higher"),
                (3, "b", "50.0 lower"),
                (4, "e", "10.1 lower"),
            ]
        );
        assert_eq!(
            scatter.description,
            "5 candidates have both scores. The scores are 44.4 points apart on average."
        );
        let corner = &scatter.points[3];
        assert_eq!((corner.x, corner.y), (LEFT, BOTTOM - LENGTH));
    }

    #[test]
    fn one_candidate_is_a_plot() {
        let scatter = Scatter::of(&[pair("a", 500, 500)]);
        assert!(scatter.disagreements.is_empty());
        assert_eq!(scatter.points[0].difference, "the same");
        assert!(
            scatter
                .description
                .starts_with("1 candidate has both scores.")
        );
    }
}

//! Lists of a job's candidates in an order of the caller's choice.

use crate::{CandidateId, CandidateQuery, ChoiceProblem, InvalidValue, Score, UserId};

/// What a list of candidates is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortKey {
    /// The score of the resume; the highest first.
    Score,
    /// The name, ignoring letter case; from A to Z.
    Name,
    /// The experience; the longest first, and candidates without any last.
    Experience,
    /// The mean of the reviewers' scores; the highest first. Candidates without a review are excluded.
    Reviews,
    /// The time of the upload; the latest first.
    Created,
}

/// The order of a list of candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CandidateOrder {
    /// What the list is sorted by.
    pub key: SortKey,
    /// Whether the list begins with what is usually its end.
    pub is_reversed: bool,
}

impl Default for CandidateOrder {
    fn default() -> Self {
        Self::ALL
            .first()
            .map_or(Self::of(SortKey::Score), |it| it.1)
    }
}

impl CandidateOrder {
    /// All orders with their names.
    pub const ALL: [(&'static str, Self); 10] = [
        ("score", Self::of(SortKey::Score)),
        ("lowestScore", Self::reversed(SortKey::Score)),
        ("name", Self::of(SortKey::Name)),
        ("nameReversed", Self::reversed(SortKey::Name)),
        ("experience", Self::of(SortKey::Experience)),
        ("leastExperience", Self::reversed(SortKey::Experience)),
        ("reviews", Self::of(SortKey::Reviews)),
        ("lowestReviews", Self::reversed(SortKey::Reviews)),
        ("newest", Self::of(SortKey::Created)),
        ("oldest", Self::reversed(SortKey::Created)),
    ];

    /// Returns the usual order of a key.
    pub const fn of(key: SortKey) -> Self {
        Self {
            key,
            is_reversed: false,
        }
    }

    /// Returns the reverse of the usual order of a key.
    pub const fn reversed(key: SortKey) -> Self {
        Self {
            key,
            is_reversed: true,
        }
    }

    /// Parses the name of an order.
    ///
    /// # Errors
    /// Returns an error if there is no such order.
    pub fn parse(field: &str, name: &str) -> Result<Self, InvalidValue> {
        let name = name.trim();
        let known = Self::ALL
            .iter()
            .find(|(known, _)| known.eq_ignore_ascii_case(name));
        known.map(|(_, order)| *order).ok_or_else(|| {
            let names = Self::ALL.map(|(name, _)| name.to_owned());
            InvalidValue::new(field, ChoiceProblem::NotAnOrder(names.to_vec()))
        })
    }

    /// Returns the name of the order.
    pub fn as_str(self) -> &'static str {
        let known = Self::ALL.iter().find(|(_, order)| *order == self);
        known.map_or("score", |(name, _)| *name)
    }
}

/// The position of a candidate in an ordered list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderPosition {
    /// The value that the list is sorted by: tenths of a score, months, or microseconds since 1970. A list by name has none.
    pub value: i64,
    /// The displayed name, normalized. It orders equal values.
    pub sort_name: String,
    /// The candidate, which orders equal names.
    pub candidate_id: CandidateId,
}

/// A request for a page of a job's candidates in an order.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderedQuery {
    /// Which candidates, and how many. It names a job, and its page follows no position.
    pub candidates: CandidateQuery,
    /// Their order.
    pub order: CandidateOrder,
    /// The candidate that the page follows, instead of a page number.
    pub after: Option<OrderPosition>,
    /// A user from whom some reviews are hidden. An order by reviews leaves these candidates out.
    pub hides_reviews_from: Option<UserId>,
}

/// The number of candidates with each score, highest score first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ScoreCounts {
    counts: Vec<(Score, i64)>,
    /// Candidates with a lower score are not counted.
    lowest: Option<Score>,
}

impl ScoreCounts {
    /// Creates the counts of all candidates. A score that is given twice counts twice.
    pub fn new(mut counts: Vec<(Score, i64)>) -> Self {
        counts.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        Self {
            counts,
            lowest: None,
        }
    }

    /// Returns these counts as those of the candidates with a score or a higher one.
    #[must_use]
    pub fn down_to(self, lowest: Score) -> Self {
        Self {
            lowest: Some(lowest),
            ..self
        }
    }

    /// Returns the score below which candidates are not counted, unless all are.
    pub fn lowest(&self) -> Option<Score> {
        self.lowest
    }

    /// Returns the scores with their counts, highest score first.
    pub fn iter(&self) -> impl Iterator<Item = (Score, i64)> {
        self.counts.iter().copied()
    }

    /// Returns the number of candidates that are counted.
    pub fn total(&self) -> i64 {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    /// Returns the rank of a score: 1 for the highest; equal scores share a rank. A score that is too low to be counted has none.
    pub fn rank(&self, score: Score) -> Option<i64> {
        let higher = self.counts.iter().take_while(|(other, _)| *other > score);
        let rank = higher.map(|(_, count)| count).sum::<i64>() + 1;
        self.lowest
            .is_none_or(|lowest| score >= lowest)
            .then_some(rank)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_has_a_name() {
        for (name, order) in CandidateOrder::ALL {
            assert_eq!(CandidateOrder::parse("sort", name), Ok(order));
            assert_eq!(order.as_str(), name);
        }
        assert!(CandidateOrder::parse("sort", "height").is_err());
        assert_eq!(CandidateOrder::default().as_str(), "score");
    }

    #[test]
    fn equal_scores_share_a_rank() {
        let score = |tenths| Score::from_tenths(tenths);
        let counts = ScoreCounts::new(vec![(score(500), 2), (score(900), 3), (score(100), 1)]);
        assert_eq!(counts.total(), 6);
        let ranks = [900, 500, 100, 50].map(|tenths| counts.rank(score(tenths)));
        assert_eq!(ranks, [1, 4, 6, 7].map(Some));
        let best = counts.down_to(score(500));
        let ranks = [900, 500, 499].map(|tenths| best.rank(score(tenths)));
        assert_eq!(ranks, [Some(1), Some(4), None]);
    }
}

//! The people of an audit, counted by category and score, so that memory does not depend on how many they are.

use std::collections::BTreeMap;
use std::fmt;

use shortlist_domain::{Score, SelfIdentification};

/// A person whom the tool scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Assessed {
    /// The tool's score.
    pub score: Score,
    /// Whether the person was selected.
    pub selection: Selection,
    /// What the person said about themselves.
    pub identification: SelfIdentification,
}

/// Whether a person was selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Selection {
    /// The person was selected.
    Selected,
    /// The person was not selected.
    NotSelected,
}

/// The scores and selections of the people with the same identification.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Group {
    people: u32,
    selected: u32,
    /// How many people have each score.
    scores: BTreeMap<Score, u32>,
}

/// The people of an audit. They are counted, not stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sample {
    groups: BTreeMap<SelfIdentification, Group>,
}

/// The counts of some people: how many there are, how many scored above the median, and how many were selected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) people: u32,
    pub(crate) above_median: u32,
    pub(crate) selected: u32,
}

impl Counts {
    fn add(&mut self, other: Self) {
        self.people = self.people.saturating_add(other.people);
        self.above_median = self.above_median.saturating_add(other.above_median);
        self.selected = self.selected.saturating_add(other.selected);
    }
}

/// The median score of a sample. With an even number of people it is the mean of the two middle scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Median {
    lower: Score,
    upper: Score,
}

impl Median {
    /// Returns the median in hundredths of a point, which is exact.
    pub fn hundredths(self) -> u32 {
        5 * (u32::from(self.lower.tenths()) + u32::from(self.upper.tenths()))
    }

    /// Returns whether a score is above the median. A score that equals it is not.
    pub fn is_below(self, score: Score) -> bool {
        10 * u32::from(score.tenths()) > self.hundredths()
    }
}

/// Writes the median with two decimal places, such as `61.35`.
impl fmt::Display for Median {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = self.hundredths();
        write!(f, "{}.{:02}", hundredths / 100, hundredths % 100)
    }
}

impl Sample {
    /// Counts a person.
    pub fn add(&mut self, person: Assessed) {
        let group = self.groups.entry(person.identification).or_default();
        group.people = group.people.saturating_add(1);
        if person.selection == Selection::Selected {
            group.selected = group.selected.saturating_add(1);
        }
        let same = group.scores.entry(person.score).or_default();
        *same = same.saturating_add(1);
    }

    /// Returns a sample of the people of all parts.
    pub fn sum(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut all = Self::default();
        for part in parts {
            all.merge(part);
        }
        all
    }

    fn merge(&mut self, other: Self) {
        for (identification, other) in other.groups {
            let group = self.groups.entry(identification).or_default();
            group.people = group.people.saturating_add(other.people);
            group.selected = group.selected.saturating_add(other.selected);
            for (score, count) in other.scores {
                let same = group.scores.entry(score).or_default();
                *same = same.saturating_add(count);
            }
        }
    }

    /// Returns the number of people, including those of unknown category.
    pub fn people(&self) -> u32 {
        let groups = self.groups.values().map(|group| group.people);
        groups.fold(0, u32::saturating_add)
    }

    /// Returns the number of people who were selected, including those of unknown category.
    pub fn selected(&self) -> u32 {
        let groups = self.groups.values().map(|group| group.selected);
        groups.fold(0, u32::saturating_add)
    }

    /// Returns the median score of all people, including those of unknown category; `None` if there is nobody.
    pub fn median(&self) -> Option<Median> {
        let mut scores: BTreeMap<Score, u32> = BTreeMap::new();
        for (score, count) in self.groups.values().flat_map(|group| &group.scores) {
            let same = scores.entry(*score).or_default();
            *same = same.saturating_add(*count);
        }
        let last = self.people().checked_sub(1)?;
        Some(Median {
            lower: score_at(&scores, last / 2)?,
            upper: score_at(&scores, last.div_ceil(2))?,
        })
    }

    /// Returns the counts of the people whose identification a test accepts.
    pub(crate) fn count(
        &self,
        median: Option<Median>,
        mut is_wanted: impl FnMut(SelfIdentification) -> bool,
    ) -> Counts {
        let wanted = self.groups.iter().filter(|(given, _)| is_wanted(**given));
        wanted.fold(Counts::default(), |mut counts, (_, group)| {
            counts.add(group.counts(median));
            counts
        })
    }
}

impl Group {
    fn counts(&self, median: Option<Median>) -> Counts {
        let is_above = |score: Score| median.is_some_and(|median| median.is_below(score));
        let above = self.scores.iter().filter(|(score, _)| is_above(**score));
        Counts {
            people: self.people,
            above_median: above.fold(0, |sum, (_, count)| sum.saturating_add(*count)),
            selected: self.selected,
        }
    }
}

/// Returns the score of the person at an index in the order of scores.
fn score_at(scores: &BTreeMap<Score, u32>, index: u32) -> Option<Score> {
    let mut end = 0_u32;
    for (score, count) in scores {
        end = end.saturating_add(*count);
        if index < end {
            return Some(*score);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sample(tenths: &[i64]) -> Sample {
        let mut sample = Sample::default();
        for tenths in tenths {
            sample.add(Assessed {
                score: Score::from_tenths(*tenths),
                selection: Selection::NotSelected,
                identification: SelfIdentification::default(),
            });
        }
        sample
    }

    fn above(sample: &Sample) -> u32 {
        sample.count(sample.median(), |_| true).above_median
    }

    #[test]
    fn the_median_of_an_even_number_is_the_mean_of_the_middle_scores() {
        let even = sample(&[500, 613, 614, 900]);
        assert_eq!(even.median().unwrap().to_string(), "61.35");
        assert_eq!(above(&even), 2);
        let odd = sample(&[900, 500, 614]);
        assert_eq!(odd.median().unwrap().to_string(), "61.40");
        assert_eq!(above(&odd), 1);
    }

    #[test]
    fn scores_that_equal_the_median_are_not_above_it() {
        assert_eq!(above(&sample(&[500, 600, 600, 600, 700])), 1);
        assert_eq!(above(&sample(&[600; 8])), 0);
        assert_eq!(above(&sample(&[500, 600, 600, 700])), 1);
    }

    #[test]
    fn nobody_has_no_median() {
        assert_eq!(Sample::default().median(), None);
        assert_eq!(above(&Sample::default()), 0);
    }

    proptest! {
        #[test]
        fn parts_of_a_sample_add_up(tenths in proptest::collection::vec(0i64..=1_000, 1..60), at in 0usize..60) {
            let (first, second) = tenths.split_at(at.min(tenths.len()));
            let mut merged = sample(first);
            merged.merge(sample(second));
            prop_assert_eq!(merged, sample(&tenths));
        }

        #[test]
        fn the_median_is_that_of_the_sorted_scores(mut tenths in proptest::collection::vec(0i64..=1_000, 1..60)) {
            let counted = sample(&tenths);
            tenths.sort_unstable();
            let (lower, upper) = (tenths[(tenths.len() - 1) / 2], tenths[tenths.len() / 2]);
            prop_assert_eq!(i64::from(counted.median().unwrap().hundredths()), 5 * (lower + upper));
            let expected = tenths.iter().filter(|score| 2 * **score > lower + upper).count();
            prop_assert_eq!(usize::try_from(above(&counted)).unwrap(), expected);
        }
    }
}

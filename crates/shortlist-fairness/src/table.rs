//! A table of an audit: the categories, their rates, and how these compare with the highest rate.

use shortlist_domain::{RaceEthnicity, SelfIdentification, Sex};

use crate::sample::{Counts, Sample};
use crate::{ImpactRatio, Interval, Median, Rate, TwoByTwo, fisher_exact, ratio_interval};

/// Figures of fewer people than this are uncertain. Reports warn of them.
pub const SMALL_SAMPLE: u32 = 30;
/// A category may be excluded if it is less than one of this many parts of the table's people: under 2 % (6 RCNY 5-301 d).
const EXCLUDABLE_PART: u64 = 50;

/// By what a table divides people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimension {
    /// By sex.
    Sex,
    /// By race or ethnicity.
    RaceEthnicity,
    /// By both together, which the rules call intersectional.
    Intersection,
}

/// A category of people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Category {
    /// The people of a sex.
    Sex(Sex),
    /// The people of a race or ethnicity.
    RaceEthnicity(RaceEthnicity),
    /// The people of a sex and a race or ethnicity.
    Intersection(Sex, RaceEthnicity),
}

/// What a table's rates mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// The share of people who score above the median of the full sample (the scoring rate).
    Scoring,
    /// The share of people who were selected (the selection rate).
    Selection,
}

/// Whether categories under 2 % count for the ratios.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SmallRule {
    Keep,
    Exclude,
}

/// A category's rate in comparison with the highest rate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Comparison {
    /// The rate divided by the highest rate.
    pub impact_ratio: ImpactRatio,
    /// The 95 % confidence interval of the ratio; `None` for the reference and for a rate of zero.
    pub interval: Option<Interval>,
    /// The p-value of Fisher's exact test against the reference; `None` for the reference.
    pub p_value: Option<f64>,
}

/// A category with its counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Row {
    /// The category.
    pub category: Category,
    /// The number of its people.
    pub people: u32,
    /// How many of them scored above the median, or were selected.
    pub favoured: u32,
    /// Whether the category is under 2 % and excluded from the ratios.
    pub is_excluded: bool,
    /// Whether the figures are hidden, because there are few people or because those of others could be computed. They are zero.
    pub is_hidden: bool,
    /// The comparison with the highest rate; `None` for an empty or excluded category, or if all rates are zero.
    pub comparison: Option<Comparison>,
}

/// The categories of a dimension with their rates.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// By what it divides people.
    pub dimension: Dimension,
    /// What its rates mean.
    pub measure: Measure,
    /// A row for each category, with people or without.
    pub rows: Vec<Row>,
    /// The number of people whose category is unknown. They count for the median only.
    pub unknown: u32,
    /// Whether that number is hidden. It is zero then.
    pub is_unknown_hidden: bool,
}

impl Dimension {
    /// Every dimension, in the order of reports.
    pub const ALL: [Self; 3] = [Self::Sex, Self::RaceEthnicity, Self::Intersection];

    /// Returns the categories in the order of reports.
    pub fn categories(self) -> Vec<Category> {
        match self {
            Self::Sex => Sex::ALL.map(Category::Sex).to_vec(),
            Self::RaceEthnicity => RaceEthnicity::ALL.map(Category::RaceEthnicity).to_vec(),
            Self::Intersection => {
                let of = |sex| RaceEthnicity::ALL.map(|race| Category::Intersection(sex, race));
                Sex::ALL.into_iter().flat_map(of).collect()
            }
        }
    }

    /// Returns whether a person's category is unknown.
    pub(crate) fn is_unknown(self, given: SelfIdentification) -> bool {
        match self {
            Self::Sex => given.sex.is_none(),
            Self::RaceEthnicity => given.race_ethnicity.is_none(),
            Self::Intersection => given.sex.is_none() || given.race_ethnicity.is_none(),
        }
    }
}

impl Category {
    /// Returns whether a person belongs to the category.
    pub fn contains(self, given: SelfIdentification) -> bool {
        match self {
            Self::Sex(sex) => given.sex == Some(sex),
            Self::RaceEthnicity(race) => given.race_ethnicity == Some(race),
            Self::Intersection(sex, race) => {
                given.sex == Some(sex) && given.race_ethnicity == Some(race)
            }
        }
    }

    /// Returns the sex; `None` in a table by race or ethnicity.
    pub fn sex(self) -> Option<Sex> {
        match self {
            Self::Sex(sex) | Self::Intersection(sex, _) => Some(sex),
            Self::RaceEthnicity(_) => None,
        }
    }

    /// Returns the race or ethnicity; `None` in a table by sex.
    pub fn race_ethnicity(self) -> Option<RaceEthnicity> {
        match self {
            Self::RaceEthnicity(race) | Self::Intersection(_, race) => Some(race),
            Self::Sex(_) => None,
        }
    }

    /// Returns the name in reports.
    pub fn label(self) -> String {
        let names = [
            self.sex().map(Sex::label),
            self.race_ethnicity().map(RaceEthnicity::label),
        ];
        let names: Vec<&str> = names.into_iter().flatten().collect();
        names.join(", ")
    }
}

impl Row {
    /// Returns the rate; `None` for an empty category.
    pub fn rate(&self) -> Option<Rate> {
        Rate::new(self.favoured, self.people)
    }

    /// Returns whether the category has people, but so few that its figures are uncertain.
    pub fn is_small(&self) -> bool {
        (1..SMALL_SAMPLE).contains(&self.people)
    }

    /// Returns whether the impact ratio is under four fifths, which is a warning sign.
    pub fn is_warning(&self) -> bool {
        let ratio = self.comparison.map(|comparison| comparison.impact_ratio);
        ratio.is_some_and(ImpactRatio::is_under_four_fifths)
    }

    fn counts(&self) -> (u32, u32) {
        (self.favoured, self.people)
    }
}

impl Table {
    /// Returns the row that the others are compared with: the first one with the highest rate that is not excluded.
    pub fn reference(&self) -> Option<&Row> {
        reference(&self.rows)
    }

    pub(crate) fn of(
        sample: &Sample,
        median: Option<Median>,
        dimension: Dimension,
        measure: Measure,
        small: SmallRule,
    ) -> Self {
        let categories = dimension.categories().into_iter();
        let counted = |category: Category| {
            let counts = sample.count(median, |given| category.contains(given));
            row(category, counts, measure)
        };
        let mut rows: Vec<Row> = categories.map(counted).collect();
        if small == SmallRule::Exclude {
            exclude_small(&mut rows);
        }
        compare(&mut rows);
        let unknown = sample.count(median, |given| dimension.is_unknown(given));
        Self {
            dimension,
            measure,
            rows,
            unknown: unknown.people,
            is_unknown_hidden: false,
        }
    }
}

fn row(category: Category, counts: Counts, measure: Measure) -> Row {
    let favoured = match measure {
        Measure::Scoring => counts.above_median,
        Measure::Selection => counts.selected,
    };
    Row {
        category,
        people: counts.people,
        favoured,
        is_excluded: false,
        is_hidden: false,
        comparison: None,
    }
}

/// Marks the categories under 2 %. People of unknown category are in no row, so the share is that of the people in the rows.
/// This excludes fewer categories than a share of all people would.
fn exclude_small(rows: &mut [Row]) {
    let known: u64 = rows.iter().map(|row| u64::from(row.people)).sum();
    for row in rows {
        row.is_excluded = row.people > 0 && u64::from(row.people) * EXCLUDABLE_PART < known;
    }
}

fn reference(rows: &[Row]) -> Option<&Row> {
    let counted = rows.iter().filter(|row| !row.is_excluded);
    let rates = counted.filter_map(|row| Some((row, row.rate()?)));
    let highest = rates.reduce(|best, next| {
        if next.1.compare(best.1).is_gt() {
            next
        } else {
            best
        }
    });
    highest.map(|(row, _)| row)
}

/// Compares the rates with the highest one.
pub(crate) fn compare(rows: &mut [Row]) {
    let Some(reference) = reference(rows).copied() else {
        return;
    };
    for row in rows.iter_mut().filter(|row| !row.is_excluded) {
        row.comparison = comparison(row, &reference);
    }
}

fn comparison(row: &Row, reference: &Row) -> Option<Comparison> {
    let impact_ratio = row.rate()?.impact_ratio(reference.rate()?)?;
    let table = TwoByTwo {
        first: row.counts(),
        second: reference.counts(),
    };
    let is_other = row.category != reference.category;
    Some(Comparison {
        impact_ratio,
        interval: ratio_interval(table).filter(|_| is_other),
        p_value: is_other.then(|| fisher_exact(table)),
    })
}

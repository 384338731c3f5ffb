//! A bias audit: the tables of a sample.

use shortlist_domain::{InvalidValue, TextProblem, check_short};

use crate::table::SmallRule;
use crate::{Dimension, Measure, Median, Sample, Table};

/// Why an auditor excludes categories under 2 %. The rules require it (6 RCNY 5-301 d).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Justification(String);

impl Justification {
    /// Parses a justification.
    ///
    /// # Errors
    /// Returns an error if it is empty or too long.
    pub fn parse(field: &str, text: &str) -> Result<Self, InvalidValue> {
        let problem = TextProblem::NoJustification;
        let text = check_short(field, text)?;
        text.map(Self)
            .ok_or_else(|| InvalidValue::new(field, problem))
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether categories under 2 % count for the impact ratios. Their counts and rates are shown in both cases.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum SmallCategories {
    /// They count.
    #[default]
    Kept,
    /// They are excluded, for a reason.
    Excluded(Justification),
}

/// The tables of a sample.
#[derive(Debug, Clone, PartialEq)]
pub struct BiasAudit {
    /// The number of people, including those of unknown category.
    pub people: u32,
    /// The number of people who were selected, including those of unknown category.
    pub selected: u32,
    /// The median score of all people; `None` if there is nobody.
    pub median: Option<Median>,
    /// Which categories were excluded.
    pub small: SmallCategories,
    /// The fewest people of a group that is shown; 1 if all are.
    pub least_shown: u32,
    /// The scoring rates, with a table for each dimension.
    pub scoring: Vec<Table>,
    /// The selection rates, with a table for each dimension.
    pub selection: Vec<Table>,
}

impl BiasAudit {
    /// Computes the tables of a sample.
    pub fn of(sample: &Sample, small: SmallCategories) -> Self {
        let median = sample.median();
        let rule = match &small {
            SmallCategories::Kept => SmallRule::Keep,
            SmallCategories::Excluded(_) => SmallRule::Exclude,
        };
        let tables = |measure| {
            let table = |dimension| Table::of(sample, median, dimension, measure, rule);
            Dimension::ALL.map(table).to_vec()
        };
        Self {
            people: sample.people(),
            selected: sample.selected(),
            median,
            scoring: tables(Measure::Scoring),
            selection: tables(Measure::Selection),
            small,
            least_shown: 1,
        }
    }
}

#[cfg(test)]
mod tests;

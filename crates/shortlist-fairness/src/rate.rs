//! Rates and the ratios between them, as exact fractions.

use std::cmp::Ordering;
use std::fmt;

/// The share of a category's people who scored above the median or were selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rate {
    part: u32,
    whole: u32,
}

impl Rate {
    /// Creates the rate of `part` among `whole`; `None` if there is nobody. A part larger than the whole counts as the whole.
    pub fn new(part: u32, whole: u32) -> Option<Self> {
        let part = part.min(whole);
        (whole > 0).then_some(Self { part, whole })
    }

    /// Returns the rate in tenths of a percent, rounded half up.
    pub fn tenths_of_percent(self) -> u64 {
        let (part, whole) = (u64::from(self.part), u64::from(self.whole));
        (2 * part * 1_000 + whole) / (2 * whole)
    }

    /// Compares two rates exactly.
    pub fn compare(self, other: Self) -> Ordering {
        let left = u64::from(self.part) * u64::from(other.whole);
        left.cmp(&(u64::from(other.part) * u64::from(self.whole)))
    }

    /// Returns this rate divided by the highest one (6 RCNY 5-300, "impact ratio"); `None` if the highest rate is zero.
    pub fn impact_ratio(self, highest: Self) -> Option<ImpactRatio> {
        let numerator = u64::from(self.part) * u64::from(highest.whole);
        let denominator = u64::from(highest.part) * u64::from(self.whole);
        (denominator > 0).then_some(ImpactRatio {
            numerator,
            denominator,
        })
    }
}

/// Writes the rate in percent with one decimal place, such as `54.3`.
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.tenths_of_percent();
        write!(f, "{}.{}", tenths / 10, tenths % 10)
    }
}

/// The rate of a category divided by the highest rate of its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImpactRatio {
    numerator: u64,
    denominator: u64,
}

impl ImpactRatio {
    /// Returns the ratio in hundredths, rounded half up.
    pub fn hundredths(self) -> u128 {
        let (numerator, denominator) = (u128::from(self.numerator), u128::from(self.denominator));
        (2 * numerator * 100 + denominator) / (2 * denominator)
    }

    /// Returns whether the ratio is under four fifths (29 CFR 1607.4 D). The ratio is not rounded before.
    pub fn is_under_four_fifths(self) -> bool {
        5 * u128::from(self.numerator) < 4 * u128::from(self.denominator)
    }
}

/// Writes the ratio with two decimal places, such as `0.82`.
impl fmt::Display for ImpactRatio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = self.hundredths();
        write!(f, "{}.{:02}", hundredths / 100, hundredths % 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate(part: u32, whole: u32) -> Rate {
        Rate::new(part, whole).unwrap()
    }

    #[test]
    fn rates_round_half_up_to_a_tenth_of_a_percent() {
        let texts = [(50, 92), (18, 28), (1, 2_000), (1, 2_001), (0, 7), (7, 7)]
            .map(|(part, whole)| rate(part, whole).to_string());
        assert_eq!(texts, ["54.3", "64.3", "0.1", "0.0", "0.0", "100.0"]);
        assert_eq!(Rate::new(0, 0), None);
    }

    #[test]
    fn ratios_round_but_the_four_fifths_rule_does_not() {
        let highest = rate(1, 1);
        let of = |part, whole| rate(part, whole).impact_ratio(highest).unwrap();
        assert_eq!(of(4, 5).to_string(), "0.80");
        assert!(!of(4, 5).is_under_four_fifths());
        assert_eq!(of(7_999, 10_000).to_string(), "0.80");
        assert!(of(7_999, 10_000).is_under_four_fifths());
        assert_eq!(rate(1, 3).impact_ratio(rate(0, 3)), None);
    }

    #[test]
    fn the_largest_counts_do_not_overflow() {
        let (all, none) = (rate(u32::MAX, u32::MAX), rate(1, u32::MAX));
        assert_eq!(all.to_string(), "100.0");
        assert_eq!(none.compare(all), Ordering::Less);
        assert_eq!(all.impact_ratio(all).unwrap().to_string(), "1.00");
        assert!(none.impact_ratio(all).unwrap().is_under_four_fifths());
    }
}

//! Fisher's exact test of two categories.

/// Weights within this relative distance count as equal. Two tables of equal probability differ by rounding only. R's
/// `fisher.test` uses the same tolerance.
const EQUAL_WEIGHTS: f64 = 1e-7;
/// Tables whose probability is this small in relation to the most probable one do not change any digit that is shown.
const NEGLIGIBLE: f64 = 1e-300;

/// How many people of two categories were favoured, and how many were not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TwoByTwo {
    /// The favoured people and all people of the first category.
    pub first: (u32, u32),
    /// The favoured people and all people of the second category.
    pub second: (u32, u32),
}

/// The margins of a table, which the test keeps fixed.
struct Margins {
    first: u64,
    second: u64,
    favoured: u64,
}

impl Margins {
    /// Returns the smallest and the largest possible number of favoured people in the first category.
    fn range(&self) -> (u64, u64) {
        let least = self.favoured.saturating_sub(self.second);
        (least, self.first.min(self.favoured))
    }

    /// Returns the most probable number of favoured people in the first category.
    fn mode(&self) -> u64 {
        let (least, most) = self.range();
        let all = u128::from(self.first + self.second);
        let mode = u128::from(self.first + 1) * u128::from(self.favoured + 1) / (all + 2);
        u64::try_from(mode).unwrap_or(most).clamp(least, most)
    }

    /// Returns the probability of `count + 1` divided by that of `count`, from the hypergeometric distribution.
    fn step(&self, count: u64) -> f64 {
        let up = float(self.first - count) * float(self.favoured - count);
        up / (float(count + 1) * float(self.second + count + 1 - self.favoured))
    }

    /// Returns the possible counts with weights in proportion to their probabilities; negligible ones are left out.
    fn weights(&self) -> Vec<(u64, f64)> {
        let (least, most) = self.range();
        let mode = self.mode();
        let mut weights = vec![(mode, 1.0)];
        let mut weight = 1.0;
        for count in mode..most {
            weight *= self.step(count);
            if weight < NEGLIGIBLE {
                break;
            }
            weights.push((count + 1, weight));
        }
        weight = 1.0;
        for count in (least..mode).rev() {
            weight /= self.step(count);
            if weight < NEGLIGIBLE {
                break;
            }
            weights.push((count, weight));
        }
        weights
    }
}

fn float(count: u64) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Returns the two-sided p-value of Fisher's exact test: the probability, if both categories had the same chance, of a table
/// that is at most as probable as the given one.
///
/// Source: R. A. Fisher, The Logic of Inductive Inference, Journal of the Royal Statistical Society 98 (1935); two-sided as in
/// A. Agresti, Categorical Data Analysis, section 3.5.3.
pub fn fisher_exact(table: TwoByTwo) -> f64 {
    let ((favoured, first), (other, second)) = (table.first, table.second);
    let favoured = favoured.min(first);
    let margins = Margins {
        first: u64::from(first),
        second: u64::from(second),
        favoured: u64::from(favoured) + u64::from(other.min(second)),
    };
    let weights = margins.weights();
    let mut found = weights.iter();
    let observed = found.find(|(count, _)| *count == u64::from(favoured));
    let limit = observed.map_or(0.0, |(_, weight)| weight * (1.0 + EQUAL_WEIGHTS));
    let all: f64 = weights.iter().map(|(_, weight)| weight).sum();
    let at_most = weights.iter().filter(|(_, weight)| *weight <= limit);
    let extreme: f64 = at_most.map(|(_, weight)| weight).sum();
    (extreme / all).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn test_of(a: u32, b: u32, c: u32, d: u32) -> f64 {
        fisher_exact(TwoByTwo {
            first: (a, a + b),
            second: (c, c + d),
        })
    }

    fn assert_close(value: f64, expected: f64) {
        assert!((value - expected).abs() < 1e-9, "{value} {expected}");
    }

    #[test]
    fn published_values_are_reproduced() {
        // Fisher's lady tasting tea: 34 of 70 tables are at most as probable.
        assert_close(test_of(3, 1, 1, 3), 34.0 / 70.0);
        // Convictions of like-sex twins (Fisher 1935), as R's documentation of `fisher.test` computes them.
        assert_close(test_of(2, 15, 10, 3), 0.000_536_724_119_143_7);
        // The examples of SciPy's documentation of `scipy.stats.fisher_exact`.
        assert_close(test_of(6, 2, 1, 4), 0.102_564_102_564_102_57);
        assert_close(test_of(8, 2, 1, 5), 0.034_965_034_965_034_97);
    }

    #[test]
    fn tables_without_a_difference_have_the_value_one() {
        for (a, b, c, d) in [
            (0, 0, 3, 4),
            (5, 5, 5, 5),
            (0, 9, 0, 4),
            (7, 0, 2, 0),
            (0, 0, 0, 0),
        ] {
            assert_close(test_of(a, b, c, d), 1.0);
        }
    }

    #[test]
    fn large_and_extreme_tables_stay_numbers() {
        let half_a_million = test_of(250_000, 250_000, 250_500, 249_500);
        assert!((0.31..0.33).contains(&half_a_million), "{half_a_million}");
        assert!(test_of(500_000, 0, 0, 500_000) < 1e-300);
        let largest = fisher_exact(TwoByTwo {
            first: (u32::MAX, u32::MAX),
            second: (u32::MAX, u32::MAX),
        });
        assert_close(largest, 1.0);
    }

    fn choose(n: u128, k: u128) -> u128 {
        (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
    }

    /// The same test in whole numbers, by its definition.
    fn by_definition(a: u32, b: u32, c: u32, d: u32) -> f64 {
        let [a, b, c, d] = [a, b, c, d].map(u128::from);
        let ways = |k: u128| choose(a + b, k) * choose(c + d, a + c - k);
        let range = (a + c).saturating_sub(c + d)..=(a + b).min(a + c);
        let limit = ways(a);
        let sum = |wanted: &dyn Fn(u128) -> bool| -> u128 {
            range.clone().map(ways).filter(|w| wanted(*w)).sum()
        };
        let ratio = |part: u128, whole: u128| {
            let text = |n: u128| n.to_string().parse::<f64>().unwrap();
            text(part) / text(whole)
        };
        ratio(sum(&|w| w <= limit), sum(&|_| true))
    }

    proptest! {
        #[test]
        fn the_test_equals_its_definition(a in 0u32..15, b in 0u32..15, c in 0u32..15, d in 0u32..15) {
            let (value, expected) = (test_of(a, b, c, d), by_definition(a, b, c, d));
            prop_assert!((value - expected).abs() < 1e-12, "{value} {expected}");
        }

        #[test]
        fn the_order_of_the_categories_does_not_matter(a in 0u32..90, b in 0u32..90, c in 0u32..90, d in 0u32..90) {
            let (value, swapped) = (test_of(a, b, c, d), test_of(c, d, a, b));
            prop_assert!((value - swapped).abs() < 1e-9);
            prop_assert!((0.0..=1.0).contains(&value));
        }
    }
}

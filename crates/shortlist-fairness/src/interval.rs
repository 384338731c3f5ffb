//! The confidence interval of a ratio of two rates.

use crate::TwoByTwo;

/// The 97.5th percentile of the standard normal distribution.
const NORMAL_97_5: f64 = 1.959_963_984_540_054;
/// With so many terms, the series of the exponential function is exact to the last digits for all exponents that occur here.
const TERMS: u32 = 40;

/// A 95 % confidence interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Returns the 95 % confidence interval of the first category's rate divided by the second one's.
///
/// It is computed by the logarithm of the ratio. It needs a favoured person in both categories, and somebody in either of them who is
/// not favoured. Otherwise the formula has no or no width, which says nothing, and the result is `None`.
///
/// Source: D. Katz, J. Baptista, S. P. Azen and M. C. Pike, Obtaining Confidence Intervals for the Risk Ratio in Cohort
/// Studies, Biometrics 34 (1978); A. Agresti, Categorical Data Analysis, section 3.1.4.
pub fn ratio_interval(table: TwoByTwo) -> Option<Interval> {
    let ((favoured, first), (other, second)) = (table.first, table.second);
    let are_all_favoured = (favoured, other) == (first, second);
    if favoured == 0 || other == 0 || first < favoured || second < other || are_all_favoured {
        return None;
    }
    let [favoured, first, other, second] = [favoured, first, other, second].map(f64::from);
    let ratio = (favoured * second) / (other * first);
    let variance = (first - favoured) / (favoured * first) + (second - other) / (other * second);
    let factor = exponential(NORMAL_97_5 * variance.sqrt());
    Some(Interval {
        low: ratio / factor,
        high: ratio * factor,
    })
}

/// Returns e to the given exponent, which is between 0 and 3. The standard library's function may differ in the last digit
/// from one platform to another.
fn exponential(exponent: f64) -> f64 {
    let mut term = 1.0;
    let mut sum = 1.0;
    for index in 1..=TERMS {
        term *= exponent / f64::from(index);
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(first: (u32, u32), second: (u32, u32)) -> Option<Interval> {
        ratio_interval(TwoByTwo { first, second })
    }

    fn rounded(interval: Option<Interval>) -> String {
        let Interval { low, high } = interval.unwrap();
        format!("{low:.2} to {high:.2}")
    }

    #[test]
    fn a_published_interval_is_reproduced() {
        // Heart attacks in the Physicians' Health Study, placebo against aspirin: 1.43 to 2.30 in Agresti, section 3.1, which
        // computes with rounded rates.
        let Interval { low, high } = of((189, 11_034), (104, 11_037)).unwrap();
        assert!((low - 1.43).abs() < 0.01, "{low}");
        assert!((high - 2.30).abs() < 0.01, "{high}");
    }

    #[test]
    fn equal_rates_have_an_interval_around_one() {
        let Interval { low, high } = of((20, 50), (40, 100)).unwrap();
        assert!((low * high - 1.0).abs() < 1e-12);
        assert!(low < 1.0 && high > 1.0);
    }

    #[test]
    fn without_a_favoured_person_there_is_no_interval() {
        for (first, second) in [((0, 9), (4, 9)), ((4, 9), (0, 9)), ((0, 0), (1, 1))] {
            assert_eq!(of(first, second), None);
        }
    }

    #[test]
    fn if_everybody_is_favoured_there_is_no_interval() {
        assert_eq!(of((7, 7), (9, 9)), None);
        assert_eq!(rounded(of((7, 7), (8, 9))), "0.89 to 1.42");
    }

    #[test]
    fn the_exponential_function_is_that_of_the_standard_library() {
        for exponent in [0.0, 0.001, 0.5, 1.0, 2.0, 2.772] {
            let expected = f64::exp(exponent);
            assert!((exponential(exponent) - expected).abs() < 1e-12 * expected);
        }
    }
}

//! Scores, stored as integers so that their parts add up exactly.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;

use crate::{InvalidValue, NumberProblem};

/// Millionths of a score point (a contribution), of the total weight (a share) or of full agreement (a criterion's value).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct MicroPoints(i64);

impl MicroPoints {
    /// One.
    pub const ONE: Self = Self(1_000_000);
    /// Zero.
    pub const ZERO: Self = Self(0);

    /// Creates a value from a number of millionths.
    pub fn new(millionths: i64) -> Self {
        Self(millionths)
    }

    /// Returns the number of millionths.
    pub fn get(self) -> i64 {
        self.0
    }

    /// Returns the value as a number.
    pub fn to_f64(self) -> f64 {
        #[expect(
            clippy::as_conversions,
            reason = "at most 10^8, which a double holds exactly"
        )]
        let millionths = self.0 as f64;
        millionths / 1e6
    }
}

impl Add for MicroPoints {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sum for MicroPoints {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::ZERO, Add::add)
    }
}

/// A score from 0.0 to 100.0 with one decimal place, stored in tenths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(u16);

impl Score {
    /// The highest score, in tenths.
    pub const MAX_TENTHS: u16 = 1_000;

    /// Creates a score from tenths, clamped to 0 to 1,000.
    pub fn from_tenths(tenths: i64) -> Self {
        let bounded = tenths.clamp(0, i64::from(Self::MAX_TENTHS));
        Self(u16::try_from(bounded).unwrap_or(Self::MAX_TENTHS))
    }

    /// Rounds micro-points half up to one decimal place.
    pub fn from_micro_points(points: MicroPoints) -> Self {
        Self::from_tenths((points.get() + 50_000).div_euclid(100_000))
    }

    /// Returns the mean of scores, given their sum in tenths and their number, rounded half up; `None` for no scores.
    pub fn mean(sum_tenths: i64, count: i64) -> Option<Self> {
        (count > 0).then(|| Self::from_tenths((2 * sum_tenths + count).div_euclid(2 * count)))
    }

    /// Parses a score, rounded half up to one decimal place.
    ///
    /// # Errors
    /// Returns an error if it is not a number from 0 to 100.
    pub fn parse(field: &str, value: f64) -> Result<Self, InvalidValue> {
        if !(0.0..=100.0).contains(&value) {
            return Err(InvalidValue::new(field, NumberProblem::NotScore(100)));
        }
        #[expect(clippy::as_conversions, reason = "bounded by 0 and 1,000 above")]
        let tenths = (value * 10.0 + 0.5).floor() as i64;
        Ok(Self::from_tenths(tenths))
    }

    /// Returns the score in tenths.
    pub fn tenths(self) -> u16 {
        self.0
    }

    /// Returns the score as a number.
    pub fn to_f64(self) -> f64 {
        f64::from(self.0) / 10.0
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_half_up_to_one_decimal() {
        let score = |micro| Score::from_micro_points(MicroPoints::new(micro)).to_string();
        assert_eq!(score(66_650_000), "66.7");
        assert_eq!(score(66_649_999), "66.6");
        assert_eq!(score(0), "0.0");
        assert_eq!(score(100_000_000), "100.0");
        assert_eq!(Score::mean(805 + 900, 2).unwrap().to_string(), "85.3");
        assert!(Score::mean(0, 0).is_none());
    }

    #[test]
    fn a_score_from_outside_is_a_number_from_0_to_100() {
        assert_eq!(Score::parse("score", 87.25).unwrap().to_string(), "87.3");
        for bad in [-0.1, 100.1, f64::NAN, f64::INFINITY] {
            assert!(Score::parse("score", bad).is_err());
        }
    }
}

//! What can be wrong with a number.

super::problems! {
    /// What is wrong with a number.
    NumberProblem {
        /// It is too small or too large.
        OutOfRange {
            /// The smallest number.
            least: i64,
            /// The largest number.
            most: i64,
        } = "outOfRange",
        /// It is under 1 or over this; null means that there is no limit.
        OutOfRangeOrNull(i64) = "outOfRange",
        /// It is not a score, which is a number from 0 to this.
        NotScore(i64) = "outOfRange",
        /// It is smaller than this.
        TooSmall(i64) = "tooSmall",
        /// It is not a number.
        NotNumber = "notANumber",
        /// It is not a whole number.
        NotWholeNumber = "notAWholeNumber",
        /// The place of this stage is not a number.
        NotPlace(String) = "notANumber",
        /// It is not the number of a version of a resume.
        NotVersion = "notAVersion",
        /// It is not the sequence of an interview.
        NotSequence = "tooSmall",
        /// It is not an amount of money.
        NotAmount {
            /// The code of the currency.
            currency: &'static str,
            /// The most digits before the decimal point.
            whole_digits: usize,
            /// The most digits after it.
            places: usize,
        } = "notAnAmount",
    }
}

impl NumberProblem {
    pub(super) fn limit(&self) -> Option<i64> {
        match self {
            Self::OutOfRange { most: limit, .. }
            | Self::OutOfRangeOrNull(limit)
            | Self::NotScore(limit)
            | Self::TooSmall(limit) => Some(*limit),
            Self::NotSequence => Some(0),
            _ => None,
        }
    }
}

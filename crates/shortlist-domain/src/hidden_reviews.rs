//! Reviews that are hidden from a user: those of a candidate whom the user interviews and has not reviewed yet.

use crate::Score;

/// The mean of a candidate's reviews, as far as a user may see it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShownMean {
    /// Nobody has reviewed the candidate.
    Missing,
    /// It is hidden until the user has reviewed the candidate.
    Hidden,
    /// The mean.
    Shown(Score),
}

impl ShownMean {
    /// Returns a stored mean that the user may see.
    pub fn of(mean: Option<Score>) -> Self {
        mean.map_or(Self::Missing, Self::Shown)
    }

    /// Returns the mean, if there is one that the user may see.
    pub fn score(self) -> Option<Score> {
        match self {
            Self::Shown(score) => Some(score),
            Self::Missing | Self::Hidden => None,
        }
    }
}

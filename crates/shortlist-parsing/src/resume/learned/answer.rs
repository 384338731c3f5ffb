//! What the models say about one date.

/// The probabilities of a date and of the pieces near it, in thousandths.
#[derive(Debug, Clone, Default)]
pub(super) struct Answer {
    /// That it dates a position, or a study.
    pub(super) date: i32,
    /// The pieces near it.
    pub(super) pieces: Vec<usize>,
    /// That each of them is the title, or the degree.
    pub(super) role: Vec<i32>,
    /// That each of them is the employer, or the school.
    pub(super) organization: Vec<i32>,
}

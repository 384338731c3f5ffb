//! What measuring one criterion gives.

use shortlist_domain::Evidence;

/// A criterion measured, before its weight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Measured {
    /// From none to one, in millionths.
    pub(crate) value: i64,
    pub(crate) has_data: bool,
    pub(crate) summary: String,
    pub(crate) evidence: Vec<Evidence>,
}

/// Evidence of absence.
pub(crate) fn missing(requirement: impl Into<String>) -> Evidence {
    Evidence {
        requirement: requirement.into(),
        found: false,
        quote: None,
        page: None,
        place: None,
    }
}

/// Names in a sentence: the first few, and how many more there are.
pub(crate) fn listed(names: &[&str]) -> String {
    const MOST: usize = 6;
    let shown = names.iter().take(MOST).copied().collect::<Vec<_>>();
    match names.len().saturating_sub(MOST) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// A length of time in words: `4 years 2 months`.
pub(crate) fn duration(months: u32) -> String {
    let counted = |count: u32, unit: &str| match count {
        1 => format!("1 {unit}"),
        _ => format!("{count} {unit}s"),
    };
    match (months / 12, months % 12) {
        (0, months) => counted(months, "month"),
        (years, 0) => counted(years, "year"),
        (years, months) => format!("{} {}", counted(years, "year"), counted(months, "month")),
    }
}

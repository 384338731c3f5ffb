//! The result of measuring one criterion.

use shortlist_domain::Evidence;

use crate::formula::{Formula, Gain, Open};

/// The measurement of a criterion, before its weight is applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Measured {
    /// From 0 to 1, in millionths.
    pub(crate) value: i64,
    pub(crate) has_data: bool,
    pub(crate) summary: String,
    pub(crate) evidence: Vec<Evidence>,
    /// The value as a formula of what was measured.
    pub(crate) formula: Formula,
    /// The lines of the evidence that are not met in full, with what each asks for.
    pub(crate) open: Vec<Open>,
}

/// Returns the evidence for a requirement that is missing.
pub(crate) fn missing(requirement: impl Into<String>) -> Evidence {
    Evidence {
        requirement: requirement.into(),
        found: false,
        quote: None,
        page: None,
        place: None,
        gain: None,
        set_by: None,
    }
}

/// Returns the evidence for a requirement that is missing, with the value that it would add.
pub(crate) fn missing_with_gain(requirement: impl Into<String>, gain: Gain) -> Evidence {
    Evidence {
        gain: gain.micros(),
        ..missing(requirement)
    }
}

/// Lists names in a sentence: the first few, and the number of the others.
pub(crate) fn join_names(names: &[&str]) -> String {
    const MAX_NAMES: usize = 6;
    let shown = names.iter().take(MAX_NAMES).copied().collect::<Vec<_>>();
    match names.len().saturating_sub(MAX_NAMES) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Reads a length of time that [`duration`] wrote, in months.
pub(crate) fn parse_duration(text: &str) -> Option<u32> {
    let mut words = text.split(' ');
    let mut months = 0_u32;
    while let Some(count) = words.next() {
        let count: u32 = count.parse().ok()?;
        let each = match words.next()? {
            "year" | "years" => 12,
            "month" | "months" => 1,
            _ => return None,
        };
        months = months.checked_add(count.checked_mul(each)?)?;
    }
    Some(months)
}

/// Writes a length of time in words: `4 years 2 months`.
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

//! The result of measuring one criterion.

use shortlist_domain::{Evidence, EvidenceDetail};

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
pub(crate) fn missing(detail: EvidenceDetail) -> Evidence {
    Evidence {
        detail,
        found: false,
        quote: None,
        page: None,
        place: None,
        gain: None,
        set_by: None,
    }
}

/// Returns the evidence for a requirement that is missing, with the value that it would add.
pub(crate) fn missing_with_gain(detail: EvidenceDetail, gain: Gain) -> Evidence {
    Evidence {
        gain: gain.micros(),
        ..missing(detail)
    }
}

/// The most names that are listed.
pub(crate) const MAX_NAMES: usize = 6;

/// Lists names in a sentence: the first few, and the number of the others.
pub(crate) fn join_names(names: &[impl AsRef<str>]) -> String {
    let shown = names.iter().take(MAX_NAMES).map(AsRef::as_ref);
    let shown = shown.collect::<Vec<_>>();
    match names.len().saturating_sub(MAX_NAMES) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
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

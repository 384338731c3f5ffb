//! Whom a retention period would erase, as the page shows it.

use shortlist_app::RetentionPreview;
use shortlist_domain::Candidate;

use crate::naming::name_of;

/// The part of the page.
pub(super) struct PreviewView {
    /// How many candidates would be erased, such as `at least 40 candidates`.
    pub(super) count: String,
    /// Whether there are more old candidates than a preview examines.
    pub(super) is_partial: bool,
    pub(super) rows: Vec<PreviewRow>,
    /// How many more there are than the page names.
    pub(super) more: usize,
    /// Whether the period is not saved yet, so that the page asks for a confirmation.
    pub(super) asks: bool,
}

/// A candidate who would be erased.
pub(super) struct PreviewRow {
    pub(super) id: String,
    /// The name, or the code if the name is masked.
    pub(super) name: String,
    pub(super) code: String,
}

impl PreviewView {
    pub(super) fn of(preview: RetentionPreview, asks: Asks) -> Self {
        let row = |candidate: Candidate| PreviewRow {
            name: name_of(&candidate),
            code: candidate.code.to_string(),
            id: candidate.id.into_string(),
        };
        Self {
            count: counted(&preview),
            is_partial: preview.is_partial,
            more: preview.count.saturating_sub(preview.candidates.len()),
            rows: preview.candidates.into_iter().map(row).collect(),
            asks: matches!(asks, Asks::ToConfirm),
        }
    }
}

/// Whether the page asks for a confirmation.
#[derive(Debug, Clone, Copy)]
pub(super) enum Asks {
    /// The period is not saved yet.
    ToConfirm,
    /// The period is saved.
    Nothing,
}

fn counted(preview: &RetentionPreview) -> String {
    match (preview.count, preview.is_partial) {
        (0, false) => "nobody".to_owned(),
        (0, true) => "an unknown number of candidates".to_owned(),
        (1, true) => "at least 1 candidate".to_owned(),
        (1, false) => "1 candidate".to_owned(),
        (count, false) => format!("{count} candidates"),
        (count, true) => format!("at least {count} candidates"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_partial_count_says_so() {
        let preview = |count, is_partial| RetentionPreview {
            count,
            is_partial,
            ..RetentionPreview::default()
        };
        assert_eq!(counted(&preview(0, false)), "nobody");
        assert_eq!(counted(&preview(1, false)), "1 candidate");
        assert_eq!(counted(&preview(3, true)), "at least 3 candidates");
        assert_eq!(counted(&preview(1, true)), "at least 1 candidate");
        assert_eq!(
            counted(&preview(0, true)),
            "an unknown number of candidates"
        );
        let view = PreviewView::of(preview(0, true), Asks::Nothing);
        assert!(view.is_partial);
    }
}

//! The tables of an audit, as texts.

use shortlist_app::shown_p_value;
use shortlist_fairness::{BiasAudit, Dimension, Measure, Row, SMALL_SAMPLE, Table};

/// What is shown instead of a figure that is hidden.
const HIDDEN: &str = "–";

/// A table of the report.
pub(super) struct TableView {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) rate_name: &'static str,
    pub(super) favoured_name: &'static str,
    pub(super) rows: Vec<RowView>,
    pub(super) unknown: String,
    /// The categories without people, which have no row.
    pub(super) empty: String,
}

/// A category of the report.
pub(super) struct RowView {
    pub(super) label: String,
    pub(super) people: String,
    pub(super) favoured: String,
    pub(super) rate: String,
    pub(super) ratio: String,
    pub(super) interval: String,
    pub(super) p_value: String,
    pub(super) is_warning: bool,
    pub(super) notes: String,
}

/// Returns the tables of an audit.
pub(super) fn tables(audit: &BiasAudit) -> Vec<TableView> {
    let tables = audit.scoring.iter().chain(&audit.selection);
    tables.map(TableView::of).collect()
}

impl TableView {
    fn of(table: &Table) -> Self {
        let (rate_name, favoured_name, what) = match table.measure {
            Measure::Scoring => ("Scoring rate", "Above the median", "Scores"),
            Measure::Selection => ("Selection rate", "Selected", "Selections"),
        };
        let (key, by) = match table.dimension {
            Dimension::Sex => ("sex", "by sex"),
            Dimension::RaceEthnicity => ("race", "by race or ethnicity"),
            Dimension::Intersection => ("both", "by sex together with race or ethnicity"),
        };
        let reference = table.reference().map(|row| row.category);
        let row = |row: &Row| RowView::of(row, reference == Some(row.category));
        let shown = table
            .rows
            .iter()
            .filter(|row| row.people > 0 || row.is_hidden);
        let empty = table
            .rows
            .iter()
            .filter(|row| row.people == 0 && !row.is_hidden);
        let empty: Vec<String> = empty.map(|row| row.category.label()).collect();
        Self {
            id: format!("{}-{key}", what.to_lowercase()),
            title: format!("{what} {by}"),
            rate_name,
            favoured_name,
            rows: shown.map(row).collect(),
            unknown: if table.is_unknown_hidden {
                HIDDEN.to_owned()
            } else {
                table.unknown.to_string()
            },
            empty: empty.join("; "),
        }
    }
}

impl RowView {
    fn of(row: &Row, is_reference: bool) -> Self {
        let comparison = row.comparison;
        let interval = comparison.and_then(|comparison| comparison.interval);
        let p_value = comparison.and_then(|comparison| comparison.p_value);
        let text = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
        let count = |number: u32| {
            if row.is_hidden {
                HIDDEN.to_owned()
            } else {
                number.to_string()
            }
        };
        let percent = |rate: shortlist_fairness::Rate| format!("{rate} %");
        Self {
            label: row.category.label(),
            people: count(row.people),
            favoured: count(row.favoured),
            rate: text(row.rate().map(percent)),
            ratio: text(comparison.map(|comparison| comparison.impact_ratio.to_string())),
            interval: text(interval.map(|one| format!("{:.2} to {:.2}", one.low, one.high))),
            p_value: text(p_value.map(shown_p_value)),
            is_warning: row.is_warning(),
            notes: notes(row, is_reference),
        }
    }
}

fn notes(row: &Row, is_reference: bool) -> String {
    let few = format!("fewer than {SMALL_SAMPLE} people");
    let notes = [
        (is_reference, "highest rate"),
        (row.is_hidden, "hidden"),
        (row.is_excluded, "under 2 %, excluded"),
        (row.is_small(), few.as_str()),
    ];
    let notes = notes.iter().filter(|(applies, _)| *applies);
    let notes: Vec<&str> = notes.map(|(_, note)| *note).collect();
    notes.join("; ")
}

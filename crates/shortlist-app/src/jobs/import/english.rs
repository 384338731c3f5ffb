//! Why rows of a job file are not imported, in English.

use super::duplicates::DuplicateRow;
use crate::english::duplicate_text;

/// Returns which job a row repeats, without the place of the row.
pub fn duplicate_row_text(row: &DuplicateRow) -> String {
    let same = duplicate_text(row.by, &row.of, row.row_of);
    format!("duplicate job: {same}")
}

/// Returns why a file with so many duplicates is refused.
pub(super) fn duplicates_text(count: usize) -> String {
    format!(
        "the file contains {count} jobs that already exist in the organization or in the file; nothing was created"
    )
}

#[cfg(test)]
mod tests {
    use shortlist_persistence::{DuplicateBy, DuplicateOf};

    use super::*;

    #[test]
    fn a_stored_duplicate_has_its_text() {
        let row = DuplicateRow {
            row: Some(3),
            column: None,
            by: DuplicateBy::TitleAndPlace,
            of: DuplicateOf::Earlier { index: 0 },
            row_of: Some(2),
        };
        let stored = serde_json::to_string(&row).unwrap();
        let read: DuplicateRow = serde_json::from_str(&stored).unwrap();
        assert_eq!(read, row);
        assert_eq!(
            duplicate_row_text(&read),
            "duplicate job: row 2 of the file has the same title, department and location"
        );
    }
}

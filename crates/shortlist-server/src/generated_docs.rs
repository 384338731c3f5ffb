//! Tables in documents that tests generate from the code.

use std::fs;

const DOCUMENTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/");

/// Fails if the table of `subject` in a document differs from `table`. With the variable `UPDATE_DOCS`, it writes the table
/// instead.
pub(crate) fn check_table(document: &str, subject: &str, table: &str) {
    let path = format!("{DOCUMENTS}{document}");
    let begin =
        format!("<!-- The table of {subject} is generated from the code. A test updates it. -->\n");
    let end = format!("<!-- End of the table of {subject}. -->\n");
    let stored = fs::read_to_string(&path).unwrap();
    let (before, rest) = stored.split_once(&begin).unwrap();
    let (_, after) = rest.split_once(&end).unwrap();
    let current = format!("{before}{begin}\n{table}\n{end}{after}");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(path, current).unwrap();
        return;
    }
    assert!(
        stored == current,
        "the {subject} in docs/{document} are out of date: \
         UPDATE_DOCS=1 cargo test -p shortlist-server --lib the_documented_{subject}_are_current"
    );
}

//! Tables in documents that tests generate from the code. Here is the table of roles; the others are beside what they document.

use std::fs;

use shortlist_app::Operation;
use shortlist_domain::UserType;

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

/// Returns which roles may call which operation.
fn roles() -> String {
    let names = UserType::ALL.map(UserType::as_str).join(" | ");
    let mut table = format!("| operation | {names} |\n|---|---|---|---|---|---|\n");
    // Nobody calls this one as a user.
    let of_users = Operation::ALL
        .iter()
        .filter(|operation| **operation != Operation::Apply);
    for operation in of_users {
        let cell = |role: UserType| {
            if role == UserType::HiringManager && operation.decides() {
                "if allowed"
            } else if operation.is_open_to(role) {
                "yes"
            } else {
                ""
            }
        };
        let cells = UserType::ALL.map(cell).join(" | ");
        table = format!("{table}| {} | {cells} |\n", operation.name());
    }
    table
}

#[test]
fn the_documented_roles_are_current() {
    check_table("SECURITY.md", "roles", &roles());
}

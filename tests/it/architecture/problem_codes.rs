//! The codes of invalid values: programs rely on them, so the documentation lists all.

use std::collections::BTreeSet;
use std::fs;

use shortlist_domain::Problem;

use super::root;

#[test]
fn the_documentation_lists_the_codes_of_invalid_values() {
    let document = fs::read_to_string(root().join("docs/API.md")).unwrap();
    let (_, listed) = document.split_once("The codes are:").unwrap();
    let (listed, _) = listed.split_once("\n## ").unwrap();
    let listed: BTreeSet<&str> = listed.split('`').skip(1).step_by(2).collect();
    let codes: BTreeSet<&str> = Problem::codes().into_iter().collect();
    assert_eq!(listed, codes);
}

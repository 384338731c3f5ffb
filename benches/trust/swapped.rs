//! Replacing the person in a resume changes no score.

use shortlist_benches::person_swaps::swap;
use shortlist_parsing::with_deep_stack;

#[test]
fn name_pronouns_address_nationality_age_photograph_school_and_its_years_change_nothing() {
    let swapped = with_deep_stack(|| swap(7, 360)).unwrap().unwrap();
    assert_eq!(swapped.changed, 0, "{}", swapped.examples.join("\n"));
    assert!(swapped.pairs >= 360);
}

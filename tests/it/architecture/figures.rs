//! Limits of what `cargo run -p shortlist-code-figures` counts.

use shortlist_code_figures::{Place, count};

use super::root;

/// How many functions have a tuple as a parameter. Whoever removes one lowers the limit; nobody increases it.
const MOST_TUPLE_PARAMETERS: usize = 73;

fn lines(places: &[Place]) -> String {
    let line = |place: &Place| format!("{}:{} {}\n", place.path, place.line, place.name);
    places.iter().map(line).collect()
}

#[test]
fn parameters_have_names() {
    let functions = count(&root()).unwrap().all.tuple_parameters;
    assert!(
        functions.len() <= MOST_TUPLE_PARAMETERS,
        "{} functions have a tuple as a parameter, {MOST_TUPLE_PARAMETERS} are allowed. The compiler does not check the order of \
         its values. Make them separate parameters (up to seven), or a struct if they travel together.\n\
         All such functions:\n{}",
        functions.len(),
        lines(&functions)
    );
}

#[test]
fn bools_are_asked_with_if() {
    let matches = count(&root()).unwrap().all.matches_on_bool;
    assert!(
        matches.is_empty(),
        "Write `if` and `else` instead of `match` with the arms `true` and `false`, here:\n{}",
        lines(&matches)
    );
}

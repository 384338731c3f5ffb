//! Limits of what `cargo run -p shortlist-code-figures` counts.

use shortlist_code_figures::{Mirror, Place, Report, count};

use super::root;

/// How many functions have a tuple as a parameter. Whoever removes one lowers the limit; nobody increases it.
const MOST_TUPLE_PARAMETERS: usize = 73;

/// How many pairs of structs share most of their field names: what the database, files or callers give has a type of its own, and
/// there is one type inside. Whoever removes a pair lowers the limit; nobody increases it.
const MOST_MIRRORS: usize = 37;

fn lines(places: &[Place]) -> String {
    let line = |place: &Place| format!("{}:{} {}\n", place.path, place.line, place.name);
    places.iter().map(line).collect()
}

fn parameters_have_names(report: &Report) {
    let functions = &report.all.tuple_parameters;
    assert!(
        functions.len() <= MOST_TUPLE_PARAMETERS,
        "{} functions have a tuple as a parameter, {MOST_TUPLE_PARAMETERS} are allowed. The compiler does not check the order of \
         its values. Make them separate parameters (up to seven), or a struct if they travel together.\n\
         All such functions:\n{}",
        functions.len(),
        lines(functions)
    );
}

fn bools_are_asked_with_if(report: &Report) {
    let matches = &report.all.matches_on_bool;
    assert!(
        matches.is_empty(),
        "Write `if` and `else` instead of `match` with the arms `true` and `false`, here:\n{}",
        lines(matches)
    );
}

fn each_thing_has_one_type_inside(report: &Report) {
    let mirrors = &report.mirrors;
    let line = |mirror: &Mirror| {
        let [first, second] = [&mirror.first, &mirror.second]
            .map(|place| format!("{}:{} {}", place.path, place.line, place.name));
        format!("{first} = {second}\n")
    };
    assert!(
        mirrors.len() <= MOST_MIRRORS,
        "{} pairs of structs share most of their field names, {MOST_MIRRORS} are allowed. Embed one in the other, or use one type for \
         both. A GraphQL object that shows a value is declared with `object!`, \
         and an input that becomes a request with `input!`.\nAll such pairs:\n{}",
        mirrors.len(),
        mirrors.iter().map(line).collect::<String>()
    );
}

/// All limits are in one test, because reading the source takes longer than comparing what it has.
#[test]
fn the_source_keeps_its_limits() {
    let report = count(&root()).unwrap();
    parameters_have_names(&report);
    bools_are_asked_with_if(&report);
    each_thing_has_one_type_inside(&report);
}

//! Tests of the rules, on a small project.

use std::fs;
use std::path::Path;

use crate::{Place, Report, count};

const LIBRARY: &str = "\
//! A crate.
mod part;
#[cfg(test)]
mod checks;
pub fn a((x, y): (u8, u8)) -> u8 {
    fn inner(pair: &(u8, u8)) -> u8 { pair.0 }
    match x == y { true => inner(&(x, y)), false if y > 1 => 2, _ => 3 }
}
pub fn b(pairs: &[(u8, u8)], (): ()) { assert!(match pairs { [] => true, _ => false }); }
trait T { fn c(&self, pair: (u8,)); }
type Key = (u8, u8);
pub fn f(key: Key, other: part::Key) {}
#[cfg(test)]
mod tests {
    fn d(pair: (u8, u8)) { check!(match pair.0 == 1 { true => 1, _ => 2 }); }
}
";

/// A project with one crate, and with a test that is no product.
fn report() -> Report {
    let folder = tempfile::tempdir().unwrap();
    let write = |path: &str, text: &str| {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    for folder in ["benches", "examples"] {
        write(&format!("{folder}/note.txt"), "");
    }
    write("crates/one/src/lib.rs", LIBRARY);
    let structs = "struct A { a: u8, b: u8, c: u8, d: u8 }
        struct B { a: u8, b: u8, c: u8, d: u8, e: u8 }
        struct C { a: u8, b: u8, c: u8, x: u8, y: u8 }
        struct D { a: u8, b: u8, c: u8 }";
    let part =
        format!("{structs}\ntype Pair = (u8, u8); pub struct Key(u8); fn g(pair: &Key) {{}}");
    write("crates/one/src/part.rs", &part);
    write("crates/one/src/checks.rs", "mod deeper;");
    let copy = "struct A { a: u8, b: u8, c: u8, d: u8 }\n#[test]\nfn e((x, y): (u8, u8)) {}";
    write("crates/one/src/checks/deeper.rs", copy);
    write("crates/shortlist-fixtures/src/lib.rs", copy);
    write("tests/it/main.rs", copy);
    count(folder.path()).unwrap()
}

fn names(places: &[Place]) -> Vec<&str> {
    places.iter().map(|place| place.name.as_str()).collect()
}

#[test]
fn tuples_count_as_parameters_and_not_within_other_types() {
    let report = report();
    assert_eq!(
        names(&report.product.tuple_parameters),
        ["a", "inner", "c", "f"]
    );
    assert_eq!(report.product.functions, 6);
    let all = names(&report.all.tuple_parameters);
    assert_eq!(all, ["e", "a", "inner", "c", "f", "d", "e", "e"]);
}

#[test]
fn arms_on_a_bool_count_also_in_macros_and_with_guards() {
    let report = report();
    assert_eq!(names(&report.product.matches_on_bool), ["true", "false"]);
    assert_eq!(report.product.true_arms, 1);
    assert_eq!(report.all.true_arms, 2);
}

#[test]
fn lines_of_tests_are_no_product_lines() {
    let report = report();
    let tests_in_library = 2 + 4;
    let expected = LIBRARY.lines().count() - tests_in_library + 5;
    assert_eq!(report.product.lines, expected);
    assert_eq!(report.all.lines, LIBRARY.lines().count() + 5 + 1 + 3 * 3);
}

#[test]
fn structs_that_share_most_names_are_mirrors() {
    let report = report();
    let pairs: Vec<_> = report
        .mirrors
        .iter()
        .map(|mirror| (mirror.first.name.as_str(), mirror.second.name.as_str()))
        .collect();
    assert_eq!(pairs, [("A", "B")]);
}

#[test]
fn a_file_that_is_not_rust_is_named() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("benches")).unwrap();
    for name in ["crates", "examples", "tests"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("benches/a.rs"), "fn {").unwrap();
    let error = count(Path::new(folder.path())).unwrap_err().to_string();
    assert!(error.starts_with("benches/a.rs is not Rust: "), "{error}");
}

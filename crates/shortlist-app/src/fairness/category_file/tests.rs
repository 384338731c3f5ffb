//! Files of categories that are accepted, and what is said about others.

use super::*;

fn read(text: &str) -> Result<CategoryFile, String> {
    CategoryFile::read(text.as_bytes()).map_err(|error| error.to_string())
}

fn problem(text: &str) -> String {
    read(text).unwrap_err()
}

#[test]
fn people_are_named_by_code_or_by_address() {
    let file = read(
        "\u{feff}candidate_unique_id,Email,sex,race_ethnicity\r\n\
         can-7k2m9q,,female,asian\r\n\
         ,Ada@Example.org,MALE,\r\n\
         CAN-000001,ben@example.org,unknown,two_or_more\r\n",
    )
    .unwrap();
    assert_eq!((file.len(), file.is_empty()), (3, false));
    let row = |index: usize| file.rows[index].given;
    let by_code = |code| file.by_code[&CandidateCode::parse_number(CODE, code).unwrap()];
    assert_eq!(row(by_code("CAN-7K2M9Q")).sex, Some(Sex::Female));
    let by_email = row(file.by_email["ada@example.org"]);
    assert_eq!(
        (by_email.sex, by_email.race_ethnicity),
        (Some(Sex::Male), None)
    );
    let both = by_code("CAN-000001");
    assert_eq!(row(both).race_ethnicity, Some(RaceEthnicity::TwoOrMore));
    assert_eq!(file.paired[&both], "ben@example.org");
}

#[test]
fn an_unknown_code_is_named_with_row_and_column() {
    let error = problem("candidate_unique_id,sex\nCAN-000001,female\nCAN-000002,f\n");
    assert!(
        error.contains("row 3, column sex: must be one of female"),
        "{error}"
    );
    let error = problem("email,race_ethnicity\nada@example.org,purple\n");
    assert!(error.contains("row 2, column race_ethnicity"), "{error}");
    let error = problem("candidate_unique_id,sex\nKAN-1,female\n");
    assert!(
        error.contains("row 2, column candidate_unique_id: must be CAN-"),
        "{error}"
    );
    let error = problem("email,sex\nnobody,female\n");
    assert!(error.contains("row 2, column email"), "{error}");
}

#[test]
fn duplicates_and_contradictions_are_refused() {
    let error = problem("email,sex\na@example.org,male\nA@example.org,male\n");
    assert!(
        error.contains("row 3, column email: names the same person as row 2"),
        "{error}"
    );
    let error = problem("candidate_unique_id,sex\nCAN-000001,male\ncan-000001,female\n");
    assert!(
        error.contains("row 3, column candidate_unique_id: contradicts row 2"),
        "{error}"
    );
}

#[test]
fn the_header_needs_a_name_and_an_answer() {
    assert!(problem("sex\nmale\n").contains("give candidate_unique_id or email"));
    assert!(problem("email\na@example.org\n").contains("give sex, race_ethnicity or both"));
    let error = problem("email,sex,gender\na@example.org,male,x\n");
    assert!(error.contains("row 1: unknown column gender"), "{error}");
    assert!(problem("email,sex,sex\n").contains("occurs twice"));
    assert!(problem("").contains("row 1"));
    let error = problem("email;sex\na@example.org;male\n");
    assert!(
        error.contains("not separated by commas") && !error.contains("unknown column"),
        "{error}"
    );
}

#[test]
fn rows_must_be_complete_and_readable() {
    let error = problem("email,sex\na@example.org\n");
    assert!(
        error.contains("row 2: has 1 cells, but the header has 2"),
        "{error}"
    );
    let error = problem("candidate_unique_id,email,sex\n,,male\n");
    assert!(
        error.contains("row 2, column candidate_unique_id: is empty"),
        "{error}"
    );
    let latin = CategoryFile::read(&b"email,sex\n\xfc@example.org,male\n"[..]).unwrap_err();
    assert!(latin.to_string().contains("row 2: is not UTF-8"), "{latin}");
}

#[test]
fn many_problems_are_counted() {
    let rows: String = (0..50).map(|n| format!("p{n}@example.org,x\n")).collect();
    let error = problem(&format!("email,sex\n{rows}"));
    assert!(
        error.contains("row 2,") && error.contains("row 21,"),
        "{error}"
    );
    assert!(
        !error.contains("row 22,") && error.ends_with("and 30 more"),
        "{error}"
    );
}

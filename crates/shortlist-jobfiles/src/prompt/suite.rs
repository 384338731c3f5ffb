//! Tests two hundred clauses as recruiters write them, two thirds of them in scope, with their expected instructions.

use std::fmt::Write as _;

use serde_json::Value;

use super::super::instruction::{Instruction, ParsedClause};
use super::super::wire::read_instruction;
use super::Prompt;

fn read_prompt(prompt: &str) -> Vec<ParsedClause> {
    Prompt::read(prompt).into_clauses()
}

/// One clause per line: its language, its words, and the expected instruction, or null if it is out of scope.
const SUITE: &str = include_str!("suite.jsonl");

/// Clauses that were written after the grammar, to measure how it handles sentences that it was not made for.
const LATER_SUITE: &str = include_str!("suite_second.jsonl");

/// The minimum percentage of clauses in scope that must be understood.
const MIN_UNDERSTOOD: usize = 97;

/// The minimum percentage of clauses out of scope that must be declined.
const MIN_DECLINED: usize = 100;

struct Case {
    clause: String,
    expected: Option<Value>,
}

fn cases(suite: &str) -> Vec<Case> {
    suite
        .lines()
        .map(|line| {
            let case: Value = serde_json::from_str(line).unwrap();
            Case {
                clause: case["clause"].as_str().unwrap().to_owned(),
                expected: Some(case["expect"].clone()).filter(|expected| !expected.is_null()),
            }
        })
        .collect()
}

fn is_right(case: &Case, read: &[Option<Instruction>]) -> bool {
    match (&case.expected, read) {
        (None, read) => read.iter().all(Option::is_none),
        (Some(expected), [Some(found)]) => read_instruction(expected).as_ref() == Ok(found),
        (Some(_), _) => false,
    }
}

#[test]
fn the_suite_is_understood() {
    check(&cases(SUITE), 200);
}

#[test]
fn sentences_that_the_grammar_was_not_made_for_are_understood() {
    check(&cases(LATER_SUITE), 110);
}

fn check(cases: &[Case], count: usize) {
    assert_eq!(cases.len(), count);
    let mut wrong = String::new();
    let mut share = |in_scope: bool| {
        let (mut right, mut all) = (0, 0);
        for case in cases
            .iter()
            .filter(|case| case.expected.is_some() == in_scope)
        {
            let read: Vec<_> = read_prompt(&case.clause)
                .into_iter()
                .map(|clause| clause.instruction)
                .collect();
            all += 1;
            if is_right(case, &read) {
                right += 1;
            } else {
                writeln!(wrong, "{}: {read:?}", case.clause).unwrap();
            }
        }
        (right, all)
    };
    let ((understood, in_scope), (declined, others)) = (share(true), share(false));
    let report = format!(
        "understood {understood} of {in_scope}, declined {declined} of {others}; wrong:\n{wrong}"
    );
    assert!(understood * 100 >= in_scope * MIN_UNDERSTOOD, "{report}");
    assert!(declined * 100 >= others * MIN_DECLINED, "{report}");
}

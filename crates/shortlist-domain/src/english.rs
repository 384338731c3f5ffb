//! What is wrong with a value or a file, in English. The texts are written here from values and never read back.

use std::fmt;

use crate::Problem;

mod candidates;
mod category_tables;
mod files;
mod identity_providers;
mod jobs;
mod lists;
mod mail_failures;
mod mail_texts;
mod mails;
mod page_forms;
mod read_errors;
mod requirements;
mod skip_reasons;
mod statuses;
mod texts;
mod times;

pub use category_tables::table_lines;
pub use files::{UNREADABLE_NAME, unusable_file_text};
pub use mail_failures::{mail_failure_advice, mail_failure_text};
pub use mail_texts::mail_text_flaw_text;
pub use read_errors::{EnglishReason, read_error, read_error_text};
pub use skip_reasons::{skip_problem_text, skip_reason_text};

/// The sentence, without the field.
impl fmt::Display for Problem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&problem_text(self))
    }
}

/// Returns what is wrong with a value, without its field, a capital and a full stop.
pub fn problem_text(problem: &Problem) -> String {
    match problem {
        Problem::Text(problem) => texts::text(problem),
        Problem::Number(problem) => texts::number(problem),
        Problem::Choice(problem) => lists::choice(problem),
        Problem::List(problem) => lists::list(problem),
        Problem::Time(problem) => times::time(problem),
        Problem::Missing(problem) => lists::missing(problem).to_owned(),
        Problem::Combination(problem) => lists::combination(problem),
        Problem::Account(problem) => candidates::account(problem),
        Problem::Application(problem) => candidates::application(problem),
        Problem::Candidate(problem) => candidates::candidate(problem),
        Problem::Category(problem) => category_tables::category(problem),
        Problem::CustomField(problem) => candidates::custom_field(problem),
        Problem::File(problem) => files::file(problem),
        Problem::Job(problem) => jobs::job(problem),
        Problem::Mail(problem) => mails::mail(problem),
        Problem::PageForm(problem) => page_forms::page_form(problem).to_owned(),
        Problem::Provider(problem) => identity_providers::provider(problem),
        Problem::Query(problem) => page_forms::query(problem),
        Problem::Requirement(problem) => requirements::requirement(problem),
        Problem::Stage(problem) => jobs::stage(problem),
        Problem::Status(problem) => statuses::status(problem),
        Problem::Webhook(problem) => files::webhook(problem),
        Problem::Weight(problem) => jobs::weight(problem),
        Problem::Segment {
            number,
            field,
            problem,
        } => format!("segment {number}: {field}: {problem}"),
        Problem::Table(problem) => table_lines(problem).join("\n"),
    }
}

#[cfg(test)]
mod tests {
    use crate::{ChoiceProblem, InvalidValue, NumberProblem, TableProblem, TextProblem};

    #[test]
    fn a_sentence_begins_with_the_field_and_has_the_limits_and_the_names() {
        let few = ChoiceProblem::Neither(&["skip", "replace", "add"]);
        let many = ChoiceProblem::not_one_of(["Active", "OnHold"]);
        let range = NumberProblem::OutOfRange { least: 1, most: 9 };
        for (invalid, text) in [
            (
                InvalidValue::new("link", TextProblem::NotHttpsLink(2_048)),
                "link: must be an https address of at most 2,048 characters",
            ),
            (
                InvalidValue::new("onDuplicate", few),
                "onDuplicate: must be skip, replace or add",
            ),
            (
                InvalidValue::new("status", many),
                "status: must be one of Active, OnHold",
            ),
            (
                InvalidValue::new("days", range),
                "days: must be between 1 and 9",
            ),
        ] {
            assert_eq!(invalid.to_string(), text);
        }
    }

    #[test]
    fn a_table_lists_its_first_problems_and_counts_the_others() {
        let cell = |row, column| crate::CellProblem {
            row,
            column,
            problem: TextProblem::Empty.into(),
        };
        let table = TableProblem {
            listed: vec![cell(1, None), cell(2, Some("sex"))],
            more: 3,
        };
        let lines = [
            "row 1: must not be empty",
            "row 2, column sex: must not be empty",
            "and 3 more",
        ];
        assert_eq!(super::table_lines(&table), lines);
    }
}

//! What can be wrong with a value. Programs read the variant, its code and its limit; `english.rs` writes the sentence.

mod account;
mod application;
mod candidate;
mod category_table;
mod choice;
mod combination;
mod custom_field;
mod file;
mod job;
mod list;
mod mail;
mod missing;
mod number;
mod page_form;
mod provider;
mod query;
mod requirement;
mod stage;
mod status;
mod text;
mod time;
mod webhook;
mod weight;

pub use account::AccountProblem;
pub use application::ApplicationProblem;
pub use candidate::CandidateProblem;
pub use category_table::{CategoryProblem, CellProblem, TableProblem};
pub use choice::ChoiceProblem;
pub use combination::CombinationProblem;
pub use custom_field::CustomFieldProblem;
pub use file::{CopyDamage, FileProblem, UnusableFile};
pub use job::JobProblem;
pub use list::ListProblem;
pub use mail::{MailProblem, MailTextFlaw, UnsupportedMarkup};
pub use missing::MissingProblem;
pub use number::NumberProblem;
pub use page_form::PageFormProblem;
pub use provider::ProviderProblem;
pub use query::QueryProblem;
pub use requirement::RequirementProblem;
pub use stage::StageProblem;
pub use status::StatusProblem;
pub use text::TextProblem;
pub use time::TimeProblem;
pub use webhook::WebhookProblem;
pub use weight::WeightProblem;

/// Defines a group of problems. Each has a code for programs, which stays the same when the wording changes; problems for which a
/// program does the same have the same code.
macro_rules! problems {
    (
        $(#[$about:meta])*
        $group:ident {
            $(
                $(#[$says:meta])*
                $variant:ident $(($content:ty))? $({ $($(#[$part:meta])* $field:ident: $type:ty,)* })? = $code:literal,
            )*
        }
    ) => {
        $(#[$about])*
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum $group {
            $($(#[$says])* $variant $(($content))? $({ $($(#[$part])* $field: $type,)* })?,)*
        }

        impl $group {
            /// The codes of this group.
            pub(in crate::problem) const CODES: &[&'static str] = &[$($code),*];

            /// Returns the code for programs.
            pub const fn code(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $code,)*
                }
            }
        }
    };
}
use problems;

/// Defines the enum of all groups.
macro_rules! groups {
    ($($(#[$says:meta])* $variant:ident($group:ident),)*) => {
        /// What is wrong with a value, and what is expected.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Problem {
            $($(#[$says])* $variant($group),)*
            /// A part of a list is invalid.
            Segment {
                /// The number of the segment, from 1.
                number: usize,
                /// Its field.
                field: String,
                /// What is wrong with the field.
                problem: Box<Problem>,
            },
            /// Rows of a table are invalid.
            Table(TableProblem),
        }

        impl Problem {
            /// Returns the code for programs, such as `tooLong`. It stays the same when the wording changes.
            pub fn code(&self) -> &'static str {
                match self {
                    $(Self::$variant(problem) => problem.code(),)*
                    Self::Segment { problem, .. } => problem.code(),
                    Self::Table(_) => TableProblem::CODE,
                }
            }

            /// Returns every code, sorted.
            pub fn codes() -> Vec<&'static str> {
                let mut codes: Vec<&str> = [$($group::CODES,)* &[TableProblem::CODE]].concat();
                codes.sort_unstable();
                codes.dedup();
                codes
            }
        }

        $(impl From<$group> for Problem {
            fn from(problem: $group) -> Self {
                Self::$variant(problem)
            }
        })*
    };
}

groups! {
    /// A text has the wrong form or length.
    Text(TextProblem),
    /// A number is none, or out of its range.
    Number(NumberProblem),
    /// A value is not one of those to choose from.
    Choice(ChoiceProblem),
    /// A list has too few or too many items.
    List(ListProblem),
    /// A date or a time is none, or comes too early or too late.
    Time(TimeProblem),
    /// A value is missing.
    Missing(MissingProblem),
    /// A value does not go together with another field.
    Combination(CombinationProblem),
    /// A password or a permission is refused.
    Account(AccountProblem),
    /// The questions of a job, or what an applicant sent.
    Application(ApplicationProblem),
    /// Candidates and people.
    Candidate(CandidateProblem),
    /// A cell of a file of categories.
    Category(CategoryProblem),
    /// A custom field, its value or a filter by it.
    CustomField(CustomFieldProblem),
    /// A file, or what refers to one.
    File(FileProblem),
    /// A job.
    Job(JobProblem),
    /// What mail is sent by and to.
    Mail(MailProblem),
    /// What a page offers in a form.
    PageForm(PageFormProblem),
    /// The settings of an identity provider.
    Provider(ProviderProblem),
    /// A query, or the address of a list.
    Query(QueryProblem),
    /// A requirement of a job.
    Requirement(RequirementProblem),
    /// A list of stages.
    Stage(StageProblem),
    /// A status that does not allow a change.
    Status(StatusProblem),
    /// The address of a webhook.
    Webhook(WebhookProblem),
    /// The weights of criteria.
    Weight(WeightProblem),
}

impl Problem {
    /// Returns the number that the value exceeds, or that it does not reach, if there is one.
    pub fn limit(&self) -> Option<i64> {
        let count = match self {
            Self::Number(problem) => return problem.limit(),
            Self::Segment { problem, .. } => return problem.limit(),
            Self::Text(problem) => problem.limit(),
            Self::List(problem) => problem.limit(),
            Self::Time(problem) => return problem.limit(),
            Self::Application(problem) => problem.limit(),
            Self::Candidate(problem) => problem.limit(),
            Self::CustomField(problem) => problem.limit(),
            Self::Mail(problem) => problem.limit(),
            Self::File(problem) => return problem.limit(),
            Self::Query(problem) => return problem.limit(),
            Self::Requirement(problem) => problem.limit(),
            Self::Weight(problem) => problem.limit(),
            _ => None,
        };
        count.and_then(|count| i64::try_from(count).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_names_in_lower_camel_case() {
        let codes = Problem::codes();
        assert!(codes.len() > 50, "{codes:?}");
        for code in codes {
            assert!(code.starts_with(|c: char| c.is_ascii_lowercase()), "{code}");
            assert!(code.chars().all(|c| c.is_ascii_alphabetic()), "{code}");
        }
    }

    #[test]
    fn a_part_has_the_code_and_the_limit_of_what_is_wrong_in_it() {
        let segment = Problem::Segment {
            number: 2,
            field: "speaker".to_owned(),
            problem: Box::new(TextProblem::TooLong(20).into()),
        };
        assert_eq!((segment.code(), segment.limit()), ("tooLong", Some(20)));
        assert_eq!(
            segment.to_string(),
            "segment 2: speaker: must have at most 20 characters"
        );
    }
}

//! What is wrong with a template.

use std::fmt;

use shortlist_domain::MailTextFlaw;
use shortlist_domain::english::mail_text_flaw_text;

use super::placeholder::Placeholder;

/// Something that is wrong with a template.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct TemplateError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub problem: Problem,
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// No placeholder has this name.
    Unknown {
        /// The name.
        name: String,
        /// The placeholder of this mail that was probably meant.
        nearest: Option<Placeholder>,
    },
    /// The placeholder belongs to other mails.
    OfOtherMails(Placeholder),
    /// The mail makes no sense without the placeholder.
    Missing(Placeholder),
    /// The mail makes no sense without the placeholder, and the paragraph with it may be left out.
    Conditional(Placeholder),
    /// The text has something that mails do not have, or lacks something that each mail has.
    Flaw(MailTextFlaw),
}

impl From<MailTextFlaw> for Problem {
    fn from(flaw: MailTextFlaw) -> Self {
        Self::Flaw(flaw)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown {
                name,
                nearest: Some(nearest),
            } => {
                write!(
                    f,
                    "there is no placeholder {{{{{name}}}}}; did you mean {nearest}?"
                )
            }
            Self::Unknown {
                name,
                nearest: None,
            } => {
                write!(
                    f,
                    "there is no placeholder {{{{{name}}}}}; use one of the list"
                )
            }
            Self::OfOtherMails(placeholder) => {
                write!(
                    f,
                    "{placeholder} has no value in this mail; use one of the list"
                )
            }
            Self::Missing(placeholder) => write!(f, "the text must contain {placeholder}"),
            Self::Conditional(placeholder) => write!(
                f,
                "the text must always show {placeholder}; write it in a paragraph or an item of its own, because this one is left out if another placeholder in it has no value"
            ),
            Self::Flaw(flaw) => f.write_str(&mail_text_flaw_text(*flaw)),
        }
    }
}

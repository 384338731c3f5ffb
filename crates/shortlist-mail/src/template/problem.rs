//! What is wrong with a template.

use std::fmt;

use super::MAX_TEMPLATE_CHARS;
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
    /// The first line is no subject.
    NoSubject,
    /// The template has no text.
    NoText,
    /// The template is too long.
    TooLong,
    /// `{{` without `}}` on the same line.
    Unclosed,
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
    /// A part of Markdown that mails do not have.
    Unsupported(Unsupported),
    /// The link leads nowhere that a mail may lead to.
    LinkAddress,
    /// The address of the link contains a placeholder, and is not one alone.
    PartOfAddress(Placeholder),
    /// The placeholder is no address.
    NoAddress(Placeholder),
    /// Lists or emphasis are nested too deeply.
    TooDeep,
    /// The subject contains an address. Mail servers log subjects, and an address may contain a secret.
    LinkInSubject(Placeholder),
    /// Each paragraph has a placeholder that may have no value, so the whole text may be left out.
    MayBeEmpty,
    /// The subject has only placeholders that may have no value.
    SubjectMayBeEmpty,
}

/// A part of Markdown that mails do not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsupported {
    /// A heading.
    Heading,
    /// HTML.
    Html,
    /// An image, which could report who reads the mail.
    Image,
    /// Code, which is also what lines that begin with four spaces are.
    Code,
    /// A quotation.
    Quotation,
    /// A line across the page.
    Rule,
    /// Something else.
    Other,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSubject => f.write_str("the template must begin with a line \"Subject: …\""),
            Self::NoText => f.write_str("the template has no text below the subject"),
            Self::TooLong => write!(
                f,
                "the template has more than {MAX_TEMPLATE_CHARS} characters"
            ),
            Self::Unclosed => {
                f.write_str("\"{{\" begins a placeholder, and \"}}\" is missing on this line")
            }
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
            Self::Unsupported(what) => write!(f, "{}", what.sentence()),
            Self::LinkAddress => f.write_str("a link must lead to https://, http:// or mailto:"),
            Self::PartOfAddress(placeholder) => write!(
                f,
                "the address of a link is written out, or a placeholder alone; {placeholder} is a part of this one"
            ),
            Self::NoAddress(placeholder) => write!(
                f,
                "a link cannot lead to {placeholder}, which is no address"
            ),
            Self::TooDeep => f.write_str("lists or emphasis are nested too deeply"),
            Self::LinkInSubject(placeholder) => write!(
                f,
                "a subject has no addresses, because mail servers log it; write {placeholder} in the text"
            ),
            Self::MayBeEmpty => f.write_str(
                "the mail could be empty, because each paragraph has a placeholder that may have no value; write one without such a placeholder",
            ),
            Self::SubjectMayBeEmpty => f.write_str(
                "the subject could be empty, because each of its placeholders may have no value; write a word, or a placeholder that always has a value",
            ),
        }
    }
}

impl Unsupported {
    fn sentence(self) -> &'static str {
        match self {
            Self::Heading => {
                "mails have no headings; write \"**…**\", and a number sign as \"\\#\""
            }
            Self::Html => "mails are written without HTML; write \"<\" as \"\\<\"",
            Self::Image => "mails have no images, because they report who reads the mail",
            Self::Code => {
                "mails have no code; remove \"`\" and spaces at the beginning of the line"
            }
            Self::Quotation => {
                "mails have no quotations; write \">\" at the beginning of a line as \"\\>\""
            }
            Self::Rule => "mails have no lines across the page",
            Self::Other => {
                "this is not possible in mails; use paragraphs, lists, links and emphasis"
            }
        }
    }
}

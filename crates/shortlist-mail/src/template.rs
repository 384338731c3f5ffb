//! Templates: a subject, and a text from which the plain text and the HTML of a mail are written.
//!
//! The first line is `Subject: …`. The text below is a part of Markdown: paragraphs, lists, links, emphasis. `{{job_title}}` is a
//! placeholder. A paragraph or an item of a list is left out if a placeholder in it has no value.

mod kind;
mod language;
mod markup;
mod placeholder;
mod problem;
mod read;
mod shipped;
#[cfg(test)]
mod tests;
mod values;
mod write;

pub use kind::{Presence, TemplateKind, Usage};
pub use language::{Language, LocalTime};
pub use placeholder::{Placeholder, ValueKind};
pub use problem::{Problem, TemplateError};
pub use shipped::{shipped, shipped_text};
pub use values::{Explanation, Values, WebLink};
pub use write::{Content, MAIL_STYLE, MissingValue};

use markup::{Block, Inline};

/// The most characters of a template.
pub const MAX_TEMPLATE_CHARS: usize = 20_000;

/// A template that is valid for its mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    kind: TemplateKind,
    subject: Vec<Inline>,
    blocks: Vec<Block>,
}

//! A value with where it was read, how sure the reading is, and why this one was chosen.

use std::borrow::Cow;

use super::Span;

/// A value read from a resume.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<T> {
    /// The value.
    pub value: T,
    /// Where it stands in the resume's text; none where it stands behind a link.
    pub span: Option<Span>,
    /// How sure the reading is, of a hundred.
    pub confidence: u8,
    /// Why this value was chosen, in a few words.
    pub reason: Cow<'static, str>,
}

impl<T> Found<T> {
    /// A value that is sure.
    pub fn at(
        value: T,
        span: impl Into<Option<Span>>,
        reason: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            value,
            span: span.into(),
            confidence: 100,
            reason: reason.into(),
        }
    }

    /// The same with the value turned into another, or nothing where it cannot be.
    pub fn filter_map<U>(self, convert: impl FnOnce(T) -> Option<U>) -> Option<Found<U>> {
        Some(Found {
            value: convert(self.value)?,
            span: self.span,
            confidence: self.confidence,
            reason: self.reason,
        })
    }
}

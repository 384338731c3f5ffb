//! A value with its position in the text, the confidence in it, and the reason for choosing it.

use std::borrow::Cow;

use super::Span;

/// A value read from a resume.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found<T> {
    /// The value.
    pub value: T,
    /// Its position in the resume's text; `None` for the target of a link.
    pub span: Option<Span>,
    /// The confidence in the value, from 0 to 100.
    pub confidence: u8,
    /// The reason for choosing this value, in a few words.
    pub reason: Cow<'static, str>,
}

impl<T> Found<T> {
    /// Returns a value with full confidence.
    pub fn certain(
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

    /// Converts the value and keeps the rest; returns `None` if the conversion does.
    pub fn filter_map<U>(self, convert: impl FnOnce(T) -> Option<U>) -> Option<Found<U>> {
        Some(Found {
            value: convert(self.value)?,
            span: self.span,
            confidence: self.confidence,
            reason: self.reason,
        })
    }
}

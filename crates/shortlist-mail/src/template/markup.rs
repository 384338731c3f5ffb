//! The structure of a template's text.

use super::placeholder::Placeholder;

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Block {
    Paragraph(Vec<Inline>),
    List(List),
}

/// A list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct List {
    /// The first number, if the items are numbered.
    pub(super) first: Option<u64>,
    pub(super) items: Vec<Vec<Block>>,
}

/// A part of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Inline {
    Text(String),
    Placeholder(Placeholder),
    Emphasis(Vec<Inline>),
    Strong(Vec<Inline>),
    Link(Target, Vec<Inline>),
    Break,
}

/// Where a link leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Target {
    Address(String),
    Placeholder(Placeholder),
}

impl Inline {
    /// Calls a function with each placeholder.
    pub(super) fn each_placeholder(&self, found: &mut impl FnMut(Placeholder)) {
        match self {
            Self::Placeholder(placeholder) => found(*placeholder),
            Self::Text(_) | Self::Break => {}
            Self::Emphasis(inner) | Self::Strong(inner) => each_placeholder(inner, found),
            Self::Link(target, inner) => {
                if let Target::Placeholder(placeholder) = target {
                    found(*placeholder);
                }
                each_placeholder(inner, found);
            }
        }
    }
}

/// Calls a function with each placeholder of a paragraph.
pub(super) fn each_placeholder(inlines: &[Inline], found: &mut impl FnMut(Placeholder)) {
    for inline in inlines {
        inline.each_placeholder(found);
    }
}

/// Calls a function with each paragraph, those of lists included.
pub(super) fn each_paragraph<'a>(blocks: &'a [Block], found: &mut impl FnMut(&'a [Inline])) {
    for block in blocks {
        match block {
            Block::Paragraph(inlines) => found(inlines),
            Block::List(list) => {
                for item in &list.items {
                    each_paragraph(item, found);
                }
            }
        }
    }
}

/// Returns the parts of a text with marks of placeholders.
pub(super) fn parts(text: &str) -> Vec<Inline> {
    let mut parts = Vec::new();
    let mut plain = String::new();
    for letter in text.chars() {
        match Placeholder::of_mark(letter) {
            Some(placeholder) => {
                if !plain.is_empty() {
                    parts.push(Inline::Text(std::mem::take(&mut plain)));
                }
                parts.push(Inline::Placeholder(placeholder));
            }
            None => plain.push(letter),
        }
    }
    if !plain.is_empty() {
        parts.push(Inline::Text(plain));
    }
    parts
}

//! Reads resumes: the bytes of a PDF, DOC or DOCX in, what they say out.
//!
//! Invariants: no network, no disk, no clock. The same bytes give the same value. Each reader is a pure function over bytes that
//! keeps its limits.

mod doc;
mod document;
mod docx;
mod error;
mod fields;
mod flow;
#[cfg(test)]
#[cfg(debug_assertions)]
mod growth;
mod guard;
mod html;
mod invisible;
mod media;
mod pdf;
mod read;
mod resume;
mod rows;
mod rtf;
mod text_encoding;

pub use document::{Block, Document, DocumentPage, FlatText, Line, Place, Region, Run, TextLine};
pub use error::ReadError;
pub use guard::with_deep_stack;
pub use read::read_document;
pub use resume::{ReadOptions, read_resume, understand, understand_keeping_lines};

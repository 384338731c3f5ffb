//! Which reader a file's bytes ask for; its name plays no part.

use crate::pdf::read_pdf;
use crate::{Document, ReadError};

/// A PDF's header stands within these first bytes (ISO 32000-1, annex H.3).
const HEADER_BYTES: usize = 1024;

/// Reads a resume, told by its bytes.
///
/// # Errors
/// When the file is of another format, or its reader cannot read it.
pub fn read_document(bytes: &[u8]) -> Result<Document, ReadError> {
    let head = bytes.get(..HEADER_BYTES).unwrap_or(bytes);
    if bytes.is_empty() {
        Err(ReadError::Empty)
    } else if head.windows(5).any(|five| five == b"%PDF-") {
        read_pdf(bytes)
    } else {
        Err(ReadError::OtherFormat("of an unknown format"))
    }
}

//! The output of the program: results on standard output, everything else on standard error.

use std::io::{self, Write};

use crate::Failure;

/// Prints a result and flushes it, so that a waiting reader receives it.
pub(crate) fn print_result(text: &str) -> Result<(), Failure> {
    try_print(text).map_err(Failure::of("write to standard output"))
}

/// Does the same for callers that can continue if nobody reads the output any more.
pub(crate) fn try_print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", text.trim_end())?;
    out.flush()
}

/// Prints to standard error. If that is closed, nobody can be informed.
pub(crate) fn print_error(text: &str) {
    let _closed = writeln!(io::stderr().lock(), "{text}");
}

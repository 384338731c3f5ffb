//! The output of the program: results on standard output, everything else on standard error.

use std::io::{self, Write};

use crate::Failure;

/// Prints a result and flushes it, so that a waiting reader receives it.
pub(crate) fn print_result(text: &str) -> Result<(), Failure> {
    try_print(text).map_err(Failure::of("write to standard output"))
}

/// Prints a result. It is no failure if the reader of the output has closed it.
pub(crate) fn print_result_unless_closed(text: &str) -> Result<(), Failure> {
    match try_print(text) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        printed => printed.map_err(Failure::of("write to standard output")),
    }
}

/// Prints like [`print_result`] for callers that can continue if nobody reads the output any more.
pub(crate) fn try_print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", text.trim_end())?;
    out.flush()
}

/// Prints to standard error. If that is closed, nobody can be informed.
pub(crate) fn print_error(text: &str) {
    let _closed = writeln!(io::stderr().lock(), "{text}");
}

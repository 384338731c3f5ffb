//! What the program tells its caller: results on standard output, the rest on standard error.

use std::io::{self, Write};

use crate::Failure;

/// Prints a result and sees it off, so that a waiting reader has it.
pub(crate) fn say(text: &str) -> Result<(), Failure> {
    print(text).map_err(Failure::of("write to standard output"))
}

/// The same for those who can go on where nobody reads any more.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", text.trim_end())?;
    out.flush()
}

/// Prints to standard error; where that is closed there is nobody to tell.
pub(crate) fn complain(text: &str) {
    let _closed = writeln!(io::stderr().lock(), "{text}");
}

//! The progress of long commands on a terminal: what is done, how fast, and how long the rest takes.
//!
//! Invariant: nothing is printed unless standard error is a terminal.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use shortlist_app::WorkListener;

use crate::output;

/// How often the line is drawn again while nothing happens, so that the time keeps running.
const REDRAW_INTERVAL: Duration = Duration::from_millis(500);
/// The line of work that is counted in things.
const COUNT: &str = "{msg}: {human_pos} of {human_len}, {per_sec}, {eta} left";
/// The line of work that is counted in bytes.
const BYTES: &str = "{msg}: {bytes} of {total_bytes}, {bytes_per_sec}, {eta} left";

/// The progress of a command. The line disappears when this is dropped.
#[derive(Debug)]
pub(crate) struct Progress {
    bar: ProgressBar,
    /// Whether results are printed to the terminal that shows the line.
    shares_terminal: bool,
}

impl Progress {
    /// Begins work with a name such as "reading files", on this many things.
    pub(crate) fn counting(name: &'static str, total: u64) -> Self {
        Self::begin(name, total, COUNT)
    }

    /// Begins reading files.
    pub(crate) fn of_files(files: &[PathBuf]) -> Self {
        let total = u64::try_from(files.len()).unwrap_or(u64::MAX);
        Self::counting("reading files", total)
    }

    /// Begins work with a name such as "copying", on this many bytes.
    pub(crate) fn of_bytes(name: &'static str, total: u64) -> Self {
        Self::begin(name, total, BYTES)
    }

    fn begin(name: &'static str, total: u64, template: &str) -> Self {
        let bar = if io::stderr().is_terminal() {
            ProgressBar::new(total)
        } else {
            ProgressBar::hidden()
        };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(name);
        if !bar.is_hidden() {
            bar.enable_steady_tick(REDRAW_INTERVAL);
        }
        Self {
            shares_terminal: !bar.is_hidden() && io::stdout().is_terminal(),
            bar,
        }
    }

    /// Returns whether anybody sees it. If not, a total that is expensive to count is not needed.
    pub(crate) fn is_visible() -> bool {
        io::stderr().is_terminal()
    }

    /// Adds finished work.
    pub(crate) fn add(&self, done: u64) {
        self.bar.inc(done);
    }

    /// Reports that everything up to this amount is finished.
    pub(crate) fn reach(&self, done: u64) {
        self.bar.set_position(done);
    }

    /// Returns a listener for a task that reports finished work itself.
    pub(crate) fn listener(&self) -> WorkListener {
        let bar = self.bar.clone();
        WorkListener::new(move |done| bar.inc(done))
    }

    /// Prints a result above the line.
    pub(crate) fn try_print(&self, text: &str) -> io::Result<()> {
        if self.shares_terminal {
            self.bar.suspend(|| output::try_print(text))
        } else {
            output::try_print(text)
        }
    }

    /// Removes the line.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.finish();
    }
}

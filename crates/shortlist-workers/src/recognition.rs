//! Recognition of the text in the images of scans, by an installed program (Tesseract).
//!
//! Each image goes to a new process. It is this program first, started with a hidden command. That process gives up its
//! rights and then becomes Tesseract. So neither the pool nor the workers decode an image, and a program from elsewhere gets
//! no file and no network.

mod installed;
mod program;
mod session;

use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::Isolation;

pub use installed::find_tesseract;
pub use program::{RecognizerOptions, become_recognizer};
pub(crate) use session::Session;

/// The language whose data finds the orientation of a page.
const ORIENTATION: &str = "osd";

/// How to recognize text.
#[derive(Debug, Clone)]
pub struct RecognitionOptions {
    /// The program that gives up its rights and becomes Tesseract: this one.
    pub program: PathBuf,
    /// The arguments with which it does so.
    pub arguments: Vec<String>,
    /// The languages to recognize, as Tesseract names them, such as `eng+deu`.
    pub languages: String,
    /// How long recognizing one document may take, in seconds.
    pub seconds: u64,
}

/// Why scans cannot be recognized.
#[derive(Debug, thiserror::Error)]
pub enum RecognitionError {
    /// The program cannot be run.
    #[error("run Tesseract to recognize scans")]
    Program(#[source] io::Error),
    /// It is not Tesseract, or is too old, or the isolation prevents it.
    #[error("the program for scans does not list its languages, as Tesseract 4.1 and later do")]
    NotTesseract,
    /// It has no data for a language.
    #[error(
        "Tesseract has no data for the language \"{missing}\", only for: {installed}. Install it, such as with Debian's package \
         tesseract-ocr-{missing}, or change the languages"
    )]
    Language {
        /// The language without data.
        missing: String,
        /// The languages with data.
        installed: String,
    },
}

/// A program that recognizes text, which has been found to work.
#[derive(Debug, Clone)]
pub struct Recognition {
    options: RecognitionOptions,
    isolation: Isolation,
    /// Whether the orientation of pages can be found.
    finds_orientation: bool,
}

impl Recognition {
    /// Starts the program once, and checks its languages.
    ///
    /// # Errors
    /// Returns an error if the program cannot recognize these languages.
    pub fn check(options: RecognitionOptions) -> Result<Self, RecognitionError> {
        let output = command(&options, &["--list-languages".to_owned()])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .output()
            .map_err(RecognitionError::Program)?;
        let printed = String::from_utf8_lossy(&output.stdout);
        let (isolation, listed) = printed.split_once('\n').unwrap_or_default();
        let isolation =
            serde_json::from_str(isolation).map_err(|_error| RecognitionError::NotTesseract)?;
        // The first line of the list is its title.
        let installed: Vec<&str> = listed.lines().skip(1).map(str::trim).collect();
        if installed.is_empty() {
            return Err(RecognitionError::NotTesseract);
        }
        let mut wanted = options.languages.split('+');
        if let Some(missing) = wanted.find(|language| !installed.contains(language)) {
            return Err(RecognitionError::Language {
                missing: missing.to_owned(),
                installed: installed.join(", "),
            });
        }
        Ok(Self {
            isolation,
            finds_orientation: installed.contains(&ORIENTATION),
            options,
        })
    }

    /// Returns the isolation that the process measured before it became Tesseract.
    pub fn isolation(&self) -> Isolation {
        self.isolation
    }

    /// Returns the languages that are recognized.
    pub fn languages(&self) -> &str {
        &self.options.languages
    }

    /// Starts a process that reads an image from a stream and writes its words to the same stream.
    fn start(&self, input: Stdio, output: Stdio, limit: Duration) -> io::Result<Running> {
        // Of Tesseract's page segmentation modes, 3 is automatic, and 1 also turns the page upright.
        let mode = if self.finds_orientation { 1 } else { 3 };
        let arguments = [
            format!("--languages={}", self.options.languages),
            format!("--page-segmentation={mode}"),
            format!("--cpu-seconds={}", limit.as_secs().max(1)),
        ];
        let mut command = command(&self.options, &arguments);
        command.stdin(input).stdout(output);
        Ok(Running(command.spawn()?))
    }
}

fn command(options: &RecognitionOptions, arguments: &[String]) -> Command {
    let mut command = Command::new(&options.program);
    command
        .args(&options.arguments)
        .args(arguments)
        .env_clear()
        // The process may not start threads.
        .env("OMP_THREAD_LIMIT", "1")
        .current_dir("/")
        .process_group(0)
        .stderr(Stdio::null());
    command
}

/// A running process, which is killed when dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ended_already = self.0.kill().and_then(|()| self.0.wait());
    }
}

//! The recognition of scans: whether it is on, and the hidden command of its processes.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use shortlist_workers::{
    Limits, Recognition, RecognitionError, RecognitionOptions, RecognizerOptions,
    become_recognizer, find_tesseract,
};

use crate::Failure;
use crate::worker_processes::{IsolationMode, this_program};

/// The language of recognition if none is set.
const LANGUAGES: &str = "eng";
/// Where programs are searched if the environment does not say it.
const SEARCH_PATH: &str = "/usr/local/bin:/usr/bin:/bin";
/// How long recognizing a document may take if nothing is set, in seconds.
const SECONDS: u32 = 60;

/// Whether scans are recognized.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OcrMode {
    /// Recognize scans if Tesseract is installed.
    #[default]
    Auto,
    /// Recognize scans, and refuse to start if that is impossible.
    Required,
    /// Skip scans.
    Off,
}

/// The recognition of the text of scans.
#[derive(Debug, Clone, PartialEq, Args, Serialize, Deserialize)]
pub(crate) struct OcrSettings {
    /// Whether the text of scans is recognized.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) ocr: OcrMode,
    /// Tesseract's program. By default, the one in the search path of programs.
    #[arg(long)]
    pub(crate) ocr_command: Option<PathBuf>,
    /// Languages of scans as Tesseract names them, joined by plus signs, such as `eng+deu`.
    #[arg(long, default_value = LANGUAGES)]
    pub(crate) ocr_languages: String,
    /// How long recognizing one document may take, in seconds.
    #[arg(long, default_value_t = SECONDS)]
    pub(crate) ocr_seconds: u32,
}

impl Default for OcrSettings {
    fn default() -> Self {
        Self {
            ocr: OcrMode::default(),
            ocr_command: None,
            ocr_languages: LANGUAGES.to_owned(),
            ocr_seconds: SECONDS,
        }
    }
}

impl OcrSettings {
    /// Returns the program to use, or `None` if scans are skipped.
    fn command(&self) -> Result<Option<PathBuf>, Failure> {
        if self.ocr == OcrMode::Off {
            return Ok(None);
        }
        let search_path = || std::env::var_os("PATH").unwrap_or_else(|| SEARCH_PATH.into());
        let command = self.ocr_command.clone();
        let command = command.or_else(|| find_tesseract(&search_path()));
        if command.is_none() && self.ocr == OcrMode::Required {
            return Err(Failure::new(
                "scans cannot be recognized, because Tesseract is not installed. Install it, such as with Debian's package \
                 tesseract-ocr, give ocr_command, or set ocr to auto",
            ));
        }
        Ok(command)
    }

    /// Returns whether the service may start without recognition if the program does not work: nobody asked for it.
    fn is_optional(&self) -> bool {
        self.ocr == OcrMode::Auto && self.ocr_command.is_none() && self.ocr_languages == LANGUAGES
    }
}

/// Checks the program that recognizes scans. Returns `None` if scans are skipped.
pub(crate) fn start(
    settings: &OcrSettings,
    limits: Limits,
    isolation: IsolationMode,
) -> Result<Option<Arc<Recognition>>, Failure> {
    let Some(command) = settings.command()? else {
        return Ok(None);
    };
    let checked = Recognition::check(RecognitionOptions {
        program: this_program()?,
        arguments: vec![
            "recognize-worker".to_owned(),
            format!("--command={}", command.display()),
            format!("--memory-mib={}", limits.memory_mib),
        ],
        languages: settings.ocr_languages.clone(),
        seconds: settings.ocr_seconds.into(),
    });
    match checked {
        Ok(recognition) => accept(recognition, isolation).map(Some),
        Err(error) if settings.is_optional() => {
            report_useless(&error);
            Ok(None)
        }
        Err(error) => Err(Failure::of("start the recognition of scans")(error)),
    }
}

fn report_useless(error: &RecognitionError) {
    tracing::warn!(%error, "scans are skipped, because Tesseract does not work");
}

fn accept(recognition: Recognition, mode: IsolationMode) -> Result<Arc<Recognition>, Failure> {
    let isolation = recognition.isolation();
    if mode == IsolationMode::Required && !isolation.is_complete() {
        return Err(Failure::new(format!(
            "the recognition of scans cannot be isolated as required ({isolation}). Set ocr to off or isolation to preferred"
        )));
    }
    let languages = recognition.languages();
    tracing::info!(languages, %isolation, "scans are recognized in processes of their own");
    Ok(Arc::new(recognition))
}

/// Flags of the hidden command `recognize-worker`, as [`Recognition`] passes them.
#[derive(Debug, Args)]
pub(crate) struct RecognizerArguments {
    #[arg(long)]
    command: PathBuf,
    #[arg(long)]
    memory_mib: u64,
    #[arg(long, default_value_t = 10)]
    cpu_seconds: u64,
    #[arg(long, conflicts_with = "list_languages")]
    languages: Option<String>,
    #[arg(long, requires = "languages")]
    page_segmentation: Option<u8>,
    #[arg(long)]
    list_languages: bool,
}

/// Becomes Tesseract, without the rights that it does not need.
pub(crate) fn work(arguments: RecognizerArguments) -> Result<(), Failure> {
    let error = become_recognizer(&RecognizerOptions {
        command: arguments.command,
        memory_mib: arguments.memory_mib,
        cpu_seconds: arguments.cpu_seconds,
        recognize: arguments.languages.zip(arguments.page_segmentation),
    });
    Err(Failure::of("recognize a scan")(error))
}

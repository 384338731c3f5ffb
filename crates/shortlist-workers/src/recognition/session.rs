//! The recognition of one document's images.

use std::io::{self, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::Stdio;
use std::time::{Duration, Instant};

use shortlist_parsing::MAX_SCANNED_PAGES;

use super::Recognition;
use crate::scan_frames::{RecognizedFrame, ScanFrame};
use crate::timed_stream::{CANCELLED, TimedStream};
use crate::{Cancellation, ReadFailure};

/// The longest accepted result for one image. A dense page has 100 KiB.
const MAX_RESULT_BYTES: u64 = 4 << 20;

/// The images of one document so far.
pub(crate) struct Session<'a> {
    recognition: &'a Recognition,
    cancellation: &'a Cancellation,
    left: Duration,
    results: Vec<String>,
    failure: Option<ReadFailure>,
}

impl<'a> Session<'a> {
    pub(crate) fn new(recognition: &'a Recognition, cancellation: &'a Cancellation) -> Self {
        Self {
            recognition,
            cancellation,
            left: Duration::from_secs(recognition.options.seconds),
            results: Vec::new(),
            failure: None,
        }
    }

    /// Recognizes an image, unless an earlier one failed. Returns the time that it took.
    pub(crate) fn recognize(&mut self, image: &[u8]) -> Duration {
        if self.failure.is_some() || self.results.len() >= MAX_SCANNED_PAGES {
            return Duration::ZERO;
        }
        let begun = Instant::now();
        match self.run(image) {
            Ok(result) => self.results.push(result),
            Err(error) => self.failure = Some(self.failure_of(&error)),
        }
        let spent = begun.elapsed();
        self.left = self.left.saturating_sub(spent);
        spent
    }

    fn failure_of(&self, error: &io::Error) -> ReadFailure {
        tracing::debug!(%error, "an image was not recognized");
        match error.kind() {
            ErrorKind::TimedOut => {
                ReadFailure::RecognitionTooSlow(self.recognition.options.seconds)
            }
            CANCELLED => ReadFailure::Unavailable,
            _ => ReadFailure::RecognitionFailed,
        }
    }

    fn run(&self, image: &[u8]) -> io::Result<String> {
        let (ours, theirs) = UnixStream::pair()?;
        let input = Stdio::from(OwnedFd::from(theirs.try_clone()?));
        let output = Stdio::from(OwnedFd::from(theirs));
        let mut running = self.recognition.start(input, output, self.left)?;
        let mut stream = TimedStream {
            stream: &ours,
            deadline: Instant::now() + self.left,
            cancellation: self.cancellation,
        };
        stream.write_all(image)?;
        ours.shutdown(Shutdown::Write)?;
        let mut result = Vec::new();
        stream.take(MAX_RESULT_BYTES + 1).read_to_end(&mut result)?;
        let ended = running.0.wait()?;
        let fits = u64::try_from(result.len()).is_ok_and(|length| length <= MAX_RESULT_BYTES);
        if !(ended.success() && fits) {
            return Err(io::Error::other(format!("Tesseract ended with {ended}")));
        }
        Ok(String::from_utf8_lossy(&result).into_owned())
    }

    /// Returns the payload with the words of all images, for the worker that sent them.
    pub(crate) fn finish(self, scan: &[u8]) -> Result<Vec<u8>, ReadFailure> {
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        let scan: ScanFrame =
            serde_json::from_slice(scan).map_err(|_error| ReadFailure::Crashed)?;
        let recognized = RecognizedFrame {
            media: scan.media,
            pages: scan.pages.into_iter().zip(self.results).collect(),
        };
        serde_json::to_vec(&recognized).map_err(|_error| ReadFailure::Crashed)
    }
}

//! A worker's answers to documents: a resume, a reason, or the images of a scan.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use shortlist_domain::Resume;
use shortlist_parsing::{
    ReadError, Scan, find_scan, read_document, read_recognized, understand_within_limits,
};
use shortlist_records::encode_skip_reason;
use shortlist_vocabulary::Vocabulary;

use crate::limits::cpu_time;
use crate::scan_frames::{RecognizedFrame, ScanFrame};
use crate::{EncodedResume, Frame, Kind, WorkerOptions, write_frame};

/// Reads documents with the settings of a worker.
pub(crate) struct Reader<'a> {
    pub(crate) options: &'a WorkerOptions,
    pub(crate) vocabulary: &'a Vocabulary,
}

/// The answer to a document.
pub(crate) enum Answer {
    /// A resume, or the reason for a refusal.
    Frame(Frame),
    /// The images of a scan, and the answer if nothing is recognized in them.
    Scan(Scan, Frame),
}

impl Answer {
    /// Writes the answer. Returns the answer to give if nothing is recognized.
    pub(crate) fn write(self, output: &mut impl Write) -> io::Result<Option<Frame>> {
        let (scan, otherwise) = match self {
            Self::Frame(frame) => {
                write_frame(output, &frame)?;
                return Ok(None);
            }
            Self::Scan(scan, otherwise) => (scan, otherwise),
        };
        let payload = serde_json::to_vec(&ScanFrame::of(&scan))?;
        for image in scan.images {
            write_frame(output, &without_cpu(Kind::Image, image.bytes))?;
        }
        write_frame(output, &without_cpu(Kind::Scan, payload))?;
        Ok(Some(otherwise))
    }
}

fn without_cpu(kind: Kind, payload: Vec<u8>) -> Frame {
    Frame {
        kind,
        cpu: Duration::ZERO,
        payload,
    }
}

/// The result of reading a document: a resume, or the reason for a refusal.
type Outcome = Result<Resume, ReadError>;

impl Reader<'_> {
    /// Reads a document; a panic becomes a refusal.
    pub(crate) fn answer(&self, document: &[u8]) -> Answer {
        let begun = cpu_time();
        let (outcome, scan) = catching_panics(|| self.read(document));
        let frame = frame(outcome, begun);
        match scan {
            Some(scan) => Answer::Scan(scan, frame),
            None => Answer::Frame(frame),
        }
    }

    /// Returns the resume, or the reason for a refusal, and the images if the document may be a scan.
    fn read(&self, bytes: &[u8]) -> (Outcome, Option<Scan>) {
        let document = read_document(bytes);
        let scan = if self.options.scans {
            find_scan(bytes, document.as_ref())
        } else {
            Ok(None)
        };
        let understand =
            |document| understand_within_limits(&document, &self.options.reading, self.vocabulary);
        match (document, scan) {
            (Err(_), Err(error)) => (Err(error), None),
            (document, scan) => (document.and_then(understand), scan.unwrap_or_default()),
        }
    }

    /// Understands the recognized words of a scan. If there are too few, the document is answered as without recognition.
    pub(crate) fn answer_recognized(&self, payload: &[u8], otherwise: Option<Frame>) -> Answer {
        let begun = cpu_time();
        let (outcome, ()) = catching_panics(|| (self.read_recognized(payload), ()));
        let is_refused = outcome.is_err();
        let frame = frame(outcome, begun);
        let otherwise = otherwise.filter(|it| is_refused && it.kind == Kind::Resume);
        Answer::Frame(otherwise.unwrap_or(frame))
    }

    fn read_recognized(&self, payload: &[u8]) -> Outcome {
        let recognized: Option<RecognizedFrame> = serde_json::from_slice(payload).ok();
        let recognized = recognized.and_then(RecognizedFrame::into_pages);
        let (media, pages) = recognized.ok_or(ReadError::Unrecognized)?;
        let document = read_recognized(media, &pages)?;
        understand_within_limits(&document, &self.options.reading, self.vocabulary)
    }
}

fn catching_panics<T: Default>(read: impl FnOnce() -> (Outcome, T)) -> (Outcome, T) {
    let panicked = |_panic| (Err(ReadError::panicked()), T::default());
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(panicked)
}

/// Returns the frame of an outcome, with the processor time since it was begun.
fn frame(outcome: Outcome, begun: Duration) -> Frame {
    // A resume that cannot be encoded does not occur: JSON can represent every value of a record.
    let encoded = outcome
        .and_then(|resume| EncodedResume::of(&resume).map_err(|_error| ReadError::panicked()));
    let (kind, payload) = match encoded {
        Ok(resume) => (Kind::Resume, resume.into_bytes()),
        Err(error) => (Kind::Refused, encode_skip_reason(error.into()).into_bytes()),
    };
    Frame {
        kind,
        cpu: cpu_time().saturating_sub(begun),
        payload,
    }
}

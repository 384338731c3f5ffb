//! The result of reading a document.

use std::io;
use std::time::Duration;

use shortlist_domain::Resume;
use shortlist_records::ResumeRecord;

/// A serialized resume as its reader sent it, not validated yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncodedResume(Vec<u8>);

impl EncodedResume {
    /// Wraps bytes from a reader.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Serializes a resume.
    ///
    /// # Errors
    /// Never fails in practice: JSON can represent every value of a record.
    pub fn of(resume: &Resume) -> serde_json::Result<Self> {
        serde_json::to_vec(&ResumeRecord::of(resume)).map(Self)
    }

    /// Returns the bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the bytes without copying them.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    /// Decodes the resume and validates every value.
    ///
    /// # Errors
    /// Returns [`ReadFailure::Crashed`] if the bytes are not a resume, because then the reader is faulty.
    pub fn decode(&self) -> Result<Resume, ReadFailure> {
        let record: Result<ResumeRecord, _> = serde_json::from_slice(&self.0);
        let resume = record.ok().and_then(|record| record.into_resume().ok());
        resume.ok_or(ReadFailure::Crashed)
    }
}

/// Why a document yields no resume. Each message is a sentence that a recruiter can act on.
#[derive(Debug, thiserror::Error)]
pub enum ReadFailure {
    /// The reader refused the document, for this reason.
    #[error("{0}")]
    Refused(String),
    /// Reading exceeded the time limit.
    #[error(
        "the file takes more than {0} s to read; save it again from a word processor, or as a PDF"
    )]
    TooSlow(u64),
    /// Reading crashed the worker process: it exceeded the memory or stack limit, or hit a fault.
    #[error(
        "reading the file crashed the reader because of its size or structure; save it again from a word processor, or as a PDF"
    )]
    Crashed,
    /// Recognizing the text of a scan exceeded the time limit.
    #[error(
        "the file is a scan, and recognizing its text takes more than {0} s; send fewer pages, or the file that was printed"
    )]
    RecognitionTooSlow(u64),
    /// The file is a scan, and its lane postpones scans.
    #[error("the file is a scan, whose text has not been recognized yet")]
    Postponed,
    /// The program that recognizes the text of scans failed.
    #[error(
        "the file is a scan, and recognizing its text failed; scan it again, or send the file that was printed"
    )]
    RecognitionFailed,
    /// The file could not be passed to a worker.
    #[error("the file could not be read back on the server; send it again")]
    Storage(#[source] io::Error),
    /// No worker was available.
    #[error("the service was stopping or could not start a reader; send the file again")]
    Unavailable,
}

/// The result of reading a document.
#[derive(Debug)]
pub struct Reading {
    /// The resume, or the reason for the failure.
    pub resume: Result<EncodedResume, ReadFailure>,
    /// The processor time that the worker spent on it; 0 if the worker died.
    pub cpu: Duration,
}

impl From<ReadFailure> for Reading {
    fn from(failure: ReadFailure) -> Self {
        Self {
            resume: Err(failure),
            cpu: Duration::ZERO,
        }
    }
}

#[cfg(test)]
mod tests {
    use shortlist_parsing::{ReadOptions, read_resume};
    use shortlist_vocabulary::Vocabulary;

    use super::*;

    #[test]
    fn an_encoded_resume_round_trips() {
        let bytes = include_bytes!("../../../demo/resumes/backend-engineer.pdf");
        let resume = read_resume(bytes, &ReadOptions::default(), Vocabulary::built_in()).unwrap();
        let encoded = EncodedResume::of(&resume).unwrap();
        assert_eq!(encoded.decode().unwrap(), resume);
    }

    #[test]
    fn invalid_bytes_count_as_a_crashed_reader() {
        for strange in ["", "{}", "null", "{\"version\":1"] {
            let answer = EncodedResume::new(strange.into()).decode();
            assert!(matches!(answer, Err(ReadFailure::Crashed)), "{strange}");
        }
    }
}
